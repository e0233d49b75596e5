//! The mail server.

use super::outbox::Mail;
use async_trait::async_trait;
use autoparts_domain::email::Email;
use std::error::Error;

/// Why a mail was not taken.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// No connection to the server can be made: what is handed over next will fare no better. Try again later.
    #[error("the mail server does not answer")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The server said that it cannot take this mail now, or took too long over it. Try again.
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

/// Which addresses can be written to, as far as that is known.
pub trait DeliverableAddresses: Send + Sync {
    /// `false` when no mail can be sent to an address: it has no form that the mail server takes. Whether there is such a
    /// mailbox is another question.
    fn can_send_to(&self, to: &Email) -> bool;
}

/// Without a mail server mails stay in the outbox, whoever they are for.
#[derive(Debug, Clone, Copy)]
pub struct AnyAddress;

impl DeliverableAddresses for AnyAddress {
    fn can_send_to(&self, _: &Email) -> bool {
        true
    }
}
