//! Connections to a mail server, with a small pool of idle ones. Emails sent at the same time use separate connections,
//! so that a slow recipient does not delay others.

use lettre::transport::smtp::{
    Error as SmtpError,
    authentication::{Credentials, DEFAULT_MECHANISMS},
    client::{AsyncSmtpConnection, TlsParameters},
    extension::{ClientId, Extension},
};
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};
use url::{Url, form_urlencoded};

/// Time limit for each step of the SMTP dialog.
const STEP_TIMEOUT: Duration = Duration::from_secs(15);

/// Maximum number of idle connections, and their lifetime.
const MAX_IDLE: usize = 4;
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// How a connection is encrypted.
#[derive(Clone)]
enum Encryption {
    /// From the start.
    Wrapped(TlsParameters),
    /// By STARTTLS, which is required.
    Started(TlsParameters),
    /// None, for a server on this machine.
    None,
}

/// A mail server and its idle connections.
#[derive(Clone)]
pub(crate) struct Connections {
    host: String,
    port: u16,
    hello: ClientId,
    encryption: Encryption,
    credentials: Option<Credentials>,
    idle: Arc<Mutex<Vec<(AsyncSmtpConnection, Instant)>>>,
    smtputf8: Arc<AtomicU8>,
}

/// Values of `Connections::smtputf8`: whether the server offers SMTPUTF8.
const UNKNOWN: u8 = 0;
const OFFERED: u8 = 1;
const NOT_OFFERED: u8 = 2;

const BAD_URL: &str = "SMTP_URL must be a URL such as smtps://USER:PASSWORD@HOST:465";

impl Connections {
    /// Parses the URL of a mail server. The error states what is wrong, without repeating the URL.
    pub(crate) fn to(url: &str) -> Result<Self, &'static str> {
        let parsed = Url::parse(url).map_err(|_| BAD_URL)?;
        let host = parsed.host_str().unwrap_or_default();
        let local = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        let starts_tls = parsed.query_pairs().any(|(name, value)| name == "tls" && value == "required");
        let tls = || TlsParameters::new(host.to_owned()).map_err(|_| BAD_URL);
        let (encryption, default_port) = match parsed.scheme() {
            "smtps" => (Encryption::Wrapped(tls()?), 465),
            "smtp" if starts_tls => (Encryption::Started(tls()?), 587),
            "smtp" if local => (Encryption::None, 25),
            _ => return Err("SMTP_URL must begin with smtps://, or with smtp:// and end with ?tls=required"),
        };
        if host.is_empty() {
            return Err(BAD_URL);
        }
        let hello = match parsed.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        let credentials =
            parsed.password().map(|password| Credentials::new(decoded(parsed.username()), decoded(password)));
        Ok(Self {
            host: host.to_owned(),
            port: parsed.port().unwrap_or(default_port),
            hello,
            encryption,
            credentials,
            idle: Arc::default(),
            smtputf8: Arc::new(AtomicU8::new(UNKNOWN)),
        })
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Whether the server accepts non-ASCII local parts; `None` before the first connection.
    pub(crate) fn has_smtputf8(&self) -> Option<bool> {
        match self.smtputf8.load(Ordering::Relaxed) {
            OFFERED => Some(true),
            NOT_OFFERED => Some(false),
            _ => None,
        }
    }

    /// A connection that is ready for an email: an idle one, or a new one.
    pub(crate) async fn get(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        while let Some(mut connection) = self.take_idle() {
            if connection.test_connected().await {
                return Ok(connection);
            }
            connection.abort().await;
        }
        self.connect().await
    }

    /// Returns a connection to the pool.
    pub(crate) fn put_back(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if !connection.has_broken() && idle.len() < MAX_IDLE {
            idle.push((connection, Instant::now()));
        }
    }

    fn take_idle(&self) -> Option<AsyncSmtpConnection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|(_, since)| since.elapsed() < IDLE_TIMEOUT);
        idle.pop().map(|(connection, _)| connection)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let server = (self.host.trim_matches(['[', ']']), self.port);
        let wrapped = match &self.encryption {
            Encryption::Wrapped(tls) => Some(tls.clone()),
            Encryption::Started(_) | Encryption::None => None,
        };
        let timeout = Some(STEP_TIMEOUT);
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, timeout, &self.hello, wrapped, None).await?;
        if let Encryption::Started(tls) = &self.encryption {
            connection.starttls(tls.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        let offers = connection.server_info().supports_feature(Extension::SmtpUtfEight);
        self.smtputf8.store(if offers { OFFERED } else { NOT_OFFERED }, Ordering::Relaxed);
        Ok(connection)
    }
}

/// Percent-decodes a part of a URL.
fn decoded(text: &str) -> String {
    let pair = format!("={}", text.replace('+', "%2B").replace('&', "%26"));
    form_urlencoded::parse(pair.as_bytes()).map(|(_, value)| value.into_owned()).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_passwords_are_percent_decoded() {
        for (text, meant) in [("a%40b", "a@b"), ("p%20w+d", "p w+d"), ("100%25", "100%"), ("a&b=c", "a&b=c"), ("", "")]
        {
            assert_eq!(decoded(text), meant, "{text}");
        }
    }
}
