//! Parts and their stock.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{catalogue::Part, id::PartId, quantity::Quantity};

/// The stock of one part, for checking the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockAccount {
    /// The part, hidden ones too.
    pub part: PartId,
    /// Pieces ever supplied.
    pub supplied: i64,
    /// Pieces that can be sold now.
    pub available: i64,
}

/// Parts and their stock.
pub trait PartRepository {
    /// A part of the catalogue; `None` when there is none or it was deleted.
    fn part(&mut self, id: &PartId) -> StoreResult<Option<Part>>;

    /// The catalogue, oldest part first, without deleted parts.
    fn parts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<Part>>;

    /// Adds a part; its `available` pieces count as supplied.
    fn insert_part(&mut self, part: &Part) -> StoreResult<()>;

    /// Takes a part out of the catalogue and keeps it for the orders that name it. `false`
    /// when there was no such part in the catalogue.
    fn hide_part(&mut self, id: &PartId) -> StoreResult<bool>;

    /// Takes pieces out of stock, all or none; `false` when there are not enough. The last
    /// statement of its transaction, so that a part in demand is locked briefly. Works for
    /// deleted parts too: an expired order may be paid after its part left the catalogue.
    fn take_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<bool>;

    /// Pieces of a part that can be sold now, deleted parts too; 0 when there is no such part.
    fn part_stock(&mut self, id: &PartId) -> StoreResult<i64>;

    /// Puts pieces back. The last statement of its transaction.
    fn return_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<()>;

    /// The stock of every part, deleted ones too, by id.
    fn stock_accounts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<StockAccount>>;
}
