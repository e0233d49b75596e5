//! Builds index queries from searches. User input is never parsed as a query language.

use crate::{
    analysis::{Analyzer, compounds},
    beginning::Beginning,
    ranked,
    schema::{Fields, attribute_term, condition_number},
    synonyms::Synonyms,
    vehicle_terms::{self, UNIVERSAL},
};
use autoparts_domain::{
    catalogue::search::{SearchQuery, without_open_sign},
    text::AttributeName,
    vehicles::Vehicle,
};
use tantivy::{
    Score, Searcher, Term,
    query::{AllQuery, BooleanQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query, TermQuery, TermSetQuery},
    schema::{Field, IndexRecordOption},
};

/// Maximum number of words of a search; the rest is ignored.
const MAX_WORDS: usize = 32;

/// Weight of a word in each field. `NAME` and `JOINED` are constant scores, for a match in any name and for a joined
/// pair.
const TITLE: Score = 4.0;
const ABOUT: Score = 2.5;
const DESCRIPTION: Score = 0.4;
const NAME: Score = 1.0;
const JOINED: Score = 3.0;

/// Weight of a title with a word that begins with the search word.
const BEGINNING: Score = 0.5;

/// The words of a search, as typed and stemmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) written: Vec<String>,
    pub(crate) stems: Vec<String>,
    /// Completions of the last word, alone and joined with the code before it.
    beginnings: Vec<Beginning>,
}

impl Words {
    pub(crate) fn typed(
        text: &str,
        fields: Fields,
        searcher: &Searcher,
        analyzer: &mut Analyzer,
    ) -> tantivy::Result<Self> {
        let mut words = analyzer.words(without_open_sign(text));
        words.truncate(MAX_WORDS);
        Self::of(words, fields, searcher, analyzer)
    }

    pub(crate) fn of(
        written: Vec<String>,
        fields: Fields,
        searcher: &Searcher,
        analyzer: &mut Analyzer,
    ) -> tantivy::Result<Self> {
        let stems = analyzer.stems(&written);
        let mut beginnings = Vec::new();
        if let (Some(word), Some(stem)) = (written.last(), stems.last()) {
            beginnings.push(Beginning::look_up(word, stem, fields, searcher, analyzer)?);
        }
        let last_two = written.get(written.len().saturating_sub(2)..).unwrap_or_default();
        for compound in compounds(last_two) {
            beginnings.push(Beginning::look_up(&compound, "", fields, searcher, analyzer)?);
        }
        Ok(Self { written, stems, beginnings })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.written.is_empty()
    }
}

/// A filter. A facet is counted without its own filter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Choice {
    Category,
    Brand,
    Condition,
    Price,
    Attribute(AttributeName),
}

// A single query is not wrapped: combined queries are slower.

fn any(queries: Vec<Box<dyn Query>>) -> Box<dyn Query> {
    match <[_; 1]>::try_from(queries) {
        Ok([query]) => query,
        Err(queries) => Box::new(BooleanQuery::union(queries)),
    }
}

fn all(queries: Vec<Box<dyn Query>>) -> Box<dyn Query> {
    match <[_; 1]>::try_from(queries) {
        Ok([query]) => query,
        Err(queries) => Box::new(BooleanQuery::intersection(queries)),
    }
}

/// Builds queries for the fields of an index.
pub(crate) struct Queries<'a> {
    pub(crate) fields: Fields,
    pub(crate) synonyms: &'a Synonyms,
    pub(crate) searcher: &'a Searcher,
}

/// The fields that words are searched in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Within {
    /// Names and numbers of parts.
    Names,
    /// Names, numbers and descriptions.
    Everything,
}

/// Matches a term; without scores.
fn has(term: Term) -> Box<dyn Query> {
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

/// Matches a term in a field.
fn basic(field: Field, term: &str) -> Box<dyn Query> {
    has(Term::from_field_text(field, term))
}

/// Scores a term in a field with a constant.
fn constant(field: Field, term: &str, weight: Score) -> Box<dyn Query> {
    Box::new(ConstScoreQuery::new(basic(field, term), weight))
}

impl Queries<'_> {
    /// Scores a term in a field by its rarity and the length of the text.
    fn weighted(&self, (field, weight): (Field, Score), term: &str) -> tantivy::Result<Box<dyn Query>> {
        ranked::weighted(Term::from_field_text(field, term), weight, self.searcher)
    }

    /// Matches all words; without scores.
    pub(crate) fn finding(
        &self,
        words: &Words,
        within: Within,
        analyzer: &mut Analyzer,
    ) -> tantivy::Result<Box<dyn Query>> {
        let pairs = analyzer.joined(&words.written);
        let queries = (0..words.stems.len()).map(|at| self.word(words, &pairs, at, within));
        Ok(all(queries.collect::<tantivy::Result<_>>()?))
    }

    /// The weighted queries that add to the score of a matching part.
    pub(crate) fn ranking(&self, words: &Words, analyzer: &mut Analyzer) -> tantivy::Result<Vec<Box<dyn Query>>> {
        let Fields { names, joined, title, about, description, .. } = self.fields;
        let mut clauses: Vec<Box<dyn Query>> = Vec::new();
        for stem in &words.stems {
            for at in [(title, TITLE), (about, ABOUT), (description, DESCRIPTION)] {
                clauses.push(self.weighted(at, stem)?);
            }
            clauses.push(constant(names, stem, NAME));
        }
        for pair in analyzer.joined(&words.written) {
            clauses.extend([constant(joined, &pair, JOINED), constant(names, &pair, JOINED)]);
        }
        for stems in words.beginnings.iter().filter_map(Beginning::listed) {
            clauses.extend(stems.iter().map(|stem| constant(title, stem, BEGINNING)));
        }
        Ok(clauses)
    }

    /// Matches the word at a position in any form: as typed, joined with a neighbor, as a synonym, as a prefix.
    fn word(&self, words: &Words, pairs: &[String], at: usize, within: Within) -> tantivy::Result<Box<dyn Query>> {
        let field = match within {
            Within::Names => self.fields.names,
            Within::Everything => self.fields.everything,
        };
        // First a search word that is two words in the text, then two search words that are one word there.
        let stem = words.stems.get(at).into_iter();
        let mut terms: Vec<(Field, &str)> =
            stem.flat_map(|stem| [(field, &**stem), (self.fields.joined, stem)]).collect();
        let joined = [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|at| pairs.get(at));
        terms.extend(joined.map(|pair| (field, &**pair)));
        let is_last = at + 1 == words.written.len();
        let beginnings = || words.beginnings.iter().filter(|_| is_last);
        for stems in beginnings().filter_map(Beginning::listed) {
            terms.extend(stems.iter().map(|stem| (self.fields.names, &**stem)));
        }
        let mut queries: Vec<Box<dyn Query>> = Vec::new();
        for (field, term) in terms {
            // Most forms do not occur in the catalog; leaving them out makes the query faster.
            if self.searcher.doc_freq(&Term::from_field_text(field, term))? > 0 {
                queries.push(basic(field, term));
            }
        }
        for phrase in self.synonyms.of(&words.stems, at) {
            queries.push(all(phrase.iter().map(|stem| basic(field, stem)).collect()));
        }
        for beginning in beginnings() {
            if let Beginning::Many(field, word) = beginning {
                queries.push(Box::new(FuzzyTermQuery::new_prefix(Term::from_field_text(*field, word), 0, true)));
            }
        }
        Ok(any(queries))
    }

    /// Adds the filters of a search; one of them may be left out. Prices and stock are checked while collecting.
    pub(crate) fn chosen(
        &self,
        words: Option<Box<dyn Query>>,
        query: &SearchQuery,
        left_out: Option<&Choice>,
    ) -> tantivy::Result<Box<dyn Query>> {
        let is_active = |choice: &Choice| left_out != Some(choice);
        let mut filters: Vec<Box<dyn Query>> = Vec::new();
        let mut filter = |terms: Vec<Term>| {
            let query: Box<dyn Query> = match <[Term; 1]>::try_from(terms) {
                Ok([term]) => has(term),
                Err(terms) => Box::new(TermSetQuery::new(terms)),
            };
            filters.push(query);
        };
        let Fields { brand, category, condition, attribute, .. } = self.fields;
        if !query.categories.is_empty() && is_active(&Choice::Category) {
            filter(query.categories.iter().map(|id| Term::from_field_text(category, id.as_str())).collect());
        }
        if !query.brands.is_empty() && is_active(&Choice::Brand) {
            filter(query.brands.iter().map(|id| Term::from_field_text(brand, id.as_str())).collect());
        }
        if !query.conditions.is_empty() && is_active(&Choice::Condition) {
            let numbers = query.conditions.iter().map(|chosen| condition_number(*chosen));
            filter(numbers.map(|number| Term::from_field_u64(condition, number)).collect());
        }
        for (name, values) in &query.attributes {
            if !values.is_empty() && is_active(&Choice::Attribute(name.clone())) {
                let terms = values.iter().map(|value| attribute_term(name.as_str(), value));
                filter(terms.map(|term| Term::from_field_text(attribute, &term)).collect());
            }
        }
        if let Some(vehicle) = &query.vehicle {
            filters.push(self.fitting(vehicle)?);
        }
        Ok(match (words, filters.is_empty()) {
            (None, true) => Box::new(AllQuery),
            (Some(words), true) => words,
            (words, false) => all(words.into_iter().chain(filters).collect()),
        })
    }

    /// Matches parts listed for a vehicle.
    fn fitting(&self, vehicle: &Vehicle) -> tantivy::Result<Box<dyn Query>> {
        let term = |text: &str| Term::from_field_text(self.fields.vehicle, text);
        let mut universal = has(term(UNIVERSAL));
        let mut excluding = Vec::new();
        for text in vehicle_terms::excluding(vehicle) {
            // Few vehicles have exceptions, and a query without them is faster.
            if self.searcher.doc_freq(&term(&text))? > 0 {
                excluding.push(has(term(&text)));
            }
        }
        if !excluding.is_empty() {
            universal = Box::new(BooleanQuery::new(vec![(Occur::Must, universal), (Occur::MustNot, any(excluding))]));
        }
        let fitting = vehicle_terms::fitting(vehicle).into_iter().map(|text| has(term(&text)));
        Ok(any(fitting.chain([universal]).collect()))
    }
}
