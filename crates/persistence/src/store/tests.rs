use super::*;
use autoparts_application::ports::{page::Page, store::Transaction};
use autoparts_testing::{clock::NEW_YEAR, samples::part};

/// Executes a statement on the writing connection; a setting lasts as long as the connection.
fn execute(store: &SqlStore, setting: &str) {
    store.writers.take().unwrap().connection.batch_execute(setting).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_written_to_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("shop.db").display());
    let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
    store.migrate().unwrap();
    let shop = "INSERT INTO shop (name, shop_id, created_at) VALUES ('shop', 'x', 1)";
    execute(&store, shop);
    execute(&store, "PRAGMA query_only = ON");
    let answer = store.check().await;
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    store.check().await.unwrap();
    execute(&store, "PRAGMA query_only = ON");
    store.check().await.unwrap_or_else(|error| panic!("it was written to a moment ago: {error}"));
    *store.written_at.lock().unwrap() = Instant::now().checked_sub(WRITE_CHECK_INTERVAL);
    store.check().await.unwrap_err();
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_resume_after_a_full_or_read_only_disk() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("shop.db").display());
    let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
    store.migrate().unwrap();
    let shared: Arc<dyn Store> = Arc::new(store.clone());
    // One page more than now, and no write permission: SQLite reports the same errors as for a full disk or a
    // read-only mount.
    for setting in ["PRAGMA max_page_count = 1", "PRAGMA query_only = ON"] {
        execute(&store, setting);
        let many =
            |tx: &mut dyn Transaction| (1..1_000).try_for_each(|number| tx.insert_part(&part(number, 1), NEW_YEAR));
        let answer = shared.write(many).await;
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{setting}: {answer:?}");
        assert!(shared.read(|tx| tx.parts(&Page::first())).await.unwrap().is_empty());
        shared.check().await.unwrap();
    }
    shared.write(|tx| tx.insert_part(&part(1, 1), NEW_YEAR)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_write_is_followed_by_a_probe_that_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    let url = format!("sqlite://{}", file.display());
    let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
    store.migrate().unwrap();
    execute(&store, "INSERT INTO shop (name, shop_id, created_at) VALUES ('shop', 'x', 1); PRAGMA wal_checkpoint");
    let written = || std::fs::metadata(folder.path().join("shop.db-wal")).unwrap().len();
    let shared: Arc<dyn Store> = Arc::new(store.clone());
    shared.check().await.unwrap();
    let before = written();
    store.note_failed_write();
    shared.write(|tx| tx.insert_part(&part(1, 1), NEW_YEAR)).await.unwrap();
    assert!(written() >= before.max(256 * 1024), "{before} {}", written());
    let probe_table = "CREATE TABLE write_probe (x TEXT); DROP TABLE write_probe";
    let run = |connection: &mut AnyConnection| {
        connection.batch_execute(probe_table).unwrap();
        Ok(())
    };
    store.on_writer(run).unwrap();
    assert!(matches!(store.room.as_ref().unwrap().next(), Next::Write));
}

#[tokio::test(flavor = "multi_thread")]
async fn pools_report_what_is_in_use_idle_and_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("shop.db").display());
    let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
    store.migrate().unwrap();
    let (started, waits) = std::sync::mpsc::channel();
    let (go, gate) = std::sync::mpsc::channel::<()>();
    let started = Mutex::new(started);
    let gate = Mutex::new(gate);
    let shared: Arc<dyn Store> = Arc::new(store.clone());
    let holds = tokio::spawn({
        let shared = Arc::clone(&shared);
        async move {
            let hold = move |_: &mut dyn Transaction| -> StoreResult<()> {
                started.lock().unwrap().send(()).unwrap();
                gate.lock().unwrap().recv().unwrap();
                Ok(())
            };
            shared.write(hold).await
        }
    });
    tokio::task::block_in_place(|| waits.recv().unwrap());
    let queued = tokio::spawn(async move { shared.write(|tx| tx.insert_part(&part(1, 1), NEW_YEAR)).await });
    while store.pools()[0].waiting == 0 {
        tokio::task::yield_now().await;
    }
    let usage = |pool: &PoolUsage| (pool.name, pool.in_use, pool.idle, pool.waiting, pool.hung);
    assert_eq!(usage(&store.pools()[0]), ("write", 1, 0, 1, 0));
    assert_eq!((store.pools()[1].name, store.pools()[1].in_use), ("read", 0));
    go.send(()).unwrap();
    holds.await.unwrap().unwrap();
    queued.await.unwrap().unwrap();
    assert_eq!(usage(&store.pools()[0]), ("write", 0, 1, 0, 0));
}
