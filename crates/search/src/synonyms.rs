//! Synonyms. Applied to searches, not to the index, so that changing the list needs no reindexing.

use crate::analysis::Analyzer;
use std::collections::HashMap;

/// The built-in list.
const DEFAULT: &str = include_str!("synonyms.txt");

/// Groups of synonyms.
#[derive(Debug, Clone, Default)]
pub struct Synonyms {
    /// Each group as phrases of stems.
    groups: Vec<Vec<Vec<String>>>,
    /// Groups by the stems of each phrase.
    by_phrase: HashMap<Vec<String>, Vec<usize>>,
    longest: usize,
}

/// Why a list of synonyms is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SynonymsError {
    /// The file is too large.
    #[error("a list of synonyms has at most {} bytes and {} lines", Synonyms::MAX_BYTES, Synonyms::MAX_LINES)]
    TooLong,
    /// A line is invalid.
    #[error(
        "line {line}: two to {} names of one to {} words each, with commas between them",
        Synonyms::MAX_NAMES,
        Synonyms::MAX_WORDS
    )]
    BadLine {
        /// Line number, from 1.
        line: usize,
    },
}

impl Synonyms {
    /// Maximum file size, in bytes.
    pub const MAX_BYTES: usize = 256 * 1024;
    /// Maximum number of lines.
    pub const MAX_LINES: usize = 5_000;
    /// Maximum number of names per line.
    pub const MAX_NAMES: usize = 12;
    /// Maximum number of words per name.
    pub const MAX_WORDS: usize = 4;

    /// Parses a list: each line has synonyms separated by commas. Empty lines, and text after a `#`, are ignored.
    pub fn parse(text: &str) -> Result<Self, SynonymsError> {
        if text.len() > Self::MAX_BYTES || text.lines().count() > Self::MAX_LINES {
            return Err(SynonymsError::TooLong);
        }
        let mut analyzer = Analyzer::new();
        let mut synonyms = Self { groups: Vec::new(), by_phrase: HashMap::new(), longest: 0 };
        for (number, line) in text.lines().enumerate() {
            let names = line.split_once('#').map_or(line, |(names, _)| names).trim();
            if !names.is_empty() {
                let phrase = |name: &str| {
                    let words = analyzer.words(name);
                    analyzer.stems(&words)
                };
                let phrases: Vec<_> = names.split(',').map(phrase).collect();
                let usable = |phrase: &Vec<String>| (1..=Self::MAX_WORDS).contains(&phrase.len());
                if !(2..=Self::MAX_NAMES).contains(&phrases.len()) || !phrases.iter().all(usable) {
                    return Err(SynonymsError::BadLine { line: number + 1 });
                }
                synonyms.add(phrases);
            }
        }
        Ok(synonyms)
    }

    /// The built-in list.
    pub fn shipped() -> Result<Self, SynonymsError> {
        Self::parse(DEFAULT)
    }

    fn add(&mut self, phrases: Vec<Vec<String>>) {
        for phrase in &phrases {
            self.longest = self.longest.max(phrase.len());
            self.by_phrase.entry(phrase.clone()).or_default().push(self.groups.len());
        }
        self.groups.push(phrases);
    }

    /// Synonyms of the stem at a position, alone or with its neighbors, as phrases of stems.
    pub(crate) fn of<'a>(&'a self, stems: &'a [String], at: usize) -> Vec<&'a [String]> {
        let mut found: Vec<&[String]> = Vec::new();
        for start in (at + 1).saturating_sub(self.longest)..=at {
            for end in at + 1..=(start + self.longest).min(stems.len()) {
                let Some(phrase) = stems.get(start..end) else { continue };
                let groups = self.by_phrase.get(phrase).into_iter().flatten();
                for other in groups.filter_map(|group| self.groups.get(*group)).flatten() {
                    if other.as_slice() != phrase && !found.contains(&other.as_slice()) {
                        found.push(other);
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(synonyms: &Synonyms, words: &str, at: usize) -> Vec<String> {
        let mut analyzer = Analyzer::new();
        let words = analyzer.words(words);
        let stems = analyzer.stems(&words);
        let mut others: Vec<_> = synonyms.of(&stems, at).iter().map(|phrase| phrase.join(" ")).collect();
        others.sort();
        others
    }

    #[test]
    fn the_built_in_list_is_valid() {
        let synonyms = Synonyms::shipped().unwrap();
        assert!(synonyms.groups.len() >= 60, "{}", synonyms.groups.len());
        assert_eq!(others(&synonyms, "winter tyres", 1), ["tire"]);
        assert_eq!(others(&synonyms, "bonnet", 0), ["hood"]);
        assert!(others(&synonyms, "rotors", 0).contains(&"brake disc".to_owned()));
    }

    #[test]
    fn names_of_several_words_are_found_at_each_word() {
        let synonyms = Synonyms::parse("rotor, Brake Discs # both sides\n\n# nothing\nhood,bonnet").unwrap();
        assert_eq!(others(&synonyms, "front brake disc left", 1), ["rotor"]);
        assert_eq!(others(&synonyms, "front brake disc left", 2), ["rotor"]);
        assert!(others(&synonyms, "front brake disc left", 0).is_empty());
        assert!(others(&synonyms, "disc brake", 0).is_empty());
        assert_eq!(others(&synonyms, "rotor", 0), ["brake disc"]);
    }

    #[test]
    fn an_invalid_list_is_refused_with_the_line() {
        for (text, line) in [("alone", 1), ("a, b\n\na,", 3), (", ,", 1), ("a, b c d e f", 1), ("a, ((", 1)] {
            assert_eq!(Synonyms::parse(text).unwrap_err(), SynonymsError::BadLine { line }, "{text}");
        }
        let many = vec!["a"; 13].join(",");
        assert_eq!(Synonyms::parse(&many).unwrap_err(), SynonymsError::BadLine { line: 1 });
        assert_eq!(Synonyms::parse(&"a,b\n".repeat(5_001)).unwrap_err(), SynonymsError::TooLong);
        assert!(Synonyms::parse("").unwrap().groups.is_empty());
    }
}
