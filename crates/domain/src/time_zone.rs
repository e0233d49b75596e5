//! The shop's time zone, which determines its calendar days.

use crate::{
    numbers::{Day, Period},
    time::Timestamp,
};

/// A time zone, as the moments at which its offset changes. No zone sets its clocks back across midnight, so a day is
/// a single span of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeZone {
    name: String,
    /// Offset before the first change, in microseconds ahead of UTC.
    ahead_at_first: i64,
    /// When the offset changes, oldest first, with the offset from then on, in microseconds ahead of UTC.
    changes: Vec<(Timestamp, i64)>,
}

/// A span of time with a constant offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockSpan {
    /// Start.
    pub from: Timestamp,
    /// End, exclusive.
    pub before: Timestamp,
    /// Offset in microseconds ahead of UTC; negative if behind.
    pub ahead: i64,
}

impl ClockSpan {
    /// The day of a moment in this span.
    #[must_use]
    pub const fn day_of(&self, moment: Timestamp) -> Day {
        Day::of(Timestamp::from_micros(moment.micros().saturating_add(self.ahead)))
    }

    /// When the clocks first show the start of this day, or a later day, in this span.
    fn beginning_of(&self, day: Day) -> Option<Timestamp> {
        let shown = Timestamp::from_micros(day.begins_at().micros().saturating_sub(self.ahead));
        Some(shown.max(self.from)).filter(|moment| *moment < self.before)
    }
}

impl TimeZone {
    /// A zone with its name in the IANA database, such as `America/New_York`; its offset before the first change, in
    /// microseconds ahead of UTC; and its changes, oldest first.
    #[must_use]
    pub const fn new(name: String, ahead_at_first: i64, changes: Vec<(Timestamp, i64)>) -> Self {
        Self { name, ahead_at_first, changes }
    }

    /// Coordinated Universal Time.
    #[must_use]
    pub fn utc() -> Self {
        Self::new("UTC".to_owned(), 0, Vec::new())
    }

    /// Its name in the IANA database: `UTC`, `America/New_York`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The day of a moment.
    #[must_use]
    pub fn day_of(&self, moment: Timestamp) -> Day {
        Day::of(self.shown_at(moment))
    }

    /// What the zone's clocks show at a moment, as the moment at which clocks in UTC show the same.
    #[must_use]
    pub fn shown_at(&self, moment: Timestamp) -> Timestamp {
        let passed = self.changes.partition_point(|(at, _)| *at <= moment);
        let last = passed.checked_sub(1).and_then(|last| self.changes.get(last));
        let ahead = last.map_or(self.ahead_at_first, |(_, ahead)| *ahead);
        Timestamp::from_micros(moment.micros().saturating_add(ahead))
    }

    /// When a day starts: at midnight, or later if the clocks are set forward at midnight.
    #[must_use]
    pub fn begins_at(&self, day: Day) -> Timestamp {
        self.spans().find_map(|span| span.beginning_of(day)).unwrap_or(Timestamp::from_micros(i64::MAX))
    }

    /// When the next day starts.
    #[must_use]
    pub fn ends_at(&self, day: Day) -> Timestamp {
        self.begins_at(day.plus(1))
    }

    /// A period, split at the clock changes.
    #[must_use]
    pub fn spans_of(&self, period: Period) -> Vec<ClockSpan> {
        let from = self.begins_at(period.first);
        let before = self.ends_at(period.last);
        let within = |span: ClockSpan| ClockSpan { from: span.from.max(from), before: span.before.min(before), ..span };
        self.spans().map(within).filter(|span| span.from < span.before).collect()
    }

    fn spans(&self) -> impl Iterator<Item = ClockSpan> {
        let start = (Timestamp::from_micros(i64::MIN), self.ahead_at_first);
        let changes = || self.changes.iter().copied();
        let ends = changes().map(|(at, _)| at).chain([Timestamp::from_micros(i64::MAX)]);
        std::iter::once(start).chain(changes()).zip(ends).map(|((from, ahead), before)| ClockSpan {
            from,
            before,
            ahead,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000_000;

    fn hour(day: i64, hour: i64) -> Timestamp {
        Timestamp::from_micros(Day::from_number(day).begins_at().micros() + hour * HOUR)
    }

    /// Five hours behind UTC; four from 2:00 on day 100 until 2:00 on day 300.
    fn new_york() -> TimeZone {
        let changes = vec![(hour(100, 7), -4 * HOUR), (hour(300, 6), -5 * HOUR)];
        TimeZone::new("America/New_York".to_owned(), -5 * HOUR, changes)
    }

    #[test]
    fn days_have_23_and_25_hours_where_clocks_change() {
        let zone = new_york();
        let begins = |day| zone.begins_at(Day::from_number(day));
        assert_eq!([begins(99), begins(100), begins(101)], [hour(99, 5), hour(100, 5), hour(101, 4)]);
        assert_eq!([begins(300), begins(301)], [hour(300, 4), hour(301, 5)]);
        assert_eq!(zone.ends_at(Day::from_number(300)), hour(301, 5));
    }

    #[test]
    fn each_moment_is_in_the_day_that_began_last() {
        let berlin = TimeZone::new("Europe/Berlin".to_owned(), HOUR, Vec::new());
        let new_york = new_york();
        for zone in [TimeZone::utc(), berlin, new_york] {
            for number in [0, 99, 100, 101, 299, 300, 301, 40_000] {
                let day = Day::from_number(number);
                let begins = zone.begins_at(Day::from_number(number));
                let before = Timestamp::from_micros(begins.micros() - 1);
                assert_eq!((zone.day_of(before), zone.day_of(begins)), (day.plus(-1), day), "{} {number}", zone.name());
            }
        }
    }

    #[test]
    fn a_day_without_midnight_begins_an_hour_later() {
        // As in Santiago: the clocks go from midnight to 1:00.
        let zone = TimeZone::new("America/Santiago".to_owned(), -4 * HOUR, vec![(hour(50, 4), -3 * HOUR)]);
        assert_eq!(zone.begins_at(Day::from_number(50)), hour(50, 4));
        assert_eq!(zone.begins_at(Day::from_number(51)), hour(51, 3));
        assert_eq!(zone.day_of(hour(50, 4)), Day::from_number(50));
    }

    #[test]
    fn a_day_skipped_by_a_zone_is_empty() {
        // As in Samoa, which crossed the date line.
        let zone = TimeZone::new("Pacific/Apia".to_owned(), -10 * HOUR, vec![(hour(60, 10), 14 * HOUR)]);
        let begins = [60, 61].map(|day| zone.begins_at(Day::from_number(day)));
        assert_eq!(begins, [hour(60, 10); 2]);
        assert_eq!(zone.spans_of(Period { first: Day::from_number(60), last: Day::from_number(60) }), []);
    }

    #[test]
    fn periods_are_divided_where_clocks_change() {
        let period = |first, last| Period { first: Day::from_number(first), last: Day::from_number(last) };
        let zone = new_york();
        let spans = zone.spans_of(period(99, 100));
        let expected = [(hour(99, 5), hour(100, 7), -5), (hour(100, 7), hour(101, 4), -4)];
        assert_eq!(spans, expected.map(|(from, before, ahead)| ClockSpan { from, before, ahead: ahead * HOUR }));
        let day = Day::from_number(100);
        assert!(spans.iter().all(|span| span.day_of(Timestamp::from_micros(span.before.micros() - 1)) == day));
        assert_eq!(zone.spans_of(period(1, 99)).len(), 1);
        assert_eq!(TimeZone::utc().spans_of(period(1, 400)).len(), 1);
    }
}
