//! The store: all persistent data of the shop, behind units of work.
//!
//! ```ignore
//! store.write(move |tx| place(tx, &customer, &command, now)).await   // Ok commits, Err rolls back
//! store.read(|tx| Ok((tx.part(&id)?, tx.reviews(&id, &page)?))).await // from one snapshot
//! store.read_one(|tx| tx.part(&id)).await                            // one statement, without a transaction
//! store.read_public(|tx| tx.part(&id)).await                         // also while the database is unavailable
//! ```
//!
//! The closure is synchronous, so it cannot wait for a network while holding a lock. It is `Fn`, so the adapter may run
//! it again after a conflict of transactions. It must therefore have no effects other than through `tx` and its result.

use super::{
    accounts::{GuestRepository, UserRepository},
    audit::AuditRepository,
    billing::BillingRepository,
    books::BooksRepository,
    catalogue::{
        PartRepository,
        listings::{CategoryRepository, ListingRepository},
        managing::ManagedPartRepository,
        stock::StockRepository,
    },
    cores::CoreRepository,
    feedback::FeedbackRepository,
    fit_evidence::FitEvidenceRepository,
    fitment::{ConditionRepository, FitmentRepository},
    generations::Generations,
    identity_accounts::SignInRepository,
    imports::ImportRepository,
    member_documents::MemberDocumentRepository,
    newsletter::NewsletterRepository,
    numbers::NumbersRepository,
    orders::OrderRepository,
    outbox::OutboxRepository,
    payments::PaymentRepository,
    personal_data::PersonalDataRepository,
    rates::RatesRepository,
    retention::RetentionRepository,
    returns::{ReturnPolicyRepository, ReturnRepository},
    reviews::ReviewRepository,
    servers::ServerRepository,
    sessions::SessionRepository,
    stock_alerts::StockAlertRepository,
    store_error::{StoreError, StoreResult},
    unit_of_work::units_of_work,
    vehicles::{LookupRepository, VehicleRepository},
    withdrawals::WithdrawalRepository,
};

pub use super::unit_of_work::{Access, Conflict, Outcome};
use async_trait::async_trait;
use autoparts_domain::time::Timestamp;
use std::{convert::Infallible, sync::Arc};

/// Everything that one unit of work of the shop can access.
pub trait Transaction:
    Conflict
    + PartRepository
    + ListingRepository
    + CategoryRepository
    + StockRepository
    + ManagedPartRepository
    + OrderRepository
    + PaymentRepository
    + ReturnRepository
    + ReturnPolicyRepository
    + CoreRepository
    + WithdrawalRepository
    + BillingRepository
    + FitEvidenceRepository
    + UserRepository
    + GuestRepository
    + AuditRepository
    + SessionRepository
    + ReviewRepository
    + OutboxRepository
    + SignInRepository
    + NewsletterRepository
    + StockAlertRepository
    + MemberDocumentRepository
    + PersonalDataRepository
    + RatesRepository
    + VehicleRepository
    + LookupRepository
    + FitmentRepository
    + ConditionRepository
    + ImportRepository
    + FeedbackRepository
    + BooksRepository
    + NumbersRepository
    + RetentionRepository
    + ServerRepository
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
        + ReturnRepository
        + ReturnPolicyRepository
        + CoreRepository
        + WithdrawalRepository
        + BillingRepository
        + FitEvidenceRepository
        + UserRepository
        + GuestRepository
        + AuditRepository
        + SessionRepository
        + ReviewRepository
        + OutboxRepository
        + SignInRepository
        + NewsletterRepository
        + StockAlertRepository
        + MemberDocumentRepository
        + PersonalDataRepository
        + RatesRepository
        + VehicleRepository
        + LookupRepository
        + FitmentRepository
        + ConditionRepository
        + ImportRepository
        + FeedbackRepository
        + BooksRepository
        + NumbersRepository
        + RetentionRepository
        + ServerRepository
{
}

/// A unit of work as the adapter sees it.
pub type Work = dyn Fn(&mut dyn Transaction) -> Outcome + Send + Sync;

/// A database. Adapters implement this; all other code calls `write` and `read`.
#[async_trait]
pub trait Store: Send + Sync {
    /// Runs the work in one transaction, retries it after a conflict, and returns only after the commit is durable. A
    /// conflict that a repository or the work itself detects ([`Conflict`]) also causes a retry, whatever the work
    /// returns.
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()>;

    /// Returns the change counters of public data in this store. A unit of work that touched such data has incremented
    /// them when it returns to its caller; a rolled-back one never does.
    fn generations(&self) -> &Generations;

    /// Returns the time of the copy that public reads currently use because the database is unavailable; `None` while
    /// they use the database.
    fn copied_at(&self) -> Option<Timestamp> {
        None
    }

    /// Checks that the store can currently be read and written, and that its schema is the one this program expects.
    async fn check(&self) -> StoreResult<()>;

    /// Returns how often a unit of work of this process has had to wait for a write connection. Code with a lot to
    /// write yields to others when this grows.
    fn waits(&self) -> u64 {
        0
    }

    /// Updates the database's table statistics, so that it continues to choose good query plans. Cheap; call it
    /// regularly, and while tables grow.
    async fn optimize(&self) -> StoreResult<()> {
        Ok(())
    }
}

units_of_work!(Store, Transaction, run);

impl dyn Store + '_ {
    /// Reads public data of the catalog from a consistent snapshot: the current one or, while the database is
    /// unavailable, that of [`Store::copied_at`].
    pub async fn read_public<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + Sync + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.unit(Access::ReadPublic, work).await
    }

    /// Runs a unit of work like `write`, with every check on the way, and rolls it back. Returns its result.
    pub async fn dry_run<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + Sync + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let undone = self.write(move |tx| Err::<Infallible, _>(RolledBack(work(tx)))).await;
        let Err(RolledBack(result)) = undone;
        result
    }
}

/// Carries any result through the error that rolls a unit of work back.
struct RolledBack<T, E>(Result<T, E>);

impl<T, E: From<StoreError>> From<StoreError> for RolledBack<T, E> {
    fn from(error: StoreError) -> Self {
        Self(Err(error.into()))
    }
}
