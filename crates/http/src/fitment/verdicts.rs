//! Views of verdicts.

use crate::{
    vehicles::{EngineNames, NameView, VehicleView},
    view::{response, words},
};
use autoparts_application::fitment::Fits;
use autoparts_domain::{
    fitment::{Alternative, Condition, Evidence, Needs, PiecesNeeded, Unknown, Verdict, VerdictKind},
    id::PartId,
    text::Position,
};
use std::{collections::BTreeSet, sync::Arc};

words! {
    /// The verdict about a part and a vehicle.
    pub(crate) VerdictWord from VerdictKind {
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
}

words! {
    /// Why it is not known whether a part fits.
    pub(crate) UnknownReason from Unknown {
        /// The part has no applications.
        NoData,
        /// Some or all of its applications could not be understood.
        Unclassified,
        /// The shop has suspended the part for the model.
        Suspended,
    }
}

response! {
    /// The number of pieces of a part that a vehicle needs.
    pub(crate) NeedView as PiecesNeeded {
        /// The position; absent if the part has only one.
        position: Option<String>,
        /// The number of pieces.
        pieces: i64,
    }
}

fn needs(needs: Needs) -> Vec<NeedView> {
    let need = |(position, pieces): (Option<Position>, PiecesNeeded)| NeedView {
        position: position.map(|position| position.to_string()),
        pieces: pieces.pieces(),
    };
    needs.into_iter().map(need).collect()
}

response! {
    /// A condition that a vehicle must meet.
    pub(crate) ConditionWordsView as FitCondition {
        /// Its id.
        id: String,
        /// Its text.
        words: String,
    }

    /// Conditions that must all hold for a part to fit.
    pub(crate) AlternativeView as FitAlternative {
        /// The required engine; absent if the vehicle's engine is known or irrelevant.
        engine: Option<NameView>,
        /// Conditions about the vehicle.
        conditions: Vec<ConditionWordsView>,
    }

    /// How often a part was sold for a model.
    pub(crate) TrackRecordView as TrackRecord from |evidence| Evidence {
        /// Order lines that were shipped.
        sold: u32 = evidence.sold(),
        /// Those of them that came back because they did not fit.
        misfits: u32 = evidence.misfits(),
    }

    /// The verdict about one part.
    pub(crate) VerdictView as Verdict {
        /// The part's `_id`.
        part: String,
        /// The verdict.
        verdict: VerdictWord,
        /// Why it is not known; absent unless the verdict is `unknown`.
        why: Option<UnknownReason>,
        /// The number of pieces the vehicle needs, by position.
        needs: Vec<NeedView>,
        /// The part fits if any of these holds; empty unless the verdict is `fits_if`.
        any_of: Vec<AlternativeView>,
        /// Other notes about the part on this vehicle; nothing to check.
        notes: Vec<String>,
        /// How often it was sold for the model, in any year; absent unless the verdict is `fits`, some came back, and at
        /// least 20 were sold.
        track_record: Option<TrackRecordView>,
    }
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
            track_record: None,
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

response! {
    /// The verdicts about some parts and a vehicle.
    pub(crate) FitsView as Fits {
        /// The vehicle.
        vehicle: VehicleView,
        /// The verdicts, by part `_id`; parts that are not in the catalog are omitted.
        verdicts: Vec<VerdictView>,
    }
}

impl From<Fits> for FitsView {
    fn from(fits: Fits) -> Self {
        let engines = EngineNames::of(&fits.engines);
        let verdict = |(part, verdict)| VerdictView {
            track_record: fits.track_records.get(&part).copied().map(TrackRecordView::from),
            ..VerdictView::of(part, verdict, &engines)
        };
        Self { vehicle: (&fits.vehicle).into(), verdicts: fits.verdicts.into_iter().map(verdict).collect() }
    }
}
