//! Copies of a whole database, and putting one in its place. Online: a copy shows one moment, and
//! those who read or write meanwhile are not disturbed. What else belongs to a backup, and the file
//! that holds it all, is not known here.

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
    /// Something is in the way.
    #[error("{0} holds a shop already; to replace it, with everything in it, add --replace")]
    HoldsShop(String),
    /// What is in the way cannot be read.
    #[error(
        "{0} is damaged, or no SQLite database; to put the backup in its place, add --replace: it is kept under another name"
    )]
    HoldsDamage(String),
    /// A server works with it.
    #[error("{0} is in use; stop the server first")]
    InUse(String),
    /// Whoever may change the link could have any file of root's replaced.
    #[error("{link} is a link to {file}, whose folder is another user's; name that file in DATABASE_URL", link = link.display(), file = file.display())]
    OthersFile {
        /// The link.
        link: PathBuf,
        /// Where it leads.
        file: PathBuf,
    },
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

impl SnapshotError {
    /// Whether the file of the database is damaged, or another kind of file.
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
        let said = error.to_string();
        Self::Database(said.lines().next().unwrap_or_default().to_owned())
    }
}

impl DatabaseUrl {
    /// What kind of copy it gives and takes: `sqlite` or `postgres`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        if self.sqlite_file().is_some() { "sqlite" } else { "postgres" }
    }
}

/// Elsewhere a file goes to the disk when the system likes.
#[cfg(not(target_os = "linux"))]
pub fn written_steadily<T>(_file: &Path, write: impl FnOnce() -> T) -> T {
    write()
}

/// Copies the database into a file, which is empty or does not exist yet. Answers the versions of
/// the migrations that the copy has. Blocks.
pub fn take_snapshot(url: &DatabaseUrl, to: &Path) -> Result<Vec<String>, SnapshotError> {
    let connector = connector(url);
    opening::find_shop(&connector)?;
    let mut connection = opening::connect(&connector)?;
    let versions = migrations::applied(&mut connection).map_err(|error| SnapshotError::Database(error.to_string()))?;
    written_steadily(to, || match url.postgres_url() {
        Some(full) => postgres::dump(full, &schema(&mut connection)?, to),
        None => sqlite::copy(&mut connection, url.sqlite_file().unwrap_or(to), to),
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

/// What a copy replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InTheWay {
    /// No database, or an empty one.
    Nothing,
    /// A shop.
    Shop,
    /// A SQLite file that is damaged, or another kind of file.
    Damage,
}

/// What is in the way of a copy. Fails when that must not be lost, or a server uses it. `replace`
/// says that a shop may be, and what is damaged. Changes nothing, however it ends. Blocks.
pub fn check_replaceable(url: &DatabaseUrl, replace: bool) -> Result<InTheWay, SnapshotError> {
    if let Some(file) = url.sqlite_file() {
        sqlite::check_link(file)?;
        if sqlite::is_in_use(&led_to(file))? {
            return Err(SnapshotError::InUse(url.to_string()));
        }
    }
    let way = match opening::look(&connector(url)).map_err(SnapshotError::from) {
        Ok(Contents::Other) => return Err(OpenError::HoldsOther(url.to_string()).into()),
        Ok(Contents::Shop) if !replace => return Err(SnapshotError::HoldsShop(url.to_string())),
        Err(error) if error.is_damage() && !replace => return Err(SnapshotError::HoldsDamage(url.to_string())),
        Err(error) if error.is_damage() => InTheWay::Damage,
        Ok(Contents::Shop) => InTheWay::Shop,
        Ok(Contents::Nothing) => InTheWay::Nothing,
        Err(error) => return Err(error),
    };
    let Some(file) = url.sqlite_file() else {
        let in_use = postgres::is_in_use(&mut connect(url)?)?;
        return if in_use { Err(SnapshotError::InUse(url.to_string())) } else { Ok(way) };
    };
    match way {
        InTheWay::Shop => match sqlite::check(file) {
            Err(error) if error.is_damage() => Ok(InTheWay::Damage),
            checked => checked.map(|()| way),
        },
        InTheWay::Nothing | InTheWay::Damage => Ok(way),
    }
}

/// The SQLite file that a copy replaces: the one to which links lead, so that they go on leading to the shop.
#[must_use]
pub fn replaced_file(url: &DatabaseUrl) -> Option<PathBuf> {
    url.sqlite_file().map(led_to)
}

/// Puts a copy in the place of the database, wholly or not at all. The file of a SQLite copy must
/// be on the same disk as [`replaced_file`], and is moved; one that was damaged is kept under the name that is answered. `way` is
/// what [`check_replaceable`] answered. Blocks.
pub fn restore_snapshot(url: &DatabaseUrl, snapshot: &Path, way: InTheWay) -> Result<Option<PathBuf>, SnapshotError> {
    if let Some(file) = url.sqlite_file() {
        sqlite::check_link(file)?;
        return sqlite::put_in_place(snapshot, &led_to(file), way);
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
    Ok(None)
}

fn connector(url: &DatabaseUrl) -> Connector {
    Connector::new(url.clone(), Duty::Write, StoreOptions::default())
}

fn connect(url: &DatabaseUrl) -> Result<AnyConnection, SnapshotError> {
    Ok(opening::connect(&connector(url))?)
}
