//! Detects part numbers that a spreadsheet program has rewritten as numbers or dates: it drops leading zeros, writes
//! long numbers with an exponent, and turns some numbers into dates.

use super::{super::findings::Findings, Key, PartState};
use crate::ports::{
    import_files::FindingKind,
    part_rows::{PartColumn, PartFileRow},
};
use autoparts_domain::catalogue::part_number::{NormalNumber, PartNumber, is_gtin};
use std::ops::RangeInclusive;

/// Columns with texts that a program may take for numbers.
const COLUMNS: [PartColumn; 6] = [
    PartColumn::Number,
    PartColumn::Oem,
    PartColumn::Interchange,
    PartColumn::Supersedes,
    PartColumn::Gtin,
    PartColumn::Attributes,
];

/// Numbers of digits of a part number that may have lost leading zeros. Shorter and longer ones rarely have.
const LENGTHS: RangeInclusive<usize> = 2..=13;

/// Maximum number of lost leading zeros to check.
const MAX_ZEROS: usize = 4;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

fn are_digits(text: &str, lengths: RangeInclusive<usize>) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text looks like `1.23458E+11`, which has lost some of its digits.
pub(super) fn has_exponent(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.split_once(['E', 'e']) else { return false };
    let (whole, fraction) = mantissa.split_once(['.', ',']).unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix('+').unwrap_or_default();
    are_digits(whole, 1..=1) && are_digits(fraction, 1..=15) && are_digits(exponent, 2..=3)
}

/// Whether a text looks like `12-Mar`, `Mar-12`, `2026-03-12`, with or without a time, `3/12/2026` or `12.03.2026`.
fn is_date(text: &str) -> bool {
    let is_month = |text: &str| MONTHS.contains(&text.to_ascii_lowercase().as_str());
    let is_number = |text: &str, range: RangeInclusive<u16>| text.parse().is_ok_and(|number| range.contains(&number));
    let is_day = |text: &str| are_digits(text, 1..=2) && is_number(text, 1..=31);
    let is_month_number = |text: &str| are_digits(text, 1..=2) && is_number(text, 1..=12);
    let is_year = |text: &str| are_digits(text, 4..=4) && is_number(text, 1900..=2100);
    let day = text.split_once(' ').map_or(text, |(day, _)| day);
    let pieces: Vec<&str> = day.split(['-', '/', '.']).collect();
    match pieces[..] {
        [one, other] => (is_month(one) && are_digits(other, 1..=4)) || (are_digits(one, 1..=2) && is_month(other)),
        [year, month, day] if year.len() == 4 => is_year(year) && is_month_number(month) && is_day(day),
        [one, other, year] => {
            let is_day_and_month = |day, month| is_day(day) && (is_month_number(month) || is_month(month));
            is_year(year) && (is_day_and_month(one, other) || is_day_and_month(other, one))
        }
        _ => false,
    }
}

/// Returns the text of an entry that a program may have rewritten, without its maker or attribute name.
fn value(column: PartColumn, entry: &str) -> &str {
    let mut halves = entry.split('=');
    match column {
        PartColumn::Number => entry,
        PartColumn::Attributes => halves.nth(1).unwrap_or_default(),
        _ => halves.next_back().unwrap_or_default(),
    }
    .trim()
}

/// Returns warnings about cells that look rewritten.
pub(super) fn warnings(row: &PartFileRow) -> Vec<String> {
    let cells = COLUMNS.into_iter().filter_map(|column| Some((column, row.cells.get(&column)?)));
    let entries = cells.flat_map(|(column, cell)| cell.iter().map(move |entry| (column, value(column, entry))));
    let warning = |(column, text): (PartColumn, &str)| {
        let what = if has_exponent(text) {
            "a number with an exponent, which has lost digits"
        } else if is_date(text) {
            "a date"
        } else {
            return None;
        };
        let name = column.name();
        Some(format!("The column {name} has {text}, {what}: a spreadsheet program may have rewritten it."))
    };
    entries.filter_map(warning).collect()
}

/// Restores the lost leading zeros of a bar code; `None` if the text is not such a bar code.
pub(super) fn gtin_with_zeros(text: &str) -> Option<String> {
    let missing = if are_digits(text, 1..=13) && !is_gtin(text) { [8_usize, 12, 13, 14] } else { return None };
    missing
        .into_iter()
        .filter(|length| *length > text.len())
        .map(|length| format!("{text:0>length$}"))
        .find(|text| is_gtin(text))
}

/// Returns the numbers of the same brand from which a row's number may have lost its leading zeros.
pub(super) fn with_zeros((brand, number): &Key) -> Vec<Key> {
    let text = number.as_str();
    if !are_digits(text, LENGTHS) || text.starts_with('0') {
        return Vec::new();
    }
    let zeros = (1..=MAX_ZEROS).filter_map(|zeros| NormalNumber::of(&format!("{}{text}", "0".repeat(zeros))));
    zeros.map(|number| (brand.clone(), number)).collect()
}

/// Returns whether a part's number changes, ignoring its spelling.
pub(super) fn is_renumbered(before: &PartState, after: &PartState) -> bool {
    let (Some(had), Some(has)) = (&before.listing.number, &after.listing.number) else { return false };
    had.normal() != has.normal()
}

/// Returns the warning about a part whose number loses its leading zeros.
pub(super) fn loses_zeros(before: &PartState, after: &PartState) -> Option<String> {
    let had = before.listing.number.as_ref()?;
    let has = after.listing.number.as_ref()?;
    let lost = is_renumbered(before, after) && had.normal().as_str().trim_start_matches('0') == has.normal().as_str();
    lost.then(|| lost_zeros(has, had.as_str()))
}

/// Counts parts whose number changes.
#[derive(Default)]
pub(super) struct Renumbered {
    /// The first line that changes a number.
    first: u64,
    parts: u64,
}

impl Renumbered {
    pub(super) fn add(&mut self, line: u64) {
        if self.parts == 0 {
            self.first = line;
        }
        self.parts += 1;
    }

    /// Adds the finding with their number.
    pub(super) fn report(&self, findings: &mut Findings) {
        let words = match self.parts {
            0 => return,
            1 => "1 part number would change.".to_owned(),
            parts => format!("{parts} part numbers would change."),
        };
        findings.add(FindingKind::Lint, self.first, self.parts, words);
    }
}

/// Returns the warning about a number that may have lost its leading zeros.
pub(super) fn lost_zeros(number: &PartNumber, before: &str) -> String {
    format!("The number {number} may be {before}: a spreadsheet program may have removed its leading zeros.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewritten_numbers_are_recognized() {
        for text in ["1.23458E+11", "1,23458E+11", "9.86494E+08", "4E+12"] {
            assert!(has_exponent(text) && !is_date(text), "{text}");
        }
        for text in
            ["12-Mar", "Mar-12", "3-Sep", "2026-03-12", "2026-03-12 00:00:00", "3/12/2026", "12.03.2026", "12-Mar-2026"]
        {
            assert!(is_date(text) && !has_exponent(text), "{text}");
        }
        for text in [
            "0986494524",
            "12E45",
            "1E5",
            "E10",
            "12-345",
            "45251-TBA-A00",
            "11.00R20",
            "185/60R14",
            "MAR-12X",
            "300.00",
            "",
            "-",
            "5.5E+",
            "1.2.3",
            "00-00-00",
            "34-56-7890",
            "45.67.8901",
            "1234-56-78",
            "13/13/2026",
        ] {
            assert!(!has_exponent(text) && !is_date(text), "{text}");
        }
    }

    #[test]
    fn lost_zeros_of_bar_codes_are_restored() {
        assert_eq!(gtin_with_zeros("36000291452").as_deref(), Some("036000291452"));
        for text in ["036000291452", "4006381333931", "4006381333932", "x", ""] {
            assert_eq!(gtin_with_zeros(text), None, "{text}");
        }
    }

    #[test]
    fn lost_zeros_are_assumed_only_for_numbers_of_digits() {
        let key = |number: &str| ("bosch".parse().unwrap(), NormalNumber::of(number).unwrap());
        let found = with_zeros(&key("17")).into_iter().map(|(_, number)| number.to_string()).collect::<Vec<_>>();
        assert_eq!(found, ["017", "0017", "00017", "000017"]);
        for number in ["017", "A17", "1", "12345678901234"] {
            assert!(with_zeros(&key(number)).is_empty(), "{number}");
        }
    }
}
