//! The email outbox. Emails are written in the transaction that causes them, so that none is lost, and none is sent for
//! a rolled-back change.

use super::{email_content::EmailContent, page::Page, store_error::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{MailId, OrderId, OrderKey, UserId},
    time::Timestamp,
};
use std::time::Duration;

/// How long a notification email stays relevant: after that, its reader has visited the shop or no longer needs it.
pub const NEWS_LASTS: Duration = Duration::from_hours(3 * 24);

/// The delivery state of an email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// It is waiting to be accepted by a mail server.
    Waiting {
        /// Number of attempts.
        tries: u32,
        /// The time of the next attempt.
        next_try_at: Timestamp,
    },
    /// A mail server accepted it, at this time.
    Sent(Timestamp),
    /// No mail server accepted it; there are no more attempts.
    GivenUp,
}

impl Delivery {
    /// Returns when a mail server accepted it; `None` if none has.
    #[must_use]
    pub fn sent_at(self) -> Option<Timestamp> {
        match self {
            Self::Sent(at) => Some(at),
            Self::Waiting { .. } | Self::GivenUp => None,
        }
    }
}

/// An email that its recipient has not confirmed wanting: the address may have been typed by a stranger, so it counts
/// against the quota of the mailbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unasked {
    /// The mailbox, shared by all sub-addresses.
    pub mailbox: String,
    /// Whether it carries a code that a user is waiting for.
    pub carries_code: bool,
}

/// An email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Its id.
    pub id: MailId,
    /// The user it is about. For emails of the embedded identity provider, this is the account's id, and for newsletter
    /// emails the subscription's: the shop may have no such user.
    pub owner: UserId,
    /// The recipient.
    pub to: Email,
    /// Its subject, one line.
    pub subject: String,
    /// Its content as plain text.
    pub text: String,
    /// The text without secrets that grant rights: links with codes, and coupons. `None` if it contains none, or they
    /// were erased.
    pub redacted: Option<String>,
    /// Its content, for other renderings than the text. `None` if the previous release wrote it, or if it was sent or
    /// given up.
    pub content: Option<EmailContent>,
    /// Its order; `None` if it is not about an order.
    pub order: Option<OrderId>,
    /// `None` if the recipient has confirmed wanting it.
    pub unasked: Option<Unasked>,
    /// When it was written.
    pub written_at: Timestamp,
    /// When its content becomes outdated. It must not be sent from then on.
    pub good_until: Timestamp,
    /// Its delivery state.
    pub delivery: Delivery,
}

impl Mail {
    /// Creates an email to send as soon as possible, until `good_for` has passed.
    #[must_use]
    pub fn new(
        id: MailId,
        owner: UserId,
        to: Email,
        subject: &str,
        content: EmailContent,
        now: Timestamp,
        good_for: Duration,
    ) -> Self {
        Self {
            id,
            owner,
            to,
            subject: subject.to_owned(),
            text: content.text(),
            redacted: content.redacted_text(),
            content: Some(content),
            order: None,
            unasked: None,
            written_at: now,
            good_until: now.plus(good_for),
            delivery: Delivery::Waiting { tries: 0, next_try_at: now },
        }
    }

    /// Marks it as not confirmed by its recipient.
    #[must_use]
    pub fn unasked(self) -> Self {
        let unasked = Some(Unasked { mailbox: self.to.mailbox(), carries_code: false });
        Self { unasked, ..self }
    }

    /// Marks it as carrying a code, and as not confirmed by its recipient.
    #[must_use]
    pub fn unasked_code(self) -> Self {
        let unasked = Some(Unasked { mailbox: self.to.mailbox(), carries_code: true });
        Self { unasked, ..self }
    }

    /// Sets whether its recipient has confirmed the address.
    #[must_use]
    pub fn to_confirmed(self, is_confirmed: bool) -> Self {
        if is_confirmed { self } else { self.unasked() }
    }

    /// Sets the order it is about.
    #[must_use]
    pub fn about(self, order: OrderId) -> Self {
        Self { order: Some(order), ..self }
    }

    /// Replaces its content.
    #[must_use]
    pub fn with_content(self, content: EmailContent) -> Self {
        Self { text: content.text(), redacted: content.redacted_text(), content: Some(content), ..self }
    }

    /// Returns the text of the email without its secrets.
    #[must_use]
    pub fn without_secrets(self) -> Self {
        Self { text: self.redacted.unwrap_or(self.text), redacted: None, content: None, ..self }
    }
}

/// Emails to send.
pub trait OutboxRepository {
    /// Adds an email to the outbox.
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()>;

    /// Returns all emails, newest first.
    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;

    /// Returns emails whose next attempt is due at or before a time, by id, which is the order in which they were
    /// written: either those never attempted, or those attempted before.
    fn due_mails(&mut self, now: Timestamp, tried: bool, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;

    /// Returns how many emails written at or before a time are still waiting, counted up to `limit`.
    fn count_late_mails(&mut self, written_before: Timestamp, limit: u32) -> StoreResult<usize>;

    /// Returns emails written at or before a time that are still waiting, newest first.
    fn late_mails(&mut self, written_before: Timestamp, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;

    /// Returns the waiting emails about orders to an address, by id.
    fn waiting_order_mails(&mut self, to: &Email, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;

    /// Locks a mailbox: until this transaction ends, no other transaction decides about emails to it.
    fn lock_mailbox(&mut self, mailbox: &str, at: Timestamp) -> StoreResult<()>;

    /// Returns when [unasked](Mail::unasked) emails were sent to a mailbox since `since`, latest first, with a limit.
    /// Emails about orders that were combined into one count once.
    fn unasked_sent(&mut self, mailbox: &str, since: Timestamp, most: u32) -> StoreResult<Vec<Timestamp>>;

    /// Returns the deliveries of unasked emails to a mailbox that were attempted and are waiting for the next attempt;
    /// combined ones count once.
    fn unasked_tried(&mut self, mailbox: &str) -> StoreResult<Vec<Delivery>>;

    /// Returns how many unasked emails without codes were written for a mailbox since `since`.
    fn unasked_written(&mut self, mailbox: &str, since: Timestamp) -> StoreResult<i64>;

    /// Returns how many emails not about orders were written for an owner after a time.
    fn other_mails_written(&mut self, owner: &UserId, since: Timestamp) -> StoreResult<i64>;

    /// Returns the emails about an order, oldest first, at most one page.
    fn mails_about(&mut self, order: &OrderKey) -> StoreResult<Vec<Mail>>;

    /// Deletes all emails about a user, sent or not.
    fn delete_mails_of(&mut self, owner: &UserId) -> StoreResult<()>;

    /// Saves the delivery state of an email, if it still equals that of `mail`; `false` if another server has changed
    /// it. Of an email that was sent or given up, only the text without secrets remains.
    fn update_delivery(&mut self, mail: &Mail, delivery: Delivery) -> StoreResult<bool>;
}
