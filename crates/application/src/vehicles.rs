//! Vehicles and their names.

pub mod adding;
pub mod choosing;
pub mod lookups;
pub mod tables;

use crate::{
    ports::{
        store::Transaction,
        store_error::{StoreError, StoreResult},
        vehicles::VehicleTables,
    },
    shop::Shop,
};
use autoparts_domain::vehicles::{Engine, Make, Model, ModelEngine, Vehicle};
use std::fmt;

/// Rows written per unit of work when many vehicles are imported.
const BATCH: usize = 500;

/// A known vehicle with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownVehicle {
    /// The vehicle.
    pub vehicle: Vehicle,
    /// Its make.
    pub make: Make,
    /// Its model.
    pub model: Model,
    /// Its engine, if one was chosen.
    pub engine: Option<Engine>,
}

impl fmt::Display for KnownVehicle {
    /// Formats the vehicle, such as `2018 Honda Civic 2.0L L4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.vehicle.year, self.make.name, self.model.name)?;
        self.engine.as_ref().map_or(Ok(()), |engine| write!(f, " {}", engine.name))
    }
}

/// Returns a vehicle with its names; `None` if it never existed: its model is unknown, was not built in that year, or
/// was not built with that engine and no part is listed for it. For a model without years in the tables, any year and
/// engine counts as known.
pub fn known_vehicle(tx: &mut dyn Transaction, vehicle: &Vehicle) -> StoreResult<Option<KnownVehicle>> {
    let Vehicle { year, model, engine } = vehicle;
    let make = tx.makes_by_id(std::slice::from_ref(&model.make))?.pop();
    let known = tx.models_by_id(std::slice::from_ref(model))?.pop();
    let (Some(make), Some(known)) = (make, known) else { return Ok(None) };
    let engines = tx.engines_of_model(model)?;
    let was_made =
        |made: &ModelEngine| made.years.contains(*year) && engine.as_ref().is_none_or(|engine| *engine == made.engine);
    if !engines.is_empty() && !engines.iter().any(was_made) {
        // Suppliers know newer vehicles than the tables do, but not other years of vehicles that are in the tables.
        let built = tx.built_years(std::slice::from_ref(model))?;
        if !built.possible(model).contains(year) || !tx.is_listed(vehicle)? {
            return Ok(None);
        }
    }
    let engine = match engine {
        Some(engine) => match tx.engines_by_id(std::slice::from_ref(engine))?.pop() {
            Some(engine) => Some(engine),
            None => return Ok(None),
        },
        None => None,
    };
    Ok(Some(KnownVehicle { vehicle: vehicle.clone(), make, model: known, engine }))
}

impl Shop {
    /// Adds vehicles and renames existing ones, in batches; for the operator. If a vehicle is refused, those already
    /// written remain, and the call can be repeated.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_vehicles(&self, vehicles: VehicleTables) -> Result<(), StoreError> {
        let VehicleTables { makes, models, engines, mut model_engines } = vehicles;
        let write = async |tables: VehicleTables| self.store.write(move |tx| tx.save_vehicles(&tables)).await;
        for makes in makes.chunks(BATCH) {
            write(VehicleTables { makes: makes.to_vec(), ..VehicleTables::default() }).await?;
        }
        for models in models.chunks(BATCH) {
            write(VehicleTables { models: models.to_vec(), ..VehicleTables::default() }).await?;
        }
        for engines in engines.chunks(BATCH) {
            write(VehicleTables { engines: engines.to_vec(), ..VehicleTables::default() }).await?;
        }
        // The years of one engine of one model are replaced together, so they must be in the same batch.
        model_engines.sort_unstable();
        let mut together: Vec<ModelEngine> = Vec::new();
        for of_pair in model_engines.chunk_by(|one, other| (&one.model, &one.engine) == (&other.model, &other.engine)) {
            together.extend_from_slice(of_pair);
            if together.len() >= BATCH {
                let model_engines = std::mem::take(&mut together);
                write(VehicleTables { model_engines, ..VehicleTables::default() }).await?;
            }
        }
        write(VehicleTables { model_engines: together, ..VehicleTables::default() }).await
    }
}
