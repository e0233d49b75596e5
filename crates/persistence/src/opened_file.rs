//! Which file a SQLite database is. One that is moved or deleted goes on taking what is written, and nobody would find that again.

use std::{fs, io, path::Path, sync::OnceLock};

/// The file that was opened first, whatever its name is now.
#[derive(Debug, Default)]
pub(crate) struct OpenedFile(OnceLock<Identity>);

/// The name stands for no file any more, or for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the database file was moved, deleted or replaced while it was open; stop the server, and put the file back with its -wal file, or restore a backup"
)]
pub(crate) struct FileMoved;

/// Device and number.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(file).map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Elsewhere a file that is open can be neither moved nor deleted.
#[cfg(not(unix))]
fn identity(file: &Path) -> io::Result<Identity> {
    fs::metadata(file).map(|_| (0, 0))
}

impl OpenedFile {
    /// Whether a name still stands for the file, as far as that can be seen: a folder that cannot be read for a moment moves nothing.
    pub(crate) fn check(&self, name: &Path) -> Result<(), FileMoved> {
        let Some(first) = self.0.get() else { return Ok(()) };
        match identity(name) {
            Ok(now) if now != *first => Err(FileMoved),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(FileMoved),
            _ => Ok(()),
        }
    }

    /// Takes a file that was just opened for the first one, if it is. Fails when it may be another one.
    pub(crate) fn note(&self, name: &Path) -> Result<(), FileMoved> {
        if let Ok(now) = identity(name) {
            self.0.get_or_init(|| now);
        }
        self.check(name)
    }
}
