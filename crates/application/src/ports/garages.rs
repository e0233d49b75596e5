//! The garages of members.

use super::store_error::StoreResult;
use autoparts_domain::{garages::Garage, id::UserId};

/// Garages, one for each user.
pub trait GarageRepository {
    /// A user's garage; `None` when it was never saved.
    fn garage(&mut self, user: &UserId) -> StoreResult<Option<Garage>>;

    /// Puts a garage in place of a user's, which counts its revision up, provided that it still has the revision of
    /// `garage`, 0 when there is none; otherwise the unit of work conflicts.
    fn save_garage(&mut self, user: &UserId, garage: &Garage) -> StoreResult<()>;
}
