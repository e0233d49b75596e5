//! Reviews of the shop.

use crate::{
    accounts::access,
    ports::page::Page,
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
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
}

impl Refusal for ReviewError {}

/// The result of a use case that can fail with [`ReviewError`].
pub type ReviewResult<T> = Result<T, UseCaseError<ReviewError>>;

impl Shop {
    /// Returns all reviews, newest first. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn reviews(&self, page: Page<ReviewId>) -> ReviewResult<Vec<Review>> {
        self.store.read_public(move |tx| Ok(tx.reviews(&page)?)).await
    }

    /// Deletes a review. Returns `false` if it does not exist or was already deleted. Its author may write another one.
    /// Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(review = %id))]
    pub async fn delete_review(&self, caller: UserId, id: ReviewId) -> ReviewResult<bool> {
        let (audit, at): (AuditId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                let actor = Some(access::require_admin(tx, &caller)?.id);
                let Some(review) = tx.review(&id)? else { return Ok(false) };
                if !tx.delete_review(&review)? {
                    return Ok(false);
                }
                let action = AuditAction::DeleteReview;
                let subject = review.author;
                let detail = Some(id.to_string());
                tx.insert_audit(&AuditEntry { id: audit, actor, action, subject, detail, at })?;
                Ok(true)
            })
            .await
    }

    /// Adds a review under the name of the caller's account.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_review(&self, caller: UserId, rating: Rating, text: ReviewText) -> ReviewResult<ReviewId> {
        let (id, now): (ReviewId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                let author = access::require_member(tx, &caller)?;
                if tx.reviewed_on(&author.id, now.day())? {
                    return Err(ReviewError::AlreadyToday.into());
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
