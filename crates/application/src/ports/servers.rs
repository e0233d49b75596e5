//! What the servers of a shop agree on through its database: which of them does what only one has to do, and how often a client
//! did something at all of them.

use super::store_error::StoreResult;
use autoparts_domain::{id::ServerId, time::Timestamp};

/// A minute of the clock, counted since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minute(pub i64);

impl Minute {
    /// The minute that a moment is in.
    #[must_use]
    pub const fn of(moment: Timestamp) -> Self {
        Self(moment.seconds().div_euclid(60))
    }
}

/// Leases and shared counts.
pub trait ServerRepository {
    /// Gives a server a task until a moment, unless another server has it still at `now`; whether it has it. Repeating it
    /// extends the lease. Clocks that differ may give it to two servers: what is done under a lease must bear that.
    fn take_lease(&mut self, task: &str, holder: ServerId, now: Timestamp, until: Timestamp) -> StoreResult<bool>;

    /// Gives a server a task until a moment, whoever has it.
    fn give_lease(&mut self, task: &str, holder: ServerId, until: Timestamp) -> StoreResult<()>;

    /// Adds to what a client did in a minute; how much that is now, of all servers together.
    fn count_uses(&mut self, client: &str, minute: Minute, uses: u32) -> StoreResult<u32>;

    /// Forgets what was counted before a minute; of how many clients.
    fn forget_uses(&mut self, before: Minute) -> StoreResult<usize>;
}
