//! The contract of every [`PartSearch`], as many small rules: one function each, named as a sentence.
//!
//! An adapter runs all of them with one line:
//!
//! ```ignore
//! search_contract!(memory, Fixture::new(MemorySearch::default()));
//! ```
//!
//! The expression is evaluated once for each rule and must give an empty index. To add a rule, write the function and
//! add its name to the macro's list.

#![expect(missing_docs, reason = "each function's name is the rule it checks")]
#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "these are tests, and a panic is how a test fails")]

pub mod facets;
pub mod pages;
pub mod sample;
pub mod updates;
pub mod vehicles;
pub mod words;

use autoparts_application::ports::part_search::{IndexBatch, IndexPosition, PartDocument, PartSearch, SearchResult};
use autoparts_domain::{catalogue::search::SearchQuery, id::PartId, time::Timestamp};
use std::{any::Any, sync::Arc};
use uuid::Uuid;

/// An index to test, with everything that must live as long as it does.
pub struct Fixture {
    search: Arc<dyn PartSearch>,
    _kept: Box<dyn Any + Send>,
}

impl Fixture {
    /// An index without further resources.
    pub fn new(search: impl PartSearch + 'static) -> Self {
        Self::keeping(search, ())
    }

    /// An index with a resource that it needs, such as a folder.
    pub fn keeping(search: impl PartSearch + 'static, kept: impl Any + Send) -> Self {
        Self { search: Arc::new(search), _kept: Box::new(kept) }
    }

    /// The index.
    #[must_use]
    pub fn search(&self) -> Arc<dyn PartSearch> {
        Arc::clone(&self.search)
    }
}

type Shared = Arc<dyn PartSearch>;

/// A position that grows with its number.
#[must_use]
pub fn position(number: i64) -> IndexPosition {
    IndexPosition { changed_at: Timestamp::from_micros(number), part: part(1) }
}

/// The id of the part with a number.
#[must_use]
pub fn part(number: u128) -> PartId {
    PartId::from(Uuid::from_u128(number))
}

/// The ids of the parts with these numbers.
fn parts(numbers: &[u128]) -> Vec<PartId> {
    numbers.iter().copied().map(part).collect()
}

/// A batch that changes only the position.
#[must_use]
pub fn batch(number: i64) -> IndexBatch {
    IndexBatch::at(position(number))
}

/// Adds or replaces documents.
async fn upsert(search: &Shared, documents: Vec<PartDocument>) {
    search.apply(IndexBatch { upserts: documents, ..batch(1) }).await.unwrap();
}

/// Fills the index with the sample catalog.
async fn fill(search: &Shared) {
    upsert(search, sample::catalogue()).await;
}

/// A search for words, with the largest page size.
#[must_use]
pub fn query(words: &str) -> SearchQuery {
    let words = (!words.is_empty()).then(|| words.parse().unwrap());
    SearchQuery { words, limit: SearchQuery::MAX_LIMIT, ..SearchQuery::default() }
}

async fn search_for(search: &Shared, words: &str) -> SearchResult {
    search.search(&query(words)).await.unwrap()
}

/// Lists every rule as a test of one index. See the module's documentation.
#[macro_export]
macro_rules! search_contract {
    ($name:ident, $make:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "the expression may need nothing from outside")]
            use super::*;

            $crate::search_contract!(@rules $make; words:
                words_find_only_their_parts,
                every_word_has_to_match,
                the_last_word_may_be_a_beginning,
                typos_are_corrected_and_reported,
                words_with_results_are_not_corrected,
                words_without_similar_words_find_nothing,
                numbers_are_found_in_any_spelling,
                titles_weigh_more_than_descriptions,
                any_input_gets_a_response,
                parts_are_suggested_for_beginnings,
                signs_and_symbols_hide_no_words_magento_30298_30762,
            );
            $crate::search_contract!(@rules $make; facets:
                without_words_everything_is_found_newest_first,
                choices_of_one_facet_widen_and_of_several_facets_narrow,
                prices_are_chosen_with_both_ends,
                a_search_can_be_limited_to_parts_in_stock,
                facets_count_what_was_found,
                a_facet_ignores_its_own_selection,
                attribute_facets_are_returned_within_a_category,
                an_attribute_ignores_its_own_selection,
                counts_are_whole_where_a_facet_ends,
            );
            $crate::search_contract!(@rules $make; pages:
                lists_have_an_order,
                pages_have_neither_gaps_nor_repeats,
                pages_by_field_stay_right_while_parts_change,
                pages_by_relevance_stay_right_while_parts_change,
                lists_by_relevance_end_after_a_thousand,
                a_cursor_is_for_lists_in_its_order,
                all_results_of_a_query_are_returned_at_once,
            );
            $crate::search_contract!(@rules $make; updates:
                an_empty_index_has_no_position_and_finds_nothing,
                a_batch_leads_to_its_position,
                a_changed_part_replaces_its_old_document,
                a_part_that_was_removed_is_not_found,
                remaining_parts_are_counted_and_listed_completely,
                of_two_documents_of_a_part_the_higher_revision_wins,
                availability_changes_without_a_document,
                a_document_overrides_the_availability,
                an_empty_index_is_filled_in_place,
                a_new_index_is_built_while_the_old_one_serves,
                a_restarted_rebuild_starts_from_scratch,
                concurrent_searches_succeed_while_parts_change,
            );
            $crate::search_contract!(@rules $make; vehicles:
                a_search_by_vehicle_finds_only_parts_that_may_fit,
                a_known_engine_narrows_and_an_unknown_one_does_not,
                universal_parts_are_found_unless_suspended_or_listed_otherwise,
                a_vehicle_goes_with_words_and_choices,
                facets_are_counted_with_the_vehicle,
                pages_continue_with_the_vehicle,
                what_a_part_fits_changes_with_the_part,
                each_step_offers_only_vehicles_with_parts,
                vehicles_that_no_longer_have_parts_are_not_offered,
                models_in_stock_lead_to_a_part_that_can_be_ordered,
                keys_with_a_common_prefix_are_distinguished,
            );
        }
    };
    (@rules $make:expr; $module:ident: $($rule:ident),* $(,)?) => { $(
        #[tokio::test(flavor = "multi_thread")]
        async fn $rule() {
            let fixture = $make;
            $crate::search_contract::$module::$rule(&fixture.search()).await;
        }
    )* };
}

#[cfg(test)]
mod tests {
    use super::Fixture;
    use crate::memory_search::MemorySearch;

    crate::search_contract!(memory, Fixture::new(MemorySearch::default()));
}
