//! Adds vehicles from a file. Existing ones are unchanged.

use super::BATCH;
use crate::ports::{
    store::{Store, Transaction},
    store_error::{StoreError, StoreResult},
    vehicles::VehicleTables,
};
use autoparts_domain::{
    slug::{EngineId, MakeId},
    vehicles::{ModelEngine, ModelId, Years},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::AddAssign,
};

/// Number of added vehicles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AddedVehicles {
    /// Makes.
    pub makes: usize,
    /// Models.
    pub models: usize,
    /// Engines.
    pub engines: usize,
    /// Engines of models that were new, or were new in some years.
    pub model_engines: usize,
}

impl AddAssign for AddedVehicles {
    fn add_assign(&mut self, other: Self) {
        self.makes += other.makes;
        self.models += other.models;
        self.engines += other.engines;
        self.model_engines += other.model_engines;
    }
}

/// Adds unknown vehicles in batches; for the operator. Existing ones keep their names, and an engine of a model keeps
/// its existing years. If a vehicle is refused, those already written remain, and the call can be repeated.
pub async fn add_unknown_vehicles(store: &dyn Store, vehicles: VehicleTables) -> Result<AddedVehicles, StoreError> {
    let VehicleTables { makes, models, engines, mut model_engines } = vehicles;
    let add = async |tables: VehicleTables| store.write(move |tx| add(tx, &tables)).await;
    let mut added = AddedVehicles::default();
    for makes in makes.chunks(BATCH) {
        added += add(VehicleTables { makes: makes.to_vec(), ..VehicleTables::default() }).await?;
    }
    for models in models.chunks(BATCH) {
        added += add(VehicleTables { models: models.to_vec(), ..VehicleTables::default() }).await?;
    }
    for engines in engines.chunks(BATCH) {
        added += add(VehicleTables { engines: engines.to_vec(), ..VehicleTables::default() }).await?;
    }
    model_engines.sort_unstable();
    // The engines of a model are compared together, so they must be in the same batch.
    let mut together: Vec<ModelEngine> = Vec::new();
    for of_model in model_engines.chunk_by(|one, other| one.model == other.model) {
        together.extend_from_slice(of_model);
        if together.len() >= BATCH {
            let model_engines = std::mem::take(&mut together);
            added += add(VehicleTables { model_engines, ..VehicleTables::default() }).await?;
        }
    }
    added += add(VehicleTables { model_engines: together, ..VehicleTables::default() }).await?;
    Ok(added)
}

/// Does the same in one unit of work, for a few vehicles.
pub fn add(tx: &mut dyn Transaction, vehicles: &VehicleTables) -> StoreResult<AddedVehicles> {
    let mut new = vehicles.clone();
    let makes: Vec<MakeId> = new.makes.iter().map(|make| make.id.clone()).collect();
    let makes: BTreeSet<MakeId> = tx.makes_by_id(&makes)?.into_iter().map(|make| make.id).collect();
    new.makes.retain(|make| !makes.contains(&make.id));
    let models: Vec<ModelId> = new.models.iter().map(|model| model.id.clone()).collect();
    let models: BTreeSet<ModelId> = tx.models_by_id(&models)?.into_iter().map(|model| model.id).collect();
    new.models.retain(|model| !models.contains(&model.id));
    let engines: Vec<EngineId> = new.engines.iter().map(|engine| engine.id.clone()).collect();
    let engines: BTreeSet<EngineId> = tx.engines_by_id(&engines)?.into_iter().map(|engine| engine.id).collect();
    new.engines.retain(|engine| !engines.contains(&engine.id));
    let (model_engines, changed) = more_years(tx, &new.model_engines)?;
    new.model_engines = model_engines;
    let added = AddedVehicles {
        makes: new.makes.len(),
        models: new.models.len(),
        engines: new.engines.len(),
        model_engines: changed,
    };
    if new != VehicleTables::default() {
        tx.save_vehicles(&new)?;
    }
    Ok(added)
}

/// Returns the engines of models that are new in some years, each with all its years, and their number.
fn more_years(tx: &mut dyn Transaction, given: &[ModelEngine]) -> StoreResult<(Vec<ModelEngine>, usize)> {
    let mut years: BTreeMap<&ModelId, BTreeMap<&EngineId, Vec<Years>>> = BTreeMap::new();
    for ModelEngine { model, engine, years: some } in given {
        years.entry(model).or_default().entry(engine).or_default().push(*some);
    }
    let mut more = Vec::new();
    let mut changed = 0;
    for (model, engines) in years {
        let known = tx.engines_of_model(model)?;
        for (engine, given) in engines {
            let known: Vec<Years> =
                known.iter().filter(|known| known.engine == *engine).map(|known| known.years).collect();
            let all = Years::all_joined(known.iter().copied().chain(given));
            if all != Years::all_joined(known) {
                let of_both = |years| ModelEngine { model: model.clone(), engine: engine.clone(), years };
                more.extend(all.into_iter().map(of_both));
                changed += 1;
            }
        }
    }
    Ok((more, changed))
}
