//! Many slow clients at once that try to lock others out: idle connections, partial headers or bodies, endless
//! chunks, unread responses. Other users send requests from other addresses at the same time.

use crate::{
    attackers::{Slow, besiege},
    report::Report,
    shop::Shop,
    support::Site,
};
use std::{net::SocketAddr, time::Duration};
use tokio::time::sleep;

/// Number of concurrent clients of each kind.
const EACH: usize = 150;

/// Time within which the server must close a connection without a valid request, and one whose response is not read.
const CLOSED_WITHIN: Duration = Duration::from_secs(12);
const READER_CLOSED_WITHIN: Duration = Duration::from_secs(30);

/// How long an attacker keeps trying.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(45);

/// Maximum growth of the server's memory during the attack, in bytes.
const MAX_GROWTH: u64 = 50 * 1024 * 1024;

/// The largest public response.
const LARGE: &str = "/docs/swagger-ui-bundle.js";

/// Returns the resident memory of a process, in bytes.
pub(crate) fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() * 1024
}

/// Adds reviews of maximum length, so that their list is large.
pub(crate) async fn fill_with_reviews(shop: &Shop) {
    let text = "𝕬".repeat(2000);
    for number in 0..300 {
        let person = shop.server.sign_up(&format!("reviewer-{number}")).await;
        let body = serde_json::json!({ "rating": "5", "review": text });
        shop.server.call(&person, "POST", "/reviews", Some(body)).await;
    }
}

pub(crate) async fn slow_clients(mut report: Report) -> Report {
    let shop = Shop::on(Site::new()).await;
    let server: SocketAddr = shop.server.address().trim_start_matches("http://").parse().unwrap();
    let before = memory(shop.server.process_id());
    let mut most = 0;
    let watch = async {
        loop {
            most = most.max(memory(shop.server.process_id()));
            sleep(Duration::from_millis(200)).await;
        }
    };
    let siege = tokio::select! {
        () = watch => unreachable!("it watches for ever"),
        siege = besiege(server, &Slow::ALL, EACH, LARGE, "/parts?limit=5", ANSWER_TIMEOUT) => siege,
    };
    for (kind, longest) in &siege.released {
        let limit = if *kind == Slow::Reader { READER_CLOSED_WITHIN } else { CLOSED_WITHIN };
        let seen = longest.map_or("never".to_owned(), |longest| format!("after {:.1} s", longest.as_secs_f64()));
        report.figure(format_args!("{kind:?}: the last of {EACH} closed {seen}"));
        report.case(
            format_args!("{EACH} connections of the kind {kind:?}"),
            longest.is_some_and(|longest| longest <= limit),
            seen,
        );
    }
    let answered = siege.answered;
    let probes = siege.probes;
    let seen = format!("{answered} of {probes} probes answered, the slowest in {:.3} s", siege.slowest.as_secs_f64());
    report.figure(format_args!("{seen}"));
    // 99.9 %, in integers.
    report.case("other users kept waiting", probes > 500 && (probes - answered) * 1000 <= probes, seen);
    let growth = most.saturating_sub(before);
    let seen = format!("{} MB more", growth / 1024 / 1024);
    report.figure(format_args!("memory: {seen}"));
    report.case("memory growth", growth <= MAX_GROWTH, seen);
    report
}
