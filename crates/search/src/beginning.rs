//! Prefix matching of the last word of a search.

use crate::{
    analysis::{Analyzer, is_code},
    schema::Fields,
};
use std::collections::BTreeSet;
use tantivy::{Searcher, Term, query::FuzzyTermQuery, schema::Field};

/// Minimum number of characters of a prefix.
const MIN_CHARS: usize = 2;

/// Maximum number of completions that are searched individually.
const MAX_LISTED: usize = 50;

/// A prefix with more completions matches nothing: it is too broad, such as a prefix that all numbers of a manufacturer
/// share.
const MAX_WORDS: usize = 10_000;

/// The completions of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// Words with these stems; empty if there are none, or too many.
    Of(Vec<String>),
    /// Too many to list: a prefix query on a field.
    Many(Field, String),
}

impl Beginning {
    /// The stems, if they are few enough to be listed.
    pub(crate) fn listed(&self) -> Option<&Vec<String>> {
        match self {
            Self::Of(stems) => Some(stems),
            Self::Many(..) => None,
        }
    }

    /// Finds the completions of a word, except those with its own stem.
    pub(crate) fn look_up(
        word: &str,
        stem: &str,
        fields: Fields,
        searcher: &Searcher,
        analyzer: &mut Analyzer,
    ) -> tantivy::Result<Self> {
        let field = if is_code(word) { fields.codes } else { fields.written };
        if word.chars().count() < MIN_CHARS {
            return Ok(Self::Of(Vec::new()));
        }
        let automaton = FuzzyTermQuery::new_prefix(Term::from_field_text(field, word), 0, true).automaton()?;
        let mut words: BTreeSet<String> = BTreeSet::new();
        let mut total = 0;
        for segment in searcher.segment_readers() {
            let index = segment.inverted_index(field)?;
            let mut terms = index.terms().search(&automaton).into_stream()?;
            while terms.advance() {
                total += 1;
                if total > MAX_WORDS {
                    return Ok(Self::Of(Vec::new()));
                }
                if words.len() <= MAX_LISTED
                    && let Ok(term) = std::str::from_utf8(terms.key())
                {
                    words.insert(term.to_owned());
                }
            }
        }
        if words.len() > MAX_LISTED {
            return Ok(Self::Many(field, word.to_owned()));
        }
        let words: Vec<String> = words.into_iter().collect();
        let stems: BTreeSet<String> = analyzer.stems(&words).into_iter().filter(|other| other != stem).collect();
        Ok(Self::Of(stems.into_iter().collect()))
    }
}
