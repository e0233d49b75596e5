//! `POST /v1/payment_methods`: a browser submits a card and receives its id.

use super::{
    call::Call,
    cards,
    outcome::{Answer, Outcome},
    refusal::Refusal,
    state::{Change, Method},
};
use crate::random;
use autoparts_domain::time::Timestamp;
use serde_json::{Value, json};

pub(super) fn create(call: &Call, now: Timestamp) -> Result<Outcome, Refusal> {
    let form = &call.form;
    form.only(&["type", "card[", "billing_details[", "metadata["])?;
    if form.required("type")? != "card" {
        return Err(Refusal::invalid("The sandbox takes cards only.").param("type"));
    }
    let method = cards::read(form, random::id("pm")?, now)?;
    let mut view = view(&method);
    // Returned, but not stored: the sandbox needs no names.
    if let Some(view) = view.as_object_mut() {
        view.insert("billing_details".to_owned(), billing_details(call));
    }
    Ok(Outcome { changes: vec![Change::Method(method)], answer: Answer::ok(&view)? })
}

/// The visible fields of a card.
pub(super) fn view(method: &Method) -> Value {
    json!({
        "id": method.id,
        "object": "payment_method",
        "type": "card",
        "created": method.created,
        "livemode": false,
        "card": {
            "brand": method.brand,
            "last4": method.last4,
            "exp_month": method.exp_month,
            "exp_year": method.exp_year,
        },
    })
}

fn billing_details(call: &Call) -> Value {
    let detail = |name: &str| call.form.get(&format!("billing_details[{name}]"));
    json!({"name": detail("name"), "email": detail("email"), "phone": detail("phone")})
}
