//! Keys that an identity provider publishes at a URL (JWKS).
//!
//! They are cached as long as the provider's `Cache-Control` allows. An unknown key id triggers another fetch, at most
//! once a minute, because keys can change before the cache expires. While the URL is unreachable, the last keys are
//! used for up to a day.

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

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(6);

/// Cache lifetime of keys: the default, the minimum and the maximum.
const DEFAULT_LIFETIME: Duration = Duration::from_mins(5);
const MIN_LIFETIME: Duration = Duration::from_mins(1);
const MAX_LIFETIME: Duration = Duration::from_hours(24);

/// How long expired keys are used while no new ones can be fetched.
const MAX_STALENESS: Duration = Duration::from_hours(24);

/// Minimum pause after a fetch for an unknown key id, and after a failed one.
const UNKNOWN_PAUSE: Duration = Duration::from_mins(1);
const FAILURE_PAUSE: Duration = Duration::from_secs(10);

/// Larger responses are refused.
const MAX_BYTES: usize = 256 * 1024;

type BoxError = Box<dyn Error + Send + Sync>;

/// Keys at a URL.
pub struct JwksUrl {
    url: String,
    client: reqwest::Client,
    cache: RwLock<Option<Arc<Keys>>>,
    /// Held while fetching, so that concurrent callers fetch once; holds the time of the last try.
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
    /// Whether the last try was too recent for another one.
    fn is_recent(&self, now: Timestamp) -> bool {
        let pause = if self.failed { FAILURE_PAUSE } else { UNKNOWN_PAUSE };
        // A clock that was set back must not block fetching for long.
        self.at.is_some_and(|at| now < at.plus(pause) && now.plus(pause) > at)
    }
}

impl JwksUrl {
    /// Creates a source of keys at an `https:` URL; `http:` is accepted for this machine only. The error describes the
    /// problem without repeating the URL, which may contain a password.
    pub fn new(url: &str) -> Result<Self, String> {
        let parsed = reqwest::Url::parse(url).map_err(|error| format!("this is not a URL ({error})"))?;
        let local = matches!(parsed.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if parsed.scheme() != "https" && !(parsed.scheme() == "http" && local) {
            return Err("keys must come over https".to_owned());
        }
        let mut client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(RESPONSE_TIMEOUT)
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
        let fresh_until = now.plus(lifetime(cache_control));
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_BYTES {
                return Err("the response is too large for a key set".into());
            }
        }
        let by_name = parse(&body)?;
        Ok(Keys { by_name, fresh_until })
    }

    /// Fetches the keys unless another caller just did; returns the key if it is known afterwards.
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
                // An unknown key id is an error, not `None`: it may be new or made up.
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

/// The `max-age` of a `Cache-Control`, clamped to the limits.
fn lifetime(cache_control: Option<&str>) -> Duration {
    let seconds = cache_control
        .into_iter()
        .flat_map(|value| value.split(','))
        .find_map(|directive| directive.trim().strip_prefix("max-age=")?.parse().ok());
    seconds.map_or(DEFAULT_LIFETIME, Duration::from_secs).clamp(MIN_LIFETIME, MAX_LIFETIME)
}

/// Parses the RS256 keys of a key set; skips everything else.
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
        return Err("the key set has no RS256 key".into());
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_lifetime_follows_cache_control_within_limits() {
        for (header, seconds) in [
            (Some("public, max-age=19204, must-revalidate"), 19_204),
            (Some("max-age=0"), 60),
            (Some("max-age=99999999999"), 86_400),
            (Some("max-age=soon"), 300),
            (Some("no-store"), 300),
            (None, 300),
        ] {
            assert_eq!(lifetime(header).as_secs(), seconds, "{header:?}");
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
