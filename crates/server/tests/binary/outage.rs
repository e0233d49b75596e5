//! The real binary during a PostgreSQL outage: users can browse the catalog and see how old it is, but cannot
//! order. Everything works again when the database is back, also on a server started during the outage.

use crate::support::{Server, Site};
use reqwest::{Response, StatusCode};
use serde_json::json;
use std::time::{Duration, Instant};

/// Public routes, which the copy must serve.
const PUBLIC: [&str; 7] =
    ["/parts", "/categories", "/brands", "/reviews", "/search?q=brake", "/search/suggestions?q=bra", "/vehicles/years"];

const AS_OF: &str = "catalogue-as-of";

async fn get(server: &Server, path: &str) -> Response {
    server.request("GET", path).send().await.unwrap()
}

/// Requests all public routes; returns whether the responses are marked as outdated.
async fn look_around(server: &Server) -> bool {
    let part = get(server, "/parts?limit=1").await;
    let mut old = vec![part.headers().contains_key(AS_OF)];
    let part: serde_json::Value = part.json().await.unwrap();
    let id = part[0]["_id"].as_str().unwrap().to_owned();
    let of_part = ["", "/listing", "/fitments"].map(|rest| format!("/parts/{id}{rest}"));
    for path in PUBLIC.map(str::to_owned).into_iter().chain(of_part) {
        let response = get(server, &path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        old.push(response.headers().contains_key(AS_OF));
        assert!(response.text().await.unwrap().len() > 2, "{path} is empty");
    }
    let page = server.request("GET", &format!("/shop/{id}")).header("accept", "text/html").send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    old.dedup();
    assert_eq!(old.len(), 1, "only some responses are from the copy");
    old[0]
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !holds().await {
        assert!(began.elapsed() < Duration::from_secs(40), "not within 40 s: {what}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn is_old(server: &Server) -> bool {
    get(server, "/parts").await.headers().contains_key(AS_OF)
}

#[tokio::test]
async fn the_catalogue_is_served_and_orders_are_refused_during_an_outage() {
    let (site, cluster) = Site::on_private_postgres();
    site.succeed(&["seed"]);
    let server = site.serve();
    let marta = server.sign_up("marta").await;
    let part = server.first_part().await["_id"].as_str().unwrap().to_owned();
    until("the index is filled", async || look_for_brakes(&server).await > 0).await;
    // The first round of copying starts with the server. Wait until it is complete.
    until("there is a copy", async || site.path("data/search/catalogue.db").exists()).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(!look_around(&server).await);

    cluster.stop().unwrap();
    until("the catalog is marked as outdated", async || is_old(&server).await).await;
    assert!(look_around(&server).await);
    let (status, problem) = server.try_order(&marta, &part, 1).await;
    assert_eq!((status, &problem["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("unavailable")));
    assert_eq!(get(&server, "/readyz").await.status(), StatusCode::SERVICE_UNAVAILABLE);

    cluster.start().unwrap();
    until("the catalog is current", async || !is_old(&server).await).await;
    assert!(!look_around(&server).await);
    let minimum = server.first_part().await["minOrderQuantity"].as_i64().unwrap();
    server.order(&marta, &part, minimum).await;
    server.stop();
}

async fn look_for_brakes(server: &Server) -> u64 {
    let found: serde_json::Value = get(server, "/search?q=brake").await.json().await.unwrap();
    found["total"].as_u64().unwrap_or_default()
}

#[tokio::test]
async fn a_server_started_during_an_outage_serves_the_catalogue_and_sells_afterwards() {
    let (site, cluster) = Site::on_private_postgres();
    site.succeed(&["seed"]);
    // The embedded identity provider stores its accounts in the database, so use another one.
    let site = site
        .with("FIREBASE_PROJECT_ID", "demo-shop")
        .with("FIREBASE_API_KEY", "any")
        .with("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9");
    let server = site.serve();
    until("the index is filled", async || look_for_brakes(&server).await > 0).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    server.stop();

    cluster.stop().unwrap();
    let server = site.serve();
    assert!(look_around(&server).await);
    // A server that has not read its keys must not reject tokens as invalid.
    let orders = server.request("GET", "/orders").bearer_auth("a.b.c").send().await.unwrap();
    assert_ne!(orders.status(), StatusCode::OK);
    cluster.start().unwrap();
    until("the catalog is current", async || !is_old(&server).await).await;
    until("the server is ready", async || get(&server, "/readyz").await.status() == StatusCode::OK).await;
    assert!(!look_around(&server).await);
    server.stop();
}

#[tokio::test]
async fn a_server_without_a_copy_does_not_start_during_an_outage() {
    let (site, cluster) = Site::on_private_postgres();
    cluster.stop().unwrap();
    let site = site.with("FIREBASE_PROJECT_ID", "demo-shop").with("FIREBASE_API_KEY", "any");
    let site = site.with("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9");
    assert!(site.fail(&["serve"]).contains("cannot reach PostgreSQL"));
}
