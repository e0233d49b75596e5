//! What the units of work of every store have in common: whether they write, how they end, and how their result comes past the
//! adapter.

use super::store_error::StoreError;
use std::sync::{Arc, Mutex, PoisonError};

/// For rules that find that another transaction was faster.
pub trait Conflict {
    /// Ends this run of the unit of work: whatever it answers, nothing of it is kept and it is
    /// run again. Returns the error to end with.
    fn conflict(&mut self) -> StoreError;
}

/// What a unit of work may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Look only; whatever it writes is undone.
    Read,
    /// Look only, and only at what everybody may see of the catalogue: a store may answer from a copy of it while its
    /// database is away.
    ReadPublic,
    /// Look and change.
    Write,
}

/// How a unit of work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Keep what was written.
    Commit,
    /// Undo what was written.
    Rollback,
}

/// Carries the result of a unit of work past the adapter, which only learns its [`Outcome`].
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
    /// Keeps the result of one run in place of an earlier run's: `Ok` commits, `Err` rolls back.
    pub(super) fn keep(&self, result: Result<T, E>) -> Outcome {
        let outcome = if result.is_ok() { Outcome::Commit } else { Outcome::Rollback };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        outcome
    }

    /// The result of the last run.
    pub(super) fn take(self) -> Result<T, E> {
        let result = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.unwrap_or_else(|| Err(StoreError::Failed("the store answered without running the work".into()).into()))
    }
}

/// The units of work of a store over one kind of transaction: what callers use in place of the adapter's method.
macro_rules! units_of_work {
    ($store:ident, $transaction:ident, $run:ident) => {
        impl dyn $store + '_ {
            /// Changes the store: `Ok` commits, `Err` rolls back.
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

            /// Looks into the store, at one consistent moment.
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
                let (kept, closure) = (result.clone(), std::any::type_name_of_val(&work));
                let ran = self.$run(access, Arc::new(move |tx: &mut dyn $transaction| kept.keep(work(tx))));
                super::spans::unit_of_work(closure, access, ran).await?;
                result.take()
            }
        }
    };
}
pub(super) use units_of_work;
