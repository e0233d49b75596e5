//! Reviews.

use super::{
    MemoryTransaction,
    tables::{claim, descending, require},
};
use autoparts_application::ports::{page::Page, reviews::ReviewRepository, store_error::StoreResult};
use autoparts_domain::{
    id::{ReviewId, UserId},
    reviews::Review,
};

impl ReviewRepository for MemoryTransaction {
    fn reviews(&mut self, page: &Page<ReviewId>) -> StoreResult<Vec<Review>> {
        self.query(|tables| Ok(descending(tables.reviews.values().map(|review| (review.id, review.clone())), page)))
    }

    fn review(&mut self, id: &ReviewId) -> StoreResult<Option<Review>> {
        self.query(|tables| Ok(tables.reviews.values().find(|review| review.id == *id).cloned()))
    }

    fn delete_review(&mut self, review: &Review) -> StoreResult<bool> {
        self.touched.review();
        self.change(|tables| {
            let key = (review.author, review.written_at.day());
            let kept = tables.reviews.get(&key).is_some_and(|kept| kept.id == review.id);
            Ok(kept && tables.reviews.remove(&key).is_some())
        })
    }

    fn reviewed_on(&mut self, author: &UserId, day: i64) -> StoreResult<bool> {
        self.query(|tables| Ok(tables.reviews.contains_key(&(*author, day))))
    }

    fn insert_review(&mut self, review: &Review) -> StoreResult<()> {
        self.touched.review();
        self.change(|tables| {
            require(tables.users.contains_key(&review.author), "there is no such user")?;
            let key = (review.author, review.written_at.day());
            claim(&mut tables.reviews, key, review.clone())
        })
    }
}
