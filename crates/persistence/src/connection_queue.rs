//! A bounded number of connections, a bounded queue in front of them, and no waiting without an
//! end: neither for a connection, nor for a database that does not answer.

use crate::{
    connection::{AnyConnection, Connector},
    options::StoreOptions,
    pool::{Pool, Pooled},
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

/// How many connections may hang beside those in use, for each of these: a database that froze and
/// was replaced keeps the old ones busy for as long as nobody closes them.
const HUNG_PER_CONNECTION: usize = 3;

/// Connections of one kind, for those units of work that need that kind.
#[derive(Debug)]
pub(crate) struct ConnectionQueue {
    /// One for each unit of work that runs or waits.
    places: Arc<Semaphore>,
    /// One for each connection there may be.
    permits: Arc<Semaphore>,
    /// One for each connection that may hang without taking another's permit.
    hung: Arc<Semaphore>,
    connections: usize,
    queue: usize,
    wait: Duration,
    deadline: Duration,
    /// How often somebody had to wait for a connection.
    waits: AtomicU64,
    pool: Pool,
}

/// One pool of connections at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUsage {
    /// What it is for: `write`, `read` or `all`.
    pub name: &'static str,
    /// How many connections may be in use at once.
    pub limit: usize,
    /// Connections that a unit of work has.
    pub in_use: usize,
    /// Connections that are open and that nobody has.
    pub idle: usize,
    /// Units of work that wait for a connection.
    pub waiting: usize,
    /// Connections to a database that did not answer in time, besides those in use.
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

/// The right to use one connection. The thread that uses it holds it, and gives it back by ending;
/// one that hangs has it taken away.
#[derive(Debug, Clone)]
pub(crate) struct Permit(Arc<Mutex<OwnedSemaphorePermit>>);

/// Gives a run up for one who waits for it: what that one is told.
pub(crate) fn told_too_late(progress: &Progress) -> StoreError {
    let late = Box::new(Busy("the database did not answer in time"));
    match progress.abandon() {
        Abandoned::BeforeCommit => StoreError::Unavailable(late),
        Abandoned::WhileCommitting => StoreError::OutcomeUnknown(late),
    }
}

impl ConnectionQueue {
    pub(crate) fn new(connector: Connector, connections: usize, options: &StoreOptions) -> Self {
        let connections = connections.max(1);
        Self {
            places: Arc::new(Semaphore::new(connections + options.queue)),
            permits: Arc::new(Semaphore::new(connections)),
            hung: Arc::new(Semaphore::new(HUNG_PER_CONNECTION * connections)),
            connections,
            queue: options.queue,
            wait: options.wait,
            deadline: options.deadline,
            waits: AtomicU64::new(0),
            // Those that hang are beside those in use.
            pool: Pool::new(connector, (1 + HUNG_PER_CONNECTION) * connections),
        }
    }

    pub(crate) fn connector(&self) -> &Connector {
        self.pool.connector()
    }

    /// How it is used now. The numbers are taken one after the other, so they need not fit exactly.
    pub(crate) fn usage(&self, name: &'static str) -> PoolUsage {
        let in_use = self.connections.saturating_sub(self.permits.available_permits());
        let inside = (self.connections + self.queue).saturating_sub(self.places.available_permits());
        let hung = (HUNG_PER_CONNECTION * self.connections).saturating_sub(self.hung.available_permits());
        let waiting = inside.saturating_sub(in_use);
        PoolUsage { name, limit: self.connections, in_use, idle: self.pool.idle(), waiting, hung }
    }

    /// How often somebody had to wait for a connection.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }

    /// How long a unit of work may take.
    pub(crate) fn deadline(&self) -> Duration {
        self.deadline
    }

    /// A place in the queue, or the news that it is full.
    pub(crate) fn enter(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| StoreError::Unavailable(Box::new(Busy("too many units of work are waiting"))))
    }

    /// The right to use one connection, as soon as one is free.
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

    /// Gives a run up that did not answer in time: what to tell its caller. Its permit goes to
    /// others, as long as not too many hang; idle connections, which may lead to the same frozen
    /// server, are not used again.
    pub(crate) fn give_up(&self, permit: &Permit, progress: &Progress) -> StoreError {
        let told = told_too_late(progress);
        if let Ok(hung) = Arc::clone(&self.hung).try_acquire_owned() {
            *permit.0.lock().unwrap_or_else(PoisonError::into_inner) = hung;
        }
        self.pool.renew();
        told
    }

    /// Runs something once on a connection. Blocks; only for the holder of a permit.
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

    /// For work that is no unit of work. A connection that saw a failure is not kept, and neither are those that are idle: what
    /// broke it has probably broken them, and the next one who asks, such as a proxy, need not find that out for each of them.
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
