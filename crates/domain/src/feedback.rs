//! What people tell the shop.

use crate::{email::Email, id::FeedbackId, text::FeedbackMessage, time::Timestamp};

/// A message to the shop's owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    /// Its id.
    pub id: FeedbackId,
    /// What they say.
    pub message: FeedbackMessage,
    /// Where they would like an answer; nobody has shown that the address is theirs.
    pub email: Option<Email>,
    /// When they said it.
    pub written_at: Timestamp,
}
