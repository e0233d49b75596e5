//! Converts a file to plain UTF-8: unpacks a ZIP, removes a byte order mark, and counts lines.

use autoparts_application::ports::import_files::FileRefused;
use encoding_rs::{Decoder, WINDOWS_1252};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom},
};
use zip::ZipArchive;

/// Number of bytes inspected to detect the encoding.
const HEAD: u64 = 1024;

const NOT_A_ZIP: &str = "This ZIP file is damaged.";
const ONE_FILE: &str = "A ZIP file must contain exactly one file.";
const UTF_16: &str = "The file is written in UTF-16. Save it as UTF-8 and try again.";
const NUL: &str = "The file contains a NUL character, so it is not text.";

/// The content of a file: the file itself, or the only file in a ZIP. The reader fails if the unpacked data exceeds the
/// limit.
pub(crate) fn unpacked(mut file: File, limit: u64) -> Result<Box<dyn Read>, FileRefused> {
    let refused = |_| FileRefused::at(0, "The file cannot be read.");
    let mut head = Vec::new();
    file.by_ref().take(4).read_to_end(&mut head).map_err(refused)?;
    file.seek(SeekFrom::Start(0)).map_err(refused)?;
    if head != *b"PK\x03\x04" {
        return Ok(Box::new(Bounded { inner: BufReader::with_capacity(1 << 16, file), left: limit }));
    }
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|_| FileRefused::at(0, NOT_A_ZIP))?;
    if archive.len() != 1 {
        return Err(FileRefused::at(0, ONE_FILE));
    }
    let entry = archive.by_index(0).map_err(|_| FileRefused::at(0, NOT_A_ZIP))?;
    // The raw name, before any normalization.
    let name = String::from_utf8_lossy(entry.name_raw()).replace('\\', "/");
    if entry.is_dir() || name.starts_with('/') || name.split('/').any(|step| step == "..") {
        return Err(FileRefused::at(0, "The file in this ZIP has a name that points outside its folder."));
    }
    drop(entry);
    // The entry borrows the archive, so it is opened again by a reader that owns both.
    let packed = OwnedEntry::open(archive)?;
    Ok(Box::new(Bounded { inner: packed, left: limit }))
}

/// The only file of an archive, unpacked on its own thread, because entry readers borrow their archive.
struct OwnedEntry {
    pieces: std::sync::mpsc::Receiver<io::Result<Vec<u8>>>,
    current: Cursor<Vec<u8>>,
}

impl OwnedEntry {
    fn open(mut archive: ZipArchive<BufReader<File>>) -> Result<Self, FileRefused> {
        let (sender, pieces) = std::sync::mpsc::sync_channel(4);
        let unpack = move || {
            let mut entry = match archive.by_index(0) {
                Ok(entry) => entry,
                Err(error) => return drop(sender.send(Err(io::Error::other(error)))),
            };
            loop {
                let mut piece = Vec::with_capacity(1 << 16);
                let read = entry.by_ref().take(1 << 16).read_to_end(&mut piece);
                let is_last = !matches!(read, Ok(1..));
                // The receiver is gone: the file was refused.
                if sender.send(read.map(|_| piece)).is_err() || is_last {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("unpack".into()).spawn(unpack);
        thread.map_err(|_| FileRefused::at(0, "The ZIP file cannot be unpacked right now. Try again later."))?;
        Ok(Self { pieces, current: Cursor::default() })
    }
}

impl Read for OwnedEntry {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.current.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        match self.pieces.recv() {
            Ok(piece) => self.current = Cursor::new(piece?),
            Err(_) => return Ok(0),
        }
        self.current.read(buffer)
    }
}

/// Fails when more than the limit is read.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.left.checked_sub(u64::try_from(read).unwrap_or(u64::MAX)) {
            Some(left) => self.left = left,
            None => return Err(refusal("The file is too large.")),
        }
        Ok(read)
    }
}

/// A reader error with a user-facing message.
fn refusal(why: &'static str) -> io::Error {
    io::Error::other(FileRefused::at(0, why))
}

/// The same, for a line.
pub(crate) fn refusal_at(line: u64, why: &'static str) -> io::Error {
    io::Error::other(FileRefused::at(line, why))
}

/// The user-facing message of an error, if it has one.
pub(crate) fn refused_by(error: &io::Error) -> Option<&FileRefused> {
    error.get_ref()?.downcast_ref()
}

/// Decodes bytes to UTF-8 without a byte order mark. `declared` searches the first bytes for the name of another
/// encoding; only ISO-8859-1 and its superset windows-1252 are supported.
pub(crate) fn as_utf8<'r>(
    mut source: impl Read + 'r,
    declared: fn(&[u8]) -> Option<String>,
) -> Result<Box<dyn Read + 'r>, FileRefused> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| of_io(&error, 0))?;
    let is_utf_16 = head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]);
    if is_utf_16 || head.starts_with(b"<\0") || head.starts_with(b"\0<") {
        return Err(FileRefused::at(1, UTF_16));
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec);
    let has_mark = text.is_some();
    let head = text.unwrap_or(head);
    let encoding = declared(&head).unwrap_or_default().to_ascii_lowercase();
    let whole = Cursor::new(head).chain(source);
    match encoding.as_str() {
        "" | "utf-8" | "utf8" | "us-ascii" | "ascii" => Ok(Box::new(whole)),
        _ if has_mark => Err(FileRefused::at(1, "The file begins as UTF-8 but declares another encoding.")),
        "iso-8859-1" | "latin1" | "iso_8859-1" | "windows-1252" | "cp1252" => {
            Ok(Box::new(Transcoded { inner: whole, decoder: WINDOWS_1252.new_decoder(), text: Cursor::default() }))
        }
        "utf-16" | "utf-16le" | "utf-16be" => Err(FileRefused::at(1, UTF_16)),
        other => {
            let other: String = other.chars().take(40).collect();
            Err(FileRefused::at(1, format!("The encoding {other} is not supported. Save the file as UTF-8.")))
        }
    }
}

/// Converts a reader error.
pub(crate) fn of_io(error: &io::Error, line: u64) -> FileRefused {
    match refused_by(error) {
        Some(refused) if refused.line == 0 => FileRefused::at(line, refused.why.clone()),
        Some(refused) => refused.clone(),
        None => FileRefused::at(line, "The rest of the file cannot be read: it is damaged or cut off."),
    }
}

struct Transcoded<R> {
    inner: R,
    decoder: Decoder,
    text: Cursor<Vec<u8>>,
}

impl<R: Read> Read for Transcoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let mut bytes = Vec::with_capacity(1 << 13);
        if self.inner.by_ref().take(1 << 13).read_to_end(&mut bytes)? == 0 {
            return Ok(0);
        }
        // One of these characters has at most three bytes.
        let mut text = String::with_capacity(bytes.len() * 3);
        let _ = self.decoder.decode_to_string(&bytes, &mut text, false);
        self.text = Cursor::new(text.into_bytes());
        self.text.read(buffer)
    }
}

/// Counts lines, refuses NUL, and returns no more bytes than allowed, which bounds the data between two delimiters of
/// the format, and so memory.
pub(crate) struct Lines<R> {
    inner: BufReader<R>,
    line: u64,
    allowed: usize,
    /// Number of upcoming bytes known to contain no NUL: the consumer requests the same bytes repeatedly.
    without_nul: usize,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner: BufReader::with_capacity(1 << 16, inner), line: 1, allowed: usize::MAX, without_nul: 0 }
    }

    /// The current line, counted from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Sets how many bytes may be consumed until the next call.
    pub(crate) fn allow(&mut self, bytes: usize) {
        self.allowed = bytes;
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let read = Read::read(&mut { available }, buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.allowed == 0 {
            return Err(refusal("A text or an attribute is longer than 64 kB."));
        }
        let allowed = self.allowed;
        let available = self.inner.fill_buf()?;
        if self.without_nul == 0 {
            // Bytes before the NUL are read first, so that its line is known.
            self.without_nul = available.iter().position(|byte| *byte == 0).unwrap_or(available.len());
            if self.without_nul == 0 && !available.is_empty() {
                return Err(refusal(NUL));
            }
        }
        Ok(available.get(..self.without_nul.min(allowed)).unwrap_or(available))
    }

    fn consume(&mut self, bytes: usize) {
        let taken = self.inner.buffer().get(..bytes).unwrap_or_default();
        let breaks = taken.iter().fold(0u64, |breaks, byte| breaks + u64::from(*byte == b'\n'));
        self.line += breaks;
        self.allowed = self.allowed.saturating_sub(bytes);
        self.without_nul = self.without_nul.saturating_sub(bytes);
        self.inner.consume(bytes);
    }
}
