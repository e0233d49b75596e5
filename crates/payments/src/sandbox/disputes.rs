//! Disputes: a customer's bank takes back the money of a charge, then decides who gets it. Tests act as the bank.

use super::{
    call::Call,
    events,
    intents::find,
    outcome::{Answer, Outcome},
    refusal::Refusal,
    state::{Change, Intent, State},
};
use crate::{
    random,
    wire::{Dispute, List, Named, status},
};
use autoparts_domain::time::Timestamp;

/// The statuses that tests may set: inquiries, disputes, and their outcomes.
const STATUSES: [&str; 6] =
    ["warning_needs_response", "warning_closed", "needs_response", "under_review", "won", "lost"];

/// Whether the bank has the money.
pub(super) fn is_withdrawn(dispute: &Dispute) -> bool {
    matches!(dispute.status.as_str(), "needs_response" | "under_review" | "lost")
}

/// `GET /v1/disputes`, newest first.
pub(super) fn list(state: &State, call: &Call) -> Result<Outcome, Refusal> {
    call.caller.must_be_shop()?;
    let form = &call.form;
    form.only(&["created[gte]", "limit", "payment_intent", "starting_after"])?;
    let limit = form.page_size()?;
    let from = form.integer("created[gte]")?;
    let payment = form.get("payment_intent");
    let fits = |dispute: &&Dispute| {
        payment.is_none_or(|id| dispute.payment_intent.as_deref() == Some(id))
            && from.is_none_or(|from| dispute.created >= from)
    };
    let all: Vec<&Dispute> = state.disputes().iter().rev().filter(fits).collect();
    let begin = match form.get("starting_after") {
        None => 0,
        Some(id) => 1 + all.iter().position(|d| d.id == id).ok_or_else(|| Refusal::missing("dispute", id))?,
    };
    let mut rest = all.into_iter().skip(begin);
    let data: Vec<Dispute> = rest.by_ref().take(limit).cloned().collect();
    let has_more = rest.next().is_some();
    let list = List { object: "list".to_owned(), data, has_more, url: "/v1/disputes".to_owned() };
    Ok(Outcome::unchanged(Answer::ok(&list)?))
}

/// `POST /v1/payment_intents/{id}/_dispute`: opens a dispute about the charge, or updates the existing one.
pub(super) fn dispute(state: &State, call: &Call, id: &str, now: Timestamp) -> Result<Outcome, Refusal> {
    call.caller.must_be_shop()?;
    call.form.only(&["status"])?;
    call.form.required("status")?;
    let word = call.form.word("status", &STATUSES)?.unwrap_or_default();
    let intent = find(state, call, id)?;
    let known = state.disputes().iter().rev().find(|dispute| dispute.payment_intent.as_deref() == Some(id));
    let before = known.is_some_and(is_withdrawn);
    let after = match known {
        Some(known) => Dispute { status: word, ..known.clone() },
        None => open(intent, word, now)?,
    };
    let is_new = known.is_none();
    let closed = matches!(after.status.as_str(), "won" | "lost" | "warning_closed");
    let kind = match (is_new, closed) {
        (true, _) => "charge.dispute.created",
        (false, true) => "charge.dispute.closed",
        (false, false) => "charge.dispute.updated",
    };
    let money = match (before, is_withdrawn(&after)) {
        (false, true) => Some("charge.dispute.funds_withdrawn"),
        (true, false) => Some("charge.dispute.funds_reinstated"),
        _ => None,
    };
    let answer = Answer::ok(&after)?;
    let mut changes = vec![Change::Dispute(after.clone())];
    for kind in [Some(kind), money].into_iter().flatten() {
        changes.push(events::about_dispute(kind, &after, now)?);
    }
    Ok(Outcome { changes, answer })
}

fn open(intent: &Intent, status: String, now: Timestamp) -> Result<Dispute, Refusal> {
    let object = &intent.object;
    let charge = match &object.latest_charge {
        Some(Named::Id(charge)) if object.status == status::SUCCEEDED => charge.clone(),
        _ => return Err(Refusal::invalid("There is no charge to dispute.").param("payment_intent")),
    };
    Ok(Dispute {
        id: random::id("du")?,
        object: "dispute".to_owned(),
        amount: object.amount_received.unwrap_or_default().saturating_sub(intent.refunded),
        charge: Some(charge),
        created: now.seconds(),
        currency: object.currency.clone(),
        payment_intent: Some(object.id.clone()),
        reason: "product_not_received".to_owned(),
        status,
    })
}
