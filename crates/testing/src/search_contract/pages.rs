//! Sort orders and pages of results.

use super::{Shared, batch, fill, part, parts, query, sample, upsert};
use autoparts_application::ports::part_search::{IndexBatch, PartDocument, SearchError};
use autoparts_domain::{
    catalogue::search::{SearchCursor, SearchQuery, Sort},
    id::PartId,
};
use std::collections::BTreeSet;

/// Parts in every sort order; several have the same title or price.
fn documents() -> Vec<PartDocument> {
    let titles = ["Gasket", "älter Gasket", "gasket", "Bearing gasket", "Gásket", "Zinc gasket"];
    let document = |(number, title): (u128, &str)| {
        let price = sample::cents(i64::try_from(number % 7).unwrap() * 10 + 5);
        PartDocument { price, ..sample::document(number, title) }
    };
    (1..=60).zip(titles.into_iter().cycle()).map(document).collect()
}

/// The parts of all pages of an unchanged index. Each cursor passes through its text form.
async fn all_pages(search: &Shared, query: &SearchQuery) -> Vec<PartId> {
    let mut found = Vec::new();
    let mut query = query.clone();
    loop {
        let result = search.search(&query).await.unwrap();
        assert!(result.parts.len() <= usize::try_from(query.limit).unwrap());
        found.extend(result.parts);
        assert!(found.len() <= 2_000, "the pages do not end");
        match result.next {
            Some(next) => query.after = Some(next.to_string().parse().unwrap()),
            None => return found,
        }
    }
}

pub async fn lists_have_an_order(search: &Shared) {
    fill(search).await;
    let sorted = async |words: &str, sort| search.search(&SearchQuery { sort, ..query(words) }).await.unwrap().parts;
    assert_eq!(sorted("brake", Sort::Newest).await, parts(&[3, 2, 1]));
    assert_eq!(sorted("brake", Sort::PriceUp).await, parts(&[1, 2, 3]));
    assert_eq!(sorted("brake", Sort::PriceDown).await, parts(&[3, 2, 1]));
    assert_eq!(sorted("", Sort::Name).await, parts(&[6, 7, 1, 2, 12, 8, 4, 5, 10, 3, 9, 11]));
    let same = vec![sample::document(30, "brake PADS, front"), sample::document(31, "Bráke pads, front")];
    upsert(search, same).await;
    assert_eq!(sorted("brake", Sort::Name).await, parts(&[1, 30, 31, 2, 3]), "equal ones by their ids");
}

pub async fn pages_have_neither_gaps_nor_repeats(search: &Shared) {
    for some in documents().chunks(25) {
        upsert(search, some.to_vec()).await;
    }
    for sort in Sort::ALL {
        for words in ["gasket", ""] {
            let query = SearchQuery { sort, ..query(words) };
            let at_once = search.search(&query).await.unwrap();
            assert_eq!((at_once.parts.len(), at_once.total, at_once.next), (60, 60, None), "{sort:?}");
            for limit in [1, 7, 59, 60] {
                let found = all_pages(search, &SearchQuery { limit, ..query.clone() }).await;
                assert_eq!(found, at_once.parts, "{sort:?} {words} by {limit}");
            }
        }
    }
}

pub async fn pages_by_field_stay_right_while_parts_change(search: &Shared) {
    for sort in [Sort::Newest, Sort::Name, Sort::PriceUp, Sort::PriceDown] {
        upsert(search, documents()).await;
        search.apply(IndexBatch { removals: (100..200).map(part).collect(), ..batch(2) }).await.unwrap();
        let mut query = SearchQuery { sort, limit: 6, ..query("gasket") };
        let mut seen = Vec::new();
        let mut number = 100;
        loop {
            let result = search.search(&query).await.unwrap();
            seen.extend(result.parts.iter().copied());
            let Some(next) = result.next else { break };
            query.after = Some(next);
            // The last part of the page disappears, and others appear at both ends of the list.
            let removals = result.parts.last().copied().into_iter().collect();
            let others = [("Aa gasket", 1), ("Zz gasket", 1), ("Aa gasket", 9_999), ("Zz gasket", 9_999)];
            let other = |(number, (title, price)): (u128, (&str, i64))| PartDocument {
                price: sample::cents(price),
                ..sample::document(number, title)
            };
            let upserts = (number..).zip(others).map(other).collect();
            number += 4;
            search.apply(IndexBatch { upserts, removals, ..batch(2) }).await.unwrap();
            if number > 196 {
                break;
            }
        }
        let once: BTreeSet<_> = seen.iter().copied().collect();
        assert_eq!(once.len(), seen.len(), "{sort:?}: a part was listed twice");
        let missing: Vec<_> = (1..=60).map(part).filter(|part| !once.contains(part)).collect();
        assert!(missing.is_empty(), "{sort:?}: {missing:?} were skipped");
    }
}

pub async fn pages_by_relevance_stay_right_while_parts_change(search: &Shared) {
    upsert(search, documents()).await;
    let mut query = SearchQuery { sort: Sort::Relevance, limit: 6, ..query("gasket") };
    let mut seen = Vec::new();
    let mut gone = BTreeSet::new();
    let mut number = 100;
    loop {
        let result = search.search(&query).await.unwrap();
        seen.extend(result.parts.iter().copied());
        let Some(next) = result.next else { break };
        query.after = Some(next);
        // All but one of the listed parts disappear, and another match appears.
        let removals: Vec<_> = result.parts.iter().skip(1).copied().collect();
        gone.extend(removals.iter().copied());
        let upserts = if number < 104 { vec![sample::document(number, "Gasket")] } else { Vec::new() };
        number += 1;
        search.apply(IndexBatch { upserts, removals, ..batch(2) }).await.unwrap();
    }
    let once: BTreeSet<_> = seen.iter().copied().collect();
    assert_eq!(once.len(), seen.len(), "a part was listed twice");
    let missing: Vec<_> = (1..=60).map(part).filter(|part| !once.contains(part)).collect();
    assert!(missing.is_empty(), "{missing:?} were skipped");
    assert!(gone.len() > 10);
}

pub async fn lists_by_relevance_end_after_a_thousand(search: &Shared) {
    let document = |number| sample::document(number, "Washer");
    upsert(search, (1..=1_100).map(document).collect()).await;
    let query = SearchQuery { limit: 100, ..query("washer") };
    let at = |place| SearchQuery { after: Some(SearchCursor::relevance(place, &[])), ..query.clone() };
    let last = search.search(&at(950)).await.unwrap();
    assert_eq!((last.parts.len(), last.total), (50, 1_100));
    assert_eq!(last.next, Some(SearchCursor::relevance(1_000, &last.parts)), "there are more, but not by relevance");
    assert!(matches!(search.search(&at(1_000)).await, Err(SearchError::TooFar)));
    let newest = SearchQuery { sort: Sort::Newest, ..query };
    assert_eq!(all_pages(search, &newest).await.len(), 1_100);
}

pub async fn a_cursor_is_for_lists_in_its_order(search: &Shared) {
    fill(search).await;
    for (sort, after) in [
        (Sort::Newest, SearchCursor::relevance(1, &[])),
        (Sort::Relevance, SearchCursor::Newest(part(5))),
        (Sort::PriceUp, SearchCursor::PriceDown(sample::cents(5), part(5))),
        (Sort::Name, SearchCursor::PriceUp(sample::cents(5), part(5))),
    ] {
        let query = SearchQuery { sort, after: Some(after), ..query("brake") };
        assert!(matches!(search.search(&query).await, Err(SearchError::OtherOrder)), "{query:?}");
    }
}

pub async fn all_results_of_a_query_are_returned_at_once(search: &Shared) {
    fill(search).await;
    let in_brakes = SearchQuery {
        categories: vec!["brakes".parse().unwrap()],
        sort: Sort::PriceUp,
        after: Some(SearchCursor::PriceUp(sample::cents(5), part(5))),
        limit: 1,
        ..query("")
    };
    assert_eq!(search.find_all(&in_brakes, 100).await.unwrap(), parts(&[3, 2, 1]), "newest first, whatever the page");
    assert_eq!(search.find_all(&in_brakes, 2).await.unwrap(), parts(&[3, 2]));
    assert_eq!(search.find_all(&query("alternator"), 100).await.unwrap(), parts(&[12, 7]));
    let in_stock = SearchQuery { in_stock: true, ..query("alternator") };
    assert_eq!(search.find_all(&in_stock, 100).await.unwrap(), parts(&[7]));
    assert!(search.find_all(&query("—"), 100).await.unwrap().is_empty(), "words that mean nothing find nothing");
    upsert(search, (20..=1_200).map(|number| sample::document(number, "Washer")).collect()).await;
    assert_eq!(search.find_all(&query("washer"), 10_000).await.unwrap().len(), 1_181, "more than a page has");
}
