//! The newsletter: its subscribers, the links in its emails, and the welcome coupon.
//!
//! An address receives only a confirmation link until its owner has confirmed it. No response reveals whether an
//! address is known: the rules here decide what is emailed, not what is answered.

use crate::{
    email::Email,
    id::{OrderKey, SubscriptionId},
    money::Money,
    readable_code::readable_codes,
    time::Timestamp,
};
use std::time::Duration;

/// How long a confirmation link is valid.
pub const LINK_LASTS: Duration = Duration::from_hours(7 * 24);

/// Minimum time between emails to an unconfirmed address.
const INVITATION_PAUSE: Duration = Duration::from_mins(10);

/// Minimum time between emails to a confirmed address.
const REMINDER_PAUSE: Duration = Duration::from_hours(24);

readable_codes! {
    /// The code of a coupon: `AP50-7KQD-M2XW`. Anyone who has it may use it.
    CouponCode, "AP50";
}

/// The shop's offer for signing up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CouponOffer {
    /// Value of the coupon.
    pub amount: Money,
    /// Minimum value of the goods, before shipping and tax; zero for any order.
    pub minimum: Money,
    /// Validity of a coupon, in days.
    pub valid_days: u16,
}

impl CouponOffer {
    /// Issues the coupon for a confirmed address.
    #[must_use]
    pub fn issue(&self, code: CouponCode, now: Timestamp) -> Coupon {
        let valid_until = Some(now.plus(Duration::from_hours(24 * u64::from(self.valid_days))));
        let Self { amount, minimum, .. } = *self;
        Coupon { code, amount, minimum, issued_at: now, valid_until, used_at: None, order: None }
    }
}

/// A single-use discount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    /// Its code, unique.
    pub code: CouponCode,
    /// Its value.
    pub amount: Money,
    /// Minimum value of the goods, before shipping and tax; zero for any order.
    pub minimum: Money,
    /// When it expires; `None` if it never does.
    pub valid_until: Option<Timestamp>,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// When it was used; `None` if unused.
    pub used_at: Option<Timestamp>,
    /// The order that it was used for; `None` also if it was redeemed manually.
    pub order: Option<OrderKey>,
}

/// Why a coupon cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CouponRefused {
    /// No coupon has this code.
    #[error("We do not recognize this coupon code. Please check it.")]
    Unknown,
    /// It was used before.
    #[error("This coupon has been used.")]
    Used,
    /// It has expired.
    #[error("This coupon has expired.")]
    Expired,
    /// The goods are below its minimum.
    #[error("This coupon is for orders of at least {}, before shipping and tax.", .minimum.shown())]
    BelowMinimum {
        /// The minimum value of the goods.
        minimum: Money,
    },
    /// The customer, or another customer at the same destination, has an order with another coupon.
    #[error(
        "You have already used a coupon, or one was used for this delivery address. Please order without the coupon."
    )]
    AlreadyRedeemed,
}

impl Coupon {
    /// The discount on goods of this value; `goods` is `None` on overflow of the sum. The error states why it cannot
    /// be used.
    pub fn worth(&self, goods: Option<Money>, now: Timestamp) -> Result<Money, CouponRefused> {
        if self.used_at.is_some() {
            return Err(CouponRefused::Used);
        }
        if self.valid_until.is_some_and(|until| until <= now) {
            return Err(CouponRefused::Expired);
        }
        if goods.is_some_and(|goods| goods < self.minimum) {
            return Err(CouponRefused::BelowMinimum { minimum: self.minimum });
        }
        Ok(self.amount)
    }
}

/// State of an address's subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionState {
    /// Requested, but not confirmed by the owner of the address.
    Waiting,
    /// Subscribed.
    Confirmed,
    /// Unsubscribed.
    Left,
}

/// The email to send to an address that requested the newsletter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewsletterEmail {
    /// A confirmation link.
    Invitation,
    /// The existing coupon.
    Reminder,
}

/// An address's subscription. One per address, forever, so that unsubscribing and subscribing again gives no second
/// coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its id.
    pub id: SubscriptionId,
    /// The address.
    pub email: Email,
    /// Its state.
    pub state: SubscriptionState,
    /// When it was first requested.
    pub created_at: Timestamp,
    /// When the address was last sent an email.
    pub mailed_at: Timestamp,
    /// When the address was last confirmed.
    pub confirmed_at: Option<Timestamp>,
    /// The coupon, once confirmed; `None` if the shop offered none then, or if the mailbox had received one under
    /// another address.
    pub coupon: Option<Coupon>,
    /// Number of changes, for optimistic locking.
    pub revision: i64,
}

impl Subscription {
    /// Creates a subscription on the first request; send an [`Invitation`](NewsletterEmail::Invitation).
    #[must_use]
    pub fn new(id: SubscriptionId, email: Email, now: Timestamp) -> Self {
        Self {
            id,
            email,
            state: SubscriptionState::Waiting,
            created_at: now,
            mailed_at: now,
            confirmed_at: None,
            coupon: None,
            revision: 0,
        }
    }

    /// Handles a repeated request and returns the email to send. `None`, with nothing changed, if the address was sent
    /// an email recently: people who know an address must not be able to flood its mailbox.
    pub fn ask_again(&mut self, now: Timestamp) -> Option<NewsletterEmail> {
        let (pause, email) = match self.state {
            // Leaving requires a link, so only the owner can cause this repeatedly.
            SubscriptionState::Left => (Duration::ZERO, NewsletterEmail::Invitation),
            SubscriptionState::Waiting => (INVITATION_PAUSE, NewsletterEmail::Invitation),
            SubscriptionState::Confirmed => (REMINDER_PAUSE, NewsletterEmail::Reminder),
        };
        if now < self.mailed_at.plus(pause) {
            return None;
        }
        if email == NewsletterEmail::Invitation {
            self.state = SubscriptionState::Waiting;
        }
        self.mailed_at = now;
        Some(email)
    }

    /// Confirms the address: it now receives the newsletter.
    pub fn confirm(&mut self, now: Timestamp) {
        self.state = SubscriptionState::Confirmed;
        self.confirmed_at = Some(now);
        self.mailed_at = now;
    }

    /// Unsubscribes the address; its coupon stays valid. `false` if it was already unsubscribed.
    pub fn leave(&mut self) -> bool {
        let stays = self.state != SubscriptionState::Left;
        self.state = SubscriptionState::Left;
        stays
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::ValidationError;
    use uuid::Uuid;

    const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

    fn code(byte: u8) -> CouponCode {
        CouponCode::from_random([byte; 32])
    }

    fn waiting() -> Subscription {
        Subscription::new(Uuid::from_u128(7).into(), "ann@example.com".parse().unwrap(), NOW)
    }

    #[test]
    fn a_code_is_readable_and_survives_its_text_form() {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(0..).for_each(|(byte, number): (_, u8)| *byte = number.wrapping_mul(37));
        let code = CouponCode::from_random(bytes);
        assert_eq!(code.as_str(), "AP50-27CH-NTY5");
        assert_eq!(code.as_str().parse(), Ok(code));
    }

    #[test]
    fn a_code_is_parsed_in_any_spelling() {
        for text in [" ap50-2222-2222 ", "AP50 2222 2222", "ap5022222222", "2222-2222"] {
            assert_eq!(text.parse(), Ok(CouponCode::from_random([0; 32])), "{text}");
        }
    }

    #[test]
    fn invalid_codes_are_refused() {
        for text in ["", "AP50", "AP50-2222", "AP50-2222-222I", "AP50-2222-2220", "AP-2222-2222", "AP50-2222-22222"] {
            assert_eq!(text.parse::<CouponCode>(), Err(ValidationError::NotAnId), "{text}");
        }
    }

    const OFFER: CouponOffer = CouponOffer {
        amount: match Money::from_cents(5_000) {
            Some(amount) => amount,
            None => Money::ZERO,
        },
        minimum: match Money::from_cents(10_000) {
            Some(minimum) => minimum,
            None => Money::ZERO,
        },
        valid_days: 90,
    };

    #[test]
    fn a_coupon_has_a_minimum_and_an_end() {
        let coupon = OFFER.issue(code(1), NOW);
        let cents = |cents| Money::from_cents(cents);
        let minimum = OFFER.minimum;
        assert_eq!(coupon.worth(cents(10_000), NOW), Ok(OFFER.amount));
        assert_eq!(coupon.worth(cents(9_999), NOW), Err(CouponRefused::BelowMinimum { minimum }));
        let end = NOW.plus(Duration::from_hours(90 * 24));
        assert_eq!(coupon.worth(cents(10_000), end), Err(CouponRefused::Expired));
        let last = Timestamp::from_micros(end.micros() - 1);
        assert_eq!(coupon.worth(cents(10_000), last), Ok(OFFER.amount));
        let without_terms = Coupon { minimum: Money::ZERO, valid_until: None, ..coupon.clone() };
        assert_eq!(without_terms.worth(cents(1), end), Ok(OFFER.amount), "it keeps its terms");
        let used = Coupon { used_at: Some(NOW), ..coupon };
        assert_eq!(used.worth(cents(1), end), Err(CouponRefused::Used));
        let message = CouponRefused::BelowMinimum { minimum }.to_string();
        assert_eq!(message, "This coupon is for orders of at least $100, before shipping and tax.");
    }

    #[test]
    fn a_waiting_subscriber_is_emailed_again_after_ten_minutes() {
        let mut subscription = waiting();
        assert_eq!(subscription.ask_again(NOW.plus(Duration::from_secs(599))), None);
        let later = NOW.plus(Duration::from_mins(10));
        assert_eq!(subscription.ask_again(later), Some(NewsletterEmail::Invitation));
        assert_eq!(subscription.ask_again(later), None, "the pause restarts");
    }

    #[test]
    fn a_confirmed_subscriber_is_reminded_once_a_day() {
        let mut subscription = waiting();
        subscription.confirm(NOW);
        assert_eq!(subscription.ask_again(NOW.plus(Duration::from_hours(23))), None);
        assert_eq!(subscription.ask_again(NOW.plus(Duration::from_hours(24))), Some(NewsletterEmail::Reminder));
        assert_eq!(subscription.state, SubscriptionState::Confirmed);
    }

    #[test]
    fn a_subscriber_who_leaves_and_resubscribes_has_the_same_coupon() {
        let mut subscription = waiting();
        subscription.confirm(NOW);
        let first = OFFER.issue(code(1), NOW);
        subscription.coupon = Some(first.clone());
        assert!(subscription.leave() && !subscription.leave());
        assert_eq!(subscription.coupon.as_ref(), Some(&first), "it stays good");
        let later = NOW.plus(Duration::from_secs(1));
        assert_eq!(
            subscription.ask_again(later),
            Some(NewsletterEmail::Invitation),
            "immediately: a subscriber who left may want it again"
        );
        assert_eq!(subscription.ask_again(later), None, "but once");
        assert_eq!(subscription.state, SubscriptionState::Waiting);
        subscription.confirm(later);
        assert_eq!(subscription.coupon, Some(first));
        assert_eq!(subscription.confirmed_at, Some(later));
    }
}
