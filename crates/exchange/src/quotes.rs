//! Detects unclosed quotation marks and unrecognized line ends in a CSV file. Both merge several rows into one cell,
//! so such a file is refused.

use crate::source::refusal_at;
use std::io::{self, Read};

/// Where the reader is in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// At the start of a cell, where a quotation mark opens it.
    Start,
    /// Within an unquoted cell, where a quotation mark is an ordinary character.
    Bare,
    /// Within quotation marks.
    Quoted,
    /// After a quotation mark in a quoted cell: another one belongs to the text, anything else closes the cell.
    Closing,
    /// After a quoted cell and spaces.
    Closed,
    /// After a carriage return outside quotation marks.
    Return,
}

/// Error for a file that ends within quotation marks.
const NEVER_CLOSED: &str =
    "A quotation mark is opened on this line and never closed, so all the lines after it would be one cell.";

/// Error for a file with a quotation mark that is closed by the first mark of a later cell.
const CLOSED_LATER: &str = "A quotation mark is opened on this line and closed only by a mark on a later line, so the lines \
                            between them would be one cell. Write a mark within a cell twice.";

/// Error for a file in which some lines end as on old Macs.
const MIXED_ENDS: &str =
    "This line ends with only a carriage return, and others with a line feed. Save the file again, as CSV UTF-8.";

/// Passes bytes through. Refuses a file in which a cell would swallow rows.
pub(crate) struct Quotes<R> {
    inner: R,
    separator: u8,
    at: At,
    line: u64,
    /// Line of the last opening quotation mark.
    opened: u64,
}

impl<R: Read> Quotes<R> {
    pub(crate) fn new(inner: R, separator: u8) -> Self {
        Self { inner, separator, at: At::Start, line: 1, opened: 1 }
    }

    fn step(&mut self, byte: u8) -> io::Result<()> {
        let ends_cell = byte == self.separator || byte == b'\n';
        self.at = match (self.at, byte) {
            (At::Start, b'"') => {
                self.opened = self.line;
                At::Quoted
            }
            (At::Quoted, b'"') => At::Closing,
            (At::Quoted, _) | (At::Closing, b'"') => At::Quoted,
            (At::Return, byte) if byte != b'\n' && byte != b'\r' => return Err(refusal_at(self.line, MIXED_ENDS)),
            _ if ends_cell => At::Start,
            (_, b'\r') => At::Return,
            (At::Closing | At::Closed, b' ') => At::Closed,
            (At::Closing | At::Closed, _) if self.opened < self.line => {
                return Err(refusal_at(self.opened, CLOSED_LATER));
            }
            _ => At::Bare,
        };
        self.line += u64::from(byte == b'\n');
        Ok(())
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.at == At::Quoted {
            return Err(refusal_at(self.opened, NEVER_CLOSED));
        }
        for byte in buffer.iter().take(read) {
            self.step(*byte)?;
        }
        Ok(read)
    }
}

/// Converts line ends that are only carriage returns, as on old Macs, to line feeds.
pub(crate) struct LineFeeds<R>(pub(crate) R);

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        for byte in buffer.iter_mut().take(read).filter(|byte| **byte == b'\r') {
            *byte = b'\n';
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_swallows_rows_is_refused_at_its_first_line_openrefine_690_batch_import_50() {
        for (file, line) in [
            ("a,b\n1,\"x\n2,y\n", Some(2)),
            ("a,b\n1,\"x\"\n2,\"y\n3,z", Some(3)),
            ("a,b\n1,\"x \"\" y\n", Some(2)),
            ("\"a,b\n1,2\n", Some(1)),
            // Closed by the first mark of a later cell.
            ("a,b\n1,\"x\n2,y\n3,\"z\"\n", Some(2)),
            ("a,b\n1,\"x\n2,\"y\",\"z\"\n", Some(2)),
            // Mixed line ends.
            ("a,b\r\n1,x\r2,y\r\n", Some(2)),
            ("a,b\n1,\"x\"\r2,y\n", Some(2)),
            ("a,b\n1,x\r,y\n", Some(2)),
            ("a,b\r\r\n1,\"x\ry\" \r\n", None),
            // Closed, over several lines, doubled, or without an opening mark.
            ("a,b\n1,\"x\ny\"\n", None),
            ("a,b\n1,\"12\"\" disc\"\n", None),
            ("a,b\n1,12\" disc\n", None),
            ("a,b\n1,\"x\"y\n", None),
            ("a,b\n1,\"\"", None),
            ("", None),
        ] {
            let mut text = String::new();
            let read = Quotes::new(file.as_bytes(), b',').read_to_string(&mut text);
            let refused = read.err().and_then(|error| crate::source::refused_by(&error).cloned());
            assert_eq!(refused.map(|refused| refused.line), line, "{file:?}");
        }
    }
}
