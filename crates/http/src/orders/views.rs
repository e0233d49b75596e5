//! Views of orders.

use crate::{
    dollars::{Dollars, unless_nothing},
    orders::{destination::DestinationView, fits::AgreedFitView},
    payments::partial_refunds::OrderRefund,
    responses::rfc3339,
    returns::terms::ReturnTermsView,
    view::{response, words},
};
use autoparts_domain::{
    money::Money,
    orders::{Line, Order, OrderState, Reservation},
    payments::{Refund, reversal::DisputeState},
    rates::PartsPerMillion,
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

/// The state of an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderState)]
#[serde(rename_all = "lowercase")]
enum StateView {
    /// Unpaid, with its pieces reserved.
    Held,
    /// Unpaid, and its reservation has ended. It can still be paid if the pieces are available.
    Lapsed,
    /// Paid, not shipped.
    Paid,
    /// Shipped, paid or not.
    Shipped,
    /// Refunded.
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

response! {
    /// One line of an order.
    LineView as OrderLine {
        /// The id of its part.
        part: String,
        /// The part's title when it was ordered.
        product: String,
        /// The price of one piece, in dollars.
        unit_price: Dollars,
        /// Number of pieces.
        quantity: i64,
        /// The number of pieces not refunded; absent if all are kept.
        kept: Option<i64>,
        /// The core charge paid per piece, in dollars, which is refunded when the old part is returned; absent if there was
        /// none.
        core: Option<Dollars>,
        /// The number of kept pieces whose core charge was refunded; absent if none.
        cores_returned: Option<i64>,
        /// The line's share of the order's discount, in dollars; absent if there was none.
        discount: Option<Dollars>,
        /// The tax on the line, in dollars; absent if there was none.
        tax: Option<Dollars>,
        /// The rate of that tax in millionths: 57500 is 5.75 %; absent without tax, and for orders of earlier releases.
        tax_millionths: Option<i64>,
        /// What was agreed about the vehicle; absent if the customer named none.
        fit: Option<AgreedFitView>,
        /// The agreed terms for returning it; absent for orders of earlier releases, which have the shop's default terms.
        returns: Option<ReturnTermsView>,
    }
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
            tax_millionths: line.tax_rate.map(PartsPerMillion::millionths),
            kept: (kept != line.quantity.pieces()).then_some(kept),
            fit: line.fit.as_ref().map(Into::into),
            returns: line.returns.map(Into::into),
        }
    }
}

response! {
    /// An order.
    pub(crate) OrderView as Order {
        /// Its id.
        #[serde(rename = "_id")]
        pub(super) id: String,
        /// The order number shown to customers; absent for orders of earlier releases.
        number: Option<String>,
        /// The id of the part in its first line.
        ordered_id: String,
        /// The title of that part when it was ordered, and the number of further lines, if any.
        product: String,
        /// The total of its lines and charges, in dollars.
        total_price: Dollars,
        /// The customer's name.
        name: String,
        /// The customer's address.
        email: String,
        /// The delivery address.
        address: String,
        /// The customer's telephone number.
        phone: String,
        /// Whether it is paid.
        paid: bool,
        /// The number of pieces on all lines.
        quantity: i64,
        /// Whether the goods have been shipped.
        status: Status,
        /// The state of the order; `paid` and `status` are derived from it.
        state: StateView,
        /// The order lines.
        lines: Vec<LineView>,
        /// The shipping method that the customer selected; absent if the shop did not charge for shipping.
        shipping_method: Option<String>,
        /// The shipping price, in dollars; absent if there was none.
        shipping: Option<Dollars>,
        /// The tax on shipping, in dollars; absent if there was none.
        shipping_tax: Option<Dollars>,
        /// The destination by fields; absent if the customer entered only a free text.
        destination: Option<DestinationView>,
        /// When it was placed, in UTC.
        #[schema(format = DateTime)]
        placed_at: String,
        /// When it was paid, in UTC; absent if unpaid, or if an earlier release did not record it.
        #[schema(format = DateTime)]
        paid_at: Option<String>,
        /// When the customer withdrew from the contract before it was shipped, in UTC; absent if they did not.
        #[schema(format = DateTime)]
        withdrawn_at: Option<String>,
        /// When it was shipped, in UTC; absent if it was not, or if an earlier release did not record it.
        #[schema(format = DateTime)]
        shipped_at: Option<String>,
        /// The carrier; absent if not stated.
        carrier: Option<String>,
        /// The carrier's tracking number; absent if not stated.
        tracking_number: Option<String>,
        /// When the reservation of its pieces expires, in UTC; absent if nothing is reserved, or if it does not expire.
        #[schema(format = DateTime)]
        held_until: Option<String>,
        /// The payment provider's id of the payment, once paid.
        transaction_id: Option<String>,
        /// The amount refunded or being refunded, in dollars; absent if there is none. Less than the total unless `state`
        /// is `refunded`.
        refunded_amount: Option<Dollars>,
        /// The state of the payment dispute; absent if there was none.
        dispute: Option<DisputeView>,
        /// Its refunds, oldest first; absent if there are none, and in lists of orders.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        refunds: Vec<OrderRefund>,
    }
}

impl OrderView {
    /// The order with its refunds.
    pub(super) fn with_refunds(order: Order, refunds: Vec<Refund>) -> Self {
        Self { refunds: refunds.into_iter().map(Into::into).collect(), ..order.into() }
    }
}

words! {
    /// The state of a dispute, in which the customer has challenged the charge at their bank.
    DisputeView as DisputeState from DisputeState {
        /// The bank is inquiring; no money has moved.
        Inquiry,
        /// The bank has withdrawn the money and has not decided.
        Open,
        /// The shop won and has the money.
        Won,
        /// The shop lost; the customer keeps the money.
        Lost,
    }
}

impl From<Order> for OrderView {
    fn from(order: Order) -> Self {
        let snapshot = order.snapshot();
        let milestones = order.milestones();
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
                .map(|(number, line, kept)| LineView::new(line, kept, order.partial_refunds().of_line(number).cores))
                .collect(),
            shipping_method: snapshot.charges.method.as_ref().map(ToString::to_string),
            shipping: unless_nothing(snapshot.charges.shipping),
            shipping_tax: unless_nothing(snapshot.charges.shipping_tax),
            destination: snapshot.destination.as_ref().map(Into::into),
            placed_at: rfc3339(snapshot.placed_at),
            paid_at: milestones.paid_at.map(rfc3339),
            withdrawn_at: milestones.withdrawn_at.map(rfc3339),
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
