//! An in-memory store that fails on demand.

use super::memory::MemoryStore;
use async_trait::async_trait;
use autoparts_application::ports::{
    generations::Generations,
    store::{Access, Store, Work},
    store_error::{StoreError, StoreResult},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicI64, Ordering},
};

/// Fails one writing unit of work, or all reading ones.
pub struct FailingStore {
    store: MemoryStore,
    /// How many succeed before the failure; negative: none fails.
    before: AtomicI64,
    reads_fail: AtomicBool,
}

impl Default for FailingStore {
    fn default() -> Self {
        Self { store: MemoryStore::default(), before: AtomicI64::new(-1), reads_fail: AtomicBool::new(false) }
    }
}

impl FailingStore {
    /// Fails once, after this many writing units of work.
    pub fn fail_after(&self, writes: u32) {
        self.before.store(writes.into(), Ordering::Relaxed);
    }

    /// Makes all reading units of work fail, or none.
    pub fn fail_reads(&self, fail: bool) {
        self.reads_fail.store(fail, Ordering::Relaxed);
    }
}

#[async_trait]
impl Store for FailingStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        let fails = match access {
            Access::Write => self.before.fetch_sub(1, Ordering::Relaxed) == 0,
            Access::Read | Access::ReadOne | Access::ReadPublic => self.reads_fail.load(Ordering::Relaxed),
        };
        if fails {
            return Err(StoreError::Failed("the test says so".into()));
        }
        self.store.run(access, work).await
    }

    fn generations(&self) -> &Generations {
        self.store.generations()
    }

    async fn check(&self) -> StoreResult<()> {
        self.store.check().await
    }
}
