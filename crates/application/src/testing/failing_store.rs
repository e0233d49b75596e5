//! A store in memory that fails when a test says so.

use super::memory::MemoryStore;
use crate::ports::{
    generations::Generations,
    store::{Access, Store, Work},
    store_error::{StoreError, StoreResult},
};
use async_trait::async_trait;
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicI64, Ordering},
};

/// Fails one unit of work that writes, or all that read.
pub struct FailingStore {
    store: MemoryStore,
    /// How many succeed before it; below zero, none fails any more.
    before: AtomicI64,
    reads_fail: AtomicBool,
}

impl Default for FailingStore {
    fn default() -> Self {
        Self { store: MemoryStore::default(), before: AtomicI64::new(-1), reads_fail: AtomicBool::new(false) }
    }
}

impl FailingStore {
    /// Fails once, after so many units of work that write.
    pub fn fail_after(&self, writes: u32) {
        self.before.store(writes.into(), Ordering::Relaxed);
    }

    /// Fails all units of work that read, or none.
    pub fn fail_reads(&self, fail: bool) {
        self.reads_fail.store(fail, Ordering::Relaxed);
    }
}

#[async_trait]
impl Store for FailingStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        let fails = match access {
            Access::Write => self.before.fetch_sub(1, Ordering::Relaxed) == 0,
            Access::Read | Access::ReadPublic => self.reads_fail.load(Ordering::Relaxed),
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
