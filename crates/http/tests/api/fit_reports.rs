//! Files for the suppliers of applications that are probably wrong.

use crate::support::{call, send};
use autoparts_application::ports::{
    fitment::Suspension,
    store::Transaction,
    store_error::StoreResult,
    vehicles::{Lookup, LookupKind, VehicleTables},
};
use autoparts_domain::{
    catalogue::listing::Listing,
    fitment::FitEvidence,
    id::{PartId, UserId},
    vehicles::{Model, ModelId},
};
use autoparts_testing::{clock::NEW_YEAR, samples, test_shop::TestShop};
use serde_json::json;

/// One page and another model.
const MODELS: u32 = 1_001;

fn model(number: u32) -> ModelId {
    format!("honda/model-{number}").parse().unwrap()
}

fn aces_code(kind: LookupKind, code: &str, value: &str) -> Lookup {
    Lookup { scheme: "aces".parse().unwrap(), kind, code: code.parse().unwrap(), value: value.to_owned() }
}

/// Lists a part for a model, from which three came back, and suspends it.
fn refute(tx: &mut dyn Transaction, part: PartId, model: &ModelId) -> StoreResult<()> {
    tx.replace_applications(&part, model, &[samples::application(2018, 2018, &[])])?;
    let mut evidence = FitEvidence::none(part, model.clone());
    (0..3).for_each(|_| evidence.add_misfit(samples::money(2_000)));
    tx.save_fit_evidence(&evidence)?;
    let reason = "Came back".parse().unwrap();
    tx.suspend_fit(&Suspension { part, model: model.clone(), reason, since: NEW_YEAR })
}

/// A shop with a part of Halden that is refuted for many models; the last of them has no code.
async fn scene() -> (TestShop, UserId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 50, 2_000).await;
    test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
    let write = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        let name = |number| Model { id: model(number), name: format!("Model {number}").parse().unwrap() };
        let models = (1..=MODELS).map(name).collect();
        tx.save_vehicles(&VehicleTables { models, ..VehicleTables::default() })?;
        tx.insert_brand(&samples::brand("halden"))?;
        let (brand, number) = ("halden".parse().ok(), "HB-1".parse().ok());
        tx.save_listing(&part, &Listing { brand, number, ..Listing::default() })?;
        let mut lookups = vec![
            aces_code(LookupKind::Brand, "ZZZA", "halden"),
            aces_code(LookupKind::Make, "59", "honda"),
            aces_code(LookupKind::Position, "22", "Front"),
        ];
        let code = |number: u32| aces_code(LookupKind::Model, &number.to_string(), &model(number).to_string());
        lookups.extend((1..MODELS).map(code));
        tx.save_lookups(&lookups)?;
        (1..=MODELS).try_for_each(|number| refute(tx, part, &model(number)))
    };
    test_shop.shop.store.write(write).await.unwrap();
    (test_shop, admin)
}

#[actix_web::test]
async fn refuted_applications_are_written_page_by_page() {
    let (test_shop, admin) = scene().await;
    let get = async |path: &str| send(&test_shop, call("GET", path).by(admin)).await;
    let file = get("/exports/fit-warnings?format=aces").await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, Some("application/xml; charset=utf-8")));
    let disposition = "attachment; filename=\"fit-warnings-2026-01-01.xml\"";
    assert_eq!(
        (file.header("content-disposition"), file.header("cache-control")),
        (Some(disposition), Some("no-store"))
    );
    let lines: Vec<&str> = file.text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (1_002, "refuted https://shop.example 2026-01-01"));
    assert_eq!(lines[1..=1_000], (1..=1_000).map(|id| format!("{id} ZZZA HB-1")).collect::<Vec<_>>());
    assert_eq!(lines[1_001], "1000 written, 1 left out");
    let entry = test_shop.audit_log().await.pop().unwrap();
    assert_eq!(entry.detail.as_deref(), Some("refuted applications, all brands"));
}

#[actix_web::test]
async fn the_format_and_the_brand_are_chosen() {
    let (test_shop, admin) = scene().await;
    let get = async |path: &str| send(&test_shop, call("GET", path).by(admin)).await;
    let other = get("/exports/fit-warnings?format=aces&brand=other").await;
    assert!(other.text.ends_with("\n0 written, 0 left out\n"), "{}", other.text);
    for path in ["/exports/fit-warnings", "/exports/fit-warnings?format=csv&brand=halden"] {
        let file = get(path).await;
        assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
        assert_eq!(file.text.lines().count(), 1_001, "suspended or not");
    }
    let refused = get("/exports/fit-warnings?format=pdf").await;
    assert_eq!(
        (refused.code(), refused.json()["fields"][0]["field"].clone()),
        ("invalid_fields".into(), json!("format"))
    );
}
