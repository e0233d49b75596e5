//! The numbers of the shop: counted for days that are over, once, and for the others when they are asked for.

use super::store_error::StoreResult;
use autoparts_domain::{
    numbers::{Day, DayNumbers, Period},
    time::Timestamp,
    time_zone::{ClockSpan, TimeZone},
};

/// The numbers of days. Those that are kept are of days in a time zone: after a change of
/// zone, all days are counted again.
pub trait NumbersRepository {
    /// When the first order of all was placed.
    fn first_order_at(&mut self) -> StoreResult<Option<Timestamp>>;

    /// The last day whose numbers are kept. Those of all days before it are, from the first order on.
    fn last_kept_day(&mut self, zone: &TimeZone) -> StoreResult<Option<Day>>;

    /// The numbers of the days of a period that are kept, by day.
    fn kept_numbers(&mut self, zone: &TimeZone, period: &Period) -> StoreResult<Vec<DayNumbers>>;

    /// Counts the numbers of the days in a span, by day. A day on which nothing happened is left out.
    fn count_numbers(&mut self, span: &ClockSpan) -> StoreResult<Vec<DayNumbers>>;

    /// Keeps the numbers of a day.
    fn keep_numbers(&mut self, zone: &TimeZone, numbers: &DayNumbers, at: Timestamp) -> StoreResult<()>;
}
