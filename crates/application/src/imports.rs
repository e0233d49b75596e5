//! Imports: a file is read, compared with the shop's data and, once an admin approves the changes, applied part by
//! part.
//!
//! Reading changes nothing. The import's id identifies its report, and applying makes exactly the reported changes.
//! Each part is compared again in the unit of work that changes it. The import stops at the first part that is in
//! neither its reported old state nor its new state. A part that is already in its new state is skipped, so an
//! interrupted import simply continues.

mod apply;
mod brake;
mod compare;
pub mod export;
mod findings;
pub mod jobs;
mod left_out;
mod lint;
mod names;
mod pace;
pub mod parts;
mod plan;
mod refuted;
mod resolve;
mod work;

pub use crate::ports::imports::Step;
use apply::Applied;
pub use brake::{Consent, RemovalShare};
use pace::Pace;
pub use work::AtWork;

use crate::{
    error_chain::error_chain,
    ports::{
        clock::{Clock, IdSource},
        import_files::{FileRefused, ImportFileError, ImportFiles, ImportKind},
        imports::{Brake, Import, ImportCounts, ImportState},
        store::{Store, Transaction},
        store_error::StoreError,
    },
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    id::{ImportId, UserId},
    time::Timestamp,
};
use std::{path::Path, sync::Arc, time::Duration};
use uuid::Uuid;

/// Time without a heartbeat after which another importer may take over.
pub const STALE: Duration = Duration::from_secs(30);

/// Errors of imports.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The import does not exist.
    #[error("This import does not exist.")]
    NoSuchImport,
    /// Another import is in progress.
    #[error("Another import is running. Try again when it has ended.")]
    Running,
    /// The state of the import does not allow this.
    #[error("This import is still being read or has finished.")]
    NotReady,
    /// It removes more than is allowed without confirmation.
    #[error("This import removes {removed} existing entries, a large share of them. Confirm this number to apply it.")]
    NotConfirmed {
        /// Number of applications or column entries.
        removed: u64,
    },
    /// The file cannot be trusted.
    #[error(
        "This file contradicts itself, or none of it was understood, and it would remove {removed} existing entries. \
         To apply it anyway, confirm this number and use force."
    )]
    NotForced {
        /// Number of applications or column entries.
        removed: u64,
    },
    /// Its rows or its upload were deleted, or are on another server.
    #[error("This file is no longer stored. Upload it again.")]
    NotKept,
    /// A part or the meaning of a code has changed since the report was made.
    #[error("Something has changed since this report was made. Read the file again.")]
    Changed,
    /// The file cannot be read, or its rows cannot be stored.
    #[error(transparent)]
    File(#[from] ImportFileError),
}

impl Refusal for ImportError {}

/// The result of a use case that can fail with [`ImportError`].
pub type ImportResult<T> = Result<T, UseCaseError<ImportError>>;

impl UseCaseError<ImportError> {
    /// Whether the import can continue later without intervention: the store did not answer, or another importer is at
    /// work.
    const fn is_passing(&self) -> bool {
        use StoreError::{Contention, OutcomeUnknown, Unavailable};
        matches!(
            self,
            Self::Refused(ImportError::Running) | Self::Store(Unavailable(_) | OutcomeUnknown(_) | Contention)
        )
    }

    /// The error text shown in the list of imports.
    fn words(&self) -> String {
        match self {
            Self::Refused(ImportError::File(ImportFileError::Folder(_))) => {
                "The rows of the file could not be stored or read. The disk may be full.".to_owned()
            }
            Self::Store(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_)) => {
                "The database could not be reached. Apply the import again to continue.".to_owned()
            }
            Self::Store(StoreError::Contention) => {
                "Too many others were changing the same parts. Apply the import again to continue.".to_owned()
            }
            Self::Store(StoreError::Duplicate | StoreError::Failed(_)) => {
                "The database rejected a change. The server's log has the reason.".to_owned()
            }
            error => error.to_string(),
        }
    }
}

impl From<FileRefused> for ImportError {
    fn from(refused: FileRefused) -> Self {
        Self::File(refused.into())
    }
}

/// Callback that receives the progress of an import.
pub type OnStep<'s> = &'s mut (dyn FnMut(Step) + Send);

/// A file to read.
#[derive(Debug, Clone)]
pub struct ReadFile<'f> {
    /// Its kind.
    pub kind: ImportKind,
    /// Its path.
    pub path: &'f Path,
    /// Its display name.
    pub name: String,
    /// The importing user; `None` for the operator.
    pub actor: Option<UserId>,
}

/// Imports files. Partly blocking, so it runs on background threads.
#[derive(Clone)]
pub struct Importer {
    /// The database.
    pub store: Arc<dyn Store>,
    /// Staged rows and uploads.
    pub files: Arc<dyn ImportFiles>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Source of new ids.
    pub ids: Arc<dyn IdSource>,
    /// The work in progress.
    pub at_work: Arc<AtWork>,
    /// The share of entries that an import may remove without confirmation.
    pub removal_share: RemovalShare,
}

impl Importer {
    /// Reads a file and reports what it would change. Only one import can be in progress at a time.
    pub async fn read(&self, file: ReadFile<'_>, on_step: OnStep<'_>) -> ImportResult<Import> {
        let holder = self.claim().await?;
        let now = self.clock.now();
        let import = Import {
            id: self.ids.next(),
            kind: file.kind,
            file: file.name,
            format: String::new(),
            digest: String::new(),
            actor: file.actor,
            scope: None,
            state: ImportState::Reading,
            counts: ImportCounts::default(),
            brake: Brake::None,
            position: 0,
            error: None,
            created_at: now,
            changed_at: now,
        };
        let added = import.clone();
        if let Err(error) = self.store.write(move |tx| tx.insert_import(&added)).await {
            self.release(&holder).await?;
            return Err(error.into());
        }
        self.read_on(import, Some(file.path), &holder, on_step).await
    }

    /// Reads the file or the upload of a listed import.
    async fn read_on(
        &self,
        mut import: Import,
        file: Option<&Path>,
        holder: &Uuid,
        on_step: OnStep<'_>,
    ) -> ImportResult<Import> {
        let outcome = {
            let _working = self.at_work.begin(*holder, import.id, Step::Reading(0, 0));
            match import.kind {
                ImportKind::Parts => self.compare_parts(&mut import, file, holder, on_step).await,
                ImportKind::Aces | ImportKind::Fitment => self.compare(&mut import, file, holder, on_step).await,
            }
        };
        if matches!(outcome, Err(UseCaseError::Refused(ImportError::Running))) {
            // The rows may belong to the importer that has taken over.
            return outcome.map(|()| import);
        }
        if outcome.is_err() {
            import.scope = None;
            if let Err(error) = self.files.discard_rows(&import.id) {
                tracing::warn!(import = %import.id, error = error_chain(&error), "cannot delete the rows of an import");
            }
        }
        if matches!(outcome, Err(UseCaseError::Refused(ImportError::File(ImportFileError::Interrupted)))) {
            self.release(holder).await?;
            return self.import(import.id).await;
        }
        self.end(import, ImportState::Reading, ImportState::Ready, outcome, holder).await
    }

    /// Applies the report of an import, continuing after an interruption. An import that is already being applied has
    /// been confirmed.
    pub async fn apply(&self, id: ImportId, consent: Consent, on_step: OnStep<'_>) -> ImportResult<Import> {
        let holder = self.claim().await?;
        self.apply_held(id, consent, holder, on_step).await
    }

    /// Applies the report of an import for the holder of the import lock, then releases the lock.
    async fn apply_held(
        &self,
        id: ImportId,
        consent: Consent,
        holder: Uuid,
        on_step: OnStep<'_>,
    ) -> ImportResult<Import> {
        let begun = self.begin(id, consent).await;
        let import = match begun {
            Ok(import) => import,
            Err(error) => {
                self.release(&holder).await?;
                return Err(error);
            }
        };
        let outcome = {
            let _working =
                self.at_work.begin(holder, id, Step::Applying(import.counts.applied, import.counts.changes()));
            match import.kind {
                ImportKind::Parts => self.apply_parts(&import, &holder, on_step).await,
                ImportKind::Aces | ImportKind::Fitment => self.apply_from(&import, &holder, on_step).await,
            }
        };
        let mut import = match &outcome {
            // The import continues when the store is available again, or with its new holder.
            Err(error) if error.is_passing() => {
                if let Err(error) = self.release(&holder).await {
                    tracing::debug!(error = error_chain(&error), "cannot release the import lease; it will expire");
                }
                return outcome.map(|_| import);
            }
            _ => self.import(id).await?,
        };
        let outcome = match outcome {
            Ok(Applied::Stopped) => {
                self.release(&holder).await?;
                return Ok(import);
            }
            Ok(Applied::Wholly) => {
                import.position = 0;
                Ok(())
            }
            Err(error) => Err(error),
        };
        let ended = self.end(import, ImportState::Applying, ImportState::Done, outcome, &holder).await;
        // Only after this has been recorded, so that an import that is killed before can continue.
        let discarded = match &ended {
            Ok(import) if import.state == ImportState::Done => self.files.discard(&id),
            // It can no longer be applied.
            Err(UseCaseError::Refused(ImportError::Changed | ImportError::File(ImportFileError::Damaged))) => {
                self.files.discard_rows(&id)
            }
            _ => Ok(()),
        };
        if let Err(error) = discarded {
            tracing::warn!(import = %id, error = error_chain(&error), "cannot delete the files of an import");
        }
        ended
    }

    /// Stops an import that is being read or applied; applying stops after the current batch. Returns `false` if it is
    /// neither.
    pub async fn stop(&self, id: ImportId) -> ImportResult<bool> {
        let now = self.clock.now();
        self.store.write(move |tx| jobs::stop(tx, &id, now)).await
    }

    /// Returns an import.
    pub async fn import(&self, id: ImportId) -> ImportResult<Import> {
        self.store.read(move |tx| Ok(tx.import(&id)?.ok_or(ImportError::NoSuchImport)?)).await
    }

    async fn begin(&self, id: ImportId, consent: Consent) -> ImportResult<Import> {
        let known = self.import(id).await?;
        if known.can_be_applied() && !self.files.has_rows(&id) {
            return Err(ImportError::NotKept.into());
        }
        let now = self.clock.now();
        self.store.write(move |tx| jobs::begin(tx, &id, consent, now)).await
    }

    /// Records the outcome of an import step and releases the import lock.
    async fn end(
        &self,
        import: Import,
        from: ImportState,
        well: ImportState,
        outcome: ImportResult<()>,
        holder: &Uuid,
    ) -> ImportResult<Import> {
        if let Err(error) = &outcome {
            tracing::warn!(import = %import.id, error = error_chain(error), "an import ended early");
        }
        let error = outcome.as_ref().err().map(UseCaseError::words);
        let state = if error.is_some() { ImportState::Failed } else { well };
        let ended = Import { state, error, changed_at: self.clock.now(), ..import };
        let saved = ended.clone();
        let own = *holder;
        let work = move |tx: &mut dyn Transaction| {
            tx.release_imports(&own)?;
            Ok(tx.update_import(&saved, from)?)
        };
        let written = self.write_held(holder, work).await;
        outcome?;
        // Otherwise it was stopped at the last moment.
        if written? { Ok(ended) } else { self.import(ended.id).await }
    }

    async fn claim(&self) -> ImportResult<Uuid> {
        let holder = self.ids.uuid();
        self.hold(&holder).await.map(|()| holder)
    }

    /// Returns the time before which a holder's last heartbeat counts as stale.
    fn stale(&self) -> Timestamp {
        self.clock.now().minus(STALE)
    }

    /// Records a heartbeat of a holder.
    async fn hold(&self, holder: &Uuid) -> ImportResult<()> {
        let holder = *holder;
        let now = self.clock.now();
        let stale = self.stale();
        let claimed = self.store.write(move |tx| tx.claim_imports(&holder, now, stale)).await;
        match claimed {
            Ok(true) => Ok(()),
            // Two importers created the very first claim at the same time.
            Ok(false) | Err(StoreError::Duplicate) => Err(ImportError::Running.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes to the import that a holder works on, in a unit of work that also verifies the import lock, so that no
    /// other importer can have continued it in the meantime.
    async fn write_held<T: Send + 'static>(
        &self,
        holder: &Uuid,
        work: impl Fn(&mut dyn Transaction) -> ImportResult<T> + Send + Sync + 'static,
    ) -> ImportResult<T> {
        let holder = *holder;
        let now = self.clock.now();
        let stale = self.stale();
        let held = move |tx: &mut dyn Transaction| {
            if tx.claim_imports(&holder, now, stale)? { work(tx) } else { Err(ImportError::Running.into()) }
        };
        self.store.write(held).await
    }

    /// Like [`Self::write_held`], for a batch of an import that is being applied. Pauses first to leave the database to
    /// other writers, and then checks whether any of them had to wait for this batch.
    async fn write_share<T: Send + 'static>(
        &self,
        holder: &Uuid,
        pace: &mut Pace,
        work: impl Fn(&mut dyn Transaction) -> ImportResult<T> + Send + Sync + 'static,
    ) -> ImportResult<T> {
        if !pace.pause().is_zero() {
            tokio::time::sleep(pace.pause()).await;
        }
        let asked = self.clock.now();
        let waits = self.store.waits();
        let beats = self.at_work.beats();
        let done = self.write_held(holder, work).await?;
        // The writer that waited may be the import's own heartbeat, which must not slow the import down.
        let is_alone = beats.is_some() && self.at_work.beats() == beats;
        let took = u64::try_from(self.clock.now().micros().saturating_sub(asked.micros())).unwrap_or(0);
        pace.follow(Duration::from_micros(took), is_alone.then(|| self.store.waits() > waits));
        Ok(done)
    }

    async fn release(&self, holder: &Uuid) -> ImportResult<()> {
        let holder = *holder;
        Ok(self.store.write(move |tx| tx.release_imports(&holder)).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_outages_are_reported_as_such() {
        let words = |error: StoreError| UseCaseError::<ImportError>::from(error).words();
        let outage = words(StoreError::Unavailable("gone".into()));
        assert!(outage.contains("could not be reached"), "{outage}");
        for error in [StoreError::Failed("syntax error".into()), StoreError::Duplicate] {
            let failure = words(error);
            assert!(failure.contains("rejected") && !failure.contains("Apply"), "{failure}");
        }
    }
}
