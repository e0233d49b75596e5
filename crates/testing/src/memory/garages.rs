//! The garages of members.

use super::{MemoryTransaction, tables::require};
use autoparts_application::ports::{
    garages::GarageRepository,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{garages::Garage, id::UserId};

impl GarageRepository for MemoryTransaction {
    fn garage(&mut self, user: &UserId) -> StoreResult<Option<Garage>> {
        self.query(|tables| Ok(tables.garages.get(user).cloned()))
    }

    fn save_garage(&mut self, user: &UserId, garage: &Garage) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.users.contains_key(user), "there is no such user")?;
            if tables.garages.get(user).map_or(0, |saved| saved.revision) != garage.revision {
                return Err(StoreError::Contention);
            }
            tables.garages.insert(*user, Garage { revision: garage.revision + 1, ..garage.clone() });
            Ok(())
        })
    }
}
