//! Payments whose orders are missing from a restored backup.

use autoparts_application::{accounts::access::AccessDenied, ports::page::Page, use_case_error::UseCaseError::Denied};
use autoparts_domain::{id::UserId, money::Money, payments::TransactionId};
use autoparts_testing::{memory::MemoryStore, provider::Outage, test_shop::TestShop};
use std::{sync::Arc, time::Duration};

/// A shop whose paid order is missing from its database, and its admin.
async fn restored() -> (TestShop, UserId, TransactionId) {
    let mut test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let (_, transaction) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.store = Arc::new(MemoryStore::default());
    let admin = test_shop.admin().await;
    (test_shop, admin, transaction)
}

#[tokio::test]
async fn a_payment_missing_from_a_restored_backup_can_be_refunded_by_an_admin() {
    let (test_shop, admin, transaction) = restored().await;
    test_shop.clock.advance(Duration::from_hours(3 * 24));
    test_shop.shop.run_maintenance().await;
    assert_eq!(
        test_shop.shop.health_gauges().await.unwrap().unmatched_payments,
        0,
        "the list of two days begins later"
    );
    test_shop.shop.recheck_money().await.unwrap();
    assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 1);
    test_shop.shop.run_maintenance().await;
    let [found] = &test_shop.shop.unmatched_payments(admin, Page::first()).await.unwrap()[..] else { panic!() };
    assert_eq!((&found.transaction, found.amount.cents(), found.confirmed_at), (&transaction, 1000, None));
    assert!(test_shop.provider.refunds().is_empty(), "never automatically");

    let customer = test_shop.customer("eve").await;
    let denied = test_shop.shop.refund_unmatched(customer, transaction.clone()).await;
    assert!(matches!(denied, Err(Denied(AccessDenied::Forbidden))));
    test_shop.provider.fail_next([None, None, Some(Outage::AfterEffect)]);
    assert!(test_shop.shop.refund_unmatched(admin, transaction.clone()).await.unwrap());
    assert!(!test_shop.shop.refund_unmatched(admin, transaction.clone()).await.unwrap());
    test_shop.shop.run_maintenance().await;
    assert_eq!(
        (test_shop.provider.refunds(), test_shop.provider.left_of(&transaction)),
        (vec![transaction], Money::ZERO)
    );
    assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 0);
    test_shop.shop.run_maintenance().await;
    test_shop.shop.recheck_money().await.unwrap();
    assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 0, "it is not found again");
}

#[tokio::test]
async fn a_message_about_an_unknown_order_of_this_shop_is_recorded() {
    let (test_shop, _, transaction) = restored().await;
    test_shop.shop.take_provider_message(format!("evt_1 {transaction}").as_bytes(), "good").await.unwrap();
    assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 1);
    test_shop.provider.refund_elsewhere(&transaction, 1000);
    test_shop.shop.take_provider_message(format!("evt_2 {transaction} reversal").as_bytes(), "good").await.unwrap();
    assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 0, "it was refunded elsewhere");
}

#[tokio::test]
async fn payments_of_other_shops_in_the_same_account_are_ignored() {
    let (test_shop, _, transaction) = restored().await;
    for shop in [None, Some(test_shop.shop.ids.next())] {
        test_shop.provider.change(&transaction, |payment| payment.shop = shop);
        test_shop.shop.run_maintenance().await;
        test_shop.shop.recheck_money().await.unwrap();
        assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 0);
    }
}

#[tokio::test]
async fn an_order_restored_from_a_newer_backup_gets_its_payment() {
    let (mut test_shop, _, transaction) = restored().await;
    let empty = test_shop.shop.store.clone();
    test_shop.shop.run_maintenance().await;
    assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 1);
    // The newer backup has the same order, unpaid, in addition to the record of the payment.
    test_shop.shop.store = empty;
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    test_shop.provider.change(&transaction, |payment| payment.order = Some(order));
    let note = transaction.clone();
    let renamed = move |tx: &mut dyn autoparts_application::ports::store::Transaction| -> autoparts_application::ports::store_error::StoreResult<bool> {
        let found = tx.unmatched(&note)?.unwrap();
        tx.update_unmatched(&found, &autoparts_domain::payments::unmatched::UnmatchedPayment { order, ..found.clone() })
    };
    assert!(test_shop.shop.store.write(renamed).await.unwrap());
    test_shop.shop.recheck_money().await.unwrap();
    assert!(test_shop.stored_order(order).await.is_paid());
    assert_eq!(test_shop.shop.health_gauges().await.unwrap().unmatched_payments, 0);
    test_shop.check_books().await;
}
