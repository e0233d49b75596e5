//! The shop with external services in place of the embedded ones, as far as this can be tested without those
//! services.

use crate::{
    scene::Scene,
    support::{Server, Site},
};
use autoparts_payments::testing::ProviderProcess;
use autoparts_server::clock::SystemClock;
use reqwest::StatusCode;
use serde_json::json;
use std::sync::Arc;

fn with_stripe(base: &str) -> Site {
    Site::new()
        .with("STRIPE_SECRET_KEY", "sk_test_1")
        .with("STRIPE_PUBLISHABLE_KEY", "pk_test_1")
        .with("STRIPE_WEBHOOK_SECRET", "whsec_1")
        .with("STRIPE_API_BASE", base)
}

#[tokio::test]
async fn the_config_names_stripe_and_the_content_policy_allows_it() {
    let site = with_stripe("http://127.0.0.1:1");
    let server = site.serve();
    let (_, config) = Server::answer(server.request("GET", "/config")).await;
    let payments = serde_json::json!({"mode": "stripe", "publishableKey": "pk_test_1", "apiBase": null});
    assert_eq!((&config["payments"], &config["demo"]), (&payments, &true.into()));
    assert!(!config.to_string().contains("sk_test_1"));

    let page = server.request("GET", "/").send().await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    for host in ["https://js.stripe.com", "https://api.stripe.com", "https://hooks.stripe.com"] {
        assert!(policy.contains(host), "{policy}");
    }
    assert!(
        policy.contains("style-src 'self'; style-src-attr 'unsafe-inline';"),
        "inline styles only in attributes, which Stripe's frames need: {policy}"
    );
}

#[tokio::test]
async fn the_sandbox_is_disabled_with_stripe() {
    let site = with_stripe("http://127.0.0.1:1");
    let server = site.serve();
    let (status, _) = Server::answer(server.request("POST", "/sandbox/v1/payment_methods")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(!site.path("sandbox-payments.jsonl").exists());
}

#[tokio::test]
async fn the_config_reports_that_emails_are_sent() {
    let site = Site::new().with("SMTP_URL", "smtp://127.0.0.1:1").with("MAIL_FROM", "orders@shop.example");
    let server = site.serve();
    let (_, config) = Server::answer(server.request("GET", "/config")).await;
    assert_eq!(config["mails"], "smtp");
}

#[test]
fn a_remote_provider_without_tls_is_reported() {
    let error = with_stripe("http://stripe.example").fail(&["serve"]);
    assert!(error.contains("STRIPE_API_BASE") && error.contains("https"), "{error}");
}

#[tokio::test]
async fn metrics_are_served_on_their_own_address() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let site = Site::new().with("METRICS_ADDR", &address);
    site.succeed(&["seed"]);
    let server = site.serve();
    let scrape = async || {
        let answer = reqwest::get(format!("http://{address}/metrics")).await.unwrap();
        assert!(answer.status().is_success());
        answer.text().await.unwrap()
    };
    for _ in 0..100 {
        let figures = scrape().await;
        if figures.contains("autoparts_books_wrong_orders") && figures.contains("autoparts_last_maintenance") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let id = server.first_part().await["_id"].as_str().unwrap().to_owned();
    for path in [&format!("/parts/{id}"), "/no/such/page", "/sitemap.xml"] {
        Server::answer(server.request("GET", path)).await;
    }
    let figures = scrape().await;
    let counted = |route: &str, status: &str| {
        let labels = format!(r#"{{method="GET",route="{route}",status="{status}"}} 1"#);
        format!("autoparts_http_request_duration_seconds_count{labels}")
    };
    for line in [
        &counted("/parts/{id}", "2xx"),
        &counted("/sitemap.xml", "2xx"),
        &counted("other", "4xx"),
        "autoparts_http_requests_in_flight 0",
        concat!(r#"autoparts_build_info{version=""#, env!("CARGO_PKG_VERSION"), r#"",commit="development"} 1"#),
        r#"autoparts_database_connections{pool="write",state="in_use"} 0"#,
        r#"autoparts_database_connections{pool="write",state="limit"} 1"#,
        r#"autoparts_database_waiting{pool="read"} 0"#,
        "autoparts_mails_waiting 0",
    ] {
        assert!(figures.lines().any(|shown| shown == line), "{line} in:\n{figures}");
    }
    assert!(!figures.contains(&id), "metrics have routes, not URLs");
    let bucket =
        r#"autoparts_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/parts/{id}",status="2xx"} 1"#;
    assert!(figures.lines().any(|shown| shown == bucket), "{figures}");
    for line in ["autoparts_refunds_open 0", "autoparts_books_wrong_orders 0", "autoparts_books_wrong_parts 0"] {
        assert!(figures.lines().any(|shown| shown == line), "{line} in:\n{figures}");
    }
    let (status, _) = Server::answer(server.request("GET", "/metrics")).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "customers cannot read the metrics");
    let taken = Site::new().with("METRICS_ADDR", &address).fail(&["serve"]);
    assert!(taken.contains("METRICS_ADDR"), "{taken}");
}

#[tokio::test]
async fn a_rejected_provider_key_is_reported() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let site = Site::new().with("METRICS_ADDR", &address);
    let provider = ProviderProcess::open(site.folder(), Arc::new(SystemClock), None).await;
    let site = Scene::with_stripe(site, provider.url()).with("STRIPE_SECRET_KEY", "sk_test_revoked");
    site.succeed(&["seed"]);
    let log = site.path("log");
    let server = site.serve_with_log(&log);
    let (admin, marta) =
        (server.sign_in("admin@autoparts.example", "admin-demo-1").await, server.sign_up("marta").await);
    let disc = server.add_part(&admin, 5).await;
    let order = server.order(&marta, &disc, 1).await;
    let body = json!({ "price": 10, "order": order });
    let (status, answer) = server.try_call(&marta, "POST", "/create-payment-intent", Some(body)).await;
    assert_eq!((status.as_u16(), &answer["code"]), (503, &"payment_key_rejected".into()), "{answer}");
    let text = std::fs::read_to_string(&log).unwrap();
    let lines = text.lines().filter(|line| line.contains("replace STRIPE_SECRET_KEY")).count();
    assert_eq!(lines, 1, "{text}");
    let figures = reqwest::get(format!("http://{address}/metrics")).await.unwrap().text().await.unwrap();
    let figure = |name: &str| -> i64 {
        let line =
            figures.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {figures}"));
        line.trim().parse().unwrap()
    };
    assert!(figure("autoparts_payment_key_rejections_total ") > 0);
    // Maintenance has never succeeded, so its gauge has the start time.
    let started = figure("autoparts_started_timestamp_seconds ");
    assert!(started > 0 && figure("autoparts_last_maintenance_timestamp_seconds ") == started, "{figures}");
    assert!(figure("autoparts_books_checked_timestamp_seconds ") >= started);
}

#[tokio::test]
async fn metrics_are_served_while_the_database_is_down() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let (site, cluster) = Site::on_private_postgres();
    let site = site.with("METRICS_ADDR", &address);
    site.succeed(&["seed"]);
    let _server = site.serve();
    let shown = async |line: &str| {
        let answer = reqwest::get(format!("http://{address}/metrics")).await.unwrap();
        assert!(answer.status().is_success());
        answer.text().await.unwrap().lines().any(|shown| shown == line)
    };
    assert!(shown("autoparts_database_up 1").await && shown("autoparts_refunds_open 0").await);
    cluster.stop().unwrap();
    assert!(shown("autoparts_database_up 0").await && !shown("autoparts_refunds_open 0").await);
    assert!(shown("autoparts_http_requests_in_flight 0").await);
}

#[tokio::test]
async fn a_refund_returned_by_the_bank_is_reopened_and_can_be_closed() {
    for kind in ["charge.refund.updated", "refund.failed"] {
        let scene = Scene::open().await;
        let (order, id) = scene.paid_at_the_provider().await;
        assert_eq!(scene.server().book(&scene.marta, &order, &id).await.0, StatusCode::OK);
        scene.server().call(&scene.admin, "PUT", &format!("/refund/{order}"), None).await;
        let refund = async || scene.server().call(&scene.admin, "GET", "/refunds", None).await[0].clone();
        assert!(refund().await["doneAt"].is_string());

        scene.provider.let_refunds_come_back();
        let failed = serde_json::json!({ "object": "refund", "id": "re_1", "payment_intent": id, "status": "failed" });
        assert_eq!(scene.message_about("evt_back", kind, &failed).await, StatusCode::OK);
        let back = refund().await;
        assert_eq!((&back["failures"], back.get("doneAt")), (&1.into(), None), "{kind}: {back}");

        let path = format!("/refunds/{}", back["_id"].as_str().unwrap());
        scene.server().call(&scene.admin, "PUT", &path, None).await;
        let closed = refund().await;
        assert!(closed["doneAt"].is_string() && closed["byHand"] == true, "{closed}");
    }
}
