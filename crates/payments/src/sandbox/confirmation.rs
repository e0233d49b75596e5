//! Charging a card: `confirm`, and `_authenticate` for cards that require a challenge.

use super::{
    call::Call,
    events,
    intents::{find, unexpected_state},
    methods,
    outcome::{Answer, Outcome},
    refusal::Refusal,
    state::{Behaviour, Change, Intent, Method, State},
};
use crate::{
    random,
    wire::{self, Named, status},
};
use autoparts_domain::time::Timestamp;
use serde_json::json;

/// `POST /v1/payment_intents/{id}/confirm`
pub(super) fn confirm(state: &State, call: &Call, id: &str, now: Timestamp) -> Result<Outcome, Refusal> {
    let form = &call.form;
    form.only(&["client_secret", "payment_method", "receipt_email", "return_url", "use_stripe_sdk"])?;
    let mut intent = find(state, call, id)?.clone();
    let object = &mut intent.object;
    // An unfinished challenge may be abandoned for another card.
    if !matches!(object.status.as_str(), status::REQUIRES_PAYMENT_METHOD | status::REQUIRES_ACTION) {
        return Ok(Outcome::unchanged(unexpected_state("confirm", object, call.caller)));
    }
    let name = form.required("payment_method")?;
    let method = state.method(name).ok_or_else(|| Refusal::missing("PaymentMethod", name))?;
    object.payment_method = Some(method.id.clone());
    if method.behaviour == Behaviour::Challenges {
        status::REQUIRES_ACTION.clone_into(&mut object.status);
        object.next_action = Some(json!({"type": "use_stripe_sdk", "use_stripe_sdk": {"type": "sandbox_challenge"}}));
        let event = events::about_payment("payment_intent.requires_action", object, now)?;
        let answer = Answer::ok(&call.caller.view(object))?;
        return Ok(Outcome { changes: vec![Change::Intent(Box::new(intent)), event], answer });
    }
    charge(call, intent, method, now)
}

/// `POST /v1/payment_intents/{id}/_authenticate`: the result of the challenge.
pub(super) fn authenticate(state: &State, call: &Call, id: &str, now: Timestamp) -> Result<Outcome, Refusal> {
    call.form.only(&["client_secret", "success"])?;
    let intent = find(state, call, id)?.clone();
    let passed = call.form.required("success")?;
    call.form.word("success", &["true", "false"])?;
    if intent.object.status != status::REQUIRES_ACTION {
        return Ok(Outcome::unchanged(unexpected_state("authenticate", &intent.object, call.caller)));
    }
    let name = intent.object.payment_method.clone().unwrap_or_default();
    let method = state.method(&name).ok_or_else(|| Refusal::missing("PaymentMethod", &name))?;
    if passed == "true" {
        charge(call, intent, method, now)
    } else {
        let error = Refusal::invalid(
            "The provided PaymentMethod has failed authentication. Provide another one to attempt to fulfill this \
             PaymentIntent again.",
        )
        .code("payment_intent_authentication_failure")
        .error;
        fail(call, intent, method, error, now).map(|(outcome, _)| outcome)
    }
}

fn charge(call: &Call, mut intent: Intent, method: &Method, now: Timestamp) -> Result<Outcome, Refusal> {
    let charge = random::id("ch")?;
    intent.object.latest_charge = Some(Named::Id(charge.clone()));
    if let Some(mut decline) = method.behaviour.decline() {
        decline.error.charge = Some(charge);
        let (mut outcome, object) = fail(call, intent, method, decline.error.clone(), now)?;
        decline.error.payment_method = Some(methods::view(method));
        outcome.answer = decline.about(call.caller.view(&object)).into();
        return Ok(outcome);
    }
    let object = &mut intent.object;
    status::SUCCEEDED.clone_into(&mut object.status);
    object.amount_received = Some(object.amount);
    object.next_action = None;
    object.last_payment_error = None;
    let event = events::about_payment("payment_intent.succeeded", object, now)?;
    let answer = Answer::ok(&call.caller.view(object))?;
    Ok(Outcome { changes: vec![Change::Intent(Box::new(intent)), event], answer })
}

/// Records a failed charge. The payment can be retried with another card.
fn fail(
    call: &Call,
    mut intent: Intent,
    method: &Method,
    mut error: Box<wire::Error>,
    now: Timestamp,
) -> Result<(Outcome, wire::PaymentIntent), Refusal> {
    error.payment_method = Some(methods::view(method));
    let object = &mut intent.object;
    status::REQUIRES_PAYMENT_METHOD.clone_into(&mut object.status);
    object.payment_method = None;
    object.next_action = None;
    object.last_payment_error = Some(error);
    let object = object.clone();
    let event = events::about_payment("payment_intent.payment_failed", &object, now)?;
    let outcome = Outcome {
        answer: Answer::ok(&call.caller.view(&object))?,
        changes: vec![Change::Intent(Box::new(intent)), event],
    };
    Ok((outcome, object))
}
