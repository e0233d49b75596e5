//! Admin worklists of orders.

use super::{Order, OrderState};
use crate::payments::reversal::DisputeState;

/// A worklist of orders. An order may be on several lists, or on none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Worklist {
    /// Paid and not shipped. Excludes orders whose money a bank has returned for good.
    ToShip,
    /// Unpaid, shipped or not.
    Unpaid,
    /// Shipped.
    Shipped,
    /// Fully refunded.
    Refunded,
    /// With a dispute that is not decided.
    Disputed,
}

impl Worklist {
    /// All lists.
    pub const ALL: [Self; 5] = [Self::ToShip, Self::Unpaid, Self::Shipped, Self::Refunded, Self::Disputed];

    /// Its name in the API and in the audit log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ToShip => "to-ship",
            Self::Unpaid => "unpaid",
            Self::Shipped => "shipped",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
        }
    }

    /// Whether an order is on this list.
    #[must_use]
    pub fn has(self, order: &Order) -> bool {
        let dispute = order.reversal().dispute;
        match self {
            Self::ToShip => matches!(order.state(), OrderState::Paid(_)) && dispute != Some(DisputeState::Lost),
            Self::Unpaid => matches!(order.state(), OrderState::Pending(_) | OrderState::Shipped(None)),
            Self::Shipped => order.is_shipped(),
            Self::Refunded => order.is_refunded(),
            Self::Disputed => dispute.is_some_and(DisputeState::is_open),
        }
    }
}
