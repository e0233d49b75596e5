//! The mail server.

use super::outbox::Mail;
use async_trait::async_trait;
use autoparts_domain::email::Email;
use std::error::Error;

/// Why an email was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The server cannot be reached: further emails would fail, too. Try again later.
    #[error("the mail server does not answer")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The server temporarily rejected this email, or took too long. Try again.
    #[error("the mail server is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The server will never accept this email, for example because the mailbox does not exist.
    #[error("the mail server refused the email")]
    Refused(#[source] Box<dyn Error + Send + Sync>),
}

/// Sends emails to a mail server.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends one email. The same email may be sent twice if a response is lost; its id identifies it.
    async fn send(&self, mail: &Mail) -> Result<(), MailerError>;
}

/// The addresses known to be deliverable.
pub trait DeliverableAddresses: Send + Sync {
    /// Returns `false` if no email can be sent to an address, because the mail server does not accept its form. Does
    /// not check whether the mailbox exists.
    fn can_send_to(&self, to: &Email) -> bool;
}

/// Accepts every address. For shops without a mail server, whose emails stay in the outbox.
#[derive(Debug, Clone, Copy)]
pub struct AnyAddress;

impl DeliverableAddresses for AnyAddress {
    fn can_send_to(&self, _: &Email) -> bool {
        true
    }
}
