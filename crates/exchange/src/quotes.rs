//! Quotation marks of a CSV file that are never closed: they make one cell of all rows behind them, so such a file is
//! refused.

use crate::source::refusal_at;
use std::io::{self, Read};

/// Where the reader stands between the separators of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// Before a cell, where a quotation mark opens it.
    Start,
    /// Within a cell without quotation marks around it, where one is a character like others.
    Bare,
    /// Within quotation marks.
    Quoted,
    /// Behind a quotation mark in a quoted cell: another one belongs to the text, anything else closes the cell.
    Closing,
}

/// Passes bytes on, and refuses the end of a file within quotation marks.
pub(crate) struct Quotes<R> {
    inner: R,
    separator: u8,
    at: At,
    line: u64,
    /// The line on which the last quotation mark was opened.
    opened: u64,
}

impl<R: Read> Quotes<R> {
    pub(crate) fn new(inner: R, separator: u8) -> Self {
        Self { inner, separator, at: At::Start, line: 1, opened: 1 }
    }

    fn step(&mut self, byte: u8) {
        let ends_cell = byte == self.separator || byte == b'\n';
        self.at = match (self.at, byte) {
            (At::Start, b'"') => {
                self.opened = self.line;
                At::Quoted
            }
            (At::Quoted, b'"') => At::Closing,
            (At::Quoted, _) | (At::Closing, b'"') => At::Quoted,
            _ if ends_cell => At::Start,
            _ => At::Bare,
        };
        self.line += u64::from(byte == b'\n');
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.at == At::Quoted {
            return Err(refusal_at(
                self.opened,
                "A quotation mark is opened on this line and never closed, so that all lines behind it would be one cell.",
            ));
        }
        for byte in buffer.iter().take(read) {
            self.step(*byte);
        }
        Ok(read)
    }
}

/// Ends lines with line feeds where they end with carriage returns alone, as old Macs wrote them.
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
    fn a_file_that_ends_within_quotation_marks_is_refused_where_they_open() {
        for (file, line) in [
            ("a,b\n1,\"x\n2,y\n", Some(2)),
            ("a,b\n1,\"x\"\n2,\"y\n3,z", Some(3)),
            ("a,b\n1,\"x \"\" y\n", Some(2)),
            ("\"a,b\n1,2\n", Some(1)),
            // Closed, over several lines, doubled, or no opening mark at all.
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
