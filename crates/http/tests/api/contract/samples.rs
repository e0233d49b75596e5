//! Valid calls: a valid body for each operation with a body, and a valid value for each parameter.

use super::cases::Schema;
use crate::calls::member_documents::kinds;
use autoparts_application::returns::ReturnRecord;
use autoparts_domain::{
    catalogue::search::SearchCursor,
    id::{OrderId, UserId},
};
use autoparts_testing::{clock::numbered, test_shop::TestShop};
use serde_json::{Value, json};
use std::fmt::Display;

/// A valid call with a body.
pub(super) struct Sample {
    pub(super) operation: &'static str,
    pub(super) path: String,
    pub(super) caller: UserId,
    pub(super) body: Value,
}

/// A valid change of many parts.
fn many_parts(part: &str) -> Value {
    json!({
        "ids": [part], "all": false, "dryRun": true, "after": part, "count": 1, "digest": "digest",
        "change": {
            "kind": "price_by", "basisPoints": 450, "rounding": "cent", "price": 12, "brand": "bosch",
            "category": "pads", "minOrderQuantity": 2, "condition": "new",
        },
    })
}

/// Valid details of a part with all fields, none of them as in `autoparts_testing::samples::part_details`.
pub(crate) fn details() -> Value {
    json!({
        "title": "Pads", "desc": "Ceramic", "img": "/catalogue/brake-pads.svg", "minOrderQuantity": 2, "price": 11,
        "pack": 2, "core": 5,
    })
}

/// A valid listing with all fields, none of them as in a new part.
pub(crate) fn listing(successor: &str) -> Value {
    json!({
        "brand": "ate", "number": "5986494524", "category": "ate", "condition": "used", "listPrice": 12,
        "numbers": [
            { "kind": "oem", "maker": "Honda", "number": "45022-TBA-A01" }, { "kind": "interchange", "number": "I1" },
            { "kind": "supersedes", "number": "S1" }, { "kind": "gtin", "number": "4006381333931" },
        ],
        "attributes": [{ "name": "Diameter", "value": "300", "unit": "mm" }],
        "pictures": [{ "img": "/catalogue/brake-disc.svg", "alt": "A disc" }],
        "weight": 1850, "length": 190, "width": 120, "height": 60, "hazmat": true, "universal": true,
        "successor": successor,
    })
}

/// A body with more fields.
fn with(mut body: Value, more: Value) -> Value {
    let Value::Object(more) = more else { panic!("{more} has no fields") };
    body.as_object_mut().unwrap().extend(more);
    body
}

/// One valid body for each operation with a body. All fields are present; each text stays valid when it is cut to its
/// minimum length.
pub(super) async fn samples(test_shop: &TestShop) -> Vec<Sample> {
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 900_000_000, 1000).await.to_string();
    let order = test_shop.order(marta, part.parse().unwrap(), 1).await.to_string();
    let shipped = test_shop.order(marta, part.parse().unwrap(), 1).await;
    let listing = listing(&part);
    let sample = |operation, caller, path: &str, body| Sample { operation, caller, path: path.to_owned(), body };
    vec![
        sample("addPart", admin, "/parts", with(details(), json!({ "available": 5, "listing": listing.clone() }))),
        sample("editPart", admin, &format!("/parts/{part}"), with(details(), json!({ "revision": 1 }))),
        sample("editListing", admin, &format!("/parts/{part}/listing"), json!({ "revision": 1, "listing": listing })),
        sample(
            "moveStock",
            admin,
            &format!("/parts/{part}/stock"),
            json!({ "reason": "counted", "pieces": 20, "expectedAvailable": 10, "note": "Shelf 7" }),
        ),
        sample("setReorderPoint", admin, &format!("/parts/{part}/reorder-point"), json!({ "reorderAt": 4 })),
        sample("changeParts", admin, "/parts", many_parts(&part)),
        sample("addBrand", admin, "/brands", json!({ "key": "bosch", "name": "Bosch" })),
        sample(
            "addCategory",
            admin,
            "/categories",
            json!({ "key": "pads", "name": "Brake pads", "parent": "brakes", "position": 1 }),
        ),
        sample("saveBrand", admin, "/brands/bosch", json!({ "name": "Bosch" })),
        sample(
            "saveCategory",
            admin,
            "/categories/pads",
            json!({ "name": "Brake pads", "parent": "brakes", "position": 1 }),
        ),
        sample(
            "placeOrder",
            marta,
            "/orders",
            json!({
                "orderedId": part, "quantity": 1, "address": "1 Road", "phone": "5550100", "totalPrice": 10,
                "product": "Disc", "name": "Marta", "email": "a@b.cd", "paid": false,
                "vehicle": "2018/honda/civic", "confirmed": ["not_listed"],
            }),
        ),
        sample("shipOrder", admin, &format!("/ship/{shipped}"), shipment()),
        sample("createPaymentIntent", marta, "/create-payment-intent", json!({ "price": 10, "order": order })),
        sample(
            "confirmBooking",
            marta,
            &format!("/booking/{order}"),
            json!({ "booking": order, "transactionId": "pi_1" }),
        ),
        sample("registerUser", marta, "/users/marta@example.com", json!({ "email": "marta@example.com" })),
        sample(
            "updateProfile",
            marta,
            "/updateuser/marta@example.com",
            json!({
                "name": "Marta", "address": "1 Road", "education": "School", "phone": "5550100",
                "linkedin": "https://linkedin.com/in/marta",
            }),
        ),
        sample("addReview", marta, "/reviews", json!({ "rating": 5, "review": "Good.", "name": "Marta" })),
        sample("joinNewsletter", marta, "/newsletter", json!({ "email": "a@b.cd" })),
        sample("confirmNewsletter", marta, "/newsletter/confirm", json!({ "token": "forged" })),
        sample("leaveNewsletter", marta, "/newsletter/leave", json!({ "token": "forged" })),
        sample("askForStockAlert", marta, &format!("/parts/{part}/stock-alerts"), json!({ "email": "a@b.cd" })),
        sample("confirmStockAlerts", marta, "/stock-alerts/confirm", json!({ "token": "forged" })),
        sample("stopStockAlerts", marta, "/stock-alerts/stop", json!({ "token": "forged" })),
        sample(
            "withdraw",
            marta,
            "/withdrawals",
            json!({ "orderNumber": "AP-2222-2222", "email": "a@b.cd", "name": "Marta", "parts": "The disc." }),
        ),
        sample("sendFeedback", marta, "/feedback", json!({ "message": "Good.", "email": "a@b.cd" })),
    ]
    .into_iter()
    .chain(samples_of_lines(marta, &part))
    .chain(
        kinds().into_iter().map(|kind| {
            sample(kind.save, marta, &kind.path.replace("{email}", "marta@example.com"), kind.with_content(0))
        }),
    )
    .chain(samples_of_refunds(admin, shipped))
    .chain(sample_of_cores(admin, test_shop.shipped_cores(marta, admin, 1).await))
    .chain(samples_of_returns(admin, &test_shop.requested_return(marta, admin, part.parse().unwrap()).await))
    .chain(samples_of_rates(admin, &part))
    .chain([sample_of_policies(admin)])
    .chain(samples_of_guests(marta))
    .chain(samples_of_fitment(admin, &part))
    .collect()
}

fn samples_of_rates(admin: UserId, id: &str) -> [Sample; 2] {
    let trial = json!({ "country": "DE", "region": "Berlin", "postalCode": "10115", "grams": 10, "hazmat": false, "goods": 10, "cores": 1 });
    [("saveRates", "/rates", rates(id)), ("tryRates", "/rates/trials", trial)].map(|(operation, path, body)| Sample {
        operation,
        path: path.to_owned(),
        caller: admin,
        body,
    })
}

fn sample_of_policies(caller: UserId) -> Sample {
    let terms = json!({ "days": 30, "returnable": true, "shippingPaidBy": "shop", "restockingPercent": 15 });
    let policy = json!({ "category": "pads", "brand": "ate", "condition": "used", "terms": terms });
    let body = json!({ "revision": 0, "policies": [policy] });
    Sample { operation: "saveReturnPolicies", path: "/return-policies".to_owned(), caller, body }
}

fn samples_of_fitment(caller: UserId, part: &str) -> [Sample; 6] {
    let application = json!({
        "from": 2016, "to": 2018, "engine": "2.0l-l4-gas", "position": "Front", "pieces": 2, "conditions": ["With A/C"],
    });
    let lookup = json!({ "scheme": "aces", "kind": "make", "code": "47", "value": "honda" });
    let condition = "/conditions/01900000-0000-7000-8000-000000000000".to_owned();
    [
        (
            "editFitment",
            format!("/parts/{part}/fitments/honda/civic"),
            json!({ "revision": 1, "applications": [application] }),
        ),
        ("copyFitment", format!("/parts/{part}/fitments/copies"), json!({ "revision": 1, "from": part })),
        ("classifyCondition", condition, json!({ "about": "part" })),
        ("suspendFit", format!("/suspensions/{part}/honda/civic"), json!({ "reason": "Came back twice" })),
        (
            "changeImport",
            "/imports/01900000-0000-7000-8000-000000000000".to_owned(),
            json!({ "state": "stopped", "removals": 0, "force": false }),
        ),
        ("saveLookups", "/lookups".to_owned(), json!({ "lookups": [lookup] })),
    ]
    .map(|(operation, path, body)| Sample { operation, path, caller, body })
}

fn samples_of_guests(caller: UserId) -> [Sample; 3] {
    [
        ("addGuest", "/guests", json!({ "name": "Marta", "email": "a@b.cd" })),
        ("resumeGuest", "/guests/resume", json!({ "token": "forged" })),
        ("openOrderLink", "/order-links", json!({ "token": "forged" })),
    ]
    .map(|(operation, path, body)| Sample { operation, path: path.to_owned(), caller, body })
}

fn rates(id: &str) -> Value {
    let method = json!({
        "id": id, "name": "Ground", "countries": ["DE"], "postalPrefixes": ["1"],
        "exceptPostalPrefixes": ["10"], "base": 9.9, "perKilogram": 1.2, "freeFrom": 250,
        "maxGrams": 30_000, "takesHazmat": false, "daysFrom": 0, "daysTo": 90, "active": true,
    });
    let tax = json!({
        "country": "DE", "region": "Berlin", "postalPrefixes": ["10"], "millionths": 57_500, "onShipping": true, "onCore": false,
    });
    json!({ "revision": 0, "shippingMethods": [method], "taxRates": [tax] })
}

fn shipment() -> Value {
    json!({ "status": "shipped", "anyway": true, "carrier": "UPS", "trackingNumber": "1Z 999" })
}

/// All fields of a partial refund; one call accepts only some of them.
fn samples_of_refunds(caller: UserId, order: impl Display) -> [Sample; 2] {
    let line = json!({ "line": 1, "pieces": 1, "coresOnly": true });
    let body = json!({ "lines": [line], "restock": true, "amount": 5, "note": "Scratched" });
    [("refundPart", "refunds"), ("previewRefund", "refund-previews")].map(|(operation, to)| Sample {
        operation,
        path: format!("/order/{order}/{to}"),
        caller,
        body: body.clone(),
    })
}

/// All fields of a return and of a decision about it.
fn samples_of_returns(caller: UserId, record: &ReturnRecord) -> [Sample; 3] {
    let pieces = json!([{ "line": 1, "pieces": 1 }]);
    let found = json!([{ "line": 1, "restocked": 1, "damaged": 0, "refused": 0 }]);
    let returned = record.returned.id;
    let order = record.order.snapshot().id;
    [
        (
            "requestReturn",
            format!("/order/{order}/returns"),
            json!({ "lines": pieces, "reason": "not_needed", "note": "Sorry!" }),
        ),
        (
            "previewReturn",
            format!("/order/{order}/return-previews"),
            json!({ "lines": pieces, "reason": "not_needed", "note": "Sorry!" }),
        ),
        (
            "decideReturn",
            format!("/returns/{returned}"),
            json!({ "decision": "receive", "answer": "Thanks!", "reason": "not_needed", "lines": found }),
        ),
    ]
    .map(|(operation, path, body)| Sample { operation, path, caller, body })
}

/// All fields of a decision about old parts.
fn sample_of_cores(caller: UserId, order: OrderId) -> [Sample; 1] {
    let body = json!({ "received": 0, "accepted": 0, "refused": 1, "reason": "Cracked housing" });
    [Sample { operation: "decideCores", path: format!("/cores/{order}/1"), caller, body }]
}

/// The same for operations with several parts.
fn samples_of_lines(caller: UserId, part: &str) -> [Sample; 2] {
    let lines = json!([{ "part": part, "quantity": 1, "vehicle": "2018/honda/civic", "confirmed": ["not_listed"] }]);
    [
        (
            "quote",
            "/quotes",
            json!({
                "lines": lines, "shipping": part, "coupon": "AP50-7KQD-M2XW",
                "place": { "country": "DE", "region": "Berlin", "postalCode": "10115" },
            }),
        ),
        (
            "checkOut",
            "/checkouts",
            json!({
                "lines": lines, "shipping": part, "coupon": "AP50-7KQD-M2XW", "phone": "5550100", "totalPrice": 10,
                "destination": {
                    "recipient": "Marta", "line1": "1 Road", "line2": "Apt 4", "city": "Berlin", "region": "Berlin",
                    "postalCode": "10115", "country": "DE",
                },
            }),
        ),
    ]
    .map(|(operation, path, body)| Sample { operation, path: path.to_owned(), caller, body })
}

/// A valid parameter; a new parameter needs a line here.
pub(super) fn good_parameter(path: &str, name: &str, leaf: &Schema) -> String {
    let good = match name {
        "q" => "brake",
        "action" => "ship_order",
        "actor" | "subject" => "a@b.c",
        "by" => "day",
        "vehicle" => "2018/honda/civic/2.0l-l4-gas",
        "year" => "2018",
        "make" => "honda",
        "model" => "honda/civic",
        "scheme" => "aces",
        "kind" if path == "/imports" => "aces",
        "kind" if path.ends_with("/findings") => "lint",
        "kind" => "engine",
        "file" => "aces.xml",
        "content" => "all",
        "format" => "csv",
        "after" if path.starts_with("/imports/") => "12",
        "code" => "47",
        "misfits" => "2",
        "about" => "part",
        "after" if path == "/suspensions" || path == "/fit-flags" => "honda/civic/01900000-0000-7000-8000-000000000000",
        "after" if path.ends_with("/fitments") || path.ends_with("/fitments/record") => "honda/civic",
        "category" | "brand" => "pads",
        "condition" => "new",
        "attribute" => "Diameter=300 mm",
        "sort" => "name",
        "list" => "low",
        "state" if path == "/outbox" => "delayed",
        "state" if path == "/returns" => "requested",
        "state" if path == "/cores" => "owed",
        "after" if path == "/cores" => "01900000-0000-7000-8000-000000000000/1",
        "state" => "unpaid",
        "number" => "RT-7KQD-M2XW",
        "from" | "to" => "2026-11-24",
        "after" if path == "/search" || (path.starts_with("/parts") && !leaf.contains_key("pattern")) => {
            return SearchCursor::Newest(numbered(1).into()).to_string();
        }
        "limit" | "priceFrom" | "priceTo" => "1",
        // The key of a payment comes from the provider.
        "after" if leaf.contains_key("maxLength") => "pi_1",
        "after" | "parts" => "01900000-0000-7000-8000-000000000000",
        "afterShipping" | "inStock" => "true",
        "into" => "ate",
        "Idempotency-Key" => "click",
        other => panic!("{other} has no good value in `good_parameter`"),
    };
    good.to_owned()
}
