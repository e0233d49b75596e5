//! Vehicles: which there are, and what they are called.

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

/// Rows that are written in one unit of work when many vehicles are taken in.
const AT_ONCE: usize = 500;

/// A vehicle that is known, with what it is called.
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
    /// `2018 Honda Civic 2.0L L4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.vehicle.year, self.make.name, self.model.name)?;
        self.engine.as_ref().map_or(Ok(()), |engine| write!(f, " {}", engine.name))
    }
}

/// A vehicle with its names; `None` when there never was one: its model is unknown, was not built in the year, or was not
/// built with the engine and no part is listed for it. Of a model without years in the tables, any year and engine is known.
pub fn known_vehicle(tx: &mut dyn Transaction, vehicle: &Vehicle) -> StoreResult<Option<KnownVehicle>> {
    let Vehicle { year, model, engine } = vehicle;
    let make = tx.makes_by_id(std::slice::from_ref(&model.make))?.pop();
    let known = tx.models_by_id(std::slice::from_ref(model))?.pop();
    let (Some(make), Some(known)) = (make, known) else { return Ok(None) };
    let engines = tx.engines_of_model(model)?;
    let was_made =
        |made: &ModelEngine| made.years.contains(*year) && engine.as_ref().is_none_or(|engine| *engine == made.engine);
    if !engines.is_empty() && !engines.iter().any(was_made) {
        // Suppliers know newer vehicles than the tables do, but no other years of those that the tables have.
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
    /// Adds vehicles and renames those that are known, some at a time; for the operator. What was written stays when a
    /// later one is refused, and the same vehicles may be added again.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_vehicles(&self, vehicles: VehicleTables) -> Result<(), StoreError> {
        let VehicleTables { makes, models, engines, mut model_engines } = vehicles;
        let write = async |tables: VehicleTables| self.store.write(move |tx| tx.save_vehicles(&tables)).await;
        for makes in makes.chunks(AT_ONCE) {
            write(VehicleTables { makes: makes.to_vec(), ..VehicleTables::default() }).await?;
        }
        for models in models.chunks(AT_ONCE) {
            write(VehicleTables { models: models.to_vec(), ..VehicleTables::default() }).await?;
        }
        for engines in engines.chunks(AT_ONCE) {
            write(VehicleTables { engines: engines.to_vec(), ..VehicleTables::default() }).await?;
        }
        // The years of one engine of one model are replaced together, so they must not be torn apart.
        model_engines.sort_unstable();
        let mut together: Vec<ModelEngine> = Vec::new();
        for of_pair in model_engines.chunk_by(|one, other| (&one.model, &one.engine) == (&other.model, &other.engine)) {
            together.extend_from_slice(of_pair);
            if together.len() >= AT_ONCE {
                let model_engines = std::mem::take(&mut together);
                write(VehicleTables { model_engines, ..VehicleTables::default() }).await?;
            }
        }
        write(VehicleTables { model_engines: together, ..VehicleTables::default() }).await
    }
}
