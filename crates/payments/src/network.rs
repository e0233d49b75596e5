//! Sends requests to the provider over the network.

use crate::{breaker::Breaker, client::Transport, protocol::is_replayed};
use async_trait::async_trait;
use autoparts_domain::time::doubling_pause;
use http_types::{HeaderValue, Request, Response, StatusCode, header::RETRY_AFTER};
use reqwest::{Client, Url, redirect::Policy};
use std::{error::Error, fmt, time::Duration};
use tokio::time::{Instant, sleep, timeout};
use tracing::Span;

/// Stripe's base URL.
pub const STRIPE_API_BASE: &str = "https://api.stripe.com";

const CONNECT_WITHIN: Duration = Duration::from_secs(3);
const ANSWER_WITHIN: Duration = Duration::from_secs(6);

/// No retry starts after this time, because a caller is waiting.
const TRY_FOR: Duration = Duration::from_secs(4);
const MAX_TRIES: u32 = 3;
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Maximum response size. The provider sends no larger one.
const MAX_BYTES: usize = 8 * 1024 * 1024;

type BoxError = Box<dyn Error + Send + Sync>;

/// Why a call failed without a request.
#[derive(Debug, thiserror::Error)]
#[error("the payment provider is not responding; calls are paused for a moment")]
struct CircuitOpen;

/// Sends requests over the network. Retries with the same idempotency key if a response was lost, or reports a
/// temporary failure.
pub struct Network {
    base: Url,
    client: Client,
    breaker: Breaker,
}

impl Network {
    /// Connects to the provider at an `https:` URL; plain `http:` is allowed for this machine only. The error states
    /// what is wrong with the URL.
    pub fn to(base: &str) -> Result<Self, String> {
        let base = Url::parse(base).map_err(|error| error.to_string())?;
        let local = matches!(base.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if base.scheme() != "https" && !(base.scheme() == "http" && local) {
            return Err("payments must go over https".to_owned());
        }
        let mut client = Client::builder()
            .user_agent(concat!("autoparts/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_WITHIN)
            .timeout(ANSWER_WITHIN)
            .redirect(Policy::none());
        if local {
            client = client.no_proxy();
        }
        let client = client.build().map_err(|error| error.to_string())?;
        Ok(Self { base, client, breaker: Breaker::default() })
    }

    /// A single try.
    async fn send(&self, request: &Request<Vec<u8>>) -> Result<Response<Vec<u8>>, BoxError> {
        let url = self.base.join(&request.uri().to_string())?;
        let asked = self.client.request(request.method().clone(), url);
        let asked = asked.headers(request.headers().clone()).body(request.body().clone());
        let mut answer = asked.send().await.map_err(reqwest::Error::without_url)?;
        let mut response = Response::builder().status(answer.status());
        if let Some(headers) = response.headers_mut() {
            headers.clone_from(answer.headers());
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(reqwest::Error::without_url)? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_BYTES {
                return Err("the answer is too long".into());
            }
        }
        Ok(response.body(body)?)
    }
}

#[async_trait]
impl Transport for Network {
    async fn carry(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, BoxError> {
        let begun = Instant::now();
        for tried in 1.. {
            Span::current().record("attempts", tried);
            let pause = doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, tried - 1);
            if !self.breaker.lets_through() {
                return Err(CircuitOpen.into());
            }
            // The client's own time limit starts with the connection; this one covers everything.
            let outcome = match timeout(ANSWER_WITHIN, self.send(&request)).await {
                Ok(outcome) => outcome,
                Err(late) => Err(late.into()),
            };
            self.breaker.note(outcome.as_ref().is_ok_and(is_from_the_provider));
            let may_try_again = tried < MAX_TRIES && begun.elapsed() + pause < TRY_FOR;
            if !may_try_again || outcome.as_ref().is_ok_and(is_final) {
                return outcome;
            }
            let asked_for = outcome.as_ref().ok().and_then(retry_after).unwrap_or_default();
            if asked_for > LONGEST_PAUSE {
                return outcome;
            }
            sleep(pause.max(asked_for)).await;
        }
        Err(CircuitOpen.into())
    }
}

/// Whether the provider itself responded, and not a proxy that cannot reach it.
fn is_from_the_provider(response: &Response<Vec<u8>>) -> bool {
    !matches!(
        response.status(),
        StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
    )
}

/// Whether a retry would get the same response. The provider's own header takes precedence.
fn is_final(response: &Response<Vec<u8>>) -> bool {
    match response.headers().get("stripe-should-retry").map(HeaderValue::as_bytes) {
        // Saved under the key, regardless of the header at that time.
        _ if is_replayed(response) => true,
        Some(b"true") => false,
        Some(b"false") => true,
        _ => {
            let status = response.status();
            !status.is_server_error() && !matches!(status, StatusCode::CONFLICT | StatusCode::TOO_MANY_REQUESTS)
        }
    }
}

fn retry_after(response: &Response<Vec<u8>>) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("base", &self.base.as_str()).finish_non_exhaustive()
    }
}
