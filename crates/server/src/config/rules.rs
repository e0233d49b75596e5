//! The settings of the shop's rules: lifetimes of reservations and sessions, limits on unpaid orders, the coupon,
//! returns, core charges and track records.

use super::{
    APPROVE_UNNEEDED_RETURNS, CORE_RETURN_DAYS, COUPON_AMOUNT, COUPON_MINIMUM, COUPON_VALID, FIT_TRACK_RECORD,
    ORDER_HOLD, ORDER_HOLD_UNSTARTED, RETURN_ARRIVES_WITHIN, SESSION_IDLE, SESSION_LIFETIME, UNPAID_ORDERS,
    UNPAID_SHARE, UNPAID_VALUE, WITHDRAWAL_DELIVERY_DAYS,
    reader::{Reader, hold},
};
use autoparts_application::shop_rules::{ReturnRules, ShopRules};
use autoparts_domain::{
    accounts::session::SessionLimits,
    money::Money,
    newsletter::CouponOffer,
    orders::unpaid::{Share, UnpaidLimits},
};
use std::time::Duration;

impl Reader<'_> {
    pub(super) fn rules(&mut self) -> Option<ShopRules> {
        let expected = "a time from 1m to 365d, such as 24h";
        let order_hold = self.parsed(ORDER_HOLD, "24h", expected, hold);
        let unstarted_hold = self.parsed(ORDER_HOLD_UNSTARTED, "2h", expected, hold);
        let unpaid = self.unpaid();
        let sessions = self.sessions();
        let coupon = self.coupon();
        let returns = self.returns();
        let core_days = self.parsed(CORE_RETURN_DAYS, "30", "a number of days from 8 to 365", |text| {
            text.parse().ok().filter(|days| (8..=365).contains(days))
        });
        let fit_track_record = self.parsed(FIT_TRACK_RECORD, "on", "on or off", |text| match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        });
        let order_hold = order_hold?;
        let mut unstarted_hold = unstarted_hold?;
        if unstarted_hold > order_hold {
            if self.text(ORDER_HOLD_UNSTARTED).is_some() {
                self.wrong(format!("{ORDER_HOLD_UNSTARTED} must not be longer than {ORDER_HOLD}"));
            }
            unstarted_hold = order_hold;
        }
        let unpaid = unpaid?;
        let sessions = sessions?;
        let coupon = coupon?;
        let returns = returns?;
        let core_days = core_days?;
        let fit_track_record = fit_track_record?;
        Some(ShopRules {
            order_hold,
            unstarted_hold,
            unpaid,
            sessions,
            coupon,
            returns,
            core_days,
            fit_track_record,
            ..ShopRules::default()
        })
    }

    /// Without the return period, which is one of the seller's promises.
    fn returns(&mut self) -> Option<ReturnRules> {
        const A_DAY: Duration = Duration::from_hours(24);
        let arrives_within = self.parsed(RETURN_ARRIVES_WITHIN, "30d", "a time from 8d to 365d, such as 30d", |text| {
            hold(text).filter(|within| *within >= A_DAY * 8)
        });
        let approve_not_needed = self.allowed(APPROVE_UNNEEDED_RETURNS);
        let delivery_days = self.parsed(WITHDRAWAL_DELIVERY_DAYS, "14", "a number of days from 0 to 90", |text| {
            text.parse().ok().filter(|days| *days <= 90)
        });
        Some(ReturnRules {
            delivery_days: delivery_days?,
            arrives_within: arrives_within?,
            approve_not_needed: approve_not_needed?,
            ..ReturnRules::default()
        })
    }

    /// The inner `None` means that no coupon is offered.
    #[expect(clippy::option_option, reason = "an invalid setting, or off")]
    fn coupon(&mut self) -> Option<Option<CouponOffer>> {
        let dollars = |text: &str| Money::parse_dollars(text.strip_prefix('$').unwrap_or(text)).ok();
        let amount = self.parsed(COUPON_AMOUNT, "$50", "dollars, such as $50 or $12.50, or off", |text| match text {
            "off" => Some(None),
            text => dollars(text).filter(|amount| *amount > Money::ZERO).map(Some),
        });
        let minimum = self.parsed(COUPON_MINIMUM, "$100", "dollars, such as $100, or $0 for any order", dollars);
        let valid_days = self.parsed(COUPON_VALID, "90", "a number of days from 1 to 3650", |text| {
            text.parse().ok().filter(|days| (1..=3650).contains(days))
        });
        let amount = amount?;
        let minimum = minimum?;
        let valid_days = valid_days?;
        Some(amount.map(|amount| CouponOffer { amount, minimum, valid_days }))
    }

    /// A session renews its access token every 15 minutes, so a shorter idle timeout would end sessions in use.
    fn sessions(&mut self) -> Option<SessionLimits> {
        let lifetime = self.parsed(SESSION_LIFETIME, "30d", "a time from 1m to 365d, such as 30d", hold);
        let idle = self.parsed(SESSION_IDLE, "7d", "a time from 30m to 365d, such as 7d", |text| {
            hold(text).filter(|idle| *idle >= Duration::from_mins(30))
        });
        let lifetime = lifetime?;
        let idle = idle?;
        if idle > lifetime && self.text(SESSION_IDLE).is_some() {
            self.wrong(format!("{SESSION_IDLE} must not be longer than {SESSION_LIFETIME}"));
        }
        Some(SessionLimits { lifetime, idle: idle.min(lifetime) })
    }

    fn unpaid(&mut self) -> Option<UnpaidLimits> {
        let orders = self.parsed(UNPAID_ORDERS, "5", "a number from 1, or off", |text| match text {
            "off" => Some(None),
            number => number.parse().ok().filter(|orders| *orders >= 1).map(Some),
        });
        let value = self.parsed(UNPAID_VALUE, "10000", "dollars, such as 2500 or 99.50, or off", |text| match text {
            "off" => Some(None),
            dollars => Money::parse_dollars(dollars).ok().filter(|value| *value > Money::ZERO).map(Some),
        });
        let share = self.parsed(UNPAID_SHARE, "25", "a percentage from 1 to 100, or off", |text| match text {
            "off" => Some(None),
            percent => percent.parse().ok().and_then(Share::from_percent).map(Some),
        });
        Some(UnpaidLimits { orders: orders?, value: value?, share: share? })
    }
}
