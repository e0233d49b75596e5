//! Payments created, listed and canceled; invalid requests.

use super::support::{GOOD, TestProvider, path_of, post, shop_post, text};
use serde_json::Value;
use std::time::Duration;

#[tokio::test]
async fn a_new_payment_has_the_fields_of_a_payment_intent() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    assert!(text(&intent["id"]).starts_with("pi_"));
    assert!(text(&intent["client_secret"]).starts_with(&format!("{}_secret_", text(&intent["id"]))));
    for (field, value) in [
        ("object", Value::from("payment_intent")),
        ("amount", 1234.into()),
        ("amount_received", 0.into()),
        ("currency", "usd".into()),
        ("status", "requires_payment_method".into()),
        ("livemode", false.into()),
        ("created", 1_767_225_600.into()),
        ("latest_charge", Value::Null),
        ("last_payment_error", Value::Null),
        ("next_action", Value::Null),
    ] {
        assert_eq!(intent[field], value, "{field}");
    }
    assert_eq!(intent["metadata"]["order"], "o-1");
}

#[tokio::test]
async fn errors_name_the_invalid_parameter_of_a_payment() {
    let provider = TestProvider::new();
    for (form, param) in [
        (vec![("currency", "usd")], "amount"),
        (vec![("amount", ""), ("currency", "usd")], "amount"),
        (vec![("amount", "49"), ("currency", "usd")], "amount"),
        (vec![("amount", "-100"), ("currency", "usd")], "amount"),
        (vec![("amount", "100000000"), ("currency", "usd")], "amount"),
        (vec![("amount", "1e3"), ("currency", "usd")], "amount"),
        (vec![("amount", "10.5"), ("currency", "usd")], "amount"),
        (vec![("amount", "+100"), ("currency", "usd")], "amount"),
        (vec![("amount", "-"), ("currency", "usd")], "amount"),
        (vec![("amount", "99999999999999999999"), ("currency", "usd")], "amount"),
        (vec![("amount", "100")], "currency"),
        (vec![("amount", "100"), ("currency", "eur")], "currency"),
        (vec![("amount", "100"), ("currency", "usd"), ("amount", "200")], "amount"),
        (vec![("amount", "100"), ("currency", "usd"), ("confirm", "true")], "confirm"),
        (vec![("amount", "100\u{0}"), ("currency", "usd")], "amount"),
        (
            vec![("amount", "100"), ("currency", "usd"), ("payment_method_types[]", "sepa_debit")],
            "payment_method_types",
        ),
    ] {
        let (status, body) = provider.shop("/v1/payment_intents", &form).await;
        assert_eq!((status, &body["error"]["param"]), (400, &Value::from(param)), "{form:?}");
        assert_eq!(body["error"]["type"], "invalid_request_error");
    }
    let long = "x".repeat(501);
    let form = [("amount", "100"), ("currency", "usd"), ("metadata[order]", long.as_str())];
    assert_eq!(provider.shop("/v1/payment_intents", &form).await.0, 400);
}

#[tokio::test]
async fn the_largest_and_the_smallest_amount_are_accepted() {
    let provider = TestProvider::new();
    for amount in ["50", "99999999"] {
        let (status, _) = provider.shop("/v1/payment_intents", &[("amount", amount), ("currency", "USD")]).await;
        assert_eq!(status, 200, "{amount}");
    }
}

#[tokio::test]
async fn requests_that_are_too_large_or_not_forms_are_refused() {
    let provider = TestProvider::new();
    let mut json = shop_post("/v1/payment_intents", &[], None);
    *json.body_mut() = br#"{"amount":100}"#.to_vec();
    json.headers_mut().insert("content-type", "application/json".parse().unwrap());
    assert_eq!(provider.send(json).await.0, 400);

    let huge = "x".repeat(20_000);
    assert_eq!(provider.shop("/v1/payment_intents", &[("description", &huge)]).await.0, 413);

    let names: Vec<String> = (0..200).map(|number| format!("metadata[{number}]")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
    assert_eq!(provider.shop("/v1/payment_intents", &many).await.0, 413);

    let mut binary = shop_post("/v1/payment_intents", &[], None);
    *binary.body_mut() = b"amount=\xff\xfe&currency=usd".to_vec();
    assert_eq!(provider.send(binary).await.0, 400);
}

#[tokio::test]
async fn unknown_urls_are_404() {
    let provider = TestProvider::new();
    for path in [
        "/v1/",
        "/v1/customers",
        "/v1/payment_intents/",
        "/v1/payment_intents/pi_1/capture",
        "/v1/refunds/re_1",
        "/v1/payment_intents/pi_1/confirm/more",
        "/v2/payment_intents",
        "/",
        "/sandbox",
        "/sandboxv1/refunds",
    ] {
        let (status, body) = provider.shop(path, &[]).await;
        assert_eq!((status, &body["error"]["type"]), (404, &"invalid_request_error".into()), "{path}");
    }
    let mut delete = shop_post("/v1/payment_intents", &[], None);
    *delete.method_mut() = http_types::Method::DELETE;
    assert_eq!(provider.send(delete).await.0, 404);
}

#[tokio::test]
async fn cancelling_is_final_and_a_late_attempt_returns_the_status() {
    let provider = TestProvider::new();
    let open = provider.intent().await;
    let paid = provider.intent().await;
    let reason = [("cancellation_reason", "abandoned")];
    let (status, cancelled) = provider.shop(&path_of(&open, "/cancel"), &reason).await;
    assert_eq!((status, &cancelled["status"]), (200, &"canceled".into()));
    assert_eq!(cancelled["cancellation_reason"], "abandoned");
    provider.confirm(&paid, GOOD).await;
    for (intent, state) in [(&open, "canceled"), (&paid, "succeeded")] {
        let (status, body) = provider.shop(&path_of(intent, "/cancel"), &[]).await;
        assert_eq!((status, &body["error"]["payment_intent"]["status"]), (400, &state.into()));
    }
    let (status, _) = provider.confirm(&open, GOOD).await;
    assert_eq!(status, 400);
    let other = provider.intent().await;
    assert_eq!(provider.shop(&path_of(&other, "/cancel"), &[("cancellation_reason", "why not")]).await.0, 400);
}

#[tokio::test]
async fn lists_are_paged_newest_first() {
    let provider = TestProvider::new();
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(text(&provider.intent().await["id"]));
        provider.clock.advance(Duration::from_secs(10));
    }
    ids.reverse();
    let page = async |query: &str| {
        let (_, list) = provider.shop_get(&format!("/v1/payment_intents?{query}")).await;
        let data: Vec<String> = list["data"].as_array().unwrap().iter().map(|item| text(&item["id"])).collect();
        (data, list["has_more"].as_bool().unwrap())
    };
    assert_eq!(page("limit=2").await, (ids[..2].to_vec(), true));
    assert_eq!(page(&format!("limit=3&starting_after={}", ids[1])).await, (ids[2..].to_vec(), false));
    assert_eq!(page("created[gte]=1767225620").await, (ids[..3].to_vec(), false));
    assert_eq!(page("created[gt]=1767225620&created[lt]=1767225640").await, (vec![ids[1].clone()], false));
    for bad in ["limit=0", "limit=101", "limit=x", "created[gte]=yesterday", "order=asc"] {
        assert_eq!(provider.shop_get(&format!("/v1/payment_intents?{bad}")).await.0, 400, "{bad}");
    }
    assert_eq!(provider.shop_get("/v1/payment_intents?starting_after=pi_none").await.0, 404);
}

#[tokio::test]
async fn responses_must_not_be_cached() {
    let provider = TestProvider::new();
    let response = provider.sandbox.answer(post("/v1/payment_methods", &[])).await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(response.headers()["request-id"].to_str().unwrap().starts_with("req_"));
}
