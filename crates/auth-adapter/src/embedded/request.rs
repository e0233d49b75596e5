//! Parsing requests: JSON fields, forms, and the origin of a request.

use super::{refusal::Refusal, strength::check_strength};
use crate::password::{MAX_CHARACTERS, MIN_CHARACTERS};
use autoparts_domain::{email::Email, text::PersonName, validation::ValidationError};
use http_types::{HeaderMap, Request, header};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Maximum size of a body, in bytes.
const MAX_BODY: usize = 32 * 1024;

/// The fields of a JSON body. `null` counts as absent.
#[derive(Debug)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn read(request: &Request<Vec<u8>>) -> Result<Self, Refusal> {
        // A form on another site cannot have this type without a preflight request.
        check_type(request, "application/json")?;
        match serde_json::from_slice(bounded(request)?) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            _ => Err(Refusal::argument("The body must be a JSON object.")),
        }
    }

    /// A text; `None` if absent.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Refusal::argument(format_args!("{name} must be text."))),
        }
    }

    /// A required, non-empty text.
    pub(super) fn required(&self, name: &str, otherwise: &str) -> Result<&str, Refusal> {
        let text = self.text(name)?.filter(|text| !text.is_empty());
        text.ok_or_else(|| Refusal::new(otherwise))
    }

    /// A boolean; false if absent.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(Refusal::argument(format_args!("{name} must be true or false."))),
        }
    }

    /// The words of a list; empty if absent.
    pub(super) fn words(&self, name: &str) -> Result<Vec<&str>, Refusal> {
        let not_words = || Refusal::argument(format_args!("{name} must be a list of strings."));
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(items)) => items.iter().map(|item| item.as_str().ok_or_else(not_words)).collect(),
            Some(_) => Err(not_words()),
        }
    }

    /// The address in `email`.
    pub(super) fn email(&self) -> Result<Email, Refusal> {
        email(self.required("email", "MISSING_EMAIL")?)
    }

    /// The name in a field; `None` if absent or empty.
    pub(super) fn person_name(&self, field: &str) -> Result<Option<PersonName>, Refusal> {
        person_name(self.text(field)?.unwrap_or_default())
    }
}

/// Parses an email address.
pub(super) fn email(text: &str) -> Result<Email, Refusal> {
    text.parse().map_err(|_| Refusal::new("INVALID_EMAIL"))
}

/// Parses a name; `None` if blank. A name that is too long is refused rather than truncated, so that users never see a
/// name that they did not type.
pub(super) fn person_name(text: &str) -> Result<Option<PersonName>, Refusal> {
    match text.parse() {
        Ok(name) => Ok(Some(name)),
        Err(ValidationError::Missing) => Ok(None),
        Err(why) => Err(Refusal::saying("INVALID_DISPLAY_NAME", format_args!("The name {why}"))),
    }
}

/// A new password for an account, of valid length and not easy to guess.
pub(super) fn new_password(text: &str, email: &Email) -> Result<String, Refusal> {
    let password = bounded_password(text)?;
    check_strength(text, email)?;
    Ok(password)
}

/// A password of valid length.
pub(super) fn bounded_password(text: &str) -> Result<String, Refusal> {
    if text.chars().count() < MIN_CHARACTERS {
        return Err(Refusal::weak_password());
    }
    if text.chars().count() > MAX_CHARACTERS {
        return Err(Refusal::saying(
            "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
            format_args!("Password may contain at most {MAX_CHARACTERS} characters"),
        ));
    }
    Ok(text.to_owned())
}

/// The fields of a form.
pub(super) fn form(request: &Request<Vec<u8>>) -> Result<HashMap<String, String>, Refusal> {
    check_type(request, "application/x-www-form-urlencoded")?;
    Ok(pairs(bounded(request)?))
}

/// The pairs of a form or query; the last one if a name is repeated.
pub(super) fn pairs(text: &[u8]) -> HashMap<String, String> {
    form_urlencoded::parse(text).into_owned().collect()
}

/// Accepts requests that do not come from a page (no `Origin`), that come from the allowed origin, or that a page on
/// this machine sends to its own host. Without this check, any page open in the same browser could use the accounts.
pub(super) fn check_origin(request: &Request<Vec<u8>>, allowed: &str) -> Result<(), Refusal> {
    let headers = request.headers();
    let Some(origin) = text_of(headers, header::ORIGIN) else {
        return Ok(());
    };
    let host = text_of(headers, header::HOST).unwrap_or_default();
    let own_page = is_loopback(host) && origin.strip_prefix("http://") == Some(host);
    if own_page || origin == allowed.trim_end_matches('/') { Ok(()) } else { Err(Refusal::forbidden_origin()) }
}

fn is_loopback(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

fn check_type(request: &Request<Vec<u8>>, expected: &str) -> Result<(), Refusal> {
    let kind = text_of(request.headers(), header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case(expected) {
        Ok(())
    } else {
        Err(Refusal::argument(format_args!("The content type must be {expected}.")))
    }
}

fn bounded(request: &Request<Vec<u8>>) -> Result<&[u8], Refusal> {
    let body = request.body();
    if body.len() > MAX_BODY {
        return Err(Refusal::argument("The request is too large."));
    }
    Ok(body)
}

fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    // A header that is not text must not count as missing.
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}
