//! Payments: created, retrieved, listed and canceled. Charging a card is in `confirmation`.

use super::{
    access::Caller,
    call::Call,
    events,
    form::Form,
    outcome::{Answer, Outcome},
    refusal::Refusal,
    state::{Change, Intent, State},
};
use crate::{
    random,
    wire::{CardDetails, Charge, List, MethodDetails, Named, PaymentIntent, status},
};
use autoparts_domain::time::Timestamp;
use std::collections::BTreeMap;

/// `POST /v1/payment_intents`
pub(super) fn create(state: &State, call: &Call, now: Timestamp) -> Result<Outcome, Refusal> {
    call.caller.must_be_shop()?;
    let form = &call.form;
    form.only(&["amount", "currency", "description", "metadata[", "payment_method_types[", "receipt_email"])?;
    let kinds = form.map("payment_method_types");
    if kinds.values().any(|kind| kind != "card") {
        return Err(Refusal::invalid("The sandbox takes cards only.").param("payment_method_types"));
    }
    let id = random::id("pi")?;
    let object = PaymentIntent {
        client_secret: Some(format!("{id}_secret_{}", random::secret()?)),
        id,
        object: "payment_intent".to_owned(),
        amount: amount(form)?,
        amount_received: Some(0),
        canceled_at: None,
        cancellation_reason: None,
        created: now.seconds(),
        currency: currency(form)?,
        description: form.get("description").map(str::to_owned),
        last_payment_error: None,
        latest_charge: None,
        livemode: false,
        metadata: metadata(form)?,
        next_action: None,
        payment_method: None,
        payment_method_types: vec!["card".to_owned()],
        receipt_email: form.get("receipt_email").map(str::to_owned),
        status: status::REQUIRES_PAYMENT_METHOD.to_owned(),
    };
    let answer = Answer::ok(&object)?;
    let intent = Intent { number: state.next_number(), object, refunded: 0 };
    Ok(Outcome { changes: vec![Change::Intent(Box::new(intent))], answer })
}

fn amount(form: &Form) -> Result<i64, Refusal> {
    form.required("amount")?;
    match form.integer("amount")? {
        Some(..=49) | None => {
            let refusal = Refusal::invalid("Amount must be at least $0.50 usd");
            Err(refusal.code("amount_too_small").param("amount"))
        }
        Some(amount @ 50..=99_999_999) => Ok(amount),
        Some(_) => {
            let refusal = Refusal::invalid("Amount must be no more than $999,999.99");
            Err(refusal.code("amount_too_large").param("amount"))
        }
    }
}

fn currency(form: &Form) -> Result<String, Refusal> {
    let currency = form.required("currency")?.to_ascii_lowercase();
    if currency == "usd" {
        Ok(currency)
    } else {
        Err(Refusal::invalid("Invalid currency: the sandbox knows usd only.").param("currency"))
    }
}

/// Metadata with the provider's limits.
pub(super) fn metadata(form: &Form) -> Result<BTreeMap<String, String>, Refusal> {
    let metadata = form.map("metadata");
    let fits = |(name, value): (&String, &String)| name.chars().count() <= 40 && value.chars().count() <= 500;
    if metadata.len() <= 50 && metadata.iter().all(fits) {
        Ok(metadata)
    } else {
        let message = "Metadata can have up to 50 keys, with names up to 40 and values up to 500 characters long.";
        Err(Refusal::invalid(message).param("metadata"))
    }
}

/// A payment that the caller may access.
pub(super) fn find<'a>(state: &'a State, call: &Call, id: &str) -> Result<&'a Intent, Refusal> {
    let intent = state.intent(id).ok_or_else(|| Refusal::missing("payment_intent", id))?;
    call.caller.may_touch(&intent.object, &call.form)?;
    Ok(intent)
}

/// `GET /v1/payment_intents/{id}`
pub(super) fn retrieve(state: &State, call: &Call, id: &str) -> Result<Outcome, Refusal> {
    call.form.only(&["client_secret", "expand["])?;
    let intent = find(state, call, id)?;
    if !call.form.map("expand").values().any(|what| what == "latest_charge") {
        return Ok(Outcome::unchanged(Answer::ok(&call.caller.view(&intent.object))?));
    }
    // Only the shop may see the card.
    call.caller.must_be_shop()?;
    let mut object = intent.object.clone();
    object.latest_charge = object.latest_charge.map(|charge| whole(state, &intent.object, charge));
    Ok(Outcome::unchanged(Answer::ok(&object)?))
}

/// The latest charge of a payment, expanded.
fn whole(state: &State, object: &PaymentIntent, charge: Named<Charge>) -> Named<Charge> {
    let Named::Id(id) = charge else { return charge };
    let method = object.payment_method.as_ref().and_then(|method| state.method(method));
    let fingerprint = method.and_then(|method| method.fingerprint.clone());
    let is_done = object.status == status::SUCCEEDED;
    Named::Whole(Charge {
        id,
        amount: object.amount,
        amount_captured: is_done.then_some(object.amount),
        captured: is_done,
        payment_method_details: Some(MethodDetails { card: Some(CardDetails { fingerprint }) }),
        status: if is_done { status::SUCCEEDED } else { "failed" }.to_owned(),
    })
}

/// `GET /v1/payment_intents`
pub(super) fn list(state: &State, call: &Call) -> Result<Outcome, Refusal> {
    call.caller.must_be_shop()?;
    let form = &call.form;
    form.only(&["created[gte]", "created[gt]", "created[lte]", "created[lt]", "limit", "starting_after"])?;
    let limit = form.page_size()?;
    let before = match form.get("starting_after") {
        None => None,
        Some(id) => Some(state.intent(id).ok_or_else(|| Refusal::missing("payment_intent", id))?.number),
    };
    let from = form.integer("created[gte]")?;
    let after = form.integer("created[gt]")?;
    let to = form.integer("created[lte]")?;
    let until = form.integer("created[lt]")?;
    let in_range = |created: i64| {
        from.is_none_or(|from| created >= from)
            && after.is_none_or(|after| created > after)
            && to.is_none_or(|to| created <= to)
            && until.is_none_or(|until| created < until)
    };
    let mut matching = state.newest_first(before).filter(|intent| in_range(intent.object.created));
    let data: Vec<PaymentIntent> = matching.by_ref().take(limit).map(|intent| intent.object.clone()).collect();
    let list = List {
        object: "list".to_owned(),
        data,
        has_more: matching.next().is_some(),
        url: "/v1/payment_intents".to_owned(),
    };
    Ok(Outcome::unchanged(Answer::ok(&list)?))
}

/// `POST /v1/payment_intents/{id}/cancel`
pub(super) fn cancel(state: &State, call: &Call, id: &str, now: Timestamp) -> Result<Outcome, Refusal> {
    call.caller.must_be_shop()?;
    call.form.only(&["cancellation_reason"])?;
    let reasons = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"];
    let reason = call.form.word("cancellation_reason", &reasons)?;
    let mut intent = find(state, call, id)?.clone();
    let object = &mut intent.object;
    if matches!(object.status.as_str(), status::SUCCEEDED | status::CANCELED) {
        return Ok(Outcome::unchanged(unexpected_state("cancel", object, Caller::Shop)));
    }
    status::CANCELED.clone_into(&mut object.status);
    object.canceled_at = Some(now.seconds());
    object.cancellation_reason = reason;
    object.next_action = None;
    let event = events::about_payment("payment_intent.canceled", object, now)?;
    let answer = Answer::ok(object)?;
    Ok(Outcome { changes: vec![Change::Intent(Box::new(intent)), event], answer })
}

/// The payment's state does not allow this.
pub(super) fn unexpected_state(verb: &str, object: &PaymentIntent, caller: Caller) -> Refusal {
    let message = format!("You cannot {verb} this PaymentIntent because it has a status of {}.", object.status);
    let refusal = Refusal::invalid(message).code("payment_intent_unexpected_state");
    refusal.about(caller.view(object))
}
