//! The sandbox's webhooks, received by Stripe's official package. Not part of `cargo test`: `scripts/conformance
//! signatures` starts the receiver and passes its URL in `RECEIVER_URL`.

use super::support::{DECLINED, GOOD, TestProvider, WEBHOOK_SECRET, path_of, text};
use autoparts_application::ports::clock::Clock;
use autoparts_domain::time::Timestamp;
use std::{sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};

/// A sandbox whose webhooks are verified with the secret named in the path.
fn sandbox(secret: &str) -> TestProvider {
    #[expect(clippy::disallowed_methods, reason = "the script that starts the receiver passes its address")]
    let receiver = std::env::var("RECEIVER_URL");
    let receiver = receiver.expect("RECEIVER_URL is not set; run: scripts/conformance signatures");
    let provider = TestProvider::with_webhooks(Some(&format!("{receiver}/{secret}")));
    // The receiver uses the system clock.
    provider.clock.set(Timestamp::from_micros(jiff::Timestamp::now().as_microsecond()));
    provider
}

async fn everything_delivered(provider: &TestProvider) -> bool {
    let delivery = {
        let sandbox = Arc::clone(&provider.sandbox);
        tokio::spawn(async move { sandbox.deliver_webhooks().await })
    };
    let arrival = async {
        while provider.sandbox.waiting_messages().await > 0 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let delivered = timeout(Duration::from_secs(5), arrival).await.is_ok();
    delivery.abort();
    delivered
}

#[tokio::test]
async fn the_official_package_accepts_what_the_sandbox_signs() {
    let provider = sandbox(WEBHOOK_SECRET);
    let paid = provider.intent().await;
    let cancelled = provider.intent().await;
    provider.confirm(&paid, DECLINED).await;
    provider.confirm(&paid, GOOD).await;
    provider.shop("/v1/refunds", &[("payment_intent", &text(&paid["id"]))]).await;
    provider.shop(&path_of(&cancelled, "/cancel"), &[]).await;
    assert_eq!(provider.sandbox.waiting_messages().await, 4);
    assert!(everything_delivered(&provider).await);
}

#[tokio::test]
async fn the_official_package_refuses_what_was_signed_with_another_secret() {
    let provider = sandbox("whsec_of_somebody_else");
    let paid = provider.intent().await;
    provider.confirm(&paid, GOOD).await;
    assert!(!everything_delivered(&provider).await);
}

#[tokio::test]
async fn the_official_package_refuses_what_was_signed_long_ago() {
    let provider = sandbox(WEBHOOK_SECRET);
    let paid = provider.intent().await;
    provider.confirm(&paid, GOOD).await;
    provider.clock.set(provider.clock.now().minus(Duration::from_mins(10)));
    assert!(!everything_delivered(&provider).await);
}
