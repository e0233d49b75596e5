//! The header that makes a call idempotent.

use crate::problem::Problem;
use actix_web::HttpRequest;
use autoparts_domain::validation::ValidationError;
use std::str::FromStr;

/// The header that makes a call idempotent: placing an order, moving stock, refunding.
pub(crate) const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// A key that makes a call idempotent: visible ASCII characters and spaces, trimmed.
pub(crate) struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Maximum number of characters.
    pub(crate) const MAX_CHARS: usize = 255;
}

impl FromStr for IdempotencyKey {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        match text.trim() {
            "" => Err(ValidationError::Missing),
            _ if text.len() > Self::MAX_CHARS => Err(ValidationError::TooLong { max: Self::MAX_CHARS }),
            key => Ok(Self(key.to_owned())),
        }
    }
}

/// The idempotency key of a request, if it has one.
pub(crate) fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let Some(value) = request.headers().get(IDEMPOTENCY_KEY) else {
        return Ok(None);
    };
    let key = value.to_str().map_err(|_| ValidationError::ControlCharacters).and_then(str::parse::<IdempotencyKey>);
    key.map(|key| Some(key.0)).map_err(|why| Problem::field(IDEMPOTENCY_KEY, why))
}
