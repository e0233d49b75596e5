//! Emails to send.

use crate::{
    connection::{AnyConnection, MultiBackend},
    db_error::DbError,
    schema::outbox,
    stored::{Refused, Stored, id_without_its_index, start_of, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    email_content::EmailContent,
    outbox::{Delivery, Mail, NEWS_LASTS, OutboxRepository, Unasked},
    page::{MAX_PAGE, Page},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::{MailId, OrderKey, UserId},
    time::Timestamp,
};
use diesel::{prelude::*, sql_query, sql_types};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = outbox, treat_none_as_default_value = false)]
struct MailRow {
    user_id: String,
    id: String,
    recipient: String,
    subject: String,
    body: String,
    written_at: i64,
    sent_at: Option<i64>,
    tries: i64,
    next_try_at: Option<i64>,
    good_until: Option<i64>,
    redacted_body: Option<String>,
    order_id: Option<String>,
    mailbox: Option<String>,
    carries_code: Option<bool>,
    content: Option<String>,
}

/// The columns of a [`Delivery`].
#[derive(Clone, Copy, AsChangeset)]
#[diesel(table_name = outbox, treat_none_as_null = true)]
struct DeliveryRow {
    sent_at: Option<i64>,
    tries: i64,
    next_try_at: Option<i64>,
}

impl DeliveryRow {
    fn of(delivery: Delivery) -> Self {
        match delivery {
            Delivery::Waiting { tries, next_try_at } => {
                Self { sent_at: None, tries: tries.into(), next_try_at: Some(next_try_at.micros()) }
            }
            Delivery::Sent(at) => Self { sent_at: Some(at.micros()), tries: 0, next_try_at: None },
            Delivery::GivenUp => Self { sent_at: None, tries: 0, next_try_at: None },
        }
    }
}

impl MailRow {
    fn of(mail: &Mail) -> StoreResult<Self> {
        let DeliveryRow { sent_at, tries, next_try_at } = DeliveryRow::of(mail.delivery);
        let content = mail.content.as_ref().map(serde_json::to_string).transpose();
        Ok(Self {
            user_id: mail.owner.to_string(),
            id: mail.id.to_string(),
            recipient: mail.to.to_string(),
            subject: mail.subject.clone(),
            body: mail.text.clone(),
            written_at: mail.written_at.micros(),
            sent_at,
            tries,
            next_try_at,
            good_until: Some(mail.good_until.micros()),
            redacted_body: mail.redacted.clone(),
            order_id: mail.order.map(|order| order.to_string()),
            mailbox: mail.unasked.as_ref().map(|unasked| unasked.mailbox.clone()),
            carries_code: mail.unasked.as_ref().map(|unasked| unasked.carries_code),
            content: content.map_err(|error| StoreError::Failed(error.into()))?,
        })
    }

    fn mail(self) -> Result<Mail, Refused> {
        let row = Stored::row("outbox", &self.id);
        let delivery = match (self.sent_at, self.next_try_at) {
            (Some(at), _) => Delivery::Sent(time(at)),
            (None, Some(next)) => {
                let tries = row.require("tries", u32::try_from(self.tries).ok())?;
                Delivery::Waiting { tries, next_try_at: time(next) }
            }
            (None, None) => Delivery::GivenUp,
        };
        let written_at = time(self.written_at);
        // Content that a later release wrote with blocks of its own is sent as text only.
        let content = self.content.and_then(|json| serde_json::from_str::<EmailContent>(&json).ok());
        Ok(Mail {
            id: row.text("id", &self.id)?,
            owner: row.text("user_id", &self.user_id)?,
            to: Email::restore(&self.recipient),
            subject: self.subject,
            content: content.and_then(|content| content.with_secrets_of(&self.body)),
            text: self.body,
            redacted: self.redacted_body,
            order: row.optional_text("order_id", self.order_id.as_ref())?,
            unasked: self.mailbox.map(|mailbox| {
                let carries_code = self.carries_code.unwrap_or_default();
                Unasked { mailbox, carries_code }
            }),
            written_at,
            // An email written by the previous release has no expiry: that release tried each for three days.
            good_until: self.good_until.map_or_else(|| written_at.plus(NEWS_LASTS), time),
            delivery,
        })
    }
}

/// Distinguishes emails sent at the same time: those about orders to one address are combined.
macro_rules! sent_as {
    () => {
        "CASE WHEN order_id IS NULL THEN id ELSE recipient END"
    };
}

#[derive(QueryableByName)]
struct Moment {
    #[diesel(sql_type = sql_types::BigInt)]
    moment: i64,
}

#[derive(QueryableByName)]
struct Tried {
    #[diesel(sql_type = sql_types::BigInt)]
    moment: i64,
    #[diesel(sql_type = sql_types::BigInt)]
    tries: i64,
}

/// The placeholder for an erased address.
pub(super) const ERASED: &str = "erased@erased.invalid";

/// Erases all emails about an owner. Rows of unsolicited emails stay for a day, without content: the mailbox has
/// received them, regardless of who is erased.
pub(super) fn erase_mails(connection: &mut AnyConnection, owner: &str) -> Result<(), DbError> {
    let theirs = outbox::table.filter(outbox::user_id.eq(owner));
    diesel::delete(theirs.filter(outbox::mailbox.is_null())).execute(connection)?;
    let blank = (
        outbox::recipient.eq(ERASED),
        outbox::subject.eq("erased"),
        outbox::body.eq("erased"),
        outbox::redacted_body.eq(None::<String>),
        outbox::content.eq(None::<String>),
        outbox::next_try_at.eq(None::<i64>),
    );
    diesel::update(outbox::table.filter(outbox::user_id.eq(owner)).filter(outbox::mailbox.is_not_null()))
        .set(blank)
        .execute(connection)?;
    Ok(())
}

impl OutboxRepository for SqlTransaction<'_> {
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()> {
        let row = MailRow::of(mail)?;
        self.execute(|connection| {
            diesel::insert_into(outbox::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.query(|connection| {
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

    fn due_mails(&mut self, now: Timestamp, tried: bool, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        let (fewest, most): (i64, i64) = if tried { (1, i64::MAX) } else { (0, 0) };
        self.query(|connection| {
            let rows: Vec<MailRow> = outbox::table
                .filter(outbox::tries.between(fewest, most))
                .filter(outbox::sent_at.is_null())
                .filter(outbox::next_try_at.le(now.micros()))
                .filter(id_without_its_index().gt(start_of(page)))
                .select(MailRow::as_select())
                .order(id_without_its_index().asc())
                .limit(page.limit.into())
                .load(connection)?;
            Ok(rows.into_iter().map(MailRow::mail).collect::<Result<_, _>>()?)
        })
    }

    fn count_late_mails(&mut self, written_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.query(|connection| {
            let late = outbox::table
                .filter(outbox::sent_at.is_null())
                .filter(outbox::next_try_at.ge(0))
                .filter(outbox::written_at.le(written_before.micros()))
                .select(outbox::id)
                .limit(limit.into());
            Ok(late.load::<String>(connection)?.len())
        })
    }

    fn late_mails(&mut self, written_before: Timestamp, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.query(|connection| {
            let mut late = outbox::table
                .filter(outbox::sent_at.is_null())
                .filter(outbox::next_try_at.ge(0))
                .filter(outbox::written_at.le(written_before.micros()))
                .select(MailRow::as_select())
                .order(id_without_its_index().desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                late = late.filter(id_without_its_index().lt(after.to_string()));
            }
            let rows: Vec<MailRow> = late.load(connection)?;
            Ok(rows.into_iter().map(MailRow::mail).collect::<Result<_, _>>()?)
        })
    }

    fn waiting_order_mails(&mut self, to: &Email, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.query(|connection| {
            let rows: Vec<MailRow> = outbox::table
                .filter(outbox::recipient.eq(to.as_str()))
                .filter(outbox::order_id.is_not_null())
                .filter(outbox::sent_at.is_null())
                .filter(outbox::next_try_at.is_not_null())
                .filter(outbox::id.gt(start_of(page)))
                .select(MailRow::as_select())
                .order(outbox::id.asc())
                .limit(page.limit.into())
                .load(connection)?;
            Ok(rows.into_iter().map(MailRow::mail).collect::<Result<_, _>>()?)
        })
    }

    /// Writes the row of the mailbox, so that concurrent transactions wait.
    fn lock_mailbox(&mut self, mailbox: &str, at: Timestamp) -> StoreResult<()> {
        let lock = sql_query(
            "INSERT INTO mailbox_locks (mailbox, used_at) VALUES ($1, $2) \
             ON CONFLICT (mailbox) DO UPDATE SET used_at = excluded.used_at",
        );
        self.execute(|connection| {
            lock.bind::<sql_types::Text, _>(mailbox).bind::<sql_types::BigInt, _>(at.micros()).execute(connection)?;
            Ok(())
        })
    }

    fn unasked_sent(&mut self, mailbox: &str, since: Timestamp, most: u32) -> StoreResult<Vec<Timestamp>> {
        let sent = sql_query(concat!(
            "SELECT moment FROM (SELECT DISTINCT sent_at AS moment, ",
            sent_as!(),
            " AS mail FROM outbox WHERE mailbox = $1 AND sent_at > $2) AS sent ORDER BY moment DESC LIMIT $3"
        ));
        self.query(|connection| {
            let rows: Vec<Moment> = sent
                .bind::<sql_types::Text, _>(mailbox)
                .bind::<sql_types::BigInt, _>(since.micros())
                .bind::<sql_types::BigInt, _>(i64::from(most))
                .load(connection)?;
            Ok(rows.into_iter().map(|row| time(row.moment)).collect())
        })
    }

    fn unasked_tried(&mut self, mailbox: &str) -> StoreResult<Vec<Delivery>> {
        let tried = sql_query(concat!(
            "SELECT moment, tries FROM (SELECT DISTINCT next_try_at AS moment, tries, ",
            sent_as!(),
            " AS mail FROM outbox WHERE mailbox = $1 AND sent_at IS NULL AND tries > 0 AND next_try_at IS NOT NULL) AS tried"
        ));
        self.query(|connection| {
            let rows: Vec<Tried> = tried.bind::<sql_types::Text, _>(mailbox).load(connection)?;
            let delivery = |row: Tried| {
                Some(Delivery::Waiting { tries: u32::try_from(row.tries).ok()?, next_try_at: time(row.moment) })
            };
            Ok(rows.into_iter().filter_map(delivery).collect())
        })
    }

    fn unasked_written(&mut self, mailbox: &str, since: Timestamp) -> StoreResult<i64> {
        let written = outbox::table
            .filter(outbox::mailbox.eq(mailbox))
            .filter(outbox::written_at.gt(since.micros()))
            .filter(outbox::carries_code.eq(false));
        self.query(|connection| Ok(written.count().get_result(connection)?))
    }

    fn other_mails_written(&mut self, owner: &UserId, since: Timestamp) -> StoreResult<i64> {
        let written = outbox::table
            .filter(outbox::user_id.eq(owner.to_string()))
            .filter(outbox::order_id.is_null())
            .filter(outbox::written_at.gt(since.micros()));
        self.query(|connection| Ok(written.count().get_result(connection)?))
    }

    fn mails_about(&mut self, order: &OrderKey) -> StoreResult<Vec<Mail>> {
        let about = outbox::table
            .filter(outbox::user_id.eq(order.customer.to_string()))
            .filter(outbox::order_id.eq(order.order.to_string()))
            .order(outbox::id.asc())
            .limit(MAX_PAGE.into());
        self.query(|connection| {
            let rows: Vec<MailRow> = about.select(MailRow::as_select()).load(connection)?;
            Ok(rows.into_iter().map(MailRow::mail).collect::<Result<_, _>>()?)
        })
    }

    fn delete_mails_of(&mut self, owner: &UserId) -> StoreResult<()> {
        self.execute(|connection| erase_mails(connection, &owner.to_string()))
    }

    /// Guarded by the last recorded attempt.
    fn update_delivery(&mut self, mail: &Mail, delivery: Delivery) -> StoreResult<bool> {
        let Delivery::Waiting { tries, next_try_at } = mail.delivery else { return Ok(false) };
        self.execute(|connection| {
            let as_expected = outbox::table
                .filter(outbox::user_id.eq(mail.owner.to_string()))
                .filter(outbox::id.eq(mail.id.to_string()))
                .filter(outbox::sent_at.is_null())
                .filter(outbox::tries.eq(i64::from(tries)))
                .filter(outbox::next_try_at.eq(next_try_at.micros()));
            let row = DeliveryRow::of(delivery);
            let saved = match delivery {
                Delivery::Waiting { .. } => diesel::update(as_expected).set(row).execute(connection)?,
                Delivery::Sent(_) | Delivery::GivenUp => {
                    let without_secrets = mail.redacted.as_ref().map(|text| outbox::body.eq(text));
                    let no_more = (outbox::redacted_body.eq(None::<String>), outbox::content.eq(None::<String>));
                    diesel::update(as_expected).set((row, without_secrets, no_more)).execute(connection)?
                }
            };
            Ok(saved == 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_application::ports::email_content::{Block, EmailValue};
    use uuid::Uuid;

    fn mail() -> Mail {
        let content = EmailContent::new()
            .block(Block::Highlight { value: EmailValue::secret("AP50"), note: Some("worth $50".to_owned()) })
            .button("Confirm", EmailValue::secret("https://shop.example/coupon#token=a"));
        let to = "zoe@example.com".parse().unwrap();
        let written_at = Timestamp::from_micros(1);
        Mail::new(Uuid::nil().into(), Uuid::nil().into(), to, "Coupon", content, written_at, NEWS_LASTS)
    }

    #[test]
    fn content_is_stored_without_its_secrets() {
        let row = MailRow::of(&mail()).unwrap();
        let content = row.content.as_deref().unwrap();
        assert!(content.contains("worth $50") && content.contains("Confirm"), "{content}");
        assert!(!content.contains("AP50") && !content.contains("token"), "{content}");
        assert_eq!(row.mail().unwrap(), mail());
    }

    /// A later release may write blocks of its own, and an earlier one removes the secrets only from the texts.
    #[test]
    fn a_mail_whose_content_cannot_be_read_is_sent_as_text() {
        let row = || MailRow::of(&mail()).unwrap();
        let unknown = MailRow { content: Some(r#"{"greets":true,"blocks":[{"video":"x"}]}"#.to_owned()), ..row() };
        let sent = MailRow { body: mail().redacted.unwrap().replace("worth", "of"), ..row() };
        for row in [unknown, sent] {
            let text = row.body.clone();
            let mail = row.mail().unwrap();
            assert_eq!((mail.content, mail.text), (None, text));
        }
    }
}
