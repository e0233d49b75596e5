//! Incomplete files, which are written under temporary names until they are complete.

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

/// Length of the random part between prefix and suffix.
const RANDOM_CHARS: usize = 6;

/// Age after which an unfinished file counts as abandoned. The copy of a database is not modified while it is added
/// to a backup, which takes minutes.
const ABANDONED_AFTER: Duration = Duration::from_hours(6);

/// Returns the folder of a file.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a temporary file with these permissions. It is deleted unless it is moved. If the process is killed, the
/// next `create` in that folder deletes it.
pub(crate) fn create(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    remove_abandoned(folder);
    let mut builder = Builder::new();
    let created = builder
        .prefix(PREFIX)
        .rand_bytes(RANDOM_CHARS)
        .suffix(SUFFIX)
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder);
    // The library's error names the temporary file, which means nothing to the operator.
    created.map_err(|error| fs::metadata(folder).err().unwrap_or_else(|| error.kind().into()))
}

/// Whether a file has a temporary name of this module. SQLite's journal files add a suffix to it.
fn is_part(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|name| name.split_at_checked(RANDOM_CHARS));
    let ending = random.and_then(|(_, rest)| rest.strip_prefix(SUFFIX));
    ending.is_some_and(|ending| ["", "-journal", "-wal", "-shm"].contains(&ending))
}

/// Removes files of killed processes, which would otherwise pile up. Ignores errors.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(is_part);
        let written = entry.metadata().and_then(|metadata| metadata.modified());
        let is_abandoned = written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age >= ABANDONED_AFTER));
        if is_part && is_abandoned && fs::remove_file(entry.path()).is_ok() {
            tracing::info!(file = %entry.path().display(), "removed a file left by a killed process");
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
        let old = now.checked_sub(ABANDONED_AFTER).unwrap();
        let new = now.checked_sub(ABANDONED_AFTER / 2).unwrap();
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
