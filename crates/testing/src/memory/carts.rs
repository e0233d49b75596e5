//! The carts of members.

use super::{MemoryTransaction, tables::require};
use autoparts_application::ports::{
    carts::CartRepository,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    carts::{Cart, CartLines},
    id::UserId,
    time::Timestamp,
};

impl CartRepository for MemoryTransaction {
    fn cart(&mut self, user: &UserId) -> StoreResult<Option<Cart>> {
        self.query(|tables| Ok(tables.carts.get(user).map(|(cart, _)| cart.clone())))
    }

    fn save_cart(&mut self, user: &UserId, revision: i64, lines: &CartLines, at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.users.contains_key(user), "there is no such user")?;
            if tables.carts.get(user).map_or(0, |(cart, _)| cart.revision) != revision {
                return Err(StoreError::Contention);
            }
            tables.carts.insert(*user, (Cart { revision: revision + 1, lines: lines.clone() }, at));
            Ok(())
        })
    }
}
