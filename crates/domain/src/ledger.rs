//! The ledger: one entry for each movement of pieces or money; entries are never changed or deleted. Orders, stock and
//! payments can be recomputed from it.

use crate::{
    id::{LedgerEntryId, OrderKey, PartId},
    money::Money,
    orders::OrderSnapshot,
    quantity::Quantity,
    time::Timestamp,
};

/// A movement of pieces or money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Movement {
    /// Pieces of a part were taken from stock for an order.
    Reserved(PartId, Quantity),
    /// Pieces of an order were returned to stock.
    Released(PartId, Quantity),
    /// A customer's payment arrived.
    Received(Money),
    /// The shop owes a customer a refund; it may not have been made yet.
    Refunded(Money),
    /// A refund was made in the provider's dashboard, without the shop.
    RefundedElsewhere(Money),
    /// A refund made in the dashboard failed at the customer's bank, and the money came back.
    ReturnedElsewhere(Money),
    /// The customer's bank withdrew money because the customer disputed the charge.
    Withdrawn(Money),
    /// The bank returned the disputed money.
    Reinstated(Money),
}

impl Movement {
    /// The part whose pieces moved; `None` for money.
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

    /// The change in available stock, in pieces.
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

    /// The change in the shop's money, in cents.
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
    /// The order that it belongs to.
    pub order: OrderKey,
    /// The movement.
    pub movement: Movement,
    /// When.
    pub at: Timestamp,
}

impl LedgerEntry {
    /// Creates an entry for an order.
    #[must_use]
    pub fn about(snapshot: &OrderSnapshot, id: LedgerEntryId, movement: Movement, at: Timestamp) -> Self {
        Self { id, order: snapshot.key(), movement, at }
    }
}
