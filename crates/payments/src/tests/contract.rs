//! The gateway contract for the sandbox, in the same process and over the network.

use super::support::{self, DECLINED, GOOD, SECRET_KEY, WEBHOOK_SECRET};
use crate::{SandboxGateway, Secret, StripeGateway, stripe_signature, testing::MockServer};
use async_trait::async_trait;
use autoparts_application::ports::{
    clock::Clock,
    payment_gateway::{PaymentGateway, ProviderPayment},
};
use autoparts_domain::{money::Money, payments::TransactionId, time::Timestamp};
use autoparts_testing::gateway_contract::{Card, GatewayUnderTest};
use serde_json::json;
use std::sync::Arc;

struct OverSandbox {
    inside: support::TestProvider,
    gateway: Arc<dyn PaymentGateway>,
}

#[async_trait]
impl GatewayUnderTest for OverSandbox {
    fn gateway(&self) -> Arc<dyn PaymentGateway> {
        self.gateway.clone()
    }

    fn now(&self) -> Timestamp {
        self.inside.clock.now()
    }

    fn unknown_payment(&self) -> TransactionId {
        "pi_000000000000000000000000".parse().unwrap()
    }

    async fn confirm(&self, payment: &ProviderPayment, card: Card) {
        let intent = json!({"id": payment.id.as_str(), "client_secret": payment.confirmation.reveal()});
        let number = match card {
            Card::Good => GOOD,
            Card::Declined => DECLINED,
        };
        self.inside.confirm(&intent, number).await;
    }

    fn message(&self, about: &TransactionId, at: Timestamp) -> (Vec<u8>, String) {
        let body = json!({
            "id": "evt_1", "object": "event", "type": "payment_intent.succeeded", "created": at.seconds(),
            "data": {"object": {"object": "payment_intent", "id": about.as_str()}},
        });
        signed(&body, at)
    }

    async fn refund_elsewhere(&self, payment: &ProviderPayment, amount: Money) {
        let amount = amount.cents().to_string();
        let form = [("payment_intent", payment.id.as_str()), ("amount", &amount)];
        assert_eq!(self.inside.shop("/v1/refunds", &form).await.0, 200);
    }

    async fn dispute(&self, payment: &ProviderPayment, decision: Option<bool>) {
        let status = match decision {
            None => "needs_response",
            Some(true) => "won",
            Some(false) => "lost",
        };
        let path = format!("/v1/payment_intents/{}/_dispute", payment.id);
        assert_eq!(self.inside.shop(&path, &[("status", status)]).await.0, 200);
    }

    /// Messages in Stripe's format, with the fields that are read.
    fn reversal_messages(&self, about: &TransactionId) -> Vec<(Vec<u8>, String)> {
        let now = self.now();
        let kinds = [
            ("charge.refunded", "charge"),
            ("charge.refund.updated", "refund"),
            ("refund.created", "refund"),
            ("refund.failed", "refund"),
            ("charge.dispute.created", "dispute"),
            ("charge.dispute.funds_withdrawn", "dispute"),
            ("charge.dispute.closed", "dispute"),
        ];
        let bodies = kinds.map(|(kind, object)| {
            let object = json!({"object": object, "id": "x_1", "payment_intent": about.as_str(), "amount": 999_999});
            let event = json!({
                "id": "evt_2", "object": "event", "type": kind, "created": now.seconds(), "data": {"object": object},
            });
            signed(&event, now)
        });
        bodies.into()
    }
}

fn signed(body: &serde_json::Value, at: Timestamp) -> (Vec<u8>, String) {
    let body = body.to_string().into_bytes();
    let signature = stripe_signature::sign(&Secret::from(WEBHOOK_SECRET), &body, at);
    (body, signature)
}

/// The gateway of a shop with an embedded sandbox.
async fn in_process() -> OverSandbox {
    let inside = support::TestProvider::new();
    let gateway = Arc::new(SandboxGateway::new(Arc::clone(&inside.sandbox)));
    OverSandbox { inside, gateway }
}

/// The gateway of a shop in live mode, with the sandbox as its provider.
async fn on_the_network() -> OverSandbox {
    let inside = support::TestProvider::new();
    let sandbox = Arc::clone(&inside.sandbox);
    let double = MockServer::that(move |request| {
        let sandbox = Arc::clone(&sandbox);
        async move { Some(sandbox.answer(request).await) }
    })
    .await;
    let gateway = StripeGateway::at(&double.url, SECRET_KEY.into(), vec![WEBHOOK_SECRET.into()]).unwrap();
    OverSandbox { inside, gateway: Arc::new(gateway) }
}

mod sandbox {
    autoparts_testing::gateway_contract!(super::in_process);
}

mod network {
    autoparts_testing::gateway_contract!(super::on_the_network);
}
