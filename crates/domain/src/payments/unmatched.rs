//! Payments for orders that the shop does not know, because they were placed after the backup that the shop was
//! restored from. They are refunded only after an admin confirms it.

use crate::{
    id::OrderId,
    money::Money,
    payments::{FIRST_PAUSE, LONGEST_PAUSE, TransactionId, refund_key},
    time::{Timestamp, doubling_pause},
};

/// A payment that succeeded at the provider, was made for this shop, and has no order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmatchedPayment {
    /// The payment.
    pub transaction: TransactionId,
    /// The order that it was made for, according to the provider's metadata.
    pub order: OrderId,
    /// The amount.
    pub amount: Money,
    /// When the shop found it.
    pub found_at: Timestamp,
    /// When an admin confirmed the refund; `None` until then.
    pub confirmed_at: Option<Timestamp>,
    /// Number of final failures of the refund that the provider reported.
    pub failures: u32,
    /// When to try at the provider next, once confirmed.
    pub next_try_at: Timestamp,
    /// When it was refunded, or its order became known again; `None` while open.
    pub closed_at: Option<Timestamp>,
}

impl UnmatchedPayment {
    /// A newly found payment.
    #[must_use]
    pub fn found(transaction: TransactionId, order: OrderId, amount: Money, now: Timestamp) -> Self {
        Self {
            transaction,
            order,
            amount,
            found_at: now,
            confirmed_at: None,
            failures: 0,
            next_try_at: now,
            closed_at: None,
        }
    }

    /// Whether it is time to ask the provider for the refund.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.confirmed_at.is_some() && self.closed_at.is_none() && self.next_try_at <= now
    }

    /// The idempotency key of a refund of `amount`.
    #[must_use]
    pub fn idempotency_key(&self, amount: Money) -> String {
        refund_key(&self.transaction, self.failures, amount)
    }

    /// The payment after an admin confirmed the refund.
    #[must_use]
    pub fn confirmed(self, now: Timestamp) -> Self {
        Self { confirmed_at: Some(now), next_try_at: now, ..self }
    }

    /// The payment after the provider could not refund it; it is retried later.
    #[must_use]
    pub fn failed(self, now: Timestamp) -> Self {
        let next_try_at = now.plus(doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, self.failures));
        Self { failures: self.failures.saturating_add(1), next_try_at, ..self }
    }

    /// The payment once nothing is left to do.
    #[must_use]
    pub fn closed(self, now: Timestamp) -> Self {
        Self { closed_at: Some(now), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn nothing_is_refunded_before_an_admin_confirms_it() {
        let now = Timestamp::from_micros(0);
        let amount = Money::from_cents(500).unwrap();
        let found = UnmatchedPayment::found("pi_1".parse().unwrap(), Uuid::from_u128(1).into(), amount, now);
        assert!(!found.is_due(now));
        let confirmed = found.confirmed(now);
        assert!(confirmed.is_due(now));
        let failed = confirmed.clone().failed(now);
        assert!(!failed.is_due(now) && failed.is_due(now.plus(FIRST_PAUSE)));
        assert_ne!(failed.idempotency_key(amount), confirmed.idempotency_key(amount));
        assert!(!confirmed.closed(now).is_due(now));
    }
}
