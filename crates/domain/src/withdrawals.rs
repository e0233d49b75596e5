//! Withdrawals: statements of customers in the EU and the EEA that they withdraw from the contract of an order.
//!
//! Anyone can send a statement, so it proves nothing. It is recorded whatever it says, with what the shop found. If it
//! matches an order that was shipped, all pieces of that order become an approved [`Return`].

mod countries;
mod period;

pub use countries::{COUNTRIES, concern, zone_name};
pub use period::{PERIOD_DAYS, ends_at};

use crate::{
    email::Email,
    id::{OrderId, OrderKey, ReturnId, WithdrawalId},
    money::Money,
    orders::{LinePieces, Order, OrderNumber},
    quantity::Quantity,
    returns::{NewReturn, Return, ReturnNumber, ReturnReason, ReturnState, returnable},
    text::{OrderReference, PersonName, ReturnNote},
    time::Timestamp,
    time_zone::TimeZone,
};

/// What the shop found about a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WithdrawalOutcome {
    /// The pieces became an approved return.
    Approved,
    /// The order has not been shipped: it is marked, and an admin cancels it.
    NotShipped,
    /// No order has this number, or it was deleted.
    UnknownOrder,
    /// The order has another email address.
    OtherEmail,
    /// The order goes to a country without this right, or its country is not known.
    NoRight,
    /// The period is over.
    PeriodOver,
    /// All pieces were refunded or are being returned, the order is not paid, or its payment is disputed.
    NothingToReturn,
}

impl WithdrawalOutcome {
    /// Every outcome.
    pub const ALL: [Self; 7] = [
        Self::Approved,
        Self::NotShipped,
        Self::UnknownOrder,
        Self::OtherEmail,
        Self::NoRight,
        Self::PeriodOver,
        Self::NothingToReturn,
    ];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::NotShipped => "not_shipped",
            Self::UnknownOrder => "unknown_order",
            Self::OtherEmail => "other_email",
            Self::NoRight => "no_right",
            Self::PeriodOver => "period_over",
            Self::NothingToReturn => "nothing_to_return",
        }
    }
}

/// What a customer states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The order, as typed.
    pub order: OrderReference,
    /// The address for the acknowledgment; not verified.
    pub email: Email,
    /// The customer's name.
    pub name: Option<PersonName>,
    /// The parts, in the customer's own words; `None` for the whole order.
    pub parts: Option<ReturnNote>,
}

/// The order that a statement names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedOrder {
    /// By its number.
    Number(OrderNumber),
    /// By its id, as orders of earlier releases are.
    Id(OrderId),
}

impl Statement {
    /// The statement without the customer's name and words, for those who have deleted their account.
    #[must_use]
    pub fn without_words(&self) -> Self {
        Self { name: None, parts: None, ..self.clone() }
    }

    /// The order that it names; `None` if what was typed cannot be the number of an order.
    #[must_use]
    pub fn named_order(&self) -> Option<NamedOrder> {
        let typed = self.order.as_str();
        let number = typed.parse().map(NamedOrder::Number);
        number.or_else(|_| typed.parse().map(NamedOrder::Id)).ok()
    }
}

/// A recorded statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawal {
    /// Its id.
    pub id: WithdrawalId,
    /// What was stated.
    pub statement: Statement,
    /// When it was received.
    pub received_at: Timestamp,
    /// What the shop found.
    pub outcome: WithdrawalOutcome,
    /// The order, if it has the address of the statement.
    pub order: Option<OrderKey>,
    /// The return that it became; only if approved.
    pub returned: Option<ReturnId>,
}

/// What a withdrawal makes of a shipped order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawn {
    /// The approved return of the pieces.
    pub returned: Return,
    /// The returns of the same pieces that it replaces, now canceled.
    pub replaced: Vec<Return>,
}

/// An order from which its customer may withdraw.
#[derive(Debug, Clone, Copy)]
pub struct Contract<'a> {
    /// The order.
    pub order: &'a Order,
    /// Its returns.
    pub returns: &'a [Return],
    /// The time zone of its destination; `None` if customers there have no right to withdraw.
    pub zone: Option<&'a TimeZone>,
    /// The days from shipping in which a parcel surely arrives.
    pub delivery_days: u16,
}

impl Contract<'_> {
    /// Withdraws from it: all pieces that can be returned become an approved return. It replaces requested returns of
    /// them, which the shop could decline, and approved ones with a restocking fee.
    pub fn withdraw(
        &self,
        id: ReturnId,
        number: ReturnNumber,
        note: Option<ReturnNote>,
        now: Timestamp,
    ) -> Result<Withdrawn, WithdrawalOutcome> {
        let Self { order, returns, zone, delivery_days } = *self;
        let zone = zone.ok_or(WithdrawalOutcome::NoRight)?;
        if order.is_refunded() {
            return Err(WithdrawalOutcome::NothingToReturn);
        }
        if !order.is_shipped() {
            return Err(WithdrawalOutcome::NotShipped);
        }
        // Orders that an earlier release shipped have no date; their period began when they were placed.
        let shipped = order.milestones().shipped_at.unwrap_or(order.snapshot().placed_at);
        if now >= ends_at(shipped, delivery_days, zone) {
            return Err(WithdrawalOutcome::PeriodOver);
        }
        let has_fee = |other: &Return| other.expected_refund(order).is_ok_and(|expected| expected.fee > Money::ZERO);
        let is_replaced = |other: &Return| match other.state {
            ReturnState::Requested => true,
            ReturnState::Approved => has_fee(other),
            _ => false,
        };
        let (replaced, others): (Vec<Return>, Vec<Return>) = returns.iter().cloned().partition(is_replaced);
        let pieces: LinePieces = returnable(order, &others)
            .into_iter()
            .filter_map(|(line, left)| Some((line, Quantity::new(left).ok()?)))
            .collect();
        let new = NewReturn { id, number, pieces, reason: ReturnReason::Withdrawal, note };
        let nothing_to_return = |_| WithdrawalOutcome::NothingToReturn;
        let mut returned = new.of(order, &others, None, now).map_err(nothing_to_return)?;
        returned.approve(order, &others, None, now).map_err(nothing_to_return)?;
        let cancel = |mut one: Return| one.cancel(now).map(|()| one).ok();
        Ok(Withdrawn { returned, replaced: replaced.into_iter().filter_map(cancel).collect() })
    }
}

#[cfg(test)]
mod tests;
