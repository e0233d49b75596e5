//! Webhook events, stored together with the changes that they report.

use super::{
    refusal::Refusal,
    state::{Change, Intent, Message},
};
use crate::{
    random,
    wire::{Dispute, Event, EventData, PaymentIntent},
};
use autoparts_domain::time::Timestamp;
use serde_json::{Value, json};

/// A payment changed.
pub(super) fn about_payment(kind: &str, object: &PaymentIntent, now: Timestamp) -> Result<Change, Refusal> {
    let object = serde_json::to_value(object).map_err(|_| Refusal::internal())?;
    message(kind, object, now)
}

/// Money was refunded: the event is about the charge, as at the provider.
pub(super) fn about_refund(intent: &Intent, now: Timestamp) -> Result<Change, Refusal> {
    let payment = &intent.object;
    let charge = json!({
        "id": payment.latest_charge,
        "object": "charge",
        "amount": payment.amount,
        "amount_captured": payment.amount_received,
        "amount_refunded": intent.refunded,
        "captured": true,
        "currency": payment.currency,
        "livemode": false,
        "metadata": payment.metadata,
        "paid": true,
        "payment_intent": payment.id,
        "refunded": Some(intent.refunded) == payment.amount_received,
        "status": "succeeded",
    });
    message("charge.refunded", charge, now)
}

/// A customer's bank withdrew money, returned it or decided.
pub(super) fn about_dispute(kind: &str, dispute: &Dispute, now: Timestamp) -> Result<Change, Refusal> {
    let object = serde_json::to_value(dispute).map_err(|_| Refusal::internal())?;
    message(kind, object, now)
}

fn message(kind: &str, object: Value, now: Timestamp) -> Result<Change, Refusal> {
    let event = Event {
        id: random::id("evt")?,
        object: "event".to_owned(),
        created: now.seconds(),
        data: EventData { object },
        livemode: false,
        kind: kind.to_owned(),
    };
    Ok(Change::Message(Message {
        body: serde_json::to_string(&event).map_err(|_| Refusal::internal())?,
        id: event.id,
        created: event.created,
    }))
}
