//! Files that are taken in: read, compared with what the shop has, and, when somebody agrees to what that would change,
//! applied part by part.
//!
//! Reading changes nothing. Its report is named by the import's id, and applying does exactly what the report says: each
//! part is compared again in the unit of work that changes it, and the import stops at the first that is neither as it was
//! nor as it is to be. A part that is as it is to be is passed over, so an import that broke off simply goes on.

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
mod resolve;
mod work;

pub use crate::ports::imports::Step;
use apply::Applied;
pub use brake::{Consent, RemovalShare};
use pace::Pace;
pub use work::AtWork;

use crate::{
    accounts::access::AccessDenied,
    error_chain::error_chain,
    ports::{
        clock::{Clock, IdSource},
        import_files::{FileRefused, ImportFileError, ImportFiles, ImportKind},
        imports::{Brake, Import, ImportCounts, ImportState},
        store::{Store, Transaction},
        store_error::StoreError,
    },
};
use autoparts_domain::{
    id::{ImportId, UserId},
    time::Timestamp,
};
use std::{path::Path, sync::Arc, time::Duration};
use uuid::Uuid;

/// After how long without a sign of life another one may work on imports.
pub const STALE: Duration = Duration::from_secs(30);

/// Why a file was not taken in.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// There is no such import.
    #[error("This import does not exist.")]
    NoSuchImport,
    /// Another one is being worked on.
    #[error("Another import is running. Try again when it has ended.")]
    Running,
    /// It is not in a state in which this can be done.
    #[error("This import has not been read to its end, or it is done.")]
    NotReady,
    /// It removes more than is allowed without a confirmation.
    #[error("This import removes {removed} existing entries, a large share of them. Confirm this number to apply it.")]
    NotConfirmed {
        /// How many applications, or entries of columns.
        removed: u64,
    },
    /// Its file cannot be trusted.
    #[error(
        "This file contradicts itself, or none of it was understood, and it would remove {removed} existing entries. \
         To apply it anyway, confirm this number and use force."
    )]
    NotForced {
        /// How many applications, or entries of columns.
        removed: u64,
    },
    /// Its rows or its upload were deleted, or are on another server.
    #[error("This file is not kept here any more. Send it again.")]
    NotKept,
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// A part, or what a code stands for, is not as it was when the report was made.
    #[error("Something has changed since this report was made. Read the file again.")]
    Changed,
    /// The file cannot be read, or its rows not be kept.
    #[error(transparent)]
    File(#[from] ImportFileError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ImportError {
    /// Whether the same import can go on later without anybody's doing: the store did not answer, or another one works on it.
    const fn is_passing(&self) -> bool {
        use StoreError::{Contention, OutcomeUnknown, Unavailable};
        matches!(self, Self::Running | Self::Store(Unavailable(_) | OutcomeUnknown(_) | Contention))
    }

    /// What people are told in the list of imports.
    fn words(&self) -> String {
        match self {
            Self::File(ImportFileError::Folder(_)) => {
                "The rows of the file could not be kept or read. The disk may be full.".to_owned()
            }
            Self::Store(_) => "The database could not be reached. Apply it again to go on.".to_owned(),
            error => error.to_string(),
        }
    }
}

impl From<FileRefused> for ImportError {
    fn from(refused: FileRefused) -> Self {
        Self::File(refused.into())
    }
}

/// Is told how far an import has come.
pub type OnStep<'s> = &'s mut (dyn FnMut(Step) + Send);

/// A file that is to be read.
#[derive(Debug, Clone)]
pub struct ReadFile<'f> {
    /// What it is.
    pub kind: ImportKind,
    /// Where it is.
    pub path: &'f Path,
    /// What it is called.
    pub name: String,
    /// Who takes it in; `None` for the operator.
    pub actor: Option<UserId>,
}

/// Takes files in. Some of what it does blocks: it runs on threads that answer nobody.
#[derive(Clone)]
pub struct Importer {
    /// What the shop remembers.
    pub store: Arc<dyn Store>,
    /// Where rows wait.
    pub files: Arc<dyn ImportFiles>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdSource>,
    /// What it is doing.
    pub at_work: Arc<AtWork>,
    /// The share of entries that an import may remove without a confirmation.
    pub removal_share: RemovalShare,
}

impl Importer {
    /// Reads a file and says what it would change. Only one import is worked on at a time.
    pub async fn read(&self, file: ReadFile<'_>, on_step: OnStep<'_>) -> Result<Import, ImportError> {
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

    /// Reads the file of an import that is in the list, or its upload.
    async fn read_on(
        &self,
        mut import: Import,
        file: Option<&Path>,
        holder: &Uuid,
        on_step: OnStep<'_>,
    ) -> Result<Import, ImportError> {
        let outcome = {
            let _working = self.at_work.begin(*holder, import.id, Step::Reading(0, 0));
            match import.kind {
                ImportKind::Parts => self.compare_parts(&mut import, file, holder, on_step).await,
                ImportKind::Aces | ImportKind::Fitment => self.compare(&mut import, file, holder, on_step).await,
            }
        };
        if matches!(outcome, Err(ImportError::Running)) {
            // The rows may be those of whoever reads it now.
            return outcome.map(|()| import);
        }
        if outcome.is_err() {
            import.scope = None;
            if let Err(error) = self.files.discard_rows(&import.id) {
                tracing::warn!(import = %import.id, error = error_chain(&error), "rows of an import stay");
            }
        }
        if matches!(outcome, Err(ImportError::File(ImportFileError::Interrupted))) {
            self.release(holder).await?;
            return self.import(import.id).await;
        }
        self.end(import, ImportState::Reading, ImportState::Ready, outcome, holder).await
    }

    /// Applies the report of an import, continuing after an interruption. An import that is already being applied has been
    /// confirmed.
    pub async fn apply(&self, id: ImportId, consent: Consent, on_step: OnStep<'_>) -> Result<Import, ImportError> {
        let holder = self.claim().await?;
        self.apply_held(id, consent, holder, on_step).await
    }

    /// Applies the report of an import for a holder of the imports, and lets others work afterwards.
    async fn apply_held(
        &self,
        id: ImportId,
        consent: Consent,
        holder: Uuid,
        on_step: OnStep<'_>,
    ) -> Result<Import, ImportError> {
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
            // It goes on: here when the store answers again, or with whoever has it now.
            Err(error) if error.is_passing() => {
                if let Err(error) = self.release(&holder).await {
                    tracing::debug!(error = error_chain(&error), "the imports are held until they are stale");
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
        // Only once that is written down: an import that is killed before goes on.
        let discarded = match &ended {
            Ok(import) if import.state == ImportState::Done => self.files.discard(&id),
            // It cannot be applied any more.
            Err(ImportError::Changed | ImportError::File(ImportFileError::Damaged)) => self.files.discard_rows(&id),
            _ => Ok(()),
        };
        if let Err(error) = discarded {
            tracing::warn!(import = %id, error = error_chain(&error), "files of an import stay");
        }
        ended
    }

    /// Ends an import that is being read, or, after the parts that it is at, one that is being applied; `false` when it is
    /// neither.
    pub async fn stop(&self, id: ImportId) -> Result<bool, ImportError> {
        let now = self.clock.now();
        self.store.write(move |tx| jobs::stop(tx, &id, now)).await
    }

    /// An import.
    pub async fn import(&self, id: ImportId) -> Result<Import, ImportError> {
        self.store.read(move |tx| tx.import(&id)?.ok_or(ImportError::NoSuchImport)).await
    }

    async fn begin(&self, id: ImportId, consent: Consent) -> Result<Import, ImportError> {
        let known = self.import(id).await?;
        if known.can_be_applied() && !self.files.has_rows(&id) {
            return Err(ImportError::NotKept);
        }
        let now = self.clock.now();
        self.store.write(move |tx| jobs::begin(tx, &id, consent, now)).await
    }

    /// Writes down how a step of an import ended, and lets others work.
    async fn end(
        &self,
        import: Import,
        from: ImportState,
        well: ImportState,
        outcome: Result<(), ImportError>,
        holder: &Uuid,
    ) -> Result<Import, ImportError> {
        if let Err(error) = &outcome {
            tracing::warn!(import = %import.id, error = error_chain(error), "an import ended early");
        }
        let error = outcome.as_ref().err().map(ImportError::words);
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
        // Otherwise somebody stopped it in its last moment.
        if written? { Ok(ended) } else { self.import(ended.id).await }
    }

    async fn claim(&self) -> Result<Uuid, ImportError> {
        let holder = self.ids.uuid();
        self.hold(&holder).await.map(|()| holder)
    }

    /// Before when a holder must have been heard of last to have lost the imports.
    fn stale(&self) -> Timestamp {
        self.clock.now().minus(STALE)
    }

    /// Says that a holder still works.
    async fn hold(&self, holder: &Uuid) -> Result<(), ImportError> {
        let (holder, now, stale) = (*holder, self.clock.now(), self.stale());
        let claimed = self.store.write(move |tx| tx.claim_imports(&holder, now, stale)).await;
        match claimed {
            Ok(true) => Ok(()),
            // Two made the first claim that there ever was.
            Ok(false) | Err(StoreError::Duplicate) => Err(ImportError::Running),
            Err(error) => Err(error.into()),
        }
    }

    /// Changes something about the import that a holder works on, provided that it still holds the imports: in the same unit of
    /// work, so that nobody else can have gone on with it meanwhile.
    async fn write_held<T: Send + 'static>(
        &self,
        holder: &Uuid,
        work: impl Fn(&mut dyn Transaction) -> Result<T, ImportError> + Send + Sync + 'static,
    ) -> Result<T, ImportError> {
        let (holder, now, stale) = (*holder, self.clock.now(), self.stale());
        let held = move |tx: &mut dyn Transaction| {
            if tx.claim_imports(&holder, now, stale)? { work(tx) } else { Err(ImportError::Running) }
        };
        self.store.write(held).await
    }

    /// Like [`Self::write_held`], for a share of an import that is applied: waits first for as long as the database is to be left
    /// to others, and finds out whether any of them had to wait for this.
    async fn write_share<T: Send + 'static>(
        &self,
        holder: &Uuid,
        pace: &mut Pace,
        work: impl Fn(&mut dyn Transaction) -> Result<T, ImportError> + Send + Sync + 'static,
    ) -> Result<T, ImportError> {
        if !pace.pause().is_zero() {
            tokio::time::sleep(pace.pause()).await;
        }
        let (asked, waits, beats) = (self.clock.now(), self.store.waits(), self.at_work.beats());
        let done = self.write_held(holder, work).await?;
        // What waits may be the import's own sign of life, which is not to slow it down.
        let is_alone = beats.is_some() && self.at_work.beats() == beats;
        let took = u64::try_from(self.clock.now().micros().saturating_sub(asked.micros())).unwrap_or(0);
        pace.follow(Duration::from_micros(took), is_alone.then(|| self.store.waits() > waits));
        Ok(done)
    }

    async fn release(&self, holder: &Uuid) -> Result<(), ImportError> {
        let holder = *holder;
        Ok(self.store.write(move |tx| tx.release_imports(&holder)).await?)
    }
}
