//! A database that stops responding with its connections open. Every wait ends, nothing is committed after a failure
//! was returned, and the database is used again once it is back. Uses a real PostgreSQL that is stopped by a signal, as
//! by a debugger or a hung disk.

use autoparts_application::ports::{
    store::{Store, Transaction},
    store_error::{StoreError, StoreResult},
};
use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, PostgresDatabase},
};
use autoparts_testing::{clock::NEW_YEAR, samples::part};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

const DEADLINE: Duration = Duration::from_millis(800);

struct Frozen {
    cluster: PostgresCluster,
    store: Arc<dyn Store>,
    _database: PostgresDatabase,
}

/// A store with an open, idle connection.
async fn shop(connections: usize) -> Frozen {
    let cluster = PostgresCluster::private().unwrap();
    let database = cluster.migrated_database().unwrap();
    let options = StoreOptions { connections, deadline: DEADLINE, ..StoreOptions::default() };
    let store: Arc<dyn Store> = Arc::new(SqlStore::open(database.url(), &options).unwrap());
    store.check().await.unwrap();
    Frozen { cluster, store, _database: database }
}

async fn add(store: &Arc<dyn Store>, number: u64) -> StoreResult<()> {
    store.write(move |tx| tx.insert_part(&part(number, 5), NEW_YEAR)).await
}

async fn stock(store: &Arc<dyn Store>, number: u64) -> StoreResult<i64> {
    store.read(move |tx| tx.part_stock(&part(number, 5).id)).await
}

/// Retries until it works, as customers do.
async fn until_it_works(store: &Arc<dyn Store>) -> i64 {
    let patience = Instant::now() + Duration::from_secs(10);
    loop {
        match stock(store, 1).await {
            Ok(stock) => return stock,
            Err(error) => assert!(Instant::now() < patience, "{error:?}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_and_writes_end_at_the_deadline_and_go_on_when_the_database_does() {
    let shop = shop(2).await;
    add(&shop.store, 1).await.unwrap();
    shop.cluster.freeze().unwrap();
    let started = Instant::now();
    // More than there are connections: hung calls must not take connections from others.
    for number in 10..16 {
        let answer =
            if number % 2 == 0 { add(&shop.store, number).await } else { stock(&shop.store, 1).await.map(drop) };
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
        assert!(shop.store.check().await.is_err());
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    shop.cluster.thaw().unwrap();
    assert_eq!(until_it_works(&shop.store).await, 5);
    for number in 10..16 {
        assert_eq!(stock(&shop.store, number).await.unwrap(), 0, "a failed write was not committed");
    }
    for number in 20..30 {
        add(&shop.store, number).await.unwrap();
    }
}

/// The connections of a shop, as PostgreSQL sees them. Those of the test itself have no name.
const OPEN: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'autoparts'";

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_shop_never_has_more_connections_than_its_limit() {
    for connections in [2, 5] {
        let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
        let options = StoreOptions { connections, ..StoreOptions::default() };
        let store: Arc<dyn Store> = Arc::new(SqlStore::open(database.url(), &options).unwrap());
        let mut most = 0;
        for round in 0..3 {
            let calls = (0..100).map(|number| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    match number % 4 {
                        0 => add(&store, 100 * round + number).await.unwrap(),
                        1 => store.read_one(move |tx| tx.part_stock(&part(1, 5).id)).await.map(drop).unwrap(),
                        2 => store.check().await.unwrap(),
                        _ => stock(&store, number).await.map(drop).unwrap(),
                    }
                })
            });
            let calls: Vec<_> = calls.collect();
            while !calls.iter().all(tokio::task::JoinHandle::is_finished) {
                most = most.max(database.number(OPEN).unwrap());
                tokio::task::yield_now().await;
            }
            for call in calls {
                call.await.unwrap();
            }
            most = most.max(database.number(OPEN).unwrap());
            // All connections are opened again at once.
            database.cut_connections().unwrap();
            while database.number(OPEN).unwrap() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            store.check().await.ok();
        }
        assert!((1..=i64::try_from(connections).unwrap()).contains(&most), "{most} of {connections}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_without_an_answer_has_an_unknown_outcome() {
    let shop = shop(2).await;
    let cluster = Arc::new(shop.cluster);
    let server = Arc::clone(&cluster);
    let work = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        tx.insert_part(&part(1, 5), NEW_YEAR)?;
        server.freeze().unwrap();
        Ok(())
    };
    let answer = shop.store.write(work).await;
    assert!(matches!(answer, Err(StoreError::OutcomeUnknown(_))), "{answer:?}");
    cluster.thaw().unwrap();
    // The commit had been requested, and succeeded.
    assert_eq!(until_it_works(&shop.store).await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_hangs_before_its_commit_is_not_committed_later() {
    let shop = shop(2).await;
    let cluster = Arc::new(shop.cluster);
    let server = Arc::clone(&cluster);
    let work = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        tx.insert_part(&part(2, 5), NEW_YEAR)?;
        server.freeze().unwrap();
        tx.insert_part(&part(3, 5), NEW_YEAR)
    };
    let answer = shop.store.write(work).await;
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    cluster.thaw().unwrap();
    until_it_works(&shop.store).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(stock(&shop.store, 2).await.unwrap() + stock(&shop.store, 3).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_hang_for_ever_are_replaced() {
    let shop = shop(2).await;
    add(&shop.store, 1).await.unwrap();
    for _ in 0..2 {
        shop.cluster.freeze_connections().unwrap();
        // As many callers as connections, which are then canceled: their permits must still be released.
        let callers = (0..2).map(|_| {
            let store = Arc::clone(&shop.store);
            tokio::spawn(async move { stock(&store, 1).await })
        });
        let callers: Vec<_> = callers.collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        callers.iter().for_each(tokio::task::JoinHandle::abort);
        assert_eq!(until_it_works(&shop.store).await, 5);
        add(&shop.store, 2).await.ok();
    }
}

#[test]
fn a_process_whose_database_hangs_can_still_end() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let shop = runtime.block_on(shop(2));
    shop.cluster.freeze().unwrap();
    assert!(runtime.block_on(stock(&shop.store, 1)).is_err());
    let started = Instant::now();
    runtime.shutdown_timeout(Duration::from_millis(100));
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}
