use super::*;
use autoparts_application::ports::import_files::{Named, RowAction, RowVehicle, Scope};
use std::io::Cursor;
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

const LIMIT: u64 = 1 << 22;

struct Scene {
    folder: tempfile::TempDir,
    files: ImportFolder,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = ImportFolder::new(folder.path().join("imports"), LIMIT);
        Self { folder, files }
    }

    fn stage(&self, kind: ImportKind, bytes: &[u8]) -> Result<FileSummary, ImportFileError> {
        let file = self.folder.path().join("file");
        fs::write(&file, bytes).unwrap();
        self.files.stage(&id(), kind, Some(&file), &mut |_, _| ControlFlow::Continue(()))
    }

    fn refused(&self, kind: ImportKind, bytes: &[u8], why: &str) -> String {
        let refusal = self.stage(kind, bytes).expect_err(why).to_string();
        let left: Vec<_> = fs::read_dir(self.folder.path().join("imports")).unwrap().collect();
        assert!(left.is_empty(), "no rows are left");
        refusal
    }

    fn all_rows(&self) -> Vec<FitmentRow> {
        let mut rows: Vec<FitmentRow> =
            (0..BUCKETS).flat_map(|bucket| self.files.rows(&id(), bucket).unwrap()).collect();
        rows.sort_by_key(|row| row.line);
        rows
    }
}

fn id() -> ImportId {
    ImportId::from(Uuid::nil())
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

const FILE: &[u8] = include_bytes!("../../tests/data/aces-3.0.xml");

#[test]
fn rows_are_stored_as_read_and_a_part_is_in_one_bucket() {
    for (kind, file) in [
        (ImportKind::Aces, FILE),
        (ImportKind::Aces, include_bytes!("../../tests/data/aces-4.2-years.xml")),
        (ImportKind::Aces, include_bytes!("../../tests/data/aces-5.0.xml")),
        (ImportKind::Fitment, include_bytes!("../../tests/data/fitment.csv")),
    ] {
        let scene = Scene::new();
        let staged = scene.stage(kind, file).unwrap();
        let mut rows = Vec::new();
        let summary = crate::readers::read(kind, file, &mut |row| {
            rows.push(row);
            Ok(())
        });
        assert_eq!(summary.unwrap(), FileSummary { digest: String::new(), ..staged.clone() });
        assert_eq!(staged.digest.len(), 64);
        assert_eq!(scene.all_rows(), rows);
    }
    let scene = Scene::new();
    scene.stage(ImportKind::Aces, FILE).unwrap();
    assert_eq!((0..BUCKETS).filter(|bucket| !scene.files.rows(&id(), *bucket).unwrap().is_empty()).count(), 1);
}

#[test]
fn all_spellings_of_a_part_share_a_bucket() {
    let scene = Scene::new();
    let file = "brand,number,year_from,year_to,make,model\nironclad,AB-1,2018,2018,honda,civic\n\
                Iron Clad,ab 1,2019,2019,honda,civic\nIRONCLAD,AB1,2020,2020,honda,civic\n";
    scene.stage(ImportKind::Fitment, file.as_bytes()).unwrap();
    let rows = (0..BUCKETS).map(|bucket| scene.files.rows(&id(), bucket).unwrap().len());
    assert_eq!(rows.filter(|rows| *rows > 0).collect::<Vec<_>>(), [3]);
}

#[test]
fn consecutive_parts_share_a_bucket() {
    let scene = Scene::new();
    let rows: Vec<String> = (0..RUN * 3).map(|number| format!("ironclad,AB-{number}")).collect();
    scene.stage(ImportKind::Parts, format!("brand,number\n{}\n", rows.join("\n")).as_bytes()).unwrap();
    let lines =
        |bucket| -> Vec<u64> { scene.files.part_rows(&id(), bucket).unwrap().iter().map(|row| row.line).collect() };
    assert_eq!(lines(1), (RUN..RUN * 2).collect::<Vec<_>>());
    assert_eq!((0..BUCKETS).map(|bucket| lines(bucket).len()).sum::<usize>(), usize::try_from(RUN * 3).unwrap());
}

#[test]
fn a_file_with_more_rows_of_one_number_than_fit_into_memory_is_refused() {
    let mut scene = Scene::new();
    scene.files = ImportFolder::new(scene.folder.path().join("imports"), 1 << 30);
    let words = "With a package that has a very long name; ".repeat(50);
    let row = format!("ironclad,IP-1,2018,2018,honda,civic,{words}\n");
    let rows = usize::try_from(MAX_BUCKET).unwrap() / row.len() + 100;
    let file = format!("brand,number,year_from,year_to,make,model,conditions\n{}", row.repeat(rows));
    let refused = scene.stage(ImportKind::Fitment, file.as_bytes()).unwrap_err().to_string();
    assert!(refused.ends_with("has more rows about this part number than can be imported."), "{refused}");
    assert!(!scene.files.has_rows(&id()));
}

#[test]
fn rows_with_special_characters_are_stored_unchanged() {
    let row = FitmentRow {
        line: 7,
        action: RowAction::Delete,
        brand: Named::Words("a,\"b\"\n\r".to_owned()),
        number: "\u{1f}\t".to_owned(),
        vehicle: RowVehicle::Models {
            from: String::new(),
            to: "x".to_owned(),
            make: Named::Code(String::new()),
            model: Named::Words("c".to_owned()),
        },
        engine: Some(Named::Words(String::new())),
        position: None,
        pieces: Some(String::new()),
        conditions: vec![Named::Words("\n".to_owned()), Named::Code("\\".to_owned())],
        set_aside: Some("\u{1}3".to_owned()),
    };
    let nothing = FitmentRow {
        vehicle: RowVehicle::Nothing,
        conditions: Vec::new(),
        pieces: None,
        set_aside: None,
        ..row.clone()
    };
    let mut bytes = Vec::new();
    for row in [&row, &nothing] {
        record::write(&mut bytes, row).unwrap();
    }
    assert_eq!(record::read(&bytes).unwrap(), [row, nothing]);
}

#[test]
fn a_zipped_file_is_read_like_a_plain_one() {
    let scene = Scene::new();
    let packed = scene.stage(ImportKind::Aces, &zipped(&[("brakes/a.xml", FILE)])).unwrap();
    assert_eq!((packed.rows, scene.all_rows().len()), (2, 2));
}

#[test]
fn archives_of_anything_but_one_plain_file_are_refused() {
    let scene = Scene::new();
    for (packed, why) in [
        (zipped(&[("a.xml", FILE), ("b.xml", FILE)]), "exactly one file"),
        (zipped(&[]), ""),
        (zipped(&[("../a.xml", FILE)]), "outside its folder"),
        (zipped(&[("/etc/a.xml", FILE)]), "outside its folder"),
        (zipped(&[("a.xml", &vec![0; 1 << 19])]), "NUL"),
        (zipped(&[("a.xml", &vec![b' '; 1 << 21])]), "64 kB"),
        (
            zipped(&[(
                "a.csv",
                &[&b"brand,number,make,model,year_from\n"[..], &[&[b' '; 1023][..], b"\n"].concat().repeat(1 << 13)]
                    .concat(),
            )]),
            "too large",
        ),
        (zipped(&[("a.xml", FILE)])[..400].to_vec(), "damaged"),
    ] {
        let kind = if why == "too large" { ImportKind::Fitment } else { ImportKind::Aces };
        let refusal = scene.refused(kind, &packed, why);
        assert!(refusal.contains(why), "{refusal}");
    }
}

#[test]
fn a_refused_or_discarded_file_leaves_nothing() {
    let scene = Scene::new();
    scene.refused(ImportKind::Aces, &FILE[..900], "cut off");
    scene.stage(ImportKind::Aces, FILE).unwrap();
    scene.files.discard(&id()).unwrap();
    scene.files.discard(&id()).unwrap();
    assert!(scene.files.rows(&id(), 0).is_err(), "a discarded import is not an empty one");
}

#[test]
fn a_plan_is_stored_with_the_rows() {
    let scene = Scene::new();
    scene.stage(ImportKind::Aces, FILE).unwrap();
    let planned = |number: u128| PlannedPart {
        part: Uuid::from_u128(number).into(),
        line: 7,
        pieces: -3,
        before: 0,
        after: u64::MAX,
    };
    scene.files.save_plan(&id(), BUCKETS, &[planned(2), planned(1)]).unwrap();
    assert_eq!(scene.files.plan(&id(), BUCKETS).unwrap(), [planned(2), planned(1)]);
    assert!(scene.files.plan(&id(), 0).is_err());
    fs::write(scene.files.of(&id()).join("plan-0"), "damaged").unwrap();
    assert!(scene.files.plan(&id(), 0).is_err());
}

#[test]
fn columns_are_found_by_name() {
    let scene = Scene::new();
    let staged = scene.stage(ImportKind::Fitment, include_bytes!("../../tests/data/fitment.csv")).unwrap();
    assert_eq!((staged.scope, staged.rows, staged.findings.len()), (Scope::WholeParts, 4, 1));
    assert_eq!(staged.findings[0].words, "The column shelf is unknown and is not read.");
    let rows = scene.all_rows();
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 3, 5, 6]);
    assert_eq!(rows[0].conditions, [Named::Words("With A/C".to_owned()), Named::Words("Sold in pairs".to_owned())]);
    assert!(matches!(&rows[1].vehicle, RowVehicle::Models { from, to, .. } if from == "2018" && to == "2018"));
    assert_eq!((rows[2].number.as_str(), &rows[2].vehicle), ("-IP-3", &RowVehicle::Nothing));
    assert!(matches!(&rows[3].vehicle, RowVehicle::Unreadable(why) if why.contains("a make, a model and a year")));
    let ragged =
        b"brand,number,make,model,year_from\nironclad,IP-1,Honda,Civic,2018,,\nironclad,IP-2,Honda,Civic,2018,x\n";
    let scene = Scene::new();
    scene.stage(ImportKind::Fitment, ragged).unwrap();
    let [good, long] = &scene.all_rows()[..] else { panic!("there are two rows") };
    assert!(matches!(good.vehicle, RowVehicle::Models { .. }));
    assert!(matches!(&long.vehicle, RowVehicle::Unreadable(why) if why.contains("more cells")));
    let windows = String::from_utf8(include_bytes!("../../tests/data/fitment.csv").to_vec()).unwrap();
    let scene = Scene::new();
    scene.stage(ImportKind::Fitment, windows.trim_end().replace('\n', "\r\n").as_bytes()).unwrap();
    assert_eq!(scene.all_rows(), rows, "with CRLF, and without a final line break");
}

#[test]
fn unreadable_spreadsheets_are_refused_with_a_reason() {
    let scene = Scene::new();
    let head = "brand,number,make,model,year_from\n";
    for (file, why) in [
        (Vec::new(), "empty"),
        (b"brand,number,make,model\n".to_vec(), "no column year_from"),
        (b"brand,number,make,model,year_from,brand\n".to_vec(), "two columns brand"),
        ([head.as_bytes(), b"a,\xeb,c,d,2010\n"].concat(), "Line 2: The file contains characters that are not UTF-8"),
        ([head.as_bytes(), b"a,b\0,c,d,2010\n"].concat(), "NUL"),
        (head.encode_utf16().flat_map(u16::to_be_bytes).collect(), ""),
        ([b"\xff\xfe", head.as_bytes()].concat(), "UTF-16"),
        (
            [head.as_bytes(), b"a,\"b", &b"x".repeat(1 << 20)[..900_000], &b"y\n".repeat(100_000)].concat(),
            "quotation mark",
        ),
    ] {
        let refusal = match scene.stage(ImportKind::Fitment, &file) {
            Err(error) => error.to_string(),
            Ok(summary) => panic!("{why}: {summary:?}"),
        };
        assert!(refusal.contains(why), "{why}: {refusal}");
    }
}
