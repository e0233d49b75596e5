//! Payments: attempts to collect the money for an order, and refunds.

pub mod reversal;
pub mod unmatched;

use crate::{
    id::{OrderKey, PaymentId, RefundId},
    money::Money,
    text::RefundNote,
    time::{Timestamp, doubling_pause},
    validation::ValidationError,
};
use std::{fmt, str::FromStr, time::Duration};

/// The payment provider's id of one payment (`pi_…`); the specification's `transactionId`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransactionId(String);

impl TransactionId {
    /// The most characters.
    pub const MAX_CHARS: usize = 255;

    /// The id as the provider writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TransactionId {
    type Err = ValidationError;

    /// Letters, digits and underscores: what fits into a URL as it is.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        if text.is_empty() {
            return Err(ValidationError::Missing);
        }
        let plain = text.len() <= Self::MAX_CHARS && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if plain { Ok(Self(text.to_owned())) } else { Err(ValidationError::NotAnId) }
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The payment provider's fingerprint of a card, the same for every customer. It is not the card number, and must not
/// be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct CardFingerprint(String);

impl CardFingerprint {
    /// Wraps the provider's text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The provider's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CardFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CardFingerprint(…)")
    }
}

/// How far an attempt has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptStatus {
    /// Written before the provider is asked, so that a crash leaves a trace: the provider may
    /// or may not know it. Asking again with the same key is safe.
    Starting,
    /// The provider knows it; the money has not arrived.
    Open,
    /// The money arrived.
    Succeeded,
    /// Called off at the provider; no money can arrive by it any more.
    Cancelled,
}

/// One attempt to collect the money for an order. At most one attempt of an order is live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentAttempt {
    /// Our id.
    pub id: PaymentId,
    /// What is paid.
    pub order: OrderKey,
    /// 1 for the first attempt of an order, then 2, …
    pub number: i64,
    /// How much.
    pub amount: Money,
    /// `None` while starting.
    pub transaction: Option<TransactionId>,
    /// How far it has come.
    pub status: AttemptStatus,
    /// When it was started.
    pub started_at: Timestamp,
    /// Since when the provider says that it does not know the transaction; `None` when it knows it,
    /// or was not asked.
    pub unknown_since: Option<Timestamp>,
}

impl PaymentAttempt {
    /// The key under which the provider does this once, however often it is asked.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        format!("order:{}:{}", self.order.order, self.number)
    }

    /// Whether money may still arrive by it.
    #[must_use]
    pub fn is_live(&self) -> bool {
        matches!(self.status, AttemptStatus::Starting | AttemptStatus::Open)
    }
}

/// Why money is given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundReason {
    /// It arrived after the order was deleted.
    OrderCancelled,
    /// The order was already paid by another transaction.
    PaidTwice,
    /// It arrived after the reservation expired and the pieces were sold to others.
    SoldOut,
    /// The card had paid for another order with a coupon; the order stays unpaid.
    CouponReused,
    /// An admin gave it back.
    ByAdmin,
    /// An admin took pieces out of the order before it was shipped.
    LinesCancelled,
    /// Pieces came back after the order was shipped.
    Returned,
    /// An admin gave an amount or cores back, and no pieces.
    Goodwill,
}

impl RefundReason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::OrderCancelled,
        Self::PaidTwice,
        Self::SoldOut,
        Self::CouponReused,
        Self::ByAdmin,
        Self::LinesCancelled,
        Self::Returned,
        Self::Goodwill,
    ];

    /// Whether it gives back all that is left of a payment; otherwise a part of it, and the order stays paid.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        match self {
            Self::OrderCancelled | Self::PaidTwice | Self::SoldOut | Self::CouponReused | Self::ByAdmin => true,
            Self::LinesCancelled | Self::Returned | Self::Goodwill => false,
        }
    }
}

/// Money to give back, or given back: an amount of one transaction, or what was left of it when it was promised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Our id.
    pub id: RefundId,
    /// The order that the money was meant for.
    pub order: OrderKey,
    /// The payment that is given back.
    pub transaction: TransactionId,
    /// How much.
    pub amount: Money,
    /// Why.
    pub reason: RefundReason,
    /// What an admin noted about it, for the shop's own people.
    pub note: Option<RefundNote>,
    /// Whether a release that knew one refund for each transaction wrote it: the provider knows it by the
    /// transaction, and not by its id.
    pub keyed_by_transaction: bool,
    /// When it became due.
    pub due_at: Timestamp,
    /// How often the provider said for good that it could not be carried out.
    pub failures: u32,
    /// When to ask the provider next.
    pub next_try_at: Timestamp,
    /// When the provider was asked to make it and has not answered since: `None` once it has. What it
    /// was asked for may still happen, so nobody may send the money another way.
    pub asked_at: Option<Timestamp>,
    /// Whether an admin gave the money back in another way; the provider is not asked any more.
    pub by_hand: bool,
    /// When the provider confirmed it, or an admin said so; `None` while it is still to do.
    pub done_at: Option<Timestamp>,
}

/// The pause after the first failure of a refund; each further one is twice as long.
pub(crate) const FIRST_PAUSE: Duration = Duration::from_mins(1);
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_hours(24);

/// For so long a request that was not answered may still have its effect: longer than any call to
/// the provider takes with all its repetitions.
const MAY_STILL_HAPPEN: Duration = Duration::from_mins(5);

/// The key under which the provider gives an amount of a transaction back once, after so many failures: for payments
/// without an order, and for refunds of earlier releases.
pub(crate) fn refund_key(transaction: &TransactionId, failures: u32, amount: Money) -> String {
    format!("refund:{transaction}:{}:{}", u64::from(failures) + 1, amount.cents())
}

impl Refund {
    /// A refund that is due from now on.
    #[must_use]
    pub fn new(
        id: RefundId,
        order: OrderKey,
        transaction: TransactionId,
        amount: Money,
        reason: RefundReason,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            order,
            transaction,
            amount,
            reason,
            note: None,
            keyed_by_transaction: false,
            due_at: now,
            failures: 0,
            next_try_at: now,
            asked_at: None,
            by_hand: false,
            done_at: None,
        }
    }

    /// The key under which the provider gives it back once, however often it is asked. What failed for good
    /// fails for ever under its key, so each failure leads to a new one. `amount` is what the provider is asked
    /// for; it is in the keys of earlier releases, which have to stay what they were.
    #[must_use]
    pub fn idempotency_key(&self, amount: Money) -> String {
        match self.failures {
            failures if self.keyed_by_transaction => refund_key(&self.transaction, failures, amount),
            0 => format!("refund:{}", self.id),
            failures => format!("refund:{}:{failures}", self.id),
        }
    }

    /// Under which id the provider is told of it and finds it again; `None` when it knows it by its transaction.
    #[must_use]
    pub fn provider_reference(&self) -> Option<RefundId> {
        (!self.keyed_by_transaction).then_some(self.id)
    }

    /// Whether it gives back all that is left of its payment.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.reason.is_whole()
    }

    /// Whether the provider was asked to make it so lately that this may still happen.
    #[must_use]
    pub fn may_still_happen(&self, now: Timestamp) -> bool {
        self.asked_at.is_some_and(|asked| now < asked.plus(MAY_STILL_HAPPEN))
    }

    /// The refund just before the provider is asked to make it.
    #[must_use]
    pub fn asked(self, now: Timestamp) -> Self {
        Self { asked_at: Some(now), ..self }
    }

    /// The refund once the provider has accepted it.
    #[must_use]
    pub fn answered(self) -> Self {
        Self { asked_at: None, ..self }
    }

    /// Whether the provider is to be asked for it by now.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.done_at.is_none() && self.next_try_at <= now
    }

    /// The refund after the provider carried it out.
    #[must_use]
    pub fn done(self, now: Timestamp) -> Self {
        Self { done_at: Some(now), asked_at: None, ..self }
    }

    /// The refund after an admin gave the money back in another way.
    #[must_use]
    pub fn done_by_hand(self, now: Timestamp) -> Self {
        Self { by_hand: true, ..self.done(now) }
    }

    /// The refund after it failed for good, also after it was thought done: to be tried again
    /// under another key, after a pause that grows from one minute to a day.
    #[must_use]
    pub fn failed(self, now: Timestamp) -> Self {
        let next_try_at = now.plus(doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, self.failures));
        Self { failures: self.failures.saturating_add(1), next_try_at, asked_at: None, done_at: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_failed_refund_is_tried_later_and_under_another_key() {
        let now = Timestamp::from_micros(0);
        let order = OrderKey { customer: Uuid::from_u128(1).into(), order: Uuid::from_u128(2).into() };
        let transaction = "pi_1".parse().unwrap();
        let mut refund =
            Refund::new(Uuid::from_u128(3).into(), order, transaction, Money::ZERO, RefundReason::ByAdmin, now);
        let mut seen = Vec::new();
        for _ in 0..40 {
            seen.push(refund.idempotency_key(Money::ZERO));
            refund = refund.done(now).failed(now);
            assert_eq!(refund.done_at, None);
            assert!(refund.next_try_at <= now.plus(Duration::from_hours(24)));
        }
        let id = refund.id;
        assert_eq!(seen[..3], [format!("refund:{id}"), format!("refund:{id}:1"), format!("refund:{id}:2")]);
        seen.dedup();
        assert_eq!(seen.len(), 40);
        assert_eq!(refund.next_try_at, now.plus(Duration::from_hours(24)));
    }

    #[test]
    fn a_refund_of_an_earlier_release_keeps_its_keys() {
        let now = Timestamp::from_micros(0);
        let order = OrderKey { customer: Uuid::from_u128(1).into(), order: Uuid::from_u128(2).into() };
        let amount = Money::from_cents(250).unwrap();
        let new = Refund::new(
            Uuid::from_u128(3).into(),
            order,
            "pi_1".parse().unwrap(),
            amount,
            RefundReason::PaidTwice,
            now,
        );
        assert_eq!(new.provider_reference(), Some(new.id));
        let before = Refund { keyed_by_transaction: true, ..new };
        assert_eq!((before.idempotency_key(amount).as_str(), before.provider_reference()), ("refund:pi_1:1:250", None));
        assert_eq!(before.failed(now).idempotency_key(amount), "refund:pi_1:2:250");
    }

    #[test]
    fn a_transaction_id_fits_into_a_url() {
        assert!("pi_3Nabc".parse::<TransactionId>().is_ok());
        for bad in ["pi/1", "pi 1", "pi_%00", "../x", "pi\n"] {
            assert_eq!(bad.parse::<TransactionId>(), Err(ValidationError::NotAnId), "{bad:?}");
        }
        assert_eq!("".parse::<TransactionId>(), Err(ValidationError::Missing));
    }
}
