//! End-to-end imports and exports of fitment: read, compare, apply, export.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod brake;
mod interrupted;
mod refuted;
mod removals;
mod scene;
mod set_aside;

use autoparts_application::{
    imports::{ImportError, export},
    ports::{
        catalogue::PartRecord,
        import_files::{FindingKind, ImportKind},
        imports::{Brake, ImportState},
        page::Page,
        store::Transaction,
        store_error::StoreResult,
        vehicles::{LookupKind, VehicleTables},
    },
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    catalogue::listing::Listing,
    fitment::{FitEvidence, Unknown, Verdict},
    id::PartId,
    vehicles::ModelEngine,
};
use autoparts_exchange::fitment_csv::FitmentWriter;
use autoparts_testing::samples::{money, part, years};
use scene::{Scene, aces, app, numbers};

#[tokio::test]
async fn reading_changes_nothing_and_a_report_is_applied_once() {
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
    assert!(scene.everything().await.iter().all(Vec::is_empty), "nothing changes before approval");
    scene.apply(&report).await.unwrap();
    assert_eq!(scene.fits(1).await, ["honda/civic 2016–2017", "honda/civic 2018 if With A/C"]);
    assert_eq!(scene.fits(2).await, ["honda/civic 2018"]);
    assert!(
        matches!(scene.apply(&report).await, Err(Refused(ImportError::NotReady))),
        "an applied import is not applied again"
    );
    let again = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert_eq!(numbers(&again), [4, 0, 0, 0, 0, 2]);
    let changed = scene.store.read(|tx| tx.listed_parts(&[part(1, 1).id, part(3, 1).id])).await.unwrap();
    let revisions: Vec<i64> = changed.iter().map(|part| part.record.revision).collect();
    assert!(revisions[0] > revisions[1], "the search index is notified: {revisions:?}");
}

#[tokio::test]
async fn unknown_codes_are_set_aside_until_they_are_mapped() {
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
    let report = scene.import_file(ImportKind::Aces, &file).await;
    assert_eq!(numbers(&report), [4, 3, 1, 1, 0, 0]);
    let unknown = scene.findings(report.id, FindingKind::UnknownCode).await;
    let expected = [(2, 2, "engine 901"), (3, 1, "condition SubModel:77"), (5, 1, "base_vehicle 909999")];
    assert_eq!(unknown, expected.map(|(line, rows, words)| (line, rows, words.to_owned())));
    assert_eq!(scene.fits(1).await, ["honda/civic 2017"]);
    assert_eq!(scene.verdict(1).await, Verdict::Unknown(Unknown::Unclassified));
    assert_eq!(scene.verdict(2).await, Verdict::Unknown(Unknown::Unclassified));
    scene.map(LookupKind::Engine, "901", "2.0l-l4-gas").await;
    scene.map(LookupKind::Condition, "SubModel:77", "Sport").await;
    let report = scene.import_file(ImportKind::Aces, &file).await;
    assert_eq!(numbers(&report), [4, 1, 0, 1, 0, 1]);
    let expected = ["honda/civic 2017", "honda/civic 2018 2.0l-l4-gas", "honda/civic 2018 if Sport"];
    let mut fits = scene.fits(1).await;
    fits.sort();
    assert_eq!(fits, expected);
    assert_eq!(scene.verdict(1).await, Verdict::DoesNotFit);
}

#[tokio::test]
async fn a_base_vehicle_code_cannot_mean_a_vehicle_with_an_engine() {
    let scene = Scene::new().await;
    scene.map(LookupKind::BaseVehicle, "902018", "2018/honda/civic/2.0l-l4-gas").await;
    let report = scene.import_file(ImportKind::Aces, &aces("FULL", &[app("A", "IP-1", 902_018, "")])).await;
    assert_eq!((report.counts.set_aside, scene.fits(1).await), (1, Vec::new()));
}

#[tokio::test]
async fn all_spellings_of_brand_and_number_name_one_part() {
    let scene = Scene::new().await;
    let file = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2016\n\
                Ironclad,ip 1,honda,civic,2017\nIRONCLAD,IP1,honda,civic,2018\n";
    let report = scene.import_file(ImportKind::Fitment, file).await;
    assert_eq!((report.counts.changes(), scene.fits(1).await), (1, vec!["honda/civic 2016–2018".to_owned()]));
    assert_eq!(scene.import_file(ImportKind::Fitment, file).await.counts.changes(), 0);
}

#[tokio::test]
async fn a_full_file_replaces_its_brand_and_no_other() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2018\nironclad,IP-2,honda,civic,2018\n\
               ironclad,IP-3,honda,accord,2018\nother,IP-1,honda,accord,2018\n";
    scene.import_file(ImportKind::Fitment, csv).await;
    let other =
        "<App action=\"A\"><BaseVehicle id=\"902018\"/><Part BrandAAIAID=\"ZZZB\">IP-1</Part></App>\n".to_owned();
    let file = aces("FULL", &[app("A", "IP-1", 902_018, ""), other, app("A", "IP-2", 902_018, "")]);
    let report = scene.import_file(ImportKind::Aces, &file.replace("<Qty>2</Qty>", "")).await;
    assert_eq!((numbers(&report), report.counts.foreign), ([3, 0, 0, 0, 1, 2], 1));
    let expected = [&["honda/civic 2018"][..], &["honda/civic 2018"], &[], &[], &["honda/accord 2018"]];
    assert_eq!(scene.everything().await, expected);
    let problems = scene.findings(report.id, FindingKind::Problem).await;
    let words = "This file replaces what is listed for ironclad. 1 row about other was left out. Import each brand from its own file.";
    assert_eq!(problems, [(3, 1, words.to_owned())]);
    // A brand that the shop does not have removes no applications.
    let strange = file.replace("ZZZA", "ZZZX").replace("ZZZB", "ZZZX");
    let report = scene.import_file(ImportKind::Aces, &strange).await;
    assert_eq!(numbers(&report), [3, 3, 0, 0, 0, 0]);
    assert_eq!(scene.everything().await, expected);
}

#[tokio::test]
async fn an_update_removes_and_then_adds() {
    let scene = Scene::new().await;
    let years: Vec<String> = (902_016..=902_019).map(|base| app("A", "IP-1", base, "")).collect();
    scene.import_file(ImportKind::Aces, &aces("FULL", &years)).await;
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
    let report = scene.import_file(ImportKind::Aces, &changes).await;
    assert_eq!(numbers(&report), [4, 0, 1, 1, 0, 0]);
    let expected = ["honda/civic 2016–2017", "honda/civic 2018 if With A/C", "honda/civic 2019"];
    assert_eq!(scene.fits(1).await, expected);
    assert_eq!(scene.fits(2).await, ["honda/civic 2016"]);
    let again = scene.read(ImportKind::Aces, &changes).await.unwrap();
    assert_eq!(numbers(&again), [4, 0, 0, 0, 0, 2]);
    let lint = scene.findings(again.id, FindingKind::Lint).await;
    assert!(lint.iter().any(|(_, rows, words)| *rows == 2 && words.contains("does not have")), "{lint:?}");
}

#[tokio::test]
async fn an_outdated_report_is_not_applied() {
    let scene = Scene::new().await;
    let file = aces("FULL", &[app("A", "IP-1", 902_018, "")]);
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    let by_hand = "brand,number,make,model,year_from\nironclad,IP-1,honda,accord,2018\n";
    scene.import_file(ImportKind::Fitment, by_hand).await;
    assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Changed))));
    assert_eq!(scene.fits(1).await, ["honda/accord 2018"]);
    let failed = scene.importer.import(report.id).await.unwrap();
    assert!(failed.state == ImportState::Failed && failed.error.unwrap().contains("Read the file again"));
    // The same if a code has been mapped differently since.
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    scene.map(LookupKind::BaseVehicle, "902018", "2019/honda/civic").await;
    assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Changed))));
    assert_eq!(scene.fits(1).await, ["honda/accord 2018"]);
}

#[tokio::test]
async fn a_report_outdated_for_one_part_is_not_applied_at_all() {
    let scene = Scene::new().await;
    let file = aces("FULL", &(1..=3).map(|n| app("A", &format!("IP-{n}"), 902_018, "")).collect::<Vec<_>>());
    for changed in 1..=3 {
        let report = scene.read(ImportKind::Aces, &file).await.unwrap();
        let by_hand = format!("brand,number,make,model,year_from\nironclad,IP-{changed},honda,accord,2018\n");
        scene.import_file(ImportKind::Fitment, &by_hand).await;
        let before = scene.everything().await;
        assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Changed))));
        assert_eq!(scene.everything().await, before);
    }
}

#[tokio::test]
async fn a_part_moved_to_another_brand_since_the_report_keeps_its_fitment() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2018\nironclad,IP-2,honda,civic,2018\n";
    scene.import_file(ImportKind::Fitment, csv).await;
    let report = scene.read(ImportKind::Aces, &aces("FULL", &[app("A", "IP-1", 902_018, "")])).await.unwrap();
    assert_eq!(report.counts.gone, 1);
    let id = part(2, 1).id;
    scene
        .write(move |tx| {
            let brand = Some("other".parse().unwrap());
            let number = Some("IP-2".parse().unwrap());
            tx.save_listing(&id, &Listing { brand, number, ..Listing::default() })
        })
        .await;
    assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Changed))));
    assert_eq!(scene.fits(2).await, ["honda/civic 2018"]);
}

#[tokio::test]
async fn a_restored_part_does_not_regain_applications_its_supplier_dropped() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from\nironclad,IP-1,honda,civic,2018\nironclad,IP-2,honda,civic,2018\n";
    scene.import_file(ImportKind::Fitment, csv).await;
    let id = part(2, 1).id;
    let hide = move |hidden| {
        move |tx: &mut dyn Transaction| {
            let record = tx.part_record(&id)?.unwrap();
            tx.update_part(&PartRecord { hidden, ..record })
        }
    };
    scene.write(hide(true)).await;
    let report = scene.import_file(ImportKind::Aces, &aces("FULL", &[app("A", "IP-1", 902_018, "")])).await;
    assert_eq!(report.counts.gone, 1);
    scene.write(hide(false)).await;
    assert!(scene.fits(2).await.is_empty());
}

#[tokio::test]
async fn problems_are_reported_with_their_lines() {
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
               ironclad,IP-77,honda,civic,2018,2018,,,\n\
               ironclad,IP-2,honda,civic,2019+,,,,\n";
    let report = scene.read(ImportKind::Fitment, csv).await.unwrap();
    assert_eq!((numbers(&report), report.counts.foreign), ([12, 7, 1, 1, 0, 0], 1));
    let problems = scene.findings(report.id, FindingKind::Problem).await;
    for (line, words) in [
        (6, "The make Hunda is not known in this shop."),
        (7, "The model honda f-150 is not known in this shop."),
        (8, "The years 2019 to 2018 are refused"),
        (9, "The years 1700 to 2018 are refused"),
        (9, "The engine v8 is not known in this shop."),
        (9, "\"0\" is not a number of pieces from 1 to 1000."),
        (10, "The brand nobody is not known in this shop."),
        (11, "\"***\" is not a part number."),
        (12, "The shop has no part IP-77 of ironclad."),
        (13, "The year 2019+ is refused: must be from 1896 to 2100. Write the last year as a number, such as 2026."),
    ] {
        let reported = problems.iter().any(|(at, rows, text)| *at == line && *rows == 1 && text.starts_with(words));
        assert!(reported, "{words}: {problems:?}");
    }
    let lint = scene.findings(report.id, FindingKind::Lint).await;
    assert_eq!(lint.iter().map(|(line, rows, _)| (*line, *rows)).collect::<Vec<_>>(), [(2, 1), (3, 1), (4, 1)]);
    assert!(lint[0].2.contains("no condition") && lint[1].2.contains("repeats an") && lint[2].2.contains("overlap"));
}

#[tokio::test]
async fn a_file_without_understood_rows_reports_what_is_missing() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from\nironclad,IP-1,Hunda,civic,2016\nironclad,IP-2,Hunda,civic,2016\n\
               ironclad,IP-2,Fird,f-150,2016\n";
    let report = scene.read(ImportKind::Fitment, csv).await.unwrap();
    assert_eq!((report.counts.understood(), report.brake), (0, Brake::Force));
    let problems = scene.findings(report.id, FindingKind::Problem).await;
    let expected = "Nothing in this file was understood, so no rows are imported. Unknown makes: Hunda (2 rows), Fird \
                    (1 row). Add the vehicles with `autoparts vehicles import`, or correct their names. Then read the \
                    file again.";
    assert_eq!(problems[0], (0, 3, expected.to_owned()));
}

#[tokio::test]
async fn a_position_code_may_mean_no_position() {
    let scene = Scene::new().await;
    scene.map(LookupKind::Position, "1", "none").await;
    let file = aces("FULL", &[app("A", "IP-1", 902_018, "<Position id=\"1\"/>")]);
    let report = scene.import_file(ImportKind::Aces, &file).await;
    assert_eq!((report.counts.set_aside, report.counts.new), (0, 1));
    let id = part(1, 1).id;
    let listed = scene.store.read(move |tx| tx.listed_fitments(&[id])).await.unwrap().remove(&id).unwrap();
    assert!(listed.applications.iter().all(|(_, application)| application.position.is_none()));
}

#[tokio::test]
async fn unknown_years_and_contradicting_pieces_are_imported_with_a_warning() {
    let scene = Scene::new().await;
    // The tables cover 1990 to 2026, and the Civic from 2016 to 2021.
    let built = VehicleTables {
        model_engines: vec![ModelEngine {
            model: "ford/f-150".parse().unwrap(),
            engine: "2.0l-l4-gas".parse().unwrap(),
            years: years(1990, 2026),
        }],
        ..VehicleTables::default()
    };
    scene.write(move |tx| tx.save_vehicles(&built)).await;
    for (rows, warnings) in [
        (&["honda,civic,2016,2021,,Front,2,"][..], &[][..]),
        (&["honda,civic,2016,2024,,,,"], &[(2, "The years 2016–2024 go past those in which honda/civic was built")]),
        (&["honda,civic,2010,2012,,,,"], &[(2, "as far as the shop knows: 2016–2021.")]),
        (&["ford,f-150,1985,2027,,,,"], &[]),
        (&["ford,f-150,2020,2028,,,,"], &[(2, "The years 2020–2028 go past 2027, the newest model year.")]),
        // Nothing is known about a model that is not in the tables.
        (&["honda,accord,1990,2027,,,,"], &[]),
        (
            &["honda,civic,2016,2018,,Front,2,Sport", "honda,civic,2018,2019,,Front,4,Sport"],
            &[(3, "A row needs 4 pieces, and an earlier row 2, for the same vehicle, position and conditions.")],
        ),
        (&["honda,civic,2016,,,Front,2,", "honda,civic,2016,,,Rear,4,", "honda,civic,2017,,,Front,4,"], &[]),
        (&["honda,civic,2016,,2.0l-l4-gas,Front,2,", "honda,civic,2016,,1.5l-l4-turbo-gas,Front,4,"], &[]),
        // A missing number contradicts none.
        (&["honda,civic,2016,,,Front,2,", "honda,civic,2016,,,Front,,"], &[]),
    ] {
        let lines: Vec<String> = rows.iter().map(|row| format!("ironclad,IP-1,{row}\n")).collect();
        let head = "brand,number,make,model,year_from,year_to,engine,position,pieces,conditions";
        let csv = format!("{head}\n{}", lines.concat());
        let report = scene.read(ImportKind::Fitment, &csv).await.unwrap();
        assert_eq!((report.counts.set_aside, report.counts.changes()), (0, 1), "{csv}");
        let found = scene.findings(report.id, FindingKind::Lint).await;
        assert_eq!(found.len(), warnings.len(), "{csv}{found:?}");
        for ((line, _, words), (at, warning)) in found.iter().zip(warnings) {
            assert!(line == at && words.contains(warning), "{csv}{found:?}");
        }
    }
}

#[tokio::test]
async fn importing_an_export_changes_nothing() {
    let scene = Scene::new().await;
    let csv = "brand,number,make,model,year_from,year_to,engine,position,pieces,conditions\n\
               ironclad,IP-1,honda,civic,2016,2018,2.0L L4,-Front,2,'=1+1; a\\;b; '@c\n\
               ironclad,IP-1,honda,accord,2018,,,,,\n\
               other,IP-1,ford,F-150,2010,2012,,,1000,\n";
    let report = scene.import_file(ImportKind::Fitment, csv).await;
    assert_eq!(numbers(&report), [3, 0, 2, 0, 0, 0]);
    // The rows set aside for a part are in the file too.
    let id: PartId = part(5, 1).id;
    scene
        .write(move |tx| {
            let listed = tx.listed_fitments(&[id])?.remove(&id).unwrap_or_default().applications;
            let ids = |(model, a): (_, autoparts_domain::fitment::Application)| {
                let conditions = a.conditions.iter().map(|condition| condition.id).collect();
                let years = a.years;
                let engine = a.engine;
                let position = a.position;
                let pieces = a.pieces;
                (model, autoparts_domain::fitment::Application { years, engine, position, pieces, conditions })
            };
            tx.replace_all_applications(&id, &listed.into_iter().map(ids).collect::<Vec<_>>(), 3)
        })
        .await;
    let mut writer = FitmentWriter::new(Vec::new()).unwrap();
    export::fitments(&*scene.store, |line| writer.write(&line)).await.unwrap();
    let file = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(file.contains(",'-Front,2,''@c;' =1+1; a\\;b,0\n"), "{file}");
    let again = scene.read(ImportKind::Fitment, &file).await.unwrap();
    assert_eq!(numbers(&again), [3, 0, 0, 0, 0, 2], "{file}");
    let cleared = "brand,number,make,model,year_from\nironclad,IP-1,,,\n";
    let report = scene.import_file(ImportKind::Fitment, cleared).await;
    assert_eq!((numbers(&report), scene.fits(1).await.len()), ([1, 0, 0, 0, 1, 0], 0));
    assert_eq!(scene.fits(5).await.len(), 1, "the file says nothing about it");
}

#[tokio::test]
async fn a_part_with_too_many_applications_is_unchanged() {
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
async fn a_refused_file_is_listed_with_its_reason() {
    let scene = Scene::new().await;
    let refused = scene.read(ImportKind::Aces, "<ACES><Header>").await;
    assert!(matches!(refused, Err(Refused(ImportError::File(_)))));
    let imports = scene.store.read(|tx| tx.imports(&Page::first())).await.unwrap();
    assert_eq!((imports.len(), imports[0].state), (1, ImportState::Failed));
    assert_eq!(imports[0].error.as_deref(), Some("Line 1: The file is incomplete: it was cut off."));
    assert!(matches!(scene.apply(&imports[0]).await, Err(Refused(ImportError::NotReady))));
    assert!(scene.read(ImportKind::Aces, &aces("FULL", &[])).await.is_ok(), "another import can run");
}

#[tokio::test]
async fn decomposed_unicode_is_understood() {
    let scene = Scene::new().await;
    let named = |brand: &str| {
        format!("brand,number,make,model,year_from,conditions\n{brand},IP-1,honda,civic,2018,Fu\u{308}r\n")
    };
    scene.import_file(ImportKind::Fitment, &named("ironclad")).await;
    let composed = "brand,number,make,model,year_from,conditions\nironclad,IP-1,honda,civic,2018,F\u{fc}r\n";
    let report = scene.read(ImportKind::Fitment, composed).await.unwrap();
    assert_eq!(report.counts.unchanged, 1, "the condition is the same");
}

#[tokio::test]
async fn applications_that_no_longer_hold_lose_their_evidence() {
    let scene = Scene::new().await;
    let app_of = |number, base| app("A", number, base, "");
    scene.import_file(ImportKind::Aces, &aces("FULL", &["IP-1", "IP-2"].map(|number| app_of(number, 902_017)))).await;
    let (civic, parts) = ("honda/civic".parse().unwrap(), [part(1, 1).id, part(2, 1).id]);
    scene
        .write(move |tx| {
            parts.iter().try_for_each(|part| {
                let mut evidence = FitEvidence::none(*part, "honda/civic".parse().unwrap());
                evidence.add_misfit(money(2_000));
                tx.save_fit_evidence(&evidence)
            })
        })
        .await;
    let changed = [app_of("IP-1", 902_018), app_of("IP-2", 902_017), app_of("IP-2", 902_018)];
    scene.import_file(ImportKind::Aces, &aces("FULL", &changed)).await;
    let known = scene.store.read(move |tx| parts.iter().map(|part| tx.fit_evidence(part, &civic)).collect()).await;
    let known: StoreResult<Vec<Option<FitEvidence>>> = known;
    assert_eq!(known.unwrap().iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
}
