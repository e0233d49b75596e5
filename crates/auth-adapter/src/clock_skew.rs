//! Clock skew. A caller whose token is refused because of it cannot know the reason, so it is logged.

use autoparts_domain::time::Timestamp;
use std::sync::atomic::{AtomicI64, Ordering};

/// Minimum seconds between two log lines: with a wrong clock every sign-in fails.
const QUIET: i64 = 60;

/// Tolerated clock skew in seconds: how far in the future a token may have been issued.
pub(crate) const LEEWAY: i64 = 60;

/// The reason for refusing a token issued later than that.
pub(crate) const FROM_THE_FUTURE: &str = "issued in the future";

static SAID_AT: AtomicI64 = AtomicI64::new(0);

/// Logs a refusal of a validly signed token, if it was refused for this reason.
pub(crate) fn tell(why: &str, issued_at: i64, now: Timestamp) {
    let now = now.seconds();
    if why == FROM_THE_FUTURE && is_due(&SAID_AT, now) {
        tracing::warn!(
            seconds = issued_at.saturating_sub(now),
            "a genuine token comes from the future: this machine's clock is behind or the issuer's is ahead; set it by NTP"
        );
    }
}

/// Whether nothing was logged for a while; true for only one of several concurrent callers.
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
