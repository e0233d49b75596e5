//! The gateway contract for localstripe, a third-party stand-in for Stripe. Not part of `cargo test`:
//! `scripts/conformance localstripe` installs it, starts it and passes its URL in `LOCALSTRIPE_URL`. Without that,
//! every test here fails.
#![cfg(test)]

use async_trait::async_trait;
use autoparts_application::ports::payment_gateway::{
    EventError, NewPayment, NewRefund, PaymentGateway, ProviderPayment, ProviderStatus,
};
use autoparts_domain::{id::OrderId, money::Money, payments::TransactionId, time::Timestamp};
use autoparts_payments::{Secret, StripeGateway, testing::MockServer};
use autoparts_testing::gateway_contract::{Card, GatewayUnderTest};
use http_types::Response;
use serde_json::Value;
use std::{future::Future, sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};

const SECRET_KEY: &str = "sk_test_conformance";
const WEBHOOK_SECRET: &str = "whsec_conformance";

const GOOD: &str = "4242424242424242";
/// The one card that localstripe declines when it is charged.
const DECLINED: &str = "4000000000000341";

struct Localstripe {
    url: String,
    client: reqwest::Client,
    gateway: Arc<dyn PaymentGateway>,
}

async fn localstripe() -> Localstripe {
    #[expect(clippy::disallowed_methods, reason = "the script that starts localstripe passes its address")]
    let url = std::env::var("LOCALSTRIPE_URL");
    let url = url.expect("LOCALSTRIPE_URL is not set; run: scripts/conformance localstripe");
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build().unwrap();
    let gateway = StripeGateway::at(&url, SECRET_KEY.into(), vec![Secret::from(WEBHOOK_SECRET)]).unwrap();
    let localstripe = Localstripe { url, client, gateway: Arc::new(gateway) };
    // A rule that is expected to fail must not fail because the server is unreachable.
    let greeting = localstripe.client.get(format!("{}/v1/payment_intents", localstripe.url)).bearer_auth(SECRET_KEY);
    assert!(greeting.send().await.unwrap().status().is_success());
    localstripe
}

impl Localstripe {
    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Value {
        let request = self.client.post(format!("{}{path}", self.url)).bearer_auth(SECRET_KEY).form(form);
        request.send().await.unwrap().json().await.unwrap()
    }
}

#[async_trait]
impl GatewayUnderTest for Localstripe {
    fn gateway(&self) -> Arc<dyn PaymentGateway> {
        Arc::clone(&self.gateway)
    }

    fn now(&self) -> Timestamp {
        now()
    }

    fn unknown_payment(&self) -> TransactionId {
        "pi_000000000000000000000000".parse().unwrap()
    }

    /// Localstripe confirms a payment only if it already has its card. The response is ignored: a refusal may be what
    /// the rule is about.
    async fn confirm(&self, payment: &ProviderPayment, card: Card) {
        let number = match card {
            Card::Good => GOOD,
            Card::Declined => DECLINED,
        };
        let card = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2034"),
            ("card[cvc]", "123"),
        ];
        let method = self.post("/v1/payment_methods", &card).await;
        let path = format!("/v1/payment_intents/{}", payment.id);
        self.post(&path, &[("payment_method", method["id"].as_str().unwrap())]).await;
        self.post(&format!("{path}/confirm"), &[]).await;
    }

    async fn refund_elsewhere(&self, payment: &ProviderPayment, amount: Money) {
        let amount = amount.cents().to_string();
        self.post("/v1/refunds", &[("payment_intent", payment.id.as_str()), ("amount", &amount)]).await;
    }

    async fn dispute(&self, _: &ProviderPayment, _: Option<bool>) {}

    fn message(&self, _: &TransactionId, _: Timestamp) -> (Vec<u8>, String) {
        unreachable!("it cannot sign messages of the test; see the module on messages")
    }

    fn reversal_messages(&self, _: &TransactionId) -> Vec<(Vec<u8>, String)> {
        Vec::new()
    }
}

fn now() -> Timestamp {
    Timestamp::from_micros(jiff::Timestamp::now().as_microsecond())
}

fn new_payment() -> NewPayment {
    let order: OrderId = "00000000-0000-0000-0000-000000000001".parse().unwrap();
    let shop = "00000000-0000-0000-0000-000000000077".parse().unwrap();
    NewPayment { key: "order:1:1".to_owned(), amount: Money::from_cents(500).unwrap(), order, shop }
}

mod holds {
    autoparts_testing::gateway_contract!(super::localstripe:
        a_new_payment_waits_for_money,
        a_payment_is_found_again,
        a_good_card_pays_the_whole_amount,
        a_capture_needs_a_confirmed_payment,
        money_is_collected_once,
        a_cancelled_payment_takes_no_money,
        a_refund_can_be_loaded,
        refunds_made_elsewhere_are_listed,
        two_parts_of_a_payment_are_refunded,
        a_payment_names_its_shop,
        unreceived_money_is_not_refunded,
    );
}

/// The part of the rule about declined cards that localstripe supports.
#[tokio::test]
async fn a_declined_card_takes_no_money() {
    let localstripe = localstripe().await;
    let payment = localstripe.gateway.start(new_payment()).await.unwrap();
    localstripe.confirm(&payment, Card::Declined).await;
    let seen = localstripe.gateway.payment(payment.id).await.unwrap();
    assert_eq!((seen.status, seen.amount_received), (ProviderStatus::Pending, Money::ZERO));
}

/// Localstripe's own webhooks as they arrive; `GatewayUnderTest::message` would have to create some.
mod messages {
    use super::*;

    /// A webhook about a successful payment: its transaction, body and signature.
    async fn delivered(localstripe: &Localstripe, hook: &str) -> (TransactionId, Vec<u8>, String) {
        let receiver = MockServer::that_answers(vec![Some(Response::new(Vec::new()))]).await;
        let hook = format!("{}/_config/webhooks/{hook}", localstripe.url);
        let form = [("url", receiver.url.as_str()), ("secret", WEBHOOK_SECRET)];
        assert!(localstripe.client.post(hook).form(&form).send().await.unwrap().status().is_success());

        let payment = localstripe.gateway.start(new_payment()).await.unwrap();
        localstripe.confirm(&payment, Card::Good).await;
        let arrival = async {
            loop {
                for request in receiver.seen() {
                    let event: Value = serde_json::from_slice(request.body()).unwrap();
                    if event["data"]["object"]["id"] == payment.id.as_str() {
                        let signature = request.headers()["stripe-signature"].to_str().unwrap().to_owned();
                        return (request.into_body(), signature);
                    }
                }
                sleep(Duration::from_millis(50)).await;
            }
        };
        let (body, signature) = timeout(Duration::from_secs(20), arrival).await.expect("a message");
        (payment.id, body, signature)
    }

    #[tokio::test]
    async fn a_signed_message_names_its_payment() {
        let localstripe = localstripe().await;
        let (id, body, signature) = delivered(&localstripe, "names").await;
        let event = localstripe.gateway.read_event(&body, &signature, now()).await.unwrap();
        assert_eq!(event.transaction, Some(id));
        assert!(event.id.starts_with("evt_"), "{}", event.id);
    }

    #[tokio::test]
    async fn a_message_that_was_tampered_with_is_refused() {
        let localstripe = localstripe().await;
        let (_, body, signature) = delivered(&localstripe, "tampered").await;
        let more = String::from_utf8(body.clone()).unwrap().replace("500", "900").into_bytes();
        assert_ne!(more, body);
        for tampered in [more, body[1..].to_vec(), Vec::new()] {
            let refused = localstripe.gateway.read_event(&tampered, &signature, now()).await;
            assert!(matches!(refused, Err(EventError::BadSignature("mismatch"))), "{refused:?}");
        }
        let other = StripeGateway::at(&localstripe.url, SECRET_KEY.into(), vec!["whsec_other".into()]).unwrap();
        assert!(matches!(other.read_event(&body, &signature, now()).await, Err(EventError::BadSignature("mismatch"))));
    }

    #[tokio::test]
    async fn a_message_without_a_usable_signature_is_refused() {
        let localstripe = localstripe().await;
        let (_, body, signature) = delivered(&localstripe, "usable").await;
        let (time, tag) = signature.split_once(',').unwrap();
        for unusable in ["", time, tag, &signature.replace("v1=", "v0=")] {
            let refused = localstripe.gateway.read_event(&body, unusable, now()).await;
            assert!(matches!(refused, Err(EventError::BadSignature(_))), "{unusable}");
        }
    }

    #[tokio::test]
    async fn an_old_message_is_refused() {
        let localstripe = localstripe().await;
        let (_, body, signature) = delivered(&localstripe, "old").await;
        let at = async |minutes| {
            localstripe.gateway.read_event(&body, &signature, now().plus(Duration::from_mins(minutes))).await
        };
        assert!(at(4).await.is_ok());
        assert!(matches!(at(10).await, Err(EventError::BadSignature(_))));
    }
}

/// Rules that localstripe does not support, and why. Each still runs, and must fail in the way that the reason
/// predicts. A rule that holds must be moved to the list above.
mod cannot {
    use super::*;
    use autoparts_testing::gateway_contract;

    macro_rules! cannot {
        ($($rule:ident: $why:literal, $sign:literal;)*) => { $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $rule() {
                let localstripe = localstripe().await;
                still_fails(async move { gateway_contract::$rule(&localstripe).await }, $sign).await;
                println!(concat!("localstripe cannot: ", stringify!($rule), ": ", $why));
            }
        )* };
    }

    cannot! {
        starts_with_one_key_make_one_payment:
            "it ignores idempotency keys", "left == right";
        concurrent_starts_with_one_key_make_one_payment:
            "it ignores idempotency keys, and its lists do not support created[gte]", "status 400";
        another_amount_under_a_key_is_refused:
            "it ignores idempotency keys", "Ok(ProviderPayment";
        a_payment_id_that_was_never_issued_is_unknown:
            "its 404 lacks the code resource_missing", "GatewayError::Unknown";
        a_declined_card_leaves_the_payment_open_for_another_one:
            "it never confirms a payment again after a decline", "right: Succeeded";
        a_cancelled_payment_stays_cancelled:
            "its refusal does not contain the payment's state", "status 400, code ''";
        a_payment_that_succeeded_cannot_be_cancelled:
            "its refusal does not contain the payment's state", "status 400, code ''";
        payments_are_listed_newest_first_from_a_moment_on:
            "its lists of payments do not support created[gte]", "status 400";
        money_is_refunded_once:
            "it ignores idempotency keys, and refunds more than was paid", "left == right";
        part_of_the_money_is_refunded:
            "it ignores idempotency keys", "left == right";
        parts_of_a_payment_are_found_again_by_their_ids:
            "it ignores idempotency keys", "left == right";
        a_refund_never_exceeds_the_rest:
            "it refunds more than was paid", "Ok(())";
        a_dispute_is_reported_from_opening_to_outcome:
            "it has no disputes", "status 404";
        recently_reversed_payments_are_listed:
            // Both lists are requested concurrently, and either may be refused first: with 404 or 500.
            "it has no disputes, and its lists of refunds do not support created[gte]", "status ";
        a_message_about_a_reversal_is_marked:
            "it cannot sign messages of the test", "messages.len() > 2";
        a_long_list_is_read_across_pages:
            "its lists of payments do not support created[gte]", "status 400";
    }

    async fn still_fails(rule: impl Future<Output = ()> + Send + 'static, sign: &str) {
        let ended = tokio::spawn(rule).await;
        let panic = ended.expect_err("the rule holds: move it to `holds`").into_panic();
        let words = match panic.downcast::<String>() {
            Ok(words) => *words,
            Err(other) => (*other.downcast::<&str>().unwrap()).to_owned(),
        };
        assert!(words.contains(sign), "fails for another reason: {words}");
    }

    #[tokio::test]
    async fn a_second_full_refund_is_carried_out() {
        let localstripe = localstripe().await;
        let payment = localstripe.gateway.start(new_payment()).await.unwrap();
        localstripe.confirm(&payment, Card::Good).await;
        for key in ["refund:1", "refund:2"] {
            let transaction = payment.id.clone();
            let amount = payment.amount;
            let key = key.to_owned();
            localstripe.gateway.refund(NewRefund { transaction, amount, key, refund: None }).await.unwrap();
        }
        let path = format!("{}/v1/payment_intents/{}", localstripe.url, payment.id);
        let answer = localstripe.client.get(path).bearer_auth(SECRET_KEY).send().await.unwrap();
        let seen: Value = answer.json().await.unwrap();
        assert_eq!(seen["latest_charge"]["amount_refunded"], 2 * payment.amount.cents());
        println!("localstripe cannot: money_is_refunded_once: it carries out a second full refund");
    }
}

#[test]
fn every_rule_of_the_contract_is_listed() {
    let contract = include_str!("../../testing/src/gateway_contract.rs");
    let rules: Vec<_> = contract.split("pub async fn ").skip(1).filter_map(|rest| rest.split('(').next()).collect();
    assert!(rules.len() > 10, "{rules:?}");
    for rule in rules {
        let here = include_str!("localstripe.rs");
        let listed = [format!("    {rule},"), format!("    {rule}:\n"), format!("async fn {rule}()")];
        assert!(listed.iter().any(|text| here.contains(text)), "{rule}");
    }
}
