//! PayPal's adapter against the mock server: the contract of the gateway, and failures of the network.

use crate::{
    PAYPAL, PayPalGateway,
    testing::{Outage, PayPalServer},
};
use async_trait::async_trait;
use autoparts_application::ports::{
    clock::Clock,
    payment_gateway::{
        EventError, GatewayError, NewPayment, NewRefund, PaymentGateway, ProviderPayment, ProviderStatus,
    },
};
use autoparts_domain::{money::Money, payments::TransactionId, time::Timestamp};
use autoparts_testing::{
    clock::TestClock,
    gateway_contract::{Card, GatewayUnderTest},
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

struct PayPal {
    clock: Arc<TestClock>,
    server: PayPalServer,
    gateway: Arc<PayPalGateway>,
}

async fn paypal() -> PayPal {
    let clock = Arc::new(TestClock::default());
    let server = PayPalServer::open(clock.clone()).await;
    let gateway = PayPalGateway::at(&server.url, PayPalServer::account(), clock.clone()).unwrap();
    PayPal { clock, server, gateway: Arc::new(gateway) }
}

impl PayPal {
    async fn started(&self) -> ProviderPayment {
        self.gateway.start(new_payment()).await.unwrap()
    }

    async fn paid(&self) -> ProviderPayment {
        let payment = self.started().await;
        self.server.approve(payment.id.as_str(), true);
        self.gateway.capture(payment.id).await.unwrap()
    }
}

fn new_payment() -> NewPayment {
    let order = "00000000-0000-0000-0000-000000000001".parse().unwrap();
    let shop = "00000000-0000-0000-0000-000000000077".parse().unwrap();
    NewPayment { key: "order:1:1".to_owned(), amount: Money::from_cents(500).unwrap(), order, shop }
}

fn signed(body: &Value, at: Timestamp) -> (Vec<u8>, String) {
    let body = body.to_string().into_bytes();
    let signature = PayPalServer::sign(&body, at);
    (body, signature)
}

#[async_trait]
impl GatewayUnderTest for PayPal {
    fn gateway(&self) -> Arc<dyn PaymentGateway> {
        self.gateway.clone()
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn unknown_payment(&self) -> TransactionId {
        "5O000000000000000".parse().unwrap()
    }

    fn waits_for_capture(&self) -> bool {
        true
    }

    fn lists_unpaid(&self) -> bool {
        false
    }

    async fn payments_made(&self) -> usize {
        self.server.orders()
    }

    async fn confirm(&self, payment: &ProviderPayment, card: Card) {
        self.server.approve(payment.id.as_str(), card == Card::Good);
    }

    async fn refund_elsewhere(&self, payment: &ProviderPayment, amount: Money) {
        self.server.refund_in_dashboard(payment.id.as_str(), amount);
    }

    async fn dispute(&self, payment: &ProviderPayment, decision: Option<bool>) {
        self.server.dispute(payment.id.as_str(), decision);
    }

    fn message(&self, about: &TransactionId, at: Timestamp) -> (Vec<u8>, String) {
        let body = json!({
            "id": "WH-1", "event_type": "CHECKOUT.ORDER.APPROVED", "resource_type": "checkout-order",
            "resource": {"id": about.as_str(), "status": "APPROVED"},
        });
        signed(&body, at)
    }

    fn reversal_messages(&self, about: &TransactionId) -> Vec<(Vec<u8>, String)> {
        let capture = self.server.capture_of(about.as_str());
        let up = format!("https://api.example/v2/payments/captures/{capture}");
        let refund = json!({"id": "1JU", "links": [{"rel": "self", "href": "https://api.example/x"}, {"rel": "up", "href": up}]});
        let related = json!({"id": "1JU", "supplementary_data": {"related_ids": {"order_id": about.as_str()}}});
        let dispute = json!({"dispute_id": "PP-D-1", "disputed_transactions": [{"seller_transaction_id": capture}]});
        let kinds = [
            ("PAYMENT.CAPTURE.REFUNDED", &refund),
            ("PAYMENT.CAPTURE.REVERSED", &related),
            ("PAYMENT.REFUND.FAILED", &refund),
            ("CUSTOMER.DISPUTE.CREATED", &dispute),
            ("CUSTOMER.DISPUTE.RESOLVED", &dispute),
        ];
        let bodies = kinds.map(|(kind, resource)| {
            signed(&json!({"id": "WH-2", "event_type": kind, "resource": resource}), self.now())
        });
        bodies.into()
    }
}

mod contract {
    autoparts_testing::gateway_contract!(super::paypal);
}

#[tokio::test]
async fn a_payment_is_requested_with_its_key_its_order_and_the_way_back() {
    let paypal = paypal().await;
    let payment = paypal.started().await;
    assert_eq!((paypal.gateway.provider(), payment.status), (PAYPAL, ProviderStatus::Pending));
    assert!(payment.confirmation.reveal().ends_with(&format!("/checkoutnow?token={}", payment.id)));
    let [token, start] = &paypal.server.seen()[..] else { panic!("not two requests") };
    assert_eq!(token.uri().path(), "/v1/oauth2/token");
    let header = |name: &str| start.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert_eq!(header("paypal-request-id"), "order:1:1");
    assert!(header("authorization").starts_with("Bearer A21AA"));
    let body: Value = serde_json::from_slice(start.body()).unwrap();
    let wish = new_payment();
    assert_eq!(body["intent"], "CAPTURE");
    assert_eq!(body["purchase_units"][0]["custom_id"], format!("{}/{}", wish.order, wish.shop));
    assert_eq!(body["purchase_units"][0]["invoice_id"], "order:1:1");
    assert_eq!(body["purchase_units"][0]["amount"], json!({"currency_code": "USD", "value": "5.00"}));
    let back = format!("https://shop.example/payment/{}", wish.order);
    assert_eq!(body["application_context"]["return_url"], back);
}

#[tokio::test]
async fn one_token_serves_many_calls_and_is_replaced_when_it_ends_early() {
    let paypal = paypal().await;
    let payment = paypal.started().await;
    paypal.gateway.payment(payment.id.clone()).await.unwrap();
    let tokens = || paypal.server.calls().iter().filter(|call| *call == "POST /v1/oauth2/token").count();
    assert_eq!(tokens(), 1);
    paypal.server.end_tokens();
    paypal.gateway.payment(payment.id).await.unwrap();
    assert_eq!((tokens(), paypal.gateway.key_rejections()), (2, 0));
}

#[tokio::test]
async fn a_rejected_secret_says_nothing_about_payments() {
    let paypal = paypal().await;
    let payment = paypal.started().await;
    paypal.server.reject_the_secret();
    let failed = paypal.gateway.payment(payment.id.clone()).await;
    assert!(matches!(&failed, Err(GatewayError::KeyRejected(_))), "{failed:?}");
    let text = format!("{failed:?} {:?} {:?}", paypal.gateway, PayPalServer::account());
    assert!(!text.contains("secret-of-the-shop"), "{text}");
    assert!(matches!(paypal.gateway.start(new_payment()).await, Err(GatewayError::KeyRejected(_))));
    assert_eq!(paypal.gateway.key_rejections(), 2);
}

#[tokio::test]
async fn a_call_whose_answer_was_lost_is_made_again_under_its_key() {
    let paypal = paypal().await;
    // The first call gets the token.
    paypal.server.fail_next([None, Some(Outage::HangsUpAfterEffect)]);
    let payment = paypal.started().await;
    assert_eq!(paypal.server.orders(), 1);
    paypal.server.approve(payment.id.as_str(), true);
    // The capture reads the order first.
    paypal.server.fail_next([None, Some(Outage::HangsUpAfterEffect)]);
    let paid = paypal.gateway.capture(payment.id.clone()).await.unwrap();
    assert_eq!((paid.status, paid.amount_received), (ProviderStatus::Succeeded, payment.amount));
    paypal.server.fail_next([None, Some(Outage::HangsUpAfterEffect)]);
    let part = Money::from_cents(100).unwrap();
    let refund = NewRefund { transaction: payment.id.clone(), amount: part, key: "refund:1".to_owned(), refund: None };
    paypal.gateway.refund(refund).await.unwrap();
    let refunds = paypal.gateway.refunds(payment.id).await.unwrap();
    assert_eq!(refunds.iter().map(|refund| refund.amount).collect::<Vec<_>>(), [part]);
}

#[tokio::test]
async fn while_paypal_is_down_every_outcome_is_unknown() {
    let paypal = paypal().await;
    let payment = paypal.paid().await;
    for outage in [Outage::Answers(503), Outage::Answers(500), Outage::Answers(429), Outage::HangsUp] {
        let id = payment.id.clone();
        let refund = NewRefund { transaction: id.clone(), amount: payment.amount, key: "r".to_owned(), refund: None };
        paypal.server.fail_next([Some(outage); 3]);
        assert!(matches!(paypal.gateway.payment(id.clone()).await, Err(GatewayError::Unavailable(_))), "{outage:?}");
        paypal.gateway.payment(id.clone()).await.unwrap();
        paypal.server.fail_next([None, Some(outage), Some(outage), Some(outage)]);
        assert!(matches!(paypal.gateway.refund(refund).await, Err(GatewayError::Unavailable(_))), "{outage:?}");
        assert_eq!(paypal.gateway.refunds(id).await.unwrap(), []);
    }
}

#[tokio::test]
async fn another_amount_of_a_refund_under_a_key_is_refused() {
    let paypal = paypal().await;
    let payment = paypal.paid().await;
    let refund = |cents| NewRefund {
        transaction: payment.id.clone(),
        amount: Money::from_cents(cents).unwrap(),
        key: "refund:1".to_owned(),
        refund: None,
    };
    paypal.gateway.refund(refund(100)).await.unwrap();
    assert!(matches!(paypal.gateway.refund(refund(200)).await, Err(GatewayError::Refused(_))));
    assert_eq!(paypal.gateway.refunds(payment.id.clone()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_pending_capture_is_no_money_and_cannot_be_cancelled() {
    let paypal = paypal().await;
    paypal.server.let_captures_wait();
    let payment = paypal.paid().await;
    assert_eq!((payment.status, payment.amount_received), (ProviderStatus::Presented, Money::ZERO));
    assert!(matches!(paypal.gateway.cancel(payment.id).await, Err(GatewayError::Unavailable(_))));
}

#[tokio::test]
async fn the_account_of_the_customer_stands_for_the_card() {
    let paypal = paypal().await;
    let payment = paypal.started().await;
    assert_eq!(paypal.gateway.card(payment.id.clone()).await.unwrap(), None);
    paypal.server.approve(payment.id.as_str(), true);
    paypal.gateway.capture(payment.id.clone()).await.unwrap();
    let account = paypal.gateway.card(payment.id).await.unwrap().unwrap();
    assert_eq!(account.as_str(), "paypal:QYR5Z8XDVJNXQ");
}

#[tokio::test]
async fn lists_go_back_further_than_paypal_lists_at_once() {
    let paypal = paypal().await;
    let payment = paypal.paid().await;
    paypal.clock.advance(Duration::from_hours(70 * 24));
    let since = paypal.clock.now().minus(Duration::from_hours(71 * 24));
    let listed = paypal.gateway.payments_since(since).await.unwrap();
    assert_eq!(listed.iter().map(|payment| &payment.id).collect::<Vec<_>>(), [&payment.id]);
    let calls = |path: &str| paypal.server.calls().iter().filter(|call| call.contains(path)).count();
    assert_eq!((calls("/reporting/"), calls("/captures/")), (3, 1));
    paypal.gateway.payments_since(since).await.unwrap();
    assert_eq!(calls("/captures/"), 1, "the order of a capture is remembered");
}

#[tokio::test]
async fn a_message_that_paypal_cannot_verify_now_is_not_refused() {
    let paypal = paypal().await;
    let payment = paypal.started().await;
    let (body, signature) = paypal.message(&payment.id, paypal.now());
    paypal.server.fail_next([Some(Outage::Answers(503)); 3]);
    let failed = paypal.gateway.read_event(&body, &signature, paypal.now()).await;
    assert!(matches!(failed, Err(EventError::Unverified(GatewayError::Unavailable(_)))), "{failed:?}");
    assert!(paypal.gateway.read_event(&body, &signature, paypal.now()).await.is_ok());
}

#[tokio::test]
async fn messages_are_verified_only_if_they_could_be_genuine() {
    let paypal = paypal().await;
    let payment = paypal.started().await;
    let before = paypal.server.calls().len();
    let (body, signature) = paypal.message(&payment.id, paypal.now());
    let without = |name: &str| signature.lines().filter(|line| !line.starts_with(name)).collect::<Vec<_>>().join("\n");
    let injected = br#"{"id":"WH-1"},"webhook_id":{}"#.to_vec();
    for (body, signature) in [
        (body.clone(), without("paypal-transmission-sig")),
        (body.clone(), without("paypal-transmission-time")),
        (body.clone(), signature.replace("paypal-transmission-time: 20", "paypal-transmission-time: 19")),
        (injected, signature.clone()),
        (b"no JSON".to_vec(), signature.clone()),
    ] {
        let refused = paypal.gateway.read_event(&body, &signature, paypal.now()).await;
        assert!(matches!(refused, Err(EventError::BadSignature(_))), "{refused:?}");
    }
    assert_eq!(paypal.server.calls().len(), before);
}
