//! Returns: pieces of a shipped order that its customer sends back, and the shop's decisions about them.
//!
//! ```text
//! request -> Requested --approve--> Approved --receive--> Received
//!            Requested --decline--> Declined     (may still be approved)
//!            Requested, Approved --cancel--> Cancelled
//!            Approved --expire--> Expired        (may still be approved or received)
//! ```
//!
//! A return promises no money. Receiving it decides what becomes of each piece, and the refund for the accepted pieces
//! is an ordinary [`Refund`](crate::payments::Refund).

mod request;
mod state;
mod terms;

pub use request::{NewReturn, ReturnRefused, returnable};
pub use state::{ReturnEvent, ReturnState, WrongReturnState};
pub use terms::{
    FeePercent, PolicyFacts, PolicyScope, ReturnDays, ReturnPolicies, ReturnPolicy, ReturnShipping, ReturnTerms,
    Unneeded,
};

use crate::{
    fitment::{Misfit, VerdictKind},
    id::{OrderKey, RefundId, ReturnId},
    money::Money,
    orders::{LineNumber, LinePieces, Order, PiecesToRefund, RefundBreakdown, RefundRefused},
    quantity::Quantity,
    readable_code::readable_codes,
    text::{ReturnAnswer, ReturnNote},
    time::Timestamp,
};
use std::collections::BTreeMap;

readable_codes! {
    /// The number of a return: `RT-7KQD-M2XW`. Printed on its slip and written on the parcel.
    ReturnNumber, "RT";
}

/// Why a customer returns pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReturnReason {
    /// They do not fit the customer's vehicle.
    DoesNotFit,
    /// The shop sent another part than was ordered.
    WrongPart,
    /// They arrived damaged.
    Damaged,
    /// They differ from the description.
    NotAsDescribed,
    /// The customer does not need them.
    NotNeeded,
    /// The customer withdrew from the contract, and needs no reason.
    Withdrawal,
}

impl ReturnReason {
    /// Those that a customer can give when requesting a return, in the order in which forms list them.
    pub const CHOICES: [Self; 5] =
        [Self::DoesNotFit, Self::WrongPart, Self::Damaged, Self::NotAsDescribed, Self::NotNeeded];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DoesNotFit => "does_not_fit",
            Self::WrongPart => "wrong_part",
            Self::Damaged => "damaged",
            Self::NotAsDescribed => "not_as_described",
            Self::NotNeeded => "not_needed",
            Self::Withdrawal => "withdrawal",
        }
    }
}

/// What the shop found when the pieces of a line arrived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Inspection {
    /// Pieces that are refunded and go back into stock.
    pub restocked: i64,
    /// Pieces that are refunded but cannot be sold again.
    pub damaged: i64,
    /// Pieces that are not refunded: not the shop's, missing, or not in the state in which they were sold.
    pub refused: i64,
}

impl Inspection {
    /// The pieces that are refunded.
    #[must_use]
    pub const fn accepted(self) -> i64 {
        self.restocked.saturating_add(self.damaged)
    }

    const fn is_of(self, pieces: Quantity) -> bool {
        self.restocked >= 0
            && self.damaged >= 0
            && self.refused >= 0
            && self.accepted().saturating_add(self.refused) == pieces.pieces()
    }
}

/// The returned pieces of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnedLine {
    /// The announced pieces.
    pub pieces: Quantity,
    /// What was found on arrival; `None` until then.
    pub inspection: Option<Inspection>,
}

/// Pieces of an order that its customer returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Return {
    /// Its id.
    pub id: ReturnId,
    /// Its number.
    pub number: ReturnNumber,
    /// The order.
    pub order: OrderKey,
    /// The pieces of its lines; at least one line.
    pub lines: BTreeMap<LineNumber, ReturnedLine>,
    /// The customer's reason.
    pub reason: ReturnReason,
    /// The reason that the inspection showed, if it is not the customer's.
    pub found_reason: Option<ReturnReason>,
    /// The customer's own words; erased with their account.
    pub note: Option<ReturnNote>,
    /// Its state.
    pub state: ReturnState,
    /// The shop's message to the customer with its last decision.
    pub answer: Option<ReturnAnswer>,
    /// When it was requested.
    pub requested_at: Timestamp,
    /// When it was last approved or declined.
    pub decided_at: Option<Timestamp>,
    /// When it was received, canceled or expired.
    pub ended_at: Option<Timestamp>,
    /// Whether the customer was reminded that it will expire.
    pub reminded: bool,
    /// The refund for its accepted pieces, once received; `None` if no piece was accepted.
    pub refund: Option<RefundId>,
    /// Number of earlier changes; guards updates.
    pub revision: i64,
}

impl Return {
    /// Whether its pieces are on their way or may still be sent, so that no other return can claim them.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.state.is_open()
    }

    /// Approves it. The order must still have its pieces, and none of `others`, the order's other returns, may claim
    /// them.
    pub fn approve(
        &mut self,
        order: &Order,
        others: &[Self],
        answer: Option<ReturnAnswer>,
        now: Timestamp,
    ) -> Result<(), ReturnRefused> {
        self.state.after(ReturnEvent::Approve)?;
        request::check_order(order)?;
        request::check_pieces(order, others, &self.announced())?;
        Ok(self.decide(ReturnEvent::Approve, answer, now)?)
    }

    /// Declines it with the reason for the customer.
    pub fn decline(&mut self, answer: ReturnAnswer, now: Timestamp) -> Result<(), WrongReturnState> {
        self.decide(ReturnEvent::Decline, Some(answer), now)
    }

    fn decide(
        &mut self,
        event: ReturnEvent,
        answer: Option<ReturnAnswer>,
        now: Timestamp,
    ) -> Result<(), WrongReturnState> {
        self.state = self.state.after(event)?;
        self.answer = answer;
        self.decided_at = Some(now);
        self.ended_at = None;
        self.reminded = false;
        Ok(())
    }

    /// Cancels it, for its customer.
    pub fn cancel(&mut self, now: Timestamp) -> Result<(), WrongReturnState> {
        self.end(ReturnEvent::Cancel, now)
    }

    /// Ends it because nothing arrived in time.
    pub fn expire(&mut self, now: Timestamp) -> Result<(), WrongReturnState> {
        self.end(ReturnEvent::Expire, now)
    }

    fn end(&mut self, event: ReturnEvent, now: Timestamp) -> Result<(), WrongReturnState> {
        self.state = self.state.after(event)?;
        self.ended_at = Some(now);
        Ok(())
    }

    /// The reason that decides about the restocking fee, and whether the pieces are evidence against the fitment data.
    #[must_use]
    pub fn effective_reason(&self) -> ReturnReason {
        self.found_reason.unwrap_or(self.reason)
    }

    /// Records that the inspection showed another reason than the customer's. A change needs `why`, for the customer.
    pub fn correct_reason(&mut self, found: ReturnReason, why: Option<&ReturnAnswer>) -> Result<(), ReturnRefused> {
        if found == self.reason {
            return Ok(());
        }
        if [found, self.reason].contains(&ReturnReason::Withdrawal) {
            return Err(ReturnRefused::ReasonFixed);
        }
        if why.is_none() {
            return Err(ReturnRefused::Unexplained);
        }
        self.found_reason = Some(found);
        Ok(())
    }

    /// Records what arrived. Each announced piece must have been inspected.
    pub fn receive(
        &mut self,
        found: &BTreeMap<LineNumber, Inspection>,
        answer: Option<ReturnAnswer>,
        now: Timestamp,
    ) -> Result<(), ReturnRefused> {
        let state = self.state.after(ReturnEvent::Receive)?;
        if let Some(line) = found.keys().find(|line| !self.lines.contains_key(line)) {
            return Err(ReturnRefused::NoSuchLine { line: *line });
        }
        let mut lines = self.lines.clone();
        for (number, line) in &mut lines {
            let inspection = found.get(number).copied().filter(|inspection| inspection.is_of(line.pieces));
            let announced = line.pieces.pieces();
            line.inspection = Some(inspection.ok_or(ReturnRefused::NotCounted { line: *number, announced })?);
        }
        self.lines = lines;
        self.state = state;
        self.answer = answer;
        self.ended_at = Some(now);
        Ok(())
    }

    /// The pieces that the customer announced.
    #[must_use]
    pub fn announced(&self) -> LinePieces {
        self.lines.iter().map(|(number, line)| (*number, line.pieces)).collect()
    }

    /// Whether the order still keeps all announced pieces: none was refunded in another way.
    #[must_use]
    pub fn is_covered_by(&self, order: &Order) -> bool {
        let kept: BTreeMap<LineNumber, i64> = order.kept().map(|(number, _, kept)| (number, kept)).collect();
        self.lines.iter().all(|(number, line)| kept.get(number).is_some_and(|kept| line.pieces.pieces() <= *kept))
    }

    /// The accepted pieces, to be refunded. Empty before it was received.
    #[must_use]
    pub fn accepted(&self) -> PiecesToRefund {
        PiecesToRefund { pieces: self.found(Inspection::accepted), ..PiecesToRefund::default() }
    }

    /// Whether the agreed restocking fee is deducted from its refund: only if the customer just does not need the pieces.
    #[must_use]
    pub fn has_fee(&self) -> bool {
        self.effective_reason() == ReturnReason::NotNeeded
    }

    /// What would be refunded for all announced pieces now, and the fee.
    pub fn expected_refund(&self, order: &Order) -> Result<RefundBreakdown, RefundRefused> {
        let taken = PiecesToRefund { pieces: self.announced(), ..PiecesToRefund::default() };
        let mut order = order.clone();
        if self.has_fee() { order.refund_unneeded(&taken) } else { order.refund_pieces(&taken) }
    }

    /// The pieces that go back into stock. Empty before it was received.
    #[must_use]
    pub fn restocked(&self) -> LinePieces {
        self.found(|inspection| inspection.restocked)
    }

    /// The pieces that are not refunded. Empty before it was received.
    #[must_use]
    pub fn refused(&self) -> LinePieces {
        self.found(|inspection| inspection.refused)
    }

    fn found(&self, count: impl Fn(Inspection) -> i64) -> LinePieces {
        let counted = |line: &ReturnedLine| Quantity::new(count(line.inspection?)).ok();
        self.lines.iter().filter_map(|(number, line)| Some((*number, counted(line)?))).collect()
    }

    /// The accepted lines that did not fit, although an application held when they were ordered. Empty before it was
    /// received.
    #[must_use]
    pub fn misfits(&self, order: &Order) -> Vec<(Misfit, Money)> {
        let misfit = |line: LineNumber| {
            let ordered = order.snapshot().lines.get(line)?;
            let fit = ordered.fit.as_ref().filter(|fit| fit.verdict.rests_on_an_application())?;
            let model = fit.vehicle.model.clone();
            Some((Misfit { part: ordered.part, model, returned: self.id, line }, ordered.unit_price))
        };
        match self.effective_reason() {
            ReturnReason::DoesNotFit => self.accepted().pieces.into_keys().filter_map(misfit).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the shop's own statement caused it: it is returned as not fitting, although every line was agreed to fit
    /// the customer's vehicle.
    #[must_use]
    pub fn is_wrong_fit(&self, order: &Order) -> bool {
        self.reason == ReturnReason::DoesNotFit
            && self.lines.keys().all(|number| {
                let line = order.snapshot().lines.get(*number);
                line.and_then(|line| line.fit.as_ref()).is_some_and(|fit| fit.verdict == VerdictKind::Fits)
            })
    }
}

#[cfg(test)]
mod tests;
