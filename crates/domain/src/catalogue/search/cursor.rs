//! Search cursors: where a page ended.

use super::{SearchQuery, Sort, folded};
use crate::{id::PartId, money::Money, text::PartTitle, validation::ValidationError};
use std::{fmt, str::FromStr};
use uuid::Uuid;

/// Sort key of titles: lower case, without accents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameKey(String);

impl NameKey {
    /// Maximum number of significant characters of a title.
    pub const MAX_CHARS: usize = 120;

    /// The key of a title.
    #[must_use]
    pub fn of(title: &PartTitle) -> Self {
        Self(folded(title.as_str()).chars().take(Self::MAX_CHARS).collect())
    }

    /// A key stored in an index.
    #[must_use]
    pub fn kept(key: &str) -> Self {
        Self(key.chars().take(Self::MAX_CHARS).collect())
    }

    /// The key, compared byte by byte.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The end of a page, in terms of the sort order: the next page starts after it even if parts were added or removed in
/// between. By relevance it names the last parts themselves, because how well a part matches depends on all others.
///
/// Its text form is opaque. A forged one is refused unless it happens to be well formed; it then leads to a page of
/// the same public list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SearchCursor {
    /// How many parts the previous pages had, 1 to [`SearchQuery::MAX_RELEVANT`], and the last of them, latest first,
    /// at most [`SearchCursor::MAX_LAST`]. Any of these that is still in the list determines where the next page
    /// starts.
    Relevance(u32, Vec<PartId>),
    /// The last part's id.
    Newest(PartId),
    /// The last part's title and id.
    Name(NameKey, PartId),
    /// The last part's price and id; more expensive ones follow.
    PriceUp(Money, PartId),
    /// The last part's price and id, cheaper ones follow.
    PriceDown(Money, PartId),
}

impl SearchCursor {
    /// How many parts a cursor by relevance names.
    pub const MAX_LAST: usize = 8;

    /// The end of a page by relevance, after `place` parts in total.
    #[must_use]
    pub fn relevance(place: u32, page: &[PartId]) -> Self {
        Self::Relevance(place, page.iter().rev().take(Self::MAX_LAST).copied().collect())
    }

    /// Where the next page starts in the current list by relevance; 0 without a previous page.
    #[must_use]
    pub fn begins_at(after: Option<&Self>, listed: &[PartId]) -> usize {
        let Some(Self::Relevance(place, last)) = after else { return 0 };
        let place = usize::try_from(*place).unwrap_or(usize::MAX);
        let mut found: Vec<usize> =
            last.iter().filter_map(|last| listed.iter().position(|part| part == last)).collect();
        found.sort_unstable();
        // A single part may have moved far away, so the majority determines where the page ended.
        let middles = [found.len().saturating_sub(1) / 2, found.len() / 2].map(|middle| found.get(middle));
        let middle = middles.into_iter().flatten().min_by_key(|at| (*at + 1).abs_diff(place));
        let near = |at: &&usize| middle.is_some_and(|middle| **at <= middle + 2 * Self::MAX_LAST);
        // If all of them are gone, only the number of parts is known.
        found.iter().rev().find(near).map_or(place, |last| last + 1)
    }

    /// The sort order that it belongs to.
    #[must_use]
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Relevance(..) => Sort::Relevance,
            Self::Newest(_) => Sort::Newest,
            Self::Name(..) => Sort::Name,
            Self::PriceUp(..) => Sort::PriceUp,
            Self::PriceDown(..) => Sort::PriceDown,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let id = |id: &PartId| id.uuid().into_bytes();
        match self {
            Self::Relevance(place, last) => {
                let ids: Vec<u8> = last.iter().flat_map(id).collect();
                [&b"r"[..], &place.to_be_bytes(), &ids].concat()
            }
            Self::Newest(part) => [&b"t"[..], &id(part)].concat(),
            Self::Name(key, part) => [&b"n"[..], &id(part), key.0.as_bytes()].concat(),
            Self::PriceUp(price, part) => [&b"p"[..], &id(part), &price.cents().to_be_bytes()].concat(),
            Self::PriceDown(price, part) => [&b"q"[..], &id(part), &price.cents().to_be_bytes()].concat(),
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (kind, rest) = bytes.split_first()?;
        if *kind == b'r' {
            let (place, rest) = rest.split_first_chunk::<4>()?;
            let (ids, rest) = rest.as_chunks::<16>();
            let place = u32::from_be_bytes(*place);
            let is_one =
                (1..=SearchQuery::MAX_RELEVANT).contains(&place) && rest.is_empty() && ids.len() <= Self::MAX_LAST;
            let last = ids.iter().map(|id| PartId::from(Uuid::from_bytes(*id))).collect();
            return is_one.then_some(Self::Relevance(place, last));
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

/// URL-safe Base64 without padding.
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

/// Decodes Base64; `None` if it is malformed.
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

    /// Accepts only what `Display` writes.
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
            SearchCursor::relevance(1, &[part]),
            SearchCursor::relevance(1_000, &[part; 9]),
            SearchCursor::relevance(5, &[]),
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
    fn a_forged_cursor_is_refused() {
        let long = "A".repeat(100_000);
        for text in ["", "A", "cg", "=", "cgAAAAA=", "r:5", "\u{0}", "é", "1000", "____", &long] {
            assert_eq!(text.parse::<SearchCursor>(), Err(ValidationError::NotAnId), "{text}");
        }
        for place in [0, 1_001, u32::MAX] {
            let forged = SearchCursor::relevance(place, &[]).to_string();
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
    fn a_page_by_relevance_begins_where_most_of_the_page_before_are() {
        let part = |number: u128| PartId::from(Uuid::from_u128(number));
        let list = |numbers: &[u128]| -> Vec<PartId> { numbers.iter().copied().map(part).collect() };
        let all: Vec<u128> = (0..100).collect();
        let after = SearchCursor::relevance(24, &list(&all[..24]));
        let begins = |changed: &[u128]| SearchCursor::begins_at(Some(&after), &list(changed));
        let without = |gone: std::ops::Range<usize>| [&all[..gone.start], &all[gone.end..]].concat();
        assert_eq!(begins(&all), 24);
        assert_eq!(begins(&without(3..23)), 4, "one of the last is left");
        assert_eq!(begins(&without(16..24)), 24, "none of the last is left");
        let first = [&[23], &without(23..24)[..]].concat();
        assert_eq!(begins(&first), 24, "the last part is the first one now");
        let moved_down = [&without(23..24)[..60], &[23], &without(23..24)[60..]].concat();
        assert_eq!(begins(&moved_down), 23);
        let two = SearchCursor::relevance(2, &list(&[0, 1]));
        assert_eq!(SearchCursor::begins_at(Some(&two), &list(&moved_down)), 2);
        let far = [&[1], &all[2..90], &[0], &all[90..]].concat();
        assert_eq!(SearchCursor::begins_at(Some(&two), &list(&far)), 1);
        assert_eq!(SearchCursor::begins_at(None, &list(&all)), 0);
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
