//! `/search`: finding parts by number, by words and by narrowing down, and `/search/suggestions`.

mod parameters;

use parameters::read_typed;
pub(crate) use parameters::{SearchParameters, SuggestionParameters};
pub(super) use parameters::{VEHICLE, read};

use crate::{
    catalogue::{
        PartView,
        categories::{BrandView, CategoryView},
        listing::{ConditionView, NumberKindView},
    },
    dollars::Dollars,
    problem::{Problem, ProblemDocument},
    public_answers::Key,
    responses::{PublicErrors, public},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Query},
};
use autoparts_application::{
    catalogue::search::{Found, Suggestions},
    ports::catalogue::{PartCard, listings::NumberHit},
};
use autoparts_domain::{
    catalogue::category::Category,
    slug::{BrandId, CategoryId},
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Parts of a page, unless the caller says otherwise.
const PAGE: u32 = 24;

/// Suggestions of each kind.
const SUGGESTIONS: u32 = 8;

/// A brand, and how many of the parts found are of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BrandCount {
    #[serde(flatten)]
    brand: BrandView,
    /// How many choosing it leaves, or adds.
    count: u64,
}

/// A category, and how many of the parts found are in it or below.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CategoryCount {
    #[serde(flatten)]
    category: CategoryView,
    /// How many choosing it leaves, or adds.
    count: u64,
}

/// A condition, and how many of the parts found are so.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConditionCount {
    /// New, or used before.
    condition: ConditionView,
    /// How many choosing it leaves, or adds.
    count: u64,
}

/// A value of an attribute, and how many of the parts found have it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValueCount {
    /// The value with its unit.
    value: String,
    /// How many choosing it leaves, or adds.
    count: u64,
}

/// What the parts found are like.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AttributeCounts {
    /// What is told.
    name: String,
    /// What it is, the most frequent first, at most 50 and those that are chosen.
    values: Vec<ValueCount>,
}

/// From what to what.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PriceRange {
    /// The lowest price, in dollars.
    #[schema(value_type = f64)]
    min: Dollars,
    /// The highest price, in dollars.
    #[schema(value_type = f64)]
    max: Dollars,
}

/// How many of the parts found have what. What is chosen of one kind does not count for that kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Facets)]
pub(crate) struct FacetsView {
    /// The most frequent first, at most 50 and those that are chosen.
    brands: Vec<BrandCount>,
    /// Each before what is in it.
    categories: Vec<CategoryCount>,
    /// The most frequent first.
    conditions: Vec<ConditionCount>,
    /// Absent when nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    price: Option<PriceRange>,
    /// Only when a category is chosen.
    attributes: Vec<AttributeCounts>,
}

/// A part that a number leads to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NumberHit)]
pub(crate) struct NumberHitView {
    /// The part.
    part: PartView,
    /// The number, as it is written.
    number: String,
    /// What the number is to the part; absent for its own one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    kind: Option<NumberKindView>,
    /// Whose number it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    maker: Option<String>,
}

impl From<(PartCard, NumberHit)> for NumberHitView {
    fn from((card, hit): (PartCard, NumberHit)) -> Self {
        Self {
            part: card.into(),
            number: hit.number.to_string(),
            kind: hit.kind.map(NumberKindView::from),
            maker: hit.maker.map(|maker| maker.to_string()),
        }
    }
}

/// A page of what was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchPage {
    /// The parts, in the order that was asked for.
    parts: Vec<PartView>,
    /// How many there are on all pages.
    total: u64,
    /// How many of them have what.
    facets: FacetsView,
    /// What the next page is asked for with; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    after: Option<String>,
    /// What the words lead to as a part number: parts of that very number, or else of numbers that begin so.
    numbers: Vec<NumberHitView>,
    /// A number that is one slip away from the one that was typed, which leads nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    similar_number: Option<String>,
    /// The words that were searched instead of those that were typed, which found next to nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    did_you_mean: Option<String>,
    /// How much of the catalogue can be found yet, in per cent; absent when all of it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    indexed_percent: Option<u8>,
}

impl From<Found> for SearchPage {
    fn from(found: Found) -> Self {
        let (facets, names) = (found.facets, found.names);
        let brand =
            |(id, count): (BrandId, u64)| names.brands.get(&id).map(|brand| BrandCount { brand: brand.into(), count });
        let counts: HashMap<CategoryId, u64> = facets.categories.into_iter().collect();
        let category = |category: &Category| {
            counts.get(&category.id).map(|count| CategoryCount { category: category.into(), count: *count })
        };
        let value = |(value, count)| ValueCount { value, count };
        Self {
            parts: found.parts.into_iter().map(PartView::from).collect(),
            total: found.total,
            facets: FacetsView {
                brands: facets.brands.into_iter().filter_map(brand).collect(),
                categories: names.categories.in_order().into_iter().filter_map(category).collect(),
                conditions: facets
                    .conditions
                    .into_iter()
                    .map(|(condition, count)| ConditionCount { condition: condition.into(), count })
                    .collect(),
                price: facets.price.map(|(min, max)| PriceRange { min: Dollars(min), max: Dollars(max) }),
                attributes: facets
                    .attributes
                    .into_iter()
                    .map(|facet| AttributeCounts {
                        name: facet.name.to_string(),
                        values: facet.values.into_iter().map(value).collect(),
                    })
                    .collect(),
            },
            after: found.next.map(|cursor| cursor.to_string()),
            numbers: found.numbers.hits.into_iter().map(NumberHitView::from).collect(),
            similar_number: found.numbers.similar.map(|number| number.to_string()),
            did_you_mean: found.did_you_mean,
            indexed_percent: found.indexed_percent,
        }
    }
}

/// A category that is offered while somebody types.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestedCategory {
    /// Its key.
    #[serde(rename = "_id")]
    id: String,
    /// The names of the categories that it is in, from the top, and its own one.
    path: Vec<String>,
}

/// What is offered while somebody types: at most 8 of each kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Suggestions)]
pub(crate) struct SuggestionsView {
    /// Categories whose name has a word that begins so.
    categories: Vec<SuggestedCategory>,
    /// Brands whose name has a word that begins so.
    brands: Vec<BrandView>,
    /// Parts that the text leads to as a number.
    numbers: Vec<NumberHitView>,
    /// Parts that have the words.
    parts: Vec<PartView>,
}

impl From<Suggestions> for SuggestionsView {
    fn from(suggestions: Suggestions) -> Self {
        let category = |path: Vec<Category>| SuggestedCategory {
            id: path.last().map(|category| category.id.to_string()).unwrap_or_default(),
            path: path.into_iter().map(|category| category.name.to_string()).collect(),
        };
        Self {
            categories: suggestions.categories.into_iter().map(category).collect(),
            brands: suggestions.brands.iter().map(BrandView::from).collect(),
            numbers: suggestions.numbers.into_iter().map(NumberHitView::from).collect(),
            parts: suggestions.parts.into_iter().map(PartView::from).collect(),
        }
    }
}

/// Finds parts by number, by words and by narrowing down; for everybody.
#[utoipa::path(tag = "parts", operation_id = "searchParts", params(SearchParameters),
    responses((status = 200, body = SearchPage), (status = 404, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/search")]
pub(crate) async fn search(
    api: Data<Api>,
    query: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let query = read(&query)?;
    let found = async || public(&SearchPage::from(api.shop.search(query.clone()).await?));
    api.read_public(&request, Key::search(request.query_string()), found).await
}

/// What could be meant by what is typed so far; for everybody.
#[utoipa::path(tag = "parts", operation_id = "suggest", params(SuggestionParameters),
    responses((status = 200, body = SuggestionsView), PublicErrors))]
#[get("/search/suggestions")]
pub(crate) async fn suggest(
    api: Data<Api>,
    query: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Some(words) = read_typed(&query)?.filter(|words| words.as_str().chars().count() >= 2) else {
        return Ok(public(&SuggestionsView::from(Suggestions::default()))?.answer(&request).await);
    };
    let found = async || public(&SuggestionsView::from(api.shop.suggestions(words.clone(), SUGGESTIONS).await?));
    api.read_public(&request, Key::suggestions(request.query_string()), found).await
}
