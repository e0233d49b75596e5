//! Clocks that disagree. A caller who is refused because of one cannot know, so the log says it.

use autoparts_domain::time::Timestamp;
use std::sync::atomic::{AtomicI64, Ordering};

/// Seconds between two lines: with a wrong clock every sign-in fails.
const QUIET: i64 = 60;

/// Seconds that clocks may differ: so far from the future a token may come.
pub(crate) const LEEWAY: i64 = 60;

/// Why a token is refused that comes from further.
pub(crate) const FROM_THE_FUTURE: &str = "issued in the future";

static SAID_AT: AtomicI64 = AtomicI64::new(0);

/// Tells about a token of the shop's whose signature is right, if it is refused for this.
pub(crate) fn tell(why: &str, issued_at: i64, now: Timestamp) {
    let now = now.seconds();
    if why == FROM_THE_FUTURE && is_due(&SAID_AT, now) {
        tracing::warn!(
            seconds = issued_at.saturating_sub(now),
            "a genuine token comes from the future: the clock of this machine is behind, or that of whoever issued it ahead; set it by NTP"
        );
    }
}

/// Whether nothing was said for a while; one of several that ask at once is told so.
fn is_due(said_at: &AtomicI64, now: i64) -> bool {
    let before = said_at.load(Ordering::Relaxed);
    now.saturating_sub(before) >= QUIET
        && said_at.compare_exchange(before, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_once_a_minute() {
        let said_at = AtomicI64::new(0);
        let said = [1_000, 1_001, 1_059, 1_060, 1_061].map(|now| is_due(&said_at, now));
        assert_eq!(said, [true, false, false, true, false]);
    }
}
