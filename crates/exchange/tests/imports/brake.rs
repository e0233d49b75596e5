//! Imports that remove many entries are applied only if the number of removals is confirmed.

use crate::scene::{Scene, aces, app, full_consent};
use autoparts_application::{
    imports::{Consent, ImportError},
    ports::{
        import_files::{FindingKind, ImportKind},
        imports::{Brake, Import, ImportState},
    },
    use_case_error::UseCaseError::{self, Refused},
};

/// Ten applications: four parts of ironclad with 4, 3, 2 and 1.
async fn scene() -> Scene {
    let scene = Scene::new().await;
    let rows = (1..=4).flat_map(|number| {
        (0..5 - number).map(move |engine| format!("ironclad,IP-{number},honda,civic,2018,note {engine}\n"))
    });
    let file = format!("brand,number,make,model,year_from,conditions\n{}", rows.collect::<String>());
    scene.import_file(ImportKind::Fitment, &file).await;
    scene
}

async fn refused(scene: &Scene, report: &Import, consent: Consent) -> UseCaseError<ImportError> {
    let before = scene.everything().await;
    let error = scene.importer.apply(report.id, consent, &mut |_| ()).await.unwrap_err();
    assert_eq!(scene.everything().await, before);
    assert_eq!(scene.importer.import(report.id).await.unwrap().state, report.state, "it is still unchanged");
    error
}

fn notes(number: u64, count: u64) -> Vec<String> {
    (0..count).map(|n| app("A", &format!("IP-{number}"), 902_018, &format!("<Note>note {n}</Note>"))).collect()
}

#[tokio::test]
async fn a_full_file_above_the_share_needs_a_confirmation() {
    let scene = scene().await;
    // Three of ten are removed.
    let file = aces("FULL", &[notes(1, 4), notes(2, 2), notes(3, 1)].concat()).replace("<Qty>2</Qty>", "");
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert_eq!((report.brake, report.counts.removed, report.counts.gone), (Brake::Confirm, 3, 1));
    for removals in [None, Some(0), Some(2), Some(4), Some(u64::MAX)] {
        for force in [false, true] {
            let error = refused(&scene, &report, Consent { removals, force }).await;
            assert!(matches!(error, Refused(ImportError::NotConfirmed { removed: 3 })), "{error:?}");
        }
    }
    scene.importer.apply(report.id, Consent { removals: Some(3), force: false }, &mut |_| ()).await.unwrap();
    assert!(scene.fits(4).await.is_empty());
}

#[tokio::test]
async fn a_full_file_that_removes_years_needs_a_confirmation() {
    let scene = Scene::new().await;
    let listed = "brand,number,make,model,year_from,year_to\nironclad,IP-1,honda,civic,1994,2020\n";
    scene.import_file(ImportKind::Fitment, listed).await;
    let file = aces("FULL", &[app("A", "IP-1", 902_018, "")]);
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert_eq!((report.brake, report.counts.removed), (Brake::Confirm, 1));
    let error = refused(&scene, &report, Consent::default()).await;
    assert!(matches!(error, Refused(ImportError::NotConfirmed { removed: 1 })), "{error:?}");
}

#[tokio::test]
async fn a_full_file_within_the_share_needs_no_confirmation() {
    let scene = scene().await;
    // Two of ten are removed, and one is changed.
    let file = aces("FULL", &[notes(1, 4), notes(2, 3), notes(3, 1)].concat());
    let report = scene.read(ImportKind::Aces, &file.replace("<Qty>2</Qty>", "")).await.unwrap();
    assert_eq!((report.brake, report.counts.removed), (Brake::None, 2));
    let done = scene.importer.apply(report.id, Consent::default(), &mut |_| ()).await.unwrap();
    assert_eq!(done.state, ImportState::Done);
}

#[tokio::test]
async fn applications_within_a_wrapper_delete_nothing_unless_forced() {
    let scene = scene().await;
    let apps = format!("<Apps>{}</Apps>", notes(1, 4).concat());
    for footer in ["", "<Footer><RecordCount>4</RecordCount></Footer>", "<Footer><RecordCount>0</RecordCount></Footer>"]
    {
        let file = format!(
            "<ACES version=\"4.2\"><Header><BrandAAIAID>ZZZA</BrandAAIAID><SubmissionType>FULL</SubmissionType>\
             </Header>{apps}{footer}</ACES>"
        );
        let report = scene.read(ImportKind::Aces, &file).await.unwrap();
        assert_eq!((report.state, report.brake), (ImportState::Ready, Brake::Force), "{footer}");
        assert_eq!((report.counts.rows, report.counts.gone, report.counts.removed), (0, 4, 10));
        let problems = scene.findings(report.id, FindingKind::Problem).await;
        assert!(problems.iter().any(|(_, _, words)| words.contains("<Apps>")), "{problems:?}");
        for (removals, force) in [(None, false), (None, true), (Some(10), false), (Some(9), true)] {
            let error = refused(&scene, &report, Consent { removals, force }).await;
            assert!(matches!(error, Refused(ImportError::NotForced { removed: 10 })), "{error:?}");
        }
    }
}

#[tokio::test]
async fn an_empty_full_file_and_one_of_unknown_codes_delete_nothing_unless_forced() {
    let scene = scene().await;
    let unknown = aces("FULL", &[app("A", "IP-1", 1, ""), app("A", "IP-2", 2, "")]);
    for file in [aces("FULL", &[]), unknown] {
        let report = scene.read(ImportKind::Aces, &file).await.unwrap();
        assert_eq!((report.brake, report.counts.removed), (Brake::Force, 10));
        assert!(matches!(refused(&scene, &report, Consent::default()).await, Refused(ImportError::NotForced { .. })));
    }
    let report = scene.read(ImportKind::Aces, &aces("FULL", &[])).await.unwrap();
    scene.importer.apply(report.id, full_consent(&report), &mut |_| ()).await.unwrap();
    assert!(scene.everything().await.iter().all(Vec::is_empty));
}

#[tokio::test]
async fn a_contradicting_footer_needs_force() {
    let scene = scene().await;
    // A file with its middle missing.
    let file = aces("FULL", &[notes(1, 4), notes(2, 3), notes(3, 2)].concat()).replace(">9<", ">12<");
    let report = scene.read(ImportKind::Aces, &file.replace("<Qty>2</Qty>", "")).await.unwrap();
    assert_eq!((report.brake, report.counts.removed), (Brake::Force, 1));
    let error = refused(&scene, &report, Consent { removals: Some(1), force: false }).await;
    assert!(matches!(error, Refused(ImportError::NotForced { removed: 1 })), "{error:?}");
}

#[tokio::test]
async fn removals_by_a_spreadsheet_or_an_update_also_need_a_confirmation() {
    let scene = scene().await;
    let cleared = "brand,number,make,model,year_from\nironclad,IP-1,,,\n";
    let deleted = aces("UPDATE", &notes(1, 3)).replace("action=\"A\"", "action=\"D\"").replace("<Qty>2</Qty>", "");
    for (kind, file, removed) in [(ImportKind::Fitment, cleared, 4), (ImportKind::Aces, deleted.as_str(), 3)] {
        let report = scene.read(kind, file).await.unwrap();
        assert_eq!((report.brake, report.counts.removed), (Brake::Confirm, removed), "{kind:?}");
        assert!(matches!(
            refused(&scene, &report, Consent::default()).await,
            Refused(ImportError::NotConfirmed { .. })
        ));
    }
    // Changed years do not count as removals.
    let changed = "brand,number,make,model,year_from,conditions\nironclad,IP-4,honda,civic,2017,note 0\n";
    let report = scene.read(ImportKind::Fitment, changed).await.unwrap();
    assert_eq!((report.brake, report.counts.removed, report.counts.changed), (Brake::None, 0, 1));
}

#[tokio::test]
async fn a_confirmation_applies_to_one_report_only() {
    let scene = scene().await;
    let file = aces("FULL", &[notes(1, 4), notes(2, 2), notes(3, 1)].concat()).replace("<Qty>2</Qty>", "");
    let report = scene.read(ImportKind::Aces, &file).await.unwrap();
    // Another file adds applications to part 4, which this report does not include.
    let more = "brand,number,make,model,year_from\nironclad,IP-4,honda,accord,2018\nironclad,IP-4,honda,civic,2018\n";
    scene.import_file(ImportKind::Fitment, more).await;
    let before = scene.everything().await;
    let outdated = scene.importer.apply(report.id, full_consent(&report), &mut |_| ()).await;
    assert!(matches!(outdated, Err(Refused(ImportError::Changed))), "{outdated:?}");
    assert_eq!(scene.everything().await, before);
    let again = scene.read(ImportKind::Aces, &file).await.unwrap();
    assert_eq!((again.brake, again.counts.removed), (Brake::Confirm, 4));
    let error = refused(&scene, &again, full_consent(&report)).await;
    assert!(matches!(error, Refused(ImportError::NotConfirmed { removed: 4 })), "{error:?}");
}

#[tokio::test]
async fn a_report_of_the_previous_release_has_to_be_read_again() {
    let scene = scene().await;
    let report = scene.read(ImportKind::Aces, &aces("FULL", &notes(1, 4))).await.unwrap();
    let old = Import { brake: Brake::Unknown, ..report.clone() };
    scene.write(move |tx| tx.update_import(&old, ImportState::Ready)).await;
    let error = refused(&scene, &report, full_consent(&report)).await;
    assert!(matches!(error, Refused(ImportError::Changed)), "{error:?}");
}
