//! The real binary is killed between any two steps of a payment, with the provider on the network:
//! before it hears of a call, after it has carried it out, before the shop has written that down,
//! before anybody has heard the answer. Afterwards the shop finds by itself what became of it, no
//! money is lost, and no piece.

use crate::support::{Answer, Person, Server, Site};
use autoparts_domain::time::Timestamp;
use autoparts_payments::{
    Secret, stripe_signature,
    testing::{Moment, StandIn},
};
use autoparts_server::clock::SystemClock;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

const GOOD: &str = "4242424242424242";
const START: &str = "POST /v1/payment_intents";
const LOOK: &str = "GET /v1/payment_intents/";
const REFUND: &str = "POST /v1/refunds";

/// A shop with five pieces of a part, the people in it, and the provider beside it.
struct Scene {
    server: Option<Server>,
    provider: StandIn,
    site: Site,
    admin: Person,
    marta: Person,
    part: String,
}

impl Scene {
    async fn open() -> Self {
        Self::on(Site::new()).await
    }

    async fn on(site: Site) -> Self {
        let provider = StandIn::open(site.folder(), Arc::new(SystemClock), None).await;
        let site = site
            .without("SANDBOX_JOURNAL")
            .with("STRIPE_SECRET_KEY", StandIn::SECRET_KEY)
            .with("STRIPE_PUBLISHABLE_KEY", StandIn::PUBLISHABLE_KEY)
            .with("STRIPE_WEBHOOK_SECRET", StandIn::WEBHOOK_SECRET)
            .with("STRIPE_API_BASE", provider.url());
        site.succeed(&["seed"]);
        let server = site.serve();
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        let marta = server.sign_up("marta").await;
        let part = server.add_part(&admin, 5).await;
        Self { site, provider, server: Some(server), admin, marta, part }
    }

    fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    async fn order(&self) -> String {
        self.server().order(&self.marta, &self.part, 1).await
    }

    async fn start(&self, order: &str) -> Answer {
        let body = json!({ "price": 10, "order": order });
        self.server().try_call(&self.marta, "POST", "/create-payment-intent", Some(body)).await
    }

    /// Starts a payment; what a browser needs to confirm it, and its id.
    async fn started(&self, order: &str) -> (String, String) {
        let (status, answer) = self.start(order).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let secret = answer["clientSecret"].as_str().unwrap().to_owned();
        let id = secret.split("_secret").next().unwrap().to_owned();
        (secret, id)
    }

    /// An order whose money has arrived at the provider, and the payment's id.
    async fn paid_at_the_provider(&self) -> (String, String) {
        let order = self.order().await;
        let (secret, id) = self.started(&order).await;
        assert_eq!(self.provider.pay(&secret, GOOD).await["status"], "succeeded");
        (order, id)
    }

    async fn delete(&self, order: &str) -> Answer {
        self.server().try_call(&self.marta, "DELETE", &format!("/orders/{order}"), None).await
    }

    async fn message(&self, event: &str, transaction: &str) -> StatusCode {
        let body = json!({
            "id": event, "object": "event", "type": "payment_intent.succeeded", "created": 1,
            "data": { "object": { "object": "payment_intent", "id": transaction } },
        });
        let body = body.to_string();
        let secret = Secret::from(StandIn::WEBHOOK_SECRET);
        let signature = stripe_signature::sign(&secret, body.as_bytes(), now());
        let request = self.server().request("POST", "/webhooks/stripe").header("Stripe-Signature", signature);
        request.header("content-type", "application/json").body(body).send().await.unwrap().status()
    }

    /// The server is killed while a request of it waits for the provider.
    async fn kill_during(&mut self, call: &str, moment: Moment, request: impl AsyncFnOnce(&Self)) {
        self.provider.stop(call, moment);
        tokio::select! {
            () = request(self) => panic!("{call} was not stopped"),
            () = self.provider.stopped() => {}
        }
        self.kill();
        self.provider.let_go();
    }

    /// As a crash would.
    fn kill(&mut self) {
        drop(self.server.take());
    }

    /// Starts the server again a while later.
    fn come_back(&mut self) {
        self.kill();
        self.site.let_time_pass(Duration::from_mins(3));
        self.server = Some(self.site.serve());
    }

    async fn is_paid(&self, order: &str) -> bool {
        self.server().show(&self.marta, order).await["paid"] == true
    }

    /// Waits for what the server does by itself after a start.
    async fn wait_until_paid(&self, order: &str) {
        for _ in 0..200 {
            if self.is_paid(order).await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{order} is still not paid");
    }

    async fn available(&self) -> Value {
        Server::answer(self.server().request("GET", &format!("/parts/{}", self.part))).await.1["available"].clone()
    }

    /// How many payments the provider knows.
    async fn payments(&self) -> usize {
        self.provider.look("/v1/payment_intents").await["data"].as_array().unwrap().len()
    }

    /// What became of a payment at the provider.
    async fn status(&self, id: &str) -> Value {
        self.provider.look(&format!("/v1/payment_intents/{id}")).await["status"].clone()
    }

    async fn refunds(&self) -> usize {
        self.provider.look("/v1/refunds").await["data"].as_array().unwrap().len()
    }

    fn the_books_are_in_order(&self) {
        assert!(self.site.succeed(&["check-books"]).contains("in order"));
    }
}

fn now() -> Timestamp {
    autoparts_application::ports::clock::Clock::now(&SystemClock)
}

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
