//! Views of verdicts.

use crate::vehicles::{EngineNames, NameView, VehicleView};
use autoparts_application::fitment::Fits;
use autoparts_domain::{
    fitment::{Alternative, Condition, Needs, PiecesNeeded, Unknown, Verdict, VerdictKind},
    id::PartId,
    text::Position,
};
use serde::Serialize;
use std::{collections::BTreeSet, sync::Arc};
use utoipa::ToSchema;

/// The verdict about a part and a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VerdictWord {
    /// The part fits.
    Fits,
    /// The part fits if any entry of `anyOf` holds.
    FitsIf,
    /// The part is listed for other vehicles but not for this one.
    DoesNotFit,
    /// The part fits any vehicle.
    Universal,
    /// Not known; see `why`.
    Unknown,
}

/// Why it is not known whether a part fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UnknownReason {
    /// The part has no applications.
    NoData,
    /// Some or all of its applications could not be understood.
    Unclassified,
    /// The shop has suspended the part for the model.
    Suspended,
}

impl From<VerdictKind> for VerdictWord {
    fn from(kind: VerdictKind) -> Self {
        match kind {
            VerdictKind::Fits => Self::Fits,
            VerdictKind::FitsIf => Self::FitsIf,
            VerdictKind::DoesNotFit => Self::DoesNotFit,
            VerdictKind::Universal => Self::Universal,
            VerdictKind::Unknown => Self::Unknown,
        }
    }
}

impl From<Unknown> for UnknownReason {
    fn from(why: Unknown) -> Self {
        match why {
            Unknown::NoData => Self::NoData,
            Unknown::Unclassified => Self::Unclassified,
            Unknown::Suspended => Self::Suspended,
        }
    }
}

/// The number of pieces of a part that a vehicle needs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PiecesNeeded)]
pub(crate) struct NeedView {
    /// The position; absent if the part has only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    position: Option<String>,
    /// The number of pieces.
    pieces: i64,
}

fn needs(needs: Needs) -> Vec<NeedView> {
    let need = |(position, pieces): (Option<Position>, PiecesNeeded)| NeedView {
        position: position.map(|position| position.to_string()),
        pieces: pieces.pieces(),
    };
    needs.into_iter().map(need).collect()
}

/// A condition that a vehicle must meet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FitCondition)]
pub(crate) struct ConditionWordsView {
    /// Its id.
    id: String,
    /// Its text.
    words: String,
}

/// Conditions that must all hold for a part to fit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FitAlternative)]
pub(crate) struct AlternativeView {
    /// The required engine; absent if the vehicle's engine is known or irrelevant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    engine: Option<NameView>,
    /// Conditions about the vehicle.
    conditions: Vec<ConditionWordsView>,
}

/// The verdict about one part.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Verdict)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerdictView {
    /// The part's `_id`.
    part: String,
    /// The verdict.
    verdict: VerdictWord,
    /// Why it is not known; absent unless the verdict is `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    why: Option<UnknownReason>,
    /// The number of pieces the vehicle needs, by position.
    needs: Vec<NeedView>,
    /// The part fits if any of these holds; empty unless the verdict is `fits_if`.
    any_of: Vec<AlternativeView>,
    /// Other notes about the part on this vehicle; nothing to check.
    notes: Vec<String>,
}

impl VerdictView {
    pub(crate) fn of(part: PartId, verdict: Verdict, engines: &EngineNames) -> Self {
        let part = part.to_string();
        let plain = |verdict, why| Self {
            part: part.clone(),
            verdict,
            why,
            needs: Vec::new(),
            any_of: Vec::new(),
            notes: Vec::new(),
        };
        let words = |notes: BTreeSet<Arc<Condition>>| notes.iter().map(|note| note.words.to_string()).collect();
        match verdict {
            Verdict::Fits { needs: needed, notes } => {
                Self { needs: needs(needed), notes: words(notes), ..plain(VerdictWord::Fits, None) }
            }
            Verdict::FitsIf { any_of, needs: needed, notes } => Self {
                any_of: any_of.iter().map(|alternative| alternative_view(alternative, engines)).collect(),
                needs: needs(needed),
                notes: words(notes),
                ..plain(VerdictWord::FitsIf, None)
            },
            Verdict::DoesNotFit => plain(VerdictWord::DoesNotFit, None),
            Verdict::Universal => plain(VerdictWord::Universal, None),
            Verdict::Unknown(why) => plain(VerdictWord::Unknown, Some(why.into())),
        }
    }
}

fn alternative_view(alternative: &Alternative, engines: &EngineNames) -> AlternativeView {
    let condition = |condition: &Arc<Condition>| ConditionWordsView {
        id: condition.id.to_string(),
        words: condition.words.to_string(),
    };
    AlternativeView {
        engine: alternative.engine.as_ref().map(|engine| engines.of_id(engine)),
        conditions: alternative.conditions.iter().map(condition).collect(),
    }
}

/// The verdicts about some parts and a vehicle.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Fits)]
pub(crate) struct FitsView {
    /// The vehicle.
    vehicle: VehicleView,
    /// The verdicts, by part `_id`; parts that are not in the catalogue are omitted.
    verdicts: Vec<VerdictView>,
}

impl From<Fits> for FitsView {
    fn from(fits: Fits) -> Self {
        let engines = EngineNames::of(&fits.engines);
        let verdict = |(part, verdict)| VerdictView::of(part, verdict, &engines);
        Self { vehicle: (&fits.vehicle).into(), verdicts: fits.verdicts.into_iter().map(verdict).collect() }
    }
}
