//! The ledger: one line for each movement of pieces or money, never changed, never deleted.
//! What orders, stock and payments say can be computed again from it.

use crate::{
    id::{LedgerEntryId, OrderKey, PartId},
    money::Money,
    order::OrderFacts,
    quantity::Quantity,
    time::Timestamp,
};

/// What moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Movement {
    /// Pieces left the stock for an order.
    Reserved(Quantity),
    /// Pieces of an order went back to the stock.
    Released(Quantity),
    /// Money of a customer arrived.
    Received(Money),
    /// Money of a customer was promised back.
    Refunded(Money),
    /// Money went back by the provider's dashboard, without the shop.
    RefundedElsewhere(Money),
    /// Such money came back: the customer's bank did not take it.
    ReturnedElsewhere(Money),
    /// The customer's bank took money, because the customer disputed the charge.
    Withdrawn(Money),
    /// The bank gave it back.
    Reinstated(Money),
}

impl Movement {
    /// The change of the stock that can be sold, in pieces.
    #[must_use]
    pub fn pieces(self) -> i64 {
        match self {
            Self::Reserved(quantity) => -quantity.pieces(),
            Self::Released(quantity) => quantity.pieces(),
            Self::Received(_)
            | Self::Refunded(_)
            | Self::RefundedElsewhere(_)
            | Self::ReturnedElsewhere(_)
            | Self::Withdrawn(_)
            | Self::Reinstated(_) => 0,
        }
    }

    /// The change of the shop's money, in cents.
    #[must_use]
    pub fn cents(self) -> i64 {
        match self {
            Self::Received(money) | Self::ReturnedElsewhere(money) | Self::Reinstated(money) => money.cents(),
            Self::Refunded(money) | Self::RefundedElsewhere(money) | Self::Withdrawn(money) => -money.cents(),
            Self::Reserved(_) | Self::Released(_) => 0,
        }
    }
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Its id.
    pub id: LedgerEntryId,
    /// The order it belongs to.
    pub order: OrderKey,
    /// The part of that order.
    pub part: PartId,
    /// What moved.
    pub movement: Movement,
    /// When.
    pub at: Timestamp,
}

impl LedgerEntry {
    /// A line about an order.
    #[must_use]
    pub fn about(facts: &OrderFacts, id: LedgerEntryId, movement: Movement, at: Timestamp) -> Self {
        Self { id, order: OrderKey { customer: facts.customer, order: facts.id }, part: facts.part, movement, at }
    }
}
