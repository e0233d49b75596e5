//! A shop that was switched to another provider: payments of the former one are not requested from the new one.

use autoparts_application::{
    orders::cancellation::CancellationError,
    payments::{
        initiation::{PaymentError, StartPayment},
        settlement::SettlementError,
    },
    ports::payment_gateway::GatewayError,
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::payments::ProviderName;
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

const ANOTHER: ProviderName = ProviderName::new("another");

#[tokio::test]
async fn an_open_payment_of_a_former_provider_is_given_up_without_a_call() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let unwanted = test_shop.order(customer, part, 1).await;
    let mut former = Vec::new();
    for open in [order, unwanted] {
        former.push(test_shop.start_payment(customer, open).await);
    }
    test_shop.provider.rename(ANOTHER);
    let before = test_shop.provider.calls();
    let at_once = test_shop.shop.start_payment(customer, StartPayment::of(order)).await;
    assert!(matches!(at_once, Err(Refused(PaymentError::Gateway(GatewayError::OtherProvider(_))))), "{at_once:?}");
    let reported = test_shop.shop.confirm_booking(customer, order, former[0].clone()).await;
    assert!(matches!(reported, Err(Refused(SettlementError::Gateway(GatewayError::OtherProvider(_))))), "{reported:?}");
    let still = test_shop.shop.delete_own_order(customer, unwanted).await;
    assert!(matches!(still, Err(Refused(CancellationError::Gateway(GatewayError::OtherProvider(_))))), "{still:?}");
    assert_eq!(test_shop.provider.calls(), before);
    test_shop.clock.advance(Duration::from_mins(15));
    assert!(test_shop.shop.delete_own_order(customer, unwanted).await.unwrap());
    assert_eq!(test_shop.provider.calls(), before);
    let transaction = test_shop.start_payment(customer, order).await;
    assert!(!former.contains(&transaction));
    let key = test_shop.stored_order(order).await.key();
    let attempts = test_shop.shop.store.read(move |tx| tx.attempts(&key)).await.unwrap();
    let providers: Vec<_> = attempts.iter().map(|attempt| attempt.provider.as_str()).collect();
    assert_eq!(providers, ["scripted", "another"]);
}

#[tokio::test]
async fn a_refund_waits_until_its_provider_is_used_again() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 2500).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 2).await;
    test_shop.provider.rename(ANOTHER);
    let before = test_shop.provider.calls();
    let admin = test_shop.admin().await;
    assert!(test_shop.shop.refund_order(admin, order).await.unwrap());
    test_shop.clock.advance(Duration::from_hours(1));
    test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((test_shop.provider.calls(), test_shop.due_refunds().await), (before, 1));
    test_shop.provider.rename("scripted".parse().unwrap());
    test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((test_shop.provider.refunds(), test_shop.due_refunds().await), (vec![transaction], 0));
    test_shop.check_books().await;
}
