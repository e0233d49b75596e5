//! Changes between a report and applying it: parts are sold or changed, or an import is interrupted.

use crate::scene::{HEAD, Scene, WHOLE};
use autoparts_application::{
    imports::ImportError,
    ports::{import_files::FindingKind, imports::ImportState, page::Page},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{catalogue::stock::StockReason, quantity::Quantity};
use autoparts_testing::samples::part;

#[tokio::test]
async fn stock_is_adjusted_and_not_overwritten() {
    let scene = Scene::new().await;
    let id = part(1, 1).id;
    scene.import_file("brand,number,stock\nironclad,IP-1,25\n").await;
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
    // An order between the report and applying it: five pieces are added, and the sold ones stay sold.
    let report = scene.read("brand,number,stock\nironclad,IP-1,30\n").await.unwrap();
    scene.write(move |tx| tx.take_stock(&id, Quantity::new(5).unwrap())).await;
    scene.apply(&report).await.unwrap();
    let stock = async |id| scene.store.read(move |tx| tx.part_stock(&id)).await.unwrap();
    assert_eq!(stock(id).await, 25);
    // The same applies if the stock column changes nothing.
    let report = scene.read("brand,number,title,stock\nironclad,IP-1,Sold,25\n").await.unwrap();
    scene.write(move |tx| tx.take_stock(&id, Quantity::new(5).unwrap())).await;
    scene.apply(&report).await.unwrap();
    assert_eq!((scene.title(id).await, stock(id).await), ("Sold".to_owned(), 20));
    // The report takes more pieces from the stock than are left.
    let report = scene.read("brand,number,stock\nironclad,IP-1,2\n").await.unwrap();
    scene.write(move |tx| tx.take_stock(&id, Quantity::new(5).unwrap())).await;
    assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Changed))));
}

#[tokio::test]
async fn an_interrupted_import_resumes_despite_sales() {
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
    // As if killed at the very end, before recording its progress.
    for import in [&report, &moved] {
        assert_eq!(scene.apply_again(import).await, ImportState::Done);
    }
    assert_eq!((scene.movements(id).await.len(), scene.movements(new).await.len()), (2, 1), "no stock is moved twice");
}

#[tokio::test]
async fn a_part_changed_since_the_report_stops_the_import() {
    let scene = Scene::new().await;
    let report = scene.read("brand,number,title\nironclad,IP-1,New\nironclad,IP-2,Another\n").await.unwrap();
    assert_eq!((report.counts.changed, report.counts.set_aside), (1, 1), "a new part needs more than a title");
    scene.import_file("brand,number,title\nironclad,IP-1,By hand\n").await;
    assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Changed))));
    assert_eq!(scene.title(part(1, 1).id).await, "By hand");
    let failed = scene.importer.import(report.id).await.unwrap();
    assert_eq!((failed.state, failed.counts.applied), (ImportState::Failed, 0));
}

#[tokio::test]
async fn a_part_number_taken_since_the_report_stops_the_import() {
    let scene = Scene::new().await;
    let report = scene.read(&format!("{HEAD}{WHOLE}")).await.unwrap();
    let second = part(2, 1).id;
    scene.import_file(&format!("id,brand,number\n{second},ironclad,IP-9\n")).await;
    assert!(matches!(scene.apply(&report).await, Err(Refused(ImportError::Changed))));
}

#[tokio::test]
async fn a_resumed_import_recognizes_parts_that_it_has_already_hidden() {
    let scene = Scene::new().await;
    let report = scene.read("brand,number,hidden\nironclad,IP-1,yes\n").await.unwrap();
    scene.keep_files(&report);
    scene.apply(&report).await.unwrap();
    assert_eq!(scene.apply_again(&report).await, ImportState::Done);
    let id = part(1, 1).id;
    assert!(scene.store.read(move |tx| tx.part(&id)).await.unwrap().is_none());
}
