//! The real binary is killed between any two steps of a payment, with the provider on the network: before the
//! provider receives a call, after it has executed it, before the shop has saved the result, and before a client has
//! received the response. After a restart, the shop must recover without losing money or stock.

use crate::{
    scene::{GOOD, Scene},
    support::{Person, Server, Site},
};
use autoparts_payments::testing::Moment;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

const START: &str = "POST /v1/payment_intents";
const LOOK: &str = "GET /v1/payment_intents/";
const REFUND: &str = "POST /v1/refunds";

#[tokio::test]
async fn killed_before_or_after_the_provider_starts_a_payment() {
    for moment in [Moment::BeforeEffect, Moment::BeforeAnswer] {
        let mut scene = Scene::open().await;
        let order = scene.order().await;
        scene.kill_during(START, moment, async |scene| drop(scene.start(&order).await)).await;
        scene.come_back();
        let (secret, id) = scene.started(&order).await;
        assert_eq!(scene.payments().await, 1, "{moment:?}");
        assert_eq!(scene.provider.pay(&secret, GOOD).await["status"], "succeeded");
        assert_eq!(scene.server().book(&scene.marta, &order, &id).await.0, StatusCode::OK);
        scene.the_books_are_in_order();
    }
}

#[tokio::test]
async fn killed_before_the_browser_or_the_provider_reports_the_money() {
    let mut scene = Scene::open().await;
    let (order, _) = scene.paid_at_the_provider().await;
    scene.come_back();
    scene.wait_until_paid(&order).await;
    scene.the_books_are_in_order();
}

#[tokio::test]
async fn killed_between_the_providers_word_and_writing_it_down() {
    let mut scene = Scene::open().await;
    let (order, id) = scene.paid_at_the_provider().await;
    let booking = async |scene: &Scene| drop(scene.server().book(&scene.marta, &order, &id).await);
    scene.kill_during(LOOK, Moment::BeforeAnswer, booking).await;
    scene.come_back();
    scene.wait_until_paid(&order).await;
    assert_eq!(scene.server().book(&scene.marta, &order, &id).await, (StatusCode::OK, modified(0)));
    scene.the_books_are_in_order();
}

fn modified(count: u8) -> Value {
    json!({ "acknowledged": true, "matchedCount": 1, "modifiedCount": count })
}

#[tokio::test]
async fn acknowledged_payments_survive_a_crash() {
    for by_message in [false, true] {
        let mut scene = Scene::open().await;
        let (order, id) = scene.paid_at_the_provider().await;
        if by_message {
            assert_eq!(scene.message("evt_1", &id).await, StatusCode::OK);
        } else {
            assert_eq!(scene.server().book(&scene.marta, &order, &id).await.0, StatusCode::OK);
        }
        // Clients without a response retry.
        scene.come_back();
        for _ in 0..2 {
            assert_eq!(scene.message("evt_1", &id).await, StatusCode::OK);
            assert_eq!(scene.server().book(&scene.marta, &order, &id).await, (StatusCode::OK, modified(0)));
        }
        scene.the_books_are_in_order();
    }
}

#[tokio::test]
async fn browser_and_provider_report_the_same_money_at_once() {
    let scene = Scene::open().await;
    let (order, id) = scene.paid_at_the_provider().await;
    let booking = scene.server().book(&scene.marta, &order, &id);
    let (booked, first, second) = tokio::join!(booking, scene.message("evt_1", &id), scene.message("evt_2", &id));
    assert_eq!((booked.0, first, second), (StatusCode::OK, StatusCode::OK, StatusCode::OK));
    assert!(scene.is_paid(&order).await);
    scene.the_books_are_in_order();
}

#[tokio::test]
async fn killed_between_calling_a_payment_off_and_deleting_its_order() {
    for moment in [Moment::BeforeEffect, Moment::BeforeAnswer] {
        let mut scene = Scene::open().await;
        let order = scene.order().await;
        let (secret, id) = scene.started(&order).await;
        let cancel = format!("POST /v1/payment_intents/{id}/cancel");
        scene.kill_during(&cancel, moment, async |scene| drop(scene.delete(&order).await)).await;
        scene.come_back();
        assert_eq!(scene.available().await, 4, "the order was not deleted");
        assert_eq!(scene.delete(&order).await.1["deletedCount"], 1, "{moment:?}");
        assert_eq!(scene.delete(&order).await.1["deletedCount"], 0);
        assert_eq!(scene.available().await, 5);
        assert_ne!(scene.provider.pay(&secret, GOOD).await["status"], "succeeded");
        scene.the_books_are_in_order();
    }
}

#[tokio::test]
async fn a_deleted_order_stays_deleted_after_a_crash() {
    let mut scene = Scene::open().await;
    let order = scene.order().await;
    scene.started(&order).await;
    assert_eq!(scene.delete(&order).await.1["deletedCount"], 1);
    scene.come_back();
    assert_eq!(scene.delete(&order).await.1["deletedCount"], 0);
    assert_eq!(scene.available().await, 5, "the pieces went back once");
    scene.the_books_are_in_order();
}

#[tokio::test]
async fn the_card_is_charged_while_the_order_is_being_deleted() {
    let scene = Scene::open().await;
    let order = scene.order().await;
    let (secret, id) = scene.started(&order).await;
    scene.provider.stop(&format!("POST /v1/payment_intents/{id}/cancel"), Moment::BeforeEffect);
    let in_the_browser = async {
        scene.provider.stopped().await;
        assert_eq!(scene.provider.pay(&secret, GOOD).await["status"], "succeeded");
        scene.provider.let_go();
    };
    let ((status, refused), ()) = tokio::join!(scene.delete(&order), in_the_browser);
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("order_already_paid")));
    assert!(scene.is_paid(&order).await);
    scene.the_books_are_in_order();
}

#[tokio::test]
async fn killed_before_or_after_the_provider_gives_money_back() {
    for moment in [Moment::BeforeEffect, Moment::BeforeAnswer] {
        let mut scene = Scene::open().await;
        let (order, id) = scene.paid_at_the_provider().await;
        assert_eq!(scene.server().book(&scene.marta, &order, &id).await.0, StatusCode::OK);
        let refund = async |scene: &Scene| {
            drop(scene.server().try_call(&scene.admin, "PUT", &format!("/refund/{order}"), None).await);
        };
        scene.kill_during(REFUND, moment, refund).await;
        scene.come_back();
        for _ in 0..200 {
            let refunds = scene.server().call(&scene.admin, "GET", "/refunds", None).await;
            if refunds[0]["doneAt"].is_string() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let refunds = scene.server().call(&scene.admin, "GET", "/refunds", None).await;
        assert!(refunds[0]["doneAt"].is_string(), "{moment:?}: {refunds}");
        assert_eq!((scene.refunds().await, scene.available().await), (1, json!(5)), "{moment:?}");
        scene.the_books_are_in_order();
    }
}

/// Refunds one of two pieces.
async fn refund_a_piece(scene: &Scene, order: &str) -> Option<Value> {
    let request = scene.server().request("POST", &format!("/order/{order}/refunds")).bearer_auth(&scene.admin.token);
    let request = request.header("Idempotency-Key", "click-1");
    let answer = request.json(&json!({ "lines": [{ "line": 1, "pieces": 1 }] })).send().await.ok()?;
    answer.json().await.ok()
}

/// Kills the server as the test specifies, restarts it, and has an admin who got no response retry.
async fn a_piece_goes_back_once(mut scene: Scene, kill: impl AsyncFnOnce(&mut Scene, &str), what: &str) {
    let order = scene.paid_order_of_two().await;
    kill(&mut scene, &order).await;
    scene.come_back();
    let again = refund_a_piece(&scene, &order).await.unwrap();
    assert_eq!(again["amount"], 10, "{what}: {again}");
    let mut shown = scene.server().show(&scene.marta, &order).await;
    for _ in 0..200 {
        if shown["refunds"][0]["done"] == true {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        shown = scene.server().show(&scene.marta, &order).await;
    }
    let refunds = shown["refunds"].as_array().unwrap();
    assert_eq!((refunds.len(), &refunds[0]["done"], &refunds[0]["id"]), (1, &json!(true), &again["id"]), "{what}");
    assert_eq!((&shown["lines"][0]["kept"], &shown["paid"]), (&json!(1), &json!(true)), "{what}");
    assert_eq!((scene.refunds().await, scene.available().await), (1, json!(4)), "{what}");
    scene.the_books_are_in_order();
}

async fn killed_between_any_two_steps_of_a_partial_refund(site: fn() -> Site) {
    for (call, moment) in [
        ("GET /v1/refunds", Moment::BeforeEffect),
        ("GET /v1/disputes", Moment::BeforeAnswer),
        (REFUND, Moment::BeforeEffect),
        (REFUND, Moment::BeforeAnswer),
    ] {
        let scene = Scene::on(site()).await;
        let kill = async |scene: &mut Scene, order: &str| {
            scene.kill_during(call, moment, async |scene| drop(refund_a_piece(scene, order).await)).await;
        };
        a_piece_goes_back_once(scene, kill, &format!("{call} {moment:?}")).await;
    }
    // After the provider has reported the refund as made, while the shop queries its status.
    let kill = async |scene: &mut Scene, order: &str| {
        scene.provider.stop(REFUND, Moment::BeforeAnswer);
        let then = async {
            scene.provider.stopped().await;
            scene.provider.let_go();
            scene.provider.stop("GET /v1/refunds", Moment::BeforeEffect);
            scene.provider.stopped().await;
        };
        tokio::select! {
            _ = refund_a_piece(scene, order) => panic!("it was not stopped"),
            () = then => {}
        }
        scene.kill();
        scene.provider.let_go();
    };
    a_piece_goes_back_once(Scene::on(site()).await, kill, "looking afterwards").await;
    // After the response.
    let kill = async |scene: &mut Scene, order: &str| drop(refund_a_piece(scene, order).await);
    a_piece_goes_back_once(Scene::on(site()).await, kill, "answered").await;
}

#[tokio::test]
async fn killed_between_any_two_steps_of_a_partial_refund_on_sqlite() {
    killed_between_any_two_steps_of_a_partial_refund(Site::new).await;
}

#[tokio::test]
async fn killed_between_any_two_steps_of_a_partial_refund_on_postgres() {
    killed_between_any_two_steps_of_a_partial_refund(Site::on_postgres).await;
}

/// Sends a checkout of two parts under a key. Returns the order's id; `None` if there was no response.
async fn check_out(server: &Server, person: &Person, parts: &[String; 2], key: &str) -> Option<String> {
    let body = json!({
        "lines": parts.each_ref().map(|part| json!({ "part": part, "quantity": 2 })), "totalPrice": 40,
        "destination": { "recipient": "Marta", "line1": "1 Road", "city": "Berlin", "country": "DE" }, "phone": "555 0100",
    });
    let request = server.request("POST", "/checkouts").bearer_auth(&person.token).header("Idempotency-Key", key);
    let response = request.json(&body).send().await.ok()?;
    let answer: Value = response.json().await.ok()?;
    answer["insertedId"].as_str().map(str::to_owned)
}

/// A checkout is one transaction: after a kill, each is either complete or absent, and every acknowledged one exists.
async fn killed_in_the_middle_of_checkouts(site: Site) {
    const BATCH: usize = 8;
    const ROUNDS: u32 = 12;
    let site = site.with("UNPAID_ORDERS", "off").with("UNPAID_VALUE", "off").with("UNPAID_SHARE", "off");
    let mut scene = Scene::on(site.with("RATE_LIMIT", "off")).await;
    let parts =
        [scene.server().add_part(&scene.admin, 1_000).await, scene.server().add_part(&scene.admin, 1_000).await];
    let send_all = |scene: &Scene, keys: &[String]| -> Vec<_> {
        let send = |key: &String| {
            let (server, person, parts, key) =
                (scene.server().handle(), scene.marta.clone(), parts.clone(), key.clone());
            tokio::spawn(async move { check_out(&server, &person, &parts, &key).await })
        };
        keys.iter().map(send).collect()
    };
    let keys = |round: u32| (0..BATCH).map(move |number| format!("round-{round}-{number}")).collect::<Vec<_>>();
    // A round without a kill measures how long a round takes on this machine.
    let began = Instant::now();
    let mut orders = BTreeSet::new();
    for answer in send_all(&scene, &keys(0)) {
        assert!(orders.insert(answer.await.unwrap()));
    }
    assert!(!orders.contains(&None), "every answer comes where nothing is killed");
    let undisturbed = began.elapsed();
    let mut unanswered = 0;
    for round in 1..=ROUNDS {
        let keys = keys(round);
        let under_way = send_all(&scene, &keys);
        // Kill between the first request and shortly after the last response.
        tokio::time::sleep(undisturbed * (round - 1) / 8).await;
        scene.kill();
        let mut answered = Vec::new();
        for answer in under_way {
            answered.push(answer.await.unwrap());
        }
        scene.come_back();
        for (key, before) in keys.iter().zip(answered) {
            let again = check_out(scene.server(), &scene.marta, &parts, key).await;
            unanswered += usize::from(before.is_none());
            assert!(again.is_some(), "{key}");
            assert!(before.is_none() || before == again, "{key}: what was answered is there");
            assert!(orders.insert(again), "{key}: an order of its own");
        }
    }
    for part in &parts {
        let part = scene.server().call(&scene.admin, "GET", &format!("/parts/{part}"), None).await;
        assert_eq!(part["available"], 1_000 - 2 * orders.len(), "each took its pieces once");
    }
    let sent = orders.len() - BATCH;
    assert!((1..sent).contains(&unanswered), "killed in the middle: {unanswered} of {sent}");
    scene.the_books_are_in_order();
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_checkouts_on_sqlite() {
    killed_in_the_middle_of_checkouts(Site::new()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_checkouts_on_postgres() {
    killed_in_the_middle_of_checkouts(Site::on_postgres()).await;
}

/// Both servers find the same expired reservation when the provider responds.
#[tokio::test]
async fn two_servers_end_a_reservation_once() {
    let mut scene = Scene::on(Site::on_postgres()).await;
    let order = scene.order().await;
    let (_, id) = scene.started(&order).await;
    scene.kill();
    scene.site.let_time_pass(Duration::from_hours(25));
    let cancel = format!("POST /v1/payment_intents/{id}/cancel");
    scene.provider.stop(&cancel, Moment::BeforeEffect);
    let one = scene.site.serve();
    let other = scene.site.serve();
    let both_ask = async || {
        while scene.provider.calls().iter().filter(|call| **call == cancel).count() < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), both_ask()).await.expect("both servers call the payment off");
    scene.provider.let_go();
    scene.server = Some(one);
    for _ in 0..200 {
        if scene.server().show(&scene.marta, &order).await["state"] == "lapsed" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(scene.server().show(&scene.marta, &order).await["state"], "lapsed");
    // Stopping waits for the slower server to finish its attempt.
    assert!(other.stop().success());
    assert_eq!((scene.available().await, scene.status(&id).await), (json!(5), json!("canceled")));
    scene.the_books_are_in_order();
}
