//! Tokens that the shop did not issue, or issued for another purpose.

use crate::{
    issuer::{Issuer, PROJECT, assemble, claims, now},
    report::Report,
    shop::{Shop, said},
    support::{Answer, Server, Site},
};
use autoparts_auth_adapter::SigningKeys;
use autoparts_persistence::{SqlStore, StoreOptions};
use autoparts_server::clock::SystemClock;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use std::sync::Arc;

/// Returns this shop's signing key for access tokens. No attacker has it, but it allows testing claims that the
/// signature check would otherwise reject first.
async fn access_key(shop: &Shop) -> Vec<u8> {
    let url = format!("sqlite://{}", shop.site.path("shop.db").display()).parse().unwrap();
    let store = SqlStore::open(&url, &StoreOptions::default()).unwrap();
    let keys = SigningKeys::new(Arc::new(store), Arc::new(SystemClock)).access_keys().await.unwrap();
    keys.into_iter().next().unwrap().2
}

fn payload(token: &str) -> Value {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap()).unwrap()
}

fn with(claims: &Value, name: &str, value: Value) -> Value {
    let mut claims = claims.clone();
    claims[name] = value;
    claims
}

fn without(claims: &Value, name: &str) -> Value {
    let mut claims = claims.clone();
    claims.as_object_mut().unwrap().remove(name);
    claims
}

fn flipped(signature: &str) -> String {
    let mut bytes = URL_SAFE_NO_PAD.decode(signature).unwrap();
    bytes[7] ^= 1;
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns forged access tokens.
async fn access_forgeries(shop: &Shop, other_shop: &Shop) -> Vec<(&'static str, String)> {
    let genuine = shop.marta.token.as_str();
    let (message, signature) = genuine.rsplit_once('.').unwrap();
    let (header, body) = message.split_once('.').unwrap();
    let mine = payload(genuine);
    let admins = payload(&shop.admin.token);
    let key = access_key(shop).await;
    let signed = |typ: Option<&str>, algorithm, claims: &Value, key: &[u8]| {
        let header = Header { typ: typ.map(str::to_owned), ..Header::new(algorithm) };
        encode(&header, claims, &EncodingKey::from_secret(key)).unwrap()
    };
    let good = |claims: &Value| signed(Some("at+jwt"), Algorithm::HS256, claims, &key);
    let weak = |key: &[u8]| signed(Some("at+jwt"), Algorithm::HS256, &mine, key);
    let none = |alg: &str| assemble(&json!({ "alg": alg, "typ": "at+jwt" }), &admins, "");
    let (_, keys) = Server::answer(shop.server.request("GET", "/.well-known/jwks.json")).await;
    let public = keys["keys"][0]["n"].as_str().unwrap();
    let now = now();
    vec![
        ("alg none", none("none")),
        ("alg None", none("None")),
        ("alg nOnE", none("nOnE")),
        ("alg none with a genuine signature", format!("{}{signature}", none("none"))),
        ("an admin's claims under a customer's signature", format!("{header}.{}.{signature}", segment(&admins))),
        ("a flipped bit in the signature", format!("{message}.{}", flipped(signature))),
        ("no signature", format!("{message}.")),
        ("two segments", message.to_owned()),
        ("four segments", format!("{genuine}.{signature}")),
        ("cut off", genuine[..genuine.len() - 6].to_owned()),
        ("an empty key", weak(b"")),
        ("the key secret", weak(b"secret")),
        ("a key of zeros", weak(&[0; 32])),
        ("HS256 with the public key", weak(public.as_bytes())),
        ("HS512 with the right key", signed(Some("at+jwt"), Algorithm::HS512, &mine, &key)),
        ("another kind of token under the right key", signed(Some("JWT"), Algorithm::HS256, &mine, &key)),
        ("no kind under the right key", signed(None, Algorithm::HS256, &mine, &key)),
        ("another issuer", good(&with(&mine, "iss", json!("another-shop")))),
        ("another audience", good(&with(&mine, "aud", json!("another-api")))),
        ("expired a second ago", good(&with(&mine, "exp", json!(now - 1)))),
        ("without an end", good(&without(&mine, "exp"))),
        ("good for a year", good(&with(&mine, "exp", json!(now + 31_536_000)))),
        ("issued in an hour", good(&with(&with(&mine, "iat", json!(now + 3600)), "exp", json!(now + 4000)))),
        ("an empty subject", good(&with(&mine, "sub", json!("")))),
        ("about an address", good(&with(&mine, "sub", json!("admin@autoparts.example")))),
        ("about a person who never was", good(&with(&mine, "sub", json!("018f0000-0000-7000-8000-000000000000")))),
        ("of another shop, about its admin", other_shop.admin.token.clone()),
        ("an ID token", shop.id_token(&shop.marta).await),
        ("the body twice", format!("{header}.{body}.{body}.{signature}")),
        ("longer than any token", format!("{message}.{}", "A".repeat(5000))),
        ("dots", "..".to_owned()),
        ("the word null", "null".to_owned()),
        ("SQL", "' OR 1=1 --".to_owned()),
    ]
}

fn segment(claims: &Value) -> String {
    URL_SAFE_NO_PAD.encode(claims.to_string())
}

pub(crate) async fn forged_access_tokens(mut report: Report) -> Report {
    let (shop, other_shop) = tokio::join!(Shop::open(), Shop::open());
    let order = format!("/order/{}", shop.order);
    assert!(shop.get(&order, &shop.marta.token).await.0.is_success(), "the genuine token works");
    assert!(shop.get("/users", &shop.admin.token).await.0.is_success(), "the admin's works as well");
    for (name, token) in access_forgeries(&shop, &other_shop).await {
        for path in [order.as_str(), "/users"] {
            let answer = shop.get(path, &token).await;
            report.case(
                format_args!("{name}, for {path_shown}", path_shown = shown(path)),
                answer.0 == 401,
                said(&answer),
            );
        }
    }
    for (name, value) in [
        ("Basic instead of Bearer", format!("Basic {}", shop.marta.token)),
        ("no scheme", shop.marta.token.clone()),
        ("an empty token", "Bearer ".to_owned()),
        ("two tokens with a comma", format!("Bearer {}, Bearer {}", shop.olga.token, shop.marta.token)),
    ] {
        let answer = Server::answer(shop.server.request("GET", &order).header("authorization", value)).await;
        report.case(name, answer.0 == 401, said(&answer));
    }
    for place in ["access_token", "token", "authorization"] {
        let path = format!("{order}?{place}={}", shop.marta.token);
        let answer = Server::answer(shop.server.request("GET", &path)).await;
        report.case(format_args!("the token in the address as {place}"), answer.0 == 422, said(&answer));
    }
    let cookie = format!("accessToken={0}; token={0}; __session={0}", shop.marta.token);
    let answer = Server::answer(shop.server.request("GET", &order).header("cookie", cookie)).await;
    report.case("the token in a cookie", answer.0 == 401, said(&answer));
    report
}

/// Returns the first segment of a path, without any order id.
fn shown(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or(path)
}

/// Starts a shop that trusts an issuer as if it were Firebase.
pub(crate) fn shop_that_believes(issuer: &Issuer) -> (Site, Server) {
    let site = Site::new()
        .with("FIREBASE_PROJECT_ID", PROJECT)
        .with("FIREBASE_API_KEY", "public-key")
        .with("FIREBASE_JWKS_URL", issuer.url());
    let server = site.serve();
    (site, server)
}

/// Exchanges an ID token for an access token.
pub(crate) async fn register(server: &Server, email: &str, id_token: &str) -> Answer {
    let request = server.request("PUT", &format!("/users/{email}")).bearer_auth(id_token);
    Server::answer(request.json(&json!({ "email": email }))).await
}

/// Returns false claims for ID tokens that are signed with the right key.
fn lies() -> Vec<(&'static str, Value)> {
    let good = claims("marta-1", "marta@example.com", true);
    let now = now();
    let issuer = format!("https://securetoken.google.com/{PROJECT}");
    vec![
        ("for another project", with(&good, "aud", json!("another-project"))),
        ("for a list of projects", with(&good, "aud", json!([PROJECT, "another-project"]))),
        ("of another issuer", with(&good, "iss", json!("https://securetoken.google.com/another-project"))),
        ("of an issuer that only begins so", with(&good, "iss", json!(format!("{issuer}.evil.example")))),
        ("expired an hour ago", with(&good, "exp", json!(now - 3600))),
        ("without an end", without(&good, "exp")),
        ("with an end in words", with(&good, "exp", json!("2099-01-01"))),
        ("issued in an hour", with(&good, "iat", json!(now + 3600))),
        ("signed in in an hour", with(&good, "auth_time", json!(now + 3600))),
        ("without a subject", without(&good, "sub")),
        ("with an empty subject", with(&good, "sub", json!(""))),
        ("with a subject of 5,000 characters", with(&good, "sub", json!("x".repeat(5000)))),
        ("without an audience", without(&good, "aud")),
        ("without an issuer", without(&good, "iss")),
        ("without an address", without(&good, "email")),
        ("with a list of addresses", with(&good, "email", json!(["marta@example.com", "admin@example.com"]))),
    ]
}

/// Returns malformed or wrongly signed ID tokens.
fn id_forgeries(issuer: &Issuer, other: &Issuer) -> Vec<(&'static str, String)> {
    let good = claims("marta-1", "marta@example.com", true);
    let genuine = issuer.sign(&Issuer::header(), &good);
    let (message, signature) = genuine.rsplit_once('.').unwrap();
    let hmac = |key: &[u8]| {
        let header = Header { kid: Issuer::header().kid, ..Header::new(Algorithm::HS256) };
        encode(&header, &good, &EncodingKey::from_secret(key)).unwrap()
    };
    let unsigned = |alg: &str| assemble(&json!({ "alg": alg, "kid": "key-1", "typ": "JWT" }), &good, "");
    let own_key = json!({ "alg": "RS256", "kid": "key-1", "jwk": { "kty": "RSA", "n": other.modulus(), "e": "AQAB" } });
    let own_url = json!({ "alg": "RS256", "kid": "key-1", "jku": other.url(), "x5u": other.url() });
    vec![
        ("alg none", unsigned("none")),
        ("alg NONE", unsigned("NONE")),
        ("alg none with a genuine signature", format!("{}{signature}", unsigned("none"))),
        ("HS256 with the public key", hmac(issuer.modulus().as_bytes())),
        ("HS256 with the public key's bytes", hmac(&URL_SAFE_NO_PAD.decode(issuer.modulus()).unwrap())),
        ("HS256 with an empty key", hmac(b"")),
        ("another key under the right name", other.sign(&Issuer::header(), &good)),
        ("an unknown key", other.sign(&Header { kid: Some("key-2".into()), ..Issuer::header() }, &good)),
        (
            "a path for a key's name",
            other.sign(&Header { kid: Some("../../etc/passwd".into()), ..Issuer::header() }, &good),
        ),
        ("no key named", issuer.sign(&Header { kid: None, ..Issuer::header() }, &good)),
        ("RS512", issuer.sign(&Header { alg: Algorithm::RS512, ..Issuer::header() }, &good)),
        ("a key of its own in the header", assemble(&own_key, &good, signature)),
        ("the address of a key in the header", assemble(&own_url, &good, signature)),
        ("a flipped bit in the signature", format!("{message}.{}", flipped(signature))),
        ("no signature", format!("{message}.")),
        ("cut off", genuine[..genuine.len() - 10].to_owned()),
    ]
}

pub(crate) async fn forged_id_tokens(mut report: Report) -> Report {
    let issuer = Issuer::open().await;
    let other = Issuer::open().await;
    let (_site, server) = shop_that_believes(&issuer);
    let (status, answer) =
        register(&server, "marta@example.com", &issuer.id_token("marta-1", "marta@example.com", true)).await;
    assert!(status.is_success(), "the genuine token works: {answer}");
    let access = answer["accessToken"].as_str().unwrap();
    let signed = lies().into_iter().map(|(name, claims)| (name, issuer.sign(&Issuer::header(), &claims)));
    for (name, token) in signed.chain(id_forgeries(&issuer, &other)).chain([("an access token", access.to_owned())]) {
        let answer = register(&server, "marta@example.com", &token).await;
        report.case(name, answer.0 == 401, said(&answer));
    }
    let olga = issuer.id_token("olga-1", "olga@example.com", true);
    for email in ["marta@example.com", "MARTA@example.com", "marta%40example.com", "%20marta@example.com"] {
        let answer = register(&server, email, &olga).await;
        report.case(format_args!("another person's token for {email}"), answer.0 == 403, said(&answer));
    }
    let squatter = issuer.id_token("squatter-1", "marta@example.com", false);
    let answer = register(&server, "marta@example.com", &squatter).await;
    report.case("an unverified sign-in for a known address", answer.0 == 409, said(&answer));
    let renamed =
        issuer.sign(&Issuer::header(), &with(&claims("olga-1", "olga@example.com", true), "admin", json!(true)));
    let (status, answer) = register(&server, "olga@example.com", &renamed).await;
    assert!(status.is_success(), "{answer}");
    let olga = answer["accessToken"].as_str().unwrap();
    let answer = Server::answer(server.request("GET", "/users").bearer_auth(olga)).await;
    report.case("a claim that says admin", answer.0 == 403, said(&answer));
    report
}
