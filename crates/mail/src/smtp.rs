//! Sends emails over SMTP.

use crate::{connections::Connections, html, seller::Seller};
use async_trait::async_trait;
use autoparts_application::{
    error_chain::error_chain,
    ports::{
        mailer::{DeliverableAddresses, Mailer, MailerError},
        outbox::Mail,
    },
};
use autoparts_domain::email::Email;
use lettre::{
    Message,
    message::{Mailbox, MultiPart, SinglePart},
    transport::smtp::{Error as SmtpError, response::Response},
};
use std::{fmt, time::Duration};
use tokio::time::timeout;

/// Time limit for one email, from connecting to the server's last reply.
const SEND_TIMEOUT: Duration = Duration::from_secs(45);

/// A mail server.
pub struct SmtpMailer {
    connections: Connections,
    from: Mailbox,
    seller: Seller,
}

/// Why the server did not accept an email.
enum Failure {
    /// No connection could be made.
    NoConnection(SmtpError),
    /// The server rejected the email, or closed the connection.
    Rejected(SmtpError),
    /// The local part has non-ASCII characters, which the server does not accept.
    NoSmtpUtf8,
}

impl SmtpMailer {
    /// Creates a mailer from the URL of a mail server, the sender address, and the seller. The URL is
    /// `smtps://USER:PASSWORD@HOST:465` (TLS from the start), `smtp://USER:PASSWORD@HOST:587?tls=required` (STARTTLS)
    /// or, for a server on this machine only, `smtp://HOST:PORT`. The error states what is wrong, without repeating
    /// the URL, because it contains a password.
    pub fn new(url: &str, from: &str, seller: Seller) -> Result<Self, &'static str> {
        Ok(Self { connections: Connections::to(url)?, from: parse_sender(from)?, seller })
    }

    /// The errors that [`new`](Self::new) would return for the given values.
    #[must_use]
    pub fn mistakes(url: Option<&str>, from: Option<&str>) -> Vec<&'static str> {
        let url = url.and_then(|url| Connections::to(url).err());
        url.into_iter().chain(from.and_then(|from| parse_sender(from).err())).collect()
    }

    /// Sends one email and returns the server's verbatim reply, which may repeat the recipient: for the operator, not
    /// for a log.
    pub async fn try_out(&self, mail: &Mail) -> Result<String, String> {
        let message = self.message(mail).map_err(|error| error_chain(&error))?;
        match timeout(SEND_TIMEOUT, self.deliver(mail, &message)).await {
            Ok(Ok(response)) => {
                let lines: Vec<&str> = response.message().collect();
                Ok(format!("{} {}", response.code(), lines.join(" ")).trim_end().to_owned())
            }
            Ok(Err(Failure::NoConnection(error) | Failure::Rejected(error))) => Err(without_kind(&error_chain(&error))),
            Ok(Err(Failure::NoSmtpUtf8)) => Err(NoSmtpUtf8.to_string()),
            Err(_) => Err(format!("no answer within {} seconds", SEND_TIMEOUT.as_secs())),
        }
    }

    /// Connects once, to detect early which addresses the server accepts.
    pub async fn get_to_know(&self) {
        match timeout(SEND_TIMEOUT, self.connections.get()).await {
            Ok(Ok(connection)) => self.connections.put_back(connection),
            Ok(Err(_)) | Err(_) => tracing::warn!("the mail server does not respond yet"),
        }
    }

    async fn deliver(&self, mail: &Mail, message: &Message) -> Result<Response, Failure> {
        let mut connection = self.connections.get().await.map_err(Failure::NoConnection)?;
        if mail.to.needs_smtputf8() && self.connections.has_smtputf8() == Some(false) {
            self.connections.put_back(connection);
            return Err(Failure::NoSmtpUtf8);
        }
        let response = connection.send(message.envelope(), &message.formatted()).await.map_err(Failure::Rejected)?;
        self.connections.put_back(connection);
        Ok(response)
    }

    /// The mail server's host.
    #[must_use]
    pub fn host(&self) -> &str {
        self.connections.host()
    }

    /// The email as sent: plain text, and HTML with the same content.
    fn message(&self, mail: &Mail) -> Result<Message, MailerError> {
        let to = mailbox(&mail.to).ok_or_else(|| refused(NoForm))?;
        let message = Message::builder()
            .message_id(Some(format!("<{}@{}>", mail.id, self.from.email.domain())))
            .from(self.from.clone())
            .to(to)
            .subject(mail.subject.clone());
        let message = match text_and_html(mail, &self.seller) {
            (text, Some(page)) => message.multipart(MultiPart::alternative_plain_html(text, page)),
            (text, None) => message.singlepart(SinglePart::plain(text)),
        };
        message.map_err(refused)
    }
}

/// The plain text and the HTML of an email, as sent; no HTML without its content.
#[must_use]
pub fn text_and_html(mail: &Mail, seller: &Seller) -> (String, Option<String>) {
    let page = mail.content.as_ref().map(|content| html::page(&mail.subject, content, seller));
    (seller.below(&mail.text), page)
}

/// An address in the form that servers accept; `None` if it has no such form.
fn mailbox(to: &Email) -> Option<Mailbox> {
    to.with_ascii_domain()?.parse().ok()
}

/// Removes the library's error kind, which is of no use to an operator.
fn without_kind(chain: &str) -> String {
    let kinds = ["internal client error: ", "Connection error: ", "network error: "];
    kinds.iter().fold(chain, |chain, kind| chain.strip_prefix(kind).unwrap_or(chain)).to_owned()
}

fn parse_sender(from: &str) -> Result<Mailbox, &'static str> {
    from.parse().map_err(|_| "MAIL_FROM must be a sender such as Autoparts <orders@shop.example>")
}

fn refused(error: impl std::error::Error + Send + Sync + 'static) -> MailerError {
    MailerError::Refused(Box::new(error))
}

#[async_trait]
impl Mailer for SmtpMailer {
    #[tracing::instrument(name = "mail_server", level = "debug", skip_all, fields(mail = %mail.id))]
    async fn send(&self, mail: &Mail) -> Result<(), MailerError> {
        let message = self.message(mail)?;
        match timeout(SEND_TIMEOUT, self.deliver(mail, &message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(failure)) => Err(to_mailer_error(failure)),
            // One slow recipient does not mean that the server is unreachable.
            Err(elapsed) => Err(MailerError::Unavailable(Box::new(elapsed))),
        }
    }
}

impl DeliverableAddresses for SmtpMailer {
    fn can_send_to(&self, to: &Email) -> bool {
        let accepts_form = !to.needs_smtputf8() || self.connections.has_smtputf8() != Some(false);
        accepts_form && mailbox(to).is_some()
    }
}

/// SMTP cannot express the address.
#[derive(Debug, thiserror::Error)]
#[error("SMTP cannot express this address")]
struct NoForm;

/// The server does not offer SMTPUTF8.
#[derive(Debug, thiserror::Error)]
#[error("the mail server accepts only ASCII before the @ of an address (it does not offer SMTPUTF8)")]
struct NoSmtpUtf8;

/// The server's reply code. Without its text, which repeats the recipient.
#[derive(Debug, thiserror::Error)]
#[error("the server replied {0}")]
struct Reply(u16);

/// An email is given up only if its mailbox does not exist, or this server can never accept it. Other errors (an
/// unknown sender, a full mailbox, a wrong password) are fixed by an operator or by time. A failed connection affects
/// all emails; any later error affects only this one.
fn to_mailer_error(failure: Failure) -> MailerError {
    let error = match failure {
        Failure::NoSmtpUtf8 => return refused(NoSmtpUtf8),
        Failure::NoConnection(error) => {
            return MailerError::Unreachable(match error.status() {
                Some(code) => Box::new(Reply(code.into())),
                None => Box::new(error),
            });
        }
        Failure::Rejected(error) => error,
    };
    let Some(code) = error.status().map(u16::from) else {
        return if error.is_client() { refused(error) } else { MailerError::Unavailable(Box::new(error)) };
    };
    // The enhanced status 5.1.x indicates an address error.
    let about_address = error.to_string().split([' ', '(', ')', '"', ',']).any(|word| word.starts_with("5.1."));
    if matches!(code, 550 | 551 | 553) && about_address {
        refused(Reply(code))
    } else {
        MailerError::Unavailable(Box::new(Reply(code)))
    }
}

impl fmt::Debug for SmtpMailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpMailer").field("host", &self.host()).finish_non_exhaustive()
    }
}
