//! The database URL: `sqlite://path`, or `postgres://…` as libpq reads it. This module does not open databases.

use std::{fmt, path::Path, str::FromStr};

/// Where the store keeps its data. Neither `Debug` nor `Display` shows the password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Kind);

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Sqlite(String),
    Postgres(String),
}

/// Why a text is not a database URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseUrlError {
    /// Another scheme, or none.
    #[error("a database URL begins with sqlite:// or postgres://")]
    UnknownScheme,
    /// Nothing after the scheme.
    #[error("sqlite:// must be followed by the path of a file, as in sqlite://data/autoparts.db")]
    NoFile,
    /// `:memory:`, or an option with a similar effect.
    #[error(
        "SQLite must be given a plain file: data in memory is lost with the process, and options after ? are not read"
    )]
    NotAPlainFile,
    /// libpq would take part of such a password for the host and show it in messages.
    #[error("in a database URL, / and @ of a password, and @ of an option, are written %2F and %40")]
    BarePassword,
    /// libpq cannot read it, and would report it as an unreachable server.
    #[error("in a database URL, % is written %25")]
    BarePercent,
    /// An invalid port; libpq would notice only when it connects.
    #[error("the port in a database URL must be a number from 1 to 65535")]
    Port,
}

/// Whether all ports in a URL are valid. A missing port is valid: libpq uses 5432.
fn has_good_ports(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let head = rest.split('/').next().unwrap_or_default();
    // A password may contain the characters that end the hosts.
    let hosts = head.rsplit_once('@').map_or(head, |(_, hosts)| hosts);
    let hosts = hosts.split('?').next().unwrap_or_default();
    let is_good = |port: &str| port.is_empty() || port.parse().is_ok_and(|port: u16| port > 0);
    hosts.split(',').all(|host| {
        // IPv6 addresses are in brackets, because they contain colons.
        let name_and_port = host.split_once(']').map_or(host, |(_, rest)| rest);
        name_and_port.split_once(':').is_none_or(|(_, port)| is_good(port))
    })
}

/// Whether a `%` is not followed by two hexadecimal digits.
fn has_bare_percent(url: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let bytes = url.as_bytes();
    let follows = |at: usize| is_digit(bytes.get(at + 1)) && is_digit(bytes.get(at + 2));
    bytes.iter().enumerate().any(|(at, byte)| *byte == b'%' && !follows(at))
}

/// Whether a password ends too early for libpq, which reads the login up to the first `@` and expects that before the
/// first `/`.
fn has_bare_password(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let (head, tail) = rest.split_once('/').unwrap_or((rest, ""));
    head.matches('@').count() > 1 || tail.contains('@')
}

impl DatabaseUrl {
    /// The file of a SQLite database; `None` for PostgreSQL.
    #[must_use]
    pub fn sqlite_file(&self) -> Option<&Path> {
        match &self.0 {
            Kind::Sqlite(path) => Some(Path::new(path)),
            Kind::Postgres(_) => None,
        }
    }

    /// The URL for libpq, including the password; `None` for SQLite.
    pub(crate) fn postgres_url(&self) -> Option<&str> {
        match &self.0 {
            Kind::Sqlite(_) => None,
            Kind::Postgres(url) => Some(url),
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, DatabaseUrlError> {
        let text = text.trim();
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return if has_bare_password(text) {
                Err(DatabaseUrlError::BarePassword)
            } else if has_bare_percent(text) {
                Err(DatabaseUrlError::BarePercent)
            } else if !has_good_ports(text) {
                Err(DatabaseUrlError::Port)
            } else {
                Ok(Self(Kind::Postgres(text.to_owned())))
            };
        }
        let path = text.strip_prefix("sqlite:").ok_or(DatabaseUrlError::UnknownScheme)?;
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() {
            return Err(DatabaseUrlError::NoFile);
        }
        if path.contains(['?', '#', '\0']) || path == ":memory:" {
            return Err(DatabaseUrlError::NotAPlainFile);
        }
        Ok(Self(Kind::Sqlite(path.to_owned())))
    }
}

/// Shows the URL without its password. Leaves out options after `?`, which may contain one too.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = match &self.0 {
            Kind::Sqlite(path) => return write!(f, "sqlite://{path}"),
            Kind::Postgres(url) => url,
        };
        let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
        let head = rest.split('/').next().unwrap_or_default();
        let login = head.split_once('@').map_or("", |(login, _)| login);
        let place = rest.strip_prefix(login).unwrap_or_default().trim_start_matches('@');
        let place = place.split('?').next().unwrap_or_default();
        match login.split_once(':') {
            Some((user, _password)) => write!(f, "{scheme}://{user}:…@{place}"),
            None if login.is_empty() => write!(f, "{scheme}://{place}"),
            None => write!(f, "{scheme}://{login}@{place}"),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// Adds an option to the URL, unless it already has that option.
pub(crate) fn with_option(url: String, name: &str, value: &str) -> String {
    if url.contains(&format!("?{name}=")) || url.contains(&format!("&{name}=")) {
        return url;
    }
    let joint = if url.contains('?') { '&' } else { '?' };
    format!("{url}{joint}{name}={value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> DatabaseUrl {
        text.parse().unwrap()
    }

    #[test]
    fn a_sqlite_url_names_a_file() {
        for (text, path) in [
            ("sqlite://data/autoparts.db", "data/autoparts.db"),
            ("sqlite:data/autoparts.db", "data/autoparts.db"),
            ("sqlite:///var/lib/autoparts.db", "/var/lib/autoparts.db"),
            (" sqlite://x.db\n", "x.db"),
        ] {
            assert_eq!(url(text).sqlite_file(), Some(Path::new(path)), "{text}");
        }
    }

    #[test]
    fn both_spellings_of_postgres_are_known() {
        for text in [
            "postgres://shop@db/autoparts",
            "postgresql://shop@db/autoparts",
            "postgres://db",
            "postgres:///autoparts?host=/run/a%40b&user=shop",
            "postgres://shop:x@db1:5433,db2,[::1]:5433/autoparts?target_session_attrs=read-write",
            "postgres://shop:a?:b@db:/autoparts",
            "postgres://[::1]/autoparts",
        ] {
            assert_eq!(url(text).postgres_url(), Some(text));
            assert_eq!(url(text).sqlite_file(), None);
        }
    }

    #[test]
    fn anything_else_is_refused_with_a_reason() {
        for (text, why) in [
            ("", DatabaseUrlError::UnknownScheme),
            ("data/autoparts.db", DatabaseUrlError::UnknownScheme),
            ("mysql://db/autoparts", DatabaseUrlError::UnknownScheme),
            ("POSTGRES://db/autoparts", DatabaseUrlError::UnknownScheme),
            ("sqlite://", DatabaseUrlError::NoFile),
            ("sqlite:", DatabaseUrlError::NoFile),
            ("sqlite::memory:", DatabaseUrlError::NotAPlainFile),
            ("sqlite://x.db?mode=memory", DatabaseUrlError::NotAPlainFile),
            ("postgres://shop:a/b@db/autoparts", DatabaseUrlError::BarePassword),
            ("postgres://shop:a@b@db/autoparts", DatabaseUrlError::BarePassword),
            ("postgres://shop:a/b?c@db/autoparts", DatabaseUrlError::BarePassword),
            ("postgres://shop:100%@db/autoparts", DatabaseUrlError::BarePercent),
            ("postgres://shop:a%zz@db/autoparts", DatabaseUrlError::BarePercent),
            ("postgres://shop:x@db:99999/autoparts", DatabaseUrlError::Port),
            ("postgres://db:0?sslmode=disable", DatabaseUrlError::Port),
            ("postgres://db1:5432,[::1]:x/autoparts", DatabaseUrlError::Port),
        ] {
            assert_eq!(text.parse::<DatabaseUrl>(), Err(why), "{text}");
        }
    }

    #[test]
    fn no_spelling_shows_the_password() {
        for text in [
            "postgres://shop:s3cret@db:5432/autoparts",
            "postgres://shop:s3cret@db/autoparts?sslmode=require",
            "postgres://shop:a?s3cret@db/autoparts",
            "postgres://shop:a:%2Fs3cret%40@db/autoparts?options=a%40b",
            "postgres:///autoparts?host=db&password=s3cret",
            "postgres://shop:s3cret@db1,db2:5433/autoparts",
        ] {
            for shown in [url(text).to_string(), format!("{:?}", url(text))] {
                assert!(!shown.contains("s3cret"), "{shown}");
                assert!(shown.contains("autoparts"), "{shown}");
            }
        }
        assert_eq!(url("postgres://shop@db/autoparts").to_string(), "postgres://shop@db/autoparts");
        assert_eq!(url("postgres://shop:x@db/autoparts").to_string(), "postgres://shop:…@db/autoparts");
        assert_eq!(url("sqlite:x.db").to_string(), "sqlite://x.db");
    }
}
