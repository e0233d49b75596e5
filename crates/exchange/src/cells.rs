//! Cells of spreadsheets: lists within them, and what a spreadsheet would run if it stood there bare.

/// What makes a spreadsheet take a cell for a formula, and the mark against it itself.
const RISKY: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\''];

/// A cell that no spreadsheet runs. [`bare`] makes the same text of it again.
pub(crate) fn harmless(text: &str) -> String {
    if text.starts_with(RISKY) { format!("'{text}") } else { text.to_owned() }
}

/// What was made harmless, as it was. What was never made so stays as it is.
pub(crate) fn bare(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| text.starts_with(RISKY)).unwrap_or(cell)
}

/// The entries of a list with `;` between them; `\` takes away what a sign means. Empty ones are left out.
pub(crate) fn entries(cell: &str) -> Vec<String> {
    let (mut entries, mut entry) = (Vec::new(), String::new());
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

/// A list of entries in one cell.
pub(crate) fn list<'e>(all: impl IntoIterator<Item = &'e str>) -> String {
    let quoted = all.into_iter().map(|entry| entry.replace('\\', "\\\\").replace(';', "\\;"));
    quoted.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_marked_and_nothing_else() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+49", "'+49"),
            ("-5", "'-5"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\rx", "'\rx"),
            ("'=1", "''=1"),
            ("5=5", "5=5"),
            ("", ""),
        ] {
            assert_eq!((harmless(text).as_str(), bare(cell)), (cell, text));
        }
        assert_eq!(bare("'tis"), "'tis", "what a person typed stays");
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
            let cell = harmless(&text);
            prop_assert_eq!(bare(&cell), text.as_str());
            prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']));
        }

        #[test]
        fn every_list_comes_back_the_same(all in proptest::collection::vec("[^\\s]([^\\n]{0,20}[^\\s])?", 0..5)) {
            let cell = list(all.iter().map(String::as_str));
            prop_assert_eq!(entries(&cell), all);
        }
    }
}
