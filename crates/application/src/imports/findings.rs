//! What whoever imports a file should know, gathered so that the same news of many rows is told once.

use crate::ports::import_files::{Finding, FindingKind};
use std::collections::BTreeMap;

/// Different findings that are told of; it bounds the memory for a file in which every row is wrong in its own way.
const MAX_TOLD: usize = 5_000;

/// Findings by their words, each with the line where it was seen first and how many rows it concerns.
#[derive(Debug, Default, Clone)]
pub(super) struct Findings {
    told: BTreeMap<(FindingKind, String), (u64, u64)>,
    /// How many rows those concern that there was no room for.
    untold: u64,
}

impl Findings {
    pub(super) fn add(&mut self, kind: FindingKind, line: u64, rows: u64, words: String) {
        let has_room = self.told.len() < MAX_TOLD;
        let key = (kind, words);
        match self.told.get_mut(&key) {
            Some((first, count)) => (*first, *count) = ((*first).min(line), *count + rows),
            None if has_room => {
                self.told.insert(key, (line, rows));
            }
            None => self.untold += rows,
        }
    }

    pub(super) fn extend(&mut self, others: Self) {
        self.untold += others.untold;
        for ((kind, words), (line, rows)) in others.told {
            self.add(kind, line, rows, words);
        }
    }

    /// All of them: by kind, those of most rows first.
    pub(super) fn into_list(self) -> Vec<Finding> {
        let finding = |((kind, words), (line, rows))| Finding { kind, line, rows, words };
        let mut all: Vec<Finding> = self.told.into_iter().map(finding).collect();
        if self.untold > 0 {
            let words = "There is more that is not told here, because the report would grow too long.".to_owned();
            all.push(Finding { kind: FindingKind::Problem, line: 0, rows: self.untold, words });
        }
        all.sort_by(|one, other| (one.kind, other.rows, one.line).cmp(&(other.kind, one.rows, other.line)));
        all
    }
}
