//! Resource limits and timeouts of the store.

use std::{thread, time::Duration};

/// Sizes and timeouts of a [`SqlStore`](crate::SqlStore).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreOptions {
    /// PostgreSQL: maximum connections; each running unit of work uses one.
    pub connections: usize,
    /// SQLite: connections for reading. There is one more for writing: several writers starve each other.
    pub readers: usize,
    /// SQLite: maximum units of work per commit in a write group. With 1, each has its own commit.
    pub group_units: usize,
    /// SQLite: how long other units may join a transaction. The last one to join may finish later.
    pub group_time: Duration,
    /// Units of work that may wait for a connection. Any further ones fail at once as unavailable: a growing queue
    /// serves no request in time.
    pub queue: usize,
    /// How long a unit of work may wait for its permit.
    pub wait: Duration,
    /// Time limit for one run of a unit of work, including connecting. After that its caller gets an error: the store
    /// is unavailable or, if the commit was already requested, the outcome is unknown. A hung thread never commits
    /// later.
    pub deadline: Duration,
    /// Timeout for connecting to PostgreSQL, in whole seconds; libpq's minimum is 2.
    pub connect_timeout: Duration,
    /// How long a statement waits for a lock of another process (SQLite) or another transaction (PostgreSQL).
    pub lock_timeout: Duration,
    /// SQLite: whether the file may be deleted while it is open, because it is a copy that can be recreated. Otherwise
    /// writes to a file that is no longer at its path are refused.
    pub may_be_deleted: bool,
}

impl Default for StoreOptions {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        Self {
            connections: (2 * cores).clamp(8, 32),
            readers: (2 * cores).clamp(2, 16),
            group_units: 32,
            group_time: Duration::from_millis(10),
            queue: 256,
            wait: Duration::from_secs(5),
            deadline: Duration::from_secs(10),
            connect_timeout: Duration::from_secs(3),
            lock_timeout: Duration::from_secs(2),
            may_be_deleted: false,
        }
    }
}
