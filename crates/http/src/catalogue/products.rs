//! `/parts/records` and `/parts/counts`: the catalogue as admins list it.

use crate::{
    catalogue::{
        PartView,
        search::{self, SearchParameters, VEHICLE},
    },
    extract::{Caller, parameter},
    input::schema,
    problem::{Problem, ProblemDocument},
    responses::{AuthenticatedErrors, rfc3339},
    state::Api,
};
use actix_web::{
    get,
    web::{Data, Json, Query},
};
use autoparts_application::{
    catalogue::products::{ProductQuery, Products},
    ports::{
        catalogue::managing::{ManagedList, ManagedPart},
        part_search::CatalogueCounts,
    },
};
use autoparts_domain::validation::ValidationError;
use serde::Serialize;
use utoipa::{
    IntoParams, ToSchema,
    openapi::path::{Parameter, ParameterIn},
};

const LISTS: &str = "shown, low, sold_out or hidden";

/// Which parts admins look for, as it stands in the address: a search, and among which parts.
pub(super) fn read(sent: &[(String, String)]) -> Result<ProductQuery, Problem> {
    let list = sent.iter().rev().find(|(name, _)| name == "list").map(|(_, word)| word.as_str());
    let list = match list {
        None => ManagedList::default(),
        Some(word) => {
            let known = ManagedList::ALL.into_iter().find(|list| list.name() == word);
            known.ok_or_else(|| Problem::field("list", ValidationError::NotAChoice { choices: LISTS }))?
        }
    };
    Ok(ProductQuery { list, search: search::read(sent)? })
}

/// What a search of admins may say.
pub(crate) struct ProductParameters;

impl IntoParams for ProductParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "Among which parts: `shown` (in the catalogue), `low` (running low or sold out), `sold_out`, or `hidden` (deleted). Without it `shown`. Every other list begins with the newest part, and attributes do not narrow it.";
        let list = parameter("list", about, schema::choice(ManagedList::ALL.iter().map(|list| list.name())));
        let mut parameters = SearchParameters::into_params(place);
        parameters.retain(|parameter| parameter.name != VEHICLE);
        parameters.push(list);
        parameters
    }
}

/// A part as admins see it in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    #[serde(flatten)]
    part: PartView,
    /// Counts its changes, but for those of its stock.
    revision: i64,
    /// Whether it has been deleted from the catalogue.
    hidden: bool,
    /// At or below how many pieces it is running low.
    reorder_at: i64,
    /// When it last changed, but for its stock, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
}

impl From<ManagedPart> for Product {
    fn from(part: ManagedPart) -> Self {
        Self {
            part: part.card.into(),
            revision: part.revision,
            hidden: part.hidden,
            reorder_at: part.reorder_at.pieces(),
            changed_at: rfc3339(part.changed_at),
        }
    }
}

/// A page of the parts as admins see them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductPage {
    /// The parts. There may be fewer than were asked for, or none, although `after` says that there are more.
    products: Vec<Product>,
    /// How many there are on all pages; absent when nobody has counted them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    total: Option<u64>,
    /// What the next page is asked for with; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    after: Option<String>,
    /// The words that were searched instead of those that were typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    did_you_mean: Option<String>,
}

impl From<Products> for ProductPage {
    fn from(products: Products) -> Self {
        Self {
            products: products.parts.into_iter().map(Product::from).collect(),
            total: products.total,
            after: products.next.map(|cursor| cursor.to_string()),
            did_you_mean: products.did_you_mean,
        }
    }
}

/// How many parts of the catalogue are of a brand, or in a category and below.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyCount {
    /// The key of the brand or category.
    #[serde(rename = "_id")]
    id: String,
    /// How many parts.
    count: u64,
}

/// How many parts of the catalogue are where. What is not named has none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PartCounts {
    /// All of them.
    parts: u64,
    /// Those of each brand.
    brands: Vec<KeyCount>,
    /// Those in each category or below.
    categories: Vec<KeyCount>,
}

impl From<CatalogueCounts> for PartCounts {
    fn from(counts: CatalogueCounts) -> Self {
        let brands = counts.brands.into_iter().map(|(id, count)| KeyCount { id: id.to_string(), count });
        let categories = counts.categories.into_iter().map(|(id, count)| KeyCount { id: id.to_string(), count });
        Self { parts: counts.parts, brands: brands.collect(), categories: categories.collect() }
    }
}

/// Parts as admins see them, found as `/search` finds them; without words, filters and another order they are the newest,
/// as of this moment. For admins.
#[utoipa::path(tag = "parts", operation_id = "listProducts", params(ProductParameters), security(("bearer" = [])),
    responses((status = 200, body = ProductPage),
        (status = 404, body = ProblemDocument, content_type = "application/problem+json"),
        (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[get("/parts/records")]
pub(crate) async fn list_products(
    api: Data<Api>,
    caller: Caller,
    query: Query<Vec<(String, String)>>,
) -> Result<Json<ProductPage>, Problem> {
    Ok(Json(api.shop.products(caller.0, read(&query)?).await?.into()))
}

/// How many parts of the catalogue are of each brand and in each category, about a second late; for admins.
#[utoipa::path(tag = "parts", operation_id = "countParts", security(("bearer" = [])),
    responses((status = 200, body = PartCounts), AuthenticatedErrors))]
#[get("/parts/counts")]
pub(crate) async fn count_parts(api: Data<Api>, caller: Caller) -> Result<Json<PartCounts>, Problem> {
    Ok(Json(api.shop.catalogue_counts(caller.0).await?.into()))
}
