//! The store: everything the shop remembers, behind units of work.
//!
//! ```ignore
//! store.write(move |tx| place(tx, &customer, &command, now)).await   // Ok commits, Err rolls back
//! store.read(|tx| tx.part(&id)).await
//! ```
//!
//! The closure is synchronous, so nobody can wait for a network while holding a lock; and it
//! is `Fn`, so the adapter may run it again when the database says that two transactions
//! collided. It must therefore have no effect but through `tx` and its result.

use super::{
    accounts::UserRepository,
    audit::AuditRepository,
    books::BooksRepository,
    carts::CartRepository,
    catalogue::{
        PartRepository,
        listings::{CategoryRepository, ListingRepository},
        managing::ManagedPartRepository,
        stock::StockRepository,
    },
    feedback::FeedbackRepository,
    generations::Generations,
    identity_accounts::SignInRepository,
    newsletter::NewsletterRepository,
    orders::OrderRepository,
    outbox::OutboxRepository,
    payments::PaymentRepository,
    retention::RetentionRepository,
    reviews::ReviewRepository,
    sessions::SessionRepository,
    spans,
    stock_alerts::StockAlertRepository,
    store_error::{StoreError, StoreResult},
};
use async_trait::async_trait;
use std::{
    any::type_name_of_val,
    sync::{Arc, Mutex, PoisonError},
};

/// For rules that find that another transaction was faster.
pub trait Conflict {
    /// Ends this run of the unit of work: whatever it answers, nothing of it is kept and it is
    /// run again. Returns the error to end with.
    fn conflict(&mut self) -> StoreError;
}

/// Everything one unit of work of the shop may touch.
pub trait Transaction:
    Conflict
    + PartRepository
    + ListingRepository
    + CategoryRepository
    + StockRepository
    + ManagedPartRepository
    + OrderRepository
    + PaymentRepository
    + UserRepository
    + AuditRepository
    + SessionRepository
    + ReviewRepository
    + OutboxRepository
    + SignInRepository
    + NewsletterRepository
    + StockAlertRepository
    + CartRepository
    + FeedbackRepository
    + BooksRepository
    + RetentionRepository
{
}

impl<T> Transaction for T where
    T: Conflict
        + PartRepository
        + ListingRepository
        + CategoryRepository
        + StockRepository
        + ManagedPartRepository
        + OrderRepository
        + PaymentRepository
        + UserRepository
        + AuditRepository
        + SessionRepository
        + ReviewRepository
        + OutboxRepository
        + SignInRepository
        + NewsletterRepository
        + StockAlertRepository
        + CartRepository
        + FeedbackRepository
        + BooksRepository
        + RetentionRepository
{
}

/// What a unit of work may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Look only; whatever it writes is undone.
    Read,
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

/// A unit of work as the adapter sees it.
pub type Work = dyn Fn(&mut dyn Transaction) -> Outcome + Send + Sync;

/// A database. Adapters implement this; everybody else calls `write` and `read`.
#[async_trait]
pub trait Store: Send + Sync {
    /// Runs the work in one transaction, again when it collided with another, and answers
    /// only after the commit is durable. A collision that a repository or the work itself found
    /// ([`Conflict`]) also leads to another run, whatever the work makes of it.
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()>;

    /// How often what the public sees was changed through this store. A unit of work that touched it has raised
    /// the numbers when its caller gets the answer; one that was rolled back never does.
    fn generations(&self) -> &Generations;

    /// Whether the store can be read and written to now, and its schema is the one this program expects.
    async fn check(&self) -> StoreResult<()>;

    /// Lets the database look at how its tables have grown, so that it goes on choosing good plans.
    /// Cheap; to be called now and then. Nothing to do for databases that look by themselves.
    async fn optimize(&self) -> StoreResult<()> {
        Ok(())
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
                let result = WorkResult::default();
                let (kept, closure) = (result.clone(), type_name_of_val(&work));
                let ran = self.$run(access, Arc::new(move |tx: &mut dyn $transaction| kept.keep(work(tx))));
                spans::unit_of_work(closure, access, ran).await?;
                result.take()
            }
        }
    };
}
pub(super) use units_of_work;

units_of_work!(Store, Transaction, run);

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
