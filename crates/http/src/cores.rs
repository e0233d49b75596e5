//! `/cores` and `/order/{id}/cores`: core charges that customers get back for their old parts.

use crate::{
    dollars::Dollars,
    extract::{self, Body, Caller, OrderCaller, PageQuery, Parameters, page_parameters, parameter},
    form::request,
    input::schema,
    problem::Problem,
    responses::{AuthenticatedErrors, WriteErrors, list, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::{
    cores::OrderedCore,
    ports::{cores::CoreTotals, page::Page},
};
use autoparts_domain::{
    cores::{CoreDecision, CoreRecord, CoreState},
    id::OrderId,
    orders::LineNumber,
    quantity::Stock,
    text::CoreRefusal,
    validation::ValidationError,
};
use std::str::FromStr;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

request! {
    /// The old parts of a line. Pieces that are in none of these states stay owed.
    CoreChange {
        /// Old parts that arrived and are to be inspected.
        received: Stock,
        /// Old parts whose core charge is refunded, including those that were refunded before.
        accepted: Stock,
        /// Old parts that are refused.
        refused: Stock,
        /// Why, for the customer; required to refuse.
        reason: Option<CoreRefusal>,
    }
}

impl From<CoreChange> for CoreDecision {
    fn from(CoreChange { received, accepted, refused, reason }: CoreChange) -> Self {
        Self { received: received.pieces(), accepted: accepted.pieces(), refused: refused.pieces(), reason }
    }
}

response! {
    /// The core charges of a line of a shipped and paid order. The numbers add up to the pieces of the line.
    pub(crate) CoreClaimView as CoreClaim from |OrderedCore { claim, order }| OrderedCore {
        /// Its key: the order and the line, `01900000-…/1`.
        #[serde(rename = "_id")]
        id: String = format!("{}/{}", claim.order.order, claim.line.number()),
        /// The `_id` of the order.
        order: String = claim.order.order.to_string(),
        /// The order number; absent for orders of earlier releases.
        order_number: Option<String> = order.snapshot().number.as_ref().map(ToString::to_string),
        /// The name of the order's customer.
        name: String = order.snapshot().name.to_string(),
        /// The number of the order line; 1 is the first.
        line: i64 = claim.line.number(),
        /// The part's title when it was ordered.
        product: String = order.snapshot().lines.get(claim.line).map(|line| line.product.to_string()).unwrap_or_default(),
        /// The core charge of a piece.
        core: Dollars = Dollars(claim.core),
        /// Pieces whose old part the customer may send.
        owed: i64 = claim.pieces.owed,
        /// Pieces whose old part arrived and is to be inspected.
        received: i64 = claim.pieces.received,
        /// Pieces whose core charge was refunded.
        accepted: i64 = claim.pieces.accepted,
        /// Pieces whose old part was refused.
        refused: i64 = claim.pieces.refused,
        /// Pieces whose old part did not arrive in time. The shop may still accept it.
        expired: i64 = claim.pieces.expired,
        /// Pieces that were refunded with their core charge.
        closed: i64 = claim.pieces.closed,
        /// Why old parts were refused; absent if none were.
        reason: Option<String> = claim.record.reason.map(|reason| reason.to_string()),
        /// When the old parts have to arrive, in UTC.
        #[schema(format = DateTime)]
        due_at: String = rfc3339(claim.due_at),
    }

    /// What was recorded about the old parts of a line, as part of the personal data of a member.
    pub(crate) OwnCoresView as OwnCores from |(order, line, record)| (OrderId, LineNumber, CoreRecord) {
        /// The `_id` of the order.
        order: String = order.to_string(),
        /// The number of the order line; 1 is the first.
        line: i64 = line.number(),
        /// Old parts that arrived and are to be inspected.
        received: i64 = record.received,
        /// Old parts that were refused.
        refused: i64 = record.refused,
        /// Why; absent if none were.
        reason: Option<String> = record.reason.map(|reason| reason.to_string()),
    }

    /// The core charges that the shop may have to refund.
    pub(crate) CoreTotalsView as CoreTotals from |totals| CoreTotals {
        /// Of old parts that customers may send.
        owed: Dollars = Dollars(totals.owed),
        /// Of old parts that arrived and are to be inspected.
        received: Dollars = Dollars(totals.received),
    }
}

/// The cursor of the list: `01900000-…/1`.
struct CoreKey(OrderId, LineNumber);

impl FromStr for CoreKey {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let (order, line) = text.split_once('/').ok_or(ValidationError::NotAnId)?;
        Ok(Self(order.parse()?, LineNumber::new(line.parse().map_err(|_| ValidationError::NotAnId)?)?))
    }
}

/// The filters of the list of core claims.
pub(crate) struct CoreParameters;

impl IntoParams for CoreParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters =
            page_parameters("The `_id` of the last item of the previous page.", schema::line_key_or_empty());
        parameters.push(parameter(
            "state",
            "Only lines with pieces that are `owed`, `received`, `accepted`, `refused` or `expired`. Default: all.",
            schema::choice(CoreState::ALL.map(CoreState::name)),
        ));
        parameters
    }
}

fn state_called(word: &str) -> Result<CoreState, ValidationError> {
    let choices = "owed, received, accepted, refused or expired";
    CoreState::ALL.into_iter().find(|state| state.name() == word).ok_or(ValidationError::NotAChoice { choices })
}

/// Lists the core charges of shipped and paid orders, newest order first. Admin only.
#[utoipa::path(tag = "returns", operation_id = "listCores", params(CoreParameters), security(("bearer" = [])),
    responses((status = 200, body = [CoreClaimView]), AuthenticatedErrors))]
#[get("/cores")]
pub(crate) async fn list_cores(
    api: Data<Api>,
    caller: Caller,
    page: Query<PageQuery>,
    sent: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Page { after, limit } = page.page()?;
    let after = after.map(|CoreKey(order, line)| (order, line));
    let mut parameters = Parameters::of(&sent);
    let state = parameters.one("state", state_called).ok_or_else(|| parameters.refused())?;
    let claims = api.shop.core_claims(caller.0, state, Page { after, limit }).await?;
    let claims = claims.into_iter().map(CoreClaimView::from).collect();
    Ok(list(&request, limit, claims, |claim: &CoreClaimView| &claim.id))
}

/// Adds up the core charges that the shop may have to refund. Admin only.
#[utoipa::path(tag = "returns", operation_id = "sumCores", security(("bearer" = [])),
    responses((status = 200, body = CoreTotalsView), AuthenticatedErrors))]
#[get("/core-totals")]
pub(crate) async fn sum_cores(api: Data<Api>, caller: Caller) -> Result<Json<CoreTotalsView>, Problem> {
    Ok(Json(api.shop.core_totals(caller.0).await?.into()))
}

/// Lists the core charges of an order's lines; empty until it was shipped and paid. For its owner, the holder of its
/// link, and admins.
#[utoipa::path(tag = "returns", operation_id = "listCoresOf", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = [CoreClaimView]), AuthenticatedErrors))]
#[get("/order/{id}/cores")]
pub(crate) async fn list_cores_of(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
) -> Result<Json<Vec<CoreClaimView>>, Problem> {
    let id = extract::id(&id)?;
    let claims = api.shop.core_claims_of_order(caller.about(id)?, id).await?;
    Ok(Json(claims.into_iter().map(Into::into).collect()))
}

/// Records how many old parts of a line arrived, are accepted or refused, and refunds the core charges of newly accepted
/// ones, also after they have expired. Admin only. Repeating it changes nothing.
#[utoipa::path(tag = "returns", operation_id = "decideCores", request_body = CoreChange, security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`"),
        ("line" = i64, Path, description = "The number of the order line; 1 is the first")),
    responses((status = 200, body = CoreClaimView), WriteErrors))]
#[put("/cores/{id}/{line}")]
pub(crate) async fn decide_cores(
    api: Data<Api>,
    caller: Caller,
    path: Path<(String, String)>,
    body: Body<CoreChange>,
) -> Result<Json<CoreClaimView>, Problem> {
    let CoreKey(order, line) = extract::id(&format!("{}/{}", path.0, path.1))?;
    let decision = body.read()?.into();
    Ok(Json(api.shop.decide_cores(caller.0, order, line, decision).await?.into()))
}
