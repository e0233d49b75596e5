//! The real binary with an unresponsive PostgreSQL: every request still gets a response, requests under a key are
//! settled by a retry, and the process can be stopped.

use crate::support::{Server, Site};
use reqwest::StatusCode;
use serde_json::json;
use std::time::{Duration, Instant};

/// Maximum response time: the queue (5 s), an attempt (10 s), and a margin for slow machines.
const ANSWERED: Duration = Duration::from_secs(19);

#[tokio::test]
async fn a_frozen_database_hangs_neither_requests_nor_the_process() {
    let (site, cluster) = Site::on_private_postgres();
    site.succeed(&["seed"]);
    let server = site.serve();
    let marta = server.sign_up("marta").await;
    let part = server.first_part().await["_id"].as_str().unwrap().to_owned();
    let order = json!({ "orderedId": part, "address": "1 Road", "phone": "555 0100" });
    let place = || {
        let request = server.request("POST", "/orders").bearer_auth(&marta.token);
        Server::answer(request.header("Idempotency-Key", "marta-1").json(&order))
    };

    cluster.freeze().unwrap();
    let started = Instant::now();
    let path = format!("/orders/{}", marta.email);
    let (placed, listed, ready) = tokio::join!(
        place(),
        server.try_call(&marta, "GET", &path, None),
        Server::answer(server.request("GET", "/readyz")),
    );
    assert!(started.elapsed() < ANSWERED, "{:?}", started.elapsed());
    for (status, problem) in [&placed, &listed, &ready] {
        assert_eq!(*status, StatusCode::SERVICE_UNAVAILABLE, "{problem}");
    }
    assert_eq!(listed.1["code"], "unavailable");
    // The process is alive, although it is not ready without a database.
    assert!(Server::answer(server.request("GET", "/healthz")).await.0.is_success());

    cluster.thaw().unwrap();
    let first = loop {
        let (status, answer) = place().await;
        if status.is_success() {
            break answer;
        }
        assert!(started.elapsed() < 3 * ANSWERED, "{answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(place().await.1["insertedId"], first["insertedId"]);
    let orders = server.call(&marta, "GET", &path, None).await;
    assert_eq!(orders.as_array().unwrap().len(), 1, "{orders}");

    // Stop while a request waits, with a thread blocked on the database.
    cluster.freeze().unwrap();
    let waiting = tokio::spawn(server.request("GET", "/readyz").send());
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.stop();
    drop(waiting);
}
