//! `/search`: finding parts by number, words and filters; and `/search/suggestions`.

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
    view::response,
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
use std::collections::HashMap;

/// Default number of parts per page.
const PAGE: u32 = 24;

/// Maximum number of suggestions of each kind.
const SUGGESTIONS: u32 = 8;

response! {
    /// A brand with the number of matching parts.
    pub(crate) BrandCount {
        #[serde(flatten)]
        brand: BrandView,
        /// Number of parts that selecting this value leaves, or adds if others of its kind are selected.
        count: u64,
    }

    /// A category with the number of matching parts, including subcategories.
    pub(crate) CategoryCount {
        #[serde(flatten)]
        category: CategoryView,
        /// Number of parts that selecting this value leaves, or adds if others of its kind are selected.
        count: u64,
    }

    /// A condition with the number of matching parts.
    pub(crate) ConditionCount {
        /// The condition.
        condition: ConditionView,
        /// Number of parts that selecting this value leaves, or adds if others of its kind are selected.
        count: u64,
    }

    /// A value of an attribute with the number of matching parts.
    pub(crate) ValueCount {
        /// The value with its unit.
        value: String,
        /// Number of parts that selecting this value leaves, or adds if others of its kind are selected.
        count: u64,
    }

    /// An attribute with its values among the matching parts.
    pub(crate) AttributeCounts {
        /// The attribute's name.
        name: String,
        /// The values, most frequent first: at most 50, plus the selected ones.
        values: Vec<ValueCount>,
    }

    /// A range of prices.
    pub(crate) PriceRange {
        /// The lowest price, in dollars.
        min: Dollars,
        /// The highest price, in dollars.
        max: Dollars,
    }

    /// Facets: the number of matching parts for each filter value. A filter does not affect the counts of its own facet.
    pub(crate) FacetsView as Facets {
        /// Most frequent first: at most 50, plus the selected ones.
        brands: Vec<BrandCount>,
        /// Each before its subcategories.
        categories: Vec<CategoryCount>,
        /// Most frequent first.
        conditions: Vec<ConditionCount>,
        /// Absent if nothing was found.
        price: Option<PriceRange>,
        /// Only if a category is selected.
        attributes: Vec<AttributeCounts>,
    }

    /// A part found by number.
    pub(crate) NumberHitView as NumberHit from |(card, hit)| (PartCard, NumberHit) {
        /// The part.
        part: PartView = card.into(),
        /// The number as it is written.
        number: String = hit.number.to_string(),
        /// How the number relates to the part; absent for the part's own number.
        kind: Option<NumberKindView> = hit.kind.map(NumberKindView::from),
        /// The maker that the number belongs to.
        maker: Option<String> = hit.maker.map(|maker| maker.to_string()),
    }

    /// A page of search results.
    pub(crate) SearchPage {
        /// The parts, in the requested order.
        parts: Vec<PartView>,
        /// The number of parts on all pages.
        total: u64,
        /// The counts by filter value.
        facets: FacetsView,
        /// The cursor of the next page; absent on the last page.
        after: Option<String>,
        /// Parts found by number: exact matches, or else numbers that begin with the query.
        numbers: Vec<NumberHitView>,
        /// An existing number one typo away from the typed number, if that one finds nothing.
        similar_number: Option<String>,
        /// The corrected query that was used because the original found almost nothing.
        did_you_mean: Option<String>,
        /// How much of the catalog is searchable so far, in percent; absent when all of it is.
        indexed_percent: Option<u8>,
    }
}

impl From<Found> for SearchPage {
    fn from(found: Found) -> Self {
        let facets = found.facets;
        let names = found.names;
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

response! {
    /// A suggested category.
    pub(crate) SuggestedCategory {
        /// Its key.
        #[serde(rename = "_id")]
        id: String,
        /// The names of its parent categories, from the top, followed by its own.
        path: Vec<String>,
    }

    /// Search suggestions: at most 8 of each kind.
    pub(crate) SuggestionsView as Suggestions {
        /// Categories with a word in their name that begins with the query.
        categories: Vec<SuggestedCategory>,
        /// Brands with a word in their name that begins with the query.
        brands: Vec<BrandView>,
        /// Parts found by number.
        numbers: Vec<NumberHitView>,
        /// Parts found by words.
        parts: Vec<PartView>,
    }
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

/// Searches parts by number, words and filters. Public.
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

/// Suggests completions for a partly typed query. Public.
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
