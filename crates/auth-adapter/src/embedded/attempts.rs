//! How often something was tried for an account lately.

use autoparts_domain::{id::AccountId, time::Timestamp};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// For how many accounts this is remembered; beyond it the one that was quiet longest is
/// forgotten.
const MOST_ACCOUNTS: usize = 10_000;

/// Counts attempts within a span of time.
#[derive(Debug)]
pub(super) struct Attempts {
    most: usize,
    within: Duration,
    seen: Mutex<HashMap<AccountId, VecDeque<Timestamp>>>,
}

impl Attempts {
    pub(super) fn at_most(most: usize, within: Duration) -> Self {
        Self { most, within, seen: Mutex::new(HashMap::new()) }
    }

    /// Counts an attempt before it is made, so that many at once count as many; `false` when
    /// there were too many already.
    pub(super) fn allow(&self, account: AccountId, now: Timestamp) -> bool {
        let mut seen = self.lock();
        if seen.len() >= MOST_ACCOUNTS && !seen.contains_key(&account) {
            make_room(&mut seen);
        }
        let from = now.minus(self.within);
        let times = seen.entry(account).or_default();
        // Times in the future are left over from a clock that was set back.
        times.retain(|time| (from..=now).contains(time) && *time != from);
        let allowed = times.len() < self.most;
        if allowed {
            times.push_back(now);
        }
        allowed
    }

    /// Starts anew after a success.
    pub(super) fn forget(&self, account: &AccountId) {
        self.lock().remove(account);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<AccountId, VecDeque<Timestamp>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn make_room(seen: &mut HashMap<AccountId, VecDeque<Timestamp>>) {
    let quiet = seen.iter().min_by_key(|(_, times)| times.back().copied());
    if let Some(quiet) = quiet.map(|(account, _)| *account) {
        seen.remove(&quiet);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_application::testing::clock::numbered;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    fn account(number: u64) -> AccountId {
        numbered(number).into()
    }

    #[test]
    fn the_window_slides() {
        let attempts = Attempts::at_most(2, Duration::from_mins(1));
        assert!(attempts.allow(account(1), at(0)) && attempts.allow(account(1), at(30)));
        assert!(!attempts.allow(account(1), at(59)));
        assert!(attempts.allow(account(1), at(60)) && !attempts.allow(account(1), at(61)));
        assert!(attempts.allow(account(2), at(61)), "others are not concerned");
    }

    #[test]
    fn a_success_starts_anew() {
        let attempts = Attempts::at_most(1, Duration::from_mins(1));
        assert!(attempts.allow(account(1), at(0)) && !attempts.allow(account(1), at(0)));
        attempts.forget(&account(1));
        assert!(attempts.allow(account(1), at(0)));
    }

    #[test]
    fn memory_is_bounded() {
        let attempts = Attempts::at_most(1, Duration::from_mins(1));
        for (number, second) in (0..20_000).zip(0..) {
            assert!(attempts.allow(account(number), at(second)));
        }
        assert_eq!(attempts.lock().len(), MOST_ACCOUNTS);
        assert!(!attempts.allow(account(19_999), at(19_999)), "the latest are remembered");
    }
}
