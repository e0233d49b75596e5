//! Reviews.

use super::{page::Page, store::StoreResult};
use autoparts_domain::{
    id::{ReviewId, UserId},
    review::Review,
};

/// Reviews.
pub trait ReviewRepository {
    /// All reviews, newest first.
    fn reviews(&mut self, page: &Page<ReviewId>) -> StoreResult<Vec<Review>>;

    /// Whether a person wrote one on a day (days since the epoch, UTC).
    fn reviewed_on(&mut self, author: &UserId, day: i64) -> StoreResult<bool>;

    /// Adds a review; one per person and day.
    fn insert_review(&mut self, review: &Review) -> StoreResult<()>;
}
