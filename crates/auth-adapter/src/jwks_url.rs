//! Keys published by an identity provider at an address (JWKS).
//!
//! They are kept as long as the provider's `Cache-Control` says. A name that is not among them
//! leads to one more look, at most once a minute, because keys change before caches end. While
//! the address cannot be reached, the last keys go on being used for a day.

use crate::key_source::KeySource;
use async_trait::async_trait;
use autoparts_domain::time::Timestamp;
use http_types::header::CACHE_CONTROL;
use jsonwebtoken::{
    DecodingKey,
    jwk::{AlgorithmParameters, Jwk, KeyAlgorithm, PublicKeyUse},
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::HashMap,
    error::Error,
    fmt,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};
use tokio::sync::Mutex;

/// Where Google publishes the keys of Firebase ID tokens.
pub const FIREBASE_JWKS_URL: &str =
    "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

const CONNECT_WITHIN: Duration = Duration::from_secs(3);
const ANSWER_WITHIN: Duration = Duration::from_secs(6);

/// How long keys are kept when the provider does not say, at least, and at most.
const KEPT: Duration = Duration::from_mins(5);
const MIN_KEPT: Duration = Duration::from_mins(1);
const MAX_KEPT: Duration = Duration::from_hours(24);

/// How long keys are used after their time while no new ones can be had.
const MAX_STALENESS: Duration = Duration::from_hours(24);

/// How long to leave the provider alone after a look for an unknown name, or a failed one.
const UNKNOWN_PAUSE: Duration = Duration::from_mins(1);
const FAILURE_PAUSE: Duration = Duration::from_secs(10);

/// A larger answer is not a set of keys.
const MAX_BYTES: usize = 256 * 1024;

type BoxError = Box<dyn Error + Send + Sync>;

/// Keys at an address.
pub struct JwksUrl {
    url: String,
    client: reqwest::Client,
    cache: RwLock<Option<Arc<Keys>>>,
    /// Held while fetching, so that a crowd asks once; knows when that was tried last.
    fetching: Mutex<LastTry>,
}

struct Keys {
    by_name: HashMap<String, DecodingKey>,
    fresh_until: Timestamp,
}

#[derive(Default)]
struct LastTry {
    at: Option<Timestamp>,
    failed: bool,
}

impl LastTry {
    /// Whether the last try was so recent that another one must wait.
    fn is_recent(&self, now: Timestamp) -> bool {
        let pause = if self.failed { FAILURE_PAUSE } else { UNKNOWN_PAUSE };
        // A clock that was set back must not stop us for long.
        self.at.is_some_and(|at| now < at.plus(pause) && now.plus(pause) > at)
    }
}

impl JwksUrl {
    /// Keys at an `https:` address; plain `http:` is for this machine only. The error says
    /// what is wrong with the address without repeating it: it may hold a password.
    pub fn new(url: &str) -> Result<Self, String> {
        let parsed = reqwest::Url::parse(url).map_err(|error| format!("this is no address ({error})"))?;
        let local = matches!(parsed.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if parsed.scheme() != "https" && !(parsed.scheme() == "http" && local) {
            return Err("keys must come over https".to_owned());
        }
        let mut client = reqwest::Client::builder()
            .connect_timeout(CONNECT_WITHIN)
            .timeout(ANSWER_WITHIN)
            .redirect(reqwest::redirect::Policy::none());
        if local {
            client = client.no_proxy();
        }
        Ok(Self {
            url: url.to_owned(),
            client: client.build().map_err(|error| error.to_string())?,
            cache: RwLock::new(None),
            fetching: Mutex::new(LastTry::default()),
        })
    }

    fn cached(&self) -> Option<Arc<Keys>> {
        self.cache.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    #[tracing::instrument(name = "identity_keys", level = "debug", skip_all)]
    async fn fetch(&self, now: Timestamp) -> Result<Keys, BoxError> {
        let mut response = self.client.get(&self.url).send().await?.error_for_status()?;
        let cache_control = response.headers().get(CACHE_CONTROL).and_then(|value| value.to_str().ok());
        let fresh_until = now.plus(kept_for(cache_control));
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_BYTES {
                return Err("the answer is too long for a set of keys".into());
            }
        }
        let by_name = parse(&body)?;
        Ok(Keys { by_name, fresh_until })
    }

    /// Fetches unless another caller just did, and returns what is known afterwards.
    async fn refresh(&self, name: &str, now: Timestamp) -> Result<Option<DecodingKey>, BoxError> {
        let mut last = self.fetching.lock().await;
        if let Some(keys) = self.cached()
            && now < keys.fresh_until
            && (keys.by_name.contains_key(name) || last.is_recent(now) && !last.failed)
        {
            return Ok(keys.by_name.get(name).cloned());
        }
        let fetched = if last.is_recent(now) && last.failed {
            Err("the keys could not be fetched a moment ago".into())
        } else {
            let fetched = self.fetch(now).await;
            *last = LastTry { at: Some(now), failed: fetched.is_err() };
            fetched
        };
        match fetched {
            Ok(keys) => {
                let key = keys.by_name.get(name).cloned();
                *self.cache.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(keys));
                Ok(key)
            }
            Err(error) => {
                tracing::warn!(%error, "the identity provider's keys cannot be fetched");
                let usable = self.cached().filter(|keys| now < keys.fresh_until.plus(MAX_STALENESS));
                // Whether an unknown name is a new key or a made-up one cannot be told now.
                let key = usable.and_then(|keys| keys.by_name.get(name).cloned());
                key.map(Some).ok_or(error)
            }
        }
    }
}

impl fmt::Debug for JwksUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JwksUrl").field("url", &self.url).finish_non_exhaustive()
    }
}

#[async_trait]
impl KeySource for JwksUrl {
    async fn key(&self, name: &str, now: Timestamp) -> Result<Option<DecodingKey>, BoxError> {
        let fresh = self.cached().filter(|keys| now < keys.fresh_until);
        match fresh.and_then(|keys| keys.by_name.get(name).cloned()) {
            Some(key) => Ok(Some(key)),
            None => self.refresh(name, now).await,
        }
    }
}

/// The `max-age` of a `Cache-Control`, within reason.
fn kept_for(cache_control: Option<&str>) -> Duration {
    let seconds = cache_control
        .into_iter()
        .flat_map(|value| value.split(','))
        .find_map(|directive| directive.trim().strip_prefix("max-age=")?.parse().ok());
    seconds.map_or(KEPT, Duration::from_secs).clamp(MIN_KEPT, MAX_KEPT)
}

/// The RS256 keys of a set; whatever else it holds is skipped.
fn parse(body: &[u8]) -> Result<HashMap<String, DecodingKey>, BoxError> {
    #[derive(Deserialize)]
    struct Set {
        keys: Vec<Value>,
    }
    let set: Set = serde_json::from_slice(body)?;
    let usable = set.keys.into_iter().filter_map(|key| {
        let key: Jwk = serde_json::from_value(key).ok()?;
        let is_rsa = matches!(key.algorithm, AlgorithmParameters::RSA(_));
        let for_rs256 = matches!(key.common.key_algorithm, None | Some(KeyAlgorithm::RS256));
        let for_signatures = matches!(key.common.public_key_use, None | Some(PublicKeyUse::Signature));
        let name = key.common.key_id.clone().filter(|_| is_rsa && for_rs256 && for_signatures)?;
        Some((name, DecodingKey::from_jwk(&key).ok()?))
    });
    let keys: HashMap<String, DecodingKey> = usable.collect();
    if keys.is_empty() {
        return Err("the set holds no key for RS256".into());
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_kept_as_long_as_the_provider_says_within_reason() {
        for (header, seconds) in [
            (Some("public, max-age=19204, must-revalidate"), 19_204),
            (Some("max-age=0"), 60),
            (Some("max-age=99999999999"), 86_400),
            (Some("max-age=soon"), 300),
            (Some("no-store"), 300),
            (None, 300),
        ] {
            assert_eq!(kept_for(header).as_secs(), seconds, "{header:?}");
        }
    }

    #[test]
    fn plain_http_is_for_this_machine_only() {
        assert!(JwksUrl::new(FIREBASE_JWKS_URL).is_ok());
        assert!(JwksUrl::new("http://127.0.0.1:1/jwks.json").is_ok());
        for bad in ["http://example.com/jwks.json", "file:///etc/passwd", "nonsense", ""] {
            assert!(JwksUrl::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_set_without_usable_keys_is_an_error() {
        for bad in [
            "",
            "[]",
            "{}",
            r#"{"keys":[]}"#,
            r#"{"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"a"}]}"#,
            r#"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#,
            r#"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"a","use":"enc"}]}"#,
        ] {
            assert!(parse(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
