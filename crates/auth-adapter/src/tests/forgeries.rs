//! Genuine and forged ID tokens, verified with keys in the same process and with keys from a URL.

use super::{jwks::Publisher, support::PROJECT};
use crate::{FirebaseVerifier, JwksUrl, KeySource, embedded::Issuer, id_token::issuer, signing_keys::new_identity_key};
use autoparts_application::ports::identity::{Token, TokenError, TokenVerifier};
use autoparts_testing::clock::NEW_YEAR;
use aws_lc_rs::{
    encoding::AsDer,
    signature::{KeyPair, RsaKeyPair},
};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// A provider's key, and the tokens that can be created with it.
struct Provider {
    pem: String,
    issuer: Arc<Issuer>,
}

impl Provider {
    fn new() -> Self {
        let pem = new_identity_key().unwrap();
        let issuer = Arc::new(Issuer::new(PROJECT, &[(NEW_YEAR, pem.clone())]).unwrap());
        Self { pem, issuer }
    }

    fn key_name(&self) -> String {
        self.issuer.jwks(NEW_YEAR).keys[0].common.key_id.clone().unwrap()
    }

    fn sign(&self, header: &Header, claims: &Value) -> String {
        encode(header, claims, &EncodingKey::from_rsa_pem(self.pem.as_bytes()).unwrap()).unwrap()
    }

    fn header(&self) -> Header {
        let mut header = Header::new(Algorithm::RS256);
        header.kid = Some(self.key_name());
        header
    }

    /// The public key in PEM, which is known to everyone.
    fn public_pem(&self) -> String {
        let body: String = self.pem.lines().filter(|line| !line.starts_with('-')).collect();
        let pair = RsaKeyPair::from_pkcs8(&STANDARD.decode(body).unwrap()).unwrap();
        let der = AsDer::as_der(pair.public_key()).unwrap();
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", STANDARD.encode(der.as_ref()))
    }
}

fn claims() -> Value {
    let now = NEW_YEAR.seconds();
    json!({
        "iss": issuer(PROJECT), "aud": PROJECT, "sub": "person-1", "user_id": "person-1",
        "iat": now - 10, "exp": now + 3590, "auth_time": now - 10,
        "email": "Ann@Example.com", "email_verified": true, "name": "Ann",
        "firebase": {"identities": {}, "sign_in_provider": "password"},
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut claims = claims();
    claims[name] = value;
    claims
}

fn without(name: &str) -> Value {
    let mut claims = claims();
    claims.as_object_mut().unwrap().remove(name);
    claims
}

fn unsigned(header: &Value, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}", part(header), part(claims))
}

/// Tokens with wrong claims.
fn lies() -> Vec<(&'static str, Value)> {
    let now = NEW_YEAR.seconds();
    vec![
        ("for another project", with("aud", json!("other-project"))),
        ("for several projects", with("aud", json!([PROJECT, "other-project"]))),
        ("of another issuer", with("iss", json!("https://securetoken.google.com/other-project"))),
        ("of an issuer that only begins so", with("iss", json!(format!("{}x", issuer(PROJECT))))),
        ("without an issuer", without("iss")),
        ("without an audience", without("aud")),
        ("expired", with("exp", json!(now - 61))),
        ("expired a minute ago, to the second", with("exp", json!(now - 60))),
        ("without an end", without("exp")),
        ("with an end that is text", with("exp", json!("2099-01-01"))),
        ("issued in the future", with("iat", json!(now + 61))),
        ("without a beginning", without("iat")),
        ("signed in in the future", with("auth_time", json!(now + 61))),
        ("never signed in", without("auth_time")),
        ("with an empty subject", with("sub", json!(""))),
        ("without a subject", without("sub")),
        ("about a number", with("sub", json!(7))),
        ("with a subject of 129 characters", with("sub", json!("x".repeat(129)))),
        ("without an address", without("email")),
        ("with an address that is null", with("email", Value::Null)),
        ("with an invalid address", with("email", json!("nobody"))),
    ]
}

/// Tokens with a wrong structure or signature.
fn forgeries(provider: &Provider) -> Vec<(&'static str, String)> {
    let genuine = provider.sign(&provider.header(), &claims());
    let (message, signature) = genuine.rsplit_once('.').unwrap();
    let (header, payload) = message.split_once('.').unwrap();
    let admin = URL_SAFE_NO_PAD.encode(with("email", json!("admin@example.com")).to_string());
    let kid = provider.key_name();
    let none = |alg: &str| unsigned(&json!({"alg": alg, "kid": kid, "typ": "JWT"}), &claims());
    let mut hmac = Header::new(Algorithm::HS256);
    hmac.kid = Some(kid.clone());
    let with_pem = EncodingKey::from_secret(provider.public_pem().as_bytes());
    let mut named = provider.header();
    named.kid = Some("another-key".to_owned());
    let mut nameless = provider.header();
    nameless.kid = None;
    let mut empty = provider.header();
    empty.kid = Some(String::new());
    let mut stronger = provider.header();
    stronger.alg = Algorithm::RS512;
    let mut critical = provider.header();
    critical.crit = Some(vec!["exp".to_owned()]);
    let other = Provider::new();
    let mut bytes = URL_SAFE_NO_PAD.decode(signature).unwrap();
    bytes[100] ^= 1;
    let twice = format!(r#"{{"alg":"RS256","alg":"none","kid":"{kid}"}}"#);
    vec![
        ("alg none", format!("{}.", none("none"))),
        ("alg None", format!("{}.", none("None"))),
        ("alg none with the signature of another", format!("{}.{signature}", none("none"))),
        ("HS256 with the public key", encode(&hmac, &claims(), &with_pem).unwrap()),
        ("an unknown key", provider.sign(&named, &claims())),
        ("no key named", provider.sign(&nameless, &claims())),
        ("an empty name of a key", provider.sign(&empty, &claims())),
        ("RS512", provider.sign(&stronger, &claims())),
        ("a critical extension", provider.sign(&critical, &claims())),
        ("another key under the right name", other.sign(&provider.header(), &claims())),
        ("a flipped bit in the signature", format!("{message}.{}", URL_SAFE_NO_PAD.encode(&bytes))),
        ("another payload", format!("{header}.{admin}.{signature}")),
        ("no signature", format!("{message}.")),
        ("two segments", message.to_owned()),
        ("cut off", genuine[..genuine.len() - 10].to_owned()),
        ("cut off in the middle", genuine[..genuine.len() / 2].to_owned()),
        ("the payload twice", format!("{header}.{payload}.{payload}.{signature}")),
        ("a fourth segment", format!("{genuine}.{signature}")),
        ("the algorithm twice", format!("{}.{payload}.{signature}", URL_SAFE_NO_PAD.encode(twice))),
        ("white space around it", format!(" {genuine}")),
        ("longer than 8 kB", provider.sign(&provider.header(), &with("name", json!("x".repeat(9000))))),
        ("nothing", String::new()),
        ("dots", "..".to_owned()),
        ("no token at all", "Bearer".to_owned()),
    ]
}

async fn verifiers(provider: &Provider) -> [(&'static str, FirebaseVerifier, Option<Publisher>); 2] {
    let publisher = Publisher::start(&provider.issuer.jwks(NEW_YEAR)).await;
    let over = |keys: Arc<dyn KeySource>| FirebaseVerifier::new(PROJECT.to_owned(), keys);
    let address = Arc::new(JwksUrl::new(publisher.url()).unwrap());
    [("in process", over(provider.issuer.clone()), None), ("from an address", over(address), Some(publisher))]
}

#[tokio::test]
async fn genuine_tokens_are_accepted() {
    let provider = Provider::new();
    let longest = json!("x".repeat(128));
    for (source, verifier, _publisher) in verifiers(&provider).await {
        let verify = async |claims: &Value| {
            let token = Token::new(provider.sign(&provider.header(), claims));
            verifier.verify(&token, NEW_YEAR).await
        };
        let identity = verify(&claims()).await.unwrap();
        assert_eq!((identity.subject.as_str(), identity.email.as_str()), ("person-1", "ann@example.com"), "{source}");
        assert_eq!((identity.email_verified, identity.name.unwrap().as_str()), (true, "Ann"));
        let now = NEW_YEAR.seconds();
        for edge in [
            with("exp", json!(now - 59)),
            with("iat", json!(now + 60)),
            with("auth_time", json!(now + 60)),
            with("sub", longest.clone()),
            without("name"),
            with("name", json!("x".repeat(500))),
            without("email_verified"),
        ] {
            assert!(verify(&edge).await.is_ok(), "{source}: {edge}");
        }
        assert!(!verify(&without("email_verified")).await.unwrap().email_verified);
    }
}

#[tokio::test]
async fn forged_tokens_are_refused() {
    let provider = Provider::new();
    let signed = lies().into_iter().map(|(what, claims)| (what, provider.sign(&provider.header(), &claims)));
    let forged: Vec<_> = signed.chain(forgeries(&provider)).collect();
    for (source, verifier, _publisher) in verifiers(&provider).await {
        for (what, token) in &forged {
            let outcome = verifier.verify(&Token::new(token.clone()), NEW_YEAR).await;
            assert!(matches!(outcome, Err(TokenError::Invalid(_))), "{source}, {what}: {outcome:?}");
        }
    }
}

#[tokio::test]
async fn the_moment_that_is_given_counts_not_the_clock_on_the_wall() {
    let provider = Provider::new();
    let token = Token::new(provider.sign(&provider.header(), &claims()));
    let verifier = FirebaseVerifier::new(PROJECT.to_owned(), provider.issuer.clone());
    assert!(verifier.verify(&token, NEW_YEAR.plus(Duration::from_hours(1))).await.is_ok());
    for wrong in [NEW_YEAR.plus(Duration::from_mins(61)), NEW_YEAR.minus(Duration::from_mins(2))] {
        assert!(verifier.verify(&token, wrong).await.is_err());
    }
}

#[tokio::test]
async fn two_accounts_that_sign_in_within_one_second_are_two_sign_ins() {
    let provider = Provider::new();
    for (name, verifier, _publisher) in verifiers(&provider).await {
        let sign_in = async |claims: &Value| {
            let token = Token::new(provider.sign(&provider.header(), claims));
            verifier.verify(&token, NEW_YEAR).await.unwrap().sign_in
        };
        let first = sign_in(&claims()).await;
        assert_eq!(sign_in(&with("iat", json!(NEW_YEAR.seconds()))).await, first, "{name}: another token of it");
        let longest = sign_in(&with("sub", json!("ü".repeat(128)))).await;
        assert!(longest != first && longest.chars().count() <= 128, "{name}: {longest}");
        assert_ne!(sign_in(&with("auth_time", json!(NEW_YEAR.seconds()))).await, first, "{name}: a later one");
    }
}
