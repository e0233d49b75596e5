//! How much of the machine the store may use, and how long anybody waits for it.

use std::{thread, time::Duration};

/// Sizes and time-outs of a [`SqlStore`](crate::SqlStore).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreOptions {
    /// PostgreSQL: connections, at most one for each unit of work that runs.
    pub connections: usize,
    /// SQLite: connections that read. One more writes: several writers starve each other.
    pub readers: usize,
    /// SQLite: how many units of work that write may share one commit. With 1 each has its own.
    pub group_units: usize,
    /// SQLite: how long a transaction lasts that others may still join, beside what the last one of them takes.
    pub group_time: Duration,
    /// Units of work that may wait for a connection. Any more are told at once that the store
    /// is unavailable: a queue that grows serves nobody in time.
    pub queue: usize,
    /// How long a unit of work may wait for its permit.
    pub wait: Duration,
    /// How long one run of a unit of work may take, connecting included. After that its caller is
    /// told that the store is unavailable, or, when a commit was asked for, that its outcome is
    /// unknown; the thread that hangs never commits later.
    pub deadline: Duration,
    /// How long connecting to PostgreSQL may take; whole seconds, at least 2 as libpq counts.
    pub connect_timeout: Duration,
    /// How long a statement waits for a lock that another process (SQLite) or another
    /// transaction (PostgreSQL) holds.
    pub lock_timeout: Duration,
    /// SQLite: whether the file may be deleted while it is open, because it is a copy that is made again. Otherwise nothing is
    /// written into a file that nobody would find.
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
