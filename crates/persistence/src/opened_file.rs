//! The identity of a SQLite database file. A file that is moved or deleted still accepts writes, which would be lost.

use std::{fs, io, path::Path, sync::OnceLock};

/// The file that was opened first, whatever its current name.
#[derive(Debug, Default)]
pub(crate) struct OpenedFile(OnceLock<Identity>);

/// The name no longer refers to the file: it is gone or replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the database file was moved, deleted or replaced while it was open; stop the server, and put the file back with its -wal file, or restore a backup"
)]
pub(crate) struct FileMoved;

/// Device and inode number.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(file).map(|metadata| (metadata.dev(), metadata.ino()))
}

/// On other systems an open file can be neither moved nor deleted.
#[cfg(not(unix))]
fn identity(file: &Path) -> io::Result<Identity> {
    fs::metadata(file).map(|_| (0, 0))
}

impl OpenedFile {
    /// Fails if the name now refers to another file or to none. A folder that is temporarily unreadable is not a
    /// failure.
    pub(crate) fn check(&self, name: &Path) -> Result<(), FileMoved> {
        let Some(first) = self.0.get() else { return Ok(()) };
        match identity(name) {
            Ok(now) if now != *first => Err(FileMoved),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(FileMoved),
            _ => Ok(()),
        }
    }

    /// Records a file that was just opened, if it is the first one. Fails if it may be another one.
    pub(crate) fn note(&self, name: &Path) -> Result<(), FileMoved> {
        if let Ok(now) = identity(name) {
            self.0.get_or_init(|| now);
        }
        self.check(name)
    }
}
