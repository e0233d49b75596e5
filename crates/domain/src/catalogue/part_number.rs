//! Part numbers, as manufacturers print them and as people type them.

use crate::{
    text::{Layout, bounded},
    validation::ValidationError,
};
use std::{fmt, str::FromStr};
use unicode_normalization::UnicodeNormalization;

/// A part number in normalized form: compatibility forms replaced, lower case, letters and digits only. `41060-EB70A`,
/// `41060 eb70a` and `41060EB70A` are all `41060eb70a`. The letter O and the digit 0 stay different.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NormalNumber(String);

impl NormalNumber {
    /// Maximum number of characters.
    pub const MAX_CHARS: usize = 48;

    /// Normalizes a text; `None` if nothing is left, or too many characters.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let normal: String = text.nfkc().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect();
        (1..=Self::MAX_CHARS).contains(&normal.chars().count()).then_some(Self(normal))
    }

    /// Normalizes a search that looks like a part number: it has a digit and at least four characters.
    #[must_use]
    pub fn searched(text: &str) -> Option<Self> {
        Self::of(text).filter(|normal| normal.0.chars().any(char::is_numeric) && normal.0.chars().count() >= 4)
    }

    /// The normalized number.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Every number one typo away: a character missing, two neighbors swapped, one mistyped, or one too many. Sorted,
    /// without duplicates and without the number itself. Only ASCII letters and digits are tried, because part numbers
    /// are printed in these.
    #[must_use]
    pub fn one_typo_away(&self) -> Vec<Self> {
        let signs: Vec<char> = self.0.chars().collect();
        let alphabet = || ('a'..='z').chain('0'..='9');
        let mut found = Vec::new();
        let mut with = |edit: &dyn Fn(&mut Vec<char>)| {
            let mut other = signs.clone();
            edit(&mut other);
            found.push(Self(other.into_iter().collect()));
        };
        for at in 0..signs.len() {
            with(&|other| {
                other.remove(at);
            });
            if at + 1 < signs.len() {
                with(&|other| other.swap(at, at + 1));
            }
            for sign in alphabet() {
                with(&|other| {
                    if let Some(place) = other.get_mut(at) {
                        *place = sign;
                    }
                });
            }
        }
        for at in 0..=signs.len() {
            for sign in alphabet() {
                with(&|other| other.insert(at, sign));
            }
        }
        found.retain(|other| {
            let length = other.0.chars().count();
            other != self && (1..=Self::MAX_CHARS).contains(&length)
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl fmt::Display for NormalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A part number as its manufacturer writes it, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartNumber {
    written: String,
    normal: NormalNumber,
}

impl PartNumber {
    /// Maximum number of characters, as sent.
    pub const MAX_CHARS: usize = 48;

    /// As the manufacturer writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// The normalized form, for comparison.
    #[must_use]
    pub fn normal(&self) -> &NormalNumber {
        &self.normal
    }
}

impl FromStr for PartNumber {
    type Err = ValidationError;

    fn from_str(input: &str) -> Result<Self, ValidationError> {
        let written = bounded(input, Self::MAX_CHARS, Layout::Code)?;
        let normal = NormalNumber::of(&written).ok_or(ValidationError::NotAPartNumber)?;
        Ok(Self { written, normal })
    }
}

impl fmt::Display for PartNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

/// How another number relates to the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumberKind {
    /// The vehicle manufacturer's number for the same part.
    Oem,
    /// Another manufacturer's number for an equivalent part.
    Interchange,
    /// The number of an older part that this one supersedes.
    Supersedes,
    /// A Global Trade Item Number, as in the bar code.
    Gtin,
}

impl NumberKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Oem, Self::Interchange, Self::Supersedes, Self::Gtin];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Oem => "oem",
            Self::Interchange => "interchange",
            Self::Supersedes => "supersedes",
            Self::Gtin => "gtin",
        }
    }
}

/// Whether a text is a GTIN: 8, 12, 13 or 14 digits, the last one being the GS1 check digit.
#[must_use]
pub fn is_gtin(digits: &str) -> bool {
    let values: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(10)).collect();
    let Some(values) = values.filter(|values| matches!(values.len(), 8 | 12..=14)) else { return false };
    let weighted =
        values.iter().rev().enumerate().map(|(place, value)| if place % 2 == 0 { *value } else { value * 3 });
    weighted.sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> NormalNumber {
        NormalNumber::of(text).unwrap()
    }

    #[test]
    fn spellings_of_one_number_are_one_number() {
        for text in ["41060-EB70A", "41060 eb70a", "41060EB70A", " 41060.eb/70a ", "４１０６０-EB70A"] {
            assert_eq!(normal(text).as_str(), "41060eb70a", "{text}");
        }
        assert_ne!(normal("O1"), normal("01"));
        for text in ["", " - ", "\u{202e}", &"1".repeat(49)] {
            assert_eq!(NormalNumber::of(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_number_keeps_its_spelling() {
        let number: PartNumber = " 0 986 494 524 ".parse().unwrap();
        assert_eq!((number.as_str(), number.normal().as_str()), ("0 986 494 524", "0986494524"));
        assert_eq!("---".parse::<PartNumber>(), Err(ValidationError::NotAPartNumber));
        assert_eq!("1".repeat(49).parse::<PartNumber>(), Err(ValidationError::TooLong { max: 48 }));
        assert_eq!(
            "\u{fb03}".repeat(48).parse::<PartNumber>(),
            Err(ValidationError::TooLong { max: 48 }),
            "three letters each"
        );
    }

    #[test]
    fn a_search_looks_like_a_number_when_it_has_a_digit_and_some_length() {
        for text in ["41060-EB70A", "W 712", "1234"] {
            assert!(NormalNumber::searched(text).is_some(), "{text}");
        }
        for text in ["brake pads", "w71", "*", "", &"1".repeat(200)] {
            assert_eq!(NormalNumber::searched(text), None, "{text}");
        }
    }

    #[test]
    fn a_typo_is_a_missing_swapped_changed_or_extra_character() {
        let slips = normal("41060EB70A").one_typo_away();
        for text in ["4106eb70a", "41006eb70a", "41o60eb70a", "410601eb70a", "41060eb70ab", "1060eb70a"] {
            assert!(slips.contains(&normal(text)), "{text}");
        }
        for text in ["41060eb70a", "4106eb70", "1460eb70a0"] {
            assert!(!slips.contains(&normal(text)), "{text}");
        }
        // 10 dropped, 9 swapped, 350 changed and 396 inserted, some of them the same.
        assert_eq!(slips.len(), 10 + 9 + 350 + 396 - 10);
        assert!(normal("1").one_typo_away().iter().all(|slip| !slip.as_str().is_empty()));
        assert!(normal(&"1".repeat(48)).one_typo_away().iter().all(|slip| slip.as_str().len() <= 48));
    }

    #[test]
    fn a_gtin_has_a_check_digit() {
        for digits in ["96385074", "036000291452", "4006381333931", "10012345678902"] {
            assert!(is_gtin(digits), "{digits}");
        }
        for digits in ["4006381333932", "400638133393", "", "40063813339", "4006381333x31"] {
            assert!(!is_gtin(digits), "{digits}");
        }
    }

    #[test]
    fn kinds_have_distinct_names() {
        let mut names = NumberKind::ALL.map(NumberKind::name);
        names.sort_unstable();
        assert_eq!(names, ["gtin", "interchange", "oem", "supersedes"]);
    }
}
