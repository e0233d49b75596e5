//! Authenticated calls: obtains access tokens, and notes when PayPal rejects the shop's credentials.

use super::{
    protocol::{self, Failure},
    wire,
};
use crate::{client::Transport, key_watch::KeyWatch, network::Network, secret::Secret};
use autoparts_application::ports::payment_gateway::GatewayError;
use http_types::{HeaderValue, Method, Request, Response, header};
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::{sync::Mutex, time::Instant};
use tracing::{Instrument, field};

/// A token is replaced this long before it expires, so that it does not expire during a call.
const RENEW_BEFORE: Duration = Duration::from_mins(1);

#[derive(Clone)]
struct AccessToken {
    text: Secret,
    until: Instant,
}

/// Calls PayPal with the credentials of one app.
pub(super) struct Session {
    network: Network,
    client_id: String,
    client_secret: Secret,
    token: Mutex<Option<AccessToken>>,
    pub(super) key: KeyWatch,
}

impl Session {
    pub(super) fn new(network: Network, client_id: String, client_secret: Secret) -> Self {
        Self { network, client_id, client_secret, token: Mutex::default(), key: KeyWatch::new("PAYPAL_CLIENT_SECRET") }
    }

    /// Sends a request. PayPal may end a token early, so a rejected one is replaced once.
    pub(super) async fn request<A: DeserializeOwned>(
        &self,
        request: Request<Vec<u8>>,
    ) -> Result<Result<A, Failure>, GatewayError> {
        let token = self.token(None).await?;
        let first = self.request_with(request.clone(), &token).await?;
        let answer = match first {
            Err(failure) if failure.rejects_the_token() => {
                let renewed = self.token(Some(&token)).await?;
                self.request_with(request, &renewed).await?
            }
            answer => answer,
        };
        self.note(answer.as_ref().err());
        Ok(answer)
    }

    async fn request_with<A: DeserializeOwned>(
        &self,
        request: Request<Vec<u8>>,
        token: &Secret,
    ) -> Result<Result<A, Failure>, GatewayError> {
        let response = self.send(request, &format!("Bearer {}", token.reveal())).await?;
        Ok(protocol::read(&response))
    }

    async fn send(
        &self,
        mut request: Request<Vec<u8>>,
        authorization: &str,
    ) -> Result<Response<Vec<u8>>, GatewayError> {
        let mut authorization = HeaderValue::from_str(authorization)
            .map_err(|_| GatewayError::Refused("the credentials do not fit into a header".to_owned()))?;
        authorization.set_sensitive(true);
        request.headers_mut().insert(header::AUTHORIZATION, authorization);
        let span = tracing::debug_span!(
            "payment_provider",
            method = request.method().as_str(),
            route = pattern(request.uri().path()),
            attempts = field::Empty,
            status = field::Empty,
            failed = field::Empty,
        );
        let response = self.network.carry(request).instrument(span.clone()).await;
        match &response {
            Ok(response) => span.record("status", response.status().as_u16()),
            Err(_) => span.record("failed", true),
        };
        response.map_err(GatewayError::Unavailable)
    }

    /// Returns a valid token other than `rejected`. Concurrent callers share one request.
    async fn token(&self, rejected: Option<&Secret>) -> Result<Secret, GatewayError> {
        let mut token = self.token.lock().await;
        if let Some(current) = &*token
            && current.until > Instant::now()
            && rejected != Some(&current.text)
        {
            return Ok(current.text.clone());
        }
        *token = None;
        let mut request = protocol::call(Method::POST, "/v1/oauth2/token", b"grant_type=client_credentials".to_vec());
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        request.headers_mut().insert(header::CONTENT_TYPE, form);
        let credentials = format!("{}:{}", self.client_id, self.client_secret.reveal());
        let response = self.send(request, &format!("Basic {}", base64(credentials.as_bytes()))).await?;
        let read: Result<wire::Token, Failure> = protocol::read(&response);
        self.note(read.as_ref().err());
        let answer = read?;
        let lifetime = Duration::from_secs(answer.expires_in).saturating_sub(RENEW_BEFORE);
        let text = Secret::new(answer.access_token);
        *token = Some(AccessToken { text: text.clone(), until: Instant::now() + lifetime });
        Ok(text)
    }

    fn note(&self, failure: Option<&Failure>) {
        let rejection = failure.filter(|failure| failure.rejects_the_key());
        self.key.note(rejection.map(Failure::text).as_deref());
    }
}

/// A path pattern for traces, with ids replaced.
fn pattern(path: &str) -> String {
    let is_word = |part: &str| {
        matches!(part, "v1" | "v2" | "oauth2") || part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    let parts = path.split('/').map(|part| if is_word(part) { part } else { "{id}" });
    parts.collect::<Vec<_>>().join("/")
}

/// Encodes bytes for Basic authentication.
fn base64(bytes: &[u8]) -> String {
    let digit = |bits: u32| match u8::try_from(bits & 63).unwrap_or_default() {
        value @ 0..26 => b'A' + value,
        value @ 26..52 => b'a' + (value - 26),
        value @ 52..62 => b'0' + (value - 52),
        62 => b'+',
        _ => b'/',
    };
    let encode = |chunk: &[u8]| {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let all = [digit(bits >> 18), digit(bits >> 12), digit(bits >> 6), digit(bits)];
        all.map(char::from)
            .into_iter()
            .take(chunk.len() + 1)
            .chain(std::iter::repeat_n('=', 3 - chunk.len()))
            .collect::<String>()
    };
    bytes.chunks(3).map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_rfc_4648() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{fb}\u{fe}", "w7vDvg=="),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }

    #[test]
    fn path_patterns_omit_ids() {
        assert_eq!(pattern("/v2/checkout/orders/5O190127TN364715T/capture"), "/v2/checkout/orders/{id}/capture");
        assert_eq!(pattern("/v1/oauth2/token"), "/v1/oauth2/token");
    }
}
