//! Daily statistics of the shop: counted once for finished days, and on request for other days.

use super::store_error::StoreResult;
use autoparts_domain::{
    numbers::{Day, DayNumbers, Period},
    time::Timestamp,
    time_zone::{ClockSpan, TimeZone},
};

/// Daily statistics. Stored ones belong to the days of one time zone: after a change of the zone, all days are counted
/// again.
pub trait NumbersRepository {
    /// Returns when the first order was placed.
    fn first_order_at(&mut self) -> StoreResult<Option<Timestamp>>;

    /// Returns the last day with stored statistics. All days before it have them as well, from the first order on.
    fn last_closed_day(&mut self, zone: &TimeZone) -> StoreResult<Option<Day>>;

    /// Returns the stored statistics of the days of a period, by day.
    fn daily_totals(&mut self, zone: &TimeZone, period: &Period) -> StoreResult<Vec<DayNumbers>>;

    /// Counts the statistics of the days in a span, by day. Days without events are omitted.
    fn count_numbers(&mut self, span: &ClockSpan) -> StoreResult<Vec<DayNumbers>>;

    /// Stores the statistics of a day.
    fn save_daily_totals(&mut self, zone: &TimeZone, numbers: &DayNumbers, at: Timestamp) -> StoreResult<()>;
}
