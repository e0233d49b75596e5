//! Files that are being written, under names that nobody knows until they are whole.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::Path,
    time::Duration,
};
use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".autoparts-";
const SUFFIX: &str = ".part";

/// Between the two, by which two files at once are told apart.
const RANDOM_CHARS: usize = 6;

/// How long nobody has written a file that is taken for abandoned. The copy of a database waits unchanged while it is
/// put into a backup, which is over within minutes.
const ABANDONED_AFTER: Duration = Duration::from_hours(6);

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file with these permissions, which goes away unless it is moved, or its process is killed: then the next one in that folder takes
/// it along.
pub(crate) fn create(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    remove_abandoned(folder);
    let mut builder = Builder::new();
    let created = builder
        .prefix(PREFIX)
        .rand_bytes(RANDOM_CHARS)
        .suffix(SUFFIX)
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder);
    // The library tells the name of a file that nobody has heard of.
    created.map_err(|error| fs::metadata(folder).err().unwrap_or_else(|| error.kind().into()))
}

/// Whether a file has a name of ours. SQLite keeps its journal beside the file, under the same name with something added.
fn is_part(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|name| name.split_at_checked(RANDOM_CHARS));
    let ending = random.and_then(|(_, rest)| rest.strip_prefix(SUFFIX));
    ending.is_some_and(|ending| ["", "-journal", "-wal", "-shm"].contains(&ending))
}

/// Removes the files of processes that were killed: nobody finishes them, and each night another one would be left. One
/// that cannot be removed stays.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(is_part);
        let written = entry.metadata().and_then(|metadata| metadata.modified());
        let is_abandoned = written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age >= ABANDONED_AFTER));
        if is_part && is_abandoned && fs::remove_file(entry.path()).is_ok() {
            tracing::info!(file = %entry.path().display(), "what a process that was killed left is removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn what_a_killed_backup_left_is_removed_after_hours_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let now = folder.path().metadata().unwrap().modified().unwrap();
        let (old, new) = (now.checked_sub(ABANDONED_AFTER).unwrap(), now.checked_sub(ABANDONED_AFTER / 2).unwrap());
        for (name, written) in [
            (".autoparts-epo540.part", old),
            (".autoparts-epo540.part-journal", old),
            (".autoparts-runnin.part", new),
            ("shop.backup", old),
            (".autoparts-stock.parts.csv", old),
            (".other.part", old),
        ] {
            File::create(folder.path().join(name)).unwrap().set_modified(written).unwrap();
        }
        let part = create(folder.path(), 0o600).unwrap();
        assert!(part.path().exists());
        drop(part);
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".autoparts-runnin.part", ".autoparts-stock.parts.csv", ".other.part", "shop.backup"]);
        remove_abandoned(Path::new("/nowhere"));
    }
}
