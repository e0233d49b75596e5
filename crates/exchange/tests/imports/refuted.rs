//! Files that repeat applications which the shop has suspended, because parts came back.

use crate::scene::{Scene, aces, app, civic, numbers};
use autoparts_application::{
    fitment::verdicts,
    ports::{
        import_files::{FindingKind, ImportKind},
        store::Transaction,
    },
};
use autoparts_domain::{
    fitment::{Unknown, Verdict},
    vehicles::Vehicle,
};
use autoparts_testing::samples::part;

async fn is_suspended(scene: &Scene, number: u64) -> bool {
    let part = part(number, 1).id;
    let listed = scene.store.read(move |tx| tx.suspensions_of_part(&part)).await.unwrap();
    listed.iter().any(|suspension| suspension.model == civic())
}

#[tokio::test]
async fn a_file_that_repeats_a_suspended_application_is_flagged_and_does_not_end_the_suspension() {
    let scene = Scene::new().await;
    let full =
        aces("FULL", &[app("A", "IP-1", 902_017, ""), app("A", "IP-1", 902_018, ""), app("A", "IP-2", 902_017, "")]);
    let first = scene.import_file(ImportKind::Aces, &full).await;
    assert_eq!(scene.findings(first.id, FindingKind::Lint).await, []);
    scene.come_back(1, 3).await;
    scene.suspend(1).await;
    let words =
        "Part ip1 of ironclad remains suspended for honda/civic: 3 of 3 sold came back because they did not fit.";
    let again = scene.import_file(ImportKind::Aces, &full).await;
    assert_eq!(numbers(&again), [3, 0, 0, 0, 0, 2]);
    assert_eq!(scene.findings(again.id, FindingKind::Lint).await, [(2, 2, words.to_owned())]);
    let csv = "brand,number,make,model,year_from,year_to\nironclad,IP-1,honda,civic,2016,2019\n\
               ironclad,IP-1,honda,accord,2016,2019\n";
    let changed = scene.import_file(ImportKind::Fitment, csv).await;
    assert_eq!(scene.findings(changed.id, FindingKind::Lint).await, [(2, 1, words.to_owned())]);
    assert!(is_suspended(&scene, 1).await);
    let (vehicle, part): (Vehicle, _) = ("2018/honda/civic".parse().unwrap(), part(1, 1).id);
    let read = move |tx: &mut dyn Transaction| verdicts(tx, &vehicle, &[part]);
    assert_eq!(scene.store.read(read).await.unwrap()[&part], Verdict::Unknown(Unknown::Suspended));
}

#[tokio::test]
async fn an_application_that_returns_to_a_file_is_flagged_with_the_words_of_the_admin() {
    let scene = Scene::new().await;
    let file = |numbers: &[&str]| aces("FULL", &numbers.iter().map(|it| app("A", it, 902_017, "")).collect::<Vec<_>>());
    let full = file(&["IP-1", "IP-2"]);
    scene.import_file(ImportKind::Aces, &full).await;
    scene.come_back(1, 3).await;
    scene.suspend(1).await;
    let without = scene.import_file(ImportKind::Aces, &file(&["IP-2"])).await;
    assert_eq!(scene.findings(without.id, FindingKind::Lint).await, []);
    let again = scene.import_file(ImportKind::Aces, &full).await;
    let words = "Part ip1 of ironclad remains suspended for honda/civic: The holes do not line up";
    assert_eq!(scene.findings(again.id, FindingKind::Lint).await, [(2, 1, words.to_owned())]);
    assert!(is_suspended(&scene, 1).await);
}
