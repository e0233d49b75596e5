//! Public reads are cached, and show committed changes.

use crate::support::{Answer, Call, Running, app, call, limited};
use autoparts_application::ports::{
    generations::Generations,
    store::{Access, Store, Work},
    store_error::StoreResult,
};
use autoparts_http::limits::RateLimits;
use autoparts_testing::{memory::MemoryStore, test_shop::TestShop};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::Notify;

/// The view of another server on the same database: it counts only its own changes and made none.
#[derive(Default)]
struct OtherServer {
    database: Arc<MemoryStore>,
    generations: Generations,
    reads: AtomicUsize,
    /// Reads wait for it, if present.
    gate: Option<Arc<Notify>>,
}

#[async_trait::async_trait]
impl Store for OtherServer {
    async fn run(&self, access: Access, work: Arc<Work>) -> StoreResult<()> {
        assert_eq!(access, Access::ReadPublic);
        self.reads.fetch_add(1, Ordering::SeqCst);
        if let Some(gate) = &self.gate {
            gate.notified().await;
        }
        self.database.run(access, work).await
    }

    fn generations(&self) -> &Generations {
        &self.generations
    }

    async fn check(&self) -> StoreResult<()> {
        Ok(())
    }
}

async fn serve(test_shop: &TestShop) -> Running {
    app(&limited(test_shop, RateLimits::OFF)).await
}

/// Reads twice, so that the second response comes from the cache.
async fn read(app: &Running, path: &str) -> Answer {
    let first = app(call("GET", path)).await;
    let second = app(call("GET", path)).await;
    assert_eq!((first.status, &first.text), (second.status, &second.text));
    second
}

async fn succeed(app: &Running, call: Call) -> serde_json::Value {
    let answer = app(call).await;
    assert!(answer.status.is_success(), "{}", answer.text);
    answer.json()
}

#[actix_web::test]
async fn what_this_server_changes_shows_in_the_next_read() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = test_shop.customer("marta").await;
    let app = serve(&test_shop).await;
    assert_eq!(read(&app, "/parts").await.json(), json!([]));

    let part = json!({
        "title": "Brake disc", "desc": "Vented", "img": "/disc.png", "minOrderQuantity": 4, "available": 100, "price": 28.6,
    });
    let part = succeed(&app, call("POST", "/parts").by(admin).json(part)).await["insertedId"].clone();
    let path = format!("/parts/{}", part.as_str().unwrap());
    assert_eq!(read(&app, "/parts").await.json()[0]["_id"], part);
    assert_eq!(read(&app, &path).await.json()["available"], 100);

    let order = json!({ "orderedId": part, "quantity": 10, "address": "1 Road", "phone": "555 0100" });
    let order = succeed(&app, call("POST", "/orders").by(marta).json(order)).await["insertedId"].clone();
    assert_eq!(read(&app, "/parts?limit=1").await.json()[0]["available"], 90);
    assert_eq!(read(&app, "/parts").await.json()[0]["available"], 90);
    assert_eq!(read(&app, &path).await.json()["available"], 90);

    succeed(&app, call("DELETE", &format!("/orders/{}", order.as_str().unwrap())).by(marta)).await;
    assert_eq!(read(&app, "/parts").await.json()[0]["available"], 100);
    assert_eq!(read(&app, &path).await.json()["available"], 100);

    succeed(&app, call("DELETE", &path).by(admin)).await;
    assert_eq!(read(&app, "/parts").await.json(), json!([]));
    assert_eq!(app(call("GET", &path)).await.code(), "not_found");

    assert_eq!(read(&app, "/reviews").await.json(), json!([]));
    let review = json!({ "rating": 5, "review": "Good." });
    let review = succeed(&app, call("POST", "/reviews").by(marta).json(review)).await["insertedId"].clone();
    assert_eq!(read(&app, "/reviews").await.json()[0]["_id"], review);
    succeed(&app, call("DELETE", &format!("/reviews/{}", review.as_str().unwrap())).by(admin)).await;
    assert_eq!(read(&app, "/reviews").await.json(), json!([]));
}

#[actix_web::test]
async fn what_another_server_changes_shows_within_a_second() {
    let database = Arc::new(MemoryStore::default());
    let changing = TestShop::on(database.clone());
    let part = changing.part(1, 100, 1_000).await;
    let marta = changing.customer("marta").await;
    let other_server = Arc::new(OtherServer { database, ..OtherServer::default() });
    let app = serve(&TestShop::on(other_server.clone())).await;
    let reads = || other_server.reads.load(Ordering::SeqCst);
    tokio::time::pause();

    let paths = ["/parts".to_owned(), "/parts?limit=7".to_owned(), format!("/parts/{part}")];
    for path in &paths {
        assert!(app(call("GET", path)).await.text.contains("\"available\":100"));
    }
    assert_eq!(reads(), 3);
    changing.order(marta, part, 10).await;
    for _ in 0..4 {
        for path in &paths {
            let answer = app(call("GET", path)).await;
            assert!(answer.text.contains("\"available\":100"), "the database was not queried");
        }
        tokio::time::advance(Duration::from_millis(100)).await;
    }
    assert_eq!(reads(), 3);
    tokio::time::advance(Duration::from_millis(600)).await;
    for path in &paths {
        assert!(app(call("GET", path)).await.text.contains("\"available\":90"), "a second is over");
    }
    assert_eq!(reads(), 6);
}

#[actix_web::test]
async fn the_same_page_is_one_however_it_is_asked_for() {
    let other_server = Arc::new(OtherServer::default());
    let app = serve(&TestShop::on(other_server.clone())).await;
    tokio::time::pause();
    for query in ["", "?limit=1000", "?limit=%31000", "?after=", "?after=&limit=1000", "?limit=1000.0"] {
        let answer = app(call("GET", &format!("/parts{query}"))).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, "[]"), "{query}");
    }
    assert_eq!(other_server.reads.load(Ordering::SeqCst), 1);
}

#[actix_web::test]
async fn many_who_ask_at_once_read_once() {
    let gate = Arc::new(Notify::new());
    let other_server = Arc::new(OtherServer { gate: Some(Arc::clone(&gate)), ..OtherServer::default() });
    let app = serve(&TestShop::on(other_server.clone())).await;
    let all: Vec<_> = (0..20).map(|_| actix_web::rt::spawn(app(call("GET", "/parts")))).collect();
    tokio::task::yield_now().await;
    tokio::task::yield_now().await;
    gate.notify_one();
    for answer in all {
        assert_eq!(answer.await.unwrap().text, "[]");
    }
    assert_eq!(other_server.reads.load(Ordering::SeqCst), 1);
}

#[actix_web::test]
async fn who_waits_reads_when_the_reader_goes_away() {
    let gate = Arc::new(Notify::new());
    let other_server = Arc::new(OtherServer { gate: Some(Arc::clone(&gate)), ..OtherServer::default() });
    let app = serve(&TestShop::on(other_server.clone())).await;
    let ask = || actix_web::rt::spawn(app(call("GET", "/parts")));
    let first = ask();
    tokio::task::yield_now().await;
    let second = ask();
    tokio::task::yield_now().await;
    first.abort();
    while other_server.reads.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    gate.notify_one();
    assert_eq!(second.await.unwrap().text, "[]");
}

#[actix_web::test]
async fn an_answer_from_memory_has_the_headers_of_any_other() {
    let test_shop = TestShop::default();
    for _ in 0..3 {
        test_shop.part(1, 5, 100).await;
    }
    let app = serve(&test_shop).await;
    for path in ["/parts?limit=2", "/parts", "/reviews"] {
        let first = app(call("GET", path)).await;
        let second = app(call("GET", path)).await;
        let headers = |answer: &Answer| {
            let headers = answer.headers.iter().filter(|(name, _)| *name != "x-request-id");
            let mut headers: Vec<_> =
                headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
            headers.sort();
            headers
        };
        assert_eq!((headers(&first), &first.text), (headers(&second), &second.text), "{path}");
        let id = |answer: &Answer| answer.header("x-request-id").unwrap().to_owned();
        assert_ne!(id(&first), id(&second));
        assert!(second.header("content-security-policy").is_some() && second.header("content-encoding").is_none());
        assert_eq!(
            (second.header("cache-control"), second.header("vary")),
            (Some("no-cache"), Some("Accept-Encoding"))
        );
        let head = app(call("HEAD", path)).await;
        assert_eq!((head.status.as_u16(), headers(&head)), (200, headers(&second)));
    }
}

#[actix_web::test]
async fn a_cached_not_modified_response_has_minimal_headers() {
    let test_shop = TestShop::default();
    test_shop.part(1, 5, 100).await;
    let app = serve(&test_shop).await;
    app(call("GET", "/parts")).await;
    let kept = app(call("GET", "/parts")).await;
    let known = app(call("GET", "/parts").header("If-None-Match", kept.header("etag").unwrap())).await;
    assert_eq!((known.status.as_u16(), known.text.as_str()), (304, ""));
    let mut names: Vec<&str> = known.headers.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    // The security headers came with the cached response.
    assert_eq!(names, ["cache-control", "etag", "vary", "x-request-id"]);
    for name in ["cache-control", "etag", "vary"] {
        assert_eq!(known.header(name), kept.header(name), "{name}");
    }
}

#[actix_web::test]
async fn answers_from_memory_are_limited_and_counted() {
    let rates = RateLimits { requests: std::num::NonZeroU32::new(3), ..RateLimits::OFF };
    let api = limited(&TestShop::default(), rates);
    let app = app(&api).await;
    for _ in 0..3 {
        assert_eq!(app(call("GET", "/parts")).await.status.as_u16(), 200);
    }
    assert_eq!(app(call("GET", "/parts")).await.code(), "rate_limited");
    let latencies = api.traffic.latencies();
    let counted =
        latencies.iter().map(|one| (one.route.as_str(), one.status, one.buckets.iter().map(|(_, n)| n).sum::<u64>()));
    assert_eq!(counted.collect::<Vec<_>>(), [("/parts", "2xx", 3), ("/parts", "4xx", 1)]);
}
