//! Permissions and secrecy.

use super::support::{GOOD, PUBLISHABLE_KEY, TestProvider, config, path_of, post, shop_post, text};
use crate::{Sandbox, SandboxError, Secret};
use autoparts_testing::clock::TestClock;
use std::{fs, sync::Arc};

#[tokio::test]
async fn an_api_key_is_required() {
    let provider = TestProvider::new();
    for request in [
        post("/v1/payment_intents", &[]),
        post("/v1/payment_methods", &[("key", "pk_test_else")]),
        post("/v1/payment_intents", &[("key", "sk_test_test")]),
        post("/v1/nowhere", &[]),
    ] {
        let (status, body) = provider.send(request).await;
        assert_eq!((status, &body["error"]["type"]), (401, &"invalid_request_error".into()));
    }
    let mut basic = shop_post("/v1/payment_intents", &[], None);
    basic.headers_mut().insert("authorization", "Basic c2s6".parse().unwrap());
    assert_eq!(provider.send(basic).await.0, 401);
}

#[tokio::test]
async fn browsers_cannot_call_the_shops_endpoints() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let secret = text(&intent["client_secret"]);
    let cancel = path_of(&intent, "/cancel");
    for path in ["/v1/payment_intents", "/v1/refunds", &cancel] {
        let (status, body) = provider.browser(path, &[("client_secret", &secret)]).await;
        assert_eq!((status, &body["error"]["code"]), (401, &"secret_key_required".into()), "{path}");
    }
    let list = format!("/v1/payment_intents?key={PUBLISHABLE_KEY}");
    let request = http_types::Request::builder().uri(list).body(Vec::new()).unwrap();
    assert_eq!(provider.send(request).await.0, 401);
}

#[tokio::test]
async fn a_browser_needs_the_payments_client_secret() {
    let provider = TestProvider::new();
    let mine = provider.intent().await;
    let other = provider.intent().await;
    let method = provider.method(GOOD).await;
    let foreign = text(&other["client_secret"]);
    for secret in [None, Some(""), Some("pi_x_secret_y"), Some(foreign.as_str())] {
        let mut form = vec![("payment_method", method.as_str())];
        form.extend(secret.map(|secret| ("client_secret", secret)));
        let (status, refused) = provider.browser(&path_of(&mine, "/confirm"), &form).await;
        assert_eq!((status, &refused["error"]["code"]), (404, &"resource_missing".into()));
    }
    let nonexistent = provider.browser("/v1/payment_intents/pi_none/confirm", &[("payment_method", &method)]).await;
    let guessed = provider.browser(&path_of(&mine, "/confirm"), &[("payment_method", &method)]).await;
    let id = text(&mine["id"]);
    assert_eq!(nonexistent.1.to_string().replace("pi_none", &id), guessed.1.to_string());
}

#[tokio::test]
async fn a_browser_sees_the_payment_without_metadata() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let secret = text(&intent["client_secret"]);
    let path = format!("{}?client_secret={secret}&key={PUBLISHABLE_KEY}", path_of(&intent, ""));
    let request = http_types::Request::builder().uri(path).body(Vec::new()).unwrap();
    let (status, view) = provider.send(request).await;
    assert_eq!((status, &view["id"]), (200, &intent["id"]));
    assert_eq!(view["metadata"], serde_json::json!({}));
}

#[tokio::test]
async fn card_numbers_and_names_are_not_stored() {
    let provider = TestProvider::new();
    let mut form = super::support::card(GOOD);
    form.push(("billing_details[name]", "Canary Name"));
    form.push(("card[cvc]", "987"));
    form.retain(|field| *field != ("card[cvc]", "123"));
    provider.browser("/v1/payment_methods", &form).await;
    let intent = provider.intent().await;
    provider.confirm(&intent, GOOD).await;
    let journal = fs::read_to_string(provider.journal()).unwrap();
    // The three-digit code is searched as a value, because random ids may contain the same digits.
    for secret in [GOOD, "424242424", "Canary", "\"987\"", ":987,", ":987}"] {
        assert!(!journal.contains(secret), "{secret}");
    }
}

#[test]
fn live_keys_and_empty_webhook_secrets_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let good = config(&folder, None);
    let mut live = good.clone();
    live.secret_key = Secret::from("sk_live_1");
    let mut public = good.clone();
    public.publishable_key = "pk_live_1".to_owned();
    let mut unsigned = good;
    unsigned.webhook_secret = Secret::from("");
    for bad in [live, public, unsigned] {
        let refused = Sandbox::open(bad, Arc::new(TestClock::default()));
        assert!(matches!(refused, Err(SandboxError::Config(_))));
    }
}

#[test]
fn secrets_stay_out_of_debug_output() {
    let provider = TestProvider::new();
    let shown = format!("{:?} {:?} {:?}", provider.sandbox, config(&provider.folder, None), provider.sandbox.keys());
    assert!(!shown.contains("sk_test_tests") && !shown.contains("whsec_tests"), "{shown}");
}
