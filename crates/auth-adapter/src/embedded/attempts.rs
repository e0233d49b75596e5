//! Rate limiting of attempts.

use autoparts_domain::time::Timestamp;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Maximum number of keys; beyond it, the least recently used key is removed.
const MAX_KEYS: usize = 10_000;

/// Counts attempts within a time window.
#[derive(Debug)]
pub(super) struct Attempts {
    most: usize,
    within: Duration,
    seen: Mutex<HashMap<String, VecDeque<Timestamp>>>,
}

impl Attempts {
    pub(super) fn at_most(most: usize, within: Duration) -> Self {
        Self { most, within, seen: Mutex::new(HashMap::new()) }
    }

    /// Counts an attempt before it is made, so that concurrent ones are counted; `false` if there were too many
    /// already.
    pub(super) fn allow(&self, key: &str, now: Timestamp) -> bool {
        let mut seen = self.lock();
        if seen.len() >= MAX_KEYS && !seen.contains_key(key) {
            make_room(&mut seen);
        }
        let from = now.minus(self.within);
        let times = seen.entry(key.to_owned()).or_default();
        // Drops times in the future, recorded before the clock was set back.
        times.retain(|time| (from..=now).contains(time) && *time != from);
        let allowed = times.len() < self.most;
        if allowed {
            times.push_back(now);
        }
        allowed
    }

    /// Resets the count after a success.
    pub(super) fn reset(&self, key: &str) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, VecDeque<Timestamp>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn make_room(seen: &mut HashMap<String, VecDeque<Timestamp>>) {
    let quiet = seen.iter().min_by_key(|(_, times)| times.back().copied());
    if let Some(quiet) = quiet.map(|(key, _)| key.clone()) {
        seen.remove(&quiet);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    #[test]
    fn the_window_slides() {
        let attempts = Attempts::at_most(2, Duration::from_mins(1));
        assert!(attempts.allow("1", at(0)) && attempts.allow("1", at(30)));
        assert!(!attempts.allow("1", at(59)));
        assert!(attempts.allow("1", at(60)) && !attempts.allow("1", at(61)));
        assert!(attempts.allow("2", at(61)), "others are unaffected");
    }

    #[test]
    fn a_success_resets_the_attempts() {
        let attempts = Attempts::at_most(1, Duration::from_mins(1));
        assert!(attempts.allow("1", at(0)) && !attempts.allow("1", at(0)));
        attempts.reset("1");
        assert!(attempts.allow("1", at(0)));
    }

    #[test]
    fn memory_is_bounded() {
        let attempts = Attempts::at_most(1, Duration::from_mins(1));
        for (number, second) in (0_u32..20_000).zip(0..) {
            assert!(attempts.allow(&number.to_string(), at(second)));
        }
        assert_eq!(attempts.lock().len(), MAX_KEYS);
        assert!(!attempts.allow("19999", at(19_999)), "the latest are remembered");
    }
}
