//! An index folder that is reopened, damaged, deleted, shared, or not writable.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use autoparts_application::ports::part_search::{IndexBatch, IndexProgress, PartSearch, SearchError, SearchResult};
use autoparts_domain::catalogue::search::SearchQuery;
use autoparts_search::{Synonyms, TantivySearch};
use autoparts_testing::search_contract::{batch, part, position, query, sample};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn open(folder: &Path) -> TantivySearch {
    TantivySearch::open(Some(folder), Synonyms::shipped().unwrap()).unwrap()
}

/// The folder of an index with the sample catalog, in which part 1 is out of stock; at position 2.
async fn filled() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let search = open(folder.path());
    search.apply(IndexBatch { upserts: sample::catalogue(), ..batch(1) }).await.unwrap();
    search.apply(IndexBatch { orderable: vec![(part(1), false)], ..batch(2) }).await.unwrap();
    folder
}

async fn search_for(search: &TantivySearch, words: &str) -> SearchResult {
    search.search(&query(words)).await.unwrap()
}

/// The index reports that it is empty, and accepts changes.
async fn assert_starts_empty(search: &TantivySearch, why: &str) {
    assert_eq!(search.position().await.unwrap(), None, "{why}");
    assert_eq!(search_for(search, "").await.total, 0, "{why}");
    search.apply(IndexBatch { upserts: sample::catalogue(), ..batch(5) }).await.unwrap();
    assert_eq!(search_for(search, "brake").await.total, 3, "{why}");
    assert_eq!(search.position().await.unwrap(), Some(position(5)), "{why}");
}

/// Files of the folder with this suffix.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_str().unwrap().ends_with(end) {
            found.push(path);
        }
    }
    found
}

#[tokio::test]
async fn a_reopened_index_has_the_last_commit() {
    let folder = filled().await;
    for _ in 0..2 {
        let search = open(folder.path());
        assert_eq!(search.position().await.unwrap(), Some(position(2)));
        assert_eq!(search.progress(), IndexProgress::Ready);
        assert_eq!(search_for(&search, "brake").await.total, 3);
        let in_stock = SearchQuery { in_stock: true, ..query("") };
        assert_eq!(search.search(&in_stock).await.unwrap().total, 5, "part 1 is still known to be sold out");
    }
    let search = open(folder.path());
    search.apply(IndexBatch { orderable: vec![(part(1), true)], ..batch(3) }).await.unwrap();
    search.apply(IndexBatch { upserts: sample::catalogue(), ..batch(4) }).await.unwrap();
    drop(search);
    assert!(files(folder.path(), "flags-1").is_empty(), "files that are not needed are deleted");
    assert_eq!(open(folder.path()).position().await.unwrap(), Some(position(4)));
}

#[tokio::test]
async fn an_interrupted_fill_continues_from_the_last_commit() {
    let folder = tempfile::tempdir().unwrap();
    let search = open(folder.path());
    search.begin_rebuild(100).await.unwrap();
    search.apply(IndexBatch { upserts: sample::catalogue(), ..batch(1) }).await.unwrap();
    assert_eq!(search.position().await.unwrap(), Some(position(1)));
    drop(search);
    let search = open(folder.path());
    assert_eq!(search.progress(), IndexProgress::Building { done: 0, of: 100 }, "a small batch is not committed yet");
    assert_eq!(search.position().await.unwrap(), None, "the position was lost with the documents");
    search.apply(IndexBatch { upserts: sample::catalogue(), ..batch(1) }).await.unwrap();
    search.finish_rebuild().await.unwrap();
    drop(search);
    let search = open(folder.path());
    assert_eq!((search.progress(), search_for(&search, "").await.total), (IndexProgress::Ready, 12));
}

#[tokio::test]
async fn many_documents_are_committed_in_batches() {
    let folder = tempfile::tempdir().unwrap();
    let search = open(folder.path());
    search.begin_rebuild(50_010).await.unwrap();
    for from in (0..50_010).step_by(5_001) {
        let document = |number| sample::document(number, "Washer");
        let upserts = (from + 1..=from + 5_001).map(document).collect();
        let position = i64::try_from(from).unwrap();
        search.apply(IndexBatch { upserts, ..batch(position) }).await.unwrap();
    }
    assert_eq!(search_for(&search, "washer").await.total, 50_010, "committed documents are searchable");
    search.apply(IndexBatch { upserts: vec![sample::document(60_000, "Washer")], ..batch(90_000) }).await.unwrap();
    drop(search);
    let search = open(folder.path());
    assert_eq!(search.progress(), IndexProgress::Building { done: 50_010, of: 50_010 });
    assert_eq!(search.position().await.unwrap(), Some(position(45_009)));
}

#[tokio::test]
async fn an_unfinished_new_index_is_discarded() {
    let folder = filled().await;
    let search = open(folder.path());
    search.begin_rebuild(100).await.unwrap();
    search.apply(IndexBatch { upserts: vec![sample::document(1, "Gasket")], ..batch(1) }).await.unwrap();
    drop(search);
    let search = open(folder.path());
    assert_eq!((search.progress(), search.position().await.unwrap()), (IndexProgress::Ready, Some(position(2))));
    assert_eq!(search_for(&search, "").await.total, 12);
    search.begin_rebuild(1).await.unwrap();
    search.apply(IndexBatch { upserts: vec![sample::document(1, "Gasket")], ..batch(7) }).await.unwrap();
    search.finish_rebuild().await.unwrap();
    drop(search);
    let search = open(folder.path());
    assert_eq!((search_for(&search, "").await.total, search.position().await.unwrap()), (1, Some(position(7))));
    assert_eq!(files(folder.path(), "meta.json").len(), 1, "the previous index is deleted");
}

#[tokio::test]
async fn an_index_of_another_format_is_discarded() {
    for mark in ["autoparts search index 0, tantivy v0.1\n1\n", "", "1", "\u{0}\n1", "autoparts\nindex\n"] {
        let folder = filled().await;
        fs::write(folder.path().join("index"), mark).unwrap();
        assert_starts_empty(&open(folder.path()), mark).await;
        let again = open(folder.path());
        assert_eq!(again.position().await.unwrap(), Some(position(5)), "{mark}");
    }
}

#[tokio::test]
async fn a_damaged_index_is_discarded() {
    type Damage = fn(&Path);
    let damage: [(&str, Damage); 6] = [
        ("meta.json", |file| fs::write(file, "{").unwrap()),
        ("meta.json", |file| fs::remove_file(file).unwrap()),
        (".term", |file| fs::write(file, "").unwrap()),
        (".idx", |file| fs::remove_file(file).unwrap()),
        (".fast", |file| {
            let mut bytes = fs::read(file).unwrap();
            bytes[20] ^= 1;
            fs::write(file, bytes).unwrap();
        }),
        ("flags-1", |file| fs::write(file, "not flags").unwrap()),
    ];
    for (end, damage) in damage {
        let folder = filled().await;
        let files = files(folder.path(), end);
        assert!(!files.is_empty(), "{end}");
        for file in &files {
            damage(file);
        }
        assert_starts_empty(&open(folder.path()), end).await;
    }
}

#[tokio::test]
async fn a_deleted_folder_is_detected() {
    let folder = filled().await;
    let root = folder.path().join("deep").join("search");
    let search = open(&root);
    search.apply(IndexBatch { upserts: sample::catalogue(), ..batch(1) }).await.unwrap();
    fs::remove_dir_all(folder.path().join("deep")).unwrap();
    assert_eq!(search_for(&search, "brake").await.total, 3, "an open index can still be read");
    assert_starts_empty(&search, "after the position was queried").await;
    fs::remove_dir_all(&root).unwrap();
    let refused = search.apply(batch(9)).await;
    assert!(matches!(refused, Err(SearchError::Unavailable(_))), "a change must not hide that the rest is lost");
    assert_starts_empty(&search, "after a change was refused").await;
    drop(search);
    assert_eq!(open(&root).position().await.unwrap(), Some(position(5)));
    let search = open(&root);
    search.begin_rebuild(12).await.unwrap();
    fs::remove_dir_all(&root).unwrap();
    assert!(search.finish_rebuild().await.is_err(), "a rebuild whose folder is gone cannot be finished");
    assert_eq!((search.position().await.unwrap(), search.progress()), (None, IndexProgress::Ready));
}

#[tokio::test]
async fn an_unwritable_folder_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    for unusable in [file.clone(), file.join("search"), PathBuf::from("/proc/autoparts-search")] {
        assert_starts_empty(&open(&unusable), &unusable.display().to_string()).await;
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "not a folder");
}

#[tokio::test]
async fn a_folder_in_use_is_left_alone() {
    let folder = filled().await;
    let first = open(folder.path());
    let second = open(folder.path());
    assert_starts_empty(&second, "the second has an index in memory").await;
    assert_eq!(first.position().await.unwrap(), Some(position(2)));
    first.apply(batch(3)).await.unwrap();
    drop((first, second));
    assert_eq!(open(folder.path()).position().await.unwrap(), Some(position(3)));
}
