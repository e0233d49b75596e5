//! Orders and their states. Every change of state goes through one of the transitions here;
//! each either happens, or says why not and changes nothing.
//!
//! ```text
//! place -> Pending(Active) <-> Pending(Expired)
//!          Pending --pay--> Paid --ship--> Shipped(paid)
//!          Pending(Active) --ship--> Shipped(unpaid) --pay--> Shipped(paid)
//!          Pending --cancel--> Cancelled        Paid --refund--> Refunded
//!          Shipped(paid) --refund--> RefundedAfterShipping
//! ```
//!
//! Beside its state an order knows what went back of its money without the shop ([`Reversal`]), and what the
//! shop gave back of it in parts ([`GivenBack`]).

mod charges;
mod given_back;
mod lines;
mod milestones;
mod number;
pub mod pricing;
mod snapshot;
mod state;
pub mod unpaid;
mod worklist;

pub use charges::Charges;
pub use given_back::{GivenBack, LineGivenBack, LinePieces, TakenBack};
pub use lines::{Line, LineNumber, Lines, MAX_LINES, Pieces};
pub use milestones::{Milestones, Tracking};
pub use number::OrderNumber;
pub use snapshot::OrderSnapshot;
pub use state::{MoneyAway, OrderState, Payment, RefundRefused, Reservation, WrongState};
pub use worklist::Worklist;

use crate::{
    id::OrderKey,
    money::Money,
    payments::{
        TransactionId,
        reversal::{DisputeState, Reversal},
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
    given_back: GivenBack,
    revision: i64,
}

impl Order {
    /// A new order whose pieces are reserved until `reserved_until`.
    #[must_use]
    pub fn place(snapshot: OrderSnapshot, reserved_until: Timestamp) -> Self {
        Self::restore(snapshot, OrderState::Pending(Reservation::Active { until: reserved_until }), 0)
    }

    /// An order as a store kept it; `revision` counts the changes since it was placed and
    /// guards every update.
    #[must_use]
    pub fn restore(snapshot: OrderSnapshot, state: OrderState, revision: i64) -> Self {
        let (milestones, reversal, given_back) = (Milestones::default(), Reversal::NONE, GivenBack::default());
        Self { snapshot, state, milestones, reversal, given_back, revision }
    }

    /// The order with what is known to have gone back without the shop.
    #[must_use]
    pub fn with_reversal(self, reversal: Reversal) -> Self {
        Self { reversal, ..self }
    }

    /// The order with what the shop gave back of it in parts.
    #[must_use]
    pub fn with_given_back(self, given_back: GivenBack) -> Self {
        Self { given_back, ..self }
    }

    /// The order with when it was paid and shipped, and its tracking.
    #[must_use]
    pub fn with_milestones(self, milestones: Milestones) -> Self {
        Self { milestones, ..self }
    }

    /// What was agreed.
    #[must_use]
    pub fn snapshot(&self) -> &OrderSnapshot {
        &self.snapshot
    }

    /// Where it stands.
    #[must_use]
    pub fn state(&self) -> &OrderState {
        &self.state
    }

    /// When it was paid and shipped, and its tracking.
    #[must_use]
    pub fn milestones(&self) -> &Milestones {
        &self.milestones
    }

    /// What went back of its money without the shop.
    #[must_use]
    pub fn reversal(&self) -> Reversal {
        self.reversal
    }

    /// What the shop gave back of it in parts.
    #[must_use]
    pub fn given_back(&self) -> &GivenBack {
        &self.given_back
    }

    /// Its lines with their numbers and the pieces of each that it still keeps.
    pub fn kept(&self) -> impl Iterator<Item = (LineNumber, &Line, i64)> {
        self.snapshot.lines.numbered().map(|(number, line)| (number, line, self.given_back.kept(number, line)))
    }

    /// The pieces of each part that are out of the stock while it holds stock: all that were ordered, but those that
    /// left it before it was shipped.
    #[must_use]
    pub fn pieces(&self) -> Pieces {
        self.given_back.unreleased(&self.snapshot.lines)
    }

    /// What is left of its money with the shop, once all is carried out that was promised.
    #[must_use]
    pub fn money_left(&self) -> Money {
        if self.is_paid() {
            self.snapshot
                .total
                .less(self.given_back.amount())
                .less(self.reversal.refunded)
                .less(self.reversal.withdrawn)
        } else {
            Money::ZERO
        }
    }

    /// What went back of its money in all; `None` when it never had any.
    #[must_use]
    pub fn refunded(&self) -> Option<Money> {
        match self.state {
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Some(self.snapshot.total),
            OrderState::Paid(_) | OrderState::Shipped(Some(_)) => {
                Some(self.reversal.refunded.plus(self.given_back.amount()))
            }
            OrderState::Pending(_) | OrderState::Shipped(None) | OrderState::Cancelled => None,
        }
    }

    /// How often it was changed before.
    #[must_use]
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// Owner and id.
    #[must_use]
    pub fn key(&self) -> OrderKey {
        self.snapshot.key()
    }

    /// The transaction that paid it; also after a refund.
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

    /// The specification's `paid`: the shop has its money.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        matches!(self.state, OrderState::Paid(_) | OrderState::Shipped(Some(_)))
    }

    /// The specification's `status`: shipped, as opposed to pending.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        matches!(self.state, OrderState::Shipped(_) | OrderState::RefundedAfterShipping(_))
    }

    /// Whether all of its money went back, or is promised back.
    #[must_use]
    pub fn is_refunded(&self) -> bool {
        matches!(self.state, OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_))
    }

    /// Whether it was deleted: kept, but no longer shown.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.state == OrderState::Cancelled
    }

    /// Whether its pieces are out of the stock that can be sold.
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

    /// Whether a coupon that was used for it stays used: not when it was deleted, or refunded before it was shipped.
    #[must_use]
    pub fn keeps_coupon(&self) -> bool {
        !matches!(self.state, OrderState::Cancelled | OrderState::Refunded(_))
    }

    /// Whether it may be paid, now or after its pieces were taken again.
    pub fn check_payable(&self) -> Result<(), WrongState> {
        match &self.state {
            OrderState::Pending(_) | OrderState::Shipped(None) => Ok(()),
            OrderState::Paid(_) | OrderState::Shipped(Some(_)) => Err(WrongState::Paid),
            OrderState::Cancelled => Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Err(WrongState::Refunded),
        }
    }

    /// Whether it may be deleted: only while unpaid and not shipped.
    pub fn check_cancellable(&self) -> Result<(), WrongState> {
        match &self.state {
            OrderState::Pending(_) => Ok(()),
            OrderState::Shipped(_) => Err(WrongState::Shipped),
            OrderState::Paid(_) => Err(WrongState::Paid),
            OrderState::Cancelled => Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Err(WrongState::Refunded),
        }
    }

    /// Whether its reservation has ended at `now` and its pieces are to go back.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        matches!(self.state, OrderState::Pending(Reservation::Active { until }) if until <= now)
    }

    /// Until when its pieces are set aside; `None` when they are not, or for good.
    #[must_use]
    pub fn reserved_until(&self) -> Option<Timestamp> {
        match self.state {
            OrderState::Pending(Reservation::Active { until }) => Some(until),
            _ => None,
        }
    }

    /// Whether its pieces went back and must be taken again before money moves.
    #[must_use]
    pub fn has_expired(&self) -> bool {
        self.state == OrderState::Pending(Reservation::Expired)
    }

    /// The pieces go back because the reservation ended.
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

    /// The pieces are reserved again after their reservation expired.
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

    /// The money arrived, at the moment given. The same transaction again is no error and changes nothing.
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

    /// The goods leave, paid or not.
    pub fn ship(&mut self, tracking: Tracking, now: Timestamp) -> Result<(), WrongState> {
        self.state = match &self.state {
            OrderState::Paid(transaction) => OrderState::Shipped(Some(transaction.clone())),
            OrderState::Pending(Reservation::Active { .. }) => OrderState::Shipped(None),
            OrderState::Pending(Reservation::Expired) => return Err(WrongState::Expired),
            OrderState::Shipped(_) => return Err(WrongState::Shipped),
            OrderState::Cancelled => return Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => return Err(WrongState::Refunded),
        };
        self.milestones = Milestones { paid_at: self.milestones.paid_at, shipped_at: Some(now), tracking };
        Ok(())
    }

    /// How the goods that left can be followed, when that is known later or was wrong. Answers whether it is news.
    pub fn track(&mut self, tracking: Tracking) -> bool {
        let is_news = self.is_shipped() && self.milestones.tracking != tracking;
        if is_news {
            self.milestones.tracking = tracking;
        }
        is_news
    }

    /// What speaks against shipping although the order is in a state to be shipped: its money, or
    /// some of it, is away.
    pub fn check_money_is_there(&self) -> Result<(), MoneyAway> {
        match self.reversal {
            Reversal { dispute: Some(DisputeState::Lost), .. } => Err(MoneyAway::DisputeLost),
            Reversal { dispute: Some(DisputeState::Inquiry | DisputeState::Open), .. } => Err(MoneyAway::Disputed),
            Reversal { refunded, .. } if refunded > Money::ZERO => Err(MoneyAway::PartlyRefunded { refunded }),
            Reversal { .. } => Ok(()),
        }
    }

    /// The provider says what went back of its money without the shop.
    pub fn reverse(&mut self, reversal: Reversal) {
        self.reversal = reversal;
    }

    /// The order is called off.
    pub fn cancel(&mut self) -> Result<(), WrongState> {
        self.check_cancellable()?;
        self.state = OrderState::Cancelled;
        Ok(())
    }

    /// The transaction whose money can go back.
    fn check_refundable(&self) -> Result<&TransactionId, WrongState> {
        match &self.state {
            OrderState::Paid(transaction) | OrderState::Shipped(Some(transaction)) => Ok(transaction),
            OrderState::Pending(_) | OrderState::Shipped(None) => Err(WrongState::Unpaid),
            OrderState::Cancelled => Err(WrongState::Cancelled),
            OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Err(WrongState::Refunded),
        }
    }

    /// The money of a paid order goes back. The pieces of one that was shipped stay away.
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
