//! The result of a call: changes to the books, and an answer.

use super::{refusal::Refusal, state::Change};
use crate::{random, wire};
use http_types::{HeaderValue, Response, StatusCode, header};
use serde::Serialize;
use serde_json::Value;

/// Status and JSON body.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
    /// Whether it repeats an earlier answer under the same idempotency key.
    pub(super) replayed: bool,
}

impl Answer {
    /// 200 with an object.
    pub(super) fn ok(object: &impl Serialize) -> Result<Self, Refusal> {
        let body = serde_json::to_value(object).map_err(|_| Refusal::internal())?;
        Ok(Self { status: 200, body, replayed: false })
    }

    pub(super) fn into_response(self) -> Response<Vec<u8>> {
        let mut response = Response::new(self.body.to_string().into_bytes());
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(id) = random::id("req").ok().and_then(|id| id.parse().ok()) {
            headers.insert("request-id", id);
        }
        if self.replayed {
            headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
        }
        response
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        let body = serde_json::to_value(wire::ErrorBody { error: refusal.error });
        Self { status: refusal.status, body: body.unwrap_or_default(), replayed: false }
    }
}

/// The result of a call that was carried out. The answer may be an error (a declined card); unlike a [`Refusal`] of
/// the parameters, it is saved under the idempotency key.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) changes: Vec<Change>,
    pub(super) answer: Answer,
}

impl Outcome {
    /// An answer without changes.
    pub(super) fn unchanged(answer: impl Into<Answer>) -> Self {
        Self { changes: Vec::new(), answer: answer.into() }
    }
}
