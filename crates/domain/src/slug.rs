//! Slugs: readable keys of brands, categories and vehicles, for URLs and supplier files.

use crate::validation::ValidationError;
use std::{fmt, str::FromStr};

/// Maximum number of characters.
const MAX_CHARS: usize = 60;

/// Whether a text consists of lower-case letters and digits, with single hyphens between words.
fn is_slug(text: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.len() <= MAX_CHARS && text.split('-').all(word)
}

/// Like [`is_slug`], but also allows a point between two digits: `2.0l-l4-gas`.
fn is_slug_with_points(text: &str) -> bool {
    let digit = |character: Option<u8>| character.is_some_and(|b| b.is_ascii_digit());
    let parts: Vec<&str> = text.split('.').collect();
    let stands_between_digits = |pair: &[&str]| match pair {
        [before, after] => digit(before.bytes().last()) && digit(after.bytes().next()),
        _ => false,
    };
    text.len() <= MAX_CHARS && parts.iter().all(|part| is_slug(part)) && parts.windows(2).all(stands_between_digits)
}

/// The slug suggested by a name: `Brake pads & shoes` becomes `brake-pads-shoes`. Letters without a plain form are
/// dropped, so the result may be empty.
fn suggested(name: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    let plain = |c: char| c.is_ascii_alphanumeric().then(|| c.to_ascii_lowercase());
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    let words = words.map(|word| word.nfkd().filter_map(plain).collect::<String>()).filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        if slug.len() + word.len() + 1 > MAX_CHARS {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word);
    }
    slug
}

macro_rules! slugs {
    ($($(#[$doc:meta])* $name:ident: $rule:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Maximum number of characters.
            pub const MAX_CHARS: usize = MAX_CHARS;

            /// The slug as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The slug suggested by a name; `None` if it has no plain letters or digits.
            #[must_use]
            pub fn suggested_by(name: &str) -> Option<Self> {
                suggested(name).parse().ok()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = ValidationError;

            fn from_str(text: &str) -> Result<Self, ValidationError> {
                if text.is_empty() {
                    return Err(ValidationError::Missing);
                }
                if $rule(text) { Ok(Self(text.to_owned())) } else { Err(ValidationError::NotASlug) }
            }
        }
    )* };
}

slugs! {
    /// The key of a brand, such as `bosch`.
    BrandId: is_slug,
    /// The key of a category, such as `brake-pads`.
    CategoryId: is_slug,
    /// The key of a vehicle make, such as `honda`.
    MakeId: is_slug,
    /// The key of a model within its make, such as `civic`.
    ModelSlug: is_slug,
    /// The key of an engine, such as `2.0l-l4-gas`.
    EngineId: is_slug_with_points,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_plain_words_with_hyphens() {
        for text in ["bosch", "brake-pads", "3m", "a1-b2-c3"] {
            assert_eq!(text.parse::<BrandId>().unwrap().as_str(), text);
        }
        for text in ["Bosch", "-bosch", "bosch-", "a--b", "brake pads", "größe", "a/b", "a.b", "%", &"a".repeat(61)] {
            assert_eq!(text.parse::<BrandId>(), Err(ValidationError::NotASlug), "{text}");
        }
        assert_eq!("".parse::<CategoryId>(), Err(ValidationError::Missing));
    }

    #[test]
    fn engines_have_points_between_digits() {
        for text in ["2.0l-l4-gas", "electric", "1.6l-l4-turbo-diesel", "0.9.1"] {
            assert_eq!(text.parse::<EngineId>().unwrap().as_str(), text);
        }
        for text in [".", "2.", ".0l", "2.l", "l.4", "2..0l", "a.b", "../2.0", "2.0L", "2.0-.5", "2-.0"] {
            assert_eq!(text.parse::<EngineId>(), Err(ValidationError::NotASlug), "{text}");
        }
    }

    #[test]
    fn names_suggest_slugs() {
        for (name, slug) in [
            ("Brake pads & shoes", "brake-pads-shoes"),
            ("Citroën", "citroen"),
            ("  A.B.S.  ", "a-b-s"),
            ("Driver's side", "drivers-side"),
            ("3M", "3m"),
        ] {
            assert_eq!(BrandId::suggested_by(name).unwrap().as_str(), slug);
        }
        assert_eq!(BrandId::suggested_by("博世"), None);
        let long = BrandId::suggested_by(&"word ".repeat(40)).unwrap();
        assert!(long.as_str().len() <= BrandId::MAX_CHARS && long.as_str().ends_with("word"));
    }
}
