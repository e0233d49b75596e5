//! The rows of orders and their lines, and their conversion to and from the domain.

use super::fits;
use crate::{
    connection::MultiBackend,
    destinations,
    repositories::returns::terms,
    schema::{order_lines, orders},
    stored::{Refused, Stored, time},
};
use autoparts_domain::{
    email::Email,
    money::Money,
    orders::{
        Charges, Line, LineNumber, LineRefunds, Lines, Milestones, Order, OrderSnapshot, OrderState, PartialRefunds,
        Reservation, Tracking,
    },
    payments::{
        TransactionId,
        reversal::{DisputeState, Reversal},
    },
    quantity::Quantity,
    rates::PartsPerMillion,
    text::PostalCode,
    time::Timestamp,
};
use diesel::{
    expression::ValidGrouping,
    prelude::*,
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::{BigInt, Nullable},
};

/// Writes NULL explicitly, here and in embedded columns: Diesel caches no compiled statement in which a column may be
/// omitted.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = orders, treat_none_as_default_value = false)]
pub(super) struct OrderRow {
    pub(super) user_id: String,
    pub(super) id: String,
    #[diesel(embed)]
    first_line: FirstLine,
    total_cents: i64,
    customer_name: String,
    customer_email: String,
    address: String,
    phone: String,
    placed_at: i64,
    #[diesel(embed)]
    state: StateColumns,
    revision: i64,
    #[diesel(embed)]
    reversal: ReversalColumns,
    pub(super) number: Option<String>,
    phone_digits: String,
    #[diesel(embed)]
    milestones: MilestoneColumns,
    #[diesel(embed)]
    charges: ChargeColumns,
    destination: Option<String>,
    postal_code_key: Option<String>,
    given_back_cents: i64,
    #[diesel(skip_insertion, select_expression = WithdrawnAt, select_expression_type = WithdrawnAt)]
    withdrawn_at: Option<i64>,
}

/// `orders.withdrawn_at`, for which the Diesel table has no room.
#[derive(Debug, Clone, Copy, QueryId, ValidGrouping)]
pub(super) struct WithdrawnAt;

impl Expression for WithdrawnAt {
    type SqlType = Nullable<BigInt>;
}

impl<From> AppearsOnTable<From> for WithdrawnAt {}
impl<From> SelectableExpression<From> for WithdrawnAt {}

impl QueryFragment<MultiBackend> for WithdrawnAt {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_identifier("orders")?;
        out.push_sql(".");
        out.push_identifier("withdrawn_at")
    }
}

/// Charges in addition to the lines.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = orders, treat_none_as_default_value = false)]
pub(super) struct ChargeColumns {
    #[diesel(column_name = shipping_method)]
    method: Option<String>,
    #[diesel(column_name = shipping_cents)]
    shipping: i64,
    #[diesel(column_name = shipping_tax_cents)]
    tax: i64,
}

/// The columns that change.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = orders, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct StateColumns {
    state: String,
    hold_until: Option<i64>,
    transaction_id: Option<String>,
    refunded_after_shipping: bool,
}

/// When the order was paid and shipped, and its tracking.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = orders, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct MilestoneColumns {
    paid_at: Option<i64>,
    shipped_at: Option<i64>,
    carrier: Option<String>,
    tracking_number: Option<String>,
}

/// Money returned outside the shop: refunds made elsewhere and disputes.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = orders, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct ReversalColumns {
    refunded_cents: i64,
    withdrawn_cents: i64,
    dispute: Option<String>,
}

pub(super) const CANCELLED: &str = "cancelled";

impl StateColumns {
    pub(super) fn of(state: &OrderState) -> Self {
        let (word, hold_until, transaction) = match state {
            OrderState::Pending(Reservation::Active { until }) => ("held", Some(until.micros()), None),
            OrderState::Pending(Reservation::Expired) => ("lapsed", None, None),
            OrderState::Paid(transaction) => ("paid", None, Some(transaction)),
            OrderState::Shipped(transaction) => ("shipped", None, transaction.as_ref()),
            OrderState::Cancelled => (CANCELLED, None, None),
            OrderState::Refunded(transaction) => ("refunded", None, Some(transaction)),
            OrderState::RefundedAfterShipping(transaction) => ("shipped", None, Some(transaction)),
        };
        Self {
            state: word.to_owned(),
            hold_until,
            transaction_id: transaction.map(TransactionId::to_string),
            refunded_after_shipping: matches!(state, OrderState::RefundedAfterShipping(_)),
        }
    }

    fn state(&self, row: Stored<'_>) -> Result<OrderState, Refused> {
        let transaction = row.optional_text("transaction_id", self.transaction_id.as_ref())?;
        let state = match (self.state.as_str(), self.hold_until, transaction) {
            ("shipped", None, Some(transaction)) if self.refunded_after_shipping => {
                Some(OrderState::RefundedAfterShipping(transaction))
            }
            _ if self.refunded_after_shipping => None,
            ("held", Some(until), None) => Some(OrderState::Pending(Reservation::Active { until: time(until) })),
            ("lapsed", None, None) => Some(OrderState::Pending(Reservation::Expired)),
            ("paid", None, Some(transaction)) => Some(OrderState::Paid(transaction)),
            ("shipped", None, transaction) => Some(OrderState::Shipped(transaction)),
            (CANCELLED, None, None) => Some(OrderState::Cancelled),
            ("refunded", None, Some(transaction)) => Some(OrderState::Refunded(transaction)),
            _ => None,
        };
        row.require("state", state)
    }
}

pub(super) const fn dispute_word(dispute: DisputeState) -> &'static str {
    match dispute {
        DisputeState::Inquiry => "inquiry",
        DisputeState::Open => "open",
        DisputeState::Won => "won",
        DisputeState::Lost => "lost",
    }
}

impl MilestoneColumns {
    pub(super) fn of(milestones: &Milestones) -> Self {
        let Milestones { paid_at, withdrawn_at: _, shipped_at, tracking } = milestones;
        Self {
            paid_at: paid_at.map(Timestamp::micros),
            shipped_at: shipped_at.map(Timestamp::micros),
            carrier: tracking.carrier.as_ref().map(ToString::to_string),
            tracking_number: tracking.number.as_ref().map(ToString::to_string),
        }
    }

    fn milestones(&self, row: Stored<'_>) -> Result<Milestones, Refused> {
        Ok(Milestones {
            paid_at: self.paid_at.map(time),
            withdrawn_at: None,
            shipped_at: self.shipped_at.map(time),
            tracking: Tracking {
                carrier: row.optional_text("carrier", self.carrier.as_ref())?,
                number: row.optional_text("tracking_number", self.tracking_number.as_ref())?,
            },
        })
    }
}

impl ReversalColumns {
    pub(super) fn of(reversal: Reversal) -> Self {
        Self {
            refunded_cents: reversal.refunded.cents(),
            withdrawn_cents: reversal.withdrawn.cents(),
            dispute: reversal.dispute.map(|dispute| dispute_word(dispute).to_owned()),
        }
    }

    fn reversal(&self, row: Stored<'_>) -> Result<Reversal, Refused> {
        let dispute = match self.dispute.as_deref() {
            None => None,
            Some("inquiry") => Some(DisputeState::Inquiry),
            Some("open") => Some(DisputeState::Open),
            Some("won") => Some(DisputeState::Won),
            Some("lost") => Some(DisputeState::Lost),
            Some(_) => return row.require("dispute", None),
        };
        Ok(Reversal {
            refunded: row.require("refunded_cents", Money::from_cents(self.refunded_cents))?,
            withdrawn: row.require("withdrawn_cents", Money::from_cents(self.withdrawn_cents))?,
            dispute,
        })
    }
}

impl ChargeColumns {
    fn of(charges: &Charges) -> Self {
        Self {
            method: charges.method.as_ref().map(ToString::to_string),
            shipping: charges.shipping.cents(),
            tax: charges.shipping_tax.cents(),
        }
    }

    fn charges(&self, row: Stored<'_>) -> Result<Charges, Refused> {
        Ok(Charges {
            method: row.optional_text("shipping_method", self.method.as_ref())?,
            shipping: row.require("shipping_cents", Money::from_cents(self.shipping))?,
            shipping_tax: row.require("shipping_tax_cents", Money::from_cents(self.tax))?,
        })
    }
}

impl OrderRow {
    pub(super) fn is_same_order(&self, other: &Self) -> bool {
        (&self.user_id, &self.id) == (&other.user_id, &other.id)
    }

    pub(super) fn of(order: &Order) -> Self {
        let snapshot = order.snapshot();
        Self {
            user_id: snapshot.customer.to_string(),
            id: snapshot.id.to_string(),
            first_line: FirstLine::of(snapshot.lines.first()),
            total_cents: snapshot.total.cents(),
            customer_name: snapshot.name.to_string(),
            customer_email: snapshot.email.to_string(),
            address: snapshot.address.to_string(),
            phone: snapshot.phone.to_string(),
            placed_at: snapshot.placed_at.micros(),
            state: StateColumns::of(order.state()),
            revision: order.revision(),
            reversal: ReversalColumns::of(order.reversal()),
            number: snapshot.number.as_ref().map(ToString::to_string),
            phone_digits: snapshot.phone.digits(),
            milestones: MilestoneColumns::of(order.milestones()),
            charges: ChargeColumns::of(&snapshot.charges),
            destination: snapshot.destination.as_ref().map(destinations::written),
            postal_code_key: snapshot.destination.as_ref().and_then(|to| to.place.postal_code()).map(PostalCode::key),
            given_back_cents: order.partial_refunds().amount().cents(),
            withdrawn_at: None,
        }
    }

    /// The order with its lines, in their order. An order placed by the previous release has one line and no rows for
    /// it.
    pub(super) fn order(&self, lines: Vec<&LineRow>) -> Result<Order, Refused> {
        let row = Stored::row("orders", &self.id);
        let mut of_lines = Vec::new();
        for line in &lines {
            of_lines.push(line.refunds()?);
        }
        let lines = if lines.is_empty() {
            Lines::one(self.first_line.line(row)?)
        } else {
            let lines = lines.into_iter().map(LineRow::line).collect::<Result<Vec<_>, _>>()?;
            row.value("lines", Lines::new(lines))?
        };
        let snapshot = OrderSnapshot {
            id: row.text("id", &self.id)?,
            number: row.optional_text("number", self.number.as_ref())?,
            customer: row.text("user_id", &self.user_id)?,
            lines,
            charges: self.charges.charges(row)?,
            total: row.require("total_cents", Money::from_cents(self.total_cents))?,
            name: row.text("customer_name", &self.customer_name)?,
            email: Email::restore(&self.customer_email),
            address: row.text("address", &self.address)?,
            destination: self
                .destination
                .as_deref()
                .map(|column| destinations::read(row, "destination", column.split('\n')))
                .transpose()?,
            phone: row.text("phone", &self.phone)?,
            placed_at: time(self.placed_at),
        };
        let amount = row.require("given_back_cents", Money::from_cents(self.given_back_cents))?;
        let refunds = row.value("released", PartialRefunds::restore(amount, of_lines, &snapshot.lines))?;
        let order = Order::restore(snapshot, self.state.state(row)?, self.revision).with_refunds(refunds);
        let withdrawn_at = self.withdrawn_at.map(time);
        let order = order.with_milestones(Milestones { withdrawn_at, ..self.milestones.milestones(row)? });
        Ok(order.with_reversal(self.reversal.reversal(row)?))
    }
}

/// The first line in the order's own row, for the previous release.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = orders, treat_none_as_default_value = false)]
pub(super) struct FirstLine {
    part_id: String,
    product: String,
    unit_price_cents: i64,
    quantity: i64,
}

/// A line in its own row.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = order_lines, treat_none_as_default_value = false)]
pub(super) struct LineRow {
    pub(super) user_id: String,
    pub(super) order_id: String,
    pub(super) line: i64,
    part_id: String,
    product: String,
    unit_price_cents: i64,
    quantity: i64,
    core_cents: i64,
    discount_cents: i64,
    tax_cents: i64,
    pub(super) released: i64,
    pub(super) returned: i64,
    pub(super) cores_returned: i64,
    fit: Option<String>,
    tax_ppm: Option<i64>,
    return_terms: Option<String>,
    pub(super) fee_pieces: i64,
}

impl FirstLine {
    fn of(line: &Line) -> Self {
        Self {
            part_id: line.part.to_string(),
            product: line.product.to_string(),
            unit_price_cents: line.unit_price.cents(),
            quantity: line.quantity.pieces(),
        }
    }

    fn line(&self, row: Stored<'_>) -> Result<Line, Refused> {
        read_line(row, &self.part_id, &self.product, self.unit_price_cents, self.quantity)
    }
}

impl LineRow {
    /// The rows of an order's lines, numbered from 1.
    pub(super) fn of(order: &Order) -> Vec<Self> {
        let snapshot = order.snapshot();
        let row = |(number, line): (LineNumber, &Line)| {
            let LineRefunds { released, returned, cores, with_fee } = order.partial_refunds().of_line(number);
            Self {
                user_id: snapshot.customer.to_string(),
                order_id: snapshot.id.to_string(),
                line: number.number(),
                part_id: line.part.to_string(),
                product: line.product.to_string(),
                unit_price_cents: line.unit_price.cents(),
                quantity: line.quantity.pieces(),
                core_cents: line.core.cents(),
                discount_cents: line.discount.cents(),
                tax_cents: line.tax.cents(),
                released,
                returned,
                cores_returned: cores,
                fit: line.fit.as_ref().map(fits::written),
                tax_ppm: line.tax_rate.map(PartsPerMillion::millionths),
                return_terms: line.returns.map(terms::written),
                fee_pieces: with_fee,
            }
        };
        snapshot.lines.numbered().map(row).collect()
    }

    /// The rows of lines with released or returned pieces or cores.
    pub(super) fn refunds_of(order: &Order) -> Vec<Self> {
        let mut rows = Self::of(order);
        rows.retain(|row| (row.released, row.returned, row.cores_returned) != (0, 0, 0));
        rows
    }

    fn refunds(&self) -> Result<(LineNumber, LineRefunds), Refused> {
        let row = Stored::row("order_lines", &self.order_id);
        let Self { released, returned, cores_returned: cores, fee_pieces: with_fee, .. } = *self;
        let gone = LineRefunds { released, returned, cores, with_fee };
        Ok((row.value("line", LineNumber::new(self.line))?, gone))
    }

    fn line(&self) -> Result<Line, Refused> {
        let row = Stored::row("order_lines", &self.order_id);
        let money = |column, cents| row.require(column, Money::from_cents(cents));
        Ok(Line {
            core: money("core_cents", self.core_cents)?,
            discount: money("discount_cents", self.discount_cents)?,
            tax: money("tax_cents", self.tax_cents)?,
            tax_rate: self.tax_ppm.map(|ppm| row.value("tax_ppm", PartsPerMillion::new(ppm))).transpose()?,
            fit: self.fit.as_deref().map(|fit| fits::read(row, fit)).transpose()?,
            returns: self.return_terms.as_deref().map(|words| terms::read(row, "return_terms", words)).transpose()?,
            ..read_line(row, &self.part_id, &self.product, self.unit_price_cents, self.quantity)?
        })
    }
}

fn read_line(row: Stored<'_>, part: &str, product: &str, cents: i64, pieces: i64) -> Result<Line, Refused> {
    Ok(Line::new(
        row.text("part_id", part)?,
        row.text("product", product)?,
        row.require("unit_price_cents", Money::from_cents(cents))?,
        row.value("quantity", Quantity::new(pieces))?,
    ))
}
