//! Core claims: the core charges of a shipped line, which the customer gets back by sending the old parts.
//!
//! ```text
//! Owed, Expired --receive--> Received --accept--> Accepted
//!                            Received --refuse--> Refused
//! ```
//!
//! Each piece of the line is in one state. An admin records the new number of pieces in each state, and may also skip or
//! undo steps; only Accepted is final, because the core was refunded. Owed pieces expire after their due date,
//! without an event. Pieces that the customer returned have no claim.

use crate::{
    id::OrderKey,
    money::Money,
    orders::{LineNumber, Order},
    quantity::Quantity,
    text::CoreRefusal,
    time::Timestamp,
};
use std::{collections::BTreeMap, time::Duration};

/// The state of a piece's core charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoreState {
    /// The customer may send the old part.
    Owed,
    /// The old part arrived and has to be inspected.
    Received,
    /// The core charge was refunded.
    Accepted,
    /// The shop does not accept the old part.
    Refused,
    /// The old part did not arrive in time. The shop may still accept it.
    Expired,
}

impl CoreState {
    /// Every state.
    pub const ALL: [Self; 5] = [Self::Owed, Self::Received, Self::Accepted, Self::Refused, Self::Expired];

    /// Its name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owed => "owed",
            Self::Received => "received",
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::Expired => "expired",
        }
    }
}

/// What was recorded about the old parts of a line. The other numbers are computed from its order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CoreRecord {
    /// Old parts that have arrived and await a decision.
    pub received: i64,
    /// Old parts that were refused.
    pub refused: i64,
    /// Why, for the customer; `None` if none was refused.
    pub reason: Option<CoreRefusal>,
    /// Whether the customer was reminded that the claim will expire.
    pub reminded: bool,
    /// Number of earlier changes; guards updates. 0 if nothing was recorded yet.
    pub revision: i64,
}

/// What was recorded about the lines of an order.
pub type CoreRecords = BTreeMap<LineNumber, CoreRecord>;

/// The pieces of a line by the state of their core charge. They add up to the pieces of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CorePieces {
    /// Pieces whose old part the customer may still send.
    pub owed: i64,
    /// Pieces whose old part has arrived and awaits a decision.
    pub received: i64,
    /// Pieces whose core charge was refunded for the old part.
    pub accepted: i64,
    /// Pieces whose old part was refused.
    pub refused: i64,
    /// Pieces whose old part did not arrive in time.
    pub expired: i64,
    /// Pieces refunded together with their core charge.
    pub closed: i64,
}

impl CorePieces {
    /// The number of pieces in a state.
    #[must_use]
    pub const fn in_state(self, state: CoreState) -> i64 {
        match state {
            CoreState::Owed => self.owed,
            CoreState::Received => self.received,
            CoreState::Accepted => self.accepted,
            CoreState::Refused => self.refused,
            CoreState::Expired => self.expired,
        }
    }
}

/// The new number of a line's pieces in each state, as decided by an admin. The other pieces stay owed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreDecision {
    /// Arrived, awaiting a decision.
    pub received: i64,
    /// Accepted in total, including those already refunded.
    pub accepted: i64,
    /// Refused.
    pub refused: i64,
    /// Why pieces are refused, for the customer.
    pub reason: Option<CoreRefusal>,
}

/// Why a decision is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CoreRefused {
    /// The core charges of more pieces were refunded before.
    #[error("the core charges have been refunded for {accepted} of its pieces")]
    AcceptedIsFinal {
        /// How many.
        accepted: i64,
    },
    /// The line has fewer pieces with a claim.
    #[error("core charges can be claimed for at most {left} of the pieces of this line")]
    TooManyPieces {
        /// How many.
        left: i64,
    },
    /// Pieces are refused without a reason.
    #[error("give the reason for the customer")]
    NoReason,
}

/// The core charges of a shipped and paid line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreClaim {
    /// The order.
    pub order: OrderKey,
    /// The line.
    pub line: LineNumber,
    /// The core charge of a piece.
    pub core: Money,
    /// Its pieces by state.
    pub pieces: CorePieces,
    /// When the old parts are due: the end of a day in UTC.
    pub due_at: Timestamp,
    /// What was recorded.
    pub record: CoreRecord,
}

impl CoreClaim {
    /// The claim of a line; `None` if it has no core charge, or the order was not both shipped and paid. `days` counts
    /// from the day of shipping, in UTC.
    #[must_use]
    pub fn of(order: &Order, number: LineNumber, record: CoreRecord, days: u16, now: Timestamp) -> Option<Self> {
        let line = order.snapshot().lines.get(number).filter(|line| line.core > Money::ZERO)?;
        let shipped_at = order.milestones().shipped_at.filter(|_| order.is_shipped())?;
        order.transaction()?;
        let due_at = shipped_at.plus(days_of(days)).end_of_day();
        let refunds = order.partial_refunds().of_line(number);
        let kept = line.quantity.pieces().saturating_sub(refunds.pieces());
        let accepted = refunds.cores;
        // A refund of the order may include pieces that were recorded here.
        let left = if order.is_refunded() { 0 } else { kept.saturating_sub(accepted) };
        let refused = record.refused.clamp(0, left);
        let received = record.received.clamp(0, left.saturating_sub(refused));
        let open = left.saturating_sub(refused).saturating_sub(received);
        let (owed, expired) = if due_at < now { (0, open) } else { (open, 0) };
        let closed = line.quantity.pieces().saturating_sub(accepted).saturating_sub(left);
        let pieces = CorePieces { owed, received, accepted, refused, expired, closed };
        Some(Self { order: order.key(), line: number, core: line.core, pieces, due_at, record })
    }

    /// The claims of all lines of an order.
    #[must_use]
    pub fn all_of(order: &Order, mut records: CoreRecords, days: u16, now: Timestamp) -> Vec<Self> {
        let lines = order.snapshot().lines.numbered();
        lines
            .filter_map(|(number, _)| Self::of(order, number, records.remove(&number).unwrap_or_default(), days, now))
            .collect()
    }

    /// The core charges of some of its pieces.
    #[must_use]
    pub fn money(&self, pieces: i64) -> Money {
        Quantity::new(pieces).ok().and_then(|pieces| self.core.times(pieces)).unwrap_or(Money::ZERO)
    }

    /// Decides about its old parts. Returns what to record, and the number of pieces whose core charge has to be refunded
    /// now; `None` for none. Repeating a decision changes nothing.
    pub fn decide(&self, decision: CoreDecision) -> Result<(CoreRecord, Option<Quantity>), CoreRefused> {
        let CoreDecision { received, accepted, refused, reason } = decision;
        let CorePieces { owed, expired, accepted: before, .. } = self.pieces;
        if accepted < before {
            return Err(CoreRefused::AcceptedIsFinal { accepted: before });
        }
        let left =
            [owed, expired, self.pieces.received, self.pieces.refused, before].into_iter().fold(0, i64::saturating_add);
        let is_possible = received >= 0 && refused >= 0;
        if !is_possible || received.saturating_add(refused).saturating_add(accepted) > left {
            return Err(CoreRefused::TooManyPieces { left });
        }
        if refused > 0 && reason.is_none() {
            return Err(CoreRefused::NoReason);
        }
        let record = CoreRecord { received, refused, reason: reason.filter(|_| refused > 0), ..self.record.clone() };
        Ok((record, Quantity::new(accepted.saturating_sub(before)).ok()))
    }
}

/// Claims of orders shipped before this moment have expired; those of later orders have not.
#[must_use]
pub fn expired_before(now: Timestamp, days: u16) -> Timestamp {
    now.start_of_day().minus(days_of(days))
}

fn days_of(days: u16) -> Duration {
    Duration::from_hours(u64::from(days) * 24)
}

#[cfg(test)]
mod tests;
