//! Applies the report of a part file in batches, one unit of work per batch. Parts are never split.

use super::{
    super::{ImportError, ImportResult, Importer, OnStep, Step, apply::Applied, pace::Pace},
    NO_PART, PartState, Places,
    cells::target,
    fingerprint, id_of_line, owners, planned, revisions,
};
use crate::{
    catalogue::{
        CatalogueError,
        editing::{key, replace_checked_listing, set_hidden},
    },
    ports::{
        catalogue::{NewPart, PartRecord},
        import_files::{BUCKETS, ImportFileError, PlannedPart},
        imports::{Import, ImportState},
        part_rows::PartFileRow,
        store::Transaction,
        store_error::StoreError,
    },
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    catalogue::{
        Part,
        stock::{StockMovement, StockReason},
    },
    id::{ImportId, PartId, UserId},
    time::Timestamp,
};
use std::{collections::BTreeMap, sync::Arc};
use uuid::Uuid;

/// Parts per unit of work while no other writer is waiting.
const PARTS: usize = 200;

/// Planned parts, each with its row.
type PlannedRows = Vec<(PlannedPart, PartFileRow)>;

/// Parts changed in one unit of work, each with its row.
struct Chunk {
    import: ImportId,
    actor: Option<UserId>,
    parts: Arc<[(PlannedPart, PartFileRow)]>,
    now: Timestamp,
}

/// What to do with a part.
enum Todo {
    /// It already is in its new state.
    Nothing,
    /// It does not exist yet.
    Add(Box<NewPart>),
    /// It changes.
    Change(Box<Change>),
}

/// The change of a part.
struct Change {
    /// The line of its row.
    line: u64,
    part: PartId,
    /// Revision of the part before the change; a concurrent edit makes the unit of work conflict.
    revision: i64,
    before: PartState,
    after: PartState,
}

/// How a unit of work ended: the total number of parts changed so far, or stopped by an admin.
enum Ended {
    Applied(u64),
    Stopped,
}

/// Maps a refusal: a rule now refuses what was valid when the report was made.
fn refused(error: UseCaseError<CatalogueError>) -> UseCaseError<ImportError> {
    match error {
        UseCaseError::Store(error) => error.into(),
        UseCaseError::Refused(_) | UseCaseError::Denied(_) => ImportError::Changed.into(),
    }
}

/// Maps a duplicate: another transaction has created the same thing, such as a part with the same number.
fn taken(error: StoreError) -> UseCaseError<ImportError> {
    match error {
        StoreError::Duplicate => ImportError::Changed.into(),
        error => error.into(),
    }
}

/// Returns what to do with a part, after verifying that this is the reported change.
fn todo(
    places: &Places,
    (plan, row): &(PlannedPart, PartFileRow),
    present: Option<(i64, PartState)>,
) -> ImportResult<Todo> {
    let before = present.as_ref().map(|(_, before)| before);
    if let Some(before) = before {
        let is_done = [true, false].into_iter().any(|with_stock| fingerprint(before, with_stock) == plan.after);
        // No other code adds a part under this id.
        if is_done || plan.before == NO_PART {
            return Ok(Todo::Nothing);
        }
    }
    let mut after = target(places, before, row).map_err(|_| ImportError::Changed)?;
    if let Some(before) = before {
        // Add or remove the reported number of pieces: sales since then remain.
        after.supplied = before.supplied + plan.pieces;
    }
    if planned((plan.part, row.line), before, &after) != *plan {
        return Err(ImportError::Changed.into());
    }
    Ok(match present {
        Some((revision, before)) => {
            Todo::Change(Box::new(Change { line: row.line, part: plan.part, revision, before, after }))
        }
        None => {
            let PartState { details, listing, reorder_at, available, .. } = after;
            Todo::Add(Box::new(NewPart { part: Part { id: plan.part, details, available }, listing, reorder_at }))
        }
    })
}

/// Determines what to do with some parts, ordered by id.
fn todos(tx: &mut dyn Transaction, parts: &[(PlannedPart, PartFileRow)]) -> ImportResult<Vec<Todo>> {
    let places = Places::read(tx)?;
    let ids: Vec<PartId> = parts.iter().map(|(planned, _)| planned.part).collect();
    let mut present = revisions(tx, &ids)?;
    let mut sorted: Vec<&(PlannedPart, PartFileRow)> = parts.iter().collect();
    sorted.sort_by_key(|(planned, _)| planned.part);
    let todo = |part: &(PlannedPart, PartFileRow)| todo(&places, part, present.remove(&part.0.part));
    let todos: Vec<Todo> = sorted.into_iter().map(todo).collect::<ImportResult<_>>()?;
    let new_keys = todos.iter().filter_map(|todo| match todo {
        Todo::Add(part) => key(&part.listing).map(|(brand, number)| (brand.clone(), number.clone())),
        Todo::Nothing | Todo::Change(_) => None,
    });
    // Such a part has been added since the report was made.
    if owners(tx, new_keys)?.is_empty() { Ok(todos) } else { Err(ImportError::Changed.into()) }
}

impl Chunk {
    fn run(&self, tx: &mut dyn Transaction) -> ImportResult<Ended> {
        let import = tx.import(&self.import)?.ok_or(ImportError::NoSuchImport)?;
        if import.state != ImportState::Applying {
            return Ok(Ended::Stopped);
        }
        // First, so that the compared state is the one that is changed.
        let ids: Vec<PartId> = self.parts.iter().map(|(planned, _)| planned.part).collect();
        tx.lock_stock(&ids)?;
        let mut changes = Vec::new();
        let mut new = Vec::new();
        for todo in todos(tx, &self.parts)? {
            match todo {
                Todo::Nothing => {}
                Todo::Add(part) => new.push(*part),
                Todo::Change(change) => changes.push(*change),
            }
        }
        self.change(tx, &changes)?;
        tx.insert_parts(&new, self.now).map_err(taken)?;
        let mut counts = import.counts;
        counts.applied += u64::try_from(changes.len() + new.len()).unwrap_or(u64::MAX);
        let applied = Import { counts, changed_at: self.now, ..import };
        // An admin stopped the import in the meantime.
        if !tx.update_import(&applied, ImportState::Applying)? {
            return Err(tx.conflict().into());
        }
        Ok(Ended::Applied(counts.applied))
    }

    /// Changes parts: first their stock, in the same lock order as returning stock.
    fn change(&self, tx: &mut dyn Transaction, changes: &[Change]) -> ImportResult<()> {
        let movements: Vec<StockMovement> = changes.iter().filter_map(|change| self.movement(change)).collect();
        // More pieces were sold since the report than would remain, or a part would exceed the maximum stock.
        if !tx.move_stock_of_parts(&movements).map_err(taken)? {
            return Err(ImportError::Changed.into());
        }
        let of_point = |change: &&Change| change.before.reorder_at != change.after.reorder_at;
        for Change { part, after, .. } in changes.iter().filter(of_point) {
            tx.set_reorder_point(part, after.reorder_at)?;
        }
        // The planned reorder points already follow the minimum.
        let said: Vec<PartRecord> = changes
            .iter()
            .filter(|change| change.is_said())
            .map(|change| self.record(change, change.revision))
            .collect();
        tx.update_parts(&said)?;
        for change in changes {
            let Change { revision, before, after, .. } = change;
            let saved = self.record(change, revision + i64::from(change.is_said()));
            // A part removed from the catalog releases its number and claims no new one.
            if after.hidden && !before.hidden {
                set_hidden(tx, saved.clone(), true, self.now).map_err(refused)?;
            }
            if before.listing != after.listing {
                let hidden = before.hidden || after.hidden;
                let saved = PartRecord { hidden, ..saved.clone() };
                replace_checked_listing(tx, &saved, &before.listing, &after.listing).map_err(refused)?;
            }
            if before.hidden && !after.hidden {
                set_hidden(tx, saved, false, self.now).map_err(refused)?;
            }
        }
        Ok(())
    }

    /// Returns the stock movement of a part.
    fn movement(&self, Change { line, part, before, after, .. }: &Change) -> Option<StockMovement> {
        let movement = StockMovement {
            part: *part,
            id: id_of_line(&self.import, *line),
            reason: StockReason::Counted,
            pieces: after.supplied - before.supplied,
            actor: self.actor,
            note: None,
            at: self.now,
        };
        (movement.pieces != 0).then_some(movement)
    }

    /// Returns the part with its new details at a revision; its catalog membership is unchanged.
    fn record(&self, Change { part, before, after, .. }: &Change, revision: i64) -> PartRecord {
        let part = Part { id: *part, details: after.details.clone(), available: after.available };
        PartRecord { part, hidden: before.hidden, revision, changed_at: self.now }
    }
}

impl Change {
    /// Whether anything other than the stock changes.
    fn is_said(&self) -> bool {
        let Self { before, after, .. } = self;
        before.details != after.details || before.listing != after.listing || before.reorder_at != after.reorder_at
    }
}

impl Importer {
    pub(in super::super) async fn apply_parts(
        &self,
        import: &Import,
        holder: &Uuid,
        on_step: OnStep<'_>,
    ) -> ImportResult<Applied> {
        // Apply nothing of an outdated report, rather than part of it.
        if import.position == 0 && import.counts.applied == 0 {
            self.check_parts(import, holder, on_step).await?;
        }
        let changes = import.counts.changes();
        let mut pace = Pace::default();
        for bucket in import.position..BUCKETS {
            let parts = self.parts_of_plan(import, bucket)?;
            let mut left = parts.as_slice();
            while !left.is_empty() {
                let (some, others) = left.split_at(pace.share_of(PARTS).min(left.len()));
                left = others;
                let id = import.id;
                let now = self.clock.now();
                let chunk = Chunk { import: id, actor: import.actor, parts: Arc::from(some.to_vec()), now };
                match self.write_share(holder, &mut pace, move |tx| chunk.run(tx)).await? {
                    Ended::Applied(parts) => {
                        self.at_work.note(Step::Applying(parts, changes));
                        on_step(Step::Applying(parts, changes));
                    }
                    Ended::Stopped => return Ok(Applied::Stopped),
                }
            }
            if !parts.is_empty() && !self.note_position(import.id, holder, bucket).await? {
                return Ok(Applied::Stopped);
            }
        }
        Ok(Applied::Wholly)
    }

    /// Checks that every part in a report is unchanged since it was made. Each part is also compared again in the unit
    /// of work that changes it.
    async fn check_parts(&self, import: &Import, holder: &Uuid, on_step: OnStep<'_>) -> ImportResult<()> {
        for bucket in 0..BUCKETS {
            let parts = self.parts_of_plan(import, bucket)?;
            if !parts.is_empty() {
                self.hold(holder).await?;
                self.store.read(move |tx| todos(tx, &parts).map(drop)).await?;
            }
            self.at_work.note(Step::Comparing(bucket + 1, BUCKETS));
            on_step(Step::Comparing(bucket + 1, BUCKETS));
            if self.at_work.is_stopped() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns the planned parts of a bucket, each with its row.
    fn parts_of_plan(&self, import: &Import, bucket: u16) -> ImportResult<PlannedRows> {
        let plan = self.files.plan(&import.id, bucket)?;
        if plan.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.files.part_rows(&import.id, bucket)?;
        let mut by_line: BTreeMap<u64, PartFileRow> = rows.into_iter().map(|row| (row.line, row)).collect();
        let row = |plan: PlannedPart| {
            let row = by_line.remove(&plan.line).ok_or(ImportFileError::Damaged)?;
            Ok((plan, row))
        };
        plan.into_iter().map(row).collect()
    }
}
