//! Requests over the network: what is sent, what is retried, and what is not.

use super::support::{self, SECRET_KEY, WEBHOOK_SECRET};
use crate::{Network, StripeGateway, Transport, testing::MockServer};
use autoparts_application::ports::payment_gateway::{
    GatewayError, NewPayment, PaymentGateway, ProviderDispute, ProviderRefund, RefundProgress,
};
use autoparts_domain::{
    id::OrderId,
    money::Money,
    payments::{TransactionId, reversal::DisputeState},
    time::Timestamp,
};
use http_types::{Request, Response};
use serde_json::{Value, json};
use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

fn gateway(double: &MockServer) -> StripeGateway {
    StripeGateway::at(&double.url, SECRET_KEY.into(), vec![WEBHOOK_SECRET.into()]).unwrap()
}

fn new_payment() -> NewPayment {
    let order: OrderId = "00000000-0000-0000-0000-000000000001".parse().unwrap();
    let shop = "00000000-0000-0000-0000-000000000077".parse().unwrap();
    NewPayment { key: "order:1:1".to_owned(), amount: Money::from_cents(500).unwrap(), order, shop }
}

fn payment_id() -> TransactionId {
    "pi_1".parse().unwrap()
}

fn answer(status: u16, body: &Value) -> Response<Vec<u8>> {
    Response::builder().status(status).body(body.to_string().into_bytes()).unwrap()
}

fn intent() -> Response<Vec<u8>> {
    answer(
        200,
        &json!({
            "id": "pi_1", "object": "payment_intent", "amount": 500, "created": 1, "client_secret": "pi_1_secret_x",
            "currency": "usd", "status": "requires_payment_method",
        }),
    )
}

fn failed(status: u16) -> Response<Vec<u8>> {
    answer(status, &json!({"error": {"type": "api_error"}}))
}

#[tokio::test]
async fn a_request_names_the_key_the_version_and_the_wish() {
    let double = MockServer::that_answers(vec![Some(intent())]).await;
    gateway(&double).start(new_payment()).await.unwrap();
    let [request] = &double.seen()[..] else { panic!("not one request") };
    assert_eq!((request.method().as_str(), request.uri().path()), ("POST", "/v1/payment_intents"));
    let header = |name: &str| request.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert_eq!(header("authorization"), format!("Bearer {SECRET_KEY}"));
    assert_eq!(header("idempotency-key"), "order:1:1");
    assert_eq!(header("stripe-version"), "2024-06-20");
    let form: Vec<_> = form_urlencoded::parse(request.body()).into_owned().collect();
    assert!(form.contains(&("amount".to_owned(), "500".to_owned())), "{form:?}");
}

#[tokio::test]
async fn a_call_whose_answer_was_lost_is_made_again_under_its_key() {
    let inside = support::TestProvider::new();
    let sandbox = Arc::clone(&inside.sandbox);
    let lost = Arc::new(AtomicBool::new(false));
    let double = MockServer::that(move |request| {
        let sandbox = Arc::clone(&sandbox);
        let lost = Arc::clone(&lost);
        async move {
            let answer = sandbox.answer(request).await;
            lost.swap(true, Ordering::SeqCst).then_some(answer)
        }
    })
    .await;
    let payment = gateway(&double).start(new_payment()).await.unwrap();
    let keys: Vec<_> = double.seen().iter().map(|request| request.headers()["idempotency-key"].clone()).collect();
    assert_eq!(keys, ["order:1:1", "order:1:1"]);
    let (_, payments) = inside.shop_get("/v1/payment_intents").await;
    assert_eq!(payments["data"].as_array().unwrap().len(), 1);
    assert_eq!(payments["data"][0]["id"], payment.id.as_str());
}

#[tokio::test]
async fn what_may_pass_is_tried_again_and_what_will_not_is_not() {
    for (first, tries) in [
        (Some(failed(500)), 2),
        (Some(failed(503)), 2),
        (Some(failed(429)), 2),
        (Some(failed(409)), 2),
        (None, 2),
        (Some(failed(400)), 1),
        (Some(failed(401)), 1),
        (Some(failed(402)), 1),
        (Some(failed(404)), 1),
    ] {
        let status = first.as_ref().map(|response| response.status().as_u16());
        let double = MockServer::that_answers(vec![first, Some(intent())]).await;
        let outcome = gateway(&double).payment(payment_id()).await;
        assert_eq!((outcome.is_ok(), double.seen().len()), (tries == 2, tries), "{status:?}");
    }
}

fn refund(status: &str) -> Value {
    json!({"id": "re_1", "object": "refund", "amount": 500, "created": 1, "currency": "usd", "status": status})
}

#[tokio::test]
async fn a_refund_is_known_by_the_id_that_the_shop_gave_it() {
    let id = "0192aaaa-0000-7000-8000-000000000001";
    for (metadata, expected) in [
        (json!({ "refund": id }), id.parse().ok()),
        (json!({ "refund": "by hand" }), None),
        (json!({ "order": id }), None),
    ] {
        let mut listed = refund("succeeded");
        listed["metadata"] = metadata;
        let listed = json!({"object": "list", "data": [listed], "has_more": false});
        let double = MockServer::that_answers(vec![Some(answer(200, &listed))]).await;
        let refunds = gateway(&double).refunds(payment_id()).await.unwrap();
        assert_eq!(refunds.iter().map(|refund| refund.refund).collect::<Vec<_>>(), [expected]);
    }
}

#[tokio::test]
async fn how_far_a_refund_has_come_is_read_from_the_list() {
    for (word, expected) in [
        ("pending", RefundProgress::UnderWay),
        ("requires_action", RefundProgress::UnderWay),
        ("a_new_word", RefundProgress::UnderWay),
        ("succeeded", RefundProgress::Done),
        ("failed", RefundProgress::Failed),
        ("canceled", RefundProgress::Failed),
    ] {
        let listed = json!({"object": "list", "data": [refund(word)], "has_more": false});
        let double = MockServer::that_answers(vec![Some(answer(200, &listed))]).await;
        let refunds = gateway(&double).refunds(payment_id()).await.unwrap();
        assert_eq!(
            refunds,
            [ProviderRefund { refund: None, amount: Money::from_cents(500).unwrap(), progress: expected }]
        );
    }
}

#[tokio::test]
async fn a_dispute_is_read_in_every_word_it_may_have() {
    for (word, expected) in [
        ("warning_needs_response", DisputeState::Inquiry),
        ("warning_under_review", DisputeState::Inquiry),
        ("warning_closed", DisputeState::Won),
        ("prevented", DisputeState::Won),
        ("needs_response", DisputeState::Open),
        ("under_review", DisputeState::Open),
        ("a_new_word", DisputeState::Open),
        ("won", DisputeState::Won),
        ("lost", DisputeState::Lost),
    ] {
        let dispute = json!({"id": "du_1", "object": "dispute", "amount": 500, "created": 1, "status": word});
        let listed = json!({"object": "list", "data": [dispute], "has_more": false});
        let double = MockServer::that_answers(vec![Some(answer(200, &listed))]).await;
        let disputes = gateway(&double).disputes(payment_id()).await.unwrap();
        assert_eq!(disputes, [ProviderDispute { amount: Money::from_cents(500).unwrap(), state: expected }]);
        assert_eq!(double.seen()[0].uri(), "/v1/disputes?payment_intent=pi_1&limit=100");
    }
}

fn replayed(status: u16) -> Response<Vec<u8>> {
    let mut response = failed(status);
    response.headers_mut().insert("idempotent-replayed", "true".parse().unwrap());
    response
}

#[tokio::test]
async fn a_failure_saved_under_the_key_is_reported_and_not_retried() {
    let double = MockServer::that_answers(vec![Some(failed(500)), Some(replayed(500)), Some(intent())]).await;
    let outcome = gateway(&double).start(new_payment()).await;
    assert!(matches!(outcome, Err(GatewayError::PoisonedKey)), "{outcome:?}");
    assert_eq!(double.seen().len(), 2);
    let double = MockServer::that_answers(vec![Some(replayed(402))]).await;
    let refused = gateway(&double).start(new_payment()).await;
    assert!(matches!(refused, Err(GatewayError::Refused(_))), "{refused:?}");
}

#[tokio::test]
async fn the_provider_says_whether_to_try_again() {
    let advised = |status: u16, advice: &str| {
        let mut response = failed(status);
        response.headers_mut().insert("stripe-should-retry", advice.parse().unwrap());
        response
    };
    for (first, tries) in [(Some(advised(500, "false")), 1), (Some(advised(400, "true")), 2)] {
        let double = MockServer::that_answers(vec![first, Some(intent())]).await;
        drop(gateway(&double).payment(payment_id()).await);
        assert_eq!(double.seen().len(), tries);
    }
}

#[tokio::test]
async fn a_provider_that_asks_for_a_long_pause_is_not_waited_for() {
    let mut busy = failed(429);
    busy.headers_mut().insert("retry-after", "60".parse().unwrap());
    let double = MockServer::that_answers(vec![Some(busy), Some(intent())]).await;
    let outcome = gateway(&double).payment(payment_id()).await;
    assert!(matches!(outcome, Err(GatewayError::Unavailable(_))));
    assert_eq!(double.seen().len(), 1);
}

#[tokio::test]
async fn a_provider_that_does_not_answer_is_left_alone_after_a_few_calls() {
    let double = MockServer::that_answers(vec![Some(failed(503))]).await;
    let gateway = gateway(&double);
    for _ in 0..4 {
        let outcome = gateway.payment(payment_id()).await;
        assert!(matches!(outcome, Err(GatewayError::Unavailable(_))));
    }
    assert_eq!(double.seen().len(), 5);
}

#[tokio::test]
async fn a_provider_that_refuses_is_still_there() {
    let double = MockServer::that_answers(vec![Some(failed(402))]).await;
    let gateway = gateway(&double);
    for _ in 0..8 {
        drop(gateway.payment(payment_id()).await);
    }
    assert_eq!(double.seen().len(), 8);
}

/// With paused time, the clock advances automatically while all tasks wait.
#[tokio::test(start_paused = true)]
async fn a_provider_that_hangs_is_given_up() {
    let double = MockServer::that(|_| pending()).await;
    let outcome = gateway(&double).payment(payment_id()).await;
    assert!(matches!(outcome, Err(GatewayError::Unavailable(_))));
}

#[tokio::test]
async fn an_endless_answer_is_cut_off() {
    let body = vec![b' '; 9 * 1024 * 1024];
    let double = MockServer::that_answers(vec![Some(Response::new(body))]).await;
    let error = Network::to(&double.url).unwrap().carry(Request::new(Vec::new())).await.unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
}

#[tokio::test]
async fn a_refused_connection_is_unavailable() {
    let gateway = StripeGateway::at("http://127.0.0.1:1", SECRET_KEY.into(), Vec::new()).unwrap();
    assert!(matches!(gateway.payment(payment_id()).await, Err(GatewayError::Unavailable(_))));
}

#[test]
fn plain_http_is_for_this_machine_only() {
    for good in [crate::STRIPE_API_BASE, "http://127.0.0.1:1", "http://localhost:8420"] {
        assert!(Network::to(good).is_ok(), "{good}");
    }
    for bad in ["http://api.stripe.com", "ftp://127.0.0.1", "nonsense", ""] {
        assert!(Network::to(bad).is_err(), "{bad}");
    }
}

#[tokio::test]
async fn a_list_that_never_ends_is_not_read_for_ever() {
    let intent: Value = serde_json::from_slice(intent().body()).unwrap();
    let page = json!({"object": "list", "data": [intent], "has_more": true, "url": "/v1/payment_intents"});
    let double = MockServer::that_answers(vec![Some(answer(200, &page))]).await;
    let listed = gateway(&double).payments_since(Timestamp::from_micros(0)).await.unwrap();
    assert_eq!((listed.len(), double.seen().len()), (500, 500));
}

#[tokio::test]
async fn a_payment_of_the_other_mode_is_none_of_ours() {
    let mut live: Value = serde_json::from_slice(intent().body()).unwrap();
    live["livemode"] = true.into();
    let double = MockServer::that_answers(vec![Some(answer(200, &live))]).await;
    for (key, ours) in [("sk_test_1", false), ("rk_test_1", false), ("sk_live_1", true), ("rk_live_1", true)] {
        let gateway = StripeGateway::at(&double.url, key.into(), Vec::new()).unwrap();
        let outcome = gateway.payment(payment_id()).await;
        assert_eq!(outcome.is_ok(), ours, "{key}: {outcome:?}");
        assert!(ours || matches!(outcome, Err(GatewayError::Unknown)), "{key}");
    }
}
