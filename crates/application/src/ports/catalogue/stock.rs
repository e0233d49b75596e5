//! The stock of parts.

use crate::ports::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    catalogue::stock::StockMovement,
    id::{PartId, StockMovementId, UserId},
    quantity::{MinimumOrder, Quantity, Stock},
    time::Timestamp,
};
use std::collections::BTreeMap;

/// The stock of one part, for checking the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockAccount {
    /// The part, hidden ones too.
    pub part: PartId,
    /// Pieces ever supplied.
    pub supplied: i64,
    /// Pieces that can be sold now.
    pub available: i64,
    /// The pieces of all its movements; `None` when it has none, because the release before added it.
    pub moved: Option<i64>,
}

/// How much there is of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockLevel {
    /// Pieces ever supplied.
    pub supplied: i64,
    /// Pieces that can be sold now.
    pub available: i64,
    /// At or below how many pieces it is running low.
    pub reorder_at: Stock,
}

/// Stock.
pub trait StockRepository {
    /// Takes pieces out of stock for an order, all or none; `false` when there are not enough. The last
    /// statement of its transaction, so that a part in demand is locked briefly. Works for
    /// deleted parts too: an expired order may be paid after its part left the catalogue.
    fn take_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<bool>;

    /// Pieces of a part that can be sold now, deleted parts too; 0 when there is no such part.
    fn part_stock(&mut self, id: &PartId) -> StoreResult<i64>;

    /// Puts the pieces of an order back. The last call of its transaction. A part that can be ordered again
    /// has changed at `at`.
    fn return_stock(&mut self, id: &PartId, quantity: Quantity, at: Timestamp) -> StoreResult<()>;

    /// Records that pieces of a part came back other than from an unpaid order, so that subscribers are notified.
    /// [`move_stock`](Self::move_stock) does this for arriving pieces.
    fn note_renewed(&mut self, id: &PartId, at: Timestamp) -> StoreResult<()>;

    /// Waits until nobody else is changing the stock of some parts, in the order of their ids, and lets nobody do so until this
    /// transaction ends. Nothing to do where those that write are alone.
    fn lock_stock(&mut self, _parts: &[PartId]) -> StoreResult<()> {
        Ok(())
    }

    /// Writes a movement down and moves what was supplied and what can be sold along; `false`, and nothing is
    /// written, when fewer pieces can be sold than it takes away, more would be there than a part can have, or not
    /// as many can be sold as are `expected`; `None` expects nothing. A part without movements gets its opening one
    /// first. The last call of its transaction. A part that can be ordered again has changed at the time of the
    /// movement.
    fn move_stock(&mut self, movement: &StockMovement, expected: Option<Stock>) -> StoreResult<bool>;

    /// Does that for several parts, each of them once and all at the time of the first movement, expecting nothing; `false`
    /// when one of them could not be moved: then the unit of work has to fail, because others may have been.
    fn move_stock_of_parts(&mut self, movements: &[StockMovement]) -> StoreResult<bool> {
        for movement in movements {
            if !self.move_stock(movement, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The digest of what an admin moved under an idempotency key.
    fn moved_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<String>>;

    /// Remembers what an admin moves under an idempotency key, by its digest.
    fn remember_movement(&mut self, admin: &UserId, key: &str, fingerprint: &str, at: Timestamp) -> StoreResult<()>;

    /// The movements of a part, newest first.
    fn stock_movements(&mut self, part: &PartId, page: &Page<StockMovementId>) -> StoreResult<Vec<StockMovement>>;

    /// How much there is of some parts, deleted ones too.
    fn stock_levels(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, StockLevel>>;

    /// At or below how many pieces a part is running low; `None` when there is no such part.
    fn reorder_point(&mut self, part: &PartId) -> StoreResult<Option<Stock>>;

    /// Says at or below how many pieces a part is running low.
    fn set_reorder_point(&mut self, part: &PartId, point: Stock) -> StoreResult<()>;

    /// The parts of the catalogue that are running low, by id.
    fn low_stock(&mut self, page: &Page<PartId>) -> StoreResult<Vec<LowStock>>;

    /// The stock of every part, deleted ones too, by id.
    fn stock_accounts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<StockAccount>>;
}

/// A part that is running low.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowStock {
    /// The part.
    pub part: PartId,
    /// Pieces that can be sold now.
    pub available: Stock,
    /// At or below how many pieces it is running low.
    pub reorder_at: Stock,
    /// The least that may be ordered of it.
    pub minimum_order: MinimumOrder,
}

impl LowStock {
    /// Whether there are enough for one order.
    #[must_use]
    pub fn can_be_ordered(&self) -> bool {
        self.available.pieces() >= self.minimum_order.quantity().pieces()
    }
}
