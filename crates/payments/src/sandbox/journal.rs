//! The sandbox's journal: one JSON line per set of changes, on disk before the call is answered. What the changes mean
//! is in `state`.
//!
//! An interrupted write leaves a torn last line. Its call was never answered, so the line is cut off. Anything
//! unreadable before the last line is reported as corruption.

use super::{
    SandboxError,
    state::{Change, State},
};
use autoparts_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

/// The first line, which identifies the file and its version.
const HEADER: &str = r#"{"journal":"autoparts-sandbox","version":1}"#;

#[derive(Serialize, Deserialize)]
struct Line<C> {
    changes: C,
}

/// An open journal, locked until it is dropped.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    /// Offset of the next line.
    length: u64,
    /// A write failed and could not be undone: the file does not match the state.
    broken: bool,
    _lock: File,
}

impl Journal {
    /// Opens or creates the journal and compacts it. Returns it with the resulting state.
    pub(super) fn open(path: &Path, now: Timestamp) -> Result<(Self, State), SandboxError> {
        if let Some(folder) = folder_of(path) {
            DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed(folder))?;
        }
        let lock = lock(path)?;
        let changes = read(path)?.into_changes(now);
        let compacted = with_suffix(path, ".new");
        let (file, length) = rewrite(&compacted, &changes).map_err(failed(&compacted))?;
        fs::rename(&compacted, path).map_err(failed(path))?;
        if let Some(folder) = folder_of(path) {
            // Until the folder is synced, a power failure may undo the rename.
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed(folder))?;
        }
        let mut state = State::default();
        for change in changes {
            state.apply(change);
        }
        let journal = Self { file, length, broken: false, _lock: lock };
        Ok((journal, state))
    }

    /// Writes changes, all or none; they are on disk when this returns.
    pub(super) fn append(&mut self, changes: &[Change]) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other("an earlier write failed half-way"));
        }
        let line = line_of(changes)?;
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.length += u64::try_from(line.len()).map_err(io::Error::other)?;
                Ok(())
            }
            Err(error) => {
                let undone = self.file.set_len(self.length).and_then(|()| self.file.sync_data());
                self.broken = undone.is_err();
                Err(error)
            }
        }
    }

    /// Replaces the file with one that cannot be written.
    #[cfg(test)]
    pub(super) fn fail_writes(&mut self) {
        self.file = OpenOptions::new().write(true).open("/dev/full").unwrap();
    }
}

/// The lock file of a journal. The journal itself cannot be locked, because compaction replaces the file.
#[must_use]
pub fn lock_of(path: &Path) -> PathBuf {
    with_suffix(path, ".lock")
}

/// Locks a sandbox's journal, by its [lock file](lock_of), until the returned file is dropped. No server can use the
/// journal until then.
pub fn lock(path: &Path) -> Result<File, SandboxError> {
    let lock_path = lock_of(path);
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    restrict(&mut options);
    let lock = options.open(&lock_path).map_err(failed(&lock_path))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(SandboxError::InUse(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed(&lock_path)(source)),
    }
}

fn read(path: &Path) -> Result<State, SandboxError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(failed(path)(error)),
    };
    let mut state = State::default();
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate().peekable();
    if let Some((_, header)) = lines.next()
        && header.trim_ascii_end() != HEADER.as_bytes()
    {
        return Err(corrupt(path, 1, "it is not a journal of this version"));
    }
    while let Some((index, line)) = lines.next() {
        match serde_json::from_slice::<Line<Vec<Change>>>(line) {
            Ok(line) => line.changes.into_iter().for_each(|change| state.apply(change)),
            Err(_) if lines.peek().is_none() => {
                tracing::warn!(line = index + 1, "cutting off the torn last line of the sandbox journal");
            }
            Err(error) => return Err(corrupt(path, index + 1, reason(&error))),
        }
    }
    Ok(state)
}

/// What is wrong with a line. Does not quote the line, which may contain a client secret.
fn reason(error: &serde_json::Error) -> &'static str {
    match error.classify() {
        serde_json::error::Category::Data => "it is not a list of changes",
        serde_json::error::Category::Eof => "it is truncated",
        serde_json::error::Category::Syntax | serde_json::error::Category::Io => "it is not JSON",
    }
}

fn rewrite(path: &Path, changes: &[Change]) -> io::Result<(File, u64)> {
    let mut text = format!("{HEADER}\n").into_bytes();
    for change in changes {
        text.extend(line_of(std::slice::from_ref(change))?);
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    restrict(&mut options);
    let mut file = options.open(path)?;
    file.set_len(0)?;
    file.write_all(&text)?;
    file.sync_all()?;
    let length = u64::try_from(text.len()).map_err(io::Error::other)?;
    Ok((file, length))
}

/// Makes a file accessible only to the server's user: the journal contains client secrets.
#[cfg(unix)]
fn restrict(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn restrict(_: &mut OpenOptions) {}

fn line_of(changes: &[Change]) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(&Line { changes })?;
    line.push(b'\n');
    Ok(line)
}

fn folder_of(path: &Path) -> Option<&Path> {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Some(Path::new(".")),
        folder => folder,
    }
}

fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> SandboxError {
    let path = path.to_owned();
    |source| SandboxError::File { path, source }
}

fn corrupt(path: &Path, line: usize, reason: &str) -> SandboxError {
    SandboxError::Corrupt { path: path.to_owned(), line, reason: reason.to_owned() }
}
