//! Catalog searches and facet counts: how many parts there are per brand, category and so on. The index decides how
//! words match.

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

/// A search. Several values of one filter widen it, different filters narrow it: a part matches if it has the words,
/// any of the categories, any of the brands, and so on. An empty or `None` filter matches everything.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct SearchQuery {
    /// Words in titles and other texts of the parts.
    pub words: Option<SearchWords>,
    /// In any of these categories or their descendants.
    pub categories: Vec<CategoryId>,
    /// Of any of these brands.
    pub brands: Vec<BrandId>,
    /// In any of these conditions.
    pub conditions: Vec<Condition>,
    /// Minimum price.
    pub price_from: Option<Money>,
    /// Maximum price, inclusive.
    pub price_to: Option<Money>,
    /// For each attribute, any of these values, in the form of [`written_value`].
    pub attributes: BTreeMap<AttributeName, Vec<String>>,
    /// Only parts listed for this vehicle, or for any: those whose verdict is fits, fits if, or universal. If its
    /// engine is unknown, parts that fit with any engine.
    pub vehicle: Option<Vehicle>,
    /// Only parts in stock.
    pub in_stock: bool,
    /// Sort order.
    pub sort: Sort,
    /// End of the previous page; `None` for the first page.
    pub after: Option<SearchCursor>,
    /// Page size, 1 to [`SearchQuery::MAX_LIMIT`].
    pub limit: u32,
}

impl SearchQuery {
    /// Maximum page size.
    pub const MAX_LIMIT: u32 = 100;

    /// Maximum number of parts listed by relevance. To find more, refine the search.
    pub const MAX_RELEVANT: u32 = 1_000;

    /// The effective sort order: without words there is no relevance, so newest come first. Cursors use this order.
    #[must_use]
    pub fn order(&self) -> Sort {
        match (self.sort, &self.words) {
            (Sort::Relevance, None) => Sort::Newest,
            (sort, _) => sort,
        }
    }
}

/// The display form of an attribute value, with its unit: `300 mm`.
#[must_use]
pub fn written_value(attribute: &Attribute) -> String {
    match &attribute.unit {
        Some(unit) => format!("{} {unit}", attribute.value),
        None => attribute.value.as_str().to_owned(),
    }
}

/// The text of the search field, on one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchWords(String);

impl SearchWords {
    /// Maximum number of characters, as sent.
    pub const MAX_CHARS: usize = 200;

    /// Parses the input; `None` if it is only white space.
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

/// Sort order. Ties are sorted by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sort {
    /// Best match first; newest first if there are no words.
    #[default]
    Relevance,
    /// Newest first.
    Newest,
    /// By title, ignoring case and accents.
    Name,
    /// Cheapest first.
    PriceUp,
    /// Most expensive first.
    PriceDown,
}

impl Sort {
    /// All orders.
    pub const ALL: [Self; 5] = [Self::Relevance, Self::Newest, Self::Name, Self::PriceUp, Self::PriceDown];

    /// Its name in URLs and in the API.
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

/// Facet counts of a search. The selection within a facet does not affect that facet, so each count is what selecting
/// that value too would add. Most frequent first, ties by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// Parts of each brand: at most [`Facets::MAX_VALUES`] brands, plus those selected.
    pub brands: Vec<(BrandId, u64)>,
    /// Parts in each category and its descendants: at most [`Facets::MAX_CATEGORIES`] categories, plus those selected.
    pub categories: Vec<(CategoryId, u64)>,
    /// Parts of each condition.
    pub conditions: Vec<(Condition, u64)>,
    /// Minimum and maximum price; `None` if nothing was found.
    pub price: Option<(Money, Money)>,
    /// Attributes, only if a category is selected: the most common, at most [`Facets::MAX_ATTRIBUTES`].
    pub attributes: Vec<AttributeFacet>,
}

impl Facets {
    /// Maximum number of categories.
    pub const MAX_CATEGORIES: usize = 500;
    /// Maximum number of attributes.
    pub const MAX_ATTRIBUTES: usize = 20;
    /// Maximum number of brands, and of values of one attribute: a longer list is not useful, and other brands can be
    /// typed.
    pub const MAX_VALUES: usize = 50;
}

/// One attribute, with the number of matching parts per value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeFacet {
    /// Attribute name.
    pub name: AttributeName,
    /// Parts with each value: at most [`Facets::MAX_VALUES`] values, plus those selected, in the form of
    /// [`written_value`].
    pub values: Vec<(String, u64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_alone_are_no_search() {
        assert_eq!(SearchWords::typed(""), Ok(None));
        assert_eq!(SearchWords::typed("   "), Ok(None));
        assert_eq!(SearchWords::typed(" brake pads ").unwrap().unwrap().as_str(), "brake pads");
    }

    #[test]
    fn too_long_or_unprintable_words_are_refused() {
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
    fn sort_orders_are_parsed_from_their_names() {
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
