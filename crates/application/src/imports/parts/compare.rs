//! Computes what a part file would change.

use super::{
    super::{ImportResult, Importer, OnStep, Step, brake::Removals, findings::Findings},
    About, Key, PartState, Places, about,
    cells::target,
    differing, hash, key_of_part, owners, planned, present,
    rewritten::{self, Renumbered},
};
use crate::ports::{
    import_files::{BUCKETS, FindingKind, ImportFileError, PlannedPart},
    imports::{ChangeKind, Import, PartChange},
    part_rows::{PartColumn, PartFileRow},
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::id::{ImportId, PartId};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::Path,
    sync::Arc,
};
use uuid::Uuid;

/// The columns that a report shows for a new part, in which all values are new.
const OF_NEW: [PartColumn; 5] =
    [PartColumn::Brand, PartColumn::Number, PartColumn::Title, PartColumn::Price, PartColumn::Stock];

/// Returns a 16-byte hash of a number, because a file of a million parts needs many. A collision within a file is less
/// likely than a hardware fault.
fn short_name((brand, number): &Key) -> (u64, u64) {
    let bytes = || brand.as_str().bytes().chain([0]).chain(number.as_str().bytes());
    (hash(bytes()), hash(bytes().rev()))
}

/// The effect of a row on its part.
struct Outcome {
    line: u64,
    part: PartId,
    /// The number that the part acquires.
    new_key: Option<Key>,
    /// Whether it had another number.
    renumbered: bool,
    /// The change; `None` if the part is unchanged.
    change: Option<(PlannedPart, PartChange)>,
    /// Warnings about removed values and the stock.
    hints: Vec<String>,
    /// For each column of the file: the number of entries that the part loses, and the number it has.
    entries: Vec<(PartColumn, u64, u64)>,
}

/// The effects of the rows of a bucket.
#[derive(Default)]
struct Compared {
    outcomes: Vec<Outcome>,
    findings: Findings,
    set_aside: u64,
    foreign: u64,
}

impl Compared {
    fn refuse(&mut self, line: u64, words: impl IntoIterator<Item = String>) {
        self.set_aside += 1;
        for words in words {
            self.findings.add(FindingKind::Problem, line, 1, words);
        }
    }

    /// Reports why a row is not about any part.
    fn stray(&mut self, places: &Places, row: &PartFileRow) {
        if let Some(why) = &row.unreadable {
            return self.refuse(row.line, [why.to_string()]);
        }
        let words = match (row.some(PartColumn::Id), row.some(PartColumn::Brand), row.some(PartColumn::Number)) {
            (Some(_), ..) => {
                self.foreign += 1;
                let words = "The shop has no part with the id of a row.".to_owned();
                return self.findings.add(FindingKind::Problem, row.line, 1, words);
            }
            (None, Some(brand), Some(_)) => match places.brand(brand) {
                Ok(_) => "The column number must have letters or digits, at most 48 of them.".to_owned(),
                Err(why) => format!("The column brand {why}."),
            },
            _ => "A row names no part: it has neither an id nor a brand and a number.".to_owned(),
        };
        self.refuse(row.line, [words]);
    }
}

/// A valid row.
struct Understood<'r> {
    row: &'r PartFileRow,
    part: PartId,
    before: Option<PartState>,
    after: PartState,
}

impl Understood<'_> {
    /// Returns the number that the part acquires.
    fn new_key(&self) -> Option<Key> {
        let key = key_of_part(&self.after)?;
        (self.before.as_ref().and_then(key_of_part).as_ref() != Some(&key)).then_some(key)
    }

    fn outcome(&self, new_key: Option<Key>) -> Outcome {
        let Self { row, part, before, after } = self;
        let planned = planned((*part, row.line), before.as_ref(), after);
        let change = if before.is_none() { ChangeKind::New } else { ChangeKind::Changed };
        let mut columns = differing(before.as_ref(), after);
        let added = u64::try_from(columns.len()).unwrap_or(u64::MAX);
        let mut hints = rewritten::warnings(row);
        if before.is_some() {
            let cleared = columns.iter().filter(|change| change.after.is_empty());
            hints.extend(cleared.map(|change| {
                format!("An empty cell removes what its part has in the column {}.", change.column.name())
            }));
            hints.extend(before.as_ref().and_then(|before| rewritten::loses_zeros(before, after)));
            hints.extend(match planned.pieces {
                0 => None,
                1.. => Some("The column stock adds pieces to a part.".to_owned()),
                _ => Some("The column stock takes pieces from a part.".to_owned()),
            });
        } else {
            columns.retain(|change| OF_NEW.contains(&change.column));
        }
        let changed = (planned.before != planned.after)
            .then_some((planned, PartChange { part: *part, change, line: row.line, added, removed: 0, columns }));
        let renumbered = before.as_ref().is_some_and(|before| rewritten::is_renumbered(before, after));
        Outcome { line: row.line, part: *part, new_key, renumbered, change: changed, hints, entries: self.entries() }
    }

    /// Returns the warning about a new part whose number equals that of another part without its leading zeros.
    fn may_have_lost_zeros(&self, parts: &BTreeMap<Key, PartId>) -> Option<String> {
        let candidates = rewritten::with_zeros(&self.before.is_none().then(|| self.new_key()).flatten()?);
        let (_, before) = candidates.into_iter().find(|key| parts.contains_key(key))?;
        Some(rewritten::lost_zeros(self.after.listing.number.as_ref()?, before.as_str()))
    }

    /// Returns, for each column of the file, the number of entries that the part loses, and the number it has. A part
    /// removed from the catalog loses its catalog entry.
    fn entries(&self) -> Vec<(PartColumn, u64, u64)> {
        let Some(before) = &self.before else { return Vec::new() };
        let count = |entries: usize| u64::try_from(entries).unwrap_or(u64::MAX);
        let had = before.row().cells;
        let left = self.after.row().cells;
        let entries = |cells: &BTreeMap<PartColumn, Vec<String>>, column| {
            cells.get(&column).map_or(0, |cell| cell.iter().filter(|entry| !entry.is_empty()).count())
        };
        let columns = self.row.cells.keys().filter(|column| **column != PartColumn::Hidden);
        let of_column = |column: &PartColumn| {
            let had = entries(&had, *column);
            let left = entries(&left, *column);
            (*column, count(had.saturating_sub(left)), count(had))
        };
        let shown = u64::from(!before.hidden);
        let hidden = (PartColumn::Hidden, shown * u64::from(self.after.hidden), shown);
        columns.map(of_column).chain([hidden]).filter(|(_, _, had)| *had > 0).collect()
    }
}

fn compared(tx: &mut dyn Transaction, import: &ImportId, rows: &[PartFileRow]) -> StoreResult<Compared> {
    let places = Places::read(tx)?;
    let parts = about(tx, import, &places, rows)?;
    let known = |about: &Option<About>| match about {
        Some(About::Known(part)) => Some(*part),
        _ => None,
    };
    let known: Vec<PartId> = parts.iter().filter_map(known).collect::<BTreeSet<_>>().into_iter().collect();
    let states = present(tx, &known)?;
    let mut compared = Compared::default();
    let mut understood = Vec::new();
    for (row, about) in rows.iter().zip(parts) {
        let (part, before) = match about {
            None => {
                compared.stray(&places, row);
                continue;
            }
            Some(About::Known(part)) => (part, states.get(&part).cloned()),
            Some(About::New(part)) => (part, None),
        };
        if let Some(number) = row.some(PartColumn::Number).filter(|number| rewritten::has_exponent(number)) {
            compared.refuse(row.line, [format!(
                "The column number has {number}, from which a spreadsheet program has removed digits. Write the full \
                 number, as text."
            )]);
            continue;
        }
        match target(&places, before.as_ref(), row) {
            // Parts outside the catalog are found only by id: the next import would add this one again.
            Ok(after) if before.is_none() && after.hidden => {
                compared.refuse(row.line, ["A part that is not in the catalog has to be named by its id.".to_owned()]);
            }
            Ok(after) => understood.push(Understood { row, part, before, after }),
            Err(wrong) => compared.refuse(row.line, wrong),
        }
    }
    let own = owners(tx, understood.iter().filter_map(Understood::new_key))?;
    let added = understood.iter().filter(|row| row.before.is_none()).filter_map(Understood::new_key);
    let with_zeros = owners(tx, added.flat_map(|key| rewritten::with_zeros(&key)).collect::<Vec<_>>())?;
    for row in understood {
        let key = row.new_key();
        if key.as_ref().and_then(|key| own.get(key)).is_some_and(|owner| *owner != row.part) {
            compared.refuse(row.row.line, ["Another part of this brand has this number.".to_owned()]);
        } else {
            let mut outcome = row.outcome(key);
            outcome.hints.extend(row.may_have_lost_zeros(&with_zeros));
            compared.outcomes.push(outcome);
        }
    }
    Ok(compared)
}

impl Importer {
    pub(in super::super) async fn compare_parts(
        &self,
        import: &mut Import,
        file: Option<&Path>,
        holder: &Uuid,
        on_step: OnStep<'_>,
    ) -> ImportResult<()> {
        let summary = self.stage(import, file, on_step).await?;
        let (mut findings, mut seen, mut claimed, mut changes) =
            (Findings::of(summary.findings), HashSet::new(), HashSet::new(), 0);
        let mut removals = Removals::default();
        let mut renumbered = Renumbered::default();
        for bucket in 0..BUCKETS {
            if self.at_work.is_stopped() {
                return Err(ImportFileError::Interrupted.into());
            }
            let rows = Arc::new(self.files.part_rows(&import.id, bucket)?);
            let id = import.id;
            let compared = if rows.is_empty() {
                Compared::default()
            } else {
                self.hold(holder).await?;
                self.store.read(move |tx| compared(tx, &id, &rows)).await?
            };
            import.counts.set_aside += compared.set_aside;
            import.counts.foreign += compared.foreign;
            findings.extend(compared.findings);
            let mut planned = Vec::new();
            let mut of_bucket = Vec::new();
            for Outcome { line, part, new_key, renumbered: has_new_number, change, hints, entries } in compared.outcomes
            {
                let number = new_key.as_ref().map(short_name);
                let twice = if seen.contains(&part) {
                    Some("An earlier row is about the same part.")
                } else if number.is_some_and(|number| claimed.contains(&number)) {
                    Some("An earlier row has the same number.")
                } else {
                    None
                };
                if let Some(words) = twice {
                    import.counts.set_aside += 1;
                    findings.add(FindingKind::Problem, line, 1, words.to_owned());
                    continue;
                }
                seen.insert(part);
                claimed.extend(number);
                for (column, lost, had) in entries {
                    let (all_lost, all) = removals.columns.entry(column).or_default();
                    (*all_lost, *all) = (*all_lost + lost, *all + had);
                }
                let Some((plan, change)) = change else {
                    import.counts.unchanged += 1;
                    continue;
                };
                *(if change.change == ChangeKind::New {
                    &mut import.counts.new
                } else {
                    &mut import.counts.changed
                }) += 1;
                if has_new_number {
                    renumbered.add(line);
                }
                for words in hints {
                    findings.add(FindingKind::Lint, line, 1, words);
                }
                planned.push(plan);
                of_bucket.push(change);
            }
            self.files.save_plan(&import.id, bucket, &planned)?;
            changes = self.save_changes(import, holder, changes, of_bucket).await?;
            self.at_work.note(Step::Comparing(bucket + 1, BUCKETS));
            on_step(Step::Comparing(bucket + 1, BUCKETS));
        }
        renumbered.report(&mut findings);
        // A part file deletes no parts.
        self.files.save_plan(&import.id, BUCKETS, &[])?;
        self.set_brake(import, &removals, summary.is_doubtful).await?;
        let id = import.id;
        let findings = findings.into_list();
        self.write_held(holder, move |tx| Ok(tx.save_findings(&id, &findings)?)).await
    }
}
