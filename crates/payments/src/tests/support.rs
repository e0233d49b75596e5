//! A sandbox with its own journal, and its two kinds of callers.

use crate::{Sandbox, SandboxConfig};
use autoparts_testing::clock::TestClock;
use http_types::{Method, Request, Response};
use serde_json::Value;
use std::{path::PathBuf, sync::Arc};
use tempfile::TempDir;

pub(super) const SECRET_KEY: &str = "sk_test_tests";
pub(super) const PUBLISHABLE_KEY: &str = "pk_test_tests";
pub(super) const WEBHOOK_SECRET: &str = "whsec_tests";

pub(super) const GOOD: &str = "4242424242424242";
pub(super) const DECLINED: &str = "4000000000000002";
pub(super) const CHALLENGES: &str = "4000002500003155";

pub(super) struct TestProvider {
    pub(super) folder: TempDir,
    pub(super) clock: Arc<TestClock>,
    pub(super) sandbox: Arc<Sandbox>,
}

impl TestProvider {
    pub(super) fn new() -> Self {
        Self::with_webhooks(None)
    }

    pub(super) fn with_webhooks(url: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(TestClock::default());
        let sandbox = Sandbox::open(config(&folder, url), clock.clone()).unwrap();
        Self { folder, clock, sandbox }
    }

    pub(super) fn journal(&self) -> PathBuf {
        config(&self.folder, None).journal
    }

    /// Stops the sandbox and reopens it with the same journal.
    pub(super) fn restart(self, webhooks: Option<&str>) -> Self {
        let Self { folder, clock, sandbox } = self;
        drop(Arc::into_inner(sandbox).unwrap());
        let sandbox = Sandbox::open(config(&folder, webhooks), clock.clone()).unwrap();
        Self { folder, clock, sandbox }
    }

    /// Stops the sandbox; its files remain.
    pub(super) fn close(self) -> TempDir {
        drop(Arc::into_inner(self.sandbox).unwrap());
        self.folder
    }

    pub(super) async fn send(&self, request: Request<Vec<u8>>) -> (u16, Value) {
        let response = self.sandbox.answer(request).await;
        (response.status().as_u16(), json(&response))
    }

    /// Calls as the shop.
    pub(super) async fn shop(&self, path: &str, form: &[(&str, &str)]) -> (u16, Value) {
        self.send(shop_post(path, form, None)).await
    }

    /// Calls as the shop under an idempotency key.
    pub(super) async fn shop_once(&self, path: &str, form: &[(&str, &str)], key: &str) -> (u16, Value) {
        self.send(shop_post(path, form, Some(key))).await
    }

    pub(super) async fn shop_get(&self, path: &str) -> (u16, Value) {
        self.send(shop_get(path)).await
    }

    /// Calls as a browser.
    pub(super) async fn browser(&self, path: &str, form: &[(&str, &str)]) -> (u16, Value) {
        let mut form = form.to_vec();
        form.push(("key", PUBLISHABLE_KEY));
        self.send(post(path, &form)).await
    }

    /// Creates a payment of 12.34.
    pub(super) async fn intent(&self) -> Value {
        let form = [("amount", "1234"), ("currency", "usd"), ("metadata[order]", "o-1")];
        let (status, intent) = self.shop("/v1/payment_intents", &form).await;
        assert_eq!(status, 200, "{intent}");
        intent
    }

    /// The id of a card.
    pub(super) async fn method(&self, number: &str) -> String {
        let (status, method) = self.browser("/v1/payment_methods", &card(number)).await;
        assert_eq!(status, 200, "{method}");
        text(&method["id"])
    }

    /// Confirms with a card, as a browser does.
    pub(super) async fn confirm(&self, intent: &Value, number: &str) -> (u16, Value) {
        let method = self.method(number).await;
        let secret = text(&intent["client_secret"]);
        let form = [("client_secret", secret.as_str()), ("payment_method", &method)];
        self.browser(&path_of(intent, "/confirm"), &form).await
    }

    /// Retrieves the payment, as the shop.
    pub(super) async fn look(&self, intent: &Value) -> Value {
        self.shop_get(&path_of(intent, "")).await.1
    }
}

pub(super) fn config(folder: &TempDir, webhooks: Option<&str>) -> SandboxConfig {
    SandboxConfig {
        journal: folder.path().join("state").join("payments.jsonl"),
        secret_key: SECRET_KEY.into(),
        publishable_key: PUBLISHABLE_KEY.to_owned(),
        webhook_secret: WEBHOOK_SECRET.into(),
        webhook_url: webhooks.map(str::to_owned),
    }
}

pub(super) fn card(number: &str) -> Vec<(&str, &str)> {
    vec![
        ("type", "card"),
        ("card[number]", number),
        ("card[exp_month]", "12"),
        ("card[exp_year]", "2030"),
        ("card[cvc]", "123"),
    ]
}

pub(super) fn path_of(intent: &Value, verb: &str) -> String {
    format!("/sandbox/v1/payment_intents/{}{verb}", text(&intent["id"]))
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

pub(super) fn post(path: &str, form: &[(&str, &str)]) -> Request<Vec<u8>> {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    Request::builder()
        .method(Method::POST)
        .uri(path)
        .header("content-type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(body.into_bytes())
        .unwrap()
}

pub(super) fn shop_post(path: &str, form: &[(&str, &str)], key: Option<&str>) -> Request<Vec<u8>> {
    let mut request = as_shop(post(path, form));
    if let Some(key) = key {
        request.headers_mut().insert("idempotency-key", key.parse().unwrap());
    }
    request
}

pub(super) fn shop_get(path: &str) -> Request<Vec<u8>> {
    as_shop(Request::builder().uri(path).body(Vec::new()).unwrap())
}

fn as_shop(mut request: Request<Vec<u8>>) -> Request<Vec<u8>> {
    let bearer = format!("Bearer {SECRET_KEY}").parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    request
}

pub(super) fn json(response: &Response<Vec<u8>>) -> Value {
    assert_eq!(response.headers()["content-type"], "application/json");
    serde_json::from_slice(response.body()).unwrap()
}
