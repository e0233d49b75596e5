//! Units of work on SQLite that share a transaction: each stays atomic, and gets its own correct outcome.

use autoparts_application::ports::{
    generations::Source,
    store::{Store, Transaction},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::feedback::Feedback;
use autoparts_persistence::{SqlStore, StoreOptions, testing::copy_template};
use autoparts_testing::{
    clock::{NEW_YEAR, numbered},
    samples::part,
};
use diesel::{Connection, SqliteConnection, connection::SimpleConnection};
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    time::Duration,
};
use tempfile::TempDir;
use tokio::task::JoinHandle;

type Answer = JoinHandle<StoreResult<()>>;

struct OnFile {
    store: Arc<dyn Store>,
    file: PathBuf,
    _folder: TempDir,
}

impl OnFile {
    /// A store whose groups end when no unit is waiting, however slow the machine is.
    fn new(options: &StoreOptions) -> Self {
        Self::open(&StoreOptions { group_time: Duration::from_mins(1), ..options.clone() })
    }

    fn open(options: &StoreOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shop.db");
        copy_template(&file).unwrap();
        let sql = SqlStore::open(&format!("sqlite://{}", file.display()).parse().unwrap(), options).unwrap();
        Self { store: Arc::new(sql), file, _folder: folder }
    }

    /// Executes statements directly, bypassing the store.
    fn execute(&self, sql: &str) {
        SqliteConnection::establish(self.file.to_str().unwrap()).unwrap().batch_execute(sql).unwrap();
    }

    /// Holds the writing connection until stopped. Its unit of work commits nothing, so no other unit joins it.
    fn occupied(&self) -> (mpsc::Sender<()>, Answer) {
        let ((started, starts), (go, gate)) = (mpsc::channel(), mpsc::channel::<()>());
        let started = Mutex::new(started);
        let gate = Mutex::new(gate);
        let store = Arc::clone(&self.store);
        let hold = move |_: &mut dyn Transaction| -> StoreResult<()> {
            started.lock().unwrap().send(()).unwrap();
            gate.lock().unwrap().recv().unwrap();
            Err(StoreError::Failed("this was to hold others up".into()))
        };
        let holds = tokio::spawn(async move { store.write(hold).await });
        tokio::task::block_in_place(|| starts.recv().unwrap());
        (go, holds)
    }

    /// Queues a unit of work behind those that are waiting.
    async fn waits(&self, work: impl Fn(&mut dyn Transaction) -> StoreResult<()> + Send + Sync + 'static) -> Answer {
        let store = Arc::clone(&self.store);
        let before = self.store.waits();
        let answer = tokio::spawn(async move { store.write(work).await });
        let waits = async {
            while self.store.waits() == before {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), waits).await.unwrap();
        // It has its place in the queue; a moment later it waits.
        tokio::time::sleep(Duration::from_millis(5)).await;
        answer
    }

    async fn has(&self, number: u64) -> bool {
        self.store.read(move |tx| tx.part_stock(&part(number, 5).id)).await.unwrap() == 5
    }
}

fn add(number: u64) -> impl Fn(&mut dyn Transaction) -> StoreResult<()> + Send + Sync + 'static {
    move |tx| tx.insert_part(&part(number, 5), NEW_YEAR)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_is_alone_has_not_waited() {
    let shop = OnFile::new(&StoreOptions::default());
    shop.store.write(add(1)).await.unwrap();
    shop.store.write(add(2)).await.unwrap();
    assert_eq!(shop.store.waits(), 0);
    let (go, _holds) = shop.occupied();
    let waits = shop.waits(add(3)).await;
    go.send(()).unwrap();
    waits.await.unwrap().unwrap();
    assert_eq!(shop.store.waits(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_sees_what_those_before_it_wrote_and_others_see_nothing_before_the_commit() {
    let shop = OnFile::new(&StoreOptions::default());
    let (go, _holds) = shop.occupied();
    let mut answers = vec![shop.waits(add(1)).await];
    for number in 2..=10 {
        let outside = Arc::clone(&shop.store);
        let runtime = tokio::runtime::Handle::current();
        let work = move |tx: &mut dyn Transaction| {
            assert_eq!(tx.part_stock(&part(number - 1, 5).id)?, 5);
            assert_eq!(runtime.block_on(outside.read(|tx| tx.part_stock(&part(1, 5).id)))?, 0);
            tx.insert_part(&part(number, 5), NEW_YEAR)
        };
        answers.push(shop.waits(work).await);
    }
    go.send(()).unwrap();
    for answer in answers {
        answer.await.unwrap().unwrap();
    }
    assert!(shop.has(10).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_unit_of_work_leaves_no_trace_and_affects_no_other() {
    let shop = OnFile::new(&StoreOptions::default());
    let (go, _holds) = shop.occupied();
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let first = shop.waits(add(1)).await;
    let refused = shop.waits(|tx| {
        tx.insert_part(&part(2, 5), NEW_YEAR)?;
        Err(StoreError::Failed("no".into()))
    });
    let refused = refused.await;
    let panics = shop.waits(|tx| {
        tx.insert_part(&part(3, 5), NEW_YEAR)?;
        panic!("of its own");
    });
    let panics = panics.await;
    let taken = shop.waits(|tx| {
        tx.insert_part(&part(4, 5), NEW_YEAR)?;
        tx.insert_part(&part(1, 5), NEW_YEAR)
    });
    let taken = taken.await;
    let again = shop.waits(move |tx| {
        tx.insert_part(&part(5, 5), NEW_YEAR)?;
        if counted.fetch_add(1, Ordering::SeqCst) == 0 { Err(tx.conflict()) } else { Ok(()) }
    });
    let again = again.await;
    let last = shop.waits(add(6)).await;
    let number = |number: u64| shop.store.generations().current(Source::Part(part(number, 5).id));
    let before = [1, 2, 3, 4, 6].map(number);
    go.send(()).unwrap();
    first.await.unwrap().unwrap();
    let answer = refused.await.unwrap();
    assert!(matches!(&answer, Err(StoreError::Failed(why)) if why.to_string() == "no"), "{answer:?}");
    let answer = panics.await.unwrap();
    assert!(matches!(&answer, Err(StoreError::Failed(why)) if why.to_string().contains("of its own")), "{answer:?}");
    let answer = taken.await.unwrap();
    assert!(matches!(answer, Err(StoreError::Duplicate)), "{answer:?}");
    again.await.unwrap().unwrap();
    last.await.unwrap().unwrap();
    assert_eq!(runs.load(Ordering::SeqCst), 2);
    for (number, kept) in [(1, true), (2, false), (3, false), (4, false), (5, true), (6, true)] {
        assert_eq!(shop.has(number).await, kept, "part {number}");
    }
    let raised: Vec<bool> =
        [1, 2, 3, 4, 6].map(number).into_iter().zip(before).map(|(now, then)| now != then).collect();
    assert_eq!(raised, [true, false, false, false, true]);
}

/// A constraint that is checked at commit, unlike any in the shop's own tables.
const SPOILS_THE_COMMIT: &str = "CREATE TABLE spoilt (id TEXT REFERENCES parts (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER spoils AFTER INSERT ON feedback BEGIN INSERT INTO spoilt VALUES ('nobody'); END";

fn spoil(tx: &mut dyn Transaction) -> StoreResult<()> {
    let message = "Hello.".parse().unwrap();
    tx.insert_feedback(&Feedback { id: numbered(1).into(), message, email: None, written_at: NEW_YEAR })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_commit_is_reported_to_all_callers() {
    let shop = OnFile::new(&StoreOptions::default());
    shop.execute(SPOILS_THE_COMMIT);
    let (go, _holds) = shop.occupied();
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let mut unknown = vec![shop.waits(add(1)).await, shop.waits(spoil).await];
    let only_looks = shop.waits(move |tx| {
        let seen = tx.part_stock(&part(1, 5).id)?;
        counted.fetch_add(1, Ordering::SeqCst);
        Err(StoreError::Failed(format!("{seen} in stock").into()))
    });
    let only_looks = only_looks.await;
    unknown.push(shop.waits(add(2)).await);
    go.send(()).unwrap();
    for answer in unknown {
        let answer = answer.await.unwrap();
        assert!(matches!(answer, Err(StoreError::OutcomeUnknown(_))), "{answer:?}");
    }
    // What it had read was rolled back, so it was retried.
    let answer = only_looks.await.unwrap();
    assert!(matches!(&answer, Err(StoreError::Failed(why)) if why.to_string() == "0 in stock"), "{answer:?}");
    assert_eq!(runs.load(Ordering::SeqCst), 2);
    assert!(!shop.has(1).await && !shop.has(2).await);
    shop.store.write(add(1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_fails_only_the_caller_that_hit_it() {
    let shop = OnFile::new(&StoreOptions::default());
    // The same effect and message as when the disk is full.
    shop.execute(
        "CREATE TRIGGER fills AFTER INSERT ON feedback BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END",
    );
    let (go, _holds) = shop.occupied();
    let before = [shop.waits(add(1)).await, shop.waits(add(2)).await];
    let full = shop.waits(spoil).await;
    let after = shop.waits(add(3)).await;
    go.send(()).unwrap();
    let answer = full.await.unwrap();
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    for answer in before.into_iter().chain([after]) {
        answer.await.unwrap().unwrap();
    }
    for number in 1..=3 {
        assert!(shop.has(number).await, "part {number}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn units_of_work_that_timed_out_are_not_committed() {
    let deadline = Duration::from_millis(300);
    let shop = OnFile::new(&StoreOptions { deadline, ..StoreOptions::default() });
    let (go, _holds) = shop.occupied();
    let before = shop.waits(add(1)).await;
    let slow = shop.waits(move |tx| {
        tx.insert_part(&part(2, 5), NEW_YEAR)?;
        std::thread::sleep(3 * deadline);
        Ok(())
    });
    let slow = slow.await;
    go.send(()).unwrap();
    for answer in [before, slow] {
        let answer = answer.await.unwrap();
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    }
    tokio::time::sleep(3 * deadline).await;
    assert!(!shop.has(1).await && !shop.has(2).await);
    shop.store.write(add(1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_that_cancel_while_waiting_are_skipped() {
    let shop = OnFile::new(&StoreOptions::default());
    let (go, _holds) = shop.occupied();
    let first = shop.waits(add(1)).await;
    let gone = shop.waits(add(2)).await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    let last = shop.waits(add(3)).await;
    go.send(()).unwrap();
    first.await.unwrap().unwrap();
    last.await.unwrap().unwrap();
    assert!(!shop.has(2).await && shop.has(3).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_at_once_are_all_kept() {
    for group_units in [1, 4, 32] {
        let shop = OnFile::new(&StoreOptions { group_units, ..StoreOptions::default() });
        let writes = (1..=200).map(|number| {
            let store = Arc::clone(&shop.store);
            tokio::spawn(async move { store.write(add(number)).await })
        });
        for write in writes.collect::<Vec<_>>() {
            write.await.unwrap().unwrap();
        }
        for number in 1..=200 {
            assert!(shop.has(number).await, "part {number} in groups of {group_units}");
        }
    }
}

/// A machine can be so slow that a group has no time for a second unit.
#[tokio::test(flavor = "multi_thread")]
async fn a_unit_that_led_a_group_without_time_is_not_kept() {
    let on_file = OnFile::open(&StoreOptions { group_time: Duration::ZERO, ..StoreOptions::default() });
    let held = Arc::new(());
    let by_unit = Arc::clone(&held);
    let work = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        assert!(Arc::strong_count(&by_unit) > 1);
        tx.insert_part(&part(1, 5), NEW_YEAR)
    };
    on_file.store.write(work).await.unwrap();
    assert_eq!(Arc::strong_count(&held), 1);
}
