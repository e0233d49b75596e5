//! The numbers of the shop: counted for days that are over, once, and for the others when they are asked for.

use super::store_error::StoreResult;
use autoparts_domain::{
    numbers::{Day, DayNumbers, Period},
    time::Timestamp,
};

/// The numbers of days.
pub trait NumbersRepository {
    /// When the first order of all was placed.
    fn first_order_at(&mut self) -> StoreResult<Option<Timestamp>>;

    /// The last day whose numbers are kept. Those of all days before it are, from the first order on.
    fn last_kept_day(&mut self) -> StoreResult<Option<Day>>;

    /// The numbers of the days of a period that are kept, by day.
    fn kept_numbers(&mut self, period: &Period) -> StoreResult<Vec<DayNumbers>>;

    /// Counts the numbers of the days of a period anew, by day. A day on which nothing happened is left out.
    fn count_numbers(&mut self, period: &Period) -> StoreResult<Vec<DayNumbers>>;

    /// Keeps the numbers of a day.
    fn keep_numbers(&mut self, numbers: &DayNumbers, at: Timestamp) -> StoreResult<()>;
}
