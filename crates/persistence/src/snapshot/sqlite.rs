//! SQLite: `VACUUM INTO`, which reads one moment in one go. The backup API starts again whenever
//! another process writes, so beside a shop that sells it never ends.

use super::{InTheWay, SnapshotError};
use crate::{
    connection::{AnyConnection, look_into},
    opening::{LOG, beside},
    options::StoreOptions,
};
use diesel::{QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types};
use rustix::{
    fs::{FlockOperation, fcntl_lock},
    io::Errno,
};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// How the names of the files end that SQLite keeps beside a database.
const BESIDE: [&str; 3] = [LOG, "-shm", "-journal"];

/// Whether SQLite keeps a file of that name beside a database, and would take another one for its own.
#[must_use]
pub fn is_kept_beside(database: &Path, file: &Path) -> bool {
    let folder = |file: &Path| fs::canonicalize(folder_of(file)).ok();
    let has_name = |ending: &&str| beside(database, ending).file_name() == file.file_name();
    BESIDE.iter().any(has_name) && folder(database) == folder(file)
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[derive(QueryableByName)]
struct Finding {
    #[diesel(sql_type = sql_types::Text)]
    quick_check: String,
}

pub(super) fn copy(connection: &mut AnyConnection, to: &Path) -> Result<(), SnapshotError> {
    let copied = sql_query("VACUUM INTO $1").bind::<sql_types::Text, _>(text(to)?).execute(connection);
    match copied {
        Err(error) if error.to_string().contains("is full") => Err(failed(to)(io::ErrorKind::StorageFull.into())),
        copied => Ok(copied.map(drop)?),
    }
}

/// Reads the file from end to end, and leaves it as it is.
pub(super) fn check(copy: &Path) -> Result<(), SnapshotError> {
    let damaged = |error: &dyn std::fmt::Display| SnapshotError::Damaged(error.to_string());
    let patience = StoreOptions::default().lock_timeout;
    let mut connection = look_into(copy, patience).map_err(|error| damaged(&error))?;
    let findings: Result<Vec<Finding>, _> = sql_query("PRAGMA quick_check(1)").load(&mut connection);
    match findings.map_err(|error| damaged(&error))?.into_iter().find(|finding| finding.quick_check != "ok") {
        Some(finding) => Err(damaged(&finding.quick_check)),
        None => Ok(()),
    }
}

/// Whether another process has the file open: SQLite holds a lock on it for as long. Do not ask while this process has it open, which
/// would lose its locks.
pub(super) fn is_locked(file: &Path) -> Result<bool, SnapshotError> {
    let opened = match File::options().read(true).write(true).open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        opened => opened.map_err(failed(file))?,
    };
    match fcntl_lock(&opened, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(false),
        Err(Errno::AGAIN | Errno::ACCESS) => Ok(true),
        Err(error) => Err(failed(file)(error.into())),
    }
}

/// What a server that was killed left beside the old file goes first: SQLite would take it for part
/// of the new one. What is damaged is kept, with what is beside it; answers its new name.
pub(super) fn put_in_place(copy: &Path, file: &Path, way: InTheWay) -> Result<Option<PathBuf>, SnapshotError> {
    let kept = match way {
        InTheWay::Damage => Some(free_name(file)),
        InTheWay::Nothing | InTheWay::Shop => None,
    };
    match &kept {
        Some(kept) => rename_all(file, kept).map_err(failed(file))?,
        None if file.exists() => close(file)?,
        None => {}
    }
    let placed = BESIDE
        .iter()
        .try_for_each(|ending| unless_missing(fs::remove_file(beside(file, ending))))
        .and_then(|()| fs::rename(copy, file));
    if let Err(cause) = placed {
        if let Some(kept) = &kept {
            // Whether or not it can be put back, the error to mend is the first one.
            let _ = rename_all(kept, file);
        }
        return Err(failed(file)(cause));
    }
    let folder = folder_of(file);
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed(folder))?;
    Ok(kept)
}

/// Has SQLite put into a file what is beside it.
fn close(file: &Path) -> Result<(), SnapshotError> {
    let url = format!("sqlite://{}", file.display());
    let url = url.parse().map_err(|_| SnapshotError::Database("the path of the database is not text".to_owned()))?;
    Ok(super::connect(&url)?.batch_execute("PRAGMA journal_mode = DELETE")?)
}

/// A name that neither a file nor what would be beside it has yet.
fn free_name(file: &Path) -> PathBuf {
    let is_free = |name: &PathBuf| !name.exists() && BESIDE.iter().all(|ending| !beside(name, ending).exists());
    let mut names = (1_u32..).map(|number| beside(file, &format!(".damaged-{number}")));
    names.find(is_free).unwrap_or_else(|| beside(file, ".damaged"))
}

/// Gives a file and what is beside it another name. The file keeps its own as well until something comes in its place: where there is
/// none a server that is started meanwhile, because this process was killed, would make a new shop.
fn rename_all(file: &Path, other: &Path) -> io::Result<()> {
    BESIDE.iter().try_for_each(|ending| unless_missing(fs::rename(beside(file, ending), beside(other, ending))))?;
    // Not every file system has two names for a file.
    unless_missing(fs::hard_link(file, other).or_else(|_| fs::rename(file, other)))
}

fn unless_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn failed(file: &Path) -> impl FnOnce(io::Error) -> SnapshotError {
    let file = file.to_path_buf();
    move |cause| SnapshotError::File { file, cause }
}

fn text(path: &Path) -> Result<&str, SnapshotError> {
    path.to_str().ok_or_else(|| SnapshotError::Database("the path of the copy is not text".to_owned()))
}
