//! Files all the way into a store: read, compared, applied; and out again.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use async_trait::async_trait;
use autoparts_application::{
    fitment::verdicts,
    imports::{ImportError, Importer, ReadFile, STALE, Step, export},
    ports::{
        catalogue::PartRecord,
        clock::Clock,
        generations::Generations,
        import_files::{FindingKind, ImportKind},
        imports::{Import, ImportState},
        page::Page,
        store::{Access, Store, Transaction, Work},
        store_error::{StoreError, StoreResult},
        vehicles::{Lookup, LookupKind},
    },
    testing::{
        clock::{NEW_YEAR, TestClock, TestIds},
        memory::MemoryStore,
        samples::{brand, part, vehicles},
    },
};
use autoparts_domain::{
    catalogue::{listing::Listing, part_number::NormalNumber},
    fitment::{Unknown, Verdict},
    id::{ImportId, PartId},
};
use autoparts_exchange::{ImportFolder, fitment_csv::FitmentWriter};
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

struct Scene {
    store: Arc<dyn Store>,
    importer: Importer,
    clock: Arc<TestClock>,
    folder: tempfile::TempDir,
}

/// Parts 1 to 4 are IP-1 to IP-4 of ironclad, part 5 is IP-1 of another brand.
fn brand_of(number: u64) -> (&'static str, String) {
    if number == 5 { ("other", "IP-1".to_owned()) } else { ("ironclad", format!("IP-{number}")) }
}

impl Scene {
    async fn new() -> Self {
        Self::on(Arc::new(MemoryStore::default())).await
    }

    async fn on(store: Arc<dyn Store>) -> Self {
        let clock = Arc::new(TestClock::default());
        let folder = tempfile::tempdir().unwrap();
        let importer = Importer {
            store: Arc::clone(&store),
            files: Arc::new(ImportFolder::new(folder.path().join("imports"), 1 << 24)),
            clock: clock.clone(),
            ids: Arc::new(TestIds::default()),
            at_work: Arc::default(),
        };
        let scene = Self { store, importer, clock, folder };
        scene.fill().await;
        scene
    }

    async fn fill(&self) {
        self.write(|tx| {
            tx.save_vehicles(&vehicles())?;
            for id in ["ironclad", "other"] {
                tx.insert_brand(&brand(id))?;
            }
            for number in 1..=5 {
                let (id, (brand, own)) = (part(number, 1).id, brand_of(number));
                tx.insert_part(&part(number, 1), NEW_YEAR)?;
                let (brand, number) = (Some(brand.parse().unwrap()), Some(own.parse().unwrap()));
                tx.save_listing(&id, &Listing { brand: brand.clone(), number, ..Listing::default() })?;
                tx.claim_number(&brand.unwrap(), &NormalNumber::of(&own).unwrap(), &id)?;
            }
            Ok(())
        })
        .await;
        self.map(LookupKind::Brand, "ZZZA", "ironclad").await;
        self.map(LookupKind::Brand, "ZZZB", "other").await;
        for year in 2016..=2019 {
            self.map(LookupKind::BaseVehicle, &format!("90{year}"), &format!("{year}/honda/civic")).await;
        }
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> T {
        self.store.write(work).await.unwrap()
    }

    async fn map(&self, kind: LookupKind, code: &str, value: &str) {
        let (scheme, code) = ("aces".parse().unwrap(), code.parse().unwrap());
        let lookup = Lookup { scheme, kind, code, value: value.to_owned() };
        self.write(move |tx| tx.save_lookups(std::slice::from_ref(&lookup))).await;
    }

    async fn read(&self, kind: ImportKind, text: &str) -> Result<Import, ImportError> {
        let path = self.folder.path().join("file");
        fs::write(&path, text).unwrap();
        let file = ReadFile { kind, path: &path, name: "file".to_owned(), actor: None };
        self.importer.read(file, &mut |_| ()).await
    }

    async fn apply(&self, import: &Import) -> Result<Import, ImportError> {
        self.importer.apply(import.id, &mut |_| ()).await
    }

    /// Reads a file and applies what it says; answers the report.
    async fn take_in(&self, kind: ImportKind, text: &str) -> Import {
        let report = self.read(kind, text).await.unwrap();
        let done = self.apply(&report).await.unwrap();
        assert_eq!((done.state, done.counts.applied), (ImportState::Done, report.counts.changes()));
        report
    }

    /// What a part fits: `honda/civic 2016–2018 if With A/C`.
    async fn fits(&self, number: u64) -> Vec<String> {
        let id = part(number, 1).id;
        let listed = self.store.read(move |tx| tx.listed_fitments(&[id])).await.unwrap().remove(&id);
        let text =
            |(model, application): (autoparts_domain::vehicles::ModelId, autoparts_domain::fitment::Application)| {
                let words: Vec<&str> =
                    application.conditions.iter().map(|condition| condition.words.as_str()).collect();
                let condition = if words.is_empty() { String::new() } else { format!(" if {}", words.join(" and ")) };
                let engine = application.engine.map(|engine| format!(" {engine}")).unwrap_or_default();
                format!("{model} {}{engine}{condition}", application.years)
            };
        listed.map(|listed| listed.applications.into_iter().map(text).collect()).unwrap_or_default()
    }

    async fn verdict(&self, number: u64) -> Verdict {
        let (id, vehicle) = (part(number, 1).id, "2018/ford/f-150".parse().unwrap());
        self.store.read(move |tx| verdicts(tx, &vehicle, &[id])).await.unwrap().remove(&id).unwrap()
    }

    async fn findings(&self, id: ImportId, kind: FindingKind) -> Vec<(u64, u64, String)> {
        let all = self.store.read(move |tx| tx.findings(&id, Some(kind), None, 100)).await.unwrap();
        all.into_iter().map(|(_, finding)| (finding.line, finding.rows, finding.words)).collect()
    }

    async fn everything(&self) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for number in 1..=5 {
            all.push(self.fits(number).await);
        }
        all
    }
}

fn app(action: &str, number: &str, base: u64, more: &str) -> String {
    format!("<App action=\"{action}\"><BaseVehicle id=\"{base}\"/>{more}<Qty>2</Qty><Part>{number}</Part></App>\n")
}

fn aces(submission: &str, apps: &[String]) -> String {
    format!(
        "<ACES version=\"4.2\"><Header><BrandAAIAID>ZZZA</BrandAAIAID><SubmissionType>{submission}</SubmissionType>\
         </Header>\n{}<Footer><RecordCount>{}</RecordCount></Footer></ACES>",
        apps.concat(),
        apps.len()
    )
}

fn numbers(import: &Import) -> [u64; 6] {
    let counts = import.counts;
    [counts.rows, counts.set_aside, counts.new, counts.changed, counts.gone, counts.unchanged]
}

#[tokio::test]
async fn reading_changes_nothing_and_applying_does_what_was_said_once() {
    let scene = Scene::new().await;
    let note = "<Note>With A/C</Note>";
    let file = aces(
        "FULL",
        &[
            app("A", "IP-1", 902_017, ""),
            app("A", "ip1", 902_016, ""),
            app("A", "IP 1", 902_018, note),
            app("A", "IP-2", 902_018, ""),
        ],
    );
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert_eq!((report.state, numbers(&report)), (ImportState::Ready, [4, 0, 2, 0, 0, 0]));
    assert!(scene.everything().await.iter().all(Vec::is_empty), "nothing is changed before somebody agrees");
    scene.apply(&report).await.unwrap();
    assert_eq!(scene.fits(1).await, ["honda/civic 2016–2017", "honda/civic 2018 if With A/C"]);
    assert_eq!(scene.fits(2).await, ["honda/civic 2018"]);
    assert!(matches!(scene.apply(&report).await, Err(ImportError::NotReady)), "what is done is not done again");
    let again = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert_eq!(numbers(&again), [4, 0, 0, 0, 0, 2]);
    let changed = scene.store.read(|tx| tx.listed_parts(&[part(1, 1).id, part(3, 1).id])).await.unwrap();
    let revisions: Vec<i64> = changed.iter().map(|part| part.record.revision).collect();
    assert!(revisions[0] > revisions[1], "the search index hears of it: {revisions:?}");
}

#[tokio::test]
async fn codes_that_nobody_knows_are_set_aside_until_they_are_mapped() {
    let scene = Scene::new().await;
    let engine = "<EngineBase id=\"901\"/>";
    let trim = "<SubModel id=\"77\"/>";
    let file = aces(
        "FULL",
        &[
            app("A", "IP-1", 902_018, engine),
            app("A", "IP-1", 902_018, trim),
            app("A", "IP-1", 902_017, ""),
            app("A", "IP-2", 909_999, engine),
        ],
    );
    let report = scene.take_in(ImportKind::Aces, &file).await;
    assert_eq!(numbers(&report), [4, 3, 1, 1, 0, 0]);
    let unknown = scene.findings(report.id, FindingKind::UnknownCode).await;
    let expected = [(2, 2, "engine 901"), (3, 1, "condition SubModel:77"), (5, 1, "base_vehicle 909999")];
    assert_eq!(unknown, expected.map(|(line, rows, words)| (line, rows, words.to_owned())));
    assert_eq!(scene.fits(1).await, ["honda/civic 2017"]);
    assert_eq!(scene.verdict(1).await, Verdict::Unknown(Unknown::Unclassified));
    assert_eq!(scene.verdict(2).await, Verdict::Unknown(Unknown::Unclassified));
    scene.map(LookupKind::Engine, "901", "2.0l-l4-gas").await;
    scene.map(LookupKind::Condition, "SubModel:77", "Sport").await;
    let report = scene.take_in(ImportKind::Aces, &file).await;
    assert_eq!(numbers(&report), [4, 1, 0, 1, 0, 1]);
    let expected = ["honda/civic 2017", "honda/civic 2018 2.0l-l4-gas", "honda/civic 2018 if Sport"];
    let mut fits = scene.fits(1).await;
    fits.sort();
    assert_eq!(fits, expected);
    assert_eq!(scene.verdict(1).await, Verdict::DoesNotFit);
}

#[tokio::test]
async fn a_vehicle_with_an_engine_is_no_meaning_of_a_base_vehicle() {
    let scene = Scene::new().await;
    scene.map(LookupKind::BaseVehicle, "902018", "2018/honda/civic/2.0l-l4-gas").await;
    let report = scene.take_in(ImportKind::Aces, &aces("FULL", &[app("A", "IP-1", 902_018, "")])).await;
    assert_eq!((report.counts.set_aside, scene.fits(1).await), (1, Vec::new()));
}

#[tokio::test]
async fn a_part_is_one_part_however_its_brand_and_number_are_written() {
    let scene = Scene::new().await;
    let file = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2016\n\
                Ironclad,ip 1,honda,civic,2017\nIRONCLAD,IP1,honda,civic,2018\n";
    let report = scene.take_in(ImportKind::Fitment, file).await;
    assert_eq!((report.counts.changes(), scene.fits(1).await), (1, vec!["honda/civic 2016–2018".to_owned()]));
    assert_eq!(scene.take_in(ImportKind::Fitment, file).await.counts.changes(), 0);
}

#[tokio::test]
async fn a_full_file_replaces_its_brand_and_no_other() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2018\nironclad,IP-2,honda,civic,2018\n\
               ironclad,IP-3,honda,accord,2018\nother,IP-1,honda,accord,2018\n";
    scene.take_in(ImportKind::Fitment, csv).await;
    let other =
        "<App action=\"A\"><BaseVehicle id=\"902018\"/><Part BrandAAIAID=\"ZZZB\">IP-1</Part></App>\n".to_owned();
    let file = aces("FULL", &[app("A", "IP-1", 902_018, ""), other, app("A", "IP-2", 902_018, "")]);
    let report = scene.take_in(ImportKind::Aces, &file.replace("<Qty>2</Qty>", "")).await;
    assert_eq!((numbers(&report), report.counts.foreign), ([3, 0, 0, 0, 1, 2], 1));
    let expected = [&["honda/civic 2018"][..], &["honda/civic 2018"], &[], &[], &["honda/accord 2018"]];
    assert_eq!(scene.everything().await, expected);
    let problems = scene.findings(report.id, FindingKind::Problem).await;
    assert!(problems.len() == 1 && problems[0].0 == 3 && problems[0].2.contains("brand other"), "{problems:?}");
    // A brand that is not ours makes nothing of anybody's gone.
    let strange = file.replace("ZZZA", "ZZZX").replace("ZZZB", "ZZZX");
    let report = scene.take_in(ImportKind::Aces, &strange).await;
    assert_eq!(numbers(&report), [3, 3, 0, 0, 0, 0]);
    assert_eq!(scene.everything().await, expected);
}

#[tokio::test]
async fn an_update_takes_away_and_then_adds() {
    let scene = Scene::new().await;
    let years: Vec<String> = (902_016..=902_019).map(|base| app("A", "IP-1", base, "")).collect();
    scene.take_in(ImportKind::Aces, &aces("FULL", &years)).await;
    assert_eq!(scene.fits(1).await, ["honda/civic 2016–2019"]);
    let changes = aces(
        "UPDATE",
        &[
            app("A", "IP-1", 902_018, "<Note>With A/C</Note>"),
            app("D", "IP-1", 902_018, ""),
            app("D", "IP-1", 902_018, "<Note>Never</Note>"),
            app("A", "IP-2", 902_016, ""),
        ],
    );
    let report = scene.take_in(ImportKind::Aces, &changes).await;
    assert_eq!(numbers(&report), [4, 0, 1, 1, 0, 0]);
    let expected = ["honda/civic 2016–2017", "honda/civic 2018 if With A/C", "honda/civic 2019"];
    assert_eq!(scene.fits(1).await, expected);
    assert_eq!(scene.fits(2).await, ["honda/civic 2016"]);
    let again = scene.read(ImportKind::Aces, &changes).await.unwrap();
    assert_eq!(numbers(&again), [4, 0, 0, 0, 0, 2]);
    let lint = scene.findings(again.id, FindingKind::Lint).await;
    assert!(lint.iter().any(|(_, rows, words)| *rows == 2 && words.contains("not there")), "{lint:?}");
}

#[tokio::test]
async fn a_report_that_is_out_of_date_is_not_applied() {
    let scene = Scene::new().await;
    let file = aces("FULL", &[app("A", "IP-1", 902_018, "")]);
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    let by_hand = "brand,number,make,model,year_from\nironclad,IP-1,honda,accord,2018\n";
    scene.take_in(ImportKind::Fitment, by_hand).await;
    assert!(matches!(scene.apply(&report).await, Err(ImportError::Changed)));
    assert_eq!(scene.fits(1).await, ["honda/accord 2018"]);
    let failed = scene.importer.import(report.id).await.unwrap();
    assert!(failed.state == ImportState::Failed && failed.error.unwrap().contains("Read the file again"));
    // So is one of which a code means something else by now.
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    scene.map(LookupKind::BaseVehicle, "902018", "2019/honda/civic").await;
    assert!(matches!(scene.apply(&report).await, Err(ImportError::Changed)));
    assert_eq!(scene.fits(1).await, ["honda/accord 2018"]);
}

#[tokio::test]
async fn nothing_is_applied_of_a_report_that_is_out_of_date_in_one_part() {
    let scene = Scene::new().await;
    let file = aces("FULL", &(1..=3).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    for changed in 1..=3 {
        let report = scene.read(ImportKind::Aces, &file).await.unwrap();
        let by_hand = format!("brand,number,make,model,year_from\nironclad,IP-{changed},honda,accord,2018\n");
        scene.take_in(ImportKind::Fitment, &by_hand).await;
        let before = scene.everything().await;
        assert!(matches!(scene.apply(&report).await, Err(ImportError::Changed)));
        assert_eq!(scene.everything().await, before);
    }
}

#[tokio::test]
async fn a_part_that_has_gone_to_another_brand_since_the_report_keeps_what_it_fits() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2018\nironclad,IP-2,honda,civic,2018\n";
    scene.take_in(ImportKind::Fitment, csv).await;
    let report = scene.read(ImportKind::Aces, &aces("FULL", &[app("A", "IP-1", 902_018, "")])).await.unwrap();
    assert_eq!(report.counts.gone, 1);
    let id = part(2, 1).id;
    scene
        .write(move |tx| {
            let (brand, number) = (Some("other".parse().unwrap()), Some("IP-2".parse().unwrap()));
            tx.save_listing(&id, &Listing { brand, number, ..Listing::default() })
        })
        .await;
    assert!(matches!(scene.apply(&report).await, Err(ImportError::Changed)));
    assert_eq!(scene.fits(2).await, ["honda/civic 2018"]);
}

#[tokio::test]
async fn a_deleted_part_that_comes_back_does_not_fit_by_what_its_supplier_no_longer_says() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2018\nironclad,IP-2,honda,civic,2018\n";
    scene.take_in(ImportKind::Fitment, csv).await;
    let id = part(2, 1).id;
    let hide = move |hidden| {
        move |tx: &mut dyn Transaction| {
            let record = tx.part_record(&id)?.unwrap();
            tx.update_part(&PartRecord { hidden, ..record })
        }
    };
    scene.write(hide(true)).await;
    let report = scene.take_in(ImportKind::Aces, &aces("FULL", &[app("A", "IP-1", 902_018, "")])).await;
    assert_eq!(report.counts.gone, 1);
    scene.write(hide(false)).await;
    assert!(scene.fits(2).await.is_empty());
}

/// Four parts that are applied one after the other, until something happens after the first.
async fn four_parts(scene: &Scene) -> Import {
    let file = aces("FULL", &(1..=4).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    scene.read(ImportKind::Aces, &file).await.unwrap()
}

#[tokio::test]
async fn who_has_lost_an_import_to_another_one_says_nothing_about_its_end() {
    let scene = Scene::new().await;
    let report = four_parts(&scene).await;
    let other = scene.importer.ids.uuid();
    let (store, clock) = (Arc::clone(&scene.store), scene.clock.clone());
    let mut on_step = |step| {
        if matches!(step, Step::Applying(1, 4)) {
            clock.advance(STALE + Duration::from_secs(1));
            let (store, now) = (Arc::clone(&store), clock.now());
            let claim = async move { store.write(move |tx| tx.claim_imports(&other, now, now)).await.unwrap() };
            assert!(futures_of(claim), "it was silent for too long");
        }
    };
    assert!(matches!(scene.importer.apply(report.id, &mut on_step).await, Err(ImportError::Running)));
    let left = scene.importer.import(report.id).await.unwrap();
    assert_eq!((left.state, left.counts.applied, left.error), (ImportState::Applying, 1, None));
    scene.write(move |tx| tx.release_imports(&other)).await;
    let done = scene.apply(&report).await.unwrap();
    assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
}

/// What a future that never waits for anything becomes.
fn futures_of<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("the memory waits for nothing"),
    }
}

#[tokio::test]
async fn what_was_kept_and_is_damaged_is_not_applied() {
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
        assert_eq!(refused.to_string(), "What was kept of this file is damaged. Send it again.", "{file} {damage}");
        assert!(scene.everything().await.iter().all(Vec::is_empty));
        let failed = scene.importer.import(report.id).await.unwrap();
        assert_eq!((failed.state, failed.error), (ImportState::Failed, Some(refused.to_string())));
        assert!(matches!(scene.apply(&report).await, Err(ImportError::NotKept)));
    }
}

/// A store that is away now and then.
struct AwayStore {
    inner: MemoryStore,
    away: AtomicBool,
}

#[async_trait]
impl Store for AwayStore {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        if self.away.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("it is away".into()));
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

#[tokio::test]
async fn an_import_goes_on_by_itself_when_the_store_was_away() {
    let away = Arc::new(AwayStore { inner: MemoryStore::default(), away: AtomicBool::new(false) });
    let scene = Scene::on(away.clone()).await;
    let report = four_parts(&scene).await;
    let mut on_step = |step| {
        if matches!(step, Step::Applying(2, 4)) {
            away.away.store(true, Ordering::SeqCst);
        }
    };
    let broken = scene.importer.apply(report.id, &mut on_step).await;
    assert!(matches!(broken, Err(ImportError::Store(StoreError::Unavailable(_)))));
    assert!(scene.importer.work(&mut |_| ()).await.is_err(), "it is still away");
    away.away.store(false, Ordering::SeqCst);
    let left = scene.importer.import(report.id).await.unwrap();
    assert_eq!((left.state, left.counts.applied), (ImportState::Applying, 2));
    assert!(!scene.importer.work(&mut |_| ()).await.unwrap(), "somebody may hold it");
    scene.clock.advance(STALE + Duration::from_secs(1));
    assert!(scene.importer.work(&mut |_| ()).await.unwrap());
    let done = scene.importer.import(report.id).await.unwrap();
    assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
}

#[tokio::test]
async fn an_import_that_breaks_off_anywhere_goes_on() {
    let file = aces("FULL", &(1..=4).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    let undisturbed = Scene::new().await;
    undisturbed.take_in(ImportKind::Aces, &file).await;
    for crash in 1..=4 {
        let scene = Scene::new().await;
        let report = scene.read(ImportKind::Aces, &file).await.unwrap();
        let (importer, mut steps) = (scene.importer.clone(), 0);
        let broken = tokio::spawn(async move {
            let mut on_step = |step| {
                steps += u32::from(matches!(step, Step::Applying(_, 4)));
                assert!(steps < crash, "it breaks off here");
            };
            importer.apply(report.id, &mut on_step).await
        });
        assert!(broken.await.is_err());
        assert_eq!(scene.importer.import(report.id).await.unwrap().state, ImportState::Applying);
        assert!(matches!(scene.apply(&report).await, Err(ImportError::Running)), "it may still be at work");
        scene.clock.advance(STALE + Duration::from_secs(1));
        let done = scene.apply(&report).await.unwrap();
        assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
        assert_eq!(scene.everything().await, undisturbed.everything().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_can_be_stopped_and_goes_on() {
    let scene = Scene::new().await;
    let file = aces("FULL", &(1..=4).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert!(!scene.importer.stop(report.id).await.unwrap(), "it does not run");
    let (stopping, runtime) = (scene.importer.clone(), tokio::runtime::Handle::current());
    let (importer, id) = (scene.importer.clone(), report.id);
    let stopped = std::thread::spawn(move || {
        runtime.clone().block_on(async move {
            let mut on_step = |step| {
                if !matches!(step, Step::Applying(..)) {
                    return;
                }
                let (stopping, runtime) = (stopping.clone(), runtime.clone());
                std::thread::spawn(move || runtime.block_on(stopping.stop(id)).unwrap()).join().unwrap();
            };
            importer.apply(id, &mut on_step).await.unwrap()
        })
    });
    let stopped = tokio::task::block_in_place(|| stopped.join().unwrap());
    assert_eq!((stopped.state, stopped.counts.applied), (ImportState::Stopped, 1));
    let done = scene.apply(&report).await.unwrap();
    assert_eq!((done.state, done.counts.applied), (ImportState::Done, 4));
}

#[tokio::test]
async fn what_is_wrong_is_told_with_its_line() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from,year_to,engine,pieces,conditions\n\
               ironclad,IP-1,Honda,Civic,2016,2018,,,\n\
               ironclad,IP-1,honda,civic,2016,2018,,,\n\
               ironclad,IP-1,honda,civic,2018,2019,,,\n\
               ironclad,IP-1,honda,civic,2018,2018,,,With A/C\n\
               ironclad,IP-2,Hunda,civic,2018,2018,,,\n\
               ironclad,IP-2,honda,f-150,2018,2018,,,\n\
               ironclad,IP-2,honda,civic,2019,2018,,,\n\
               ironclad,IP-2,honda,civic,1700,2018,v8,0,\n\
               nobody,IP-2,honda,civic,2018,2018,,,\n\
               ironclad,***,honda,civic,2018,2018,,,\n\
               ironclad,IP-77,honda,civic,2018,2018,,,\n";
    let report = scene.read(ImportKind::Fitment, csv).await.unwrap();
    assert_eq!((numbers(&report), report.counts.foreign), ([11, 6, 1, 1, 0, 0], 1));
    let problems = scene.findings(report.id, FindingKind::Problem).await;
    for (line, words) in [
        (6, "The make Hunda is not known in this shop."),
        (7, "The model honda f-150 is not known in this shop."),
        (8, "The years 2019 to 2018 are refused"),
        (9, "The years 1700 to 2018 are refused"),
        (9, "The engine v8 is not known in this shop."),
        (9, "\"0\" is no number of pieces from 1 to 1000."),
        (10, "The brand nobody is not known in this shop."),
        (11, "\"***\" is no part number."),
        (12, "The shop has no part IP-77 of ironclad."),
    ] {
        let told = problems.iter().any(|(at, rows, told)| *at == line && *rows == 1 && told.starts_with(words));
        assert!(told, "{words}: {problems:?}");
    }
    let lint = scene.findings(report.id, FindingKind::Lint).await;
    assert_eq!(lint.iter().map(|(line, rows, _)| (*line, *rows)).collect::<Vec<_>>(), [(2, 1), (3, 1), (4, 1)]);
    assert!(lint[0].2.contains("no condition") && lint[1].2.contains("there before") && lint[2].2.contains("overlap"));
}

#[tokio::test]
async fn what_goes_out_comes_in_without_a_change() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from,year_to,engine,position,pieces,conditions\n\
               ironclad,IP-1,honda,civic,2016,2018,2.0L L4,-Front,2,=1+1; a\\;b; '@c\n\
               ironclad,IP-1,honda,accord,2018,,,,,\n\
               other,IP-1,ford,F-150,2010,2012,,,1000,\n";
    let report = scene.take_in(ImportKind::Fitment, csv).await;
    assert_eq!(numbers(&report), [3, 0, 2, 0, 0, 0]);
    // What was set aside of a part is not in the file, and stays as it is known.
    let id: PartId = part(5, 1).id;
    scene
        .write(move |tx| {
            let listed = tx.listed_fitments(&[id])?.remove(&id).unwrap_or_default().applications;
            let ids = |(model, a): (_, autoparts_domain::fitment::Application)| {
                let conditions = a.conditions.iter().map(|condition| condition.id).collect();
                let (years, engine, position, pieces) = (a.years, a.engine, a.position, a.pieces);
                (model, autoparts_domain::fitment::Application { years, engine, position, pieces, conditions })
            };
            tx.replace_all_applications(&id, &listed.into_iter().map(ids).collect::<Vec<_>>(), 3)
        })
        .await;
    let mut writer = FitmentWriter::new(Vec::new()).unwrap();
    export::fitments(&*scene.store, |line| writer.write(&line)).await.unwrap();
    let file = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(file.contains(",'-Front,2,''@c; =1+1; a\\;b\n"), "{file}");
    let again = scene.read(ImportKind::Fitment, &file).await.unwrap();
    assert_eq!(numbers(&again), [3, 0, 0, 0, 0, 2], "{file}");
    let cleared = "brand,number,make,model,year_from\nironclad,IP-1,,,\n";
    let report = scene.take_in(ImportKind::Fitment, cleared).await;
    assert_eq!((numbers(&report), scene.fits(1).await.len()), ([1, 0, 0, 0, 1, 0], 0));
    assert_eq!(scene.fits(5).await.len(), 1, "the file says nothing about it");
}

#[tokio::test]
async fn a_part_with_more_than_it_can_have_stays_as_it_is() {
    let scene = Scene::new().await;
    let row = |n: u32| format!("ironclad,IP-1,honda,civic,2018,note {n}\n");
    let head = "brand,number,make,model,year_from,conditions\n";
    let fits: String = (0..200).map(row).collect();
    let report = scene.read(ImportKind::Fitment, &format!("{head}{fits}")).await.unwrap();
    assert_eq!(report.counts.new, 1);
    let too_many: String = (0..201).map(row).collect();
    let report = scene.read(ImportKind::Fitment, &format!("{head}{too_many}")).await.unwrap();
    assert_eq!((report.counts.changes(), report.counts.unchanged), (0, 1));
    let problems = scene.findings(report.id, FindingKind::Problem).await;
    assert!(problems[0].2.contains("stays as it is") && problems[0].1 == 201);
}

#[tokio::test]
async fn a_file_that_is_refused_is_in_the_list_with_its_reason() {
    let scene = Scene::new().await;
    let refused = scene.read(ImportKind::Aces, "<ACES><Header>").await;
    assert!(matches!(refused, Err(ImportError::File(_))));
    let imports = scene.store.read(|tx| tx.imports(&Page::first())).await.unwrap();
    assert_eq!((imports.len(), imports[0].state), (1, ImportState::Failed));
    assert_eq!(imports[0].error.as_deref(), Some("Line 1: The file ends in the middle: it was cut off."));
    assert!(matches!(scene.apply(&imports[0]).await, Err(ImportError::NotReady)));
    assert!(scene.read(ImportKind::Aces, &aces("FULL", &[])).await.is_ok(), "others may work");
}
