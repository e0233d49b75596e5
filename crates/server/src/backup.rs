//! Backups: everything needed to restore a shop elsewhere, in one file, made while the shop runs. `archive` defines
//! the file format.

mod archive;

use crate::{
    clock::SystemClock,
    config::{PaymentSettings, Settings},
    unfinished::{self, folder_of},
};
use archive::{ArchiveError, DATABASE, JOURNAL, Manifest};
use autoparts_application::ports::clock::Clock;
use autoparts_payments::{SandboxError, lock_journal, lock_of};
use autoparts_persistence::{
    NameOfSqlite, SnapshotError, check_name, check_replaceable, check_snapshot, replaced_file, restore_snapshot,
    take_snapshot, unknown_migrations, written_steadily,
};
use std::{
    fs::{self, DirBuilder, File},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt, fchown},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

const MEGABYTE: u64 = 1_000_000;

/// Why a backup or restore failed; `Display` is one line.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The target file exists; nothing is overwritten.
    #[error("{0} exists; name a file that does not")]
    Exists(String),
    /// The file name is reserved by SQLite.
    #[error(transparent)]
    Name(#[from] NameOfSqlite),
    /// Writing to disk failed.
    #[error("cannot write {file} ({cause}); {advice}", file = file.display(), advice = advice(cause))]
    Write {
        /// The file, or its folder.
        file: PathBuf,
        /// The operating system's error.
        cause: io::Error,
    },
    /// The file is not a backup, or is incomplete.
    #[error("{file}: {cause}", file = file.display())]
    Archive {
        /// The file.
        file: PathBuf,
        /// The problem with it.
        cause: ArchiveError,
    },
    /// The backup is of a different kind of database.
    #[error("the backup is of a {has} database, but DATABASE_URL names a {wanted} one")]
    OtherKind {
        /// The backup's kind of database.
        has: String,
        /// The kind of database in the settings.
        wanted: &'static str,
    },
    /// The backup was made by a newer version.
    #[error("the backup was made by a newer version ({0}); restore it with that version")]
    Newer(String),
    /// The sandbox journal exists already.
    #[error(
        "{0} exists, and may be another shop's; to replace it, add --replace, or name another file in SANDBOX_JOURNAL"
    )]
    JournalExists(String),
    /// The database failed.
    #[error(transparent)]
    Snapshot(SnapshotError),
    /// The sandbox is in use.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

impl From<SnapshotError> for BackupError {
    fn from(error: SnapshotError) -> Self {
        match error {
            // The file still has its temporary name, which the operator does not know.
            SnapshotError::File { file, cause } => failed(folder_of(&file))(cause),
            error => Self::Snapshot(error),
        }
    }
}

/// Returns advice for a failed write.
fn advice(cause: &io::Error) -> &'static str {
    match cause.kind() {
        io::ErrorKind::NotFound => "make its folder first, or name a file elsewhere",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "let this user write there, or name a file elsewhere"
        }
        io::ErrorKind::NotADirectory => "name a file elsewhere",
        _ => "make room, or name a file elsewhere",
    }
}

/// Writes a backup to a new file. Returns a summary. Blocks.
pub fn backup(settings: &Settings, file: &Path) -> Result<String, BackupError> {
    if file.exists() {
        return Err(BackupError::Exists(file.display().to_string()));
    }
    check_name(&settings.database, file)?;
    let folder = folder_of(file);
    let database = part(folder)?;
    let migrations = take_snapshot(&settings.database, database.path())?;
    // Copy the journal after the database. The provider may then know payments that the shop does not, which the shop
    // finds; the reverse must not happen.
    let journal = journal(settings).map(fs::read).transpose();
    let journal = match journal {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        journal => journal.map_err(failed(folder))?,
    };
    let manifest = Manifest::now(settings.database.kind(), migrations, now());
    let unfinished = part(folder)?;
    let write = || archive::write(unfinished.as_file(), &manifest, database.path(), journal.as_deref());
    written_steadily(unfinished.path(), write).map_err(failed(file))?;
    unfinished.as_file().sync_all().map_err(failed(file))?;
    unfinished.persist_noclobber(file).map_err(|error| match error.error.kind() {
        // Also covers a dangling link.
        io::ErrorKind::AlreadyExists => BackupError::Exists(file.display().to_string()),
        _ => failed(file)(error.error),
    })?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed(folder))?;
    let bytes = fs::metadata(file).map_or(0, |metadata| metadata.len());
    let size = if bytes < MEGABYTE { format!("{} kB", bytes / 1_000) } else { format!("{} MB", bytes / MEGABYTE) };
    Ok(format!(
        "Wrote {} ({size}). It holds signing keys, addresses and password hashes: keep it safe.",
        file.display()
    ))
}

/// Replaces the database and the sandbox journal with a backup. Returns a summary. Blocks.
pub fn restore(settings: &Settings, file: &Path, replace: bool) -> Result<String, BackupError> {
    // Unpack next to the files to replace, so that a rename is enough.
    let sqlite_file = replaced_file(&settings.database);
    let database_folder = sqlite_file.as_deref().map_or_else(|| folder_of(file), folder_of);
    let archive_error = |cause| match cause {
        ArchiveError::Write(cause) => failed(database_folder)(cause),
        cause => BackupError::Archive { file: file.to_path_buf(), cause },
    };
    let mut archive = File::open(file).map_err(ArchiveError::Read).map_err(archive_error)?;
    let manifest = archive::manifest(&mut archive).map_err(archive_error)?;
    check_fits(settings, &manifest)?;
    let way = check_replaceable(&settings.database, replace)?;
    let journal = journal(settings);
    let _lock = journal.map(|path| check_journal(path, replace)).transpose()?;

    make_folder(database_folder)?;
    let database = part(database_folder)?;
    let restored_journal = journal.map(|path| part(folder_of(path))).transpose()?;
    let unpacked = archive::unpack(&mut archive, &mut |name| match name {
        DATABASE => Some(database.as_file()),
        JOURNAL => restored_journal.as_ref().map(NamedTempFile::as_file),
        _ => None,
    });
    let found = unpacked.map_err(archive_error)?;
    for part in [Some(&database), restored_journal.as_ref()].into_iter().flatten() {
        part.as_file().sync_all().map_err(failed(part.path()))?;
    }
    // A PostgreSQL dump keeps its owner: the current user, who runs the programs that read it.
    for part in [sqlite_file.as_ref().map(|_| &database), restored_journal.as_ref()].into_iter().flatten() {
        give_to_owner_of_folder(part.path(), part.as_file());
    }
    check_snapshot(&settings.database, database.path())?;
    let damaged = restore_snapshot(&settings.database, database.path(), way)?;
    let mut note = damaged.map(|file| format!(" The damaged file is kept as {}.", file.display())).unwrap_or_default();
    if let (Some(path), Some(restored_journal)) = (journal, restored_journal) {
        if found.iter().any(|name| name == JOURNAL) {
            restored_journal.persist(path).map_err(|error| failed(path)(error.error))?;
        } else {
            note += " It contains no sandbox journal.";
        }
    }
    Ok(format!("Restored the shop as it was at {}.{note} Check it with: autoparts check-books", manifest.made_at))
}

fn check_fits(settings: &Settings, manifest: &Manifest) -> Result<(), BackupError> {
    let wanted = settings.database.kind();
    if manifest.database != wanted {
        return Err(BackupError::OtherKind { has: manifest.database.clone(), wanted });
    }
    if unknown_migrations(&settings.database, &manifest.migrations).is_empty() {
        Ok(())
    } else {
        Err(BackupError::Newer(manifest.version.clone()))
    }
}

/// Returns the current time in UTC, to the second.
fn now() -> String {
    let now = jiff::Timestamp::from_microsecond(SystemClock.now().micros()).unwrap_or_default();
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Returns the path of the sandbox journal; `None` without a sandbox.
fn journal(settings: &Settings) -> Option<&Path> {
    match &settings.payments {
        PaymentSettings::Sandbox { journal, .. } => Some(journal),
        PaymentSettings::Stripe { .. } => None,
    }
}

/// Locks the sandbox journal against servers until the lock is dropped, and checks that it may be replaced.
fn check_journal(path: &Path, replace: bool) -> Result<File, BackupError> {
    make_folder(folder_of(path))?;
    let lock = lock_journal(path)?;
    give_to_owner_of_folder(&lock_of(path), &lock);
    if path.exists() && !replace {
        return Err(BackupError::JournalExists(path.display().to_string()));
    }
    Ok(lock)
}

/// Gives a file to its folder's owner, which is the user the server runs as. Only root can change owners, so this
/// matters only for a restore as root.
fn give_to_owner_of_folder(path: &Path, file: &File) {
    let (Ok(named), Ok(opened)) = (fs::symlink_metadata(path), file.metadata()) else { return };
    // The folder's owner may have placed a link here to a file that must not change owners.
    let is_not_a_link = (named.dev(), named.ino()) == (opened.dev(), opened.ino()) && opened.nlink() == 1;
    if let Ok(owner) = fs::metadata(folder_of(path))
        && is_not_a_link
    {
        let _ = fchown(file, Some(owner.uid()), Some(owner.gid()));
    }
}

/// Creates a temporary file readable only by its owner, to be renamed when complete.
fn part(folder: &Path) -> Result<NamedTempFile, BackupError> {
    unfinished::create(folder, 0o600).map_err(failed(folder))
}

fn make_folder(folder: &Path) -> Result<(), BackupError> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed(folder))
}

fn failed(file: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let file = file.to_path_buf();
    move |cause| BackupError::Write { file, cause }
}
