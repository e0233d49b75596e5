//! Email addresses, which identify people in the API.

use crate::validation::ValidationError;
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory},
};
use std::{fmt, str::FromStr};
use unicode_normalization::UnicodeNormalization;
use uuid::Uuid;

/// An email address, normalized when it is parsed (trimmed, NFC, ASCII letters in lower case), so that equal addresses
/// are equal values.
///
/// Only ASCII letters are lower-cased: some other letters become ASCII letters in lower case, so two addresses with
/// two owners would become one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

impl Email {
    /// Maximum number of characters, as sent and as stored (RFC 5321).
    pub const MAX_CHARS: usize = 254;

    /// The normalized address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Restores a stored address. It may have been accepted under older rules, and must stay readable. Never for
    /// input.
    #[must_use]
    pub fn restore(stored: &str) -> Self {
        Self(stored.to_owned())
    }

    /// A placeholder for an address that now belongs to another user. Undeliverable: names under `.invalid` are
    /// reserved (RFC 2606). `unique` is a fresh id.
    #[must_use]
    pub fn placeholder(unique: Uuid) -> Self {
        Self(format!("{}@moved.invalid", unique.hyphenated()))
    }

    /// The address in the form that mail servers accept: its domain in A-labels (RFC 5890), the local part unchanged.
    /// `None` if the domain has no such form, so that it is undeliverable.
    #[must_use]
    pub fn with_ascii_domain(&self) -> Option<String> {
        let (name, domain) = self.0.split_once('@')?;
        let domain = idna::domain_to_ascii(domain).ok().filter(|domain| !domain.is_empty())?;
        Some(format!("{name}@{domain}"))
    }

    /// Whether a mail server needs SMTPUTF8 (RFC 6531) to accept it, because the local part has non-ASCII characters.
    #[must_use]
    pub fn needs_smtputf8(&self) -> bool {
        self.0.split('@').next().is_some_and(|name| !name.is_ascii())
    }

    /// The mailbox behind the address, for counting what it receives: without the sub-address (`+tag`), in lower case,
    /// and with the domain in A-labels. Gmail ignores dots in the local part, and has a second domain. For comparison
    /// only; emails are sent to the address itself.
    #[must_use]
    pub fn mailbox(&self) -> String {
        let (name, domain) = self.0.split_once('@').unwrap_or((&self.0, ""));
        let domain = idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_lowercase());
        let base = name.split('+').next().filter(|base| !base.is_empty()).unwrap_or(name).to_lowercase();
        if !matches!(domain.as_str(), "gmail.com" | "googlemail.com") {
            return format!("{base}@{domain}");
        }
        let plain = base.replace('.', "");
        format!("{}@gmail.com", if plain.is_empty() { base } else { plain })
    }

    /// A form for logs: the first letter and the domain.
    #[must_use]
    pub fn masked(&self) -> String {
        let (name, domain) = self.0.split_once('@').unwrap_or(("", ""));
        format!("{}…@{domain}", name.chars().next().unwrap_or_default())
    }
}

impl FromStr for Email {
    type Err = ValidationError;

    /// The specification asks for "a simple email pattern": something, an @, a domain with a dot inside, no white
    /// space; not too long. Invisible characters are refused, because they make two addresses look alike.
    fn from_str(input: &str) -> Result<Self, ValidationError> {
        let text = input.trim();
        if text.chars().any(becomes_ascii) {
            return Err(ValidationError::NotAnEmail);
        }
        // Normalized again after lower-casing: some lower-case letters compose with a mark where the capital does not.
        let address = text.nfc().collect::<String>().to_ascii_lowercase().nfc().collect::<String>();
        if address.is_empty() {
            return Err(ValidationError::Missing);
        }
        // Limits the length as sent, which the API states, and the length as stored.
        if [input, &address].iter().any(|text| text.chars().count() > Self::MAX_CHARS) {
            return Err(ValidationError::TooLong { max: Self::MAX_CHARS });
        }
        if address.chars().any(|c| c.is_whitespace() || is_invisible(c)) {
            return Err(ValidationError::NotAnEmail);
        }
        let mut halves = address.split('@');
        let (Some(name), Some(domain), None) = (halves.next(), halves.next(), halves.next()) else {
            return Err(ValidationError::NotAnEmail);
        };
        let no_label_is_empty = domain.split('.').all(|label| !label.is_empty());
        if name.is_empty()
            || !domain.contains('.')
            || !no_label_is_empty
            || address.contains(['/', '\\', '"', '<', '>', ','])
        {
            return Err(ValidationError::NotAnEmail);
        }
        Ok(Self(address))
    }
}

/// Whether a character normalizes to an ASCII character, as the Kelvin sign does to K.
fn becomes_ascii(c: char) -> bool {
    !c.is_ascii() && std::iter::once(c).nfc().any(|c| c.is_ascii())
}

/// Whether a character is invisible: control and format characters (zero-width ones, soft hyphens, bidirectional
/// marks), variation selectors, fillers, and unassigned code points.
fn is_invisible(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let invisible_categories =
        [GeneralCategory::Control, GeneralCategory::Format, GeneralCategory::PrivateUse, GeneralCategory::Unassigned];
    invisible_categories.contains(&category) || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
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
    fn a_letter_that_composes_only_in_lower_case_has_one_spelling() {
        let address: Email = "T\u{308}om@example.com".parse().unwrap();
        assert_eq!(address.as_str(), "\u{1e97}om@example.com", "a capital T with dots has no composed form");
        assert_eq!(address.as_str().parse(), Ok(address));
        let capital: Email = "ZOE\u{308}@example.com".parse().unwrap();
        assert_eq!("ZO\u{cb}@example.com".parse(), Ok(capital));
    }

    #[test]
    fn sub_addresses_and_spellings_share_a_mailbox() {
        let mailbox = |text: &str| text.parse::<Email>().unwrap().mailbox();
        for text in ["ann@example.com", "Ann+1@Example.com", "ann+a+b@example.com", "ann+@example.com"] {
            assert_eq!(mailbox(text), "ann@example.com", "{text}");
        }
        for text in ["a.n.n@gmail.com", "ann+x@gmail.com", "ann@googlemail.com"] {
            assert_eq!(mailbox(text), "ann@gmail.com", "{text}");
        }
        assert_eq!(mailbox("a.nn@example.com"), "a.nn@example.com", "elsewhere dots count");
        assert_eq!(mailbox("+tag@example.com"), "+tag@example.com");
        assert_eq!(mailbox("..@gmail.com"), "..@gmail.com");
        assert_eq!(mailbox("zoë@bücher.example"), mailbox("ZOË+2@xn--bcher-kva.example"));
    }

    #[test]
    fn domains_become_a_labels_and_local_parts_stay() {
        let email: Email = "zoë@bücher.example".parse().unwrap();
        assert_eq!(email.with_ascii_domain().as_deref(), Some("zoë@xn--bcher-kva.example"));
        assert!(email.needs_smtputf8());
        let email: Email = "ann@bücher.example".parse().unwrap();
        assert!(!email.needs_smtputf8(), "only the local part matters");
    }

    #[test]
    fn malformed_addresses_are_refused() {
        for text in ["a", "a@", "@b.c", "a@b", "a@b.", "a@.c", "a b@c.d", "a@b@c.d", "a\u{0}@b.c", "a@b.c/", "a@b..c"] {
            assert_eq!(text.parse::<Email>(), Err(ValidationError::NotAnEmail), "{text:?}");
        }
        assert_eq!(" ".parse::<Email>(), Err(ValidationError::Missing));
        for text in [format!("{}@b.c", "a".repeat(251)), format!("{}@b.c ", "a".repeat(250))] {
            assert_eq!(text.parse::<Email>(), Err(ValidationError::TooLong { max: 254 }), "{text:?}");
        }
    }

    #[test]
    fn invisible_characters_are_refused() {
        let invisible = [
            "\u{200b}",
            "\u{200c}",
            "\u{200d}",
            "\u{2060}",
            "\u{ad}",
            "\u{fe0f}",
            "\u{e0100}",
            "\u{202e}",
            "\u{200f}",
            "\u{61c}",
            "\u{2066}",
            "\u{feff}",
            "\u{3164}",
            "\u{115f}",
            "\u{34f}",
            "\u{180e}",
            "\u{7f}",
            "\u{e000}",
        ];
        for character in invisible {
            for text in [format!("ad{character}min@autoparts.example"), format!("admin@auto{character}parts.example")] {
                assert_eq!(text.parse::<Email>(), Err(ValidationError::NotAnEmail), "{text:?}");
            }
        }
    }

    #[test]
    fn only_ascii_letters_are_lower_cased() {
        assert_eq!(
            "mar\u{212a}@example.com".parse::<Email>(),
            Err(ValidationError::NotAnEmail),
            "the Kelvin sign is not a k"
        );
        assert_eq!(
            "a\u{37e}b@example.com".parse::<Email>(),
            Err(ValidationError::NotAnEmail),
            "the Greek question mark is not a semicolon"
        );
        let dotted: Email = "\u{130}@example.com".parse().unwrap();
        assert_ne!(dotted, "i@example.com".parse().unwrap());
        assert_eq!("ZO\u{cb}@EXAMPLE.com".parse::<Email>().unwrap().as_str(), "zo\u{cb}@example.com");
    }

    #[test]
    fn letters_of_every_script_are_accepted() {
        for text in ["zoë@exämple.com", "用户@例子.世界", "यूज़र@उदाहरण.कॉम", "почта@пример.рф"]
        {
            assert!(text.parse::<Email>().is_ok(), "{text}");
        }
    }

    #[test]
    fn a_stored_address_stays_readable_when_rules_change() {
        let stored = "ad\u{200b}min@autoparts.example";
        assert_eq!(Email::restore(stored).as_str(), stored);
    }

    #[test]
    fn a_placeholder_is_an_address_like_any_other() {
        let placeholder = Email::placeholder(Uuid::nil());
        assert_eq!(placeholder.as_str().parse(), Ok(placeholder));
    }

    #[test]
    fn the_masked_form_hides_the_name() {
        assert_eq!("marta@example.com".parse::<Email>().unwrap().masked(), "m…@example.com");
    }
}
