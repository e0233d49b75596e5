//! Import jobs.

use super::{
    MemoryTransaction,
    tables::{bounded, descending},
};
use autoparts_application::ports::{
    import_files::{Finding, FindingKind},
    imports::{Import, ImportRepository, ImportState, PartChange, PartKey, Step},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::part_number::NormalNumber,
    id::{ImportId, PartId},
    slug::{BrandId, EngineId},
    time::Timestamp,
    vehicles::{Engine, Model, ModelId},
};
use std::collections::BTreeMap;
use uuid::Uuid;

impl ImportRepository for MemoryTransaction {
    fn insert_import(&mut self, import: &Import) -> StoreResult<()> {
        self.change(|tables| match tables.imports.insert(import.id, import.clone()) {
            Some(_) => Err(StoreError::Duplicate),
            None => Ok(()),
        })
    }

    fn import(&mut self, id: &ImportId) -> StoreResult<Option<Import>> {
        self.query(|tables| Ok(tables.imports.get(id).cloned()))
    }

    fn imports(&mut self, page: &Page<ImportId>) -> StoreResult<Vec<Import>> {
        self.query(|tables| Ok(descending(tables.imports.iter().map(|(id, import)| (*id, import.clone())), page)))
    }

    fn unfinished_imports(&mut self, limit: u32) -> StoreResult<Vec<Import>> {
        self.query(|tables| {
            let of =
                |state| bounded(tables.imports.values().filter(move |import| import.state == state).cloned(), limit);
            let mut unfinished = of(ImportState::Reading);
            unfinished.extend(of(ImportState::Applying));
            Ok(unfinished)
        })
    }

    fn update_import(&mut self, import: &Import, from: ImportState) -> StoreResult<bool> {
        self.change(|tables| {
            let known = tables.imports.get_mut(&import.id).filter(|known| known.state == from);
            Ok(known.map(|known| *known = import.clone()).is_some())
        })
    }

    fn claim_imports(&mut self, holder: &Uuid, now: Timestamp, stale_before: Timestamp) -> StoreResult<bool> {
        self.change(|tables| {
            let is_free = tables.import_claim.is_none_or(|(other, at)| other == *holder || at < stale_before);
            if is_free {
                tables.import_claim = Some((*holder, now));
            }
            Ok(is_free)
        })
    }

    fn renew_imports(&mut self, holder: &Uuid, now: Timestamp) -> StoreResult<bool> {
        self.change(|tables| {
            let is_held = tables.import_claim.is_some_and(|(other, _)| other == *holder);
            if is_held {
                tables.import_claim = Some((*holder, now));
            }
            Ok(is_held)
        })
    }

    fn release_imports(&mut self, holder: &Uuid) -> StoreResult<()> {
        self.change(|tables| {
            if tables.import_claim.is_some_and(|(other, _)| other == *holder) {
                (tables.import_claim, tables.import_step) = (None, None);
            }
            Ok(())
        })
    }

    fn note_import_step(&mut self, holder: &Uuid, id: &ImportId, step: Step) -> StoreResult<()> {
        self.change(|tables| {
            if tables.import_claim.is_some_and(|(other, _)| other == *holder) {
                tables.import_step = Some((*id, step));
            }
            Ok(())
        })
    }

    fn import_step(&mut self, id: &ImportId, stale_before: Timestamp) -> StoreResult<Option<Step>> {
        self.query(|tables| {
            let is_fresh = tables.import_claim.is_some_and(|(_, at)| at >= stale_before);
            Ok(tables.import_step.filter(|(of, _)| is_fresh && of == id).map(|(_, step)| step))
        })
    }

    fn add_import_changes(&mut self, id: &ImportId, first: u32, changes: &[PartChange]) -> StoreResult<()> {
        self.change(|tables| {
            for (number, change) in (first..).zip(changes) {
                if tables.import_changes.insert((*id, number), change.clone()).is_some() {
                    return Err(StoreError::Duplicate);
                }
            }
            Ok(())
        })
    }

    fn import_changes(&mut self, id: &ImportId, after: Option<u32>, limit: u32) -> StoreResult<Vec<(u32, PartChange)>> {
        self.query(|tables| {
            let theirs = tables.import_changes.range((*id, 0)..=(*id, u32::MAX));
            let later = theirs.filter(|((_, number), _)| after.is_none_or(|after| *number > after));
            Ok(bounded(later.map(|((_, number), change)| (*number, change.clone())), limit))
        })
    }

    fn delete_import_changes(&mut self, id: &ImportId, below: u32) -> StoreResult<()> {
        self.change(|tables| {
            tables.import_changes.retain(|(of, number), _| of != id || *number >= below);
            Ok(())
        })
    }

    fn save_findings(&mut self, id: &ImportId, findings: &[Finding]) -> StoreResult<()> {
        self.change(|tables| {
            tables.import_findings.insert(*id, findings.to_vec());
            Ok(())
        })
    }

    fn findings(
        &mut self,
        id: &ImportId,
        kind: Option<FindingKind>,
        after: Option<u32>,
        limit: u32,
    ) -> StoreResult<Vec<(u32, Finding)>> {
        self.query(|tables| {
            let numbered = (0..).zip(tables.import_findings.get(id).into_iter().flatten().cloned());
            let wanted = |(number, finding): &(u32, Finding)| {
                after.is_none_or(|after| *number > after) && kind.is_none_or(|kind| kind == finding.kind)
            };
            Ok(bounded(numbered.filter(wanted), limit))
        })
    }

    fn number_owners(
        &mut self,
        brand: &BrandId,
        numbers: &[NormalNumber],
    ) -> StoreResult<BTreeMap<NormalNumber, PartId>> {
        self.query(|tables| {
            let owner = |number: &NormalNumber| {
                let part = tables.part_keys.get(&(brand.clone(), number.clone()))?;
                Some((number.clone(), *part))
            };
            Ok(numbers.iter().filter_map(owner).collect())
        })
    }

    fn part_keys(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, PartKey>> {
        self.query(|tables| {
            let key = |part: &PartId| {
                let listing = tables.listings.get(part)?;
                let number = listing.number.as_ref().and_then(|number| NormalNumber::of(number.as_str()));
                Some((*part, PartKey { brand: listing.brand.clone(), number }))
            };
            let keys = parts.iter().filter_map(key);
            Ok(keys.filter(|(_, key)| *key != PartKey::default()).collect())
        })
    }

    fn all_models(&mut self, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<Model>> {
        self.query(|tables| {
            let later = |model: &&Model| after.is_none_or(|after| model.id.to_string() > after.to_string());
            let mut models: Vec<Model> = tables.models.values().filter(later).cloned().collect();
            models.sort_by_key(|model| model.id.to_string());
            Ok(bounded(models.into_iter(), limit))
        })
    }

    fn all_engines(&mut self, after: Option<&EngineId>, limit: u32) -> StoreResult<Vec<Engine>> {
        self.query(|tables| {
            let later = |engine: &&Engine| after.is_none_or(|after| engine.id > *after);
            Ok(bounded(tables.engines.values().filter(later).cloned(), limit))
        })
    }
}
