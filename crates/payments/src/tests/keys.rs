//! Idempotency keys.

use super::support::{GOOD, TestProvider, shop_post, text};

#[tokio::test]
async fn a_key_repeats_its_first_response_and_rejects_other_requests() {
    let provider = TestProvider::new();
    let form = [("amount", "500"), ("currency", "usd")];
    let (_, first) = provider.shop_once("/v1/payment_intents", &form, "k").await;
    let reordered = [("currency", "usd"), ("amount", "500")];
    assert_eq!(provider.shop_once("/v1/payment_intents", &reordered, "k").await.1["id"], first["id"]);
    let again = provider.sandbox.answer(shop_post("/v1/payment_intents", &form, Some("k"))).await;
    assert_eq!(again.headers()["idempotent-replayed"], "true");

    let other = [("amount", "501"), ("currency", "usd")];
    for (path, form) in [("/v1/payment_intents", &other), ("/v1/refunds", &form)] {
        let (status, body) = provider.shop_once(path, form, "k").await;
        assert_eq!((status, &body["error"]["type"]), (400, &"idempotency_error".into()));
    }
}

#[tokio::test]
async fn a_failed_call_is_replayed_under_its_key() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let id = text(&intent["id"]);
    let form = [("payment_intent", id.as_str())];
    let (status, first) = provider.shop_once("/v1/refunds", &form, "r").await;
    assert_eq!(status, 400);
    provider.confirm(&intent, GOOD).await;
    assert_eq!(provider.shop_once("/v1/refunds", &form, "r").await, (400, first));
}

#[tokio::test]
async fn refused_parameters_leave_the_key_unused() {
    let provider = TestProvider::new();
    let bad = [("amount", "1"), ("currency", "usd")];
    assert_eq!(provider.shop_once("/v1/payment_intents", &bad, "k").await.0, 400);
    let good = [("amount", "100"), ("currency", "usd")];
    assert_eq!(provider.shop_once("/v1/payment_intents", &good, "k").await.0, 200);
    let long = "k".repeat(256);
    assert_eq!(provider.shop_once("/v1/payment_intents", &good, &long).await.0, 400);
}
