//! The store's contract on both databases.

use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, migrated_sqlite},
};
use autoparts_testing::store_contract;
use autoparts_testing::store_contract::Fixture;
use std::sync::Arc;

/// A migrated store on its own file.
fn on_sqlite() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let store = migrated_sqlite(&folder.path().join("shop.db")).unwrap();
    Fixture::keeping(Arc::new(store), folder)
}

/// A store on its own database in the shared cluster.
fn on_postgres() -> Fixture {
    let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    Fixture::keeping(Arc::new(store), database)
}

store_contract!(sqlite, on_sqlite());
store_contract!(postgres, on_postgres());
