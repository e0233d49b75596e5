//! A URL with several PostgreSQL servers, of which one is the primary.

use autoparts_application::ports::{page::Page, store::Store};
use autoparts_persistence::{OpenError, SqlStore, StoreOptions, testing::PostgresCluster};
use std::{net::TcpListener, sync::Arc};

/// A server that accepts connections but never responds, like a frozen machine; and its address.
fn frozen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// The number of connections since the last call.
fn connected(listener: &TcpListener) -> usize {
    std::iter::from_fn(|| listener.accept().ok()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_frozen_or_gone_does_not_keep_the_shop_from_the_primary() {
    let cluster = PostgresCluster::shared().unwrap();
    let database = cluster.migrated_database().unwrap();
    let (listener, address) = frozen();
    // With libpq alone, the first connection would take ten minutes.
    let hosts = format!("@{address},127.0.0.1:1,");
    let url = format!("{}?connect_timeout=600", database.url_text().replace('@', &hosts));
    let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
    assert_eq!(connected(&listener), 1, "the first server is asked first");
    store.check().await.unwrap();
    assert_eq!(connected(&listener), 0, "the one that was the primary is asked first");
    database.cut_connections().unwrap();
    let shared: Arc<dyn Store> = Arc::new(store);
    shared.read(|tx| tx.parts(&Page::first())).await.unwrap();
    assert_eq!(connected(&listener), 0);
}

#[test]
fn servers_that_are_all_gone_are_reported_without_a_password() {
    let url = "postgres://shop:s3cret@127.0.0.1:1,127.0.0.1:2/shop";
    let refused = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).err().unwrap();
    assert!(matches!(refused, OpenError::Unreachable { .. }), "{refused}");
    assert!(refused.to_string().contains("127.0.0.1:1,127.0.0.1:2") && !refused.to_string().contains("s3cret"));
}

#[test]
fn a_wrong_password_for_several_servers_has_its_own_error() {
    let cluster = PostgresCluster::shared().unwrap();
    let user = cluster.user_with_password("right").unwrap();
    let port = cluster.port();
    let url = format!("postgres://{user}:wrong@127.0.0.1:{port},127.0.0.1:{port}/postgres");
    let refused = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).err().unwrap();
    assert!(matches!(refused, OpenError::LoginRefused { .. }), "{refused}");
}
