//! Mails to send: written in the transaction that causes them, so that none is lost and none
//! is sent for what was rolled back.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{MailId, OrderId, OrderKey, UserId},
    time::Timestamp,
};
use std::time::Duration;

/// How long a mail stays true that tells what has happened: its reader has looked into the shop by
/// then, or does not miss it.
pub const NEWS_LASTS: Duration = Duration::from_hours(3 * 24);

/// How the lines of a mail begin that say how far an order has come: what is done, what is waited for, and what comes
/// later. A paragraph of such lines is made into a strip where a mail is designed.
pub const JOURNEY_MARKS: [&str; 3] = ["✓ ", "→ ", "· "];

/// How far a mail has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// It waits for a mail server to take it.
    Waiting {
        /// How often that was tried.
        tries: u32,
        /// When to try next.
        next_try_at: Timestamp,
    },
    /// A mail server took it.
    Sent(Timestamp),
    /// No mail server would take it, and none is asked any more.
    GivenUp,
}

impl Delivery {
    /// When a mail server took it.
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
    /// Its body, plain text: paragraphs with empty lines between them.
    pub text: String,
    /// The same without what gives its reader a right: links with codes in them, coupons. `None` when it
    /// holds nothing of the kind, or when that was erased.
    pub redacted: Option<String>,
    /// The order it is about; `None` when it is about something else.
    pub order: Option<OrderId>,
    /// `None` if the recipient has confirmed wanting it.
    pub unasked: Option<Unasked>,
    /// When it was written.
    pub written_at: Timestamp,
    /// From when on what it says is not true any more, so that it must not be sent.
    pub good_until: Timestamp,
    /// How far it has come.
    pub delivery: Delivery,
}

impl Mail {
    /// A mail that waits to be sent as soon as possible, and says for how long it stays true.
    #[must_use]
    pub fn new(
        id: MailId,
        owner: UserId,
        to: Email,
        subject: &str,
        text: String,
        now: Timestamp,
        good_for: Duration,
    ) -> Self {
        let delivery = Delivery::Waiting { tries: 0, next_try_at: now };
        let (subject, good_until) = (subject.to_owned(), now.plus(good_for));
        let (redacted, order, unasked) = (None, None, None);
        Self { id, owner, to, subject, text, redacted, order, unasked, written_at: now, good_until, delivery }
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

    /// Says which order it is about.
    #[must_use]
    pub fn about(self, order: OrderId) -> Self {
        Self { order: Some(order), ..self }
    }

    /// Says which text is left when the secrets of this one are taken out.
    #[must_use]
    pub fn with_secrets(self, redacted: String) -> Self {
        Self { redacted: Some(redacted), ..self }
    }

    /// The mail without its secrets.
    #[must_use]
    pub fn without_secrets(self) -> Self {
        Self { text: self.redacted.unwrap_or(self.text), redacted: None, ..self }
    }
}

/// Mails to send.
pub trait OutboxRepository {
    /// Puts a mail into the outbox.
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()>;

    /// All mails, newest first.
    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;

    /// Mails whose next try is at or before a moment, by id, which is the order in which they were
    /// written: those that were never tried, or those that were.
    fn due_mails(&mut self, now: Timestamp, tried: bool, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;

    /// How many mails that were written at or before a moment still wait; counted up to `limit`.
    fn late_mails(&mut self, written_before: Timestamp, limit: u32) -> StoreResult<usize>;

    /// The mails about orders that wait to be sent to an address, by id.
    fn waiting_order_mails(&mut self, to: &Email, page: &Page<MailId>) -> StoreResult<Vec<Mail>>;

    /// Locks a mailbox: until this transaction ends, no other one decides about emails to it.
    fn lock_mailbox(&mut self, mailbox: &str, at: Timestamp) -> StoreResult<()>;

    /// When [unasked](Mail::unasked) emails were sent to a mailbox since `since`, latest first, with a limit. Emails
    /// about orders that were combined into one count once.
    fn unasked_sent(&mut self, mailbox: &str, since: Timestamp, most: u32) -> StoreResult<Vec<Timestamp>>;

    /// The deliveries of unasked emails to a mailbox that were tried and wait for the next try; combined ones count once.
    fn unasked_tried(&mut self, mailbox: &str) -> StoreResult<Vec<Delivery>>;

    /// How many unasked emails without codes were written for a mailbox since `since`.
    fn unasked_written(&mut self, mailbox: &str, since: Timestamp) -> StoreResult<i64>;

    /// How many mails about anything but orders were written for an owner after a moment.
    fn other_mails_written(&mut self, owner: &UserId, since: Timestamp) -> StoreResult<i64>;

    /// The mails about an order, oldest first, at most as many as a page has.
    fn mails_about(&mut self, order: &OrderKey) -> StoreResult<Vec<Mail>>;

    /// Forgets all mails about somebody, sent or not.
    fn delete_mails_of(&mut self, owner: &UserId) -> StoreResult<()>;

    /// Saves how far a mail has come, provided that it still stands as `mail` says; `false` when
    /// another instance was faster. A mail that was sent or given up is kept without its secrets: nobody
    /// needs them any more.
    fn update_delivery(&mut self, mail: &Mail, delivery: Delivery) -> StoreResult<bool>;
}
