//! Files of parts all the way into a store: read, compared, applied; and out again.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use autoparts_application::{
    imports::{ImportError, Importer, ReadFile, parts},
    ports::{
        import_files::{FindingKind, ImportKind},
        imports::{Import, ImportState},
        page::Page,
        spreadsheets::{ExportKind, Spreadsheets},
        store::{Store, Transaction},
        store_error::StoreResult,
    },
    testing::{
        clock::{NEW_YEAR, TestClock, TestIds},
        memory::MemoryStore,
        samples::{brand, category, part},
    },
};
use autoparts_domain::{
    catalogue::{
        category::Category,
        listing::Listing,
        part_number::NormalNumber,
        stock::{StockMovement, StockReason},
    },
    id::PartId,
    quantity::{Quantity, Stock},
};
use autoparts_exchange::{CsvSpreadsheets, ImportFolder};
use std::{fs, sync::Arc};

struct Scene {
    store: Arc<dyn Store>,
    importer: Importer,
    folder: tempfile::TempDir,
}

impl Scene {
    /// Part 1 is IP-1 of ironclad; part 2 has neither brand nor number.
    async fn new() -> Self {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let folder = tempfile::tempdir().unwrap();
        let importer = Importer {
            store: Arc::clone(&store),
            files: Arc::new(ImportFolder::new(folder.path().join("imports"), 1 << 24)),
            clock: Arc::new(TestClock::default()),
            ids: Arc::new(TestIds::default()),
            at_work: Arc::default(),
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
                let (id, own) = (part(1, 10).id, "IP-1");
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

    async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> T {
        self.store.write(work).await.unwrap()
    }

    async fn read(&self, text: &str) -> Result<Import, ImportError> {
        let path = self.folder.path().join("file");
        fs::write(&path, text).unwrap();
        let file = ReadFile { kind: ImportKind::Parts, path: &path, name: "file".to_owned(), actor: None };
        self.importer.read(file, &mut |_| ()).await
    }

    async fn apply(&self, import: &Import) -> Result<Import, ImportError> {
        self.importer.apply(import.id, &mut |_| ()).await
    }

    /// Reads a file and applies what it says; answers the report. A second run changes nothing.
    async fn take_in(&self, text: &str) -> Import {
        let report = self.read(text).await.unwrap();
        let done = self.apply(&report).await.unwrap();
        assert_eq!((done.state, done.counts.applied), (ImportState::Done, report.counts.changes()));
        let again = self.read(text).await.unwrap();
        assert_eq!(again.counts.changes(), 0, "a second run changes nothing: {:?}", self.problems(&again).await);
        report
    }

    fn kept(&self, import: &Import) -> [std::path::PathBuf; 2] {
        [self.folder.path().join("imports").join(import.id.to_string()), self.folder.path().join(import.id.to_string())]
    }

    /// Keeps what is read of a file beyond its end.
    fn keep_files(&self, import: &Import) {
        let [from, to] = self.kept(import);
        fs::create_dir(&to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }

    /// Applies an import once more, as one that does not know that it is done.
    async fn applied_again(&self, import: &Import) -> ImportState {
        let [to, from] = self.kept(import);
        fs::rename(from, to).unwrap();
        let id = import.id;
        self.write(move |tx| {
            let done = tx.import(&id)?.unwrap();
            tx.update_import(&Import { state: ImportState::Applying, position: 0, ..done.clone() }, done.state)
        })
        .await;
        self.apply(import).await.unwrap().state
    }

    async fn problems(&self, import: &Import) -> Vec<(u64, String)> {
        self.findings(import, FindingKind::Problem).await
    }

    async fn findings(&self, import: &Import, kind: FindingKind) -> Vec<(u64, String)> {
        let id = import.id;
        let found = self.store.read(move |tx| tx.findings(&id, Some(kind), None, 1000)).await.unwrap();
        let mut found: Vec<_> = found.into_iter().map(|(_, finding)| (finding.line, finding.words)).collect();
        found.sort();
        found
    }

    /// All parts as a file.
    async fn out(&self) -> String {
        let mut file = CsvSpreadsheets.head(ExportKind::Parts);
        let take = |rows: Vec<_>| {
            file.extend(CsvSpreadsheets.parts(&rows));
            Ok(())
        };
        parts::export::parts(&*self.store, take).await.unwrap();
        String::from_utf8(file).unwrap()
    }

    /// What a number leads to.
    async fn owner(&self, own: &'static str) -> PartId {
        let number = NormalNumber::of(own).unwrap();
        let owner = self.store.read(move |tx| tx.number_owner(&"ironclad".parse().unwrap(), &number)).await.unwrap();
        owner.unwrap()
    }

    async fn title(&self, id: PartId) -> String {
        self.store.read(move |tx| tx.part_record(&id)).await.unwrap().unwrap().part.details.title.to_string()
    }

    async fn movements(&self, id: PartId) -> Vec<StockMovement> {
        self.store.read(move |tx| tx.stock_movements(&id, &Page::first())).await.unwrap()
    }
}

const HEAD: &str = "brand,number,title,description,category,price,list_price,core,minimum,pack,stock,reorder_at,pictures,oem,\
                    gtin,attributes,weight_g,size_mm,hazmat,condition,universal,hidden\n";

/// A line with everything.
const WHOLE: &str = "Ironclad,IP-9,\"Disc, vented\",\"Two\nlines\",Brakes,38.5,45,9.99,4,2,12,6,/a.svg;/b.svg | From behind,\
                     Honda=A-1; B-2,4006381333931,Diameter=300=mm;Vented=yes,7400,310x310x60,yes,used,no,no\n";

#[tokio::test]
async fn a_new_part_has_all_that_its_line_says() {
    let scene = Scene::new().await;
    let report = scene.take_in(&format!("{HEAD}{WHOLE}")).await;
    assert_eq!((report.counts.new, report.counts.changed, report.counts.rows), (1, 0, 1));
    let id = scene.owner("IP-9").await;
    let out = scene.out().await;
    let line = "ironclad,IP-9,\"Disc, vented\",\"Two\nlines\",brakes,38.50,45.00,9.99,4,2,12,6,/a.svg; /b.svg | From behind,\
                Honda=A-1; B-2,,,4006381333931,Diameter=300=mm; Vented=yes,7400,310x310x60,yes,used,no,no\n";
    assert!(out.contains(&format!("{id},{line}")), "{out}");
    let movements = scene.movements(id).await;
    assert_eq!(movements.iter().map(|it| (it.reason, it.pieces)).collect::<Vec<_>>(), [(StockReason::Opening, 12)]);
}

#[tokio::test]
async fn what_goes_out_comes_in_without_a_change() {
    let scene = Scene::new().await;
    scene
        .take_in(&format!("{HEAD}{WHOLE}ironclad,IP-10,'=1+1,'@x,,1,,,,,,,/c.svg,b\\\\=c\\;d=1,,'-a=+b,,,,,,\n"))
        .await;
    let out = scene.out().await;
    assert!(out.contains(",'=1+1,'@x,"), "no spreadsheet runs it: {out}");
    let again = scene.read(&out).await.unwrap();
    let counts = again.counts;
    assert_eq!(
        (counts.rows, counts.unchanged, counts.changes(), counts.set_aside),
        (4, 4, 0, 0),
        "{:?}",
        scene.problems(&again).await
    );
}

#[tokio::test]
async fn a_column_that_is_missing_leaves_alone_and_an_empty_cell_clears() {
    let scene = Scene::new().await;
    scene.take_in(&format!("{HEAD}{WHOLE}")).await;
    let id = scene.owner("IP-9").await;
    let report = scene.take_in("number;brand;title;list_price;oem\nip 9;IRONCLAD;Disc;;\n").await;
    assert_eq!((report.counts.changed, report.counts.new), (1, 0));
    let listed = scene.store.read(move |tx| tx.listed_parts(&[id])).await.unwrap().remove(0);
    assert_eq!((listed.record.part.details.title.as_str(), listed.record.revision), ("Disc", 2));
    assert_eq!((listed.listing.list_price, listed.listing.numbers.len()), (None, 1), "the bar code stays");
    assert_eq!((listed.listing.pictures.len(), listed.listing.attributes.len()), (1, 2));
    assert_eq!(listed.listing.number.unwrap().as_str(), "ip 9", "a number is written as the file writes it");
    let hints = scene.findings(&report, FindingKind::Lint).await;
    assert_eq!(
        hints,
        ["list_price", "oem"]
            .map(|column| (2, format!("An empty cell takes away what its part has in the column {column}.")))
    );
}

#[tokio::test]
async fn a_part_is_named_by_its_id_or_by_brand_and_number() {
    let scene = Scene::new().await;
    let [first, second] = [1, 2].map(|number| part(number, 1).id);
    let report =
        scene.take_in(&format!("id,brand,number,title\n{second},other,OT-2,Second\n,ironclad,ip1,First\n")).await;
    assert_eq!((report.counts.changed, report.counts.set_aside), (2, 0));
    assert_eq!((scene.title(first).await, scene.title(second).await), ("First".to_owned(), "Second".to_owned()));
    let report = scene.take_in("brand,number,title\nother,ot 2,Again\n").await;
    assert_eq!((report.counts.changed, scene.title(second).await), (1, "Again".to_owned()));
}

#[tokio::test]
async fn stock_is_moved_and_not_written_over() {
    let scene = Scene::new().await;
    let id = part(1, 1).id;
    scene.take_in("brand,number,stock\nironclad,IP-1,25\n").await;
    let report = scene.read("brand,number,stock\nironclad,IP-1,30\nother,OT-2,10\n").await.unwrap();
    let hints = scene.findings(&report, FindingKind::Lint).await;
    assert_eq!(hints, [(2, "The column stock adds pieces to a part.".to_owned())]);
    let report = scene.read("brand,number,stock\nironclad,IP-1,20\n").await.unwrap();
    let hints = scene.findings(&report, FindingKind::Lint).await;
    assert_eq!(hints, [(2, "The column stock takes pieces from a part.".to_owned())]);
    let movements = scene.movements(id).await;
    assert_eq!(movements.iter().map(|it| (it.reason, it.pieces)).collect::<Vec<_>>()[0], (StockReason::Counted, 15));
    let accounts = scene.store.read(|tx| tx.stock_accounts(&Page::first())).await.unwrap();
    assert!(accounts.iter().all(|account| account.moved.is_none_or(|moved| moved == account.supplied)));
    // An order between the report and applying it: five pieces come, and what was sold stays sold.
    let report = scene.read("brand,number,stock\nironclad,IP-1,30\n").await.unwrap();
    scene.write(move |tx| tx.take_stock(&id, Quantity::new(5).unwrap())).await;
    scene.apply(&report).await.unwrap();
    let stock = async |id| scene.store.read(move |tx| tx.part_stock(&id)).await.unwrap();
    assert_eq!(stock(id).await, 25);
    // As little does it mind where the stock stays as it was.
    let report = scene.read("brand,number,title,stock\nironclad,IP-1,Sold,25\n").await.unwrap();
    scene.write(move |tx| tx.take_stock(&id, Quantity::new(5).unwrap())).await;
    scene.apply(&report).await.unwrap();
    assert_eq!((scene.title(id).await, stock(id).await), ("Sold".to_owned(), 20));
    // More were sold than would be left.
    let report = scene.read("brand,number,stock\nironclad,IP-1,2\n").await.unwrap();
    scene.write(move |tx| tx.take_stock(&id, Quantity::new(5).unwrap())).await;
    assert!(matches!(scene.apply(&report).await, Err(ImportError::Changed)));
}

#[tokio::test]
async fn the_point_at_which_a_part_runs_low_is_the_one_that_was_planned() {
    let scene = Scene::new().await;
    scene.take_in("brand,number,minimum,reorder_at\nironclad,IP-1,5,4\n").await;
    let file = "brand,number,minimum,reorder_at\nironclad,IP-1,2,4\n";
    scene.take_in(file).await;
    let id = part(1, 1).id;
    let point = scene.store.read(move |tx| tx.reorder_point(&id)).await.unwrap();
    assert_eq!(point.map(Stock::pieces), Some(4));
    assert_eq!(scene.read(file).await.unwrap().counts.changes(), 0);
}

#[tokio::test]
async fn an_import_that_broke_off_goes_on_though_pieces_were_sold_meanwhile() {
    let scene = Scene::new().await;
    let id = part(1, 1).id;
    let report = scene.read(&format!("{HEAD}{WHOLE}")).await.unwrap();
    let moved = scene.read("brand,number,stock\nironclad,IP-1,25\n").await.unwrap();
    for import in [&report, &moved] {
        scene.keep_files(import);
        scene.apply(import).await.unwrap();
    }
    let new = scene.owner("IP-9").await;
    scene.write(move |tx| tx.take_stock(&id, Quantity::new(5).unwrap())).await;
    scene.write(move |tx| tx.take_stock(&new, Quantity::new(4).unwrap())).await;
    // Killed in its last moment, before it wrote down how far it was.
    for import in [&report, &moved] {
        assert_eq!(scene.applied_again(import).await, ImportState::Done);
    }
    assert_eq!((scene.movements(id).await.len(), scene.movements(new).await.len()), (2, 1), "nothing is done twice");
}

#[tokio::test]
async fn a_part_that_changed_since_the_report_stops_everything() {
    let scene = Scene::new().await;
    let report = scene.read("brand,number,title\nironclad,IP-1,New\nironclad,IP-2,Another\n").await.unwrap();
    assert_eq!((report.counts.changed, report.counts.set_aside), (1, 1), "a new part needs more than a title");
    scene.take_in("brand,number,title\nironclad,IP-1,By hand\n").await;
    assert!(matches!(scene.apply(&report).await, Err(ImportError::Changed)));
    assert_eq!(scene.title(part(1, 1).id).await, "By hand");
    let failed = scene.importer.import(report.id).await.unwrap();
    assert_eq!((failed.state, failed.counts.applied), (ImportState::Failed, 0));
}

#[tokio::test]
async fn a_number_that_somebody_else_took_since_the_report_stops_everything() {
    let scene = Scene::new().await;
    let report = scene.read(&format!("{HEAD}{WHOLE}")).await.unwrap();
    let second = part(2, 1).id;
    scene.take_in(&format!("id,brand,number\n{second},ironclad,IP-9\n")).await;
    assert!(matches!(scene.apply(&report).await, Err(ImportError::Changed)));
}

#[tokio::test]
async fn rows_that_cannot_be_taken_in_are_told_with_their_lines() {
    let scene = Scene::new().await;
    let id = part(2, 1).id;
    let head = "id,brand,number,title,description,category,price,list_price,core,minimum,pack,stock,reorder_at,pictures,oem,gtin,\
                attributes,weight_g,size_mm,hazmat,condition,universal,hidden\n";
    let long = "x".repeat(121);
    let rows = [
        (format!(",ironclad,IP-1,{long},,,,,,,,,,,,,,,,,,,"), "The column title must be at most 120 characters."),
        (",ironclad,A-1,t,d,,\"1,50\",,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column price must be a number."),
        (
            ",ironclad,A-2,t,d,,1.234,,,,,,,/a.svg,,,,,,,,,".to_owned(),
            "The column price must have at most two decimals.",
        ),
        (",ironclad,A-3,t,d,,-1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column price must be from"),
        (",ironclad,A-4,t,d,,1,free,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column list_price must be a number."),
        (",ironclad,A-5,t,d,,1,,1e3,,,,,/a.svg,,,,,,,,,".to_owned(), "The column core must be a number."),
        (",ironclad,A-6,t,d,,1,,,0,,,,/a.svg,,,,,,,,,".to_owned(), "The column minimum must be from"),
        (",ironclad,A-7,t,d,,1,,,3,2,,,/a.svg,,,,,,,,,".to_owned(), "The column minimum must be a multiple of 2"),
        (",ironclad,A-8,t,d,,1,,,,x,,,/a.svg,,,,,,,,,".to_owned(), "The column pack must be a whole number."),
        (",ironclad,A-9,t,d,,1,,,,,-1,,/a.svg,,,,,,,,,".to_owned(), "The column stock must be from"),
        (",ironclad,B-1,t,d,,1,,,,,,1.5,/a.svg,,,,,,,,,".to_owned(), "The column reorder_at must be a whole number."),
        (",ironclad,B-2,t,d,,1,,,,,,,ftp://x/a,,,,,,,,,".to_owned(), "The column pictures must be an https address"),
        (",ironclad,B-3,t,d,,1,,,,,,,,,,,,,,,,".to_owned(), "The column pictures is required."),
        (",ironclad,B-4,t,d,,1,,,,,,,/a.svg,a=b=c,,,,,,,,".to_owned(), "The column oem must be numbers"),
        (
            ",ironclad,B-5,t,d,,1,,,,,,,/a.svg,,4006381333932,,,,,,,".to_owned(),
            "The column gtin must be the 8, 12, 13 or 14",
        ),
        (
            ",ironclad,B-6,t,d,,1,,,,,,,/a.svg,,,Vented,,,,,,".to_owned(),
            "The column attributes must be names and values",
        ),
        (",ironclad,B-7,t,d,,1,,,,,,,/a.svg,,,,0,,,,,".to_owned(), "The column weight_g must be from"),
        (",ironclad,B-8,t,d,,1,,,,,,,/a.svg,,,,,3x4,,,,".to_owned(), "The column size_mm must be three sides"),
        (",ironclad,B-9,t,d,,1,,,,,,,/a.svg,,,,,,maybe,,,".to_owned(), "The column hazmat must be yes or no."),
        (",ironclad,C-1,t,d,,1,,,,,,,/a.svg,,,,,,,rusty,,".to_owned(), "The column condition must be new"),
        (
            ",ironclad,C-2,t,d,clutches,1,,,,,,,/a.svg,,,,,,,,,".to_owned(),
            "The column category names the category clutches",
        ),
        (",nobody,C-3,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column brand names the brand nobody"),
        (",ironclad,***,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column number must have letters or digits"),
        (",ironclad,,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "A row names no part"),
        ("no-id,ironclad,C-4,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The shop has no part with the id of a row."),
        (format!("{id},ironclad,IP-1,t,d,,1,,,1,,10,,/a.svg,,,,,,,,,"), "Another part of this brand has this number."),
        (
            ",ironclad,C-6,t,d,,1,,,,,,,/a.svg,,,,,,,,,yes".to_owned(),
            "A part that is not in the catalogue has to be named",
        ),
        (
            ",ironclad,C-7,t,d,,1,,,,,,,/a.svg,,,,,,,,,,x".to_owned(),
            "A row has more cells than the first line names columns.",
        ),
        (",ironclad,C-8,t,d,,1,,,,,,,/a.svg,,,,,,,,,,".to_owned(), ""),
        (",ironclad,C-5,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), ""),
        (",ironclad,c 5,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "A row gives a number that a row before it gives."),
        (",ironclad,IP-1,,d,,1,,,1,,,,/a.svg,,,,,,,,,".to_owned(), "The column title is required."),
    ];
    let file: String = [head.to_owned()].into_iter().chain(rows.iter().map(|(row, _)| format!("{row}\n"))).collect();
    let report = scene.read(&file).await.unwrap();
    let problems = scene.problems(&report).await;
    for (line, (row, words)) in (2..).zip(&rows) {
        let told: Vec<&(u64, String)> = problems.iter().filter(|(at, _)| *at == line).collect();
        if words.is_empty() {
            assert!(told.is_empty(), "{row}: {told:?}");
        } else {
            let is_told = problems.iter().any(|(at, told)| *at <= line && told.starts_with(words));
            assert!(is_told, "{row}: {words} is not in {problems:?}");
        }
    }
    assert_eq!((report.counts.new, report.counts.changed, report.counts.foreign), (2, 0, 1));
    assert_eq!(report.counts.set_aside, u64::try_from(rows.len()).unwrap() - 3);
}

#[tokio::test]
async fn a_part_that_two_rows_are_about_is_what_the_first_says() {
    let scene = Scene::new().await;
    let report = scene.read("brand,number,title\nironclad,IP-1,One\nironclad,ip1,Two\n").await.unwrap();
    assert_eq!((report.counts.changed, report.counts.set_aside), (1, 1));
    assert_eq!(scene.problems(&report).await, [(3, "A row is about a part that a row before it is about.".to_owned())]);
    scene.apply(&report).await.unwrap();
    assert_eq!(scene.title(part(1, 1).id).await, "One");
}

#[tokio::test]
async fn a_part_leaves_the_catalogue_and_comes_back_by_its_id() {
    let scene = Scene::new().await;
    let id = part(1, 1).id;
    let hide = |hidden| format!("id,hidden\n{id},{hidden}\n");
    scene.take_in(&hide("yes")).await;
    assert!(scene.store.read(move |tx| tx.part(&id)).await.unwrap().is_none());
    let again = scene.read(&scene.out().await).await.unwrap();
    assert_eq!((again.counts.changes(), again.counts.unchanged), (0, 2));
    scene.take_in(&hide("no")).await;
    assert_eq!(scene.owner("IP-1").await, id);
}

#[tokio::test]
async fn many_parts_are_added_with_ids_in_the_order_of_the_file() {
    let scene = Scene::new().await;
    let row = |number: u32| format!("ironclad,M-{number},Part {number},About it.,1.00,/a.svg,{number}\n");
    let file: String = ["brand,number,title,description,price,pictures,stock\n".to_owned()]
        .into_iter()
        .chain((1..=700).map(row))
        .collect();
    let report = scene.take_in(&file).await;
    assert_eq!((report.counts.new, report.counts.unchanged), (700, 0));
    assert!(
        scene.owner("M-1").await < scene.owner("M-2").await && scene.owner("M-2").await < scene.owner("M-700").await
    );
}

#[tokio::test]
async fn the_template_names_no_brand_of_the_shop_and_can_be_taken_in_once_there_is_one() {
    let scene = Scene::new().await;
    let template = String::from_utf8(CsvSpreadsheets.template(ExportKind::Parts)).unwrap();
    let report = scene.read(&template).await.unwrap();
    assert_eq!((report.counts.changes(), report.counts.set_aside), (0, 2));
    scene.write(|tx| tx.insert_brand(&brand("example"))).await;
    assert_eq!(scene.take_in(&template).await.counts.new, 2);
}

#[tokio::test]
async fn a_row_that_is_refused_stands_in_the_way_of_no_other() {
    let scene = Scene::new().await;
    let (first, second) = (part(1, 1).id, part(2, 1).id);
    let of_one = scene.take_in("brand,number,title,price\nironclad,IP-1,Bad,x\nironclad,IP-1,Good,2.00\n").await;
    assert_eq!((of_one.counts.changed, of_one.counts.set_aside), (1, 1));
    assert_eq!(scene.title(first).await, "Good");
    let head = "id,brand,number,title,description,price,pictures\n";
    let taken = format!("{second},ironclad,IP-1,Taken,d,1,/a.svg\n{second},ironclad,IP-7,Free,d,1,/a.svg\n");
    let twice = format!("{second},ironclad,IP-8,Twice,d,1,/a.svg\n,ironclad,IP-8,New,d,1,/a.svg\n");
    let report = scene.take_in(&format!("{head}{taken}{twice}")).await;
    assert_eq!((report.counts.changed, report.counts.new, report.counts.set_aside), (1, 1, 2));
    assert_eq!(scene.title(second).await, "Free");
    assert_eq!(scene.title(scene.owner("IP-8").await).await, "New");
}

#[tokio::test]
async fn parts_named_by_number_that_leave_the_catalogue_are_known_when_an_import_goes_on() {
    let scene = Scene::new().await;
    let report = scene.read("brand,number,hidden\nironclad,IP-1,yes\n").await.unwrap();
    scene.keep_files(&report);
    scene.apply(&report).await.unwrap();
    assert_eq!(scene.applied_again(&report).await, ImportState::Done);
    let id = part(1, 1).id;
    assert!(scene.store.read(move |tx| tx.part(&id)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_part_that_leaves_the_catalogue_may_get_a_number_that_another_one_has() {
    let scene = Scene::new().await;
    let second = part(2, 1).id;
    scene.take_in(&format!("id,brand,number,hidden\n{second},ironclad,IP-1,yes\n")).await;
    assert_eq!(scene.owner("IP-1").await, part(1, 1).id);
    assert!(scene.store.read(move |tx| tx.part(&second)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_name_that_two_categories_have_is_told_as_that() {
    let scene = Scene::new().await;
    scene
        .write(|tx| {
            for id in ["engine-filters", "cabin-filters"] {
                tx.insert_category(&Category { name: "Filters".parse().unwrap(), ..category(id, None) })?;
            }
            Ok(())
        })
        .await;
    let report = scene.read("brand,number,category\nironclad,IP-1,Filters\n").await.unwrap();
    let words = "The column category names the category Filters, but several are called so: please write its key.";
    assert_eq!(scene.problems(&report).await, [(2, words.to_owned())]);
}
