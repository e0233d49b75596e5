//! Runs a previewed change in batches, one unit of work per batch.

use super::{
    Agreed, ChangeParts, ChangeRefused, ChangeReport, RefusedChange,
    plan::{Outcome, Planning},
    preview::Seen,
};
use crate::{
    accounts::access,
    catalogue::{CatalogueError, CatalogueResult, editing},
    ports::{catalogue::ListedPart, store::Transaction},
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    catalogue::change::BulkChange,
    id::{AuditId, PartId, UserId},
    slug::{BrandId, CategoryId},
    time::Timestamp,
};
use std::{collections::BTreeMap, sync::Arc};

/// Batch size per unit of work.
const BATCH: usize = 50;

/// The number of parts that a unit of work changed, and the parts it could not change.
type Done = (u64, Vec<RefusedChange>);

impl Shop {
    /// Changes parts as previewed. Changes nothing if the parts have changed since the preview. An interrupted run is
    /// not rolled back; it reports how far it got. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn change_parts(
        &self,
        caller: UserId,
        request: ChangeParts,
        agreed: Agreed,
    ) -> CatalogueResult<ChangeReport> {
        self.require_admin(caller).await?;
        let plan = self.plan(&request).await?;
        if self.agreed(&request.change, &plan.parts) != agreed {
            return Err(CatalogueError::ChangedMeanwhile.into());
        }
        let unchanged = plan.unchanged();
        let mut report = ChangeReport { changed: 0, unchanged, refused: plan.refused, rest: None };
        let to_do: Vec<(PartId, i64)> =
            plan.parts.iter().filter(|part| part.changes()).map(|part| (part.id, part.revision)).collect();
        let change = Arc::new(request.change);
        if to_do.len() > BATCH {
            let begun = format!("{}: begun, {} parts", in_words(&change), to_do.len());
            self.note_change(caller, begun).await?;
        }
        let mut last = None;
        for chunk in to_do.chunks(BATCH) {
            let is_last = to_do.last() == chunk.last();
            let summary = is_last.then_some((report.changed, to_do.len()));
            match self.change_some(caller, &change, chunk, summary).await {
                Ok((changed, refused)) => {
                    report.changed = report.changed.saturating_add(changed);
                    report.refused.extend(refused);
                    last = chunk.last().map(|(id, _)| *id);
                }
                // Nothing was changed: return the error, since the call can be repeated.
                Err(error) if last.is_none() => return Err(error),
                Err(error) => {
                    tracing::warn!(error = %error, changed = report.changed, "a bulk change was interrupted");
                    break;
                }
            }
        }
        report.refused.sort_unstable_by_key(|refused| refused.part);
        if let Some(last) = last.filter(|last| to_do.last().is_some_and(|(id, _)| id != last)) {
            let rest: Vec<Seen> = plan.parts.into_iter().filter(|part| part.id > last).collect();
            report.rest = Some((last, self.agreed(&change, &rest)));
            let changed = report.changed;
            let of = to_do.len();
            let stopped = format!("{}: broken off after part {last}, {changed} of {of} changed", in_words(&change));
            // Best effort: whatever interrupted the run often prevents this entry as well.
            let _ = self.note_change(caller, stopped).await;
        }
        Ok(report)
    }

    /// Changes some parts in one unit of work. `summary` is set for the last batch: the number of parts changed before
    /// it and the total. It writes the audit log entry.
    async fn change_some(
        &self,
        caller: UserId,
        change: &Arc<BulkChange>,
        parts: &[(PartId, i64)],
        summary: Option<(u64, usize)>,
    ) -> CatalogueResult<Done> {
        let change = Arc::clone(change);
        let now = self.now();
        let audit = self.ids.next::<AuditId>();
        let revisions: BTreeMap<PartId, i64> = parts.iter().copied().collect();
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let mut changed = 0_u64;
                let mut refused = Vec::new();
                let ids: Vec<PartId> = revisions.keys().copied().collect();
                for part in tx.listed_parts(&ids)? {
                    let id = part.record.part.id;
                    let title = Some(part.record.part.details.title.clone());
                    let refuse = |why| RefusedChange { part: id, title, why };
                    if revisions.get(&id) != Some(&part.record.revision) {
                        refused.push(refuse(ChangeRefused::ChangedMeanwhile));
                        continue;
                    }
                    let mut planning = Planning::new(&change);
                    let owners = Planning::owners(tx, &planning.claims(std::slice::from_ref(&part)))?;
                    match planning.of(&part, &owners) {
                        Ok(Some(outcome)) => write_part(tx, part, outcome, now)?,
                        Ok(None) => continue,
                        Err(why) => {
                            refused.push(refuse(why));
                            continue;
                        }
                    }
                    changed += 1;
                }
                if let Some((before, of)) = summary {
                    let detail = format!("{}: {} of {of} parts changed", in_words(&change), before + changed);
                    tx.insert_audit(&entry(audit, caller, detail, now))?;
                }
                Ok((changed, refused))
            })
            .await
    }

    async fn note_change(&self, caller: UserId, detail: String) -> CatalogueResult<()> {
        let entry = entry(self.ids.next(), caller, detail, self.now());
        self.store.write(move |tx| Ok(tx.insert_audit(&entry)?)).await
    }
}

fn entry(id: AuditId, caller: UserId, detail: String, at: Timestamp) -> AuditEntry {
    let action = AuditAction::ChangeParts;
    AuditEntry { id, actor: Some(caller), action, subject: caller, detail: Some(detail), at }
}

/// Writes the new state of a part. Writes the part's row first, to serialize with concurrent edits.
fn write_part(
    tx: &mut dyn Transaction,
    ListedPart { record, listing }: ListedPart,
    outcome: Outcome,
    now: Timestamp,
) -> CatalogueResult<()> {
    let written = match outcome {
        Outcome::Details(details) => Ok(editing::replace_details(tx, &record, details, now)?),
        Outcome::Hidden(hidden) => editing::set_hidden(tx, record, hidden, now),
        Outcome::Listing(after) => {
            editing::save(tx, &record, now)?;
            editing::replace_listing_of(tx, &record, &listing, &after)
        }
    };
    match written {
        // The number was free during planning, but another transaction has claimed it. The retry will see that.
        Err(UseCaseError::Refused(CatalogueError::NumberTaken)) => Err(tx.conflict().into()),
        written => written,
    }
}

/// Describes a change for the audit log.
fn in_words(change: &BulkChange) -> String {
    match change {
        BulkChange::PriceBy { step, rounding } => {
            let sign = if step.points() < 0 { '-' } else { '+' };
            let points = step.points().unsigned_abs();
            format!("price {sign}{}.{:02} %, rounded to {}", points / 100, points % 100, rounding.name())
        }
        BulkChange::PriceTo(price) => format!("price {}", price.amount()),
        BulkChange::Brand(brand) => format!("brand {}", brand.as_ref().map_or("none", BrandId::as_str)),
        BulkChange::Category(category) => format!("category {}", category.as_ref().map_or("none", CategoryId::as_str)),
        BulkChange::MinimumOrder(minimum) => format!("minimum order {}", minimum.quantity().pieces()),
        BulkChange::Condition(condition) => format!("condition {}", condition.name()),
        BulkChange::Hide => "hide".to_owned(),
        BulkChange::Show => "show".to_owned(),
    }
}
