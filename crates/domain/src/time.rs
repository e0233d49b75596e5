//! Moments in time. The domain never reads the clock; callers pass the time.

use std::time::Duration;

const A_DAY: i64 = 86_400_000_000;

/// A moment, in microseconds since 1970-01-01 00:00 UTC. Both databases store microseconds without rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The moment this many microseconds after the epoch.
    #[must_use]
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Microseconds since the epoch.
    #[must_use]
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Whole seconds since the epoch, rounded down.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Days since the epoch in UTC.
    #[must_use]
    pub const fn day(self) -> i64 {
        self.0.div_euclid(86_400_000_000)
    }

    /// The first microsecond of the day in UTC.
    #[must_use]
    pub const fn start_of_day(self) -> Self {
        Self(self.day().saturating_mul(A_DAY))
    }

    /// The last microsecond of the day in UTC.
    #[must_use]
    pub const fn end_of_day(self) -> Self {
        Self(self.day().saturating_add(1).saturating_mul(A_DAY).saturating_sub(1))
    }

    /// Year, month and day of the month in UTC; month and day count from 1.
    #[must_use]
    pub fn date(self) -> (i64, usize, i64) {
        // In years that begin in March, the leap day is the last day; eras have 400 years.
        let days = self.day() + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let months = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * months + 2) / 5 + 1;
        let month = if months < 10 { months + 3 } else { months - 9 };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        (year, usize::try_from(month).unwrap_or_default(), day)
    }

    /// This moment plus a span, saturating at the maximum.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.as_micros()).unwrap_or(i64::MAX)))
    }

    /// This moment minus a span, saturating at the minimum.
    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(span.as_micros()).unwrap_or(i64::MAX)))
    }
}

/// The pause before the next try after `failures` failures: doubles each time, from `first` up to `longest`.
#[must_use]
pub fn doubling_pause(first: Duration, longest: Duration, failures: u32) -> Duration {
    2_u32.checked_pow(failures).map_or(longest, |times| first.saturating_mul(times).min(longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let pause = |failures| doubling_pause(Duration::from_mins(1), Duration::from_mins(7), failures).as_secs() / 60;
        assert_eq!([0, 1, 2, 3, 31, 32, u32::MAX].map(pause), [1, 2, 4, 7, 7, 7, 7]);
    }

    #[test]
    fn days_change_at_midnight_utc_even_before_1970() {
        assert_eq!(Timestamp::from_micros(86_399_999_999).day(), 0);
        assert_eq!(Timestamp::from_micros(86_400_000_000).day(), 1);
        assert_eq!(Timestamp::from_micros(-1).day(), -1);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, (1970, 1, 1)),
            (-1, (1969, 12, 31)),
            (951_782_400, (2000, 2, 29)),
            (951_868_800, (2000, 3, 1)),
            (1_767_225_599, (2025, 12, 31)),
            (1_767_225_600, (2026, 1, 1)),
            (4_107_456_000, (2100, 2, 28)),
            (4_107_542_400, (2100, 3, 1)),
            (-11_670_998_400, (1600, 2, 29)),
        ] {
            assert_eq!(Timestamp::from_micros(seconds * 1_000_000).date(), date, "{seconds}");
        }
    }

    #[test]
    fn spans_saturate() {
        let end = Timestamp::from_micros(i64::MAX);
        assert_eq!(end.plus(Duration::from_secs(1)), end);
    }
}
