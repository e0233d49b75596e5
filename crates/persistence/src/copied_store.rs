//! A store whose catalog stays readable during a PostgreSQL outage.
//!
//! Units of work that read public data use the copy as soon as the database fails or responds too slowly. From then on
//! none of them waits for the database until it responds again. All other units of work behave as without a copy.

use crate::{
    catalogue_copy::{CatalogueCopy, CopyFile},
    migrations::SchemaState,
    opening::OpenError,
    options::StoreOptions,
    store::SqlStore,
    url::DatabaseUrl,
};
use async_trait::async_trait;
use autoparts_application::ports::{
    generations::{Generations, Touched},
    identity_accounts::{IdentityStore, IdentityWork},
    store::{Access, Store, Work},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::time::Timestamp;
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// How long a public read waits for the database before the copy is used: longer than any read takes on a healthy
/// database.
const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// A [`Store`] on PostgreSQL with a copy of its catalog.
#[derive(Debug)]
pub struct CopiedStore {
    main: SqlStore,
    copy: CatalogueCopy,
    /// Whether the database has been reached and has a usable schema. Until then, work for it is refused.
    opened: AtomicBool,
    /// Whether the copy serves reads.
    away: AtomicBool,
}

/// The result of [`CopiedStore::watch`].
#[derive(Debug, PartialEq, Eq)]
pub enum Recovered {
    /// Nothing new.
    Unchanged,
    /// The database responds again, or for the first time.
    Yes,
    /// It responds but lacks these migrations, which the operator must run.
    LacksMigrations(Vec<String>),
    /// It responds, but belongs to another program.
    Foreign,
}

#[derive(Debug, thiserror::Error)]
#[error("the database has not been reached since this server started")]
struct NeverReached;

impl CopiedStore {
    /// Wraps an open database. Opens the copy, and creates it if it is missing. Blocks.
    pub fn new(main: SqlStore, file: &Path) -> StoreResult<Self> {
        let copy = CatalogueCopy::new(CopyFile::open(file)?);
        Ok(Self { main, copy, opened: AtomicBool::new(true), away: AtomicBool::new(false) })
    }

    /// Serves from a complete copy while the database is unreachable. `None` without such a copy. Blocks.
    pub fn without_database(url: &DatabaseUrl, options: &StoreOptions, file: &Path) -> StoreResult<Option<Self>> {
        if !file.exists() {
            return Ok(None);
        }
        let copy = CatalogueCopy::new(CopyFile::open(file)?);
        if copy.file().shows().is_none() {
            return Ok(None);
        }
        let main = SqlStore::unopened(url, options);
        Ok(Some(Self { main, copy, opened: AtomicBool::new(false), away: AtomicBool::new(true) }))
    }

    /// The database itself.
    #[must_use]
    pub fn main(&self) -> &SqlStore {
        &self.main
    }

    /// Whether an error means that the database is unavailable, rather than that it is unusable for this program.
    #[must_use]
    pub fn is_outage(error: &OpenError) -> bool {
        matches!(error, OpenError::Unreachable { .. } | OpenError::NotPrimary { .. })
    }

    /// Updates the copy from the database, one round at a time, and returns the number of parts copied. A failed round
    /// leaves the previous contents.
    pub async fn follow(&self, now: Timestamp) -> StoreResult<u64> {
        if self.away.load(Ordering::Acquire) {
            return Ok(0);
        }
        self.copy.follow(&self.main, now).await
    }

    /// Checks whether an unavailable database responds again; call about twice a second. Returns at once while the
    /// database is available.
    pub async fn watch(&self) -> Recovered {
        if !self.away.load(Ordering::Acquire) {
            return Recovered::Unchanged;
        }
        let probe = self.main.open_now();
        let Ok(Ok(state)) = tokio::time::timeout(READ_TIMEOUT, probe).await else { return Recovered::Unchanged };
        match state {
            SchemaState::Current | SchemaState::Ahead { .. } => {}
            SchemaState::Behind { pending } => return Recovered::LacksMigrations(pending),
            SchemaState::Foreign { .. } => return Recovered::Foreign,
        }
        self.opened.store(true, Ordering::Release);
        self.away.store(false, Ordering::Release);
        // Results read from the copy must not be taken for results from the database.
        self.main.generations().raise(&Touched::everything());
        Recovered::Yes
    }

    async fn run_public(&self, work: Arc<Work>) -> StoreResult<()> {
        let has_copy = self.copy.file().shows().is_some();
        if !has_copy {
            return self.main.run(Access::ReadPublic, work).await;
        }
        if !self.away.load(Ordering::Acquire) {
            match tokio::time::timeout(READ_TIMEOUT, self.main.run(Access::ReadPublic, Arc::clone(&work))).await {
                Ok(Err(StoreError::Unavailable(cause))) => self.switch_to_copy(&*cause),
                Err(elapsed) => self.switch_to_copy(&elapsed),
                Ok(ran) => return ran,
            }
        }
        self.copy.file().store().run(Access::ReadPublic, work).await
    }

    fn switch_to_copy(&self, why: &dyn std::fmt::Display) {
        if !self.away.swap(true, Ordering::AcqRel) {
            tracing::warn!(%why, "the database is unavailable: serving the catalog from its copy and refusing orders");
        }
    }

    fn check_opened(&self) -> StoreResult<()> {
        if self.opened.load(Ordering::Acquire) { Ok(()) } else { Err(StoreError::Unavailable(Box::new(NeverReached))) }
    }
}

#[async_trait]
impl Store for CopiedStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        match access {
            Access::ReadPublic => self.run_public(work).await,
            Access::Read | Access::ReadOne | Access::Write => {
                self.check_opened()?;
                self.main.run(access, work).await
            }
        }
    }

    fn generations(&self) -> &Generations {
        self.main.generations()
    }

    fn copied_at(&self) -> Option<Timestamp> {
        if self.away.load(Ordering::Acquire) { self.copy.file().shows() } else { None }
    }

    async fn check(&self) -> StoreResult<()> {
        self.check_opened()?;
        self.main.check().await
    }

    fn waits(&self) -> u64 {
        self.main.waits()
    }

    async fn optimize(&self) -> StoreResult<()> {
        self.check_opened()?;
        self.main.optimize().await
    }
}

#[async_trait]
impl IdentityStore for CopiedStore {
    async fn run_identity(&self, access: Access, work: Arc<IdentityWork>) -> StoreResult<()> {
        self.check_opened()?;
        self.main.run_identity(access, work).await
    }
}
