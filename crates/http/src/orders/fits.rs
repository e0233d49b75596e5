//! The vehicle of an order line: the request, and the view of what was agreed.

use crate::{
    fitment::verdicts::{VerdictView, VerdictWord},
    input::List,
    vehicles::{EngineNames, VehicleView},
    view::response,
};
use autoparts_application::orders::fits::LineFit;
use autoparts_domain::{
    fitment::{FitSnapshot, FitTick, RequestedFit},
    id::PartId,
    vehicles::Vehicle,
};

/// The vehicle of a line with the customer's confirmations, which have no effect without a vehicle.
pub(super) fn requested(vehicle: Option<Vehicle>, confirmed: List<FitTick, { FitTick::MAX }>) -> Option<RequestedFit> {
    vehicle.map(|vehicle| RequestedFit { vehicle, ticks: confirmed.0.into_iter().collect() })
}

response! {
    /// The current verdict about a line and its vehicle.
    pub(super) LineFitView as LineFit {
        /// The vehicle, with its name.
        vehicle: VehicleView,
        /// The verdict.
        verdict: VerdictView,
        /// Whether everything that needs confirmation is confirmed; otherwise an order for the line is refused with
        /// `fit_not_confirmed`.
        confirmed: bool,
    }
}

impl LineFitView {
    pub(super) fn of(part: PartId, fit: LineFit) -> Self {
        let verdict = VerdictView::of(part, fit.verdict, &EngineNames::of(&fit.engines));
        Self { vehicle: (&fit.vehicle).into(), verdict, confirmed: fit.is_confirmed }
    }
}

response! {
    /// What was agreed about a line and its vehicle when the order was placed.
    pub(super) AgreedFitView as AgreedFit from |fit| &FitSnapshot {
        /// The vehicle.
        vehicle: String = fit.vehicle.to_string(),
        /// The vehicle's name at that time.
        name: String = fit.name.to_string(),
        /// The verdict at that time.
        verdict: VerdictWord = fit.verdict.into(),
        /// What the customer was shown: the conditions that they confirmed, or the notes on a part that fits.
        conditions: Vec<String> = fit.conditions.iter().map(ToString::to_string).collect(),
        /// Whether a confirmation was required and given.
        confirmed: bool = fit.confirmed,
    }
}
