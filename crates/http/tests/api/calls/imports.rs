//! `/imports` and `/exports`: uploading, reporting, approving, stopping and exporting files.

use crate::support::{Answer, Call, call, send};
use autoparts_application::{
    imports::{ImportError, ImportResult},
    ports::{import_files::ImportKind, store::Transaction, store_error::StoreError},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    catalogue::{listing::Listing, part_number::NormalNumber},
    id::UserId,
};
use autoparts_testing::{
    memory_imports::MAX_BYTES,
    samples::{brand, vehicles},
    test_shop::TestShop,
};
use serde_json::{Value, json};
use std::time::Duration;

/// A shop with vehicles and a part, ironclad IP-1, and an admin.
async fn shop() -> (TestShop, UserId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 50, 1000).await;
    test_shop.shop.add_vehicles(vehicles()).await.unwrap();
    let fill = move |tx: &mut dyn Transaction| {
        tx.insert_brand(&brand("ironclad"))?;
        let brand = Some("ironclad".parse().unwrap());
        let number = Some("IP-1".parse().unwrap());
        tx.claim_number(&"ironclad".parse().unwrap(), &NormalNumber::of("IP-1").unwrap(), &part)?;
        tx.save_listing(&part, &Listing { brand, number, ..Listing::default() })?;
        Ok::<_, StoreError>(())
    };
    test_shop.shop.store.write(fill).await.unwrap();
    (test_shop, admin)
}

fn file(admin: UserId, text: impl Into<Vec<u8>>) -> Call {
    call("POST", "/imports?kind=fitment&file=brakes.csv").by(admin).raw("text/csv", text)
}

async fn sent(test_shop: &TestShop, admin: UserId, text: &str) -> String {
    let answer = send(test_shop, file(admin, text)).await;
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.text);
    let import = answer.json();
    let id = answer.json()["_id"].as_str().unwrap().to_owned();
    assert_eq!(answer.header("location"), Some(&*format!("/imports/{id}")));
    assert_eq!(
        [&import["state"], &import["kind"], &import["file"], &import["actor"], &import["counts"]["rows"]],
        [&json!("reading"), &json!("fitment"), &json!("brakes.csv"), &json!("admin@example.com"), &json!(0)]
    );
    id
}

async fn work(test_shop: &TestShop) -> ImportResult<bool> {
    test_shop.importer().work(&mut |_| ()).await
}

async fn get(test_shop: &TestShop, admin: UserId, path: &str) -> Answer {
    send(test_shop, call("GET", path).by(admin)).await
}

async fn put(test_shop: &TestShop, admin: UserId, id: &str, state: &str) -> (u16, Value) {
    let change = call("PUT", &format!("/imports/{id}")).by(admin).json(json!({ "state": state }));
    let answer = send(test_shop, change).await;
    (answer.status.as_u16(), answer.json())
}

#[actix_web::test]
async fn a_file_is_read_reported_and_applied_on_approval() {
    let (test_shop, admin) = shop().await;
    let id = sent(&test_shop, admin, "ironclad IP-1 honda civic 2018\nironclad IP-9 honda civic 2018\n").await;
    let path = format!("/imports/{id}");
    assert!(work(&test_shop).await.unwrap());
    let report = get(&test_shop, admin, &path).await.json();
    assert_eq!((&report["state"], &report["scope"]), (&json!("ready"), &json!("whole_parts")));
    assert_eq!([&report["counts"]["rows"], &report["counts"]["new"], &report["counts"]["foreign"]], [2, 1, 1]);
    let changes = get(&test_shop, admin, &format!("{path}/changes")).await.json();
    let change = &changes[0];
    assert_eq!(
        [&change["change"], &change["brand"], &change["number"], &change["line"], &change["added"], &change["removed"]],
        [&json!("new"), &json!("ironclad"), &json!("IP-1"), &json!(1), &json!(1), &json!(0)]
    );
    assert!(change["title"].is_string() && changes[1].is_null(), "{changes}");
    let problems = get(&test_shop, admin, &format!("{path}/findings?kind=problem")).await.json();
    assert_eq!((&problems[0]["line"], &problems[0]["rows"]), (&json!(2), &json!(1)));
    assert!(problems[0]["words"].as_str().unwrap().contains("IP-9"), "{problems}");
    assert_eq!(get(&test_shop, admin, &format!("{path}/findings?kind=lint")).await.json(), json!([]));
    let fits = async || get(&test_shop, admin, "/exports/fitment").await.text;
    assert_eq!(fits().await, "", "nothing is changed yet");

    assert_eq!(put(&test_shop, admin, &id, "applying").await.1["modifiedCount"], 1);
    assert_eq!(put(&test_shop, admin, &id, "applying").await.1["modifiedCount"], 0, "another admin agrees, too");
    assert!(work(&test_shop).await.unwrap());
    let done = get(&test_shop, admin, &path).await.json();
    assert_eq!((&done["state"], &done["counts"]["applied"]), (&json!("done"), &json!(1)));
    assert_eq!(fits().await, "ironclad IP-1 honda civic 2018\n");
    assert_eq!((put(&test_shop, admin, &id, "applying").await.1)["code"], "import_not_ready");
    assert!(!work(&test_shop).await.unwrap(), "there is nothing left to do");
    assert_eq!(test_shop.imports.count(), 0, "nothing is left of the file");

    // An export can be imported without changes.
    let id = sent(&test_shop, admin, &fits().await).await;
    assert!(work(&test_shop).await.unwrap());
    let again = get(&test_shop, admin, &format!("/imports/{id}")).await.json();
    assert_eq!([&again["counts"]["new"], &again["counts"]["changed"], &again["counts"]["unchanged"]], [0, 0, 1]);
    let all = get(&test_shop, admin, "/imports?limit=1").await;
    assert_eq!(all.json()[0]["_id"], id);
    assert!(all.header("link").unwrap().contains(&id));
}

#[actix_web::test]
async fn one_import_is_worked_on_at_a_time() {
    let (test_shop, admin) = shop().await;
    let first = sent(&test_shop, admin, "ironclad IP-1 honda civic 2018").await;
    let second = send(&test_shop, file(admin, "ironclad IP-1 honda civic 2019")).await;
    assert_eq!((second.status.as_u16(), &*second.code()), (409, "import_running"));
    assert!(work(&test_shop).await.unwrap());
    let second = sent(&test_shop, admin, "ironclad IP-1 honda civic 2019").await;
    assert!(work(&test_shop).await.unwrap());
    assert_eq!(put(&test_shop, admin, &first, "applying").await.0, 200);
    assert_eq!(put(&test_shop, admin, &second, "applying").await.1["code"], "import_running");
    assert!(work(&test_shop).await.unwrap());
    // Its report is out of date now.
    assert_eq!(put(&test_shop, admin, &second, "applying").await.0, 200);
    assert!(matches!(work(&test_shop).await, Err(Refused(ImportError::Changed))));
    let failed = get(&test_shop, admin, &format!("/imports/{second}")).await.json();
    assert_eq!(failed["state"], "failed");
    assert!(failed["error"].as_str().unwrap().contains("Read the file again"), "{failed}");
    assert_eq!(put(&test_shop, admin, &second, "applying").await.1["code"], "import_changed");
    // Read again, it is another import with a valid report.
    let again = send(&test_shop, call("POST", &format!("/imports/{second}/repeats")).by(admin)).await;
    assert_eq!(again.status.as_u16(), 201, "{}", again.text);
    let again = again.json()["_id"].as_str().unwrap().to_owned();
    assert!(work(&test_shop).await.unwrap());
    // A report that supersedes another one discards it; the discarded one can still be approved as long as nothing has
    // changed.
    let third = send(&test_shop, call("POST", &format!("/imports/{again}/repeats")).by(admin)).await.json();
    assert!(work(&test_shop).await.unwrap());
    let state = async |id: &str| get(&test_shop, admin, &format!("/imports/{id}")).await.json()["state"].clone();
    assert_eq!([state(&again).await, state(third["_id"].as_str().unwrap()).await], ["stopped", "ready"]);
    assert_eq!(state(&second).await, "failed", "a failed import stays failed");
    assert_eq!(put(&test_shop, admin, &again, "applying").await.0, 200);
    assert!(work(&test_shop).await.unwrap());
    assert_eq!(get(&test_shop, admin, "/exports/fitment").await.text, "ironclad IP-1 honda civic 2019\n");
}

#[actix_web::test]
async fn a_large_removal_needs_its_number() {
    let (test_shop, admin) = shop().await;
    let id = sent(&test_shop, admin, "ironclad IP-1 honda civic 2018").await;
    assert!(work(&test_shop).await.unwrap());
    let report = get(&test_shop, admin, &format!("/imports/{id}")).await.json();
    assert_eq!((&report["brake"], &report["counts"]["removed"]), (&json!("none"), &json!(0)));
    assert_eq!(put(&test_shop, admin, &id, "applying").await.0, 200);
    assert!(work(&test_shop).await.unwrap());
    let id = sent(&test_shop, admin, "ironclad IP-1 honda accord 2018").await;
    assert!(work(&test_shop).await.unwrap());
    let report = get(&test_shop, admin, &format!("/imports/{id}")).await.json();
    assert_eq!((&report["brake"], &report["counts"]["removed"]), (&json!("confirm"), &json!(1)));
    let agree = async |more: Value| {
        let mut body = json!({ "state": "applying" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = send(&test_shop, call("PUT", &format!("/imports/{id}")).by(admin).json(body)).await;
        let status = answer.status.as_u16();
        (status, if status == 200 { String::new() } else { answer.code() })
    };
    for more in [json!({}), json!({ "removals": 0 }), json!({ "removals": 2, "force": true }), json!({ "force": true })]
    {
        assert_eq!(agree(more.clone()).await, (409, "import_not_confirmed".to_owned()), "{more}");
    }
    assert_eq!(agree(json!({ "removals": -1 })).await.0, 422);
    assert_eq!(get(&test_shop, admin, &format!("/imports/{id}")).await.json()["state"], "ready");
    assert_eq!(agree(json!({ "removals": 1 })).await.0, 200);
    let log = get(&test_shop, admin, "/audit?action=apply_import&limit=1").await.json();
    let detail = log[0]["detail"].as_str().unwrap();
    assert!(detail.ends_with(": 0 new, 1 changed, 0 gone, 1 removed"), "{detail}");
    assert!(work(&test_shop).await.unwrap());
    assert_eq!(get(&test_shop, admin, "/exports/fitment").await.text, "ironclad IP-1 honda accord 2018\n");
}

#[actix_web::test]
async fn an_import_is_stopped_before_and_after_its_report() {
    let (test_shop, admin) = shop().await;
    let id = sent(&test_shop, admin, "ironclad IP-1 honda civic 2018").await;
    assert_eq!(put(&test_shop, admin, &id, "stopped").await.1["modifiedCount"], 1);
    assert!(!work(&test_shop).await.unwrap());
    assert_eq!(put(&test_shop, admin, &id, "applying").await.1["code"], "import_not_ready", "it has no report");
    let id = sent(&test_shop, admin, "ironclad IP-1 honda civic 2018").await;
    assert!(work(&test_shop).await.unwrap());
    assert_eq!(put(&test_shop, admin, &id, "stopped").await.1["modifiedCount"], 0, "no importer is working on it");
    assert_eq!(put(&test_shop, admin, &id, "applying").await.0, 200);
    assert_eq!(put(&test_shop, admin, &id, "stopped").await.1["modifiedCount"], 1);
    assert!(!work(&test_shop).await.unwrap());
    assert_eq!(put(&test_shop, admin, &id, "applying").await.0, 200, "it continues");
    assert!(work(&test_shop).await.unwrap());
    assert_eq!(get(&test_shop, admin, &format!("/imports/{id}")).await.json()["state"], "done");
}

#[actix_web::test]
async fn abandoned_files_are_deleted_after_a_day() {
    let (test_shop, admin) = shop().await;
    let id = sent(&test_shop, admin, "ironclad IP-1 honda civic 2018").await;
    assert!(work(&test_shop).await.unwrap());
    test_shop.clock.advance(Duration::from_hours(23));
    assert_eq!(test_shop.importer().tidy().await.unwrap(), 0);
    test_shop.clock.advance(Duration::from_hours(2));
    assert_eq!((test_shop.importer().tidy().await.unwrap(), test_shop.imports.count()), (1, 0));
    assert_eq!(put(&test_shop, admin, &id, "applying").await.1["code"], "file_not_kept");
    let again = send(&test_shop, call("POST", &format!("/imports/{id}/repeats")).by(admin)).await;
    assert_eq!((again.status.as_u16(), &*again.code()), (409, "file_not_kept"));
    assert_eq!(get(&test_shop, admin, &format!("/imports/{id}/changes")).await.json(), json!([]));
}

#[actix_web::test]
async fn what_cannot_be_taken_in_leaves_nothing() {
    let (test_shop, admin) = shop().await;
    let too_large = send(&test_shop, file(admin, vec![b'x'; MAX_BYTES + 1])).await;
    assert_eq!((too_large.status.as_u16(), &*too_large.code()), (413, "body_too_large"));
    let empty = send(&test_shop, file(admin, "")).await;
    assert_eq!((empty.status.as_u16(), &*empty.code()), (422, "file_refused"));
    test_shop.imports.set_full(true);
    let full = send(&test_shop, file(admin, "ironclad IP-1 honda civic 2018")).await;
    assert_eq!((full.status.as_u16(), &*full.code()), (503, "imports_unavailable"));
    assert!(!full.text.contains("storage"), "{}", full.text);
    test_shop.imports.set_full(false);
    assert_eq!(test_shop.imports.count(), 0);
    assert_eq!(get(&test_shop, admin, "/imports").await.json(), json!([]));
    // A file refused while it is read appears in the list.
    let id = sent(&test_shop, admin, "nonsense").await;
    assert!(matches!(work(&test_shop).await, Err(Refused(ImportError::File(_)))));
    let failed = get(&test_shop, admin, &format!("/imports/{id}")).await.json();
    assert_eq!(
        (&failed["state"], failed["error"].as_str()),
        (&json!("failed"), Some("Line 1: This line has not five words."))
    );
    for kind in ["", "kind=pies", "kind="] {
        let answer = send(&test_shop, call("POST", &format!("/imports?{kind}")).by(admin).raw("text/csv", "x")).await;
        assert_eq!(answer.fields(), ["kind"], "{kind}");
    }
}

#[actix_web::test]
async fn files_that_go_out_have_names_and_examples() {
    let (test_shop, admin) = shop().await;
    let all = get(&test_shop, admin, "/exports/fitment").await;
    assert_eq!(all.header("content-disposition"), Some("attachment; filename=\"fitment.csv\""));
    assert_eq!(
        (all.header("content-type"), all.header("cache-control")),
        (Some("text/csv; charset=utf-8"), Some("no-store"))
    );
    let example = get(&test_shop, admin, "/exports/fitment?content=example").await;
    assert_eq!(example.header("content-disposition"), Some("attachment; filename=\"fitment-template.csv\""));
    assert_eq!(example.text, "ironclad IP-1 honda civic 2018\n");
    assert_eq!(get(&test_shop, admin, "/exports/secrets").await.status.as_u16(), 404);
    assert_eq!(get(&test_shop, admin, "/exports/fitment?content=some").await.fields(), ["content"]);
    assert_eq!(ImportKind::ALL.len(), 3, "each kind that comes in goes out, but for that of suppliers");
}

#[actix_web::test]
async fn parts_come_in_and_go_out() {
    let (test_shop, admin) = shop().await;
    let before = get(&test_shop, admin, "/exports/parts").await;
    assert_eq!(before.header("content-disposition"), Some("attachment; filename=\"parts.csv\""));
    let example = get(&test_shop, admin, "/exports/parts?content=example").await;
    assert_eq!(example.header("content-disposition"), Some("attachment; filename=\"parts-template.csv\""));
    let text = "brand=ironclad,number=IP-77,title=Disc,description=About it.,price=1.00,pictures=/a.svg,stock=3\n\
                brand=ironclad,number=IP-1,price=x\n\
                brand=ironclad,number=IP-1,price=2.50\n";
    let answer = send(&test_shop, call("POST", "/imports?kind=parts&file=p.csv").by(admin).raw("text/csv", text)).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["kind"]), (201, &json!("parts")));
    let id = answer.json()["_id"].as_str().unwrap().to_owned();
    assert!(work(&test_shop).await.unwrap());
    let path = format!("/imports/{id}");
    let report = get(&test_shop, admin, &path).await.json();
    let counts = ["new", "changed", "setAside", "gone"].map(|count| report["counts"][count].clone());
    assert_eq!(counts, [1, 1, 1, 0]);
    let changes = async || {
        let changes = get(&test_shop, admin, &format!("{path}/changes")).await.json();
        let of = |kind: &str| changes.as_array().unwrap().iter().find(|change| change["change"] == kind).cloned();
        [of("new").unwrap(), of("changed").unwrap()]
    };
    let [new, changed] = changes().await;
    let names = ["brand", "number", "title"].map(|name| new[name].clone());
    assert_eq!(names, ["ironclad", "IP-77", "Disc"], "what it will be called: it is not there yet");
    let columns = changed["columns"].as_array().unwrap();
    assert_eq!((columns.len(), &columns[0]["column"], &columns[0]["after"]), (1, &json!("price"), &json!("2.50")));
    assert_eq!(changed["number"], "IP-1");
    let problems = get(&test_shop, admin, &format!("{path}/findings?kind=problem")).await.json();
    let expected = json!("The column price must be a number.");
    assert_eq!((&problems[0]["line"], &problems[0]["words"]), (&json!(2), &expected));
    assert_eq!(put(&test_shop, admin, &id, "applying").await.1["modifiedCount"], 1);
    assert!(work(&test_shop).await.unwrap());
    assert_eq!(changes().await[0]["title"], "Disc");
    let after = get(&test_shop, admin, "/exports/parts").await.text;
    assert_eq!(after.lines().count(), before.text.lines().count() + 1);
    assert!(after.contains("number=IP-77,title=Disc"), "{after}");
}
