//! What happens to units of work when the database fails.

use autoparts_application::ports::{
    store::{Store, Transaction},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::id::PartId;
use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, PostgresDatabase, copy_template},
};
use autoparts_testing::{
    clock::NEW_YEAR,
    samples::{part, pieces},
};
use diesel::{Connection, SqliteConnection, connection::SimpleConnection};
use std::{
    error::Error,
    path::PathBuf,
    sync::{
        Arc, Barrier,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

struct OnFile {
    store: Arc<dyn Store>,
    file: PathBuf,
    _folder: TempDir,
}

fn on_file(options: &StoreOptions) -> OnFile {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    copy_template(&file).unwrap();
    let store = SqlStore::open(&format!("sqlite://{}", file.display()).parse().unwrap(), options).unwrap();
    OnFile { store: Arc::new(store), file, _folder: folder }
}

fn on_postgres() -> (Arc<dyn Store>, Arc<PostgresDatabase>) {
    let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    (Arc::new(store), Arc::new(database))
}

async fn add(store: &Arc<dyn Store>, number: u64) -> StoreResult<()> {
    store.write(move |tx| tx.insert_part(&part(number, 5), NEW_YEAR)).await
}

async fn stock(store: &Arc<dyn Store>, number: u64) -> StoreResult<i64> {
    store.read(move |tx| tx.part_stock(&part(number, 5).id)).await
}

/// The messages of an error and all its causes.
fn whole_story(error: &dyn Error) -> String {
    let mut story = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        story.push_str(&format!(": {error}"));
        cause = error.source();
    }
    story
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_says_so_at_once() {
    let shop = on_file(&StoreOptions { readers: 1, queue: 1, ..StoreOptions::default() });
    let gate = Arc::new(Barrier::new(2));
    let slow_read = |gate: Arc<Barrier>| {
        let store = Arc::clone(&shop.store);
        tokio::spawn(async move {
            store
                .read(move |_| {
                    gate.wait();
                    gate.wait();
                    StoreResult::Ok(())
                })
                .await
        })
    };
    let running = slow_read(Arc::clone(&gate));
    gate.wait();
    let mut waiting = Box::pin(stock(&shop.store, 1));
    // The first poll takes the only place in the queue.
    assert!(tokio::time::timeout(Duration::from_millis(20), &mut waiting).await.is_err());
    let started = Instant::now();
    let refused = stock(&shop.store, 1).await;
    // Well below the queue timeout: this unit of work was not queued.
    assert!(started.elapsed() < Duration::from_secs(2));
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    gate.wait();
    running.await.unwrap().unwrap();
    assert_eq!(waiting.await.unwrap(), 0);
    assert_eq!(stock(&shop.store, 1).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_for_a_connection_times_out() {
    let shop = on_file(&StoreOptions { readers: 1, wait: Duration::from_millis(50), ..StoreOptions::default() });
    let gate = Arc::new(Barrier::new(2));
    let running = tokio::spawn({
        let store = Arc::clone(&shop.store);
        let gate = Arc::clone(&gate);
        async move {
            store
                .read(move |_| {
                    gate.wait();
                    gate.wait();
                    StoreResult::Ok(())
                })
                .await
        }
    });
    gate.wait();
    let answer = stock(&shop.store, 1).await;
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    gate.wait();
    running.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_locked_by_another_process_is_read_and_not_written() {
    let shop = on_file(&StoreOptions { lock_timeout: Duration::from_millis(20), ..StoreOptions::default() });
    add(&shop.store, 1).await.unwrap();
    let mut other = SqliteConnection::establish(shop.file.to_str().unwrap()).unwrap();
    other.batch_execute("BEGIN IMMEDIATE").unwrap();
    let answer = add(&shop.store, 2).await;
    assert!(matches!(answer, Err(StoreError::Contention)), "{answer:?}");
    assert_eq!(stock(&shop.store, 1).await.unwrap(), 5);
    other.batch_execute("ROLLBACK").unwrap();
    add(&shop.store, 2).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_the_domain_refuses_is_named_without_its_contents() {
    let shop = on_file(&StoreOptions::default());
    let (store, database) = on_postgres();
    for store in [&shop.store, &store] {
        add(store, 1).await.unwrap();
    }
    let spoil = "UPDATE parts SET image = 'javascript:of-marta'";
    SqliteConnection::establish(shop.file.to_str().unwrap()).unwrap().batch_execute(spoil).unwrap();
    database.execute(spoil).unwrap();
    for store in [&shop.store, &store] {
        let answer = store.read(|tx| tx.part(&part(1, 5).id)).await;
        let said = whole_story(&answer.unwrap_err());
        assert!(said.contains(&format!("parts {}: image", part(1, 5).id)), "{said}");
        assert!(!said.contains("marta"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_the_server_cut_are_replaced_unnoticed() {
    let (store, database) = on_postgres();
    for round in 1..=3 {
        add(&store, round).await.unwrap();
        database.cut_connections().unwrap();
        thread::sleep(Duration::from_millis(50));
        assert_eq!(stock(&store, round).await.unwrap(), 5);
        database.cut_connections().unwrap();
    }
    add(&store, 9).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_lost_before_the_commit_leads_to_another_run() {
    let (store, database) = on_postgres();
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let server = Arc::clone(&database);
    store
        .write(move |tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.insert_part(&part(1, 5), NEW_YEAR)?;
            if counted.fetch_add(1, Ordering::SeqCst) == 0 {
                server.cut_connections().unwrap();
                thread::sleep(Duration::from_millis(100));
            }
            tx.insert_part(&part(2, 5), NEW_YEAR)
        })
        .await
        .unwrap();
    assert_eq!(runs.load(Ordering::SeqCst), 2);
    assert_eq!(stock(&store, 2).await.unwrap(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_lost_at_the_commit_is_reported_and_not_guessed_about() {
    let (store, database) = on_postgres();
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let server = Arc::clone(&database);
    let answer = store
        .write(move |tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.insert_part(&part(1, 5), NEW_YEAR)?;
            counted.fetch_add(1, Ordering::SeqCst);
            server.cut_connections().unwrap();
            thread::sleep(Duration::from_millis(100));
            Ok(())
        })
        .await;
    let error = answer.unwrap_err();
    assert!(matches!(error, StoreError::OutcomeUnknown(_)), "{error:?}");
    assert!(whole_story(&error).contains("the outcome of a commit is unknown"));
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    add(&store, 2).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadlock_is_resolved_by_another_run() {
    let (store, _database) = on_postgres();
    for number in [1, 2] {
        add(&store, number).await.unwrap();
    }
    let both_have_one = Arc::new(Barrier::new(2));
    let runs = Arc::new(AtomicU32::new(0));
    let take = |first: u64, second: u64| {
        let store = Arc::clone(&store);
        let both_have_one = Arc::clone(&both_have_one);
        let runs = Arc::clone(&runs);
        let id = |number| -> PartId { part(number, 5).id };
        tokio::spawn(async move {
            let work = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
                tx.take_stock(&id(first), pieces(1))?;
                if runs.fetch_add(1, Ordering::SeqCst) < 2 {
                    both_have_one.wait();
                }
                tx.take_stock(&id(second), pieces(1))
            };
            store.write(work).await
        })
    };
    let one = take(1, 2);
    let other = take(2, 1);
    assert!(one.await.unwrap().unwrap() && other.await.unwrap().unwrap());
    assert_eq!(runs.load(Ordering::SeqCst), 3);
    for number in [1, 2] {
        assert_eq!(stock(&store, number).await.unwrap(), 3);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_down_is_reported_at_once_and_used_again_when_it_is_back() {
    let cluster = PostgresCluster::private().unwrap();
    let database = cluster.migrated_database().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqlStore::open(database.url(), &StoreOptions::default()).unwrap());
    add(&store, 1).await.unwrap();
    cluster.stop().unwrap();
    for _ in 0..3 {
        let started = Instant::now();
        let answer = add(&store, 2).await;
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
        assert!(store.check().await.is_err());
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    }
    cluster.start().unwrap();
    add(&store, 2).await.unwrap();
    assert_eq!(stock(&store, 1).await.unwrap(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_that_finds_a_lost_connection_lets_go_of_the_others() {
    let (store, database) = on_postgres();
    // Concurrent reads need as many connections, which are idle afterwards.
    let together = Arc::new(Barrier::new(4));
    let reads = (0..4).map(|_| {
        let store = Arc::clone(&store);
        let together = Arc::clone(&together);
        tokio::spawn(async move {
            let meet = move |tx: &mut dyn Transaction| {
                together.wait();
                tx.part_stock(&part(1, 5).id)
            };
            store.read(meet).await
        })
    });
    for read in reads.collect::<Vec<_>>() {
        let _ = read.await.unwrap();
    }
    database.cut_connections().unwrap();
    store.check().await.unwrap_err();
    store.check().await.unwrap();
}
