//! Reviews.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    id::{ReviewId, UserId},
    reviews::Review,
};

/// Reviews.
pub trait ReviewRepository {
    /// Returns all reviews, newest first.
    fn reviews(&mut self, page: &Page<ReviewId>) -> StoreResult<Vec<Review>>;

    /// Returns a review.
    fn review(&mut self, id: &ReviewId) -> StoreResult<Option<Review>>;

    /// Deletes a review; `false` if it no longer exists.
    fn delete_review(&mut self, review: &Review) -> StoreResult<bool>;

    /// Returns whether a user wrote a review on a day (days since the epoch, UTC).
    fn reviewed_on(&mut self, author: &UserId, day: i64) -> StoreResult<bool>;

    /// Adds a review; one per user and day.
    fn insert_review(&mut self, review: &Review) -> StoreResult<()>;
}
