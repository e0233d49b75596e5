//! `/quotes` and `/checkouts`: what several parts cost now, and ordering them together.

use crate::{
    dollars::Dollars,
    error_mapping::coupon_code,
    extract::{self, Body, Caller},
    form::request,
    input::{IdempotencyKeyHeader, List, Nested, RequiredItems, whole_numbers},
    limits::Limited,
    orders::{
        destination::{DestinationFields, PlaceFields},
        fits::{self, LineFitView},
        views::unless_nothing,
    },
    problem::{Code, LineCode, Problem, ProblemDocument},
    responses::{Inserted, PublicWriteErrors, WriteErrors},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Json},
};
use autoparts_application::orders::{
    fits::LineFit,
    placing::{OrderingError, PlaceOrder, RequestedLine, SendTo},
    quoting::{self, Quoted, ShippingChoice},
};
use autoparts_domain::{
    fitment::FitTick,
    id::{PartId, ShippingMethodId},
    money::{Money, ShownTotal},
    newsletter::{CouponCode, CouponRefused},
    orders::{
        MAX_LINES,
        pricing::{Offer, OrderRefused, QuotedLine},
    },
    quantity::{Pack, Quantity},
    rates::ShippingOffer,
    text::PhoneNumber,
    validation::ValidationError,
    vehicles::Vehicle,
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
        /// For which vehicle.
        vehicle: Option<Vehicle>,
        /// What the customer knows about the part and the vehicle, where it does not fit or fits on conditions: `not_listed`, the ids of
        /// conditions, the key of an engine.
        confirmed: List<FitTick, { FitTick::MAX }>,
    }
}

request! {
    /// What is to be priced.
    QuoteRequest {
        /// The parts. One may stand on several lines.
        lines: RequiredItems<RequestedPart, 1, { MAX_LINES }>,
        /// Where they would go. Without it nothing is charged for shipping, and no tax; `placeMissing` says whether that makes a difference.
        place: Option<Nested<PlaceFields>>,
        /// The way to ship; the cheapest when it is absent.
        shipping: Option<ShippingMethodId>,
        /// The code of a coupon to be used.
        coupon: Option<CouponCode>,
    }
}

request! {
    /// An order for several parts.
    CheckoutRequest {
        /// The parts. One may stand on several lines.
        lines: RequiredItems<RequestedPart, 1, { MAX_LINES }>,
        /// Where to send the goods.
        destination: Nested<DestinationFields>,
        /// The way to ship; the cheapest when it is absent.
        shipping: Option<ShippingMethodId>,
        /// The code of a coupon to be used.
        coupon: Option<CouponCode>,
        /// How to reach the customer.
        phone: PhoneNumber,
        /// The total that the customer was shown, in dollars; when it is no longer the total, the order is refused.
        total_price: ShownTotal,
    }
}

fn requested(lines: Vec<RequestedPart>) -> Vec<RequestedLine> {
    lines
        .into_iter()
        .map(|line| RequestedLine {
            part: line.part,
            quantity: line.quantity.map(|pieces| pieces.0),
            fit: fits::requested(line.vehicle, line.confirmed),
        })
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
    /// What is paid for one piece beside its price, and paid back for the old part, in dollars; absent when nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    core: Option<Dollars>,
    /// The price of all pieces, in dollars, without core, discount and tax.
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
    /// How many pieces are sold together; absent when they are sold one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pack: Option<i64>,
    /// Why the line cannot be had; absent when it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    problem: Option<QuotedLineProblem>,
    /// What the shop says about the part and the vehicle; absent when the line names none, or one that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fit: Option<LineFitView>,
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
            core: None,
            pack: None,
            problem,
            fit: None,
        };
        let Some(Offer { line, part }) = offer else { return bare };
        Self {
            title: Some(line.product.to_string()),
            image: Some(part.details.image.to_string()),
            unit_price: Some(Dollars(line.unit_price)),
            quantity: line.quantity.pieces(),
            core: unless_nothing(line.core),
            total: line.goods().map(Dollars),
            available: Some(part.available.pieces()),
            minimum_order: Some(part.details.minimum_order.quantity().pieces()),
            pack: (part.details.pack != Pack::SINGLE).then(|| part.details.pack.pieces()),
            ..bare
        }
    }
}

/// A way to ship that can be chosen.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShippingOffer)]
#[serde(rename_all = "camelCase")]
struct ShippingOfferView {
    /// Its id.
    method: String,
    /// What it is called.
    name: String,
    /// What it costs, in dollars.
    #[schema(value_type = f64)]
    price: Dollars,
    /// The fewest business days that it takes.
    days_from: i64,
    /// The most business days that it takes.
    days_to: i64,
}

impl From<&ShippingOffer> for ShippingOfferView {
    fn from(ShippingOffer { method, name, price, days }: &ShippingOffer) -> Self {
        let (method, name) = (method.to_string(), name.to_string());
        Self { method, name, price: Dollars(*price), days_from: days.from(), days_to: days.to() }
    }
}

/// What several parts cost now, and whether they can be had.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Quote)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuoteView {
    /// The lines, in the order in which they were sent.
    lines: Vec<QuotedLineView>,
    /// The pieces of all lines but those whose part is gone.
    quantity: i64,
    /// The price of those pieces, in dollars.
    #[schema(value_type = f64)]
    goods: Dollars,
    /// What is paid beside and paid back for the old parts, in dollars; absent when nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    cores: Option<Dollars>,
    /// What the coupon takes off, in dollars; absent when nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    discount: Option<Dollars>,
    /// What shipping costs in the way that was chosen, or the cheapest, in dollars; absent when the shop charges nothing for it,
    /// and as long as nothing is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    shipping: Option<Dollars>,
    /// The id of that way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shipping_method: Option<String>,
    /// The ways to ship; absent when the shop charges nothing for it, and as long as the place is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shipping_options: Option<Vec<ShippingOfferView>>,
    /// All taxes, in dollars; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    tax: Option<Dollars>,
    /// Whether something will be added once the place is known.
    place_missing: bool,
    /// What all of it comes to, in dollars.
    #[schema(value_type = f64)]
    total: Dollars,
    /// Whether an order for these lines could be placed now, as far as is known: every line can be had, it can be sent there, and a card
    /// can be charged the total.
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

impl QuoteProblem {
    fn of_coupon(refused: CouponRefused) -> Self {
        Self { code: coupon_code(refused), detail: refused.to_string() }
    }

    fn new(code: Code, error: &OrderingError) -> Self {
        Self { code, detail: error.to_string() }
    }
}

impl From<Quoted> for QuoteView {
    fn from(Quoted { quote, fits, shipping, chosen, coupon_refused, place_is_missing }: Quoted) -> Self {
        let agreed = quote.agree();
        let options = match &shipping {
            ShippingChoice::Offered(offers) => Some(offers.as_slice()),
            ShippingChoice::NotCharged | ShippingChoice::PlaceUnknown => None,
        };
        let problem = match &agreed {
            Err(OrderRefused::Lines(_)) => None,
            _ if coupon_refused.is_some() => coupon_refused.map(QuoteProblem::of_coupon),
            _ if options.is_some() && chosen.is_none() => {
                Some(QuoteProblem::new(Code::NoShipping, &OrderingError::NoShipping))
            }
            Ok(_) => None,
            Err(refused) => Some(QuoteProblem::new(Code::TotalNotPayable, &refused.clone().into())),
        };
        let line = |(quoted, fit): (&QuotedLine, Option<LineFit>)| {
            let part = quoted.requested.part;
            QuotedLineView { fit: fit.map(|fit| LineFitView::of(part, fit)), ..quoted.into() }
        };
        // More than can be counted is shown as the most that can, and cannot be ordered.
        let shown = |amount: Option<Money>| amount.unwrap_or(Money::MAX);
        Self {
            lines: quote.lines().iter().zip(fits).map(line).collect(),
            quantity: quote.quantity(),
            goods: Dollars(shown(quote.goods())),
            cores: unless_nothing(shown(quote.cores())),
            discount: unless_nothing(quote.discount()),
            shipping: chosen.map(|_| Dollars(quote.charges().shipping)),
            shipping_method: chosen.map(|method| method.to_string()),
            shipping_options: options.map(|offers| offers.iter().map(Into::into).collect()),
            tax: unless_nothing(shown(quote.tax())),
            place_missing: place_is_missing,
            total: Dollars(shown(quote.total())),
            orderable: agreed.is_ok() && problem.is_none(),
            problem,
        }
    }
}

/// Prices parts and says whether they can be had; for everybody. Changes nothing and reserves nothing: an order that is placed later is
/// judged anew, by the same rules.
#[utoipa::path(tag = "orders", operation_id = "quote", request_body = QuoteRequest,
    responses((status = 200, body = QuoteView), PublicWriteErrors,
        (status = 409, description = "There is no such place", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/quotes")]
pub(crate) async fn quote_lines(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<QuoteRequest>,
) -> Result<Json<QuoteView>, Problem> {
    api.limits.check(Limited::Carts, &api.limits.client(&request))?;
    let QuoteRequest { lines, place, shipping, coupon } = body.read().map_err(Problem::of_lines)?;
    if coupon.is_some() {
        api.limits.check(Limited::Coupons, &api.limits.client(&request))?;
    }
    let place = place.map(|Nested(fields)| fields.place("place")).transpose()?;
    let request = quoting::QuoteRequest { lines: requested(lines.0), place, shipping, coupon };
    Ok(Json(api.shop.quote(request).await?.into()))
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
    let CheckoutRequest { lines, destination, shipping, coupon, phone, total_price } =
        body.read().map_err(Problem::of_lines)?;
    if coupon.is_some() {
        api.limits.check(Limited::Coupons, &caller.0.to_string())?;
        // Guests are made for nothing.
        api.limits.check(Limited::Coupons, &api.limits.client(&request))?;
    }
    let command = PlaceOrder {
        lines: requested(lines.0),
        send_to: SendTo::Destination(Box::new(destination.0.destination("destination")?)),
        shipping,
        coupon,
        phone,
        expected_total: Some(total_price.amount()),
        idempotency_key,
        network: api.limits.client_network(&request),
    };
    let id = api.shop.check_out(caller.0, command).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}
