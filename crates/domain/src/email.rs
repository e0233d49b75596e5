//! E-mail addresses, the names people are known by in the API.

use crate::{invalid::Invalid, text};
use std::{fmt, str::FromStr};
use unicode_normalization::UnicodeNormalization;

/// An e-mail address, trimmed, lower-cased and NFC-normalised once, so that equal addresses
/// are equal values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

impl Email {
    /// The normalised address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A form that can be logged: the first letter and the domain.
    #[must_use]
    pub fn masked(&self) -> String {
        let (name, domain) = self.0.split_once('@').unwrap_or(("", ""));
        format!("{}…@{domain}", name.chars().next().unwrap_or_default())
    }
}

impl FromStr for Email {
    type Err = Invalid;

    /// The specification asks for "a simple email pattern": something, an @, a domain with a
    /// dot inside, no white space; at most 254 characters as in RFC 5321.
    fn from_str(input: &str) -> Result<Self, Invalid> {
        let address: String = input.trim().to_lowercase().nfc().collect();
        if address.is_empty() {
            return Err(Invalid::Missing);
        }
        if address.chars().count() > 254 {
            return Err(Invalid::TooLong { max: 254 });
        }
        if address.chars().any(|c| text::is_unprintable(c) || c.is_whitespace()) {
            return Err(Invalid::NotAnEmail);
        }
        let mut halves = address.split('@');
        let (Some(name), Some(domain), None) = (halves.next(), halves.next(), halves.next()) else {
            return Err(Invalid::NotAnEmail);
        };
        let labels_filled = domain.split('.').all(|label| !label.is_empty());
        if name.is_empty()
            || !domain.contains('.')
            || !labels_filled
            || address.contains(['/', '\\', '"', '<', '>', ','])
        {
            return Err(Invalid::NotAnEmail);
        }
        Ok(Self(address))
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_are_equal() {
        let plain: Email = "ann+shop@example.com".parse().unwrap();
        for spelling in [" Ann+Shop@Example.COM ", "ANN+SHOP@EXAMPLE.COM"] {
            assert_eq!(spelling.parse::<Email>().unwrap(), plain, "{spelling}");
        }
        let composed: Email = "zo\u{eb}@example.com".parse().unwrap();
        assert_eq!("zoe\u{308}@example.com".parse::<Email>().unwrap(), composed);
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["a", "a@", "@b.c", "a@b", "a@b.", "a@.c", "a b@c.d", "a@b@c.d", "a\u{0}@b.c", "a@b.c/", "a@b..c"] {
            assert_eq!(text.parse::<Email>(), Err(Invalid::NotAnEmail), "{text:?}");
        }
        assert_eq!(" ".parse::<Email>(), Err(Invalid::Missing));
        assert_eq!(format!("{}@b.c", "a".repeat(255)).parse::<Email>(), Err(Invalid::TooLong { max: 254 }));
    }

    #[test]
    fn the_masked_form_hides_the_name() {
        assert_eq!("marta@example.com".parse::<Email>().unwrap().masked(), "m…@example.com");
    }
}
