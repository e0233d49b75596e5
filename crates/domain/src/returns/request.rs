//! Requesting a return: which pieces of an order can be returned, and until when.

use super::{Return, ReturnNumber, ReturnReason, ReturnState, ReturnTerms, ReturnedLine, Unneeded, WrongReturnState};
use crate::{
    id::ReturnId,
    orders::{LineNumber, LinePieces, Order, WrongState},
    payments::reversal::DisputeState,
    text::ReturnNote,
    time::Timestamp,
};
use std::collections::BTreeMap;

/// Why a return is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReturnRefused {
    /// No pieces were named.
    #[error("choose the pieces to return")]
    Empty,
    /// The order was not shipped: it can be canceled or refunded instead.
    #[error("this order has not been shipped")]
    NotShipped,
    /// The order's state does not allow it.
    #[error(transparent)]
    Order(#[from] WrongState),
    /// The customer's bank has the money, or decides about it.
    #[error("the payment of this order is disputed; the bank decides about its money")]
    Disputed,
    /// The time for returning a line is over.
    #[error("line {} could be returned for {days} days after it was shipped", line.number())]
    WindowOver {
        /// Its number.
        line: LineNumber,
        /// How many days there were.
        days: u16,
    },
    /// The shop does not take back pieces of the line only because they are not needed.
    #[error("line {} can only be returned if something is wrong with it", line.number())]
    NotReturnable {
        /// Its number.
        line: LineNumber,
    },
    /// There is no such line.
    #[error("there is no line {}", line.number())]
    NoSuchLine {
        /// Its number.
        line: LineNumber,
    },
    /// Fewer pieces of the line can be returned. The others were refunded, or are in another return.
    #[error("{left} pieces of line {} can be returned", line.number())]
    TooManyPieces {
        /// Its number.
        line: LineNumber,
        /// Pieces that can be returned.
        left: i64,
    },
    /// The inspected pieces of a line are not those that were announced.
    #[error("account for all {announced} pieces of line {}", line.number())]
    NotCounted {
        /// Its number.
        line: LineNumber,
        /// Announced pieces.
        announced: i64,
    },
    /// A withdrawal from the contract needs no reason, so it cannot get another one.
    #[error("the reason of a withdrawal cannot be changed")]
    ReasonFixed,
    /// A changed reason lacks an explanation for the customer.
    #[error("tell the customer why the reason was changed")]
    Unexplained,
    /// The return's state does not allow it.
    #[error(transparent)]
    State(#[from] WrongReturnState),
}

/// The pieces of each line that can be returned: those that the order keeps and no open return claims.
#[must_use]
pub fn returnable(order: &Order, returns: &[Return]) -> BTreeMap<LineNumber, i64> {
    let claimed = |number: LineNumber| -> i64 {
        let open = returns.iter().filter(|other| other.is_open());
        open.filter_map(|other| other.lines.get(&number)).map(|line| line.pieces.pieces()).sum()
    };
    order.kept().map(|(number, _, kept)| (number, kept.saturating_sub(claimed(number)).max(0))).collect()
}

/// Checks that at least these pieces of each line can be returned.
pub(super) fn check_pieces(order: &Order, returns: &[Return], pieces: &LinePieces) -> Result<(), ReturnRefused> {
    if pieces.is_empty() {
        return Err(ReturnRefused::Empty);
    }
    let returnable = returnable(order, returns);
    for (line, quantity) in pieces {
        let left = *returnable.get(line).ok_or(ReturnRefused::NoSuchLine { line: *line })?;
        if quantity.pieces() > left {
            return Err(ReturnRefused::TooManyPieces { line: *line, left });
        }
    }
    Ok(())
}

/// Checks that an order's state and money allow a return.
pub(super) fn check_order(order: &Order) -> Result<(), ReturnRefused> {
    if order.is_refunded() {
        return Err(WrongState::Refunded.into());
    }
    if !order.is_shipped() {
        return Err(ReturnRefused::NotShipped);
    }
    if !order.is_paid() {
        return Err(WrongState::Unpaid.into());
    }
    // An inquiry has not moved any money.
    match order.reversal().dispute {
        Some(DisputeState::Open | DisputeState::Lost) => Err(ReturnRefused::Disputed),
        _ => Ok(()),
    }
}

/// A requested return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReturn {
    /// Its id.
    pub id: ReturnId,
    /// Its number.
    pub number: ReturnNumber,
    /// The pieces.
    pub pieces: LinePieces,
    /// The reason.
    pub reason: ReturnReason,
    /// The customer's own words.
    pub note: Option<ReturnNote>,
}

impl NewReturn {
    /// Requests it. `returns` are the order's other returns. `default` are the terms of lines without agreed ones;
    /// `None` ignores all terms, for admins and for withdrawals.
    pub fn of(
        self,
        order: &Order,
        returns: &[Return],
        default: Option<ReturnTerms>,
        now: Timestamp,
    ) -> Result<Return, ReturnRefused> {
        check_order(order)?;
        check_pieces(order, returns, &self.pieces)?;
        if let Some(default) = default {
            self.check_terms(order, default, now)?;
        }
        let line = |(number, pieces)| (number, ReturnedLine { pieces, inspection: None });
        Ok(Return {
            id: self.id,
            number: self.number,
            order: order.key(),
            lines: self.pieces.into_iter().map(line).collect(),
            reason: self.reason,
            found_reason: None,
            note: self.note,
            state: ReturnState::Requested,
            answer: None,
            requested_at: now,
            decided_at: None,
            ended_at: None,
            reminded: false,
            refund: None,
            revision: 0,
        })
    }

    /// Checks the terms that were agreed for its lines.
    fn check_terms(&self, order: &Order, default: ReturnTerms, now: Timestamp) -> Result<(), ReturnRefused> {
        // Orders that an earlier release shipped have no date; their days began when they were placed.
        let shipped = order.milestones().shipped_at.unwrap_or(order.snapshot().placed_at);
        let day = now.day().saturating_sub(shipped.day());
        for line in self.pieces.keys().copied() {
            let agreed = order.snapshot().lines.get(line).and_then(|line| line.returns);
            let ReturnTerms { days, unneeded } = agreed.unwrap_or(default);
            if self.reason == ReturnReason::NotNeeded && unneeded == Unneeded::NotReturnable {
                return Err(ReturnRefused::NotReturnable { line });
            }
            let days = if self.reason == ReturnReason::NotNeeded { days } else { days.max(default.days) };
            if day > i64::from(days.days()) {
                return Err(ReturnRefused::WindowOver { line, days: days.days() });
            }
        }
        Ok(())
    }
}
