//! Where an order stands, and why it cannot be brought elsewhere. The transitions are methods of
//! [`Order`](super::Order).

use super::LineNumber;
use crate::{money::Money, payments::TransactionId, time::Timestamp};

/// Whether a pending order still has its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reservation {
    /// The pieces are reserved.
    Active {
        /// When the reservation ends.
        until: Timestamp,
    },
    /// The reservation has ended and the pieces went back; the order can still be paid if
    /// they can be taken again.
    Expired,
}

/// Where an order stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderState {
    /// Placed, not paid, not shipped.
    Pending(Reservation),
    /// Paid, not shipped.
    Paid(TransactionId),
    /// On its way; the transaction is `None` while it is not paid.
    Shipped(Option<TransactionId>),
    /// Deleted by the customer or an admin; no longer shown by the API.
    Cancelled,
    /// Paid, then given back.
    Refunded(TransactionId),
    /// Paid and shipped, then given back. Its pieces are with the customer, or on their way back:
    /// those that come back are counted as new stock.
    RefundedAfterShipping(TransactionId),
}

/// Why a transition does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongState {
    /// It has been paid.
    #[error("this order is already paid")]
    Paid,
    /// It has been shipped.
    #[error("this order is already shipped")]
    Shipped,
    /// It has been deleted.
    #[error("this order was deleted")]
    Cancelled,
    /// Its money went back.
    #[error("this order was refunded")]
    Refunded,
    /// It is not paid.
    #[error("this order is not paid")]
    Unpaid,
    /// Its pieces went back to the shelf.
    #[error("the reservation of this order has expired")]
    Expired,
    /// Its pieces are reserved.
    #[error("the reservation of this order has not ended")]
    Reserved,
}

/// Why a part of an order cannot be given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefundRefused {
    /// The order is in no state for it.
    #[error(transparent)]
    State(#[from] WrongState),
    /// So much of its money is not with the shop any more.
    #[error("only {} of this order's money is left", left.shown())]
    TooMuchMoney {
        /// How much is.
        left: Money,
    },
    /// The order has no such line.
    #[error("this order has no line {}", line.number())]
    NoSuchLine {
        /// Its number.
        line: LineNumber,
    },
    /// The line keeps fewer pieces.
    #[error("line {} of this order keeps {kept} pieces", line.number())]
    TooManyPieces {
        /// Its number.
        line: LineNumber,
        /// How many it keeps.
        kept: i64,
    },
    /// Fewer pieces of the line have a core that was not paid back.
    #[error("line {} of this order has {left} cores left to pay back", line.number())]
    TooManyCores {
        /// Its number.
        line: LineNumber,
        /// How many have.
        left: i64,
    },
}

/// Why an order is not shipped although its state would allow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyAway {
    /// The customer disputed the payment, and the bank decided for them.
    #[error("the customer's bank has taken the money of this order back")]
    DisputeLost,
    /// The customer disputes the payment; an admin may ship all the same.
    #[error("the customer disputes the payment of this order")]
    Disputed,
    /// Part of the money went back; an admin may ship all the same.
    #[error("${refunded} of this order was refunded")]
    PartlyRefunded {
        /// How much.
        refunded: Money,
    },
}

impl MoneyAway {
    /// Whether an admin who knows of it may ship.
    #[must_use]
    pub fn may_ship(self) -> bool {
        !matches!(self, Self::DisputeLost)
    }
}

/// What became of a payment that arrived for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payment {
    /// The order is paid by it, just now.
    Accepted,
    /// The order was paid by this very transaction before: nothing to do.
    Repeated,
}
