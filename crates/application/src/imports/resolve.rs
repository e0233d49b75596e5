//! Interprets rows. Never guesses unknown values.

use super::{left_out::Subject, names::Names};
use crate::ports::{
    import_files::{FindingKind, FitmentRow, Named, RowVehicle},
    vehicles::{LookupKind, NO_POSITION},
};
use autoparts_domain::{
    catalogue::part_number::NormalNumber,
    fitment::{Application, PiecesNeeded},
    slug::{BrandId, EngineId},
    text::{ConditionWords, Position},
    vehicles::{ModelId, ModelYear, Vehicle, Years},
};
use std::collections::BTreeSet;

/// An application as files state it: with its model, and with its conditions in words.
pub(super) type FileApplication = (ModelId, Application<ConditionWords>);

/// Why a row could not be understood.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unclear {
    /// A code without a mapping.
    Code(LookupKind, String),
    /// A name that the shop does not know.
    Unknown(Subject, String),
    /// Another problem, as text.
    Wrong(String),
}

impl Unclear {
    /// Converts it to a finding. For a code, this is its kind and the code, so that it can be mapped directly.
    pub(super) fn finding(&self) -> (FindingKind, String) {
        match self {
            Self::Code(kind, code) => (FindingKind::UnknownCode, format!("{} {code}", kind.name())),
            Self::Unknown(subject, name) => {
                (FindingKind::Problem, format!("The {} {name} is not known in this shop.", subject.name()))
            }
            Self::Wrong(why) => (FindingKind::Problem, why.clone()),
        }
    }
}

/// Returns the displayed part of a user's text.
fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

fn wrong<T>(why: impl Into<String>) -> Result<T, Unclear> {
    Err(Unclear::Wrong(why.into()))
}

/// Returns the words of an item: its own, or the meaning of its code.
fn words<'n>(names: &'n Names, kind: LookupKind, item: &'n Named) -> Result<&'n str, Unclear> {
    match item {
        Named::Words(words) => Ok(words),
        Named::Code(code) => names.meaning(kind, code).ok_or_else(|| Unclear::Code(kind, shown(code))),
    }
}

fn known<T>(found: Option<T>, subject: Subject, name: &str) -> Result<T, Unclear> {
    found.ok_or_else(|| Unclear::Unknown(subject, shown(name)))
}

/// Returns the brand and number of the part that a row is about.
pub(super) fn part(names: &Names, row: &FitmentRow) -> Result<(BrandId, NormalNumber), Unclear> {
    if row.brand.text().trim().is_empty() {
        return wrong("A row does not name the brand of the part.");
    }
    let brand = brand(names, &row.brand)?;
    let Some(number) = NormalNumber::of(&row.number) else {
        return wrong(format!("{:?} is not a part number.", shown(&row.number)));
    };
    Ok((brand, number))
}

/// Returns a brand.
pub(super) fn brand(names: &Names, item: &Named) -> Result<BrandId, Unclear> {
    let name = words(names, LookupKind::Brand, item)?;
    known(names.brand(name), Subject::Brand, name)
}

/// Returns the application of a row, or everything that is unclear about it.
pub(super) fn application(names: &Names, row: &FitmentRow) -> Result<FileApplication, BTreeSet<Unclear>> {
    let mut unclear = BTreeSet::new();
    let vehicle = keep(vehicle(names, &row.vehicle), &mut unclear);
    let engine = keep(row.engine.as_ref().map(|named| engine(names, named)).transpose(), &mut unclear);
    let position = row.position.as_ref().map(|named| position(names, named)).transpose();
    let position = keep(position.map(Option::flatten), &mut unclear);
    let pieces = keep(row.pieces.as_ref().map(|pieces| pieces_needed(pieces)).transpose(), &mut unclear);
    let conditions = row.conditions.iter().filter_map(|named| keep(condition(names, named), &mut unclear)).collect();
    let conditions: BTreeSet<ConditionWords> = conditions;
    if conditions.len() > Application::<ConditionWords>::MAX_CONDITIONS {
        unclear.insert(Unclear::Wrong("A row has more conditions than an application can have.".to_owned()));
    }
    match (vehicle, engine, position, pieces) {
        (Some((model, years)), Some(engine), Some(position), Some(pieces)) if unclear.is_empty() => {
            Ok((model, Application { years, engine, position, pieces, conditions }))
        }
        _ => Err(unclear),
    }
}

fn keep<T>(result: Result<T, Unclear>, unclear: &mut BTreeSet<Unclear>) -> Option<T> {
    result.map_err(|why| unclear.insert(why)).ok()
}

fn vehicle(names: &Names, vehicle: &RowVehicle) -> Result<(ModelId, Years), Unclear> {
    match vehicle {
        RowVehicle::BaseVehicle(code) => base_vehicle(names, code),
        RowVehicle::Models { from, to, make, model } => {
            let years = years(from, to)?;
            let make_name = words(names, LookupKind::Make, make)?;
            let make = known(names.make(make_name), Subject::Make, make_name)?;
            let model_name = words(names, LookupKind::Model, model)?;
            // A code stands for a model with its make.
            let model = match model_name.parse::<ModelId>() {
                Ok(model) if model.make != make => return wrong(format!("{model} is not a model of {make}.")),
                Ok(model) => Some(model).filter(|model| names.knows_model(model)),
                Err(_) => names.model(&make, model_name),
            };
            Ok((known(model, Subject::Model, &format!("{make_name} {model_name}"))?, years))
        }
        RowVehicle::Nothing => wrong("A row names no vehicle, although its part has other rows."),
        RowVehicle::Unreadable(why) => wrong(format!("A row is set aside: {}.", why.trim_end_matches('.'))),
    }
}

fn base_vehicle(names: &Names, code: &str) -> Result<(ModelId, Years), Unclear> {
    let unknown = || Unclear::Code(LookupKind::BaseVehicle, shown(code));
    let meaning = names.meaning(LookupKind::BaseVehicle, code).ok_or_else(unknown)?;
    // Engines have codes of their own. Ignoring an engine here would make parts fit other engines as well.
    let vehicle = meaning.parse().ok().filter(|vehicle: &Vehicle| vehicle.engine.is_none()).ok_or_else(unknown)?;
    let model = known(Some(vehicle.model).filter(|model| names.knows_model(model)), Subject::Vehicle, meaning)?;
    Ok((model, Years::one(vehicle.year)))
}

fn years(from: &str, to: &str) -> Result<Years, Unclear> {
    let year = |text: &str| text.trim().parse::<ModelYear>();
    let years = year(from).and_then(|from| Years::new(from, year(to)?));
    let is_open = [from, to].iter().any(|text| text.trim().ends_with(['+', '-']));
    let advice = if is_open { " Write the last year as a number, such as 2026." } else { "" };
    let refused = if from == to {
        format!("The year {} is refused", shown(from))
    } else {
        format!("The years {} to {} are refused", shown(from), shown(to))
    };
    years.map_err(|why| Unclear::Wrong(format!("{refused}: {why}.{advice}")))
}

fn engine(names: &Names, item: &Named) -> Result<EngineId, Unclear> {
    let name = words(names, LookupKind::Engine, item)?;
    known(names.engine(name), Subject::Engine, name)
}

/// Returns a position; `None` if its code means no position.
fn position(names: &Names, item: &Named) -> Result<Option<Position>, Unclear> {
    let text = words(names, LookupKind::Position, item)?;
    if matches!(item, Named::Code(_)) && text.eq_ignore_ascii_case(NO_POSITION) {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|why| Unclear::Wrong(format!("The position {} is refused: {why}.", shown(text))))
}

fn pieces_needed(text: &str) -> Result<PiecesNeeded, Unclear> {
    let refused =
        || Unclear::Wrong(format!("{:?} is not a number of pieces from 1 to {}.", shown(text), PiecesNeeded::MAX));
    let pieces = text.trim().parse().map_err(|_| refused())?;
    PiecesNeeded::new(pieces).map_err(|_| refused())
}

fn condition(names: &Names, item: &Named) -> Result<ConditionWords, Unclear> {
    let text = words(names, LookupKind::Condition, item)?;
    text.parse().map_err(|why| Unclear::Wrong(format!("The condition {:?} is refused: {why}.", shown(text))))
}
