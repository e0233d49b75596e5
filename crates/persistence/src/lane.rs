//! A bounded number of connections, a bounded queue in front of them, and no waiting inside a
//! thread.
//!
//! r2d2 keeps the connections. The queue in front of it is ours: r2d2 lets a thread wait for a
//! connection, while here a task waits for its turn, and whoever has a turn finds a connection
//! idle or has one made.

use crate::{
    connection::{AnyConnection, Connector},
    options::StoreOptions,
    rerun::Reason,
    unit::{self, Ended},
};
use autoparts_application::ports::store::{Access, StoreError, Work};
use diesel::result::ConnectionError;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a thread waits until a connection is made. r2d2 goes on trying after that, so a
/// database that is merely slow to connect to is reached by a later call; one that is down
/// costs each caller no more than this.
const PATIENCE: Duration = Duration::from_millis(500);

/// Connections of one kind, for those units of work that need that kind.
#[derive(Debug)]
pub(crate) struct Lane {
    /// One for each unit of work that runs or waits.
    places: Arc<Semaphore>,
    /// One for each connection there may be.
    turns: Arc<Semaphore>,
    wait: Duration,
    connector: Connector,
    pool: r2d2::Pool<Keeper>,
    generation: Arc<AtomicU64>,
}

impl std::fmt::Debug for AnyConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyConnection")
    }
}

/// A connection in the pool.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) connection: AnyConnection,
    generation: u64,
    broken: bool,
}

/// Makes connections for the pool and tells which are worth keeping.
#[derive(Debug)]
pub(crate) struct Keeper {
    connector: Connector,
    /// Counts the times a link was lost: what broke one connection has probably broken all of
    /// them, so those made before are not used again.
    generation: Arc<AtomicU64>,
}

impl r2d2::ManageConnection for Keeper {
    type Connection = Kept;
    type Error = ConnectionError;

    fn connect(&self) -> Result<Kept, ConnectionError> {
        let generation = self.generation.load(Ordering::SeqCst);
        Ok(Kept { connection: self.connector.connect()?, generation, broken: false })
    }

    /// Asks nothing of the database: that would double the round trips of a small transaction.
    fn is_valid(&self, kept: &mut Kept) -> Result<(), ConnectionError> {
        if kept.generation == self.generation.load(Ordering::SeqCst) {
            return Ok(());
        }
        Err(ConnectionError::BadConnection("made before a link was lost".to_owned()))
    }

    fn has_broken(&self, kept: &mut Kept) -> bool {
        kept.broken || std::thread::panicking()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Busy(&'static str);

impl Lane {
    pub(crate) fn new(connector: Connector, connections: usize, options: &StoreOptions) -> Self {
        let connections = connections.max(1);
        let generation = Arc::default();
        Self {
            places: Arc::new(Semaphore::new(connections + options.queue)),
            turns: Arc::new(Semaphore::new(connections)),
            wait: options.wait,
            pool: pool(Keeper { connector: connector.clone(), generation: Arc::clone(&generation) }, connections),
            connector,
            generation,
        }
    }

    pub(crate) fn connector(&self) -> &Connector {
        &self.connector
    }

    /// A place in the queue, or the news that it is full.
    pub(crate) fn enter(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| StoreError::Unavailable(Box::new(Busy("too many units of work are waiting"))))
    }

    /// The right to use one connection, as soon as one is free.
    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        match tokio::time::timeout(self.wait, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(closed)) => Err(StoreError::Unavailable(Box::new(closed))),
            Err(_elapsed) => Err(StoreError::Unavailable(Box::new(Busy("no connection became free in time")))),
        }
    }

    /// Runs the work once. Blocks; only for whoever has a turn.
    pub(crate) fn run(&self, access: Access, work: &Work) -> Ended {
        let mut kept = match self.take() {
            Ok(kept) => kept,
            Err(error) => return Ended { answer: Err(error), again: None, connection_is_good: false },
        };
        let ended = unit::run(&mut kept.connection, access, work);
        kept.broken = !ended.connection_is_good;
        if ended.again == Some(Reason::Lost) {
            self.generation.fetch_add(1, Ordering::SeqCst);
        }
        ended
    }

    /// For work that is no unit of work. A connection that saw a failure is not kept.
    pub(crate) fn with_connection<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut kept = self.take()?;
        let result = work(&mut kept.connection);
        kept.broken = result.is_err();
        result
    }

    /// An idle connection, or a new one.
    pub(crate) fn take(&self) -> Result<r2d2::PooledConnection<Keeper>, StoreError> {
        self.pool.get_timeout(PATIENCE).map_err(|error| StoreError::Unavailable(Box::new(error)))
    }
}

/// A pool that makes connections when they are needed and keeps them. Its own errors are not
/// logged: whoever wanted the connection is told.
fn pool(keeper: Keeper, connections: usize) -> r2d2::Pool<Keeper> {
    r2d2::Pool::builder()
        .max_size(u32::try_from(connections).unwrap_or(u32::MAX))
        .min_idle(Some(0))
        .test_on_check_out(true)
        .idle_timeout(None)
        .max_lifetime(None)
        .error_handler(Box::new(r2d2::NopErrorHandler))
        .build_unchecked(keeper)
}
