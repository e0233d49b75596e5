//! Doing what a report says: some parts in each unit of work, each of them whole.

use super::{
    ImportError, Importer, OnStep, Step,
    compare::{Bucket, Context},
    findings::Findings,
    pace::Pace,
    plan::{self, PartFitment, PartRows},
};
use crate::{
    error_chain::error_chain,
    fitment::{FitmentError, editing::known_or_new},
    ports::{
        fitment::ModelApplication,
        import_files::{BUCKETS, PlannedPart, Scope},
        imports::{Import, ImportState},
        store::Transaction,
    },
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

/// Rows of one unit of work while nobody has to wait.
const ROWS: usize = 500;

/// Parts of one unit of work while nobody has to wait.
const PARTS: usize = 50;

/// Parts that are changed in one unit of work.
#[derive(Debug, Clone)]
struct Chunk {
    import: ImportId,
    scope: Scope,
    planned: Arc<[PlannedPart]>,
    rows: Arc<BTreeMap<PartId, PartRows>>,
    /// For words that are not in the dictionary.
    new_ids: Arc<BTreeMap<ConditionWords, ConditionId>>,
    now: Timestamp,
}

/// How a unit of work ended: how many parts have been changed in all, or that an admin has stopped the import.
enum Ended {
    Applied(u64),
    Stopped,
}

/// How far the applying of a report has come.
pub(super) enum Applied {
    /// To its end.
    Wholly,
    /// As far as an admin has let it.
    Stopped,
}

/// Splits off those parts of a plan that fit into one unit of work, at least one.
fn split_chunk<'p>(
    planned: &'p [PlannedPart],
    rows: &BTreeMap<PartId, PartRows>,
    pace: &Pace,
) -> (&'p [PlannedPart], &'p [PlannedPart]) {
    let (most_rows, most_parts) = (pace.share_of(ROWS), pace.share_of(PARTS));
    let mut weight = 0;
    let fits = |planned: &&PlannedPart| {
        weight += rows.get(&planned.part).map_or(1, |rows| rows.added.len() + rows.deleted.len());
        weight <= most_rows
    };
    let fitting = planned.iter().take(most_parts).take_while(fits).count();
    planned.split_at(fitting.max(1).min(planned.len()))
}

/// What parts are to have that do not have it yet, provided that this is what the report said.
fn agreed(
    tx: &mut dyn Transaction,
    scope: Scope,
    planned: &[PlannedPart],
    rows: &BTreeMap<PartId, PartRows>,
) -> Result<Vec<(PartId, PartFitment)>, ImportError> {
    let parts: Vec<PartId> = planned.iter().map(|planned| planned.part).collect();
    let present = plan::present(tx, &parts)?;
    let (nothing, mut changes) = (PartRows::default(), Vec::new());
    for planned in planned {
        let before = present.get(&planned.part).cloned().unwrap_or_default();
        if before.fingerprint() == planned.after {
            continue;
        }
        if before.fingerprint() != planned.before {
            return Err(ImportError::Changed);
        }
        let rows = rows.get(&planned.part).unwrap_or(&nothing);
        let after = plan::target(scope, &before, rows, &mut Findings::default());
        let after = after.filter(|after| after.fingerprint() == planned.after).ok_or(ImportError::Changed)?;
        changes.push((planned.part, after));
    }
    Ok(changes)
}

impl Chunk {
    fn run(&self, tx: &mut dyn Transaction) -> Result<Ended, ImportError> {
        let import = tx.import(&self.import)?.ok_or(ImportError::NoSuchImport)?;
        if import.state != ImportState::Applying {
            return Ok(Ended::Stopped);
        }
        let parts: Vec<PartId> = self.planned.iter().map(|planned| planned.part).collect();
        // First, because it locks the parts: who edits one of them meanwhile comes before or after.
        tx.touch_parts(&parts, self.now)?;
        let changes = agreed(tx, self.scope, &self.planned, &self.rows)?;
        self.write(tx, &changes)?;
        let mut counts = import.counts;
        counts.applied += u64::try_from(changes.len()).unwrap_or(0);
        let applied = Import { counts, changed_at: self.now, ..import };
        // Somebody stopped it while this was at work.
        if !tx.update_import(&applied, ImportState::Applying)? {
            return Err(tx.conflict().into());
        }
        Ok(Ended::Applied(counts.applied))
    }

    fn write(&self, tx: &mut dyn Transaction, changes: &[(PartId, PartFitment)]) -> Result<(), ImportError> {
        if changes.is_empty() {
            return Ok(());
        }
        let of_all = changes.iter().flat_map(|(_, fitment)| &fitment.said);
        let words: BTreeSet<&ConditionWords> = of_all.flat_map(|(_, application)| &application.conditions).collect();
        let new_ids = words.into_iter().filter_map(|words| Some((words.clone(), *self.new_ids.get(words)?))).collect();
        let ids = known_or_new(tx, &new_ids).map_err(|error| match error {
            FitmentError::Store(error) => ImportError::Store(error),
            _ => ImportError::Changed,
        })?;
        for (part, fitment) in changes {
            let applications = with_ids(fitment, &ids)?;
            tx.replace_all_applications(part, &applications, fitment.set_aside)?;
        }
        Ok(())
    }
}

/// Applications as they are written. Each of their words has an id.
fn with_ids(
    fitment: &PartFitment,
    ids: &BTreeMap<ConditionWords, ConditionId>,
) -> Result<Vec<ModelApplication>, ImportError> {
    let id = |words: &ConditionWords| ids.get(words).copied().ok_or(ImportError::Changed);
    let written = |(model, application): &super::resolve::Said| {
        let Application { years, engine, position, pieces, conditions } = application.clone();
        let conditions = conditions.iter().map(id).collect::<Result<_, _>>()?;
        Ok((model.clone(), Application { years, engine, position, pieces, conditions }))
    };
    fitment.said.iter().map(written).collect()
}

impl Importer {
    pub(super) async fn apply_from(
        &self,
        import: &Import,
        holder: &Uuid,
        on_step: OnStep<'_>,
    ) -> Result<Applied, ImportError> {
        let Some(scope) = import.scope else { return Err(ImportError::NotReady) };
        let context = Arc::new(self.context(scope, None).await?);
        // Of a report that is out of date nothing is done, rather than a part of it.
        if import.position == 0 && import.counts.applied == 0 {
            self.check_plan(import, &context, on_step).await?;
        }
        let (changes, mut pace) = (import.counts.changes(), Pace::default());
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
                    Ended::Applied(parts) => {
                        self.at_work.note(Step::Applying(parts, changes));
                        on_step(Step::Applying(parts, changes));
                    }
                    Ended::Stopped => return Ok(Applied::Stopped),
                }
            }
            // Where nothing was to do, nothing is lost by looking again.
            if !planned.is_empty() && !self.note_position(import.id, holder, bucket).await? {
                return Ok(Applied::Stopped);
            }
        }
        Ok(Applied::Wholly)
    }

    /// Finds out whether everything that a report is about is as it was when it was made. Each part is compared again in the
    /// unit of work that changes it.
    async fn check_plan(
        &self,
        import: &Import,
        context: &Arc<Context>,
        on_step: OnStep<'_>,
    ) -> Result<(), ImportError> {
        for bucket in 0..=BUCKETS {
            let planned = self.files.plan(&import.id, bucket)?;
            if !planned.is_empty() {
                let (rows, scope) = (self.planned_rows(import, bucket, context).await?, context.scope);
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

    /// The rows of the planned parts of a bucket.
    async fn planned_rows(
        &self,
        import: &Import,
        bucket: u16,
        context: &Arc<Context>,
    ) -> Result<BTreeMap<PartId, PartRows>, ImportError> {
        if bucket == BUCKETS {
            return Ok(BTreeMap::new());
        }
        let (rows, context) = (self.files.rows(&import.id, bucket)?, Arc::clone(context));
        Ok(self.store.read(move |tx| Bucket::of(tx, &context, &rows).map(|bucket| bucket.parts)).await?)
    }

    /// An id for each of the words that the parts of a plan have: those that they have already need one, too, because
    /// all of a part is written anew.
    async fn new_ids(
        &self,
        planned: &Arc<[PlannedPart]>,
        rows: &BTreeMap<PartId, PartRows>,
    ) -> Result<BTreeMap<ConditionWords, ConditionId>, ImportError> {
        let parts: Vec<PartId> = planned.iter().map(|planned| planned.part).collect();
        let of_rows = parts.iter().filter_map(|part| rows.get(part)).flat_map(|rows| &rows.added);
        let mut words: BTreeSet<ConditionWords> =
            of_rows.flat_map(|(_, (_, application))| application.conditions.iter().cloned()).collect();
        let present = self.store.read(move |tx| plan::present(tx, &parts)).await?;
        let known = present.values().flat_map(|fitment| &fitment.said);
        words.extend(known.flat_map(|(_, application)| application.conditions.iter().cloned()));
        Ok(words.into_iter().map(|words| (words, self.ids.next())).collect())
    }

    /// Writes down that a bucket is done; `false` when an admin has stopped the import.
    pub(super) async fn note_position(&self, id: ImportId, holder: &Uuid, bucket: u16) -> Result<bool, ImportError> {
        let (now, position) = (self.clock.now(), bucket.saturating_add(1).min(BUCKETS));
        // Whenever twice as much was done: a plan that is good for a table of some rows reads all of it when it has grown.
        if position.is_power_of_two()
            && let Err(error) = self.store.optimize().await
        {
            tracing::warn!(error = error_chain(&error), "the database will look at its tables later");
        }
        let note = move |tx: &mut dyn Transaction| {
            let Some(import) = tx.import(&id)? else { return Ok(false) };
            Ok(tx.update_import(&Import { position, changed_at: now, ..import }, ImportState::Applying)?)
        };
        self.write_held(holder, note).await
    }
}
