//! Orders as the API shows them.

use crate::{
    dollars::Dollars,
    orders::{destination::DestinationView, fits::AgreedFitView},
    payments::partial_refunds::OrderRefund,
    responses::rfc3339,
};
use autoparts_domain::{
    money::Money,
    orders::{Line, Order, OrderState, Reservation},
    payments::{Refund, reversal::DisputeState},
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

/// One line of an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderLine)]
#[serde(rename_all = "camelCase")]
struct LineView {
    /// The id of its part.
    part: String,
    /// The part's title when it was ordered.
    product: String,
    /// What one piece costs, in dollars.
    #[schema(value_type = f64)]
    unit_price: Dollars,
    /// In pieces.
    quantity: i64,
    /// How many pieces the order still keeps; absent when it keeps all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    kept: Option<i64>,
    /// What was paid for one piece beside its price, and is paid back for the old part, in dollars; absent when nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    core: Option<Dollars>,
    /// For how many of the pieces that the order keeps the core was paid back; absent when for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cores_returned: Option<i64>,
    /// The line's share of the order's discount, in dollars; absent when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    discount: Option<Dollars>,
    /// The tax on the line, in dollars; absent when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    tax: Option<Dollars>,
    /// What was agreed about a vehicle; absent when the customer named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fit: Option<AgreedFitView>,
}

/// An amount, unless it is nothing.
pub(super) fn unless_nothing(amount: Money) -> Option<Dollars> {
    (amount > Money::ZERO).then_some(Dollars(amount))
}

impl LineView {
    fn new(line: &Line, kept: i64, cores_returned: i64) -> Self {
        Self {
            part: line.part.to_string(),
            product: line.product.to_string(),
            unit_price: Dollars(line.unit_price),
            quantity: line.quantity.pieces(),
            core: unless_nothing(line.core),
            cores_returned: (cores_returned > 0).then_some(cores_returned),
            discount: unless_nothing(line.discount),
            tax: unless_nothing(line.tax),
            kept: (kept != line.quantity.pieces()).then_some(kept),
            fit: line.fit.as_ref().map(Into::into),
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
    pub(super) id: String,
    /// What people call it; absent for orders of earlier releases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    number: Option<String>,
    /// The id of the part in its first line.
    ordered_id: String,
    /// The title of that part when it was ordered, and how many lines follow, if any do.
    product: String,
    /// What its lines and charges come to, in dollars.
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
    /// What was ordered, line by line.
    lines: Vec<LineView>,
    /// How it is sent, as the customer chose; absent when the shop charged nothing for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shipping_method: Option<String>,
    /// What that costs, in dollars; absent when nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    shipping: Option<Dollars>,
    /// The tax on shipping, in dollars; absent when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    shipping_tax: Option<Dollars>,
    /// Where the goods go, in fields; absent when the customer gave words alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    destination: Option<DestinationView>,
    /// When it was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
    /// When its money arrived, in UTC; absent when it has not, or when an earlier release did not note it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    paid_at: Option<String>,
    /// When the goods left, in UTC; absent when they have not, or when an earlier release did not note it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    shipped_at: Option<String>,
    /// Who brings the goods; absent when the shop does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    carrier: Option<String>,
    /// What the carrier calls the parcel; absent when the shop does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tracking_number: Option<String>,
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
    /// Its refunds, oldest first; absent when there is none, and in lists of orders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    refunds: Vec<OrderRefund>,
}

impl OrderView {
    /// The order with its refunds.
    pub(super) fn with_refunds(order: Order, refunds: Vec<Refund>) -> Self {
        Self { refunds: refunds.into_iter().map(Into::into).collect(), ..order.into() }
    }
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
        let (snapshot, milestones) = (order.snapshot(), order.milestones());
        Self {
            id: snapshot.id.to_string(),
            number: snapshot.number.as_ref().map(ToString::to_string),
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
            lines: order
                .kept()
                .map(|(number, line, kept)| LineView::new(line, kept, order.given_back().of_line(number).cores))
                .collect(),
            shipping_method: snapshot.charges.method.as_ref().map(ToString::to_string),
            shipping: unless_nothing(snapshot.charges.shipping),
            shipping_tax: unless_nothing(snapshot.charges.shipping_tax),
            destination: snapshot.destination.as_ref().map(Into::into),
            placed_at: rfc3339(snapshot.placed_at),
            paid_at: milestones.paid_at.map(rfc3339),
            shipped_at: milestones.shipped_at.map(rfc3339),
            carrier: milestones.tracking.carrier.as_ref().map(ToString::to_string),
            tracking_number: milestones.tracking.number.as_ref().map(ToString::to_string),
            held_until: order.reserved_until().map(rfc3339),
            transaction_id: order.transaction().map(ToString::to_string),
            refunded_amount: order.refunded().filter(|amount| *amount > Money::ZERO).map(Dollars),
            dispute: order.reversal().dispute.map(Into::into),
            refunds: Vec::new(),
        }
    }
}
