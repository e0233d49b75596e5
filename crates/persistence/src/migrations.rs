//! Migrates a database to the schema that this program expects. The migrations are in `migrations/`, in the folder of
//! their database or in `both`, and are compiled into the program.

mod locks;
mod placement;

use crate::{
    connection::AnyConnection,
    contents::Contents,
    db_error::{DbError, is_contention},
};
use autoparts_application::ports::{store::Access, store_error::StoreError};
use diesel::{
    QueryableByName, RunQueryDsl,
    backend::Backend,
    connection::SimpleConnection,
    migration::{self, Migration, MigrationSource},
    sql_query, sql_types,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use locks::{Retries, locks, migrates_alone, tables};
use std::{
    collections::BTreeSet,
    error::Error,
    time::{Duration, Instant},
};

pub use locks::MigrationReport;
pub(crate) use placement::missing_on_citus;

const BOTH: EmbeddedMigrations = embed_migrations!("../../migrations/both");
const SQLITE: Migrations = Migrations(embed_migrations!("../../migrations/sqlite"));
const POSTGRES: Migrations = Migrations(embed_migrations!("../../migrations/postgres"));

/// The migrations of a database: its own, and those that are the same for both.
struct Migrations(EmbeddedMigrations);

impl<DB: Backend> MigrationSource<DB> for Migrations {
    fn migrations(&self) -> migration::Result<Vec<Box<dyn Migration<DB>>>> {
        let mut migrations = self.0.migrations()?;
        migrations.extend(BOTH.migrations()?);
        Ok(migrations)
    }
}

/// How the schema of a database compares with the one this program expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaState {
    /// They are the same.
    Current,
    /// Migrations are pending.
    Behind {
        /// Migrations that this program knows and the database lacks.
        pending: Vec<String>,
    },
    /// A newer program has migrated the database. This program may keep running: migrations keep the tables usable for
    /// the previous release.
    Ahead {
        /// Versions that this program does not know.
        unknown: Vec<String>,
    },
    /// The database belongs to another program, or to a diverged release.
    Foreign {
        /// Migrations that this program knows and the database lacks.
        pending: Vec<String>,
        /// Versions that this program does not know.
        unknown: Vec<String>,
    },
}

/// Why a database was not fully migrated. Each migration is atomic.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database contains migrations of another program.
    #[error("the database was migrated by another program (unknown: {}); name another database", unknown.join(", "))]
    Foreign {
        /// Versions that this program does not know.
        unknown: Vec<String>,
    },
    /// The database contains tables that are not a shop's.
    #[error("the database holds tables of another program; name another database")]
    HoldsOther,
    /// A table that a migration changes was in use the whole time.
    #[error(
        "{migration} needs tables that another transaction has kept in use for {} s; nothing of it was done, and servers were \
         held up for moments only: end that transaction (pg_stat_activity shows it), or migrate when less is going on",
        waited.as_secs()
    )]
    InUse {
        /// The first migration that was not applied.
        migration: String,
        /// How long it was tried.
        waited: Duration,
    },
    /// Another process was migrating the whole time.
    #[error("another process has been migrating this database for {} s; wait until it has ended, and run this again", waited.as_secs())]
    Busy {
        /// How long this process waited.
        waited: Duration,
    },
    /// A statement failed.
    #[error("a migration failed and was rolled back ({0})")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
    /// The database could not be queried.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(QueryableByName)]
struct Applied {
    #[diesel(sql_type = sql_types::Text)]
    version: String,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = sql_types::BigInt)]
    n: i64,
}

/// Applies the pending migrations, each in its own transaction, so that its locks end with it. Two processes may do
/// this at once: one of them then finds nothing left to do.
pub(crate) fn migrate(connection: &mut AnyConnection) -> Result<Vec<MigrationReport>, MigrateError> {
    let mut applied = Vec::new();
    let mut retries = Retries::default();
    loop {
        match state(connection)? {
            SchemaState::Current | SchemaState::Ahead { .. } => return Ok(applied),
            SchemaState::Foreign { unknown, .. } => return Err(MigrateError::Foreign { unknown }),
            SchemaState::Behind { pending } => match apply_next(connection, &pending) {
                Ok(Some(report)) => {
                    applied.push(report);
                    retries = Retries::default();
                }
                Ok(None) => retries.wait_for_process()?,
                Err(MigrateError::Failed(error)) if is_contention(&error.to_string()) => {
                    retries.wait_for_tables(pending.into_iter().next().unwrap_or_default(), &*error)?;
                }
                // Another process created the same tables between the check and the lock.
                Err(error @ MigrateError::Failed(_)) if !retries.allows_another_check() => return Err(error),
                Err(MigrateError::Failed(_)) => {}
                Err(error) => return Err(error),
            },
        }
    }
}

/// Reports what migrating would do by running it and rolling it back: the locks and the time taken are real.
pub(crate) fn plan(connection: &mut AnyConnection) -> Result<Vec<MigrationReport>, MigrateError> {
    let pending = match state(connection)? {
        SchemaState::Current | SchemaState::Ahead { .. } => return Ok(Vec::new()),
        SchemaState::Foreign { unknown, .. } => return Err(MigrateError::Foreign { unknown }),
        SchemaState::Behind { pending } => pending,
    };
    check_ours(connection)?;
    let known = tables(connection)?;
    connection.begin(Access::Write).map_err(failed)?;
    let tried = pending.iter().map(|name| run_next(connection, name, &known)).collect();
    connection.roll_back().map_err(failed)?;
    tried
}

/// Applies the first pending migration. `None` if another process is migrating.
fn apply_next(connection: &mut AnyConnection, pending: &[String]) -> Result<Option<MigrationReport>, MigrateError> {
    check_ours(connection)?;
    let name = pending.first().cloned().unwrap_or_default();
    let known = tables(connection)?;
    connection.begin(Access::Write).map_err(failed)?;
    let done = match migrates_alone(connection) {
        // Another process may have applied it between the check and the lock.
        Ok(true) if still_pending(connection, pending) => run_next(connection, &name, &known).map(Some),
        Ok(_) => Ok(None),
        Err(error) => Err(error),
    };
    if let Ok(Some(report)) = done {
        let committing = Instant::now();
        connection.commit().map_err(failed)?;
        return Ok(Some(MigrationReport { took: report.took + committing.elapsed(), ..report }));
    }
    // The error of the migration matters, not that of the rollback.
    let _ = connection.roll_back();
    done
}

fn still_pending(connection: &mut AnyConnection, pending: &[String]) -> bool {
    matches!(state(connection), Ok(SchemaState::Behind { pending: now }) if now == pending)
}

/// Runs the first pending migration in the open transaction.
fn run_next(
    connection: &mut AnyConnection,
    name: &str,
    known: &BTreeSet<String>,
) -> Result<MigrationReport, MigrateError> {
    let began = Instant::now();
    match connection {
        AnyConnection::Sqlite(connection) => {
            connection.run_next_migration(SQLITE).map_err(MigrateError::Failed)?;
        }
        AnyConnection::Postgres(connection) => {
            connection.batch_execute(placement::BEFORE_PLACING).map_err(failed)?;
            connection.run_next_migration(POSTGRES).map_err(MigrateError::Failed)?;
            placement::place_new(connection, known).map_err(failed)?;
        }
    }
    let took = began.elapsed();
    let [unreadable, unwritable] = locks(connection, known)?;
    Ok(MigrationReport { name: name.to_owned(), took, unreadable, unwritable })
}

/// Refuses another program's tables: they would mix with those of the shop and block a restore.
fn check_ours(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    match Contents::of(connection).map_err(failed)? {
        Contents::Nothing | Contents::Shop => Ok(()),
        Contents::Other => Err(MigrateError::HoldsOther),
    }
}

fn failed(error: diesel::result::Error) -> MigrateError {
    MigrateError::Failed(Box::new(error))
}

/// Compares the schemas without changing anything.
pub(crate) fn state(connection: &mut AnyConnection) -> Result<SchemaState, StoreError> {
    let known = match connection {
        AnyConnection::Sqlite(_) => known::<diesel::sqlite::Sqlite>(&SQLITE)?,
        AnyConnection::Postgres(_) => known::<diesel::pg::Pg>(&POSTGRES)?,
    };
    let applied: BTreeSet<String> = applied(connection)?.into_iter().collect();
    let pending: Vec<String> =
        known.iter().filter(|(version, _)| !applied.contains(version)).map(|(_, name)| name.clone()).collect();
    let unknown: Vec<String> =
        applied.into_iter().filter(|version| known.iter().all(|(known, _)| known != version)).collect();
    Ok(match (pending.is_empty(), unknown.is_empty()) {
        (true, true) => SchemaState::Current,
        (false, true) => SchemaState::Behind { pending },
        (true, false) => SchemaState::Ahead { unknown },
        (false, false) => SchemaState::Foreign { pending, unknown },
    })
}

/// The versions of all built-in migrations.
pub(crate) fn known_versions(on_postgres: bool) -> BTreeSet<String> {
    let known = if on_postgres { known::<diesel::pg::Pg>(&POSTGRES) } else { known::<diesel::sqlite::Sqlite>(&SQLITE) };
    known.unwrap_or_default().into_iter().map(|(version, _)| version).collect()
}

/// Version and name of every built-in migration, oldest first.
fn known<DB: Backend>(source: &Migrations) -> Result<Vec<(String, String)>, StoreError> {
    let migrations = MigrationSource::<DB>::migrations(source).map_err(StoreError::Failed)?;
    let mut known: Vec<(String, String)> = migrations
        .iter()
        .map(|migration| (migration.name().version().to_string(), migration.name().to_string()))
        .collect();
    known.sort();
    Ok(known)
}

/// The versions of the applied migrations.
pub(crate) fn applied(connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let look = match connection {
        AnyConnection::Sqlite(_) => "SELECT count(*) AS n FROM sqlite_master WHERE name = '__diesel_schema_migrations'",
        AnyConnection::Postgres(_) => {
            "SELECT count(*) AS n FROM pg_tables \
             WHERE tablename = '__diesel_schema_migrations' AND schemaname = ANY (current_schemas(false))"
        }
    };
    let ask = |connection: &mut AnyConnection| -> Result<Vec<Applied>, DbError> {
        let tables: Vec<Count> = sql_query(look).load(connection)?;
        if tables.iter().all(|count| count.n == 0) {
            return Ok(Vec::new());
        }
        Ok(sql_query("SELECT version FROM __diesel_schema_migrations").load(connection)?)
    };
    Ok(ask(connection)?.into_iter().map(|row| row.version).collect())
}
