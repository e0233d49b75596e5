//! Choosing a vehicle step by step, and the names of vehicles chosen before.

use super::{KnownVehicle, known_vehicle};
use crate::{
    ports::{part_search::SearchError, store_error::StoreError},
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    catalogue::search::folded,
    slug::{EngineId, MakeId},
    vehicles::{Engine, Make, Model, ModelId, ModelYear, Vehicle},
};
use std::collections::BTreeSet;

/// Maximum number of vehicles per request for names; as many as a garage can hold.
pub const MAX_NAMED: usize = 20;

/// Errors of choosing vehicles.
#[derive(Debug, thiserror::Error)]
pub enum VehicleError {
    /// The search failed, which knows the vehicles that parts are listed for.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl Refusal for VehicleError {}

/// The result of a use case that can fail with [`VehicleError`].
pub type VehicleResult<T> = Result<T, UseCaseError<VehicleError>>;

/// Sorts items by name, and by key if names are equal.
fn by_name<T, K: Ord>(mut named: Vec<T>, name: impl Fn(&T) -> &str, key: impl Fn(&T) -> K) -> Vec<T> {
    named.sort_by_cached_key(|one| (folded(name(one)), key(one)));
    named
}

impl Shop {
    /// Returns the years of vehicles that parts are listed for, newest first. Universal parts are ignored, in every
    /// step. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn vehicle_years(&self) -> VehicleResult<Vec<ModelYear>> {
        let mut years = self.search.vehicle_years().await?;
        years.retain(|year| self.is_on_sale(*year));
        years.reverse();
        Ok(years)
    }

    /// Returns the makes of vehicles of a year that parts are listed for, by name. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn vehicle_makes(&self, year: ModelYear) -> VehicleResult<Vec<Make>> {
        if !self.is_on_sale(year) {
            return Ok(Vec::new());
        }
        let ids = self.search.vehicle_makes(year).await?;
        let makes = self.store.read_public(move |tx| tx.makes_by_id(&ids)).await?;
        Ok(by_name(makes, |make| make.name.as_str(), |make| make.id.clone()))
    }

    /// Returns the models of a make and a year that parts are listed for, by name. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn vehicle_models(&self, year: ModelYear, make: MakeId) -> VehicleResult<Vec<Model>> {
        if !self.is_on_sale(year) {
            return Ok(Vec::new());
        }
        let ids = self.search.vehicle_models(year, &make, false).await?;
        let models = self.store.read_public(move |tx| tx.models_by_id(&ids)).await?;
        Ok(by_name(models, |model| model.name.as_str(), |model| model.id.clone()))
    }

    /// Returns the engines of a model in a year, by name: those that it was built with, and those that parts name.
    /// Empty if no part is listed for the model in that year. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn vehicle_engines(&self, year: ModelYear, model: ModelId) -> VehicleResult<Vec<Engine>> {
        if !self.is_on_sale(year) || !self.search.vehicle_models(year, &model.make, false).await?.contains(&model) {
            return Ok(Vec::new());
        }
        let named = self.search.vehicle_engines(year, &model).await?;
        let engines = self.store.read_public(move |tx| {
            let made = tx.engines_of_model(&model)?.into_iter().filter(|made| made.years.contains(year));
            let all: BTreeSet<EngineId> = made.map(|made| made.engine).chain(named.iter().cloned()).collect();
            tx.engines_by_id(&Vec::from_iter(all))
        });
        Ok(by_name(engines.await?, |engine| engine.name.as_str(), |engine| engine.id.clone()))
    }

    /// Returns some vehicles with their names, in order, at most [`MAX_NAMED`]. Unknown vehicles are omitted. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn named_vehicles(&self, vehicles: Vec<Vehicle>) -> VehicleResult<Vec<KnownVehicle>> {
        let known = self.store.read_public(move |tx| {
            let known = vehicles.iter().take(MAX_NAMED).map(|vehicle| known_vehicle(tx, vehicle));
            known.collect::<Result<Vec<_>, StoreError>>()
        });
        Ok(known.await?.into_iter().flatten().collect())
    }
}
