//! What people call an order.

use crate::{readable_code, validation::ValidationError};
use std::{fmt, str::FromStr};

/// The number of an order: `AP-7KQD-M2XW`. It is easy to read out and says nothing about how many orders there are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderNumber(String);

impl OrderNumber {
    const PREFIX: &str = "AP";

    /// A number out of random bytes.
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(format!("{}-{}", Self::PREFIX, readable_code::from_random(bytes)))
    }

    /// The number as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for OrderNumber {
    type Err = ValidationError;

    /// However it was typed: in small letters, with other gaps, without its prefix.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        let rest = match text.get(..Self::PREFIX.len()) {
            Some(prefix) if prefix.eq_ignore_ascii_case(Self::PREFIX) => text.get(Self::PREFIX.len()..),
            _ => None,
        };
        // A code may itself begin with the letters of the prefix.
        let code = rest.and_then(readable_code::typed).or_else(|| readable_code::typed(text));
        code.map(|code| Self(format!("{}-{code}", Self::PREFIX))).ok_or(ValidationError::NotAnId)
    }
}

impl fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_understood_however_it_was_typed() {
        let number = OrderNumber::from_random([0; 32]);
        assert_eq!(number.as_str(), "AP-2222-2222");
        for typed in ["AP-2222-2222", " ap-2222-2222 ", "2222-2222", "22222222", "AP 2222 2222", "ap22222222"] {
            assert_eq!(typed.parse(), Ok(number.clone()), "{typed}");
        }
        assert_eq!("APPA-2222".parse::<OrderNumber>().unwrap().as_str(), "AP-APPA-2222");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "AP-", "AP-2222-222", "AP-2222-22222", "AP-0000-0000", "AP-2222-222é", "éé", "AP50-2222-2222"]
        {
            assert_eq!(text.parse::<OrderNumber>(), Err(ValidationError::NotAnId), "{text}");
        }
    }

    #[test]
    fn every_random_number_is_one() {
        for byte in 0..=u8::MAX {
            let number = OrderNumber::from_random([byte; 32]);
            assert_eq!(number.as_str().parse(), Ok(number.clone()));
        }
    }
}
