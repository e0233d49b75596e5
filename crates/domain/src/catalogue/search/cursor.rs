//! Where a page of a search ended.

use super::{SearchQuery, Sort};
use crate::{id::PartId, money::Money, text::PartTitle, validation::ValidationError};
use std::{fmt, str::FromStr};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use uuid::Uuid;

/// A text in lower case, without accents.
#[must_use]
pub fn folded(text: &str) -> String {
    text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// What titles are sorted by: lower case, without accents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameKey(String);

impl NameKey {
    /// How many characters of a title count.
    pub const MAX_CHARS: usize = 120;

    /// The key of a title.
    #[must_use]
    pub fn of(title: &PartTitle) -> Self {
        Self(folded(title.as_str()).chars().take(Self::MAX_CHARS).collect())
    }

    /// A key as an index kept it.
    #[must_use]
    pub fn kept(key: &str) -> Self {
        Self(key.chars().take(Self::MAX_CHARS).collect())
    }

    /// The key as it is compared, byte by byte.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The last part of a page, as the order of the list knows it: the next page begins behind it, whatever was added or
/// taken away meanwhile. By relevance, a place that is counted from the beginning.
///
/// Its text form is opaque, and one that was made up is refused unless it happens to be well formed; then it leads to
/// a page of the same public list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SearchCursor {
    /// How many parts the pages before had, 1 to [`SearchQuery::MAX_RELEVANT`].
    Relevance(u32),
    /// The last part's id.
    Newest(PartId),
    /// The last part's title and id.
    Name(NameKey, PartId),
    /// The last part's price and id, dearer ones follow.
    PriceUp(Money, PartId),
    /// The last part's price and id, cheaper ones follow.
    PriceDown(Money, PartId),
}

impl SearchCursor {
    /// The order of the list that it is a place in.
    #[must_use]
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Relevance(_) => Sort::Relevance,
            Self::Newest(_) => Sort::Newest,
            Self::Name(..) => Sort::Name,
            Self::PriceUp(..) => Sort::PriceUp,
            Self::PriceDown(..) => Sort::PriceDown,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let id = |id: &PartId| id.uuid().into_bytes();
        match self {
            Self::Relevance(place) => [&b"r"[..], &place.to_be_bytes()].concat(),
            Self::Newest(part) => [&b"t"[..], &id(part)].concat(),
            Self::Name(key, part) => [&b"n"[..], &id(part), key.0.as_bytes()].concat(),
            Self::PriceUp(price, part) => [&b"p"[..], &id(part), &price.cents().to_be_bytes()].concat(),
            Self::PriceDown(price, part) => [&b"q"[..], &id(part), &price.cents().to_be_bytes()].concat(),
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (kind, rest) = bytes.split_first()?;
        if *kind == b'r' {
            let place = u32::from_be_bytes(rest.try_into().ok()?);
            return (1..=SearchQuery::MAX_RELEVANT).contains(&place).then_some(Self::Relevance(place));
        }
        let (id, rest) = rest.split_first_chunk::<16>()?;
        let part = PartId::from(Uuid::from_bytes(*id));
        let price = || Money::from_cents(i64::from_be_bytes(rest.try_into().ok()?));
        match kind {
            b't' => rest.is_empty().then_some(Self::Newest(part)),
            b'n' => {
                let key = std::str::from_utf8(rest).ok()?;
                (key.chars().count() <= NameKey::MAX_CHARS).then(|| Self::Name(NameKey(key.to_owned()), part))
            }
            b'p' => Some(Self::PriceUp(price()?, part)),
            b'q' => Some(Self::PriceDown(price()?, part)),
            _ => None,
        }
    }
}

/// Base64 with the alphabet of addresses, without padding.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl fmt::Display for SearchCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.bytes().chunks(3) {
            let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            for sextet in 0..=chunk.len() {
                let [.., index] = (bits >> (18 - 6 * sextet)).to_be_bytes();
                let sign = ALPHABET.get(usize::from(index & 63)).copied().unwrap_or(b'_');
                write!(f, "{}", char::from(sign))?;
            }
        }
        Ok(())
    }
}

/// The bytes of a text in base64; `None` when it is none.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for at in 0..4 {
            let sign = chunk.get(at).map_or(Some(0), |sign| ALPHABET.iter().position(|known| known == sign))?;
            bits = bits << 6 | u32::try_from(sign).ok()?;
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        bytes.extend(decoded.iter().take(chunk.len() - 1));
    }
    Some(bytes)
}

impl FromStr for SearchCursor {
    type Err = ValidationError;

    /// Accepts what `Display` writes, and nothing else.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        const LONGEST: usize = (1 + 16 + 4 * NameKey::MAX_CHARS).div_ceil(3) * 4;
        if text.len() > LONGEST {
            return Err(ValidationError::NotAnId);
        }
        let cursor = decoded(text).and_then(|bytes| Self::read(&bytes));
        cursor.filter(|cursor| cursor.to_string() == text).ok_or(ValidationError::NotAnId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(text: &str) -> PartTitle {
        text.parse().unwrap()
    }

    fn cursors() -> Vec<SearchCursor> {
        let part = PartId::from(Uuid::from_u128(0x1234_5678_9abc_def0));
        let price = Money::from_cents(123_450).unwrap();
        vec![
            SearchCursor::Relevance(1),
            SearchCursor::Relevance(1_000),
            SearchCursor::Newest(part),
            SearchCursor::Name(NameKey::of(&title("Brémbo 制动盘 disc")), part),
            SearchCursor::Name(NameKey::of(&title(&"\u{1f697}".repeat(120))), part),
            SearchCursor::PriceUp(price, part),
            SearchCursor::PriceDown(Money::ZERO, part),
        ]
    }

    #[test]
    fn a_cursor_survives_its_text_form() {
        for cursor in cursors() {
            let text = cursor.to_string();
            assert_eq!(text.parse(), Ok(cursor), "{text}");
            assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), "{text}");
        }
    }

    #[test]
    fn a_cursor_that_was_made_up_or_changed_is_refused() {
        let long = "A".repeat(100_000);
        for text in ["", "A", "cg", "=", "cgAAAAA=", "r:5", "\u{0}", "é", "1000", "____", &long] {
            assert_eq!(text.parse::<SearchCursor>(), Err(ValidationError::NotAnId), "{text}");
        }
        for place in [0, 1_001, u32::MAX] {
            let forged = SearchCursor::Relevance(place).to_string();
            assert_eq!(forged.parse::<SearchCursor>(), Err(ValidationError::NotAnId), "{place}");
        }
        for cursor in cursors().into_iter().filter(|cursor| cursor.sort() != Sort::Name) {
            let text = cursor.to_string();
            for changed in [format!("{text}A"), text[1..].to_owned(), text[..text.len() - 1].to_owned()] {
                assert!(changed.parse::<SearchCursor>().is_err(), "{cursor:?} as {changed}");
            }
        }
    }

    #[test]
    fn titles_are_sorted_without_case_and_accents() {
        let mut titles = ["brembo disc", "Älter Filter", "Zebra", "air filter", "BRÉMBO caliper"].map(title);
        titles.sort_by_key(NameKey::of);
        assert_eq!(
            titles.map(|title| title.to_string()),
            ["air filter", "Älter Filter", "BRÉMBO caliper", "brembo disc", "Zebra"]
        );
    }
}
