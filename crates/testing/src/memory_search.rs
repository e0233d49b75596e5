//! An in-memory search index for tests: each search scans every part. It passes the same contract suite as the real one
//! by simpler means: its stems are singulars, and its synonyms are a handful.

mod facets;
mod pages;
mod words;

use async_trait::async_trait;
use autoparts_application::ports::part_search::{
    CatalogueCounts, IndexBatch, IndexPosition, IndexProgress, PartDocument, PartSearch, SearchError, SearchResult,
};
use autoparts_domain::{
    catalogue::search::{SearchQuery, SearchWords, Sort, written_value},
    fitment::CoveredVehicles,
    id::PartId,
    slug::{EngineId, MakeId},
    vehicles::{ModelId, ModelYear},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};
use words::Words;

/// A search index whose data is lost when it is dropped.
#[derive(Debug, Default)]
pub struct MemorySearch {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    current: Table,
    /// The new index, while it is being filled alongside the current one.
    next: Option<Table>,
    /// Documents added and expected while an index is filled.
    building: Option<(u64, u64)>,
}

#[derive(Debug, Default)]
struct Table {
    parts: BTreeMap<PartId, PartDocument>,
    position: Option<IndexPosition>,
}

impl Table {
    fn apply(&mut self, batch: IndexBatch) {
        for (part, orderable) in batch.orderable {
            if let Some(document) = self.parts.get_mut(&part) {
                document.orderable = orderable;
            }
        }
        for part in batch.removals {
            self.parts.remove(&part);
        }
        let mut newest: BTreeMap<PartId, PartDocument> = BTreeMap::new();
        for document in batch.upserts {
            if newest.get(&document.id).is_none_or(|known| known.revision <= document.revision) {
                newest.insert(document.id, document);
            }
        }
        self.parts.extend(newest);
        self.position = Some(batch.position);
    }
}

/// Whether a part matches the filters of a query, without its words; the filter `left_out` is ignored.
fn chosen(part: &PartDocument, query: &SearchQuery, left_out: Option<&Choice>) -> bool {
    let counts = |choice: &Choice| left_out != Some(choice);
    let any = |none_chosen: bool, of_these: bool| none_chosen || of_these;
    let category = || part.categories.iter().any(|(id, _)| query.categories.contains(id));
    let brand = || part.brand.as_ref().is_some_and(|(id, _)| query.brands.contains(id));
    let price =
        || query.price_from.is_none_or(|from| part.price >= from) && query.price_to.is_none_or(|to| part.price <= to);
    (!query.in_stock || part.orderable)
        && query.vehicle.as_ref().is_none_or(|vehicle| part.coverage.includes(vehicle))
        && (!counts(&Choice::Category) || any(query.categories.is_empty(), category()))
        && (!counts(&Choice::Brand) || any(query.brands.is_empty(), brand()))
        && (!counts(&Choice::Condition) || any(query.conditions.is_empty(), query.conditions.contains(&part.condition)))
        && (!counts(&Choice::Price) || price())
        && query.attributes.iter().all(|(name, values)| {
            let has = |values: &[String]| {
                part.attributes.iter().any(|known| known.name == *name && values.contains(&written_value(known)))
            };
            !counts(&Choice::Attribute(name.clone())) || any(values.is_empty(), has(values))
        })
}

/// A kind of filter. Its facet ignores the filter itself.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
    Category,
    Brand,
    Condition,
    Price,
    Attribute(autoparts_domain::text::AttributeName),
}

impl MemorySearch {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Values of the vehicles that parts fit, sorted, without duplicates.
    fn of_covered<T: Ord>(&self, said: impl Fn(&CoveredVehicles) -> Option<T>) -> Vec<T> {
        self.of_covered_by(|_| true, said)
    }

    /// Like [`Self::of_covered`], for some parts.
    fn of_covered_by<T: Ord>(
        &self,
        is_asked: impl Fn(&PartDocument) -> bool,
        said: impl Fn(&CoveredVehicles) -> Option<T>,
    ) -> Vec<T> {
        let state = self.state();
        let asked = state.current.parts.values().filter(|part| is_asked(part));
        let covered = asked.flat_map(|part| part.coverage.fits());
        Vec::from_iter(covered.filter_map(said).collect::<BTreeSet<T>>())
    }
}

impl Table {
    /// The parts that contain the words, with their scores.
    fn with_words<'a>(&'a self, words: &Words, only_names: bool) -> Vec<(u32, &'a PartDocument)> {
        let scored = self.parts.values().map(|part| (words.score(part, only_names), part));
        scored.filter_map(|(score, part)| Some((score?, part))).collect()
    }

    /// The words to search for, and their corrected form if they were corrected.
    fn mended(&self, typed: Words) -> (Words, Option<String>) {
        if !self.with_words(&typed, true).is_empty() {
            return (typed, None);
        }
        let as_typed = self.with_words(&typed, false).len();
        let mended = typed.mended(self.parts.values());
        let found = mended.iter().map(|words| (self.with_words(words, true).len(), words));
        match found.max_by_key(|(found, _)| *found).filter(|(found, _)| *found > as_typed) {
            Some((_, words)) => (words.clone(), Some(words.to_string())),
            None => (typed, None),
        }
    }

    fn search(&self, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        if query.after.as_ref().is_some_and(|after| after.sort() != query.order()) {
            return Err(SearchError::OtherOrder);
        }
        let typed = Words::of(query.words.as_ref().map_or("", SearchWords::as_str));
        if typed.is_empty() && query.words.is_some() {
            return Ok(SearchResult::default());
        }
        let (words, did_you_mean) = self.mended(typed);
        let found = self.with_words(&words, false);
        let mut parts: Vec<_> = found.iter().filter(|(_, part)| chosen(part, query, None)).copied().collect();
        let total = u64::try_from(parts.len()).unwrap_or(u64::MAX);
        let facets = facets::count(&found, query);
        let (parts, next) = pages::page(&mut parts, query)?;
        Ok(SearchResult { parts, total, facets, next, did_you_mean })
    }
}

#[async_trait]
impl PartSearch for MemorySearch {
    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        self.state().current.search(query)
    }

    async fn suggest(&self, typed: &SearchWords, limit: u32) -> Result<Vec<PartId>, SearchError> {
        let words = Words::of(typed.as_str());
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let state = self.state();
        let mut found = state.current.with_words(&words, false);
        let query = SearchQuery { sort: Sort::Relevance, words: Some(typed.clone()), limit, ..SearchQuery::default() };
        Ok(pages::page(&mut found, &query)?.0)
    }

    async fn find_all(&self, query: &SearchQuery, most: u32) -> Result<Vec<PartId>, SearchError> {
        let state = self.state();
        let typed = Words::of(query.words.as_ref().map_or("", SearchWords::as_str));
        if typed.is_empty() && query.words.is_some() {
            return Ok(Vec::new());
        }
        let (words, _) = state.current.mended(typed);
        let found = state.current.with_words(&words, false);
        let mut parts: Vec<PartId> =
            found.iter().filter(|(_, part)| chosen(part, query, None)).map(|(_, part)| part.id).collect();
        parts.sort_unstable_by(|left, right| right.cmp(left));
        parts.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(parts)
    }

    async fn counts(&self) -> Result<CatalogueCounts, SearchError> {
        let state = self.state();
        let mut counts = CatalogueCounts::default();
        for part in state.current.parts.values() {
            counts.parts += 1;
            if let Some((brand, _)) = &part.brand {
                *counts.brands.entry(brand.clone()).or_default() += 1;
            }
            for (category, _) in &part.categories {
                *counts.categories.entry(category.clone()).or_default() += 1;
            }
        }
        Ok(counts)
    }

    async fn vehicle_years(&self) -> Result<Vec<ModelYear>, SearchError> {
        let ranges = self.of_covered(|covered| Some(covered.years));
        Ok(Vec::from_iter(ranges.iter().flat_map(|years| years.iter()).collect::<BTreeSet<_>>()))
    }

    async fn vehicle_makes(&self, year: ModelYear) -> Result<Vec<MakeId>, SearchError> {
        Ok(self.of_covered(|covered| covered.years.contains(year).then(|| covered.model.make.clone())))
    }

    async fn vehicle_models(
        &self,
        year: ModelYear,
        make: &MakeId,
        in_stock: bool,
    ) -> Result<Vec<ModelId>, SearchError> {
        let is_of = |covered: &CoveredVehicles| covered.years.contains(year) && covered.model.make == *make;
        let is_asked = |part: &PartDocument| !in_stock || part.orderable;
        Ok(self.of_covered_by(is_asked, |covered| is_of(covered).then(|| covered.model.clone())))
    }

    async fn vehicle_engines(&self, year: ModelYear, model: &ModelId) -> Result<Vec<EngineId>, SearchError> {
        let is_of = |covered: &CoveredVehicles| covered.years.contains(year) && covered.model == *model;
        Ok(self.of_covered(|covered| covered.engine.clone().filter(|_| is_of(covered))))
    }

    async fn apply(&self, batch: IndexBatch) -> Result<(), SearchError> {
        let mut state = self.state();
        let State { current, next, building } = &mut *state;
        if let Some((done, _)) = building {
            *done = done.saturating_add(u64::try_from(batch.upserts.len()).unwrap_or(u64::MAX));
        }
        next.as_mut().unwrap_or(current).apply(batch);
        Ok(())
    }

    async fn position(&self) -> Result<Option<IndexPosition>, SearchError> {
        let state = self.state();
        Ok(state.next.as_ref().unwrap_or(&state.current).position)
    }

    fn progress(&self) -> IndexProgress {
        self.state().building.map_or(IndexProgress::Ready, |(done, of)| IndexProgress::Building { done, of })
    }

    async fn begin_rebuild(&self, documents: u64) -> Result<(), SearchError> {
        let mut state = self.state();
        let in_place = state.next.is_none() && (state.building.is_some() || state.current.position.is_none());
        if in_place {
            state.current = Table::default();
        } else {
            state.next = Some(Table::default());
        }
        state.building = Some((0, documents));
        Ok(())
    }

    async fn finish_rebuild(&self) -> Result<(), SearchError> {
        let mut state = self.state();
        state.building = None;
        if let Some(next) = state.next.take() {
            state.current = next;
        }
        Ok(())
    }
}
