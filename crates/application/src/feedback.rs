//! What people tell the shop.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{page::Page, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    email::Email,
    feedback::Feedback,
    id::{FeedbackId, UserId},
    text::FeedbackMessage,
};

/// Why a message was not taken or not shown.
#[derive(Debug, thiserror::Error)]
pub enum FeedbackError {
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Takes a message from anybody. The address is kept as it is: what is done with it is for
    /// the person who reads the message, so that nobody can have the shop write to a stranger.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn send_feedback(
        &self,
        message: FeedbackMessage,
        email: Option<Email>,
    ) -> Result<FeedbackId, FeedbackError> {
        let feedback = Feedback { id: self.ids.next(), message, email, written_at: self.now() };
        let id = feedback.id;
        self.store.write(move |tx| Ok::<_, FeedbackError>(tx.insert_feedback(&feedback)?)).await?;
        Ok(id)
    }

    /// All messages, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn feedback(&self, caller: UserId, page: Page<FeedbackId>) -> Result<Vec<Feedback>, FeedbackError> {
        self.store
            .read(move |tx| {
                access::require_admin::<FeedbackError>(tx, &caller)?;
                Ok(tx.feedback(&page)?)
            })
            .await
    }
}
