//! Messages to the shop.

use crate::{
    accounts::access::{self, AccessError},
    ports::{page::Page, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::{
    email::Email,
    feedback::Feedback,
    id::{FeedbackId, UserId},
    text::FeedbackMessage,
};

impl Shop {
    /// Stores a message. Public. The sender's address is stored unverified; only the person who reads the message uses
    /// it, so that the shop cannot be made to email strangers.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn send_feedback(&self, message: FeedbackMessage, email: Option<Email>) -> StoreResult<FeedbackId> {
        let feedback = Feedback { id: self.ids.next(), message, email, written_at: self.now() };
        let id = feedback.id;
        self.store.write(move |tx| tx.insert_feedback(&feedback)).await?;
        Ok(id)
    }

    /// Returns all messages, newest first. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn feedback(&self, caller: UserId, page: Page<FeedbackId>) -> Result<Vec<Feedback>, AccessError> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.feedback(&page)?)
            })
            .await
    }
}
