//! Attempts to access other users' data. The routes come from the OpenAPI document, so a new route is attacked as
//! soon as it is documented.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::{Person, Server},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// A call in the document: method, path, and the access token it requires, if any.
struct Route {
    method: String,
    path: String,
    token: Option<String>,
    /// The schema of the body.
    body: Value,
}

async fn routes(shop: &Shop) -> Vec<Route> {
    let (_, document) = Server::answer(shop.server.request("GET", "/openapi.json")).await;
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let token = operation["security"][0].as_object().and_then(|scheme| scheme.keys().next().cloned());
            let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let body = body.as_str().and_then(|at| document.pointer(at.trim_start_matches('#'))).cloned();
            routes.push(Route {
                method: method.to_uppercase(),
                path: path.clone(),
                token,
                body: body.unwrap_or_default(),
            });
        }
    }
    assert!(routes.len() > 30, "the document lists the routes");
    routes
}

/// Returns a valid body, so that a rejection is about the caller.
fn body(route: &Route, shop: &Shop) -> Option<Value> {
    match (route.method.as_str(), route.path.as_str()) {
        ("POST", "/parts") => Some(json!({
            "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg",
            "minOrderQuantity": 1, "available": 5, "price": 10,
        })),
        ("PUT", "/parts/{id}") => Some(json!({
            "revision": 1, "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg", "minOrderQuantity": 1, "price": 10,
        })),
        ("PUT", "/parts/{id}/listing") => Some(json!({ "revision": 1, "listing": { "universal": true } })),
        ("PUT", "/parts/{id}/fitments/{make}/{model}") => Some(json!({ "revision": 1, "applications": [] })),
        ("POST", "/parts/{id}/fitments/copies") => Some(json!({ "revision": 1, "from": shop.part })),
        ("PUT", "/conditions/{id}") => Some(json!({ "about": "part" })),
        ("PUT", "/suspensions/{part}/{make}/{model}") => Some(json!({ "reason": "Came back twice" })),
        ("PUT", "/lookups") => Some(json!({
            "lookups": [{ "scheme": "aces", "kind": "make", "code": "47", "value": "honda" }],
        })),
        ("PUT", "/imports/{id}") => Some(json!({ "state": "applying" })),
        ("POST", "/parts/{id}/stock") => Some(json!({ "reason": "received", "pieces": 20 })),
        ("POST", "/parts/{id}/stock-alerts") => Some(json!({ "email": "reader@example.com" })),
        ("POST", "/stock-alerts/stop" | "/guests/resume" | "/order-links") => Some(json!({ "token": "forged" })),
        ("PUT", "/parts/{id}/reorder-point") => Some(json!({ "reorderAt": 4 })),
        ("PATCH", "/parts") => Some(
            json!({ "ids": ["01900000-0000-7000-8000-000000000000"], "change": { "kind": "hide" }, "dryRun": true }),
        ),
        ("POST", "/brands" | "/categories") => Some(json!({ "key": "lights", "name": "Lights" })),
        ("PUT", "/brands/{id}" | "/categories/{id}") => Some(json!({ "name": "Brakes" })),
        ("POST", "/order/{id}/refunds" | "/order/{id}/refund-previews") => Some(json!({ "amount": 1 })),
        ("POST", "/order/{id}/returns" | "/order/{id}/return-previews") => {
            Some(json!({ "lines": [{ "line": 1, "pieces": 1 }], "reason": "not_needed" }))
        }
        ("PUT", "/returns/{id}") => Some(json!({ "decision": "cancel" })),
        ("PUT", "/cores/{id}/{line}") => Some(json!({ "received": 0, "accepted": 1, "refused": 0 })),
        ("POST", "/withdrawals") => Some(json!({ "orderNumber": "AP-2222-2222", "email": "olga@example.com" })),
        ("PUT", "/ship/{id}") => Some(json!({ "status": "shipped" })),
        ("POST", "/orders") => {
            Some(json!({ "orderedId": shop.part, "quantity": 1, "address": "1 Road", "phone": "555 0100" }))
        }
        ("POST", "/checkouts") => Some(json!({
            "lines": [{ "part": shop.part, "quantity": 1 }], "phone": "555 0100", "totalPrice": 10,
            "destination": { "recipient": "Olga", "line1": "1 Road", "city": "Berlin", "country": "DE" },
        })),
        ("POST", "/guests") => Some(json!({ "name": "Olga", "email": "olga@example.com" })),
        ("POST", "/rates/trials") => Some(json!({ "country": "DE", "hazmat": false, "goods": 10 })),
        ("POST", "/create-payment-intent") => Some(json!({ "price": 10, "order": shop.order })),
        ("PATCH", _) => Some(json!({ "booking": shop.order, "transactionId": "pi_forged" })),
        ("PUT", "/updateuser/{email}") => Some(json!({
            "name": "Olga", "address": "1 Road", "education": "School", "phone": "555 0100",
            "linkedin": "https://www.linkedin.com/in/olga",
        })),
        ("POST", "/reviews") => Some(json!({ "rating": "5", "review": "Good." })),
        ("PUT", _) => Some(first_revision(&route.body)),
        ("POST", _) => Some(json!({})),
        _ => None,
    }
}

/// The first revision of a document, without entries: what `/rates` and members' documents require.
fn first_revision(schema: &Value) -> Value {
    let required = schema["required"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap());
    required.map(|name| (name.to_owned(), if name == "revision" { json!(0) } else { json!([]) })).collect()
}

/// Returns a path with Marta's ids in it.
async fn address(route: &Route, shop: &Shop) -> String {
    let person = shop.server.call(&shop.marta, "GET", &format!("/users/{}", shop.marta.email), None).await;
    let id = if route.path.starts_with("/parts") {
        &shop.part
    } else if route.path.contains("user") || route.path.contains("session") {
        person["_id"].as_str().unwrap()
    } else {
        &shop.order
    };
    let key = if route.method == "GET" { &shop.marta.email } else { &shop.order };
    let known = route.path.replace("{id}", id).replace("{key}", key).replace("{email}", &shop.marta.email);
    let known = known.replace("{part}", &shop.part).replace("{make}", "honda").replace("{model}", "civic");
    match (route.method.as_str(), route.path.as_str()) {
        ("GET", "/lookups") => return format!("{known}?scheme=aces&kind=make"),
        ("DELETE", "/lookups") => return format!("{known}?scheme=aces&kind=make&code=47"),
        ("DELETE", path) if path.starts_with("/fit-flags/") => return format!("{known}?misfits=2"),
        _ => {}
    }
    if route.path == "/imports" && route.method == "POST" {
        return format!("{known}?kind=fitment");
    }
    if matches!(route.path.as_str(), "/numbers" | "/exports/numbers") {
        return format!("{known}?from=2026-01-01&to=2026-01-31");
    }
    let known = known.replace("/exports/{kind}", "/exports/fitment");
    // Any other path parameter is an id, too.
    match known.split_once('{') {
        Some((start, rest)) => format!("{start}{id}{}", rest.split_once('}').unwrap().1),
        None => known,
    }
}

async fn send(shop: &Shop, route: &Route, token: Option<&str>) -> (StatusCode, Value) {
    let mut request = shop.server.request(&route.method, &address(route, shop).await);
    if let Some(body) = body(route, shop) {
        request = request.json(&body);
    }
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    Server::answer(request).await
}

/// Calls that always act for the caller: they take no id of another user.
const OWN: &[(&str, &str)] = &[("POST", "/orders"), ("POST", "/checkouts"), ("POST", "/reviews")];

pub(crate) async fn data_of_other_users(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let routes = routes(&shop).await;
    for route in routes.iter().filter(|route| route.token.is_some()) {
        let name = format!("{} {}", route.method, route.path);
        let answer = send(&shop, route, None).await;
        report.case(format_args!("{name} without a token"), answer.0 == 401, said(&answer));
        let token = match route.token.as_deref() {
            Some("idToken") => shop.id_token(&shop.olga).await,
            _ => shop.olga.token.clone(),
        };
        let for_any_customer = OWN.contains(&(&route.method, &route.path)) || is_about_the_caller(route);
        if !for_any_customer {
            let answer = send(&shop, route, Some(&token)).await;
            let refused = matches!(answer.0.as_u16(), 401 | 403 | 404) && !reveals(&answer.1, &shop.marta);
            report.case(format_args!("{name} by another customer"), refused, said(&answer));
        }
    }
    spellings(&mut report, &shop).await;
    let order = shop.order_of(&shop.marta, &shop.order).await;
    let untouched = order["paid"] == false && order["state"] == "held" && order["email"] == shop.marta.email.as_str();
    report.case("Marta's order is as she left it", untouched, &order);
    report
}

/// Whether a call takes no id, and so can only affect the caller.
fn is_about_the_caller(route: &Route) -> bool {
    !route.path.contains('{') && (route.path.contains("session") || route.path.contains("sign-out"))
}

/// Whether a response reveals what only its owner may read.
fn reveals(answer: &Value, owner: &Person) -> bool {
    answer.to_string().contains(&owner.email)
}

/// Other spellings of Marta's ids and address, which must not bypass the access check.
async fn spellings(report: &mut Report, shop: &Shop) {
    let order = &shop.order;
    let email = &shop.marta.email;
    let compact = order.replace('-', "");
    for path in [
        format!("/order/{}", order.to_uppercase()),
        format!("/order/%7B{order}%7D"),
        format!("/order/{compact}"),
        format!("/order/urn:uuid:{order}"),
        format!("/order/{order}/"),
        format!("/order//{order}"),
        format!("/order/{order}%00"),
        format!("/order/{order}?owner={email}"),
        format!("/order/..%2forder%2f{order}"),
        format!("/orders/{}", email.to_uppercase()),
        format!("/orders/{email}%20"),
        "/orders/%6darta@example.com".to_owned(),
        format!("/orders/{email}?email={}", shop.olga.email),
        format!("/users/{email}%2f..%2f{}", shop.olga.email),
        format!("/admin/{email}"),
        "/orders/%".to_owned(),
        "/orders?limit=1000".to_owned(),
        "/users?limit=1".to_owned(),
        "/outbox?after=".to_owned(),
    ] {
        let answer = shop.get(&path, &shop.olga.token).await;
        let refused = answer.0.is_client_error() && !reveals(&answer.1, &shop.marta);
        report.case(format_args!("GET {} by another customer", path.replace(order, "ORDER")), refused, said(&answer));
    }
    for header in ["x-http-method-override", "x-original-url", "x-rewrite-url", "x-forwarded-user", "x-user-email"] {
        let path = format!("/orders/{}", shop.olga.email);
        let value = if header.contains("url") { format!("/orders/{email}") } else { email.clone() };
        let request = shop.server.request("GET", &path).bearer_auth(&shop.olga.token).header(header, value);
        let answer = Server::answer(request).await;
        report.case(format_args!("the header {header}"), !reveals(&answer.1, &shop.marta), said(&answer));
    }
}
