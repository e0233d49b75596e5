//! The settings of the shop's rules.

use autoparts_domain::{
    accounts::session::SessionLimits,
    destination::Country,
    money::Money,
    newsletter::CouponOffer,
    orders::unpaid::{Share, UnpaidLimits},
    returns::{ReturnDays, ReturnTerms},
    time::Timestamp,
    time_zone::TimeZone,
};
use std::{collections::BTreeMap, time::Duration};

/// Settings of the shop's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShopRules {
    /// How long an unpaid order reserves its pieces after a card was presented, from the start of that payment.
    pub order_hold: Duration,
    /// How long it reserves them before that, from when it was placed; at most `order_hold`.
    pub unstarted_hold: Duration,
    /// Whether a user with an address that the identity provider has not verified can become an admin.
    pub unverified_admins: bool,
    /// Limits on unpaid orders.
    pub unpaid: UnpaidLimits,
    /// The coupon for a confirmed address; `None` if the shop offers none. Issued coupons keep their terms.
    pub coupon: Option<CouponOffer>,
    /// Whether a mail server delivers the emails. If so, links and codes in the outbox are not shown to readers.
    pub mails_are_sent: bool,
    /// How long sessions last.
    pub sessions: SessionLimits,
    /// Returns.
    pub returns: ReturnRules,
    /// How many days after the day of shipping, in UTC, old parts may arrive for their core charges.
    pub core_days: u16,
    /// Whether customers see how many pieces of a part were sold for their car, and how many came back.
    pub fit_track_record: bool,
    /// How long old data is stored.
    pub retention: Retention,
}

/// How long old data is stored; `None`: forever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Emails in the outbox, from when they were written.
    pub mails: Option<Duration>,
    /// Idempotency keys of orders and stock movements: how long a repeated call is recognized.
    pub idempotency_keys: Option<Duration>,
    /// The ids of the payment provider's messages, from when they were received.
    pub provider_events: Option<Duration>,
    /// The personal data of canceled orders, from when they were placed, and withdrawals that led to no return, from when
    /// they were received.
    pub cancelled_orders: Option<Duration>,
    /// Audit log entries.
    pub audit: Option<Duration>,
}

impl Default for Retention {
    fn default() -> Self {
        let days = |days: u64| Some(Duration::from_hours(days * 24));
        Self {
            mails: days(90),
            idempotency_keys: days(30),
            provider_events: days(90),
            cancelled_orders: days(365),
            audit: None,
        }
    }
}

impl Default for ShopRules {
    fn default() -> Self {
        Self {
            order_hold: Duration::from_hours(24),
            unverified_admins: true,
            coupon: Money::from_cents(5_000).zip(Money::from_cents(10_000)).map(|(amount, minimum)| CouponOffer {
                amount,
                minimum,
                valid_days: 90,
            }),
            mails_are_sent: false,
            retention: Retention::default(),
            sessions: SessionLimits::default(),
            returns: ReturnRules::default(),
            core_days: 30,
            fit_track_record: true,
            unstarted_hold: Duration::from_hours(2),
            unpaid: UnpaidLimits {
                orders: Some(5),
                value: Money::from_cents(1_000_000),
                share: Share::from_percent(25),
            },
        }
    }
}

/// Settings of returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnRules {
    /// How many days after the day of shipping, in UTC, parts without a policy can be returned.
    pub days: u16,
    /// How long the pieces of an approved return may take to arrive.
    pub arrives_within: Duration,
    /// Whether returns of pieces that the customer does not need are approved at once.
    pub approve_not_needed: bool,
    /// The days from shipping in which a parcel surely arrives. The period for withdrawing from the contract counts from
    /// the last of them.
    pub delivery_days: u16,
}

impl ReturnRules {
    /// The terms of parts without a policy.
    #[must_use]
    pub const fn terms(&self) -> ReturnTerms {
        ReturnTerms::default_within(ReturnDays::of_setting(self.days))
    }

    /// The time by which the pieces of a return have to arrive: the end of a day, in UTC.
    #[must_use]
    pub fn arrives_by(&self, approved_at: Timestamp) -> Timestamp {
        approved_at.plus(self.arrives_within).end_of_day()
    }
}

impl Default for ReturnRules {
    fn default() -> Self {
        Self { days: 90, arrives_within: Duration::from_hours(30 * 24), approve_not_needed: false, delivery_days: 14 }
    }
}

/// The time zones of the countries whose customers may withdraw from a contract.
pub type WithdrawalZones = BTreeMap<Country, TimeZone>;
