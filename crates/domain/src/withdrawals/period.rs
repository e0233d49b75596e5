//! Until when a customer may withdraw.

use crate::{time::Timestamp, time_zone::TimeZone};

/// How many days after the delivery a customer may withdraw (Directive 2011/83/EU, Article 9).
pub const PERIOD_DAYS: u16 = 14;

/// The moment at which the period of an order ends, which is no longer part of it: midnight in the customer's time zone.
///
/// No carrier tells the shop about deliveries. So the parcel counts as delivered on the day by which it surely arrives:
/// `delivery_days` after the day on which it was shipped.
#[must_use]
pub fn ends_at(shipped: Timestamp, delivery_days: u16, zone: &TimeZone) -> Timestamp {
    let days = i64::from(delivery_days).saturating_add(i64::from(PERIOD_DAYS));
    zone.ends_at(zone.day_of(shipped).plus(days))
}
