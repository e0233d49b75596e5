//! A mock of Stripe for tests of the real binary: the sandbox behind a network address, with a gate that can block a
//! call or its response.

use super::MockServer;
use crate::{Sandbox, SandboxConfig};
use autoparts_application::ports::clock::Clock;
use form_urlencoded::Serializer;
use http_types::{Method, Request, Response};
use serde_json::Value;
use std::{
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::Notify;

/// Where a call is blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before it takes effect.
    BeforeEffect,
    /// After it took effect, before the response.
    BeforeAnswer,
}

/// Blocks matching calls while it is closed.
#[derive(Default)]
struct Gate {
    closed: Mutex<Option<(String, Moment)>>,
    stopped: Notify,
    opened: Notify,
}

impl Gate {
    fn closed(&self) -> MutexGuard<'_, Option<(String, Moment)>> {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn pass(&self, call: &str, moment: Moment) {
        let opened = self.opened.notified();
        let is_stopped = self.closed().as_ref().is_some_and(|(what, when)| call.starts_with(what) && *when == moment);
        if is_stopped {
            self.stopped.notify_one();
            opened.await;
        }
    }
}

/// A running mock of Stripe.
pub struct ProviderProcess {
    server: MockServer,
    sandbox: Arc<Sandbox>,
    gate: Arc<Gate>,
    refunds_come_back: Arc<AtomicBool>,
}

#[expect(clippy::expect_used, clippy::missing_panics_doc, reason = "for tests: a panic fails the test")]
impl ProviderProcess {
    /// The shop's API key.
    pub const SECRET_KEY: &str = "sk_test_stand_in";
    /// The browsers' API key.
    pub const PUBLISHABLE_KEY: &str = "pk_test_stand_in";
    /// Signing secret of webhooks.
    pub const WEBHOOK_SECRET: &str = "whsec_stand_in";

    /// Starts a provider with its journal in a folder; it sends webhooks to the URL, if any.
    pub async fn open(folder: &Path, clock: Arc<dyn Clock>, webhook_url: Option<String>) -> Self {
        let config = SandboxConfig {
            journal: folder.join("provider.jsonl"),
            secret_key: Self::SECRET_KEY.into(),
            publishable_key: Self::PUBLISHABLE_KEY.to_owned(),
            webhook_secret: Self::WEBHOOK_SECRET.into(),
            webhook_url,
        };
        let sandbox = Sandbox::open(config, clock).expect("the sandbox opens");
        let gate = Arc::new(Gate::default());
        let refunds_come_back = Arc::new(AtomicBool::new(false));
        let server = MockServer::that({
            let sandbox = Arc::clone(&sandbox);
            let gate = Arc::clone(&gate);
            let come_back = Arc::clone(&refunds_come_back);
            move |request| {
                let sandbox = Arc::clone(&sandbox);
                let gate = Arc::clone(&gate);
                let come_back = Arc::clone(&come_back);
                async move {
                    let call = format!("{} {}", request.method(), request.uri());
                    gate.pass(&call, Moment::BeforeEffect).await;
                    let mut answer = sandbox.answer(request).await;
                    if call.starts_with("GET /v1/refunds") && come_back.load(Ordering::SeqCst) {
                        answer = answer.map(|list| as_failed(&list));
                    }
                    gate.pass(&call, Moment::BeforeAnswer).await;
                    Some(answer)
                }
            }
        })
        .await;
        let sender = Arc::clone(&sandbox);
        tokio::spawn(async move { sender.deliver_webhooks().await });
        Self { server, sandbox, gate, refunds_come_back }
    }

    /// Its base URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.server.url
    }

    /// The calls received, such as `POST /v1/refunds`.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        let seen = self.server.seen();
        seen.iter().map(|request| format!("{} {}", request.method(), request.uri())).collect()
    }

    /// From now on, blocks calls that begin with this text. Replaces the previous setting.
    pub fn stop(&self, call: &str, moment: Moment) {
        *self.gate.closed() = Some((call.to_owned(), moment));
    }

    /// Waits until a call is blocked.
    pub async fn stopped(&self) {
        self.gate.stopped.notified().await;
    }

    /// Releases all blocked calls, and blocks no more.
    pub fn let_go(&self) {
        *self.gate.closed() = None;
        self.gate.opened.notify_waiters();
    }

    /// From now on, reports every completed refund as returned by the customer's bank.
    pub fn let_refunds_come_back(&self) {
        self.refunds_come_back.store(true, Ordering::SeqCst);
    }

    /// Pays with a card, as a customer in the browser; returns the payment afterwards, or the error.
    pub async fn pay(&self, client_secret: &str, number: &str) -> Value {
        let card = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
        ];
        let method = self.browser("/v1/payment_methods", &card).await;
        let method = method.get("id").and_then(Value::as_str).expect("the card is accepted");
        let id = client_secret.split("_secret").next().unwrap_or_default();
        let form = [("client_secret", client_secret), ("payment_method", method)];
        self.browser(&format!("/v1/payment_intents/{id}/confirm"), &form).await
    }

    async fn browser(&self, path: &str, form: &[(&str, &str)]) -> Value {
        let key = ("key", Self::PUBLISHABLE_KEY);
        let body = Serializer::new(String::new()).extend_pairs(form).extend_pairs([key]).finish();
        self.send(Method::POST, path, body, None).await
    }

    /// Retrieves a list or an object, as the shop.
    pub async fn look(&self, path: &str) -> Value {
        self.send(Method::GET, path, String::new(), Some(Self::SECRET_KEY)).await
    }

    async fn send(&self, method: Method, path: &str, body: String, bearer: Option<&str>) -> Value {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(key) = bearer {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request = request.body(body.into_bytes()).expect("the request is valid");
        let answer: Response<Vec<u8>> = self.sandbox.answer(request).await;
        serde_json::from_slice(answer.body()).expect("the response is JSON")
    }
}

/// A list of refunds with the succeeded ones shown as failed.
fn as_failed(list: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(list).replace(r#""status":"succeeded""#, r#""status":"failed""#).into_bytes()
}
