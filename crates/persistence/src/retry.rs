//! Whether a unit of work that could not finish is retried, and after how long.

use autoparts_domain::time::doubling_pause;
use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

/// Why a retry makes sense. In each case the database has kept nothing of this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It conflicted with another transaction.
    Contention,
    /// It inserted a key that another transaction took after it was found free: the next run sees that row. If the key
    /// is taken again, it is a genuine duplicate.
    Overtaken,
    /// The connection was lost before the commit was requested.
    Lost,
}

/// The attempts of one unit of work.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    made: u32,
    overtaken: u32,
    lost: u32,
}

const MAX_ATTEMPTS: u32 = 5;
const MAX_OVERTAKEN: u32 = 2;
/// Once for a connection that died in the pool, once more for a server that is restarting.
const MAX_LOST: u32 = 2;
const FIRST_PAUSE: Duration = Duration::from_millis(4);
const LONGEST_PAUSE: Duration = Duration::from_millis(64);

impl Attempts {
    /// Counts an unfinished attempt and returns the pause before the next one, or `None` if it was the last.
    pub(crate) fn pause_after(&mut self, reason: Reason) -> Option<Duration> {
        self.made += 1;
        match reason {
            Reason::Contention => {}
            Reason::Overtaken => self.overtaken += 1,
            Reason::Lost => self.lost += 1,
        }
        let over = self.made >= MAX_ATTEMPTS || self.overtaken > MAX_OVERTAKEN || self.lost > MAX_LOST;
        let pause = doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, self.made - 1);
        (!over).then(|| pause / 2 + jitter(pause))
    }
}

/// A random pause up to `most`, so that units that conflicted do not conflict again in step. Each `RandomState` of the
/// standard library has different keys, which is random enough here and saves a dependency.
fn jitter(most: Duration) -> Duration {
    let percent = RandomState::new().hash_one(()) % 100;
    most * u32::try_from(percent).unwrap_or(0) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(reason: Reason) -> usize {
        let mut runs = Attempts::default();
        1 + std::iter::from_fn(|| runs.pause_after(reason)).take(100).count()
    }

    #[test]
    fn collisions_lead_to_at_most_five_runs() {
        assert_eq!(runs(Reason::Contention), 5);
    }

    #[test]
    fn a_taken_key_is_believed_the_third_time_and_a_lost_link_too() {
        assert_eq!(runs(Reason::Overtaken), 3);
        assert_eq!(runs(Reason::Lost), 3);
    }

    #[test]
    fn pauses_grow_and_differ() {
        let first: Vec<Duration> =
            (0..50).filter_map(|_| Attempts::default().pause_after(Reason::Contention)).collect();
        assert!(first.iter().all(|pause| (2..=6).contains(&pause.as_millis())), "{first:?}");
        assert!(first.iter().any(|pause| pause != &first[0]));
        let mut runs = Attempts::default();
        let longest = std::iter::from_fn(|| runs.pause_after(Reason::Contention)).max();
        assert!(longest.is_some_and(|pause| (16..100).contains(&pause.as_millis())), "{longest:?}");
    }
}
