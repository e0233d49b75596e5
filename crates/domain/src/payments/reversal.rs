//! Money of an order that was returned without the shop: refunds made in the payment provider's dashboard, and
//! disputes. The shop only records what the provider reports.

use crate::money::Money;

/// State of a dispute, in which the customer contests a charge at their bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DisputeState {
    /// The shop won and has the money.
    Won,
    /// The bank asks for information; no money has moved.
    Inquiry,
    /// The bank has withdrawn the money and has not decided.
    Open,
    /// The shop lost; the money is not returned.
    Lost,
}

impl DisputeState {
    /// Whether it is still undecided.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Inquiry | Self::Open)
    }
}

/// Money of an order that was returned without the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversal {
    /// Refunded in the provider's dashboard, as far as it is not covered by a [`Refund`](crate::payments::Refund) of
    /// the shop. Only part of an order's money: all of it would be a refund.
    pub refunded: Money,
    /// Withdrawn by the customer's bank because of open or lost disputes, as far as it was not promised as a refund.
    pub withdrawn: Money,
    /// The most significant dispute; `None` if there was none.
    pub dispute: Option<DisputeState>,
}

impl Reversal {
    /// Nothing was returned.
    pub const NONE: Self = Self { refunded: Money::ZERO, withdrawn: Money::ZERO, dispute: None };

    /// The total returned, in cents.
    #[must_use]
    pub fn cents(self) -> i64 {
        self.refunded.cents().saturating_add(self.withdrawn.cents())
    }
}
