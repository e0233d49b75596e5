//! An embedded provider over an in-memory store, called as the SDK calls it; and a store that loses a race.

use crate::{EmbeddedIdentity, EmbeddedVerifier, IdentitySettings};
use async_trait::async_trait;
use autoparts_application::ports::{
    clock::Clock,
    identity::{Token, TokenError, TokenVerifier, VerifiedIdentity},
    identity_accounts::{IdentityStore, IdentityTransaction, IdentityWork},
    outbox::Mail,
    page::Page,
    store::Access,
    store_error::{StoreError, StoreResult},
};
use autoparts_testing::{
    clock::{TestClock, TestIds},
    memory::MemoryStore,
};
use http_types::{Method, Request, Response};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

pub(super) const PROJECT: &str = "demo-autoparts";
pub(super) const CLIENT: &str = "192.0.2.1";
pub(super) const ORIGIN: &str = "http://localhost:5000";

pub(super) struct TestIdentity {
    pub(super) store: Arc<dyn IdentityStore>,
    pub(super) clock: Arc<TestClock>,
    pub(super) identity: Arc<EmbeddedIdentity>,
}

impl TestIdentity {
    pub(super) async fn new() -> Self {
        Self::over(Arc::new(MemoryStore::default())).await
    }

    pub(super) async fn over(store: Arc<dyn IdentityStore>) -> Self {
        let clock = Arc::new(TestClock::default());
        let identity = open(&store, &clock).await;
        Self { store, clock, identity }
    }

    /// Calls `accounts:{name}` and expects success.
    pub(super) async fn call(&self, name: &str, body: Value) -> Value {
        let (status, answer) = self.try_call(name, &body).await;
        assert_eq!(status, 200, "{name} {body}: {answer}");
        answer
    }

    /// Calls `accounts:{name}` and expects a refusal; returns its message.
    pub(super) async fn refused(&self, name: &str, body: Value) -> String {
        let (status, answer) = self.try_call(name, &body).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(400)), "{name} {body}: {answer}");
        text(&answer["error"]["message"])
    }

    pub(super) async fn try_call(&self, name: &str, body: &Value) -> (u16, Value) {
        self.send(post(name, body.to_string().into_bytes())).await
    }

    pub(super) async fn send(&self, request: Request<Vec<u8>>) -> (u16, Value) {
        let response = self.identity.answer(CLIENT, request).await;
        assert_eq!(response.headers()["content-type"], "application/json");
        (response.status().as_u16(), serde_json::from_slice(response.body()).unwrap())
    }

    pub(super) async fn get(&self, path: &str) -> Response<Vec<u8>> {
        let request = Request::builder().uri(path).body(Vec::new()).unwrap();
        self.identity.answer(CLIENT, request).await
    }

    /// Creates an account with the password `secret1`.
    pub(super) async fn sign_up(&self, email: &str) -> Value {
        self.call("signUp", json!({"email": email, "password": "secret1", "returnSecureToken": true})).await
    }

    pub(super) async fn sign_in(&self, email: &str, password: &str) -> (u16, Value) {
        let body = json!({"email": email, "password": password, "returnSecureToken": true});
        self.try_call("signInWithPassword", &body).await
    }

    /// Signs in from another network address, and from a browser with a cookie.
    pub(super) async fn sign_in_from(&self, client: &str, cookie: &str, password: &str) -> Response<Vec<u8>> {
        let body = json!({"email": "ann@example.com", "password": password, "returnSecureToken": true});
        let mut request = post("signInWithPassword", body.to_string().into_bytes());
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        self.identity.answer(client, request).await
    }

    pub(super) async fn refresh(&self, refresh_token: &str) -> (u16, Value) {
        self.token_call(&[("grant_type", "refresh_token"), ("refresh_token", refresh_token)]).await
    }

    pub(super) async fn token_call(&self, form: &[(&str, &str)]) -> (u16, Value) {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = Request::builder()
            .method(Method::POST)
            .uri("/securetoken.googleapis.com/v1/token?key=demo-key")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body.into_bytes())
            .unwrap();
        self.send(request).await
    }

    pub(super) fn verifier(&self) -> Arc<dyn TokenVerifier> {
        Arc::new(EmbeddedVerifier::new(Arc::clone(&self.identity)))
    }

    /// The shop's verification of an ID token.
    pub(super) async fn verify(&self, id_token: &Value) -> Result<VerifiedIdentity, TokenError> {
        self.verifier().verify(&Token::new(text(id_token)), self.clock.now()).await
    }

    pub(super) async fn mails(&self) -> Vec<Mail> {
        self.store.read(all_mails).await.unwrap()
    }

    /// Requests a password reset email and returns its code.
    pub(super) async fn reset_code(&self, email: &str) -> String {
        self.call("sendOobCode", json!({"requestType": "PASSWORD_RESET", "email": email})).await;
        let mail = self.mails().await.remove(0);
        let (_, rest) = mail.text.split_once("oobCode=").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }
}

fn all_mails(tx: &mut dyn IdentityTransaction) -> StoreResult<Vec<Mail>> {
    tx.mails(&Page::first())
}

pub(super) async fn open(store: &Arc<dyn IdentityStore>, clock: &Arc<TestClock>) -> Arc<EmbeddedIdentity> {
    let settings = IdentitySettings {
        project_id: PROJECT.to_owned(),
        public_url: format!("{ORIGIN}/"),
        allowed_origin: ORIGIN.to_owned(),
    };
    let ids = Arc::new(TestIds::default());
    EmbeddedIdentity::open(Arc::clone(store), clock.clone(), ids, settings).await.unwrap()
}

pub(super) fn post(name: &str, body: Vec<u8>) -> Request<Vec<u8>> {
    Request::builder()
        .method(Method::POST)
        .uri(format!("/identitytoolkit.googleapis.com/v1/accounts:{name}?key=demo-key"))
        .header("content-type", "application/json")
        .header("origin", ORIGIN)
        .body(body)
        .unwrap()
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

type Rival = Box<dyn Fn(&mut dyn IdentityTransaction) -> StoreResult<()> + Send + Sync>;

/// A store in which a rival is faster once: the next write finds its key taken.
pub(super) struct Raced {
    inner: Arc<dyn IdentityStore>,
    rival: Mutex<Option<Rival>>,
}

impl Raced {
    pub(super) fn over(inner: Arc<dyn IdentityStore>) -> Arc<Self> {
        Arc::new(Self { inner, rival: Mutex::new(None) })
    }

    pub(super) fn next_write_loses_to(
        &self,
        rival: impl Fn(&mut dyn IdentityTransaction) -> StoreResult<()> + Send + Sync + 'static,
    ) {
        *self.rival.lock().unwrap() = Some(Box::new(rival));
    }
}

#[async_trait]
impl IdentityStore for Raced {
    async fn run_identity(&self, access: Access, work: Arc<IdentityWork>) -> StoreResult<()> {
        let rival = match access {
            Access::Write => self.rival.lock().unwrap().take(),
            Access::Read | Access::ReadOne | Access::ReadPublic => None,
        };
        match rival {
            None => self.inner.run_identity(access, work).await,
            Some(rival) => {
                self.inner.write(move |tx| rival(tx)).await?;
                Err(StoreError::Duplicate)
            }
        }
    }
}
