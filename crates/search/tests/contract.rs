//! The contract tests of the search port, for an index in a folder and one in memory.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use autoparts_search::{Synonyms, TantivySearch};
use autoparts_testing::search_contract;
use autoparts_testing::search_contract::Fixture;

fn in_folder() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let search = TantivySearch::open(Some(&folder.path().join("search")), Synonyms::shipped().unwrap()).unwrap();
    Fixture::keeping(search, folder)
}

fn in_memory() -> Fixture {
    Fixture::new(TantivySearch::open(None, Synonyms::shipped().unwrap()).unwrap())
}

search_contract!(folder, in_folder());
search_contract!(memory, in_memory());
