//! Fitment: the models and years that a part fits, with which engine, where on the vehicle, how many pieces, and under
//! which conditions.
//!
//! [`verdict()`] decides from this whether a part fits a vehicle. Nothing else does.

mod agreed;
mod coverage;
mod evidence;
mod verdict;

pub use agreed::{FitSnapshot, FitTick, RequestedFit, VerdictKind};
pub use coverage::{Coverage, CoveredVehicles};
pub use evidence::{Evidence, FitEvidence, Misfit, SoldFit, is_evidence, is_part_suspect, recent_from};
pub use verdict::{Alternative, Needs, Unknown, Verdict, verdict};

use crate::{
    id::ConditionId,
    slug::EngineId,
    text::{ConditionWords, Position},
    validation::{ValidationError, whole_number_in},
    vehicles::Years,
};
use std::{collections::BTreeSet, sync::Arc};

/// What a condition is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum About {
    /// The vehicle, such as `With A/C`: the part fits if it holds. The default until an admin classifies it.
    #[default]
    Vehicle,
    /// The part, such as `Sold in pairs`: information, not a condition.
    Part,
    /// Not classifiable: an application with such a condition decides nothing.
    Unclassified,
}

impl About {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Vehicle, Self::Part, Self::Unclassified];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vehicle => "vehicle",
            Self::Part => "part",
            Self::Unclassified => "unclassified",
        }
    }
}

/// An entry in the dictionary of conditions. Suppliers repeat the same text on many applications; each is classified
/// once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition {
    /// Its id.
    pub id: ConditionId,
    /// The text, unique among conditions.
    pub words: ConditionWords,
    /// What it is about.
    pub about: About,
}

/// Number of pieces that a vehicle needs at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PiecesNeeded(i16);

impl PiecesNeeded {
    /// The minimum.
    pub const MIN: i64 = 1;
    /// The maximum: no vehicle takes more of one part.
    pub const MAX: i64 = 1_000;

    /// Creates the value; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        whole_number_in(Self::MIN..=Self::MAX, pieces).map(Self)
    }

    /// The number of pieces.
    #[must_use]
    pub fn pieces(self) -> i64 {
        self.0.into()
    }
}

/// States that a part fits a model in some years, under further conditions. The part and the model are stored
/// separately.
///
/// `C` identifies its conditions: ids when writing, dictionary entries when reading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Application<C = Arc<Condition>> {
    /// Model years.
    pub years: Years,
    /// Required engine; `None` for any.
    pub engine: Option<EngineId>,
    /// Position on the vehicle; `None` if there is only one, or it is unknown.
    pub position: Option<Position>,
    /// Pieces that the vehicle needs there, if known.
    pub pieces: Option<PiecesNeeded>,
    /// The conditions. All must hold.
    pub conditions: BTreeSet<C>,
}

impl<C> Application<C> {
    /// Maximum conditions of one application.
    pub const MAX_CONDITIONS: usize = 20;
}

/// Maximum applications of one part for one model.
pub const MAX_APPLICATIONS_OF_MODEL: usize = 200;

/// Maximum applications of one part for all models.
pub const MAX_APPLICATIONS: usize = 5_000;

/// The data of a part that decides whether it fits the vehicles of one model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column of the truth table of `verdict`")]
pub struct Fitment {
    /// Whether the part fits any vehicle, such as a can of oil.
    pub universal: bool,
    /// Whether the part has applications for any model.
    pub listed: bool,
    /// Whether some of the supplier's applications could not be interpreted.
    pub incomplete: bool,
    /// Whether an admin has suspended the part for the model.
    pub suspended: bool,
    /// Its applications for the model.
    pub applications: Vec<Application>,
}

/// Merges applications that differ only in years that overlap or are adjacent, and removes duplicates. The result is
/// sorted, so that equal applications are equal lists.
#[must_use]
pub fn joined<C: Ord + Clone>(applications: impl IntoIterator<Item = Application<C>>) -> Vec<Application<C>> {
    let rest = |application: &Application<C>| {
        let Application { years: _, engine, position, pieces, conditions } = application.clone();
        (engine, position, pieces, conditions)
    };
    let mut sorted: Vec<Application<C>> = applications.into_iter().collect();
    sorted.sort_by_cached_key(|application| (rest(application), application.years));
    let mut joined: Vec<Application<C>> = Vec::with_capacity(sorted.len());
    for application in sorted {
        let last = joined.last_mut().filter(|last| rest(last) == rest(&application));
        match last.and_then(|last| last.years.joined(application.years).map(|years| (last, years))) {
            Some((last, years)) => last.years = years,
            None => joined.push(application),
        }
    }
    joined.sort();
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vehicles::ModelYear;

    fn application(from: i64, to: i64, engine: Option<&str>, conditions: &[u8]) -> Application<u8> {
        let year = |year| ModelYear::new(year).unwrap();
        Application {
            years: Years::new(year(from), year(to)).unwrap(),
            engine: engine.map(|engine| engine.parse().unwrap()),
            position: None,
            pieces: None,
            conditions: conditions.iter().copied().collect(),
        }
    }

    #[test]
    fn adjacent_years_become_one_application() {
        let single = |year| application(year, year, None, &[1]);
        assert_eq!(
            joined([single(2012), single(2010), single(2011), single(2011)]),
            [application(2010, 2012, None, &[1])]
        );
        let apart = [single(2010), single(2012)];
        assert_eq!(joined(apart.clone()), apart);
    }

    #[test]
    fn applications_that_differ_in_more_than_years_are_not_merged() {
        let differ = [
            application(2010, 2010, None, &[]),
            application(2011, 2011, Some("2.0l"), &[]),
            application(2011, 2011, None, &[1]),
            application(2012, 2012, None, &[1, 2]),
        ];
        let mut sorted = differ.to_vec();
        sorted.sort();
        assert_eq!(joined(differ.iter().rev().cloned()), sorted);
    }

    #[test]
    fn pieces_have_bounds() {
        assert!([0, -1, 1_001, i64::MAX].iter().all(|pieces| PiecesNeeded::new(*pieces).is_err()));
        assert_eq!(PiecesNeeded::new(1_000).map(PiecesNeeded::pieces), Ok(1_000));
    }
}
