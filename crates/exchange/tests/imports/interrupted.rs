//! Interrupted imports: stopped, taken over by another one, cut off from the store, damaged.

use crate::scene::{Scene, aces, app, full_consent};
use async_trait::async_trait;
use autoparts_application::{
    imports::{ImportError, STALE, Step},
    ports::{
        clock::Clock,
        generations::Generations,
        import_files::ImportKind,
        imports::{Import, ImportState},
        store::{Access, Store, Transaction, Work},
        store_error::{StoreError, StoreResult},
    },
    use_case_error::UseCaseError::{self, Refused},
};
use autoparts_testing::{clock::NEW_YEAR, memory::MemoryStore};
use std::{
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use uuid::Uuid;

/// The report of a file about four parts.
async fn four_parts(scene: &Scene) -> Import {
    let file = aces("FULL", &(1..=4).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    scene.read(ImportKind::Aces, &file).await.unwrap()
}

#[tokio::test]
async fn an_importer_that_lost_its_claim_records_no_result() {
    let scene = Scene::new().await;
    let report = four_parts(&scene).await;
    let other = scene.importer.ids.uuid();
    let store = Arc::clone(&scene.store);
    let clock = scene.clock.clone();
    let mut on_step = |step| {
        if matches!(step, Step::Applying(1, 4)) {
            clock.advance(STALE + Duration::from_secs(1));
            let store = Arc::clone(&store);
            let now = clock.now();
            let claim = async move { store.write(move |tx| tx.claim_imports(&other, now, now)).await.unwrap() };
            assert_eq!(ready_result(claim), Some(true), "it was silent for too long");
        }
    };
    assert!(matches!(
        scene.importer.apply(report.id, full_consent(&report), &mut on_step).await,
        Err(Refused(ImportError::Running))
    ));
    let left = scene.importer.import(report.id).await.unwrap();
    assert_eq!((left.state, left.counts.applied, left.error), (ImportState::Applying, 1, None));
    scene.write(move |tx| tx.release_imports(&other)).await;
    let done = scene.apply(&report).await.unwrap();
    assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
}

/// The result of a future that never waits, like those of the in-memory store.
fn ready_result<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(value) => Some(value),
        std::task::Poll::Pending => None,
    }
}

#[tokio::test]
async fn damaged_stored_files_are_not_applied() {
    for (file, damage) in [("plan-", ""), ("plan-", "x\n"), ("rows-", "x\n"), ("rows-", ""), ("rows", "0 0\n")] {
        let scene = Scene::new().await;
        let report = four_parts(&scene).await;
        for entry in fs::read_dir(scene.folder.path().join("imports").join(report.id.to_string())).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if (file.ends_with('-') && name.starts_with(file)) || name == file {
                fs::write(entry.path(), damage).unwrap();
            }
        }
        let refused = scene.apply(&report).await.unwrap_err();
        assert_eq!(refused.to_string(), "The stored file is damaged. Upload it again.", "{file} {damage}");
        assert!(scene.everything().await.iter().all(Vec::is_empty));
        let failed = scene.importer.import(report.id).await.unwrap();
        assert_eq!((failed.state, failed.error), (ImportState::Failed, Some(refused.to_string())));
        assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::NotKept))));
    }
}

/// A store that can be made unavailable.
struct UnreliableStore {
    inner: MemoryStore,
    is_down: AtomicBool,
}

#[async_trait]
impl Store for UnreliableStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        if self.is_down.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("the test says so".into()));
        }
        self.inner.run(access, work).await
    }

    fn generations(&self) -> &Generations {
        self.inner.generations()
    }

    async fn check(&self) -> StoreResult<()> {
        self.inner.check().await
    }
}

/// A store that always reports contention.
struct ContendedStore {
    inner: MemoryStore,
    waits: AtomicU64,
}

#[async_trait]
impl Store for ContendedStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        self.waits.fetch_add(1, Ordering::SeqCst);
        self.inner.run(access, work).await
    }

    fn generations(&self) -> &Generations {
        self.inner.generations()
    }

    async fn check(&self) -> StoreResult<()> {
        self.inner.check().await
    }

    fn waits(&self) -> u64 {
        self.waits.load(Ordering::SeqCst)
    }
}

/// Imports a spreadsheet of parts; returns how many of them are changed after each unit of work.
async fn steps(store: Arc<dyn Store>, file: &str) -> Vec<u64> {
    let scene = Scene::on(store).await;
    let report = scene.read(ImportKind::Parts, file).await.unwrap();
    let mut steps = Vec::new();
    let mut on_step = |step| {
        if let Step::Applying(applied, _) = step {
            steps.push(applied);
        }
    };
    let done = scene.importer.apply(report.id, full_consent(&report), &mut on_step).await.unwrap();
    assert_eq!(done.state, ImportState::Done);
    steps
}

#[tokio::test]
async fn batches_are_small_under_contention() {
    let contended_store = Arc::new(ContendedStore { inner: MemoryStore::default(), waits: AtomicU64::default() });
    let head = "brand,number,title,description,price,pictures\n".to_owned();
    let row = |number: u32| format!("ironclad,M-{number},Part {number},About it.,1.00,/a.svg\n");
    let parts: String = std::iter::once(head).chain((1..=700).map(row)).collect();
    let alone = steps(Arc::new(MemoryStore::default()), &parts).await;
    assert_eq!(alone, [25, 50, 75, 100, 125, 150, 175, 200, 400, 600, 700]);
    let contended = steps(contended_store, &parts).await;
    assert_eq!(contended, (1..=28).map(|unit| unit * 25).collect::<Vec<u64>>());
}

#[tokio::test]
async fn an_import_resumes_after_the_store_was_unavailable() {
    let unreliable = Arc::new(UnreliableStore { inner: MemoryStore::default(), is_down: AtomicBool::new(false) });
    let scene = Scene::on(unreliable.clone()).await;
    let report = four_parts(&scene).await;
    let mut on_step = |step| {
        if matches!(step, Step::Applying(2, 4)) {
            unreliable.is_down.store(true, Ordering::SeqCst);
        }
    };
    let broken = scene.importer.apply(report.id, full_consent(&report), &mut on_step).await;
    assert!(matches!(broken, Err(UseCaseError::Store(StoreError::Unavailable(_)))));
    assert!(scene.importer.work(&mut |_| ()).await.is_err(), "it is still unavailable");
    unreliable.is_down.store(false, Ordering::SeqCst);
    let left = scene.importer.import(report.id).await.unwrap();
    assert_eq!((left.state, left.counts.applied), (ImportState::Applying, 2));
    assert!(!scene.importer.work(&mut |_| ()).await.unwrap(), "another importer may hold it");
    scene.clock.advance(STALE + Duration::from_secs(1));
    assert!(scene.importer.work(&mut |_| ()).await.unwrap());
    let done = scene.importer.import(report.id).await.unwrap();
    assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
}

#[tokio::test]
async fn an_import_that_crashes_anywhere_can_be_resumed() {
    let file = aces("FULL", &(1..=4).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    let undisturbed = Scene::new().await;
    undisturbed.import_file(ImportKind::Aces, &file).await;
    for crash in 1..=4 {
        let scene = Scene::new().await;
        let report = scene.read(ImportKind::Aces, &file).await.unwrap();
        let importer = scene.importer.clone();
        let id = report.id;
        let consent = full_consent(&report);
        let mut steps = 0;
        let broken = tokio::spawn(async move {
            let mut on_step = |step| {
                steps += u32::from(matches!(step, Step::Applying(_, 4)));
                assert!(steps < crash, "it stops here");
            };
            importer.apply(id, consent, &mut on_step).await
        });
        assert!(broken.await.is_err());
        assert_eq!(scene.importer.import(report.id).await.unwrap().state, ImportState::Applying);
        assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Running))), "it may still be at work");
        scene.clock.advance(STALE + Duration::from_secs(1));
        let done = scene.apply(&report).await.unwrap();
        assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
        assert_eq!(scene.everything().await, undisturbed.everything().await);
    }
}

/// A store in which a command finishes its import right after a worker has listed it. Checks after each unit of work
/// of the worker whether another command could claim the imports.
struct RacingStore {
    inner: Arc<dyn Store>,
    command: Uuid,
    ending: Mutex<Option<Import>>,
    is_watching: AtomicBool,
    refused: AtomicU64,
}

#[async_trait]
impl Store for RacingStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        self.inner.run(access, work).await?;
        if !self.is_watching.load(Ordering::SeqCst) {
            return Ok(());
        }
        let command = self.command;
        let next = Uuid::from_u128(99);
        let ending = self.ending.lock().unwrap().take();
        if let Some(import) = ending {
            let done = Import { state: ImportState::Done, ..import };
            let end = move |tx: &mut dyn Transaction| {
                tx.release_imports(&command)?;
                tx.update_import(&done, ImportState::Applying)
            };
            assert!(self.inner.write(end).await?);
        }
        let claim = move |tx: &mut dyn Transaction| {
            let is_claimed = tx.claim_imports(&next, NEW_YEAR, NEW_YEAR)?;
            tx.release_imports(&next)?;
            StoreResult::Ok(is_claimed)
        };
        self.refused.fetch_add(u64::from(!self.inner.write(claim).await?), Ordering::SeqCst);
        Ok(())
    }

    fn generations(&self) -> &Generations {
        self.inner.generations()
    }

    async fn check(&self) -> StoreResult<()> {
        self.inner.check().await
    }
}

#[tokio::test]
async fn a_worker_does_not_claim_imports_for_one_that_has_just_ended() {
    let store = Arc::new(RacingStore {
        inner: Arc::new(MemoryStore::default()),
        command: Uuid::from_u128(1),
        ending: Mutex::default(),
        is_watching: AtomicBool::default(),
        refused: AtomicU64::default(),
    });
    let scene = Scene::on(store.clone()).await;
    let report = four_parts(&scene).await;
    let command = store.command;
    let now = scene.clock.now();
    let applying = Import { state: ImportState::Applying, ..report };
    let begun = applying.clone();
    scene
        .write(move |tx| {
            assert!(tx.claim_imports(&command, now, now)?);
            tx.update_import(&begun, ImportState::Ready)
        })
        .await;
    *store.ending.lock().unwrap() = Some(applying.clone());
    store.is_watching.store(true, Ordering::SeqCst);
    assert!(!scene.importer.work(&mut |_| ()).await.unwrap(), "there is nothing left to do");
    store.is_watching.store(false, Ordering::SeqCst);
    assert_eq!(store.refused.load(Ordering::SeqCst), 0, "the next command can begin at any time");
    assert_eq!(scene.importer.import(applying.id).await.unwrap().state, ImportState::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_can_be_stopped_and_resumed() {
    let scene = Scene::new().await;
    let file = aces("FULL", &(1..=4).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert!(!scene.importer.stop(report.id).await.unwrap(), "it does not run");
    let stopping = scene.importer.clone();
    let runtime = tokio::runtime::Handle::current();
    let importer = scene.importer.clone();
    let id = report.id;
    let consent = full_consent(&report);
    let stopped = std::thread::spawn(move || {
        runtime.clone().block_on(async move {
            let mut on_step = |step| {
                if !matches!(step, Step::Applying(..)) {
                    return;
                }
                let stopping = stopping.clone();
                let runtime = runtime.clone();
                std::thread::spawn(move || runtime.block_on(stopping.stop(id)).unwrap()).join().unwrap();
            };
            importer.apply(id, consent, &mut on_step).await.unwrap()
        })
    });
    let stopped = tokio::task::block_in_place(|| stopped.join().unwrap());
    assert_eq!((stopped.state, stopped.counts.applied), (ImportState::Stopped, 1));
    let done = scene.apply(&report).await.unwrap();
    assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
}
