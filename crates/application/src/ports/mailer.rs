//! The mail server.

use super::outbox::Mail;
use async_trait::async_trait;
use autoparts_domain::email::Email;
use std::error::Error;

/// Why a mail was not taken.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The server cannot be reached: further mails would fail, too. Try again later.
    #[error("the mail server does not answer")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The server temporarily rejected this mail, or took too long. Try again.
    #[error("the mail server is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The server will never take this mail: there is no such mailbox, say.
    #[error("the mail server refused the mail")]
    Refused(#[source] Box<dyn Error + Send + Sync>),
}

/// Hands mails to a mail server.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands over one mail. The same mail may be handed over twice when an answer is lost; its
    /// id tells that it is the same.
    async fn send(&self, mail: &Mail) -> Result<(), MailerError>;
}

/// Which addresses are deliverable, as far as known.
pub trait DeliverableAddresses: Send + Sync {
    /// `false` if no mail can be sent to an address, because the mail server does not accept its form. Does not check
    /// whether the mailbox exists.
    fn can_send_to(&self, to: &Email) -> bool;
}

/// Without a mail server all mails stay in the outbox.
#[derive(Debug, Clone, Copy)]
pub struct AnyAddress;

impl DeliverableAddresses for AnyAddress {
    fn can_send_to(&self, _: &Email) -> bool {
        true
    }
}
