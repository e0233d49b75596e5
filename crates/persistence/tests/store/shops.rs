//! Whole shops, each on its own database, and a macro that runs each test on both databases.

use autoparts_application::ports::store::Store;
use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, migrated_sqlite},
};
use autoparts_testing::test_shop::TestShop;
use std::{any::Any, future::Future, sync::Arc};

/// A shop on a store, and the resources that must live as long.
fn shop_on(store: SqlStore, kept: impl Any) -> (TestShop, Box<dyn Any>) {
    let store: Arc<dyn Store> = Arc::new(store);
    (TestShop::on(store), Box::new(kept))
}

pub(crate) fn on_sqlite() -> (TestShop, Box<dyn Any>) {
    let folder = tempfile::tempdir().unwrap();
    let store = migrated_sqlite(&folder.path().join("shop.db")).unwrap();
    shop_on(store, folder)
}

pub(crate) fn on_postgres() -> (TestShop, Box<dyn Any>) {
    let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    shop_on(store, database)
}

/// Runs both concurrently and waits for both.
pub(crate) async fn both<A: Send + 'static, B: Send + 'static>(
    one: impl Future<Output = A> + Send + 'static,
    other: impl Future<Output = B> + Send + 'static,
) -> (A, B) {
    let one = tokio::spawn(one);
    let other = tokio::spawn(other);
    (one.await.unwrap(), other.await.unwrap())
}

/// Makes each case a test on SQLite and one on PostgreSQL, with real parallelism.
macro_rules! on_both_databases {
    ($($race:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $race() {
                let (test_shop, _kept) = crate::shops::on_sqlite();
                super::$race(test_shop).await;
            })*
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $race() {
                let (test_shop, _kept) = crate::shops::on_postgres();
                super::$race(test_shop).await;
            })*
        }
    };
}

pub(crate) use on_both_databases;
