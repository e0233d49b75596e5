//! Routes requests to endpoints, and handles idempotency keys for all of them.
//!
//! As at Stripe, the outcome of a call is saved under its key, including errors. A call with refused parameters is not
//! carried out and leaves the key unused.

use super::{
    Keys,
    access::{self, Caller},
    books::Books,
    call::{Call, Endpoint},
    confirmation, disputes,
    form::Form,
    intents, methods,
    outcome::Answer,
    refunds,
    refusal::Refusal,
    state::{Change, Saved},
};
use crate::random::hex;
use autoparts_domain::time::Timestamp;
use aws_lc_rs::digest;
use http_types::{Method, Request};

/// Path prefix of the sandbox on the server.
const MOUNT: &str = "/sandbox";

/// Maximum length of an idempotency key.
const MAX_KEY: usize = 255;

/// Parses a request.
pub(super) fn read(keys: &Keys, request: &Request<Vec<u8>>) -> Result<Call, Refusal> {
    let path = request.uri().path();
    let path = path.strip_prefix(MOUNT).unwrap_or(path);
    let mut form = Form::read(request)?;
    let caller = access::caller(keys, request.headers(), &mut form)?;
    let endpoint =
        endpoint(request.method(), path).ok_or_else(|| Refusal::unknown_url(request.method().as_str(), path))?;
    let once = match idempotency_key(request)? {
        Some(key) if caller == Caller::Shop && request.method() == Method::POST => {
            let fingerprint = digest::digest(&digest::SHA256, format!("{path}\n{}", form.canonical()).as_bytes());
            Some((key, hex(fingerprint.as_ref())))
        }
        _ => None,
    };
    Ok(Call { caller, form, endpoint, once })
}

fn endpoint(method: &Method, path: &str) -> Option<Endpoint> {
    let mut parts = path.strip_prefix("/v1/")?.split('/');
    let collection = parts.next()?;
    let id = parts.next();
    let verb = parts.next();
    if parts.next().is_some() || id.is_some_and(str::is_empty) {
        return None;
    }
    let id = id.map(str::to_owned);
    let post = *method == Method::POST;
    if !post && *method != Method::GET {
        return None;
    }
    match (post, collection, id, verb) {
        (true, "payment_intents", None, None) => Some(Endpoint::CreateIntent),
        (false, "payment_intents", None, None) => Some(Endpoint::ListIntents),
        (false, "payment_intents", Some(id), None) => Some(Endpoint::RetrieveIntent(id)),
        (true, "payment_intents", Some(id), Some("confirm")) => Some(Endpoint::Confirm(id)),
        (true, "payment_intents", Some(id), Some("_authenticate")) => Some(Endpoint::Authenticate(id)),
        (true, "payment_intents", Some(id), Some("cancel")) => Some(Endpoint::Cancel(id)),
        (true, "payment_intents", Some(id), Some("_dispute")) => Some(Endpoint::Dispute(id)),
        (false, "disputes", None, None) => Some(Endpoint::ListDisputes),
        (true, "payment_methods", None, None) => Some(Endpoint::CreateMethod),
        (true, "refunds", None, None) => Some(Endpoint::CreateRefund),
        (false, "refunds", None, None) => Some(Endpoint::ListRefunds),
        _ => None,
    }
}

fn idempotency_key(request: &Request<Vec<u8>>) -> Result<Option<String>, Refusal> {
    let Some(value) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if (1..=MAX_KEY).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => Err(Refusal::invalid("Idempotency keys have 1 to 255 plain characters.")),
    }
}

/// Carries out a call, once per key. Its changes are on disk before this returns.
pub(super) fn carry_out(books: &mut Books, call: &Call, now: Timestamp) -> Answer {
    let once = call.once.as_ref();
    if let Some((key, fingerprint)) = once
        && let Some(saved) = books.state().saved(key)
    {
        return replay(saved, fingerprint);
    }
    let state = books.state();
    let outcome = match &call.endpoint {
        Endpoint::CreateIntent => intents::create(state, call, now),
        Endpoint::ListIntents => intents::list(state, call),
        Endpoint::RetrieveIntent(id) => intents::retrieve(state, call, id),
        Endpoint::Confirm(id) => confirmation::confirm(state, call, id, now),
        Endpoint::Authenticate(id) => confirmation::authenticate(state, call, id, now),
        Endpoint::Cancel(id) => intents::cancel(state, call, id, now),
        Endpoint::CreateMethod => methods::create(call, now),
        Endpoint::CreateRefund => refunds::create(state, call, now),
        Endpoint::ListRefunds => refunds::list(state, call),
        Endpoint::Dispute(id) => disputes::dispute(state, call, id, now),
        Endpoint::ListDisputes => disputes::list(state, call),
    };
    match outcome {
        Err(refusal) => refusal.into(),
        Ok(mut outcome) => {
            outcome.changes.extend(once.map(|(key, fingerprint)| {
                Change::Saved(Saved {
                    key: key.clone(),
                    fingerprint: fingerprint.clone(),
                    status: outcome.answer.status,
                    body: outcome.answer.body.clone(),
                    at: now.seconds(),
                })
            }));
            books.settle(outcome)
        }
    }
}

fn replay(saved: &Saved, fingerprint: &str) -> Answer {
    if saved.fingerprint != fingerprint {
        return Refusal::key_reused().into();
    }
    Answer { status: saved.status, body: saved.body.clone(), replayed: true }
}
