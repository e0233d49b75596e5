//! Somebody who orders, and asks again under the same key until the shop says that it has the order.

use super::{
    figures::Figures,
    shop::{Call, Shop},
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::{Duration, Instant},
};

/// Between two orders, and before an order is asked for again.
const PAUSE: Duration = Duration::from_millis(100);

const PASSWORD: &str = "secret-1";

pub(crate) struct Customer {
    shop: Arc<Shop>,
    email: String,
    token: String,
    /// The key of each order, which is in its postal address too, and the id that it was acknowledged with.
    orders: BTreeMap<String, String>,
}

impl Customer {
    pub(crate) async fn sign_up(shop: Arc<Shop>, number: usize) -> Self {
        let email = format!("customer-{number}@example.com");
        let token = shop.sign_in("accounts:signUp", &email, PASSWORD).await.unwrap();
        Self { shop, email, token, orders: BTreeMap::new() }
    }

    pub(crate) fn acknowledged(&self) -> usize {
        self.orders.len()
    }

    /// Orders one piece after the other. Ends with an order that was acknowledged.
    pub(crate) async fn order_until_told(&mut self, parts: &[String], figures: &Figures) {
        while figures.goes_on() {
            let number = self.orders.len();
            let key = format!("{}-{number}", self.email);
            let order = json!({ "orderedId": parts[number % parts.len()], "address": &key, "phone": "555 0100" });
            let begun = Instant::now();
            let id = self.order(&key, order, figures).await;
            figures.acknowledge(begun);
            self.orders.insert(key, id);
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The id of the order, once the shop has acknowledged it.
    async fn order(&mut self, key: &str, order: Value, figures: &Figures) -> String {
        loop {
            let body = Some(order.clone());
            let call = Call { method: Method::POST, path: "/orders", token: Some(&self.token), key: Some(key), body };
            match self.shop.call(call).await {
                Ok((StatusCode::CREATED, answer)) => return answer["insertedId"].as_str().unwrap().to_owned(),
                // The access token is good for fifteen minutes.
                Ok((StatusCode::UNAUTHORIZED, _)) => self.sign_in_again().await,
                Ok((status, answer)) if !status.is_server_error() => {
                    figures.note_unexpected(format!("the order {key} was answered with {status}: {answer}"));
                }
                Ok(_) | Err(_) => figures.repeat(),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn sign_in_again(&mut self) {
        let way = "accounts:signInWithPassword";
        if let Ok(token) = self.shop.sign_in(way, &self.email, PASSWORD).await {
            self.token = token;
        }
    }

    /// All orders that the shop has of this customer: id and postal address.
    async fn listed(&self) -> Vec<(String, String)> {
        let (mut listed, mut after) = (Vec::new(), String::new());
        loop {
            let path = format!("/orders/{}?limit=1000{after}", self.email);
            let (status, page) = self.shop.get(&path, Some(&self.token)).await.unwrap();
            assert!(status.is_success(), "{page}");
            let page = page.as_array().unwrap();
            let text = |order: &Value, name: &str| order[name].as_str().unwrap().to_owned();
            listed.extend(page.iter().map(|order| (text(order, "_id"), text(order, "address"))));
            match page.last() {
                Some(last) if page.len() == 1000 => after = format!("&after={}", text(last, "_id")),
                _ => return listed,
            }
        }
    }

    /// Acknowledged orders that are not there, and keys that have two.
    pub(crate) async fn what_is_wrong(&mut self) -> Vec<String> {
        self.sign_in_again().await;
        let listed = self.listed().await;
        let ids: BTreeSet<_> = listed.iter().map(|(id, _)| id).collect();
        let mut keys = BTreeSet::new();
        let twice = listed.iter().filter(|(_, key)| !keys.insert(key)).map(|(_, key)| format!("{key} is there twice"));
        let lost = self.orders.iter().filter(|(_, id)| !ids.contains(id));
        let mut wrong: Vec<_> =
            twice.chain(lost.map(|(key, id)| format!("{key} was acknowledged as {id} and is lost"))).collect();
        if listed.len() != self.orders.len() {
            wrong.push(format!("{}: {} orders, {} acknowledged", self.email, listed.len(), self.orders.len()));
        }
        wrong
    }
}
