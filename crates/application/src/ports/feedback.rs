//! Messages to the shop.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{feedback::Feedback, id::FeedbackId};

/// Messages to the shop's owner.
pub trait FeedbackRepository {
    /// Returns all messages, newest first.
    fn feedback(&mut self, page: &Page<FeedbackId>) -> StoreResult<Vec<Feedback>>;

    /// Adds a message.
    fn insert_feedback(&mut self, feedback: &Feedback) -> StoreResult<()>;
}
