//! The file that deletes refuted applications from the data of their suppliers.

use crate::scene::{Scene, aces, app, numbers};
use autoparts_application::ports::{
    import_files::{FindingKind, ImportKind},
    spreadsheets::Spreadsheets,
    vehicles::LookupKind,
};
use autoparts_exchange::CsvSpreadsheets;
use autoparts_testing::test_shop::TestShop;

/// The ACES file of refuted applications.
async fn written(scene: &Scene) -> String {
    let test_shop = TestShop::on(scene.store.clone());
    let (shop, admin) = (&test_shop.shop, test_shop.admin().await);
    let (codes, head) = shop.begin_refuted(admin, None).await.unwrap();
    let page = shop.refuted_page(admin, None, codes, None).await.unwrap();
    let count = u64::try_from(page.fits.len()).unwrap();
    let files = CsvSpreadsheets;
    let bytes = [files.refuted_header(&head), files.refuted(1, &page.fits), files.refuted_footer(count, page.left_out)];
    String::from_utf8(bytes.concat()).unwrap()
}

#[tokio::test]
async fn the_file_for_suppliers_deletes_exactly_the_refuted_applications() {
    let scene = Scene::new().await;
    scene.map(LookupKind::Engine, "901", "2.0l-l4-gas").await;
    scene.map(LookupKind::Position, "22", "Front <left> & \"right\"").await;
    scene.map(LookupKind::Condition, "SubModel:77", "Sport").await;
    scene.map(LookupKind::Make, "59", "honda").await;
    scene.map(LookupKind::Model, "700", "honda/accord").await;
    let more = "<SubModel id=\"77\"/><EngineBase id=\"901\"/><Note>A &lt; B</Note><Position id=\"22\"/>";
    let accord = "<App action=\"A\"><Years from=\"2017\" to=\"2019\"/><Make id=\"59\"/><Model id=\"700\"/>\
                  <Part>IP-1</Part></App>\n";
    let apps = [
        app("A", "IP-1", 902_017, more),
        app("A", "IP-1", 902_018, more),
        accord.to_owned(),
        app("A", "IP-2", 902_017, ""),
        app("A", "IP-3", 902_017, ""),
    ];
    scene.import_file(ImportKind::Aces, &aces("FULL", &apps)).await;
    scene.come_back(1, 3).await;
    scene.suspend(1).await;
    // Probably wrong, but no admin has decided.
    scene.come_back(2, 3).await;
    // Suspended for another reason.
    scene.suspend(3).await;
    let before = scene.everything().await;
    assert_eq!(before[0], ["honda/accord 2017–2019", "honda/civic 2017–2018 2.0l-l4-gas if A < B and Sport"]);
    let file = written(&scene).await;
    let report = scene.import_file(ImportKind::Aces, &file).await;
    assert_eq!((report.format.as_str(), numbers(&report)), ("ACES 4.2", [2, 0, 0, 1, 0, 0]));
    assert_eq!(report.counts.removed, 1);
    for kind in FindingKind::ALL {
        assert_eq!(scene.findings(report.id, kind).await, []);
    }
    let mut expected = before;
    expected[0].pop();
    assert_eq!(scene.everything().await, expected);
}
