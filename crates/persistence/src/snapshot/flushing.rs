//! Flushes a large file to disk while it is being written. Otherwise gigabytes of it pile up in memory and are written
//! within a second, which stalls everything else on the machine.

use rustix::fs::{Advice, fadvise};
use std::{
    fs::File,
    io,
    num::NonZeroU64,
    path::Path,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

/// Interval between flushes: a few megabytes each time, which delays others by a millisecond.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs `write`, which writes `file` sequentially and may create it, and flushes the file to disk in the background.
/// Does not sync: the last part may still be in memory.
pub fn written_steadily<T>(file: &Path, write: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (writing, ended) = mpsc::channel::<()>();
        let thread = thread::Builder::new().name("flushing".to_owned());
        if let Err(error) = thread.spawn_scoped(scope, move || flush_until(file, &ended)) {
            tracing::debug!(%error, "cannot flush a file in the background; it is flushed when complete");
        }
        let written = write();
        drop(writing);
        written
    })
}

/// Flushes new data until the sender is dropped. Ignores disk errors: the writer reports them.
fn flush_until(path: &Path, ended: &Receiver<()>) {
    // Opened once, and closed after writing has ended: a process that closes a file loses all its locks on it,
    // including SQLite's.
    let mut file = None;
    let mut begun = 0;
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(PAUSE) {
        file = file.or_else(|| File::open(path).ok());
        begun = file.as_ref().and_then(|file| begin_to_flush(file, begun).ok()).unwrap_or(begun);
    }
}

/// Starts writing to disk what was added after `from`. Returns how far that reaches.
fn begin_to_flush(file: &File, from: u64) -> io::Result<u64> {
    let length = file.metadata()?.len();
    if let Some(new) = NonZeroU64::new(length.saturating_sub(from)) {
        // `DontNeed` makes Linux start writing the dirty pages without waiting for them; it drops only pages that are
        // already on disk. `sync_data` would make the file system commit each time, which delays others.
        fadvise(file, from, Some(new), Advice::DontNeed)?;
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io::Write};

    #[test]
    fn a_file_created_while_flushing_is_written_completely() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy");
        let length = written_steadily(&path, || {
            let mut file = File::create(&path).unwrap();
            for _ in 0..3 {
                file.write_all(&[7; 10_000]).unwrap();
                thread::sleep(PAUSE * 4);
            }
            file.metadata().unwrap().len()
        });
        assert_eq!((length, fs::read(&path).unwrap()), (30_000, vec![7; 30_000]));
    }

    #[test]
    fn flushing_neither_delays_quick_work_nor_requires_the_file() {
        assert_eq!(written_steadily(Path::new("/nowhere/copy"), || 7), 7);
    }

    // Only `scripts/grown` shows that it reaches the disk: a process cannot see which pages are written.
    #[test]
    fn a_file_is_flushed_up_to_its_end_and_on_from_there() {
        let mut file = tempfile::tempfile().unwrap();
        assert_eq!(begin_to_flush(&file, 0).unwrap(), 0);
        file.write_all(&[7; 10_000]).unwrap();
        assert_eq!(begin_to_flush(&file, 0).unwrap(), 10_000);
        assert_eq!(begin_to_flush(&file, 10_000).unwrap(), 10_000);
    }
}
