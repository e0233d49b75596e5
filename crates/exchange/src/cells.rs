//! Spreadsheet cells: lists within cells, and protection against formula injection.
//!
//! A spreadsheet program executes a cell that begins with a formula character. Where a cell begins depends on the
//! program: it may split at `;` or tabs although the file uses commas, and then it ignores the file's quotation marks
//! and breaks rows within them. So a mark, `'`, is put before a formula wherever a cell may begin within a text.

use std::io::{self, Write};

/// Mark put before a formula.
pub(crate) const MARK: char = '\'';

/// The characters that begin a formula, including full-width and small variants, which programs fold.
const FORMULA: [char; 14] = [
    '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}', '\u{fe66}', '\u{fe62}', '\u{fe63}', '\u{fe6b}',
    '\u{2212}', '\u{207a}',
];

/// A program may start another cell after these, whatever the separator of the file.
const ENDS_CELL: [char; 4] = [';', '\t', '\r', '\n'];

/// Characters that a program may skip before a formula: white space, control and format characters, and quotation
/// marks, which are doubled in a file.
fn is_passed_over(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control() || sign == '"' || is_invisible(sign)
}

/// Format characters and fillers, which have no width.
const fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a cell with this text is a formula.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches(is_passed_over).starts_with(FORMULA)
}

/// A telephone number or a negative number, such as `+1 (937) 555-0148` or `-12.50`: digits after a sign, and nothing
/// that calls a function or names a cell. Programs that read the file expect these unchanged.
fn is_number(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['+', '-']) else { return false };
    rest.starts_with(|sign: char| sign.is_ascii_digit() || "( .".contains(sign))
        && rest.contains(|sign: char| sign.is_ascii_digit())
        && rest.chars().all(|sign| sign.is_ascii_digit() || " -.()/,".contains(sign))
}

/// Whether a text at the beginning of a cell needs a mark. A text that already has one gets another, so that [`bare`]
/// removes the right one.
fn needs_mark(text: &str) -> bool {
    text.starts_with(MARK) || is_formula(text)
}

/// Whether a mark before this text was written by [`harmless`], in this or an earlier release. Marks within it, where
/// another cell may begin, are skipped.
fn has_mark(text: &str) -> bool {
    let marks = |sign: char| sign == MARK || is_passed_over(sign);
    text.starts_with([MARK, '\t', '\r']) || text.trim_start_matches(marks).starts_with(FORMULA)
}

/// The parts between the positions where a program may start another cell, each with its terminator.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(ENDS_CELL)
}

/// Escapes a cell so that no spreadsheet program executes it. [`bare`] restores the text.
pub(crate) fn harmless(text: &str) -> String {
    if is_number(text) || text.is_empty() {
        return text.to_owned();
    }
    let mut cell = String::with_capacity(text.len() + 1);
    let mut rest = text;
    for piece in pieces(text) {
        // Skipped characters may extend beyond the part, so the whole rest is checked.
        if needs_mark(rest) {
            cell.push(MARK);
        }
        cell.push_str(piece);
        rest = rest.get(piece.len()..).unwrap_or_default();
    }
    cell
}

/// Reverses [`harmless`]. Text that was never escaped is unchanged.
pub(crate) fn bare(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell;
    for piece in pieces(cell) {
        let whole = rest;
        rest = rest.get(piece.len()..).unwrap_or_default();
        let marked = whole.strip_prefix(MARK).is_some_and(has_mark);
        text.push_str(if marked { piece.strip_prefix(MARK).unwrap_or(piece) } else { piece });
    }
    text
}

/// Writes a row of a file. All exported cells are written here, so that none is written unescaped.
pub(crate) fn write_row<C: AsRef<str>>(
    writer: &mut csv::Writer<impl Write>,
    cells: impl IntoIterator<Item = C>,
) -> io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the one place")]
    let written = writer.write_record(cells.into_iter().map(|cell| harmless(cell.as_ref())));
    written.map_err(io::Error::other)
}

/// Splits a list at `;`; `\` escapes the next character. Empty entries are skipped.
pub(crate) fn entries(cell: &str) -> Vec<String> {
    let mut entries = Vec::new();
    let mut entry = String::new();
    let mut signs = cell.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => entry.push(signs.next().unwrap_or('\\')),
            ';' => entries.push(std::mem::take(&mut entry)),
            sign => entry.push(sign),
        }
    }
    entries.push(entry);
    entries.into_iter().map(|entry| entry.trim().to_owned()).filter(|entry| !entry.is_empty()).collect()
}

/// Joins a list into one cell.
pub(crate) fn list<'e>(all: impl IntoIterator<Item = &'e str>) -> String {
    let quoted = all.into_iter().map(|entry| entry.replace('\\', "\\\\").replace(';', "\\;"));
    quoted.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts and their cells.
    const CASES: &[(&str, &str)] = &[
        ("", ""),
        ("Brake disc", "Brake disc"),
        ("5=5", "5=5"),
        ("a-b; c+d", "a-b; c+d"),
        // Formulas, in all character widths.
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"),
        ("\u{ff1d}1+1", "'\u{ff1d}1+1"),
        ("\u{ff0b}A1", "'\u{ff0b}A1"),
        ("\u{ff0d}A1", "'\u{ff0d}A1"),
        ("\u{ff20}A1", "'\u{ff20}A1"),
        ("\u{fe66}A1", "'\u{fe66}A1"),
        ("\u{2212}A1", "'\u{2212}A1"),
        // Formulas after invisible characters.
        ("\u{200b}=1", "'\u{200b}=1"),
        ("\u{feff}\u{202e}=1", "'\u{feff}\u{202e}=1"),
        ("\u{2060}\u{ad}@A1", "'\u{2060}\u{ad}@A1"),
        ("\u{e0020}=1", "'\u{e0020}=1"),
        (" \u{a0}=1", "' \u{a0}=1"),
        ("\0=1", "'\0=1"),
        ("\"=1\"", "'\"=1\""),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("\n=1", "'\n'=1"),
        // Formulas after another separator.
        ("A;=cmd|' /C calc'!A0", "A;'=cmd|' /C calc'!A0"),
        ("A; \"=1\"", "A;' \"=1\""),
        ("A\t@SUM(A1)", "A\t'@SUM(A1)"),
        ("A\r\n+A1", "A\r'\n'+A1"),
        ("Vented\n- coated", "Vented\n'- coated"),
        (";;=1", ";;'=1"),
        // Telephone numbers and numbers stay unchanged.
        ("+1 937 555 0148", "+1 937 555 0148"),
        ("+1 (937) 555-0148", "+1 (937) 555-0148"),
        ("+49.30.123456", "+49.30.123456"),
        ("-5", "-5"),
        ("-12.50", "-12.50"),
        ("-1,234.50", "-1,234.50"),
        ("- 5", "- 5"),
        // But not text that only resembles one.
        ("+1;=1", "'+1;'=1"),
        ("+1 937 555 0148 ext. 5", "'+1 937 555 0148 ext. 5"),
        ("-A1", "'-A1"),
        ("-", "'-"),
        ("--5", "'--5"),
        ("+1+1", "'+1+1"),
        ("-1\n=1", "'-1\n'=1"),
        // Text that already has a mark.
        ("'=1", "''=1"),
        ("'tis", "''tis"),
        ("a;'b", "a;''b"),
    ];

    #[test]
    fn formulas_are_marked_and_nothing_else() {
        for (text, cell) in CASES {
            assert_eq!(harmless(text), *cell, "{text:?}");
            assert_eq!(bare(cell), *text, "{cell:?}");
        }
    }

    #[test]
    fn cells_from_people_and_earlier_releases_are_read() {
        assert_eq!(bare("'tis"), "'tis");
        for (cell, text) in [("'+1 937 555 0148", "+1 937 555 0148"), ("'-5", "-5"), ("'\tx", "\tx"), ("''tis", "'tis")]
        {
            assert_eq!(bare(cell), text, "{cell:?}");
        }
    }

    /// Whether any program would find a formula in a row: with any separator, whether or not it supports quotation
    /// marks.
    fn runs(row: &str) -> bool {
        let is_run = |cell: &str| is_formula(cell) && !is_number(cell.trim_matches(is_passed_over));
        let understood = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(row.as_bytes());
        understood.into_records().any(|row| row.unwrap().iter().any(is_run))
            || row.split([';', '\t', '\r', '\n']).skip(1).any(is_run)
    }

    fn row(cells: &[&str]) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        write_row(&mut writer, cells).unwrap();
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    }

    #[test]
    fn no_program_runs_a_cell_with_any_separator() {
        for (text, _) in CASES {
            assert!(!runs(&row(&["first", text, "last"])), "{text:?}");
        }
        assert!(runs("first,\"A;=1\",last"), "the check finds unmarked formulas");
    }

    #[test]
    fn lists_have_semicolons() {
        assert_eq!(entries("With A/C; Sold in pairs ;;"), ["With A/C", "Sold in pairs"]);
        assert_eq!(entries(r"a\;b; c\\"), ["a;b", r"c\"]);
        assert!(entries(" ; ").is_empty());
    }

    proptest! {
        #[test]
        fn every_cell_comes_back_the_same(text in ".*") {
            prop_assert_eq!(bare(&harmless(&text)), text);
        }

        #[test]
        fn every_cell_of_risky_signs_comes_back_the_same_and_is_not_run(text in "[-=+@;'\"\t\r\n a1\u{200b}\u{ff1d}]{0,12}") {
            prop_assert_eq!(bare(&harmless(&text)), text.as_str());
            prop_assert!(!runs(&row(&["first", &text, "last"])), "{}", row(&["first", &text, "last"]));
        }

        #[test]
        fn every_list_comes_back_the_same(all in proptest::collection::vec("[^\\s]([^\\n]{0,20}[^\\s])?", 0..5)) {
            let cell = list(all.iter().map(String::as_str));
            prop_assert_eq!(entries(&bare(&harmless(&cell))), all);
        }
    }
}
