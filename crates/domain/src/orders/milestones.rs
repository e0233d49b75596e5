//! When an order was paid and shipped, and how its goods can be followed.

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
    /// What is known when news of it comes: what the news does not say stays as it was.
    #[must_use]
    pub fn updated_by(&self, news: &Self) -> Self {
        Self {
            carrier: news.carrier.as_ref().or(self.carrier.as_ref()).cloned(),
            number: news.number.as_ref().or(self.number.as_ref()).cloned(),
        }
    }
}
