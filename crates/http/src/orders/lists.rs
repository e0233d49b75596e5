//! `/orders` and `/order-counts`: lists and counts of orders, and searching them.

use super::views::OrderView;
use crate::{
    extract::{self, Caller, PageQuery, Parameters, day, parameter},
    input::{EmailAddress, schema},
    problem::Problem,
    responses::{AuthenticatedErrors, list},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Json, Path, Query},
};
use autoparts_application::{
    orders::lists::OrderSearch,
    ports::orders::{MAX_COUNT, OrderCounts},
};
use autoparts_domain::{orders::Worklist, text::OrderWords, time_zone::TimeZone, validation::ValidationError};
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

fn worklist(word: &str) -> Result<Worklist, ValidationError> {
    let choices = "to-ship, unpaid, shipped, refunded or disputed";
    Worklist::ALL.into_iter().find(|list| list.name() == word).ok_or(ValidationError::NotAChoice { choices })
}

/// Parses the search text; `None` if it is only white space.
fn words(typed: &str) -> Result<Option<OrderWords>, ValidationError> {
    match typed.parse() {
        Err(ValidationError::Missing) if typed.chars().count() <= OrderWords::MAX_CHARS => Ok(None),
        Err(ValidationError::Missing) => Err(ValidationError::TooLong { max: OrderWords::MAX_CHARS }),
        words => words.map(Some),
    }
}

/// Parses an admin's search from the query.
pub(super) fn read(sent: &[(String, String)], zone: &TimeZone) -> Result<OrderSearch, Problem> {
    let mut parameters = Parameters::of(sent);
    let words = parameters.one("q", words);
    let list = parameters.one("state", worklist);
    let from = parameters.one("from", |text| day(text).map(|day| zone.begins_at(day)));
    let before = parameters.one("to", |text| day(text).map(|day| zone.ends_at(day)));
    let search = || Some(OrderSearch { words: words?.flatten(), list: list?, from: from?, before: before? });
    search().ok_or_else(|| parameters.refused())
}

/// The filters of the list of orders.
pub(crate) struct OrderParameters;

impl IntoParams for OrderParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = PageQuery::into_params(place);
        parameters.extend([
            parameter(
                "q",
                "An order number, an order id, or the customer's email address or telephone number. Exact matches only.",
                schema::line(OrderWords::MAX_CHARS),
            ),
            parameter(
                "state",
                "`to-ship` (paid, not shipped), `unpaid` (shipped or not), `shipped`, `refunded`, or `disputed` (undecided). Default: all.",
                schema::choice(Worklist::ALL.map(Worklist::name)),
            ),
            parameter("from", "The first day, in the shop's time zone.", schema::date()),
            parameter("to", "The last day, in the shop's time zone.", schema::date()),
        ]);
        parameters
    }
}

response! {
    /// The number of orders by state, counted up to 10,000: that value means 10,000 or more.
    pub(crate) OrderCountsView as OrderCounts {
        /// Not deleted.
        all: u32,
        /// Paid and not shipped.
        to_ship: u32,
        /// Unpaid, shipped or not.
        unpaid: u32,
        /// Shipped.
        shipped: u32,
        /// Refunded.
        refunded: u32,
        /// With an undecided dispute.
        disputed: u32,
    }
}

const _: () = assert!(MAX_COUNT == 10_000, "the description states it");

impl From<OrderCounts> for OrderCountsView {
    fn from(counts: OrderCounts) -> Self {
        let on = |list| counts.on.get(&list).copied().unwrap_or_default();
        Self {
            all: counts.all,
            to_ship: on(Worklist::ToShip),
            unpaid: on(Worklist::Unpaid),
            shipped: on(Worklist::Shipped),
            refunded: on(Worklist::Refunded),
            disputed: on(Worklist::Disputed),
        }
    }
}

/// Counts orders by state. Admin only.
#[utoipa::path(tag = "orders", operation_id = "countOrders", security(("bearer" = [])),
    responses((status = 200, body = OrderCountsView), AuthenticatedErrors))]
#[get("/order-counts")]
pub(crate) async fn count_orders(api: Data<Api>, caller: Caller) -> Result<Json<OrderCountsView>, Problem> {
    Ok(Json(api.shop.order_counts(caller.0).await?.into()))
}

/// Lists orders, newest first, optionally filtered. Admin only.
#[utoipa::path(tag = "orders", operation_id = "listOrders", params(OrderParameters), security(("bearer" = [])),
    responses((status = 200, body = [OrderView]), AuthenticatedErrors))]
#[get("/orders")]
pub(crate) async fn list_orders(
    api: Data<Api>,
    caller: Caller,
    page: Query<PageQuery>,
    sent: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = page.page()?;
    let search = read(&sent, &api.shop.time_zone)?;
    let orders = api.shop.orders(caller.0, search, page).await?;
    Ok(list(&request, page.limit, orders, |order: &OrderView| &order.id))
}

/// Lists a user's orders, newest first. For the user and admins.
#[utoipa::path(tag = "orders", operation_id = "listOrdersOf", security(("bearer" = [])),
    params(("key" = EmailAddress, Path, description = "The user's email address"), PageQuery),
    responses((status = 200, body = [OrderView]), AuthenticatedErrors))]
#[get("/orders/{key}")]
pub(crate) async fn list_orders_of(
    api: Data<Api>,
    caller: Caller,
    key: Path<String>,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let orders = api.shop.orders_of(caller.0, extract::email(&key)?, page).await?;
    Ok(list(&request, page.limit, orders, |order: &OrderView| &order.id))
}
