//! Import findings, with repeated findings merged.

use crate::ports::import_files::{Finding, FindingKind};
use std::collections::BTreeMap;

/// Maximum number of different findings per kind. This bounds the memory for a file in which every row is wrong in its
/// own way, and prevents one kind from displacing another.
const MAX_PER_KIND: usize = 5_000;

/// Findings by text, each with its first line and its number of rows.
#[derive(Debug, Default, Clone)]
pub(super) struct Findings {
    listed: BTreeMap<FindingKind, BTreeMap<String, (u64, u64)>>,
    /// Number of rows of the findings that exceeded the limit.
    omitted_rows: u64,
}

impl Findings {
    pub(super) fn add(&mut self, kind: FindingKind, line: u64, rows: u64, words: String) {
        let of_kind = self.listed.entry(kind).or_default();
        let has_room = of_kind.len() < MAX_PER_KIND;
        match of_kind.get_mut(&words) {
            Some((first, count)) => (*first, *count) = ((*first).min(line), *count + rows),
            None if has_room => {
                of_kind.insert(words, (line, rows));
            }
            None => self.omitted_rows += rows,
        }
    }

    /// Creates a collection from existing findings.
    pub(super) fn of(known: Vec<Finding>) -> Self {
        let mut findings = Self::default();
        for Finding { kind, line, rows, words } in known {
            findings.add(kind, line, rows, words);
        }
        findings
    }

    pub(super) fn extend(&mut self, others: Self) {
        self.omitted_rows += others.omitted_rows;
        for (kind, listed) in others.listed {
            for (words, (line, rows)) in listed {
                self.add(kind, line, rows, words);
            }
        }
    }

    /// Returns all findings, by kind, those with most rows first.
    pub(super) fn into_list(self) -> Vec<Finding> {
        let of_kind = |(kind, listed): (FindingKind, BTreeMap<String, (u64, u64)>)| {
            listed.into_iter().map(move |(words, (line, rows))| Finding { kind, line, rows, words })
        };
        let mut all: Vec<Finding> = self.listed.into_iter().flat_map(of_kind).collect();
        if self.omitted_rows > 0 {
            let words = "Further findings are omitted to keep the report short.".to_owned();
            all.push(Finding { kind: FindingKind::Problem, line: 0, rows: self.omitted_rows, words });
        }
        all.sort_by(|one, other| (one.kind, other.rows, one.line).cmp(&(other.kind, one.rows, other.line)));
        all
    }
}
