//! Bringing a database to the schema that this program expects. The migrations themselves are
//! in `migrations/`, one folder for each database, and are built into the program.

use crate::{connection::AnyConnection, db_error::DbError};
use autoparts_application::ports::{store::Access, store_error::StoreError};
use diesel::{QueryableByName, RunQueryDsl, backend::Backend, migration::MigrationSource, sql_query, sql_types};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::{collections::BTreeSet, error::Error};

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// How the schema of a database compares with the one this program expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaState {
    /// They are the same.
    Current,
    /// Migrations are to be applied; their names.
    Behind {
        /// Migrations that this program knows and the database lacks.
        pending: Vec<String>,
    },
    /// A newer program has migrated the database. This one may go on working: migrations keep
    /// the tables usable for the release before.
    Ahead {
        /// Versions that this program does not know.
        unknown: Vec<String>,
    },
    /// The database belongs to something else, or to a release that went another way.
    Foreign {
        /// Migrations that this program knows and the database lacks.
        pending: Vec<String>,
        /// Versions that this program does not know.
        unknown: Vec<String>,
    },
}

/// Why a database was not migrated. Nothing of a migration is kept unless all of it is.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database holds migrations that are not ours.
    #[error("the database was migrated by another program (unknown: {}); name another database", unknown.join(", "))]
    Foreign {
        /// Versions that this program does not know.
        unknown: Vec<String>,
    },
    /// A statement failed.
    #[error("a migration failed and was rolled back ({0})")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
    /// The database could not be asked.
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

/// How often another process may migrate under our hands before we give up.
const ROUNDS: usize = 5;

/// Applies what is missing; the names of what was applied. Two processes may do this at once:
/// one of them finds the work done.
pub(crate) fn migrate(connection: &mut AnyConnection) -> Result<Vec<String>, MigrateError> {
    let mut last = None;
    for _ in 0..ROUNDS {
        match state(connection)? {
            SchemaState::Current | SchemaState::Ahead { .. } => return Ok(Vec::new()),
            SchemaState::Foreign { unknown, .. } => return Err(MigrateError::Foreign { unknown }),
            SchemaState::Behind { .. } => match apply(connection) {
                Ok(applied) => return Ok(applied),
                Err(error) => last = Some(error),
            },
        }
    }
    Err(last.unwrap_or(MigrateError::Store(StoreError::Contention)))
}

/// Everything in one transaction: both databases roll back the making of tables.
fn apply(connection: &mut AnyConnection) -> Result<Vec<String>, MigrateError> {
    let before = names_pending(connection)?;
    connection.begin(Access::Write).map_err(|error| StoreError::from(DbError::from(error)))?;
    let applied = match connection {
        AnyConnection::Sqlite(connection) => connection.run_pending_migrations(SQLITE).map(|done| done.len()),
        AnyConnection::Postgres(connection) => connection.run_pending_migrations(POSTGRES).map(|done| done.len()),
    };
    match applied {
        Ok(count) => {
            connection.commit().map_err(|error| MigrateError::Failed(Box::new(error)))?;
            Ok(before.into_iter().take(count).collect())
        }
        Err(error) => {
            // The failure of the migration is what matters, not that of undoing it.
            let _ = connection.roll_back();
            Err(MigrateError::Failed(error))
        }
    }
}

fn names_pending(connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    Ok(match state(connection)? {
        SchemaState::Behind { pending } | SchemaState::Foreign { pending, .. } => pending,
        SchemaState::Current | SchemaState::Ahead { .. } => Vec::new(),
    })
}

/// Compares without changing anything.
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

/// The versions of every migration that is built in.
pub(crate) fn known_versions(on_postgres: bool) -> BTreeSet<String> {
    let known = if on_postgres { known::<diesel::pg::Pg>(&POSTGRES) } else { known::<diesel::sqlite::Sqlite>(&SQLITE) };
    known.unwrap_or_default().into_iter().map(|(version, _)| version).collect()
}

/// Version and name of every migration that is built in, oldest first.
fn known<DB: Backend>(source: &EmbeddedMigrations) -> Result<Vec<(String, String)>, StoreError>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    let migrations = MigrationSource::<DB>::migrations(source).map_err(StoreError::Failed)?;
    let mut known: Vec<(String, String)> = migrations
        .iter()
        .map(|migration| (migration.name().version().to_string(), migration.name().to_string()))
        .collect();
    known.sort();
    Ok(known)
}

/// The versions of what was applied.
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
