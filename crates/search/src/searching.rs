//! Runs a search, from the typed text to the page and its facets.

use crate::{
    analysis::Analyzer,
    collect::{Counted, Wanted},
    page::{self, Hit, PageSpec},
    query::{Choice, Queries, Within, Words},
    schema::name_and_value,
    snapshot::{Pass, Snapshot},
    spelling,
    vehicles::VehicleTerms,
};
use autoparts_application::ports::part_search::{CatalogueCounts, SearchError, SearchResult};
use autoparts_domain::{
    catalogue::{
        listing::Condition,
        search::{AttributeFacet, Facets, SearchCursor, SearchQuery, SearchWords, Sort},
    },
    id::PartId,
    money::Money,
    text::AttributeName,
};
use std::{cmp::Reverse, collections::BTreeMap, str::FromStr};
use tantivy::query::Query;

/// Maximum number of selected attributes whose own values are counted.
const MAX_CHOSEN_ATTRIBUTES: usize = Facets::MAX_ATTRIBUTES;

/// Converts an index error.
pub(crate) fn unavailable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> SearchError {
    SearchError::Unavailable(error.into())
}

/// Searches one snapshot.
pub(crate) struct Searching<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) queries: Queries<'a>,
    pub(crate) analyzer: Analyzer,
}

/// The search words as a query, and whether they were spell-corrected.
struct Matching {
    words: Words,
    /// Matches the words.
    finding: Box<dyn Query>,
    corrected: bool,
}

fn size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl Searching<'_> {
    /// Runs a search, or returns the cached result.
    pub(crate) fn search(self, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        let snapshot = self.snapshot;
        if let Some(known) = snapshot.known(query) {
            return Ok(known);
        }
        let found = self.found(query)?;
        snapshot.cache_result(query, &found);
        Ok(found)
    }

    fn found(mut self, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        let order = query.order();
        if query.after.as_ref().is_some_and(|after| after.sort() != order) {
            return Err(SearchError::OtherOrder);
        }
        if matches!(query.after, Some(SearchCursor::Relevance(SearchQuery::MAX_RELEVANT.., _))) {
            return Err(SearchError::TooFar);
        }
        let Some(matching) = self.matching(query).map_err(unavailable)? else { return Ok(SearchResult::default()) };
        let result = self.page(query, matching.as_ref()).map_err(unavailable)?;
        let did_you_mean =
            matching.filter(|matching| matching.corrected).map(|matching| matching.words.written.join(" "));
        Ok(SearchResult { did_you_mean, ..result })
    }

    /// The words of a search as a query. `Some(None)` without words; `None` if the words contain nothing to search
    /// for.
    #[expect(clippy::option_option, reason = "the outer one says whether anything can be found")]
    fn matching(&mut self, query: &SearchQuery) -> tantivy::Result<Option<Option<Matching>>> {
        let Some(typed) = &query.words else { return Ok(Some(None)) };
        let words = self.words(typed)?;
        if words.is_empty() { Ok(None) } else { self.corrected(words).map(|matching| Some(Some(matching))) }
    }

    /// The parts that match, at most `most`, newest first, ignoring the sort order and page of the query.
    pub(crate) fn find_all(mut self, query: &SearchQuery, most: u32) -> tantivy::Result<Vec<PartId>> {
        let Some(matching) = self.matching(query)? else { return Ok(Vec::new()) };
        let page = PageSpec { sort: Sort::Newest, most: size(most), after: None };
        let (_, hits) = self.run(query, matching.as_ref(), None, Wanted::default(), Some(page))?;
        Ok(hits.iter().map(|hit| hit.part(Sort::Newest)).collect())
    }

    /// Part counts of the catalog, cached with the snapshot.
    pub(crate) fn counts(&self) -> tantivy::Result<CatalogueCounts> {
        let wanted = Wanted { brands: true, categories: true, ..Wanted::default() };
        let (counted, _) = self.run(&SearchQuery::default(), None, None, wanted, None)?;
        Ok(CatalogueCounts {
            parts: counted.total,
            brands: self.ranked(&counted.brands, usize::MAX, |_| false).into_iter().collect(),
            categories: self.ranked(&counted.categories, usize::MAX, |_| false).into_iter().collect(),
        })
    }

    /// The vehicles that parts are listed for.
    pub(crate) fn vehicles(&self) -> VehicleTerms<'_> {
        VehicleTerms { snapshot: self.snapshot, field: self.queries.fields.vehicle }
    }

    fn words(&mut self, typed: &SearchWords) -> tantivy::Result<Words> {
        Words::typed(typed.as_str(), self.queries.fields, &self.snapshot.searcher, &mut self.analyzer)
    }

    /// Suggests parts for a partial input.
    pub(crate) fn suggest(mut self, typed: &SearchWords, limit: u32) -> tantivy::Result<Vec<PartId>> {
        let words = self.words(typed)?;
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let finding = self.queries.finding(&words, Within::Everything, &mut self.analyzer)?;
        let ranking = self.queries.ranking(&words, &mut self.analyzer)?;
        let most = size(limit.min(SearchQuery::MAX_LIMIT));
        let page = PageSpec { sort: Sort::Relevance, most, after: None };
        let choices = &SearchQuery::default();
        let wanted = Wanted::default();
        let pass = Pass { query: &*finding, ranking, words: Some(&words.written), choices, left_out: None, wanted };
        let (_, hits) = self.snapshot.run(&pass, Some(page))?;
        Ok(hits.iter().map(|hit| hit.part(Sort::Relevance)).collect())
    }

    /// Spell-corrects the words if no name has all of them as typed, and a correction matches more names than the
    /// original matches documents.
    fn corrected(&mut self, words: Words) -> tantivy::Result<Matching> {
        let Self { snapshot, queries, analyzer } = self;
        let finding = queries.finding(&words, Within::Everything, analyzer)?;
        if snapshot.finds_any(&*queries.finding(&words, Within::Names, analyzer)?)? {
            return Ok(Matching { words, finding, corrected: false });
        }
        let mut best = (snapshot.count(&*finding)?, None);
        for words in spelling::corrections_of(&words, queries.fields, &snapshot.searcher, analyzer)? {
            let found = snapshot.count(&*queries.finding(&words, Within::Names, analyzer)?)?;
            if found > best.0 {
                best = (found, Some(words));
            }
        }
        Ok(match best.1 {
            Some(words) => {
                let finding = queries.finding(&words, Within::Everything, analyzer)?;
                Matching { words, finding, corrected: true }
            }
            None => Matching { words, finding, corrected: false },
        })
    }

    fn page(&self, query: &SearchQuery, matching: Option<&Matching>) -> tantivy::Result<SearchResult> {
        let order = query.order();
        let limit = query.limit.min(SearchQuery::MAX_LIMIT);
        // By relevance, the earlier pages are listed as well: their last parts determine where this one starts.
        let is_later_page = order == Sort::Relevance && query.after.is_some();
        let most = if is_later_page { SearchQuery::MAX_RELEVANT } else { limit };
        let page = PageSpec { sort: order, most: size(most).saturating_add(1), after: query.after.clone() };
        let in_category = !query.categories.is_empty();
        let wanted = Wanted {
            brands: query.brands.is_empty(),
            categories: !in_category,
            conditions: query.conditions.is_empty(),
            prices: query.price_from.is_none() && query.price_to.is_none(),
            attributes: in_category,
        };
        let (counted, mut hits) = self.run(query, matching, None, wanted, Some(page))?;
        let listed: Vec<PartId> = hits.iter().map(|hit| hit.part(order)).collect();
        let from = if is_later_page { SearchCursor::begins_at(query.after.as_ref(), &listed) } else { 0 };
        let to = from.saturating_add(size(limit)).min(size(most));
        let more = listed.len() > to;
        hits.truncate(to);
        let parts = listed.get(from..to.min(listed.len())).unwrap_or_default().to_vec();
        let next = match order {
            Sort::Relevance => Some(SearchCursor::relevance(u32::try_from(to).unwrap_or(u32::MAX), &parts)),
            order => hits.last().and_then(|last| page::cursor(last, order)),
        };
        Ok(SearchResult {
            parts,
            total: counted.total,
            facets: self.facets(query, matching, &counted)?,
            next: next.filter(|_| more),
            did_you_mean: None,
        })
    }

    /// Counts the matches and lists a page, optionally with one filter left out.
    fn run(
        &self,
        query: &SearchQuery,
        matching: Option<&Matching>,
        left_out: Option<Choice>,
        wanted: Wanted,
        page: Option<PageSpec>,
    ) -> tantivy::Result<(std::sync::Arc<Counted>, Vec<Hit>)> {
        let finding = matching.map(|matching| matching.finding.box_clone());
        let chosen = self.queries.chosen(finding, query, left_out.as_ref())?;
        let ranked = matching.filter(|_| page.as_ref().is_some_and(PageSpec::by_score));
        let ranking = ranked.map(|matching| self.queries.ranking(&matching.words, &mut self.analyzer.clone()));
        let ranking = ranking.transpose()?.unwrap_or_default();
        let words = matching.map(|matching| matching.words.written.as_slice());
        self.snapshot.run(&Pass { query: &*chosen, ranking, words, choices: query, left_out, wanted }, page)
    }

    /// The facets. Most are counted with the page; that of an active filter is counted again without this filter.
    fn facets(&self, query: &SearchQuery, matching: Option<&Matching>, all: &Counted) -> tantivy::Result<Facets> {
        let none = Wanted::default();
        let without = |choice: Choice, wanted: Wanted| self.run(query, matching, Some(choice), wanted, None);
        let mut facets = Facets {
            brands: self.ranked(&all.brands, Facets::MAX_VALUES, |_| false),
            categories: self.ranked(&all.categories, Facets::MAX_CATEGORIES, |_| false),
            conditions: conditions(all.conditions),
            price: prices(all.prices),
            attributes: Vec::new(),
        };
        if !query.brands.is_empty() {
            let (counted, _) = without(Choice::Brand, Wanted { brands: true, ..none })?;
            let is_chosen = |key: &str| query.brands.iter().any(|brand| brand.as_str() == key);
            facets.brands = self.ranked(&counted.brands, Facets::MAX_VALUES, is_chosen);
        }
        if !query.categories.is_empty() {
            let (counted, _) = without(Choice::Category, Wanted { categories: true, ..none })?;
            let is_chosen = |key: &str| query.categories.iter().any(|category| category.as_str() == key);
            facets.categories = self.ranked(&counted.categories, Facets::MAX_CATEGORIES, is_chosen);
            facets.attributes = self.attributes(query, matching, all)?;
        }
        if !query.conditions.is_empty() {
            let (counted, _) = without(Choice::Condition, Wanted { conditions: true, ..none })?;
            facets.conditions = conditions(counted.conditions);
        }
        if query.price_from.is_some() || query.price_to.is_some() {
            let (counted, _) = without(Choice::Price, Wanted { prices: true, ..none })?;
            facets.price = prices(counted.prices);
        }
        Ok(facets)
    }

    /// The `most` most frequent keys with their counts, followed by the selected ones beyond them.
    fn ranked<T: FromStr>(&self, counts: &[u64], most: usize, is_chosen: impl Fn(&str) -> bool) -> Vec<(T, u64)> {
        let mut ranked: Vec<(&str, u64)> = self.snapshot.names.counted(counts).collect();
        let order =
            |(name, count): &(&str, u64), (other, others): &(&str, u64)| others.cmp(count).then(name.cmp(other));
        let mut selected = Vec::new();
        if most < ranked.len() {
            ranked.select_nth_unstable_by(most, order);
            selected = ranked.split_off(most);
            selected.retain(|(name, _)| is_chosen(name));
        }
        ranked.sort_unstable_by(order);
        selected.sort_unstable_by(order);
        ranked.into_iter().chain(selected).filter_map(|(name, count)| Some((name.parse().ok()?, count))).collect()
    }

    fn attributes(
        &self,
        query: &SearchQuery,
        matching: Option<&Matching>,
        all: &Counted,
    ) -> tantivy::Result<Vec<AttributeFacet>> {
        let mut by_name = by_name(&all.attributes);
        let mut names: Vec<(&str, u64)> =
            by_name.iter().map(|(name, values)| (*name, values.iter().map(|(_, count)| count).sum())).collect();
        names.sort_by_key(|(_, count)| Reverse(*count));
        names.truncate(Facets::MAX_ATTRIBUTES);
        let chosen = query.attributes.iter().filter(|(_, values)| !values.is_empty()).map(|(name, _)| name);
        let chosen: Vec<&AttributeName> = chosen.take(MAX_CHOSEN_ATTRIBUTES).collect();
        // A selected name stays listed, so that the selection can be changed.
        let known = names.clone();
        let is_new = |name: &&&AttributeName| !known.iter().any(|(known, _)| *known == name.as_str());
        names.extend(chosen.iter().filter(is_new).map(|name| (name.as_str(), 0)));
        let mut facets = Vec::new();
        for (name, _) in names {
            let Ok(name) = name.parse::<AttributeName>() else { continue };
            let values = if chosen.contains(&&name) {
                let wanted = Wanted { attributes: true, ..Wanted::default() };
                let (counted, _) = self.run(query, matching, Some(Choice::Attribute(name.clone())), wanted, None)?;
                values(self::by_name(&counted.attributes).remove(name.as_str()), query.attributes.get(&name))
            } else {
                values(by_name.remove(name.as_str()), None)
            };
            if !values.is_empty() {
                facets.push(AttributeFacet { name, values });
            }
        }
        facets.truncate(Facets::MAX_ATTRIBUTES);
        Ok(facets)
    }
}

/// Counts of an attribute's values.
type Values<'a> = Vec<(&'a str, u64)>;

fn by_name(counts: &BTreeMap<String, u64>) -> BTreeMap<&str, Values<'_>> {
    let mut names: BTreeMap<&str, Values<'_>> = BTreeMap::new();
    for (term, count) in counts {
        if let Some((name, value)) = name_and_value(term) {
            names.entry(name).or_default().push((value, *count));
        }
    }
    names
}

/// The most frequent values, followed by the selected ones beyond them.
fn values(values: Option<Values<'_>>, chosen: Option<&Vec<String>>) -> Vec<(String, u64)> {
    let mut values = values.unwrap_or_default();
    values.sort_by_key(|(_, count)| Reverse(*count));
    let is_chosen = |value: &str| chosen.is_some_and(|chosen| chosen.iter().any(|chosen| chosen == value));
    let returned =
        values.into_iter().enumerate().filter(|(at, (value, _))| *at < Facets::MAX_VALUES || is_chosen(value));
    returned.map(|(_, (value, count))| (value.to_owned(), count)).collect()
}

fn conditions(counts: [u64; 3]) -> Vec<(Condition, u64)> {
    let mut counts: Vec<_> = Condition::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
}

fn prices(prices: Option<(i64, i64)>) -> Option<(Money, Money)> {
    let (lowest, highest) = prices?;
    Money::from_cents(lowest).zip(Money::from_cents(highest))
}
