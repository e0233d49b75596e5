//! The secret token in a link of an email.

use crate::{
    text::{Layout, bounded},
    validation::ValidationError,
};
use std::{fmt, str::FromStr};

/// The secret token in a link of an email. Its holder may do what the link does. Only a digest is stored, and the text
/// is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(String);

impl LinkToken {
    /// Maximum number of characters of a token.
    pub const MAX_CHARS: usize = 200;

    /// Creates a token from random bytes.
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
    }

    /// The text, for the link.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for LinkToken {
    type Err = ValidationError;

    /// Accepts any short text. The store checks whether the token exists.
    fn from_str(input: &str) -> Result<Self, ValidationError> {
        bounded(input, Self::MAX_CHARS, Layout::Code).map(Self)
    }
}

impl fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_not_printed() {
        let token = LinkToken::from_random([171; 32]);
        assert_eq!(token.reveal(), "ab".repeat(32));
        assert_eq!(format!("{token:?}"), "LinkToken(…)");
        assert_eq!("x".repeat(201).parse::<LinkToken>(), Err(ValidationError::TooLong { max: 200 }));
    }
}
