//! The clock and id source of a running server.

use autoparts_application::ports::clock::{Clock, IdSource};
use autoparts_domain::time::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};
use uuid::Uuid;

/// The system's clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

/// Random ids that sort by creation time.
#[derive(Debug, Clone, Copy)]
pub struct RandomIds;

impl IdSource for RandomIds {
    #[expect(clippy::disallowed_methods, reason = "this is the source of ids")]
    fn uuid(&self) -> Uuid {
        Uuid::now_v7()
    }
}
