//! Attempts to collect money, refunds, and the provider's messages.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    id::{OrderKey, PaymentId, RefundId, ShopId, UserId},
    payments::{AttemptStatus, PaymentAttempt, Refund, TransactionId, unmatched::UnmatchedPayment},
    time::Timestamp,
};

/// A refund requested by an admin under an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedRefund {
    /// The resulting refund.
    pub refund: RefundId,
    /// A digest of the request.
    pub fingerprint: String,
}

/// Payments and refunds of orders.
pub trait PaymentRepository {
    /// Returns the attempts of an order, oldest first.
    fn attempts(&mut self, order: &OrderKey) -> StoreResult<Vec<PaymentAttempt>>;

    /// Adds an attempt.
    fn insert_attempt(&mut self, attempt: &PaymentAttempt) -> StoreResult<()>;

    /// Saves transaction, status and `unknown_since` of an attempt, if its status is still `expected`; `false` if it is
    /// not.
    fn update_attempt(&mut self, attempt: &PaymentAttempt, expected: AttemptStatus) -> StoreResult<bool>;

    /// Returns attempts that may still collect money and were started at or before a time, by id, which is the order in
    /// which they were started.
    fn live_attempts(&mut self, started_before: Timestamp, page: &Page<PaymentId>) -> StoreResult<Vec<PaymentAttempt>>;

    /// Returns the order of a transaction.
    fn transaction_order(&mut self, transaction: &TransactionId) -> StoreResult<Option<OrderKey>>;

    /// Permanently assigns a transaction to an order.
    fn claim_transaction(&mut self, transaction: &TransactionId, order: &OrderKey) -> StoreResult<()>;

    /// Returns whether a message of the provider was already processed.
    fn provider_event_seen(&mut self, order: &OrderKey, event: &str) -> StoreResult<bool>;

    /// Records that a message of the provider was processed.
    fn insert_provider_event(&mut self, order: &OrderKey, event: &str, at: Timestamp) -> StoreResult<()>;

    /// Returns the refunds of an order, oldest first.
    fn refunds(&mut self, order: &OrderKey) -> StoreResult<Vec<Refund>>;

    /// Adds a pending refund. Returns [`Duplicate`](super::store_error::StoreError::Duplicate) if it is the second full
    /// refund of a payment.
    fn insert_refund(&mut self, refund: &Refund) -> StoreResult<()>;

    /// Returns a refund by id.
    fn refund(&mut self, id: &RefundId) -> StoreResult<Option<Refund>>;

    /// Returns the refunds with these ids, in any order; unknown ones are missing.
    fn refunds_with_ids(&mut self, ids: &[RefundId]) -> StoreResult<Vec<Refund>>;

    /// Returns all refunds, newest first.
    fn all_refunds(&mut self, page: &Page<RefundId>) -> StoreResult<Vec<Refund>>;

    /// Returns pending refunds whose next attempt is due at or before a time, by id, which is the order in which they
    /// became due.
    fn due_refunds(&mut self, now: Timestamp, page: &Page<RefundId>) -> StoreResult<Vec<Refund>>;

    /// Saves the progress of a refund, if it still equals `before`; `false` if another caller has changed it.
    fn update_refund(&mut self, before: &Refund, after: &Refund) -> StoreResult<bool>;

    /// Returns the refund that an admin requested under an idempotency key.
    fn refund_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<RememberedRefund>>;

    /// Stores a refund under its idempotency key. Returns [`Duplicate`](super::store_error::StoreError::Duplicate) if
    /// the key was used before.
    fn remember_refund(
        &mut self,
        admin: &UserId,
        key: &str,
        remembered: &RememberedRefund,
        at: Timestamp,
    ) -> StoreResult<()>;

    /// Returns the id under which the provider knows this shop's payments; `None` until it has one.
    fn shop_id(&mut self) -> StoreResult<Option<ShopId>>;

    /// Permanently sets the shop's id. Returns [`Duplicate`](super::store_error::StoreError::Duplicate) if it has one.
    fn insert_shop_id(&mut self, id: &ShopId, at: Timestamp) -> StoreResult<()>;

    /// Adds a payment without an order.
    fn insert_unmatched(&mut self, payment: &UnmatchedPayment) -> StoreResult<()>;

    /// Returns a payment that had no order when it was found, in any state.
    fn unmatched(&mut self, transaction: &TransactionId) -> StoreResult<Option<UnmatchedPayment>>;

    /// Returns payments without an order that are not closed, by transaction.
    fn open_unmatched(&mut self, page: &Page<TransactionId>) -> StoreResult<Vec<UnmatchedPayment>>;

    /// Saves the state of a payment without an order, if it still equals `before`; `false` if another caller has
    /// changed it.
    fn update_unmatched(&mut self, before: &UnmatchedPayment, after: &UnmatchedPayment) -> StoreResult<bool>;
}
