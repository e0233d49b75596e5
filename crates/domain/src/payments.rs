//! Payments: attempts to collect the money for an order, and refunds.

pub mod reversal;
pub(crate) mod transaction_id;
pub mod unmatched;

pub use transaction_id::TransactionId;

use crate::{
    id::{OrderKey, PaymentId, RefundId},
    money::Money,
    orders::PiecesToRefund,
    text::RefundNote,
    time::{Timestamp, doubling_pause},
    validation::ValidationError,
};
use std::{borrow::Cow, fmt, str::FromStr, time::Duration};

/// The name of a payment provider, as stored with each attempt. A sandbox that speaks a provider's protocol has that
/// provider's name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderName(Cow<'static, str>);

impl ProviderName {
    /// Maximum number of characters.
    pub const MAX_CHARS: usize = 32;

    /// The name of an adapter's provider. Must be lower-case letters; this is not checked.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// The name, for storage and logs.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ProviderName {
    type Err = ValidationError;

    /// Accepts lower-case letters.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        if text.is_empty() {
            return Err(ValidationError::Missing);
        }
        let plain = text.len() <= Self::MAX_CHARS && text.bytes().all(|b| b.is_ascii_lowercase());
        if plain { Ok(Self(Cow::Owned(text.to_owned()))) } else { Err(ValidationError::NotAnId) }
    }
}

impl fmt::Display for ProviderName {
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

/// Status of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptStatus {
    /// Stored before the call to the provider, so that a crash leaves a trace: the provider may or may not know it.
    /// Retrying with the same key is safe.
    Starting,
    /// The provider knows it; it has not been paid.
    Open,
    /// Paid.
    Succeeded,
    /// Canceled at the provider; it can no longer be paid.
    Cancelled,
}

/// One attempt to collect the money for an order. An order has at most one live attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentAttempt {
    /// The shop's id.
    pub id: PaymentId,
    /// The order to pay.
    pub order: OrderKey,
    /// 1 for the first attempt of an order, then 2, …
    pub number: i64,
    /// The amount.
    pub amount: Money,
    /// The provider that collects the money. No other one is asked about the attempt.
    pub provider: ProviderName,
    /// The provider's transaction; `None` while starting.
    pub transaction: Option<TransactionId>,
    /// Its status.
    pub status: AttemptStatus,
    /// When it was started.
    pub started_at: Timestamp,
    /// When the provider first reported the transaction as unknown; `None` if it knows it, or was not asked.
    pub unknown_since: Option<Timestamp>,
}

impl PaymentAttempt {
    /// The idempotency key of this attempt at the provider.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        format!("order:{}:{}", self.order.order, self.number)
    }

    /// Whether it may still be paid.
    #[must_use]
    pub fn is_live(&self) -> bool {
        matches!(self.status, AttemptStatus::Starting | AttemptStatus::Open)
    }
}

/// Why money is refunded.
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
    /// An admin refunded it.
    ByAdmin,
    /// An admin removed pieces from the order before shipping.
    LinesCancelled,
    /// Pieces were returned after shipping.
    Returned,
    /// An admin refunded an amount or cores, without pieces.
    Goodwill,
}

impl RefundReason {
    /// All reasons.
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

    /// Whether it refunds all that is left of a payment; otherwise only a part, and the order stays paid.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        match self {
            Self::OrderCancelled | Self::PaidTwice | Self::SoldOut | Self::CouponReused | Self::ByAdmin => true,
            Self::LinesCancelled | Self::Returned | Self::Goodwill => false,
        }
    }
}

/// A refund, due or done: an amount of one transaction, or all that was left of it when the refund became due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// The shop's id.
    pub id: RefundId,
    /// The order that the money was for.
    pub order: OrderKey,
    /// The payment that is refunded.
    pub transaction: TransactionId,
    /// The amount.
    pub amount: Money,
    /// The tax in the amount; `None` if it is not of certain pieces, or an earlier release created it.
    pub tax: Option<Money>,
    /// The restocking fee that was deducted from the price of its pieces.
    pub fee: Money,
    /// The pieces and cores that it is for; none if it is for an amount, or an earlier release created it.
    pub taken: PiecesToRefund,
    /// The reason.
    pub reason: RefundReason,
    /// An admin's note, for the shop's staff.
    pub note: Option<RefundNote>,
    /// Whether an earlier release created it, with one refund per transaction: the provider knows it by the
    /// transaction, not by its id.
    pub keyed_by_transaction: bool,
    /// When it became due.
    pub due_at: Timestamp,
    /// Number of final failures that the provider reported.
    pub failures: u32,
    /// When to try at the provider next.
    pub next_try_at: Timestamp,
    /// When the provider was asked to make it, while its response is outstanding; `None` once it responded. The refund
    /// may still happen, so the money must not be returned another way.
    pub asked_at: Option<Timestamp>,
    /// Whether an admin returned the money another way; the provider is no longer asked.
    pub by_hand: bool,
    /// When the provider, or an admin, confirmed it; `None` while it is open.
    pub done_at: Option<Timestamp>,
}

/// Pause after the first failure of a refund; doubles with each further failure.
pub(crate) const FIRST_PAUSE: Duration = Duration::from_mins(1);
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_hours(24);

/// How long a request without a response may still take effect: longer than any call to the provider takes with all
/// its retries.
const MAY_STILL_HAPPEN: Duration = Duration::from_mins(5);

/// The idempotency key of a refund of a transaction after this many failures: for payments without an order, and for
/// refunds of earlier releases.
pub(crate) fn refund_key(transaction: &TransactionId, failures: u32, amount: Money) -> String {
    format!("refund:{transaction}:{}:{}", u64::from(failures) + 1, amount.cents())
}

impl Refund {
    /// Creates a refund that is due now.
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
            tax: None,
            fee: Money::ZERO,
            taken: PiecesToRefund::default(),
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

    /// The refund's idempotency key at the provider. A final failure is permanent under its key, so each failure leads
    /// to a new key. `amount` is the amount requested; it is part of the keys of earlier releases, which must not
    /// change.
    #[must_use]
    pub fn idempotency_key(&self, amount: Money) -> String {
        match self.failures {
            failures if self.keyed_by_transaction => refund_key(&self.transaction, failures, amount),
            0 => format!("refund:{}", self.id),
            failures => format!("refund:{}:{failures}", self.id),
        }
    }

    /// The id by which the provider knows the refund; `None` if it knows it by its transaction.
    #[must_use]
    pub fn provider_reference(&self) -> Option<RefundId> {
        (!self.keyed_by_transaction).then_some(self.id)
    }

    /// Whether it refunds all that is left of its payment.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.reason.is_whole()
    }

    /// Whether the provider was asked so recently that the refund may still happen.
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

    /// Whether it is time to ask the provider.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.done_at.is_none() && self.next_try_at <= now
    }

    /// The refund after the provider completed it.
    #[must_use]
    pub fn done(self, now: Timestamp) -> Self {
        Self { done_at: Some(now), asked_at: None, ..self }
    }

    /// The refund after an admin returned the money another way.
    #[must_use]
    pub fn done_by_hand(self, now: Timestamp) -> Self {
        Self { by_hand: true, ..self.done(now) }
    }

    /// The refund after a final failure, even if it had been considered done. It is retried under another key, after a
    /// pause that grows from one minute to one day.
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
    fn a_failed_refund_is_retried_later_under_another_key() {
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
    fn a_provider_name_is_one_lower_case_word() {
        assert_eq!("paypal".parse::<ProviderName>().unwrap().as_str(), "paypal");
        for bad in ["PayPal", "pay pal", "pay_pal", "pay1", &"x".repeat(33)] {
            assert_eq!(bad.parse::<ProviderName>(), Err(ValidationError::NotAnId), "{bad:?}");
        }
        assert_eq!("".parse::<ProviderName>(), Err(ValidationError::Missing));
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
