//! A shop with two parts, for imports.

use autoparts_application::{
    imports::{Consent, ImportResult, Importer, ReadFile, RemovalShare, export},
    ports::{
        import_files::{FindingKind, ImportKind},
        imports::{Import, ImportState},
        page::Page,
        spreadsheets::{ExportKind, Spreadsheets},
        store::{Store, Transaction},
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    catalogue::{PartDetails, listing::Listing, part_number::NormalNumber, stock::StockMovement},
    id::PartId,
};
use autoparts_exchange::{CsvSpreadsheets, ImportFolder};
use autoparts_testing::{
    clock::{NEW_YEAR, TestClock, TestIds},
    memory::MemoryStore,
    samples::{brand, category, part},
};
use std::{collections::BTreeMap, fs, sync::Arc};

pub(crate) struct Scene {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) importer: Importer,
    pub(crate) folder: tempfile::TempDir,
}

/// Consent to everything that a report requires.
pub(crate) fn full_consent(report: &Import) -> Consent {
    Consent { removals: Some(report.counts.removed), force: true }
}

impl Scene {
    /// Part 1 is IP-1 of ironclad; part 2 has neither brand nor number.
    pub(crate) async fn new() -> Self {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let folder = tempfile::tempdir().unwrap();
        let importer = Importer {
            store: Arc::clone(&store),
            files: Arc::new(ImportFolder::new(folder.path().join("imports"), 1 << 24)),
            clock: Arc::new(TestClock::default()),
            ids: Arc::new(TestIds::default()),
            at_work: Arc::default(),
            removal_share: RemovalShare::DEFAULT,
        };
        let scene = Self { store, importer, folder };
        scene
            .write(|tx| {
                for id in ["ironclad", "other"] {
                    tx.insert_brand(&brand(id))?;
                }
                tx.insert_category(&category("brakes", None))?;
                for number in 1..=2 {
                    tx.insert_part(&part(number, 10), NEW_YEAR)?;
                }
                let id = part(1, 10).id;
                let own = "IP-1";
                let brand = "ironclad".parse().unwrap();
                let listing = Listing {
                    brand: Some("ironclad".parse().unwrap()),
                    number: Some(own.parse().unwrap()),
                    ..Listing::default()
                };
                tx.save_listing(&id, &listing)?;
                tx.claim_number(&brand, &NormalNumber::of(own).unwrap(), &id)
            })
            .await;
        scene
    }

    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> T {
        self.store.write(work).await.unwrap()
    }

    pub(crate) async fn read(&self, text: &str) -> ImportResult<Import> {
        let path = self.folder.path().join("file");
        fs::write(&path, text).unwrap();
        let file = ReadFile { kind: ImportKind::Parts, path: &path, name: "file".to_owned(), actor: None };
        self.importer.read(file, &mut |_| ()).await
    }

    pub(crate) async fn apply(&self, import: &Import) -> ImportResult<Import> {
        self.importer.apply(import.id, full_consent(import), &mut |_| ()).await
    }

    /// Reads and applies a file; returns the report. A second run changes nothing.
    pub(crate) async fn import_file(&self, text: &str) -> Import {
        let report = self.read(text).await.unwrap();
        let done = self.apply(&report).await.unwrap();
        assert_eq!((done.state, done.counts.applied), (ImportState::Done, report.counts.changes()));
        let again = self.read(text).await.unwrap();
        assert_eq!(again.counts.changes(), 0, "a second run changes nothing: {:?}", self.problems(&again).await);
        report
    }

    /// The folder with the rows of an import, and one for a copy of it.
    pub(crate) fn row_folders(&self, import: &Import) -> [std::path::PathBuf; 2] {
        [self.folder.path().join("imports").join(import.id.to_string()), self.folder.path().join(import.id.to_string())]
    }

    /// Copies the parsed rows of an import, which deletes them when it ends.
    pub(crate) fn keep_files(&self, import: &Import) {
        let [from, to] = self.row_folders(import);
        fs::create_dir(&to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }

    /// Applies an import again, as if its completion had not been recorded.
    pub(crate) async fn apply_again(&self, import: &Import) -> ImportState {
        let [to, from] = self.row_folders(import);
        fs::rename(from, to).unwrap();
        let id = import.id;
        self.write(move |tx| {
            let done = tx.import(&id)?.unwrap();
            tx.update_import(&Import { state: ImportState::Applying, position: 0, ..done.clone() }, done.state)
        })
        .await;
        self.apply(import).await.unwrap().state
    }

    pub(crate) async fn problems(&self, import: &Import) -> Vec<(u64, String)> {
        self.findings(import, FindingKind::Problem).await
    }

    pub(crate) async fn findings(&self, import: &Import, kind: FindingKind) -> Vec<(u64, String)> {
        let id = import.id;
        let found = self.store.read(move |tx| tx.findings(&id, Some(kind), None, 1000)).await.unwrap();
        let mut found: Vec<_> = found.into_iter().map(|(_, finding)| (finding.line, finding.words)).collect();
        found.sort();
        found
    }

    /// The columns that change according to a report, with their values before and after.
    pub(crate) async fn reported_changes(&self, import: &Import) -> Vec<(String, String, String)> {
        let id = import.id;
        let changes = self.store.read(move |tx| tx.import_changes(&id, None, 10)).await.unwrap();
        let columns = changes.into_iter().flat_map(|(_, change)| change.columns);
        columns.map(|it| (it.column.name().to_owned(), it.before, it.after)).collect()
    }

    pub(crate) async fn export(&self) -> String {
        let mut file = CsvSpreadsheets.head(ExportKind::Parts);
        let take = |rows: Vec<_>| {
            file.extend(CsvSpreadsheets.parts(&rows));
            Ok(())
        };
        export::parts(&*self.store, take).await.unwrap();
        String::from_utf8(file).unwrap()
    }

    /// The cells of a part in an exported file, by column.
    pub(crate) async fn cells(&self, id: PartId) -> BTreeMap<String, String> {
        let out = self.export().await;
        let mut file = csv::Reader::from_reader(out.as_bytes());
        let mut rows = file.deserialize::<BTreeMap<String, String>>().map(Result::unwrap);
        rows.find(|row| row["id"] == id.to_string()).unwrap()
    }

    /// The details and the listing of a part.
    pub(crate) async fn listed(&self, id: PartId) -> (PartDetails, Listing) {
        let listed = self.store.read(move |tx| tx.listed_parts(&[id])).await.unwrap().remove(0);
        (listed.record.part.details, listed.listing)
    }

    /// The part with this number.
    pub(crate) async fn owner(&self, own: &'static str) -> PartId {
        let number = NormalNumber::of(own).unwrap();
        let owner = self.store.read(move |tx| tx.number_owner(&"ironclad".parse().unwrap(), &number)).await.unwrap();
        owner.unwrap()
    }

    pub(crate) async fn title(&self, id: PartId) -> String {
        self.store.read(move |tx| tx.part_record(&id)).await.unwrap().unwrap().part.details.title.to_string()
    }

    pub(crate) async fn movements(&self, id: PartId) -> Vec<StockMovement> {
        self.store.read(move |tx| tx.stock_movements(&id, &Page::first())).await.unwrap()
    }
}

/// A header with all columns except the id and some kinds of numbers.
pub(crate) const HEAD: &str = "brand,number,title,description,category,price,list_price,core,minimum,pack,stock,reorder_at,pictures,oem,\
                    gtin,attributes,weight_g,size_mm,hazmat,condition,universal,hidden\n";

/// A line with a value in every column of [`HEAD`].
pub(crate) const WHOLE: &str = "Ironclad,IP-9,\"Disc, vented\",\"Two\nlines\",Brakes,38.5,45,9.99,4,2,12,6,/a.svg;/b.svg | From behind,\
                     Honda=A-1; B-2,4006381333931,Diameter=300=mm;Vented=yes,7400,310x310x60,yes,used,no,no\n";
