//! Customers and an admin who act concurrently on either server.

use super::{Dice, now, servers::Servers, sign_up};
use crate::{scene::GOOD, support::Person};
use autoparts_payments::{Secret, stripe_signature, testing::ProviderProcess};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Initial stock of each part: two that last, and one that sells out.
pub(crate) const PIECES: [i64; 3] = [2000, 2000, 25];

/// Counts the operations, and those that got no response.
#[derive(Default)]
pub(crate) struct Figures {
    counts: Mutex<BTreeMap<&'static str, u64>>,
}

impl Figures {
    fn count(&self, what: &'static str) {
        *self.counts.lock().unwrap().entry(what).or_default() += 1;
    }

    pub(crate) fn print(&self) {
        for (what, count) in &*self.counts.lock().unwrap() {
            println!("{count:>8}  {what}");
        }
    }

    /// Whether orders were placed, paid, deleted and refunded at all.
    pub(crate) fn shows_something(&self) -> bool {
        let counts = self.counts.lock().unwrap();
        ["orders placed", "payments made", "orders deleted", "refunds asked for"]
            .iter()
            .all(|what| counts.contains_key(what))
    }
}

/// Limits the run: a minimum duration, extended on a busy machine until enough has happened, up to a maximum.
#[derive(Clone)]
pub(crate) struct Until {
    least: Instant,
    most: Instant,
    pub(crate) figures: Arc<Figures>,
}

impl Until {
    pub(crate) fn after(seconds: u64) -> Self {
        let least = Instant::now() + Duration::from_secs(seconds);
        Self { least, most: least + Duration::from_mins(2), figures: Arc::default() }
    }

    pub(crate) fn goes_on(&self) -> bool {
        let now = Instant::now();
        now < self.least || (now < self.most && !self.figures.shows_something())
    }
}

/// The users, servers, provider and parts.
pub(crate) struct World {
    client: Client,
    servers: Arc<Servers>,
    provider: Arc<ProviderProcess>,
    pub(crate) admin: Person,
    customers: Vec<Person>,
    pub(crate) parts: Vec<String>,
    /// The order ids returned for each key; a key with two ids is an order placed twice.
    pub(crate) keys: Mutex<BTreeMap<String, Vec<String>>>,
    events: AtomicU64,
}

impl World {
    pub(crate) async fn new(servers: &Arc<Servers>, provider: Arc<ProviderProcess>, customers: u64) -> Self {
        let server = servers.any();
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        let mut people = Vec::new();
        for customer in 0..customers {
            people.push(sign_up(servers, &format!("customer-{customer}")).await);
        }
        let mut parts = Vec::new();
        for pieces in PIECES {
            parts.push(server.add_part(&admin, pieces).await);
        }
        Self {
            client: Client::builder().timeout(Duration::from_secs(8)).build().unwrap(),
            servers: Arc::clone(servers),
            provider,
            admin,
            customers: people,
            parts,
            keys: Mutex::default(),
            events: AtomicU64::new(0),
        }
    }

    /// Calls one of the servers; `None` if there was no response.
    async fn call(
        &self,
        dice: &mut Dice,
        figures: &Figures,
        person: &Person,
        call: (Method, &str),
        body: Option<Value>,
        key: Option<&str>,
    ) -> Option<(StatusCode, Value)> {
        let address = format!("{}{}", self.servers.address(dice.below(2)), call.1);
        let mut request = self.client.request(call.0, address).bearer_auth(&person.token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let answered = async {
            let answer = request.send().await.ok()?;
            Some((answer.status(), answer.json::<Value>().await.unwrap_or(Value::Null)))
        };
        let answer = answered.await;
        match &answer {
            None => {
                figures.count("calls without an answer");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Some((status, _)) if status.is_server_error() => figures.count("calls answered with 5xx"),
            Some(_) => {}
        }
        answer
    }

    /// Runs a customer who orders, pays, reports and deletes at random.
    pub(crate) async fn shop_until(&self, until: Until, customer: u64, seed: u64) {
        let figures = &*until.figures;
        let mut dice = Dice::new(seed.wrapping_mul(1000) + customer);
        let person = &self.customers[usize::try_from(customer).unwrap()];
        let mut orders: Vec<String> = Vec::new();
        let mut round = 0;
        while until.goes_on() {
            round += 1;
            match dice.below(10) {
                0..=3 => {
                    let key = format!("key-{customer}-{round}");
                    orders.extend(self.order(&mut dice, figures, person, &key).await);
                }
                4..=7 => {
                    if let Some(order) = pick(&mut dice, &orders) {
                        self.pay(&mut dice, figures, person, &order).await;
                    }
                }
                8 => {
                    if let Some(order) = pick(&mut dice, &orders) {
                        let path = format!("/orders/{order}");
                        let answer = self.call(&mut dice, figures, person, (Method::DELETE, &path), None, None).await;
                        if answer.is_some_and(|(_, answer)| answer["deletedCount"] == 1) {
                            figures.count("orders deleted");
                        }
                    }
                }
                _ => tokio::time::sleep(Duration::from_millis(dice.below(60))).await,
            }
        }
    }

    /// Orders under a key, and retries with the same key if there was no response.
    async fn order(&self, dice: &mut Dice, figures: &Figures, person: &Person, key: &str) -> Option<String> {
        let part = &self.parts[usize::try_from(dice.below(3)).unwrap()];
        let quantity = 1 + dice.below(3);
        let body = json!({ "orderedId": part, "quantity": quantity, "address": "1 Road", "phone": "555 0100" });
        for attempt in 0..3 {
            let call = (Method::POST, "/orders");
            let answer = self.call(dice, figures, person, call, Some(body.clone()), Some(key)).await;
            if let Some((StatusCode::CREATED, answer)) = answer {
                let order = answer["insertedId"].as_str().unwrap().to_owned();
                self.keys.lock().unwrap().entry(key.to_owned()).or_default().push(order.clone());
                figures.count("orders placed");
                // Some customers press the button twice.
                if attempt > 0 || dice.below(4) > 0 {
                    return Some(order);
                }
            }
        }
        None
    }

    /// Pays an order at the provider. Chance decides who reports the payment, if anyone.
    async fn pay(&self, dice: &mut Dice, figures: &Figures, person: &Person, order: &str) -> Option<()> {
        let path = format!("/order/{order}");
        let (_, shown) = self.call(dice, figures, person, (Method::GET, &path), None, None).await?;
        if shown["paid"] != false {
            return None;
        }
        let body = json!({ "price": shown["totalPrice"], "order": order });
        let call = (Method::POST, "/create-payment-intent");
        let (_, started) = self.call(dice, figures, person, call, Some(body), None).await?;
        let secret = started["clientSecret"].as_str()?;
        if dice.below(3) == 0 {
            tokio::time::sleep(Duration::from_millis(dice.below(300))).await;
        }
        let card = if dice.below(8) == 0 { "4000000000000002" } else { GOOD };
        let paid = self.provider.pay(secret, card).await;
        if paid["status"] != "succeeded" {
            return None;
        }
        figures.count("payments made");
        let payment = paid["id"].as_str()?;
        let browser = dice.below(10) < 6;
        let message = dice.below(10) < 5;
        let reported = async {
            if browser {
                let body = json!({ "booking": order, "transactionId": payment });
                let path = format!("/booking/{order}");
                self.call(
                    &mut Dice::new(dice.below(u64::MAX)),
                    figures,
                    person,
                    (Method::PATCH, &path),
                    Some(body),
                    None,
                )
                .await;
            }
        };
        let notified = async {
            if message {
                self.message(payment, figures).await;
            }
        };
        tokio::join!(reported, notified);
        if !browser && !message {
            figures.count("unreported payments");
        }
        Some(())
    }

    /// Sends the provider's webhook once; the real provider would repeat it until it is acknowledged.
    async fn message(&self, payment: &str, figures: &Figures) {
        let number = self.events.fetch_add(1, Ordering::SeqCst);
        let object = json!({ "object": "payment_intent", "id": payment });
        let body = json!({
            "id": format!("evt_{number}"), "object": "event", "type": "payment_intent.succeeded", "created": 1,
            "data": { "object": object },
        })
        .to_string();
        let signature = stripe_signature::sign(&Secret::from(ProviderProcess::WEBHOOK_SECRET), body.as_bytes(), now());
        let address = format!("{}/webhooks/stripe", self.servers.address(number));
        let request = self.client.post(address).header("Stripe-Signature", signature);
        if request.header("content-type", "application/json").body(body).send().await.is_err() {
            figures.count("messages without an answer");
        }
    }

    /// Runs the admin, who ships, refunds and deletes listed orders.
    pub(crate) async fn run_the_shop_until(&self, until: Until, seed: u64) {
        let figures = &*until.figures;
        let mut dice = Dice::new(seed ^ 0xad);
        while until.goes_on() {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let list = self.call(&mut dice, figures, &self.admin, (Method::GET, "/orders?limit=200"), None, None).await;
            let Some((StatusCode::OK, Value::Array(orders))) = list else { continue };
            let ids: Vec<String> = orders.iter().filter_map(|order| Some(order["_id"].as_str()?.to_owned())).collect();
            let Some(order) = pick(&mut dice, &ids) else { continue };
            let (method, path, body, what) = match dice.below(3) {
                0 => (Method::PUT, format!("/ship/{order}"), Some(json!({ "status": "shipped" })), "orders shipped"),
                1 => (Method::PUT, format!("/refund/{order}"), None, "refunds asked for"),
                _ => (Method::DELETE, format!("/ship/{order}"), None, "orders deleted"),
            };
            let answer = self.call(&mut dice, figures, &self.admin, (method, &path), body, None).await;
            if answer.is_some_and(|(_, answer)| answer["modifiedCount"] == 1 || answer["deletedCount"] == 1) {
                figures.count(what);
            }
        }
    }
}

fn pick(dice: &mut Dice, list: &[String]) -> Option<String> {
    let bound = u64::try_from(list.len()).unwrap();
    if bound == 0 {
        return None;
    }
    // Prefer the newest.
    let back = dice.below(bound.min(6));
    list.get(list.len() - 1 - usize::try_from(back).unwrap()).cloned()
}
