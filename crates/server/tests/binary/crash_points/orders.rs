//! Orders, killed at any moment between the first request and shortly after the last response.

use super::{Crashing, Seen};
use crate::support::{Person, Server};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

const BATCH: u64 = 8;

/// Sends an order of some lines under a key. Returns its id; `None` if there was no response.
pub(crate) async fn place(server: &Server, person: &Person, parts: &[String], key: &str) -> Option<String> {
    let request = if parts.len() == 1 {
        let body = json!({ "orderedId": parts[0], "quantity": 2, "address": "1 Road", "phone": "555 0100" });
        server.request("POST", "/orders").json(&body)
    } else {
        let lines: Vec<Value> = parts.iter().map(|part| json!({ "part": part, "quantity": 2 })).collect();
        let body = json!({
            "lines": lines, "totalPrice": 20 * parts.len(), "phone": "555 0100",
            "destination": { "recipient": "Marta", "line1": "1 Road", "city": "Berlin", "country": "DE" },
        });
        server.request("POST", "/checkouts").json(&body)
    };
    let response = request.bearer_auth(&person.token).header("Idempotency-Key", key).send().await.ok()?;
    let answer: Value = response.json().await.ok()?;
    answer["insertedId"].as_str().map(str::to_owned)
}

pub(crate) async fn under_load(shop: &mut Crashing, lines: usize) -> Seen {
    let keys: Vec<String> = (0..BATCH).map(|one| format!("load-{}-{one}", shop.number)).collect();
    let tasks: Vec<_> = keys
        .iter()
        .map(|key| {
            let server = shop.server().handle();
            let person = shop.scene.marta.clone();
            let parts = shop.parts[..lines].to_vec();
            let key = key.clone();
            tokio::spawn(async move { place(&server, &person, &parts, &key).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_micros(shop.dice.below(120_000))).await;
    shop.scene.kill();
    let mut acknowledged = Vec::new();
    for task in tasks {
        acknowledged.push(task.await.unwrap());
    }
    shop.scene.come_back();
    let mut seen = Seen { kills: 1, ..Seen::default() };
    let mut ids = BTreeSet::new();
    for (key, acknowledged) in keys.iter().zip(acknowledged) {
        let again = place(shop.server(), &shop.scene.marta, &shop.parts[..lines], key).await;
        seen.acknowledged += usize::from(acknowledged.is_some());
        // The key must return the acknowledged order; another one would be a duplicate.
        let lost = again.is_none()
            || acknowledged
                .as_ref()
                .is_some_and(|acknowledged| !ids.contains(acknowledged) && again.as_ref() != Some(acknowledged));
        seen.lost += usize::from(lost);
        if let Some(id) = again {
            seen.doubled += usize::from(!ids.insert(id));
        }
    }
    seen
}
