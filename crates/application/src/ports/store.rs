//! The store: everything the shop remembers, behind units of work.
//!
//! ```ignore
//! store.write(move |tx| place(tx, &customer, &command, now)).await   // Ok commits, Err rolls back
//! store.read(|tx| tx.part(&id)).await
//! store.read_public(|tx| tx.part(&id)).await                         // the same while the database is away
//! ```
//!
//! The closure is synchronous, so nobody can wait for a network while holding a lock; and it
//! is `Fn`, so the adapter may run it again when the database says that two transactions
//! collided. It must therefore have no effect but through `tx` and its result.

use super::{
    accounts::{GuestRepository, UserRepository},
    addresses::AddressBookRepository,
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
    fitment::{ConditionRepository, FitmentRepository},
    garages::GarageRepository,
    generations::Generations,
    identity_accounts::SignInRepository,
    imports::ImportRepository,
    newsletter::NewsletterRepository,
    numbers::NumbersRepository,
    orders::OrderRepository,
    outbox::OutboxRepository,
    payments::PaymentRepository,
    personal_data::PersonalDataRepository,
    rates::RatesRepository,
    retention::RetentionRepository,
    reviews::ReviewRepository,
    servers::ServerRepository,
    sessions::SessionRepository,
    stock_alerts::StockAlertRepository,
    store_error::{StoreError, StoreResult},
    unit_of_work::units_of_work,
    vehicles::{LookupRepository, VehicleRepository},
};

pub use super::unit_of_work::{Access, Conflict, Outcome};
use async_trait::async_trait;
use autoparts_domain::time::Timestamp;
use std::sync::Arc;

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
    + GuestRepository
    + AuditRepository
    + SessionRepository
    + ReviewRepository
    + OutboxRepository
    + SignInRepository
    + NewsletterRepository
    + StockAlertRepository
    + CartRepository
    + AddressBookRepository
    + PersonalDataRepository
    + GarageRepository
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
        + UserRepository
        + GuestRepository
        + AuditRepository
        + SessionRepository
        + ReviewRepository
        + OutboxRepository
        + SignInRepository
        + NewsletterRepository
        + StockAlertRepository
        + CartRepository
        + AddressBookRepository
        + PersonalDataRepository
        + GarageRepository
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

    /// The moment of the copy that public reads are answered from now, because the database is away; `None` while they
    /// are answered from the database.
    fn copied_at(&self) -> Option<Timestamp> {
        None
    }

    /// Whether the store can be read and written to now, and its schema is the one this program expects.
    async fn check(&self) -> StoreResult<()>;

    /// How often a unit of work of this process has had to wait for a connection that can write: whoever has a lot to write
    /// makes room when this grows.
    fn waits(&self) -> u64 {
        0
    }

    /// Lets the database look at how its tables have grown, so that it goes on choosing good plans.
    /// Cheap; to be called now and then, and while tables grow.
    async fn optimize(&self) -> StoreResult<()> {
        Ok(())
    }
}

units_of_work!(Store, Transaction, run);

impl dyn Store + '_ {
    /// Looks at what everybody may see of the catalogue, at one consistent moment: now, or, while the database is away, the
    /// moment that [`Store::copied_at`] tells.
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
}
