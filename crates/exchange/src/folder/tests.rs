use super::*;
use autoparts_application::ports::import_files::{Named, RowAction, RowVehicle, Scope};
use std::io::Cursor;
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

const LIMIT: u64 = 1 << 22;

struct Place {
    folder: tempfile::TempDir,
    files: ImportFolder,
}

impl Place {
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
        assert!(left.is_empty(), "nothing is left of it");
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
fn rows_come_back_as_they_were_read_and_a_part_is_in_one_bucket() {
    for (kind, file) in [
        (ImportKind::Aces, FILE),
        (ImportKind::Aces, include_bytes!("../../tests/data/aces-4.2-years.xml")),
        (ImportKind::Aces, include_bytes!("../../tests/data/aces-5.0.xml")),
        (ImportKind::Fitment, include_bytes!("../../tests/data/fitment.csv")),
    ] {
        let place = Place::new();
        let staged = place.stage(kind, file).unwrap();
        let mut rows = Vec::new();
        let summary = crate::readers::read(kind, file, &mut |row| {
            rows.push(row);
            Ok(())
        });
        assert_eq!(summary.unwrap(), FileSummary { digest: String::new(), ..staged.clone() });
        assert_eq!(staged.digest.len(), 64);
        assert_eq!(place.all_rows(), rows);
    }
    let place = Place::new();
    place.stage(ImportKind::Aces, FILE).unwrap();
    assert_eq!((0..BUCKETS).filter(|bucket| !place.files.rows(&id(), *bucket).unwrap().is_empty()).count(), 1);
}

#[test]
fn a_part_is_in_one_bucket_however_its_brand_and_number_are_written() {
    let place = Place::new();
    let file = "brand,number,year_from,year_to,make,model\nironclad,AB-1,2018,2018,honda,civic\n\
                Iron Clad,ab 1,2019,2019,honda,civic\nIRONCLAD,AB1,2020,2020,honda,civic\n";
    place.stage(ImportKind::Fitment, file.as_bytes()).unwrap();
    let rows = (0..BUCKETS).map(|bucket| place.files.rows(&id(), bucket).unwrap().len());
    assert_eq!(rows.filter(|rows| *rows > 0).collect::<Vec<_>>(), [3]);
}

#[test]
fn parts_that_follow_one_another_stay_together() {
    let place = Place::new();
    let rows: Vec<String> = (0..RUN * 3).map(|number| format!("ironclad,AB-{number}")).collect();
    place.stage(ImportKind::Parts, format!("brand,number\n{}\n", rows.join("\n")).as_bytes()).unwrap();
    let lines =
        |bucket| -> Vec<u64> { place.files.part_rows(&id(), bucket).unwrap().iter().map(|row| row.line).collect() };
    assert_eq!(lines(1), (RUN..RUN * 2).collect::<Vec<_>>());
    assert_eq!((0..BUCKETS).map(|bucket| lines(bucket).len()).sum::<usize>(), usize::try_from(RUN * 3).unwrap());
}

#[test]
fn a_file_with_more_rows_of_one_number_than_fit_into_memory_is_refused() {
    let mut place = Place::new();
    place.files = ImportFolder::new(place.folder.path().join("imports"), 1 << 30);
    let words = "With a package that has a very long name; ".repeat(50);
    let row = format!("ironclad,IP-1,2018,2018,honda,civic,{words}\n");
    let rows = usize::try_from(MAX_BUCKET).unwrap() / row.len() + 100;
    let file = format!("brand,number,year_from,year_to,make,model,conditions\n{}", row.repeat(rows));
    let refused = place.stage(ImportKind::Fitment, file.as_bytes()).unwrap_err().to_string();
    assert!(refused.ends_with("has more rows about this part number than can be imported."), "{refused}");
    assert!(!place.files.has_rows(&id()));
}

#[test]
fn rows_with_any_sign_in_them_come_back() {
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
fn a_packed_file_is_the_same_file() {
    let place = Place::new();
    let packed = place.stage(ImportKind::Aces, &zipped(&[("brakes/a.xml", FILE)])).unwrap();
    assert_eq!((packed.rows, place.all_rows().len()), (2, 2));
}

#[test]
fn packed_files_that_are_not_one_plain_file_are_refused() {
    let place = Place::new();
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
        let refusal = place.refused(kind, &packed, why);
        assert!(refusal.contains(why), "{refusal}");
    }
}

#[test]
fn a_file_that_is_refused_or_given_up_leaves_nothing() {
    let place = Place::new();
    place.refused(ImportKind::Aces, &FILE[..900], "cut off");
    place.stage(ImportKind::Aces, FILE).unwrap();
    place.files.discard(&id()).unwrap();
    place.files.discard(&id()).unwrap();
    assert!(place.files.rows(&id(), 0).is_err(), "an import that is gone is not an empty one");
}

#[test]
fn a_plan_is_stored_with_the_rows() {
    let place = Place::new();
    place.stage(ImportKind::Aces, FILE).unwrap();
    let planned = |number: u128| PlannedPart {
        part: Uuid::from_u128(number).into(),
        line: 7,
        pieces: -3,
        before: 0,
        after: u64::MAX,
    };
    place.files.keep_plan(&id(), BUCKETS, &[planned(2), planned(1)]).unwrap();
    assert_eq!(place.files.plan(&id(), BUCKETS).unwrap(), [planned(2), planned(1)]);
    assert!(place.files.plan(&id(), 0).is_err());
    fs::write(place.files.of(&id()).join("plan-0"), "damaged").unwrap();
    assert!(place.files.plan(&id(), 0).is_err());
}

#[test]
fn spreadsheets_are_read_by_the_names_of_their_columns() {
    let place = Place::new();
    let staged = place.stage(ImportKind::Fitment, include_bytes!("../../tests/data/fitment.csv")).unwrap();
    assert_eq!((staged.scope, staged.rows, staged.findings.len()), (Scope::WholeParts, 4, 1));
    assert_eq!(staged.findings[0].words, "The column shelf is unknown and is not read.");
    let rows = place.all_rows();
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 3, 5, 6]);
    assert_eq!(rows[0].conditions, [Named::Words("With A/C".to_owned()), Named::Words("Sold in pairs".to_owned())]);
    assert!(matches!(&rows[1].vehicle, RowVehicle::Models { from, to, .. } if from == "2018" && to == "2018"));
    assert_eq!((rows[2].number.as_str(), &rows[2].vehicle), ("-IP-3", &RowVehicle::Nothing));
    assert!(matches!(&rows[3].vehicle, RowVehicle::Unreadable(why) if why.contains("a make, a model and a year")));
    let ragged =
        b"brand,number,make,model,year_from\nironclad,IP-1,Honda,Civic,2018,,\nironclad,IP-2,Honda,Civic,2018,x\n";
    let place = Place::new();
    place.stage(ImportKind::Fitment, ragged).unwrap();
    let [good, long] = &place.all_rows()[..] else { panic!("there are two rows") };
    assert!(matches!(good.vehicle, RowVehicle::Models { .. }));
    assert!(matches!(&long.vehicle, RowVehicle::Unreadable(why) if why.contains("more cells")));
    let windows = String::from_utf8(include_bytes!("../../tests/data/fitment.csv").to_vec()).unwrap();
    let place = Place::new();
    place.stage(ImportKind::Fitment, windows.trim_end().replace('\n', "\r\n").as_bytes()).unwrap();
    assert_eq!(place.all_rows(), rows, "however lines end, and the last one does not");
}

#[test]
fn spreadsheets_that_are_none_are_refused_in_words() {
    let place = Place::new();
    let head = "brand,number,make,model,year_from\n";
    for (file, why) in [
        (Vec::new(), "empty"),
        (b"brand,number,make,model\n".to_vec(), "no column year_from"),
        (b"brand,number,make,model,year_from,brand\n".to_vec(), "two columns brand"),
        ([head.as_bytes(), b"a,\xeb,c,d,2010\n"].concat(), "Line 2: There are characters that are not UTF-8"),
        ([head.as_bytes(), b"a,b\0,c,d,2010\n"].concat(), "NUL"),
        (head.encode_utf16().flat_map(u16::to_be_bytes).collect(), ""),
        ([b"\xff\xfe", head.as_bytes()].concat(), "UTF-16"),
        (
            [head.as_bytes(), b"a,\"b", &b"x".repeat(1 << 20)[..900_000], &b"y\n".repeat(100_000)].concat(),
            "quotation mark",
        ),
    ] {
        let refusal = match place.stage(ImportKind::Fitment, &file) {
            Err(error) => error.to_string(),
            Ok(summary) => panic!("{why}: {summary:?}"),
        };
        assert!(refusal.contains(why), "{why}: {refusal}");
    }
}
