//! The vehicle tables for admins: all known vehicles, whether parts fit them or not.

use crate::{
    accounts::access,
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    id::UserId,
    slug::{EngineId, MakeId},
    vehicles::{Engine, Make, Model, ModelEngine, ModelId},
};
use std::collections::BTreeSet;

/// Errors of reading vehicle tables.
#[derive(Debug, thiserror::Error)]
pub enum VehicleTablesError {
    /// The make does not exist.
    #[error("This make does not exist.")]
    NoSuchMake,
    /// The model does not exist.
    #[error("This model does not exist.")]
    NoSuchModel,
}

impl Refusal for VehicleTablesError {}

/// The result of a use case that can fail with [`VehicleTablesError`].
pub type VehicleTablesResult<T> = Result<T, UseCaseError<VehicleTablesError>>;

impl Shop {
    /// Returns all makes, by name. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn known_makes(&self, caller: UserId) -> VehicleTablesResult<Vec<Make>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.makes()?)
            })
            .await
    }

    /// Returns all models of a make, by name. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn known_models(&self, caller: UserId, make: MakeId) -> VehicleTablesResult<Vec<Model>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                if tx.makes_by_id(std::slice::from_ref(&make))?.is_empty() {
                    return Err(VehicleTablesError::NoSuchMake.into());
                }
                Ok(tx.models(&make)?)
            })
            .await
    }

    /// Returns the engines of a model, by engine and years. Empty if none are recorded. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn known_engines(
        &self,
        caller: UserId,
        model: ModelId,
    ) -> VehicleTablesResult<Vec<(Engine, ModelEngine)>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                if tx.models_by_id(std::slice::from_ref(&model))?.is_empty() {
                    return Err(VehicleTablesError::NoSuchModel.into());
                }
                let made = tx.engines_of_model(&model)?;
                let ids: BTreeSet<EngineId> = made.iter().map(|made| made.engine.clone()).collect();
                let engines = tx.engines_by_id(&Vec::from_iter(ids))?;
                let named = |made: ModelEngine| {
                    let engine = engines.iter().find(|engine| engine.id == made.engine)?;
                    Some((engine.clone(), made))
                };
                Ok(made.into_iter().filter_map(named).collect())
            })
            .await
    }
}
