//! Searching the catalog: part numbers in the database, words and filters in the index. Cards are read from the
//! database, so prices and stock are current.

use super::{CatalogueError, CatalogueResult, known_names::Names, successors};
use crate::{
    ports::{
        catalogue::{PartCard, listings::NumberHit},
        part_search::{IndexProgress, SearchError, SearchResult},
        store::Transaction,
    },
    shop::Shop,
    use_case_error::UseCaseError,
    vehicles::known_vehicle,
};
use autoparts_domain::{
    catalogue::{
        category::{Brand, Category},
        part_number::{NormalNumber, PartNumber},
        search::{Facets, SearchCursor, SearchQuery, SearchWords},
    },
    id::PartId,
};
use std::{collections::BTreeSet, sync::Arc};

/// Maximum number of parts found by number, in addition to those found by words.
const NUMBER_HITS: u32 = 24;

/// Longer numbers have too many variants with one typo, and are unlikely to be part numbers.
const LONGEST_WITH_SLIPS: usize = 20;

/// A page of search results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The parts of the page, in the order of the query.
    pub parts: Vec<PartCard>,
    /// The total on all pages.
    pub total: u64,
    /// Counts per filter value.
    pub facets: Facets,
    /// The names of brands and categories.
    pub names: Arc<Names>,
    /// The start of the next page.
    pub next: Option<SearchCursor>,
    /// The corrected words that were searched instead of the typed ones.
    pub did_you_mean: Option<String>,
    /// Matches of the words as a part number; only on the first page.
    pub numbers: NumberMatches,
    /// Percentage of the catalog that is searchable while the index is being filled.
    pub indexed_percent: Option<u8>,
}

/// Matches of a part number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NumberMatches {
    /// Parts with exactly this number first; otherwise parts with numbers that begin with it.
    pub hits: Vec<(PartCard, NumberHit)>,
    /// A number that differs by one typo, if no number equals or begins with the typed one.
    pub similar: Option<PartNumber>,
}

/// Suggestions while the user types.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Suggestions {
    /// Categories with a word in their name that begins with the text, each as its path from the top.
    pub categories: Vec<Vec<Category>>,
    /// Brands with a word in their name that begins with the text.
    pub brands: Vec<Brand>,
    /// Parts with a number that matches the text.
    pub numbers: Vec<(PartCard, NumberHit)>,
    /// Parts that match the words.
    pub parts: Vec<PartCard>,
}

impl Shop {
    /// Finds parts. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn search(&self, query: SearchQuery) -> CatalogueResult<Found> {
        if query.vehicle.as_ref().is_some_and(|vehicle| !self.is_on_sale(vehicle.year)) {
            return Err(CatalogueError::NoSuchVehicle.into());
        }
        let number = query.words.as_ref().filter(|_| query.after.is_none());
        let number = number.and_then(|words| NormalNumber::searched(words.as_str()));
        let result = match self.search.search(&query).await {
            Ok(result) => Ok(result),
            // Part number lookups do not need the index.
            Err(SearchError::Unavailable(_)) if number.is_some() => Ok(SearchResult::default()),
            Err(error) => Err(error),
        }?;
        let indexed_percent = match self.search.progress() {
            IndexProgress::Ready => None,
            IndexProgress::Building { done, of } => {
                Some(u8::try_from(done.saturating_mul(100) / of.max(1)).unwrap_or(100).min(99))
            }
        };
        let SearchResult { parts: ids, total, facets, next, did_you_mean } = result;
        let names = self.names().await?;
        let vehicle = query.vehicle;
        let (parts, numbers) = self
            .store
            .read_public(move |tx| {
                if let Some(vehicle) = &vehicle {
                    known_vehicle(tx, vehicle)?.ok_or(CatalogueError::NoSuchVehicle)?;
                }
                let numbers = number.as_ref().map(|number| matches(tx, number, NUMBER_HITS, true)).transpose()?;
                Ok::<_, UseCaseError<_>>((tx.cards(&ids)?, numbers.unwrap_or_default()))
            })
            .await?;
        Ok(Found { parts, total, facets, names, next, did_you_mean, numbers, indexed_percent })
    }

    /// Returns suggestions for what is typed so far, at most `limit` of each kind. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn suggestions(&self, typed: SearchWords, limit: u32) -> CatalogueResult<Suggestions> {
        // Part numbers, brands and categories are available even without the index.
        let ids = match self.search.suggest(&typed, limit).await {
            Err(SearchError::Unavailable(_)) => Vec::new(),
            ids => ids?,
        };
        let number = NormalNumber::searched(typed.as_str());
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let names = self.names().await?;
        self.store
            .read_public(move |tx| {
                let tree = &names.categories;
                let path = |id| tree.path(id).into_iter().cloned().collect();
                let begins = |name: &str| has_word_beginning(name, typed.as_str());
                let numbers =
                    number.as_ref().map(|number| matches(tx, number, limit, false)).transpose()?.unwrap_or_default();
                let shown: BTreeSet<PartId> = numbers.hits.iter().map(|(card, _)| card.part.id).collect();
                let ids: Vec<PartId> = ids.iter().copied().filter(|id| !shown.contains(id)).collect();
                let categories = tree.in_order().into_iter().filter(|category| begins(category.name.as_str()));
                Ok(Suggestions {
                    categories: categories.take(most).map(|category| path(&category.id)).collect(),
                    brands: names
                        .brands
                        .values()
                        .filter(|brand| begins(brand.name.as_str()))
                        .take(most)
                        .cloned()
                        .collect(),
                    numbers: numbers.hits,
                    parts: tx.cards(&ids)?,
                })
            })
            .await
    }
}

/// Returns whether the words of a name begin with the typed words, in order.
fn has_word_beginning(name: &str, typed: &str) -> bool {
    let name = name.to_lowercase();
    let typed = typed.to_lowercase();
    let starts = std::iter::once(0).chain(name.match_indices([' ', '-', '&']).map(|(at, _)| at + 1));
    starts.filter_map(|at| name.get(at..)).any(|rest| rest.trim_start().starts_with(typed.trim()))
}

/// Returns the parts of the catalog that a number leads to, or that have a number beginning with it, without
/// duplicates.
pub(super) fn parts_of_number(tx: &mut dyn Transaction, number: &NormalNumber) -> CatalogueResult<Vec<PartId>> {
    let mut hits = tx.parts_by_number(number, NUMBER_HITS)?;
    if hits.is_empty() {
        hits = tx.parts_by_number_beginning(number, NUMBER_HITS)?;
    }
    let mut known = BTreeSet::new();
    Ok(hits.into_iter().map(|hit| hit.part).filter(|part| known.insert(*part)).collect())
}

fn matches(
    tx: &mut dyn Transaction,
    number: &NormalNumber,
    limit: u32,
    with_slips: bool,
) -> CatalogueResult<NumberMatches> {
    let mut hits = tx.parts_by_number(number, limit)?;
    if hits.is_empty() {
        hits = tx.parts_by_number_beginning(number, limit)?;
    }
    if hits.is_empty() && (!with_slips || number.as_str().chars().count() > LONGEST_WITH_SLIPS) {
        return Ok(NumberMatches::default());
    }
    if hits.is_empty() {
        let similar = tx.parts_by_any_number(&number.one_typo_away(), 1)?.pop().map(|hit| hit.number);
        return Ok(NumberMatches { hits: Vec::new(), similar });
    }
    // A part found by several of its numbers is shown for the first of them.
    let mut known = BTreeSet::new();
    hits.retain(|hit| known.insert(hit.part));
    let ids: Vec<PartId> = hits.iter().map(|hit| hit.part).collect();
    let cards = tx.cards(&ids)?;
    let mut found = Vec::with_capacity(cards.len());
    for mut card in cards {
        let Some(hit) = hits.iter().find(|hit| hit.part == card.part.id) else { continue };
        successors::follow_hit(tx, &mut card, hit)?;
        found.push((card, hit.clone()));
    }
    Ok(NumberMatches { hits: found, similar: None })
}

#[cfg(test)]
mod tests {
    use super::has_word_beginning;

    #[test]
    fn a_name_is_found_by_the_beginning_of_its_words() {
        for typed in ["br", "Brake p", "PADS", "pads", "kits", "brake pads & k"] {
            assert!(has_word_beginning("Brake pads & kits", typed), "{typed}");
        }
        for typed in ["rake", "pads brake", "kits x"] {
            assert!(!has_word_beginning("Brake pads & kits", typed), "{typed}");
        }
    }
}
