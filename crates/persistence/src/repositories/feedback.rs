//! Feedback to the shop.

use crate::{
    connection::MultiBackend,
    schema::feedback,
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{feedback::FeedbackRepository, page::Page, store_error::StoreResult};
use autoparts_domain::{email::Email, feedback::Feedback, id::FeedbackId};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = feedback)]
pub(super) struct FeedbackRow {
    id: String,
    message: String,
    email: Option<String>,
    written_at: i64,
}

impl FeedbackRow {
    fn of(feedback: &Feedback) -> Self {
        Self {
            id: feedback.id.to_string(),
            message: feedback.message.to_string(),
            email: feedback.email.as_ref().map(ToString::to_string),
            written_at: feedback.written_at.micros(),
        }
    }

    pub(super) fn feedback(&self) -> Result<Feedback, Refused> {
        let row = Stored::row("feedback", &self.id);
        Ok(Feedback {
            id: row.text("id", &self.id)?,
            message: row.text("message", &self.message)?,
            email: self.email.as_deref().map(Email::restore),
            written_at: time(self.written_at),
        })
    }
}

impl FeedbackRepository for SqlTransaction<'_> {
    fn feedback(&mut self, page: &Page<FeedbackId>) -> StoreResult<Vec<Feedback>> {
        self.query(|connection| {
            let mut query = feedback::table
                .select(FeedbackRow::as_select())
                .order(feedback::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(feedback::id.lt(after.to_string()));
            }
            let rows: Vec<FeedbackRow> = query.load(connection)?;
            Ok(rows.iter().map(FeedbackRow::feedback).collect::<Result<_, _>>()?)
        })
    }

    fn insert_feedback(&mut self, feedback: &Feedback) -> StoreResult<()> {
        let row = FeedbackRow::of(feedback);
        self.execute(|connection| {
            diesel::insert_into(feedback::table).values(row).execute(connection)?;
            Ok(())
        })
    }
}
