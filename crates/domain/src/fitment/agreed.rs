//! The fitment information that the customer and the shop agree on when an order is placed.

use super::{Alternative, Verdict};
use crate::{
    id::ConditionId,
    slug::EngineId,
    text::{ConditionWords, VehicleName},
    validation::ValidationError,
    vehicles::Vehicle,
};
use std::{collections::BTreeSet, fmt, str::FromStr};

/// A customer's confirmation about a part and their vehicle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FitTick {
    /// The part is not listed for the vehicle.
    NotListed,
    /// The condition holds.
    Condition(ConditionId),
    /// The vehicle has the engine.
    Engine(EngineId),
}

impl FitTick {
    /// Maximum number of characters as text.
    pub const MAX_CHARS: usize = EngineId::MAX_CHARS;
    /// Maximum number of confirmations per line.
    pub const MAX: usize = 40;

    /// The error for an invalid text.
    const REFUSED: ValidationError =
        ValidationError::NotAChoice { choices: "not_listed, the id of a condition or the key of an engine" };

    /// The text for a part that is not listed. No key can contain an underscore.
    const NOT_LISTED: &str = "not_listed";
}

impl fmt::Display for FitTick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotListed => f.write_str(Self::NOT_LISTED),
            Self::Condition(id) => id.fmt(f),
            Self::Engine(engine) => engine.fmt(f),
        }
    }
}

impl FromStr for FitTick {
    type Err = ValidationError;

    /// `not_listed`, the id of a condition, or the key of an engine.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        match text {
            Self::NOT_LISTED => Ok(Self::NotListed),
            other => match other.parse() {
                Ok(id) => Ok(Self::Condition(id)),
                Err(_) => other.parse().map(Self::Engine).map_err(|_| Self::REFUSED),
            },
        }
    }
}

/// The vehicle that an order line is for, with the customer's confirmations.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestedFit {
    /// The vehicle.
    pub vehicle: Vehicle,
    /// The confirmations.
    pub ticks: BTreeSet<FitTick>,
}

/// The kind of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VerdictKind {
    /// The part fits.
    Fits,
    /// It fits under conditions.
    FitsIf,
    /// It is listed for other vehicles.
    DoesNotFit,
    /// It fits any vehicle.
    Universal,
    /// Unknown.
    Unknown,
}

impl VerdictKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Fits, Self::FitsIf, Self::DoesNotFit, Self::Universal, Self::Unknown];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::FitsIf => "fits_if",
            Self::DoesNotFit => "does_not_fit",
            Self::Universal => "universal",
            Self::Unknown => "unknown",
        }
    }

    /// Whether it rests on applications, so that a misfit is evidence against one of them.
    #[must_use]
    pub const fn rests_on_an_application(self) -> bool {
        matches!(self, Self::Fits | Self::FitsIf)
    }
}

/// What was agreed about a line and a vehicle when the order was placed. Never changes, even if the data does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitSnapshot {
    /// The vehicle.
    pub vehicle: Vehicle,
    /// The vehicle's name at that time.
    pub name: VehicleName,
    /// The verdict.
    pub verdict: VerdictKind,
    /// The conditions that the customer confirmed, or the notes on a part that fits.
    pub conditions: Vec<ConditionWords>,
    /// Whether a confirmation was required, and given.
    pub confirmed: bool,
}

impl Verdict {
    /// The kind of this verdict.
    #[must_use]
    pub const fn kind(&self) -> VerdictKind {
        match self {
            Self::Fits { .. } => VerdictKind::Fits,
            Self::FitsIf { .. } => VerdictKind::FitsIf,
            Self::DoesNotFit => VerdictKind::DoesNotFit,
            Self::Universal => VerdictKind::Universal,
            Self::Unknown(_) => VerdictKind::Unknown,
        }
    }

    /// Whether these confirmations suffice to order: one alternative with all its conditions, or that the part is not
    /// listed. A part that fits, fits any vehicle, or has an unknown verdict needs none.
    #[must_use]
    pub fn is_confirmed_by(&self, ticks: &BTreeSet<FitTick>) -> bool {
        match self {
            Self::Fits { .. } | Self::Universal | Self::Unknown(_) => true,
            Self::DoesNotFit => ticks.contains(&FitTick::NotListed),
            Self::FitsIf { any_of, .. } => any_of.iter().any(|alternative| alternative.is_confirmed_by(ticks)),
        }
    }

    /// The texts to store with an order: those of the confirmed alternative, or the notes on the part. `engine`
    /// returns the text for a required engine.
    #[must_use]
    pub fn agreed_words(
        &self,
        ticks: &BTreeSet<FitTick>,
        engine: impl Fn(&EngineId) -> Option<ConditionWords>,
    ) -> Vec<ConditionWords> {
        match self {
            Self::Fits { notes, .. } => notes.iter().map(|note| note.words.clone()).collect(),
            Self::FitsIf { any_of, notes, .. } => {
                let agreed = any_of.iter().find(|alternative| alternative.is_confirmed_by(ticks));
                let named = agreed.and_then(|agreed| agreed.engine.as_ref()).and_then(engine);
                let conditions = agreed.into_iter().flat_map(|agreed| &agreed.conditions);
                named.into_iter().chain(conditions.chain(notes).map(|condition| condition.words.clone())).collect()
            }
            Self::DoesNotFit | Self::Universal | Self::Unknown(_) => Vec::new(),
        }
    }
}

impl Alternative {
    fn is_confirmed_by(&self, ticks: &BTreeSet<FitTick>) -> bool {
        let engine = self.engine.as_ref().is_none_or(|engine| ticks.contains(&FitTick::Engine(engine.clone())));
        engine && self.conditions.iter().all(|condition| ticks.contains(&FitTick::Condition(condition.id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fitment::{About, Condition, Needs, Unknown};
    use std::sync::Arc;
    use uuid::Uuid;

    fn condition(number: u128) -> Arc<Condition> {
        let words = format!("With package {number}").parse().unwrap();
        Arc::new(Condition { id: Uuid::from_u128(number).into(), words, about: About::Vehicle })
    }

    fn ticks(ticks: &[&str]) -> BTreeSet<FitTick> {
        ticks.iter().map(|tick| tick.parse().unwrap()).collect()
    }

    fn fits_if(any_of: impl IntoIterator<Item = Alternative>) -> Verdict {
        let notes = BTreeSet::from([condition(9)]);
        Verdict::FitsIf { any_of: any_of.into_iter().collect(), needs: Needs::new(), notes }
    }

    fn id(number: u128) -> String {
        Uuid::from_u128(number).to_string()
    }

    #[test]
    fn ticks_survive_their_text_form() {
        for text in ["not_listed", "2.0l-l4-gas", &id(7)] {
            assert_eq!(text.parse::<FitTick>().unwrap().to_string(), text);
        }
        for text in ["", "NOT_LISTED", "2.0L", "a b", "<b>"] {
            assert_eq!(text.parse::<FitTick>(), Err(FitTick::REFUSED), "{text}");
        }
    }

    #[test]
    fn a_part_that_is_not_listed_must_be_confirmed() {
        let none = ticks(&[]);
        let fits = Verdict::Fits { needs: Needs::new(), notes: BTreeSet::new() };
        for verdict in [fits, Verdict::Universal, Verdict::Unknown(Unknown::NoData)] {
            assert!(verdict.is_confirmed_by(&none), "{verdict:?}");
        }
        assert!(!Verdict::DoesNotFit.is_confirmed_by(&none));
        assert!(!Verdict::DoesNotFit.is_confirmed_by(&ticks(&[&id(1), "2.0l-l4-gas"])));
        assert!(Verdict::DoesNotFit.is_confirmed_by(&ticks(&["not_listed"])));
    }

    #[test]
    fn one_alternative_must_be_confirmed_completely() {
        let two = Alternative { engine: None, conditions: [condition(1), condition(2)].into() };
        let engine = Alternative { engine: Some("2.0l-l4-gas".parse().unwrap()), conditions: [condition(3)].into() };
        let verdict = fits_if([two, engine]);
        for not_enough in [&[][..], &["not_listed"], &[&id(1)], &[&id(1), &id(3)], &["2.0l-l4-gas"], &[&id(3)]] {
            assert!(!verdict.is_confirmed_by(&ticks(not_enough)), "{not_enough:?}");
        }
        for enough in [&[id(1).as_str(), &id(2)][..], &["2.0l-l4-gas", &id(3)], &[&id(1), &id(2), &id(3)]] {
            assert!(verdict.is_confirmed_by(&ticks(enough)), "{enough:?}");
        }
        let words = |given: &[&str]| {
            let words = verdict.agreed_words(&ticks(given), |engine| format!("Engine {engine}").parse().ok());
            words.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(words(&[&id(1), &id(2)]), ["With package 1", "With package 2", "With package 9"]);
        assert_eq!(words(&["2.0l-l4-gas", &id(3)]), ["Engine 2.0l-l4-gas", "With package 3", "With package 9"]);
    }
}
