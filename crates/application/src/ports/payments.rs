//! Attempts to collect money, refunds, and what the provider told us.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    id::{OrderKey, PaymentId, RefundId, ShopId, UserId},
    payments::{AttemptStatus, PaymentAttempt, Refund, TransactionId, unmatched::UnmatchedPayment},
    time::Timestamp,
};

/// A refund that an admin asked for under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedRefund {
    /// What became of it.
    pub refund: RefundId,
    /// A digest of what was asked for.
    pub fingerprint: String,
}

/// The payment side of orders.
pub trait PaymentRepository {
    /// The attempts of an order, first one first.
    fn attempts(&mut self, order: &OrderKey) -> StoreResult<Vec<PaymentAttempt>>;

    /// Adds an attempt.
    fn insert_attempt(&mut self, attempt: &PaymentAttempt) -> StoreResult<()>;

    /// Saves transaction, status and `unknown_since` of an attempt, provided that its status is still
    /// `expected`; `false` when it is not.
    fn update_attempt(&mut self, attempt: &PaymentAttempt, expected: AttemptStatus) -> StoreResult<bool>;

    /// Attempts by which money may still arrive and that were started at or before a moment, by
    /// id, which is the order in which they were started.
    fn live_attempts(&mut self, started_before: Timestamp, page: &Page<PaymentId>) -> StoreResult<Vec<PaymentAttempt>>;

    /// The order that a transaction belongs to.
    fn transaction_order(&mut self, transaction: &TransactionId) -> StoreResult<Option<OrderKey>>;

    /// Ties a transaction to an order, once and for all.
    fn claim_transaction(&mut self, transaction: &TransactionId, order: &OrderKey) -> StoreResult<()>;

    /// Whether a message of the provider was already taken in.
    fn provider_event_seen(&mut self, order: &OrderKey, event: &str) -> StoreResult<bool>;

    /// Remembers that a message of the provider was taken in.
    fn insert_provider_event(&mut self, order: &OrderKey, event: &str, at: Timestamp) -> StoreResult<()>;

    /// The refunds of an order, oldest first.
    fn refunds(&mut self, order: &OrderKey) -> StoreResult<Vec<Refund>>;

    /// Adds a refund that is to do. [`Duplicate`](super::store_error::StoreError::Duplicate) when it is the second one
    /// of the whole of a payment.
    fn insert_refund(&mut self, refund: &Refund) -> StoreResult<()>;

    /// A refund by id.
    fn refund(&mut self, id: &RefundId) -> StoreResult<Option<Refund>>;

    /// All refunds, newest first.
    fn all_refunds(&mut self, page: &Page<RefundId>) -> StoreResult<Vec<Refund>>;

    /// Refunds still to do whose next try is at or before a moment, by id, which is the order in
    /// which they became due.
    fn due_refunds(&mut self, now: Timestamp, page: &Page<RefundId>) -> StoreResult<Vec<Refund>>;

    /// Saves how far a refund has come, provided that it still stands as `before` says; `false`
    /// when another caller was faster.
    fn update_refund(&mut self, before: &Refund, after: &Refund) -> StoreResult<bool>;

    /// The refund that an admin asked for under a key.
    fn refund_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<RememberedRefund>>;

    /// Remembers it; [`Duplicate`](super::store_error::StoreError::Duplicate) when the key was used before.
    fn remember_refund(
        &mut self,
        admin: &UserId,
        key: &str,
        remembered: &RememberedRefund,
        at: Timestamp,
    ) -> StoreResult<()>;

    /// The name under which the provider knows this shop's payments; `None` until it has one.
    fn shop_id(&mut self) -> StoreResult<Option<ShopId>>;

    /// Gives the shop its name, once and for all; [`Duplicate`](super::store_error::StoreError::Duplicate)
    /// when it has one.
    fn insert_shop_id(&mut self, id: &ShopId, at: Timestamp) -> StoreResult<()>;

    /// Adds a payment that has no order.
    fn insert_unmatched(&mut self, payment: &UnmatchedPayment) -> StoreResult<()>;

    /// A payment that had no order when it was found, whatever became of it.
    fn unmatched(&mut self, transaction: &TransactionId) -> StoreResult<Option<UnmatchedPayment>>;

    /// Payments without an order that are not closed, by transaction.
    fn open_unmatched(&mut self, page: &Page<TransactionId>) -> StoreResult<Vec<UnmatchedPayment>>;

    /// Saves how far a payment without an order has come, provided that it still stands as `before`
    /// says; `false` when another caller was faster.
    fn update_unmatched(&mut self, before: &UnmatchedPayment, after: &UnmatchedPayment) -> StoreResult<bool>;
}
