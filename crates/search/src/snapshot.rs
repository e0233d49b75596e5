//! A snapshot of the index, with cached counts.

use crate::{
    collect::{ANY_PRICE, Collect, Counted, Wanted},
    page::{Hit, PageSpec},
    query::Choice,
    segment::{KeyNames, Segment},
};
use autoparts_application::ports::part_search::SearchResult;
use autoparts_domain::{
    catalogue::search::{SearchQuery, Sort},
    money::Money,
};
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};
use tantivy::{
    DocSet, Searcher, TERMINATED,
    collector::Count,
    query::{EnableScoring, Query},
};

/// Minimum number of matches for which counts are cached. A changed index has a new snapshot with empty caches.
const MIN_CACHED_TOTAL: u64 = 5_000;

/// Maximum number of cached counts, and of cached results.
const MAX_CACHED: usize = 64;

/// Cache key of a count: the words, and the filters without the one left out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CountKey {
    words: Option<Vec<String>>,
    choices: SearchQuery,
    wanted: Wanted,
}

/// The index as of a commit.
pub(crate) struct Snapshot {
    pub(crate) searcher: Searcher,
    pub(crate) segments: Arc<Vec<Segment>>,
    pub(crate) names: Arc<KeyNames>,
    counts: Mutex<HashMap<CountKey, Arc<Counted>>>,
    results: Mutex<HashMap<SearchQuery, SearchResult>>,
}

/// Adds to the cache; clears it first when it is full.
fn insert_cached<K: Eq + Hash, V>(cache: &Mutex<HashMap<K, V>>, key: K, value: V) {
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.len() >= MAX_CACHED {
        cache.clear();
    }
    cache.insert(key, value);
}

fn cached<K: Eq + Hash, V: Clone>(cache: &Mutex<HashMap<K, V>>, key: &K) -> Option<V> {
    cache.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
}

/// A query to the snapshot: matches of an index query, filtered by price and stock.
pub(crate) struct Pass<'a> {
    pub(crate) query: &'a dyn Query,
    /// Queries whose scores are added up, when sorting by relevance.
    pub(crate) ranking: Vec<Box<dyn Query>>,
    pub(crate) words: Option<&'a [String]>,
    pub(crate) choices: &'a SearchQuery,
    pub(crate) left_out: Option<Choice>,
    pub(crate) wanted: Wanted,
}

impl Snapshot {
    pub(crate) fn new(searcher: Searcher, segments: Vec<Segment>, names: Arc<KeyNames>) -> Self {
        let counts = Mutex::default();
        let results = Mutex::default();
        Self { searcher, segments: Arc::new(segments), names, counts, results }
    }

    /// Counts the matches of a query, and lists a page if requested.
    pub(crate) fn run(&self, pass: &Pass<'_>, page: Option<PageSpec>) -> tantivy::Result<(Arc<Counted>, Vec<Hit>)> {
        let key = CountKey {
            words: pass.words.map(<[String]>::to_vec),
            choices: choices(pass.choices, pass.left_out.as_ref()),
            wanted: pass.wanted,
        };
        let known = cached(&self.counts, &key);
        if let (Some(known), None) = (&known, &page) {
            return Ok((Arc::clone(known), Vec::new()));
        }
        let wanted = if known.is_some() { Wanted::default() } else { pass.wanted };
        let cents = |price: Option<Money>, or| price.map_or(or, Money::cents);
        let price = (cents(key.choices.price_from, ANY_PRICE.0), cents(key.choices.price_to, ANY_PRICE.1));
        let scoring = EnableScoring::enabled_from_searcher(&self.searcher);
        let ranking = pass.ranking.iter().map(|query| query.weight(scoring));
        let ranking = ranking.collect::<tantivy::Result<Vec<_>>>()?;
        let collect = Collect {
            segments: Arc::clone(&self.segments),
            in_stock: pass.choices.in_stock,
            price,
            wanted,
            page,
            ranking: &ranking,
        };
        let (counted, hits) = self.searcher.search(pass.query, &collect)?;
        let counted = known.unwrap_or_else(|| self.counted(key, counted));
        Ok((counted, hits))
    }

    fn counted(&self, key: CountKey, counted: Counted) -> Arc<Counted> {
        let counted = Arc::new(counted);
        if counted.total >= MIN_CACHED_TOTAL {
            insert_cached(&self.counts, key, Arc::clone(&counted));
        }
        counted
    }

    /// The cached result of a query.
    pub(crate) fn known(&self, query: &SearchQuery) -> Option<SearchResult> {
        cached(&self.results, query)
    }

    /// Caches a result with many matches.
    pub(crate) fn cache_result(&self, query: &SearchQuery, found: &SearchResult) {
        if found.total >= MIN_CACHED_TOTAL {
            insert_cached(&self.results, query.clone(), found.clone());
        }
    }

    /// Number of documents that match a query.
    pub(crate) fn count(&self, query: &dyn Query) -> tantivy::Result<usize> {
        self.searcher.search(query, &Count)
    }

    /// Whether a query has any match.
    pub(crate) fn finds_any(&self, query: &dyn Query) -> tantivy::Result<bool> {
        let weight = query.weight(EnableScoring::disabled_from_searcher(&self.searcher))?;
        for segment in self.searcher.segment_readers() {
            let mut documents = weight.scorer(segment, 1.0)?;
            while documents.doc() != TERMINATED {
                if !segment.is_deleted(documents.doc()) {
                    return Ok(true);
                }
                documents.advance();
            }
        }
        Ok(false)
    }
}

/// The filters of a query except one, without words, order and page.
fn choices(query: &SearchQuery, left_out: Option<&Choice>) -> SearchQuery {
    let mut choices = SearchQuery { words: None, sort: Sort::default(), after: None, limit: 0, ..query.clone() };
    match left_out {
        None => {}
        Some(Choice::Category) => choices.categories.clear(),
        Some(Choice::Brand) => choices.brands.clear(),
        Some(Choice::Condition) => choices.conditions.clear(),
        Some(Choice::Price) => (choices.price_from, choices.price_to) = (None, None),
        Some(Choice::Attribute(name)) => drop(choices.attributes.remove(name)),
    }
    choices
}
