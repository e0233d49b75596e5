//! Plans the new state of each part.

use super::{findings::Findings, resolve::FileApplication};
use crate::ports::{
    fitment::ListedFitment,
    import_files::{FindingKind, Scope},
    imports::PartKey,
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::part_number::NormalNumber,
    fitment::{Application, MAX_APPLICATIONS, MAX_APPLICATIONS_OF_MODEL, PiecesNeeded, joined},
    id::PartId,
    slug::{BrandId, EngineId},
    text::{ConditionWords, Position},
    vehicles::{ModelId, ModelYear, Years},
};
use std::collections::{BTreeMap, HashSet};

/// The fitment of a part in canonical order, so that equal fitments compare equal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PartFitment {
    /// The key by which files name the part. If it changes, different rows apply.
    pub(super) key: PartKey,
    /// Its applications, sorted by model and joined per model.
    pub(super) applications: Vec<FileApplication>,
    /// Number of its supplier's applications that could not be understood.
    pub(super) set_aside: u32,
}

impl PartFitment {
    fn new(key: PartKey, applications: impl IntoIterator<Item = FileApplication>, set_aside: u32) -> Self {
        let mut by_model: BTreeMap<ModelId, Vec<Application<ConditionWords>>> = BTreeMap::new();
        for (model, application) in applications {
            by_model.entry(model).or_default().push(application);
        }
        let of_model = |(model, theirs): (ModelId, Vec<_>)| {
            joined(theirs).into_iter().map(move |application| (model.clone(), application))
        };
        Self { key, applications: by_model.into_iter().flat_map(of_model).collect(), set_aside }
    }

    /// Returns the same part without any fitment.
    pub(super) fn emptied(&self) -> Self {
        Self { key: self.key.clone(), ..Self::default() }
    }

    /// Returns the name of the part in findings.
    pub(super) fn name(&self) -> String {
        let PartKey { brand, number } = &self.key;
        let brand = brand.as_ref().map(BrandId::as_str).unwrap_or_default();
        let number = number.as_ref().map(NormalNumber::as_str).unwrap_or_default();
        format!("{number} of {brand}")
    }

    /// Returns the finding for a file without a `set_aside` value for this part.
    fn missing_set_aside(&self) -> String {
        format!(
            "The file has no set_aside value for part {}. It stays at {}, so fit remains \"not known\" for other vehicles.",
            self.name(),
            self.set_aside
        )
    }

    /// Returns the finding for a file that lowers `set_aside` of this part.
    fn fewer_set_aside(&self, after: u32) -> String {
        format!(
            "The file changes set_aside of part {} to {after}; the shop has {}. A lower number can turn \"not known\" into \
             \"does not fit\".",
            self.name(),
            self.set_aside
        )
    }

    /// Counts the applications that this part loses if it becomes `after`, per model. If a model loses years, the same
    /// proportion of its applications is lost, rounded up. An application whose years move or whose engine changes is
    /// not lost.
    pub(super) fn lost(&self, after: &Self) -> u64 {
        let left = by_model(&after.applications);
        let lost = |(model, before): (&ModelId, &Extent)| before.lost(left.get(model).copied().unwrap_or_default());
        by_model(&self.applications).iter().map(lost).sum()
    }

    /// Counts the applications that `other` does not have.
    pub(super) fn beyond(&self, other: &Self) -> u64 {
        let theirs: HashSet<&FileApplication> = other.applications.iter().collect();
        let beyond = self.applications.iter().filter(|application| !theirs.contains(application)).count();
        u64::try_from(beyond).unwrap_or(u64::MAX)
    }

    /// Returns a fingerprint. The same in every version of this program, because plans store it.
    pub(super) fn fingerprint(&self) -> u64 {
        let PartKey { brand, number } = &self.key;
        let brand = brand.as_ref().map(BrandId::as_str).unwrap_or_default();
        let number = number.as_ref().map(NormalNumber::as_str).unwrap_or_default();
        let mut text = format!("{brand} {number} {}\n", self.set_aside);
        for (model, application) in &self.applications {
            let Application { years, engine, position, pieces, conditions } = application;
            let engine = engine.as_ref().map(EngineId::as_str).unwrap_or_default();
            let position = position.as_ref().map(Position::as_str).unwrap_or_default();
            let pieces = pieces.map_or(0, PiecesNeeded::pieces);
            text.push_str(&format!("{model}|{}|{}|{engine}|{position}|{pieces}", years.from(), years.to()));
            for words in conditions {
                // A separator that no user text contains.
                text.push('\u{1f}');
                text.push_str(words.as_str());
            }
            text.push('\n');
        }
        // FNV-1a.
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

/// Totals of a part's applications for one model.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    applications: u64,
    /// The number of years of all its applications.
    years: u64,
}

impl Extent {
    /// Counts the applications that are lost if only `left` remains.
    fn lost(self, left: Self) -> u64 {
        let years = self.years.saturating_sub(left.years);
        let in_proportion = self.applications.saturating_mul(years).div_ceil(self.years.max(1));
        self.applications.saturating_sub(left.applications).max(in_proportion)
    }
}

fn by_model(applications: &[FileApplication]) -> BTreeMap<ModelId, Extent> {
    let mut models = BTreeMap::<ModelId, Extent>::new();
    for (model, application) in applications {
        let extent = models.entry(model.clone()).or_default();
        extent.applications += 1;
        extent.years += u64::try_from(application.years.iter().count()).unwrap_or(u64::MAX);
    }
    models
}

/// Returns the current fitment of some parts.
pub(super) fn present(tx: &mut dyn Transaction, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, PartFitment>> {
    Ok(present_and_suspended(tx, parts)?.0)
}

/// Models for which parts are suspended; parts without any are omitted.
pub(super) type Suspended = BTreeMap<PartId, Vec<ModelId>>;

/// Returns the current fitment of some parts, and the models for which they are suspended.
pub(super) fn present_and_suspended(
    tx: &mut dyn Transaction,
    parts: &[PartId],
) -> StoreResult<(BTreeMap<PartId, PartFitment>, Suspended)> {
    let mut suspended = Suspended::new();
    let mut listed = tx.listed_fitments(parts)?;
    let counts = tx.fitment_counts(parts)?;
    let mut keys = tx.part_keys(parts)?;
    let in_words = |application: &Application| {
        let Application { years, engine, position, pieces, conditions } = application.clone();
        let conditions = conditions.iter().map(|condition| condition.words.clone()).collect();
        Application { years, engine, position, pieces, conditions }
    };
    let of_part = |part: &PartId| {
        let ListedFitment { applications, suspended: models } = listed.remove(part).unwrap_or_default();
        if !models.is_empty() {
            suspended.insert(*part, models);
        }
        let applications = applications.iter().map(|(model, application)| (model.clone(), in_words(application)));
        let set_aside = counts.get(part).map_or(0, |counts| counts.set_aside);
        (*part, PartFitment::new(keys.remove(part).unwrap_or_default(), applications, set_aside))
    };
    let fitments = parts.iter().map(of_part).collect();
    Ok((fitments, suspended))
}

/// The rows of a file about a part, with their line numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct FitmentRows {
    /// The lowest of these line numbers; 0 if there are no rows.
    pub(super) line: u64,
    pub(super) added: Vec<(u64, FileApplication)>,
    pub(super) deleted: Vec<(u64, FileApplication)>,
    /// Number of rows that could not be understood.
    pub(super) set_aside: u32,
    /// The `set_aside` value in the file; `None` if it has none.
    pub(super) set_aside_before: Option<u32>,
}

/// Computes the new state of a part; `None` if it would have too many applications.
pub(super) fn target(
    scope: Scope,
    before: &PartFitment,
    rows: &FitmentRows,
    findings: &mut Findings,
) -> Option<PartFitment> {
    let added = rows.added.iter().map(|(_, application)| application.clone());
    let key = before.key.clone();
    let after = match scope {
        Scope::WholeBrand => PartFitment::new(key, added, rows.set_aside),
        Scope::WholeParts => {
            let set_aside = match rows.set_aside_before {
                Some(count) => count.saturating_add(rows.set_aside),
                // Without the value, the file's list may be incomplete.
                None => before.set_aside.max(rows.set_aside),
            };
            if rows.set_aside_before.is_none() && before.set_aside > 0 {
                findings.add(FindingKind::Lint, rows.line, 1, before.missing_set_aside());
            }
            if rows.set_aside_before.is_some_and(|count| count < before.set_aside) {
                findings.add(FindingKind::Lint, rows.line, 1, before.fewer_set_aside(set_aside));
            }
            PartFitment::new(key, added, set_aside)
        }
        Scope::Changes => {
            let left = without(before, &rows.deleted, findings);
            PartFitment::new(key, left.into_iter().chain(added), before.set_aside.max(rows.set_aside))
        }
    };
    let of_model = after
        .applications
        .chunk_by(|(one, _), (other, _)| one == other)
        .map(<[FileApplication]>::len)
        .max()
        .unwrap_or(0);
    if after.applications.len() > MAX_APPLICATIONS || of_model > MAX_APPLICATIONS_OF_MODEL {
        let line = rows.added.first().map_or(0, |(line, _)| *line);
        let words = format!(
            "A part has more than {MAX_APPLICATIONS} applications, or more than {MAX_APPLICATIONS_OF_MODEL} for one \
             model. It stays as it is."
        );
        findings.add(FindingKind::Problem, line, u64::try_from(rows.added.len()).unwrap_or(0), words);
        return None;
    }
    Some(after)
}

/// Returns the applications that remain after deleting others; a range keeps the years that are not deleted.
fn without(before: &PartFitment, deleted: &[(u64, FileApplication)], findings: &mut Findings) -> Vec<FileApplication> {
    let mut left = before.applications.clone();
    for (line, (model, gone)) in deleted {
        let mut rest = Vec::with_capacity(left.len());
        let mut found = false;
        for (of_model, application) in left {
            let same = Application { years: gone.years, ..application.clone() } == *gone && of_model == *model;
            if same && overlap(application.years, gone.years) {
                found = true;
                let kept = minus(application.years, gone.years);
                let pieces = kept.into_iter().map(|years| Application { years, ..application.clone() });
                rest.extend(pieces.map(|application| (of_model.clone(), application)));
            } else {
                rest.push((of_model, application));
            }
        }
        if !found {
            let words = "A row removes an application that the part does not have.".to_owned();
            findings.add(FindingKind::Lint, *line, 1, words);
        }
        left = rest;
    }
    left
}

fn overlap(one: Years, other: Years) -> bool {
    one.from() <= other.to() && other.from() <= one.to()
}

/// Returns the years of one range that are not in another.
fn minus(from: Years, gone: Years) -> Vec<Years> {
    let range = |first: i64, last: i64| Years::new(ModelYear::new(first).ok()?, ModelYear::new(last).ok()?).ok();
    let before = range(from.from().year(), gone.from().year() - 1);
    let after = range(gone.to().year() + 1, from.to().year());
    before.into_iter().chain(after).collect()
}
