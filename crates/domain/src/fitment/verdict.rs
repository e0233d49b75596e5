//! Decides from the applications whether a part fits a vehicle. Never "fits" unless an application says so.

use super::{About, Application, Condition, Fitment, PiecesNeeded};
use crate::{slug::EngineId, text::Position, vehicles::Vehicle};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Whether a part fits a vehicle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The part fits.
    Fits {
        /// Pieces needed per position.
        needs: Needs,
        /// Notes on the part for this vehicle; nothing to confirm.
        notes: BTreeSet<Arc<Condition>>,
    },
    /// The part fits if any one of these alternatives holds.
    FitsIf {
        /// At least one alternative. No alternative includes another.
        any_of: BTreeSet<Alternative>,
        /// Pieces needed per position.
        needs: Needs,
        /// Notes on the part for this vehicle; nothing to confirm.
        notes: BTreeSet<Arc<Condition>>,
    },
    /// The part is listed, completely, for other vehicles but not for this one.
    DoesNotFit,
    /// The part fits any vehicle.
    Universal,
    /// It cannot be decided.
    Unknown(Unknown),
}

/// Why it cannot be decided whether a part fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unknown {
    /// The part has no applications.
    NoData,
    /// Applications could not be interpreted, or not all of them.
    Unclassified,
    /// The shop has suspended the part for the model.
    Suspended,
}

/// Everything that must hold for a part to fit a vehicle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Alternative {
    /// The required engine; `None` if the vehicle's engine is known or does not matter.
    pub engine: Option<EngineId>,
    /// Conditions on the vehicle.
    pub conditions: BTreeSet<Arc<Condition>>,
}

impl Alternative {
    /// Whether the other alternative requires everything that this one does, which makes the other redundant.
    fn is_part_of(&self, other: &Self) -> bool {
        (self.engine.is_none() || self.engine == other.engine) && self.conditions.is_subset(&other.conditions)
    }
}

/// Pieces that a vehicle needs at each position; `None` is the key for a part with only one position. Positions on
/// which applications disagree are missing.
pub type Needs = BTreeMap<Option<Position>, PiecesNeeded>;

/// Decides whether a part fits a vehicle.
///
/// | # | suspended | M | in M | universal | listed | incomplete | verdict |
/// |---|---|---|---|---|---|---|---|
/// | 1 | yes | any | any | any | any | any | `Unknown(Suspended)` |
/// | 2 | no | some | one is sure | any | – | any | `Fits` |
/// | 3 | no | some | none sure, some with conditions that can be read | any | – | any | `FitsIf`: any one of them, each with all its conditions |
/// | 4 | no | some | none sure, the vehicle's engine unknown, they name engines | any | – | any | `FitsIf`: the engine is … |
/// | 5 | no | some | all have an unclassified condition | any | – | any | `Unknown(Unclassified)` |
/// | 6 | no | none | – | yes | any | any | `Universal` |
/// | 7 | no | none | – | no | yes | no | `DoesNotFit` |
/// | 8 | no | none | – | no | any | yes | `Unknown(Unclassified)` |
/// | 9 | no | none | – | no | no | no | `Unknown(NoData)` |
///
/// M: the applications of the vehicle's model for the vehicle's year whose engine is none, the vehicle's, or any if
/// the vehicle's is unknown. An application is sure if it has no condition on the vehicle, none that is unclassified,
/// and requires no engine that is unknown.
#[must_use]
pub fn verdict(vehicle: &Vehicle, part: &Fitment) -> Verdict {
    if part.suspended {
        return Verdict::Unknown(Unknown::Suspended);
    }
    let matching: Vec<(&Application, Says)> = part
        .applications
        .iter()
        .filter(|application| matches(vehicle, application))
        .map(|application| (application, Says::of(vehicle, application)))
        .collect();
    if matching.is_empty() {
        return match (part.universal, part.listed, part.incomplete) {
            (true, _, _) => Verdict::Universal,
            (false, _, true) => Verdict::Unknown(Unknown::Unclassified),
            (false, true, false) => Verdict::DoesNotFit,
            (false, false, false) => Verdict::Unknown(Unknown::NoData),
        };
    }
    let that_say = |most: Says| {
        let theirs = matching.iter().filter(move |(_, says)| *says <= most);
        theirs.map(|(application, _)| *application)
    };
    if that_say(Says::Sure).next().is_some() {
        return Verdict::Fits { needs: needs(that_say(Says::Sure)), notes: notes(that_say(Says::Sure)) };
    }
    let readable = || that_say(Says::OnConditions);
    let any_of = least(readable().map(|application| Alternative {
        engine: application.engine.clone().filter(|_| vehicle.engine.is_none()),
        conditions: with(application, About::Vehicle).cloned().collect(),
    }));
    if any_of.is_empty() {
        Verdict::Unknown(Unknown::Unclassified)
    } else {
        Verdict::FitsIf { any_of, needs: needs(readable()), notes: notes(readable()) }
    }
}

/// Result of one application that matches the vehicle, surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Says {
    Sure,
    OnConditions,
    Unreadable,
}

impl Says {
    fn of(vehicle: &Vehicle, application: &Application) -> Self {
        let asks_for_engine = vehicle.engine.is_none() && application.engine.is_some();
        let says = application.conditions.iter().map(|condition| match condition.about {
            About::Part => Self::Sure,
            About::Vehicle => Self::OnConditions,
            About::Unclassified => Self::Unreadable,
        });
        says.max().unwrap_or(Self::Sure).max(if asks_for_engine { Self::OnConditions } else { Self::Sure })
    }
}

fn matches(vehicle: &Vehicle, application: &Application) -> bool {
    let engine = || match (&application.engine, &vehicle.engine) {
        (Some(asked), Some(known)) => asked == known,
        (None, _) | (_, None) => true,
    };
    application.years.contains(vehicle.year) && engine()
}

fn with(application: &Application, about: About) -> impl Iterator<Item = &Arc<Condition>> {
    application.conditions.iter().filter(move |condition| condition.about == about)
}

/// Removes alternatives that include another one.
fn least(alternatives: impl Iterator<Item = Alternative>) -> BTreeSet<Alternative> {
    let all: BTreeSet<Alternative> = alternatives.collect();
    if all.len() == 1 {
        return all;
    }
    let is_needed = |one: &&Alternative| !all.iter().any(|other| *one != other && other.is_part_of(one));
    all.iter().filter(is_needed).cloned().collect()
}

fn needs<'a>(applications: impl Iterator<Item = &'a Application>) -> Needs {
    // A list: with few positions, a linear scan is faster than sorting.
    let mut said: Vec<(Option<&Position>, Option<PiecesNeeded>)> = Vec::new();
    for application in applications {
        let (position, Some(pieces)) = (application.position.as_ref(), application.pieces) else { continue };
        match said.iter_mut().find(|(known, _)| *known == position) {
            Some((_, agreed)) => *agreed = agreed.filter(|agreed| *agreed == pieces),
            None => said.push((position, Some(pieces))),
        }
    }
    said.into_iter().filter_map(|(position, pieces)| Some((position.cloned(), pieces?))).collect()
}

/// Notes from all applications, including those from only some of them.
fn notes<'a>(applications: impl Iterator<Item = &'a Application>) -> BTreeSet<Arc<Condition>> {
    applications.flat_map(|application| with(application, About::Part)).cloned().collect()
}

#[cfg(test)]
mod tests;
