//! The garages of members: each is its owner's alone, not an admin's either. Its vehicles need not exist: whoever asks what
//! fits one is told.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{store::Transaction, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{email::Email, garages::Garage, id::UserId};

/// Why a garage could not be shown or saved.
#[derive(Debug, thiserror::Error)]
pub enum GarageError {
    /// It was saved elsewhere since the revision that was sent.
    #[error("Your garage was changed meanwhile, perhaps on another device.")]
    ChangedMeanwhile,
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// A person's vehicles, for the person; none with revision 0 when none were saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn garage(&self, caller: UserId, email: Email) -> Result<Garage, GarageError> {
        self.store
            .read(move |tx| {
                let owner = access::require_self::<GarageError>(tx, &caller, &email)?;
                Ok(tx.garage(&owner.id)?.unwrap_or_default())
            })
            .await
    }

    /// Puts the vehicles of `garage` in place of a person's, for the person; its revision is the one that they were made
    /// from. The garage as it is saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_garage(&self, caller: UserId, email: Email, garage: Garage) -> Result<Garage, GarageError> {
        self.store.write(move |tx| save(tx, &caller, &email, &garage)).await
    }
}

fn save(tx: &mut dyn Transaction, caller: &UserId, email: &Email, garage: &Garage) -> Result<Garage, GarageError> {
    let owner = access::require_self::<GarageError>(tx, caller, email)?;
    let saved = tx.garage(&owner.id)?.unwrap_or_default();
    if saved.revision != garage.revision {
        return Err(GarageError::ChangedMeanwhile);
    }
    tx.save_garage(&owner.id, garage)?;
    Ok(Garage { revision: garage.revision + 1, ..garage.clone() })
}
