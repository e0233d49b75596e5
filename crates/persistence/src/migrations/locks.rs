//! Which tables a migration locks and for how long, and how long it waits for other transactions.

use super::MigrateError;
use crate::{connection::AnyConnection, db_error::DbError};
use autoparts_application::ports::store_error::StoreError;
use diesel::{QueryableByName, RunQueryDsl, sql_query, sql_types};
use std::{
    collections::BTreeSet,
    error::Error,
    thread,
    time::{Duration, Instant},
};

/// One migration that was applied or tried. New tables are not listed: no other transaction uses them yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MigrationReport {
    /// The name of the migration.
    pub name: String,
    /// How long its transaction took. None of its locks was held longer.
    pub took: Duration,
    /// Tables that could not be read or written during the migration. None on SQLite: readers never wait.
    pub unreadable: Vec<String>,
    /// Tables that could be read but not written. None on SQLite, where a migration blocks every writer.
    pub unwritable: Vec<String>,
}

/// Takes the advisory lock of migrations for the rest of the transaction. The key is arbitrary, but must never change.
/// PostgreSQL scopes the lock to the connected database, even if tables are distributed from there.
const ALONE: &str = "SELECT pg_try_advisory_xact_lock(482805904499) AS yes";

const TABLES: &str =
    "SELECT tablename::text AS name, '' AS mode FROM pg_tables WHERE schemaname = ANY (current_schemas(false))";

/// The locks of this transaction that block others. Reading and writing rows takes weaker ones.
const LOCKS: &str = "
    SELECT DISTINCT c.relname::text AS name, l.mode AS mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.granted AND c.relkind IN ('r', 'p')
      AND c.relnamespace <> 'pg_catalog'::regnamespace AND c.relname <> '__diesel_schema_migrations'
      AND l.mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
    ORDER BY 1, 2";

#[derive(QueryableByName)]
struct Lock {
    #[diesel(sql_type = sql_types::Text)]
    name: String,
    #[diesel(sql_type = sql_types::Text)]
    mode: String,
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = sql_types::Bool)]
    yes: bool,
}

/// Whether no other process migrates until this transaction ends. Always true on SQLite, which has one writer.
pub(super) fn migrates_alone(connection: &mut AnyConnection) -> Result<bool, MigrateError> {
    if matches!(connection, AnyConnection::Sqlite(_)) {
        return Ok(true);
    }
    let answers: Vec<Answer> = sql_query(ALONE).load(connection).map_err(query_failed)?;
    Ok(answers.iter().all(|answer| answer.yes))
}

/// The existing tables, which other transactions may use.
pub(super) fn tables(connection: &mut AnyConnection) -> Result<BTreeSet<String>, MigrateError> {
    Ok(query_locks(connection, TABLES)?.into_iter().map(|table| table.name).collect())
}

/// Of the given tables, those that this transaction blocks for reading, and those that it blocks only for writing.
pub(super) fn locks(
    connection: &mut AnyConnection,
    known: &BTreeSet<String>,
) -> Result<[Vec<String>; 2], MigrateError> {
    let held = query_locks(connection, LOCKS)?.into_iter().filter(|lock| known.contains(&lock.name));
    let (all, some): (Vec<_>, Vec<_>) = held.partition(|lock| lock.mode == "AccessExclusiveLock");
    let names = |locks: Vec<Lock>| locks.into_iter().map(|lock| lock.name).collect::<BTreeSet<_>>();
    let all = names(all);
    let some = names(some);
    Ok([all.iter().cloned().collect(), some.difference(&all).cloned().collect()])
}

/// Runs a query for tables or locks; empty on SQLite, which has no table locks.
fn query_locks(connection: &mut AnyConnection, query: &str) -> Result<Vec<Lock>, MigrateError> {
    match connection {
        AnyConnection::Sqlite(_) => Ok(Vec::new()),
        AnyConnection::Postgres(connection) => sql_query(query).load(connection).map_err(query_failed),
    }
}

fn query_failed(error: diesel::result::Error) -> MigrateError {
    StoreError::from(DbError::from(error)).into()
}

/// Pause before the next check.
const RETRY_PAUSE: Duration = Duration::from_millis(200);
/// How long to wait for another migrating process.
const MAX_PROCESS_WAIT: Duration = Duration::from_mins(2);
/// How often to attempt a migration whose tables are in use. While it waits for a table, every other transaction that
/// needs the table queues behind it. So after the lock timeout it gives up, lets the queue pass, and tries again.
const MAX_TRIES: u32 = 10;
/// How often to check the pending migrations again after any other error: another process may have applied them.
const MAX_CHECKS: u32 = 5;

/// The waits and attempts so far.
pub(super) struct Retries {
    since: Instant,
    tries: u32,
    checks: u32,
}

impl Default for Retries {
    fn default() -> Self {
        Self { since: Instant::now(), tries: 0, checks: 0 }
    }
}

impl Retries {
    /// Waits because another process holds the migration lock.
    pub(super) fn wait_for_process(&self) -> Result<(), MigrateError> {
        let waited = self.since.elapsed();
        if waited > MAX_PROCESS_WAIT {
            return Err(MigrateError::Busy { waited });
        }
        thread::sleep(RETRY_PAUSE);
        Ok(())
    }

    /// Waits because a table is in use.
    pub(super) fn wait_for_tables(
        &mut self,
        migration: String,
        cause: &(dyn Error + Send + Sync),
    ) -> Result<(), MigrateError> {
        self.tries += 1;
        let waited = self.since.elapsed();
        if self.tries >= MAX_TRIES {
            return Err(MigrateError::InUse { migration, waited });
        }
        tracing::warn!(migration, cause = %cause, "tables are in use; the migration is tried again");
        thread::sleep(RETRY_PAUSE * self.tries);
        Ok(())
    }

    /// Whether the pending migrations may be checked again.
    pub(super) fn allows_another_check(&mut self) -> bool {
        self.checks += 1;
        self.checks < MAX_CHECKS
    }
}
