//! The database's own check of orders. The contract tests that it reports every inconsistent order; these tests, that
//! it reports no others.

use autoparts_application::ports::{books::CustomerRange, store::Store};
use autoparts_domain::id::OrderId;
use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, execute_in, grow, grown_sqlite},
};

const ORDERS: u32 = 4_000;

/// In a grown shop one in a hundred orders was refunded, except among the last ones, which are still open.
const REFUNDED: usize = 37;

async fn doubtful(store: &dyn Store, seed: i64) -> Vec<OrderId> {
    let all = CustomerRange { after: None, last: None };
    store.read(move |tx| tx.doubtful_orders(&all, seed)).await.unwrap()
}

/// One order loses its lines; it is charged nothing but its shipping.
const LOSE_LINES: &str = "
DELETE FROM order_lines WHERE order_id = (SELECT max(id) FROM orders);
UPDATE orders SET shipping_cents = total_cents WHERE id = (SELECT max(id) FROM orders);
";

#[tokio::test]
async fn a_database_names_only_the_orders_that_are_not_plainly_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grown.db");
    let sqlite = grown_sqlite(&file, ORDERS).unwrap();
    let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
    grow(database.url(), ORDERS).unwrap();
    let postgres = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    let file = format!("sqlite://{}", file.display()).parse().unwrap();
    for (store, url) in [(sqlite, &file), (postgres, database.url())] {
        for seed in [0, -1, i64::MAX] {
            assert_eq!(doubtful(&store, seed).await.len(), REFUNDED, "{url} {seed}");
        }
        execute_in(url, LOSE_LINES).unwrap();
        assert_eq!(doubtful(&store, 0).await.len(), REFUNDED + 1, "{url}");
    }
}
