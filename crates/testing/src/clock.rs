//! Time and ids under a test's control.

use autoparts_application::ports::clock::{Clock, IdSource};
use autoparts_domain::time::Timestamp;
use std::{
    sync::atomic::{AtomicI64, AtomicU64, Ordering},
    time::Duration,
};
use uuid::{Builder, Uuid};

/// 2026-01-01 00:00 UTC: the default start time of tests.
pub const NEW_YEAR: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

/// A clock that stands still or advances by a fixed step on each read, and that a test can set. Share it in an `Arc` to
/// keep control of it.
#[derive(Debug)]
pub struct TestClock {
    micros: AtomicI64,
    step: AtomicI64,
}

impl Default for TestClock {
    fn default() -> Self {
        Self::fixed(NEW_YEAR)
    }
}

impl TestClock {
    /// Creates a clock that stands still until it is set or advanced.
    #[must_use]
    pub const fn fixed(now: Timestamp) -> Self {
        Self { micros: AtomicI64::new(now.micros()), step: AtomicI64::new(0) }
    }

    /// Creates a clock that starts at `now` and advances by `step` on each read.
    #[must_use]
    pub fn stepping(now: Timestamp, step: Duration) -> Self {
        let clock = Self::fixed(now);
        clock.step(step);
        clock
    }

    /// Makes the clock advance by `step` on each read from now on.
    pub fn step(&self, step: Duration) {
        self.step.store(Timestamp::from_micros(0).plus(step).micros(), Ordering::SeqCst);
    }

    /// Sets the time, possibly to the past.
    pub fn set(&self, now: Timestamp) {
        self.micros.store(now.micros(), Ordering::SeqCst);
    }

    /// Advances the clock.
    pub fn advance(&self, span: Duration) {
        let micros = Timestamp::from_micros(0).plus(span).micros();
        self.micros.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.micros.fetch_add(self.step.load(Ordering::SeqCst), Ordering::SeqCst))
    }
}

/// Ascending ids in the form of UUIDs of version 7, the same in every run.
#[derive(Debug, Default)]
pub struct TestIds(AtomicU64);

impl IdSource for TestIds {
    fn uuid(&self) -> Uuid {
        numbered(self.0.fetch_add(1, Ordering::SeqCst) + 1)
    }
}

/// The `number`-th id of [`TestIds`].
#[must_use]
pub fn numbered(number: u64) -> Uuid {
    const NEW_YEAR_MILLIS: u64 = 1_767_225_600_000;
    let mut random = [0; 10];
    random.iter_mut().rev().zip(number.to_be_bytes().into_iter().rev()).for_each(|(to, from)| *to = from);
    Builder::from_unix_timestamp_millis(NEW_YEAR_MILLIS + number, &random).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_stands_still_until_it_is_moved() {
        let clock = TestClock::default();
        assert_eq!(clock.now(), clock.now());
        clock.advance(Duration::from_secs(1));
        assert_eq!(clock.now(), NEW_YEAR.plus(Duration::from_secs(1)));
        clock.set(NEW_YEAR);
        assert_eq!(clock.now(), NEW_YEAR);
    }

    #[test]
    fn a_stepping_clock_moves_on_when_it_is_read() {
        let clock = TestClock::stepping(NEW_YEAR, Duration::from_micros(5));
        assert_eq!(clock.now(), NEW_YEAR);
        assert_eq!(clock.now(), NEW_YEAR.plus(Duration::from_micros(5)));
    }

    #[test]
    fn ids_are_version_7_increasing_and_the_same_in_every_run() {
        let ids = TestIds::default();
        let again = TestIds::default();
        let made: Vec<Uuid> = (0..300).map(|_| ids.uuid()).collect();
        assert!(made.is_sorted() && made.iter().all(|id| id.get_version_num() == 7));
        assert!(made.iter().all(|id| *id == again.uuid()));
    }
}
