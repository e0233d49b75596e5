//! How an import that is applied gets on beside others. While nobody has to wait for the database, a lot is done in one
//! unit of work, because each has its price. As soon as somebody does, such as a customer with an order on SQLite, where
//! one writes at a time, little is done, with a pause after it.

use std::time::Duration;

/// Into how many units of work a whole one is divided beside others.
const DIVIDED: usize = 8;

/// How many units of work are small after one during which somebody had to wait.
const SMALL: u32 = 64;

/// How many are small at first, when it is not known yet who else is there.
const FIRST: u32 = 8;

/// How many times as long as a unit of work took others have the database to themselves.
const PAUSES: u32 = 4;

/// No pause is longer.
const LONGEST: Duration = Duration::from_secs(1);

/// How much of an import is done at once, and how long is waited before more is.
#[derive(Debug)]
pub(super) struct Pace {
    /// Units of work that are still to be small.
    small: u32,
    pause: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { small: FIRST, pause: Duration::ZERO }
    }
}

impl Pace {
    /// How much of what makes up a whole unit of work the next one is to do; at least 1.
    pub(super) fn share_of(&self, whole: usize) -> usize {
        let divisor = if self.small > 0 { DIVIDED } else { 1 };
        (whole / divisor).max(1)
    }

    /// How long to leave the database to others before the next unit of work.
    pub(super) fn pause(&self) -> Duration {
        self.pause
    }

    /// To be told after each unit of work how long it took, and whether somebody had to wait meanwhile, if that is known.
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
    fn a_lot_is_done_at_once_while_nobody_waits() {
        assert_eq!((Pace::default().share_of(500), Pace::default().share_of(1)), (62, 1));
        let mut pace = undisturbed();
        pace.follow(TOOK, Some(false));
        assert_eq!((pace.share_of(500), pace.share_of(1), pace.pause()), (500, 1, Duration::ZERO));
    }

    #[test]
    fn little_is_done_at_once_after_somebody_has_waited_and_the_database_is_left_to_others_meanwhile() {
        let mut pace = undisturbed();
        pace.follow(TOOK, Some(true));
        for _ in 0..SMALL {
            assert_eq!((pace.share_of(500), pace.pause()), (62, Duration::from_millis(8)));
            pace.follow(TOOK, Some(false));
        }
        assert_eq!((pace.share_of(500), pace.pause()), (500, Duration::ZERO));
    }

    #[test]
    fn a_unit_of_work_that_says_nothing_of_others_changes_nothing() {
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
