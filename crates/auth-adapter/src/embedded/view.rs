//! The provider's responses.

use super::issuer::LIFETIME;
use autoparts_application::ports::identity_accounts::{Account, RefreshToken};
use http_types::{HeaderValue, Response, StatusCode, header};
use jsonwebtoken::jwk::JwkSet;
use serde_json::{Map, Value, json};

/// A JSON response that must not be cached.
pub(super) fn json(status: u16, body: &Value) -> Response<Vec<u8>> {
    let mut response = Response::new(body.to_string().into_bytes());
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The public keys, which may be cached for an hour.
pub(super) fn public_keys(keys: &JwkSet) -> Response<Vec<u8>> {
    let mut response = json(200, &json!(keys));
    let an_hour = HeaderValue::from_static("public, max-age=3600");
    response.headers_mut().insert(header::CACHE_CONTROL, an_hour);
    response
}

/// The tokens of a user who has just signed in.
pub(super) fn signed_in(account: &Account, id_token: &str, refresh_token: &str) -> Map<String, Value> {
    let mut view = Map::new();
    view.insert("localId".to_owned(), json!(account.id.to_string()));
    view.insert("email".to_owned(), json!(account.email.as_str()));
    view.insert("displayName".to_owned(), json!(account.name.as_ref().map(ToString::to_string)));
    view.insert("idToken".to_owned(), json!(id_token));
    view.insert("refreshToken".to_owned(), json!(refresh_token));
    view.insert("expiresIn".to_owned(), json!(LIFETIME.to_string()));
    view.retain(|_, value| !value.is_null());
    view
}

/// An account as returned to its owner; `sign_in` is the caller's. Times are text, as in the Identity Toolkit:
/// milliseconds, but seconds in `validSince`.
pub(super) fn account(account: &Account, sign_in: &RefreshToken) -> Map<String, Value> {
    let millis = |micros: i64| json!((micros / 1000).to_string());
    let mut view = Map::new();
    view.insert("localId".to_owned(), json!(account.id.to_string()));
    view.insert("email".to_owned(), json!(account.email.as_str()));
    view.insert("emailVerified".to_owned(), json!(account.email_verified));
    view.insert("displayName".to_owned(), json!(account.name.as_ref().map(ToString::to_string)));
    view.insert("createdAt".to_owned(), millis(account.created_at.micros()));
    view.insert("lastLoginAt".to_owned(), millis(sign_in.started_at.micros()));
    view.insert("validSince".to_owned(), json!(account.created_at.seconds().to_string()));
    view.insert("providerUserInfo".to_owned(), Value::Array(providers(account)));
    view.retain(|_, value| !value.is_null());
    view
}

fn providers(account: &Account) -> Vec<Value> {
    let email = account.email.as_str();
    let name = account.name.as_ref().map(ToString::to_string);
    let provider = |id: &str, subject: &str| {
        let mut provider = json!({"providerId": id, "email": email, "federatedId": subject, "rawId": subject});
        if let (Some(name), Some(provider)) = (&name, provider.as_object_mut()) {
            provider.insert("displayName".to_owned(), json!(name));
        }
        provider
    };
    let password = account.password_hash.as_ref().map(|_| provider("password", email));
    let google = account.google_subject.as_deref().map(|subject| provider("google.com", subject));
    password.into_iter().chain(google).collect()
}
