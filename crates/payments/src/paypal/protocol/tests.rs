use super::*;

fn order(status: &str, intent: &str, captures: &Value) -> ProviderPayment {
    let order = json!({
        "id": "5O190127TN364715T", "status": status, "intent": intent,
        "purchase_units": [{
            "amount": {"currency_code": "USD", "value": "12.50"}, "payments": {"captures": captures},
        }],
    });
    payment(&serde_json::from_value(order).unwrap()).unwrap()
}

fn capture(status: &str) -> Value {
    json!([{"id": "2G1", "status": status, "amount": {"currency_code": "USD", "value": "12.50"}}])
}

#[test]
fn an_unknown_status_is_pending() {
    for (status, intent, expected) in [
        ("CREATED", "CAPTURE", ProviderStatus::Pending),
        ("PAYER_ACTION_REQUIRED", "CAPTURE", ProviderStatus::Pending),
        ("APPROVED", "CAPTURE", ProviderStatus::Approved),
        ("CREATED", "AUTHORIZE", ProviderStatus::Cancelled),
        ("APPROVED", "AUTHORIZE", ProviderStatus::Cancelled),
        ("VOIDED", "CAPTURE", ProviderStatus::Cancelled),
        ("COMPLETED", "CAPTURE", ProviderStatus::Pending),
        ("SOMETHING_NEW", "CAPTURE", ProviderStatus::Pending),
        ("SOMETHING_NEW", "AUTHORIZE", ProviderStatus::Pending),
    ] {
        assert_eq!(order(status, intent, &json!([])).status, expected, "{status} {intent}");
    }
}

#[test]
fn only_a_completed_capture_is_money() {
    for (status, expected, received) in [
        ("COMPLETED", ProviderStatus::Succeeded, 1250),
        ("PARTIALLY_REFUNDED", ProviderStatus::Succeeded, 1250),
        ("REFUNDED", ProviderStatus::Succeeded, 1250),
        ("PENDING", ProviderStatus::Presented, 0),
        ("DECLINED", ProviderStatus::Cancelled, 0),
        ("FAILED", ProviderStatus::Cancelled, 0),
        ("SOMETHING_NEW", ProviderStatus::Pending, 0),
    ] {
        let seen = order("COMPLETED", "CAPTURE", &capture(status));
        assert_eq!((seen.status, seen.amount_received.cents()), (expected, received), "{status}");
    }
}

#[test]
fn amounts_are_exact_decimals() {
    let parsed = |value: &str| money(&wire::Amount { currency_code: "USD".to_owned(), value: value.to_owned() });
    for (text, cents) in [("12.50", 1250), ("12.5", 1250), ("12", 1200), ("0.07", 7), ("-3.10", 310)] {
        assert_eq!(parsed(text).unwrap().cents(), cents, "{text}");
    }
    for bad in ["", "12.345", "1e3", "12,50", ".", "--1.00", "99999999999999999999"] {
        assert!(matches!(parsed(bad), Err(GatewayError::Unavailable(_))), "{bad}");
    }
    assert_eq!(decimal(Money::from_cents(123_405).unwrap()), "1234.05");
}

#[test]
fn an_undecided_dispute_is_open() {
    for (status, stage, outcome, expected) in [
        ("UNDER_REVIEW", "CHARGEBACK", "", DisputeState::Open),
        ("WAITING_FOR_SELLER_RESPONSE", "INQUIRY", "", DisputeState::Inquiry),
        ("RESOLVED", "CHARGEBACK", "RESOLVED_BUYER_FAVOUR", DisputeState::Lost),
        ("RESOLVED", "INQUIRY", "ACCEPTED", DisputeState::Lost),
        ("RESOLVED", "CHARGEBACK", "RESOLVED_SELLER_FAVOUR", DisputeState::Won),
        ("RESOLVED", "INQUIRY", "CANCELED_BY_BUYER", DisputeState::Won),
        ("RESOLVED", "CHARGEBACK", "SOMETHING_NEW", DisputeState::Open),
        ("SOMETHING_NEW", "SOMETHING_NEW", "", DisputeState::Open),
    ] {
        let dispute = json!({
            "status": status, "dispute_life_cycle_stage": stage, "dispute_outcome": {"outcome_code": outcome},
            "dispute_amount": {"currency_code": "USD", "value": "12.50"},
        });
        let seen = provider_dispute(&serde_json::from_value(dispute).unwrap()).unwrap();
        assert_eq!((seen.state, seen.amount.cents()), (expected, 1250), "{status} {stage} {outcome}");
    }
}

#[test]
fn errors_tell_whether_a_call_may_have_taken_effect() {
    let error = |status: u16, name: &str, issue: &str| {
        let body = json!({"name": name, "message": "quotes the customer", "details": [{"issue": issue}]});
        let response = Response::builder().status(status).body(body.to_string().into_bytes()).unwrap();
        GatewayError::from(read::<Value>(&response).unwrap_err())
    };
    for status in [500, 502, 503, 504, 429, 409] {
        assert!(matches!(error(status, "INTERNAL_SERVER_ERROR", ""), GatewayError::Unavailable(_)), "{status}");
    }
    for status in [401, 403] {
        assert!(matches!(error(status, "NOT_AUTHORIZED", ""), GatewayError::KeyRejected(_)), "{status}");
    }
    assert!(matches!(error(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID"), GatewayError::Unknown));
    let refused = error(422, "UNPROCESSABLE_ENTITY", "REFUND_AMOUNT_EXCEEDED");
    assert!(matches!(&refused, GatewayError::Refused(text) if text.contains("REFUND_AMOUNT_EXCEEDED")));
    assert!(!refused.to_string().contains("customer"));
    let unreadable = Response::new(b"<html>".to_vec());
    let unreadable = GatewayError::from(read::<wire::Order>(&unreadable).unwrap_err());
    assert!(matches!(unreadable, GatewayError::Unavailable(_)));
}
