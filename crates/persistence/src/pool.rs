//! Connections that are kept for reuse, by r2d2. How many may be in use and who waits for one is
//! decided in `connection_queue`: a task waits there, so that no thread waits here for longer than it takes to
//! make a connection.

use crate::connection::{AnyConnection, Connector};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use diesel::result::ConnectionError;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// How long a thread waits until a connection is made. r2d2 goes on trying after that, so a
/// database that is merely slow to connect to is reached by a later call; one that is down costs
/// each caller no more than this.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Bounds r2d2's pauses between tries to connect, which are at most half as long. With its default of
/// half a minute the end of an outage was noticed up to 11 s late.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(1);

/// A connection in use. Goes back to the pool when it is dropped, unless it is broken.
pub(crate) type Pooled = r2d2::PooledConnection<ConnectionManager>;

/// Connections of one kind.
#[derive(Debug)]
pub(crate) struct Pool {
    connections: r2d2::Pool<ConnectionManager>,
    connector: Connector,
    generation: Arc<AtomicU64>,
}

/// A connection that the pool made.
#[derive(Debug)]
pub(crate) struct PooledConnection {
    pub(crate) connection: AnyConnection,
    generation: u64,
    /// Not to be used again.
    pub(crate) broken: bool,
}

/// Makes connections for the pool and tells which are worth keeping.
#[derive(Debug)]
pub(crate) struct ConnectionManager {
    connector: Connector,
    /// Counts the times a link was lost: what broke one connection has probably broken all of
    /// them, so those made before are not used again.
    generation: Arc<AtomicU64>,
}

impl Pool {
    /// A pool that makes connections when they are needed and keeps them. Its own errors are not
    /// logged: the caller who wanted the connection is told.
    pub(crate) fn new(connector: Connector, max_connections: usize) -> Self {
        let generation = Arc::<AtomicU64>::default();
        let manager = ConnectionManager { connector: connector.clone(), generation: Arc::clone(&generation) };
        let connections = r2d2::Pool::builder()
            .max_size(u32::try_from(max_connections).unwrap_or(u32::MAX))
            .min_idle(Some(0))
            .test_on_check_out(true)
            .connection_timeout(CONNECTION_TIMEOUT)
            .idle_timeout(None)
            .max_lifetime(None)
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build_unchecked(manager);
        Self { connections, connector, generation }
    }

    pub(crate) fn connector(&self) -> &Connector {
        &self.connector
    }

    /// An idle connection, or a new one.
    pub(crate) fn take(&self) -> StoreResult<Pooled> {
        // What is idle stays open: its locks tell others that the file is in use, whatever it is called now.
        self.connector.check_file().map_err(|moved| StoreError::Unavailable(Box::new(moved)))?;
        self.connections.get_timeout(MAX_WAIT).map_err(|error| StoreError::Unavailable(Box::new(error)))
    }

    /// Connections that are open and that nobody has.
    pub(crate) fn idle(&self) -> usize {
        usize::try_from(self.connections.state().idle_connections).unwrap_or(usize::MAX)
    }

    /// Lets go of every connection that was made until now: of the idle ones when they are next
    /// looked at, of those in use when they come back.
    pub(crate) fn renew(&self) {
        self.generation.fetch_add(1, Ordering::SeqCst);
    }
}

impl ConnectionManager {
    fn is_current(&self, pooled: &PooledConnection) -> bool {
        pooled.generation == self.generation.load(Ordering::SeqCst)
    }
}

impl r2d2::ManageConnection for ConnectionManager {
    type Connection = PooledConnection;
    type Error = ConnectionError;

    fn connect(&self) -> Result<PooledConnection, ConnectionError> {
        let generation = self.generation.load(Ordering::SeqCst);
        Ok(PooledConnection { connection: self.connector.connect()?, generation, broken: false })
    }

    /// Asks nothing of the database: that would double the round trips of a small transaction.
    fn is_valid(&self, pooled: &mut PooledConnection) -> Result<(), ConnectionError> {
        if self.is_current(pooled) {
            return Ok(());
        }
        Err(ConnectionError::BadConnection("made before a link was lost".to_owned()))
    }

    fn has_broken(&self, pooled: &mut PooledConnection) -> bool {
        pooled.broken || !self.is_current(pooled) || std::thread::panicking()
    }
}
