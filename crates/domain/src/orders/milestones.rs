//! When an order came to where it stands.

use crate::{
    text::{CarrierName, TrackingNumber},
    time::Timestamp,
};

/// When things happened to an order after it was placed. `None` also where an earlier release did not note it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Milestones {
    /// When its money arrived. Stays when the money goes back.
    pub paid_at: Option<Timestamp>,
    /// When the goods left.
    pub shipped_at: Option<Timestamp>,
    /// How the goods can be followed on their way.
    pub tracking: Tracking,
}

/// How goods can be followed on their way; nothing of it when the shop does not say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tracking {
    /// Who brings them.
    pub carrier: Option<CarrierName>,
    /// What the carrier calls them.
    pub number: Option<TrackingNumber>,
}

impl Tracking {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
