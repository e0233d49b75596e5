//! For which vehicles lines are: what is sent about that, and what is shown of what was agreed.

use crate::{
    fitment::verdicts::{VerdictView, VerdictWord},
    input::List,
    vehicles::{EngineNames, VehicleView},
};
use autoparts_application::orders::fits::LineFit;
use autoparts_domain::{
    fitment::{FitSnapshot, FitTick, RequestedFit},
    id::PartId,
    vehicles::Vehicle,
};
use serde::Serialize;
use utoipa::ToSchema;

/// What a line says about a vehicle. What is ticked counts for nothing without one.
pub(super) fn requested(vehicle: Option<Vehicle>, confirmed: List<FitTick, { FitTick::MAX }>) -> Option<RequestedFit> {
    vehicle.map(|vehicle| RequestedFit { vehicle, ticks: confirmed.0.into_iter().collect() })
}

/// What the shop says about a line and its vehicle now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LineFit)]
pub(super) struct LineFitView {
    /// The vehicle, with what it is called.
    vehicle: VehicleView,
    /// What the shop says.
    verdict: VerdictView,
    /// Whether nothing has to be confirmed that was not: without that, an order for the line is refused with `fit_not_confirmed`.
    confirmed: bool,
}

impl LineFitView {
    pub(super) fn of(part: PartId, fit: LineFit) -> Self {
        let verdict = VerdictView::of(part, fit.verdict, &EngineNames::of(&fit.engines));
        Self { vehicle: (&fit.vehicle).into(), verdict, confirmed: fit.is_confirmed }
    }
}

/// What was agreed about a line and a vehicle when the order was placed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AgreedFit)]
pub(super) struct AgreedFitView {
    /// The vehicle.
    vehicle: String,
    /// What it was called.
    name: String,
    /// What the shop said.
    verdict: VerdictWord,
    /// What the customer was told: the conditions that they confirmed, or what is said about a part that fits.
    conditions: Vec<String>,
    /// Whether the customer had to confirm something, and did.
    confirmed: bool,
}

impl From<&FitSnapshot> for AgreedFitView {
    fn from(fit: &FitSnapshot) -> Self {
        Self {
            vehicle: fit.vehicle.to_string(),
            name: fit.name.to_string(),
            verdict: fit.verdict.into(),
            conditions: fit.conditions.iter().map(ToString::to_string).collect(),
            confirmed: fit.confirmed,
        }
    }
}
