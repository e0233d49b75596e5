//! Throttles an import: large batches while no other writer is waiting, since each unit of work has a fixed cost; small
//! batches with pauses under contention, such as a customer's order on SQLite, which allows one writer at a time.

use std::time::Duration;

/// Divisor of the batch size under contention.
const DIVIDED: usize = 8;

/// Number of small batches after one during which another writer had to wait.
const SMALL: u32 = 64;

/// Number of small batches at the start, before contention is known.
const FIRST: u32 = 8;

/// Length of a pause, as a multiple of the duration of the previous unit of work.
const PAUSES: u32 = 4;

/// Maximum pause.
const LONGEST: Duration = Duration::from_secs(1);

/// The batch size of an import, and the pauses between batches.
#[derive(Debug)]
pub(super) struct Pace {
    /// Number of small batches remaining.
    small: u32,
    pause: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { small: FIRST, pause: Duration::ZERO }
    }
}

impl Pace {
    /// Returns the size of the next batch, given the full size; at least 1.
    pub(super) fn share_of(&self, whole: usize) -> usize {
        let divisor = if self.small > 0 { DIVIDED } else { 1 };
        (whole / divisor).max(1)
    }

    /// Returns how long to pause before the next unit of work.
    pub(super) fn pause(&self) -> Duration {
        self.pause
    }

    /// Records how long a unit of work took, and whether another writer had to wait for it, if known. Call it after
    /// each one.
    pub(super) fn follow(&mut self, took: Duration, others_waited: Option<bool>) {
        match others_waited {
            Some(true) => self.small = SMALL,
            Some(false) => self.small = self.small.saturating_sub(1),
            None => {}
        }
        self.pause = if self.small > 0 { (took * PAUSES).min(LONGEST) } else { Duration::ZERO };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOK: Duration = Duration::from_millis(2);

    fn undisturbed() -> Pace {
        let mut pace = Pace::default();
        while pace.share_of(500) < 500 {
            pace.follow(TOOK, Some(false));
        }
        pace
    }

    #[test]
    fn batches_are_large_without_contention() {
        assert_eq!((Pace::default().share_of(500), Pace::default().share_of(1)), (62, 1));
        let mut pace = undisturbed();
        pace.follow(TOOK, Some(false));
        assert_eq!((pace.share_of(500), pace.share_of(1), pace.pause()), (500, 1, Duration::ZERO));
    }

    #[test]
    fn batches_shrink_after_contention() {
        let mut pace = undisturbed();
        pace.follow(TOOK, Some(true));
        for _ in 0..SMALL {
            assert_eq!((pace.share_of(500), pace.pause()), (62, Duration::from_millis(8)));
            pace.follow(TOOK, Some(false));
        }
        assert_eq!((pace.share_of(500), pace.pause()), (500, Duration::ZERO));
    }

    #[test]
    fn a_unit_of_work_without_contention_data_changes_nothing() {
        let mut pace = undisturbed();
        pace.follow(TOOK, None);
        assert_eq!((pace.share_of(500), pace.pause()), (500, Duration::ZERO));
        pace.follow(TOOK, Some(true));
        for _ in 0..2 * SMALL {
            pace.follow(TOOK, None);
        }
        assert_eq!((pace.share_of(500), pace.pause()), (62, Duration::from_millis(8)));
    }

    #[test]
    fn no_pause_is_long() {
        let mut pace = Pace::default();
        pace.follow(Duration::from_mins(1), Some(true));
        assert_eq!(pace.pause(), LONGEST);
    }
}
