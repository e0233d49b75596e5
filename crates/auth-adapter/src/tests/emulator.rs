//! The unsigned tokens of the Firebase emulator.

use super::support::PROJECT;
use crate::{EmulatorVerifier, id_token::issuer};
use autoparts_application::ports::identity::{Token, TokenError, TokenVerifier, VerifiedIdentity};
use autoparts_testing::clock::NEW_YEAR;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};

fn claims(changes: &Value) -> Value {
    let now = NEW_YEAR.seconds();
    let mut claims = json!({
        "iss": issuer(PROJECT), "aud": PROJECT, "sub": "person-1", "user_id": "person-1",
        "iat": now - 10, "exp": now + 3590, "auth_time": now - 10, "email": "Ann@Example.com", "name": "Ann",
    });
    for (name, value) in changes.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims
}

fn token(algorithm: &str, claims: &Value, signature: &str) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.{signature}", part(&json!({"alg": algorithm, "typ": "JWT"})), part(claims))
}

async fn verify(token: &str) -> Result<VerifiedIdentity, TokenError> {
    EmulatorVerifier::new(PROJECT.to_owned()).verify(&Token::new(token.to_owned()), NEW_YEAR).await
}

#[tokio::test]
async fn a_token_of_the_emulator_identifies_its_user() {
    let person = verify(&token("none", &claims(&json!({})), "")).await.unwrap();
    assert_eq!((person.subject.as_str(), person.email.as_str()), ("person-1", "ann@example.com"));
}

#[tokio::test]
async fn its_claims_are_checked_like_those_of_any_token() {
    let now = NEW_YEAR.seconds();
    for wrong in [
        json!({"aud": "demo-other"}),
        json!({"iss": "https://securetoken.google.com/demo-other"}),
        json!({"exp": now - 100}),
        json!({"iat": now + 100}),
        json!({"auth_time": now + 100}),
        json!({"sub": ""}),
        json!({"email": null}),
        json!({"email": "nobody"}),
    ] {
        let outcome = verify(&token("none", &claims(&wrong), "")).await;
        assert!(matches!(outcome, Err(TokenError::Invalid(_))), "{wrong}");
    }
}

#[tokio::test]
async fn whatever_else_comes_is_refused() {
    let good = claims(&json!({}));
    for wrong in [
        token("RS256", &good, ""),
        token("none", &good, "c2ln"),
        token("None", &good, ""),
        "..".to_owned(),
        "a.b".to_owned(),
        String::new(),
        format!("{}{}", "a".repeat(9_000), token("none", &good, "")),
    ] {
        assert!(matches!(verify(&wrong).await, Err(TokenError::Invalid(_))), "{wrong}");
    }
}
