//! A store whose catalogue stays readable while its PostgreSQL is away.
//!
//! Units of work that read what everybody may see are answered from the copy as soon as the database fails or hesitates; from
//! then on nobody waits for the database until it answers again. All other units of work end as they do without a copy.

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

/// How long somebody who wants to see the catalogue waits for the database before the copy answers: longer than any read takes of
/// a database that is well.
const PATIENCE: Duration = Duration::from_secs(2);

/// A [`Store`] on PostgreSQL with a copy of its catalogue.
#[derive(Debug)]
pub struct CopiedStore {
    main: SqlStore,
    copy: CatalogueCopy,
    /// Whether the database has been found to be one that this program can serve. Until then it is not used.
    opened: AtomicBool,
    /// Whether the copy answers.
    away: AtomicBool,
}

/// What [`CopiedStore::watch`] has found out.
#[derive(Debug, PartialEq, Eq)]
pub enum Recovered {
    /// Nothing new.
    Unchanged,
    /// The database answers again, or for the first time.
    Yes,
    /// It answers, and lacks these migrations: somebody has to run them.
    LacksMigrations(Vec<String>),
    /// It answers, and is not this shop's.
    Foreign,
}

#[derive(Debug, thiserror::Error)]
#[error("the database has not been reached since this server started")]
struct NeverReached;

impl CopiedStore {
    /// Over a database that was opened. Opens the copy, and makes it when it is missing. Blocks.
    pub fn new(main: SqlStore, file: &Path) -> StoreResult<Self> {
        let copy = CatalogueCopy::new(CopyFile::open(file)?);
        Ok(Self { main, copy, opened: AtomicBool::new(true), away: AtomicBool::new(false) })
    }

    /// Over a database that cannot be reached now, from a copy that has everything. `None` without one. Blocks.
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

    /// Whether an error says that the database is away, and not that it does not like this program.
    #[must_use]
    pub fn is_outage(error: &OpenError) -> bool {
        matches!(error, OpenError::Unreachable { .. } | OpenError::NotPrimary { .. })
    }

    /// Has the copy follow the database, one round at a moment; how many parts were copied. A round that fails leaves what was
    /// copied before.
    pub async fn follow(&self, now: Timestamp) -> StoreResult<u64> {
        if self.away.load(Ordering::Acquire) {
            return Ok(0);
        }
        self.copy.follow(&self.main, now).await
    }

    /// Looks whether a database that is away answers again; to be called about twice a second. Costs nothing while it is there.
    pub async fn watch(&self) -> Recovered {
        if !self.away.load(Ordering::Acquire) {
            return Recovered::Unchanged;
        }
        let probe = self.main.open_now();
        let Ok(Ok(state)) = tokio::time::timeout(PATIENCE, probe).await else { return Recovered::Unchanged };
        match state {
            SchemaState::Current | SchemaState::Ahead { .. } => {}
            SchemaState::Behind { pending } => return Recovered::LacksMigrations(pending),
            SchemaState::Foreign { .. } => return Recovered::Foreign,
        }
        self.opened.store(true, Ordering::Release);
        self.away.store(false, Ordering::Release);
        // What was read from the copy is not to be taken for what the database has.
        self.main.generations().raise(&Touched::everything());
        Recovered::Yes
    }

    async fn run_public(&self, work: Arc<Work>) -> StoreResult<()> {
        let has_copy = self.copy.file().shows().is_some();
        if !has_copy {
            return self.main.run(Access::ReadPublic, work).await;
        }
        if !self.away.load(Ordering::Acquire) {
            match tokio::time::timeout(PATIENCE, self.main.run(Access::ReadPublic, Arc::clone(&work))).await {
                Ok(Err(StoreError::Unavailable(cause))) => self.leave(&*cause),
                Err(hesitates) => self.leave(&hesitates),
                Ok(ran) => return ran,
            }
        }
        self.copy.file().store().run(Access::ReadPublic, work).await
    }

    fn leave(&self, why: &dyn std::fmt::Display) {
        if !self.away.swap(true, Ordering::AcqRel) {
            tracing::warn!(%why, "the database is away: the catalogue is answered from its copy, and orders are refused");
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
            Access::Read | Access::Write => {
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
