//! Applies a report in batches, one unit of work per batch. No part is split between batches.

use super::{
    ImportError, ImportResult, Importer, OnStep, Step,
    compare::{Bucket, Context},
    findings::Findings,
    pace::Pace,
    plan::{self, FitmentRows, PartFitment},
};
use crate::{
    error_chain::error_chain,
    fitment::{editing::known_or_new, flags},
    ports::{
        fitment::ModelApplication,
        import_files::{BUCKETS, PlannedPart, Scope},
        imports::{Import, ImportState},
        store::Transaction,
    },
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    fitment::Application,
    id::{ConditionId, ImportId, PartId},
    text::ConditionWords,
    time::Timestamp,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use uuid::Uuid;

/// Rows per unit of work while no other writer is waiting.
const ROWS: usize = 500;

/// Parts per unit of work while no other writer is waiting.
const PARTS: usize = 50;

/// Parts changed in one unit of work.
#[derive(Debug, Clone)]
struct Chunk {
    import: ImportId,
    scope: Scope,
    planned: Arc<[PlannedPart]>,
    rows: Arc<BTreeMap<PartId, FitmentRows>>,
    /// Ids for words that are not in the dictionary.
    new_ids: Arc<BTreeMap<ConditionWords, ConditionId>>,
    now: Timestamp,
}

/// The outcome of a unit of work.
enum Outcome {
    /// It was applied; with the total number of parts changed so far.
    Applied(u64),
    /// An admin has stopped the import.
    Stopped,
}

/// How far a report was applied.
pub(super) enum Applied {
    /// Completely.
    Wholly,
    /// Until an admin stopped it.
    Stopped,
}

/// Splits off the parts of a plan that fit into one unit of work, at least one.
fn split_chunk<'p>(
    planned: &'p [PlannedPart],
    rows: &BTreeMap<PartId, FitmentRows>,
    pace: &Pace,
) -> (&'p [PlannedPart], &'p [PlannedPart]) {
    let most_rows = pace.share_of(ROWS);
    let most_parts = pace.share_of(PARTS);
    let mut weight = 0;
    let fits = |planned: &&PlannedPart| {
        weight += rows.get(&planned.part).map_or(1, |rows| rows.added.len() + rows.deleted.len());
        weight <= most_rows
    };
    let fitting = planned.iter().take(most_parts).take_while(fits).count();
    planned.split_at(fitting.max(1).min(planned.len()))
}

/// A part with its fitment before and after an import.
type Change = (PartId, PartFitment, PartFitment);

/// Returns the parts that still need a change, after verifying that the change is the reported one.
fn agreed(
    tx: &mut dyn Transaction,
    scope: Scope,
    planned: &[PlannedPart],
    rows: &BTreeMap<PartId, FitmentRows>,
) -> ImportResult<Vec<Change>> {
    let parts: Vec<PartId> = planned.iter().map(|planned| planned.part).collect();
    let present = plan::present(tx, &parts)?;
    let nothing = FitmentRows::default();
    let mut changes = Vec::new();
    for planned in planned {
        let before = present.get(&planned.part).cloned().unwrap_or_default();
        if before.fingerprint() == planned.after {
            continue;
        }
        if before.fingerprint() != planned.before {
            return Err(ImportError::Changed.into());
        }
        let rows = rows.get(&planned.part).unwrap_or(&nothing);
        let after = plan::target(scope, &before, rows, &mut Findings::default());
        let after = after.filter(|after| after.fingerprint() == planned.after).ok_or(ImportError::Changed)?;
        changes.push((planned.part, before, after));
    }
    Ok(changes)
}

impl Chunk {
    fn run(&self, tx: &mut dyn Transaction) -> ImportResult<Outcome> {
        let import = tx.import(&self.import)?.ok_or(ImportError::NoSuchImport)?;
        if import.state != ImportState::Applying {
            return Ok(Outcome::Stopped);
        }
        let parts: Vec<PartId> = self.planned.iter().map(|planned| planned.part).collect();
        // First, because this locks the parts and so serializes concurrent edits.
        tx.touch_parts(&parts, self.now)?;
        let changes = agreed(tx, self.scope, &self.planned, &self.rows)?;
        self.write(tx, &changes)?;
        let mut counts = import.counts;
        counts.applied += u64::try_from(changes.len()).unwrap_or(0);
        let applied = Import { counts, changed_at: self.now, ..import };
        // `false` means that an admin has stopped the import in the meantime.
        if !tx.update_import(&applied, ImportState::Applying)? {
            return Err(tx.conflict().into());
        }
        Ok(Outcome::Applied(counts.applied))
    }

    fn write(&self, tx: &mut dyn Transaction, changes: &[Change]) -> ImportResult<()> {
        if changes.is_empty() {
            return Ok(());
        }
        let of_all = changes.iter().flat_map(|(_, _, after)| &after.applications);
        let words: BTreeSet<&ConditionWords> = of_all.flat_map(|(_, application)| &application.conditions).collect();
        let new_ids = words.into_iter().filter_map(|words| Some((words.clone(), *self.new_ids.get(words)?))).collect();
        let ids = known_or_new(tx, &new_ids).map_err(|error| match error {
            UseCaseError::Store(error) => UseCaseError::Store(error),
            UseCaseError::Refused(_) | UseCaseError::Denied(_) => ImportError::Changed.into(),
        })?;
        for (part, before, after) in changes {
            let applications = with_ids(after, &ids)?;
            tx.replace_all_applications(part, &applications, after.set_aside)?;
            flags::restart_corrected(tx, part, &before.applications, &after.applications, self.now)?;
        }
        Ok(())
    }
}

/// Replaces the words of conditions with their ids, for writing.
fn with_ids(fitment: &PartFitment, ids: &BTreeMap<ConditionWords, ConditionId>) -> ImportResult<Vec<ModelApplication>> {
    let id = |words: &ConditionWords| ids.get(words).copied().ok_or(ImportError::Changed);
    let written = |(model, application): &super::resolve::FileApplication| {
        let Application { years, engine, position, pieces, conditions } = application.clone();
        let conditions = conditions.iter().map(id).collect::<Result<_, _>>()?;
        Ok((model.clone(), Application { years, engine, position, pieces, conditions }))
    };
    fitment.applications.iter().map(written).collect()
}

impl Importer {
    pub(super) async fn apply_from(
        &self,
        import: &Import,
        holder: &Uuid,
        on_step: OnStep<'_>,
    ) -> ImportResult<Applied> {
        let Some(scope) = import.scope else { return Err(ImportError::NotReady.into()) };
        let context = Arc::new(self.context(scope, None).await?);
        // Apply nothing of an outdated report, rather than part of it.
        if import.position == 0 && import.counts.applied == 0 {
            self.check_plan(import, &context, on_step).await?;
        }
        let changes = import.counts.changes();
        let mut pace = Pace::default();
        for bucket in import.position..=BUCKETS {
            let planned = self.files.plan(&import.id, bucket)?;
            let rows =
                if planned.is_empty() { BTreeMap::new() } else { self.planned_rows(import, bucket, &context).await? };
            let rows = Arc::new(rows);
            let mut left = planned.as_slice();
            while !left.is_empty() {
                let (chunk, others) = split_chunk(left, &rows, &pace);
                left = others;
                let chunk = Arc::from(chunk);
                let chunk = Chunk {
                    import: import.id,
                    scope,
                    new_ids: Arc::new(self.new_ids(&chunk, &rows).await?),
                    planned: chunk,
                    rows: Arc::clone(&rows),
                    now: self.clock.now(),
                };
                match self.write_share(holder, &mut pace, move |tx| chunk.run(tx)).await? {
                    Outcome::Applied(parts) => {
                        self.at_work.note(Step::Applying(parts, changes));
                        on_step(Step::Applying(parts, changes));
                    }
                    Outcome::Stopped => return Ok(Applied::Stopped),
                }
            }
            // An empty bucket is not recorded: repeating it costs nothing.
            if !planned.is_empty() && !self.note_position(import.id, holder, bucket).await? {
                return Ok(Applied::Stopped);
            }
        }
        Ok(Applied::Wholly)
    }

    /// Checks that the parts of a report are unchanged since it was made. Each part is also compared again in the unit
    /// of work that changes it.
    async fn check_plan(&self, import: &Import, context: &Arc<Context>, on_step: OnStep<'_>) -> ImportResult<()> {
        for bucket in 0..=BUCKETS {
            let planned = self.files.plan(&import.id, bucket)?;
            if !planned.is_empty() {
                let rows = self.planned_rows(import, bucket, context).await?;
                let scope = context.scope;
                self.store.read(move |tx| agreed(tx, scope, &planned, &rows).map(drop)).await?;
            }
            let step = Step::Comparing(bucket.min(BUCKETS - 1) + 1, BUCKETS);
            self.at_work.note(step);
            on_step(step);
            if self.at_work.is_stopped() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns the rows of the planned parts of a bucket.
    async fn planned_rows(
        &self,
        import: &Import,
        bucket: u16,
        context: &Arc<Context>,
    ) -> ImportResult<BTreeMap<PartId, FitmentRows>> {
        if bucket == BUCKETS {
            return Ok(BTreeMap::new());
        }
        let rows = self.files.rows(&import.id, bucket)?;
        let context = Arc::clone(context);
        Ok(self.store.read(move |tx| Bucket::of(tx, &context, &rows).map(|bucket| bucket.parts)).await?)
    }

    /// Returns an id for each condition of the planned parts. This includes conditions that they already have, because
    /// all applications of a part are rewritten.
    async fn new_ids(
        &self,
        planned: &Arc<[PlannedPart]>,
        rows: &BTreeMap<PartId, FitmentRows>,
    ) -> ImportResult<BTreeMap<ConditionWords, ConditionId>> {
        let parts: Vec<PartId> = planned.iter().map(|planned| planned.part).collect();
        let of_rows = parts.iter().filter_map(|part| rows.get(part)).flat_map(|rows| &rows.added);
        let mut words: BTreeSet<ConditionWords> =
            of_rows.flat_map(|(_, (_, application))| application.conditions.iter().cloned()).collect();
        let present = self.store.read(move |tx| plan::present(tx, &parts)).await?;
        let known = present.values().flat_map(|fitment| &fitment.applications);
        words.extend(known.flat_map(|(_, application)| application.conditions.iter().cloned()));
        Ok(words.into_iter().map(|words| (words, self.ids.next())).collect())
    }

    /// Records that a bucket is done. Returns `false` if an admin has stopped the import.
    pub(super) async fn note_position(&self, id: ImportId, holder: &Uuid, bucket: u16) -> ImportResult<bool> {
        let now = self.clock.now();
        let position = bucket.saturating_add(1).min(BUCKETS);
        // Whenever the work done has doubled, because a query plan made for a small table still scans all of it after
        // it has grown.
        if position.is_power_of_two()
            && let Err(error) = self.store.optimize().await
        {
            tracing::warn!(error = error_chain(&error), "cannot refresh the query planner statistics; retrying later");
        }
        let note = move |tx: &mut dyn Transaction| {
            let Some(import) = tx.import(&id)? else { return Ok(false) };
            Ok(tx.update_import(&Import { position, changed_at: now, ..import }, ImportState::Applying)?)
        };
        self.write_held(holder, note).await
    }
}
