//! Flags: applications that are probably wrong, because parts came back that did not fit (ADR 0057). An admin suspends
//! the application, or dismisses the flag.

use super::{FitmentError, FitmentResult, model_names};
use crate::{
    accounts::access,
    ports::{
        books::CustomerRange,
        catalogue::ListedPart,
        fit_evidence::FlaggedFits,
        page::MAX_PAGE,
        spreadsheets::ReportedFit,
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    fitment::{Application, FitEvidence, SoldFit, is_evidence, is_part_suspect, joined, recent_from},
    id::{PartId, ReturnId, UserId},
    orders::{LineNumber, Order},
    returns::Return,
    slug::BrandId,
    time::Timestamp,
    vehicles::{Make, Model, ModelId},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Maximum number of returns shown as evidence.
const MAX_RETURNS: u32 = 50;

/// Parts and models whose sales one round of maintenance counts.
const MAX_COUNTED: u32 = 1000;

/// Orders whose lines one statement reads, unless a customer has more.
const ORDER_BATCH: u32 = 10_000;

/// Evidence saved per unit of work.
const SAVE_BATCH: usize = 100;

/// A page of the report for suppliers, and the part and model after which the next one begins.
pub(super) type ReportPage = (Vec<ReportedFit>, Option<(PartId, ModelId)>);

/// Evidence about an application, with the names of the part and the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitFlag {
    /// The evidence.
    pub evidence: FitEvidence,
    /// The part.
    pub part: ListedPart,
    /// The make.
    pub make: Make,
    /// The model.
    pub model: Model,
    /// Whether the part itself may be described wrongly, because it is flagged for many models.
    pub is_part_suspect: bool,
}

/// The evidence about one application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitFlagDetails {
    /// The evidence.
    pub flag: FitFlag,
    /// Whether the part is suspended for the model.
    pub is_suspended: bool,
    /// The last returns, newest first.
    pub returns: Vec<Return>,
}

impl Shop {
    /// Returns the applications that are probably wrong and not suspended, highest expected loss first, after that of a
    /// given part and model. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn fit_flags(
        &self,
        caller: UserId,
        after: Option<(PartId, ModelId)>,
        limit: u32,
    ) -> FitmentResult<Vec<FitFlag>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let open = tx.fit_flags(FlaggedFits::Open, after.as_ref().map(|(part, model)| (part, model)), limit)?;
                Ok(named(tx, open)?)
            })
            .await
    }

    /// Returns all flagged applications of a brand, or of all brands, suspended or not, highest expected loss first. Admin
    /// only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn fit_report(&self, caller: UserId, brand: Option<BrandId>) -> FitmentResult<Vec<ReportedFit>> {
        let mut report = Vec::new();
        let mut after: Option<(PartId, ModelId)> = None;
        loop {
            let (page, next) = self.fit_report_page(caller, brand.clone(), after).await?;
            report.extend(page);
            if next.is_none() {
                return Ok(report);
            }
            after = next;
        }
    }

    async fn fit_report_page(
        &self,
        caller: UserId,
        brand: Option<BrandId>,
        after: Option<(PartId, ModelId)>,
    ) -> FitmentResult<ReportPage> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(reported(tx, brand.as_ref(), after.as_ref())?)
            })
            .await
    }

    /// Returns the evidence about the applications of a part for a model, flagged or not. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn fit_flag(&self, caller: UserId, part: PartId, model: ModelId) -> FitmentResult<FitFlagDetails> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let evidence = tx.fit_evidence(&part, &model)?.ok_or(FitmentError::NoEvidence)?;
                let flag = named(tx, vec![evidence])?.pop().ok_or(FitmentError::NoEvidence)?;
                let misfits = tx.misfits(&part, &model, MAX_RETURNS)?;
                let returns: BTreeSet<ReturnId> = misfits.into_iter().map(|misfit| misfit.returned).collect();
                Ok(FitFlagDetails {
                    flag,
                    is_suspended: tx.suspensions_of_part(&part)?.iter().any(|suspended| suspended.model == model),
                    returns: tx.returns_by_id(&Vec::from_iter(returns))?,
                })
            })
            .await
    }

    /// Dismisses a flag until more parts come back than the admin has seen. Returns `false` if there is none. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn dismiss_fit_flag(
        &self,
        caller: UserId,
        part: PartId,
        model: ModelId,
        seen: u32,
    ) -> FitmentResult<bool> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let flagged = tx.fit_evidence(&part, &model)?.filter(FitEvidence::is_flagged);
                let Some(mut flagged) = flagged else { return Ok(false) };
                flagged.dismiss(seen);
                tx.save_fit_evidence(&flagged)?;
                let (misfits, sold) = (flagged.evidence.misfits(), flagged.evidence.sold());
                let came_back = Facts::one("came back", format!("{misfits} of {sold}"));
                let facts = (&Facts::none(), &came_back);
                audit.changed(tx, AuditAction::DismissFitFlag, &format!("{part}, {model}"), facts)?;
                Ok(true)
            })
            .await
    }

    /// Counts the sales of parts and models with misfits: new ones at once, all others once a day. Returns their number.
    pub(crate) async fn count_sales_of_misfits(&self) -> StoreResult<usize> {
        let now = self.now();
        let today = self.time_zone.begins_at(self.time_zone.day_of(now));
        let mut due = self.store.read(move |tx| tx.fit_evidence_counted_before(today, MAX_COUNTED)).await?;
        if due.is_empty() {
            return Ok(0);
        }
        let sales = self.sales_of(&due, recent_from(now)).await?;
        due.sort_by(|one, other| (one.part, &one.model).cmp(&(other.part, &other.model)));
        for some in due.chunks(SAVE_BATCH) {
            let sales_of = |FitEvidence { part, model, .. }: &FitEvidence| {
                let key = (*part, model.clone());
                let (lines, recently) = sales.get(&key).copied().unwrap_or_default();
                (key, lines, recently)
            };
            let counted: Vec<_> = some.iter().map(sales_of).collect();
            let save = move |tx: &mut dyn Transaction| -> StoreResult<()> {
                for ((part, model), lines, recently) in &counted {
                    if let Some(mut evidence) = tx.fit_evidence(part, model)? {
                        evidence.set_sales(*lines, *recently, now);
                        tx.save_fit_evidence(&evidence)?;
                    }
                }
                Ok(())
            };
            self.store.write(save).await?;
        }
        Ok(due.len())
    }

    /// Counts the lines of some parts by model, sold since their applications last changed, and their pieces since
    /// `recently`. Reads all orders, those of a few customers at a time, so that no statement takes long.
    async fn sales_of(
        &self,
        evidence: &[FitEvidence],
        recently: Timestamp,
    ) -> StoreResult<BTreeMap<(PartId, ModelId), (u32, u32)>> {
        let parts: BTreeSet<PartId> = evidence.iter().map(|evidence| evidence.part).collect();
        let parts: Arc<[PartId]> = parts.into_iter().collect();
        let models: BTreeSet<ModelId> = evidence.iter().map(|evidence| evidence.model.clone()).collect();
        let (some, models) = (Arc::clone(&parts), Vec::from_iter(models));
        let changes = self.store.read(move |tx| tx.application_changes(&some, &models)).await?;
        let mut sales: BTreeMap<(PartId, ModelId), (u32, u32)> = BTreeMap::new();
        let mut after = None;
        loop {
            let parts = Arc::clone(&parts);
            let read = move |tx: &mut dyn Transaction| -> StoreResult<_> {
                let last = tx.customer_behind(after, ORDER_BATCH)?;
                Ok((last, tx.sold_fits(&CustomerRange { after, last }, &parts)?))
            };
            let (last, sold) = self.store.read(read).await?;
            for SoldFit { part, model, placed_at, pieces } in sold {
                let key = (part, model);
                if !is_evidence(placed_at, changes.get(&key).copied()) {
                    continue;
                }
                let (lines, recent) = sales.entry(key).or_default();
                *lines = lines.saturating_add(1);
                if placed_at >= recently {
                    *recent = recent.saturating_add(pieces);
                }
            }
            if last.is_none() {
                return Ok(sales);
            }
            after = last;
        }
    }
}

/// Deletes the evidence about a part's applications for the models for which one of `before` no longer holds in
/// `after`; each list pairs a model with one of its applications. Only later orders count as evidence. Applications
/// that are added, such as those of the next model year, correct nothing.
pub(crate) fn restart_corrected<C: Ord + Clone>(
    tx: &mut dyn Transaction,
    part: &PartId,
    before: &[(ModelId, Application<C>)],
    after: &[(ModelId, Application<C>)],
    at: Timestamp,
) -> StoreResult<()> {
    let now = by_model(after);
    let corrected = by_model(before).into_iter().filter(|(model, held)| {
        let now = now.get(model).cloned().unwrap_or_default();
        joined([held.clone(), now.clone()].concat()) != joined(now)
    });
    let corrected: Vec<ModelId> = corrected.map(|(model, _)| model.clone()).collect();
    if corrected.is_empty() { Ok(()) } else { tx.restart_fit_evidence(part, &corrected, at) }
}

fn by_model<C: Clone>(applications: &[(ModelId, Application<C>)]) -> BTreeMap<&ModelId, Vec<Application<C>>> {
    let mut by_model: BTreeMap<&ModelId, Vec<Application<C>>> = BTreeMap::new();
    for (model, application) in applications {
        by_model.entry(model).or_default().push(application.clone());
    }
    by_model
}

/// Adds the lines of a received return that did not fit to the evidence about their applications, unless these changed
/// after the order. A return is received once, and a line counts once, however many returns its pieces come back in.
pub(crate) fn add_misfits(tx: &mut dyn Transaction, returned: &Return, order: &Order) -> StoreResult<()> {
    let earlier = tx.returns_of(&order.key())?.into_iter().filter(|other| other.id != returned.id);
    let counted: BTreeSet<LineNumber> =
        earlier.flat_map(|other| other.misfits(order)).map(|(misfit, _)| misfit.line).collect();
    let mut misfits = returned.misfits(order);
    misfits.retain(|(misfit, _)| !counted.contains(&misfit.line));
    // In the order in which maintenance saves evidence: otherwise two could wait for each other.
    misfits.sort_by(|(one, _), (other, _)| (one.part, &one.model).cmp(&(other.part, &other.model)));
    for (misfit, price) in misfits {
        let key = (misfit.part, misfit.model.clone());
        let changes = tx.application_changes(&[key.0], std::slice::from_ref(&key.1))?;
        if !is_evidence(order.snapshot().placed_at, changes.get(&key).copied()) {
            continue;
        }
        tx.insert_misfit(&misfit)?;
        let known = tx.fit_evidence(&misfit.part, &misfit.model)?;
        let mut evidence = known.unwrap_or_else(|| FitEvidence::none(misfit.part, misfit.model));
        evidence.add_misfit(price);
        tx.save_fit_evidence(&evidence)?;
    }
    Ok(())
}

pub(super) fn reported(
    tx: &mut dyn Transaction,
    brand: Option<&BrandId>,
    after: Option<&(PartId, ModelId)>,
) -> StoreResult<ReportPage> {
    let after = after.map(|(part, model)| (part, model));
    // A page after evidence that is gone would be empty, and the file would look complete.
    if let Some((part, model)) = after
        && tx.fit_evidence(part, model)?.is_none()
    {
        return Err(StoreError::Failed("the evidence changed during the export".into()));
    }
    let flagged = tx.fit_flags(FlaggedFits::All, after, MAX_PAGE)?;
    // In the same order, so these include all of the page that are not suspended.
    let open = tx.fit_flags(FlaggedFits::Open, after, MAX_PAGE)?;
    let open: BTreeSet<(PartId, ModelId)> = open.into_iter().map(|open| (open.part, open.model)).collect();
    let is_last = flagged.len() < usize::try_from(MAX_PAGE).unwrap_or(usize::MAX);
    let next = flagged.last().filter(|_| !is_last).map(|last| (last.part, last.model.clone()));
    let of_brand = |flag: &FitFlag| brand.is_none_or(|brand| flag.part.listing.brand.as_ref() == Some(brand));
    let page = named(tx, flagged)?.into_iter().filter(of_brand).map(|flag| {
        let FitFlag { evidence: FitEvidence { part: id, model: key, evidence, .. }, part, make, model, .. } = flag;
        ReportedFit { part, make, model, evidence, is_suspended: !open.contains(&(id, key)) }
    });
    Ok((page.collect(), next))
}

/// Adds the names of parts and models.
fn named(tx: &mut dyn Transaction, evidence: Vec<FitEvidence>) -> StoreResult<Vec<FitFlag>> {
    let parts: BTreeSet<PartId> = evidence.iter().map(|evidence| evidence.part).collect();
    let parts = Vec::from_iter(parts);
    let models: Vec<ModelId> = evidence.iter().map(|evidence| evidence.model.clone()).collect();
    let flagged = tx.flagged_models(&parts)?;
    let models = model_names(tx, &models)?;
    let parts = tx.listed_parts(&parts)?;
    let parts: BTreeMap<PartId, ListedPart> = parts.into_iter().map(|part| (part.record.part.id, part)).collect();
    let flag = |evidence: FitEvidence| {
        let part = parts.get(&evidence.part)?.clone();
        let (make, model) = models.get(&evidence.model)?.clone();
        let is_part_suspect = is_part_suspect(flagged.get(&evidence.part).copied().unwrap_or(0));
        Some(FitFlag { evidence, part, make, model, is_part_suspect })
    };
    Ok(evidence.into_iter().filter_map(flag).collect())
}
