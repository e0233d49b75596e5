//! The shop as customers reach it: through its proxy, which may have no server behind it.

use super::setting;
use reqwest::{Certificate, Client, Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// Timeout of a browser, roughly. The shop responds to every request within 15 seconds.
const TIMEOUT: Duration = Duration::from_secs(20);

/// More pieces than a run can sell.
const PIECES: i64 = 1_000_000;

pub(crate) struct Shop {
    client: Client,
    address: String,
}

/// A call of the API.
pub(crate) struct Call<'a> {
    pub(crate) method: Method,
    pub(crate) path: &'a str,
    pub(crate) token: Option<&'a str>,
    pub(crate) key: Option<&'a str>,
    pub(crate) body: Option<Value>,
}

impl Shop {
    /// `HA_SHOP` is the shop's URL, `HA_CERTIFICATE` the file with its certificate.
    pub(crate) fn from_settings() -> Self {
        let certificate = std::fs::read(setting("HA_CERTIFICATE").unwrap()).unwrap();
        let client = Client::builder()
            .timeout(TIMEOUT)
            .tls_certs_only([Certificate::from_pem(&certificate).unwrap()])
            .build()
            .unwrap();
        Self { client, address: setting("HA_SHOP").unwrap() }
    }

    /// Returns status and body of the response, or why there was none.
    pub(crate) async fn call(&self, call: Call<'_>) -> Result<(StatusCode, Value), String> {
        let mut request = self.client.request(call.method, format!("{}{}", self.address, call.path));
        if let Some(token) = call.token {
            request = request.bearer_auth(token);
        }
        if let Some(key) = call.key {
            request = request.header("Idempotency-Key", key);
        }
        if let Some(body) = call.body {
            request = request.json(&body);
        }
        let response = request.send().await.map_err(|error| format!("{error:?}"))?;
        let status = response.status();
        let text = response.text().await.map_err(|error| format!("{error:?}"))?;
        Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    pub(crate) async fn get(&self, path: &str, token: Option<&str>) -> Result<(StatusCode, Value), String> {
        self.call(Call { method: Method::GET, path, token, key: None, body: None }).await
    }

    /// Signs in at the embedded identity provider and with the shop (`accounts:signUp` for a new user). Returns the
    /// access token; fails during an outage.
    pub(crate) async fn sign_in(&self, way: &str, email: &str, password: &str) -> Result<String, String> {
        let path = format!("/identitytoolkit.googleapis.com/v1/{way}?key=demo-key");
        let account = json!({ "email": email, "password": password, "returnSecureToken": true });
        let call = Call { method: Method::POST, path: &path, token: None, key: None, body: Some(account) };
        let (_, identity) = self.call(call).await?;
        let id_token = identity["idToken"].as_str().ok_or_else(|| identity.to_string())?;
        let body = Some(json!({ "email": email }));
        let path = format!("/users/{email}");
        let call = Call { method: Method::PUT, path: &path, token: Some(id_token), key: None, body };
        let (_, answer) = self.call(call).await?;
        answer["accessToken"].as_str().map(str::to_owned).ok_or_else(|| answer.to_string())
    }

    /// Creates three parts with ample stock. Returns their ids.
    pub(crate) async fn stocked_parts(&self) -> Vec<String> {
        let way = "accounts:signInWithPassword";
        let admin = self.sign_in(way, "admin@autoparts.example", "admin-demo-1").await.unwrap();
        let mut parts = Vec::new();
        for number in 1..=3 {
            let part = json!({
                "title": format!("Plentiful part {number}"), "desc": "There are many.", "img": "/catalogue/alternator.svg",
                "minOrderQuantity": 1, "available": PIECES, "price": 10,
            });
            let call = Call { method: Method::POST, path: "/parts", token: Some(&admin), key: None, body: Some(part) };
            let (status, added) = self.call(call).await.unwrap();
            assert!(status.is_success(), "{added}");
            parts.push(added["insertedId"].as_str().unwrap().to_owned());
        }
        parts
    }
}
