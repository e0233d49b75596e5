//! Computes what a file would change, bucket by bucket and part by part.

use super::{
    ImportResult, Importer, OnStep, Step,
    brake::Removals,
    findings::Findings,
    left_out::LeftOut,
    lint,
    names::Names,
    plan::{self, FitmentRows, PartFitment},
    refuted,
    resolve::{self, Unclear},
};
use crate::{
    ports::{
        import_files::{
            BUCKETS, FileSummary, FindingKind, FitmentRow, ImportFileError, PlannedPart, RowAction, RowVehicle, Scope,
        },
        imports::{ChangeKind, Import, ImportCounts, PartChange},
        page::Page,
        store::Transaction,
        store_error::StoreResult,
    },
    use_case_error::UseCaseError,
};
use autoparts_domain::{catalogue::part_number::NormalNumber, id::PartId, slug::BrandId, vehicles::ModelYear};
use std::{
    collections::{BTreeMap, HashSet},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};
use uuid::Uuid;

/// Parts of a brand per batch.
const BATCH: u32 = 200;

/// Maximum value of the column `set_aside`.
const MAX_SET_ASIDE: u32 = 10_000_000;

/// Data needed to interpret the rows of a file.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) names: Names,
    pub(super) scope: Scope,
    brands: Brands,
    newest: ModelYear,
}

/// The brands whose parts rows may be about.
#[derive(Debug)]
enum Brands {
    /// Any brand: when a report is applied, its plan determines which parts change.
    Any,
    /// Only the brand that the file describes completely; `None` if the shop does not know it.
    One(Option<BrandId>),
}

impl Brands {
    fn allow(&self, brand: &BrandId) -> bool {
        match self {
            Self::Any => true,
            Self::One(one) => one.as_ref() == Some(brand),
        }
    }

    /// Returns the brand that the file describes completely, if the shop knows it.
    fn own(&self) -> Option<&BrandId> {
        match self {
            Self::Any => None,
            Self::One(one) => one.as_ref(),
        }
    }
}

/// The rows of a bucket, by part.
#[derive(Debug, Default)]
pub(super) struct Bucket {
    pub(super) parts: BTreeMap<PartId, FitmentRows>,
    findings: Findings,
    left_out: LeftOut,
    set_aside: u64,
    foreign: u64,
}

/// Returns the `set_aside` value of a row; `None` if it has none, `Err` if it is invalid.
fn set_aside_before(row: &FitmentRow) -> Option<Result<u32, ()>> {
    let text = row.set_aside.as_deref()?;
    // A value above the maximum number of rows in a file is invalid as well.
    Some(text.trim().parse().ok().filter(|count| *count <= MAX_SET_ASIDE).ok_or(()))
}

/// The changes to the parts of a bucket.
#[derive(Debug, Default)]
struct Compared {
    planned: Vec<PlannedPart>,
    changes: Vec<PartChange>,
    parts: Vec<PartId>,
    counts: ImportCounts,
    removals: Removals,
    findings: Findings,
    left_out: LeftOut,
}

impl Compared {
    fn add(&mut self, part: PartId, line: u64, before: &PartFitment, after: &PartFitment) {
        let change = match (before.applications.is_empty(), after.applications.is_empty()) {
            _ if before == after => {
                self.counts.unchanged += 1;
                return;
            }
            (true, false) => ChangeKind::New,
            (false, true) => ChangeKind::Gone,
            _ => ChangeKind::Changed,
        };
        *match change {
            ChangeKind::New => &mut self.counts.new,
            ChangeKind::Changed => &mut self.counts.changed,
            ChangeKind::Gone => &mut self.counts.gone,
        } += 1;
        self.removals.add(before.key.brand.as_ref(), before.lost(after));
        let added = after.beyond(before);
        let removed = before.beyond(after);
        self.changes.push(PartChange { part, change, line, added, removed, columns: Vec::new() });
        let before = before.fingerprint();
        let after = after.fingerprint();
        self.planned.push(PlannedPart { part, line: 0, pieces: 0, before, after });
    }
}

fn add(sum: &mut ImportCounts, more: &ImportCounts) {
    sum.set_aside += more.set_aside;
    sum.foreign += more.foreign;
    sum.new += more.new;
    sum.changed += more.changed;
    sum.gone += more.gone;
    sum.unchanged += more.unchanged;
}

/// Rows with the number of their part, by brand.
type ByNumber<'r> = BTreeMap<BrandId, BTreeMap<NormalNumber, Vec<&'r FitmentRow>>>;

impl Bucket {
    /// Finds the parts that rows are about, and interprets the rows.
    pub(super) fn of(tx: &mut dyn Transaction, context: &Context, rows: &[FitmentRow]) -> StoreResult<Self> {
        let mut bucket = Self::default();
        let mut by_brand: ByNumber<'_> = BTreeMap::new();
        for row in rows {
            match resolve::part(&context.names, row) {
                Ok((brand, _)) if !context.brands.allow(&brand) => {
                    bucket.foreign += 1;
                    bucket.left_out.brand(brand, row.line, 1);
                }
                Ok((brand, number)) => by_brand.entry(brand).or_default().entry(number).or_default().push(row),
                Err(unclear) => bucket.set_aside(row, [unclear]),
            }
        }
        for (brand, numbers) in by_brand {
            let asked: Vec<NormalNumber> = numbers.keys().cloned().collect();
            let owners = tx.number_owners(&brand, &asked)?;
            for (number, rows) in numbers {
                match owners.get(&number) {
                    Some(part) => bucket.understand(context, *part, &rows),
                    None => bucket.foreign(&brand, &rows),
                }
            }
        }
        Ok(bucket)
    }

    fn set_aside(&mut self, row: &FitmentRow, unclear: impl IntoIterator<Item = Unclear>) {
        self.set_aside += 1;
        for unclear in unclear {
            match &unclear {
                Unclear::Code(..) => self.left_out.code(),
                Unclear::Unknown(subject, name) => self.left_out.unknown(*subject, name, 1),
                Unclear::Wrong(_) => {}
            }
            let (kind, words) = unclear.finding();
            self.findings.add(kind, row.line, 1, words);
        }
    }

    fn foreign(&mut self, brand: &BrandId, rows: &[&FitmentRow]) {
        let count = u64::try_from(rows.len()).unwrap_or(0);
        self.foreign += count;
        if let Some(first) = rows.first() {
            let number: String = first.number.chars().take(60).collect();
            let words = format!("The shop has no part {number} of {brand}.");
            self.findings.add(FindingKind::Problem, first.line, count, words);
        }
    }

    fn understand(&mut self, context: &Context, part: PartId, rows: &[&FitmentRow]) {
        let line = rows.iter().map(|row| row.line).min().unwrap_or(0);
        let mut theirs = FitmentRows { line, ..FitmentRows::default() };
        theirs.set_aside_before = self.set_aside_before(rows);
        for row in rows {
            // The part's only row states that it has no applications.
            if row.vehicle == RowVehicle::Nothing && rows.len() == 1 {
                continue;
            }
            match resolve::application(&context.names, row) {
                Ok(stated) if row.action == RowAction::Add => theirs.added.push((row.line, stated)),
                Ok(stated) if context.scope == Scope::Changes => theirs.deleted.push((row.line, stated)),
                Ok(_) => {
                    let words = "A row removes an application, but this file is a complete list.".to_owned();
                    self.findings.add(FindingKind::Problem, row.line, 1, words);
                }
                Err(unclear) => {
                    theirs.set_aside += 1;
                    self.set_aside(row, unclear);
                }
            }
        }
        lint::rows(&theirs, &mut self.findings);
        self.parts.insert(part, theirs);
    }

    /// Returns the `set_aside` value of a part from its rows.
    fn set_aside_before(&mut self, rows: &[&FitmentRow]) -> Option<u32> {
        let mut known: Option<u32> = None;
        for row in rows {
            let words = match (set_aside_before(row), known) {
                (None, _) => continue,
                (Some(Err(())), _) => "The value of set_aside is not a valid number of rows, and is ignored.",
                (Some(Ok(count)), Some(before)) if count != before => {
                    known = Some(before.max(count));
                    "The rows of a part have different values of set_aside. The largest one is used."
                }
                (Some(Ok(count)), _) => {
                    known = Some(count);
                    continue;
                }
            };
            self.findings.add(FindingKind::Problem, row.line, 1, words.to_owned());
        }
        known
    }

    fn compare(self, tx: &mut dyn Transaction, context: &Context) -> StoreResult<Compared> {
        let Self { parts, mut findings, left_out, set_aside, foreign } = self;
        lint::years(tx, context.newest, parts.values(), &mut findings)?;
        let counts = ImportCounts { set_aside, foreign, ..ImportCounts::default() };
        let mut compared = Compared { counts, findings, left_out, ..Compared::default() };
        compared.parts = parts.keys().copied().collect();
        let (present, suspended) = plan::present_and_suspended(tx, &compared.parts)?;
        refuted::repeated(tx, &suspended, &parts, &present, &mut compared.findings)?;
        for (part, rows) in parts {
            let before = present.get(&part).cloned().unwrap_or_default();
            let after = plan::target(context.scope, &before, &rows, &mut compared.findings);
            compared.add(part, rows.line, &before, after.as_ref().unwrap_or(&before));
        }
        Ok(compared)
    }
}

/// Compares the parts of a brand that have applications but are missing from the file. Includes deleted parts: a file
/// can name only parts of the catalog, and a part that returns to it must not keep applications that its supplier no
/// longer lists.
fn gone(tx: &mut dyn Transaction, page: &[PartId], seen: &HashSet<PartId>) -> StoreResult<Compared> {
    let mut compared = Compared::default();
    let counts = tx.fitment_counts(page)?;
    let missing = page.iter().filter(|part| counts.contains_key(part) && !seen.contains(part));
    let missing: Vec<PartId> = missing.copied().collect();
    for (part, before) in plan::present(tx, &missing)? {
        let after = before.emptied();
        if before != after {
            compared.add(part, 0, &before, &after);
        }
    }
    Ok(compared)
}

impl Importer {
    /// Loads the data needed to interpret the rows of a file.
    pub(super) async fn context(&self, scope: Scope, summary: Option<&FileSummary>) -> ImportResult<Context> {
        let names = self.store.read(Names::read).await?;
        let brands = match summary {
            Some(summary) if scope == Scope::WholeBrand => {
                Brands::One(summary.brand.as_ref().and_then(|named| resolve::brand(&names, named).ok()))
            }
            _ => Brands::Any,
        };
        Ok(Context { names, scope, brands, newest: ModelYear::newest(self.clock.now()) })
    }

    pub(super) async fn compare(
        &self,
        import: &mut Import,
        file: Option<&Path>,
        holder: &Uuid,
        on_step: OnStep<'_>,
    ) -> ImportResult<()> {
        let summary = self.stage(import, file, on_step).await?;
        let context = Arc::new(self.context(summary.scope, Some(&summary)).await?);
        let mut findings = Findings::of(summary.findings);
        let mut seen = HashSet::new();
        let mut changes = 0;
        let mut removals = Removals::default();
        let mut left_out = LeftOut::default();
        for bucket in 0..BUCKETS {
            if self.at_work.is_stopped() {
                return Err(ImportFileError::Interrupted.into());
            }
            let rows = Arc::new(self.files.rows(&import.id, bucket)?);
            let context = Arc::clone(&context);
            let compared = self.store.read(move |tx| Bucket::of(tx, &context, &rows)?.compare(tx, &context)).await?;
            self.files.save_plan(&import.id, bucket, &compared.planned)?;
            changes = self.save_changes(import, holder, changes, compared.changes).await?;
            add(&mut import.counts, &compared.counts);
            removals.extend(compared.removals);
            findings.extend(compared.findings);
            left_out.extend(compared.left_out);
            seen.extend(compared.parts);
            self.at_work.note(Step::Comparing(bucket + 1, BUCKETS));
            on_step(Step::Comparing(bucket + 1, BUCKETS));
        }
        let gone = self.find_gone(import, &context, seen, changes, &mut removals, holder).await?;
        self.files.save_plan(&import.id, BUCKETS, &gone)?;
        let name = |brand: &BrandId| context.names.brand_name(brand);
        left_out.report_brands(context.brands.own().map(name).as_deref(), name, &mut findings);
        left_out.report_nothing(&import.counts, &mut findings);
        self.set_brake(import, &removals, summary.is_doubtful).await?;
        let id = import.id;
        let findings = findings.into_list();
        self.write_held(holder, move |tx| Ok(tx.save_findings(&id, &findings)?)).await
    }

    /// Reads the whole file of an import, and deletes what an interrupted attempt has left.
    pub(super) async fn stage(
        &self,
        import: &mut Import,
        file: Option<&Path>,
        on_step: OnStep<'_>,
    ) -> ImportResult<FileSummary> {
        let mut progress = |read, of| {
            self.at_work.note(Step::Reading(read, of));
            on_step(Step::Reading(read, of));
            if self.at_work.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let summary = self.files.stage(&import.id, import.kind, file, &mut progress)?;
        self.reset_changes(import).await?;
        (import.format, import.digest) = (summary.format.clone(), summary.digest.clone());
        (import.scope, import.counts.rows) = (Some(summary.scope), summary.rows);
        Ok(summary)
    }

    /// Deletes what an interrupted attempt has left.
    async fn reset_changes(&self, import: &mut Import) -> ImportResult<()> {
        (import.counts, import.position) = (ImportCounts::default(), 0);
        self.delete_changes(import.id).await
    }

    /// Appends changes to the report, numbered from `first`. Returns the total number of changes.
    pub(super) async fn save_changes(
        &self,
        import: &Import,
        holder: &Uuid,
        first: u32,
        changes: Vec<PartChange>,
    ) -> ImportResult<u32> {
        let id = import.id;
        let next = first.saturating_add(u32::try_from(changes.len()).unwrap_or(u32::MAX));
        if !changes.is_empty() {
            self.write_held(holder, move |tx| Ok(tx.add_import_changes(&id, first, &changes)?)).await?;
        }
        Ok(next)
    }

    /// Finds the parts that are missing from a file that describes their whole brand.
    async fn find_gone(
        &self,
        import: &mut Import,
        context: &Context,
        seen: HashSet<PartId>,
        mut changes: u32,
        removals: &mut Removals,
        holder: &Uuid,
    ) -> ImportResult<Vec<PlannedPart>> {
        let Brands::One(Some(brand)) = &context.brands else { return Ok(Vec::new()) };
        let seen = Arc::new(seen);
        let mut planned = Vec::new();
        let mut after = None;
        loop {
            let brand = brand.clone();
            let seen = Arc::clone(&seen);
            let from = after;
            let work = move |tx: &mut dyn Transaction| {
                let page = tx.parts_of_brand(&brand, &Page { after: from, limit: BATCH })?;
                Ok::<_, UseCaseError<_>>((page.last().copied(), gone(tx, &page, &seen)?))
            };
            let (last, compared) = self.store.read(work).await?;
            changes = self.save_changes(import, holder, changes, compared.changes).await?;
            add(&mut import.counts, &compared.counts);
            removals.extend(compared.removals);
            planned.extend(compared.planned);
            match last {
                Some(last) => after = Some(last),
                None => return Ok(planned),
            }
        }
    }
}
