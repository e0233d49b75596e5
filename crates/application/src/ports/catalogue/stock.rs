//! The stock of parts.

use crate::ports::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    catalogue::stock::StockMovement,
    id::{PartId, StockMovementId, UserId},
    quantity::{MinimumOrder, Quantity, Stock},
    time::Timestamp,
};
use std::collections::BTreeMap;

/// The stock of one part, for the books check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockAccount {
    /// The part, possibly hidden.
    pub part: PartId,
    /// Pieces ever supplied.
    pub supplied: i64,
    /// Pieces available now.
    pub available: i64,
    /// The sum of all its movements; `None` if it has none, because the previous release added it.
    pub moved: Option<i64>,
}

/// The stock of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockLevel {
    /// Pieces ever supplied.
    pub supplied: i64,
    /// Pieces available now.
    pub available: i64,
    /// The part is running low at or below this number of pieces.
    pub reorder_at: Stock,
}

/// Stock.
pub trait StockRepository {
    /// Takes pieces out of stock for an order, all or none; `false` if there are not enough. Must be the last statement
    /// of its transaction, so that a popular part is locked only briefly. Works for deleted parts too: an expired order
    /// may be paid after its part was removed from the catalog.
    fn take_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<bool>;

    /// Returns the available pieces of a part, including deleted parts; 0 if it does not exist.
    fn part_stock(&mut self, id: &PartId) -> StoreResult<i64>;

    /// Returns the pieces of an order to stock. Must be the last call of its transaction. If the part becomes orderable
    /// again, `at` is recorded as the time of its change.
    fn return_stock(&mut self, id: &PartId, quantity: Quantity, at: Timestamp) -> StoreResult<()>;

    /// Records that pieces of a part came back other than from an unpaid order, so that subscribers are notified.
    /// [`move_stock`](Self::move_stock) does this for arriving pieces.
    fn note_renewed(&mut self, id: &PartId, at: Timestamp) -> StoreResult<()>;

    /// Locks the stock of some parts, in the order of their ids, until the transaction ends. Does nothing in stores
    /// with a single writer.
    fn lock_stock(&mut self, _parts: &[PartId]) -> StoreResult<()> {
        Ok(())
    }

    /// Records a movement and updates the supplied and available pieces. Returns `false` and writes nothing if too few
    /// pieces are available, the part would exceed the maximum stock, or the available stock differs from `expected`
    /// (`None` skips this check). A part without movements first gets its opening one. Must be the last call of its
    /// transaction. If the part becomes orderable again, the time of the movement is recorded as the time of its
    /// change.
    fn move_stock(&mut self, movement: &StockMovement, expected: Option<Stock>) -> StoreResult<bool>;

    /// Does the same for several different parts, all at the time of the first movement and without expected stock. Their
    /// stock must have been [locked](Self::lock_stock) in this transaction. If it returns `false` because one of them
    /// could not be moved, the unit of work must fail, since others may have been moved.
    fn move_stock_of_parts(&mut self, movements: &[StockMovement]) -> StoreResult<bool> {
        for movement in movements {
            if !self.move_stock(movement, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the digest of the movement that an admin made under an idempotency key.
    fn moved_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<String>>;

    /// Stores the digest of an admin's movement under its idempotency key.
    fn remember_movement(&mut self, admin: &UserId, key: &str, fingerprint: &str, at: Timestamp) -> StoreResult<()>;

    /// Returns the movements of a part, newest first.
    fn stock_movements(&mut self, part: &PartId, page: &Page<StockMovementId>) -> StoreResult<Vec<StockMovement>>;

    /// Returns the stock of some parts, including deleted ones.
    fn stock_levels(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, StockLevel>>;

    /// Returns the number of pieces at or below which a part is running low; `None` if it does not exist.
    fn reorder_point(&mut self, part: &PartId) -> StoreResult<Option<Stock>>;

    /// Sets the number of pieces at or below which a part is running low.
    fn set_reorder_point(&mut self, part: &PartId, point: Stock) -> StoreResult<()>;

    /// Returns the parts of the catalog that are running low, by id.
    fn low_stock(&mut self, page: &Page<PartId>) -> StoreResult<Vec<LowStock>>;

    /// Returns the stock of every part, including deleted ones, by id.
    fn stock_accounts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<StockAccount>>;
}

/// A part that is running low.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowStock {
    /// The part.
    pub part: PartId,
    /// Pieces available now.
    pub available: Stock,
    /// The part is running low at or below this number of pieces.
    pub reorder_at: Stock,
    /// Its minimum order.
    pub minimum_order: MinimumOrder,
}

impl LowStock {
    /// Returns whether at least the minimum order is available.
    #[must_use]
    pub fn can_be_ordered(&self) -> bool {
        self.available.pieces() >= self.minimum_order.quantity().pieces()
    }
}
