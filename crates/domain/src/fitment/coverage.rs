//! The vehicles that a part is listed for, without the details of a verdict. The search index finds parts by it.

use super::{About, Application};
use crate::{
    slug::EngineId,
    vehicles::{ModelId, Vehicle, Years},
};
use std::collections::BTreeSet;

/// Vehicles of one model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoveredVehicles {
    /// The model.
    pub model: ModelId,
    /// Model years.
    pub years: Years,
    /// Required engine; `None` for any.
    pub engine: Option<EngineId>,
}

impl CoveredVehicles {
    /// Whether a vehicle is one of them, or may be if its engine is unknown.
    fn include(&self, vehicle: &Vehicle) -> bool {
        let engine = match (&self.engine, &vehicle.engine) {
            (Some(required), Some(known)) => required == known,
            (None, _) | (_, None) => true,
        };
        self.model == vehicle.model && self.years.contains(vehicle.year) && engine
    }
}

/// The vehicles that a part is listed for: those whose [`verdict`](super::verdict()) is fits, fits if, or universal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Coverage {
    universal: bool,
    fits: BTreeSet<CoveredVehicles>,
    unclear: BTreeSet<CoveredVehicles>,
    suspended: BTreeSet<ModelId>,
}

impl Coverage {
    /// Computes the coverage from all applications of a part.
    ///
    /// * `suspended` - the models for which the part is suspended
    #[must_use]
    pub fn of<'a>(
        universal: bool,
        applications: impl IntoIterator<Item = &'a (ModelId, Application)>,
        suspended: impl IntoIterator<Item = ModelId>,
    ) -> Self {
        let suspended = suspended.into_iter().collect();
        let mut coverage = Self { universal, suspended, ..Self::default() };
        for (model, application) in applications {
            if coverage.suspended.contains(model) {
                continue;
            }
            let Application { years, engine, .. } = application;
            let covered = CoveredVehicles { model: model.clone(), years: *years, engine: engine.clone() };
            if !application.conditions.iter().any(|condition| condition.about == About::Unclassified) {
                coverage.fits.insert(covered);
            } else if universal {
                coverage.unclear.insert(covered);
            }
        }
        if !universal {
            coverage.suspended.clear();
        }
        coverage
    }

    /// Whether the part fits any vehicle, except those for which it is unclear or suspended.
    #[must_use]
    pub const fn is_universal(&self) -> bool {
        self.universal
    }

    /// The vehicles that it fits, or fits under conditions.
    #[must_use]
    pub const fn fits(&self) -> &BTreeSet<CoveredVehicles> {
        &self.fits
    }

    /// For a part that fits any vehicle, the vehicles whose verdict is unknown because their applications could not be
    /// interpreted. Those that are also in [`Self::fits`] do fit.
    #[must_use]
    pub const fn unclear(&self) -> &BTreeSet<CoveredVehicles> {
        &self.unclear
    }

    /// For a part that fits any vehicle, the models for which it is suspended.
    #[must_use]
    pub const fn suspended(&self) -> &BTreeSet<ModelId> {
        &self.suspended
    }

    /// Whether the part is listed for a vehicle.
    #[must_use]
    pub fn includes(&self, vehicle: &Vehicle) -> bool {
        let any = |covered: &BTreeSet<CoveredVehicles>| covered.iter().any(|covered| covered.include(vehicle));
        let no_exception = || !any(&self.unclear) && !self.suspended.contains(&vehicle.model);
        any(&self.fits) || self.universal && no_exception()
    }
}
