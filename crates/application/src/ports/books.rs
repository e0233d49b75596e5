//! What the check of the books reads: everything beside some orders at once, and sums.

use super::store_error::StoreResult;
use autoparts_domain::{
    id::{OrderId, OrderKey, PartId, UserId},
    ledger::LedgerEntry,
    orders::Order,
    payments::{PaymentAttempt, Refund},
    time::Timestamp,
};

/// What stands beside some orders.
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
    /// When everything was checked, and not only what had changed.
    pub whole_at: Timestamp,
    /// Up to where the balances go that are kept of the pieces that orders hold.
    pub balanced_until: Timestamp,
    /// Orders that disagree with their payments, refunds or ledger entries.
    pub wrong_orders: u32,
    /// Parts whose pieces do not add up.
    pub wrong_parts: u32,
}

/// Some customers, in the order of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustomerRange {
    /// They begin behind this one; with the first when there is none.
    pub after: Option<UserId>,
    /// The last of them; to the end when there is none.
    pub last: Option<UserId>,
}

/// Reading for the check of the books, and remembering it.
pub trait BooksRepository {
    /// Goes through the orders in the order of their customers, behind one of these or from the beginning, skips so many,
    /// and says whose is the next; `None` when there are no more.
    fn customer_behind(&mut self, after: Option<UserId>, orders: u32) -> StoreResult<Option<UserId>>;

    /// The orders of some customers without those that are plainly in order: of which nothing went back, without discount,
    /// and which agree with their lines, payments and ledger. It may name more. That pieces of one part were booked on another may
    /// stay unnoticed in one of four million cases, with each `seed` in others.
    fn doubtful_orders(&mut self, of: &CustomerRange, seed: i64) -> StoreResult<Vec<OrderId>>;

    /// The orders of which the ledger tells something since a moment, each once.
    fn orders_moved_since(&mut self, since: Timestamp) -> StoreResult<Vec<OrderId>>;

    /// Some orders, in no order; those that are not there are missing.
    fn orders_with_ids(&mut self, ids: &[OrderId]) -> StoreResult<Vec<Order>>;

    /// What stands beside some orders, in no order.
    fn book_entries(&mut self, orders: &[OrderId]) -> StoreResult<BookEntries>;

    /// The pieces that came to the stock (above zero) or left it (below) by the ledger from a moment until before another, by
    /// part, in no order.
    fn pieces_moved(&mut self, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(PartId, i64)>>;

    /// The pieces that orders held, as far as they are kept, by part, in no order.
    fn held_balances(&mut self) -> StoreResult<Vec<(PartId, i64)>>;

    /// Keeps balances of some parts in the place of theirs before; those of other parts stay.
    fn keep_held_balances(&mut self, balances: &[(PartId, i64)]) -> StoreResult<()>;

    /// The last check that was noted.
    fn last_books_check(&mut self) -> StoreResult<Option<BooksCheck>>;

    /// Notes a check in the place of the one before, if that is still the last one; whether it did.
    fn note_books_check(&mut self, check: &BooksCheck, before: Option<&BooksCheck>) -> StoreResult<bool>;
}
