//! Evidence about applications from returns: each part that is returned because it does not fit makes it more probable
//! that its application is wrong.

use crate::{
    id::{PartId, ReturnId},
    money::Money,
    orders::LineNumber,
    time::Timestamp,
    vehicles::ModelId,
};
use std::time::Duration;

/// The probability that an application is wrong, without evidence. An assumption: suppliers' catalogs are mostly right.
const PRIOR_WRONG: f64 = 0.02;

/// The share of customers who return a part as not fitting although its application is right: they picked the wrong
/// vehicle or part. An assumption.
const RETURNED_IF_RIGHT: f64 = 0.03;

/// The share of customers who return a part whose application is wrong. An assumption: others make it fit, keep it or
/// never try.
const RETURNED_IF_WRONG: f64 = 0.60;

/// Minimum probability at which an admin should check the application.
const FLAG_THRESHOLD: f64 = 0.5;

/// The period whose sales predict those of the next period of that length.
const RECENT: Duration = Duration::from_hours(90 * 24);

/// If a part is flagged for this many models, its number or picture may be wrong rather than its applications.
const MANY_MODELS: u32 = 3;

/// Minimum number of sales before customers see the track record.
const MIN_TRACK_RECORD: u32 = 20;

/// Sales and returns of a part for a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    misfits: u32,
    sold: u32,
    sold_recently: u32,
}

impl Evidence {
    /// Creates the evidence from `misfits` of `sold` order lines, and the pieces sold in the last 90 days. Every
    /// returned line was sold, so `sold` is at least `misfits`.
    #[must_use]
    pub fn new(misfits: u32, sold: u32, sold_recently: u32) -> Self {
        Self { misfits, sold: sold.max(misfits), sold_recently }
    }

    /// Order lines that came back because they did not fit.
    #[must_use]
    pub const fn misfits(self) -> u32 {
        self.misfits
    }

    /// Order lines that were sold and shipped, including those that came back.
    #[must_use]
    pub const fn sold(self) -> u32 {
        self.sold
    }

    /// Pieces that were sold in the last 90 days.
    #[must_use]
    pub const fn sold_recently(self) -> u32 {
        self.sold_recently
    }

    /// The probability that the application is wrong, by Bayes' theorem: whether each line comes back is independent,
    /// with one probability if the application is right and another if it is wrong. From 0 to 1.
    #[must_use]
    pub fn probability_wrong(self) -> f64 {
        let fitting = f64::from(self.sold - self.misfits);
        // In logarithms, so that large counts do not underflow.
        let log_odds = (PRIOR_WRONG / (1.0 - PRIOR_WRONG)).ln()
            + f64::from(self.misfits) * (RETURNED_IF_WRONG / RETURNED_IF_RIGHT).ln()
            + fitting * ((1.0 - RETURNED_IF_WRONG) / (1.0 - RETURNED_IF_RIGHT)).ln();
        1.0 / (1.0 + (-log_odds).exp())
    }

    /// The same in whole percent, from 0 to 100.
    #[must_use]
    pub fn percent_wrong(self) -> u32 {
        (millionths(self.probability_wrong()) + 5_000) / 10_000
    }

    /// Whether the application is more probably wrong than right.
    #[must_use]
    pub fn is_flagged(self) -> bool {
        self.probability_wrong() >= FLAG_THRESHOLD
    }

    /// Whether there are enough sales to show customers.
    #[must_use]
    pub const fn is_track_record(self) -> bool {
        self.sold >= MIN_TRACK_RECORD
    }

    /// The price of the pieces that are expected to come back in the next 90 days if the application stays.
    #[must_use]
    pub fn expected_loss(self, price: Money) -> Money {
        let returned = i128::from(millionths(self.probability_wrong() * RETURNED_IF_WRONG));
        let cents = i128::from(price.cents()) * i128::from(self.sold_recently) * returned / 1_000_000;
        i64::try_from(cents).ok().and_then(Money::from_cents).unwrap_or(Money::MAX)
    }
}

/// A probability as a whole number of millionths.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a probability is at most a million millionths"
)]
fn millionths(probability: f64) -> u32 {
    (probability * 1_000_000.0).round() as u32
}

/// A line of a received return that did not fit, although the application held when it was ordered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Misfit {
    /// The part.
    pub part: PartId,
    /// The model that it did not fit.
    pub model: ModelId,
    /// The return.
    pub returned: ReturnId,
    /// The line of the order.
    pub line: LineNumber,
}

/// A shipped order line for which an application held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldFit {
    /// The part.
    pub part: PartId,
    /// The model.
    pub model: ModelId,
    /// When the order was placed.
    pub placed_at: Timestamp,
    /// The number of pieces.
    pub pieces: u32,
}

/// The evidence about the applications of a part for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitEvidence {
    /// The part.
    pub part: PartId,
    /// The model.
    pub model: ModelId,
    /// Sales and returns.
    pub evidence: Evidence,
    /// The price of a piece of the last misfit.
    pub price: Money,
    /// The number of misfits when an admin last dismissed the flag; 0 if never.
    pub dismissed: u32,
    /// When its sales were last counted; `None` if never.
    pub counted_at: Option<Timestamp>,
    /// Number of earlier changes; guards updates. 0 before it is stored.
    pub revision: i64,
}

impl FitEvidence {
    /// No evidence yet.
    #[must_use]
    pub fn none(part: PartId, model: ModelId) -> Self {
        let evidence = Evidence::new(0, 0, 0);
        Self { part, model, evidence, price: Money::ZERO, dismissed: 0, counted_at: None, revision: 0 }
    }

    /// Adds a line that was returned as not fitting.
    pub fn add_misfit(&mut self, price: Money) {
        let Evidence { misfits, sold, sold_recently } = self.evidence;
        self.evidence = Evidence::new(misfits.saturating_add(1), sold, sold_recently);
        self.price = price;
    }

    /// Replaces the counted sales: lines, and pieces of the last 90 days.
    pub fn set_sales(&mut self, lines: u32, recently: u32, now: Timestamp) {
        self.evidence = Evidence::new(self.evidence.misfits, lines, recently);
        self.counted_at = Some(now);
    }

    /// Dismisses the flag until there are more misfits than an admin has seen.
    pub fn dismiss(&mut self, seen: u32) {
        self.dismissed = self.dismissed.max(seen.min(self.evidence.misfits));
    }

    /// Whether an admin should check the application.
    #[must_use]
    pub fn is_flagged(&self) -> bool {
        self.evidence.misfits > self.dismissed && self.evidence.is_flagged()
    }

    /// The price of the pieces that are expected to come back in the next 90 days.
    #[must_use]
    pub fn expected_loss(&self) -> Money {
        self.evidence.expected_loss(self.price)
    }
}

/// The beginning of the last 90 days.
#[must_use]
pub fn recent_from(now: Timestamp) -> Timestamp {
    now.minus(RECENT)
}

/// Whether an order placed at a time is evidence about applications that last changed at another; `None` if they never
/// did.
#[must_use]
pub fn is_evidence(placed_at: Timestamp, changed_at: Option<Timestamp>) -> bool {
    changed_at.is_none_or(|changed_at| placed_at >= changed_at)
}

/// Whether a part that is flagged for this many models probably has a wrong number or picture instead.
#[must_use]
pub const fn is_part_suspect(flagged_models: u32) -> bool {
    flagged_models >= MANY_MODELS
}

#[cfg(test)]
mod tests;
