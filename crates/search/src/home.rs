//! The folder of the index: its lock, the current index, and the format.
//!
//! ```text
//! lock     held by the process that uses the folder
//! index    the format, and the number of the current index
//! 1/, 2/   the indexes: the current one, and a new one while it is built
//! ```

use crate::schema::FORMAT;
use std::{
    fs::{self, DirBuilder, File, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

/// The index folder, locked by this process.
pub(crate) struct Home {
    root: PathBuf,
    _lock: File,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HomeError {
    #[error("the folder cannot be written")]
    Io(#[from] io::Error),
    #[error("another process uses the folder")]
    InUse,
}

/// The first line of the file `index`: a folder with another line is rebuilt.
fn format_line() -> String {
    format!("autoparts search index {FORMAT}, {}", tantivy::version_string())
}

/// Creates a folder and its parents, accessible only to the user of this process. Existing folders are unchanged.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

impl Home {
    /// Creates the folder if it is missing, and locks it.
    pub(crate) fn open(root: &Path) -> Result<Self, HomeError> {
        make_private(root)?;
        let lock = File::options().write(true).create(true).truncate(false).mode(0o600).open(root.join("lock"))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { root: root.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(HomeError::InUse),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    fn index_file(&self) -> PathBuf {
        self.root.join("index")
    }

    /// The folder of an index.
    pub(crate) fn folder(&self, number: u64) -> PathBuf {
        self.root.join(number.to_string())
    }

    /// The number of the current index; `None` if there is none in this program's format.
    pub(crate) fn current(&self) -> Option<u64> {
        let text = fs::read_to_string(self.index_file()).ok()?;
        let (format, number) = text.trim_end().split_once('\n')?;
        if format == format_line() { number.parse().ok() } else { None }
    }

    /// Makes an index the current one, and deletes all others.
    pub(crate) fn set_current(&self, number: u64) -> io::Result<()> {
        let new = self.root.join("index.new");
        fs::write(&new, format!("{}\n{number}\n", format_line()))?;
        File::open(&new)?.sync_all()?;
        fs::rename(new, self.index_file())?;
        File::open(&self.root)?.sync_all()?;
        self.remove_others(number)
    }

    /// Deletes all indexes except one.
    pub(crate) fn remove_others(&self, number: u64) -> io::Result<()> {
        for entry in fs::read_dir(&self.root)? {
            let entry = entry?;
            let other = entry.file_name().to_str().and_then(|name| name.parse::<u64>().ok());
            if other.is_some_and(|other| other != number) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    /// Creates an empty folder for a new index.
    pub(crate) fn make(&self, number: u64) -> io::Result<PathBuf> {
        let folder = self.folder(number);
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => make_private(&folder)?,
        }
        Ok(folder)
    }

    /// Whether the folder and an index in it still exist.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.index_file().exists() && self.folder(number).join("meta.json").exists()
    }
}
