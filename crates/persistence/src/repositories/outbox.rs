//! Mails to send.

use crate::{
    connection::MultiBackend,
    schema::outbox,
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    outbox::{Mail, OutboxRepository},
    page::Page,
    store::StoreResult,
};
use autoparts_domain::{id::MailId, time::Timestamp};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = outbox)]
struct MailRow {
    user_id: String,
    id: String,
    recipient: String,
    subject: String,
    body: String,
    written_at: i64,
    sent_at: Option<i64>,
}

impl MailRow {
    fn of(mail: &Mail) -> Self {
        Self {
            user_id: mail.owner.to_string(),
            id: mail.id.to_string(),
            recipient: mail.to.to_string(),
            subject: mail.subject.clone(),
            body: mail.text.clone(),
            written_at: mail.written_at.micros(),
            sent_at: mail.sent_at.map(Timestamp::micros),
        }
    }

    fn mail(self) -> Result<Mail, Refused> {
        let row = Stored::row("outbox", &self.id);
        Ok(Mail {
            id: row.text("id", &self.id)?,
            owner: row.text("user_id", &self.user_id)?,
            to: row.text("recipient", &self.recipient)?,
            subject: self.subject,
            text: self.body,
            written_at: time(self.written_at),
            sent_at: self.sent_at.map(time),
        })
    }
}

impl OutboxRepository for SqlTransaction<'_> {
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()> {
        let row = MailRow::of(mail);
        self.change(|connection| {
            diesel::insert_into(outbox::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.ask(|connection| {
            let mut query = outbox::table
                .select(MailRow::as_select())
                .order(outbox::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(outbox::id.lt(after.to_string()));
            }
            let rows: Vec<MailRow> = query.load(connection)?;
            Ok(rows.into_iter().map(MailRow::mail).collect::<Result<_, _>>()?)
        })
    }
}
