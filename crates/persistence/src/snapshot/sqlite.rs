//! SQLite snapshots with `VACUUM INTO`, which copies the state of one moment in a single pass. The backup API starts
//! over whenever another process writes, so it would never finish on a busy shop.

use super::{InTheWay, SnapshotError};
use crate::{
    connection::{AnyConnection, connect_to_file, open_read_only},
    db_error::is_contention,
    opening::{LOG, OpenError, damage_in, folder_of, is_damage_message, led_to, with_suffix},
    options::StoreOptions,
    url::DatabaseUrl,
};
use diesel::{ConnectionError, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types};
use rustix::{
    fs::{FlockOperation, fcntl_lock},
    io::Errno,
};
use std::{
    fs::{self, File},
    io, iter,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// Suffixes of the files that SQLite keeps next to a database.
const SUFFIXES: [&str; 3] = [LOG, "-shm", "-journal"];

/// The file has the name of one that SQLite keeps next to the database, so SQLite would use it as its own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} is a name that SQLite uses for its own files; name another file", .0.display())]
pub struct NameOfSqlite(PathBuf);

/// Checks that an output file does not have the name of one of SQLite's own files.
pub fn check_name(url: &DatabaseUrl, file: &Path) -> Result<(), NameOfSqlite> {
    let Some(database) = url.sqlite_file().map(led_to) else { return Ok(()) };
    let folder = |file: &Path| fs::canonicalize(folder_of(file)).ok();
    let name = led_to(file);
    let has_name = |ending: &&str| with_suffix(&database, ending).file_name() == name.file_name();
    let is_own = SUFFIXES.iter().any(has_name) && folder(&database) == folder(&name);
    if is_own { Err(NameOfSqlite(file.to_path_buf())) } else { Ok(()) }
}

pub(super) fn copy(connection: &mut AnyConnection, from: &Path, to: &Path) -> Result<(), SnapshotError> {
    let copied = sql_query("VACUUM INTO $1").bind::<sql_types::Text, _>(text(to)?).execute(connection);
    match copied {
        Err(error) if is_damage_message(&error.to_string()) => {
            Err(OpenError::NotADatabase { file: from.to_path_buf(), cause: error.to_string() }.into())
        }
        Err(error) if error.to_string().contains("is full") => Err(failed(to)(io::ErrorKind::StorageFull.into())),
        copied => Ok(copied.map(drop)?),
    }
}

/// Reads the whole file without changing it.
pub(super) fn check(copy: &Path) -> Result<(), SnapshotError> {
    let classify = |error: &dyn std::fmt::Display| match error.to_string() {
        message if is_contention(&message) => SnapshotError::Database(message),
        message => SnapshotError::Damaged(message),
    };
    let mut connection =
        open_read_only(copy, StoreOptions::default().lock_timeout).map_err(|error| classify(&error))?;
    match damage_in(&mut connection).map_err(|error| classify(&error))? {
        Some(damage) => Err(SnapshotError::Damaged(damage)),
        None => Ok(()),
    }
}

/// Whether another process has the file open: SQLite holds a lock on it and one on its log index, which may still exist
/// when the file does not. Do not call while this process has the file open: that would release its locks.
pub(super) fn is_in_use(file: &Path) -> Result<bool, SnapshotError> {
    Ok(is_locked(file)? || is_locked(&with_suffix(file, "-shm"))?)
}

/// Refuses a link into another user's folder: root, restoring for the shop's user, must not follow it.
pub(super) fn check_link(link: &Path) -> Result<(), SnapshotError> {
    let file = led_to(link);
    let owner = |file: &Path| fs::metadata(folder_of(file)).ok().map(|folder| folder.uid());
    if file == link || owner(link) == owner(&file) {
        return Ok(());
    }
    Err(SnapshotError::OthersFile { link: link.to_path_buf(), file })
}

fn is_locked(file: &Path) -> Result<bool, SnapshotError> {
    let opened = match File::options().read(true).write(true).open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(OpenError::NotAllowed { file: file.to_path_buf() }.into());
        }
        opened => opened.map_err(failed(file))?,
    };
    match fcntl_lock(&opened, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(false),
        Err(Errno::AGAIN | Errno::ACCESS) => Ok(true),
        Err(error) => Err(failed(file)(error.into())),
    }
}

/// Replaces the file with the copy. First removes files that a killed server left next to the old one: SQLite would
/// treat them as part of the new one. Keeps a damaged file and its accompanying files, and returns its new path.
pub(super) fn put_in_place(copy: &Path, file: &Path, way: InTheWay) -> Result<Option<PathBuf>, SnapshotError> {
    // A server may have been started while the copy was being unpacked.
    if is_in_use(file)? {
        return Err(SnapshotError::InUse(file.display().to_string()));
    }
    let is_lone_log = !file.exists() && with_suffix(file, LOG).exists();
    let kept = (way == InTheWay::Damage || is_lone_log).then(|| free_name(file));
    match &kept {
        Some(kept) => keep(file, kept).map_err(failed(file))?,
        None if file.exists() => close(file)?,
        None => {}
    }
    let placed = SUFFIXES
        .iter()
        .try_for_each(|ending| unless_missing(fs::remove_file(with_suffix(file, ending))))
        .and_then(|()| fs::rename(copy, file));
    if let Err(cause) = placed {
        if let Some(kept) = &kept {
            put_back(file, kept);
        }
        return Err(failed(file)(cause));
    }
    let folder = folder_of(file);
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed(folder))?;
    // If the file was missing, only its log was kept.
    let names = kept.iter().flat_map(|kept| iter::once("").chain(SUFFIXES).map(|ending| with_suffix(kept, ending)));
    Ok(names.into_iter().find(|name| name.exists()))
}

/// Has SQLite checkpoint its log into the file.
fn close(file: &Path) -> Result<(), SnapshotError> {
    let cause = |error: ConnectionError| OpenError::File { file: file.to_path_buf(), cause: error.to_string() };
    let mut connection = connect_to_file(file, "rw").map_err(cause)?;
    let wait = StoreOptions::default().lock_timeout.as_millis();
    Ok(connection.batch_execute(&format!("PRAGMA busy_timeout = {wait}; PRAGMA journal_mode = DELETE"))?)
}

/// A name not yet taken by a file or by its accompanying files.
fn free_name(file: &Path) -> PathBuf {
    let is_free = |name: &PathBuf| !name.exists() && SUFFIXES.iter().all(|ending| !with_suffix(name, ending).exists());
    let mut names = (1_u32..).map(|number| with_suffix(file, &format!(".damaged-{number}")));
    names.find(is_free).unwrap_or_else(|| with_suffix(file, ".damaged"))
}

/// Links a file and its accompanying files to a second name. The first name stays until it is replaced: without the
/// file, a server started after this process was killed would create a new shop.
fn keep(file: &Path, kept: &Path) -> io::Result<()> {
    let mut endings = SUFFIXES.iter().chain(&[""]);
    let outcome = endings.try_for_each(|ending| {
        let name = with_suffix(file, ending);
        let other = with_suffix(kept, ending);
        // Some file systems do not support hard links.
        unless_missing(fs::hard_link(&name, &other).or_else(|_| fs::rename(&name, &other)))
    });
    if outcome.is_err() {
        put_back(file, kept);
    }
    outcome
}

/// Undoes [`keep`] as far as possible, ignoring errors: the caller reports the earlier one.
fn put_back(file: &Path, kept: &Path) {
    for ending in SUFFIXES.iter().chain(&[""]) {
        let name = with_suffix(file, ending);
        let other = with_suffix(kept, ending);
        if fs::rename(&other, &name).is_ok() {
            // Renaming one of two names of the same file to the other leaves both.
            let _ = fs::remove_file(&other);
        }
    }
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
    path.to_str().ok_or_else(|| SnapshotError::Database("the path of the copy is not valid UTF-8".to_owned()))
}
