//! Garages of members. Only the owner can access one, not even an admin. A stored vehicle need not exist; fitment
//! requests report that.

use crate::{
    accounts::access,
    ports::store::Transaction,
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{email::Email, garages::Garage, id::UserId};

/// Errors of reading or saving a garage.
#[derive(Debug, thiserror::Error)]
pub enum GarageError {
    /// The garage was saved elsewhere since the revision that was sent.
    #[error("Your garage was changed on another device or in another tab.")]
    ChangedMeanwhile,
}

impl Refusal for GarageError {}

/// The result of a use case that can fail with [`GarageError`].
pub type GarageResult<T> = Result<T, UseCaseError<GarageError>>;

impl Shop {
    /// Returns a member's vehicles to that member; empty with revision 0 if none were ever saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn garage(&self, caller: UserId, email: Email) -> GarageResult<Garage> {
        self.store
            .read(move |tx| {
                let owner = access::require_self(tx, &caller, &email)?;
                Ok(tx.garage(&owner.id)?.unwrap_or_default())
            })
            .await
    }

    /// Replaces a member's vehicles with those of `garage`, on behalf of that member. `garage.revision` is the revision
    /// that the edit was based on. Returns the garage as saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_garage(&self, caller: UserId, email: Email, garage: Garage) -> GarageResult<Garage> {
        self.store.write(move |tx| save(tx, &caller, &email, &garage)).await
    }
}

fn save(tx: &mut dyn Transaction, caller: &UserId, email: &Email, garage: &Garage) -> GarageResult<Garage> {
    let owner = access::require_self(tx, caller, email)?;
    let saved = tx.garage(&owner.id)?.unwrap_or_default();
    if saved.revision != garage.revision {
        return Err(GarageError::ChangedMeanwhile.into());
    }
    tx.save_garage(&owner.id, garage)?;
    Ok(Garage { revision: garage.revision + 1, ..garage.clone() })
}
