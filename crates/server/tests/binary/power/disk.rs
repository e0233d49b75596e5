//! A disk that loses power. Synced data survives. Each unsynced change independently survives in full, in part, or
//! not at all: writes are torn at sector boundaries, and a name that was created, removed or renamed without syncing
//! its folder may be reverted.

use super::trace::Event;
use crate::chaos::Dice;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The size of an atomic write, in bytes.
const SECTOR: usize = 512;

/// What happens to unsynced changes.
pub(crate) enum Fate {
    AllDropped,
    AllKept,
    /// Each change survives in `kept` percent of the cases, else it is dropped; writes are torn as often as dropped.
    Random {
        kept: u64,
        dice: Dice,
    },
}

/// What happens to one change.
enum Outcome {
    Kept,
    Dropped,
    Torn,
}

impl Fate {
    fn decide(&mut self) -> Outcome {
        match self {
            Self::AllDropped => Outcome::Dropped,
            Self::AllKept => Outcome::Kept,
            Self::Random { kept, dice } => match dice.below(100) {
                number if number < *kept => Outcome::Kept,
                number if (number - *kept).is_multiple_of(2) => Outcome::Dropped,
                _ => Outcome::Torn,
            },
        }
    }

    fn keeps_whole(&mut self) -> bool {
        matches!(self.decide(), Outcome::Kept)
    }

    fn keeps_sector(&mut self) -> bool {
        match self {
            Self::AllDropped => false,
            Self::AllKept => true,
            Self::Random { dice, .. } => dice.below(2) == 0,
        }
    }
}

#[derive(Debug, Clone)]
enum Change {
    Bytes { offset: usize, bytes: Vec<u8> },
    Length(usize),
}

/// A file, independent of its name.
#[derive(Debug, Default, Clone)]
struct Inode {
    is_folder: bool,
    synced: Vec<u8>,
    unsynced: Vec<Change>,
}

/// A change of folder entries: a name points to a file, or is removed.
#[derive(Debug, Clone)]
struct Naming {
    names: Vec<(PathBuf, Option<usize>)>,
}

type Names = BTreeMap<PathBuf, usize>;

/// A disk before the power cut.
#[derive(Debug)]
pub(crate) struct Disk {
    root: PathBuf,
    /// Whether a file's bytes are on the disk once a sync has returned.
    is_honest: bool,
    inodes: Vec<Inode>,
    /// As programs see them.
    names: Names,
    synced_names: Names,
    unsynced_names: Vec<Naming>,
}

impl Disk {
    /// Creates an empty folder on a disk that syncs correctly.
    pub(crate) fn honest(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            is_honest: true,
            inodes: Vec::new(),
            names: Names::new(),
            synced_names: Names::new(),
            unsynced_names: Vec::new(),
        }
    }

    /// Creates a disk that reports syncs without performing them, to prove that damage is detected.
    pub(crate) fn that_lies(root: &Path) -> Self {
        Self { is_honest: false, ..Self::honest(root) }
    }

    /// Applies an event before the power cut.
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Made { path, is_folder } => {
                if !self.names.contains_key(path) {
                    self.inodes.push(Inode { is_folder: *is_folder, ..Inode::default() });
                    self.name(vec![(path.clone(), Some(self.inodes.len() - 1))]);
                }
            }
            Event::Unlinked(path) => self.name(vec![(path.clone(), None)]),
            Event::Renamed(from, to) => {
                let inode = self.names.get(from).copied();
                self.name(vec![(from.clone(), None), (to.clone(), inode)]);
            }
            Event::Written { path, offset, bytes } => {
                self.change(path, Change::Bytes { offset: *offset, bytes: bytes.clone() });
            }
            Event::Cut { path, length } => self.change(path, Change::Length(*length)),
            Event::Synced(path) => self.sync(path),
            Event::DeletionAsked(_) | Event::Acknowledged(_) => {}
        }
    }

    fn name(&mut self, names: Vec<(PathBuf, Option<usize>)>) {
        let naming = Naming { names };
        naming.apply(&mut self.names);
        self.unsynced_names.push(naming);
    }

    fn change(&mut self, path: &Path, change: Change) {
        // A file without a name is lost in the power cut.
        if let Some(inode) = self.names.get(path) {
            self.inodes[*inode].unsynced.push(change);
        }
    }

    fn sync(&mut self, path: &Path) {
        let inode = self.names.get(path).copied().map(|inode| &mut self.inodes[inode]);
        match inode {
            Some(inode) if !inode.is_folder && !self.is_honest => {}
            Some(inode) if !inode.is_folder => {
                for change in std::mem::take(&mut inode.unsynced) {
                    change.apply(&mut inode.synced);
                }
            }
            _ => {
                let in_folder = |naming: &Naming| naming.names.iter().any(|(name, _)| name.parent() == Some(path));
                let (synced, left) = std::mem::take(&mut self.unsynced_names).into_iter().partition(in_folder);
                self.unsynced_names = left;
                let synced: Vec<Naming> = synced;
                for naming in synced {
                    naming.apply(&mut self.synced_names);
                }
            }
        }
    }

    /// Returns the number of unsynced changes.
    pub(crate) fn unsynced(&self) -> usize {
        self.unsynced_names.len() + self.inodes.iter().map(|inode| inode.unsynced.len()).sum::<usize>()
    }

    /// Writes the disk's contents after a power cut now into a folder, in place of the root.
    pub(crate) fn lose_power(&self, fate: &mut Fate, into: &Path) {
        let mut names = self.synced_names.clone();
        for naming in &self.unsynced_names {
            if fate.keeps_whole() {
                naming.apply(&mut names);
            }
        }
        // In order of names, so that a folder comes before its contents.
        for (path, inode) in &names {
            let inode = &self.inodes[*inode];
            let target = into.join(path.strip_prefix(&self.root).unwrap());
            if !target.parent().is_some_and(Path::is_dir) {
                continue;
            }
            if inode.is_folder {
                fs::create_dir(target).unwrap();
            } else {
                let mut bytes = inode.synced.clone();
                for change in &inode.unsynced {
                    change.apply_with(fate, &mut bytes);
                }
                fs::write(target, bytes).unwrap();
            }
        }
    }
}

impl Naming {
    fn apply(&self, names: &mut Names) {
        for (name, inode) in &self.names {
            match inode {
                Some(inode) => names.insert(name.clone(), *inode),
                None => names.remove(name),
            };
        }
    }
}

fn put(bytes: &mut Vec<u8>, offset: usize, new: &[u8]) {
    let end = offset + new.len();
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[offset..end].copy_from_slice(new);
}

impl Change {
    fn apply(&self, to: &mut Vec<u8>) {
        match self {
            Self::Bytes { offset, bytes } => put(to, *offset, bytes),
            Self::Length(length) => to.resize(*length, 0),
        }
    }

    fn apply_with(&self, fate: &mut Fate, to: &mut Vec<u8>) {
        match (fate.decide(), self) {
            (Outcome::Kept, _) => self.apply(to),
            (Outcome::Dropped, _) | (Outcome::Torn, Self::Length(_)) => {}
            (Outcome::Torn, Self::Bytes { offset, bytes }) => {
                let mut at = *offset;
                let end = offset + bytes.len();
                while at < end {
                    let next = ((at / SECTOR + 1) * SECTOR).min(end);
                    if fate.keeps_sector() {
                        put(to, at, &bytes[at - offset..next - offset]);
                    }
                    at = next;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "/s/shop.db";

    fn written(offset: usize, byte: u8, length: usize) -> Event {
        Event::Written { path: FILE.into(), offset, bytes: vec![byte; length] }
    }

    fn left(disk: &Disk, mut fate: Fate) -> Option<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        disk.lose_power(&mut fate, folder.path());
        fs::read(folder.path().join("shop.db")).ok()
    }

    #[test]
    fn what_was_synced_is_there_and_of_the_rest_anything_may_be() {
        let mut disk = Disk::honest(Path::new("/s"));
        disk.apply(&Event::Made { path: FILE.into(), is_folder: false });
        disk.apply(&written(0, 1, 2 * SECTOR));
        disk.apply(&Event::Synced(FILE.into()));
        assert_eq!(left(&disk, Fate::AllDropped), None, "its name was not synced");
        disk.apply(&Event::Synced("/s".into()));
        assert_eq!(left(&disk, Fate::AllDropped), Some(vec![1; 2 * SECTOR]));
        disk.apply(&written(SECTOR, 2, 2 * SECTOR));
        assert_eq!(left(&disk, Fate::AllDropped), Some(vec![1; 2 * SECTOR]));
        assert_eq!(left(&disk, Fate::AllKept).map(|bytes| bytes.len()), Some(3 * SECTOR));
        let torn = |seed| left(&disk, Fate::Random { kept: 0, dice: Dice::new(seed) }).unwrap();
        assert!((0..50).any(|seed| torn(seed).len() == 3 * SECTOR && torn(seed)[SECTOR] == 1), "torn in the middle");
        disk.apply(&Event::Unlinked(FILE.into()));
        assert!(left(&disk, Fate::AllDropped).is_some());
        assert!(left(&disk, Fate::AllKept).is_none());
    }

    #[test]
    fn a_disk_that_lies_keeps_no_bytes_for_sure() {
        let mut disk = Disk::that_lies(Path::new("/s"));
        disk.apply(&Event::Made { path: FILE.into(), is_folder: false });
        disk.apply(&written(0, 1, SECTOR));
        disk.apply(&Event::Synced(FILE.into()));
        disk.apply(&Event::Synced("/s".into()));
        assert_eq!(left(&disk, Fate::AllDropped), Some(Vec::new()));
    }
}
