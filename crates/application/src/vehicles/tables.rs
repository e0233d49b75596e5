//! The vehicle tables for admins: all known vehicles, whether parts fit them or not.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::store_error::StoreError,
    shop::Shop,
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
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Returns all makes, by name. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn known_makes(&self, caller: UserId) -> Result<Vec<Make>, VehicleTablesError> {
        self.store
            .read(move |tx| {
                access::require_admin::<VehicleTablesError>(tx, &caller)?;
                Ok(tx.makes()?)
            })
            .await
    }

    /// Returns all models of a make, by name. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn known_models(&self, caller: UserId, make: MakeId) -> Result<Vec<Model>, VehicleTablesError> {
        self.store
            .read(move |tx| {
                access::require_admin::<VehicleTablesError>(tx, &caller)?;
                if tx.makes_by_id(std::slice::from_ref(&make))?.is_empty() {
                    return Err(VehicleTablesError::NoSuchMake);
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
    ) -> Result<Vec<(Engine, ModelEngine)>, VehicleTablesError> {
        self.store
            .read(move |tx| {
                access::require_admin::<VehicleTablesError>(tx, &caller)?;
                if tx.models_by_id(std::slice::from_ref(&model))?.is_empty() {
                    return Err(VehicleTablesError::NoSuchModel);
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
