//! End-to-end imports and exports of parts: read, compare, apply, export.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod refused;
mod rewritten;
mod scene;
mod since_the_report;

use autoparts_application::ports::import_files::FindingKind;
use autoparts_domain::{
    catalogue::{Part, part_number::NormalNumber, stock::StockReason},
    quantity::Stock,
};
use autoparts_testing::{
    clock::NEW_YEAR,
    samples::{largest_part_details, listing, part},
};
use scene::{HEAD, Scene, WHOLE};

#[tokio::test]
async fn a_new_part_has_all_values_of_its_line() {
    let scene = Scene::new().await;
    let report = scene.import_file(&format!("{HEAD}{WHOLE}")).await;
    assert_eq!((report.counts.new, report.counts.changed, report.counts.rows), (1, 0, 1));
    let id = scene.owner("IP-9").await;
    let cells = scene.cells(id).await;
    let expected = [
        ("brand", "ironclad"),
        ("number", "IP-9"),
        ("title", "Disc, vented"),
        ("description", "Two\nlines"),
        ("category", "brakes"),
        ("price", "38.50"),
        ("list_price", "45.00"),
        ("core", "9.99"),
        ("minimum", "4"),
        ("pack", "2"),
        ("stock", "12"),
        ("reorder_at", "6"),
        ("pictures", "/a.svg; /b.svg | From behind"),
        ("oem", "Honda=A-1; B-2"),
        ("interchange", ""),
        ("supersedes", ""),
        ("gtin", "4006381333931"),
        ("attributes", "Diameter=300=mm; Vented=yes"),
        ("weight_g", "7400"),
        ("size_mm", "310x310x60"),
        ("hazmat", "yes"),
        ("condition", "used"),
        ("universal", "no"),
        ("hidden", "no"),
    ];
    for (column, cell) in expected {
        assert_eq!(cells[column], cell, "{column}");
    }
    let movements = scene.movements(id).await;
    assert_eq!(movements.iter().map(|it| (it.reason, it.pieces)).collect::<Vec<_>>(), [(StockReason::Opening, 12)]);
}

#[tokio::test]
async fn a_report_shows_values_before_and_after() {
    let scene = Scene::new().await;
    let title = "T".repeat(120);
    let long = "d".repeat(121);
    let report = scene.import_file(&format!("{HEAD}{}", WHOLE.replace("\"Disc, vented\"", &title))).await;
    let named = [("brand", "", "ironclad"), ("number", "", "IP-9"), ("title", "", &title)];
    let of_new = [named.as_slice(), &[("price", "", "38.50"), ("stock", "", "12")]].concat();
    assert_eq!(scene.reported_changes(&report).await, of_new.into_iter().map(owned).collect::<Vec<_>>());
    let row = format!("ironclad,IP-9,Disc,\"{long}\",45.00\n");
    let report = scene.read(&format!("brand,number,title,description,price\n{row}")).await.unwrap();
    let cut = format!("{}…", "d".repeat(120));
    let of_known = [("title", title.as_str(), "Disc"), ("description", "Two lines", &cut), ("price", "38.50", "45.00")];
    assert_eq!(scene.reported_changes(&report).await, of_known.map(owned));
}

fn owned((column, before, after): (&str, &str, &str)) -> (String, String, String) {
    (column.to_owned(), before.to_owned(), after.to_owned())
}

#[tokio::test]
async fn every_field_of_a_part_is_exported_and_imported() {
    let [shop, other] = [Scene::new().await, Scene::new().await];
    let whole = Part { details: largest_part_details(), ..part(3, 1_000_000) };
    let listing = listing("ironclad", "IP-3", "brakes");
    let id = whole.id;
    let saved = (whole.details.clone(), listing.clone());
    shop.write(move |tx| {
        tx.insert_part(&whole, NEW_YEAR)?;
        tx.save_listing(&id, &listing)?;
        tx.claim_number(&"ironclad".parse().unwrap(), &NormalNumber::of("IP-3").unwrap(), &id)
    })
    .await;
    let report = other.import_file(&shop.export().await.replace(&id.to_string(), "")).await;
    assert_eq!(report.counts.new, 1, "{:?}", other.problems(&report).await);
    assert_eq!(other.listed(other.owner("IP-3").await).await, saved);
}

#[tokio::test]
async fn importing_an_export_changes_nothing() {
    let scene = Scene::new().await;
    scene
        .import_file(&format!("{HEAD}{WHOLE}ironclad,IP-10,'=1+1,'@x,,1,,,,,,,/c.svg,b\\\\=c\\;d=1,,'-a=+b,,,,,,\n"))
        .await;
    let out = scene.export().await;
    assert!(out.contains(",'=1+1,'@x,"), "no spreadsheet program runs it: {out}");
    let again = scene.read(&out).await.unwrap();
    let counts = again.counts;
    assert_eq!(
        (counts.rows, counts.unchanged, counts.changes(), counts.set_aside),
        (4, 4, 0, 0),
        "{:?}",
        scene.problems(&again).await
    );
}

#[tokio::test]
async fn a_missing_column_changes_nothing_and_an_empty_cell_clears() {
    let scene = Scene::new().await;
    scene.import_file(&format!("{HEAD}{WHOLE}")).await;
    let id = scene.owner("IP-9").await;
    let report = scene.import_file("number;brand;title;list_price;oem\nip 9;IRONCLAD;Disc;;\n").await;
    assert_eq!((report.counts.changed, report.counts.new), (1, 0));
    let listed = scene.store.read(move |tx| tx.listed_parts(&[id])).await.unwrap().remove(0);
    assert_eq!((listed.record.part.details.title.as_str(), listed.record.revision), ("Disc", 2));
    assert_eq!((listed.listing.list_price, listed.listing.numbers.len()), (None, 1), "the bar code stays");
    assert_eq!((listed.listing.pictures.len(), listed.listing.attributes.len()), (1, 2));
    assert_eq!(listed.listing.number.unwrap().as_str(), "ip 9", "a number is written as the file writes it");
    let hints = scene.findings(&report, FindingKind::Lint).await;
    assert_eq!(
        hints,
        ["list_price", "oem"]
            .map(|column| (2, format!("An empty cell removes what its part has in the column {column}.")))
    );
}

#[tokio::test]
async fn a_part_is_named_by_its_id_or_by_brand_and_number() {
    let scene = Scene::new().await;
    let [first, second] = [1, 2].map(|number| part(number, 1).id);
    let report =
        scene.import_file(&format!("id,brand,number,title\n{second},other,OT-2,Second\n,ironclad,ip1,First\n")).await;
    assert_eq!((report.counts.changed, report.counts.set_aside), (2, 0));
    assert_eq!((scene.title(first).await, scene.title(second).await), ("First".to_owned(), "Second".to_owned()));
    let report = scene.import_file("brand,number,title\nother,ot 2,Again\n").await;
    assert_eq!((report.counts.changed, scene.title(second).await), (1, "Again".to_owned()));
}

#[tokio::test]
async fn the_reorder_point_is_the_planned_one() {
    let scene = Scene::new().await;
    scene.import_file("brand,number,minimum,reorder_at\nironclad,IP-1,5,4\n").await;
    let file = "brand,number,minimum,reorder_at\nironclad,IP-1,2,4\n";
    scene.import_file(file).await;
    let id = part(1, 1).id;
    let point = scene.store.read(move |tx| tx.reorder_point(&id)).await.unwrap();
    assert_eq!(point.map(Stock::pieces), Some(4));
    assert_eq!(scene.read(file).await.unwrap().counts.changes(), 0);
}

#[tokio::test]
async fn a_part_leaves_the_catalogue_and_comes_back_by_its_id() {
    let scene = Scene::new().await;
    let id = part(1, 1).id;
    let hide = |hidden| format!("id,hidden\n{id},{hidden}\n");
    scene.import_file(&hide("yes")).await;
    assert!(scene.store.read(move |tx| tx.part(&id)).await.unwrap().is_none());
    let again = scene.read(&scene.export().await).await.unwrap();
    assert_eq!((again.counts.changes(), again.counts.unchanged), (0, 2));
    scene.import_file(&hide("no")).await;
    assert_eq!(scene.owner("IP-1").await, id);
}

#[tokio::test]
async fn many_parts_are_added_with_ids_in_the_order_of_the_file() {
    let scene = Scene::new().await;
    let row = |number: u32| format!("ironclad,M-{number},Part {number},About it.,1.00,/a.svg,{number}\n");
    let file: String = ["brand,number,title,description,price,pictures,stock\n".to_owned()]
        .into_iter()
        .chain((1..=700).map(row))
        .collect();
    let report = scene.import_file(&file).await;
    assert_eq!((report.counts.new, report.counts.unchanged), (700, 0));
    assert!(
        scene.owner("M-1").await < scene.owner("M-2").await && scene.owner("M-2").await < scene.owner("M-700").await
    );
}

#[tokio::test]
async fn a_hidden_part_may_have_the_number_of_another() {
    let scene = Scene::new().await;
    let second = part(2, 1).id;
    scene.import_file(&format!("id,brand,number,hidden\n{second},ironclad,IP-1,yes\n")).await;
    assert_eq!(scene.owner("IP-1").await, part(1, 1).id);
    assert!(scene.store.read(move |tx| tx.part(&second)).await.unwrap().is_none());
}
