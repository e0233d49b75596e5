//! Idle connections. How many there may be and who waits for one is decided in `lane`; here a
//! thread that may have a connection takes an idle one or makes one, and puts it back.
//!
//! There is no timer: a connection that cannot be made is tried again by the next caller, at once,
//! so the end of an outage is noticed by the first request after it.

use crate::connection::{AnyConnection, Connector};
use autoparts_application::ports::store::StoreError;
use std::{
    ops::{Deref, DerefMut},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// Connections of one kind that are not in use.
#[derive(Debug)]
pub(crate) struct Pool {
    connector: Connector,
    idle: Mutex<Vec<AnyConnection>>,
    /// Counts the times a link was lost: what broke one connection has probably broken all of
    /// them, so those made before are not used again.
    generation: AtomicU64,
}

/// A connection in use. Goes back to the pool when it is dropped, unless it is broken or older
/// than the last lost link.
#[derive(Debug)]
pub(crate) struct Pooled<'p> {
    pool: &'p Pool,
    /// `Some` until it is dropped.
    connection: Option<AnyConnection>,
    generation: u64,
    broken: bool,
}

impl Pool {
    pub(crate) fn new(connector: Connector) -> Self {
        Self { connector, idle: Mutex::default(), generation: AtomicU64::default() }
    }

    pub(crate) fn connector(&self) -> &Connector {
        &self.connector
    }

    /// An idle connection, or a new one. Asks nothing of an idle one: that would double the round
    /// trips of a small transaction.
    pub(crate) fn take(&self) -> Result<Pooled<'_>, StoreError> {
        let generation = self.generation.load(Ordering::SeqCst);
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.connector.connect().map_err(|error| StoreError::Unavailable(Box::new(error)))?,
        };
        Ok(Pooled { pool: self, connection: Some(connection), generation, broken: false })
    }

    /// Drops what is idle, and whatever is in use when it comes back.
    pub(crate) fn renew(&self) {
        self.generation.fetch_add(1, Ordering::SeqCst);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Pooled<'_> {
    /// Not to be used again.
    pub(crate) fn set_broken(&mut self) {
        self.broken = true;
    }
}

#[expect(clippy::expect_used, reason = "the connection is there until drop, which nobody can call")]
impl Deref for Pooled<'_> {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        self.connection.as_ref().expect("a connection in use")
    }
}

#[expect(clippy::expect_used, reason = "the connection is there until drop, which nobody can call")]
impl DerefMut for Pooled<'_> {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        self.connection.as_mut().expect("a connection in use")
    }
}

impl Drop for Pooled<'_> {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        let mut idle = self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let is_current = self.generation == self.pool.generation.load(Ordering::SeqCst);
        if is_current && !self.broken && !std::thread::panicking() {
            idle.push(connection);
        }
    }
}
