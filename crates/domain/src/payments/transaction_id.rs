//! The payment provider's id of one payment.

use crate::validation::ValidationError;
use std::{fmt, str::FromStr};

/// The payment provider's id of one payment; the specification's `transactionId`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransactionId(String);

impl TransactionId {
    /// Maximum number of characters.
    pub const MAX_CHARS: usize = 255;

    /// The id in the provider's notation.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TransactionId {
    type Err = ValidationError;

    /// Accepts letters, digits and underscores, which need no escaping in a URL.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        if text.is_empty() {
            return Err(ValidationError::Missing);
        }
        let plain = text.len() <= Self::MAX_CHARS && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if plain { Ok(Self(text.to_owned())) } else { Err(ValidationError::NotAnId) }
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
