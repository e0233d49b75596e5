//! Observability of the server: its first and last log lines, and traces.

use crate::{
    scene::Scene,
    support::{Server, Site},
};
use autoparts_payments::testing::MockServer;
use http_types::Response;
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::any_value::Value,
    trace::v1::{Span, span::SpanKind},
};
use prost::Message;
use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

/// Starts a collector that accepts everything.
async fn collector() -> MockServer {
    MockServer::that_answers(vec![Some(Response::new(Vec::new()))]).await
}

/// Returns the spans the collector received.
fn spans(collector: &MockServer) -> Vec<Span> {
    let seen = collector.seen();
    let batches = seen.iter().map(|request| {
        assert_eq!((request.method().as_str(), request.uri().path()), ("POST", "/v1/traces"));
        ExportTraceServiceRequest::decode(request.body().as_slice()).unwrap()
    });
    let resources = batches.flat_map(|batch| batch.resource_spans);
    resources.flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans).collect()
}

fn attribute(span: &Span, key: &str) -> Option<String> {
    let value = span.attributes.iter().find(|known| known.key == key)?.value.clone()?.value?;
    Some(match value {
        Value::StringValue(text) => text,
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    })
}

/// Returns the only span with a name, or the only one within a parent span.
fn named<'a>(spans: &'a [Span], name: &str, within: Option<&Span>) -> &'a Span {
    let fits = |span: &&Span| span.name == name && within.is_none_or(|parent| span.parent_span_id == parent.span_id);
    let found: Vec<_> = spans.iter().filter(fits).collect();
    let names = || spans.iter().map(|span| span.name.as_str()).collect::<Vec<_>>();
    assert!(!found.is_empty(), "{name} is not among {:#?}", names());
    found[0]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_gets_the_whole_story_of_an_order_and_nothing_personal() {
    let collector = collector().await;
    let mut scene = Scene::on(Site::new().with("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url)).await;
    let order = scene.order().await;
    let (secret, _) = scene.started(&order).await;
    let server = scene.server.take().unwrap();
    assert!(tokio::task::block_in_place(|| server.stop()).success());

    let spans = spans(&collector);
    let request = named(&spans, "POST /orders", None);
    assert!(request.parent_span_id.is_empty(), "callers have no say in it");
    assert_eq!(request.kind, i32::from(SpanKind::Server));
    assert_eq!(attribute(request, "http.route").as_deref(), Some("/orders"));
    assert_eq!(attribute(request, "http.response.status_code").as_deref(), Some("201"));
    assert_eq!(attribute(request, "user.id").map(|id| id.len()), Some(36));
    let use_case = named(&spans, "place_order", Some(request));
    let unit = named(&spans, "unit_of_work place", Some(use_case));
    assert_eq!(attribute(unit, "attempts").as_deref(), Some("1"));
    for statement in ["begin", "insert_order", "commit"] {
        let statement = named(&spans, &format!("statement {statement}"), Some(unit));
        assert_eq!(statement.trace_id, request.trace_id);
        assert!(statement.start_time_unix_nano >= request.start_time_unix_nano);
        assert!(statement.end_time_unix_nano <= request.end_time_unix_nano);
    }

    let request = named(&spans, "POST /create-payment-intent", None);
    let use_case = named(&spans, "start_payment", Some(request));
    let call = named(&spans, "POST /v1/payment_intents", Some(use_case));
    assert_eq!(call.kind, i32::from(SpanKind::Client));
    assert_eq!(attribute(call, "http.response.status_code").as_deref(), Some("200"));
    assert_eq!(attribute(call, "attempts").as_deref(), Some("1"));

    let exported: Vec<u8> = collector.seen().into_iter().flat_map(http_types::Request::into_body).collect();
    let is_exported = |text: &str| exported.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(is_exported("PUT /users/{email}") && is_exported("service.name"));
    for private in ["@example.com", "@autoparts", "marta", "1 Road", "555 0100", "sk_test", &secret, &scene.marta.token]
    {
        assert!(!is_exported(private), "{private}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_dead_or_hangs_changes_nothing() {
    let hangs = TcpListener::bind("127.0.0.1:0").unwrap();
    let hangs = (format!("http://{}", hangs.local_addr().unwrap()), hangs);
    for collector in ["http://127.0.0.1:1", &hangs.0] {
        let site = Site::new()
            .with("OTEL_EXPORTER_OTLP_ENDPOINT", collector)
            .with("OTEL_BSP_SCHEDULE_DELAY", "50")
            .with("OTEL_BSP_MAX_QUEUE_SIZE", "64")
            .with("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "32");
        site.succeed(&["seed"]);
        let log = site.path("log");
        let server = site.serve_with_log(&log);
        let begun = Instant::now();
        let marta = server.sign_up("marta").await;
        let part = server.first_part().await;
        let quantity = part["minOrderQuantity"].as_i64().unwrap();
        for _ in 0..3 {
            server.order(&marta, part["_id"].as_str().unwrap(), quantity).await;
        }
        for _ in 0..100 {
            assert!(Server::answer(server.request("GET", "/parts?limit=1")).await.0.is_success());
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{collector}: requests do not wait for it");
        let stopping = Instant::now();
        assert!(tokio::task::block_in_place(|| server.stop()).success());
        assert!(stopping.elapsed() < Duration::from_secs(6), "{collector}: {:?}", stopping.elapsed());
        let log = std::fs::read_to_string(log).unwrap();
        let said = log.lines().filter(|line| line.contains("traces cannot be exported")).count();
        assert!(said <= 1 && log.lines().count() <= 2, "{log}");
        assert!(collector == hangs.0 || said == 1, "{log}");
    }
}

#[tokio::test]
async fn the_log_tells_what_was_started_and_why_it_ended() {
    let site = Site::new()
        .with("LOG", "info")
        .with("ORDER_HOLD", "90m")
        .with("SMTP_URL", "smtps://shop:hunter2@127.0.0.1:1")
        .with("MAIL_FROM", "Autoparts <hunter2@shop.example>")
        .with("SANDBOX_SECRET_KEY", "sk_test_hunter2");
    let log = site.path("log");
    let server = site.serve_with_log(&log);
    let address = server.address().strip_prefix("http://").unwrap().to_owned();
    assert!(server.stop().success());
    let log = std::fs::read_to_string(log).unwrap();
    let started = log.lines().find(|line| line.contains("the server has started")).unwrap();
    for field in [
        concat!(r#"version=""#, env!("CARGO_PKG_VERSION"), '"'),
        "commit=",
        r#"database="sqlite""#,
        &format!("address={address}"),
        r#"identity="embedded""#,
        r#"payments="sandbox""#,
        r#"mail="smtp""#,
        "ORDER_HOLD=90m",
        "SMTP_URL=***",
        "SANDBOX_SECRET_KEY=***",
    ] {
        assert!(started.contains(field), "{field} in {started}");
    }
    assert!(!log.contains("hunter2"), "{log}");
    // Background work that is cut off during shutdown may still log after this line.
    let stopped = log.lines().find(|line| line.contains("the server has stopped")).unwrap();
    assert!(stopped.contains(r#"reason="SIGTERM""#) && stopped.contains("drain_ms="), "{stopped}");
}

#[tokio::test]
async fn wrong_passwords_are_logged_without_the_address() {
    let site = Site::new().with("LOG", "info");
    let log = site.path("log");
    let server = site.serve_with_log(&log);
    server.sign_up("marta").await;
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any";
    for (email, password) in [("marta@example.com", "wrong-1"), ("nobody@example.com", "wrong-2")] {
        let body = serde_json::json!({ "email": email, "password": password, "returnSecureToken": true });
        assert_eq!(server.request("POST", path).json(&body).send().await.unwrap().status(), 400);
    }
    let log = std::fs::read_to_string(log).unwrap();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("sign-in failed")).collect();
    assert_eq!(lines.len(), 2, "{log}");
    assert!(lines.iter().all(|line| line.contains("client=") && line.contains("id=")), "{lines:?}");
    assert!(!log.contains("@example.com") && !log.contains("wrong-"), "{log}");
}

#[tokio::test]
async fn a_line_about_a_failure_names_the_request_although_the_log_tells_little() {
    let site = Scene::with_stripe(Site::new(), "http://127.0.0.1:1");
    site.succeed(&["seed"]);
    let log = site.path("log");
    let server = site.serve_with_log(&log);
    let marta = server.sign_up("marta").await;
    let part = server.first_part().await;
    let quantity = part["minOrderQuantity"].as_i64().unwrap();
    let order = server.order(&marta, part["_id"].as_str().unwrap(), quantity).await;
    let total = server.show(&marta, &order).await["totalPrice"].clone();
    let body = serde_json::json!({ "price": total, "order": order });
    let request = server.request("POST", "/create-payment-intent").bearer_auth(&marta.token).json(&body);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 503);
    let id = answer.headers()["x-request-id"].to_str().unwrap();
    let log = std::fs::read_to_string(log).unwrap();
    let line = log.lines().find(|line| line.contains("request failed")).unwrap();
    for field in [&format!("id={id}"), "route=\"/create-payment-intent\"", "status=503", "user="] {
        assert!(line.contains(field), "{field} in {line}");
    }
}
