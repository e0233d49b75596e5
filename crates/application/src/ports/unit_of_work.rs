//! What the units of work of all stores share: their access mode, their outcome, and how their result bypasses the
//! adapter.

use super::store_error::StoreError;
use std::sync::{Arc, Mutex, PoisonError};

/// For rules that detect a conflict with another transaction.
pub trait Conflict {
    /// Ends this attempt of the unit of work: whatever it returns, it is rolled back and retried. Returns the error to
    /// end with.
    fn conflict(&mut self) -> StoreError;
}

/// The access mode of a unit of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Read-only; writes are rolled back.
    Read,
    /// Reads with a single statement, so it needs no transaction.
    ReadOne,
    /// Reads only public data of the catalog. A store may use a copy of it while its database is unavailable.
    ReadPublic,
    /// Read and write.
    Write,
}

/// The outcome of a unit of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Commit the writes.
    Commit,
    /// Roll back the writes.
    Rollback,
}

/// Carries the result of a unit of work past the adapter, which sees only its [`Outcome`].
pub(super) struct WorkResult<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

impl<T, E> Default for WorkResult<T, E> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T, E> Clone for WorkResult<T, E> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T, E: From<StoreError>> WorkResult<T, E> {
    /// Stores the result of an attempt, replacing that of an earlier one: `Ok` commits, `Err` rolls back.
    pub(super) fn keep(&self, result: Result<T, E>) -> Outcome {
        let outcome = if result.is_ok() { Outcome::Commit } else { Outcome::Rollback };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        outcome
    }

    /// Returns the result of the last attempt.
    pub(super) fn take(self) -> Result<T, E> {
        let result = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.unwrap_or_else(|| Err(StoreError::Failed("the store answered without running the work".into()).into()))
    }
}

/// Defines the units of work of a store for one type of transaction; callers use them instead of the adapter's method.
macro_rules! units_of_work {
    ($store:ident, $transaction:ident, $run:ident) => {
        impl dyn $store + '_ {
            /// Runs a unit of work that writes: `Ok` commits, `Err` rolls back.
            pub async fn write<T, E>(
                &self,
                work: impl Fn(&mut dyn $transaction) -> Result<T, E> + Send + Sync + 'static,
            ) -> Result<T, E>
            where
                T: Send + 'static,
                E: From<StoreError> + Send + 'static,
            {
                self.unit(Access::Write, work).await
            }

            /// Runs a unit of work that reads from a consistent snapshot.
            pub async fn read<T, E>(
                &self,
                work: impl Fn(&mut dyn $transaction) -> Result<T, E> + Send + Sync + 'static,
            ) -> Result<T, E>
            where
                T: Send + 'static,
                E: From<StoreError> + Send + 'static,
            {
                self.unit(Access::Read, work).await
            }

            /// Reads with a single call of a repository that sends one statement. Saves the database the beginning and
            /// the end of a transaction. A second call fails.
            pub async fn read_one<T, E>(
                &self,
                work: impl Fn(&mut dyn $transaction) -> Result<T, E> + Send + Sync + 'static,
            ) -> Result<T, E>
            where
                T: Send + 'static,
                E: From<StoreError> + Send + 'static,
            {
                self.unit(Access::ReadOne, work).await
            }

            async fn unit<T, E>(
                &self,
                access: Access,
                work: impl Fn(&mut dyn $transaction) -> Result<T, E> + Send + Sync + 'static,
            ) -> Result<T, E>
            where
                T: Send + 'static,
                E: From<StoreError> + Send + 'static,
            {
                let result = super::unit_of_work::WorkResult::default();
                let kept = result.clone();
                let closure = std::any::type_name_of_val(&work);
                let ran = self.$run(access, Arc::new(move |tx: &mut dyn $transaction| kept.keep(work(tx))));
                super::spans::unit_of_work(closure, access, ran).await?;
                result.take()
            }
        }
    };
}
pub(super) use units_of_work;
