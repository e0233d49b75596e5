//! Orders and their states. Every change of state is one of the transitions here, which either succeeds, or returns
//! the reason and changes nothing.
//!
//! ```text
//! place -> Pending(Active) <-> Pending(Expired)
//!          Pending --pay--> Paid --ship--> Shipped(paid)
//!          Pending(Active) --ship--> Shipped(unpaid) --pay--> Shipped(paid)
//!          Pending --cancel--> Cancelled        Paid --refund--> Refunded
//!          Shipped(paid) --refund--> RefundedAfterShipping
//! ```
//!
//! Besides its state, an order records money that was returned without the shop ([`Reversal`]), and the shop's partial
//! refunds ([`PartialRefunds`]).

mod charges;
mod lines;
mod milestones;
mod number;
mod partial_refunds;
pub mod pricing;
mod snapshot;
mod state;
pub mod unpaid;
mod worklist;

pub use charges::Charges;
pub use lines::{Line, LineNumber, Lines, MAX_LINES, Pieces};
pub use milestones::{Milestones, Tracking};
pub use number::OrderNumber;
pub use partial_refunds::{LinePieces, LineRefunds, PartialRefunds, PiecesToRefund, RefundBreakdown};
pub use snapshot::OrderSnapshot;
pub use state::{MoneyAway, OrderState, Payment, RefundRefused, Reservation, WrongState};
pub use worklist::Worklist;

use crate::{
    id::OrderKey,
    money::Money,
    payments::{
        reversal::{DisputeState, Reversal},
        transaction_id::TransactionId,
    },
    time::Timestamp,
};

/// An order: its snapshot and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    snapshot: OrderSnapshot,
    state: OrderState,
    milestones: Milestones,
    reversal: Reversal,
    refunds: PartialRefunds,
    revision: i64,
}

impl Order {
    /// A new order whose pieces are reserved until `reserved_until`.
    #[must_use]
    pub fn place(snapshot: OrderSnapshot, reserved_until: Timestamp) -> Self {
        Self::restore(snapshot, OrderState::Pending(Reservation::Active { until: reserved_until }), 0)
    }

    /// Restores a stored order; `revision` counts the changes since it was placed and guards every update.
    #[must_use]
    pub fn restore(snapshot: OrderSnapshot, state: OrderState, revision: i64) -> Self {
        let milestones = Milestones::default();
        let reversal = Reversal::NONE;
        let refunds = PartialRefunds::default();
        Self { snapshot, state, milestones, reversal, refunds, revision }
    }

    /// Sets the money that was returned without the shop.
    #[must_use]
    pub fn with_reversal(self, reversal: Reversal) -> Self {
        Self { reversal, ..self }
    }

    /// Sets the shop's partial refunds.
    #[must_use]
    pub fn with_refunds(self, refunds: PartialRefunds) -> Self {
        Self { refunds, ..self }
    }

    /// Sets when it was paid and shipped, and its tracking.
    #[must_use]
    pub fn with_milestones(self, milestones: Milestones) -> Self {
        Self { milestones, ..self }
    }

    /// The agreed terms.
    #[must_use]
    pub fn snapshot(&self) -> &OrderSnapshot {
        &self.snapshot
    }

    /// Its state.
    #[must_use]
    pub fn state(&self) -> &OrderState {
        &self.state
    }

    /// When it was paid and shipped, and its tracking.
    #[must_use]
    pub fn milestones(&self) -> &Milestones {
        &self.milestones
    }

    /// Money that was returned without the shop.
    #[must_use]
    pub fn reversal(&self) -> Reversal {
        self.reversal
    }

    /// The shop's partial refunds.
    #[must_use]
    pub fn partial_refunds(&self) -> &PartialRefunds {
        &self.refunds
    }

    /// Its lines with their numbers, and the pieces of each that it keeps.
    pub fn kept(&self) -> impl Iterator<Item = (LineNumber, &Line, i64)> {
        self.snapshot.lines.numbered().map(|(number, line)| (number, line, self.refunds.kept(number, line)))
    }

    /// The pieces of each part that it holds out of stock, if it holds stock: those ordered minus those released
    /// before shipping.
    #[must_use]
    pub fn pieces(&self) -> Pieces {
        self.refunds.unreleased(&self.snapshot.lines)
    }

    /// The money still with the shop after all promised refunds.
    #[must_use]
    pub fn money_left(&self) -> Money {
        if self.is_paid() {
            self.snapshot.total.less(self.refunds.amount()).less(self.reversal.refunded).less(self.reversal.withdrawn)
        } else {
            Money::ZERO
        }
    }

    /// The total refunded; `None` if it was never paid.
    #[must_use]
    pub fn refunded(&self) -> Option<Money> {
        match self.state {
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Some(self.snapshot.total),
            OrderState::Paid(_) | OrderState::Shipped(Some(_)) => {
                Some(self.reversal.refunded.plus(self.refunds.amount()))
            }
            OrderState::Pending(_) | OrderState::Shipped(None) | OrderState::Cancelled => None,
        }
    }

    /// Number of earlier changes.
    #[must_use]
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// Owner and order id.
    #[must_use]
    pub fn key(&self) -> OrderKey {
        self.snapshot.key()
    }

    /// The transaction that paid it, even after a refund.
    #[must_use]
    pub fn transaction(&self) -> Option<&TransactionId> {
        match &self.state {
            OrderState::Paid(transaction)
            | OrderState::Refunded(transaction)
            | OrderState::RefundedAfterShipping(transaction)
            | OrderState::Shipped(Some(transaction)) => Some(transaction),
            OrderState::Pending(_) | OrderState::Shipped(None) | OrderState::Cancelled => None,
        }
    }

    /// The specification's `paid`: the shop has the money.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        matches!(self.state, OrderState::Paid(_) | OrderState::Shipped(Some(_)))
    }

    /// The specification's `status`: shipped rather than pending.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        matches!(self.state, OrderState::Shipped(_) | OrderState::RefundedAfterShipping(_))
    }

    /// Whether all of its money was or will be refunded.
    #[must_use]
    pub fn is_refunded(&self) -> bool {
        matches!(self.state, OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_))
    }

    /// Whether it was deleted: stored, but no longer shown.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.state == OrderState::Cancelled
    }

    /// Whether its pieces are out of the available stock.
    #[must_use]
    pub fn holds_stock(&self) -> bool {
        matches!(
            self.state,
            OrderState::Pending(Reservation::Active { .. })
                | OrderState::Paid(_)
                | OrderState::Shipped(_)
                | OrderState::RefundedAfterShipping(_)
        )
    }

    /// Whether its coupon stays used. It does not if the order was deleted, or refunded before shipping.
    #[must_use]
    pub fn keeps_coupon(&self) -> bool {
        !matches!(self.state, OrderState::Cancelled | OrderState::Refunded(_))
    }

    /// Checks that it may be paid, now or after its pieces are reserved again.
    pub fn check_payable(&self) -> Result<(), WrongState> {
        match &self.state {
            OrderState::Pending(_) | OrderState::Shipped(None) => Ok(()),
            OrderState::Paid(_) | OrderState::Shipped(Some(_)) => Err(WrongState::Paid),
            OrderState::Cancelled => Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Err(WrongState::Refunded),
        }
    }

    /// Checks that it may be deleted: only while unpaid and not shipped.
    pub fn check_cancellable(&self) -> Result<(), WrongState> {
        match &self.state {
            OrderState::Pending(_) => Ok(()),
            OrderState::Shipped(_) => Err(WrongState::Shipped),
            OrderState::Paid(_) => Err(WrongState::Paid),
            OrderState::Cancelled => Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Err(WrongState::Refunded),
        }
    }

    /// Whether its reservation has ended at `now`, so that its pieces must be released.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        matches!(self.state, OrderState::Pending(Reservation::Active { until }) if until <= now)
    }

    /// Until when its pieces are reserved; `None` if they are not, or permanently.
    #[must_use]
    pub fn reserved_until(&self) -> Option<Timestamp> {
        match self.state {
            OrderState::Pending(Reservation::Active { until }) => Some(until),
            _ => None,
        }
    }

    /// Whether its pieces were released, and must be reserved again before it is paid.
    #[must_use]
    pub fn has_expired(&self) -> bool {
        self.state == OrderState::Pending(Reservation::Expired)
    }

    /// Releases the pieces because the reservation ended.
    pub fn expire(&mut self, now: Timestamp) -> Result<(), WrongState> {
        if self.is_overdue(now) {
            self.state = OrderState::Pending(Reservation::Expired);
            return Ok(());
        }
        match self.state {
            OrderState::Pending(Reservation::Active { .. }) => Err(WrongState::Reserved),
            OrderState::Pending(Reservation::Expired) => Err(WrongState::Expired),
            _ => self.check_cancellable(),
        }
    }

    /// Extends the reservation to at least `until`, because the customer is paying. `false` if nothing changed: it
    /// never shortens a reservation, and does not reserve released pieces again.
    pub fn extend_reservation(&mut self, until: Timestamp) -> bool {
        match &mut self.state {
            OrderState::Pending(Reservation::Active { until: reserved_until }) if *reserved_until < until => {
                *reserved_until = until;
                true
            }
            _ => false,
        }
    }

    /// Reserves the pieces again after their reservation expired.
    pub fn renew_reservation(&mut self, until: Timestamp) -> Result<(), WrongState> {
        match self.state {
            OrderState::Pending(Reservation::Expired) => {
                self.state = OrderState::Pending(Reservation::Active { until });
                Ok(())
            }
            OrderState::Pending(Reservation::Active { .. }) => Err(WrongState::Reserved),
            _ => self.check_cancellable(),
        }
    }

    /// Records the payment at the given moment. Idempotent for the same transaction.
    pub fn pay(&mut self, transaction: TransactionId, now: Timestamp) -> Result<Payment, WrongState> {
        if self.is_paid() && self.transaction() == Some(&transaction) {
            return Ok(Payment::Repeated);
        }
        self.check_payable()?;
        self.state = match self.state {
            OrderState::Pending(Reservation::Expired) => return Err(WrongState::Expired),
            OrderState::Shipped(_) => OrderState::Shipped(Some(transaction)),
            _ => OrderState::Paid(transaction),
        };
        self.milestones.paid_at = Some(now);
        Ok(Payment::Accepted)
    }

    /// Ships the goods, paid or not.
    pub fn ship(&mut self, tracking: Tracking, now: Timestamp) -> Result<(), WrongState> {
        self.state = match &self.state {
            OrderState::Paid(transaction) => OrderState::Shipped(Some(transaction.clone())),
            OrderState::Pending(Reservation::Active { .. }) => OrderState::Shipped(None),
            OrderState::Pending(Reservation::Expired) => return Err(WrongState::Expired),
            OrderState::Shipped(_) => return Err(WrongState::Shipped),
            OrderState::Cancelled => return Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => return Err(WrongState::Refunded),
        };
        self.milestones.shipped_at = Some(now);
        self.milestones.tracking = tracking;
        Ok(())
    }

    /// Records that its customer withdraws from the contract. Returns `false`, and does nothing, if the order was
    /// shipped or this was already recorded.
    pub fn withdraw(&mut self, now: Timestamp) -> bool {
        let is_new = !self.is_shipped() && self.milestones.withdrawn_at.is_none();
        if is_new {
            self.milestones.withdrawn_at = Some(now);
        }
        is_new
    }

    /// Updates the tracking of shipped goods. Returns whether anything changed.
    pub fn track(&mut self, tracking: Tracking) -> bool {
        let is_new = self.is_shipped() && self.milestones.tracking != tracking;
        if is_new {
            self.milestones.tracking = tracking;
        }
        is_new
    }

    /// Refuses to ship, although the state allows it, if a dispute or inquiry is open, a dispute was lost, or the
    /// payment was partly refunded without the shop.
    pub fn check_money_is_with_shop(&self) -> Result<(), MoneyAway> {
        match self.reversal {
            Reversal { dispute: Some(DisputeState::Lost), .. } => Err(MoneyAway::DisputeLost),
            Reversal { dispute: Some(DisputeState::Inquiry | DisputeState::Open), .. } => Err(MoneyAway::Disputed),
            Reversal { refunded, .. } if refunded > Money::ZERO => Err(MoneyAway::PartlyRefunded { refunded }),
            Reversal { .. } => Ok(()),
        }
    }

    /// Records what the provider reports as returned without the shop.
    pub fn reverse(&mut self, reversal: Reversal) {
        self.reversal = reversal;
    }

    /// Cancels the order.
    pub fn cancel(&mut self) -> Result<(), WrongState> {
        self.check_cancellable()?;
        self.state = OrderState::Cancelled;
        Ok(())
    }

    /// The transaction that can be refunded.
    fn check_refundable(&self) -> Result<&TransactionId, WrongState> {
        match &self.state {
            OrderState::Paid(transaction) | OrderState::Shipped(Some(transaction)) => Ok(transaction),
            OrderState::Pending(_) | OrderState::Shipped(None) => Err(WrongState::Unpaid),
            OrderState::Cancelled => Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Err(WrongState::Refunded),
        }
    }

    /// Refunds a paid order. If it was shipped, its pieces stay out of stock.
    pub fn refund(&mut self) -> Result<TransactionId, WrongState> {
        let transaction = self.check_refundable()?.clone();
        self.state = if self.is_shipped() {
            OrderState::RefundedAfterShipping(transaction.clone())
        } else {
            OrderState::Refunded(transaction.clone())
        };
        Ok(transaction)
    }
}

#[cfg(test)]
mod tests;
