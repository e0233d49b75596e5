//! The pages of the sandbox Google sign-in, and the public keys.

use super::support::TestIdentity;
use crate::embedded::Issuer;
use autoparts_application::ports::{identity_accounts::Account, store_error::StoreError};
use autoparts_testing::clock::{NEW_YEAR, numbered};
use serde_json::Value;

async fn text(provider: &TestIdentity, path: &str) -> String {
    let response = provider.get(path).await;
    assert_eq!(response.status(), 200, "{path}");
    String::from_utf8(response.body().clone()).unwrap()
}

#[tokio::test]
async fn the_pop_up_lists_only_google_accounts_and_escapes_their_text() {
    let provider = TestIdentity::new().await;
    provider.sign_up("password-only@example.com").await;
    let account = Account {
        id: numbered(999).into(),
        email: "o'hara&co@example.com".parse().unwrap(),
        name: Some(r#"<img src=x onerror="alert(1)">"#.parse().unwrap()),
        password_hash: None,
        google_subject: Some(r#"1"><script>"#.to_owned()),
        email_verified: true,
        created_at: NEW_YEAR,
        last_sign_in_at: NEW_YEAR,
    };
    let inserted: Result<(), StoreError> = provider.store.write(move |tx| tx.insert_account(&account)).await;
    inserted.unwrap();
    let page = text(&provider, "/emulator/auth/handler?apiKey=demo-key&providerId=google.com").await;
    assert!(page.contains("<title>Sandbox Google sign-in</title>") && page.contains("No Google account is contacted"));
    assert!(page.contains(r#"data-sub="1&quot;&gt;&lt;script&gt;""#), "{page}");
    assert!(page.contains(r#"data-email="o'hara&amp;co@example.com""#));
    assert!(page.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;") && !page.contains("<img"));
    assert!(!page.contains("password-only"));
    for needed in
        ["js-new-account", "js-reuse-account", r#"id="email-input""#, r#"id="display-name-input""#, r#"id="sign-in""#]
    {
        assert!(page.contains(needed), "{needed}");
    }
}

#[tokio::test]
async fn pages_have_a_strict_policy_and_no_inline_code() {
    let provider = TestIdentity::new().await;
    for (path, framed_by) in [("/emulator/auth/handler", "'none'"), ("/emulator/auth/iframe?apiKey=x", "'self'")] {
        let response = provider.get(path).await;
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(policy.ends_with(&format!("frame-ancestors {framed_by}")), "{policy}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        let page = String::from_utf8(response.body().clone()).unwrap();
        for inline in ["<script>", "<style", " style=", " onclick", "javascript:"] {
            assert!(!page.contains(inline), "{path}: {inline}");
        }
        for part in page.split('"').filter(|part| part.starts_with("/emulator/")) {
            let kind = provider.get(part).await.headers()["content-type"].clone();
            let expected = if part == "/emulator/auth/handler.css" { "text/css" } else { "text/javascript" };
            assert!(kind.to_str().unwrap().starts_with(expected), "{part}");
        }
    }
}

#[tokio::test]
async fn only_public_keys_are_published() {
    let provider = TestIdentity::new().await;
    let response = provider.get("/.well-known/jwks.json").await;
    assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
    let keys: Value = serde_json::from_slice(response.body()).unwrap();
    let key = keys["keys"][0].as_object().unwrap();
    assert_eq!((&key["kty"], &key["alg"], &key["use"]), (&"RSA".into(), &"RS256".into(), &"sig".into()));
    for private in ["d", "p", "q", "dp", "dq", "qi", "k"] {
        assert!(!key.contains_key(private), "{private}");
    }
}

#[test]
fn a_damaged_key_is_refused() {
    for pem in ["", "garbage", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
        assert!(Issuer::new("demo-autoparts", &[(NEW_YEAR, pem.to_owned())]).is_err(), "{pem}");
    }
}
