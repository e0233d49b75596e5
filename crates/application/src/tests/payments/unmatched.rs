//! Payments whose orders a restored backup no longer knows.

use crate::{
    accounts::access::AccessDenied,
    payments::refunds::RefundError,
    ports::page::Page,
    testing::{memory::MemoryStore, provider::Outage, test_shop::TestShop},
};
use autoparts_domain::{id::UserId, money::Money, payments::TransactionId};
use std::{sync::Arc, time::Duration};

/// A shop whose paid order is not in its database, and its admin.
async fn restored() -> (TestShop, UserId, TransactionId) {
    let mut bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let (_, transaction) = bench.paid_order(customer, part, 1).await;
    bench.shop.store = Arc::new(MemoryStore::default());
    let admin = bench.admin().await;
    (bench, admin, transaction)
}

#[tokio::test]
async fn a_payment_that_a_restored_backup_no_longer_knows_is_found_and_goes_back_when_an_admin_says_so() {
    let (bench, admin, transaction) = restored().await;
    bench.clock.advance(Duration::from_hours(3 * 24));
    bench.shop.run_maintenance().await;
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 0, "the list of two days begins later");
    bench.shop.recheck_money().await.unwrap();
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 1);
    bench.shop.run_maintenance().await;
    let [found] = &bench.shop.unmatched_payments(admin, Page::first()).await.unwrap()[..] else { panic!() };
    assert_eq!((&found.transaction, found.amount.cents(), found.confirmed_at), (&transaction, 1000, None));
    assert!(bench.provider.refunds().is_empty(), "never by itself");

    let nobody = bench.customer("eve").await;
    let denied = bench.shop.refund_unmatched(nobody, transaction.clone()).await;
    assert!(matches!(denied, Err(RefundError::Denied(AccessDenied::Forbidden))));
    bench.provider.fail_next([None, None, Some(Outage::AfterEffect)]);
    assert!(bench.shop.refund_unmatched(admin, transaction.clone()).await.unwrap());
    assert!(!bench.shop.refund_unmatched(admin, transaction.clone()).await.unwrap());
    bench.shop.run_maintenance().await;
    assert_eq!((bench.provider.refunds(), bench.provider.left_of(&transaction)), (vec![transaction], Money::ZERO));
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 0);
    bench.shop.run_maintenance().await;
    bench.shop.recheck_money().await.unwrap();
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 0, "it is not found again");
}

#[tokio::test]
async fn a_message_about_an_unknown_order_of_this_shop_is_noted_too() {
    let (bench, _, transaction) = restored().await;
    bench.shop.take_provider_message(format!("evt_1 {transaction}").as_bytes(), "good").await.unwrap();
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 1);
    bench.provider.refund_elsewhere(&transaction, 1000);
    bench.shop.take_provider_message(format!("evt_2 {transaction} reversal").as_bytes(), "good").await.unwrap();
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 0, "somebody gave it back elsewhere");
}

#[tokio::test]
async fn payments_of_other_shops_at_the_same_account_are_left_alone() {
    let (bench, _, transaction) = restored().await;
    for shop in [None, Some(bench.shop.ids.next())] {
        bench.provider.change(&transaction, |payment| payment.shop = shop);
        bench.shop.run_maintenance().await;
        bench.shop.recheck_money().await.unwrap();
        assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 0);
    }
}

#[tokio::test]
async fn an_order_that_comes_back_with_a_newer_backup_takes_its_payment() {
    let (mut bench, _, transaction) = restored().await;
    let empty = bench.shop.store.clone();
    bench.shop.run_maintenance().await;
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 1);
    // The same order, unpaid as the newer backup has it, beside the note about the payment.
    bench.shop.store = empty;
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    bench.provider.change(&transaction, |payment| payment.order = Some(order));
    let note = transaction.clone();
    let renamed = move |tx: &mut dyn crate::ports::store::Transaction| -> crate::ports::store_error::StoreResult<bool> {
        let found = tx.unmatched(&note)?.unwrap();
        tx.update_unmatched(&found, &autoparts_domain::payments::unmatched::UnmatchedPayment { order, ..found.clone() })
    };
    assert!(bench.shop.store.write(renamed).await.unwrap());
    bench.shop.recheck_money().await.unwrap();
    assert!(bench.stored_order(order).await.is_paid());
    assert_eq!(bench.shop.health_gauges().await.unwrap().unmatched_payments, 0);
    bench.check_books().await;
}
