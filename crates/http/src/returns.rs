//! `/returns` and `/order/{id}/returns`: customers send pieces back. The terms are in `terms` and `policies`.

pub(crate) mod policies;
pub(crate) mod terms;

use crate::{
    dollars::{Dollars, unless_nothing},
    extract::{self, Body, Caller, OrderCaller, PageQuery, Parameters, parameter},
    form::request,
    input::{Items, choices, schema},
    limits::Limited,
    payments::partial_refunds::OrderRefund,
    problem::{Code, FieldProblem, Problem},
    responses::{AuthenticatedErrors, WriteErrors, list, rfc3339},
    state::Api,
    view::{response, words},
};
use actix_web::{
    HttpRequest, HttpResponse, get, post, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::{
    ports::returns::{ReturnCounts, ReturnFilter},
    returns::{RequestReturn, ReturnRecord, deciding::ReturnDecision},
    shop_rules::ReturnRules,
};
use autoparts_domain::{
    orders::{LineNumber, LinePieces, MAX_LINES, RefundBreakdown},
    quantity::{Quantity, Stock},
    returns::{Inspection, Return, ReturnNumber, ReturnReason, ReturnState, ReturnedLine},
    text::{ReturnAnswer, ReturnNote},
    validation::ValidationError,
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::{
    IntoParams, ToSchema,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    ReturnReason, "does_not_fit, wrong_part, damaged, not_as_described or not_needed": ReturnReason::CHOICES;
    Decision, "approve, decline, receive or cancel": Decision::ALL;
}

/// What to do with a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Approve,
    Decline,
    Receive,
    Cancel,
}

impl Decision {
    const ALL: [Self; 4] = [Self::Approve, Self::Decline, Self::Receive, Self::Cancel];

    const fn name(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Decline => "decline",
            Self::Receive => "receive",
            Self::Cancel => "cancel",
        }
    }
}

request! {
    /// Pieces of a line to return.
    PiecesToReturn {
        /// The number of the order line; 1 is the first.
        line: LineNumber,
        /// The number of pieces.
        pieces: Quantity,
    }
}

request! {
    /// A return to request.
    ReturnRequest {
        /// The pieces.
        lines: Items<PiecesToReturn, { MAX_LINES }>,
        /// The reason.
        reason: ReturnReason,
        /// The customer's own words.
        note: Option<ReturnNote>,
    }
}

impl From<ReturnRequest> for RequestReturn {
    fn from(ReturnRequest { lines, reason, note }: ReturnRequest) -> Self {
        let mut pieces = LinePieces::new();
        for PiecesToReturn { line, pieces: quantity } in lines.0 {
            pieces.entry(line).and_modify(|sum| *sum = sum.plus(quantity)).or_insert(quantity);
        }
        Self { pieces, reason, note }
    }
}

request! {
    /// What was found when the pieces of a line arrived. The three numbers add up to the returned pieces.
    InspectedLine {
        /// The number of the order line.
        line: LineNumber,
        /// Pieces that are refunded and go back into stock; 0 if omitted.
        restocked: Option<Stock>,
        /// Pieces that are refunded but cannot be sold again; 0 if omitted.
        damaged: Option<Stock>,
        /// Pieces that are not refunded: missing, not the shop's, or not as they were sold; 0 if omitted.
        refused: Option<Stock>,
    }
}

request! {
    /// A decision about a return.
    ReturnChange {
        /// `approve` or `decline` it, `receive` its pieces, or `cancel` it. Customers may only cancel.
        decision: Decision,
        /// The shop's words to the customer; required to decline.
        answer: Option<ReturnAnswer>,
        /// The reason that the inspection showed, if it is not the customer's; only to receive. It requires an answer.
        reason: Option<ReturnReason>,
        /// What was found on each line; only to receive.
        lines: Items<InspectedLine, { MAX_LINES }>,
    }
}

impl ReturnChange {
    fn decision(self) -> Result<ReturnDecision, Problem> {
        let Self { decision, answer, reason, lines } = self;
        Ok(match decision {
            Decision::Approve => ReturnDecision::Approve { answer },
            Decision::Decline => {
                let answer = answer
                    .ok_or_else(|| Problem::refused_field(FieldProblem::new("answer", ValidationError::Missing)))?;
                ReturnDecision::Decline { answer }
            }
            Decision::Receive => ReturnDecision::Receive { found: found(lines.0)?, reason, answer },
            Decision::Cancel => ReturnDecision::Cancel,
        })
    }
}

/// The inspection of each line, named once.
fn found(lines: Vec<InspectedLine>) -> Result<BTreeMap<LineNumber, Inspection>, Problem> {
    let count = |pieces: Option<Stock>| pieces.map_or(0, Stock::pieces);
    let mut found = BTreeMap::new();
    for InspectedLine { line, restocked, damaged, refused } in lines {
        let inspection = Inspection { restocked: count(restocked), damaged: count(damaged), refused: count(refused) };
        if found.insert(line, inspection).is_some() {
            return Err(Problem::new(Code::FieldsRefused, "Name each line once."));
        }
    }
    Ok(found)
}

words! {
    /// Why pieces are returned.
    ReasonView as RecordedReason from ReturnReason {
        /// They do not fit the customer's vehicle.
        DoesNotFit,
        /// The shop sent another part.
        WrongPart,
        /// They arrived damaged.
        Damaged,
        /// They differ from the description.
        NotAsDescribed,
        /// The customer does not need them.
        NotNeeded,
        /// The customer withdrew from the contract.
        Withdrawal,
    }
}

/// The state of a return.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReturnState)]
enum StateView {
    /// The shop has to decide.
    Requested,
    /// The customer may send the pieces.
    Approved,
    /// The shop does not take the pieces back.
    Declined,
    /// The pieces arrived; the payment provider is refunding them.
    Received,
    /// The pieces arrived and were refunded.
    Refunded,
    /// The pieces arrived, and none of them is refunded.
    Closed,
    /// The customer keeps the pieces.
    Canceled,
    /// The pieces did not arrive in time.
    Expired,
}

impl From<&ReturnRecord> for StateView {
    fn from(record: &ReturnRecord) -> Self {
        match (record.returned.state, &record.refund) {
            (ReturnState::Requested, _) => Self::Requested,
            (ReturnState::Approved, _) => Self::Approved,
            (ReturnState::Declined, _) => Self::Declined,
            (ReturnState::Received, None) => Self::Closed,
            (ReturnState::Received, Some(refund)) if refund.done_at.is_some() => Self::Refunded,
            (ReturnState::Received, Some(_)) => Self::Received,
            (ReturnState::Cancelled, _) => Self::Canceled,
            (ReturnState::Expired, _) => Self::Expired,
        }
    }
}

response! {
    /// Returned pieces of a line.
    ReturnedLineView as ReturnedLine {
        /// The number of the order line; 1 is the first.
        line: i64,
        /// The id of its part.
        part: String,
        /// The part's title when it was ordered.
        product: String,
        /// The number of returned pieces.
        pieces: i64,
        /// Pieces that were refunded and went back into stock; absent until they arrive.
        restocked: Option<i64>,
        /// Pieces that were refunded but cannot be sold again; absent until they arrive.
        damaged: Option<i64>,
        /// Pieces that were not refunded; absent until they arrive.
        refused: Option<i64>,
    }

    /// A return of pieces of an order.
    pub(crate) ReturnView as Return {
        /// Its id.
        #[serde(rename = "_id")]
        pub(crate) id: String,
        /// Its number, printed on its slip.
        number: String,
        /// The `_id` of its order.
        order: String,
        /// The order number; absent for orders of earlier releases.
        order_number: Option<String>,
        /// The name of the order's customer.
        name: String,
        /// Its state.
        state: StateView,
        /// The reason.
        reason: ReasonView,
        /// The reason that the inspection showed; absent if it is the customer's.
        found_reason: Option<ReasonView>,
        /// The customer's own words; absent if there are none.
        note: Option<String>,
        /// The shop's words to the customer; absent if there are none.
        answer: Option<String>,
        /// The returned pieces.
        lines: Vec<ReturnedLineView>,
        /// When it was requested, in UTC.
        #[schema(format = DateTime)]
        requested_at: String,
        /// When it was approved or declined, in UTC; absent until then.
        #[schema(format = DateTime)]
        decided_at: Option<String>,
        /// When its pieces have to arrive, in UTC; only while it is approved.
        #[schema(format = DateTime)]
        arrives_by: Option<String>,
        /// When it was received, canceled or expired, in UTC; absent until then.
        #[schema(format = DateTime)]
        ended_at: Option<String>,
        /// The refund of the accepted pieces; absent if there is none.
        refund: Option<OrderRefund>,
        /// The restocking fee that will be deducted if the shop accepts all pieces, in dollars; absent if there is none, and
        /// once the pieces have arrived: then it is in the refund.
        fee: Option<Dollars>,
    }

    /// What would be refunded for a return.
    ReturnPreviewView as ReturnPreview from |RefundBreakdown { amount, fee, .. }| RefundBreakdown {
        /// The refund if the shop accepts all pieces, in dollars, less the fee.
        refund: Dollars = Dollars(amount),
        /// The restocking fee, in dollars; absent if there is none.
        fee: Option<Dollars> = unless_nothing(fee),
    }

    /// A return, as part of the personal data of a member.
    pub(crate) OwnReturnView as OwnReturn from |returned| Return {
        /// Its number, printed on its slip.
        number: String = returned.number.to_string(),
        /// The `_id` of its order.
        order: String = returned.order.order.to_string(),
        /// The reason.
        reason: ReasonView = returned.reason.into(),
        /// The member's own words; absent if there are none.
        note: Option<String> = returned.note.as_ref().map(ToString::to_string),
        /// The number of returned pieces.
        pieces: i64 = returned.lines.values().map(|line| line.pieces.pieces()).sum(),
        /// When it was requested, in UTC.
        #[schema(format = DateTime)]
        requested_at: String = rfc3339(returned.requested_at),
    }

    /// The number of returns that wait for the shop, counted up to 10,000: that value means 10,000 or more.
    pub(crate) ReturnCountsView as ReturnCounts from |counts| ReturnCounts {
        /// To be decided.
        requested: u32 = counts.requested,
        /// Approved; their pieces have not arrived.
        approved: u32 = counts.approved,
    }
}

impl ReturnView {
    fn new(record: ReturnRecord, rules: ReturnRules) -> Self {
        let state = StateView::from(&record);
        let ReturnRecord { returned, order, refund } = record;
        let snapshot = order.snapshot();
        let line = |(number, line): (&LineNumber, &ReturnedLine)| {
            let ordered = snapshot.lines.get(*number)?;
            Some(ReturnedLineView {
                line: number.number(),
                part: ordered.part.to_string(),
                product: ordered.product.to_string(),
                pieces: line.pieces.pieces(),
                restocked: line.inspection.map(|found| found.restocked),
                damaged: line.inspection.map(|found| found.damaged),
                refused: line.inspection.map(|found| found.refused),
            })
        };
        let may_arrive = returned.is_open() && returned.has_fee();
        let expected = may_arrive.then(|| returned.expected_refund(&order).ok()).flatten();
        let arrives_by = returned.decided_at.filter(|_| returned.state == ReturnState::Approved);
        Self {
            id: returned.id.to_string(),
            number: returned.number.to_string(),
            order: snapshot.id.to_string(),
            order_number: snapshot.number.as_ref().map(ToString::to_string),
            name: snapshot.name.to_string(),
            state,
            reason: returned.reason.into(),
            found_reason: returned.found_reason.map(Into::into),
            note: returned.note.as_ref().map(ToString::to_string),
            answer: returned.answer.as_ref().map(ToString::to_string),
            lines: returned.lines.iter().filter_map(line).collect(),
            requested_at: rfc3339(returned.requested_at),
            decided_at: returned.decided_at.map(rfc3339),
            arrives_by: arrives_by.map(|decided| rfc3339(rules.arrives_by(decided))),
            ended_at: returned.ended_at.map(rfc3339),
            refund: refund.map(Into::into),
            fee: expected.and_then(|refund| unless_nothing(refund.fee)),
        }
    }
}

fn view(api: &Api, record: ReturnRecord) -> ReturnView {
    ReturnView::new(record, api.shop.rules.returns)
}

/// Requests the return of pieces of a shipped and paid order. For its owner, the holder of its link, and admins, whom the
/// terms that were agreed for its lines do not bind. Some returns are approved at once.
#[utoipa::path(tag = "returns", operation_id = "requestReturn", request_body = ReturnRequest, security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 201, body = ReturnView), WriteErrors))]
#[post("/order/{id}/returns")]
pub(crate) async fn request_return(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
    body: Body<ReturnRequest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Orders, &caller.0.user().to_string())?;
    let id = extract::id(&id)?;
    let record = api.shop.request_return(caller.0, id, body.read()?.into()).await?;
    Ok(HttpResponse::Created().json(view(&api, record)))
}

/// Checks all that a request of a return checks, responds with what would be refunded, and changes nothing. For the order's
/// owner, the holder of its link, and admins.
#[utoipa::path(tag = "returns", operation_id = "previewReturn", request_body = ReturnRequest, security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = ReturnPreviewView), WriteErrors))]
#[post("/order/{id}/return-previews")]
pub(crate) async fn preview_return(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
    body: Body<ReturnRequest>,
) -> Result<Json<ReturnPreviewView>, Problem> {
    let id = extract::id(&id)?;
    Ok(Json(api.shop.preview_return(caller.0, id, body.read()?.into()).await?.into()))
}

/// Lists the returns of an order, oldest first. For its owner, the holder of its link, and admins.
#[utoipa::path(tag = "returns", operation_id = "listReturnsOf", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = [ReturnView]), AuthenticatedErrors))]
#[get("/order/{id}/returns")]
pub(crate) async fn list_returns_of(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
) -> Result<Json<Vec<ReturnView>>, Problem> {
    let returns = api.shop.returns_of_order(caller.0, extract::id(&id)?).await?;
    Ok(Json(returns.into_iter().map(|record| view(&api, record)).collect()))
}

fn state_called(word: &str) -> Result<ReturnState, ValidationError> {
    let choices = "requested, approved, declined, received, canceled or expired";
    ReturnState::ALL.into_iter().find(|state| state.name() == word).ok_or(ValidationError::NotAChoice { choices })
}

/// The filters of the list of returns.
pub(crate) struct ReturnParameters;

impl IntoParams for ReturnParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = PageQuery::into_params(place);
        parameters.extend([
            parameter(
                "state",
                "`requested`, `approved`, `declined`, `received` (also once refunded), `canceled` or `expired`. Default: all.",
                schema::choice(ReturnState::ALL.map(ReturnState::name)),
            ),
            parameter("number", "The number of a return.", schema::matching(12, 12, "^RT-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$")),
        ]);
        parameters
    }
}

/// Lists returns, newest first, optionally filtered. Admin only.
#[utoipa::path(tag = "returns", operation_id = "listReturns", params(ReturnParameters), security(("bearer" = [])),
    responses((status = 200, body = [ReturnView]), AuthenticatedErrors))]
#[get("/returns")]
pub(crate) async fn list_returns(
    api: Data<Api>,
    caller: Caller,
    page: Query<PageQuery>,
    sent: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = page.page()?;
    let mut parameters = Parameters::of(&sent);
    let state = parameters.one("state", state_called);
    let number = parameters.one("number", str::parse::<ReturnNumber>);
    let filter = || Some(ReturnFilter { state: state?, number: number? });
    let filter = filter().ok_or_else(|| parameters.refused())?;
    let returns = api.shop.returns(caller.0, filter, page).await?;
    let returns = returns.into_iter().map(|record| view(&api, record)).collect();
    Ok(list(&request, page.limit, returns, |one: &ReturnView| &one.id))
}

/// Counts the returns that wait for the shop. Admin only.
#[utoipa::path(tag = "returns", operation_id = "countReturns", security(("bearer" = [])),
    responses((status = 200, body = ReturnCountsView), AuthenticatedErrors))]
#[get("/return-counts")]
pub(crate) async fn count_returns(api: Data<Api>, caller: Caller) -> Result<Json<ReturnCountsView>, Problem> {
    Ok(Json(api.shop.return_counts(caller.0).await?.into()))
}

/// Returns one return. For the owner of its order, the holder of the order's link, and admins.
#[utoipa::path(tag = "returns", operation_id = "getReturn", security(("bearer" = [])),
    params(("id" = String, Path, description = "The return's `_id`")),
    responses((status = 200, body = ReturnView), AuthenticatedErrors))]
#[get("/returns/{id}")]
pub(crate) async fn get_return(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
) -> Result<Json<ReturnView>, Problem> {
    let record = api.shop.return_by_id(caller.0, extract::id(&id)?).await?;
    Ok(Json(view(&api, record)))
}

/// Decides about a return. Admins approve, decline and receive it; receiving refunds the accepted pieces at the price
/// paid for them. The owner of its order and the holder of the order's link may cancel it.
#[utoipa::path(tag = "returns", operation_id = "decideReturn", request_body = ReturnChange, security(("bearer" = [])),
    params(("id" = String, Path, description = "The return's `_id`")),
    responses((status = 200, body = ReturnView), WriteErrors))]
#[put("/returns/{id}")]
pub(crate) async fn decide_return(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
    body: Body<ReturnChange>,
) -> Result<Json<ReturnView>, Problem> {
    let id = extract::id(&id)?;
    let decision = body.read()?.decision()?;
    let record = api.shop.decide_return(caller.0, id, decision).await?;
    Ok(Json(view(&api, record)))
}
