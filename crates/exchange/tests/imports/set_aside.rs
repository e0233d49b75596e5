//! A part's number of rows set aside survives imports, unless the file states another one: while it is not zero, no
//! vehicle gets a negative verdict.

use crate::scene::{Scene, aces};
use autoparts_application::{
    fitment::verdicts,
    imports::export,
    ports::{
        import_files::{FindingKind, ImportKind},
        vehicles::LookupKind,
    },
};
use autoparts_domain::{
    fitment::{Unknown, Verdict},
    id::PartId,
};
use autoparts_exchange::fitment_csv::FitmentWriter;
use autoparts_testing::samples::part;

const INCOMPLETE: Verdict = Verdict::Unknown(Unknown::Unclassified);

impl Scene {
    async fn civic(&self, number: u64) -> Verdict {
        let id = part(number, 1).id;
        let vehicle = "2018/honda/civic".parse().unwrap();
        self.store.read(move |tx| verdicts(tx, &vehicle, &[id])).await.unwrap().remove(&id).unwrap()
    }

    async fn set_aside(&self, number: u64) -> u32 {
        let id: PartId = part(number, 1).id;
        let counts = self.store.read(move |tx| tx.fitment_counts(&[id])).await.unwrap();
        counts.get(&id).map_or(0, |counts| counts.set_aside)
    }

    async fn exported(&self) -> String {
        let mut writer = FitmentWriter::new(Vec::new()).unwrap();
        export::fitments(&*self.store, |line| writer.write(&line)).await.unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }
}

/// Part 1 fits the 1994 F-150, and a vehicle with an unmapped code; part 2 fits only the latter.
async fn scene() -> Scene {
    let scene = Scene::new().await;
    scene.map(LookupKind::Make, "54", "ford").await;
    scene.map(LookupKind::Model, "5401", "ford/f-150").await;
    let known = "<App action=\"A\"><Years from=\"1994\" to=\"1994\"/><Make id=\"54\"/><Model id=\"5401\"/>\
                 <Part>IP-1</Part></App>\n";
    let unmapped = |number: &str| format!("<App action=\"A\"><BaseVehicle id=\"4711\"/><Part>{number}</Part></App>\n");
    scene.import_file(ImportKind::Aces, &aces("FULL", &[known.to_owned(), unmapped("IP-1"), unmapped("IP-2")])).await;
    assert_eq!((scene.set_aside(1).await, scene.set_aside(2).await), (1, 1));
    assert_eq!(scene.civic(1).await, INCOMPLETE);
    scene
}

#[tokio::test]
async fn changing_a_year_in_a_spreadsheet_does_not_complete_the_list() {
    let scene = scene().await;
    let exported = scene.exported().await;
    let file = exported.replace("1994,1994", "1995,1995");
    assert_ne!(exported, file);
    let report = scene.import_file(ImportKind::Fitment, &file).await;
    assert_eq!((report.counts.changed, report.counts.unchanged), (1, 1), "{file}");
    assert_eq!(scene.fits(1).await, ["ford/f-150 1995"]);
    assert_eq!((scene.civic(1).await, scene.civic(2).await), (INCOMPLETE, INCOMPLETE));
    assert_eq!((scene.set_aside(1).await, scene.set_aside(2).await), (1, 1));
}

#[tokio::test]
async fn a_file_of_the_previous_release_keeps_set_aside_and_reports_the_parts() {
    let scene = scene().await;
    let old: String = scene
        .exported()
        .await
        .lines()
        // That release did not export parts without applications.
        .filter(|line| !line.starts_with("ironclad,IP-2"))
        .flat_map(|line| [line.rsplit_once(',').unwrap().0, "\n"])
        .collect::<String>()
        .replace("1994,1994", "1995,1995");
    let report = scene.import_file(ImportKind::Fitment, &old).await;
    assert_eq!(report.counts.changed, 1, "{old}");
    assert_eq!((scene.civic(1).await, scene.civic(2).await), (INCOMPLETE, INCOMPLETE));
    let findings = scene.findings(report.id, FindingKind::Lint).await;
    assert!(findings.iter().any(|(_, _, words)| words.contains("part ip1 of ironclad. It stays at 1")), "{findings:?}");
    // An empty cell is the same as a missing column.
    let empty = scene.exported().await.replace(",1\n", ",\n").replace("1995,1995", "1996,1996");
    scene.import_file(ImportKind::Fitment, &empty).await;
    assert_eq!((scene.set_aside(1).await, scene.set_aside(2).await), (1, 1));
}

#[tokio::test]
async fn set_aside_survives_moving_the_shop() {
    let from = scene().await;
    let to = Scene::new().await;
    to.import_file(ImportKind::Fitment, &from.exported().await).await;
    assert_eq!((to.set_aside(1).await, to.set_aside(2).await), (1, 1));
    assert_eq!((to.civic(1).await, to.civic(2).await), (INCOMPLETE, INCOMPLETE));
    assert_eq!(to.exported().await, from.exported().await);
}

#[tokio::test]
async fn an_admin_may_declare_a_list_complete() {
    let scene = scene().await;
    let file = scene.exported().await.replace(",1\n", ",0\n");
    let report = scene.import_file(ImportKind::Fitment, &file).await;
    assert_eq!((scene.set_aside(1).await, scene.civic(1).await), (0, Verdict::DoesNotFit));
    let findings = scene.findings(report.id, FindingKind::Lint).await;
    assert!(
        findings
            .iter()
            .any(|(_, _, words)| words.contains("changes set_aside of part ip1 of ironclad to 0; the shop has 1")),
        "the report warns: {findings:?}"
    );
    assert_eq!(scene.civic(2).await, Verdict::Unknown(Unknown::NoData));
}

#[tokio::test]
async fn rows_not_understood_are_counted_once() {
    let scene = scene().await;
    let file = format!("{}ironclad,IP-1,Hunda,Civic,2018,2018,,,,,1\n", scene.exported().await);
    for _ in 0..2 {
        scene.import_file(ImportKind::Fitment, &file).await;
        assert_eq!(scene.set_aside(1).await, 2);
    }
}

#[tokio::test]
async fn invalid_numbers_do_not_complete_a_list() {
    let scene = scene().await;
    for count in ["-1", "1.5", "no", "99999999999999999999", "\u{1b}[2J", "4294967295"] {
        let file = scene.exported().await.replace(",1\n", &format!(",{count}\n"));
        let report = scene.import_file(ImportKind::Fitment, &file).await;
        assert_eq!((scene.set_aside(1).await, scene.civic(1).await), (1, INCOMPLETE), "{count:?}");
        let problems = scene.findings(report.id, FindingKind::Problem).await;
        assert!(problems.iter().any(|(_, _, words)| words.contains("set_aside")), "{problems:?}");
    }
    // Where rows of a part disagree, the larger number counts.
    let file = "brand,number,make,model,year_from,set_aside\nironclad,IP-1,ford,f-150,1994,0\n\
                ironclad,IP-1,ford,f-150,1995,3\nironclad,IP-1,ford,f-150,1996,\n";
    scene.import_file(ImportKind::Fitment, file).await;
    assert_eq!(scene.set_aside(1).await, 3);
}
