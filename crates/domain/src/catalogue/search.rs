//! What visitors search the catalogue for, and what they are told beside the parts: how many there are of
//! each brand, category and so on. How words are matched is the business of the index.

mod cursor;
mod text;

pub use cursor::{NameKey, SearchCursor};
pub use text::{folded, searchable, without_open_sign};

use super::listing::{Attribute, Condition};
use crate::{
    money::Money,
    slug::{BrandId, CategoryId},
    text::{AttributeName, Layout, bounded},
    validation::ValidationError,
    vehicles::Vehicle,
};
use std::{collections::BTreeMap, fmt, str::FromStr};

/// A search. Several choices of one kind widen it, choices of different kinds narrow it: a part is found when it has
/// the words, any of the categories, any of the brands, and so on. What is empty or `None` does not narrow it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct SearchQuery {
    /// What the parts are called, or what is said about them.
    pub words: Option<SearchWords>,
    /// Where they stand: in any of these, or below.
    pub categories: Vec<CategoryId>,
    /// Whose they are.
    pub brands: Vec<BrandId>,
    /// New or used.
    pub conditions: Vec<Condition>,
    /// The lowest price.
    pub price_from: Option<Money>,
    /// The highest price, which is still in.
    pub price_to: Option<Money>,
    /// What they are like: for each attribute any of these values, as [`written_value`] writes them.
    pub attributes: BTreeMap<AttributeName, Vec<String>>,
    /// Only parts that are listed under this vehicle, or fit any: those about which the verdict is fits, fits if, or
    /// universal. While its engine is unknown, those that fit with any engine.
    pub vehicle: Option<Vehicle>,
    /// Only parts that can be ordered now.
    pub in_stock: bool,
    /// In which order they are listed.
    pub sort: Sort,
    /// The end of the page before; `None` for the first page.
    pub after: Option<SearchCursor>,
    /// The most parts of a page, 1 to [`SearchQuery::MAX_LIMIT`].
    pub limit: u32,
}

impl SearchQuery {
    /// The most parts of a page.
    pub const MAX_LIMIT: u32 = 100;

    /// Of the parts that match best, how many can be listed; who wants more has to say more.
    pub const MAX_RELEVANT: u32 = 1_000;

    /// The order in which parts are really listed: without words there is nothing to be relevant to, and the newest
    /// come first. Its cursors are those of the pages.
    #[must_use]
    pub fn order(&self) -> Sort {
        match (self.sort, &self.words) {
            (Sort::Relevance, None) => Sort::Newest,
            (sort, _) => sort,
        }
    }
}

/// The value of an attribute as people read it, with its unit: `300 mm`.
#[must_use]
pub fn written_value(attribute: &Attribute) -> String {
    match &attribute.unit {
        Some(unit) => format!("{} {unit}", attribute.value),
        None => attribute.value.as_str().to_owned(),
    }
}

/// What a visitor types into the search field, on one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchWords(String);

impl SearchWords {
    /// How many characters it may have, as it is sent.
    pub const MAX_CHARS: usize = 200;

    /// What was typed; `None` when it is nothing but white space.
    pub fn typed(input: &str) -> Result<Option<Self>, ValidationError> {
        match input.parse() {
            Err(ValidationError::Missing) if input.chars().count() <= Self::MAX_CHARS => Ok(None),
            Err(ValidationError::Missing) => Err(ValidationError::TooLong { max: Self::MAX_CHARS }),
            words => words.map(Some),
        }
    }

    /// The trimmed text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SearchWords {
    type Err = ValidationError;

    fn from_str(input: &str) -> Result<Self, ValidationError> {
        bounded(input, Self::MAX_CHARS, Layout::Words).map(Self)
    }
}

impl fmt::Display for SearchWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// In which order parts are listed. Equal ones stand in the order of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sort {
    /// What matches the words best comes first; without words, what is newest.
    #[default]
    Relevance,
    /// What was added last comes first.
    Newest,
    /// By title, without regard to case and accents.
    Name,
    /// The cheapest first.
    PriceUp,
    /// The dearest first.
    PriceDown,
}

impl Sort {
    /// Every order.
    pub const ALL: [Self; 5] = [Self::Relevance, Self::Newest, Self::Name, Self::PriceUp, Self::PriceDown];

    /// Its name in addresses and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::Newest => "newest",
            Self::Name => "name",
            Self::PriceUp => "price",
            Self::PriceDown => "-price",
        }
    }
}

impl FromStr for Sort {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let found = Self::ALL.into_iter().find(|sort| sort.name() == text);
        found.ok_or(ValidationError::NotExpected { expected: "relevance, newest, name, price or -price" })
    }
}

/// How many of the parts found have what. What is chosen of one kind does not count for that kind, so that each count
/// says what choosing it too would add. The most frequent stand first, equal ones in the order of their names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// Parts of each brand, of at most [`Facets::MAX_VALUES`] and those that are chosen.
    pub brands: Vec<(BrandId, u64)>,
    /// Parts in each category and below it, of at most [`Facets::MAX_CATEGORIES`] and those that are chosen.
    pub categories: Vec<(CategoryId, u64)>,
    /// Parts of each condition.
    pub conditions: Vec<(Condition, u64)>,
    /// The lowest and the highest price; `None` when nothing was found.
    pub price: Option<(Money, Money)>,
    /// What the parts are like; only when a category is chosen. At most [`Facets::MAX_ATTRIBUTES`] names, those that
    /// most parts have.
    pub attributes: Vec<AttributeFacet>,
}

impl Facets {
    /// The most categories.
    pub const MAX_CATEGORIES: usize = 500;
    /// The most attributes.
    pub const MAX_ATTRIBUTES: usize = 20;
    /// The most brands, and the most values of one attribute: nobody reads longer lists, and who looks for another brand
    /// types it.
    pub const MAX_VALUES: usize = 50;
}

/// One attribute, and how many of the parts found have which value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeFacet {
    /// What is told.
    pub name: AttributeName,
    /// Parts of each value, of at most [`Facets::MAX_VALUES`] and those that are chosen, as [`written_value`] writes
    /// them.
    pub values: Vec<(String, u64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_spaces_is_no_search() {
        assert_eq!(SearchWords::typed(""), Ok(None));
        assert_eq!(SearchWords::typed("   "), Ok(None));
        assert_eq!(SearchWords::typed(" brake pads ").unwrap().unwrap().as_str(), "brake pads");
    }

    #[test]
    fn what_is_too_long_or_cannot_be_printed_is_refused() {
        let too_long = Err(ValidationError::TooLong { max: 200 });
        assert!(SearchWords::typed(&"é".repeat(200)).is_ok());
        assert_eq!(SearchWords::typed(&"é".repeat(201)), too_long);
        assert_eq!(SearchWords::typed(&"word ".repeat(800)), too_long);
        assert_eq!(SearchWords::typed(&" ".repeat(201)), too_long);
        for text in ["a\u{0}b", "a\nb", "a\u{85}b"] {
            assert_eq!(SearchWords::typed(text), Err(ValidationError::ControlCharacters), "{text:?}");
        }
    }

    #[test]
    fn a_pasted_number_is_searched_without_its_invisible_characters() {
        let pasted = SearchWords::typed("\u{202a}5986494524\u{202c}\u{200b}").unwrap().unwrap();
        assert_eq!(pasted.as_str(), "5986494524");
    }

    #[test]
    fn without_words_nothing_is_relevant() {
        let words = Some("brake".parse().unwrap());
        assert_eq!(SearchQuery::default().order(), Sort::Newest);
        assert_eq!(SearchQuery { words, ..SearchQuery::default() }.order(), Sort::Relevance);
        assert_eq!(SearchQuery { sort: Sort::Name, ..SearchQuery::default() }.order(), Sort::Name);
    }

    #[test]
    fn orders_are_told_by_their_names() {
        for sort in Sort::ALL {
            assert_eq!(sort.name().parse(), Ok(sort));
        }
        for text in ["", "Price", "+price", "relevance "] {
            assert!(text.parse::<Sort>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_value_is_written_with_its_unit() {
        let attribute = |unit: Option<&str>| Attribute {
            name: "Diameter".parse().unwrap(),
            value: "300".parse().unwrap(),
            unit: unit.map(|unit| unit.parse().unwrap()),
        };
        assert_eq!(written_value(&attribute(Some("mm"))), "300 mm");
        assert_eq!(written_value(&attribute(None)), "300");
    }
}
