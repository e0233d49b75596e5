//! Reviews.

use super::{
    MemoryTransaction,
    tables::{claim, descending, require},
};
use crate::ports::{page::Page, reviews::ReviewRepository, store::StoreResult};
use autoparts_domain::{
    id::{ReviewId, UserId},
    review::Review,
};

impl ReviewRepository for MemoryTransaction {
    fn reviews(&mut self, page: &Page<ReviewId>) -> StoreResult<Vec<Review>> {
        self.look(|tables| Ok(descending(tables.reviews.values().map(|review| (review.id, review.clone())), page)))
    }

    fn reviewed_on(&mut self, author: &UserId, day: i64) -> StoreResult<bool> {
        self.look(|tables| Ok(tables.reviews.contains_key(&(*author, day))))
    }

    fn insert_review(&mut self, review: &Review) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.users.contains_key(&review.author), "there is no such user")?;
            let key = (review.author, review.written_at.day());
            claim(&mut tables.reviews, key, review.clone())
        })
    }
}
