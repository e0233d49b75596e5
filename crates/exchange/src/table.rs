//! A table in a CSV file. Its header names the columns, in any order.

use crate::{
    cells::{MARK, bare},
    quotes::{LineFeeds, Quotes},
    source::{Lines, as_utf8, of_io, refused_by},
};
use autoparts_application::ports::import_files::{FileRefused, Finding, FindingKind};
use csv::{ErrorKind, Reader, ReaderBuilder, StringRecord, Terminator};
use std::io::{self, BufRead, BufReader, Read};

/// Maximum bytes of one row: an unclosed quotation mark turns the rest of the file into one row.
const MAX_ROW: usize = 1024 * 1024;

/// Error for a row with too many cells.
const TOO_MANY_CELLS: &str =
    "A row has more cells than the first line has columns. A cell with a comma in it needs quotation marks.";

/// Error for a row in which a cell is a formula.
const FORMULA: &str = "A cell begins with =, as a formula. Write its value, or put ' before text that begins with =.";

/// A table that is read row by row.
pub(crate) struct Table<'r> {
    rows: Reader<Lines<Box<dyn Read + 'r>>>,
    columns: Vec<Option<usize>>,
    /// Number of columns in the first line.
    width: usize,
    record: StringRecord,
    fault: Option<&'static str>,
    /// Findings about its header that do not prevent reading it.
    pub(crate) findings: Vec<Finding>,
}

impl<'r> Table<'r> {
    /// Reads the header. `required` is how many of the first `names` must be present; a file without them is refused.
    pub(crate) fn open(source: impl Read + 'r, names: &[&str], required: usize) -> Result<Self, FileRefused> {
        // A line break is appended, so that the line of each row can be computed from where it ends.
        let mut source = BufReader::new(as_utf8(source, |_| None)?.chain(&b"\n"[..]));
        let (separator, head) = separator(&mut source)?;
        let has_old_lines = ends_with_carriage_return(&head);
        let source = io::Cursor::new(head).chain(source);
        let source: Box<dyn Read + 'r> = if has_old_lines {
            Box::new(Quotes::new(LineFeeds(source), separator))
        } else {
            Box::new(Quotes::new(source, separator))
        };
        let mut lines = Lines::new(source);
        lines.allow(MAX_ROW);
        let mut rows = ReaderBuilder::new();
        rows.delimiter(separator).has_headers(false).flexible(true).terminator(Terminator::Any(b'\n'));
        let mut rows = rows.from_reader(lines);
        let mut head = StringRecord::new();
        if !rows.read_record(&mut head).map_err(|error| of_csv(&error, 1))? {
            return Err(FileRefused::at(0, "The file is empty."));
        }
        let head: Vec<String> = head.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
        let place = |name: &&str| head.iter().position(|column| column == name);
        let columns: Vec<Option<usize>> = names.iter().map(place).collect();
        if let Some((name, _)) = names.iter().zip(&columns).take(required).find(|(_, place)| place.is_none()) {
            return Err(FileRefused::at(1, format!("The first line must name the columns, but has no column {name}.")));
        }
        let mut findings = Vec::new();
        for (at, column) in head.iter().enumerate() {
            let shown: String = column.chars().take(40).collect();
            let words = if !names.contains(&column.as_str()) {
                format!("The column {shown} is unknown and is not read.")
            } else if head.iter().take(at).any(|before| before == column) {
                return Err(FileRefused::at(1, format!("There are two columns {shown}.")));
            } else {
                continue;
            };
            findings.push(Finding { kind: FindingKind::Problem, line: 1, rows: 0, words });
        }
        Ok(Self { rows, columns, width: head.len(), record: StringRecord::new(), fault: None, findings })
    }

    /// Reads the next row and returns its line; `None` at the end. Empty lines are skipped.
    pub(crate) fn next(&mut self) -> Result<Option<u64>, FileRefused> {
        loop {
            self.rows.get_mut().allow(MAX_ROW);
            let line = self.rows.position().line();
            if !self.rows.read_record(&mut self.record).map_err(|error| of_csv(&error, line))? {
                return Ok(None);
            }
            if self.record.iter().any(|cell| !cell.trim().is_empty()) {
                // The reader's position includes empty lines before the record, so line breaks within it are
                // subtracted.
                let breaks = self.record.as_slice().bytes().filter(|byte| *byte == b'\n').count();
                let breaks = u64::try_from(breaks).unwrap_or(0);
                self.fault = self.width_fault();
                if self.record.as_slice().contains([MARK, '=']) {
                    self.unmask();
                }
                return Ok(Some(self.rows.position().line().saturating_sub(breaks + 1)));
            }
        }
    }

    /// Whether the file has a column, by the index of its name.
    pub(crate) fn has(&self, name: usize) -> bool {
        self.columns.get(name).is_some_and(Option::is_some)
    }

    /// Why the row cannot be read; `None` if it can.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        self.fault
    }

    /// Returns an error if there are more cells than columns: which cell belongs to which column is then unknown.
    fn width_fault(&self) -> Option<&'static str> {
        self.record.iter().skip(self.width).any(|cell| !cell.trim().is_empty()).then_some(TOO_MANY_CELLS)
    }

    /// Removes protection against spreadsheet programs. A formula is a fault: only the program knows its result.
    fn unmask(&mut self) {
        let mut has_formula = false;
        let cells = self.record.iter().map(|cell| match protected(cell) {
            Some(text) => text.to_owned(),
            None => {
                has_formula |= cell.trim_start().starts_with('=');
                bare(cell)
            }
        });
        let cells: StringRecord = cells.collect();
        self.record = cells;
        self.fault = self.fault.or(has_formula.then_some(FORMULA));
    }

    /// A cell of the row, by the index of its column name; empty if the file has no such column.
    pub(crate) fn cell(&self, name: usize) -> &str {
        let place = self.columns.get(name).copied().flatten();
        place.and_then(|place| self.record.get(place)).map(str::trim).unwrap_or_default()
    }
}

/// The text of a cell that a user protected from a spreadsheet program with a formula: `="0986494524"`.
fn protected(cell: &str) -> Option<&str> {
    let text = cell.trim().strip_prefix("=\"")?.strip_suffix('"')?;
    (!text.contains('"')).then_some(text)
}

/// Whether the first line ends with only a carriage return.
fn ends_with_carriage_return(head: &[u8]) -> bool {
    let end = head.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
    end.is_some_and(|end| head.get(end) == Some(&b'\r') && head.get(end + 1).is_some_and(|next| *next != b'\n'))
}

/// Detects the separator, which depends on the country settings of the spreadsheet program. Returns it and the line
/// read for this.
fn separator(source: &mut impl BufRead) -> Result<(u8, Vec<u8>), FileRefused> {
    let mut head = Vec::new();
    let most = u64::try_from(MAX_ROW).unwrap_or(u64::MAX);
    source.take(most).read_until(b'\n', &mut head).map_err(|error| of_io(&error, 1))?;
    let first = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let count = |separator: u8| first.split(|byte| *byte == separator).count();
    let most = [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator));
    Ok((most.unwrap_or(b','), head))
}

fn of_csv(error: &csv::Error, line: u64) -> FileRefused {
    match error.kind() {
        ErrorKind::Io(error) if refused_by(error).is_some_and(|refused| refused.why.contains("64 kB")) => {
            FileRefused::at(line, "This row is longer than 1 MB. A quotation mark may be missing.")
        }
        ErrorKind::Io(error) => of_io(error, line),
        ErrorKind::Utf8 { pos, .. } => FileRefused::at(
            pos.as_ref().map_or(line, csv::Position::line),
            "The file contains characters that are not UTF-8. Save the file as CSV UTF-8.",
        ),
        _ => FileRefused::at(line, "This is not a CSV file."),
    }
}

#[cfg(test)]
mod tests {
    use crate::{fitment_csv, lookups_csv, vehicles_csv};

    /// Reads a file; returns the number of its rows, or why it is refused.
    fn read(reader: &str, file: &str) -> Result<usize, String> {
        let bytes = file.as_bytes();
        let mut rows = 0;
        let mut sink = |_| {
            rows += 1;
            Ok(())
        };
        match reader {
            "fitment" => fitment_csv::read(bytes, &mut sink).map(|_| rows),
            "lookups" => lookups_csv::read(bytes).map(|(lookups, _)| lookups.len()),
            _ => vehicles_csv::read(bytes).map(|file| file.vehicles.model_engines.len()),
        }
        .map_err(|refused| refused.to_string())
    }

    #[test]
    fn every_reader_accepts_common_csv_variants() {
        for (reader, head, row) in [
            ("fitment", "brand,number,make,model,year_from", "Bosch,@,Honda,Civic,2016"),
            ("lookups", "scheme,kind,code,value", "aces,position,@,Front"),
            ("vehicles", "year,make,model,displ,cylinders,fuelType1", "2016,Honda,@,2.0,4,Regular Gasoline"),
        ] {
            let file = |cell: &str, end: &str| format!("{head}{end}{}{end}", row.replace('@', cell));
            for (text, rows) in [
                (file("17", "\n"), 1),
                (file("17", "\r\n"), 1),
                (file("17", "\r"), 1),
                (file("=\"0017\"", "\n"), 1),
                (file("\"17\"", "\n"), 1),
            ] {
                assert_eq!(read(reader, &text), Ok(rows), "{text:?}");
            }
            for (text, why) in [
                (format!("{}{}", file("\"17", "\n"), row.replace('@', "18")), "Line 2: A quotation mark is opened"),
                (
                    format!("{}{}\n", file("\"17", "\n"), row.replace('@', "\"18\"")),
                    "Line 2: A quotation mark is opened",
                ),
                (format!("{}x\ry\n", file("17", "\n")), "Line 3: This line ends with only a carriage return"),
            ] {
                let refused = read(reader, &text).unwrap_err();
                assert!(refused.starts_with(why), "{text:?}: {refused}");
            }
        }
    }
}
