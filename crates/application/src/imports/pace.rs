//! How an import that is applied gets on beside others. While nobody waits for the database, a lot is done in one unit of
//! work, because each has its price. As soon as somebody does, such as a customer with an order on SQLite, where one writes
//! at a time, little is done, with a pause after it.

use autoparts_domain::time::Timestamp;
use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// Into how many units of work a whole one is divided beside others.
const DIVIDED: usize = 8;

/// How many units of work are small after one that somebody waited for.
const GENTLE: u32 = 64;

/// How many are small at first.
const FIRST: u32 = 8;

/// How many times as long as a small unit of work others have the database to themselves.
const PAUSES: u32 = 4;

/// No pause is longer.
const LONGEST: Duration = Duration::from_millis(100);

/// How much of an import is done at once.
#[derive(Debug)]
pub(super) struct Pace {
    /// Units of work that are still to be small. It begins with some, since it does not know who else is there.
    gentle: u32,
    last: Arc<Seen>,
}

/// What a unit of work has seen.
#[derive(Debug, Default)]
struct Seen {
    /// When it began, in microseconds.
    begun: AtomicI64,
    /// How many waited for it at its end.
    waiting: AtomicUsize,
}

/// What notes how a unit of work goes, which may run several times.
#[derive(Debug, Clone)]
pub(super) struct Watch(Arc<Seen>);

impl Watch {
    pub(super) fn begun(&self, now: Timestamp) {
        self.0.begun.store(now.micros(), Ordering::Relaxed);
    }

    pub(super) fn ended(&self, waiting: usize) {
        self.0.waiting.store(waiting, Ordering::Relaxed);
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self { gentle: FIRST, last: Arc::default() }
    }
}

impl Pace {
    /// How much of what makes up a whole unit of work the next one is to do; not nothing.
    pub(super) fn part_of(&self, whole: usize) -> usize {
        let divisor = if self.gentle > 0 { DIVIDED } else { 1 };
        (whole / divisor).max(1)
    }

    /// What watches the next unit of work.
    pub(super) fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.last))
    }

    /// To be called when a unit of work is committed: how long to leave the database to others.
    pub(super) fn pause(&mut self, committed: Timestamp) -> Duration {
        if self.last.waiting.load(Ordering::Relaxed) > 0 {
            self.gentle = GENTLE;
        } else {
            self.gentle = self.gentle.saturating_sub(1);
        }
        if self.gentle == 0 {
            return Duration::ZERO;
        }
        let took = committed.micros().saturating_sub(self.last.begun.load(Ordering::Relaxed));
        (Duration::from_micros(u64::try_from(took).unwrap_or(0)) * PAUSES).min(LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pause after a unit of work of two milliseconds that so many waited for.
    fn waited(pace: &mut Pace, others: usize) -> Duration {
        let watch = pace.watch();
        watch.begun(Timestamp::from_micros(1_000));
        watch.ended(others);
        pace.pause(Timestamp::from_micros(3_000))
    }

    fn undisturbed() -> Pace {
        let mut pace = Pace::default();
        while pace.part_of(500) < 500 {
            waited(&mut pace, 0);
        }
        pace
    }

    #[test]
    fn a_lot_is_done_at_once_while_nobody_waits() {
        assert_eq!(Pace::default().part_of(500), 62);
        let mut pace = undisturbed();
        assert_eq!(waited(&mut pace, 0), Duration::ZERO);
        assert_eq!((pace.part_of(500), pace.part_of(1)), (500, 1));
    }

    #[test]
    fn little_is_done_at_once_after_somebody_has_waited_and_the_database_is_left_to_others_meanwhile() {
        let mut pace = undisturbed();
        assert_eq!(waited(&mut pace, 1), Duration::from_millis(8));
        for _ in 1..GENTLE {
            assert_eq!((pace.part_of(500), pace.part_of(1)), (62, 1));
            assert_eq!(waited(&mut pace, 0), Duration::from_millis(8));
        }
        assert_eq!(waited(&mut pace, 0), Duration::ZERO);
        assert_eq!(pace.part_of(500), 500);
    }

    #[test]
    fn no_pause_is_long_and_a_clock_that_goes_back_makes_none() {
        let mut pace = Pace::default();
        pace.watch().begun(Timestamp::from_micros(0));
        assert_eq!(pace.pause(Timestamp::from_micros(60_000_000)), LONGEST);
        assert_eq!(pace.pause(Timestamp::from_micros(-5)), Duration::ZERO);
    }
}
