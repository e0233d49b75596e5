//! The real binary is killed between any two steps of a payment, with the provider on the network:
//! before it hears of a call, after it has carried it out, before the shop has written that down,
//! before anybody has heard the answer. Afterwards the shop finds by itself what became of it, no
//! money is lost, and no piece.

use crate::{
    scene::{GOOD, Scene},
    support::Site,
};
use autoparts_payments::testing::Moment;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

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
async fn what_browser_or_provider_were_told_holds_after_a_crash() {
    for by_message in [false, true] {
        let mut scene = Scene::open().await;
        let (order, id) = scene.paid_at_the_provider().await;
        if by_message {
            assert_eq!(scene.message("evt_1", &id).await, StatusCode::OK);
        } else {
            assert_eq!(scene.server().book(&scene.marta, &order, &id).await.0, StatusCode::OK);
        }
        // Whoever has not heard the answer says it again.
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

/// Both have found the same reservation overdue when the provider answers them.
#[tokio::test]
async fn two_servers_end_a_reservation_once() {
    let mut scene = Scene::on(Site::on_postgres()).await;
    let order = scene.order().await;
    let (_, id) = scene.started(&order).await;
    scene.kill();
    scene.site.let_time_pass(Duration::from_hours(25));
    let cancel = format!("POST /v1/payment_intents/{id}/cancel");
    scene.provider.stop(&cancel, Moment::BeforeEffect);
    let (one, other) = (scene.site.serve(), scene.site.serve());
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
    // The slower one has had its turn as well.
    assert!(other.stop().success());
    assert_eq!((scene.available().await, scene.status(&id).await), (json!(5), json!("canceled")));
    scene.the_books_are_in_order();
}
