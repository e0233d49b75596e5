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

/// Fills the index with the sample catalogue.
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
                words_find_their_parts_and_not_everything,
                every_word_has_to_match,
                the_last_word_may_be_a_beginning,
                typos_are_corrected_and_reported,
                words_that_find_something_are_not_mended,
                words_that_are_like_no_others_find_nothing,
                numbers_are_words_however_they_are_written,
                what_a_part_is_called_weighs_more_than_what_is_said_about_it,
                whatever_is_typed_is_answered,
                parts_are_suggested_for_beginnings,
                signs_and_symbols_hide_no_words_magento_30298_30762,
            );
            $crate::search_contract!(@rules $make; facets:
                without_words_everything_is_found_newest_first,
                choices_of_one_kind_widen_and_of_several_kinds_narrow,
                prices_are_chosen_with_both_ends,
                only_parts_in_stock_can_be_asked_for,
                facets_count_what_was_found,
                a_facet_leaves_its_own_choice_out,
                attribute_facets_are_returned_within_a_category,
                an_attribute_leaves_its_own_choice_out,
                counts_are_whole_where_a_facet_ends,
            );
            $crate::search_contract!(@rules $make; pages:
                lists_have_an_order,
                pages_have_neither_gaps_nor_repeats,
                pages_by_field_stay_right_while_parts_change,
                pages_by_relevance_stay_right_while_parts_change,
                nothing_is_listed_behind_a_thousand_by_relevance,
                a_cursor_is_for_lists_in_its_order,
                all_that_a_query_finds_is_named_at_once,
            );
            $crate::search_contract!(@rules $make; updates:
                an_empty_index_has_no_position_and_finds_nothing,
                a_batch_leads_to_its_position,
                a_part_that_changed_takes_the_place_of_what_it_was,
                a_part_that_was_removed_is_not_found,
                what_is_left_of_many_is_counted_and_listed_whole,
                of_two_documents_of_a_part_the_higher_revision_stands,
                what_can_be_ordered_changes_without_a_document,
                a_document_knows_better_what_can_be_ordered,
                an_empty_index_is_filled_where_it_is,
                a_new_index_is_built_while_the_old_one_serves,
                a_rebuild_that_is_begun_again_starts_from_nothing,
                many_search_while_parts_change,
            );
            $crate::search_contract!(@rules $make; vehicles:
                with_a_vehicle_only_what_may_fit_is_found,
                an_engine_that_is_known_narrows_and_one_that_is_not_asks_for_nothing,
                what_fits_any_vehicle_is_found_unless_something_else_is_said,
                a_vehicle_goes_with_words_and_choices,
                facets_are_counted_with_the_vehicle,
                pages_go_on_with_the_vehicle,
                what_a_part_fits_changes_with_the_part,
                each_step_offers_what_leads_to_parts,
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
