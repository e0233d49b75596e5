//! Money of an order that went back without the shop: refunds that were made in the payment
//! provider's dashboard, and disputes. The provider says what it is; the shop only writes it down.

use crate::money::Money;

/// How far a dispute has come: the customer told their bank that a charge is not right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DisputeState {
    /// The shop won: the money is with the shop.
    Won,
    /// The bank asks for information; no money has moved.
    Inquiry,
    /// The bank has taken the money and has not decided.
    Open,
    /// The shop lost: the money stays away.
    Lost,
}

impl DisputeState {
    /// Whether it may still end either way.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Inquiry | Self::Open)
    }
}

/// What went back of an order's money without the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversal {
    /// Given back in the provider's dashboard, as far as no [`Refund`](crate::payments::Refund) of
    /// the shop stands for it: part of an order's money, for the whole of it is a refund.
    pub refunded: Money,
    /// With the customer's bank because of disputes that are open or lost, as far as it was not
    /// promised back.
    pub withdrawn: Money,
    /// The dispute that matters most; `None` when there was none.
    pub dispute: Option<DisputeState>,
}

impl Reversal {
    /// Nothing went back.
    pub const NONE: Self = Self { refunded: Money::ZERO, withdrawn: Money::ZERO, dispute: None };

    /// What went back in all, in cents.
    #[must_use]
    pub fn cents(self) -> i64 {
        self.refunded.cents().saturating_add(self.withdrawn.cents())
    }
}
