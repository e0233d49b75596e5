//! `/orders` and `/order-counts`: the lists of orders, and how an admin looks for one.

use super::views::OrderView;
use crate::{
    extract::{self, Caller, PageQuery, Parameters, day, parameter},
    input::{EmailAddress, schema},
    problem::Problem,
    responses::{AuthenticatedErrors, list},
    state::Api,
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
use serde::Serialize;
use utoipa::{
    IntoParams, ToSchema,
    openapi::path::{Parameter, ParameterIn},
};

fn list_called(word: &str) -> Result<Worklist, ValidationError> {
    let choices = "to-ship, unpaid, shipped, refunded or disputed";
    Worklist::ALL.into_iter().find(|list| list.name() == word).ok_or(ValidationError::NotAChoice { choices })
}

/// What was typed; `None` when it is nothing but white space.
fn words(typed: &str) -> Result<Option<OrderWords>, ValidationError> {
    match typed.parse() {
        Err(ValidationError::Missing) if typed.chars().count() <= OrderWords::MAX_CHARS => Ok(None),
        Err(ValidationError::Missing) => Err(ValidationError::TooLong { max: OrderWords::MAX_CHARS }),
        words => words.map(Some),
    }
}

/// Which orders an admin looks for, as it stands in the address.
pub(super) fn read(sent: &[(String, String)], zone: &TimeZone) -> Result<OrderSearch, Problem> {
    let mut parameters = Parameters::of(sent);
    let words = parameters.one("q", words);
    let list = parameters.one("state", list_called);
    let from = parameters.one("from", |text| day(text).map(|day| zone.begins_at(day)));
    let before = parameters.one("to", |text| day(text).map(|day| zone.ends_at(day)));
    let search = || Some(OrderSearch { words: words?.flatten(), list: list?, from: from?, before: before? });
    search().ok_or_else(|| parameters.refused())
}

/// What an admin may look for.
pub(crate) struct OrderParameters;

impl IntoParams for OrderParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = PageQuery::into_params(place);
        parameters.extend([
            parameter(
                "q",
                "The number or the id of an order, or the e-mail address or the telephone number of who ordered: whole, not a part of it.",
                schema::line(OrderWords::MAX_CHARS),
            ),
            parameter(
                "state",
                "`to-ship` (paid, not shipped), `unpaid` (shipped or not), `shipped`, `refunded`, or `disputed` (not decided). Without it all.",
                schema::choice(Worklist::ALL.map(Worklist::name)),
            ),
            parameter("from", "The first day, in the shop's time zone.", schema::date()),
            parameter("to", "The last day, in the shop's time zone.", schema::date()),
        ]);
        parameters
    }
}

/// How many orders there are, counted up to 10,000: that number means as many or more.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderCounts)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderCountsView {
    /// That are not deleted.
    all: u32,
    /// Paid and not shipped.
    to_ship: u32,
    /// Not paid, shipped or not.
    unpaid: u32,
    /// Shipped.
    shipped: u32,
    /// Whose money went back.
    refunded: u32,
    /// Whose payment is disputed and not decided.
    disputed: u32,
}

const _: () = assert!(MAX_COUNT == 10_000, "the description says so");

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

/// How many orders there are to work through; for admins.
#[utoipa::path(tag = "orders", operation_id = "countOrders", security(("bearer" = [])),
    responses((status = 200, body = OrderCountsView), AuthenticatedErrors))]
#[get("/order-counts")]
pub(crate) async fn count_orders(api: Data<Api>, caller: Caller) -> Result<Json<OrderCountsView>, Problem> {
    Ok(Json(api.shop.order_counts(caller.0).await?.into()))
}

/// Orders, newest first: all, or those that are looked for; for admins.
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
    let (page, search) = (page.page()?, read(&sent, &api.shop.time_zone)?);
    let orders = api.shop.orders(caller.0, search, page).await?;
    Ok(list(&request, page.limit, orders, |order: &OrderView| &order.id))
}

/// A person's orders, newest first; for the person and admins.
#[utoipa::path(tag = "orders", operation_id = "listOrdersOf", security(("bearer" = [])),
    params(("key" = EmailAddress, Path, description = "The person's e-mail address"), PageQuery),
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
