//! A shop that believes it takes real payments: the real binary, and a stand-in for Stripe on the network.

use crate::support::{Answer, Person, Server, Site};
use autoparts_application::ports::clock::Clock;
use autoparts_payments::{
    Secret, stripe_signature,
    testing::{Moment, ProviderProcess},
};
use autoparts_server::clock::SystemClock;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// A test card that succeeds.
pub(crate) const GOOD: &str = "4242424242424242";

/// A shop with five pieces of a part, its users, and the provider.
pub(crate) struct Scene {
    pub(crate) server: Option<Server>,
    pub(crate) provider: ProviderProcess,
    pub(crate) site: Site,
    pub(crate) admin: Person,
    pub(crate) marta: Person,
    pub(crate) part: String,
}

impl Scene {
    pub(crate) async fn open() -> Self {
        Self::on(Site::new()).await
    }

    pub(crate) async fn on(site: Site) -> Self {
        Self::with_pieces(site, 5).await
    }

    /// Opens a shop with some pieces of the part.
    pub(crate) async fn with_pieces(site: Site, pieces: i64) -> Self {
        let provider = ProviderProcess::open(site.folder(), Arc::new(SystemClock), None).await;
        let site = Self::with_stripe(site, provider.url());
        site.succeed(&["seed"]);
        let server = site.serve();
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        let marta = server.sign_up("marta").await;
        let part = server.add_part(&admin, pieces).await;
        Self { site, provider, server: Some(server), admin, marta, part }
    }

    /// Returns the settings of a shop whose provider is at `api_base`.
    pub(crate) fn with_stripe(site: Site, api_base: &str) -> Site {
        site.without("SANDBOX_JOURNAL")
            .with("STRIPE_SECRET_KEY", ProviderProcess::SECRET_KEY)
            .with("STRIPE_PUBLISHABLE_KEY", ProviderProcess::PUBLISHABLE_KEY)
            .with("STRIPE_WEBHOOK_SECRET", ProviderProcess::WEBHOOK_SECRET)
            .with("STRIPE_API_BASE", api_base)
    }

    pub(crate) fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    pub(crate) async fn order(&self) -> String {
        self.server().order(&self.marta, &self.part, 1).await
    }

    pub(crate) async fn start(&self, order: &str) -> Answer {
        let body = json!({ "price": 10, "order": order });
        self.server().try_call(&self.marta, "POST", "/create-payment-intent", Some(body)).await
    }

    /// Starts a payment. Returns the secret that a browser needs to confirm it, and its id.
    pub(crate) async fn started(&self, order: &str) -> (String, String) {
        let (status, answer) = self.start(order).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let secret = answer["clientSecret"].as_str().unwrap().to_owned();
        let id = secret.split("_secret").next().unwrap().to_owned();
        (secret, id)
    }

    /// Returns an order whose money has arrived at the provider, and the payment's id.
    pub(crate) async fn paid_at_the_provider(&self) -> (String, String) {
        let order = self.order().await;
        let (secret, id) = self.started(&order).await;
        assert_eq!(self.provider.pay(&secret, GOOD).await["status"], "succeeded");
        (order, id)
    }

    /// Returns a paid order of two pieces at $10.
    pub(crate) async fn paid_order_of_two(&self) -> String {
        let server = self.server();
        let order = server.order(&self.marta, &self.part, 2).await;
        let body = json!({ "price": 20, "order": order });
        let intent = server.call(&self.marta, "POST", "/create-payment-intent", Some(body)).await;
        let secret = intent["clientSecret"].as_str().unwrap();
        let id = secret.split("_secret").next().unwrap();
        assert_eq!(self.provider.pay(secret, GOOD).await["status"], "succeeded");
        assert_eq!(server.book(&self.marta, &order, id).await.0, StatusCode::OK);
        order
    }

    pub(crate) async fn delete(&self, order: &str) -> Answer {
        self.server().try_call(&self.marta, "DELETE", &format!("/orders/{order}"), None).await
    }

    /// Sends the provider's webhook for a successful payment; `None` if the server dies before it responds.
    pub(crate) async fn message_or_nothing(&self, event: &str, transaction: &str) -> Option<StatusCode> {
        let payment = json!({ "object": "payment_intent", "id": transaction });
        let request = self.signed(event, "payment_intent.succeeded", &payment);
        request.send().await.ok().map(|answer| answer.status())
    }

    /// Sends the provider's webhook for a successful payment.
    pub(crate) async fn message(&self, event: &str, transaction: &str) -> StatusCode {
        let payment = json!({ "object": "payment_intent", "id": transaction });
        self.message_about(event, "payment_intent.succeeded", &payment).await
    }

    /// Sends a webhook of the provider.
    pub(crate) async fn message_about(&self, event: &str, kind: &str, object: &Value) -> StatusCode {
        self.signed(event, kind, object).send().await.unwrap().status()
    }

    fn signed(&self, event: &str, kind: &str, object: &Value) -> RequestBuilder {
        let data = json!({ "object": object });
        let body = json!({ "id": event, "object": "event", "type": kind, "created": 1, "data": data }).to_string();
        let secret = Secret::from(ProviderProcess::WEBHOOK_SECRET);
        let signature = stripe_signature::sign(&secret, body.as_bytes(), SystemClock.now());
        let request = self.server().request("POST", "/webhooks/stripe").header("Stripe-Signature", signature);
        request.header("content-type", "application/json").body(body)
    }

    /// Kills the server while its request waits for the provider.
    pub(crate) async fn kill_during(&mut self, call: &str, moment: Moment, request: impl AsyncFnOnce(&Self)) {
        self.provider.stop(call, moment);
        tokio::select! {
            () = request(self) => panic!("{call} was not stopped"),
            () = self.provider.stopped() => {}
        }
        self.kill();
        self.provider.let_go();
    }

    /// Kills the server, as a crash would.
    pub(crate) fn kill(&mut self) {
        drop(self.server.take());
    }

    /// Restarts the server with the database's times shifted, as if time had passed.
    pub(crate) fn come_back(&mut self) {
        self.kill();
        self.site.let_time_pass(Duration::from_mins(3));
        self.server = Some(self.site.serve());
    }

    pub(crate) async fn is_paid(&self, order: &str) -> bool {
        self.server().show(&self.marta, order).await["paid"] == true
    }

    /// Waits for the server's reconciliation after a start.
    pub(crate) async fn wait_until_paid(&self, order: &str) {
        for _ in 0..200 {
            if self.is_paid(order).await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{order} is still not paid");
    }

    pub(crate) async fn available(&self) -> Value {
        Server::answer(self.server().request("GET", &format!("/parts/{}", self.part))).await.1["available"].clone()
    }

    /// Returns the number of payments at the provider.
    pub(crate) async fn payments(&self) -> usize {
        self.provider.look("/v1/payment_intents").await["data"].as_array().unwrap().len()
    }

    /// Returns the status of a payment at the provider.
    pub(crate) async fn status(&self, id: &str) -> Value {
        self.provider.look(&format!("/v1/payment_intents/{id}")).await["status"].clone()
    }

    pub(crate) async fn refunds(&self) -> usize {
        self.provider.look("/v1/refunds").await["data"].as_array().unwrap().len()
    }

    pub(crate) fn the_books_are_in_order(&self) {
        assert!(self.site.succeed(&["check-books"]).contains("in order"));
    }
}
