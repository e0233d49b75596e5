//! An in-memory store that follows the same rules as the real ones and passes the same contract suite. Writes run one
//! after the other and copy the whole state; reads share it.

mod accounts;
mod audit;
mod billing;
mod books;
mod catalogue;
mod cores;
mod feedback;
mod fit_evidence;
mod fitment;
mod identity_accounts;
mod imports;
mod member_documents;
mod newsletter;
mod numbers;
mod orders;
mod outbox;
mod payments;
mod personal_data;
mod rates;
mod retention;
mod returns;
mod reviews;
mod servers;
mod sessions;
mod stock_alerts;
mod tables;
mod vehicles;
mod withdrawals;

use async_trait::async_trait;
use autoparts_application::ports::{
    generations::{Generations, Touched},
    identity_accounts::{IdentityStore, IdentityWork},
    store::{Access, Conflict, Outcome, Store, Work},
    store_error::{StoreError, StoreResult},
};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
};
use tables::Tables;

/// Maximum number of attempts of a conflicting unit of work.
const MAX_ATTEMPTS: u32 = 5;

/// A store whose data is lost when it is dropped.
#[derive(Debug, Default)]
pub struct MemoryStore {
    /// Held by the writing transaction.
    writing: Mutex<()>,
    committed: Mutex<Arc<Tables>>,
    generations: Generations,
}

/// One open transaction: its own view of the tables, copied on the first write.
struct MemoryTransaction {
    tables: Arc<Tables>,
    access: Access,
    /// Whether a query has run.
    has_read: bool,
    failure: Option<Failure>,
    touched: Touched,
}

/// The first failure of a transaction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failure {
    Contention,
    Other,
}

/// A failure caused by a bug.
fn failed<T>(why: &'static str) -> StoreResult<T> {
    Err(StoreError::Failed(why.into()))
}

impl MemoryTransaction {
    fn query<T>(&mut self, query: impl FnOnce(&Tables) -> StoreResult<T>) -> StoreResult<T> {
        if self.failure.is_some() {
            return failed("an earlier failure has ended the transaction");
        }
        if std::mem::replace(&mut self.has_read, true) && self.access == Access::ReadOne {
            self.failure = Some(Failure::Other);
            return failed("a unit of work without a transaction runs only one query");
        }
        let result = query(&self.tables);
        self.note(result)
    }

    fn change<T>(&mut self, command: impl FnOnce(&mut Tables) -> StoreResult<T>) -> StoreResult<T> {
        if self.failure.is_some() {
            return failed("an earlier failure has ended the transaction");
        }
        let result = match self.access {
            Access::Write => command(Arc::make_mut(&mut self.tables)),
            Access::Read | Access::ReadOne | Access::ReadPublic => failed("a read-only unit of work cannot write"),
        };
        self.note(result)
    }

    fn note<T>(&mut self, result: StoreResult<T>) -> StoreResult<T> {
        if let Err(error) = &result {
            self.failure = Some(match error {
                StoreError::Contention => Failure::Contention,
                _ => Failure::Other,
            });
        }
        result
    }
}

impl Conflict for MemoryTransaction {
    fn conflict(&mut self) -> StoreError {
        self.failure.get_or_insert(Failure::Contention);
        StoreError::Contention
    }
}

impl MemoryStore {
    fn snapshot(&self) -> Arc<Tables> {
        Arc::clone(&self.committed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes one attempt; `None` on a conflict.
    fn attempt(&self, access: Access, work: impl Fn(&mut MemoryTransaction) -> Outcome) -> Option<StoreResult<()>> {
        let _writing = match access {
            Access::Write => Some(self.writing.lock().unwrap_or_else(PoisonError::into_inner)),
            Access::Read | Access::ReadOne | Access::ReadPublic => None,
        };
        let mut transaction = MemoryTransaction {
            tables: self.snapshot(),
            access,
            has_read: false,
            failure: None,
            touched: Touched::default(),
        };
        let Ok(verdict) = panic::catch_unwind(AssertUnwindSafe(|| work(&mut transaction))) else {
            return Some(failed("a unit of work panicked"));
        };
        match (transaction.failure, verdict) {
            (Some(Failure::Contention), _) => None,
            (Some(Failure::Other), Outcome::Commit) => {
                Some(failed("a unit of work went on after the store had failed"))
            }
            (Some(Failure::Other) | None, Outcome::Rollback) => Some(Ok(())),
            (None, Outcome::Commit) => {
                if access == Access::Write {
                    *self.committed.lock().unwrap_or_else(PoisonError::into_inner) = transaction.tables;
                    self.generations.raise(&transaction.touched);
                }
                Some(Ok(()))
            }
        }
    }

    async fn run_unit(&self, access: Access, work: impl Fn(&mut MemoryTransaction) -> Outcome) -> StoreResult<()> {
        for _ in 0..MAX_ATTEMPTS {
            if let Some(answer) = self.attempt(access, &work) {
                return answer;
            }
            tokio::task::yield_now().await;
        }
        Err(StoreError::Contention)
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        self.run_unit(access, |tx| work(tx)).await
    }

    fn generations(&self) -> &Generations {
        &self.generations
    }

    async fn check(&self) -> StoreResult<()> {
        Ok(())
    }
}

#[async_trait]
impl IdentityStore for MemoryStore {
    async fn run_identity(&self, access: Access, work: Arc<IdentityWork>) -> StoreResult<()> {
        self.run_unit(access, |tx| work(tx)).await
    }
}
