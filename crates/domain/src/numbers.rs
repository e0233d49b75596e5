//! Shop statistics by day: orders, revenue, refunds and new customers.

use crate::{money::Money, time::Timestamp};

const MICROS_OF_DAY: i64 = 86_400_000_000;

/// A calendar day. Its start and end depend on a [time zone](crate::time_zone::TimeZone).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// The day with this number of days since 1970-01-01.
    #[must_use]
    pub const fn from_number(number: i64) -> Self {
        Self(number)
    }

    /// Days since 1970-01-01.
    #[must_use]
    pub const fn number(self) -> i64 {
        self.0
    }

    /// The day of a moment in UTC.
    #[must_use]
    pub const fn of(moment: Timestamp) -> Self {
        Self(moment.day())
    }

    /// When it starts in UTC.
    #[must_use]
    pub const fn begins_at(self) -> Timestamp {
        Timestamp::from_micros(self.0.saturating_mul(MICROS_OF_DAY))
    }

    /// When the next day starts in UTC.
    #[must_use]
    pub const fn ends_at(self) -> Timestamp {
        self.plus(1).begins_at()
    }

    /// The day this many days later.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// `2026-11-24`.
    #[must_use]
    pub fn iso(self) -> String {
        let (year, month, day) = self.begins_at().date();
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// The last day of its step: a week ends on Sunday, as in ISO 8601.
    #[must_use]
    fn end_of(self, step: Step) -> Self {
        match step {
            Step::Day => self,
            // 1970-01-01 was a Thursday.
            Step::Week => self.plus(6 - self.0.saturating_add(3).rem_euclid(7)),
            Step::Month => {
                let first = |day: Self| day.plus(1 - day.begins_at().date().2);
                first(first(self).plus(31)).plus(-1)
            }
        }
    }
}

/// The interval of a statistic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Single days.
    Day,
    /// Weeks from Monday to Sunday.
    Week,
    /// Calendar months.
    Month,
}

impl Step {
    /// All intervals.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    /// Its name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }
}

/// Why a period is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PeriodError {
    /// It ends before it begins.
    #[error("must not be before the first day")]
    Backwards,
    /// It is too long.
    #[error("must be at most {} days after the first day", Period::MAX_DAYS - 1)]
    TooLong,
    /// It has too many steps.
    #[error("makes more than {} steps; choose weeks or months", Period::MAX_STEPS)]
    TooManySteps,
}

/// A range of days, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub first: Day,
    /// The last day.
    pub last: Day,
}

impl Period {
    /// Maximum number of days: ten years.
    pub const MAX_DAYS: i64 = 3_660;

    /// Maximum number of single-day steps: a little more than a year.
    pub const MAX_STEPS: i64 = 400;

    /// A period that can be shown in such steps; an error if it is too long, has too many steps, or ends before it
    /// begins.
    pub fn new(first: Day, last: Day, step: Step) -> Result<Self, PeriodError> {
        let period = Self { first, last };
        if last < first {
            return Err(PeriodError::Backwards);
        }
        if period.days() > Self::MAX_DAYS {
            return Err(PeriodError::TooLong);
        }
        // Weeks and months of the longest period are few enough.
        if step == Step::Day && period.days() > Self::MAX_STEPS {
            return Err(PeriodError::TooManySteps);
        }
        Ok(period)
    }

    /// Number of days.
    #[must_use]
    pub const fn days(self) -> i64 {
        self.last.0.saturating_sub(self.first.0).saturating_add(1)
    }

    /// The period of equal length directly before it.
    #[must_use]
    pub const fn before(self) -> Self {
        Self { first: self.first.plus(-self.days()), last: self.first.plus(-1) }
    }

    /// Whether it contains a day.
    #[must_use]
    pub fn has(self, day: Day) -> bool {
        (self.first..=self.last).contains(&day)
    }

    /// Its days, weeks or months in order. The first and the last may be partial.
    #[must_use]
    pub fn steps(self, step: Step) -> Vec<Self> {
        let mut steps = Vec::new();
        let mut first = self.first;
        while first <= self.last {
            let last = first.end_of(step).min(self.last);
            steps.push(Self { first, last });
            first = last.plus(1);
        }
        steps
    }
}

/// Figures of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// Orders placed, in any state.
    pub orders: i64,
    /// Customers, including guests, who placed their first order.
    pub new_customers: i64,
    /// Payments received, before refunds.
    pub revenue: Money,
    /// Refunds promised, by the shop or in the provider's dashboard. Does not include disputed money that banks
    /// withdrew.
    pub refunded: Money,
}

impl Numbers {
    /// All zero.
    pub const NONE: Self = Self { orders: 0, new_customers: 0, revenue: Money::ZERO, refunded: Money::ZERO };

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            orders: self.orders.saturating_add(other.orders),
            new_customers: self.new_customers.saturating_add(other.new_customers),
            revenue: self.revenue.plus(other.revenue),
            refunded: self.refunded.plus(other.refunded),
        }
    }
}

/// Figures of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayNumbers {
    /// The day.
    pub day: Day,
    /// The figures.
    pub numbers: Numbers,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year_month_day: &str) -> Day {
        // A range large enough for these tests.
        (0..60_000).map(Day::from_number).find(|day| day.iso() == year_month_day).unwrap()
    }

    fn steps(first: &str, last: &str, step: Step) -> Vec<String> {
        let period = Period::new(day(first), day(last), step).unwrap();
        period.steps(step).into_iter().map(|step| format!("{}..{}", step.first.iso(), step.last.iso())).collect()
    }

    #[test]
    fn a_day_begins_and_ends_at_midnight_in_utc() {
        let day = day("2026-01-01");
        assert_eq!((Day::of(day.begins_at()), Day::of(day.ends_at())), (day, day.plus(1)));
        assert_eq!(Day::of(Timestamp::from_micros(day.ends_at().micros() - 1)), day);
    }

    #[test]
    fn weeks_begin_on_monday() {
        // 2026-01-01 is a Thursday.
        assert_eq!(
            steps("2026-01-01", "2026-01-13", Step::Week),
            ["2026-01-01..2026-01-04", "2026-01-05..2026-01-11", "2026-01-12..2026-01-13"]
        );
        assert_eq!(steps("1970-01-05", "1970-01-11", Step::Week).len(), 1);
    }

    #[test]
    fn months_are_those_of_the_calendar() {
        assert_eq!(
            steps("2024-01-31", "2024-03-01", Step::Month),
            ["2024-01-31..2024-01-31", "2024-02-01..2024-02-29", "2024-03-01..2024-03-01"]
        );
        assert_eq!(steps("2025-12-01", "2026-11-30", Step::Month).len(), 12);
    }

    #[test]
    fn a_day_is_a_step_and_the_days_before_are_as_many() {
        assert_eq!(steps("2026-02-28", "2026-03-01", Step::Day).len(), 2);
        let before = Period::new(day("2026-03-01"), day("2026-03-31"), Step::Day).unwrap().before();
        assert_eq!((before.first.iso(), before.last.iso()), ("2026-01-29".to_owned(), "2026-02-28".to_owned()));
    }

    #[test]
    fn a_period_has_an_end() {
        let first = day("2026-01-01");
        let new = |days: i64, step| Period::new(first, first.plus(days - 1), step);
        assert_eq!(new(0, Step::Day), Err(PeriodError::Backwards));
        assert!(new(Period::MAX_STEPS, Step::Day).is_ok());
        assert_eq!(new(Period::MAX_STEPS + 1, Step::Day), Err(PeriodError::TooManySteps));
        assert_eq!(new(Period::MAX_DAYS + 1, Step::Month), Err(PeriodError::TooLong));
        let longest = new(Period::MAX_DAYS, Step::Week).unwrap();
        // Ten years of weeks are more steps than the limit for days, and a chart still has room for them.
        assert_eq!(longest.steps(Step::Week).len(), 524);
    }
}
