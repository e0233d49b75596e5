//! When an order was paid, shipped and withdrawn from, and its tracking.

use crate::{
    text::{CarrierName, TrackingNumber},
    time::Timestamp,
};

/// Times of later events of an order. `None` also if an earlier release did not record it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Milestones {
    /// When it was paid. Stays set after a refund.
    pub paid_at: Option<Timestamp>,
    /// When its customer first withdrew from the contract while it was not shipped.
    pub withdrawn_at: Option<Timestamp>,
    /// When it was shipped.
    pub shipped_at: Option<Timestamp>,
    /// Its tracking.
    pub tracking: Tracking,
}

/// Tracking of shipped goods; empty if the shop gives none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tracking {
    /// The carrier.
    pub carrier: Option<CarrierName>,
    /// The carrier's tracking number.
    pub number: Option<TrackingNumber>,
}

impl Tracking {
    /// Merges an update: fields missing from the update keep their values.
    #[must_use]
    pub fn updated_by(&self, update: &Self) -> Self {
        Self {
            carrier: update.carrier.as_ref().or(self.carrier.as_ref()).cloned(),
            number: update.number.as_ref().or(self.number.as_ref()).cloned(),
        }
    }
}
