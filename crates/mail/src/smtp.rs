//! Mails over SMTP.

use crate::{html, seller::Seller};
use async_trait::async_trait;
use autoparts_application::{
    error_chain::error_chain,
    ports::{
        mailer::{Mailer, MailerError},
        outbox::Mail,
    },
};
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, MultiPart},
    transport::smtp::{AsyncSmtpTransportBuilder, Error as SmtpError, PoolConfig},
};
use std::{fmt, time::Duration};
use tokio::time::timeout;
use url::Url;

/// For each step of the conversation, and for the whole of it.
const ANSWER_WITHIN: Duration = Duration::from_secs(15);
const SEND_WITHIN: Duration = Duration::from_secs(45);

/// Mails are sent one after the other; a second connection covers for one that has gone stale.
const CONNECTIONS: u32 = 2;

/// A mail server.
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    host: String,
    seller: Seller,
}

impl SmtpMailer {
    /// The mail server at an address, who the mails are from, and who sells. The address is
    /// `smtps://USER:PASSWORD@HOST:465` (TLS from the start), `smtp://USER:PASSWORD@HOST:587?tls=required`
    /// (STARTTLS) or, for a server on this machine only, `smtp://HOST:PORT`. The error says what
    /// is wrong, without repeating the address: it holds a password.
    pub fn new(url: &str, from: &str, seller: Seller) -> Result<Self, &'static str> {
        let ((transport, host), from) = (parse_url(url)?, parse_sender(from)?);
        let transport =
            transport.timeout(Some(ANSWER_WITHIN)).pool_config(PoolConfig::new().max_size(CONNECTIONS)).build();
        Ok(Self { transport, from, host, seller })
    }

    /// What [`new`](Self::new) would refuse about those that are given.
    #[must_use]
    pub fn mistakes(url: Option<&str>, from: Option<&str>) -> Vec<&'static str> {
        let url = url.and_then(|url| parse_url(url).err());
        url.into_iter().chain(from.and_then(|from| parse_sender(from).err())).collect()
    }

    /// Sends one mail and answers what the server said to it, in its own words, which may repeat whom the mail is for: for
    /// the operator's eyes, not for a log.
    pub async fn try_out(&self, mail: &Mail) -> Result<String, String> {
        let message = self.message(mail).map_err(|error| error_chain(&error))?;
        match timeout(SEND_WITHIN, self.transport.send(message)).await {
            Ok(Ok(response)) => {
                let lines: Vec<&str> = response.message().collect();
                Ok(format!("{} {}", response.code(), lines.join(" ")).trim_end().to_owned())
            }
            Ok(Err(error)) => Err(without_kind(&error_chain(&error))),
            Err(_) => Err(format!("no answer within {} seconds", SEND_WITHIN.as_secs())),
        }
    }

    /// The mail server's host.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The mail as it travels: text and the same as HTML.
    fn message(&self, mail: &Mail) -> Result<Message, MailerError> {
        let (text, page) = (self.seller.below(&mail.text), html::page(&mail.subject, &mail.text, &self.seller));
        let to: Mailbox = mail.to.as_str().parse().map_err(refused)?;
        Message::builder()
            .message_id(Some(format!("<{}@{}>", mail.id, self.from.email.domain())))
            .from(self.from.clone())
            .to(to)
            .subject(mail.subject.clone())
            .multipart(MultiPart::alternative_plain_html(text, page))
            .map_err(refused)
    }
}

const NO_ADDRESS: &str = "SMTP_URL must be an address such as smtps://USER:PASSWORD@HOST:465";

/// An error without what the library calls its kind, which tells an operator nothing.
fn without_kind(said: &str) -> String {
    let kinds = ["internal client error: ", "Connection error: ", "network error: "];
    kinds.iter().fold(said, |said, kind| said.strip_prefix(kind).unwrap_or(said)).to_owned()
}

/// The way to a mail server, and its host.
fn parse_url(url: &str) -> Result<(AsyncSmtpTransportBuilder, String), &'static str> {
    let parsed = Url::parse(url).map_err(|_| NO_ADDRESS)?;
    let host = parsed.host_str().unwrap_or_default();
    let local = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    let starts_tls = parsed.query_pairs().any(|(name, value)| name == "tls" && value == "required");
    let safe = parsed.scheme() == "smtps" || (parsed.scheme() == "smtp" && (starts_tls || local));
    if !safe {
        return Err("SMTP_URL must begin with smtps://, or with smtp:// and end with ?tls=required");
    }
    let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|_| NO_ADDRESS)?;
    Ok((transport, host.to_owned()))
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
        match timeout(SEND_WITHIN, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(in_our_words(error)),
            Err(late) => Err(MailerError::Unreachable(Box::new(late))),
        }
    }
}

/// What the server answered. Without its sentence, which repeats whom the mail is for.
#[derive(Debug, thiserror::Error)]
#[error("the server answered {0}")]
struct Answer(u16);

/// Only a mailbox that does not exist is given up: anything else, a sender that the server does not
/// know yet, a full mailbox, a wrong password, an operator or time will mend.
fn in_our_words(error: SmtpError) -> MailerError {
    let Some(code) = error.status().map(u16::from) else {
        return MailerError::Unreachable(Box::new(error));
    };
    // The enhanced status 5.1.x says that it is about the address.
    let about_address = error.to_string().split([' ', '(', ')', '"', ',']).any(|word| word.starts_with("5.1."));
    if matches!(code, 550 | 551 | 553) && about_address {
        refused(Answer(code))
    } else {
        MailerError::Unavailable(Box::new(Answer(code)))
    }
}

impl fmt::Debug for SmtpMailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpMailer").field("host", &self.host).finish_non_exhaustive()
    }
}
