//! A shop with some parts, and files for it.

use autoparts_application::{
    fitment::verdicts,
    imports::{Consent, ImportResult, Importer, ReadFile, RemovalShare},
    ports::{
        fitment::Suspension,
        import_files::{FindingKind, ImportKind},
        imports::{Import, ImportState},
        store::{Store, Transaction},
        store_error::StoreResult,
        vehicles::{Lookup, LookupKind},
    },
};
use autoparts_domain::{
    catalogue::{listing::Listing, part_number::NormalNumber},
    fitment::{FitEvidence, Verdict},
    id::ImportId,
    slug::BrandId,
    vehicles::ModelId,
};
use autoparts_exchange::ImportFolder;
use autoparts_testing::{
    clock::{NEW_YEAR, TestClock, TestIds},
    memory::MemoryStore,
    samples::{brand, money, part, vehicles},
};
use std::{fs, sync::Arc};

pub(crate) struct Scene {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) importer: Importer,
    pub(crate) clock: Arc<TestClock>,
    pub(crate) folder: tempfile::TempDir,
}

/// Parts 1 to 4 are IP-1 to IP-4 of ironclad, part 5 is IP-1 of another brand.
fn brand_and_number(number: u64) -> (&'static str, String) {
    if number == 5 { ("other", "IP-1".to_owned()) } else { ("ironclad", format!("IP-{number}")) }
}

pub(crate) fn civic() -> ModelId {
    "honda/civic".parse().unwrap()
}

/// Consent to everything that a report requires.
pub(crate) fn full_consent(report: &Import) -> Consent {
    Consent { removals: Some(report.counts.removed), force: true }
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::on(Arc::new(MemoryStore::default())).await
    }

    pub(crate) async fn on(store: Arc<dyn Store>) -> Self {
        let clock = Arc::new(TestClock::default());
        let folder = tempfile::tempdir().unwrap();
        let importer = Importer {
            store: Arc::clone(&store),
            files: Arc::new(ImportFolder::new(folder.path().join("imports"), 1 << 24)),
            clock: clock.clone(),
            ids: Arc::new(TestIds::default()),
            at_work: Arc::default(),
            removal_share: RemovalShare::DEFAULT,
        };
        let scene = Self { store, importer, clock, folder };
        scene.fill().await;
        scene
    }

    pub(crate) async fn fill(&self) {
        self.write(|tx| {
            tx.save_vehicles(&vehicles())?;
            for id in ["ironclad", "other"] {
                tx.insert_brand(&brand(id))?;
            }
            for number in 1..=5 {
                let (id, (brand, own)) = (part(number, 1).id, brand_and_number(number));
                tx.insert_part(&part(number, 1), NEW_YEAR)?;
                let brand: BrandId = brand.parse().unwrap();
                let number = Some(own.parse().unwrap());
                tx.save_listing(&id, &Listing { brand: Some(brand.clone()), number, ..Listing::default() })?;
                tx.claim_number(&brand, &NormalNumber::of(&own).unwrap(), &id)?;
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

    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> T {
        self.store.write(work).await.unwrap()
    }

    pub(crate) async fn map(&self, kind: LookupKind, code: &str, value: &str) {
        let scheme = "aces".parse().unwrap();
        let code = code.parse().unwrap();
        let lookup = Lookup { scheme, kind, code, value: value.to_owned() };
        self.write(move |tx| tx.save_lookups(std::slice::from_ref(&lookup))).await;
    }

    pub(crate) async fn read(&self, kind: ImportKind, text: &str) -> ImportResult<Import> {
        let path = self.folder.path().join("file");
        fs::write(&path, text).unwrap();
        let file = ReadFile { kind, path: &path, name: "file".to_owned(), actor: None };
        self.importer.read(file, &mut |_| ()).await
    }

    pub(crate) async fn apply(&self, import: &Import) -> ImportResult<Import> {
        self.importer.apply(import.id, full_consent(import), &mut |_| ()).await
    }

    /// Reads and applies a file; returns the report.
    pub(crate) async fn import_file(&self, kind: ImportKind, text: &str) -> Import {
        let report = self.read(kind, text).await.unwrap();
        let done = self.apply(&report).await.unwrap();
        assert_eq!((done.state, done.counts.applied), (ImportState::Done, report.counts.changes()));
        report
    }

    /// What a part fits: `honda/civic 2016–2018 if With A/C`.
    pub(crate) async fn fits(&self, number: u64) -> Vec<String> {
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

    pub(crate) async fn verdict(&self, number: u64) -> Verdict {
        let id = part(number, 1).id;
        let vehicle = "2018/ford/f-150".parse().unwrap();
        self.store.read(move |tx| verdicts(tx, &vehicle, &[id])).await.unwrap().remove(&id).unwrap()
    }

    pub(crate) async fn findings(&self, id: ImportId, kind: FindingKind) -> Vec<(u64, u64, String)> {
        let all = self.store.read(move |tx| tx.findings(&id, Some(kind), None, 100)).await.unwrap();
        all.into_iter().map(|(_, finding)| (finding.line, finding.rows, finding.words)).collect()
    }

    /// Some pieces of a part came back from Civics, because they did not fit.
    pub(crate) async fn come_back(&self, number: u64, misfits: u32) {
        self.write(move |tx| {
            let mut evidence = FitEvidence::none(part(number, 1).id, civic());
            (0..misfits).for_each(|_| evidence.add_misfit(money(2_000)));
            tx.save_fit_evidence(&evidence)
        })
        .await;
    }

    /// Suspends a part for Civics.
    pub(crate) async fn suspend(&self, number: u64) {
        let reason = "The holes do not line up".parse().unwrap();
        let suspension = Suspension { part: part(number, 1).id, model: civic(), reason, since: NEW_YEAR };
        self.write(move |tx| tx.suspend_fit(&suspension)).await;
    }

    /// What each of the five parts fits.
    pub(crate) async fn everything(&self) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for number in 1..=5 {
            all.push(self.fits(number).await);
        }
        all
    }
}

pub(crate) fn app(action: &str, number: &str, base: u64, more: &str) -> String {
    format!("<App action=\"{action}\"><BaseVehicle id=\"{base}\"/>{more}<Qty>2</Qty><Part>{number}</Part></App>\n")
}

pub(crate) fn aces(submission: &str, apps: &[String]) -> String {
    format!(
        "<ACES version=\"4.2\"><Header><BrandAAIAID>ZZZA</BrandAAIAID><SubmissionType>{submission}</SubmissionType>\
         </Header>\n{}<Footer><RecordCount>{}</RecordCount></Footer></ACES>",
        apps.concat(),
        apps.len()
    )
}

/// Numbers of rows and rows set aside, and of parts that are new, changed, gone and unchanged.
pub(crate) fn numbers(import: &Import) -> [u64; 6] {
    let counts = import.counts;
    [counts.rows, counts.set_aside, counts.new, counts.changed, counts.gone, counts.unchanged]
}
