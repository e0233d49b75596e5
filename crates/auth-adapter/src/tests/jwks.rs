//! Keys from a URL: cached, refetched, and used while the URL is unreachable.

use super::support::PROJECT;
use crate::{JwksUrl, KeySource, embedded::Issuer, signing_keys::new_identity_key};
use autoparts_domain::time::Timestamp;
use autoparts_testing::clock::NEW_YEAR;
use jsonwebtoken::jwk::JwkSet;
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};

/// A small server that publishes keys and counts the requests.
pub(super) struct Publisher {
    url: String,
    answer: Arc<Mutex<String>>,
    requests: Arc<AtomicUsize>,
    server: JoinHandle<()>,
}

impl Publisher {
    /// Publishes keys for ten minutes.
    pub(super) async fn start(keys: &JwkSet) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/jwks.json", listener.local_addr().unwrap());
        let answer = Arc::new(Mutex::new(String::new()));
        let requests = Arc::new(AtomicUsize::new(0));
        let its_answer = Arc::clone(&answer);
        let its_count = Arc::clone(&requests);
        let server = tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                its_count.fetch_add(1, Ordering::SeqCst);
                let answer = its_answer.lock().unwrap().clone();
                let mut request = [0; 4096];
                let _ = stream.read(&mut request).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        let publisher = Self { url, answer, requests, server };
        publisher.publish(keys);
        publisher
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    fn publish(&self, keys: &JwkSet) {
        self.respond_with("200 OK", &serde_json::to_string(keys).unwrap());
    }

    fn respond_with(&self, status: &str, body: &str) {
        *self.answer.lock().unwrap() = format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\ncache-control: public, max-age=600\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn issuer() -> Issuer {
    Issuer::new(PROJECT, &[(NEW_YEAR, new_identity_key().unwrap())]).unwrap()
}

fn name(issuer: &Issuer) -> String {
    issuer.jwks(NEW_YEAR).keys[0].common.key_id.clone().unwrap()
}

fn after(minutes: u64) -> Timestamp {
    NEW_YEAR.plus(Duration::from_mins(minutes))
}

async fn has(keys: &JwksUrl, name: &str, now: Timestamp) -> Option<bool> {
    keys.key(name, now).await.ok().map(|key| key.is_some())
}

#[tokio::test]
async fn keys_are_fetched_once_until_they_expire() {
    let first = issuer();
    let publisher = Publisher::start(&first.jwks(NEW_YEAR)).await;
    let keys = JwksUrl::new(publisher.url()).unwrap();
    for minute in [0, 1, 9] {
        assert_eq!(has(&keys, &name(&first), after(minute)).await, Some(true));
    }
    assert_eq!(publisher.requests(), 1);
    assert_eq!(has(&keys, &name(&first), after(10)).await, Some(true));
    assert_eq!(publisher.requests(), 2);
}

#[tokio::test]
async fn an_unknown_key_id_triggers_at_most_one_fetch_a_minute() {
    let first = issuer();
    let second = issuer();
    let publisher = Publisher::start(&first.jwks(NEW_YEAR)).await;
    let keys = JwksUrl::new(publisher.url()).unwrap();
    assert_eq!(has(&keys, &name(&first), after(0)).await, Some(true));
    publisher.publish(&second.jwks(NEW_YEAR));
    assert_eq!(has(&keys, &name(&second), after(2)).await, Some(true), "the new key is found");
    assert_eq!(publisher.requests(), 2);
    for _ in 0..50 {
        assert_eq!(has(&keys, "made-up", after(2)).await, Some(false));
    }
    assert_eq!(publisher.requests(), 2);
    assert_eq!(has(&keys, "made-up", after(3)).await, Some(false));
    assert_eq!(publisher.requests(), 3);
    assert_eq!(has(&keys, &name(&first), after(3)).await, Some(false), "the old key is gone");
}

#[tokio::test]
async fn concurrent_callers_fetch_once() {
    let first = issuer();
    let publisher = Publisher::start(&first.jwks(NEW_YEAR)).await;
    let keys = Arc::new(JwksUrl::new(publisher.url()).unwrap());
    let mut crowd = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let keys = Arc::clone(&keys);
        let name = name(&first);
        crowd.spawn(async move { has(&keys, &name, after(0)).await });
    }
    assert!(crowd.join_all().await.into_iter().all(|found| found == Some(true)));
    assert_eq!(publisher.requests(), 1);
}

/// Google publishes a new key alongside the old one before it signs with it, and removes the old one once no valid
/// token is signed with it.
#[tokio::test(flavor = "multi_thread")]
async fn key_rotation_under_load_rejects_no_valid_token() {
    let old = issuer();
    let new = issuer();
    let publisher = Publisher::start(&old.jwks(NEW_YEAR)).await;
    let keys = Arc::new(JwksUrl::new(publisher.url()).unwrap());
    for minute in 0..60 {
        match minute {
            10 => publisher
                .publish(&JwkSet { keys: [&old, &new].map(|issuer| issuer.jwks(NEW_YEAR).keys[0].clone()).into() }),
            40 => publisher.publish(&new.jwks(NEW_YEAR)),
            _ => {}
        }
        let in_use: Vec<String> = match minute {
            0..12 => vec![name(&old)],
            12..40 => vec![name(&old), name(&new)],
            _ => vec![name(&new)],
        };
        let mut crowd = tokio::task::JoinSet::new();
        for visitor in 0..20 {
            let keys = Arc::clone(&keys);
            let name = in_use[visitor % in_use.len()].clone();
            crowd.spawn(async move { has(&keys, &name, after(minute)).await });
        }
        let found = crowd.join_all().await;
        assert!(found.into_iter().all(|found| found == Some(true)), "minute {minute}");
        // Unknown key ids are requested all the time.
        assert_eq!(has(&keys, "made-up", after(minute)).await, Some(false));
    }
    assert!(publisher.requests() <= 62, "{} requests in an hour", publisher.requests());
}

#[tokio::test]
async fn expired_keys_are_used_for_a_day_while_the_url_is_unreachable() {
    let first = issuer();
    let publisher = Publisher::start(&first.jwks(NEW_YEAR)).await;
    let keys = JwksUrl::new(publisher.url()).unwrap();
    assert_eq!(has(&keys, &name(&first), after(0)).await, Some(true));
    for (status, body) in
        [("503 Unavailable", ""), ("200 OK", "<html>"), ("200 OK", r#"{"keys":[]}"#), ("302 Found", "")]
    {
        publisher.respond_with(status, body);
        assert_eq!(has(&keys, &name(&first), after(60)).await, Some(true), "{status} {body}");
    }
    let requests = publisher.requests();
    for _ in 0..50 {
        assert_eq!(has(&keys, &name(&first), after(60)).await, Some(true));
        assert_eq!(has(&keys, "made-up", after(60)).await, None, "it may be new or made up");
    }
    assert_eq!(publisher.requests(), requests, "an unreachable URL is not retried at once");
    assert_eq!(has(&keys, &name(&first), after(24 * 60 + 9)).await, Some(true));
    assert_eq!(has(&keys, &name(&first), after(24 * 60 + 11)).await, None);
    publisher.publish(&first.jwks(NEW_YEAR));
    assert_eq!(has(&keys, &name(&first), after(24 * 60 + 12)).await, Some(true));
}

#[tokio::test]
async fn an_oversized_response_is_refused() {
    let first = issuer();
    let publisher = Publisher::start(&first.jwks(NEW_YEAR)).await;
    publisher.respond_with("200 OK", &" ".repeat(1024 * 1024));
    let keys = JwksUrl::new(publisher.url()).unwrap();
    assert_eq!(has(&keys, &name(&first), after(0)).await, None);
}
