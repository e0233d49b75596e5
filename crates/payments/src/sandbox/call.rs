//! A parsed request to the sandbox.

use super::{access::Caller, form::Form};

#[derive(Debug)]
pub(super) enum Endpoint {
    CreateIntent,
    ListIntents,
    RetrieveIntent(String),
    Confirm(String),
    Authenticate(String),
    Cancel(String),
    CreateMethod,
    CreateRefund,
    ListRefunds,
    Dispute(String),
    ListDisputes,
}

/// A parsed request.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) caller: Caller,
    pub(super) form: Form,
    pub(super) endpoint: Endpoint,
    /// The idempotency key, and a hash of the request.
    pub(super) once: Option<(String, String)>,
}
