//! `/orders`, `/order` and `/ship`: placing, showing, deleting and shipping orders.

pub(crate) mod checkout;

use crate::{
    dollars::Dollars,
    extract::{self, Body, Caller, PageQuery},
    form::request,
    input::{EmailAddress, IdempotencyKeyHeader, ShippedWord},
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::{AuthenticatedErrors, Deleted, Inserted, Modified, WriteErrors, list, rfc3339},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, post, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::orders::placing::{PlaceOrder, RequestedLine};
use autoparts_domain::{
    id::PartId,
    money::{Money, ShownTotal},
    orders::{Order, OrderState, Reservation},
    payments::reversal::DisputeState,
    quantity::Quantity,
    text::{PhoneNumber, PostalAddress},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Whether the goods have been shipped.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Pending,
    Shipped,
}

/// Where an order stands, in one word.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderState)]
#[serde(rename_all = "lowercase")]
enum StateView {
    /// Not paid; its pieces are reserved.
    Held,
    /// Not paid; its pieces went back into stock. It can be paid if they can be taken again.
    Lapsed,
    /// Paid, not shipped.
    Paid,
    /// On its way, paid or not.
    Shipped,
    /// Its money went back.
    Refunded,
    /// Deleted.
    Deleted,
}

impl From<&OrderState> for StateView {
    fn from(state: &OrderState) -> Self {
        match state {
            OrderState::Pending(Reservation::Active { .. }) => Self::Held,
            OrderState::Pending(Reservation::Expired) => Self::Lapsed,
            OrderState::Paid(_) => Self::Paid,
            OrderState::Shipped(_) => Self::Shipped,
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Self::Refunded,
            OrderState::Cancelled => Self::Deleted,
        }
    }
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Order)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// The id of the part in its first line.
    ordered_id: String,
    /// The title of that part when it was ordered, and how many lines follow, if any do.
    product: String,
    /// What its lines come to, in dollars.
    #[schema(value_type = f64)]
    total_price: Dollars,
    /// The customer's name.
    name: String,
    /// The customer's address.
    email: String,
    /// Where the goods go.
    address: String,
    /// How to reach the customer.
    phone: String,
    /// Whether the shop has its money.
    paid: bool,
    /// The pieces of all lines.
    quantity: i64,
    /// Whether the goods have been shipped.
    status: Status,
    /// Where the order stands, in one word; `paid` and `status` are views of it.
    state: StateView,
    /// When it was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
    /// Until when its pieces are reserved, in UTC; absent when they are not, or without an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    held_until: Option<String>,
    /// The payment provider's id of the payment, once paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    transaction_id: Option<String>,
    /// How much of the price was refunded, or is being refunded, in dollars; absent when nothing was. Less than the price unless
    /// `state` is `refunded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    refunded_amount: Option<Dollars>,
    /// How the dispute about the payment stands; absent when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    dispute: Option<DisputeView>,
}

/// How a dispute stands: the customer has told their bank that the charge is wrong.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DisputeState)]
#[serde(rename_all = "lowercase")]
enum DisputeView {
    /// The bank asks; no money has moved.
    Inquiry,
    /// The bank has taken the money and has not decided.
    Open,
    /// The shop won: it has the money.
    Won,
    /// The shop lost: the money stays with the customer.
    Lost,
}

impl From<DisputeState> for DisputeView {
    fn from(state: DisputeState) -> Self {
        match state {
            DisputeState::Inquiry => Self::Inquiry,
            DisputeState::Open => Self::Open,
            DisputeState::Won => Self::Won,
            DisputeState::Lost => Self::Lost,
        }
    }
}

impl From<Order> for OrderView {
    fn from(order: Order) -> Self {
        let snapshot = order.snapshot();
        Self {
            id: snapshot.id.to_string(),
            ordered_id: snapshot.lines.first().part.to_string(),
            product: snapshot.lines.headline(),
            total_price: Dollars(snapshot.total),
            name: snapshot.name.to_string(),
            email: snapshot.email.to_string(),
            address: snapshot.address.to_string(),
            phone: snapshot.phone.to_string(),
            paid: order.is_paid(),
            quantity: snapshot.lines.quantity().pieces(),
            status: if order.is_shipped() { Status::Shipped } else { Status::Pending },
            state: order.state().into(),
            placed_at: rfc3339(snapshot.placed_at),
            held_until: order.reserved_until().map(rfc3339),
            transaction_id: order.transaction().map(ToString::to_string),
            refunded_amount: order.refunded().filter(|amount| *amount > Money::ZERO).map(Dollars),
            dispute: order.reversal().dispute.map(Into::into),
        }
    }
}

request! {
    /// An order to place. What the shop knows better is accepted and ignored.
    NewOrder {
        /// The part's `_id`.
        ordered_id: PartId,
        /// In pieces; the part's minimum when empty.
        quantity: Option<Quantity>,
        /// Where to send the goods.
        address: PostalAddress,
        /// How to reach the customer.
        phone: PhoneNumber,
        /// The total that the customer was shown, in dollars; when it is no longer the total, the order is refused.
        total_price: Option<ShownTotal>,
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
    fn command(self, idempotency_key: Option<String>) -> PlaceOrder {
        PlaceOrder {
            lines: vec![RequestedLine { part: self.ordered_id, quantity: self.quantity }],
            address: self.address,
            phone: self.phone,
            expected_total: self.total_price.map(ShownTotal::amount),
            idempotency_key,
        }
    }
}

request! {
    /// What to do with an order.
    ShipRequest {
        /// Must be `shipped`.
        status: ShippedWord,
        /// Ships even if part of the money was refunded or the payment is disputed; without it such an order is refused with
        /// `shipping_needs_confirmation`.
        anyway: Option<bool>,
    }
}

/// Places an order and reserves its pieces.
#[utoipa::path(tag = "orders", operation_id = "placeOrder", request_body = NewOrder, security(("bearer" = [])),
    params(("Idempotency-Key" = Option<IdempotencyKeyHeader>, Header, nullable = false, description = "Under one key a single order is placed, however often it is sent")),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/orders")]
pub(crate) async fn place_order(
    api: Data<Api>,
    caller: Caller,
    request: HttpRequest,
    body: Body<NewOrder>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Orders, &caller.0.to_string())?;
    let idempotency_key = extract::idempotency_key(&request)?;
    let command = body.read()?.command(idempotency_key);
    let id = api.shop.place_order(caller.0, command).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// All orders, newest first; for admins.
#[utoipa::path(tag = "orders", operation_id = "listOrders", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [OrderView]), AuthenticatedErrors))]
#[get("/orders")]
pub(crate) async fn list_orders(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let orders = api.shop.orders(caller.0, page).await?;
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

/// Deletes an unpaid order of the caller.
#[utoipa::path(tag = "orders", operation_id = "deleteOrder", security(("bearer" = [])),
    params(("key" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Deleted), (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[delete("/orders/{key}")]
pub(crate) async fn delete_order(api: Data<Api>, caller: Caller, key: Path<String>) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.delete_own_order(caller.0, extract::id(&key)?).await?)))
}

/// One order; for its owner and admins.
#[utoipa::path(tag = "orders", operation_id = "getOrder", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = OrderView), AuthenticatedErrors))]
#[get("/order/{id}")]
pub(crate) async fn get_order(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<OrderView>, Problem> {
    Ok(Json(api.shop.order(caller.0, extract::id(&id)?).await?.into()))
}

/// Marks an order as shipped; for admins. An order whose money is partly missing or disputed is refused unless `anyway` is sent; one
/// whose dispute was lost is always refused.
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
    let ShipRequest { status: ShippedWord, anyway } = body.read()?;
    let id = extract::id(&id)?;
    let shipped = match anyway {
        Some(true) => api.shop.ship_anyway(caller.0, id).await?,
        Some(false) | None => api.shop.ship(caller.0, id).await?,
    };
    Ok(Json(Modified::new(shipped)))
}

/// Deletes any unpaid order; for admins.
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
