use autoparts_application::{
    accounts::access::AccessDenied,
    orders::shipment::Ship,
    payments::refunds::RefundError,
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    orders::{OrderState, WrongState},
};
use autoparts_testing::{provider::Outage, test_shop::TestShop};
use std::time::Duration;

#[tokio::test]
async fn an_admin_refunds_a_paid_order_once() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 2).await;
    assert!(test_shop.shop.refund_order(admin, order).await.unwrap());
    assert!(!test_shop.shop.refund_order(admin, order).await.unwrap(), "giving back again gives nothing");
    assert_eq!(test_shop.provider.refunds(), std::slice::from_ref(&transaction));
    assert_eq!(*test_shop.stored_order(order).await.state(), OrderState::Refunded(transaction));
    assert_eq!(test_shop.stock(part).await, 5);
    let log = test_shop.audit_log().await;
    let [entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((entry.actor, entry.action, entry.subject), (Some(admin), AuditAction::RefundOrder, customer));
    assert_eq!(entry.detail, Some(order.to_string()));
    test_shop.check_books().await;
}

#[tokio::test]
async fn only_admins_refund() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(customer, part, 1).await;
    let refused = test_shop.shop.refund_order(customer, order).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    assert!(test_shop.provider.refunds().is_empty());
}

#[tokio::test]
async fn there_is_nothing_to_refund_before_paying_and_after_shipping() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let unpaid = test_shop.order(customer, part, 1).await;
    let refused = test_shop.shop.refund_order(admin, unpaid).await;
    assert!(matches!(refused, Err(Refused(RefundError::State(WrongState::Unpaid)))));
    let (shipped, _) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.ship(admin, shipped, Ship::default()).await.unwrap();
    let refused = test_shop.shop.refund_order(admin, shipped).await;
    assert!(matches!(refused, Err(Refused(RefundError::State(WrongState::Shipped)))));
    assert!(test_shop.provider.refunds().is_empty());
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_refund_with_a_lost_response_is_made_once() {
    for outage in [Outage::BeforeEffect, Outage::AfterEffect] {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let part = test_shop.part(1, 5, 1000).await;
        let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
        test_shop.provider.fail_next([None, None, Some(outage)]);
        assert!(test_shop.shop.refund_order(admin, order).await.unwrap(), "{outage:?}");
        assert_eq!(test_shop.due_refunds().await, 1, "{outage:?}");
        test_shop.shop.pay_refunds().await.unwrap();
        assert_eq!((test_shop.provider.refunds(), test_shop.due_refunds().await), (vec![transaction], 0));
        test_shop.check_books().await;
    }
}

#[tokio::test]
async fn a_refund_in_progress_is_polled_until_it_is_done() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(customer, part, 1).await;
    test_shop.provider.let_refunds_wait(true);
    assert!(test_shop.shop.refund_order(admin, order).await.unwrap());
    test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!(test_shop.due_refunds().await, 1);
    test_shop.provider.let_refunds_wait(false);
    test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!(test_shop.due_refunds().await, 0);
}

#[tokio::test]
async fn a_late_message_about_a_refunded_payment_changes_nothing() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.refund_order(admin, order).await.unwrap();
    let message = format!("evt_late {transaction}");
    test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    assert_eq!(*test_shop.stored_order(order).await.state(), OrderState::Refunded(transaction));
    assert_eq!((test_shop.stock(part).await, test_shop.provider.refunds().len()), (5, 1));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_returned_refund_is_repeated_under_another_key() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.refund_order(admin, order).await.unwrap();
    assert_eq!(test_shop.due_refunds().await, 0);
    assert!(test_shop.provider.refund_comes_back(&transaction));
    // The provider's message arrives several times and counts once.
    for event in ["evt_1", "evt_1", "evt_2"] {
        test_shop.shop.take_provider_message(format!("{event} {transaction}").as_bytes(), "good").await.unwrap();
    }
    assert_eq!((test_shop.due_refunds().await, test_shop.provider.refunds().len()), (1, 0));
    test_shop.shop.pay_refunds().await.unwrap();
    assert!(test_shop.provider.refunds().is_empty(), "not at once");
    test_shop.clock.advance(Duration::from_mins(1));
    test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((test_shop.due_refunds().await, test_shop.provider.refunds()), (0, vec![transaction]));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_refund_that_fails_in_progress_is_repeated() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
    test_shop.provider.let_refunds_wait(true);
    test_shop.shop.refund_order(admin, order).await.unwrap();
    test_shop.provider.refund_comes_back(&transaction);
    test_shop.provider.let_refunds_wait(false);
    test_shop.shop.pay_refunds().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(1));
    test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((test_shop.due_refunds().await, test_shop.provider.refunds()), (0, vec![transaction]));
}

#[tokio::test]
async fn a_failure_saved_under_the_key_does_not_prevent_the_refund() {
    for outage in [Outage::BreaksBeforeEffect, Outage::BreaksAfterEffect] {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let part = test_shop.part(1, 5, 1000).await;
        let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
        test_shop.provider.fail_next([None, None, Some(outage)]);
        test_shop.shop.refund_order(admin, order).await.unwrap();
        for _ in 0..2 {
            test_shop.clock.advance(Duration::from_mins(1));
            test_shop.shop.pay_refunds().await.unwrap();
        }
        assert_eq!((test_shop.due_refunds().await, test_shop.provider.refunds()), (0, vec![transaction]), "{outage:?}");
    }
}

#[tokio::test]
async fn admins_see_every_refund_and_its_progress() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(customer, part, 1).await;
    test_shop.provider.fail_next([None, None, Some(Outage::Busy)]);
    test_shop.shop.refund_order(admin, order).await.unwrap();
    let [refund] = &test_shop.shop.refunds(admin, Page::first()).await.unwrap()[..] else { panic!("not one refund") };
    assert_eq!((refund.order.order, refund.done_at), (order, None));
    let denied = test_shop.shop.refunds(customer, Page::first()).await;
    assert!(matches!(denied, Err(Denied(AccessDenied::Forbidden))));
}

#[tokio::test]
async fn a_refund_returned_during_an_outage_of_the_shop_is_found() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 9, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
    let (other, _) = test_shop.paid_order(customer, part, 1).await;
    for order in [order, other] {
        test_shop.shop.refund_order(admin, order).await.unwrap();
    }
    test_shop.clock.advance(Duration::from_hours(10 * 24));
    test_shop.provider.refund_comes_back(&transaction);
    test_shop.shop.recheck_money().await.unwrap();
    assert_eq!(test_shop.due_refunds().await, 1);
    test_shop.clock.advance(Duration::from_hours(31 * 24));
    test_shop.shop.pay_refunds().await.unwrap();
    let calls = test_shop.provider.calls();
    test_shop.clock.advance(Duration::from_hours(31 * 24));
    test_shop.shop.recheck_money().await.unwrap();
    assert_eq!(
        (test_shop.due_refunds().await, test_shop.provider.calls()),
        (0, calls + 2),
        "one day only lists are read"
    );
}

#[tokio::test]
async fn a_refund_closed_by_an_admin_is_not_repeated() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.refund_order(admin, order).await.unwrap();
    test_shop.provider.refund_comes_back(&transaction);
    test_shop.shop.recheck_money().await.unwrap();
    let id = test_shop.shop.refunds(admin, Page::first()).await.unwrap()[0].id;
    test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    let unknown = test_shop.shop.close_refund(admin, id).await;
    assert!(matches!(unknown, Err(Refused(RefundError::Gateway(_)))), "it may be under way");
    let denied = test_shop.shop.close_refund(customer, id).await;
    assert!(matches!(denied, Err(Denied(AccessDenied::Forbidden))));
    assert!(test_shop.shop.close_refund(admin, id).await.unwrap());
    assert!(!test_shop.shop.close_refund(admin, id).await.unwrap());
    let log = test_shop.audit_log().await;
    let [_, entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((entry.actor, entry.action, entry.subject), (Some(admin), AuditAction::CloseRefund, customer));
    assert_eq!(entry.detail, Some(order.to_string()));
    test_shop.clock.advance(Duration::from_hours(48));
    test_shop.shop.run_maintenance().await;
    test_shop.shop.recheck_money().await.unwrap();
    assert_eq!(
        (test_shop.due_refunds().await, test_shop.provider.refunds().len()),
        (0, 0),
        "the money is not refunded twice"
    );
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_refund_that_the_provider_carries_out_cannot_be_closed() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
    // Not requested yet.
    test_shop.provider.fail_next([None, None, Some(Outage::Busy)]);
    test_shop.shop.refund_order(admin, order).await.unwrap();
    let id = test_shop.shop.refunds(admin, Page::first()).await.unwrap()[0].id;
    assert!(matches!(test_shop.shop.close_refund(admin, id).await, Err(Refused(RefundError::UnderWay))));
    // In progress.
    test_shop.provider.let_refunds_wait(true);
    test_shop.shop.pay_refunds().await.unwrap();
    assert!(matches!(test_shop.shop.close_refund(admin, id).await, Err(Refused(RefundError::UnderWay))));
    // Done, but not recorded yet.
    test_shop.provider.let_refunds_wait(false);
    assert!(!test_shop.shop.close_refund(admin, id).await.unwrap());
    let [refund] = &test_shop.shop.refunds(admin, Page::first()).await.unwrap()[..] else { panic!("not one refund") };
    assert!(refund.done_at.is_some() && !refund.by_hand);
    assert_eq!(test_shop.provider.refunds(), [transaction]);
}
