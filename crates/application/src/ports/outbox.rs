//! Mails to send: written in the transaction that causes them, so that none is lost and none
//! is sent for what was rolled back.

use super::{page::Page, store::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{MailId, UserId},
    time::Timestamp,
};

/// A mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Its id.
    pub id: MailId,
    /// Whom it is about. For mails of the embedded identity provider this is the account's id,
    /// for mails about the newsletter the subscription's: there may be no user of the shop.
    pub owner: UserId,
    /// Where it goes.
    pub to: Email,
    /// Its subject, one line.
    pub subject: String,
    /// Its body, plain text.
    pub text: String,
    /// When it was written.
    pub written_at: Timestamp,
    /// When it was handed to a mail server; `None` while it waits.
    pub sent_at: Option<Timestamp>,
}

/// Mails to send.
pub trait OutboxRepository {
    /// Puts a mail into the outbox.
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()>;

    /// All mails, newest first.
    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;
}
