//! A Firebase-like identity provider: it publishes a public key and signs arbitrary tokens.

use autoparts_payments::testing::MockServer;
use aws_lc_rs::{
    encoding::AsDer,
    rsa::{KeyPair, KeySize},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http_types::Response;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, jwk::Jwk};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// The project that the shop trusts.
pub(crate) const PROJECT: &str = "parts-for-sale";

const KEY_NAME: &str = "key-1";

/// The signing key, and a server that publishes its public half.
pub(crate) struct Issuer {
    key: EncodingKey,
    public: Value,
    address: MockServer,
}

impl Issuer {
    pub(crate) async fn open() -> Self {
        let pair = KeyPair::generate(KeySize::Rsa2048).unwrap();
        let der = AsDer::as_der(&pair).unwrap();
        let text = base64::engine::general_purpose::STANDARD.encode(der.as_ref());
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n");
        let key = EncodingKey::from_rsa_pem(pem.as_bytes()).unwrap();
        let mut jwk = Jwk::from_encoding_key(&key, Algorithm::RS256).unwrap();
        jwk.common.key_id = Some(KEY_NAME.to_owned());
        let public = serde_json::to_value(&jwk).unwrap();
        let document = json!({ "keys": [public] }).to_string();
        let address = MockServer::that(move |_| {
            let document = document.clone();
            async move { Some(Response::new(document.into_bytes())) }
        })
        .await;
        Self { key, public, address }
    }

    pub(crate) fn url(&self) -> &str {
        &self.address.url
    }

    /// Returns the modulus of the public key, as published.
    pub(crate) fn modulus(&self) -> String {
        self.public["n"].as_str().unwrap().to_owned()
    }

    pub(crate) fn header() -> Header {
        Header { kid: Some(KEY_NAME.to_owned()), ..Header::new(Algorithm::RS256) }
    }

    pub(crate) fn sign(&self, header: &Header, claims: &Value) -> String {
        encode(header, claims, &self.key).unwrap()
    }

    /// Returns a user's ID token.
    pub(crate) fn id_token(&self, subject: &str, email: &str, verified: bool) -> String {
        self.sign(&Self::header(), &claims(subject, email, verified))
    }
}

/// Returns the claims of a genuine ID token.
pub(crate) fn claims(subject: &str, email: &str, verified: bool) -> Value {
    let now = now();
    json!({
        "iss": format!("https://securetoken.google.com/{PROJECT}"), "aud": PROJECT, "sub": subject, "user_id": subject,
        "iat": now, "auth_time": now, "exp": now + 3600, "email": email, "email_verified": verified,
        "firebase": { "sign_in_provider": "password", "identities": { "email": [email] } },
    })
}

/// Assembles a token with the given signature, which may be empty.
pub(crate) fn assemble(header: &Value, claims: &Value, signature: &str) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.{signature}", part(header), part(claims))
}

/// Returns the current time in Unix seconds.
#[expect(clippy::disallowed_methods, reason = "attackers look at the clock on the wall")]
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}
