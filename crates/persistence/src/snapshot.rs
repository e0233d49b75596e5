//! Copies of a whole database, and putting one in its place. Online: a copy shows one moment, and
//! those who read or write meanwhile are not disturbed. What else belongs to a backup, and the file
//! that holds it all, is not known here.

mod flushing;
mod postgres;
mod sqlite;

pub use flushing::written_steadily;

use crate::{
    connection::{AnyConnection, Connector, Duty},
    migrations,
    opening::{self, OpenError},
    options::StoreOptions,
    programs::ProgramsMissing,
    url::DatabaseUrl,
};
use diesel::{
    QueryableByName, RunQueryDsl, connection::SimpleConnection, result::Error as SqlError, sql_query, sql_types,
};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a database was not copied or replaced; `Display` is one line.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// There is nothing to copy.
    #[error("there is no shop in {0}; check DATABASE_URL")]
    NoShop(String),
    /// Something is in the way.
    #[error("{0} holds a shop already; to replace it, with everything in it, add --replace")]
    HoldsShop(String),
    /// Something else is in the way, and is left alone.
    #[error("{0} holds tables that are not a shop's; name another database")]
    HoldsOther(String),
    /// A server works with it.
    #[error("{0} is in use; stop the server first")]
    InUse(String),
    /// The copy is damaged.
    #[error("the copy of the database is damaged ({0})")]
    Damaged(String),
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database refused.
    #[error("the database cannot be copied or replaced ({0})")]
    Database(String),
    /// The disk refused.
    #[error("cannot write {file} ({cause})", file = file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the operating system says.
        cause: io::Error,
    },
    /// PostgreSQL's own programs are missing.
    #[error(transparent)]
    Programs(#[from] ProgramsMissing),
    /// One of them failed.
    #[error("{program} failed: {said}")]
    Program {
        /// Which.
        program: &'static str,
        /// The last line that it wrote.
        said: String,
    },
}

impl From<SqlError> for SnapshotError {
    fn from(error: SqlError) -> Self {
        let said = error.to_string();
        Self::Database(said.lines().next().unwrap_or_default().to_owned())
    }
}

/// What a database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contents {
    Nothing,
    Shop,
    Other,
}

#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = sql_types::Text)]
    name: String,
}

impl DatabaseUrl {
    /// What kind of copy it gives and takes: `sqlite` or `postgres`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        if self.sqlite_file().is_some() { "sqlite" } else { "postgres" }
    }
}

/// Copies the database into a file, which is empty or does not exist yet. Answers the versions of
/// the migrations that the copy has. Blocks.
pub fn take_snapshot(url: &DatabaseUrl, to: &Path) -> Result<Vec<String>, SnapshotError> {
    if url.sqlite_file().is_some_and(|file| !file.exists()) {
        return Err(SnapshotError::NoShop(url.to_string()));
    }
    let mut connection = connect(url)?;
    let tables = tables(&mut connection)?;
    if contents(&tables) != Contents::Shop {
        return Err(SnapshotError::NoShop(url.to_string()));
    }
    let versions = migrations::applied(&mut connection).map_err(|error| SnapshotError::Database(error.to_string()))?;
    written_steadily(to, || match url.postgres_url() {
        Some(full) => postgres::dump(full, &schema(&mut connection)?, to),
        None => sqlite::copy(&mut connection, to),
    })?;
    check_snapshot(url, to)?;
    Ok(versions)
}

/// Whether a copy is whole, as far as that shows without restoring it.
pub fn check_snapshot(url: &DatabaseUrl, snapshot: &Path) -> Result<(), SnapshotError> {
    if url.postgres_url().is_some() { postgres::check(snapshot) } else { sqlite::check(snapshot) }
}

/// Those of some migrations that this program does not know: a newer one made them.
#[must_use]
pub fn unknown_migrations(url: &DatabaseUrl, versions: &[String]) -> Vec<String> {
    let known = migrations::known_versions(url.postgres_url().is_some());
    versions.iter().filter(|version| !known.contains(*version)).cloned().collect()
}

/// Fails when the database holds something that must not be lost, or a server uses it. `replace`
/// says that a shop may be. Blocks.
pub fn check_replaceable(url: &DatabaseUrl, replace: bool) -> Result<(), SnapshotError> {
    if url.sqlite_file().is_some_and(|file| !file.exists()) {
        return Ok(());
    }
    let mut connection = connect(url)?;
    let tables = tables(&mut connection)?;
    match contents(&tables) {
        Contents::Other => return Err(SnapshotError::HoldsOther(url.to_string())),
        Contents::Shop if !replace => return Err(SnapshotError::HoldsShop(url.to_string())),
        Contents::Nothing | Contents::Shop => {}
    }
    let in_use = match connection {
        AnyConnection::Sqlite(_) => sqlite::is_in_use(&mut connection)?,
        AnyConnection::Postgres(_) => postgres::is_in_use(&mut connection)?,
    };
    if in_use { Err(SnapshotError::InUse(url.to_string())) } else { Ok(()) }
}

/// Puts a copy in the place of the database, wholly or not at all. The file of a SQLite copy must
/// be on the same disk as the database, and is moved. Call [`check_replaceable`] first. Blocks.
pub fn restore_snapshot(url: &DatabaseUrl, snapshot: &Path) -> Result<(), SnapshotError> {
    if let Some(file) = url.sqlite_file() {
        return sqlite::put_in_place(snapshot, file);
    }
    let mut connection = connect(url)?;
    let (tables, schema) = (tables(&mut connection)?, schema(&mut connection)?);
    // Not to stand in the way of what drops the tables.
    drop(connection);
    let full = url.postgres_url().unwrap_or_default();
    postgres::restore(full, &schema, &tables, snapshot)?;
    // A copy does not hold what PostgreSQL knows of its tables, and without that it takes the wrong index for large questions. It
    // finds out by itself in time, so this is no reason for a restore to fail.
    let analyzed = connect(url).and_then(|mut connection| {
        connection.batch_execute("SET statement_timeout = 0; ANALYZE").map_err(SnapshotError::from)
    });
    if let Err(error) = analyzed {
        tracing::warn!(%error, "PostgreSQL will look at its tables later");
    }
    Ok(())
}

fn connect(url: &DatabaseUrl) -> Result<AnyConnection, SnapshotError> {
    let connector = Connector::new(url.clone(), Duty::Write, StoreOptions::default());
    Ok(opening::connect(&connector)?)
}

fn tables(connection: &mut AnyConnection) -> Result<Vec<String>, SnapshotError> {
    let look = match connection {
        AnyConnection::Sqlite(_) => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        }
        AnyConnection::Postgres(_) => {
            "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()"
        }
    };
    let tables: Vec<Table> = sql_query(look).load(connection)?;
    Ok(tables.into_iter().map(|table| table.name).collect())
}

/// Other programs that use diesel have a table of migrations too.
fn contents(tables: &[String]) -> Contents {
    let has = |name: &str| tables.iter().any(|table| table == name);
    if tables.is_empty() {
        Contents::Nothing
    } else if has("__diesel_schema_migrations") && has("order_refs") {
        Contents::Shop
    } else {
        Contents::Other
    }
}

/// The schema that holds the tables; SQLite has none.
fn schema(connection: &mut AnyConnection) -> Result<String, SnapshotError> {
    let schemas: Vec<Table> = sql_query("SELECT current_schema()::text AS name").load(connection)?;
    Ok(schemas.into_iter().map(|schema| schema.name).next().unwrap_or_default())
}
