//! Spelling correction: words of names that are one typo away.

use crate::{
    analysis::{Analyzer, is_code},
    query::Words,
    schema::Fields,
};
use std::collections::{BTreeMap, BTreeSet};
use tantivy::{Searcher, Term, query::FuzzyTermQuery};

/// Shorter words are not corrected: too many others are similar.
const MIN_CHARS: usize = 4;

/// Longer words are not corrected: they are not natural words.
const MAX_CHARS: usize = 30;

/// Maximum number of similar words examined per segment, and of candidates per word.
const MAX_SCANNED: usize = 200;
const MAX_CANDIDATES: usize = 4;

/// Maximum number of corrections of a search.
const MAX_CORRECTIONS: usize = 16;

/// The most likely corrections of the words, with at most one typo each.
pub(crate) fn corrections_of(
    words: &Words,
    fields: Fields,
    searcher: &Searcher,
    analyzer: &mut Analyzer,
) -> tantivy::Result<Vec<Words>> {
    let mut corrections: Vec<Vec<String>> = vec![Vec::new()];
    let last = words.written.len().saturating_sub(1);
    for (at, (word, stem)) in words.written.iter().zip(&words.stems).enumerate() {
        let mut choices = Vec::new();
        let others = likely(word, stem, fields, searcher, analyzer)?;
        // Otherwise a word that no name has is always corrected: uncorrected, it would match nothing.
        if others.is_empty() || at == last || is_known(word, fields, searcher)? {
            choices.push(word.clone());
        }
        choices.extend(others);
        let with =
            |correction: Vec<String>| choices.iter().map(move |word| [correction.clone(), vec![word.clone()]].concat());
        corrections = corrections.into_iter().flat_map(with).take(MAX_CORRECTIONS).collect();
    }
    corrections.retain(|correction| *correction != words.written);
    corrections.into_iter().map(|correction| Words::of(correction, fields, searcher, analyzer)).collect()
}

fn is_known(word: &str, fields: Fields, searcher: &Searcher) -> tantivy::Result<bool> {
    Ok(searcher.doc_freq(&Term::from_field_text(fields.written, word))? > 0)
}

/// Words of names that are one typo away, most frequent first; none with the same stem.
fn likely(
    word: &str,
    stem: &str,
    fields: Fields,
    searcher: &Searcher,
    analyzer: &mut Analyzer,
) -> tantivy::Result<Vec<String>> {
    if is_code(word) || !(MIN_CHARS..=MAX_CHARS).contains(&word.chars().count()) {
        return Ok(Vec::new());
    }
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    let automaton = FuzzyTermQuery::new(Term::from_field_text(fields.written, word), 1, true);
    let moved = with_a_letter_moved(word);
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(fields.written)?;
        let mut terms = index.terms().search(automaton.automaton()?).into_stream()?;
        for _ in 0..MAX_SCANNED {
            if !terms.advance() {
                break;
            }
            if let Ok(term) = std::str::from_utf8(terms.key()) {
                *found.entry(term.to_owned()).or_default() += u64::from(terms.value().doc_freq);
            }
        }
        for other in &moved {
            if let Some(info) = index.terms().get(other.as_bytes())? {
                *found.entry(other.clone()).or_default() += u64::from(info.doc_freq);
            }
        }
    }
    let mut found: Vec<(String, u64)> = found.into_iter().collect();
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let words: Vec<String> = found.into_iter().map(|(word, _)| word).take(MAX_SCANNED).collect();
    let stems = analyzer.stems(&words);
    let others = words.into_iter().zip(stems).filter(|(other, of_other)| other != word && of_other != stem);
    Ok(others.map(|(word, _)| word).take(MAX_CANDIDATES).collect())
}

/// The word with one letter moved, which counts as one typo: "break" for "brake".
fn with_a_letter_moved(word: &str) -> BTreeSet<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut found = BTreeSet::new();
    for from in 0..letters.len() {
        for to in 0..letters.len() {
            let mut moved = letters.clone();
            let letter = moved.remove(from);
            moved.insert(to, letter);
            found.insert(moved.into_iter().collect());
        }
    }
    found.remove(word);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_moved_to_any_other_place() {
        let moved = with_a_letter_moved("break");
        assert!(moved.contains("brake") && moved.contains("rbeak") && !moved.contains("break"));
        assert_eq!(with_a_letter_moved("ab").len(), 1);
    }
}
