//! State shared between the servers of a shop through its database: leases for tasks that only one server should run,
//! and counts of client requests across all servers.

use super::store_error::StoreResult;
use autoparts_domain::{id::ServerId, time::Timestamp};

/// A minute, counted since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minute(pub i64);

impl Minute {
    /// Returns the minute of a time.
    #[must_use]
    pub const fn of(moment: Timestamp) -> Self {
        Self(moment.seconds().div_euclid(60))
    }
}

/// Leases and shared counts.
pub trait ServerRepository {
    /// Leases a task to a server until a time, unless another server still has the lease at `now`. Returns whether the
    /// server has the lease. Repeating the call extends it. With differing clocks, two servers may have the lease, so
    /// the task must tolerate that.
    fn take_lease(&mut self, task: &str, holder: ServerId, now: Timestamp, until: Timestamp) -> StoreResult<bool>;

    /// Leases a task to a server until a time, taking the lease from any other server.
    fn give_lease(&mut self, task: &str, holder: ServerId, until: Timestamp) -> StoreResult<()>;

    /// Adds to the number of uses by a client in a minute. Returns the total of all servers.
    fn count_uses(&mut self, client: &str, minute: Minute, uses: u32) -> StoreResult<u32>;

    /// Deletes the counts from before a minute. Returns the number of clients.
    fn delete_uses(&mut self, before: Minute) -> StoreResult<usize>;
}
