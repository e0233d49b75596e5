//! Reuses connections with r2d2. `connection_queue` decides how many may be in use and which task gets one: tasks wait
//! there, so a thread waits here only while a connection is being opened.

use crate::connection::{AnyConnection, Connector};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use diesel::result::ConnectionError;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::Semaphore;

/// How long a thread waits for a connection to open. r2d2 keeps trying after that, so a later call gets the connection
/// if the database is merely slow; if it is down, each caller loses no more than this.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Bounds r2d2's pauses between connection attempts, which are at most half as long. With the default of 30 s, the end
/// of an outage was noticed up to 11 s late.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(1);

/// A connection in use. Returns to the pool when dropped, unless it is broken.
pub(crate) type Pooled = r2d2::PooledConnection<ConnectionManager>;

/// Connections of one kind.
#[derive(Debug)]
pub(crate) struct Pool {
    connections: r2d2::Pool<ConnectionManager>,
    connector: Connector,
    generation: Arc<AtomicU64>,
}

/// Counts open connections, to stay within a limit even while threads race for the first connections. Those that hang
/// come on top: a database that froze and was replaced keeps them busy until something closes them.
#[derive(Debug)]
pub(crate) struct ConnectionLimit {
    open: AtomicUsize,
    limit: usize,
    hung: Arc<Semaphore>,
    max_hung: usize,
}

/// An open connection, as counted by the limit.
#[derive(Debug)]
struct Counted(Arc<ConnectionLimit>);

#[derive(Debug, thiserror::Error)]
#[error("as many connections as allowed are open")]
struct LimitReached;

impl ConnectionLimit {
    /// At most `limit` connections, and `max_hung` more while they hang, each with a permit of `hung`.
    pub(crate) fn new(limit: usize, hung: Arc<Semaphore>, max_hung: usize) -> Self {
        Self { open: AtomicUsize::new(0), limit, hung, max_hung }
    }

    /// Counts a connection that is about to be opened.
    fn count(self: &Arc<Self>) -> Result<Counted, LimitReached> {
        let hung = self.max_hung.saturating_sub(self.hung.available_permits());
        let one_more = |open: usize| (open < self.limit + hung).then_some(open + 1);
        let counted = self.open.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_more);
        counted.map(|_| Counted(Arc::clone(self))).map_err(|_| LimitReached)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A connection opened by the pool.
#[derive(Debug)]
pub(crate) struct PooledConnection {
    pub(crate) connection: AnyConnection,
    /// Dropped after the connection.
    _counted: Counted,
    generation: u64,
    /// Whether the connection must not be reused.
    pub(crate) broken: bool,
}

/// Opens connections for the pool and decides which to reuse.
#[derive(Debug)]
pub(crate) struct ConnectionManager {
    connector: Connector,
    /// Counts lost connections: what broke one connection has probably broken all of them, so older ones are not
    /// reused.
    generation: Arc<AtomicU64>,
    limit: Arc<ConnectionLimit>,
}

impl Pool {
    /// A pool that opens connections on demand and keeps them open. Does not log its own errors: the caller gets them.
    pub(crate) fn new(connector: Connector, limit: ConnectionLimit) -> Self {
        let generation = Arc::<AtomicU64>::default();
        let max_connections = limit.limit + limit.max_hung;
        let limit = Arc::new(limit);
        let manager = ConnectionManager { connector: connector.clone(), generation: Arc::clone(&generation), limit };
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
        // Idle connections stay open: their locks mark the file as in use, even after it was renamed.
        self.connector.check_file().map_err(|moved| StoreError::Unavailable(Box::new(moved)))?;
        self.connections.get_timeout(MAX_WAIT).map_err(|error| StoreError::Unavailable(Box::new(error)))
    }

    /// Number of open connections that are not in use.
    pub(crate) fn idle(&self) -> usize {
        usize::try_from(self.connections.state().idle_connections).unwrap_or(usize::MAX)
    }

    /// Discards all connections opened so far: idle ones when they are next checked, those in use when they are
    /// returned.
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
        let counted = self.limit.count().map_err(|error| ConnectionError::BadConnection(error.to_string()))?;
        let generation = self.generation.load(Ordering::SeqCst);
        Ok(PooledConnection { connection: self.connector.connect()?, _counted: counted, generation, broken: false })
    }

    /// Does not query the database, which would double the round trips of a small transaction.
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
