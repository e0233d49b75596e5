//! Authorization: every route, every kind of caller, the expected status. A route without a row fails.

use crate::{
    calls::member_documents::kinds,
    support::{Call, call, destination, send},
};
use autoparts_testing::{samples, test_shop::TestShop};
use serde_json::json;

/// Method, path, and the status for each actor: not signed in, Marta, another customer, an admin, a guest, an expired
/// token, an emailed link to the order, an emailed link to another order.
type Row = (&'static str, &'static str, [u16; 8]);

/// The guest has entered Marta's address as theirs: calls by address refer to the guest's own data.
///
/// Calls about a user or an order are about Marta and her order. 422 and the like mean that the caller was authorized
/// and the input was refused; that is enough here.
const MATRIX: &[Row] = &[
    ("GET", "/parts", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/parts/{id}", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/parts/records", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/parts/counts", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/parts", [401, 403, 403, 201, 403, 401, 403, 403]),
    ("PATCH", "/parts", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/parts/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/parts/{id}/restore", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("DELETE", "/parts/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/parts/{id}/listing", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/parts/{id}/record", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/parts/{id}/listing", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/vehicles/years", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/vehicles/makes", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/vehicles/models", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/vehicles/engines", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/vehicles/names", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/fits", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/parts/{id}/fitments", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/parts/{id}/fitments/record", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/parts/{id}/fitments/{make}/{model}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/parts/{id}/fitments/copies", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/conditions", [401, 403, 403, 200, 403, 401, 403, 403]),
    // The condition does not exist.
    ("PUT", "/conditions/{id}", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("GET", "/fit-flags", [401, 403, 403, 200, 403, 401, 403, 403]),
    // Nothing came back.
    ("GET", "/fit-flags/{part}/{make}/{model}", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("DELETE", "/fit-flags/{part}/{make}/{model}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/suspensions", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/suspensions/{part}/{make}/{model}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("DELETE", "/suspensions/{part}/{make}/{model}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/makes", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/makes/{make}/models", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/makes/{make}/models/{model}/engines", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/lookups", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/lookups", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("DELETE", "/lookups", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/imports", [401, 403, 403, 201, 403, 401, 403, 403]),
    ("GET", "/imports", [401, 403, 403, 200, 403, 401, 403, 403]),
    // The import does not exist.
    ("GET", "/imports/{id}", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("PUT", "/imports/{id}", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("POST", "/imports/{id}/repeats", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("GET", "/imports/{id}/changes", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("GET", "/imports/{id}/findings", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("GET", "/exports/orders", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/exports/numbers", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/numbers", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/exports/fit-warnings", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/exports/{kind}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/parts/{id}/stock", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/parts/{id}/stock", [401, 403, 403, 201, 403, 401, 403, 403]),
    ("PUT", "/parts/{id}/reorder-point", [401, 403, 403, 200, 403, 401, 403, 403]),
    // The part is in stock.
    ("POST", "/parts/{id}/stock-alerts", [409, 409, 409, 409, 409, 409, 409, 409]),
    ("POST", "/stock-alerts/confirm", [404, 404, 404, 404, 404, 404, 404, 404]),
    ("POST", "/stock-alerts/stop", [404, 404, 404, 404, 404, 404, 404, 404]),
    ("GET", "/stock/low", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/pictures", [401, 403, 403, 201, 403, 401, 403, 403]),
    // The picture does not exist.
    ("GET", "/pictures/{name}", [404, 404, 404, 404, 404, 404, 404, 404]),
    ("GET", "/search", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/search/suggestions", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/brands", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("POST", "/brands", [401, 403, 403, 201, 403, 401, 403, 403]),
    ("PUT", "/brands/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("DELETE", "/brands/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/categories", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("POST", "/categories", [401, 403, 403, 201, 403, 401, 403, 403]),
    ("PUT", "/categories/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("DELETE", "/categories/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/quotes", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("POST", "/checkouts", [401, 201, 201, 201, 201, 401, 403, 403]),
    ("GET", "/rates", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/rates", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/rates/trials", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/return-policies", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/return-policies", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/orders", [401, 201, 201, 201, 201, 401, 403, 403]),
    ("GET", "/orders", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/open-tasks", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/order-counts", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/orders/{key}", [401, 200, 403, 200, 200, 401, 403, 403]),
    ("DELETE", "/orders/{key}", [401, 200, 404, 404, 404, 401, 200, 404]),
    ("GET", "/order/{id}", [401, 200, 404, 200, 404, 401, 200, 404]),
    ("GET", "/order/{id}/documents", [401, 200, 404, 200, 404, 401, 200, 404]),
    ("GET", "/order/{id}/history", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/ship/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("DELETE", "/ship/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/create-payment-intent", [401, 200, 404, 404, 404, 401, 200, 404]),
    ("PATCH", "/booking/{id}", [401, 409, 404, 404, 404, 401, 409, 404]),
    // An unpaid order has nothing to refund.
    ("POST", "/order/{id}/refunds", [401, 403, 403, 409, 403, 401, 403, 403]),
    ("POST", "/order/{id}/refund-previews", [401, 403, 403, 409, 403, 401, 403, 403]),
    // Marta's order is not shipped.
    ("POST", "/order/{id}/returns", [401, 409, 404, 409, 404, 401, 409, 404]),
    ("POST", "/order/{id}/return-previews", [401, 409, 404, 409, 404, 401, 409, 404]),
    ("GET", "/order/{id}/returns", [401, 200, 404, 200, 404, 401, 200, 404]),
    ("GET", "/returns", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/return-counts", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/returns/{id}", [401, 200, 404, 200, 404, 401, 200, 404]),
    ("PUT", "/returns/{id}", [401, 200, 404, 200, 404, 401, 200, 404]),
    ("GET", "/order/{id}/cores", [401, 200, 404, 200, 404, 401, 200, 404]),
    ("GET", "/cores", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/core-totals", [401, 403, 403, 200, 403, 401, 403, 403]),
    // The order has no core charges.
    ("PUT", "/cores/{id}/{line}", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("POST", "/withdrawals", [201, 201, 201, 201, 201, 201, 201, 201]),
    ("GET", "/withdrawals", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/refund/{id}", [401, 403, 403, 409, 403, 401, 403, 403]),
    ("GET", "/refunds", [401, 403, 403, 200, 403, 401, 403, 403]),
    // The refund does not exist.
    ("PUT", "/refunds/{id}", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("GET", "/unmatched-payments", [401, 403, 403, 200, 403, 401, 403, 403]),
    // The payment does not exist.
    ("PUT", "/unmatched-payments/{id}", [401, 403, 403, 404, 403, 401, 403, 403]),
    ("POST", "/webhooks/stripe", [400, 400, 400, 400, 400, 400, 400, 400]),
    // The bearer token here must be an ID token, not an access token.
    ("PUT", "/users/{email}", [401, 401, 401, 401, 401, 401, 401, 401]),
    ("GET", "/users/{email}", [401, 200, 403, 200, 200, 401, 403, 403]),
    // Only members may export their own data and delete their account; Marta has an unpaid order.
    ("GET", "/users/{email}/data", [401, 200, 403, 403, 403, 401, 403, 403]),
    ("DELETE", "/users/{email}", [401, 409, 403, 403, 403, 401, 403, 403]),
    ("GET", "/users", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("PUT", "/user/admin/{email}", [401, 403, 403, 200, 403, 401, 403, 403]),
    // Marta is not an admin, so nothing changes.
    ("DELETE", "/user/admin/{email}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/admin/{email}", [401, 200, 403, 200, 200, 401, 403, 403]),
    ("PUT", "/updateuser/{email}", [401, 200, 403, 403, 403, 401, 403, 403]),
    ("POST", "/guests", [201, 201, 201, 201, 201, 201, 201, 201]),
    // The token or link does not exist.
    ("POST", "/order-links", [404, 404, 404, 404, 404, 404, 404, 404]),
    // A guest's token does not find this order, nor does another customer's.
    ("DELETE", "/order/{id}/links", [401, 200, 404, 200, 404, 401, 200, 404]),
    ("POST", "/guests/resume", [404, 404, 404, 404, 404, 404, 404, 404]),
    ("DELETE", "/sessions", [401, 200, 200, 200, 200, 401, 200, 200]),
    ("DELETE", "/sessions/{email}", [401, 200, 403, 200, 200, 401, 403, 403]),
    ("GET", "/reviews", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("POST", "/reviews", [401, 201, 201, 201, 403, 401, 403, 403]),
    // The review does not exist.
    ("DELETE", "/reviews/{id}", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/newsletter", [202, 202, 202, 202, 202, 202, 202, 202]),
    ("POST", "/newsletter/confirm", [404, 404, 404, 404, 404, 404, 404, 404]),
    ("POST", "/newsletter/leave", [404, 404, 404, 404, 404, 404, 404, 404]),
    ("GET", "/newsletter", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/audit", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("POST", "/feedback", [201, 201, 201, 201, 201, 201, 201, 201]),
    ("GET", "/feedback", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/outbox", [401, 403, 403, 200, 403, 401, 403, 403]),
    ("GET", "/config", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/healthz", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/readyz", [200, 200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/openapi.json", [200, 200, 200, 200, 200, 200, 200, 200]),
];

/// Whether a call is for admins only: no other customer may make it, even if they would get an empty result.
pub(crate) fn is_for_admins(method: &str, path: &str) -> bool {
    let row = MATRIX.iter().find(|(of, at, _)| (*of, *at) == (method, path));
    let is_theirs = |customer: u16, admin: u16| match customer {
        403 => admin != 403,
        404 => admin < 300,
        _ => false,
    };
    row.is_some_and(|(_, _, [_, _, customer, admin, ..])| is_theirs(*customer, *admin))
}

const ACTORS: [&str; 8] = [
    "nobody",
    "the person",
    "another customer",
    "an admin",
    "a guest",
    "an expired token",
    "a link to the order",
    "a link to another order",
];

/// The matrix, with the documents of members: only the owner may access them.
fn rows() -> impl Iterator<Item = Row> {
    let documents = kinds().into_iter().flat_map(|kind| ["GET", "PUT"].map(|method| (method, kind.path, OWNER_ALONE)));
    MATRIX.iter().copied().chain(documents)
}

const OWNER_ALONE: [u16; 8] = [401, 200, 403, 403, 403, 401, 403, 403];

#[test]
fn every_route_has_a_row() {
    let mut routes = autoparts_http::api::route_list();
    let mut rows: Vec<_> = rows().map(|(method, path, _)| (method, path.to_owned())).collect();
    routes.sort();
    rows.sort();
    assert_eq!(routes, rows);
}

#[actix_web::test]
async fn every_caller_gets_what_is_theirs_and_nothing_else() {
    for (method, path, expected) in rows() {
        for (actor, expected) in ACTORS.into_iter().zip(expected) {
            // A new shop for each call, so that calls do not affect each other.
            let test_shop = TestShop::default();
            let answer = send(&test_shop, prepare(&test_shop, method, path, actor).await).await;
            assert_eq!(answer.status.as_u16(), expected, "{method} {path} by {actor}: {}", answer.text);
        }
    }
}

#[expect(clippy::too_many_lines, reason = "one line for each route")]
async fn prepare(test_shop: &TestShop, method: &str, path: &str, actor: &str) -> Call {
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    let part = test_shop.part(1, 50, 1000).await;
    let mut order = test_shop.order(marta, part, 1).await;
    let mut returned = String::new();
    if path.starts_with("/returns/") {
        let record = test_shop.requested_return(marta, admin, part).await;
        order = record.order.snapshot().id;
        returned = record.returned.id.to_string();
    }
    let id = match path {
        _ if path.starts_with("/returns/") => returned,
        _ if path.starts_with("/parts") => part.to_string(),
        _ if path.starts_with("/unmatched-payments") => "pi_0001".to_owned(),
        _ => order.to_string(),
    };
    let key = if method == "GET" { "marta@example.com".to_owned() } else { order.to_string() };
    let address = path.replace("{id}", &id).replace("{key}", &key).replace("{email}", "marta@example.com");
    let address = address.replace("{part}", &part.to_string()).replace("{make}", "honda").replace("{model}", "civic");
    let address = address.replace("{line}", "1");
    let address = match (method, path) {
        (_, "/fits") => "/fits?vehicle=2018/honda/civic".to_owned(),
        (_, "/vehicles/makes") => format!("{path}?year=2018"),
        (_, "/vehicles/models") => format!("{path}?year=2018&make=honda"),
        (_, "/vehicles/engines") => format!("{path}?year=2018&model=honda/civic"),
        ("POST", "/imports") => "/imports?kind=fitment".to_owned(),
        (_, "/numbers" | "/exports/numbers") => format!("{path}?from=2026-01-01&to=2026-01-31"),
        (_, "/exports/{kind}") => "/exports/fitment".to_owned(),
        ("DELETE", "/fit-flags/{part}/{make}/{model}") => format!("{address}?misfits=2"),
        ("GET", "/lookups") => "/lookups?scheme=aces&kind=make".to_owned(),
        ("DELETE", "/lookups") => "/lookups?scheme=aces&kind=make&code=47".to_owned(),
        _ => address,
    };
    test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
    let document = kinds().into_iter().find(|kind| kind.path == path);
    let body = match (method, path) {
        ("POST", "/parts") => Some(json!({
            "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg",
            "minOrderQuantity": 1, "available": 5, "price": 10,
        })),
        ("PUT", "/parts/{id}") => Some(json!({
            "revision": 1, "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg",
            "minOrderQuantity": 1, "price": 10,
        })),
        ("PUT", "/parts/{id}/listing") => Some(json!({ "revision": 1, "listing": { "universal": true } })),
        ("PUT", "/parts/{id}/fitments/{make}/{model}") => Some(json!({ "revision": 1, "applications": [] })),
        ("POST", "/parts/{id}/fitments/copies") => Some(json!({ "revision": 1, "from": part.to_string() })),
        ("PUT", "/conditions/{id}") => Some(json!({ "about": "part" })),
        ("PUT", "/suspensions/{part}/{make}/{model}") => Some(json!({ "reason": "Came back twice" })),
        ("PUT", "/lookups") => Some(json!({
            "lookups": [{ "scheme": "aces", "kind": "make", "code": "47", "value": "honda" }],
        })),
        ("POST", "/parts/{id}/restore" | "/imports" | "/imports/{id}/repeats") => None,
        ("PUT", "/imports/{id}") => Some(json!({ "state": "applying" })),
        ("POST", "/parts/{id}/stock") => Some(json!({ "reason": "received", "pieces": 20 })),
        ("PUT", "/parts/{id}/reorder-point") => Some(json!({ "reorderAt": 4 })),
        ("PATCH", "/parts") => Some(json!({ "ids": [part.to_string()], "change": { "kind": "hide" }, "dryRun": true })),
        ("POST", "/brands" | "/categories") => Some(json!({ "key": "lights", "name": "Lights" })),
        ("PUT", "/brands/{id}" | "/categories/{id}") => Some(json!({ "name": "Brakes" })),
        ("POST", "/quotes") => Some(json!({ "lines": [{ "part": part.to_string() }] })),
        ("POST", "/checkouts") => Some(json!({
            "lines": [{ "part": part.to_string() }], "destination": destination(), "phone": "555 0100", "totalPrice": 10,
        })),
        ("PUT", "/rates") => Some(json!({ "revision": 0, "shippingMethods": [], "taxRates": [] })),
        ("POST", "/rates/trials") => Some(json!({ "country": "DE", "hazmat": false, "goods": 10 })),
        ("PUT", "/return-policies") => Some(json!({ "revision": 0, "policies": [] })),
        ("PUT", _) if document.is_some() => document.map(|kind| kind.empty(0)),
        ("POST", "/orders") => Some(json!({
            "orderedId": part.to_string(), "quantity": 1, "address": "1 Road", "phone": "555 0100",
        })),
        ("POST", "/order/{id}/refunds" | "/order/{id}/refund-previews") => Some(json!({ "amount": 1 })),
        ("POST", "/order/{id}/returns" | "/order/{id}/return-previews") => {
            Some(json!({ "lines": [{ "line": 1, "pieces": 1 }], "reason": "not_needed" }))
        }
        ("PUT", "/returns/{id}") => Some(json!({ "decision": "cancel" })),
        ("PUT", "/cores/{id}/{line}") => Some(json!({ "received": 1, "accepted": 0, "refused": 0 })),
        ("PUT", "/ship/{id}") => Some(json!({ "status": "shipped" })),
        ("POST", "/create-payment-intent") => Some(json!({ "price": 10, "order": order.to_string() })),
        ("PATCH", _) => Some(json!({ "booking": order.to_string(), "transactionId": "pi_forged" })),
        ("PUT", "/updateuser/{email}") => Some(json!({
            "name": "Marta", "address": "1 Road", "education": "School", "phone": "555 0100",
            "linkedin": "https://www.linkedin.com/in/marta",
        })),
        ("POST", "/reviews") => Some(json!({ "rating": "5", "review": "Good." })),
        ("POST", "/newsletter" | "/parts/{id}/stock-alerts") => Some(json!({ "email": "reader@example.com" })),
        ("POST", "/guests") => Some(json!({ "name": "Marta", "email": "marta@example.com" })),
        (
            "POST",
            "/newsletter/confirm"
            | "/newsletter/leave"
            | "/stock-alerts/confirm"
            | "/stock-alerts/stop"
            | "/guests/resume"
            | "/order-links",
        ) => Some(json!({ "token": "forged" })),
        ("POST", "/withdrawals") => Some(json!({ "orderNumber": "AP-2222-2222", "email": "marta@example.com" })),
        ("POST", "/feedback") => Some(json!({ "message": "More colours, please." })),
        ("POST" | "PUT", _) => Some(json!({})),
        _ => None,
    };
    let mut request = call(method, &address);
    if let Some(body) = body {
        request = request.json(body);
    }
    if (method, path) == ("POST", "/pictures") {
        request = request.raw("image/png", "picture 40x30");
    }
    if (method, path) == ("POST", "/imports") {
        request = request.raw("application/octet-stream", "ironclad IP-1 honda civic 2018");
    }
    match actor {
        "the person" => request.by(marta),
        "another customer" => request.by(olga),
        "an admin" => request.by(admin),
        "a guest" => request.by(test_shop.guest("marta").await),
        "a link to the order" => request.bearer(&test_shop.session_of_link(marta, order).await),
        "a link to another order" => {
            let other = test_shop.order(marta, part, 1).await;
            request.bearer(&test_shop.session_of_link(marta, other).await)
        }
        "an expired token" => request.bearer(&format!("expired {marta}")),
        _ => request,
    }
}

#[actix_web::test]
async fn another_persons_order_answers_like_an_unknown_one_byte_for_byte() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    let part = test_shop.part(1, 50, 1000).await;
    let order = test_shop.order(marta, part, 1).await;
    let foreign = send(&test_shop, call("GET", &format!("/order/{order}")).by(olga)).await;
    let unknown_id = "01900000-0000-7000-8000-000000000000";
    let unknown = send(&test_shop, call("GET", &format!("/order/{unknown_id}")).by(olga)).await;
    assert_eq!(foreign.text, unknown.text);
    assert_eq!(foreign.status, unknown.status);
}

#[actix_web::test]
async fn known_and_unknown_addresses_get_the_same_response() {
    let test_shop = TestShop::default();
    let (marta, _) = (test_shop.customer("marta").await, test_shop.customer("olga").await);
    for path in ["/admin", "/users", "/orders"] {
        let known = send(&test_shop, call("GET", &format!("{path}/olga@example.com")).by(marta)).await;
        let unknown = send(&test_shop, call("GET", &format!("{path}/nobody@example.com")).by(marta)).await;
        assert_eq!((known.status, known.text), (unknown.status, unknown.text), "{path}");
    }
}

#[actix_web::test]
async fn spellings_of_an_address_are_one_person() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    for spelling in ["MARTA@EXAMPLE.COM", "%20Marta@example.com%20", "marta%40example.com"] {
        let path = format!("/orders/{spelling}");
        assert_eq!(send(&test_shop, call("GET", &path).by(marta)).await.status.as_u16(), 200, "{spelling}");
        assert_eq!(send(&test_shop, call("GET", &path).by(olga)).await.status.as_u16(), 403, "{spelling}");
    }
    for other in ["marta@example.com.", "marta%2F@example.com", "marta%00@example.com", "mart\u{131}@example.com"] {
        let path = format!("/orders/{}", other.replace('\u{131}', "%C4%B1"));
        let status = send(&test_shop, call("GET", &path).by(marta)).await.status.as_u16();
        assert!([403, 404, 422].contains(&status), "{other}: {status}");
    }
}
