//! Imports that several servers could run.

use autoparts_application::{
    imports::{Consent, ImportError, Importer},
    ports::{
        import_files::ImportKind,
        imports::{ImportState, Step},
    },
    shop::Shop,
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::id::{ImportId, UserId};
use autoparts_testing::{clock::numbered, memory_imports::MemoryImports, samples::brand, test_shop::TestShop};
use std::{sync::Arc, time::Duration};

/// Another server of a shop, with a folder of its own for imports.
fn other_server(test_shop: &TestShop) -> (Shop, Importer) {
    let files = Arc::new(MemoryImports::default());
    let shop = Shop { import_files: files.clone(), ..test_shop.shop.clone() };
    (shop, Importer { files, ..test_shop.importer() })
}

/// Uploads a file to the first server, which reads it.
async fn read_here(test_shop: &TestShop, admin: UserId) -> ImportId {
    test_shop.shop.store.write(|tx| tx.insert_brand(&brand("ironclad"))).await.unwrap();
    let id = test_shop.shop.begin_upload(admin).await.unwrap();
    let file = b"brand=ironclad,number=IP-1,title=Pads,price=10.00".to_vec();
    test_shop.shop.append_upload(id, file).await.unwrap();
    test_shop.shop.add_import(admin, id, ImportKind::Parts, "parts.csv").await.unwrap();
    assert!(test_shop.importer().work(&mut |_| ()).await.unwrap());
    assert_eq!(state(test_shop, id).await, ImportState::Ready);
    id
}

async fn state(test_shop: &TestShop, id: ImportId) -> ImportState {
    test_shop.importer().import(id).await.unwrap().state
}

#[tokio::test]
async fn a_report_approved_at_another_server_is_applied_by_the_server_with_the_file() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let id = read_here(&test_shop, admin).await;
    let (shop, importer) = other_server(&test_shop);
    assert!(shop.apply_import(admin, id, Consent::default()).await.unwrap());
    assert!(!importer.work(&mut |_| ()).await.unwrap(), "it has no files");
    assert_eq!(state(&test_shop, id).await, ImportState::Applying);
    assert!(test_shop.importer().work(&mut |_| ()).await.unwrap());
    assert_eq!(state(&test_shop, id).await, ImportState::Done);
}

#[tokio::test]
async fn a_file_is_read_again_by_the_server_that_has_it() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let id = read_here(&test_shop, admin).await;
    let (shop, importer) = other_server(&test_shop);
    let again = shop.read_import_again(admin, id).await.unwrap().import.id;
    assert!(!importer.work(&mut |_| ()).await.unwrap(), "it has no files");
    assert!(test_shop.importer().work(&mut |_| ()).await.unwrap());
    assert_eq!(
        [state(&test_shop, id).await, state(&test_shop, again).await],
        [ImportState::Stopped, ImportState::Ready]
    );
}

#[tokio::test]
async fn an_approved_report_that_no_server_has_fails_after_minutes() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let id = read_here(&test_shop, admin).await;
    let (shop, importer) = other_server(&test_shop);
    assert!(shop.apply_import(admin, id, Consent::default()).await.unwrap());
    importer.tidy().await.unwrap();
    assert_eq!(state(&test_shop, id).await, ImportState::Applying, "its server may only be starting");
    test_shop.clock.advance(Duration::from_mins(11));
    let (_, just_started) = other_server(&test_shop);
    just_started.tidy().await.unwrap();
    assert_eq!(state(&test_shop, id).await, ImportState::Applying, "they may be starting together");
    importer.tidy().await.unwrap();
    assert_eq!(state(&test_shop, id).await, ImportState::Failed);
}

#[tokio::test]
async fn a_file_older_than_a_day_is_on_no_server() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let id = read_here(&test_shop, admin).await;
    let (shop, _) = other_server(&test_shop);
    test_shop.clock.advance(Duration::from_hours(25));
    let applied = shop.apply_import(admin, id, Consent::default()).await;
    assert!(matches!(applied, Err(Refused(ImportError::NotKept))), "{applied:?}");
    let read = shop.read_import_again(admin, id).await;
    assert!(matches!(read, Err(Refused(ImportError::NotKept))), "{read:?}");
}

#[tokio::test]
async fn a_late_heartbeat_claims_nothing() {
    let test_shop = TestShop::default();
    let importer = test_shop.importer();
    let ended = numbered(1);
    let next = numbered(2);
    // The state just after the work ended, as seen by a thread that had read the current work before.
    let _working = importer.at_work.begin(ended, numbered(3).into(), Step::Applying(4, 4));
    importer.beat().await.unwrap();
    let now = importer.clock.now();
    let stale = now.minus(Duration::from_hours(1));
    let claimed = importer.store.write(move |tx| tx.claim_imports(&next, now, stale)).await;
    assert!(claimed.unwrap(), "the next one can begin");
}
