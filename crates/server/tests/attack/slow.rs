//! Clients that take their time, many at once, to keep others out: idle, half a header, half a body,
//! chunks that never end, answers that nobody reads. Meanwhile other people ask from other addresses.

use crate::{
    attackers::{Slow, besiege},
    report::Report,
    shop::Shop,
    support::Site,
};
use std::{net::SocketAddr, time::Duration};
use tokio::time::sleep;

/// How many of each kind there are at once.
const EACH: usize = 150;

/// When the server must have closed a connection on which nothing sensible comes, and one whose
/// answer is not read.
const CLOSED_WITHIN: Duration = Duration::from_secs(12);
const READER_CLOSED_WITHIN: Duration = Duration::from_secs(30);

/// How long an attacker tries.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(45);

/// How much more memory the server may take meanwhile.
const MAX_GROWTH: u64 = 50 * 1024 * 1024;

/// The largest answer that everybody may ask for.
const LARGE: &str = "/docs/swagger-ui-bundle.js";

/// Bytes of memory that a process has now.
pub(crate) fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() * 1024
}

/// Reviews of full length, so that their list is worth asking for.
pub(crate) async fn fill_with_reviews(shop: &Shop) {
    let text = "𝕬".repeat(2000);
    for number in 0..300 {
        let person = shop.server.sign_up(&format!("reviewer-{number}")).await;
        let body = serde_json::json!({ "rating": "5", "review": text });
        shop.server.call(&person, "POST", "/reviews", Some(body)).await;
    }
}

pub(crate) async fn clients_that_take_their_time(mut report: Report) -> Report {
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
    let (answered, probes) = (siege.answered, siege.probes);
    let seen = format!("{answered} of {probes} probes answered, the slowest in {:.3} s", siege.slowest.as_secs_f64());
    report.figure(format_args!("{seen}"));
    // 99.9 %, in whole numbers.
    report.case("other people kept waiting meanwhile", probes > 500 && (probes - answered) * 1000 <= probes, seen);
    let growth = most.saturating_sub(before);
    let seen = format!("{} MB more", growth / 1024 / 1024);
    report.figure(format_args!("memory: {seen}"));
    report.case("memory taken meanwhile", growth <= MAX_GROWTH, seen);
    report
}
