//! Payments, deletions and refunds, killed while they wait for the provider or right after a response.

use super::{Crashing, Point, Seen};
use crate::scene::{GOOD, Scene};
use autoparts_payments::testing::Moment;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

const START: &str = "POST /v1/payment_intents";
const LOOK: &str = "GET /v1/payment_intents/";
const REFUND: &str = "POST /v1/refunds";

/// Timeout for the shop's background work, in steps of 50 ms.
const STEPS: usize = 300;

/// Longer than the shop's provider timeout.
const TOO_LONG: Duration = Duration::from_secs(7);

/// Waits until a condition holds; returns whether it did.
pub(crate) async fn at_last(mut holds: impl AsyncFnMut() -> bool) -> bool {
    for _ in 0..STEPS {
        if holds().await {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    false
}

/// Whether a payment succeeded at the provider.
async fn charges(scene: &Scene, id: &str) -> bool {
    scene.status(id).await == "succeeded"
}

pub(crate) async fn start(shop: &mut Crashing, point: Point) -> Seen {
    let moment = if point == Point::NotCalled { Moment::BeforeEffect } else { Moment::BeforeAnswer };
    let scene = &mut shop.scene;
    let order = scene.order().await;
    let before = scene.payments().await;
    scene.kill_during(START, moment, async |scene| drop(scene.start(&order).await)).await;
    scene.come_back();
    let (secret, id) = scene.started(&order).await;
    // The provider's list is limited; until it is full, it shows a second payment.
    let after = scene.payments().await;
    let paid = scene.provider.pay(&secret, GOOD).await["status"] == "succeeded";
    let booked = scene.server().book(&scene.marta, &order, &id).await.0 == StatusCode::OK;
    Seen::acknowledged(paid && booked && scene.is_paid(&order).await).doubled(after > before + 1)
}

pub(crate) async fn unreported(shop: &mut Crashing, point: Point) -> Seen {
    let scene = &mut shop.scene;
    let (order, id) = scene.paid_at_the_provider().await;
    if point == Point::NotCommitted {
        let booking = async |scene: &Scene| drop(scene.server().book(&scene.marta, &order, &id).await);
        scene.kill_during(LOOK, Moment::BeforeAnswer, booking).await;
    }
    scene.come_back();
    Seen::acknowledged(at_last(async || scene.is_paid(&order).await).await)
}

pub(crate) async fn answered(shop: &mut Crashing, point: Point) -> Seen {
    let event = format!("evt_answered_{}", shop.number);
    let scene = &mut shop.scene;
    let (order, id) = scene.paid_at_the_provider().await;
    if point == Point::MessageAnswered {
        assert_eq!(scene.message(&event, &id).await, StatusCode::OK);
    } else {
        assert_eq!(scene.server().book(&scene.marta, &order, &id).await.0, StatusCode::OK);
    }
    scene.come_back();
    let paid = scene.is_paid(&order).await;
    let (_, again) = scene.server().book(&scene.marta, &order, &id).await;
    let message = scene.message(&event, &id).await;
    Seen::acknowledged(paid && message == StatusCode::OK).doubled(again["modifiedCount"] != 0)
}

pub(crate) async fn both_at_once(shop: &mut Crashing) -> Seen {
    let event = format!("evt_both_{}", shop.number);
    let wait = Duration::from_micros(shop.dice.below(30_000));
    let scene = &mut shop.scene;
    let (order, id) = scene.paid_at_the_provider().await;
    let server = scene.server().handle();
    let marta = scene.marta.clone();
    let of_browser = server.handle();
    let body = json!({ "booking": order, "transactionId": id });
    let path = format!("/booking/{order}");
    let browser = tokio::spawn(async move {
        let request = of_browser.request("PATCH", &path).bearer_auth(&marta.token).json(&body);
        request.send().await.is_ok_and(|answer| answer.status().is_success())
    });
    let message = async { tokio::time::timeout(wait, scene.message_or_nothing(&event, &id)).await.ok().flatten() };
    let answered = message.await;
    scene.kill();
    let acknowledged = browser.await.unwrap() || answered == Some(StatusCode::OK);
    scene.come_back();
    let paid = at_last(async || scene.is_paid(&order).await).await;
    let (_, again) = scene.server().book(&scene.marta, &order, &id).await;
    let seen = if acknowledged { Seen::acknowledged(paid) } else { Seen::unacknowledged(paid) };
    seen.doubled(again["modifiedCount"] != 0)
}

pub(crate) async fn deletion(shop: &mut Crashing, point: Point) -> Seen {
    let moment = if point == Point::NotCancelled { Moment::BeforeEffect } else { Moment::BeforeAnswer };
    let scene = &mut shop.scene;
    let before = scene.available().await;
    let order = scene.order().await;
    let (secret, id) = scene.started(&order).await;
    let cancel = format!("POST /v1/payment_intents/{id}/cancel");
    scene.kill_during(&cancel, moment, async |scene| drop(scene.delete(&order).await)).await;
    scene.come_back();
    let first = scene.delete(&order).await.1["deletedCount"].clone();
    let second = scene.delete(&order).await.1["deletedCount"].clone();
    let charged = scene.provider.pay(&secret, GOOD).await["status"] == "succeeded";
    Seen::unacknowledged(first == 1 && !charged && scene.available().await == before).doubled(second != 0)
}

pub(crate) async fn deletion_answered(shop: &mut Crashing) -> Seen {
    let scene = &mut shop.scene;
    let before = scene.available().await;
    let order = scene.order().await;
    scene.started(&order).await;
    assert_eq!(scene.delete(&order).await.1["deletedCount"], 1);
    scene.come_back();
    let again = scene.delete(&order).await.1["deletedCount"].clone();
    Seen::acknowledged(scene.available().await == before).doubled(again != 0)
}

pub(crate) async fn paid_while_deleted(shop: &mut Crashing) -> Seen {
    let scene = &mut shop.scene;
    let order = scene.order().await;
    let (secret, id) = scene.started(&order).await;
    scene.provider.stop(&format!("POST /v1/payment_intents/{id}/cancel"), Moment::BeforeEffect);
    tokio::select! {
        _ = scene.delete(&order) => panic!("the deletion was not stopped"),
        () = scene.provider.stopped() => {}
    }
    assert_eq!(scene.provider.pay(&secret, GOOD).await["status"], "succeeded");
    scene.kill();
    scene.provider.let_go();
    scene.come_back();
    let paid = at_last(async || scene.is_paid(&order).await).await;
    Seen::acknowledged(paid && charges(scene, &id).await)
}

/// Returns the refunds of an order.
async fn refunds_of(scene: &Scene, order: &str) -> Vec<Value> {
    let shown = scene.server().show(&scene.marta, order).await;
    shown["refunds"].as_array().cloned().unwrap_or_default()
}

pub(crate) async fn refund(shop: &mut Crashing, point: Point) -> Seen {
    let moment = if point == Point::RefundNotMade { Moment::BeforeEffect } else { Moment::BeforeAnswer };
    let scene = &mut shop.scene;
    let before = scene.available().await;
    let (order, id) = scene.paid_at_the_provider().await;
    assert_eq!(scene.server().book(&scene.marta, &order, &id).await.0, StatusCode::OK);
    let refund = async |scene: &Scene| {
        drop(scene.server().try_call(&scene.admin, "PUT", &format!("/refund/{order}"), None).await);
    };
    scene.kill_during(REFUND, moment, refund).await;
    scene.come_back();
    let done = at_last(async || refunds_of(scene, &order).await.iter().any(|refund| refund["done"] == true)).await;
    let in_shop = refunds_of(scene, &order).await.len();
    let at_provider = refunded(scene, &id).await;
    Seen::unacknowledged(done && scene.available().await == before).doubled(in_shop > 1 || at_provider > 1)
}

/// Returns the number of refunds the provider has made for a payment.
async fn refunded(scene: &Scene, id: &str) -> usize {
    let refunds = scene.provider.look(&format!("/v1/refunds?payment_intent={id}")).await;
    let of_it = |refund: &&Value| refund["payment_intent"] == id;
    refunds["data"].as_array().unwrap().iter().filter(of_it).count()
}

pub(crate) async fn part_refund(shop: &mut Crashing, point: Point) -> Seen {
    let moment = if point == Point::PartRefundNotMade { Moment::BeforeEffect } else { Moment::BeforeAnswer };
    let key = format!("click-{}", shop.number);
    let scene = &mut shop.scene;
    let order = scene.paid_order_of_two().await;
    let ask = async |scene: &Scene| -> Option<Value> {
        let request = scene.server().request("POST", &format!("/order/{order}/refunds"));
        let request = request.bearer_auth(&scene.admin.token).header("Idempotency-Key", &key);
        let request = request.json(&json!({ "lines": [{ "line": 1, "pieces": 1 }] }));
        request.send().await.ok()?.json().await.ok()
    };
    scene.kill_during(REFUND, moment, async |scene| drop(ask(scene).await)).await;
    scene.come_back();
    let again = ask(scene).await.unwrap();
    let done = at_last(async || refunds_of(scene, &order).await.iter().any(|refund| refund["done"] == true)).await;
    let refunds = refunds_of(scene, &order).await;
    let kept = scene.server().show(&scene.marta, &order).await["lines"][0]["kept"] == 1;
    Seen::unacknowledged(done && kept && again["amount"] == 10).doubled(refunds.len() > 1)
}

/// The payment is made, but the response arrives after the shop's timeout; then the server is killed.
pub(crate) async fn time_out(shop: &mut Crashing) -> Seen {
    let scene = &mut shop.scene;
    let order = scene.order().await;
    let before = scene.payments().await;
    scene.provider.stop(START, Moment::BeforeAnswer);
    // The browser may receive an error that asks it to retry, or may still be waiting.
    let asked = tokio::time::timeout(TOO_LONG, scene.start(&order)).await;
    assert!(asked.is_err() || asked.is_ok_and(|(status, _)| status.is_server_error()), "no answer, no payment");
    scene.kill();
    scene.provider.let_go();
    scene.come_back();
    let (secret, id) = scene.started(&order).await;
    let after = scene.payments().await;
    let paid = scene.provider.pay(&secret, GOOD).await["status"] == "succeeded";
    let booked = scene.server().book(&scene.marta, &order, &id).await.0 == StatusCode::OK;
    Seen::acknowledged(paid && booked && scene.is_paid(&order).await).doubled(after > before + 1)
}
