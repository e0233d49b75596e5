//! The ledger: one entry for each movement of pieces or money, never changed, never deleted.
//! What orders, stock and payments say can be computed again from it.

use crate::{
    id::{LedgerEntryId, OrderKey, PartId},
    money::Money,
    orders::OrderSnapshot,
    quantity::Quantity,
    time::Timestamp,
};

/// What moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Movement {
    /// Pieces of a part left the stock for an order.
    Reserved(PartId, Quantity),
    /// Pieces of an order went back to the stock.
    Released(PartId, Quantity),
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
    /// The part whose pieces moved; `None` when money did.
    #[must_use]
    pub fn part(self) -> Option<PartId> {
        match self {
            Self::Reserved(part, _) | Self::Released(part, _) => Some(part),
            Self::Received(_)
            | Self::Refunded(_)
            | Self::RefundedElsewhere(_)
            | Self::ReturnedElsewhere(_)
            | Self::Withdrawn(_)
            | Self::Reinstated(_) => None,
        }
    }

    /// The change of the stock that can be sold, in pieces.
    #[must_use]
    pub fn pieces(self) -> i64 {
        match self {
            Self::Reserved(_, quantity) => -quantity.pieces(),
            Self::Released(_, quantity) => quantity.pieces(),
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
            Self::Reserved(..) | Self::Released(..) => 0,
        }
    }
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Its id.
    pub id: LedgerEntryId,
    /// The order it belongs to.
    pub order: OrderKey,
    /// What moved.
    pub movement: Movement,
    /// When.
    pub at: Timestamp,
}

impl LedgerEntry {
    /// An entry about an order.
    #[must_use]
    pub fn about(snapshot: &OrderSnapshot, id: LedgerEntryId, movement: Movement, at: Timestamp) -> Self {
        Self { id, order: snapshot.key(), movement, at }
    }
}
