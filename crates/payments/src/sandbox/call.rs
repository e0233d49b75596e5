//! A request to the sandbox that was understood.

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

/// A request that was understood.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) caller: Caller,
    pub(super) form: Form,
    pub(super) endpoint: Endpoint,
    /// The idempotency key, and what is asked under it, hashed.
    pub(super) once: Option<(String, String)>,
}
