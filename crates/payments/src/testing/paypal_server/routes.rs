//! The endpoints of the PayPal mock.

use super::{
    PayPalServer,
    books::{Books, Capture, Dispute, Order, Outcome, Refund},
    transmission_signature,
};
use crate::secret::Secret;
use autoparts_domain::time::Timestamp;
use http_types::{Method, Request, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) const CLIENT_ID: &str = "client-of-the-shop";
pub(super) const CLIENT_SECRET: &str = "secret-of-the-shop";

/// `client-of-the-shop:secret-of-the-shop` in base 64.
const CREDENTIALS: &str = "Basic Y2xpZW50LW9mLXRoZS1zaG9wOnNlY3JldC1vZi10aGUtc2hvcA==";

/// Transactions per page. PayPal has up to 500; the mock has fewer, so that tests reach a second page.
const PAGE: usize = 40;

pub(super) fn time(at: Timestamp) -> String {
    jiff::Timestamp::from_second(at.seconds()).unwrap_or(jiff::Timestamp::MAX).to_string()
}

pub(super) fn error(status: u16, name: &str, issue: &str) -> Response<Vec<u8>> {
    let body = json!({"name": name, "message": "See the details.", "debug_id": "1", "details": [{"issue": issue}]});
    respond(status, &body)
}

fn respond(status: u16, body: &Value) -> Response<Vec<u8>> {
    let mut response = Response::new(if body.is_null() { Vec::new() } else { body.to_string().into_bytes() });
    *response.status_mut() = status.try_into().unwrap_or_default();
    response
}

fn refused(issue: &str) -> Response<Vec<u8>> {
    error(422, "UNPROCESSABLE_ENTITY", issue)
}

fn not_found() -> Response<Vec<u8>> {
    error(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
}

pub(super) fn answer(books: &mut Books, request: &Request<Vec<u8>>, now: Timestamp) -> Response<Vec<u8>> {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = request.uri().path();
    let body = request.body();
    if path == "/v1/oauth2/token" {
        return token(books, header("authorization"), body);
    }
    let token = header("authorization").strip_prefix("Bearer ").unwrap_or_default();
    if !books.tokens.contains(token) {
        return error(401, "AUTHENTICATION_FAILURE", "");
    }
    if path == "/v1/notifications/verify-webhook-signature" {
        return verification(body);
    }
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let sent: Value = serde_json::from_slice(body).unwrap_or_default();
    let query: BTreeMap<String, String> =
        form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned().collect();
    let key = header("paypal-request-id");
    match (request.method(), parts.as_slice()) {
        (&Method::POST, ["v2", "checkout", "orders"]) => create(books, &sent, key),
        (&Method::GET, ["v2", "checkout", "orders", id]) => shown(books, id, 200),
        (&Method::PATCH, ["v2", "checkout", "orders", id]) => update(books, id, &sent),
        (&Method::POST, ["v2", "checkout", "orders", id, "capture"]) => match books.capture(id, now) {
            Ok(()) => shown(books, id, 201),
            Err("INVALID_RESOURCE_ID") => not_found(),
            Err(issue) => refused(issue),
        },
        (&Method::GET, ["v2", "payments", "captures", id]) => {
            let found = books.captures.iter().find(|capture| capture.id == *id);
            found.map_or_else(not_found, |capture| respond(200, &capture_view(capture)))
        }
        (&Method::POST, ["v2", "payments", "captures", id, "refund"]) => refund(books, id, &sent, key, now),
        (&Method::GET, ["v1", "reporting", "transactions"]) => transactions(books, &query),
        (&Method::GET, ["v1", "customer", "disputes"]) => disputes(books, &query),
        (&Method::GET, ["v1", "customer", "disputes", id]) => {
            let found = books.disputes.iter().find(|dispute| dispute.id == *id);
            found.map_or_else(not_found, |dispute| respond(200, &dispute_view(dispute)))
        }
        _ => not_found(),
    }
}

fn token(books: &mut Books, credentials: &str, body: &[u8]) -> Response<Vec<u8>> {
    let is_known = Secret::from(CREDENTIALS).is(credentials) && body == b"grant_type=client_credentials";
    if !is_known || books.rejects_the_secret {
        return respond(401, &json!({"error": "invalid_client", "error_description": "Client Authentication failed"}));
    }
    let token = books.next_id("A21AA");
    books.tokens.insert(token.clone());
    respond(200, &json!({"access_token": token, "token_type": "Bearer", "expires_in": 32_400}))
}

/// Verifies the signature of a webhook over its bytes as received.
fn verification(body: &[u8]) -> Response<Vec<u8>> {
    let text = String::from_utf8_lossy(body);
    let Some((head, event)) = text.split_once(r#","webhook_event":"#) else {
        return error(400, "VALIDATION_ERROR", "MISSING_REQUIRED_PARAMETER");
    };
    let fields: Value = serde_json::from_str(&format!("{head}}}")).unwrap_or_default();
    let field = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    let event = event.strip_suffix('}').unwrap_or_default();
    let signature = transmission_signature(field("transmission_time"), event.as_bytes());
    let is_genuine = field("webhook_id") == PayPalServer::WEBHOOK_ID
        && field("auth_algo") == "SHA256withRSA"
        && !field("transmission_id").is_empty()
        && field("transmission_sig") == signature;
    respond(200, &json!({"verification_status": if is_genuine { "SUCCESS" } else { "FAILURE" }}))
}

/// Parses an amount in dollars as cents.
fn cents(amount: &Value) -> Option<i64> {
    let value = amount.get("value")?.as_str()?;
    let (dollars, cents) = value.split_once('.')?;
    format!("{dollars}{cents}").parse().ok().filter(|_| cents.len() == 2)
}

fn money(currency: &str, cents: i64) -> Value {
    let sign = if cents < 0 { "-" } else { "" };
    let dollars = cents.abs() / 100;
    let rest = cents.abs() % 100;
    json!({"currency_code": currency, "value": format!("{sign}{dollars}.{rest:02}")})
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

/// PayPal answers a reused key with the first order, whatever the request.
fn create(books: &mut Books, sent: &Value, key: &str) -> Response<Vec<u8>> {
    if let Some(first) = books.keys.get(key).cloned() {
        return shown(books, &first, 200);
    }
    let unit = sent.pointer("/purchase_units/0").cloned().unwrap_or_default();
    let amount = unit.get("amount").cloned().unwrap_or_default();
    let (Some(cents), Some(currency)) = (cents(&amount), text(&amount, "currency_code")) else {
        return error(400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER");
    };
    let id = books.next_id("5O");
    let order = Order {
        id: id.clone(),
        intent: text(sent, "intent").unwrap_or_default(),
        status: "CREATED",
        cents,
        currency,
        custom_id: text(&unit, "custom_id"),
        invoice_id: text(&unit, "invoice_id"),
        is_funded: false,
    };
    books.orders.insert(id.clone(), order);
    if !key.is_empty() {
        books.keys.insert(key.to_owned(), id.clone());
    }
    shown(books, &id, 201)
}

fn update(books: &mut Books, id: &str, sent: &Value) -> Response<Vec<u8>> {
    let Some(order) = books.orders.get_mut(id) else { return not_found() };
    if !matches!(order.status, "CREATED" | "APPROVED") {
        return refused("ORDER_ALREADY_COMPLETED");
    }
    let patch = sent.get(0).cloned().unwrap_or_default();
    match (text(&patch, "op").as_deref(), text(&patch, "path").as_deref(), text(&patch, "value")) {
        (Some("replace"), Some("/intent"), Some(intent)) => {
            order.intent = intent;
            respond(204, &Value::Null)
        }
        _ => refused("NOT_PATCHABLE"),
    }
}

fn refund(books: &mut Books, capture: &str, sent: &Value, key: &str, now: Timestamp) -> Response<Vec<u8>> {
    if let Some(first) = books.keys.get(key) {
        let made = books.refunds.iter().find(|refund| refund.id == *first);
        return made.map_or_else(not_found, |refund| respond(200, &refund_view(refund)));
    }
    let Some(cents) = sent.get("amount").and_then(cents) else {
        return error(400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER");
    };
    let left = books.left_of(capture);
    if !books.captures.iter().any(|one| one.id == capture) {
        return not_found();
    }
    if books.is_disputed(capture) {
        return refused("CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED");
    }
    if left == 0 {
        return refused("CAPTURE_FULLY_REFUNDED");
    }
    if cents > left {
        return refused("REFUND_AMOUNT_EXCEEDED");
    }
    let id = books.refund(capture, cents, text(sent, "custom_id"), now);
    books.keys.insert(key.to_owned(), id.clone());
    let made = books.refunds.iter().find(|refund| refund.id == id);
    made.map_or_else(not_found, |refund| respond(201, &refund_view(refund)))
}

fn shown(books: &Books, id: &str, status: u16) -> Response<Vec<u8>> {
    let Some(order) = books.orders.get(id) else { return not_found() };
    let captures: Vec<_> = books.captures.iter().filter(|capture| capture.order == id).collect();
    let refunds = books.refunds.iter().filter(|refund| captures.iter().any(|capture| capture.id == refund.capture));
    let body = json!({
        "id": id, "status": order.status, "intent": order.intent,
        "purchase_units": [{
            "reference_id": "default", "custom_id": order.custom_id, "invoice_id": order.invoice_id,
            "amount": money(&order.currency, order.cents),
            "payments": {
                "captures": captures.iter().map(|capture| capture_view(capture)).collect::<Vec<_>>(),
                "refunds": refunds.map(refund_view).collect::<Vec<_>>(),
            },
        }],
        "links": [{"rel": "self", "href": format!("https://api.example/v2/checkout/orders/{id}")}],
    });
    let payer = (order.status != "CREATED").then(|| json!({"payer_id": "QYR5Z8XDVJNXQ"}));
    let approval = matches!(order.status, "CREATED" | "APPROVED").then(|| {
        let href = format!("https://www.paypal.example/checkoutnow?token={id}");
        json!([{"rel": "approve", "href": href}])
    });
    respond(status, &with(with(body, "payer", payer), "links", approval))
}

/// Adds a field to an object if there is a value.
fn with(mut object: Value, name: &str, value: Option<Value>) -> Value {
    if let (Value::Object(fields), Some(value)) = (&mut object, value) {
        fields.insert(name.to_owned(), value);
    }
    object
}

fn capture_view(capture: &Capture) -> Value {
    json!({
        "id": capture.id, "status": capture.status, "amount": money("USD", capture.cents),
        "create_time": time(capture.at), "supplementary_data": {"related_ids": {"order_id": capture.order}},
    })
}

fn refund_view(refund: &Refund) -> Value {
    let capture = format!("https://api.example/v2/payments/captures/{}", refund.capture);
    json!({
        "id": refund.id, "status": "COMPLETED", "amount": money("USD", refund.cents), "custom_id": refund.custom_id,
        "create_time": time(refund.at), "links": [{"rel": "up", "href": capture}],
    })
}

fn dispute_view(dispute: &Dispute) -> Value {
    let view = json!({
        "dispute_id": dispute.id, "create_time": time(dispute.at), "dispute_amount": money("USD", dispute.cents),
        "dispute_life_cycle_stage": "CHARGEBACK",
        "status": if dispute.outcome.is_some() { "RESOLVED" } else { "UNDER_REVIEW" },
        "disputed_transactions": [{"seller_transaction_id": dispute.capture}],
    });
    let outcome = dispute.outcome.map(|outcome| match outcome {
        Outcome::Buyer => {
            json!({"outcome_code": "RESOLVED_BUYER_FAVOUR", "amount_refunded": money("USD", dispute.cents)})
        }
        Outcome::Seller => json!({"outcome_code": "RESOLVED_SELLER_FAVOUR"}),
    });
    with(view, "dispute_outcome", outcome)
}

fn instant(text: Option<&String>) -> Option<i64> {
    Some(text?.parse::<jiff::Timestamp>().ok()?.as_second())
}

/// The account's transactions, newest first.
fn transactions(books: &Books, query: &BTreeMap<String, String>) -> Response<Vec<u8>> {
    let (Some(from), Some(until)) = (instant(query.get("start_date")), instant(query.get("end_date"))) else {
        return error(400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER");
    };
    if until - from > 31 * 24 * 3600 || until < from {
        return error(400, "INVALID_REQUEST", "INVALID_DATE_RANGE");
    }
    let captures = books.captures.iter().map(|capture| {
        let custom = books.orders.get(&capture.order).and_then(|order| order.custom_id.as_deref());
        (capture.at, transaction(&capture.id, None, "T0006", capture.cents, capture.at, custom))
    });
    let refunds = books.refunds.iter().map(|refund| {
        let reference = Some(refund.capture.as_str());
        let custom = refund.custom_id.as_deref();
        (refund.at, transaction(&refund.id, reference, "T1107", -refund.cents, refund.at, custom))
    });
    let mut all: Vec<_> = captures.chain(refunds).filter(|(at, _)| (from..=until).contains(&at.seconds())).collect();
    all.reverse();
    all.sort_by(|(one, _), (other, _)| other.cmp(one));
    let page: usize = query.get("page").and_then(|page| page.parse().ok()).unwrap_or(1);
    let shown: Vec<_> = all.iter().skip(page.saturating_sub(1) * PAGE).take(PAGE).map(|(_, view)| view).collect();
    respond(200, &json!({"transaction_details": shown, "page": page, "total_pages": all.len().div_ceil(PAGE)}))
}

fn transaction(
    id: &str,
    reference: Option<&str>,
    code: &str,
    cents: i64,
    at: Timestamp,
    custom: Option<&str>,
) -> Value {
    json!({"transaction_info": {
        "transaction_id": id, "paypal_reference_id": reference, "transaction_event_code": code,
        "transaction_initiation_date": time(at), "transaction_amount": money("USD", cents),
        "transaction_status": "S", "custom_field": custom,
    }})
}

fn disputes(books: &Books, query: &BTreeMap<String, String>) -> Response<Vec<u8>> {
    let since = instant(query.get("start_time")).unwrap_or(i64::MIN);
    let about = query.get("disputed_transaction_id");
    let wanted = books
        .disputes
        .iter()
        .rev()
        .filter(|dispute| dispute.at.seconds() >= since && about.is_none_or(|capture| *capture == dispute.capture));
    let items: Vec<_> = wanted.map(|dispute| json!({"dispute_id": dispute.id})).collect();
    respond(200, &json!({"items": items, "links": []}))
}
