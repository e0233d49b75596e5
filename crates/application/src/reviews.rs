//! Reviews of the shop.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{page::Page, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, ReviewId, UserId},
    reviews::{Rating, Review},
    text::ReviewText,
};

/// Errors of reviews.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// One review per user and UTC day.
    #[error("You have already reviewed us today. Thank you!")]
    AlreadyToday,
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Returns all reviews, newest first. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn reviews(&self, page: Page<ReviewId>) -> Result<Vec<Review>, ReviewError> {
        self.store.read_public(move |tx| Ok(tx.reviews(&page)?)).await
    }

    /// Deletes a review. Returns `false` if it does not exist or was already deleted. Its author may write another one.
    /// Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(review = %id))]
    pub async fn delete_review(&self, caller: UserId, id: ReviewId) -> Result<bool, ReviewError> {
        let (audit, at): (AuditId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                let actor = Some(access::require_admin::<ReviewError>(tx, &caller)?.id);
                let Some(review) = tx.review(&id)? else { return Ok(false) };
                if !tx.delete_review(&review)? {
                    return Ok(false);
                }
                let (action, subject, detail) = (AuditAction::DeleteReview, review.author, Some(id.to_string()));
                tx.insert_audit(&AuditEntry { id: audit, actor, action, subject, detail, at })?;
                Ok(true)
            })
            .await
    }

    /// Adds a review under the name of the caller's account.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_review(&self, caller: UserId, rating: Rating, text: ReviewText) -> Result<ReviewId, ReviewError> {
        let (id, now): (ReviewId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                let author = access::require_member::<ReviewError>(tx, &caller)?;
                if tx.reviewed_on(&author.id, now.day())? {
                    return Err(ReviewError::AlreadyToday);
                }
                tx.insert_review(&Review {
                    id,
                    author: author.id,
                    name: author.display_name(),
                    rating,
                    text: text.clone(),
                    written_at: now,
                })?;
                Ok(id)
            })
            .await
    }
}
