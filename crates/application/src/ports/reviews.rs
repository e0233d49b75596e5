//! Reviews.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    id::{ReviewId, UserId},
    reviews::Review,
};

/// Reviews.
pub trait ReviewRepository {
    /// All reviews, newest first.
    fn reviews(&mut self, page: &Page<ReviewId>) -> StoreResult<Vec<Review>>;

    /// A review.
    fn review(&mut self, id: &ReviewId) -> StoreResult<Option<Review>>;

    /// Takes a review away; `false` when it was gone already.
    fn delete_review(&mut self, review: &Review) -> StoreResult<bool>;

    /// Whether a person wrote one on a day (days since the epoch, UTC).
    fn reviewed_on(&mut self, author: &UserId, day: i64) -> StoreResult<bool>;

    /// Adds a review; one per person and day.
    fn insert_review(&mut self, review: &Review) -> StoreResult<()>;
}
