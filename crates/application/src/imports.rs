//! Files that are taken in: read, compared with what the shop has, and, when somebody agrees to what that would change,
//! applied part by part.
//!
//! Reading changes nothing. Its report is named by the import's id, and applying does exactly what the report says: each
//! part is compared again in the unit of work that changes it, and the import stops at the first that is neither as it was
//! nor as it is to be. A part that is as it is to be is passed over, so an import that broke off simply goes on.

mod apply;
mod compare;
pub mod export;
mod findings;
mod names;
mod plan;
mod resolve;

use crate::{
    error_chain::error_chain,
    ports::{
        clock::{Clock, IdSource},
        import_files::{FileRefused, ImportFileError, ImportFiles, ImportKind},
        imports::{Import, ImportCounts, ImportState},
        store::Store,
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

/// How far an import has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Bytes that were read, of how many.
    Reading(u64, u64),
    /// Buckets that were compared, of how many.
    Comparing(u16, u16),
    /// Parts that were changed, of how many.
    Applying(u64, u64),
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
}

impl Importer {
    /// Reads a file and says what it would change. Only one import is worked on at a time.
    pub async fn read(&self, file: ReadFile<'_>, on_step: OnStep<'_>) -> Result<Import, ImportError> {
        let holder = self.claim().await?;
        let now = self.clock.now();
        let mut import = Import {
            id: self.ids.next(),
            kind: file.kind,
            file: file.name,
            format: String::new(),
            digest: String::new(),
            actor: file.actor,
            scope: None,
            state: ImportState::Reading,
            counts: ImportCounts::default(),
            position: 0,
            error: None,
            created_at: now,
            changed_at: now,
        };
        let added = import.clone();
        self.store.write(move |tx| tx.insert_import(&added)).await?;
        let outcome = self.compare(&mut import, file.path, &holder, on_step).await;
        if outcome.is_err() {
            self.files.discard(&import.id)?;
        }
        self.end(import, ImportState::Reading, ImportState::Ready, outcome, &holder).await
    }

    /// Does what the report of an import says, from where it broke off if it did.
    pub async fn apply(&self, id: ImportId, on_step: OnStep<'_>) -> Result<Import, ImportError> {
        let holder = self.claim().await?;
        let begun = self.begin(id).await;
        let import = match begun {
            Ok(import) => import,
            Err(error) => {
                self.release(&holder).await?;
                return Err(error);
            }
        };
        let outcome = self.apply_from(&import, &holder, on_step).await;
        let mut import = self.import(id).await?;
        if import.state == ImportState::Stopped {
            self.release(&holder).await?;
            return Ok(import);
        }
        if outcome.is_ok() {
            (import.counts.applied, import.position) = (import.counts.changes(), 0);
            self.files.discard(&id)?;
        }
        self.end(import, ImportState::Applying, ImportState::Done, outcome, &holder).await
    }

    /// Ends an import that is being applied after the part that it is at; `false` when it is not being applied.
    pub async fn stop(&self, id: ImportId) -> Result<bool, ImportError> {
        let now = self.clock.now();
        self.store
            .write(move |tx| {
                let import = tx.import(&id)?.ok_or(ImportError::NoSuchImport)?;
                let stopped = Import { state: ImportState::Stopped, changed_at: now, ..import };
                Ok(tx.update_import(&stopped, ImportState::Applying)?)
            })
            .await
    }

    /// An import.
    pub async fn import(&self, id: ImportId) -> Result<Import, ImportError> {
        self.store.read(move |tx| tx.import(&id)?.ok_or(ImportError::NoSuchImport)).await
    }

    async fn begin(&self, id: ImportId) -> Result<Import, ImportError> {
        let now = self.clock.now();
        self.store
            .write(move |tx| {
                let import = tx.import(&id)?.ok_or(ImportError::NoSuchImport)?;
                if !import.state.can_be_applied() || import.scope.is_none() {
                    return Err(ImportError::NotReady);
                }
                let (from, error) = (import.state, None);
                let begun = Import { state: ImportState::Applying, changed_at: now, error, ..import };
                if tx.update_import(&begun, from)? { Ok(begun) } else { Err(tx.conflict().into()) }
            })
            .await
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
        let written = self.store.write(move |tx| tx.update_import(&saved, from)).await;
        self.release(holder).await?;
        outcome?;
        written?;
        Ok(ended)
    }

    async fn claim(&self) -> Result<Uuid, ImportError> {
        let holder = self.ids.uuid();
        self.hold(&holder).await.map(|()| holder)
    }

    /// Says that a holder still works.
    async fn hold(&self, holder: &Uuid) -> Result<(), ImportError> {
        let (holder, now) = (*holder, self.clock.now());
        let stale = Timestamp::from_micros(now.micros() - i64::try_from(STALE.as_micros()).unwrap_or(i64::MAX));
        let claimed = self.store.write(move |tx| tx.claim_imports(&holder, now, stale)).await;
        match claimed {
            Ok(true) => Ok(()),
            // Two made the first claim that there ever was.
            Ok(false) | Err(StoreError::Duplicate) => Err(ImportError::Running),
            Err(error) => Err(error.into()),
        }
    }

    async fn release(&self, holder: &Uuid) -> Result<(), ImportError> {
        let holder = *holder;
        Ok(self.store.write(move |tx| tx.release_imports(&holder)).await?)
    }
}
