//! `/parts/records` and `/parts/counts`: parts as admins list and count them.

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
    view::response,
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
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

const LISTS: &str = "shown, low, sold_out or hidden";

/// Parses an admin's search and its list of parts from the query.
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

/// The parameters of an admin's search.
pub(crate) struct ProductParameters;

impl IntoParams for ProductParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "Which parts to list: `shown` (in the catalog; the default), `low` (running low or sold out), `sold_out`, or `hidden` (deleted). All lists but `shown` start with the newest part and ignore attributes.";
        let list = parameter("list", about, schema::choice(ManagedList::ALL.iter().map(|list| list.name())));
        let mut parameters = SearchParameters::into_params(place);
        parameters.retain(|parameter| parameter.name != VEHICLE);
        parameters.push(list);
        parameters
    }
}

response! {
    /// A part in an admin's list.
    pub(crate) Product from |part| ManagedPart {
        #[serde(flatten)]
        part: PartView = part.card.into(),
        /// The number of changes, excluding stock.
        revision: i64 = part.revision,
        /// Whether it has been deleted from the catalog.
        hidden: bool = part.hidden,
        /// The stock level, in pieces, at or below which the part is running low.
        reorder_at: i64 = part.reorder_at.pieces(),
        /// When it last changed, excluding stock, in UTC.
        #[schema(format = DateTime)]
        changed_at: String = rfc3339(part.changed_at),
    }

    /// A page of an admin's list of parts.
    pub(crate) ProductPage from |products| Products {
        /// The parts. There may be fewer than `limit`, or none, even if `after` shows that more follow.
        products: Vec<Product> = products.parts.into_iter().map(Product::from).collect(),
        /// The number of parts on all pages; absent if it was not counted.
        total: Option<u64> = products.total,
        /// The cursor of the next page; absent on the last page.
        after: Option<String> = products.next.map(|cursor| cursor.to_string()),
        /// The corrected query that was used instead of the original.
        did_you_mean: Option<String> = products.did_you_mean,
    }

    /// The number of catalog parts of a brand, or in a category and its subcategories.
    pub(crate) KeyCount {
        /// The key of the brand or category.
        #[serde(rename = "_id")]
        id: String,
        /// The number of parts.
        count: u64,
    }

    /// The number of catalog parts by brand and category. Omitted brands and categories have none.
    pub(crate) PartCounts {
        /// The number of all parts.
        parts: u64,
        /// By brand.
        brands: Vec<KeyCount>,
        /// By category, including subcategories.
        categories: Vec<KeyCount>,
    }
}

impl From<CatalogueCounts> for PartCounts {
    fn from(counts: CatalogueCounts) -> Self {
        let brands = counts.brands.into_iter().map(|(id, count)| KeyCount { id: id.to_string(), count });
        let categories = counts.categories.into_iter().map(|(id, count)| KeyCount { id: id.to_string(), count });
        Self { parts: counts.parts, brands: brands.collect(), categories: categories.collect() }
    }
}

/// Lists parts for admins, with the same search as `/search`. Without words, filters or a sort order, the list starts
/// with the newest part and is always current. Admin only.
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

/// Counts the catalog parts of each brand and in each category; up to about a second old. Admin only.
#[utoipa::path(tag = "parts", operation_id = "countParts", security(("bearer" = [])),
    responses((status = 200, body = PartCounts), AuthenticatedErrors))]
#[get("/parts/counts")]
pub(crate) async fn count_parts(api: Data<Api>, caller: Caller) -> Result<Json<PartCounts>, Problem> {
    Ok(Json(api.shop.catalogue_counts(caller.0).await?.into()))
}
