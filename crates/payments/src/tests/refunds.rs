//! Refunds.

use super::support::{GOOD, TestProvider, text};

#[tokio::test]
async fn more_than_was_paid_is_never_refunded() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let id = text(&intent["id"]);
    let refund =
        async |amount: &str| provider.shop("/v1/refunds", &[("payment_intent", &id), ("amount", amount)]).await;
    assert_eq!(refund("100").await.0, 400, "nothing has been paid yet");
    provider.confirm(&intent, GOOD).await;
    for bad in ["0", "-1", "1.5", "1235"] {
        assert_eq!(refund(bad).await.0, 400, "{bad}");
    }
    let (status, first) = refund("1000").await;
    assert_eq!((status, &first["amount"], &first["status"]), (200, &1000.into(), &"succeeded".into()));
    let (_, too_much) = refund("235").await;
    assert_eq!(
        too_much["error"]["message"],
        "Refund amount ($2.35) is greater than unrefunded amount on charge ($2.34)"
    );
    let (status, rest) = provider.shop("/v1/refunds", &[("payment_intent", &id)]).await;
    assert_eq!((status, &rest["amount"]), (200, &234.into()));
    assert_eq!(refund("1").await.1["error"]["code"], "charge_already_refunded");
}

#[tokio::test]
async fn concurrent_refunds_of_the_rest_refund_once() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    provider.confirm(&intent, GOOD).await;
    let id = text(&intent["id"]);
    let form = [("payment_intent", id.as_str())];
    let (one, two) = tokio::join!(provider.shop("/v1/refunds", &form), provider.shop("/v1/refunds", &form));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    assert_eq!(provider.sandbox.refunds_made().await, 1);
}
