//! Background work on imports: reads uploads, applies approved reports, and deletes leftover files.

use super::{Consent, ImportError, ImportResult, Importer, OnStep};
use crate::{
    ports::{
        imports::{Import, ImportState, Step},
        page::Page,
        store::Transaction,
        store_error::StoreError,
    },
    use_case_error::UseCaseError,
};
use autoparts_domain::{id::ImportId, time::Timestamp};
use std::{
    collections::BTreeMap,
    mem,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use uuid::Uuid;

/// How long the files of an inactive import are stored.
pub(super) const UNFINISHED_STAYS: Duration = Duration::from_hours(24);

/// How long an approved report waits for the server with its rows, which may be restarting.
const SERVER_ABSENCE: Duration = Duration::from_mins(10);

/// The error of an approved report whose server did not come back.
const ABSENT: &str = "The server that stores this file did not respond for 10 minutes. Start it, then apply again.";

/// Batch size of listing imports.
const BATCH: u32 = 20;

/// Number of imports among which an earlier one of the same file is looked for: more than a day has.
const RECENT: u32 = 500;

/// Number of changes deleted per unit of work.
const DELETED_AT_ONCE: u32 = 5_000;

/// The current work of an importer, for observers on other threads.
#[derive(Debug, Default)]
pub struct AtWork {
    current: Mutex<Option<Current>>,
    is_stopped: AtomicBool,
    /// Number of heartbeats started or finished; odd while one is in progress.
    beats: AtomicU64,
    /// Imports that waited for another server at the last look, with their last change.
    absent: Mutex<BTreeMap<ImportId, Timestamp>>,
}

#[derive(Debug, Clone, Copy)]
struct Current {
    holder: Uuid,
    import: ImportId,
    step: Step,
}

/// A heartbeat in progress, until dropped.
struct Beating<'w>(&'w AtWork);

impl Drop for Beating<'_> {
    fn drop(&mut self) {
        self.0.beats.fetch_add(1, Ordering::SeqCst);
    }
}

/// An importer at work, until dropped.
#[derive(Debug)]
pub struct Working<'w>(&'w AtWork);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.set(None);
    }
}

impl AtWork {
    fn set(&self, current: Option<Current>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = current;
    }

    fn current(&self) -> Option<Current> {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers which imports wait for another server. Returns those of the last time.
    fn replace_absent(&self, absent: BTreeMap<ImportId, Timestamp>) -> BTreeMap<ImportId, Timestamp> {
        mem::replace(&mut *self.absent.lock().unwrap_or_else(PoisonError::into_inner), absent)
    }

    /// Marks an import as current until the returned guard is dropped.
    pub fn begin(&self, holder: Uuid, import: ImportId, step: Step) -> Working<'_> {
        self.is_stopped.store(false, Ordering::Relaxed);
        self.set(Some(Current { holder, import, step }));
        Working(self)
    }

    /// Records the progress.
    pub(super) fn note(&self, step: Step) {
        if let Some(current) = &mut *self.current.lock().unwrap_or_else(PoisonError::into_inner) {
            current.step = step;
        }
    }

    fn beat(&self) -> Beating<'_> {
        self.beats.fetch_add(1, Ordering::SeqCst);
        Beating(self)
    }

    /// Returns the number of heartbeats; `None` while one is in progress.
    pub(super) fn beats(&self) -> Option<u64> {
        let beats = self.beats.load(Ordering::SeqCst);
        beats.is_multiple_of(2).then_some(beats)
    }

    /// Returns whether an admin has stopped the current import.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Importer {
    /// Sends a heartbeat with the progress, and checks whether the import was stopped. Call it about once a second from
    /// another thread, because reading a file blocks its own.
    pub async fn beat(&self) -> ImportResult<()> {
        let Some(Current { holder, import, step }) = self.at_work.current() else { return Ok(()) };
        let _beating = self.at_work.beat();
        let now = self.clock.now();
        let look = move |tx: &mut dyn Transaction| {
            // The work may have ended by now. Claiming the imports again would lock out other importers.
            if !tx.renew_imports(&holder, now)? {
                return Ok(None);
            }
            tx.note_import_step(&holder, &import, step)?;
            Ok::<_, UseCaseError<_>>(tx.import(&import)?.map(|import| import.state))
        };
        if self.store.write(look).await? == Some(ImportState::Stopped) {
            self.at_work.is_stopped.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Works on an import that is waiting and whose files are on this server. Returns `false` if there is none, or
    /// another importer is at work.
    pub async fn work(&self, on_step: OnStep<'_>) -> ImportResult<bool> {
        // Most servers have no files, and need not query the database every second.
        if !self.files.has_any()? {
            return Ok(false);
        }
        let waiting = self.store.read(|tx| tx.unfinished_imports(BATCH)).await?;
        for import in &waiting {
            self.find_upload(import).await?;
        }
        let Some(import) = waiting.into_iter().find(|import| self.is_here(import)) else { return Ok(false) };
        let Some((holder, import)) = self.claim_waiting(&import).await? else { return Ok(false) };
        let worked = match import.state {
            ImportState::Reading => self.read_on(import, None, &holder, on_step).await.map(drop),
            // Already confirmed: only an import that is being applied gets here.
            _ => self.apply_held(import.id, Consent::default(), holder, on_step).await.map(drop),
        };
        match worked {
            Err(UseCaseError::Refused(ImportError::Running)) => Ok(false),
            worked => worked.map(|()| true),
        }
    }

    /// Provides an import that was added at another server, to read a file again, with the upload of an earlier import of
    /// that file, if it is here.
    async fn find_upload(&self, import: &Import) -> ImportResult<()> {
        if import.state != ImportState::Reading || import.digest.is_empty() || self.is_here(import) {
            return Ok(());
        }
        let recent = self.store.read(|tx| tx.imports(&Page { after: None, limit: RECENT })).await?;
        let same = |other: &&Import| other.digest == import.digest && self.files.has_upload(&other.id);
        if let Some(earlier) = recent.iter().find(same) {
            self.files.repeat(&earlier.id, &import.id)?;
        }
        Ok(())
    }

    fn is_here(&self, import: &Import) -> bool {
        match import.state {
            ImportState::Reading => self.files.has_upload(&import.id),
            _ => self.files.has_rows(&import.id),
        }
    }

    /// Claims the import lock for an import that was listed as waiting; `None` if another importer is at work, or it no
    /// longer waits. The claim and the check of its state are one unit of work: a claim for an import that a command
    /// has just ended would refuse the next command.
    async fn claim_waiting(&self, listed: &Import) -> ImportResult<Option<(Uuid, Import)>> {
        let holder = self.ids.uuid();
        let id = listed.id;
        let listed_as = listed.state;
        let now = self.clock.now();
        let stale = self.stale();
        let claim = move |tx: &mut dyn Transaction| {
            // First, because this waits for a transaction that is ending the import.
            if !tx.claim_imports(&holder, now, stale)? {
                return Ok(None);
            }
            let import = tx.import(&id)?.filter(|import| import.state == listed_as);
            if import.is_none() {
                tx.release_imports(&holder)?;
            }
            Ok(import)
        };
        match self.store.write(claim).await {
            Ok(import) => Ok(import.map(|import| (holder, import))),
            // Two importers created the very first claim at the same time.
            Err(StoreError::Duplicate) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes what remains of imports that have been inactive for a day. Returns the number of imports.
    pub async fn tidy(&self) -> ImportResult<u64> {
        let before = self.clock.now().minus(UNFINISHED_STAYS);
        let mut tidied = 0;
        for id in self.files.stored_before(before)? {
            let import = self.store.read(move |tx| tx.import(&id)).await?;
            let is_left = |import: &Import| import.changed_at < before && !self.is_waiting(import);
            if import.as_ref().is_none_or(is_left) {
                self.files.discard(&id)?;
                self.delete_changes(id).await?;
                tidied += 1;
            }
        }
        self.give_up(before).await?;
        Ok(tidied)
    }

    fn is_waiting(&self, import: &Import) -> bool {
        matches!(import.state, ImportState::Reading | ImportState::Applying) && self.is_here(import)
    }

    pub(super) async fn delete_changes(&self, id: ImportId) -> ImportResult<()> {
        loop {
            let work = move |tx: &mut dyn Transaction| {
                let page = tx.import_changes(&id, None, DELETED_AT_ONCE)?;
                let Some((last, _)) = page.last() else { return Ok::<_, UseCaseError<_>>(true) };
                tx.delete_import_changes(&id, last + 1)?;
                Ok(false)
            };
            if self.store.write(work).await? {
                return Ok(());
            }
        }
    }

    /// Fails imports in progress whose files no server has. An import is failed at the second look at the earliest: at
    /// the first one, its server may be starting along with this one, or an outage of the database may just have ended.
    async fn give_up(&self, before: Timestamp) -> ImportResult<()> {
        let now = self.clock.now();
        let stale = self.stale();
        let waiting = self.store.read(|tx| tx.unfinished_imports(BATCH)).await?;
        let absent = waiting.iter().filter(|import| !self.is_here(import)).map(|import| (import.id, import.changed_at));
        let seen_before = self.at_work.replace_absent(absent.collect());
        for import in waiting {
            let before = if import.state == ImportState::Applying { now.minus(SERVER_ABSENCE) } else { before };
            if import.changed_at >= before || seen_before.get(&import.id) != Some(&import.changed_at) {
                continue;
            }
            let error = match import.state {
                ImportState::Applying => ABSENT.to_owned(),
                _ => ImportError::NotKept.to_string(),
            };
            let work = move |tx: &mut dyn Transaction| {
                let current = tx
                    .import(&import.id)?
                    .filter(|current| current.changed_at == import.changed_at && current.state == import.state);
                if let Some(current) = current
                    && tx.import_step(&import.id, stale)?.is_none()
                {
                    let error = Some(error.clone());
                    let failed = Import { state: ImportState::Failed, error, changed_at: now, ..current };
                    tx.update_import(&failed, import.state)?;
                }
                Ok::<_, UseCaseError<_>>(())
            };
            self.store.write(work).await?;
        }
        Ok(())
    }
}
