//! A bounded number of connections behind a bounded queue. Every wait is bounded: for a connection, and for a database
//! that does not respond.

use crate::{
    connection::{AnyConnection, Connector},
    options::StoreOptions,
    pool::{ConnectionLimit, Pool, Pooled},
    progress::{Abandoned, Progress},
    retry::Reason,
    unit::RunOutcome,
};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many hung connections are allowed in addition to those in use, for each connection in the limit. A database that
/// froze and was replaced keeps old connections busy until something closes them.
const HUNG_PER_CONNECTION: usize = 3;

/// Connections of one kind, for the units of work that need that kind.
#[derive(Debug)]
pub(crate) struct ConnectionQueue {
    /// One for each unit of work that runs or waits.
    places: Arc<Semaphore>,
    /// One for each allowed connection.
    permits: Arc<Semaphore>,
    /// One for each connection that may hang without occupying another's permit.
    hung: Arc<Semaphore>,
    connections: usize,
    queue: usize,
    wait: Duration,
    deadline: Duration,
    /// How often a unit of work had to wait for a connection.
    waits: AtomicU64,
    pool: Pool,
}

/// The state of a connection pool at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUsage {
    /// The purpose: `write`, `read` or `all`.
    pub name: &'static str,
    /// Maximum connections in use at once.
    pub limit: usize,
    /// Connections used by a unit of work.
    pub in_use: usize,
    /// Open connections that are not in use.
    pub idle: usize,
    /// Units of work waiting for a connection.
    pub waiting: usize,
    /// Connections to a database that did not respond in time, in addition to those in use.
    pub hung: usize,
}

impl std::fmt::Debug for AnyConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyConnection")
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Busy(&'static str);

/// The right to use one connection. The thread that uses it holds it and releases it when it ends; a thread that hangs
/// loses it.
#[derive(Debug, Clone)]
pub(crate) struct Permit(Arc<Mutex<OwnedSemaphorePermit>>);

/// Abandons a run that timed out, and returns the error for its caller.
pub(crate) fn timeout_error(progress: &Progress) -> StoreError {
    let late = Box::new(Busy("the database did not answer in time"));
    match progress.abandon() {
        Abandoned::BeforeCommit => StoreError::Unavailable(late),
        Abandoned::WhileCommitting => StoreError::OutcomeUnknown(late),
    }
}

impl ConnectionQueue {
    pub(crate) fn new(connector: Connector, connections: usize, options: &StoreOptions) -> Self {
        let connections = connections.max(1);
        let max_hung = HUNG_PER_CONNECTION * connections;
        let hung = Arc::new(Semaphore::new(max_hung));
        Self {
            places: Arc::new(Semaphore::new(connections + options.queue)),
            permits: Arc::new(Semaphore::new(connections)),
            hung: Arc::clone(&hung),
            connections,
            queue: options.queue,
            wait: options.wait,
            deadline: options.deadline,
            waits: AtomicU64::new(0),
            pool: Pool::new(connector, ConnectionLimit::new(connections, hung, max_hung)),
        }
    }

    pub(crate) fn connector(&self) -> &Connector {
        self.pool.connector()
    }

    /// Current usage. The numbers are read one after the other, so they may be slightly inconsistent.
    pub(crate) fn usage(&self, name: &'static str) -> PoolUsage {
        let in_use = self.connections.saturating_sub(self.permits.available_permits());
        let inside = (self.connections + self.queue).saturating_sub(self.places.available_permits());
        let hung = (HUNG_PER_CONNECTION * self.connections).saturating_sub(self.hung.available_permits());
        let waiting = inside.saturating_sub(in_use);
        PoolUsage { name, limit: self.connections, in_use, idle: self.pool.idle(), waiting, hung }
    }

    /// How often a unit of work had to wait for a connection.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }

    /// The time limit of one unit of work.
    pub(crate) fn deadline(&self) -> Duration {
        self.deadline
    }

    /// Enters the queue; an error if it is full.
    pub(crate) fn enter(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| StoreError::Unavailable(Box::new(Busy("too many units of work are waiting"))))
    }

    /// Waits for the right to use one connection.
    pub(crate) async fn permit(&self) -> Result<Permit, StoreError> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(Permit(Arc::new(Mutex::new(permit))));
        }
        self.waits.fetch_add(1, Ordering::Relaxed);
        match tokio::time::timeout(self.wait, Arc::clone(&self.permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Permit(Arc::new(Mutex::new(permit)))),
            Ok(Err(closed)) => Err(StoreError::Unavailable(Box::new(closed))),
            Err(_elapsed) => Err(StoreError::Unavailable(Box::new(Busy("no connection became free in time")))),
        }
    }

    /// Abandons a run that did not respond in time, and returns the error for its caller. Frees its permit, as long as
    /// not too many connections hang. Discards idle connections, which may be to the same frozen server.
    pub(crate) fn give_up(&self, permit: &Permit, progress: &Progress) -> StoreError {
        let error = timeout_error(progress);
        if let Ok(hung) = Arc::clone(&self.hung).try_acquire_owned() {
            *permit.0.lock().unwrap_or_else(PoisonError::into_inner) = hung;
        }
        self.pool.renew();
        error
    }

    /// Runs the work once on a connection. Blocks; only for the holder of a permit.
    pub(crate) fn run(&self, work: impl FnOnce(&mut AnyConnection) -> RunOutcome) -> RunOutcome {
        let mut connection = match self.take() {
            Ok(connection) => connection,
            Err(error) => return RunOutcome { answer: Err(error), again: None, connection_is_good: false },
        };
        let ended = work(&mut connection.connection);
        connection.broken = !ended.connection_is_good;
        if ended.again == Some(Reason::Lost) {
            self.pool.renew();
        }
        ended
    }

    /// For work that is not a unit of work. Discards the connection after a failure, and the idle ones too: the cause
    /// has probably broken them as well, and the next callers, such as a proxy's health checks, need not discover that
    /// one by one.
    pub(crate) fn with_connection<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.take()?;
        let result = work(&mut connection.connection);
        if result.is_err() {
            connection.broken = true;
            self.pool.renew();
        }
        result
    }

    /// An idle connection, or a new one.
    pub(crate) fn take(&self) -> StoreResult<Pooled> {
        self.pool.take()
    }
}
