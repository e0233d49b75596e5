//! The backup file: an ordinary tar archive.
//!
//! ```text
//! manifest.json             format, version and database kind
//! database                  a SQLite file, or the output of pg_dump
//! sandbox-payments.jsonl    the sandbox journal, if there is one
//! SHA256SUMS                checksums of the other files, for sha256sum
//! ```
//!
//! The checksums come last: an archive without them is truncated.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::Path,
};
use tar::{Archive, Builder, EntryType, Header};

const MANIFEST: &str = "manifest.json";
/// The copy of the database.
pub(super) const DATABASE: &str = "database";
/// The journal of the sandbox payment provider.
pub(super) const JOURNAL: &str = "sandbox-payments.jsonl";
const SUMS: &str = "SHA256SUMS";

/// Increased when older programs can no longer read the archive.
const FORMAT: u32 = 1;

/// Maximum size of a manifest or checksum file, in bytes; larger ones are not read into memory.
const MAX_TEXT: u64 = 1 << 20;

/// What is wrong with a backup file.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read.
    #[error("cannot be read ({0})")]
    Read(#[source] io::Error),
    /// Its contents cannot be written.
    #[error("cannot be unpacked ({0})")]
    Write(#[source] io::Error),
    /// It is not a backup.
    #[error("this is not a backup of Autoparts")]
    Foreign,
    /// It is truncated or damaged.
    #[error("the backup is cut off or damaged; use another backup")]
    Damaged,
    /// It has a newer format.
    #[error("the backup was made by a newer version ({0}); restore it with that version")]
    Newer(String),
}

/// The manifest of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// The version of the program that made it.
    pub(super) version: String,
    /// `sqlite` or `postgres`.
    pub(super) database: String,
    /// The migrations applied to the database.
    pub(super) migrations: Vec<String>,
    /// The time of the backup.
    pub(super) made_at: String,
}

impl Manifest {
    pub(super) fn now(database: &str, migrations: Vec<String>, made_at: String) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, version, database: database.to_owned(), migrations, made_at }
    }
}

/// Writes an archive and computes the checksums while copying.
pub(super) fn write(to: &File, manifest: &Manifest, database: &Path, journal: Option<&[u8]>) -> io::Result<()> {
    let mut writer = Writer { archive: Builder::new(BufWriter::with_capacity(1 << 20, to)), sums: String::new() };
    let manifest = serde_json::to_vec_pretty(manifest).map_err(io::Error::other)?;
    writer.add(MANIFEST, length(&manifest)?, &*manifest)?;
    let database = File::open(database)?;
    writer.add(DATABASE, database.metadata()?.len(), database)?;
    if let Some(journal) = journal {
        writer.add(JOURNAL, length(journal)?, journal)?;
    }
    let sums = std::mem::take(&mut writer.sums);
    writer.add(SUMS, length(sums.as_bytes())?, sums.as_bytes())?;
    writer.archive.into_inner()?.into_inner().map_err(io::IntoInnerError::into_error)?.flush()
}

fn length(bytes: &[u8]) -> io::Result<u64> {
    u64::try_from(bytes.len()).map_err(io::Error::other)
}

struct Writer<'f> {
    archive: Builder<BufWriter<&'f File>>,
    sums: String,
}

impl Writer<'_> {
    fn add(&mut self, name: &str, size: u64, content: impl Read) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_size(size);
        header.set_mode(0o600);
        header.set_entry_type(EntryType::Regular);
        let mut summed = Summed { content: content.take(size), sum: Sha256::new() };
        self.archive.append_data(&mut header, name, &mut summed)?;
        // Writing to a String cannot fail.
        let _ = writeln!(self.sums, "{}  {name}", hexadecimal(summed.sum));
        Ok(())
    }
}

/// A reader that computes the checksum of its content.
struct Summed<R> {
    content: R,
    sum: Sha256,
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer)?;
        self.sum.update(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}

fn hexadecimal(sum: Sha256) -> String {
    let mut text = String::new();
    for byte in sum.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Reads the manifest, the archive's first entry.
pub(super) fn manifest(archive: &mut File) -> Result<Manifest, ArchiveError> {
    archive.seek(SeekFrom::Start(0)).map_err(ArchiveError::Read)?;
    let mut entries = Archive::new(BufReader::new(archive));
    let mut entries = entries.entries().map_err(|_| ArchiveError::Foreign)?;
    let entry = entries.next().and_then(Result::ok).ok_or(ArchiveError::Foreign)?;
    if entry.path_bytes() != MANIFEST.as_bytes() {
        return Err(ArchiveError::Foreign);
    }
    let mut text = Vec::new();
    entry.take(MAX_TEXT).read_to_end(&mut text).map_err(|_| ArchiveError::Damaged)?;
    let manifest: serde_json::Value = serde_json::from_slice(&text).map_err(|_| ArchiveError::Damaged)?;
    let says = |name| manifest.get(name);
    if says("format").is_none_or(|format| *format != FORMAT) {
        let version = says("version").and_then(serde_json::Value::as_str).unwrap_or("unknown");
        return Err(ArchiveError::Newer(version.to_owned()));
    }
    serde_json::from_value(manifest).map_err(|_| ArchiveError::Damaged)
}

/// Writes the entries to the files that `place` returns, and verifies every checksum. Returns the names of the
/// entries.
pub(super) fn unpack<'f>(
    archive: &mut File,
    place: &mut dyn FnMut(&str) -> Option<&'f File>,
) -> Result<Vec<String>, ArchiveError> {
    archive.seek(SeekFrom::Start(0)).map_err(ArchiveError::Read)?;
    let mut archive = Archive::new(BufReader::with_capacity(1 << 20, archive));
    let mut sums = BTreeMap::new();
    for entry in archive.entries().map_err(|_| ArchiveError::Damaged)? {
        let mut entry = entry.map_err(|_| ArchiveError::Damaged)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if name == SUMS {
            let mut text = String::new();
            entry.take(MAX_TEXT).read_to_string(&mut text).map_err(|_| ArchiveError::Damaged)?;
            return if text == listed(&sums) && sums.contains_key(DATABASE) {
                Ok(sums.into_keys().collect())
            } else {
                Err(ArchiveError::Damaged)
            };
        }
        let mut summed = Summed { content: &mut entry, sum: Sha256::new() };
        copy(&mut summed, place(&name))?;
        sums.insert(name, hexadecimal(summed.sum));
    }
    Err(ArchiveError::Damaged)
}

/// Lists the checksums in the order of the archive, which is not alphabetical.
fn listed(sums: &BTreeMap<String, String>) -> String {
    let of = |name: &str| sums.get(name).map(|sum| format!("{sum}  {name}\n")).unwrap_or_default();
    [MANIFEST, DATABASE, JOURNAL].into_iter().map(of).collect()
}

/// Distinguishes read from write errors, because the operator has to fix different things.
fn copy(content: &mut impl Read, to: Option<&File>) -> Result<(), ArchiveError> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = content.read(&mut buffer).map_err(|_| ArchiveError::Damaged)?;
        let read = buffer.get(..count).unwrap_or_default();
        if read.is_empty() {
            return Ok(());
        }
        if let Some(mut file) = to {
            file.write_all(read).map_err(ArchiveError::Write)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive() -> File {
        let mut database = tempfile::NamedTempFile::new().unwrap();
        database.write_all(&vec![7; 100_000]).unwrap();
        let file = tempfile::tempfile().unwrap();
        let manifest = Manifest::now("sqlite", vec!["0001".to_owned()], "now".to_owned());
        write(&file, &manifest, database.path(), Some(b"line\n")).unwrap();
        file
    }

    #[test]
    fn what_was_written_is_read() {
        let mut file = archive();
        assert_eq!(manifest(&mut file).unwrap().database, "sqlite");
        let database = tempfile::tempfile().unwrap();
        let journal = tempfile::tempfile().unwrap();
        let mut place = |name: &str| match name {
            DATABASE => Some(&database),
            JOURNAL => Some(&journal),
            _ => None,
        };
        assert_eq!(unpack(&mut file, &mut place).unwrap().len(), 3);
        assert_eq!((database.metadata().unwrap().len(), journal.metadata().unwrap().len()), (100_000, 5));
    }

    #[test]
    fn wherever_it_is_cut_off_it_is_damaged() {
        let file = archive();
        let whole = file.metadata().unwrap().len();
        // A tar archive ends with 1024 zero bytes, which may be missing.
        for length in [512, 1024, 1536, 50_000, whole - 1024 - 512, whole - 1024 - 512 + 10] {
            let mut cut = archive();
            cut.set_len(length).unwrap();
            let error = unpack(&mut cut, &mut |_| None).unwrap_err();
            assert!(matches!(error, ArchiveError::Damaged), "{length} of {whole}: {error:?}");
        }
    }

    #[test]
    fn one_byte_that_was_changed_is_found() {
        let mut file = archive();
        file.seek(SeekFrom::Start(60_000)).unwrap();
        file.write_all(&[8]).unwrap();
        assert!(matches!(unpack(&mut file, &mut |_| None), Err(ArchiveError::Damaged)));
    }

    #[test]
    fn foreign_files_are_rejected() {
        for text in [&b""[..], b"SQLite format 3\0", &[b'x'; 5000]] {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(text).unwrap();
            assert!(matches!(manifest(&mut file), Err(ArchiveError::Foreign)));
        }
    }
}
