//! Signing in with a password, and guessing passwords.

use super::support::{TestIdentity, post};
use serde_json::json;
use std::{sync::Arc, time::Duration};

#[tokio::test]
async fn signing_in_needs_the_password() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let (status, signed_in) = provider.sign_in("Ann@example.com", "secret1").await;
    assert_eq!((status, &signed_in["registered"]), (200, &json!(true)));
    assert_eq!(signed_in["localId"], signed_up["localId"]);
    assert!(provider.verify(&signed_in["idToken"]).await.is_ok());
    for (email, password, message) in [
        ("ann@example.com", "secret2", "INVALID_LOGIN_CREDENTIALS"),
        ("ann@example.com", "", "MISSING_PASSWORD"),
        ("zed@example.com", "secret1", "INVALID_LOGIN_CREDENTIALS"),
        ("nobody", "secret1", "INVALID_EMAIL"),
    ] {
        let (status, body) = provider.sign_in(email, password).await;
        assert_eq!((status, &body["error"]["message"]), (400, &json!(message)), "{email}");
    }
}

#[tokio::test]
async fn a_known_and_an_unknown_address_have_the_same_answer_byte_for_byte() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let known = provider.sign_in("ann@example.com", "secret2").await;
    assert_eq!(provider.sign_in("zed@example.com", "secret2").await, known);
    let reset = async |email: &str| {
        let body = json!({"requestType": "PASSWORD_RESET", "email": email});
        let (status, answer) = provider.try_call("sendOobCode", &body).await;
        (status, answer.to_string().replace(email, "…"))
    };
    assert_eq!(reset("zed@example.com").await, reset("ann@example.com").await);
    for email in ["ann@example.com", "zed@example.com"] {
        for _ in 0..9 {
            provider.sign_in(email, "secret2").await;
        }
        let (_, throttled) = provider.sign_in(email, "secret2").await;
        assert_eq!(throttled["error"]["message"], "TOO_MANY_ATTEMPTS_TRY_LATER", "{email}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_is_stopped_after_ten_wrong_passwords_a_minute() {
    let provider = Arc::new(TestIdentity::new().await);
    provider.sign_up("ann@example.com").await;
    provider.sign_up("bob@example.com").await;
    for guess in 0..30 {
        let (_, body) = provider.sign_in("ann@example.com", &format!("guess-{guess}")).await;
        let expected = if guess < 10 { "INVALID_LOGIN_CREDENTIALS" } else { "TOO_MANY_ATTEMPTS_TRY_LATER" };
        assert_eq!(body["error"]["message"], expected, "{guess}");
    }
    let (_, even_right) = provider.sign_in("ann@example.com", "secret1").await;
    assert_eq!(even_right["error"]["message"], "TOO_MANY_ATTEMPTS_TRY_LATER");
    assert_eq!(provider.sign_in("bob@example.com", "secret1").await.0, 200, "others are unaffected");
    provider.clock.advance(Duration::from_mins(1));
    assert_eq!(provider.sign_in("ann@example.com", "secret1").await.0, 200);
}

#[tokio::test]
async fn ten_wrong_guesses_from_one_address_do_not_lock_the_owner_out() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let owner = provider.sign_in_from("198.51.100.7", "", "secret1").await;
    let cookie = owner.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    for guess in 0..12 {
        provider.sign_in_from("192.0.2.1", "", &format!("guess-{guess}")).await;
    }
    assert_eq!(provider.sign_in_from("192.0.2.1", "", "secret1").await.status(), 400, "the guesser is throttled");
    assert_eq!(provider.sign_in_from("198.51.100.7", "", "secret1").await.status(), 200, "from elsewhere");
    let behind_one_router = provider.sign_in_from("192.0.2.1", &cookie, "secret1").await;
    assert_eq!(behind_one_router.status(), 200, "on a device that has signed in before");
    for guess in 0..10 {
        provider.sign_in_from("192.0.2.1", &cookie, &format!("guess-{guess}")).await;
    }
    assert_eq!(
        provider.sign_in_from("192.0.2.1", &cookie, "secret1").await.status(),
        400,
        "which may not guess either"
    );
}

#[tokio::test]
async fn a_cookie_speaks_for_signing_in_to_its_own_account_and_for_nothing_else() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    provider.sign_up("bob@example.com").await;
    let signed_in = provider.sign_in_from("192.0.2.1", "", "secret1").await;
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let known = |name: &str, email: &str| {
        let mut request = post(name, json!({"email": email, "password": "secret1"}).to_string().into_bytes());
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        provider.identity.known_device(&request).is_some()
    };
    assert!(known("signInWithPassword", "ann@example.com"));
    assert!(!known("signInWithPassword", "bob@example.com"), "or attackers could collect cookies for guesses");
    for name in ["signUp", "sendOobCode", "resetPassword", "signInWithIdp", "update"] {
        assert!(!known(name, "ann@example.com"), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn guesses_from_everywhere_slow_a_sign_in_down_and_never_refuse_it() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    for guess in 0..40 {
        provider.sign_in_from(&format!("192.0.2.{guess}"), "", "guess-1").await;
    }
    let began = tokio::time::Instant::now();
    assert_eq!(provider.sign_in_from("198.51.100.7", "", "secret1").await.status(), 200);
    assert!(began.elapsed() >= Duration::from_secs(1), "of the paused clock");
}

#[tokio::test]
async fn signing_in_often_is_no_guessing() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    for _ in 0..15 {
        assert_eq!(provider.sign_in("ann@example.com", "secret1").await.0, 200);
    }
}
