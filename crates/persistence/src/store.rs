//! The SQL store: which connections a unit of work gets, and when it is retried.

use crate::{
    connection::{AnyConnection, Connector, Duty},
    connection_queue::{ConnectionQueue, Permit, PoolUsage, timeout_error},
    db_error::DbError,
    group_commit::{GroupCommit, Joined},
    migrations::{self, MigrateError, MigrationReport, SchemaState},
    opening::{self, OpenError},
    options::StoreOptions,
    progress::Progress,
    retry::Attempts,
    room::{self, Next, Room, SMALL_WRITE},
    statistics,
    transaction::SqlTransaction,
    unit::{self, RunOutcome, SqlWork},
    url::DatabaseUrl,
};
use async_trait::async_trait;
use autoparts_application::ports::{
    generations::Generations,
    identity_accounts::{IdentityStore, IdentityWork},
    store::{Access, Store, Work},
    store_error::{StoreError, StoreResult},
};
use diesel::connection::SimpleConnection;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tracing::Span;

/// A [`Store`] on SQLite or PostgreSQL. Clones share their connections.
#[derive(Debug, Clone)]
pub struct SqlStore {
    writers: Arc<ConnectionQueue>,
    readers: Arc<ConnectionQueue>,
    /// SQLite only: groups the units of work that wait for the one writing connection.
    group_commit: Option<Arc<GroupCommit>>,
    generations: Arc<Generations>,
    /// SQLite only.
    room: Option<Arc<Room>>,
    /// When [`Store::check`] last made a successful write.
    written_at: Arc<Mutex<Option<Instant>>>,
}

impl SqlStore {
    /// A store that has not connected to its database yet: each unit of work finds out whether it is reachable.
    #[must_use]
    pub(crate) fn unopened(url: &DatabaseUrl, options: &StoreOptions) -> Self {
        let connector = Connector::new(url.clone(), Duty::Write, options.clone());
        let on_sqlite = url.sqlite_file().is_some();
        let (writers, readers) = if on_sqlite {
            let readers = ConnectionQueue::new(connector.for_duty(Duty::ReadOnly), options.readers, options);
            (Arc::new(ConnectionQueue::new(connector, 1, options)), Arc::new(readers))
        } else {
            let queue = Arc::new(ConnectionQueue::new(connector, options.connections, options));
            (Arc::clone(&queue), queue)
        };
        let in_groups = on_sqlite && options.group_units > 1;
        let group_commit = in_groups.then(|| Arc::new(GroupCommit::new(options)));
        let room = on_sqlite.then(Arc::default);
        Self { writers, readers, group_commit, generations: Arc::default(), room, written_at: Arc::default() }
    }

    /// Checks that the database is reachable and writable. Blocks for at most a few seconds.
    pub(crate) fn try_open(&self) -> Result<(), OpenError> {
        opening::open(self.writers.connector())
    }

    /// Opens a database and checks that it is writable. Creates the file of a SQLite database, and its folder, if
    /// missing. Blocks for at most a few seconds.
    pub fn open(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        let store = Self::unopened(url, options);
        store.try_open()?;
        Ok(store)
    }

    /// Opens the database of an existing shop; creates nothing. Blocks for at most a few seconds.
    pub fn open_shop(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        let store = Self::unopened(url, options);
        opening::find_shop(store.writers.connector())?;
        store.try_open()?;
        Ok(store)
    }

    /// The current state of the connection pools: on SQLite one for writing and one for reading.
    #[must_use]
    pub fn pools(&self) -> Vec<PoolUsage> {
        if Arc::ptr_eq(&self.writers, &self.readers) {
            return vec![self.writers.usage("all")];
        }
        vec![self.writers.usage("write"), self.readers.usage("read")]
    }

    /// Applies the pending migrations and returns their names. Blocks.
    pub fn migrate(&self) -> Result<Vec<String>, MigrateError> {
        Ok(self.migrate_and_report()?.into_iter().map(|migration| migration.name).collect())
    }

    /// Applies the pending migrations and reports which tables each of them blocked. Blocks.
    pub fn migrate_and_report(&self) -> Result<Vec<MigrationReport>, MigrateError> {
        self.writers.with_connection(migrations::migrate)
    }

    /// The statements that place the tables which Citus does not know: a crash of the coordinator can lose what a
    /// transaction wrote to them. None in a shop that is not distributed. Blocks.
    pub fn missing_on_citus(&self) -> Result<Vec<String>, MigrateError> {
        self.writers.with_connection(migrations::missing_on_citus)
    }

    /// Returns the report of [`migrate_and_report`](Self::migrate_and_report) without migrating: runs all migrations in
    /// one transaction and rolls it back. Takes the locks and holds all of them until the end. Blocks.
    pub fn plan_migrations(&self) -> Result<Vec<MigrationReport>, MigrateError> {
        self.writers.with_connection(migrations::plan)
    }

    /// How the database's schema compares with the one this program expects. Blocks.
    pub fn schema(&self) -> StoreResult<SchemaState> {
        self.readers.with_connection(migrations::state)
    }

    /// Like [`schema`](Self::schema), but fails while a node of a distributed PostgreSQL is unreachable. The
    /// coordinator has the schema, and responds without the other nodes.
    fn complete_schema(&self) -> StoreResult<SchemaState> {
        // A failed node does not break the connection, which can still serve customers on other nodes.
        let (state, nodes) = self.readers.with_connection(|connection| {
            let state = migrations::state(connection)?;
            let is_known = matches!(state, SchemaState::Current | SchemaState::Ahead { .. });
            Ok::<_, StoreError>((state, if is_known { on_every_node(connection) } else { Ok(()) }))
        })?;
        nodes.map_err(|error| StoreError::from(DbError::from(error)))?;
        Ok(state)
    }

    /// Reads on a connection, for data that has no repository.
    pub(crate) async fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut AnyConnection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        Self::on_connection(&self.readers, read).await
    }

    /// Like `reading`, on a writing connection.
    pub(crate) async fn writing<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut AnyConnection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        Self::on_connection(&self.writers, write).await
    }

    /// Like `writing`, for callers that may block.
    pub(crate) fn on_writer<T>(&self, write: impl FnOnce(&mut AnyConnection) -> StoreResult<T>) -> StoreResult<T> {
        self.writers.with_connection(write)
    }

    /// Checks that this program can serve the database. Does not block the caller's thread.
    pub(crate) async fn open_now(&self) -> StoreResult<SchemaState> {
        let _place = self.writers.enter()?;
        let store = self.clone();
        let permit = self.writers.permit().await?;
        Self::blocking(&self.writers, permit, move |_, _| {
            store.try_open().map_err(|error| StoreError::Unavailable(Box::new(error)))?;
            store.complete_schema()
        })
        .await?
    }

    async fn on_connection<T: Send + 'static>(
        queue: &Arc<ConnectionQueue>,
        work: impl FnOnce(&mut AnyConnection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let _place = queue.enter()?;
        let permit = queue.permit().await?;
        Self::blocking(queue, permit, |queue, _| queue.with_connection(work)).await?
    }

    /// After a failed write, checks whether there is disk space for an order again. Returns at once if this was checked
    /// a moment ago.
    async fn check_room(&self) -> StoreResult<()> {
        let Some(room) = self.room.as_ref().filter(|room| !matches!(room.next(), Next::Write)) else { return Ok(()) };
        let _probing = room.probing.lock().await;
        match room.next() {
            Next::Write => Ok(()),
            Next::Refuse(error) => Err(error),
            Next::Probe => room.note_probe(self.probe_room().await),
        }
    }

    async fn probe_room(&self) -> StoreResult<()> {
        let _place = self.writers.enter()?;
        let permit = self.writers.permit().await?;
        let probe = |queue: &ConnectionQueue, _: &Arc<Progress>| {
            let mut connection = queue.take()?;
            connection.broken = true;
            room::probe(&mut connection.connection)
        };
        Self::blocking(&self.writers, permit, probe).await?
    }

    fn note_failed_write(&self) {
        if let Some(room) = &self.room {
            room.note_failure();
        }
    }

    /// Writes a little, unless a write succeeded recently: on a full or read-only disk, and on a PostgreSQL standby,
    /// reading works but ordering does not.
    async fn check_writing(&self) -> StoreResult<()> {
        self.check_room().await?;
        let recently = |at: Instant| at.elapsed() < WRITE_CHECK_INTERVAL;
        if self.written_at.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(recently) {
            return Ok(());
        }
        let write = |connection: &mut AnyConnection| {
            connection.batch_execute(SMALL_WRITE).map_err(|error| StoreError::from(DbError::from(error)))
        };
        self.writing(write).await.inspect_err(|_| self.note_failed_write())?;
        *self.written_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        Ok(())
    }

    /// Runs blocking work on a separate thread. Gives up at the deadline, even if the caller has disconnected.
    async fn blocking<T: Send + 'static>(
        queue: &Arc<ConnectionQueue>,
        permit: Permit,
        work: impl FnOnce(&ConnectionQueue, &Arc<Progress>) -> T + Send + 'static,
    ) -> StoreResult<T> {
        let progress = Arc::<Progress>::default();
        let its_queue = Arc::clone(queue);
        let its_permit = permit.clone();
        let its_progress = Arc::clone(&progress);
        // Logs of that thread belong to the request as well.
        let span = Span::current();
        #[expect(
            clippy::disallowed_methods,
            reason = "the only place that starts blocking work, bounded by the permits of a queue"
        )]
        let running = tokio::task::spawn_blocking(move || {
            let result = span.in_scope(|| work(&its_queue, &its_progress));
            drop(its_permit);
            result
        });
        let queue = Arc::clone(queue);
        let watched = tokio::spawn(async move {
            match tokio::time::timeout(queue.deadline(), running).await {
                Ok(ended) => ended.map_err(|error| StoreError::Unavailable(Box::new(error))),
                Err(_elapsed) => Err(queue.give_up(&permit, &progress)),
            }
        });
        watched.await.map_err(|error| StoreError::Unavailable(Box::new(error)))?
    }

    /// Runs a unit of work, with retries.
    async fn run_unit(&self, access: Access, work: Arc<SqlWork>) -> StoreResult<()> {
        let queue = match access {
            Access::Write => &self.writers,
            Access::Read | Access::ReadOne | Access::ReadPublic => &self.readers,
        };
        let _place = queue.enter()?;
        let mut runs = Attempts::default();
        let mut attempts: u64 = 0;
        loop {
            attempts += 1;
            if access == Access::Write {
                self.check_room().await?;
            }
            let RunOutcome { answer, again, connection_is_good } = match (&self.group_commit, access) {
                (Some(group), Access::Write) => self.run_in_group(group, &work).await?,
                _ => self.run_alone(queue, access, &work).await?,
            };
            if access == Access::Write && !connection_is_good && answer.as_ref().is_err_and(is_database_failure) {
                self.note_failed_write();
            }
            let Some(pause) = again.and_then(|reason| runs.pause_after(reason)) else {
                Span::current().record("attempts", attempts);
                return answer;
            };
            tracing::debug!(reason = ?again, "retrying a unit of work");
            tokio::time::sleep(pause).await;
        }
    }

    /// Runs a unit of work once, in its own transaction.
    async fn run_alone(
        &self,
        queue: &Arc<ConnectionQueue>,
        access: Access,
        work: &Arc<SqlWork>,
    ) -> StoreResult<RunOutcome> {
        let work = Arc::clone(work);
        let generations = Arc::clone(&self.generations);
        let permit = queue.permit().await?;
        Self::blocking(queue, permit, move |queue, progress| {
            queue.run(|connection| unit::run(connection, access, progress, &*work, &generations))
        })
        .await
    }

    /// Runs a unit of work once, either as the leader of a group or in the transaction of a leader that gets the
    /// connection first.
    async fn run_in_group(&self, group: &Arc<GroupCommit>, work: &Arc<SqlWork>) -> StoreResult<RunOutcome> {
        let mut place = group.wait(Arc::clone(work));
        let permit = tokio::select! {
            biased;
            joined = place.joined() => return self.outcome_from_leader(joined?).await,
            permit = self.writers.permit() => permit,
        };
        // Both may have happened at once.
        if let Some(joined) = place.close() {
            return self.outcome_from_leader(joined).await;
        }
        let group = Arc::clone(group);
        let work = Arc::clone(work);
        let generations = Arc::clone(&self.generations);
        Self::blocking(&self.writers, permit?, move |queue, progress| {
            queue.run(|connection| group.lead(connection, progress, &*work, &generations))
        })
        .await
    }

    /// Waits for the outcome of a transaction that another unit of work leads.
    async fn outcome_from_leader(&self, joined: Joined) -> StoreResult<RunOutcome> {
        match tokio::time::timeout(self.writers.deadline(), joined.outcome).await {
            Ok(Ok(outcome)) => Ok(outcome),
            // Timed out, or the leader ended without sending an outcome, perhaps after the commit.
            Ok(Err(_)) | Err(_) => Err(timeout_error(&joined.progress)),
        }
    }
}

#[async_trait]
impl IdentityStore for SqlStore {
    async fn run_identity(&self, access: Access, work: Arc<IdentityWork>) -> StoreResult<()> {
        self.run_unit(access, Arc::new(move |tx: &mut SqlTransaction<'_>| work(tx))).await
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        self.run_unit(access, Arc::new(move |tx: &mut SqlTransaction<'_>| work(tx))).await
    }

    fn generations(&self) -> &Generations {
        &self.generations
    }

    async fn optimize(&self) -> StoreResult<()> {
        self.writing(|connection| Ok(statistics::renew(connection)?)).await
    }

    fn waits(&self) -> u64 {
        self.writers.waits()
    }

    async fn check(&self) -> StoreResult<()> {
        let _place = self.readers.enter()?;
        let store = self.clone();
        let permit = self.readers.permit().await?;
        match Self::blocking(&self.readers, permit, move |_, _| store.complete_schema()).await?? {
            SchemaState::Current | SchemaState::Ahead { .. } => self.check_writing().await,
            SchemaState::Behind { pending } | SchemaState::Foreign { pending, .. } => {
                Err(StoreError::Failed(format!("the database lacks migrations: {}", pending.join(", ")).into()))
            }
        }
    }
}

/// Reads a table that is distributed over all nodes. Waits only briefly: an unreachable node would otherwise occupy the
/// connection, which customers on other nodes need.
fn on_every_node(connection: &mut AnyConnection) -> diesel::QueryResult<()> {
    let read = match connection {
        AnyConnection::Sqlite(_) => return Ok(()),
        AnyConnection::Postgres(connection) => connection,
    };
    read.batch_execute("BEGIN READ ONLY; SET LOCAL statement_timeout = '1s'; SELECT part_id FROM stock LIMIT 1; COMMIT")
        .inspect_err(|_| drop(read.batch_execute("ROLLBACK")))
}

/// After a successful write, later checks skip theirs for this long.
const WRITE_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Whether the database caused the error, not the operation.
fn is_database_failure(error: &StoreError) -> bool {
    matches!(error, StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))
}

#[cfg(test)]
mod tests;
