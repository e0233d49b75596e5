//! The carts of members.

use super::store_error::StoreResult;
use autoparts_domain::{
    carts::{Cart, CartLines},
    id::UserId,
    time::Timestamp,
};

/// Carts, one per user.
pub trait CartRepository {
    /// Returns a user's cart; `None` if it was never saved or has been purged.
    fn cart(&mut self, user: &UserId) -> StoreResult<Option<Cart>>;

    /// Replaces the lines of a user's cart and increments its revision, if that still equals `revision`, 0 if no cart
    /// exists. Otherwise the unit of work conflicts.
    fn save_cart(&mut self, user: &UserId, revision: i64, lines: &CartLines, at: Timestamp) -> StoreResult<()>;
}
