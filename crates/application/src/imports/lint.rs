//! Warnings about rows that are imported but look like typos.

use super::{findings::Findings, plan::FitmentRows, resolve::FileApplication};
use crate::ports::{import_files::FindingKind, store::Transaction, store_error::StoreResult};
use autoparts_domain::{
    fitment::{Application, MAX_APPLICATIONS, PiecesNeeded},
    slug::EngineId,
    text::{ConditionWords, Position},
    vehicles::{BuiltYears, ModelId, ModelYear, Years},
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A place on a vehicle.
type Place = (ModelId, Option<EngineId>, Option<Position>, ModelYear);

/// An application for one year.
type OfYear<'r> = (&'r ModelId, Application<ConditionWords>);

/// The rows of a part checked so far.
#[derive(Default)]
struct Seen<'r> {
    rows: HashSet<&'r FileApplication>,
    applications: HashSet<OfYear<'r>>,
    /// Number of pieces by application; the keys have no number of pieces.
    pieces: HashMap<OfYear<'r>, PiecesNeeded>,
    /// The first row without conditions, and whether another row has some.
    conditions: HashMap<Place, (Option<u64>, bool)>,
    /// Rows without conditions where another row has some.
    without_condition: HashSet<u64>,
}

impl<'r> Seen<'r> {
    /// Returns what is odd about a row compared with the rows before it.
    fn add(&mut self, line: u64, row: &'r FileApplication) -> Vec<String> {
        if !self.rows.insert(row) {
            return vec!["A row repeats an earlier one.".to_owned()];
        }
        let (model, application) = row;
        let mut overlaps = false;
        let mut others = None;
        for year in application.years.iter() {
            let of_year = Application { years: Years::one(year), ..application.clone() };
            others = others.or(self.other_pieces(model, &of_year));
            overlaps |= !self.applications.insert((model, of_year));
            self.note_conditions(line, row, year);
        }
        let contradicts = others.map(|(before, pieces)| {
            format!(
                "A row needs {pieces} pieces, and an earlier row {before}, for the same vehicle, position and \
                 conditions."
            )
        });
        let overlaps = overlaps.then(|| "The years of a row overlap with those of another.".to_owned());
        contradicts.into_iter().chain(overlaps).collect()
    }

    /// Returns the number of pieces in an earlier row for the same application and in this one, if they differ.
    fn other_pieces(&mut self, model: &'r ModelId, of_year: &Application<ConditionWords>) -> Option<(i64, i64)> {
        let pieces = of_year.pieces?;
        let application = (model, Application { pieces: None, ..of_year.clone() });
        let before = *self.pieces.entry(application).or_insert(pieces);
        (before != pieces).then(|| (before.pieces(), pieces.pieces()))
    }

    fn note_conditions(&mut self, line: u64, (model, application): &FileApplication, year: ModelYear) {
        let place = (model.clone(), application.engine.clone(), application.position.clone(), year);
        let (bare, with_conditions) = self.conditions.entry(place).or_default();
        if application.conditions.is_empty() {
            *bare = bare.or(Some(line));
        } else {
            *with_conditions = true;
        }
        self.without_condition.extend(bare.filter(|_| *with_conditions));
    }
}

/// Compares the rows of a part with one another.
pub(super) fn rows(rows: &FitmentRows, findings: &mut Findings) {
    // Such a part is refused, and each of its rows may cover a hundred years.
    if rows.added.len() > MAX_APPLICATIONS {
        return;
    }
    let mut seen = Seen::default();
    for (line, row) in &rows.added {
        for words in seen.add(*line, row) {
            findings.add(FindingKind::Lint, *line, 1, words);
        }
    }
    for line in seen.without_condition {
        let words = "A row has no condition, and another for the same vehicle has one.".to_owned();
        findings.add(FindingKind::Lint, line, 1, words);
    }
}

/// Batch size of looking up models.
const BATCH: usize = 500;

/// Warns about applications beyond the newest model year, or beyond the years in which their model was built according
/// to the shop.
pub(super) fn years<'r>(
    tx: &mut dyn Transaction,
    newest: ModelYear,
    parts: impl Iterator<Item = &'r FitmentRows> + Clone,
    findings: &mut Findings,
) -> StoreResult<()> {
    let added = parts.flat_map(|rows| &rows.added);
    let models: BTreeSet<&ModelId> = added.clone().map(|(_, (model, _))| model).collect();
    let built = built_years(tx, &models)?;
    for (line, (model, application)) in added {
        let years = application.years;
        let words = if years.to() > newest {
            format!("The years {years} go past {newest}, the newest model year.")
        } else if built.within(model, years) == Some(years) {
            continue;
        } else {
            let possible = built.possible(model);
            format!(
                "The years {years} go past those in which {model} was built, as far as the shop knows: {}.",
                shown(*possible.start(), *possible.end())
            )
        };
        findings.add(FindingKind::Lint, *line, 1, words);
    }
    Ok(())
}

/// Formats a range of years, omitting an end that the tables do not know.
fn shown(from: ModelYear, to: ModelYear) -> String {
    match (from.year() == ModelYear::MIN, to.year() == ModelYear::MAX) {
        (true, _) => format!("to {to}"),
        (_, true) => format!("from {from}"),
        _ if from == to => from.to_string(),
        _ => format!("{from}–{to}"),
    }
}

/// Returns the years in which some models were built, in batches that every store supports.
fn built_years(tx: &mut dyn Transaction, models: &BTreeSet<&ModelId>) -> StoreResult<BuiltYears> {
    let models: Vec<ModelId> = models.iter().map(|model| (*model).clone()).collect();
    let mut built = BuiltYears::default();
    for some in models.chunks(BATCH) {
        let theirs = tx.built_years(some)?;
        built.known = theirs.known;
        built.models.extend(theirs.models);
    }
    Ok(built)
}
