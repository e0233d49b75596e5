//! The carts of members.

use super::store_error::StoreResult;
use autoparts_domain::{
    carts::{Cart, CartLines},
    id::UserId,
    time::Timestamp,
};

/// Carts, one for each user.
pub trait CartRepository {
    /// A user's cart; `None` when there is none, because it was never saved or has been forgotten.
    fn cart(&mut self, user: &UserId) -> StoreResult<Option<Cart>>;

    /// Puts lines in place of those of a user's cart, which counts its revision up, provided that it is still
    /// `revision`, 0 when there is no cart; otherwise the unit of work conflicts.
    fn save_cart(&mut self, user: &UserId, revision: i64, lines: &CartLines, at: Timestamp) -> StoreResult<()>;
}
