//! A visitor who browses the catalog and must not notice any fault.

use super::{figures::Figures, shop::Shop};
use reqwest::StatusCode;
use std::time::{Duration, Instant};

/// Pause between reads.
const PAUSE: Duration = Duration::from_millis(30);

/// Search terms for the demo's parts.
const WORDS: [&str; 8] = ["brake", "alternator", "filter", "pump", "belt", "battery", "spark", "wiper"];

/// Returns the path to read in a turn: lists, parts, searches, and pages of the web app.
fn path(parts: &[String], turn: usize) -> String {
    let part = &parts[turn % parts.len()];
    match turn % 6 {
        0 => format!("/parts?limit={}", 1 + turn % 24),
        1 => format!("/parts/{part}"),
        2 => format!("/search?q={}&limit=24", WORDS[turn / 6 % WORDS.len()]),
        3 => "/shop".to_owned(),
        4 => format!("/shop/{part}"),
        _ => format!("/parts/{part}/listing"),
    }
}

pub(crate) async fn read_until_stopped(shop: &Shop, number: usize, figures: &Figures) {
    let (_, parts) = shop.get("/parts?limit=24", None).await.unwrap();
    let parts: Vec<_> = parts.as_array().unwrap().iter().map(|part| part["_id"].as_str().unwrap().to_owned()).collect();
    let mut turn = number * 7;
    while figures.goes_on() {
        turn += 1;
        let path = path(&parts, turn);
        let began = Instant::now();
        match shop.get(&path, None).await {
            Ok((StatusCode::OK, _)) => figures.read(began.elapsed()),
            Ok((status, answer)) => figures.fail_to_read(&format!("{path}: {status} {answer}")),
            Err(why) => figures.fail_to_read(&format!("{path}: {why}")),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
