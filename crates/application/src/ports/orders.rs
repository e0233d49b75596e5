//! Orders, the ledger, and the keys that make placing an order repeatable.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{OrderId, OrderKey, UserId},
    ledger::LedgerEntry,
    money::Money,
    orders::{Order, OrderNumber, Worklist, unpaid::UnpaidOrders},
    time::Timestamp,
};
use std::collections::BTreeMap;

/// What a customer ordered under an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedOrder {
    /// The order that the first call placed.
    pub order: OrderId,
    /// A digest of what the first call asked for. Empty where an earlier release kept that in clear and
    /// it was erased: then whatever comes under the key is taken for the same.
    pub fingerprint: String,
}

/// A digest of the network of guests and members with an unverified address; it differs from shop to shop. It is stored
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

    /// The digest.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The lock of the network.
    #[must_use]
    pub fn lock(&self) -> String {
        self.0.chars().take(Self::LOCK_CHARS).collect()
    }
}

/// Which orders; the default lets all of them through.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderFilter {
    /// Those on this list.
    pub list: Option<Worklist>,
    /// Those placed at this moment or later.
    pub from: Option<Timestamp>,
    /// Those placed before this moment.
    pub before: Option<Timestamp>,
    /// Those of this person.
    pub person: Option<Person>,
}

/// By what the orders of a person are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Person {
    /// The address they had when they ordered.
    Email(Email),
    /// The digits of the telephone number that they gave.
    Phone(String),
    /// The letters and digits of the postal code to which they had it sent.
    PostalCode(String),
}

/// What is counted at most.
pub const MAX_COUNT: u32 = 10_000;

/// How many orders there are; [`MAX_COUNT`] means that many or more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderCounts {
    /// That are not deleted.
    pub all: u32,
    /// On each list.
    pub on: BTreeMap<Worklist, u32>,
}

/// Orders and what is written beside them.
pub trait OrderRepository {
    /// Who owns an order. Every other method wants owner and id.
    fn order_owner(&mut self, id: &OrderId) -> StoreResult<Option<UserId>>;

    /// An order in whatever state, deleted ones too.
    fn order(&mut self, key: &OrderKey) -> StoreResult<Option<Order>>;

    /// The order with a number, deleted ones too.
    fn order_by_number(&mut self, number: &OrderNumber) -> StoreResult<Option<OrderKey>>;

    /// The orders that a filter lets through and that are not deleted, newest first.
    fn orders(&mut self, filter: &OrderFilter, page: &Page<OrderId>) -> StoreResult<Vec<Order>>;

    /// How many orders there are that are not deleted, and on each list; counted up to [`MAX_COUNT`].
    fn order_counts(&mut self) -> StoreResult<OrderCounts>;

    /// A customer's orders that are not deleted, newest first.
    fn orders_of(&mut self, customer: &UserId, page: &Page<OrderId>) -> StoreResult<Vec<Order>>;

    /// Adds a new order, and claims its number.
    fn insert_order(&mut self, order: &Order) -> StoreResult<()>;

    /// Saves the state, the milestones and the reversal of an order that was read in this transaction and counts its revision
    /// up; [`Contention`](super::store_error::StoreError::Contention), and thereby another run of the
    /// unit of work, when another transaction saved it since.
    fn update_order(&mut self, order: &Order) -> StoreResult<()>;

    /// The net amount that a customer has paid, over all orders. Orders with a disputed or reversed payment do not count.
    fn paid_and_kept(&mut self, customer: &UserId) -> StoreResult<Money>;

    /// Lets transactions that ask for the same customer run one after the other until their end, so
    /// that two orders at once do not each overlook the other. `false` when there is no such customer.
    fn lock_customer(&mut self, customer: &UserId) -> StoreResult<bool>;

    /// What a customer has ordered and neither paid nor deleted, shipped orders apart.
    fn unpaid_orders(&mut self, customer: &UserId) -> StoreResult<UnpaidOrders>;

    /// Serializes transactions of the same network until they end, so that concurrent orders see each other. Two networks may
    /// share a lock.
    fn lock_network(&mut self, network: &NetworkDigest) -> StoreResult<()>;

    /// Counts an order against the allowance of a network, and of no other, while its pieces are reserved.
    /// [`update_order`](Self::update_order) clears the network when they no longer are.
    fn count_against_network(&mut self, key: &OrderKey, network: &NetworkDigest) -> StoreResult<()>;

    /// The unpaid reservations that count against the allowance of a network.
    fn reserved_from_network(&mut self, network: &NetworkDigest) -> StoreResult<UnpaidOrders>;

    /// Orders whose reservation ended at or before `now`, by id, which is the order in which
    /// they were placed.
    fn overdue_orders(&mut self, now: Timestamp, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>>;

    /// Orders whose payment is disputed and not decided, oldest first.
    fn orders_in_dispute(&mut self, page: &Page<OrderId>) -> StoreResult<Vec<Order>>;

    /// Whether any order was ever placed.
    fn any_order(&mut self) -> StoreResult<bool>;

    /// What was ordered under a key.
    fn remembered_order(&mut self, customer: &UserId, key: &str) -> StoreResult<Option<RememberedOrder>>;

    /// Remembers what was ordered under a key.
    fn remember_order(
        &mut self,
        customer: &UserId,
        key: &str,
        order: &RememberedOrder,
        at: Timestamp,
    ) -> StoreResult<()>;

    /// Adds a line to the ledger.
    fn append_ledger(&mut self, entry: &LedgerEntry) -> StoreResult<()>;

    /// The lines about an order, oldest first.
    fn ledger_of(&mut self, key: &OrderKey) -> StoreResult<Vec<LedgerEntry>>;
}
