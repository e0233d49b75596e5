//! `/quotes` and `/checkouts`: pricing and ordering several parts together.

use crate::{
    dollars::{Dollars, unless_nothing},
    error_mapping::coupon_code,
    extract::{Body, Caller, idempotency_key::idempotency_key},
    form::request,
    input::{IdempotencyKeyHeader, List, Nested, RequiredItems, whole_numbers},
    limits::Limited,
    orders::{
        destination::{DestinationFields, PlaceFields},
        fits::{self, LineFitView},
    },
    problem::{Code, LineCode, Problem, ProblemDocument},
    responses::{Inserted, PublicWriteErrors, WriteErrors},
    returns::terms::ReturnTermsView,
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Json},
};
use autoparts_application::orders::{
    fits::LineFit,
    ordering_error::OrderingError,
    placing::{PlaceOrder, RequestedLine, SendTo},
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

/// The pieces of a line. It may be omitted but, unlike a browser form field, is never an empty string.
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
    /// A requested part.
    RequestedPart {
        /// The part's `_id`.
        part: PartId,
        /// Number of pieces; the part's minimum if omitted.
        quantity: Option<LinePieces>,
        /// The vehicle that it is for.
        vehicle: Option<Vehicle>,
        /// The customer's confirmations, if the part does not fit the vehicle or fits it under conditions:
        /// `not_listed`, the ids of conditions, the key of an engine.
        confirmed: List<FitTick, { FitTick::MAX }>,
    }
}

request! {
    /// A request for a quote.
    QuoteRequest {
        /// The parts. One part may be on several lines.
        lines: RequiredItems<RequestedPart, 1, { MAX_LINES }>,
        /// The destination. Without it, no shipping and no tax are charged; `placeMissing` states whether that makes a
        /// difference.
        place: Option<Nested<PlaceFields>>,
        /// The shipping method; the cheapest if absent.
        shipping: Option<ShippingMethodId>,
        /// A coupon code to apply.
        coupon: Option<CouponCode>,
    }
}

request! {
    /// An order for several parts.
    CheckoutRequest {
        /// The parts. One part may be on several lines.
        lines: RequiredItems<RequestedPart, 1, { MAX_LINES }>,
        /// The destination.
        destination: Nested<DestinationFields>,
        /// The shipping method; the cheapest if absent.
        shipping: Option<ShippingMethodId>,
        /// A coupon code to apply.
        coupon: Option<CouponCode>,
        /// The customer's telephone number.
        phone: PhoneNumber,
        /// The total shown to the customer, in dollars. The order is refused if the total has changed.
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

response! {
    /// Why a line cannot be ordered.
    QuotedLineProblem {
        /// A stable code for programs.
        code: LineCode,
        /// A text for people.
        detail: String,
    }

    /// A line of a quote. If its part is gone, it has only the part's id, the pieces and the problem.
    QuotedLineView as QuotedLine {
        /// The part's `_id`.
        part: String,
        /// The part's title.
        title: Option<String>,
        /// The part's picture.
        image: Option<String>,
        /// The price of one piece, in dollars.
        unit_price: Option<Dollars>,
        /// Number of pieces: as requested, or the part's minimum. 0 if none were requested and the part is gone.
        quantity: i64,
        /// The core charge per piece, in dollars: added to the price, and refunded when the old part is returned. Absent if
        /// there is none.
        core: Option<Dollars>,
        /// The price of all pieces, in dollars, before core charges, discount and tax.
        total: Option<Dollars>,
        /// The number of pieces of the part that can be ordered now.
        available: Option<i64>,
        /// The part's minimum order, in pieces, counted over all its lines.
        minimum_order: Option<i64>,
        /// The number of pieces per pack; absent if pieces are sold individually.
        pack: Option<i64>,
        /// Why the line cannot be ordered; absent if it can.
        problem: Option<QuotedLineProblem>,
        /// The verdict about the part and the vehicle; absent if the line names no vehicle, or an unknown one.
        fit: Option<LineFitView>,
        /// The terms for returning the part.
        returns: Option<ReturnTermsView>,
    }
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
            returns: None,
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

response! {
    /// An available shipping method.
    ShippingOfferView as ShippingOffer {
        /// Its id.
        method: String,
        /// The name.
        name: String,
        /// The price, in dollars.
        price: Dollars,
        /// The minimum delivery time, in business days.
        days_from: i64,
        /// The maximum delivery time, in business days.
        days_to: i64,
    }
}

impl From<&ShippingOffer> for ShippingOfferView {
    fn from(ShippingOffer { method, name, price, days }: &ShippingOffer) -> Self {
        let method = method.to_string();
        let name = name.to_string();
        Self { method, name, price: Dollars(*price), days_from: days.from(), days_to: days.to() }
    }
}

response! {
    /// A quote: the current prices of several parts, and whether they can be ordered.
    pub(crate) QuoteView as Quote {
        /// The lines, in the order sent.
        lines: Vec<QuotedLineView>,
        /// The number of pieces, excluding lines whose part is gone.
        quantity: i64,
        /// The price of those pieces, in dollars.
        goods: Dollars,
        /// The core charges, in dollars, which are refunded when the old parts are returned; absent if there are none.
        cores: Option<Dollars>,
        /// The coupon discount, in dollars; absent if there is none.
        discount: Option<Dollars>,
        /// The price of the selected or cheapest shipping method, in dollars; absent if the shop does not charge for
        /// shipping, and until a method can be selected.
        shipping: Option<Dollars>,
        /// The id of that shipping method.
        shipping_method: Option<String>,
        /// The available shipping methods; absent if the shop does not charge for shipping, and until the place is known.
        shipping_options: Option<Vec<ShippingOfferView>>,
        /// All taxes, in dollars; absent if there are none.
        tax: Option<Dollars>,
        /// Whether charges will be added once the place is known.
        place_missing: bool,
        /// The grand total, in dollars.
        total: Dollars,
        /// Whether these lines could be ordered now, as far as is known: every line is available, the destination can be
        /// served, and the total can be charged to a card.
        orderable: bool,
        /// Why no order can be placed although every line is available; absent if one can be placed, or if a line has the
        /// reason.
        problem: Option<QuoteProblem>,
    }

    /// Why available lines cannot be ordered together.
    QuoteProblem {
        /// The code of the problem that a checkout would return.
        code: Code,
        /// A text for people.
        detail: String,
    }
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
    fn from(Quoted { quote, fits, returns, shipping, chosen, coupon_refused, place_is_missing }: Quoted) -> Self {
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
            let returns = returns.get(&part).copied().map(Into::into);
            QuotedLineView { fit: fit.map(|fit| LineFitView::of(part, fit)), returns, ..quoted.into() }
        };
        // Amounts beyond the maximum are shown as the maximum, and cannot be ordered.
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

/// Prices parts and reports whether they can be ordered. Public. Changes and reserves nothing: a later order is checked
/// again, by the same rules.
#[utoipa::path(tag = "orders", operation_id = "quote", request_body = QuoteRequest,
    responses((status = 200, body = QuoteView), PublicWriteErrors,
        (status = 409, description = "The place does not exist", body = ProblemDocument, content_type = "application/problem+json")))]
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

/// Places an order for several parts and reserves their pieces, all or none. On failure, every line that cannot be
/// ordered is listed.
#[utoipa::path(tag = "orders", operation_id = "checkOut", request_body = CheckoutRequest, security(("bearer" = [])),
    params(("Idempotency-Key" = Option<IdempotencyKeyHeader>, Header, nullable = false, description = "Makes the call idempotent: repeated calls with one key place one order")),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/checkouts")]
pub(crate) async fn check_out(
    api: Data<Api>,
    caller: Caller,
    request: HttpRequest,
    body: Body<CheckoutRequest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Orders, &caller.0.to_string())?;
    let idempotency_key = idempotency_key(&request)?;
    let CheckoutRequest { lines, destination, shipping, coupon, phone, total_price } =
        body.read().map_err(Problem::of_lines)?;
    if coupon.is_some() {
        api.limits.check(Limited::Coupons, &caller.0.to_string())?;
        // Per address as well: creating guests is free, so a limit per user is not enough.
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
