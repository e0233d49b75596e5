//! Rows skipped repeatedly for one reason: names unknown to the shop, and brands other than that of the file.

use super::findings::Findings;
use crate::ports::{import_files::FindingKind, imports::ImportCounts};
use autoparts_domain::slug::BrandId;
use std::collections::BTreeMap;

/// Maximum number of different names counted. This bounds the memory for a file with a different name in every row.
const MAX_NAMES: usize = 5_000;

/// Number of names per kind that the report lists.
const SHOWN: usize = 5;

/// The kind of name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Brand,
    Make,
    Model,
    Engine,
    Vehicle,
}

impl Subject {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brand => "brand",
            Self::Make => "make",
            Self::Model => "model",
            Self::Engine => "engine",
            Self::Vehicle => "vehicle",
        }
    }
}

/// Counts of skipped rows.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// Rows with names that the shop does not know.
    unknown: BTreeMap<(Subject, String), u64>,
    /// Rows about other brands: the first line and the number of rows.
    brands: BTreeMap<BrandId, (u64, u64)>,
    /// Whether there are unmapped codes.
    has_codes: bool,
}

impl LeftOut {
    pub(super) fn unknown(&mut self, subject: Subject, name: &str, rows: u64) {
        let key = (subject, name.to_owned());
        if self.unknown.len() < MAX_NAMES || self.unknown.contains_key(&key) {
            *self.unknown.entry(key).or_default() += rows;
        }
    }

    pub(super) fn code(&mut self) {
        self.has_codes = true;
    }

    pub(super) fn brand(&mut self, brand: BrandId, line: u64, rows: u64) {
        let (first, count) = self.brands.entry(brand).or_insert((line, 0));
        (*first, *count) = ((*first).min(line), *count + rows);
    }

    pub(super) fn extend(&mut self, others: Self) {
        self.has_codes |= others.has_codes;
        for ((subject, name), rows) in others.unknown {
            self.unknown(subject, &name, rows);
        }
        for (brand, (line, rows)) in others.brands {
            self.brand(brand, line, rows);
        }
    }

    /// Adds the findings about rows of other brands. `own` is the brand that the file is about, if the shop knows it.
    pub(super) fn report_brands(&self, own: Option<&str>, name: impl Fn(&BrandId) -> String, findings: &mut Findings) {
        for (brand, (line, rows)) in &self.brands {
            let (count, were) = if *rows == 1 { ("1 row".to_owned(), "was") } else { (format!("{rows} rows"), "were") };
            let left_out = format!("{count} about {} {were} left out.", name(brand));
            let words = match own {
                Some(own) => format!(
                    "This file replaces what is listed for {own}. {left_out} Import each brand from its own file."
                ),
                None => format!(
                    "The shop does not know the brand that this file is for. {left_out} Map its code, or add the brand, and \
                     read the file again."
                ),
            };
            findings.add(FindingKind::Problem, *line, *rows, words);
        }
    }

    /// If nothing in the file was understood, adds a finding with what is missing and what to do.
    pub(super) fn report_nothing(&self, counts: &ImportCounts, findings: &mut Findings) {
        if counts.rows == 0 || counts.understood() > 0 {
            return;
        }
        let unknown: Vec<String> = [Subject::Brand, Subject::Make, Subject::Model, Subject::Engine, Subject::Vehicle]
            .into_iter()
            .filter_map(|subject| self.unknown_words(subject))
            .collect();
        let words = format!(
            "Nothing in this file was understood, so no rows are imported. {}{}",
            unknown.concat(),
            self.advice(counts.set_aside > 0)
        );
        findings.add(FindingKind::Problem, 0, counts.rows, words);
    }

    /// Formats `Unknown makes: Hunda (30 rows), Fird (20 rows) and 3 more. `, those with most rows first.
    fn unknown_words(&self, subject: Subject) -> Option<String> {
        let mut names: Vec<(&str, u64)> = self
            .unknown
            .iter()
            .filter(|((of, _), _)| *of == subject)
            .map(|((_, name), rows)| (name.as_str(), *rows))
            .collect();
        names.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
        let of_name =
            |(name, rows): &(&str, u64)| format!("{name} ({rows} {})", if *rows == 1 { "row" } else { "rows" });
        let shown = names.iter().take(SHOWN).map(of_name).collect::<Vec<_>>().join(", ");
        let more = match names.len().checked_sub(SHOWN) {
            Some(more @ 1..) => format!(" and {more} more"),
            _ => String::new(),
        };
        (!names.is_empty()).then(|| format!("Unknown {}s: {shown}{more}. ", subject.name()))
    }

    fn advice(&self, is_set_aside: bool) -> String {
        let is_unknown = |vehicle: bool| self.unknown.keys().any(|(of, _)| (*of != Subject::Brand) == vehicle);
        let mut advice = Vec::new();
        if is_unknown(false) {
            advice.push("Add the brands, or correct their names.");
        }
        if is_unknown(true) {
            advice.push("Add the vehicles with `autoparts vehicles import`, or correct their names.");
        }
        if self.has_codes {
            advice.push("Map the codes that the report lists.");
        }
        if advice.is_empty() {
            let other = if is_set_aside {
                "Correct the other problems."
            } else {
                "Add the parts that it names, or correct their numbers."
            };
            advice.push(other);
        }
        advice.push("Then read the file again.");
        advice.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(left_out: &LeftOut, counts: ImportCounts) -> Vec<String> {
        let mut findings = Findings::default();
        left_out.report_nothing(&counts, &mut findings);
        findings.into_list().into_iter().map(|finding| finding.words).collect()
    }

    #[test]
    fn a_file_without_understood_rows_gets_a_finding_with_advice() {
        let mut left_out = LeftOut::default();
        for (name, rows) in [("A", 1), ("B", 7), ("C", 2), ("D", 3), ("E", 4), ("F", 5)] {
            left_out.unknown(Subject::Make, name, rows);
        }
        let counts = ImportCounts { rows: 22, set_aside: 22, ..ImportCounts::default() };
        assert_eq!(
            words(&left_out, counts),
            ["Nothing in this file was understood, so no rows are imported. Unknown makes: B (7 rows), F (5 rows), \
              E (4 rows), D (3 rows), C (2 rows) and 1 more. Add the vehicles with `autoparts vehicles import`, or \
              correct their names. Then read the file again."]
        );
        let foreign = ImportCounts { rows: 2, foreign: 2, ..ImportCounts::default() };
        assert!(words(&LeftOut::default(), foreign)[0].contains("Add the parts that it names"));
        let understood = ImportCounts { rows: 23, ..counts };
        assert!(words(&left_out, understood).is_empty());
    }
}
