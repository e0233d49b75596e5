//! What the check of the books reads: everything beside a range of orders at once, and sums.

use super::store_error::StoreResult;
use autoparts_domain::{
    id::{OrderId, OrderKey, PartId},
    ledger::LedgerEntry,
    payments::{PaymentAttempt, Refund},
    time::Timestamp,
};

/// What stands beside a range of orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookEntries {
    /// The attempts to collect their money.
    pub attempts: Vec<PaymentAttempt>,
    /// Their refunds.
    pub refunds: Vec<Refund>,
    /// Their lines in the ledger.
    pub ledger: Vec<LedgerEntry>,
    /// Those of them that a coupon was used for, once for each coupon.
    pub coupons: Vec<OrderKey>,
}

/// How the books were when they were checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BooksCheck {
    /// When.
    pub at: Timestamp,
    /// Orders that disagree with their payments, refunds or ledger entries.
    pub wrong_orders: u32,
    /// Parts whose pieces do not add up.
    pub wrong_parts: u32,
}

/// Reading for the check of the books, and remembering it.
pub trait BooksRepository {
    /// What stands beside the orders from `first` to `last`, both included, in no order.
    fn book_entries(&mut self, first: &OrderId, last: &OrderId) -> StoreResult<BookEntries>;

    /// The pieces that orders hold, by part, in no order; parts of which none are held are missing.
    fn held_pieces(&mut self) -> StoreResult<Vec<(PartId, i64)>>;

    /// The last check that was noted.
    fn last_books_check(&mut self) -> StoreResult<Option<BooksCheck>>;

    /// Notes a check in the place of the one before.
    fn note_books_check(&mut self, check: &BooksCheck) -> StoreResult<()>;
}
