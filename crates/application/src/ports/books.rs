//! Data for the books check: everything related to many orders at once, and sums.

use super::store_error::StoreResult;
use autoparts_domain::{
    cores::CoreRecord,
    id::{OrderId, OrderKey, PartId, UserId},
    ledger::LedgerEntry,
    orders::{LineNumber, Order},
    payments::{PaymentAttempt, Refund},
    time::Timestamp,
};

/// Entries related to some orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookEntries {
    /// The attempts to collect their money.
    pub attempts: Vec<PaymentAttempt>,
    /// Their refunds.
    pub refunds: Vec<Refund>,
    /// Their ledger entries.
    pub ledger: Vec<LedgerEntry>,
    /// The orders for which a coupon was used, once per coupon.
    pub coupons: Vec<OrderKey>,
    /// What was recorded about the core charges of their lines.
    pub cores: Vec<(OrderKey, LineNumber, CoreRecord)>,
}

/// The result of a books check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BooksCheck {
    /// The time of the check.
    pub at: Timestamp,
    /// The time of the last complete check, as opposed to a check of changes only.
    pub whole_at: Timestamp,
    /// The time up to which stored balances include the pieces held by orders.
    pub balanced_until: Timestamp,
    /// Orders that disagree with their payments, refunds or ledger entries.
    pub wrong_orders: u32,
    /// Parts whose pieces do not add up.
    pub wrong_parts: u32,
}

/// A range of customers, ordered by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustomerRange {
    /// The customer before the range; `None` to begin with the first.
    pub after: Option<UserId>,
    /// The last customer of the range; `None` for no end.
    pub last: Option<UserId>,
}

/// Reads data for the books check, and stores its results.
pub trait BooksRepository {
    /// Traverses the orders by customer, after a customer or from the beginning, skips `orders` orders, and returns the
    /// customer of the next one; `None` at the end.
    fn customer_behind(&mut self, after: Option<UserId>, orders: u32) -> StoreResult<Option<UserId>>;

    /// Returns the orders of some customers except those that are clearly consistent: without returns or discount, and
    /// agreeing with their lines, payments and ledger. May return more. Pieces booked on the wrong part may go
    /// unnoticed with a probability of one in four million, in different cases for each `seed`.
    fn doubtful_orders(&mut self, of: &CustomerRange, seed: i64) -> StoreResult<Vec<OrderId>>;

    /// Returns the orders with ledger entries since a time, without duplicates.
    fn orders_moved_since(&mut self, since: Timestamp) -> StoreResult<Vec<OrderId>>;

    /// Returns some orders, in no particular order. Nonexistent ones are omitted.
    fn orders_with_ids(&mut self, ids: &[OrderId]) -> StoreResult<Vec<Order>>;

    /// Returns the entries related to some orders, in no particular order.
    fn book_entries(&mut self, orders: &[OrderId]) -> StoreResult<BookEntries>;

    /// Returns the net number of pieces that the ledger added to (positive) or removed from (negative) the stock in a
    /// time range (`before` is exclusive), by part, in no particular order.
    fn pieces_moved(&mut self, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(PartId, i64)>>;

    /// Returns the stored balances of pieces held by orders, by part, in no particular order.
    fn held_balances(&mut self) -> StoreResult<Vec<(PartId, i64)>>;

    /// Stores the balances of some parts, replacing their previous ones. Those of other parts are unchanged.
    fn save_held_balances(&mut self, balances: &[(PartId, i64)]) -> StoreResult<()>;

    /// Returns the last recorded check.
    fn last_books_check(&mut self) -> StoreResult<Option<BooksCheck>>;

    /// Records a check if `before` is still the last one. Returns whether it did.
    fn note_books_check(&mut self, check: &BooksCheck, before: Option<&BooksCheck>) -> StoreResult<bool>;
}
