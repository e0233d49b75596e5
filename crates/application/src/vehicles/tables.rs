//! The tables of vehicles as admins choose from them: all that is known, whether parts fit it or not.

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

/// Why tables of vehicles were not shown.
#[derive(Debug, thiserror::Error)]
pub enum VehicleTablesError {
    /// There is no such make.
    #[error("This make does not exist.")]
    NoSuchMake,
    /// There is no such model.
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
    /// All makes, by name; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn known_makes(&self, caller: UserId) -> Result<Vec<Make>, VehicleTablesError> {
        self.store
            .read(move |tx| {
                access::require_admin::<VehicleTablesError>(tx, &caller)?;
                Ok(tx.makes()?)
            })
            .await
    }

    /// All models of a make, by name; for admins.
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

    /// With which engines a model was made, by engine and years; for admins. None when nobody said.
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
