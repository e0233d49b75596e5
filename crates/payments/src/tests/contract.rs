//! The gateway contract over the sandbox.

use super::support::{self, DECLINED, GOOD, WEBHOOK_SECRET};
use crate::{SandboxGateway, Secret, stripe_signature};
use async_trait::async_trait;
use autoparts_application::{
    gateway_contract,
    ports::{
        clock::Clock,
        gateway::{PaymentGateway, ProviderPayment},
    },
    testing::gateway_contract::{Bench, Card},
};
use autoparts_domain::{payment::TransactionId, time::Timestamp};
use serde_json::json;
use std::sync::Arc;

struct OverSandbox {
    inside: support::Bench,
    gateway: Arc<SandboxGateway>,
}

#[async_trait]
impl Bench for OverSandbox {
    fn gateway(&self) -> Arc<dyn PaymentGateway> {
        self.gateway.clone()
    }

    fn now(&self) -> Timestamp {
        self.inside.clock.now()
    }

    async fn confirm(&self, payment: &ProviderPayment, card: Card) {
        let intent = json!({"id": payment.id.as_str(), "client_secret": payment.client_secret.reveal()});
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
        let body = body.to_string().into_bytes();
        let signature = stripe_signature::sign(&Secret::from(WEBHOOK_SECRET), &body, at);
        (body, signature)
    }
}

async fn bench() -> OverSandbox {
    let inside = support::Bench::new();
    let gateway = Arc::new(SandboxGateway::new(Arc::clone(&inside.sandbox)));
    OverSandbox { inside, gateway }
}

gateway_contract!(bench);

#[tokio::test]
async fn the_list_of_payments_is_bounded() {
    let bench = bench().await;
    for _ in 0..1_005 {
        bench.inside.intent().await;
    }
    let since = Timestamp::from_micros(0);
    assert_eq!(bench.gateway.payments_since(since).await.unwrap().len(), 1_000);
}
