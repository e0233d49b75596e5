//! Providers that wait for the shop to capture a payment that the customer has approved.

use autoparts_application::{
    payments::{
        initiation::{PaymentError, StartPayment},
        settlement::SettlementError,
    },
    ports::payment_gateway::{GatewayError, ProviderStatus},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    id::{OrderId, UserId},
    orders::WrongState,
    payments::TransactionId,
};
use autoparts_testing::{provider::Outage, test_shop::TestShop};
use std::time::Duration;

/// An order whose customer has approved its payment.
async fn approved(test_shop: &TestShop) -> (UserId, OrderId, TransactionId) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 2500).await;
    let order = test_shop.order(customer, part, 2).await;
    let transaction = test_shop.start_payment(customer, order).await;
    test_shop.provider.customer_approves(&transaction);
    (customer, order, transaction)
}

async fn assert_paid(test_shop: &TestShop, order: OrderId, transaction: &TransactionId) {
    let stored = test_shop.stored_order(order).await;
    assert!(stored.is_paid());
    assert_eq!(stored.transaction(), Some(transaction));
    assert_eq!(test_shop.provider.left_of(transaction).cents(), 5000);
    test_shop.check_books().await;
}

#[tokio::test]
async fn an_approved_payment_is_captured_when_the_browser_reports_it() {
    let test_shop = TestShop::default();
    let (customer, order, transaction) = approved(&test_shop).await;
    assert!(test_shop.shop.confirm_booking(customer, order, transaction.clone()).await.unwrap());
    assert!(!test_shop.shop.confirm_booking(customer, order, transaction.clone()).await.unwrap());
    assert_paid(&test_shop, order, &transaction).await;
}

#[tokio::test]
async fn an_approved_payment_is_captured_when_the_provider_reports_it() {
    let test_shop = TestShop::default();
    let (_, order, transaction) = approved(&test_shop).await;
    for event in ["evt_1", "evt_2"] {
        test_shop.shop.take_provider_message(format!("{event} {transaction}").as_bytes(), "good").await.unwrap();
    }
    assert_paid(&test_shop, order, &transaction).await;
}

#[tokio::test]
async fn an_unreported_approved_payment_is_captured_by_reconciliation() {
    let test_shop = TestShop::default();
    let (_, order, transaction) = approved(&test_shop).await;
    test_shop.clock.advance(Duration::from_mins(2));
    test_shop.shop.reconcile().await.unwrap();
    assert_paid(&test_shop, order, &transaction).await;
}

#[tokio::test]
async fn an_approved_payment_is_captured_when_the_customer_starts_again() {
    let test_shop = TestShop::default();
    let (customer, order, transaction) = approved(&test_shop).await;
    let again = test_shop.shop.start_payment(customer, StartPayment::of(order)).await;
    assert!(matches!(again, Err(Refused(PaymentError::State(WrongState::Paid)))), "{again:?}");
    assert_paid(&test_shop, order, &transaction).await;
}

#[tokio::test]
async fn a_capture_with_a_lost_response_is_repeated() {
    let test_shop = TestShop::default();
    let (customer, order, transaction) = approved(&test_shop).await;
    test_shop.provider.fail_next([None, Some(Outage::AfterEffect)]);
    let lost = test_shop.shop.confirm_booking(customer, order, transaction.clone()).await;
    assert!(matches!(lost, Err(Refused(SettlementError::Gateway(GatewayError::Unavailable(_))))), "{lost:?}");
    assert!(!test_shop.stored_order(order).await.is_paid());
    assert!(test_shop.shop.confirm_booking(customer, order, transaction.clone()).await.unwrap());
    assert_paid(&test_shop, order, &transaction).await;
}

#[tokio::test]
async fn the_payment_of_a_deleted_order_is_not_captured() {
    let test_shop = TestShop::default();
    let (customer, order, transaction) = approved(&test_shop).await;
    assert!(test_shop.shop.delete_own_order(customer, order).await.unwrap());
    // The provider reports the approval late.
    test_shop.provider.customer_approves(&transaction);
    test_shop.shop.take_provider_message(format!("evt_1 {transaction}").as_bytes(), "good").await.unwrap();
    test_shop.shop.reconcile().await.unwrap();
    assert_eq!(test_shop.provider.payments()[0].status, ProviderStatus::Approved);
    assert_eq!(test_shop.due_refunds().await, 0);
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_wrong_amount_is_not_captured() {
    let test_shop = TestShop::default();
    let (customer, order, transaction) = approved(&test_shop).await;
    test_shop.provider.change(&transaction, |payment| payment.amount = payment.amount.plus(payment.amount));
    let refused = test_shop.shop.confirm_booking(customer, order, transaction).await;
    assert!(matches!(refused, Err(Refused(SettlementError::Mismatch))), "{refused:?}");
    assert_eq!(test_shop.provider.payments()[0].status, ProviderStatus::Approved);
}

#[tokio::test]
async fn an_attempt_that_was_given_up_is_not_captured() {
    let test_shop = TestShop::default();
    let (customer, order, first) = approved(&test_shop).await;
    test_shop.provider.change(&first, |payment| payment.status = ProviderStatus::Cancelled);
    let second = test_shop.start_payment(customer, order).await;
    assert_ne!(first, second);
    test_shop.provider.customer_approves(&first);
    test_shop.shop.take_provider_message(format!("evt_1 {first}").as_bytes(), "good").await.unwrap();
    let payments = test_shop.provider.payments();
    let first = payments.iter().find(|payment| payment.id == first).unwrap();
    assert_eq!(first.status, ProviderStatus::Approved);
    test_shop.provider.customer_approves(&second);
    assert!(test_shop.shop.confirm_booking(customer, order, second.clone()).await.unwrap());
    assert_paid(&test_shop, order, &second).await;
}
