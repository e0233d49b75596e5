//! The folder that stores the rows of a file until they are applied.

mod record;

use crate::{aces, fitment_csv, parts_csv, source};
use autoparts_application::ports::{
    import_files::{
        BUCKETS, FileRefused, FileSummary, FitmentRow, ImportFileError, ImportFiles, ImportKind, PlannedPart, Progress,
    },
    part_rows::PartFileRow,
};
use autoparts_domain::{catalogue::part_number::NormalNumber, id::ImportId, time::Timestamp};
use sha2::{Digest, Sha256};
use std::{
    cell::Cell,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read, Write},
    ops::ControlFlow,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    rc::Rc,
    time::{Duration, SystemTime},
};

/// Bytes of a bucket that are buffered before they are appended to its file. The files are not kept open, because some
/// machines allow fewer than 256 open files.
const BUFFER_SIZE: usize = 32 * 1024;

/// Name prefix of an upload, before the id of its import.
const UPLOAD: &str = "upload-";

/// Name prefix of a folder whose rows are still being read.
const UNFINISHED: &str = "reading-";

/// Maximum bytes of a bucket, which must fit into memory several times over. Buckets of a 2 GB file have about an
/// eighth of that; more if many rows are about one part number, or if consecutive lines of a part file have 16 kB each.
const MAX_BUCKET: u64 = 32 << 20;

/// Index file with the size and hash of each bucket, to detect data lost in a power failure.
const INDEX: &str = "rows";

/// Rows between two progress reports.
const ROWS_PER_REPORT: u64 = 4096;

/// Stores rows of files in a folder, with a subfolder for each import.
pub struct ImportFolder {
    folder: PathBuf,
    limit: u64,
}

impl ImportFolder {
    /// Uses this folder, created on demand. Files larger than `limit` bytes when unpacked are refused.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, limit: u64) -> Self {
        Self { folder: folder.into(), limit }
    }

    fn of(&self, id: &ImportId) -> PathBuf {
        self.folder.join(id.to_string())
    }

    fn upload(&self, id: &ImportId) -> PathBuf {
        self.folder.join(format!("{UPLOAD}{id}"))
    }

    /// The stored rows of a bucket, verified by the index.
    fn stored_rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<u8>, ImportFileError> {
        let index = read_sealed(&self.of(id).join(INDEX))?;
        let expected = index.lines().nth(usize::from(bucket)).ok_or(ImportFileError::Damaged)?;
        // An empty bucket has no file.
        let bytes = match fs::read(self.of(id).join(format!("rows-{bucket}"))) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes?,
        };
        if expected != format!("{} {:x}", bytes.len(), hash(EMPTY, &bytes)) {
            return Err(ImportFileError::Damaged);
        }
        Ok(bytes)
    }

    fn entries(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.folder) {
            Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

/// Number of consecutive lines of a part file that stay in one bucket. Parts that are added together are then adjacent
/// in the database, so that few pages are written.
const RUN: u64 = 2_000;

/// The bucket of the fitment rows of a part. Depends on its number only, because brands have several spellings.
fn bucket(written: &str) -> u16 {
    let number = NormalNumber::of(written);
    let number = number.as_ref().map_or(written, NormalNumber::as_str);
    let hash = hash(EMPTY, number.as_bytes());
    u16::try_from((hash ^ (hash >> 32)) % u64::from(BUCKETS)).unwrap_or(0)
}

/// The hash of no bytes.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a of further bytes, starting from a previous hash. The same in every version of this program, so that rows are
/// found after an upgrade.
fn hash(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A bucket being filled.
#[derive(Clone)]
struct Filling {
    buffer: Vec<u8>,
    length: u64,
    hash: u64,
}

/// The buckets being filled.
struct Spill {
    folder: PathBuf,
    buckets: Vec<Filling>,
}

impl Spill {
    fn new(folder: PathBuf) -> Self {
        let empty = Filling { buffer: Vec::new(), length: 0, hash: EMPTY };
        Self { folder, buckets: vec![empty; usize::from(BUCKETS)] }
    }

    fn add(&mut self, row: &FitmentRow) -> Result<(), ImportFileError> {
        let too_many = "The file has more rows about this part number than can be imported.";
        self.write(bucket(&row.number), row.line, too_many, |buffer| record::write(buffer, row))
    }

    fn add_part(&mut self, row: &PartFileRow) -> Result<(), ImportFileError> {
        let run = row.line / RUN % u64::from(BUCKETS);
        let too_many = "The file has a few thousand lines in a row with too much data to import together.";
        let run = u16::try_from(run).unwrap_or(0);
        self.write(run, row.line, too_many, |buffer| record::write_part(buffer, row))
    }

    fn write(
        &mut self,
        number: u16,
        line: u64,
        too_many: &str,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), ImportFileError> {
        if let Some(bucket) = self.buckets.get_mut(usize::from(number)) {
            write(&mut bucket.buffer)?;
            if bucket.buffer.len() >= BUFFER_SIZE {
                bucket.append(&self.folder, number)?;
            }
            if bucket.length > MAX_BUCKET {
                return Err(FileRefused::at(line, too_many).into());
            }
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        let mut index = String::new();
        for (number, bucket) in (0..).zip(&mut self.buckets) {
            bucket.append(&self.folder, number)?;
            index.push_str(&format!("{} {:x}\n", bucket.length, bucket.hash));
        }
        write_sealed(&self.folder.join(INDEX), index)
    }
}

impl Filling {
    fn append(&mut self, folder: &Path, number: u16) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let path = folder.join(format!("rows-{number}"));
        let mut file = OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
        file.write_all(&self.buffer)?;
        self.length += u64::try_from(self.buffer.len()).unwrap_or(0);
        self.hash = hash(self.hash, &self.buffer);
        self.buffer.clear();
        Ok(())
    }
}

/// Writes lines followed by their hash.
fn write_sealed(path: &Path, mut lines: String) -> io::Result<()> {
    let hash = hash(EMPTY, lines.as_bytes());
    lines.push_str(&format!("{hash:x}\n"));
    let mut file = OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(lines.as_bytes())
}

/// Reads lines and verifies their hash.
fn read_sealed(path: &Path) -> Result<String, ImportFileError> {
    let mut lines = match fs::read_to_string(path) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) => {
            return Err(ImportFileError::Damaged);
        }
        lines => lines?,
    };
    let last = lines.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
    let stored_hash = lines.split_off(last);
    let is_intact = stored_hash.strip_suffix('\n') == Some(&format!("{:x}", hash(EMPTY, lines.as_bytes())));
    if is_intact { Ok(lines) } else { Err(ImportFileError::Damaged) }
}

/// Counts the bytes read.
struct Counted<R> {
    inner: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read.set(self.read.get() + u64::try_from(read).unwrap_or(0));
        Ok(read)
    }
}

/// SHA-256 of a file, in hexadecimal.
pub fn digest(file: &mut File) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => hash.update(buffer.get(..read).unwrap_or_default()),
        }
    }
    let mut text = String::new();
    for byte in hash.finalize() {
        text.push_str(&format!("{byte:02x}"));
    }
    Ok(text)
}

fn read_into(
    spill: &mut Spill,
    kind: ImportKind,
    source: impl Read,
    on_row: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<FileSummary, ImportFileError> {
    // The readers' errors only have user-facing text, so I/O errors bypass them.
    let mut failed = None;
    let mut store = |line, add: &mut dyn FnMut() -> Result<(), ImportFileError>| {
        if on_row().is_break() {
            failed = Some(ImportFileError::Interrupted);
            return Err(FileRefused::at(line, "The file was not read to its end."));
        }
        add().map_err(|error| {
            failed = Some(error);
            FileRefused::at(line, "The rows of the file cannot be stored.")
        })
    };
    let summary = match kind {
        ImportKind::Aces => aces::read(source, &mut |row| store(row.line, &mut || spill.add(&row))),
        ImportKind::Fitment => fitment_csv::read(source, &mut |row| store(row.line, &mut || spill.add(&row))),
        ImportKind::Parts => parts_csv::read(source, &mut |row| store(row.line, &mut || spill.add_part(&row))),
    };
    match failed {
        Some(error) => Err(error),
        None => Ok(summary?),
    }
}

/// Creates a folder and its parents, accessible only to the user of this process. Existing folders are unchanged.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Time of the last modification.
fn written_at(path: &Path) -> io::Result<SystemTime> {
    fs::metadata(path)?.modified()
}

/// The import that a folder entry belongs to, by its name.
fn owner(path: &Path) -> Option<ImportId> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix(UPLOAD).unwrap_or(name).parse().ok()
}

fn unless_missing(done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

impl ImportFiles for ImportFolder {
    fn append(&self, id: &ImportId, bytes: &[u8]) -> Result<(), ImportFileError> {
        make_private(&self.folder)?;
        let mut file = OpenOptions::new().create(true).append(true).mode(0o600).open(self.upload(id))?;
        let length = file.metadata()?.len().saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        if length > self.limit {
            return Err(ImportFileError::TooLarge { limit: self.limit });
        }
        Ok(file.write_all(bytes)?)
    }

    fn has_upload(&self, id: &ImportId) -> bool {
        self.upload(id).is_file()
    }

    fn repeat(&self, id: &ImportId, as_id: &ImportId) -> Result<bool, ImportFileError> {
        // A listed upload is complete and never appended to, so both names may share one file.
        match fs::hard_link(self.upload(id), self.upload(as_id)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            // Another process has linked it already. Copying would empty the file that both names share.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(true),
            Err(_) => {
                let unfinished = self.upload(as_id).with_extension("copy");
                fs::copy(self.upload(id), &unfinished)?;
                fs::rename(&unfinished, self.upload(as_id))?;
                Ok(true)
            }
        }
    }

    fn stage(
        &self,
        id: &ImportId,
        kind: ImportKind,
        file: Option<&Path>,
        progress: Progress<'_>,
    ) -> Result<FileSummary, ImportFileError> {
        let file = file.map_or_else(|| self.upload(id), Path::to_owned);
        let mut opened = File::open(&file)?;
        let total = opened.metadata()?.len();
        let digest = digest(&mut opened)?;
        make_private(&self.folder)?;
        // Built under a temporary name, so that only a complete folder is visible.
        let unfinished = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.folder)?;
        let mut spill = Spill::new(unfinished.path().to_owned());
        let read = Rc::new(Cell::new(0));
        let source = Counted { inner: source::unpacked(File::open(&file)?, self.limit)?, read: Rc::clone(&read) };
        let mut rows = 0_u64;
        let mut on_row = || {
            rows += 1;
            if rows.is_multiple_of(ROWS_PER_REPORT) {
                progress(read.get(), total.max(read.get()))
            } else {
                ControlFlow::Continue(())
            }
        };
        let summary = read_into(&mut spill, kind, source, &mut on_row)?;
        spill.finish()?;
        self.discard_rows(id)?;
        fs::rename(unfinished.path(), self.of(id))?;
        Ok(FileSummary { digest, ..summary })
    }

    fn has_rows(&self, id: &ImportId) -> bool {
        self.of(id).is_dir()
    }

    fn rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<FitmentRow>, ImportFileError> {
        Ok(record::read(&self.stored_rows(id, bucket)?)?)
    }

    fn part_rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<PartFileRow>, ImportFileError> {
        Ok(record::read_parts(&self.stored_rows(id, bucket)?)?)
    }

    fn save_plan(&self, id: &ImportId, bucket: u16, parts: &[PlannedPart]) -> Result<(), ImportFileError> {
        let line = |planned: &PlannedPart| {
            let PlannedPart { part, line, pieces, before, after } = planned;
            format!("{part} {line} {pieces} {before:x} {after:x}\n")
        };
        let lines: String = parts.iter().map(line).collect();
        Ok(write_sealed(&self.of(id).join(format!("plan-{bucket}")), lines)?)
    }

    fn plan(&self, id: &ImportId, bucket: u16) -> Result<Vec<PlannedPart>, ImportFileError> {
        let lines = read_sealed(&self.of(id).join(format!("plan-{bucket}")))?;
        let planned = |line: &str| {
            let mut fields = line.split(' ');
            let part = fields.next()?.parse().ok()?;
            let line = fields.next()?.parse().ok()?;
            let pieces = fields.next()?.parse().ok()?;
            let mut number = || u64::from_str_radix(fields.next()?, 16).ok();
            Some(PlannedPart { part, line, pieces, before: number()?, after: number()? })
        };
        lines.lines().map(|line| planned(line).ok_or(ImportFileError::Damaged)).collect()
    }

    fn discard_rows(&self, id: &ImportId) -> Result<(), ImportFileError> {
        Ok(unless_missing(fs::remove_dir_all(self.of(id)))?)
    }

    fn discard(&self, id: &ImportId) -> Result<(), ImportFileError> {
        self.discard_rows(id)?;
        Ok(unless_missing(fs::remove_file(self.upload(id)))?)
    }

    fn has_any(&self) -> Result<bool, ImportFileError> {
        Ok(self.entries()?.iter().any(|path| owner(path).is_some()))
    }

    fn stored_before(&self, moment: Timestamp) -> Result<Vec<ImportId>, ImportFileError> {
        let moment = SystemTime::UNIX_EPOCH + Duration::from_micros(u64::try_from(moment.micros()).unwrap_or(0));
        let mut owners = Vec::new();
        for path in self.entries()? {
            if written_at(&path).is_ok_and(|written| written >= moment) {
                continue;
            }
            match owner(&path) {
                Some(owner) => owners.push(owner),
                None if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED)) => {
                    unless_missing(fs::remove_dir_all(&path))?;
                }
                // Not one of the shop's files.
                None => {}
            }
        }
        owners.sort_unstable();
        owners.dedup();
        Ok(owners)
    }
}

#[cfg(test)]
mod tests;
