//! Error responses of the sandbox: Stripe's error object and its HTTP status.

use crate::wire;
use aws_lc_rs::error::Unspecified;

/// An error in Stripe's format.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) error: Box<wire::Error>,
}

impl Refusal {
    fn new(status: u16, kind: &str, message: impl Into<String>) -> Self {
        let error = wire::Error { kind: kind.to_owned(), message: Some(message.into()), ..wire::Error::default() };
        Self { status, error: Box::new(error) }
    }

    /// The request is invalid.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "invalid_request_error", message)
    }

    /// The caller may not do this.
    pub(super) fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(401, "invalid_request_error", message)
    }

    /// The card was declined.
    pub(super) fn card(code: &str, message: &str) -> Self {
        Self::new(402, "card_error", message).code(code)
    }

    /// The object does not exist.
    pub(super) fn missing(kind: &str, id: &str) -> Self {
        let id: String = id.chars().take(80).collect();
        let refusal = Self::new(404, "invalid_request_error", format!("No such {kind}: '{id}'"));
        refusal.code("resource_missing")
    }

    /// The endpoint does not exist.
    pub(super) fn unknown_url(method: &str, path: &str) -> Self {
        let path: String = path.chars().take(200).collect();
        Self::new(404, "invalid_request_error", format!("Unrecognized request URL ({method}: {path})."))
    }

    /// The request is too large.
    pub(super) fn too_large() -> Self {
        Self::new(413, "invalid_request_error", "The request is too large.")
    }

    /// The idempotency key was used for another request.
    pub(super) fn key_reused() -> Self {
        Self::new(
            400,
            "idempotency_error",
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        )
    }

    /// The queue is full.
    pub(super) fn too_many_requests() -> Self {
        let refusal = Self::new(429, "invalid_request_error", "Too many requests. Try again shortly.");
        refusal.code("rate_limit")
    }

    /// An internal error; nothing was changed.
    pub(super) fn internal() -> Self {
        Self::new(500, "api_error", "The sandbox could not do its work.")
    }

    pub(super) fn code(mut self, code: &str) -> Self {
        self.error.code = Some(code.to_owned());
        self
    }

    pub(super) fn param(mut self, name: &str) -> Self {
        self.error.param = Some(name.chars().take(80).collect());
        self
    }

    pub(super) fn declined_because(mut self, decline_code: &str) -> Self {
        self.error.decline_code = Some(decline_code.to_owned());
        self
    }

    /// Adds the current payment.
    pub(super) fn about(mut self, intent: wire::PaymentIntent) -> Self {
        self.error.payment_intent = Some(Box::new(intent));
        self
    }
}

/// No random bytes: no object can be created.
impl From<Unspecified> for Refusal {
    fn from(_: Unspecified) -> Self {
        tracing::error!("the system random generator failed");
        Self::internal()
    }
}
