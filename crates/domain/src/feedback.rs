//! Feedback from visitors.

use crate::{email::Email, id::FeedbackId, text::FeedbackMessage, time::Timestamp};

/// A message to the shop's owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    /// Its id.
    pub id: FeedbackId,
    /// The message text.
    pub message: FeedbackMessage,
    /// Optional reply address, not verified.
    pub email: Option<Email>,
    /// When it was written.
    pub written_at: Timestamp,
}
