//! Messages to the shop's owner.

use super::{
    MemoryTransaction,
    tables::{claim, descending},
};
use autoparts_application::ports::{feedback::FeedbackRepository, page::Page, store_error::StoreResult};
use autoparts_domain::{feedback::Feedback, id::FeedbackId};

impl FeedbackRepository for MemoryTransaction {
    fn feedback(&mut self, page: &Page<FeedbackId>) -> StoreResult<Vec<Feedback>> {
        self.query(|tables| Ok(descending(tables.feedback.iter().map(|(id, message)| (*id, message.clone())), page)))
    }

    fn insert_feedback(&mut self, feedback: &Feedback) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.feedback, feedback.id, feedback.clone()))
    }
}
