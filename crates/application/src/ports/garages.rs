//! The garages of members.

use super::store_error::StoreResult;
use autoparts_domain::{garages::Garage, id::UserId};

/// Garages, one per user.
pub trait GarageRepository {
    /// Returns a user's garage; `None` if it was never saved.
    fn garage(&mut self, user: &UserId) -> StoreResult<Option<Garage>>;

    /// Replaces a user's garage and increments its revision, if that still equals the revision of `garage`, 0 if none
    /// exists. Otherwise the unit of work conflicts.
    fn save_garage(&mut self, user: &UserId, garage: &Garage) -> StoreResult<()>;
}
