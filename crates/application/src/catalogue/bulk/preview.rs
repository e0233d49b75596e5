//! Previews a change without writing anything.

use super::{
    Agreed, ChangeParts, ChangeRefused, PREVIEWED, Preview, PreviewedChange, RefusedChange, Selection,
    plan::{self, Planning},
    select,
};
use crate::{
    catalogue::CatalogueResult,
    ports::{catalogue::ListedPart, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    catalogue::change::BulkChange,
    id::{PartId, UserId},
    time::Timestamp,
};
use std::{collections::BTreeSet, fmt::Write, time::Duration};

/// Batch size of reads.
const READ_AT_ONCE: usize = 500;

/// A part changed more recently than this is counted in the preview: another admin may be editing it, or an earlier run
/// may have been interrupted.
const LATELY: Duration = Duration::from_hours(1);

/// A part as it was read, and whether it changes.
pub(super) struct Seen {
    pub(super) id: PartId,
    pub(super) revision: i64,
    changed_at: Timestamp,
    planned: Result<bool, ChangeRefused>,
}

impl Seen {
    pub(super) fn changes(&self) -> bool {
        self.planned == Ok(true)
    }
}

/// Parts ordered by id, with the planned change of each.
pub(super) struct Plan {
    pub(super) parts: Vec<Seen>,
    chosen: u64,
    pub(super) refused: Vec<RefusedChange>,
    rows: Vec<PreviewedChange>,
}

impl Plan {
    pub(super) fn unchanged(&self) -> u64 {
        count(self.parts.iter().filter(|part| part.planned == Ok(false)))
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u64 {
    u64::try_from(items.count()).unwrap_or(u64::MAX)
}

impl Shop {
    /// Previews a change of parts. Writes nothing. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn preview_change(&self, caller: UserId, request: ChangeParts) -> CatalogueResult<Preview> {
        self.require_admin(caller).await?;
        let plan = self.plan(&request).await?;
        let since = self.now().micros().saturating_sub(i64::try_from(LATELY.as_micros()).unwrap_or(i64::MAX));
        // A part that was only added within the hour is not an unfinished change.
        let recently = |part: &&Seen| part.changes() && part.revision > 1 && part.changed_at.micros() > since;
        Ok(Preview {
            chosen: plan.chosen,
            unchanged: plan.unchanged(),
            refused: plan.refused,
            changed_lately: count(plan.parts.iter().filter(recently)),
            agreed: self.agreed(&request.change, &plan.parts),
            rows: plan.rows,
        })
    }

    /// Reads the selected parts and plans their changes.
    pub(super) async fn plan(&self, request: &ChangeParts) -> CatalogueResult<Plan> {
        self.check_target(&request.change).await?;
        let chosen = self.chosen(&request.selection).await?.into_iter();
        let chosen: Vec<PartId> = chosen.filter(|id| request.after.is_none_or(|after| *id > after)).collect();
        let list = if let Selection::All(query) = &request.selection { Some(query.list) } else { None };
        let mut plan = Plan { parts: Vec::new(), chosen: 0, refused: Vec::new(), rows: Vec::new() };
        let mut planning = Planning::new(&request.change);
        for ids in chosen.chunks(READ_AT_ONCE) {
            let wanted = ids.to_vec();
            let change = request.change.clone();
            let (parts, owners) = self
                .store
                .read(move |tx| {
                    let parts = tx.listed_parts(&wanted)?;
                    let owners = Planning::owners(tx, &Planning::new(&change).claims(&parts))?;
                    Ok::<_, StoreError>((parts, owners))
                })
                .await?;
            let known: BTreeSet<PartId> = parts.iter().map(|part| part.record.part.id).collect();
            let missing: Vec<PartId> = ids.iter().copied().filter(|id| !known.contains(id)).collect();
            plan.chosen = plan.chosen.saturating_add(count(missing.iter()));
            let gone = |part| RefusedChange { part, title: None, why: ChangeRefused::NoSuchPart };
            plan.refused.extend(missing.into_iter().map(gone));
            // A part that the index found may have left the list since.
            for part in parts.iter().filter(|part| select::is_in(list, part.record.hidden)) {
                let planned = planning.of(part, &owners);
                if let Ok(Some(outcome)) = &planned {
                    let room = plan.rows.len() < PREVIEWED;
                    plan.rows.extend(room.then(|| row(&request.change, part, outcome)));
                }
                let record = &part.record;
                let title = || Some(record.part.details.title.clone());
                let why = planned.as_ref().err().copied();
                plan.refused.extend(why.map(|why| RefusedChange { part: record.part.id, title: title(), why }));
                plan.chosen = plan.chosen.saturating_add(1);
                plan.parts.push(Seen {
                    id: record.part.id,
                    revision: record.revision,
                    changed_at: record.changed_at,
                    planned: planned.map(|outcome| outcome.is_some()),
                });
            }
        }
        Ok(plan)
    }

    /// Computes the approval for some parts: a digest of the change and of the parts with their revisions.
    pub(super) fn agreed(&self, change: &BulkChange, parts: &[Seen]) -> Agreed {
        let mut named = format!("{change:?}");
        for part in parts {
            let _ = write!(named, "\n{} {} {}", part.id, part.revision, u8::from(part.changes()));
        }
        let changes = count(parts.iter().filter(|part| part.changes()));
        Agreed { changes, digest: self.secrets.digest(&named) }
    }
}

fn row(change: &BulkChange, part: &ListedPart, outcome: &plan::Outcome) -> PreviewedChange {
    PreviewedChange {
        part: part.record.part.id,
        title: part.record.part.details.title.clone(),
        number: part.listing.number.clone(),
        before: plan::value(change, &part.record, &part.listing),
        after: plan::value_after(change, part, outcome),
    }
}
