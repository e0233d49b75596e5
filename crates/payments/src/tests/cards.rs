//! Cards: their fields, charges and challenges.

use super::support::{CHALLENGES, DECLINED, GOOD, TestProvider, card, path_of, text};
use serde_json::Value;
use std::time::Duration;

async fn error_of_card(provider: &TestProvider, changes: &[(&'static str, &'static str)]) -> (u16, Value) {
    let mut form = card(GOOD);
    for (name, value) in changes {
        form.retain(|(known, _)| known != name);
        form.push((name, value));
    }
    let (status, body) = provider.browser("/v1/payment_methods", &form).await;
    (status, body["error"].clone())
}

#[tokio::test]
async fn a_card_is_named_without_its_number() {
    let provider = TestProvider::new();
    let mut form = card("4242 4242 4242 4242");
    form.push(("billing_details[name]", "Ann"));
    let (status, method) = provider.browser("/v1/payment_methods", &form).await;
    assert_eq!(status, 200);
    assert!(text(&method["id"]).starts_with("pm_"));
    assert_eq!(method["card"]["brand"], "visa");
    assert_eq!(method["card"]["last4"], "4242");
    assert_eq!(method["billing_details"]["name"], "Ann");
    assert!(!method.to_string().contains("42424"), "{method}");
}

#[tokio::test]
async fn the_fields_of_a_card_are_checked() {
    let provider = TestProvider::new();
    for (changes, code, message) in [
        (("card[number]", "4242 4242"), "incomplete_number", "Your card number is incomplete."),
        (("card[number]", "4242424242424241"), "invalid_number", "Your card number is invalid."),
        (("card[number]", "4242x24242424242"), "invalid_number", "Your card number is invalid."),
        (("card[number]", "42424242424242424242"), "invalid_number", "Your card number is invalid."),
        (("card[number]", "\u{664}242424242424242"), "invalid_number", "Your card number is invalid."),
        (("card[exp_month]", ""), "incomplete_expiry", "Your card's expiration date is incomplete."),
        (("card[exp_month]", "13"), "invalid_expiry_month", "Your card's expiration date is invalid."),
        (("card[exp_month]", "0"), "invalid_expiry_month", "Your card's expiration date is invalid."),
        (("card[exp_year]", "2025"), "invalid_expiry_year_past", "Your card's expiration date is in the past."),
        (("card[exp_year]", "2077"), "invalid_expiry_year", "Your card's expiration year is invalid."),
        (("card[cvc]", "12"), "incomplete_cvc", "Your card's security code is incomplete."),
        (("card[cvc]", ""), "incomplete_cvc", "Your card's security code is incomplete."),
        (("card[cvc]", "12x"), "invalid_cvc", "Your card's security code is invalid."),
    ] {
        let (status, error) = error_of_card(&provider, &[changes]).await;
        assert_eq!((status, &error["code"], &error["message"]), (402, &code.into(), &message.into()), "{changes:?}");
        assert_eq!(error["type"], "card_error");
    }
    assert_eq!(error_of_card(&provider, &[("card[exp_year]", "soon")]).await.0, 400);
    assert_eq!(error_of_card(&provider, &[("type", "sepa_debit")]).await.0, 400);
}

#[tokio::test]
async fn a_card_works_until_the_end_of_its_month() {
    let provider = TestProvider::new();
    let this_month = [("card[exp_month]", "1"), ("card[exp_year]", "26")];
    assert_eq!(error_of_card(&provider, &this_month).await.0, 200);
    provider.clock.advance(Duration::from_hours(31 * 24));
    assert_eq!(error_of_card(&provider, &this_month).await.0, 402);
}

#[tokio::test]
async fn real_cards_are_refused() {
    let provider = TestProvider::new();
    let (status, error) = error_of_card(&provider, &[("card[number]", "4111111111111111")]).await;
    assert_eq!(status, 402);
    assert_eq!(error["decline_code"], "test_mode_live_card");
    assert!(text(&error["message"]).starts_with("Your card was declined. Your request was in test mode"));
    assert!(!error.to_string().contains("4111"));
}

#[tokio::test]
async fn good_cards_pay() {
    let provider = TestProvider::new();
    for number in [GOOD, "5555555555554444"] {
        let intent = provider.intent().await;
        let (status, answer) = provider.confirm(&intent, number).await;
        assert_eq!((status, &answer["status"]), (200, &"succeeded".into()));
        let paid = provider.look(&intent).await;
        assert_eq!((&paid["status"], &paid["amount_received"]), (&"succeeded".into(), &1234.into()));
        assert!(text(&paid["latest_charge"]).starts_with("ch_"));
    }
}

#[tokio::test]
async fn declined_cards_say_why_and_leave_the_payment_open() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    for (number, code, decline_code, message) in [
        (DECLINED, "card_declined", Value::from("generic_decline"), "Your card was declined."),
        ("4000000000009995", "card_declined", "insufficient_funds".into(), "Your card has insufficient funds."),
        ("4000000000000069", "expired_card", Value::Null, "Your card has expired."),
        ("4000000000000127", "incorrect_cvc", Value::Null, "Your card's security code is incorrect."),
    ] {
        let (status, body) = provider.confirm(&intent, number).await;
        let error = &body["error"];
        assert_eq!(status, 402);
        assert_eq!((&error["type"], &error["code"]), (&"card_error".into(), &code.into()));
        assert_eq!((&error["decline_code"], &error["message"]), (&decline_code, &message.into()));
        assert_eq!(error["payment_intent"]["status"], "requires_payment_method");
        let open = provider.look(&intent).await;
        assert_eq!(open["last_payment_error"]["message"], message);
        assert_eq!((&open["status"], &open["amount_received"]), (&"requires_payment_method".into(), &0.into()));
    }
    assert_eq!(provider.confirm(&intent, GOOD).await.1["status"], "succeeded");
    assert_eq!(provider.look(&intent).await["last_payment_error"], Value::Null);
}

#[tokio::test]
async fn a_challenge_that_is_passed_pays_and_one_that_fails_does_not() {
    let provider = TestProvider::new();
    for number in [CHALLENGES, "4000002760003184"] {
        let intent = provider.intent().await;
        let secret = text(&intent["client_secret"]);
        let end = |success| [("client_secret", secret.clone()), ("success", success)];
        let authenticate = async |success: &str| {
            let form = end(success.to_owned());
            let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            provider.browser(&path_of(&intent, "/_authenticate"), &form).await
        };
        let (status, early) = authenticate("true").await;
        assert_eq!((status, &early["error"]["code"]), (400, &"payment_intent_unexpected_state".into()));

        let (_, waiting) = provider.confirm(&intent, number).await;
        assert_eq!(
            (&waiting["status"], &waiting["next_action"]["type"]),
            (&"requires_action".into(), &"use_stripe_sdk".into())
        );
        assert_eq!(authenticate("maybe").await.0, 400);
        let (status, failed) = authenticate("false").await;
        assert_eq!((status, &failed["status"]), (200, &"requires_payment_method".into()));
        assert_eq!(failed["last_payment_error"]["code"], "payment_intent_authentication_failure");
        assert_eq!(provider.look(&intent).await["amount_received"], 0);

        provider.confirm(&intent, number).await;
        assert_eq!(authenticate("true").await.1["status"], "succeeded");
        assert_eq!(provider.look(&intent).await["amount_received"], 1234);
    }
}

#[tokio::test]
async fn a_challenge_left_half_way_gives_way_to_another_card() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    provider.confirm(&intent, CHALLENGES).await;
    assert_eq!(provider.confirm(&intent, GOOD).await.1["status"], "succeeded");
}

#[tokio::test]
async fn two_confirmations_at_once_charge_once() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let (one, two) = tokio::join!(provider.confirm(&intent, GOOD), provider.confirm(&intent, GOOD));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    let charge = provider.look(&intent).await["latest_charge"].clone();
    let (_, late) = provider.confirm(&intent, GOOD).await;
    assert_eq!(late["error"]["code"], "payment_intent_unexpected_state");
    assert_eq!(late["error"]["payment_intent"]["status"], "succeeded");
    assert_eq!(provider.look(&intent).await["latest_charge"], charge);
}

#[tokio::test]
async fn a_confirmation_needs_a_card_that_exists() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let secret = text(&intent["client_secret"]);
    let path = path_of(&intent, "/confirm");
    assert_eq!(provider.browser(&path, &[("client_secret", &secret)]).await.0, 400);
    let unknown = [("client_secret", secret.as_str()), ("payment_method", "pm_none")];
    assert_eq!(provider.browser(&path, &unknown).await.1["error"]["code"], "resource_missing");
}
