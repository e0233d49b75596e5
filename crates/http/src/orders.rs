//! `/orders`, `/order` and `/ship`: placing, viewing, deleting and shipping orders. Lists are in `lists`, views in
//! `views`.

mod fits;
pub(crate) mod lists;
pub(crate) mod views;

pub(crate) mod checkout;
pub(crate) mod destination;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod links;

use crate::{
    extract::{self, Body, Caller, OrderCaller, idempotency_key::idempotency_key},
    form::request,
    input::{IdempotencyKeyHeader, List, ShippedWord},
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::{AuthenticatedErrors, Deleted, Inserted, Modified, WriteErrors},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, post, put,
    web::{Data, Json, Path},
};
use autoparts_application::orders::{
    placing::{PlaceOrder, RequestedLine, SendTo},
    shipment::Ship,
};
use autoparts_domain::{
    client_network::ClientNetwork,
    fitment::FitTick,
    id::PartId,
    money::ShownTotal,
    orders::Tracking,
    quantity::Quantity,
    text::{CarrierName, PhoneNumber, PostalAddress, TrackingNumber},
    vehicles::Vehicle,
};
use views::OrderView;

request! {
    /// An order to place. Fields that the shop determines itself are accepted and ignored.
    NewOrder {
        /// The part's `_id`.
        ordered_id: PartId,
        /// Number of pieces; the part's minimum if empty.
        quantity: Option<Quantity>,
        /// The delivery address.
        address: PostalAddress,
        /// The customer's telephone number.
        phone: PhoneNumber,
        /// The total shown to the customer, in dollars. The order is refused if the total has changed.
        total_price: Option<ShownTotal>,
        /// The vehicle that it is for.
        vehicle: Option<Vehicle>,
        /// The customer's confirmations, if the part does not fit the vehicle or fits it under conditions; see
        /// `/checkouts`.
        confirmed: List<FitTick, { FitTick::MAX }>,
    }
    ignored {
        /// Ignored: the title comes from the part.
        product,
        /// Ignored: the name comes from the account.
        name,
        /// Ignored: the address comes from the account.
        email,
        /// Ignored: an order is not paid when it is placed.
        paid,
    }
}

impl NewOrder {
    fn command(self, idempotency_key: Option<String>, network: ClientNetwork) -> PlaceOrder {
        PlaceOrder {
            lines: vec![RequestedLine {
                part: self.ordered_id,
                quantity: self.quantity,
                fit: fits::requested(self.vehicle, self.confirmed),
            }],
            send_to: SendTo::Address(self.address),
            shipping: None,
            coupon: None,
            phone: self.phone,
            expected_total: self.total_price.map(ShownTotal::amount),
            idempotency_key,
            network,
        }
    }
}

request! {
    /// Marks an order as shipped.
    ShipRequest {
        /// Must be `shipped`.
        status: ShippedWord,
        /// The carrier.
        carrier: Option<CarrierName>,
        /// The carrier's tracking number.
        tracking_number: Option<TrackingNumber>,
        /// Ships even if the order was partly refunded or its payment is disputed; otherwise such an order is refused
        /// with `shipping_needs_confirmation`.
        anyway: Option<bool>,
    }
}

/// Places an order and reserves its pieces.
#[utoipa::path(tag = "orders", operation_id = "placeOrder", request_body = NewOrder, security(("bearer" = [])),
    params(("Idempotency-Key" = Option<IdempotencyKeyHeader>, Header, nullable = false, description = "Makes the call idempotent: repeated calls with one key place one order")),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/orders")]
pub(crate) async fn place_order(
    api: Data<Api>,
    caller: Caller,
    request: HttpRequest,
    body: Body<NewOrder>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Orders, &caller.0.to_string())?;
    let idempotency_key = idempotency_key(&request)?;
    let command = body.read()?.command(idempotency_key, api.limits.client_network(&request));
    let id = api.shop.place_order(caller.0, command).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// Deletes an unpaid order. For its owner and anyone with its link.
#[utoipa::path(tag = "orders", operation_id = "deleteOrder", security(("bearer" = [])),
    params(("key" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Deleted), (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[delete("/orders/{key}")]
pub(crate) async fn delete_order(
    api: Data<Api>,
    caller: OrderCaller,
    key: Path<String>,
) -> Result<Json<Deleted>, Problem> {
    let id = extract::id(&key)?;
    Ok(Json(Deleted::new(api.shop.delete_own_order(caller.about(id)?, id).await?)))
}

/// Returns an order. For its owner, anyone with its link, and admins.
#[utoipa::path(tag = "orders", operation_id = "getOrder", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = OrderView), AuthenticatedErrors))]
#[get("/order/{id}")]
pub(crate) async fn get_order(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
) -> Result<Json<OrderView>, Problem> {
    let id = extract::id(&id)?;
    let (order, refunds) = api.shop.order_with_refunds(caller.about(id)?, id).await?;
    Ok(Json(OrderView::with_refunds(order, refunds)))
}

/// Marks an order as shipped. Admin only. If it was shipped before, its tracking is updated; omitted fields keep their
/// values. An order that was partly refunded, whose payment is disputed, or whose customer withdrew
/// from the contract is refused unless `anyway` is sent. An order
/// with a lost dispute is always refused.
#[utoipa::path(tag = "orders", operation_id = "shipOrder", request_body = ShipRequest, security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Modified), WriteErrors))]
#[put("/ship/{id}")]
pub(crate) async fn ship_order(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<ShipRequest>,
) -> Result<Json<Modified>, Problem> {
    let ShipRequest { status: ShippedWord, carrier, tracking_number, anyway } = body.read()?;
    let tracking = Tracking { carrier, number: tracking_number };
    let command = Ship { tracking, anyway: anyway.unwrap_or_default() };
    let shipped = api.shop.ship(caller.0, extract::id(&id)?, command).await?;
    Ok(Json(Modified::new(shipped)))
}

/// Deletes any unpaid order. Admin only.
#[utoipa::path(tag = "orders", operation_id = "deleteUnpaidOrder", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Deleted), (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[delete("/ship/{id}")]
pub(crate) async fn delete_unpaid_order(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.delete_any_order(caller.0, extract::id(&id)?).await?)))
}
