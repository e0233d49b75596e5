//! Facet counts.

use super::{Choice, chosen};
use autoparts_application::ports::part_search::PartDocument;
use autoparts_domain::{
    catalogue::search::{AttributeFacet, Facets, SearchQuery, written_value},
    text::AttributeName,
};
use std::collections::{BTreeMap, BTreeSet};

type Found<'a> = (u32, &'a PartDocument);

/// The `most` most frequent values with their counts, followed by the chosen values that are not among them.
fn ranked<K: Ord>(items: impl Iterator<Item = K>, most: usize, chosen: &[K]) -> Vec<(K, u64)> {
    let mut counts: BTreeMap<K, u64> = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut rest = counts.split_off(most.min(counts.len()));
    rest.retain(|(item, _)| chosen.contains(item));
    counts.append(&mut rest);
    counts
}

/// Counts the facets of the parts that were found by words.
pub(super) fn count(found: &[Found<'_>], query: &SearchQuery) -> Facets {
    let except =
        |choice: Choice| found.iter().map(|(_, part)| *part).filter(move |part| chosen(part, query, Some(&choice)));
    let brands = except(Choice::Brand).filter_map(|part| Some(part.brand.as_ref()?.0.clone()));
    let categories = except(Choice::Category)
        .flat_map(|part| part.categories.iter().map(|(id, _)| id.clone()).collect::<BTreeSet<_>>());
    let conditions = except(Choice::Condition).map(|part| part.condition);
    let lowest = except(Choice::Price).map(|part| part.price).min();
    let highest = except(Choice::Price).map(|part| part.price).max();
    Facets {
        brands: ranked(brands, Facets::MAX_VALUES, &query.brands),
        categories: ranked(categories, Facets::MAX_CATEGORIES, &query.categories),
        conditions: ranked(conditions, usize::MAX, &[]),
        price: lowest.zip(highest),
        attributes: if query.categories.is_empty() { Vec::new() } else { attributes(found, query) },
    }
}

fn attributes(found: &[Found<'_>], query: &SearchQuery) -> Vec<AttributeFacet> {
    let values_of = |name: &AttributeName| {
        let parts = found.iter().filter(|(_, part)| chosen(part, query, Some(&Choice::Attribute(name.clone()))));
        let values = parts.flat_map(|(_, part)| {
            let of_name = part.attributes.iter().filter(|known| known.name == *name);
            of_name.map(written_value).collect::<BTreeSet<_>>()
        });
        ranked(values, Facets::MAX_VALUES, query.attributes.get(name).map_or(&[], Vec::as_slice))
    };
    let matching = found.iter().filter(|(_, part)| chosen(part, query, None));
    let names = matching.flat_map(|(_, part)| part.attributes.iter().map(|known| &known.name).collect::<BTreeSet<_>>());
    let mut names: Vec<_> =
        ranked(names, Facets::MAX_ATTRIBUTES, &[]).into_iter().map(|(name, _)| name.clone()).collect();
    // A chosen attribute stays in the facets, so that the choice can be changed.
    names.extend(query.attributes.keys().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>());
    let facets = names.into_iter().map(|name| AttributeFacet { values: values_of(&name), name });
    facets.filter(|facet| !facet.values.is_empty()).take(Facets::MAX_ATTRIBUTES).collect()
}
