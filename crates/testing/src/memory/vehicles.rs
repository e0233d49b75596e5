//! Makes, models and engines, and the codes of suppliers' files.

use super::{
    MemoryTransaction,
    tables::{bounded, require},
};
use autoparts_application::ports::{
    store_error::StoreResult,
    vehicles::{Lookup, LookupKind, LookupRepository, VehicleRepository, VehicleTables},
};
use autoparts_domain::{
    slug::{EngineId, MakeId},
    text::SupplierCode,
    vehicles::{BuiltYears, Engine, Make, Model, ModelEngine, ModelId},
};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the rows with these keys, ordered by key; unknown keys are skipped.
fn by_key<K: Ord, V: Clone>(table: &BTreeMap<K, V>, ids: &[K]) -> Vec<V> {
    let wanted: BTreeSet<&K> = ids.iter().collect();
    wanted.into_iter().filter_map(|id| table.get(id)).cloned().collect()
}

impl VehicleRepository for MemoryTransaction {
    fn makes(&mut self) -> StoreResult<Vec<Make>> {
        self.query(|tables| {
            let mut makes: Vec<Make> = tables.makes.values().cloned().collect();
            makes.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
            Ok(makes)
        })
    }

    fn models(&mut self, make: &MakeId) -> StoreResult<Vec<Model>> {
        self.query(|tables| {
            let theirs = tables.models.values().filter(|model| model.id.make == *make);
            let mut models: Vec<Model> = theirs.cloned().collect();
            models.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
            Ok(models)
        })
    }

    fn makes_by_id(&mut self, ids: &[MakeId]) -> StoreResult<Vec<Make>> {
        self.query(|tables| Ok(by_key(&tables.makes, ids)))
    }

    fn models_by_id(&mut self, ids: &[ModelId]) -> StoreResult<Vec<Model>> {
        self.query(|tables| Ok(by_key(&tables.models, ids)))
    }

    fn engines_by_id(&mut self, ids: &[EngineId]) -> StoreResult<Vec<Engine>> {
        self.query(|tables| Ok(by_key(&tables.engines, ids)))
    }

    fn engines_of_model(&mut self, model: &ModelId) -> StoreResult<Vec<ModelEngine>> {
        self.query(|tables| Ok(tables.model_engines.iter().filter(|known| known.model == *model).cloned().collect()))
    }

    fn built_years(&mut self, models: &[ModelId]) -> StoreResult<BuiltYears> {
        self.query(|tables| {
            let span = |built: &mut dyn Iterator<Item = &ModelEngine>| {
                let years = built.map(|built| (built.years.from(), built.years.to()));
                years.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).map(|(from, to)| from..=to)
            };
            let of = |model: &ModelId| span(&mut tables.model_engines.iter().filter(|built| built.model == *model));
            Ok(BuiltYears {
                known: span(&mut tables.model_engines.iter()),
                models: models.iter().filter_map(|model| Some((model.clone(), of(model)?))).collect(),
            })
        })
    }

    fn save_vehicles(&mut self, vehicles: &VehicleTables) -> StoreResult<()> {
        self.touched.catalogue();
        self.change(|tables| {
            tables.makes.extend(vehicles.makes.iter().map(|make| (make.id.clone(), make.clone())));
            for model in &vehicles.models {
                require(tables.makes.contains_key(&model.id.make), "there is no such make")?;
                tables.models.insert(model.id.clone(), model.clone());
            }
            tables.engines.extend(vehicles.engines.iter().map(|engine| (engine.id.clone(), engine.clone())));
            let given: BTreeSet<ModelEngine> = vehicles.model_engines.iter().cloned().collect();
            for known in &given {
                require(tables.models.contains_key(&known.model), "there is no such model")?;
                require(tables.engines.contains_key(&known.engine), "there is no such engine")?;
            }
            let replaced: BTreeSet<_> = given.iter().map(|given| (&given.model, &given.engine)).collect();
            tables.model_engines.retain(|known| !replaced.contains(&(&known.model, &known.engine)));
            tables.model_engines.extend(given);
            Ok(())
        })
    }
}

impl LookupRepository for MemoryTransaction {
    fn lookups(
        &mut self,
        scheme: &SupplierCode,
        kind: LookupKind,
        after: Option<&SupplierCode>,
        limit: u32,
    ) -> StoreResult<Vec<Lookup>> {
        self.query(|tables| {
            let wanted = |known: &&Lookup| {
                known.scheme == *scheme && known.kind == kind && after.is_none_or(|after| known.code > *after)
            };
            Ok(bounded(tables.lookups.values().filter(wanted).cloned(), limit))
        })
    }

    fn lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<Option<Lookup>> {
        let key = (scheme.clone(), kind, code.clone());
        self.query(|tables| Ok(tables.lookups.get(&key).cloned()))
    }

    fn save_lookups(&mut self, lookups: &[Lookup]) -> StoreResult<()> {
        self.change(|tables| {
            let row = |known: &Lookup| ((known.scheme.clone(), known.kind, known.code.clone()), known.clone());
            tables.lookups.extend(lookups.iter().map(row));
            Ok(())
        })
    }

    fn delete_lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<bool> {
        let key = (scheme.clone(), kind, code.clone());
        self.change(|tables| Ok(tables.lookups.remove(&key).is_some()))
    }
}
