//! Vehicles as index terms.
//!
//! | term | the part is listed for |
//! |---|---|
//! | `2018/honda/civic` | this model and year, with any engine or a specific one |
//! | `2018/honda/civic+` | the same, with any engine |
//! | `2018/honda/civic#2.0l-l4-gas` | the same, with this engine |
//! | `*` | any vehicle without an exception |
//! | `!honda/civic` | an exception to `*`: the part is suspended |
//! | `!2018/honda/civic`, with the same suffixes | an exception to `*`: its applications could not be interpreted |
//!
//! The year comes first, so that the terms of a year, of its makes, and of their models are adjacent.

use autoparts_domain::{
    fitment::{Coverage, CoveredVehicles},
    vehicles::Vehicle,
};
use std::collections::BTreeSet;

/// Fits any vehicle.
pub(crate) const UNIVERSAL: &str = "*";

/// Prefix of an exception of a part that fits any vehicle.
const NOT: char = '!';

/// Suffixes of a model: with any engine, and with a specific one. Both sort before all characters of a key.
pub(crate) const ANY_ENGINE: char = '+';
pub(crate) const ENGINE: char = '#';

/// The terms of a part.
pub(crate) fn terms(coverage: &Coverage) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    if coverage.is_universal() {
        terms.insert(UNIVERSAL.to_owned());
    }
    let mut add = |before: &str, CoveredVehicles { model, years, engine }: &CoveredVehicles| {
        for year in years.iter() {
            let term = format!("{before}{year}/{model}");
            terms.insert(match engine {
                Some(engine) => format!("{term}{ENGINE}{engine}"),
                None => format!("{term}{ANY_ENGINE}"),
            });
            terms.insert(term);
        }
    };
    coverage.fits().iter().for_each(|covered| add("", covered));
    coverage.unclear().iter().for_each(|covered| add(&String::from(NOT), covered));
    terms.extend(coverage.suspended().iter().map(|model| format!("{NOT}{model}")));
    terms
}

/// Terms of a vehicle: each part that is listed for it has at least one of them.
pub(crate) fn fitting(vehicle: &Vehicle) -> Vec<String> {
    let Vehicle { year, model, engine } = vehicle;
    let term = format!("{year}/{model}");
    match engine {
        Some(engine) => vec![format!("{term}{ANY_ENGINE}"), format!("{term}{ENGINE}{engine}")],
        None => vec![term],
    }
}

/// Exception terms of a vehicle: each universal part that excludes it has at least one of them.
pub(crate) fn excluding(vehicle: &Vehicle) -> Vec<String> {
    let unclear = fitting(vehicle).into_iter().map(|term| format!("{NOT}{term}"));
    unclear.chain([format!("{NOT}{}", vehicle.model)]).collect()
}
