//! Money that came for an order the shop does not know: it was placed after the backup that the
//! shop was restored from. An admin decides that it goes back; nothing does so by itself.

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
    /// The order that it was made for, by what the provider kept beside it.
    pub order: OrderId,
    /// How much came.
    pub amount: Money,
    /// When the shop found it.
    pub found_at: Timestamp,
    /// When an admin said that it goes back; `None` until then.
    pub confirmed_at: Option<Timestamp>,
    /// How often the provider said for good that it could not be given back.
    pub failures: u32,
    /// When to ask the provider next, once it was confirmed.
    pub next_try_at: Timestamp,
    /// When it had gone back, or its order was known again; `None` while it waits.
    pub closed_at: Option<Timestamp>,
}

impl UnmatchedPayment {
    /// One that was found just now.
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

    /// Whether the provider is to be asked to give it back by now.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.confirmed_at.is_some() && self.closed_at.is_none() && self.next_try_at <= now
    }

    /// The key under which the provider gives `amount` back once, however often it is asked.
    #[must_use]
    pub fn idempotency_key(&self, amount: Money) -> String {
        refund_key(&self.transaction, self.failures, amount)
    }

    /// An admin said that it goes back.
    #[must_use]
    pub fn confirmed(self, now: Timestamp) -> Self {
        Self { confirmed_at: Some(now), next_try_at: now, ..self }
    }

    /// The provider could not give it back, and is asked again later.
    #[must_use]
    pub fn failed(self, now: Timestamp) -> Self {
        let next_try_at = now.plus(doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, self.failures));
        Self { failures: self.failures.saturating_add(1), next_try_at, ..self }
    }

    /// Nothing is left to do.
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
    fn nothing_goes_back_before_an_admin_says_so() {
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
