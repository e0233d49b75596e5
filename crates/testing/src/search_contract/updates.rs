//! How an index follows the database.

use super::{Shared, batch, fill, part, parts, position, query, sample, search_for, upsert};
use autoparts_application::ports::part_search::{IndexBatch, IndexProgress, PartDocument, SearchResult};
use autoparts_domain::{catalogue::search::SearchQuery, id::PartId};

async fn total(search: &Shared, words: &str) -> u64 {
    search_for(search, words).await.total
}

async fn in_stock(search: &Shared) -> Vec<PartId> {
    search.search(&SearchQuery { in_stock: true, ..query("") }).await.unwrap().parts
}

pub async fn an_empty_index_has_no_position_and_finds_nothing(search: &Shared) {
    assert_eq!(search.position().await.unwrap(), None);
    assert_eq!(search.progress(), IndexProgress::Ready);
    assert_eq!(search_for(search, "brake").await, SearchResult::default());
    assert_eq!(search_for(search, "").await, SearchResult::default());
    assert!(search.suggest(&"br".parse().unwrap(), 8).await.unwrap().is_empty());
}

pub async fn a_batch_leads_to_its_position(search: &Shared) {
    fill(search).await;
    assert_eq!(search.position().await.unwrap(), Some(position(1)));
    search.apply(batch(9)).await.unwrap();
    assert_eq!(search.position().await.unwrap(), Some(position(9)));
    assert_eq!(total(search, "").await, 12);
}

pub async fn a_changed_part_replaces_its_old_document(search: &Shared) {
    fill(search).await;
    assert_eq!(total(search, "alterna").await, 1);
    let changed = PartDocument { revision: 1, ..sample::document(7, "Starter motor") };
    upsert(search, vec![changed]).await;
    assert_eq!(search_for(search, "starter").await.parts, parts(&[7]));
    assert_eq!((total(search, "alterna").await, total(search, "").await), (0, 12));
    assert_eq!(total(search, "brake starter").await, 0);
}

pub async fn a_part_that_was_removed_is_not_found(search: &Shared) {
    fill(search).await;
    let removals = vec![part(8), part(9), part(404)];
    search.apply(IndexBatch { removals, ..batch(2) }).await.unwrap();
    assert_eq!((total(search, "spark").await, total(search, "winter").await, total(search, "").await), (0, 0, 10));
    assert!(search_for(search, "").await.facets.brands.iter().all(|(brand, _)| brand.as_str() != "ngk"));
    upsert(search, vec![sample::document(8, "Glow plug")]).await;
    assert_eq!(search_for(search, "plug").await.parts, parts(&[8]));
}

pub async fn remaining_parts_are_counted_and_listed_completely(search: &Shared) {
    // Twice the batch size of a search, then more, then fewer.
    for (from, many) in [(1_000, 128), (2_000, 200), (3_000, 65)] {
        let numbers = from..from + many;
        upsert(search, numbers.clone().map(|number| sample::document(number, "Washer")).collect()).await;
        let removals = numbers.clone().filter(|number| number % 3 == 0).map(part).collect();
        search.apply(IndexBatch { removals, ..batch(2) }).await.unwrap();
        let left: Vec<PartId> = numbers.clone().filter(|number| number % 3 != 0).map(part).rev().collect();
        for words in ["washer", ""] {
            let found = search_for(search, words).await;
            assert_eq!(usize::try_from(found.total).unwrap(), left.len(), "{words:?}, {many}");
            let counted: u64 = found.facets.conditions.iter().map(|(_, count)| count).sum();
            assert_eq!(counted, found.total);
            assert_eq!(search.find_all(&query(words), 1_000).await.unwrap(), left, "{words:?}, {many}");
        }
        search.apply(IndexBatch { removals: left, ..batch(3) }).await.unwrap();
    }
}

pub async fn of_two_documents_of_a_part_the_higher_revision_wins(search: &Shared) {
    let revised = |revision, title| PartDocument { revision, ..sample::document(1, title) };
    upsert(search, vec![revised(1, "First"), revised(3, "Third"), revised(2, "Second")]).await;
    assert_eq!((total(search, "third").await, total(search, "").await), (1, 1));
}

pub async fn availability_changes_without_a_document(search: &Shared) {
    fill(search).await;
    let orderable = vec![(part(1), false), (part(2), true), (part(404), true), (part(3), true)];
    search.apply(IndexBatch { orderable, ..batch(2) }).await.unwrap();
    assert_eq!(in_stock(search).await, parts(&[11, 9, 7, 5, 3, 2]));
    search.apply(IndexBatch { orderable: vec![(part(1), true), (part(2), false)], ..batch(3) }).await.unwrap();
    assert_eq!(in_stock(search).await, parts(&[11, 9, 7, 5, 3, 1]));
    assert_eq!(total(search, "").await, 12);
}

pub async fn a_document_overrides_the_availability(search: &Shared) {
    fill(search).await;
    search.apply(IndexBatch { orderable: vec![(part(1), false), (part(3), false)], ..batch(2) }).await.unwrap();
    let again: Vec<_> = sample::catalogue().into_iter().filter(|document| document.id == part(1)).collect();
    search.apply(IndexBatch { upserts: again, orderable: vec![(part(1), false)], ..batch(3) }).await.unwrap();
    assert_eq!(in_stock(search).await, parts(&[11, 9, 7, 5, 1]));
    search.apply(IndexBatch { removals: vec![part(3)], ..batch(4) }).await.unwrap();
    upsert(search, vec![sample::document(3, "Disc")]).await;
    assert_eq!(in_stock(search).await, parts(&[11, 9, 7, 5, 3, 1]), "the data of a removed part is deleted");
}

pub async fn an_empty_index_is_filled_in_place(search: &Shared) {
    search.begin_rebuild(12).await.unwrap();
    assert_eq!(search.progress(), IndexProgress::Building { done: 0, of: 12 });
    assert_eq!(search.position().await.unwrap(), None);
    let catalogue = sample::catalogue();
    let (first, rest) = catalogue.split_at(5);
    search.apply(IndexBatch { upserts: first.to_vec(), ..batch(1) }).await.unwrap();
    assert_eq!(search.progress(), IndexProgress::Building { done: 5, of: 12 });
    assert_eq!(search.position().await.unwrap(), Some(position(1)));
    search.apply(IndexBatch { upserts: rest.to_vec(), ..batch(2) }).await.unwrap();
    search.finish_rebuild().await.unwrap();
    assert_eq!(search.progress(), IndexProgress::Ready);
    assert_eq!(search.position().await.unwrap(), Some(position(2)));
    assert_eq!((total(search, "").await, total(search, "brake").await), (12, 3));
}

pub async fn a_new_index_is_built_while_the_old_one_serves(search: &Shared) {
    fill(search).await;
    search.apply(IndexBatch { orderable: vec![(part(1), false)], ..batch(5) }).await.unwrap();
    search.begin_rebuild(2).await.unwrap();
    assert_eq!(search.position().await.unwrap(), None, "the new one is empty");
    let documents = vec![sample::document(1, "Gasket"), sample::document(2, "Washer")];
    search.apply(IndexBatch { upserts: documents, ..batch(3) }).await.unwrap();
    assert_eq!(search.progress(), IndexProgress::Building { done: 2, of: 2 });
    assert_eq!(search.position().await.unwrap(), Some(position(3)));
    assert_eq!((total(search, "brake").await, total(search, "gasket").await), (3, 0), "the old one answers");
    search.finish_rebuild().await.unwrap();
    assert_eq!(search.progress(), IndexProgress::Ready);
    assert_eq!((total(search, "brake").await, total(search, "gasket").await), (0, 1));
    assert_eq!(in_stock(search).await, parts(&[2, 1]));
    assert_eq!(search.position().await.unwrap(), Some(position(3)));
    search.finish_rebuild().await.unwrap();
    assert_eq!(total(search, "gasket").await, 1, "finishing what was not begun does nothing");
}

pub async fn a_restarted_rebuild_starts_from_scratch(search: &Shared) {
    search.begin_rebuild(9).await.unwrap();
    upsert(search, vec![sample::document(1, "Gasket")]).await;
    search.begin_rebuild(1).await.unwrap();
    assert_eq!(search.progress(), IndexProgress::Building { done: 0, of: 1 });
    assert_eq!(search.position().await.unwrap(), None);
    upsert(search, vec![sample::document(2, "Washer")]).await;
    search.finish_rebuild().await.unwrap();
    assert_eq!(search_for(search, "").await.parts, parts(&[2]));
    for title in ["Bracket", "Bolt"] {
        search.begin_rebuild(1).await.unwrap();
        upsert(search, vec![sample::document(3, title)]).await;
    }
    assert_eq!(search_for(search, "").await.parts, parts(&[2]), "the old one answers");
    search.finish_rebuild().await.unwrap();
    assert_eq!((total(search, "bracket").await, total(search, "bolt").await), (0, 1));
}

pub async fn concurrent_searches_succeed_while_parts_change(search: &Shared) {
    fill(search).await;
    let searches = (0..20).map(|_| {
        let search = Shared::clone(search);
        tokio::spawn(async move {
            for _ in 0..20 {
                let result = search_for(&search, "brake").await;
                assert_eq!(result.total, 3, "a change is seen whole or not at all");
            }
        })
    });
    let searches: Vec<_> = searches.collect();
    for number in 0..20 {
        let documents = sample::catalogue().into_iter().map(|document| PartDocument { revision: number, ..document });
        search.apply(IndexBatch { upserts: documents.collect(), ..batch(number) }).await.unwrap();
    }
    for task in searches {
        task.await.unwrap();
    }
}
