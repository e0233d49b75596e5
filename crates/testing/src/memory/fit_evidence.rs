//! Evidence from returns about the applications of parts.

use super::{
    MemoryTransaction,
    books::is_in,
    tables::{Tables, bounded, claim, require},
};
use autoparts_application::ports::{
    books::CustomerRange,
    fit_evidence::{FitEvidenceRepository, FlaggedFits},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    fitment::{FitEvidence, Misfit, SoldFit},
    id::PartId,
    orders::Order,
    time::Timestamp,
    vehicles::ModelId,
};
use std::{cmp::Reverse, collections::BTreeMap};

/// Checks foreign keys.
fn require_known(tables: &Tables, part: &PartId, model: &ModelId) -> StoreResult<()> {
    require(tables.parts.contains_key(part), "there is no such part")?;
    require(tables.models.contains_key(model), "there is no such model")
}

/// The order of flags.
fn rank(evidence: &FitEvidence) -> impl Ord + use<> {
    (Reverse(evidence.expected_loss()), evidence.part, evidence.model.clone())
}

fn has_shipped(order: &Order) -> bool {
    order.milestones().shipped_at.is_some()
}

impl FitEvidenceRepository for MemoryTransaction {
    fn insert_misfit(&mut self, misfit: &Misfit) -> StoreResult<()> {
        self.change(|tables| {
            require_known(tables, &misfit.part, &misfit.model)?;
            if tables.misfits.insert(misfit.clone()) { Ok(()) } else { Err(StoreError::Duplicate) }
        })
    }

    fn misfits(&mut self, part: &PartId, model: &ModelId, limit: u32) -> StoreResult<Vec<Misfit>> {
        self.query(|tables| {
            let theirs = tables.misfits.iter().filter(|misfit| misfit.part == *part && misfit.model == *model);
            Ok(bounded(theirs.rev().cloned(), limit))
        })
    }

    fn fit_evidence(&mut self, part: &PartId, model: &ModelId) -> StoreResult<Option<FitEvidence>> {
        let key = (*part, model.clone());
        self.query(|tables| Ok(tables.fit_evidence.get(&key).cloned()))
    }

    fn fit_evidence_of_parts(
        &mut self,
        parts: &[PartId],
        model: &ModelId,
    ) -> StoreResult<BTreeMap<PartId, FitEvidence>> {
        self.query(|tables| {
            let known = |part: &PartId| Some((*part, tables.fit_evidence.get(&(*part, model.clone()))?.clone()));
            Ok(parts.iter().filter_map(known).collect())
        })
    }

    fn save_fit_evidence(&mut self, evidence: &FitEvidence) -> StoreResult<()> {
        let key = (evidence.part, evidence.model.clone());
        let saved = FitEvidence { revision: evidence.revision + 1, ..evidence.clone() };
        self.change(|tables| {
            require_known(tables, &key.0, &key.1)?;
            if evidence.revision == 0 {
                return claim(&mut tables.fit_evidence, key, saved);
            }
            match tables.fit_evidence.get_mut(&key).filter(|known| known.revision == evidence.revision) {
                Some(known) => *known = saved,
                None => return Err(StoreError::Contention),
            }
            Ok(())
        })
    }

    fn restart_fit_evidence(&mut self, part: &PartId, models: &[ModelId], at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            for model in models {
                require_known(tables, part, model)?;
                tables.fit_evidence.remove(&(*part, model.clone()));
                tables.misfits.retain(|misfit| misfit.part != *part || misfit.model != *model);
                tables.application_changes.insert((*part, model.clone()), at);
            }
            Ok(())
        })
    }

    fn application_changes(
        &mut self,
        parts: &[PartId],
        models: &[ModelId],
    ) -> StoreResult<BTreeMap<(PartId, ModelId), Timestamp>> {
        self.query(|tables| {
            let some = tables.application_changes.iter();
            let some = some.filter(|((part, model), _)| parts.contains(part) && models.contains(model));
            Ok(some.map(|(key, at)| (key.clone(), *at)).collect())
        })
    }

    fn fit_flags(
        &mut self,
        which: FlaggedFits,
        after: Option<(&PartId, &ModelId)>,
        limit: u32,
    ) -> StoreResult<Vec<FitEvidence>> {
        let after = after.map(|(part, model)| (*part, model.clone()));
        self.query(|tables| {
            let last = match &after {
                None => None,
                Some(after) => match tables.fit_evidence.get(after) {
                    None => return Ok(Vec::new()),
                    last => last.map(rank),
                },
            };
            let is_open = |known: &&FitEvidence| {
                which == FlaggedFits::All || !tables.fit_suspensions.contains_key(&(known.model.clone(), known.part))
            };
            let flagged = tables.fit_evidence.values().filter(|known| known.is_flagged());
            let mut listed: Vec<&FitEvidence> = flagged.filter(is_open).collect();
            listed.retain(|known| last.as_ref().is_none_or(|last| rank(known) > *last));
            listed.sort_by_cached_key(|known| rank(known));
            Ok(bounded(listed.into_iter().cloned(), limit))
        })
    }

    fn flagged_models(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, u32>> {
        self.query(|tables| {
            let mut flagged = BTreeMap::new();
            for known in tables.fit_evidence.values().filter(|known| known.is_flagged() && parts.contains(&known.part))
            {
                *flagged.entry(known.part).or_default() += 1;
            }
            Ok(flagged)
        })
    }

    fn fit_evidence_counted_before(&mut self, before: Timestamp, limit: u32) -> StoreResult<Vec<FitEvidence>> {
        self.query(|tables| {
            let is_due = |known: &&FitEvidence| known.counted_at.is_none_or(|at| at < before);
            let mut due: Vec<&FitEvidence> = tables.fit_evidence.values().filter(is_due).collect();
            due.sort_by_key(|known| known.counted_at);
            Ok(bounded(due.into_iter().cloned(), limit))
        })
    }

    fn sold_fits(&mut self, of: &CustomerRange, parts: &[PartId]) -> StoreResult<Vec<SoldFit>> {
        self.query(|tables| {
            let mut sold = Vec::new();
            let shipped = tables.orders.values().filter(|order| has_shipped(order));
            for order in shipped.filter(|order| is_in(of, order.key().customer)) {
                for line in order.snapshot().lines.iter().filter(|line| parts.contains(&line.part)) {
                    let Some(fit) = line.fit.as_ref().filter(|fit| fit.verdict.rests_on_an_application()) else {
                        continue;
                    };
                    let (part, model) = (line.part, fit.vehicle.model.clone());
                    let pieces = u32::try_from(line.quantity.pieces()).unwrap_or(u32::MAX);
                    sold.push(SoldFit { part, model, placed_at: order.snapshot().placed_at, pieces });
                }
            }
            Ok(sold)
        })
    }
}
