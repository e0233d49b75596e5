//! Every call by which an admin writes or exports leaves an entry in the audit log. The calls come from the OpenAPI
//! document: the test fails for a new operation until it has a call below and leaves an entry.

use crate::{
    authorization::is_for_admins,
    contract,
    support::{Answer, Call, call, send},
};
use autoparts_application::ports::page::Page;
use autoparts_domain::{
    id::{OrderId, PartId, UserId},
    payments::TransactionId,
};
use autoparts_http::api;
use autoparts_testing::{memory::MemoryStore, samples, test_shop::TestShop};
use serde_json::{Value, json};
use std::sync::Arc;

/// Admin operations that are not plain reads but change nothing.
const CHANGE_NOTHING: [&str; 2] = ["previewRefund", "tryRates"];

/// Whether an operation must be in the log: it is for admins only, and it writes or exports.
fn must_be_audited(method: &str, path: &str, operation: &str) -> bool {
    let is_read = method == "GET" && !path.starts_with("/exports");
    is_for_admins(method, path) && !is_read && !CHANGE_NOTHING.contains(&operation)
}

/// The operations of the document that must be audited: method, path and name.
fn audited_operations() -> Vec<(String, String, String)> {
    let document: Value = serde_json::from_str(api::openapi_json()).unwrap();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method = method.to_uppercase();
            let name = operation["operationId"].as_str().unwrap_or_default();
            if must_be_audited(&method, path, name) {
                operations.push((method, path.clone(), name.to_owned()));
            }
        }
    }
    operations
}

/// A shop with data for every operation.
struct Scene {
    test_shop: TestShop,
    admin: UserId,
    marta: UserId,
    part: PartId,
    twin: PartId,
    unpaid: OrderId,
    paid: OrderId,
    transaction: TransactionId,
}

/// The path and the body of a call, and a text that its entry must contain.
type Prepared = (String, Value, &'static str);

const FITMENT: &str = "ironclad IP-1 honda civic 2018\n";

impl Scene {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let marta = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let part = test_shop.part(1, 50, 1_000).await;
        let twin = test_shop.part(1, 50, 1_000).await;
        test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
        let unpaid = test_shop.order(marta, part, 1).await;
        let (paid, transaction) = test_shop.paid_order(marta, part, 2).await;
        let scene = Self { test_shop, admin, marta, part, twin, unpaid, paid, transaction };
        scene.fill().await;
        scene
    }

    /// Creates two brands, two categories, a part in one of each that fits a model under a condition, and a code.
    async fn fill(&self) {
        for key in ["ironclad", "ate"] {
            self.admin("POST", "/brands", json!({ "key": key, "name": key })).await;
            self.admin("POST", "/categories", json!({ "key": key, "name": key })).await;
        }
        let part = self.part;
        let listing = json!({ "brand": "ironclad", "number": "IP-1", "category": "ironclad" });
        self.admin("PUT", &format!("/parts/{part}/listing"), json!({ "revision": 1, "listing": listing })).await;
        let application = json!({ "from": 2016, "to": 2018, "conditions": ["With A/C"] });
        let fitment = json!({ "revision": 2, "applications": [application] });
        self.admin("PUT", &format!("/parts/{part}/fitments/honda/civic"), fitment).await;
        let code = json!({ "scheme": "aces", "kind": "make", "code": "47", "value": "honda" });
        self.admin("PUT", "/lookups", json!({ "lookups": [code] })).await;
    }

    async fn answer(&self, call: Call) -> Answer {
        let answer = send(&self.test_shop, call).await;
        assert!(answer.status.is_success(), "{}: {}", answer.status, answer.text);
        answer
    }

    async fn admin(&self, method: &str, path: &str, body: Value) -> Answer {
        self.answer(call(method, path).by(self.admin).json(body)).await
    }

    async fn get(&self, path: &str) -> Value {
        self.answer(call("GET", path).by(self.admin)).await.json()
    }

    /// The call of an operation.
    async fn prepare(&mut self, operation: &str) -> Prepared {
        if let Some(call) = self.parts_call(operation).await {
            return call;
        }
        if let Some(call) = self.files_and_fitment_call(operation).await {
            return call;
        }
        match self.orders_and_people_call(operation).await {
            Some(call) => call,
            None => {
                panic!("{operation} writes or exports for admins: give it a call here, and an entry in the audit log")
            }
        }
    }

    async fn parts_call(&self, operation: &str) -> Option<Prepared> {
        let part = self.part;
        let part_path = |rest: &str| format!("/parts/{part}{rest}");
        let nothing = Value::Null;
        Some(match operation {
            "addPart" => {
                let part = json!({
                    "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg", "minOrderQuantity": 1,
                    "available": 5, "price": 10, "listing": { "weight": 700, "hazmat": true },
                });
                ("/parts".to_owned(), part, "weight_g: none → 700")
            }
            "changeParts" => {
                let change = json!({ "kind": "price_to", "price": 12 });
                let mut body = json!({ "ids": [part.to_string()], "change": change, "dryRun": true });
                let preview = self.admin("PATCH", "/parts", body.clone()).await.json();
                body["dryRun"] = json!(false);
                (body["count"], body["digest"]) = (preview["changes"].clone(), preview["digest"].clone());
                ("/parts".to_owned(), body, "price 12.00: 1 of 1 parts changed")
            }
            "editPart" => {
                let details = json!({
                    "revision": 3, "title": "Better disc", "desc": "Vented, coated", "img": "/catalogue/brake-pads.svg",
                    "minOrderQuantity": 4, "price": 11, "pack": 2, "core": 5,
                });
                (part_path(""), details, "title: Alternator → Better disc")
            }
            "restorePart" => {
                self.answer(call("DELETE", &part_path("")).by(self.admin)).await;
                (part_path("/restore"), nothing, "")
            }
            "deletePart" => (part_path(""), nothing, ""),
            "editListing" => {
                (part_path("/listing"), json!({ "revision": 3, "listing": { "hazmat": true } }), "hazmat: no → yes")
            }
            "moveStock" => (part_path("/stock"), json!({ "reason": "received", "pieces": 20 }), "available: 47 → 67"),
            "setReorderPoint" => (part_path("/reorder-point"), json!({ "reorderAt": 4 }), "reorder_at: 0 → 4"),
            "addPicture" => ("/pictures".to_owned(), json!("picture 40x30"), ""),
            "addBrand" => ("/brands".to_owned(), json!({ "key": "bosch", "name": "Bosch" }), "name: none → Bosch"),
            "saveBrand" => ("/brands/ate".to_owned(), json!({ "name": "ATE" }), "name: ate → ATE"),
            "deleteBrand" => ("/brands/ironclad?into=ate".to_owned(), nothing, "name: ironclad → none"),
            "addCategory" => {
                let body = json!({ "key": "discs", "name": "Discs", "parent": "ate" });
                ("/categories".to_owned(), body, "parent: none → ate")
            }
            "saveCategory" => ("/categories/ate".to_owned(), json!({ "name": "ATE" }), "name: ate → ATE"),
            "deleteCategory" => ("/categories/ironclad?into=ate".to_owned(), nothing, "name: ironclad → none"),
            _ => return None,
        })
    }

    async fn files_and_fitment_call(&self, operation: &str) -> Option<Prepared> {
        let part = self.part;
        let twin = self.twin;
        let part_path = |rest: &str| format!("/parts/{part}{rest}");
        let nothing = Value::Null;
        Some(match operation {
            "editFitment" => {
                let body = json!({ "revision": 3, "applications": [{ "from": 2017, "to": 2018 }] });
                (part_path("/fitments/honda/civic"), body, "applications: 2016–2018, With A/C → 2017–2018")
            }
            "copyFitment" => {
                let body = json!({ "revision": 1, "from": part.to_string() });
                (format!("/parts/{twin}/fitments/copies"), body, "honda/civic: none → 2016–2018, With A/C")
            }
            "classifyCondition" => {
                let id = self.get("/conditions").await[0]["_id"].as_str().unwrap().to_owned();
                (format!("/conditions/{id}"), json!({ "about": "part" }), "about: vehicle → part")
            }
            "suspendFit" | "endSuspension" => {
                let path = format!("/suspensions/{part}/honda/civic");
                self.admin("PUT", &path, json!({ "reason": "Came back" })).await;
                if operation == "endSuspension" {
                    return Some((path, nothing, "reason: Came back → none"));
                }
                (path, json!({ "reason": "Came back twice" }), "reason: Came back → Came back twice")
            }
            "dismissFitFlag" => {
                let civic = part_path("/fitments/honda/civic");
                let fits = json!({ "revision": 3, "applications": [{ "from": 2016, "to": 2018 }] });
                self.admin("PUT", &civic, fits).await;
                for _ in 0..2 {
                    self.test_shop.misfit(self.marta, self.admin, part).await;
                }
                (format!("/fit-flags/{part}/honda/civic?misfits=2"), nothing, "came back: none → 2 of 2")
            }
            "saveLookups" => {
                let code = json!({ "scheme": "aces", "kind": "make", "code": "47", "value": "ford" });
                ("/lookups".to_owned(), json!({ "lookups": [code] }), "aces make 47: honda → ford")
            }
            "deleteLookup" => {
                ("/lookups?scheme=aces&kind=make&code=47".to_owned(), nothing, "aces make 47: honda → none")
            }
            "addImport" => ("/imports?kind=fitment&file=brakes.csv".to_owned(), json!(FITMENT), "fitment, brakes.csv"),
            "changeImport" | "readImportAgain" => {
                // The file removes nothing, so that it needs no confirmation.
                let nothing_fits = json!({ "revision": 3, "applications": [] });
                self.admin("PUT", &part_path("/fitments/honda/civic"), nothing_fits).await;
                let path = "/imports?kind=fitment&file=brakes.csv";
                let sent = call("POST", path).by(self.admin).raw("application/octet-stream", FITMENT);
                let id = self.answer(sent).await.json()["_id"].as_str().unwrap().to_owned();
                assert!(self.test_shop.importer().work(&mut |_| ()).await.unwrap());
                if operation == "readImportAgain" {
                    return Some((format!("/imports/{id}/repeats"), nothing, "fitment, brakes.csv"));
                }
                (format!("/imports/{id}"), json!({ "state": "applying" }), "fitment, brakes.csv")
            }
            "exportOrders" => (
                "/exports/orders?state=unpaid&q=marta@example.com".to_owned(),
                nothing,
                "orders, found by words, list unpaid",
            ),
            "exportNumbers" => {
                let path = "/exports/numbers?from=2026-01-01&to=2026-01-31";
                (path.to_owned(), nothing, "numbers, 2026-01-01 to 2026-01-31, by day")
            }
            "exportFitWarnings" => ("/exports/fit-warnings?brand=halden".to_owned(), nothing, "fit warnings, halden"),
            "getExport" => ("/exports/parts".to_owned(), nothing, "parts"),
            "saveRates" => {
                let tax = json!({ "country": "DE", "millionths": 190_000, "onShipping": true, "onCore": false });
                let body = json!({ "revision": 0, "shippingMethods": [], "taxRates": [tax] });
                ("/rates".to_owned(), body, "tax DE: none → 19.0000 %, on shipping")
            }
            "saveReturnPolicies" => {
                let policy = json!({ "condition": "used", "terms": { "days": 14, "returnable": false } });
                let body = json!({ "revision": 0, "policies": [policy] });
                let detail = "condition used: none → 1. 14 days, only if something is wrong";
                ("/return-policies".to_owned(), body, detail)
            }
            _ => return None,
        })
    }

    async fn orders_and_people_call(&mut self, operation: &str) -> Option<Prepared> {
        let unpaid = self.unpaid;
        let paid = self.paid;
        let nothing = Value::Null;
        Some(match operation {
            "shipOrder" => {
                let body = json!({ "status": "shipped", "carrier": "UPS", "trackingNumber": "1Z7" });
                (format!("/ship/{unpaid}"), body, "tracking number: none → 1Z7")
            }
            "revokeOrderLinks" => {
                let guest = self.test_shop.guest("olga").await;
                let order = self.test_shop.order(guest, self.part, 1).await;
                (format!("/order/{order}/links"), nothing, "")
            }
            "deleteUnpaidOrder" => (format!("/ship/{unpaid}"), nothing, ""),
            "decideReturn" => {
                let record = self.test_shop.requested_return(self.marta, self.admin, self.part).await;
                let body = json!({ "decision": "approve", "answer": "Sorry!" });
                (format!("/returns/{}", record.returned.id), body, "state: requested → approved")
            }
            "decideCores" => {
                let order = self.test_shop.shipped_cores(self.marta, self.admin, 2).await;
                let body = json!({ "received": 0, "accepted": 0, "refused": 1, "reason": "Cracked housing" });
                (format!("/cores/{order}/1"), body, "refused: 0 → 1")
            }
            "refundOrder" => (format!("/refund/{paid}"), nothing, ""),
            "refundPart" => (format!("/order/{paid}/refunds"), json!({ "amount": 1 }), "$1"),
            "closeRefund" => {
                self.test_shop.shop.refund_order(self.admin, paid).await.unwrap();
                self.test_shop.provider.refund_comes_back(&self.transaction);
                self.test_shop.shop.recheck_money().await.unwrap();
                let id = self.test_shop.shop.refunds(self.admin, Page::first()).await.unwrap()[0].id;
                (format!("/refunds/{id}"), nothing, "")
            }
            "refundUnmatchedPayment" => {
                self.test_shop.shop.store = Arc::new(MemoryStore::default());
                self.admin = self.test_shop.admin().await;
                self.test_shop.shop.run_maintenance().await;
                (format!("/unmatched-payments/{}", self.transaction), nothing, "")
            }
            "makeAdmin" => ("/user/admin/marta@example.com".to_owned(), nothing, ""),
            "removeAdmin" => {
                self.admin("PUT", "/user/admin/marta@example.com", nothing.clone()).await;
                ("/user/admin/marta@example.com".to_owned(), nothing, "")
            }
            "signOutEverywhere" => ("/sessions/marta@example.com".to_owned(), nothing, ""),
            "deleteReview" => {
                let review = json!({ "rating": "5", "review": "Good." });
                self.answer(call("POST", "/reviews").by(self.marta).json(review)).await;
                let id = self.get("/reviews").await[0]["_id"].as_str().unwrap().to_owned();
                (format!("/reviews/{id}"), nothing, "")
            }
            _ => return None,
        })
    }
}

#[actix_web::test]
async fn every_call_of_an_admin_that_writes_or_exports_leaves_an_entry() {
    let mut silent = Vec::new();
    let operations = audited_operations();
    assert!(operations.len() > 30, "{operations:?}");
    for (method, path, operation) in operations {
        let mut scene = Scene::new().await;
        let (address, body, words) = scene.prepare(&operation).await;
        let before = scene.test_shop.audit_log().await.len();
        let request = call(&method, &address).by(scene.admin);
        let request = match body {
            Value::Null => request,
            Value::String(file) if path == "/pictures" => request.raw("image/png", file),
            Value::String(file) => request.raw("application/octet-stream", file),
            body => request.json(body),
        };
        scene.answer(request).await;
        let log = scene.test_shop.audit_log().await;
        let new = &log[before..];
        assert!(new.iter().all(|entry| entry.actor == Some(scene.admin)), "{operation}: {new:?}");
        let says = |detail: &str| detail.contains(words) && !detail.contains('@');
        if !new.iter().any(|entry| says(entry.detail.as_deref().unwrap_or_default())) {
            silent.push(format!("{operation} ({method} {path}): {new:?}"));
        }
    }
    assert!(silent.is_empty(), "these leave no entry, or one that does not say what changed:\n{}", silent.join("\n"));
}

#[actix_web::test]
async fn an_edited_part_logs_each_field_old_and_new() {
    let mut scene = Scene::new().await;
    let part = scene.part;
    let admin = scene.admin;
    let (path, body, _) = scene.prepare("editPart").await;
    scene.answer(call("PUT", &path).by(admin).json(body)).await;
    let log = scene.test_shop.audit_log().await;
    let entries: Vec<(&str, &str)> =
        log[log.len() - 2..].iter().map(|entry| (entry.action.name(), entry.detail.as_deref().unwrap())).collect();
    let prices = format!("{part}\nprice: $10 → $11\ncore: $0 → $5");
    let rest = format!(
        "{part}\ntitle: Alternator → Better disc\ndescription: Vented, 300 mm. Sold in pairs. → Vented, coated\n\
         minimum: 1 → 4\npack: 1 → 2\npictures: /catalogue/brake-disc.svg → /catalogue/brake-pads.svg"
    );
    assert_eq!(entries, [("change_price", prices.as_str()), ("edit_part", rest.as_str())]);
}

/// The texts, numbers and flags in a value, as an entry has them.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(words).collect(),
        Value::Object(fields) => fields.values().flat_map(words).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Bool(true) => vec!["no → yes".to_owned()],
        other => vec![other.to_string()],
    }
}

/// Changes one field at a time to its value in a sample that differs in all of them.
async fn each_field_is_saved_and_logged(scene: &Scene, half: &str, sample: &Value, edit: impl Fn(&Value) -> Call) {
    let record = format!("/parts/{}/record", scene.part);
    for (field, value) in sample.as_object().unwrap() {
        let mut edited = scene.get(&record).await;
        edited[half][field] = value.clone();
        let before = scene.test_shop.audit_log().await.len();
        scene.answer(edit(&edited)).await;
        assert_eq!(scene.get(&record).await[half][field], *value, "{field} is saved");
        let log = scene.test_shop.audit_log().await;
        let new: Vec<&str> = log[before..].iter().filter_map(|entry| entry.detail.as_deref()).collect();
        let [detail] = new[..] else { panic!("{field} leaves one entry: {new:?}") };
        for word in words(value) {
            assert!(detail.contains(&word), "{field}: {word} is missing in: {detail}");
        }
    }
}

#[actix_web::test]
async fn every_field_of_a_part_is_saved_and_logged() {
    let scene = Scene::new().await;
    let put = |path: String, body: Value| call("PUT", &path).by(scene.admin).json(body);
    each_field_is_saved_and_logged(&scene, "part", &contract::samples::details(), |record| {
        let mut body = record["part"].clone();
        body["revision"] = record["revision"].clone();
        put(format!("/parts/{}", scene.part), body)
    })
    .await;
    let listing = contract::samples::listing(&scene.twin.to_string());
    each_field_is_saved_and_logged(&scene, "listing", &listing, |record| {
        let body = json!({ "revision": record["revision"], "listing": record["listing"] });
        put(format!("/parts/{}/listing", scene.part), body)
    })
    .await;
}

#[actix_web::test]
async fn refused_and_unchanged_calls_leave_no_entry() {
    let scene = Scene::new().await;
    let before = scene.test_shop.audit_log().await;
    let listing = json!({ "brand": "ironclad", "number": "IP-1", "category": "ironclad" });
    let path = format!("/parts/{}/listing", scene.part);
    scene.admin("PUT", &path, json!({ "revision": 3, "listing": listing.clone() })).await;
    scene.admin("PUT", "/brands/ate", json!({ "name": "ate" })).await;
    for (method, path, body) in [
        ("PUT", path.as_str(), json!({ "revision": 1, "listing": listing })),
        ("POST", "/brands", json!({ "key": "ate", "name": "Another" })),
        ("DELETE", "/categories/ironclad", Value::Null),
    ] {
        let answer = send(&scene.test_shop, call(method, path).by(scene.admin).json(body)).await;
        assert!(answer.status.is_client_error(), "{method} {path}: {}", answer.status);
    }
    let export = send(&scene.test_shop, call("GET", "/exports/orders").by(scene.marta)).await;
    assert_eq!(export.status.as_u16(), 403);
    assert_eq!(scene.test_shop.audit_log().await, before);
}
