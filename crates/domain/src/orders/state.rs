//! Order states, and why a transition is refused. The transitions are methods of [`Order`](super::Order).

use super::LineNumber;
use crate::{money::Money, payments::transaction_id::TransactionId, time::Timestamp};

/// The reservation of a pending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reservation {
    /// The pieces are reserved.
    Active {
        /// When the reservation ends.
        until: Timestamp,
    },
    /// The reservation has ended and the pieces were released; the order can still be paid if they can be reserved
    /// again.
    Expired,
}

/// The state of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderState {
    /// Placed, not paid, not shipped.
    Pending(Reservation),
    /// Paid, not shipped.
    Paid(TransactionId),
    /// Shipped; the transaction is `None` until it is paid.
    Shipped(Option<TransactionId>),
    /// Deleted by the customer or an admin; no longer shown by the API.
    Cancelled,
    /// Paid, then refunded.
    Refunded(TransactionId),
    /// Paid and shipped, then refunded. The customer has its pieces, or they are on their way back: those returned are
    /// counted as new stock.
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
    /// Its money was refunded.
    #[error("this order was refunded")]
    Refunded,
    /// It is not paid.
    #[error("this order is not paid")]
    Unpaid,
    /// Its pieces were released.
    #[error("the reservation of this order has expired")]
    Expired,
    /// Its pieces are reserved.
    #[error("the reservation of this order has not ended")]
    Reserved,
}

/// Why a partial refund is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefundRefused {
    /// The order's state does not allow it.
    #[error(transparent)]
    State(#[from] WrongState),
    /// The shop no longer has this much of its money.
    #[error("only {} of this order's money is left", left.shown())]
    TooMuchMoney {
        /// The amount left.
        left: Money,
    },
    /// The order has no such line.
    #[error("this order has no line {}", line.number())]
    NoSuchLine {
        /// Its number.
        line: LineNumber,
    },
    /// The line has fewer pieces left.
    #[error("line {} of this order has {kept} pieces left", line.number())]
    TooManyPieces {
        /// Its number.
        line: LineNumber,
        /// Pieces left.
        kept: i64,
    },
    /// Fewer pieces of the line have a core that was not refunded.
    #[error("line {} of this order has {left} cores left to pay back", line.number())]
    TooManyCores {
        /// Its number.
        line: LineNumber,
        /// Cores left.
        left: i64,
    },
}

/// Why an order is not shipped although its state would allow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyAway {
    /// The customer disputed the payment, and the bank decided in their favor.
    #[error("the customer's bank has taken the money of this order back")]
    DisputeLost,
    /// The customer disputes the payment; an admin may ship anyway.
    #[error("the customer disputes the payment of this order")]
    Disputed,
    /// Part of the money was returned; an admin may ship anyway.
    #[error("${refunded} of this order was refunded")]
    PartlyRefunded {
        /// The amount.
        refunded: Money,
    },
}

impl MoneyAway {
    /// Whether an admin who knows this may ship anyway.
    #[must_use]
    pub fn may_ship(self) -> bool {
        !matches!(self, Self::DisputeLost)
    }
}

/// Result of recording a payment for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payment {
    /// The order is now paid by it.
    Accepted,
    /// The same transaction had already paid the order: nothing to do.
    Repeated,
}
