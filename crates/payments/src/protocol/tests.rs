//! Conversion of the provider's objects, case by case.

use super::*;
use serde_json::{Value, json};

fn intent(changes: &Value) -> wire::PaymentIntent {
    let mut intent = json!({
        "id": "pi_1", "object": "payment_intent", "amount": 500, "amount_received": 500, "created": 1,
        "client_secret": "pi_1_secret_x", "currency": "usd", "status": "succeeded", "a_new_field": {"a": 1},
    });
    for (name, value) in changes.as_object().unwrap() {
        intent[name] = value.clone();
    }
    serde_json::from_value(intent).unwrap()
}

#[test]
fn an_unknown_status_is_pending() {
    for (word, meaning) in [
        ("succeeded", ProviderStatus::Succeeded),
        ("canceled", ProviderStatus::Cancelled),
        ("requires_payment_method", ProviderStatus::Pending),
        ("requires_confirmation", ProviderStatus::Pending),
        ("requires_action", ProviderStatus::Presented),
        ("requires_capture", ProviderStatus::Pending),
        ("processing", ProviderStatus::Presented),
        ("SUCCEEDED", ProviderStatus::Pending),
        ("succeeded_partially", ProviderStatus::Pending),
        ("", ProviderStatus::Pending),
    ] {
        assert_eq!(payment(intent(&json!({"status": word}))).unwrap().status, meaning, "{word}");
    }
}

#[test]
fn the_received_amount_comes_from_the_payment_or_its_charge() {
    let charge = |changes: &[(&str, Value)]| {
        let mut charge = json!({"id": "ch_1", "object": "charge", "amount": 500, "captured": true,
                                "status": "succeeded", "a_new_field": []});
        for (name, value) in changes {
            charge[name] = value.clone();
        }
        charge
    };
    for (received, latest_charge, cents) in [
        (json!(500), json!("ch_1"), 500),
        (json!(500), Value::Null, 500),
        (json!(300), charge(&[]), 300),
        (json!(0), charge(&[]), 0),
        (Value::Null, charge(&[]), 500),
        (Value::Null, charge(&[("amount_captured", json!(400))]), 400),
        (Value::Null, charge(&[("amount_captured", json!(0))]), 0),
        (Value::Null, charge(&[("captured", json!(false))]), 0),
        (Value::Null, charge(&[("status", json!("failed"))]), 0),
        (Value::Null, charge(&[("status", json!("pending"))]), 0),
        (Value::Null, json!("ch_1"), 0),
        (Value::Null, Value::Null, 0),
    ] {
        let paid = payment(intent(&json!({"amount_received": received, "latest_charge": latest_charge}))).unwrap();
        assert_eq!(paid.amount_received.cents(), cents, "{received} {latest_charge}");
    }
}

#[test]
fn payments_without_a_valid_order_id_have_no_order() {
    for metadata in [json!({}), json!({"order": "7"}), json!({"order": ""}), json!({"else": "x"})] {
        assert_eq!(payment(intent(&json!({"metadata": metadata}))).unwrap().order, None);
    }
}

#[test]
fn a_payment_is_parsed_whatever_its_last_error() {
    for error in [json!(null), json!({}), json!({"code": "card_declined", "message": "No.", "charge": "ch_1"})] {
        let open = json!({"status": "requires_payment_method", "last_payment_error": error});
        assert_eq!(payment(intent(&open)).unwrap().status, ProviderStatus::Pending);
    }
}

#[test]
fn an_invalid_response_is_not_a_refusal() {
    for changes in [json!({"id": "../1"}), json!({"amount": -1}), json!({"client_secret": null})] {
        assert!(matches!(payment(intent(&changes)), Err(GatewayError::Unavailable(_))));
    }
    let garbage = Response::new(b"<html>".to_vec());
    let failure = read::<wire::PaymentIntent>(&garbage).unwrap_err();
    assert!(matches!(failure.into(), GatewayError::Unavailable(_)));
}

#[test]
fn failures_are_classified_by_their_possible_effect() {
    let failure = |status: u16, code: &str| {
        let body = json!({"error": {"type": "invalid_request_error", "code": code}});
        let mut response = Response::new(body.to_string().into_bytes());
        *response.status_mut() = StatusCode::from_u16(status).unwrap();
        GatewayError::from(read::<wire::Refund>(&response).unwrap_err())
    };
    for status in [409, 429, 500, 502, 503] {
        assert!(matches!(failure(status, ""), GatewayError::Unavailable(_)), "{status}");
    }
    for status in [401, 403] {
        let rejected = failure(status, "api_key_expired");
        assert!(matches!(rejected, GatewayError::KeyRejected(_)), "{status}");
        let message = rejected.to_string();
        assert!(message.contains("rejects the shop's secret key") && message.contains("api_key_expired"), "{message}");
    }
    assert!(matches!(failure(404, "resource_missing"), GatewayError::Unknown));
    for status in [400, 402] {
        assert!(matches!(failure(status, "anything"), GatewayError::Refused(_)), "{status}");
    }
}

#[test]
fn events_about_money_name_the_payment() {
    let now = Timestamp::from_micros(1_000_000);
    let secret = Secret::from("whsec");
    let read = |object: Value| {
        let body = json!({"id": "evt_1", "object": "event", "created": 1, "type": "x", "data": {"object": object}})
            .to_string();
        let signature = stripe_signature::sign(&secret, body.as_bytes(), now);
        event(std::slice::from_ref(&secret), false, body.as_bytes(), &signature, now)
    };
    let transaction = |object| read(object).unwrap().transaction.map(|id| id.to_string());
    assert_eq!(transaction(json!({"object": "payment_intent", "id": "pi_1"})).as_deref(), Some("pi_1"));
    assert_eq!(
        transaction(json!({"object": "charge", "id": "ch_1", "payment_intent": "pi_1"})).as_deref(),
        Some("pi_1")
    );
    assert_eq!(
        transaction(json!({"object": "refund", "id": "re_1", "payment_intent": "pi_1"})).as_deref(),
        Some("pi_1")
    );
    assert_eq!(transaction(json!({"object": "customer", "id": "cus_1"})), None);
    assert_eq!(transaction(json!("nonsense")), None);
}

#[test]
fn events_of_the_other_mode_name_no_payment() {
    let now = Timestamp::from_micros(1_000_000);
    let secret = Secret::from("whsec");
    for (livemode, is_live, names_payment) in
        [(false, false, true), (true, true, true), (true, false, false), (false, true, false)]
    {
        let object = json!({"object": "payment_intent", "id": "pi_1"});
        let event_body = json!({"id": "evt_1", "object": "event", "created": 1, "type": "x", "livemode": livemode, "data": {"object": object}});
        let body = event_body.to_string();
        let signature = stripe_signature::sign(&secret, body.as_bytes(), now);
        let read = event(std::slice::from_ref(&secret), is_live, body.as_bytes(), &signature, now).unwrap();
        assert_eq!(read.transaction.is_some(), names_payment);
    }
}

#[test]
fn a_signed_body_that_is_not_an_event_is_malformed() {
    let now = Timestamp::from_micros(1_000_000);
    let secret = Secret::from("whsec");
    for body in [&b"{}"[..], b"[]", b"", b"\xff\xff", br#"{"id":7}"#] {
        let signature = stripe_signature::sign(&secret, body, now);
        let outcome = event(std::slice::from_ref(&secret), false, body, &signature, now);
        assert!(matches!(outcome, Err(EventError::Malformed)));
    }
}

#[test]
fn a_refund_carries_its_id_unless_an_earlier_release_requested_it() {
    let id = "0192aaaa-0000-7000-8000-000000000001";
    let body = |reference: Option<&str>| {
        let request = refund(&NewRefund {
            transaction: "pi_1".parse().unwrap(),
            amount: Money::from_cents(250).unwrap(),
            key: "refund:1".to_owned(),
            refund: reference.map(|id| id.parse().unwrap()),
        });
        assert_eq!(request.headers()["idempotency-key"], "refund:1");
        String::from_utf8(request.into_body()).unwrap()
    };
    assert_eq!(body(None), "payment_intent=pi_1&amount=250");
    assert_eq!(body(Some(id)), format!("payment_intent=pi_1&amount=250&metadata%5Brefund%5D={id}"));
}
