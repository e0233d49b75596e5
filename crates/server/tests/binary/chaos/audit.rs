//! Compares the provider's books with the shop's once all activity has stopped.

use super::{
    people::{PIECES, World},
    servers::Servers,
};
use crate::support::{Server, Site};
use autoparts_payments::testing::ProviderProcess;
use serde_json::Value;
use std::{collections::BTreeMap, time::Duration};

/// Maximum number of maintenance rounds until everything must be settled.
const ROUNDS: usize = 8;

/// The findings.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    received: i64,
    refunded: i64,
    paid: i64,
    open_refunds: usize,
    violations: Vec<String>,
    books: String,
}

impl Audit {
    fn difference(&self) -> i64 {
        self.received - self.refunded - self.paid
    }

    fn is_settled(&self) -> bool {
        self.difference() == 0 && self.open_refunds == 0
    }

    pub(crate) fn print(&self) {
        for (amount, what) in [
            (self.received, "cents received by the provider"),
            (self.refunded, "cents given back by the provider"),
            (self.paid, "cents of paid orders in the shop"),
            (self.difference(), "cents of difference"),
        ] {
            println!("{amount:>8}  {what}");
        }
        println!("{:>8}  violations", self.violations.len());
        println!("{}", self.books.trim_end());
    }

    pub(crate) fn must_be_in_order(&self) {
        assert_eq!(self.difference(), 0, "received − refunded − paid: {self:?}");
        assert_eq!(self.open_refunds, 0, "{self:?}");
        assert!(self.violations.is_empty(), "{:#?}", self.violations);
        assert!(self.books.contains("in order"), "{}", self.books);
        assert!(self.received > 0, "nothing was paid");
    }
}

/// Lets time pass until nothing is pending, then audits.
pub(crate) async fn after_the_dust_has_settled(
    site: &Site,
    servers: &Servers,
    world: &World,
    provider: &ProviderProcess,
) -> Audit {
    let mut audit = Audit::default();
    for _ in 0..ROUNDS {
        servers.come_back_later(Duration::from_mins(3));
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            audit = look(site, &servers.any(), world, provider).await;
            if audit.is_settled() {
                return audit;
            }
        }
    }
    audit
}

async fn look(site: &Site, server: &Server, world: &World, provider: &ProviderProcess) -> Audit {
    let mut audit = Audit::default();
    let orders = all(server, world, "/orders").await;
    let refunds = all(server, world, "/refunds").await;
    audit.open_refunds = refunds.iter().filter(|refund| refund["doneAt"].is_null()).count();
    let mut paid_by = BTreeMap::new();
    for order in orders.iter().filter(|order| order["paid"] == true && order["state"] != "refunded") {
        audit.paid += cents(&order["totalPrice"]);
        let by = order["transactionId"].to_string();
        if let Some(other) = paid_by.insert(by.clone(), order["_id"].clone()) {
            audit.violations.push(format!("{by} pays {} and {other}", order["_id"]));
        }
    }
    for payment in payments(provider).await {
        let id = payment["id"].as_str().unwrap();
        let received = payment["amount_received"].as_i64().unwrap_or_default();
        let list = provider.look(&format!("/v1/refunds?limit=100&payment_intent={id}")).await;
        let back = list["data"].as_array().unwrap().iter().filter(|refund| refund["status"] == "succeeded");
        let back: i64 = back.map(|refund| refund["amount"].as_i64().unwrap()).sum();
        if back > received {
            audit.violations.push(format!("{id}: {received} came and {back} went back"));
        }
        audit.received += received;
        audit.refunded += back;
    }
    for (key, orders) in &*world.keys.lock().unwrap() {
        if orders.iter().any(|order| order != &orders[0]) {
            audit.violations.push(format!("{key} was placed more than once: {orders:?}"));
        }
    }
    for (part, pieces_once) in world.parts.iter().zip(PIECES) {
        let (_, shown) = Server::answer(server.request("GET", &format!("/parts/{part}"))).await;
        let left = shown["available"].as_i64().unwrap();
        let taken: i64 =
            orders.iter().filter(|order| order["orderedId"] == part.as_str() && takes_pieces(order)).map(pieces).sum();
        if left < 0 || left + taken != pieces_once {
            audit.violations.push(format!("{part}: {left} left and {taken} taken of {pieces_once}"));
        }
    }
    audit.books = site.run(&["check-books"]).stdout;
    audit
}

/// Whether the pieces of an order are reserved or sold.
fn takes_pieces(order: &Value) -> bool {
    matches!(order["state"].as_str(), Some("held" | "paid" | "shipped"))
}

fn pieces(order: &Value) -> i64 {
    order["quantity"].as_i64().unwrap()
}

fn cents(dollars: &Value) -> i64 {
    let text = format!("{:.2}", dollars.as_f64().unwrap());
    text.replace('.', "").parse().unwrap()
}

/// Returns every item of an admin's list.
async fn all(server: &Server, world: &World, path: &str) -> Vec<Value> {
    let mut items: Vec<Value> = Vec::new();
    loop {
        let after = items.last().map(|last| format!("&after={}", last["_id"].as_str().unwrap())).unwrap_or_default();
        let page = server.call(&world.admin, "GET", &format!("{path}?limit=200{after}"), None).await;
        let page = page.as_array().unwrap();
        items.extend(page.iter().cloned());
        if page.len() < 200 {
            return items;
        }
    }
}

async fn payments(provider: &ProviderProcess) -> Vec<Value> {
    let mut payments: Vec<Value> = Vec::new();
    loop {
        let after =
            payments.last().map(|last| format!("&starting_after={}", last["id"].as_str().unwrap())).unwrap_or_default();
        let page = provider.look(&format!("/v1/payment_intents?limit=100{after}")).await;
        payments.extend(page["data"].as_array().unwrap().iter().cloned());
        if page["has_more"] != true {
            return payments.into_iter().filter(|payment| payment["status"] == "succeeded").collect();
        }
    }
}
