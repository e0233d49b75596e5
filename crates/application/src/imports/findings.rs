//! Import findings, with repeated findings merged.

use crate::ports::import_files::{Finding, FindingKind};
use std::collections::BTreeMap;

/// Maximum number of different findings per kind. This bounds the memory for a file in which every row is wrong in its
/// own way, and prevents one kind from displacing another.
const MAX_TOLD: usize = 5_000;

/// Findings by text, each with its first line and its number of rows.
#[derive(Debug, Default, Clone)]
pub(super) struct Findings {
    told: BTreeMap<FindingKind, BTreeMap<String, (u64, u64)>>,
    /// Number of rows of the findings that exceeded the limit.
    untold: u64,
}

impl Findings {
    pub(super) fn add(&mut self, kind: FindingKind, line: u64, rows: u64, words: String) {
        let of_kind = self.told.entry(kind).or_default();
        let has_room = of_kind.len() < MAX_TOLD;
        match of_kind.get_mut(&words) {
            Some((first, count)) => (*first, *count) = ((*first).min(line), *count + rows),
            None if has_room => {
                of_kind.insert(words, (line, rows));
            }
            None => self.untold += rows,
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
        self.untold += others.untold;
        for (kind, told) in others.told {
            for (words, (line, rows)) in told {
                self.add(kind, line, rows, words);
            }
        }
    }

    /// Returns all findings, by kind, those with most rows first.
    pub(super) fn into_list(self) -> Vec<Finding> {
        let of_kind = |(kind, told): (FindingKind, BTreeMap<String, (u64, u64)>)| {
            told.into_iter().map(move |(words, (line, rows))| Finding { kind, line, rows, words })
        };
        let mut all: Vec<Finding> = self.told.into_iter().flat_map(of_kind).collect();
        if self.untold > 0 {
            let words = "There is more that is not told here, because the report would grow too long.".to_owned();
            all.push(Finding { kind: FindingKind::Problem, line: 0, rows: self.untold, words });
        }
        all.sort_by(|one, other| (one.kind, other.rows, one.line).cmp(&(other.kind, one.rows, other.line)));
        all
    }
}
