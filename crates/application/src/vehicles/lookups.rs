//! What suppliers' files call things of this shop, as admins keep it. A code may only stand for something that the shop
//! knows: whoever reads a file later believes it.

use super::known_vehicle;
use crate::{
    accounts::access::{self, AccessDenied},
    ports::{
        store::Transaction,
        store_error::StoreError,
        vehicles::{Lookup, LookupKind},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::UserId,
    slug::{BrandId, CategoryId, EngineId, MakeId},
    text::{ConditionWords, Position, SupplierCode},
    validation::ValidationError,
    vehicles::{ModelId, Vehicle},
};
use std::str::FromStr;

/// Codes that are saved at once.
pub const MAX_LOOKUPS: usize = 100;

/// Why codes were not shown or not saved.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// A code cannot stand for what was sent, or the shop does not know that.
    #[error("The value {why}.")]
    Refused {
        /// Which of the codes, counted from 0.
        index: usize,
        /// What is wrong with its value.
        why: ValidationError,
    },
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// The codes of a scheme and a kind, in order, after one of them; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn lookups(
        &self,
        caller: UserId,
        scheme: SupplierCode,
        kind: LookupKind,
        after: Option<SupplierCode>,
        limit: u32,
    ) -> Result<Vec<Lookup>, LookupError> {
        self.store
            .read(move |tx| {
                access::require_admin::<LookupError>(tx, &caller)?;
                Ok(tx.lookups(&scheme, kind, after.as_ref(), limit)?)
            })
            .await
    }

    /// Says what codes stand for, all of them or none; for admins. Those that are known get another meaning.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_lookups(&self, caller: UserId, lookups: Vec<Lookup>) -> Result<(), LookupError> {
        self.store
            .write(move |tx| {
                access::require_admin::<LookupError>(tx, &caller)?;
                let mut checked = Vec::with_capacity(lookups.len());
                for (index, lookup) in lookups.iter().enumerate() {
                    let value =
                        checked_value(tx, lookup.kind, &lookup.value, |why| LookupError::Refused { index, why })?;
                    checked.push(Lookup { value, ..lookup.clone() });
                }
                Ok(tx.save_lookups(&checked)?)
            })
            .await
    }

    /// Takes a code away; for admins. `false` when there is none.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn delete_lookup(
        &self,
        caller: UserId,
        scheme: SupplierCode,
        kind: LookupKind,
        code: SupplierCode,
    ) -> Result<bool, LookupError> {
        self.store
            .write(move |tx| {
                access::require_admin::<LookupError>(tx, &caller)?;
                Ok(tx.delete_lookup(&scheme, kind, &code)?)
            })
            .await
    }
}

/// A value in the spelling of the shop, if a code of a kind can stand for it and the shop knows it.
fn checked_value(
    tx: &mut dyn Transaction,
    kind: LookupKind,
    value: &str,
    refused: impl Fn(ValidationError) -> LookupError,
) -> Result<String, LookupError> {
    let (value, is_known) = match kind {
        LookupKind::BaseVehicle => {
            let vehicle: Vehicle = read(value).map_err(&refused)?;
            if vehicle.engine.is_some() {
                // Engines have codes of their own.
                return Err(refused(ValidationError::NotAVehicle));
            }
            (vehicle.to_string(), known_vehicle(tx, &vehicle)?.is_some())
        }
        LookupKind::Engine => {
            let id: EngineId = read(value).map_err(&refused)?;
            (id.to_string(), !tx.engines_by_id(&[id])?.is_empty())
        }
        LookupKind::Make => {
            let id: MakeId = read(value).map_err(&refused)?;
            (id.to_string(), !tx.makes_by_id(&[id])?.is_empty())
        }
        LookupKind::Model => {
            let id: ModelId = read(value).map_err(&refused)?;
            (id.to_string(), !tx.models_by_id(&[id])?.is_empty())
        }
        LookupKind::PartType => {
            let id: CategoryId = read(value).map_err(&refused)?;
            (id.to_string(), tx.categories()?.get(&id).is_some())
        }
        LookupKind::Brand => {
            let id: BrandId = read(value).map_err(&refused)?;
            (id.to_string(), tx.brand(&id)?.is_some())
        }
        LookupKind::Position => (read::<Position>(value).map_err(&refused)?.to_string(), true),
        LookupKind::Condition => (read::<ConditionWords>(value).map_err(&refused)?.to_string(), true),
    };
    if is_known { Ok(value) } else { Err(refused(ValidationError::Unknown)) }
}

fn read<T: FromStr<Err = ValidationError>>(value: &str) -> Result<T, ValidationError> {
    value.trim().parse()
}
