//! The contract of every [`Store`] and [`IdentityStore`], as many small rules: one function each, named as a sentence.
//!
//! An adapter runs all of them with one line:
//!
//! ```ignore
//! store_contract!(sqlite, Fixture::keeping(Arc::new(store), folder));
//! ```
//!
//! The expression is evaluated once for each rule and must give a separate store, empty and migrated. To add a rule,
//! write the function and add its name to the macro's list in `list.rs`.

#![expect(missing_docs, reason = "each function's name is the rule it checks")]
#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "these are tests, and a panic is how a test fails")]

pub mod accounts;
pub mod audit;
pub mod billing;
pub mod books;
pub mod catalogue;
pub mod cores;
pub mod feedback;
pub mod fit_evidence;
pub mod fitment;
pub mod generations;
pub mod guests;
pub mod identity_accounts;
pub mod identity_sign_ins;
pub mod imports;
mod list;
pub mod listings;
pub mod managing;
pub mod member_documents;
pub mod newsletter;
pub mod numbers;
pub mod order_lists;
pub mod orders;
pub mod outbox;
pub mod payments;
pub mod personal_data;
pub mod rates;
pub mod retention;
pub mod returns;
pub mod reviews;
pub mod servers;
pub mod sessions;
pub mod stock;
pub mod stock_alerts;
pub mod units_of_work;
pub mod unpaid_orders;
pub mod vehicles;
pub mod withdrawals;

use super::{clock::NEW_YEAR, samples};
use autoparts_application::ports::{identity_accounts::IdentityStore, store::Store, store_error::StoreResult};
use autoparts_domain::{accounts::User, catalogue::Part, orders::Order};
use std::{any::Any, future::Future, sync::Arc};

/// A store to test, with everything that must live as long as it does.
pub struct Fixture {
    store: Arc<dyn Store>,
    identity_store: Arc<dyn IdentityStore>,
    _kept: Box<dyn Any + Send>,
}

impl Fixture {
    /// A store without further resources.
    pub fn new(store: Arc<impl Store + IdentityStore + 'static>) -> Self {
        Self::keeping(store, ())
    }

    /// A store with a resource that it needs, such as a folder or a database.
    pub fn keeping(store: Arc<impl Store + IdentityStore + 'static>, kept: impl Any + Send) -> Self {
        Self { store: store.clone(), identity_store: store, _kept: Box::new(kept) }
    }

    /// The store for the shop.
    #[must_use]
    pub fn store(&self) -> Arc<dyn Store> {
        Arc::clone(&self.store)
    }

    /// The store for the identity provider.
    #[must_use]
    pub fn identity_store(&self) -> Arc<dyn IdentityStore> {
        Arc::clone(&self.identity_store)
    }
}

type Shared = Arc<dyn Store>;

/// Adds a part to the store.
async fn add_part(store: &Shared, part: &Part) {
    let part = part.clone();
    store.write(move |tx| tx.insert_part(&part, NEW_YEAR)).await.unwrap();
}

/// Adds a user to the store.
async fn add_user(store: &Shared, user: &User) {
    let user = user.clone();
    store.write(move |tx| tx.insert_user(&user)).await.unwrap();
}

/// Adds an order, without taking its pieces out of stock.
async fn add_order(store: &Shared, order: &Order) {
    let order = order.clone();
    assert!(store.write(move |tx| tx.insert_order(&order)).await.unwrap());
}

/// A store with customer 1, part 1 with 100 pieces, and order 1.
async fn with_an_order(store: &Shared) -> Order {
    let customer = samples::customer(1);
    let part = samples::part(1, 100);
    add_user(store, &customer).await;
    add_part(store, &part).await;
    let order = samples::order(1, &customer, &part);
    add_order(store, &order).await;
    order
}

/// Loads the order from the store.
async fn stored(store: &Shared, order: &Order) -> Order {
    let key = order.key();
    store.read(move |tx| tx.order(&key)).await.unwrap().unwrap()
}

/// Runs a task many times concurrently and returns all results.
async fn at_once<T, F>(times: u64, task: impl Fn(u64) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let tasks: Vec<_> = (0..times).map(|n| tokio::spawn(task(n))).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.unwrap());
    }
    results
}

/// How many callers got `true`; panics if any got an error.
fn yes(answers: Vec<StoreResult<bool>>) -> usize {
    answers.into_iter().map(Result::unwrap).filter(|answer| *answer).count()
}

#[cfg(test)]
mod tests {
    use super::Fixture;
    use crate::memory::MemoryStore;
    use std::{fs, sync::Arc};

    crate::store_contract!(memory, Fixture::new(Arc::new(MemoryStore::default())));

    #[test]
    fn every_rule_is_in_the_list() {
        let list = include_str!("store_contract/list.rs");
        let mut rules = 0;
        for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/store_contract")).unwrap() {
            let source = fs::read_to_string(file.unwrap().path()).unwrap();
            let functions = source.lines().filter_map(|line| line.strip_prefix("pub async fn "));
            for rule in functions.filter_map(|rest| rest.split('(').next()) {
                assert!(list.contains(&format!(" {rule},\n")), "{rule} is not listed");
                rules += 1;
            }
        }
        assert!(rules > 200, "{rules}");
    }
}
