//! Orders, the ledger, and the idempotency keys of orders.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    accounts::User,
    email::Email,
    id::{OrderId, OrderKey, UserId},
    ledger::LedgerEntry,
    money::Money,
    orders::{Order, OrderNumber, Worklist, unpaid::UnpaidOrders},
    time::Timestamp,
};
use std::collections::BTreeMap;

/// An order placed under an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedOrder {
    /// The order that the first call placed.
    pub order: OrderId,
    /// A digest of the first request. Empty if an earlier release stored the request as plain text, since erased; then
    /// any request under the key counts as the same.
    pub fingerprint: String,
}

/// A digest of the network of guests and members with an unverified address; it differs between shops. It is stored
/// while pieces are reserved.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NetworkDigest(String);

impl NetworkDigest {
    /// Number of locks shared by all networks: one for each first byte of a digest.
    pub const LOCK_CHARS: usize = 2;

    /// Wraps a digest.
    #[must_use]
    pub const fn new(digest: String) -> Self {
        Self(digest)
    }

    /// Returns the digest.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the lock of the network.
    #[must_use]
    pub fn lock(&self) -> String {
        self.0.chars().take(Self::LOCK_CHARS).collect()
    }
}

/// A filter of orders; the default matches all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderFilter {
    /// Only orders on this list.
    pub list: Option<Worklist>,
    /// Only orders placed at or after this time.
    pub from: Option<Timestamp>,
    /// Only orders placed before this time.
    pub before: Option<Timestamp>,
    /// Only orders of this person.
    pub person: Option<Person>,
}

/// How the orders of a person are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Person {
    /// By the address at the time of the order.
    Email(Email),
    /// By the digits of the telephone number of the order.
    Phone(String),
    /// By the letters and digits of the postal code of the delivery address.
    PostalCode(String),
}

/// Maximum count.
pub const MAX_COUNT: u32 = 10_000;

/// Numbers of orders; [`MAX_COUNT`] means that many or more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderCounts {
    /// Orders that are not deleted.
    pub all: u32,
    /// Orders on each list.
    pub on: BTreeMap<Worklist, u32>,
}

/// Orders and related data.
pub trait OrderRepository {
    /// Returns the owner of an order. Every other method requires owner and id.
    fn order_owner(&mut self, id: &OrderId) -> StoreResult<Option<UserId>>;

    /// Returns an order in any state, including deleted ones.
    fn order(&mut self, key: &OrderKey) -> StoreResult<Option<Order>>;

    /// Returns the order with a number, including deleted ones.
    fn order_by_number(&mut self, number: &OrderNumber) -> StoreResult<Option<OrderKey>>;

    /// Returns the orders that match a filter and are not deleted, newest first.
    fn orders(&mut self, filter: &OrderFilter, page: &Page<OrderId>) -> StoreResult<Vec<Order>>;

    /// Returns the number of orders that are not deleted, in total and on each list, counted up to [`MAX_COUNT`].
    fn order_counts(&mut self) -> StoreResult<OrderCounts>;

    /// Returns a customer's orders that are not deleted, newest first.
    fn orders_of(&mut self, customer: &UserId, page: &Page<OrderId>) -> StoreResult<Vec<Order>>;

    /// Adds a new order, and claims its number. `false` if another order has that number; then nothing is added.
    fn insert_order(&mut self, order: &Order) -> StoreResult<bool>;

    /// Saves the state, the milestones and the reversal of an order that was read in this transaction, and increments
    /// its revision. Returns [`Contention`](super::store_error::StoreError::Contention), and so retries the unit of
    /// work, if another transaction has saved it since.
    fn update_order(&mut self, order: &Order) -> StoreResult<()>;

    /// Returns the net amount that a customer has paid, over all orders. Orders with a disputed or reversed payment do
    /// not count.
    fn paid_and_kept(&mut self, customer: &UserId) -> StoreResult<Money>;

    /// Serializes transactions of the same customer until they end, so that concurrent orders see each other. Returns
    /// the customer as of now; `None` if there is no such user.
    fn lock_customer(&mut self, customer: &UserId) -> StoreResult<Option<User>>;

    /// Returns a customer's orders that are neither paid nor deleted, except shipped ones.
    fn unpaid_orders(&mut self, customer: &UserId) -> StoreResult<UnpaidOrders>;

    /// Serializes transactions of the same network until they end, so that concurrent orders see each other. Two networks may
    /// share a lock.
    fn lock_network(&mut self, network: &NetworkDigest) -> StoreResult<()>;

    /// Counts an order against the allowance of a network, and of no other, while its pieces are reserved.
    /// [`update_order`](Self::update_order) clears the network when they no longer are.
    fn count_against_network(&mut self, key: &OrderKey, network: &NetworkDigest) -> StoreResult<()>;

    /// Returns the unpaid reservations that count against the allowance of a network.
    fn reserved_from_network(&mut self, network: &NetworkDigest) -> StoreResult<UnpaidOrders>;

    /// Returns orders whose reservation expired at or before `now`, by id, which is the order in which they were
    /// placed.
    fn overdue_orders(&mut self, now: Timestamp, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>>;

    /// Returns orders with an open payment dispute, oldest first.
    fn orders_in_dispute(&mut self, page: &Page<OrderId>) -> StoreResult<Vec<Order>>;

    /// Returns whether any order was ever placed.
    fn any_order(&mut self) -> StoreResult<bool>;

    /// Returns the order placed under an idempotency key.
    fn remembered_order(&mut self, customer: &UserId, key: &str) -> StoreResult<Option<RememberedOrder>>;

    /// Stores an order under its idempotency key.
    fn remember_order(
        &mut self,
        customer: &UserId,
        key: &str,
        order: &RememberedOrder,
        at: Timestamp,
    ) -> StoreResult<()>;

    /// Adds entries to the ledger.
    fn append_ledger(&mut self, entries: &[LedgerEntry]) -> StoreResult<()>;

    /// Returns the ledger entries of an order, oldest first.
    fn ledger_of(&mut self, key: &OrderKey) -> StoreResult<Vec<LedgerEntry>>;
}
