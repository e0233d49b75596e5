//! The secret in a link of an e-mail.

use crate::{
    text::{Layout, bounded},
    validation::ValidationError,
};
use std::{fmt, str::FromStr};

/// The secret in a link of a mail. Its holder may do what the link does; it is kept as a
/// digest only and its text never reaches a log.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(String);

impl LinkToken {
    /// The most characters of a text that may be a token.
    pub const MAX_CHARS: usize = 200;

    /// It has one line.
    pub const MULTILINE: bool = false;

    /// A token out of random bytes.
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

    /// Any short text: whether it is one of the shop's is for the store to say.
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
    fn a_token_does_not_show_itself() {
        let token = LinkToken::from_random([171; 32]);
        assert_eq!(token.reveal(), "ab".repeat(32));
        assert_eq!(format!("{token:?}"), "LinkToken(…)");
        assert_eq!("x".repeat(201).parse::<LinkToken>(), Err(ValidationError::TooLong { max: 200 }));
    }
}
