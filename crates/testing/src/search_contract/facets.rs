//! Filters and facets.

use super::{Shared, fill, parts, query, sample::cents, search_for};
use autoparts_application::ports::part_search::{IndexBatch, PartDocument, SearchResult};
use autoparts_domain::{
    catalogue::{
        listing::Condition,
        search::{Facets, SearchQuery},
    },
    id::PartId,
};
use std::fmt::Display;

async fn search_by(search: &Shared, query: SearchQuery) -> SearchResult {
    search.search(&query).await.unwrap()
}

async fn found(search: &Shared, query: SearchQuery) -> Vec<PartId> {
    let mut parts = search_by(search, query).await.parts;
    parts.sort_unstable();
    parts
}

/// Counts as text, for readable comparisons.
fn written<T: Display>(counts: &[(T, u64)]) -> String {
    counts.iter().map(|(what, count)| format!("{what} {count}")).collect::<Vec<_>>().join(", ")
}

fn attributes(facets: &Facets) -> Vec<String> {
    facets.attributes.iter().map(|facet| format!("{}: {}", facet.name, written(&facet.values))).collect()
}

fn in_categories(words: &str, ids: &[&str]) -> SearchQuery {
    SearchQuery { categories: ids.iter().map(|id| id.parse().unwrap()).collect(), ..query(words) }
}

pub async fn without_words_everything_is_found_newest_first(search: &Shared) {
    fill(search).await;
    let result = search_for(search, "").await;
    assert_eq!(result.parts, parts(&[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]));
    assert_eq!((result.total, result.next, result.did_you_mean), (12, None, None));
}

pub async fn choices_of_one_facet_widen_and_of_several_facets_narrow(search: &Shared) {
    fill(search).await;
    let brands = |ids: &[&str]| ids.iter().map(|id| id.parse().unwrap()).collect();
    assert_eq!(found(search, in_categories("", &["pads", "ignition"])).await, parts(&[1, 2, 8]));
    assert_eq!(found(search, in_categories("", &["brakes"])).await, parts(&[1, 2, 3]), "with those below");
    assert_eq!(found(search, in_categories("bosch", &["brakes"])).await, parts(&[2]));
    let by_brand = SearchQuery { brands: brands(&["brembo", "bosch"]), ..in_categories("", &["pads", "filters"]) };
    assert_eq!(found(search, by_brand).await, parts(&[1, 2, 5]));
    let conditions = vec![Condition::Used, Condition::Remanufactured];
    assert_eq!(found(search, SearchQuery { conditions, ..query("") }).await, parts(&[7, 12]));
    assert!(found(search, in_categories("", &["nowhere"])).await.is_empty());
}

pub async fn prices_are_chosen_with_both_ends(search: &Shared) {
    fill(search).await;
    let between = |from: Option<i64>, to: Option<i64>| SearchQuery {
        price_from: from.map(cents),
        price_to: to.map(cents),
        ..query("")
    };
    assert_eq!(found(search, between(Some(300), Some(500))).await, parts(&[3, 4, 5]));
    assert_eq!(found(search, between(Some(301), Some(499))).await, parts(&[4]));
    assert_eq!(found(search, between(Some(1_100), None)).await, parts(&[11, 12]));
    assert_eq!(found(search, between(None, Some(100))).await, parts(&[1]));
    assert!(found(search, between(Some(500), Some(300))).await.is_empty());
}

pub async fn a_search_can_be_limited_to_parts_in_stock(search: &Shared) {
    fill(search).await;
    let result = search_by(search, SearchQuery { in_stock: true, ..query("") }).await;
    assert_eq!((result.parts, result.total), (parts(&[11, 9, 7, 5, 3, 1]), 6));
    assert_eq!(written(&result.facets.brands), "bosch 2, brembo 2, nokian 1, valeo 1");
}

pub async fn facets_count_what_was_found(search: &Shared) {
    fill(search).await;
    let facets = search_for(search, "brake").await.facets;
    assert_eq!(written(&facets.brands), "brembo 2, bosch 1");
    assert_eq!(written(&facets.categories), "brakes 3, pads 2, discs 1");
    assert_eq!(facets.conditions, [(Condition::New, 3)]);
    assert_eq!(facets.price, Some((cents(100), cents(300))));
    assert!(facets.attributes.is_empty(), "no category is chosen");
    let facets = search_for(search, "").await.facets;
    assert_eq!(written(&facets.brands), "bosch 3, brembo 2, mann 2, nokian 2, valeo 2, ngk 1");
    assert_eq!(facets.conditions, [(Condition::New, 10), (Condition::Remanufactured, 1), (Condition::Used, 1)]);
    assert_eq!(facets.price, Some((cents(100), cents(1_200))));
}

pub async fn a_facet_ignores_its_own_selection(search: &Shared) {
    fill(search).await;
    let chosen = SearchQuery {
        brands: vec!["brembo".parse().unwrap()],
        conditions: vec![Condition::New],
        price_to: Some(cents(200)),
        ..in_categories("", &["brakes"])
    };
    let result = search_by(search, chosen).await;
    assert_eq!((result.parts, result.total), (parts(&[1]), 1));
    assert_eq!(written(&result.facets.brands), "bosch 1, brembo 1", "in brakes, up to 2 dollars");
    assert_eq!(written(&result.facets.categories), "brakes 1, pads 1", "by brembo, up to 2 dollars");
    assert_eq!(result.facets.price, Some((cents(100), cents(300))), "by brembo in brakes");
    assert_eq!(result.facets.conditions, [(Condition::New, 1)]);
    let used = SearchQuery { conditions: vec![Condition::Used], ..query("") };
    let facets = search_by(search, used).await.facets;
    assert_eq!(facets.conditions.len(), 3, "the alternatives are still listed");
    assert_eq!(written(&facets.brands), "valeo 1");
}

pub async fn attribute_facets_are_returned_within_a_category(search: &Shared) {
    fill(search).await;
    let facets = search_by(search, in_categories("", &["brakes"])).await.facets;
    assert_eq!(attributes(&facets), ["Position: Front 2, Rear 1", "Width: 123 mm 1, 151 mm 1", "Diameter: 300 mm 1"]);
    let facets = search_by(search, in_categories("vented", &["brakes"])).await.facets;
    assert_eq!(attributes(&facets), ["Diameter: 300 mm 1", "Position: Front 1"]);
}

pub async fn an_attribute_ignores_its_own_selection(search: &Shared) {
    fill(search).await;
    let mut chosen = in_categories("", &["brakes"]);
    chosen.attributes.insert("Position".parse().unwrap(), vec!["Front".to_owned()]);
    let result = search_by(search, chosen.clone()).await;
    assert_eq!(result.parts, parts(&[3, 1]));
    assert_eq!(
        attributes(&result.facets),
        ["Position: Front 2, Rear 1", "Diameter: 300 mm 1", "Width: 151 mm 1"],
        "widths of the rear pads are not listed"
    );
    chosen.attributes.insert("Width".parse().unwrap(), vec!["151 mm".to_owned(), "123 mm".to_owned()]);
    assert_eq!(found(search, chosen.clone()).await, parts(&[1]));
    chosen.attributes.insert("Width".parse().unwrap(), vec!["151".to_owned()]);
    assert!(found(search, chosen).await.is_empty(), "a value is chosen with its unit");
}

pub async fn counts_are_whole_where_a_facet_ends(search: &Shared) {
    fill(search).await;
    let many: Vec<_> = (100_u128..100 + 250)
        .map(|number| {
            let brand = format!("brand-{number}");
            PartDocument {
                brand: Some((brand.parse().unwrap(), "Brand".parse().unwrap())),
                ..super::sample::document(number, "Washer")
            }
        })
        .collect();
    super::upsert(search, many).await;
    let counts = search.counts().await.unwrap();
    assert_eq!((counts.parts, counts.brands.len()), (262, 256), "more than a facet has");
    let facet = search_for(search, "").await.facets.brands;
    assert_eq!(facet.len(), Facets::MAX_VALUES);
    assert!(written(&facet).starts_with("bosch 3, brembo 2, "));
    assert!(written(&facet).ends_with(", brand-144 1"), "of equal ones those whose names come first");
    let brands = ["brand-349", "bosch"].map(|brand| brand.parse().unwrap()).into();
    let facet = search_by(search, SearchQuery { brands, ..query("") }).await.facets.brands;
    assert_eq!(facet.len(), Facets::MAX_VALUES + 1);
    assert!(written(&facet).ends_with(", brand-144 1, brand-349 1"), "a selected value is always listed");
    let of = |brand: &str| counts.brands.get(&brand.parse().unwrap()).copied();
    assert_eq!((of("bosch"), of("brand-349"), of("nobody")), (Some(3), Some(1), None));
    let within = |category: &str| counts.categories.get(&category.parse().unwrap()).copied();
    assert_eq!((within("brakes"), within("pads"), within("nowhere")), (Some(3), Some(2), None));
    search.apply(IndexBatch { removals: parts(&[1]), ..super::batch(2) }).await.unwrap();
    let counts = search.counts().await.unwrap();
    assert_eq!((counts.parts, counts.categories.get(&"pads".parse().unwrap())), (261, Some(&1)));
}
