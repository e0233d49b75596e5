//! Vehicle fit of order lines: the current verdict, and the one that is agreed when the order is placed.

use crate::{
    fitment::{engines_of, verdicts},
    orders::ordering_error::{OrderingError, OrderingResult},
    ports::{store::Transaction, store_error::StoreError},
    vehicles::{KnownVehicle, known_vehicle},
};
use autoparts_domain::{
    fitment::{FitSnapshot, Verdict},
    id::PartId,
    orders::pricing::RequestedLine,
    slug::EngineId,
    vehicles::{Engine, Vehicle},
};
use std::collections::{BTreeMap, BTreeSet};

/// The fit of a line's part on its vehicle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFit {
    /// The vehicle, with its name.
    pub vehicle: KnownVehicle,
    /// Whether the part fits.
    pub verdict: Verdict,
    /// The engines that the verdict names.
    pub engines: Vec<Engine>,
    /// Whether the customer has confirmed everything that needs to be confirmed.
    pub is_confirmed: bool,
}

/// Returns the current fit of each line; `None` for a line without a vehicle, with an unknown vehicle, or with a part
/// that no longer exists. Runs no query if no line names a vehicle.
pub(super) fn line_fits(tx: &mut dyn Transaction, lines: &[RequestedLine]) -> Result<Vec<Option<LineFit>>, StoreError> {
    let mut by_vehicle: BTreeMap<&Vehicle, Vec<PartId>> = BTreeMap::new();
    for line in lines {
        if let Some(fit) = &line.fit {
            by_vehicle.entry(&fit.vehicle).or_default().push(line.part);
        }
    }
    let mut said: BTreeMap<&Vehicle, (KnownVehicle, BTreeMap<PartId, Verdict>)> = BTreeMap::new();
    for (vehicle, parts) in by_vehicle {
        if let Some(known) = known_vehicle(tx, vehicle)? {
            said.insert(vehicle, (known, verdicts(tx, vehicle, &parts)?));
        }
    }
    let asked = said.values().flat_map(|(_, verdicts)| verdicts.values()).flat_map(engines_of);
    let asked: Vec<EngineId> = asked.cloned().collect();
    let engines = if asked.is_empty() { Vec::new() } else { tx.engines_by_id(&asked)? };
    let line_fit = |line: &RequestedLine| {
        let fit = line.fit.as_ref()?;
        let (vehicle, verdicts) = said.get(&fit.vehicle)?;
        let verdict = verdicts.get(&line.part)?.clone();
        let asked: BTreeSet<&EngineId> = engines_of(&verdict).collect();
        let engines = engines.iter().filter(|engine| asked.contains(&engine.id)).cloned().collect();
        let is_confirmed = verdict.is_confirmed_by(&fit.ticks);
        Some(LineFit { vehicle: vehicle.clone(), verdict, engines, is_confirmed })
    };
    Ok(lines.iter().map(line_fit).collect())
}

/// Returns the fit that is agreed for each line when its order is placed. Refuses unknown vehicles, and doubtful lines
/// that the customer has not confirmed.
pub(super) fn agreed(tx: &mut dyn Transaction, lines: &[RequestedLine]) -> OrderingResult<Vec<Option<FitSnapshot>>> {
    let fits = line_fits(tx, lines)?;
    let mut agreed = Vec::with_capacity(fits.len());
    let mut unconfirmed = 0;
    for (line, fit) in lines.iter().zip(fits) {
        let Some(requested) = &line.fit else {
            agreed.push(None);
            continue;
        };
        let fit = fit.ok_or(OrderingError::NoSuchVehicle)?;
        unconfirmed += usize::from(!fit.is_confirmed);
        let words = |id: &EngineId| {
            let engine = fit.engines.iter().find(|engine| engine.id == *id)?;
            format!("Engine: {}", engine.name).parse().ok()
        };
        agreed.push(Some(FitSnapshot {
            vehicle: requested.vehicle.clone(),
            name: fit.vehicle.to_string().parse()?,
            verdict: fit.verdict.kind(),
            conditions: fit.verdict.agreed_words(&requested.ticks, words),
            confirmed: !fit.verdict.is_confirmed_by(&[].into()),
        }));
    }
    if unconfirmed > 0 { Err(OrderingError::FitNotConfirmed { lines: unconfirmed }.into()) } else { Ok(agreed) }
}
