//! Log lines and metrics of a request.

use crate::support::{call, limited, send, send_limited};
use autoparts_http::{latency::Latency, limits::RateLimits};
use autoparts_testing::test_shop::TestShop;
use serde_json::Value;
use std::{
    io,
    sync::{Arc, Mutex},
};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::{MakeWriter, format::FmtSpan};

/// Collects what this thread logs.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Log {
    /// Collects all levels, and the ends of spans.
    fn begin() -> (Self, DefaultGuard) {
        let log = Self::default();
        let lines = tracing_subscriber::fmt()
            .json()
            .with_max_level(tracing::Level::TRACE)
            .with_writer(log.clone())
            .with_span_events(FmtSpan::CLOSE);
        (log, tracing::subscriber::set_default(lines.finish()))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The request spans that have ended, with their final fields.
    fn requests(&self) -> Vec<Value> {
        let is_end = |line: &Value| line["fields"]["message"] == "close" && line["span"]["name"] == "request";
        self.lines().into_iter().filter(is_end).map(|line| line["span"].clone()).collect()
    }
}

#[actix_web::test]
async fn a_request_is_one_span_with_its_id_its_route_its_caller_and_its_status() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let (log, _guard) = Log::begin();
    let answer = send(&test_shop, call("GET", "/users/marta@example.com").by(marta)).await;
    let requests = log.requests();
    assert_eq!(requests.len(), 1, "{}", log.text());
    let request = &requests[0];
    assert_eq!(request["id"].as_str(), answer.header("x-request-id"));
    assert_eq!(request["method"], "GET");
    assert_eq!(request["route"], "/users/{email}");
    assert_eq!(request["user"], marta.to_string());
    assert_eq!(request["status"], 200);
}

#[actix_web::test]
async fn whatever_is_logged_within_a_request_carries_its_id() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let (log, _guard) = Log::begin();
    let answer = send(&test_shop, call("GET", "/order/unknown").by(marta)).await;
    let lines = log.lines();
    assert!(lines.len() > 3, "use cases and units of work end, too: {}", log.text());
    for line in lines {
        // A span that ends is not listed among its own parents.
        let spans = line["spans"].as_array().into_iter().flatten().chain([&line["span"]]);
        let ids: Vec<_> = spans.filter(|span| span["name"] == "request").map(|span| span["id"].as_str()).collect();
        assert!(ids.contains(&answer.header("x-request-id")), "{line}");
    }
    let refused = log.lines().into_iter().find(|line| line["fields"]["message"] == "request refused").unwrap();
    assert_eq!((&refused["span"]["status"], &refused["span"]["route"]), (&404.into(), &"/order/{id}".into()));
}

#[actix_web::test]
async fn no_address_no_token_and_nothing_from_a_body_is_logged() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1_000).await;
    let (log, _guard) = Log::begin();
    let order = serde_json::json!({
        "orderedId": part.to_string(), "quantity": 1, "address": "12 Privet Drive", "phone": "0555 987 6543",
    });
    assert_eq!(send(&test_shop, call("POST", "/orders").by(marta).json(order)).await.status, 201);
    let letter = serde_json::json!({ "email": "olga@private.example" });
    assert_eq!(send(&test_shop, call("POST", "/newsletter").json(letter)).await.status, 202);
    let paths = ["/users/olga@private.example", "/no/olga@private.example", "/orders?email=olga@private.example"];
    for path in paths.into_iter().chain(["/order/1?token=token-hush"]) {
        assert!(send(&test_shop, call("GET", path).bearer("token-hush")).await.status.is_client_error());
    }
    let text = log.text();
    assert!(log.requests().len() == 6, "{text}");
    for private in ["olga", "private.example", "hush", "987 6543", "Privet", "marta"] {
        assert!(!text.contains(private), "{private} in {text}");
    }
}

#[actix_web::test]
async fn durations_are_counted_by_route_and_not_by_address() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 100, 1_000).await;
    let api = limited(&test_shop, RateLimits::OFF);
    for _ in 0..3 {
        send_limited(&api, call("GET", &format!("/parts/{part}"))).await;
    }
    for number in 0..5 {
        send_limited(&api, call("GET", &format!("/no/such/page/{number}"))).await;
    }
    send_limited(&api, call("HEAD", "/parts")).await;
    send_limited(&api, call("PURGE", "/parts")).await;
    let counted = api.traffic.latencies();
    let count = |one: &Latency| one.buckets.iter().map(|(_, count)| count).sum::<u64>();
    let counts: Vec<_> = counted.iter().map(|one| (one.method, one.route.as_str(), one.status, count(one))).collect();
    let expected = [
        ("GET", "/parts", "2xx", 1),
        ("other", "/parts", "4xx", 1),
        ("GET", "/parts/{id}", "2xx", 3),
        ("GET", "other", "4xx", 5),
    ];
    assert_eq!(counts, expected);
    assert!(counted[0].sum > 0.0);
    assert_eq!(api.traffic.requests_in_flight(), 0);
}
