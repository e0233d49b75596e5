//! Copies and restores a whole database. Copying is online: a copy shows one moment, and does not block concurrent
//! readers or writers. The other contents of a backup, and its file format, are handled elsewhere.

#[cfg(target_os = "linux")]
mod flushing;
mod postgres;
mod sqlite;

#[cfg(target_os = "linux")]
pub use flushing::written_steadily;
pub use sqlite::{NameOfSqlite, check_name};

use crate::{
    connection::{AnyConnection, Connector, Duty},
    contents::{Contents, schema, tables},
    migrations,
    opening::{self, OpenError, led_to},
    options::StoreOptions,
    programs::ProgramsMissing,
    url::DatabaseUrl,
};
use diesel::{connection::SimpleConnection, result::Error as SqlError};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a database was not copied or replaced; `Display` is one line.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The target already holds a shop.
    #[error("{0} already holds a shop; to replace it and everything in it, add --replace")]
    HoldsShop(String),
    /// The target cannot be read.
    #[error(
        "{0} is damaged, or not a SQLite database; to replace it, add --replace: the damaged file is kept under another name"
    )]
    HoldsDamage(String),
    /// A server is using the target.
    #[error("{0} is in use; stop the server first")]
    InUse(String),
    /// A server is writing to a distributed database, whose nodes are read one after another.
    #[error(
        "{0} is distributed by Citus and in use, so a backup would show its nodes at different moments; stop the servers first, or use \
         citus_create_restore_point and physical backups of all nodes"
    )]
    Torn(String),
    /// The target is a distributed shop.
    #[error(
        "{0} is distributed by Citus, and the restored shop would not be; restore into an empty database and distribute it \
         there, as docs/scaling.md describes"
    )]
    Distributed(String),
    /// Refused: the owner of the link's folder could point it anywhere and make root replace that file.
    #[error("{link} is a link to {file}, whose folder is another user's; name that file in DATABASE_URL", link = link.display(), file = file.display())]
    OthersFile {
        /// The link.
        link: PathBuf,
        /// Its target.
        file: PathBuf,
    },
    /// The copy is damaged.
    #[error("the copy of the database is damaged ({0})")]
    Damaged(String),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database reported an error.
    #[error("the database cannot be copied or replaced ({0})")]
    Database(String),
    /// A file cannot be written.
    #[error("cannot write {file} ({cause})", file = file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The operating system's error.
        cause: io::Error,
    },
    /// PostgreSQL's client programs are missing.
    #[error(transparent)]
    Programs(#[from] ProgramsMissing),
    /// One of PostgreSQL's client programs failed.
    #[error("{program} failed: {said}")]
    Program {
        /// The name of the program.
        program: &'static str,
        /// The error that it printed.
        said: String,
    },
}

impl SnapshotError {
    /// Whether the database file is damaged or has another format.
    fn is_damage(&self) -> bool {
        match self {
            Self::Damaged(_) => true,
            Self::Open(error) => matches!(error, OpenError::NotADatabase { .. }),
            _ => false,
        }
    }
}

impl From<SqlError> for SnapshotError {
    fn from(error: SqlError) -> Self {
        let message = error.to_string();
        Self::Database(message.lines().next().unwrap_or_default().to_owned())
    }
}

impl DatabaseUrl {
    /// The kind of database, and of its copies: `sqlite` or `postgres`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        if self.sqlite_file().is_some() { "sqlite" } else { "postgres" }
    }
}

/// On other systems the kernel decides when a file is written to disk.
#[cfg(not(target_os = "linux"))]
pub fn written_steadily<T>(_file: &Path, write: impl FnOnce() -> T) -> T {
    write()
}

/// Copies the database into a file that is empty or does not exist yet. Returns the versions of the migrations in the
/// copy. Blocks.
pub fn take_snapshot(url: &DatabaseUrl, to: &Path) -> Result<Vec<String>, SnapshotError> {
    let connector = connector(url);
    opening::find_shop(&connector)?;
    let mut connection = opening::connect(&connector)?;
    if url.postgres_url().is_some()
        && postgres::is_distributed(&mut connection)?
        && postgres::is_in_use(&mut connection)?
    {
        return Err(SnapshotError::Torn(url.to_string()));
    }
    let versions = migrations::applied(&mut connection).map_err(|error| SnapshotError::Database(error.to_string()))?;
    written_steadily(to, || match url.postgres_url() {
        Some(full) => postgres::dump(full, &schema(&mut connection)?, to),
        None => sqlite::copy(&mut connection, url.sqlite_file().unwrap_or(to), to),
    })?;
    check_snapshot(url, to)?;
    Ok(versions)
}

/// Checks that a copy is complete, as far as possible without restoring it.
pub fn check_snapshot(url: &DatabaseUrl, snapshot: &Path) -> Result<(), SnapshotError> {
    if url.postgres_url().is_some() { postgres::check(snapshot) } else { sqlite::check(snapshot) }
}

/// The migrations among `versions` that this program does not know: a newer program applied them.
#[must_use]
pub fn unknown_migrations(url: &DatabaseUrl, versions: &[String]) -> Vec<String> {
    let known = migrations::known_versions(url.postgres_url().is_some());
    versions.iter().filter(|version| !known.contains(*version)).cloned().collect()
}

/// What a restore would replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InTheWay {
    /// No database, or an empty one.
    Nothing,
    /// A shop.
    Shop,
    /// A SQLite file that is damaged or has another format.
    Damage,
}

/// Determines what a restore would replace. Fails if that must not be lost, or if a server is using it. `replace`
/// allows replacing a shop or a damaged file. Never changes anything. Blocks.
pub fn check_replaceable(url: &DatabaseUrl, replace: bool) -> Result<InTheWay, SnapshotError> {
    if let Some(file) = url.sqlite_file() {
        sqlite::check_link(file)?;
        if sqlite::is_in_use(&led_to(file))? {
            return Err(SnapshotError::InUse(url.to_string()));
        }
    }
    let way = match opening::read_contents(&connector(url)).map_err(SnapshotError::from) {
        Ok(Contents::Other) => return Err(OpenError::HoldsOther(url.to_string()).into()),
        Ok(Contents::Shop) if !replace => return Err(SnapshotError::HoldsShop(url.to_string())),
        Err(error) if error.is_damage() && !replace => return Err(SnapshotError::HoldsDamage(url.to_string())),
        Err(error) if error.is_damage() => InTheWay::Damage,
        Ok(Contents::Shop) => InTheWay::Shop,
        Ok(Contents::Nothing) => InTheWay::Nothing,
        Err(error) => return Err(error),
    };
    let Some(file) = url.sqlite_file() else {
        let mut connection = connect(url)?;
        return if postgres::is_in_use(&mut connection)? {
            Err(SnapshotError::InUse(url.to_string()))
        } else if way == InTheWay::Shop && postgres::is_distributed(&mut connection)? {
            Err(SnapshotError::Distributed(url.to_string()))
        } else {
            Ok(way)
        };
    };
    match way {
        InTheWay::Shop => match sqlite::check(file) {
            Err(error) if error.is_damage() => Ok(InTheWay::Damage),
            checked => checked.map(|()| way),
        },
        InTheWay::Nothing | InTheWay::Damage => Ok(way),
    }
}

/// The SQLite file that a restore replaces: the target of any links, so that they keep working.
#[must_use]
pub fn replaced_file(url: &DatabaseUrl) -> Option<PathBuf> {
    url.sqlite_file().map(led_to)
}

/// Replaces the database with a copy, atomically. A SQLite copy is moved, so it must be on the same file system as
/// [`replaced_file`]. `way` is the result of [`check_replaceable`]. Returns the path under which a damaged file was
/// kept; `None` if nothing was. Blocks.
pub fn restore_snapshot(url: &DatabaseUrl, snapshot: &Path, way: InTheWay) -> Result<Option<PathBuf>, SnapshotError> {
    if let Some(file) = url.sqlite_file() {
        sqlite::check_link(file)?;
        return sqlite::put_in_place(snapshot, &led_to(file), way);
    }
    let mut connection = connect(url)?;
    let tables = tables(&mut connection)?;
    let schema = schema(&mut connection)?;
    // An open connection would block dropping the tables.
    drop(connection);
    let full = url.postgres_url().unwrap_or_default();
    postgres::restore(full, &schema, &tables, snapshot)?;
    // A copy has no planner statistics, and without them PostgreSQL picks the wrong index for large queries. Autovacuum
    // gathers them in time, so a failure here does not fail the restore.
    let analyzed = connect(url).and_then(|mut connection| {
        connection.batch_execute("SET statement_timeout = 0; ANALYZE").map_err(SnapshotError::from)
    });
    if let Err(error) = analyzed {
        tracing::warn!(%error, "cannot analyze the restored tables; autovacuum will do it later");
    }
    Ok(None)
}

fn connector(url: &DatabaseUrl) -> Connector {
    Connector::new(url.clone(), Duty::Write, StoreOptions::default())
}

fn connect(url: &DatabaseUrl) -> Result<AnyConnection, SnapshotError> {
    Ok(opening::connect(&connector(url))?)
}
