//! Refunds, up to the amount received.

use super::{
    call::Call,
    disputes, events,
    intents::{find, metadata},
    outcome::{Answer, Outcome},
    refusal::Refusal,
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
    form.only(&["created[gte]", "limit", "payment_intent", "starting_after"])?;
    let limit = form.page_size()?;
    let from = form.integer("created[gte]")?;
    let payment = form.get("payment_intent");
    let fits = |refund: &&Refund| {
        payment.is_none_or(|id| refund.payment_intent.as_deref() == Some(id))
            && from.is_none_or(|from| refund.created >= from)
    };
    let all: Vec<&Refund> = state.refunds().iter().rev().filter(fits).collect();
    let begin = match form.get("starting_after") {
        None => 0,
        Some(id) => 1 + all.iter().position(|r| r.id == id).ok_or_else(|| Refusal::missing("refund", id))?,
    };
    let mut rest = all.into_iter().skip(begin);
    let data: Vec<Refund> = rest.by_ref().take(limit).cloned().collect();
    let has_more = rest.next().is_some();
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
    if state.disputes().iter().any(|d| d.charge.as_ref() == Some(&charge) && disputes::is_withdrawn(d)) {
        let refusal = Refusal::invalid(format!("Charge {charge} has been charged back; cannot issue a refund."));
        return Ok(Outcome::unchanged(refusal.code("charge_disputed")));
    }
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
