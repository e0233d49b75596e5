//! `/quotes` and `/checkouts`: what several parts cost now, and ordering them together.

use crate::{
    dollars::Dollars,
    extract::{self, Body, Caller},
    form::request,
    input::{IdempotencyKeyHeader, RequiredItems, whole_numbers},
    limits::Limited,
    problem::{Code, LineCode, Problem},
    responses::{Inserted, PublicWriteErrors, WriteErrors},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Json},
};
use autoparts_application::orders::placing::{OrderingError, PlaceOrder, RequestedLine};
use autoparts_domain::{
    id::PartId,
    money::{Money, ShownTotal},
    orders::{
        MAX_LINES,
        pricing::{Offer, OrderRefused, Quote, QuotedLine},
    },
    quantity::Quantity,
    text::{PhoneNumber, PostalAddress},
    validation::ValidationError,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The pieces of a line. Unlike a field of a browser's form it is left out, and never an empty text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinePieces(Quantity);

impl LinePieces {
    pub(crate) const MIN: i64 = Quantity::MIN;
    pub(crate) const MAX: i64 = Quantity::MAX;

    pub(crate) fn new(pieces: i64) -> Result<Self, ValidationError> {
        Quantity::new(pieces).map(Self)
    }
}

whole_numbers! {
    LinePieces, "LinePieces";
}

request! {
    /// A part that is asked for.
    RequestedPart {
        /// The part's `_id`.
        part: PartId,
        /// In pieces; the part's minimum when it is left out.
        quantity: Option<LinePieces>,
    }
}

request! {
    /// What is to be priced.
    QuoteRequest {
        /// The parts. One may stand on several lines.
        lines: RequiredItems<RequestedPart, 1, { MAX_LINES }>,
    }
}

request! {
    /// An order for several parts.
    CheckoutRequest {
        /// The parts. One may stand on several lines.
        lines: RequiredItems<RequestedPart, 1, { MAX_LINES }>,
        /// Where to send the goods.
        address: PostalAddress,
        /// How to reach the customer.
        phone: PhoneNumber,
        /// The total that the customer was shown, in dollars; when it is no longer the total, the order is refused.
        total_price: ShownTotal,
    }
}

fn requested(lines: Vec<RequestedPart>) -> Vec<RequestedLine> {
    lines
        .into_iter()
        .map(|line| RequestedLine { part: line.part, quantity: line.quantity.map(|pieces| pieces.0) })
        .collect()
}

/// Why a line cannot be had.
#[derive(Debug, Serialize, ToSchema)]
struct QuotedLineProblem {
    /// A stable word for programs.
    code: LineCode,
    /// For people.
    detail: String,
}

/// A line of a quote. Of a part that is gone only its id, the pieces and the problem are told.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QuotedLine)]
#[serde(rename_all = "camelCase")]
struct QuotedLineView {
    /// The part's `_id`.
    part: String,
    /// The part's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    /// The part's picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    image: Option<String>,
    /// The price of one piece, in dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    unit_price: Option<Dollars>,
    /// In pieces: what was asked for, or the part's minimum. 0 when nothing was said and the part is gone.
    quantity: i64,
    /// What the line comes to, in dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    total: Option<Dollars>,
    /// Pieces of the part that can be sold now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    available: Option<i64>,
    /// The least that may be ordered of the part, over all of its lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    minimum_order: Option<i64>,
    /// Why the line cannot be had; absent when it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    problem: Option<QuotedLineProblem>,
}

impl From<&QuotedLine> for QuotedLineView {
    fn from(quoted: &QuotedLine) -> Self {
        let QuotedLine { requested, offer, refused } = quoted;
        let problem = refused.map(|refused| QuotedLineProblem { code: refused.into(), detail: refused.to_string() });
        let bare = Self {
            part: requested.part.to_string(),
            title: None,
            image: None,
            unit_price: None,
            quantity: requested.quantity.map_or(0, Quantity::pieces),
            total: None,
            available: None,
            minimum_order: None,
            problem,
        };
        let Some(Offer { line, part }) = offer else { return bare };
        Self {
            title: Some(line.product.to_string()),
            image: Some(part.details.image.to_string()),
            unit_price: Some(Dollars(line.unit_price)),
            quantity: line.quantity.pieces(),
            total: line.total().map(Dollars),
            available: Some(part.available.pieces()),
            minimum_order: Some(part.details.minimum_order.quantity().pieces()),
            ..bare
        }
    }
}

/// What several parts cost now, and whether they can be had.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Quote)]
pub(crate) struct QuoteView {
    /// The lines, in the order in which they were sent.
    lines: Vec<QuotedLineView>,
    /// The pieces of all lines but those whose part is gone.
    quantity: i64,
    /// What those lines come to, in dollars.
    #[schema(value_type = f64)]
    total: Dollars,
    /// Whether an order for these lines could be placed now: every line can be had, and a card can be charged the total.
    orderable: bool,
    /// Why no order could be placed although every line can be had; absent when one could, or when a line says why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    problem: Option<QuoteProblem>,
}

/// Why lines that can be had cannot be ordered together.
#[derive(Debug, Serialize, ToSchema)]
struct QuoteProblem {
    /// The code of the problem that a checkout would answer.
    code: Code,
    /// For people.
    detail: String,
}

impl From<Quote> for QuoteView {
    fn from(quote: Quote) -> Self {
        let problem = match quote.agree() {
            Ok(_) | Err(OrderRefused::Lines(_)) => None,
            Err(refused @ (OrderRefused::NotPayable | OrderRefused::Count(_))) => {
                let detail = OrderingError::from(refused).to_string();
                Some(QuoteProblem { code: Code::TotalNotPayable, detail })
            }
        };
        Self {
            lines: quote.lines().iter().map(Into::into).collect(),
            quantity: quote.quantity(),
            total: Dollars(quote.total().unwrap_or(Money::MAX)),
            orderable: quote.agree().is_ok(),
            problem,
        }
    }
}

/// Prices parts and says whether they can be had; for everybody. Changes nothing and reserves nothing: an order that is placed later is
/// judged anew, by the same rules.
#[utoipa::path(tag = "orders", operation_id = "quote", request_body = QuoteRequest,
    responses((status = 200, body = QuoteView), PublicWriteErrors))]
#[post("/quotes")]
pub(crate) async fn quote_lines(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<QuoteRequest>,
) -> Result<Json<QuoteView>, Problem> {
    api.limits.check(Limited::Carts, &api.limits.client(&request))?;
    let QuoteRequest { lines } = body.read().map_err(Problem::of_lines)?;
    Ok(Json(api.shop.quote(requested(lines.0)).await?.into()))
}

/// Places an order for several parts and reserves their pieces, all or none. Every line that cannot be had is named at once.
#[utoipa::path(tag = "orders", operation_id = "checkOut", request_body = CheckoutRequest, security(("bearer" = [])),
    params(("Idempotency-Key" = Option<IdempotencyKeyHeader>, Header, nullable = false, description = "Under one key a single order is placed, however often it is sent")),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/checkouts")]
pub(crate) async fn check_out(
    api: Data<Api>,
    caller: Caller,
    request: HttpRequest,
    body: Body<CheckoutRequest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Orders, &caller.0.to_string())?;
    let idempotency_key = extract::idempotency_key(&request)?;
    let CheckoutRequest { lines, address, phone, total_price } = body.read().map_err(Problem::of_lines)?;
    let command = PlaceOrder {
        lines: requested(lines.0),
        address,
        phone,
        expected_total: Some(total_price.amount()),
        idempotency_key,
    };
    let id = api.shop.check_out(caller.0, command).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}
