//! A customer who places orders, and retries each under the same key until the shop acknowledges it.

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

/// Pause between orders and between retries.
const PAUSE: Duration = Duration::from_millis(100);

const PASSWORD: &str = "secret-1";

pub(crate) struct Customer {
    shop: Arc<Shop>,
    email: String,
    token: String,
    /// The key of each order, which is also in its postal address, and the acknowledged id.
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

    /// Orders one piece at a time, until the run stops and the current order is acknowledged.
    pub(crate) async fn order_until_stopped(&mut self, parts: &[String], figures: &Figures) {
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

    /// Returns the order's id once the shop has acknowledged it.
    async fn order(&mut self, key: &str, order: Value, figures: &Figures) -> String {
        loop {
            let body = Some(order.clone());
            let call = Call { method: Method::POST, path: "/orders", token: Some(&self.token), key: Some(key), body };
            match self.shop.call(call).await {
                Ok((StatusCode::CREATED, answer)) => return answer["insertedId"].as_str().unwrap().to_owned(),
                // The access token expires after 15 minutes.
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

    /// Returns id and postal address of all orders the shop has for this customer.
    async fn listed(&self) -> Vec<(String, String)> {
        let mut listed = Vec::new();
        let mut after = String::new();
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

    /// Returns acknowledged orders that are missing, and keys with more than one order.
    pub(crate) async fn what_is_wrong(&mut self) -> Vec<String> {
        self.sign_in_again().await;
        let listed = self.listed().await;
        let ids: BTreeSet<_> = listed.iter().map(|(id, _)| id).collect();
        let mut keys = BTreeSet::new();
        let twice = listed.iter().filter(|(_, key)| !keys.insert(key)).map(|(_, key)| format!("{key} is duplicated"));
        let lost = self.orders.iter().filter(|(_, id)| !ids.contains(id));
        let mut wrong: Vec<_> =
            twice.chain(lost.map(|(key, id)| format!("{key} was acknowledged as {id} and is lost"))).collect();
        if listed.len() != self.orders.len() {
            wrong.push(format!("{}: {} orders, {} acknowledged", self.email, listed.len(), self.orders.len()));
        }
        wrong
    }
}
