//! Evidence from returns about the applications of parts.

use super::{books::CustomerRange, store_error::StoreResult};
use autoparts_domain::{
    fitment::{FitEvidence, Misfit, SoldFit},
    id::PartId,
    time::Timestamp,
    vehicles::ModelId,
};
use std::collections::BTreeMap;

/// Which flagged applications to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlaggedFits {
    /// Those that are not suspended.
    Open,
    /// All, suspended or not.
    All,
}

/// Evidence from returns about the applications of parts.
pub trait FitEvidenceRepository {
    /// Adds a line that came back. The same line of a return is a `Duplicate`.
    fn insert_misfit(&mut self, misfit: &Misfit) -> StoreResult<()>;

    /// Returns the lines of a part that came back because they did not fit a model, by return, latest first.
    fn misfits(&mut self, part: &PartId, model: &ModelId, limit: u32) -> StoreResult<Vec<Misfit>>;

    /// Returns the evidence about a part and a model; `None` if nothing came back.
    fn fit_evidence(&mut self, part: &PartId, model: &ModelId) -> StoreResult<Option<FitEvidence>>;

    /// Returns the evidence about some parts and a model; parts from which nothing came back are omitted.
    fn fit_evidence_of_parts(
        &mut self,
        parts: &[PartId],
        model: &ModelId,
    ) -> StoreResult<BTreeMap<PartId, FitEvidence>>;

    /// Saves evidence that was read in this transaction, or found missing, and increments its revision. Returns
    /// [`Contention`](super::store_error::StoreError::Contention), and so retries the unit of work, if another
    /// transaction has saved it since.
    fn save_fit_evidence(&mut self, evidence: &FitEvidence) -> StoreResult<()>;

    /// Deletes the evidence about the applications of a part for some models, and its misfits, because these applications
    /// changed at a time.
    fn restart_fit_evidence(&mut self, part: &PartId, models: &[ModelId], at: Timestamp) -> StoreResult<()>;

    /// Returns when the applications of some parts for some models last changed; those that never changed are omitted.
    fn application_changes(
        &mut self,
        parts: &[PartId],
        models: &[ModelId],
    ) -> StoreResult<BTreeMap<(PartId, ModelId), Timestamp>>;

    /// Returns flagged evidence, highest expected loss first, after that about a given part and model.
    fn fit_flags(
        &mut self,
        which: FlaggedFits,
        after: Option<(&PartId, &ModelId)>,
        limit: u32,
    ) -> StoreResult<Vec<FitEvidence>>;

    /// Returns for how many models some parts are flagged, suspended or not; parts without a flag are omitted.
    fn flagged_models(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, u32>>;

    /// Returns evidence whose sales were counted before a time or never, longest ago first.
    fn fit_evidence_counted_before(&mut self, before: Timestamp, limit: u32) -> StoreResult<Vec<FitEvidence>>;

    /// Returns the shipped order lines of some customers and parts for which an application held, in no particular order.
    /// Reads all order lines of these customers.
    fn sold_fits(&mut self, of: &CustomerRange, parts: &[PartId]) -> StoreResult<Vec<SoldFit>>;
}
