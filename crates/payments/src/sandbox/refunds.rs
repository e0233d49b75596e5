//! Refunds: money goes back, and never more than came.

use super::{
    events,
    intents::{find, metadata},
    outcome::{Answer, Outcome},
    refusal::Refusal,
    routes::Call,
    state::{Change, State},
};
use crate::{
    random,
    wire::{List, Named, Refund, status},
};
use autoparts_domain::{money::Money, time::Timestamp};

/// `GET /v1/refunds`, newest first.
pub(super) fn list(state: &State, call: &Call) -> Result<Outcome, Refusal> {
    call.caller.must_be_shop()?;
    let form = &call.form;
    form.only(&["limit", "payment_intent"])?;
    let limit = form.page_size()?;
    let payment = form.get("payment_intent");
    let of_payment = |refund: &&Refund| payment.is_none_or(|id| refund.payment_intent.as_deref() == Some(id));
    let mut matching = state.refunds().iter().rev().filter(of_payment);
    let data: Vec<Refund> = matching.by_ref().take(limit).cloned().collect();
    let has_more = matching.next().is_some();
    let list = List { object: "list".to_owned(), data, has_more, url: "/v1/refunds".to_owned() };
    Ok(Outcome::unchanged(Answer::ok(&list)?))
}

/// `POST /v1/refunds`
pub(super) fn create(state: &State, call: &Call, now: Timestamp) -> Result<Outcome, Refusal> {
    call.caller.must_be_shop()?;
    let form = &call.form;
    form.only(&["amount", "metadata[", "payment_intent", "reason"])?;
    let reason = form.word("reason", &["duplicate", "fraudulent", "requested_by_customer"])?;
    let amount = form.integer("amount")?;
    if amount.is_some_and(|amount| amount < 1) {
        let refusal = Refusal::invalid("Invalid positive integer").code("parameter_invalid_integer");
        return Err(refusal.param("amount"));
    }
    let metadata = metadata(form)?;
    let mut intent = find(state, call, form.required("payment_intent")?)?.clone();
    let object = &intent.object;
    let charge = match &object.latest_charge {
        Some(Named::Id(charge)) if object.status == status::SUCCEEDED => charge.clone(),
        _ => {
            let message = format!("This PaymentIntent ({}) does not have a successful charge to refund.", object.id);
            return Ok(Outcome::unchanged(Refusal::invalid(message).param("payment_intent")));
        }
    };
    let left = object.amount_received.unwrap_or_default().saturating_sub(intent.refunded);
    if left == 0 {
        let refusal = Refusal::invalid(format!("Charge {charge} has already been refunded."));
        return Ok(Outcome::unchanged(refusal.code("charge_already_refunded")));
    }
    let amount = amount.unwrap_or(left);
    if amount > left {
        return Ok(Outcome::unchanged(too_much(amount, left)));
    }
    let refund = Refund {
        id: random::id("re")?,
        object: "refund".to_owned(),
        amount,
        charge: Some(charge),
        created: now.seconds(),
        currency: object.currency.clone(),
        metadata,
        payment_intent: Some(object.id.clone()),
        reason,
        status: Some("succeeded".to_owned()),
    };
    intent.refunded = intent.refunded.saturating_add(amount);
    let event = events::about_refund(&intent, now)?;
    let answer = Answer::ok(&refund)?;
    Ok(Outcome { changes: vec![Change::Intent(Box::new(intent)), Change::Refund(refund), event], answer })
}

fn too_much(amount: i64, left: i64) -> Refusal {
    let dollars = |cents| Money::from_cents(cents).unwrap_or(Money::ZERO);
    let message = format!(
        "Refund amount (${}) is greater than unrefunded amount on charge (${})",
        dollars(amount),
        dollars(left)
    );
    Refusal::invalid(message).param("amount")
}
