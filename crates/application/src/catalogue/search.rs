//! Searching the catalogue: by part number in the database, by words and by narrowing down in the index. What stands
//! on the cards is read from the database, so price and stock are those of now.

use super::{CatalogueError, names::Names, successors};
use crate::{
    ports::{
        catalogue::{PartCard, listings::NumberHit},
        part_search::{IndexProgress, SearchError, SearchResult},
        store::Transaction,
    },
    shop::Shop,
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

/// Parts that a number leads to, beside those that words find.
const NUMBER_HITS: u32 = 24;

/// Numbers that are longer have too many that are one slip away; what is typed then is hardly a number.
const LONGEST_WITH_SLIPS: usize = 20;

/// A page of what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// A page of the parts, in the order of the query.
    pub parts: Vec<PartCard>,
    /// How many there are on all pages.
    pub total: u64,
    /// How many of them have what.
    pub facets: Facets,
    /// What brands and categories are called.
    pub names: Arc<Names>,
    /// Where the next page begins.
    pub next: Option<SearchCursor>,
    /// The words that were searched instead of those that were typed.
    pub did_you_mean: Option<String>,
    /// What the words lead to as a part number, on the first page.
    pub numbers: NumberMatches,
    /// How much of the catalogue can be found yet, in per cent, while the index is being filled.
    pub indexed_percent: Option<u8>,
}

/// What a part number leads to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NumberMatches {
    /// Parts, those of the very number first; otherwise those of numbers that begin so.
    pub hits: Vec<(PartCard, NumberHit)>,
    /// A number that is one slip away, when no number is or begins like the one that was typed.
    pub similar: Option<PartNumber>,
}

/// What is offered while somebody types.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Suggestions {
    /// Categories whose name has a word that begins so, each after those that it is in, from the top.
    pub categories: Vec<Vec<Category>>,
    /// Brands whose name has a word that begins so.
    pub brands: Vec<Brand>,
    /// Parts that the text leads to as a number.
    pub numbers: Vec<(PartCard, NumberHit)>,
    /// Parts that have the words.
    pub parts: Vec<PartCard>,
}

impl Shop {
    /// Finds parts; for everybody.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn search(&self, query: SearchQuery) -> Result<Found, CatalogueError> {
        if query.vehicle.as_ref().is_some_and(|vehicle| !self.is_on_sale(vehicle.year)) {
            return Err(CatalogueError::NoSuchVehicle);
        }
        let number = query.words.as_ref().filter(|_| query.after.is_none());
        let number = number.and_then(|words| NormalNumber::searched(words.as_str()));
        let result = match self.search.search(&query).await {
            Ok(result) => Ok(result),
            // Numbers do not need the index.
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
                Ok::<_, CatalogueError>((tx.cards(&ids)?, numbers.unwrap_or_default()))
            })
            .await?;
        Ok(Found { parts, total, facets, names, next, did_you_mean, numbers, indexed_percent })
    }

    /// What could be meant by what is typed so far, at most `limit` of each kind; for everybody.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn suggestions(&self, typed: SearchWords, limit: u32) -> Result<Suggestions, CatalogueError> {
        // Without its index the shop still knows its numbers, brands and categories.
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

/// Whether a name has words that begin like those that were typed, in their order.
fn has_word_beginning(name: &str, typed: &str) -> bool {
    let (name, typed) = (name.to_lowercase(), typed.to_lowercase());
    let starts = std::iter::once(0).chain(name.match_indices([' ', '-', '&']).map(|(at, _)| at + 1));
    starts.filter_map(|at| name.get(at..)).any(|rest| rest.trim_start().starts_with(typed.trim()))
}

/// The parts of the catalogue that a number leads to, or that have one that begins so; each once.
pub(super) fn parts_of_number(tx: &mut dyn Transaction, number: &NormalNumber) -> Result<Vec<PartId>, CatalogueError> {
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
) -> Result<NumberMatches, CatalogueError> {
    let mut hits = tx.parts_by_number(number, limit)?;
    if hits.is_empty() {
        hits = tx.parts_by_number_beginning(number, limit)?;
    }
    if hits.is_empty() && (!with_slips || number.as_str().chars().count() > LONGEST_WITH_SLIPS) {
        return Ok(NumberMatches::default());
    }
    if hits.is_empty() {
        let similar = tx.parts_by_any_number(&number.one_slip_away(), 1)?.pop().map(|hit| hit.number);
        return Ok(NumberMatches { hits: Vec::new(), similar });
    }
    // A part that several of its numbers lead to is shown for the first of them.
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
