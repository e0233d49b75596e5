use super::*;
use autoparts_application::ports::import_files::{RowAction, RowVehicle};

fn rows_of(file: &[u8]) -> (Vec<FitmentRow>, Result<FileSummary, FileRefused>) {
    let mut rows = Vec::new();
    let summary = read(file, &mut |row| {
        rows.push(row);
        Ok(())
    });
    (rows, summary)
}

fn refused(file: &[u8]) -> String {
    rows_of(file).1.unwrap_err().to_string()
}

fn code(code: &str) -> Named {
    Named::Code(code.to_owned())
}

fn words(words: &str) -> Named {
    Named::Words(words.to_owned())
}

/// An ACES file with these applications.
fn aces(apps: &str) -> String {
    format!(
        "<ACES version=\"4.2\">\n<Header><BrandAAIAID>ZZZA</BrandAAIAID><SubmissionType>FULL</SubmissionType></Header>\n\
         {apps}\n<Footer><RecordCount>1</RecordCount></Footer></ACES>"
    )
}

#[test]
fn codes_and_notes_are_read_with_their_lines() {
    let (rows, summary) = rows_of(include_bytes!("../../tests/data/aces-3.0.xml"));
    let summary = summary.unwrap();
    assert_eq!((summary.format.as_str(), summary.scope, summary.rows), ("ACES 3.0", Scope::WholeBrand, 2));
    assert_eq!((summary.brand, summary.findings), (Some(code("ZZZA")), Vec::new()));
    let first = FitmentRow {
        line: 13,
        action: RowAction::Add,
        brand: code("ZZZA"),
        number: "IP-100".to_owned(),
        vehicle: RowVehicle::BaseVehicle("900001".to_owned()),
        engine: Some(code("901")),
        position: Some(code("22")),
        pieces: Some("2".to_owned()),
        conditions: vec![code("SubModel:77"), words("With heavy duty suspension"), words("Sold in pairs & boxed")],
        set_aside: None,
    };
    assert_eq!(rows[0], first);
    assert_eq!(rows[1].line, 25);
    assert_eq!(rows[1].conditions, [words("From 06/15/2012"), code("Qual:606:11")]);
    assert_eq!(rows.len(), 2);
}

#[test]
fn years_makes_and_models_are_read_under_a_namespace_and_in_latin_1() {
    let (rows, summary) = rows_of(include_bytes!("../../tests/data/aces-4.2-years.xml"));
    let summary = summary.unwrap();
    assert_eq!((summary.scope, summary.rows), (Scope::Changes, 3));
    assert_eq!(summary.findings.iter().map(|finding| finding.rows).collect::<Vec<_>>(), [1], "the asset is reported");
    let models = |from: &str, to: &str, make, model| RowVehicle::Models {
        from: from.to_owned(),
        to: to.to_owned(),
        make,
        model,
    };
    assert_eq!(rows[0].vehicle, models("2010", "2012", code("81"), code("8101")));
    assert_eq!(rows[0].action, RowAction::Delete);
    assert_eq!(rows[1].vehicle, models("2010", "2013", words("Citroën"), words("C3")));
    assert_eq!((&rows[1].engine, &rows[1].position), (&Some(code("EngineBlock:44")), &Some(words("Front left"))));
    assert!(matches!(&rows[2].vehicle, RowVehicle::Unreadable(why) if why.contains("equipment")));
}

#[test]
fn misplaced_elements_are_reported_and_not_read() {
    let app = "<App action=\"A\" id=\"1\"><BaseVehicle id=\"1\"/><Part>IP-1</Part></App>";
    let (rows, summary) = rows_of(aces(&format!("<Apps>{app}{app}</Apps>")).as_bytes());
    let summary = summary.unwrap();
    assert_eq!((rows.len(), summary.rows, summary.is_doubtful), (0, 0, true));
    let found: Vec<_> =
        summary.findings.iter().map(|finding| (finding.kind, finding.rows, finding.words.as_str())).collect();
    let words = |name: &str, outer: &str| {
        format!("Element <{name}> is not allowed within <{outer}>. It and its content are not read.")
    };
    assert_eq!(
        found[..2],
        [
            (FindingKind::Problem, 2, words("App", "Apps").as_str()),
            (FindingKind::Problem, 1, words("Apps", "ACES").as_str()),
        ]
    );
    assert_eq!(found[2].2, "The file says that it has 1 applications, but it has 0.");
    // An unknown element in the header is a finding, but does not make the file doubtful.
    let odd = aces(app).replace("</Header>", "<Foo>1</Foo></Header>");
    let (rows, summary) = rows_of(odd.as_bytes());
    let summary = summary.unwrap();
    assert_eq!((rows.len(), summary.is_doubtful, summary.findings.len()), (1, false, 1));
    let twice = aces(app).replace("<Footer>", "<Header><BrandAAIAID>ZZZB</BrandAAIAID></Header><Footer>");
    assert!(rows_of(twice.as_bytes()).1.unwrap().is_doubtful);
}

#[test]
fn many_misplaced_elements_use_bounded_memory() {
    let many: String = (0..10_000).fold(String::new(), |elements, number| elements + &format!("<X{number}/>"));
    let findings = rows_of(aces(&many).as_bytes()).1.unwrap().findings;
    assert!(findings.len() < 110, "{}", findings.len());
    assert!(findings.iter().any(|finding| finding.rows == 9_900));
}

#[test]
fn a_footer_that_contradicts_makes_a_file_doubtful() {
    let app = "<App action=\"A\" id=\"1\"><BaseVehicle id=\"1\"/><Part>IP-1</Part></App>";
    for (count, is_doubtful) in [("1", false), (" 1 ", false), ("2", true), ("0", true), ("-1", true), ("one", true)] {
        let file = aces(app).replace(">1</RecordCount>", &format!(">{count}</RecordCount>"));
        assert_eq!(rows_of(file.as_bytes()).1.unwrap().is_doubtful, is_doubtful, "{count}");
    }
}

#[test]
fn what_contradicts_itself_is_not_guessed() {
    let (rows, summary) = rows_of(include_bytes!("../../tests/data/aces-5.0.xml"));
    let findings = summary.unwrap().findings;
    let words: Vec<&str> = findings.iter().map(|finding| finding.words.as_str()).collect();
    let expected = ["The file says that it has 12 applications, but it has 3.", "An App has the id of an earlier one."];
    assert_eq!(words, expected);
    assert_eq!((findings[1].line, findings[1].rows), (6, 1));
    assert!(rows.iter().all(|row| matches!(row.vehicle, RowVehicle::Unreadable(_))));
    assert_eq!((rows[0].number.as_str(), &rows[0].brand), ("IP-<1>", &code("ZZZB")));
    assert_eq!(rows[2].number, "IP-1");
}

#[test]
fn what_is_left_open_is_not_taken_for_everything() {
    let app = |inside: &str| {
        let app = format!("<App action=\"A\" id=\"1\"><BaseVehicle id=\"900001\"/>{inside}<Qty>1</Qty></App>");
        rows_of(aces(&app).as_bytes()).0.remove(0)
    };
    for element in ["EngineBase", "EngineBlock"] {
        for open in [format!("<{element} id=\"\"/>"), format!("<{element}/>"), format!("<{element}> </{element}>")] {
            let row = app(&format!("{open}<Part>IP-1</Part>"));
            assert_eq!((row.engine, row.conditions), (None, vec![code(&format!("{element}:"))]), "{open}");
        }
    }
    let two = app("<Part>IP-1</Part><Part>IP-2</Part>");
    assert_eq!(two.vehicle, RowVehicle::Unreadable("it has the same element twice".into()));
    let notes = |count| app(&format!("<Part>IP-1</Part>{}", "<Note>With A/C</Note>".repeat(count)));
    assert_eq!(notes(100).vehicle, RowVehicle::BaseVehicle("900001".to_owned()));
    assert_eq!(notes(101).vehicle, RowVehicle::Unreadable("it has more than 100 conditions".into()));
    assert_eq!(notes(5_000).conditions.len(), 100);
}

#[test]
fn a_file_that_is_cut_off_is_refused_wherever_it_is_cut() {
    let whole = include_bytes!("../../tests/data/aces-3.0.xml");
    let end = whole.len() - 1;
    assert!(rows_of(&whole[..end]).1.is_ok(), "but for the last line break");
    for cut in 0..end {
        let refusal = rows_of(&whole[..cut]).1.unwrap_err();
        assert!(!refusal.why.is_empty(), "{cut}");
    }
    assert!(refused(&whole[..end - 100]).contains("cut off"));
}

#[test]
fn what_is_no_aces_is_refused_in_words() {
    for (file, why) in [
        ("", "This is not XML."),
        ("hello", "Line 1: This is not XML."),
        ("<html></html>", "Line 1: This is XML, but not an ACES file: it does not begin with <ACES>."),
        ("<ACES version=\"2.0\"></ACES>", "Line 1: ACES 2.0 is not supported, only 3.0 to 5.0."),
        ("<ACES version=\"4.2\"></ACES>", "The header has no SubmissionType"),
        ("<ACES><Header></ACES>", "Line 1: Found </ACES> instead of </Header>."),
        ("<ACES></ACES><ACES></ACES>", "There is content after the end"),
        ("<?xml version=\"1.0\" encoding=\"KOI8-R\"?><ACES/>", "The encoding koi8-r is not supported"),
        ("<ACES>\0</ACES>", "NUL"),
    ] {
        let refusal = refused(file.as_bytes());
        assert!(refusal.contains(why), "{file}: {refusal}");
    }
}

#[test]
fn nothing_is_fetched_and_nothing_is_expanded() {
    let dtd = "<!DOCTYPE ACES [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\n<ACES version=\"4.2\">&a;</ACES>";
    assert!(refused(dtd.as_bytes()).contains("DTD"));
    for app in ["<App><Note>&a;</Note></App>", "<App><BaseVehicle id=\"&a;\"/></App>"] {
        assert!(refused(aces(app).as_bytes()).starts_with("Line 3: The file uses an entity"), "{app}");
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = "<a>".repeat(100_000);
    assert!(refused(aces(&deep).as_bytes()).contains("64 elements"));
    let long = "x".repeat(10 << 20);
    for app in [
        format!("<App><BaseVehicle id=\"{long}\"/></App>"),
        format!("<App><Note>{long}</Note></App>"),
        format!("<App><Note><![CDATA[{long}]]></Note></App>"),
        format!("<!--{long}-->"),
        format!("<App><Note>{}</Note></App>", "x&amp;".repeat(100_000)),
    ] {
        let refusal = refused(aces(&app).as_bytes());
        assert!(refusal.starts_with("Line 3: A text") && refusal.contains("64 kB"), "{refusal}");
    }
    assert!(rows_of(aces(&format!("<App><Note>{}</Note></App>", &long[..60_000])).as_bytes()).1.is_ok());
}

#[test]
fn encodings_that_are_not_read_say_what_to_do() {
    let utf_16: Vec<u8> = "\u{feff}<ACES/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(refused(&utf_16).contains("Save it as UTF-8"));
    assert!(refused(&utf_16[2..]).contains("Save it as UTF-8"), "without a byte order mark, too");
    let mut mixed = aces("<App><Note>Citro").into_bytes();
    mixed.truncate(mixed.len() - 60);
    mixed.extend(b"\xeb</Note></App></ACES>");
    assert!(refused(&mixed).contains("declares UTF-8"), "{}", refused(&mixed));
    let marked = format!("\u{feff}<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>{}", aces(""));
    assert!(refused(marked.as_bytes()).contains("declares another encoding"));
}

#[test]
fn a_row_that_cannot_be_stored_ends_the_reading() {
    let file = aces("<App id=\"1\"><Part>1</Part></App>\n<App id=\"2\"><Part>2</Part></App>");
    let mut rows = 0;
    let mut full = |row: FitmentRow| {
        rows += 1;
        Err(FileRefused::at(row.line, "full"))
    };
    assert_eq!(read(file.as_bytes(), &mut full), Err(FileRefused::at(3, "full")));
    assert_eq!(rows, 1);
}
