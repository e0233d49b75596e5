//! Public reads with the real binary: which are cached, and when changes become visible.

use crate::support::{Server, Site};
use reqwest::{Response, StatusCode, header};
use serde_json::json;
use std::time::{Duration, Instant};

/// Maximum time until another server's changes become visible.
const AT_MOST: Duration = Duration::from_secs(1);

async fn available(server: &Server, path: &str) -> i64 {
    let (status, part) = Server::answer(server.request("GET", path)).await;
    assert_eq!(status, StatusCode::OK, "{part}");
    part["available"].as_i64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_shows_at_once_and_on_another_server_within_a_second() {
    let site = Site::on_postgres();
    site.succeed(&["seed"]);
    let one = site.serve();
    let journal = site.path("other-payments.jsonl").display().to_string();
    let search = site.path("other-search").display().to_string();
    let site = site.with("SANDBOX_JOURNAL", &journal).with("SEARCH_DIR", &search);
    let other = site.serve();
    let admin = one.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let marta = one.sign_up("marta").await;
    let path = format!("/parts/{}", one.add_part(&admin, 100).await);
    for left in [99, 98, 97] {
        for server in [&one, &other] {
            available(server, &path).await;
        }
        one.order(&marta, path.trim_start_matches("/parts/"), 1).await;
        let changed = Instant::now();
        assert_eq!(available(&one, &path).await, left);
        loop {
            let asked = changed.elapsed();
            if available(&other, &path).await == left {
                break;
            }
            assert!(asked < AT_MOST, "the other server has not seen it after {asked:?}");
        }
    }
}

fn said<'a>(response: &'a Response, name: &header::HeaderName) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_encoding_has_a_tag_of_its_own_and_the_server_encodes_nothing_else() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let part = server.first_part().await["_id"].as_str().unwrap().to_owned();
    for _ in 0..3 {
        let mut tags = Vec::new();
        for encoding in ["br", "gzip", "identity", "br;q=0.9, gzip;q=0.1"] {
            let ask = |path: &str| server.request("GET", path).header(header::ACCEPT_ENCODING, encoding).send();
            let list = ask("/parts?limit=20").await.unwrap();
            let shown = Some(encoding.split(';').next().unwrap()).filter(|encoding| *encoding != "identity");
            assert_eq!(said(&list, &header::CONTENT_ENCODING), shown, "{encoding}");
            assert_eq!(said(&list, &header::VARY), Some("Accept-Encoding"));
            tags.push(said(&list, &header::ETAG).unwrap().to_owned());
            let short = ask(&format!("/parts/{part}")).await.unwrap();
            assert_eq!(said(&short, &header::CONTENT_ENCODING), None, "{encoding}");
        }
        assert_eq!(tags[0], tags[3]);
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags.iter().all(|tag| tag.starts_with('"')), "{tags:?}");
    }
    let refused = server.request("GET", "/parts").header(header::ACCEPT_ENCODING, "identity;q=0, *;q=0");
    assert_eq!(refused.send().await.unwrap().status(), StatusCode::NOT_ACCEPTABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_allowed_sites_read_from_memory_too() {
    let site = Site::new().with("CORS_ORIGINS", "https://partner.example");
    site.succeed(&["seed"]);
    let server = site.serve();
    for _ in 0..3 {
        let asked = server.request("GET", "/parts").header(header::ORIGIN, "https://partner.example");
        let answer = asked.send().await.unwrap();
        assert_eq!(said(&answer, &header::ACCESS_CONTROL_ALLOW_ORIGIN), Some("https://partner.example"));
        let asked = server.request("GET", "/parts").header(header::ORIGIN, "https://other.example");
        assert_eq!(said(&asked.send().await.unwrap(), &header::ACCESS_CONTROL_ALLOW_ORIGIN), None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_command_line_adds_shows_within_a_second() {
    let site = Site::new();
    let server = site.serve();
    let parts = async || Server::answer(server.request("GET", "/parts")).await.1;
    assert_eq!(parts().await, json!([]));
    site.succeed(&["seed"]);
    let added = Instant::now();
    loop {
        let asked = added.elapsed();
        if parts().await != json!([]) {
            break;
        }
        assert!(asked < AT_MOST, "the server has not seen it after {asked:?}");
    }
}
