use crate::{
    accounts::access::AccessDenied,
    payments::refunds::RefundError,
    ports::page::Page,
    testing::{provider::Outage, test_shop::TestShop},
};
use autoparts_domain::{
    audit::AuditAction,
    orders::{OrderState, WrongState},
};
use std::time::Duration;

#[tokio::test]
async fn an_admin_gives_the_money_of_a_paid_order_back_once() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, transaction) = bench.paid_order(customer, part, 2).await;
    assert!(bench.shop.refund_order(admin, order).await.unwrap());
    assert!(!bench.shop.refund_order(admin, order).await.unwrap(), "giving back again gives nothing");
    assert_eq!(bench.provider.refunds(), std::slice::from_ref(&transaction));
    assert_eq!(*bench.stored_order(order).await.state(), OrderState::Refunded(transaction));
    assert_eq!(bench.stock(part).await, 5);
    let log = bench.audit_log().await;
    let [entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((entry.actor, entry.action, entry.subject), (Some(admin), AuditAction::RefundOrder, customer));
    assert_eq!(entry.detail, Some(order.to_string()));
    bench.check_books().await;
}

#[tokio::test]
async fn only_admins_give_money_back() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let (order, _) = bench.paid_order(customer, part, 1).await;
    let refused = bench.shop.refund_order(customer, order).await;
    assert!(matches!(refused, Err(RefundError::Denied(AccessDenied::Forbidden))));
    assert!(bench.provider.refunds().is_empty());
}

#[tokio::test]
async fn there_is_nothing_to_give_back_before_paying_and_after_shipping() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let unpaid = bench.order(customer, part, 1).await;
    let refused = bench.shop.refund_order(admin, unpaid).await;
    assert!(matches!(refused, Err(RefundError::State(WrongState::Unpaid))));
    let (shipped, _) = bench.paid_order(customer, part, 1).await;
    bench.shop.ship(admin, shipped).await.unwrap();
    let refused = bench.shop.refund_order(admin, shipped).await;
    assert!(matches!(refused, Err(RefundError::State(WrongState::Shipped))));
    assert!(bench.provider.refunds().is_empty());
    bench.check_books().await;
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_made_once() {
    for outage in [Outage::BeforeEffect, Outage::AfterEffect] {
        let bench = TestShop::default();
        let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
        let part = bench.part(1, 5, 1000).await;
        let (order, transaction) = bench.paid_order(customer, part, 1).await;
        bench.provider.fail_next([None, None, Some(outage)]);
        assert!(bench.shop.refund_order(admin, order).await.unwrap(), "{outage:?}");
        assert_eq!(bench.due_refunds().await, 1, "{outage:?}");
        bench.shop.pay_refunds().await.unwrap();
        assert_eq!((bench.provider.refunds(), bench.due_refunds().await), (vec![transaction], 0));
        bench.check_books().await;
    }
}

#[tokio::test]
async fn a_refund_that_is_under_way_is_asked_for_until_it_is_done() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, _) = bench.paid_order(customer, part, 1).await;
    bench.provider.let_refunds_wait(true);
    assert!(bench.shop.refund_order(admin, order).await.unwrap());
    bench.shop.pay_refunds().await.unwrap();
    assert_eq!(bench.due_refunds().await, 1);
    bench.provider.let_refunds_wait(false);
    bench.shop.pay_refunds().await.unwrap();
    assert_eq!(bench.due_refunds().await, 0);
}

#[tokio::test]
async fn a_late_message_about_a_refunded_payment_changes_nothing() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, transaction) = bench.paid_order(customer, part, 1).await;
    bench.shop.refund_order(admin, order).await.unwrap();
    let message = format!("evt_late {transaction}");
    bench.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    assert_eq!(*bench.stored_order(order).await.state(), OrderState::Refunded(transaction));
    assert_eq!((bench.stock(part).await, bench.provider.refunds().len()), (5, 1));
    bench.check_books().await;
}

#[tokio::test]
async fn a_refund_that_comes_back_is_made_again_under_another_key() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, transaction) = bench.paid_order(customer, part, 1).await;
    bench.shop.refund_order(admin, order).await.unwrap();
    assert_eq!(bench.due_refunds().await, 0);
    assert!(bench.provider.refund_comes_back(&transaction));
    // The provider's message comes several times, and counts once.
    for event in ["evt_1", "evt_1", "evt_2"] {
        bench.shop.take_provider_message(format!("{event} {transaction}").as_bytes(), "good").await.unwrap();
    }
    assert_eq!((bench.due_refunds().await, bench.provider.refunds().len()), (1, 0));
    bench.shop.pay_refunds().await.unwrap();
    assert!(bench.provider.refunds().is_empty(), "not at once");
    bench.clock.advance(Duration::from_mins(1));
    bench.shop.pay_refunds().await.unwrap();
    assert_eq!((bench.due_refunds().await, bench.provider.refunds()), (0, vec![transaction]));
    bench.check_books().await;
}

#[tokio::test]
async fn a_refund_under_way_that_fails_is_made_again() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, transaction) = bench.paid_order(customer, part, 1).await;
    bench.provider.let_refunds_wait(true);
    bench.shop.refund_order(admin, order).await.unwrap();
    bench.provider.refund_comes_back(&transaction);
    bench.provider.let_refunds_wait(false);
    bench.shop.pay_refunds().await.unwrap();
    bench.clock.advance(Duration::from_mins(1));
    bench.shop.pay_refunds().await.unwrap();
    assert_eq!((bench.due_refunds().await, bench.provider.refunds()), (0, vec![transaction]));
}

#[tokio::test]
async fn a_failure_saved_under_the_key_of_a_refund_does_not_keep_the_money() {
    for outage in [Outage::BreaksBeforeEffect, Outage::BreaksAfterEffect] {
        let bench = TestShop::default();
        let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
        let part = bench.part(1, 5, 1000).await;
        let (order, transaction) = bench.paid_order(customer, part, 1).await;
        bench.provider.fail_next([None, None, Some(outage)]);
        bench.shop.refund_order(admin, order).await.unwrap();
        for _ in 0..2 {
            bench.clock.advance(Duration::from_mins(1));
            bench.shop.pay_refunds().await.unwrap();
        }
        assert_eq!((bench.due_refunds().await, bench.provider.refunds()), (0, vec![transaction]), "{outage:?}");
    }
}

#[tokio::test]
async fn admins_see_every_refund_and_how_far_it_has_come() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, _) = bench.paid_order(customer, part, 1).await;
    bench.provider.fail_next([None, None, Some(Outage::Busy)]);
    bench.shop.refund_order(admin, order).await.unwrap();
    let [refund] = &bench.shop.refunds(admin, Page::first()).await.unwrap()[..] else { panic!("not one refund") };
    assert_eq!((refund.order.order, refund.done_at), (order, None));
    let denied = bench.shop.refunds(customer, Page::first()).await;
    assert!(matches!(denied, Err(RefundError::Denied(AccessDenied::Forbidden))));
}

#[tokio::test]
async fn a_refund_that_came_back_while_the_shop_was_away_is_found() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 9, 1000).await;
    let (order, transaction) = bench.paid_order(customer, part, 1).await;
    let (other, _) = bench.paid_order(customer, part, 1).await;
    for order in [order, other] {
        bench.shop.refund_order(admin, order).await.unwrap();
    }
    bench.clock.advance(Duration::from_hours(10 * 24));
    bench.provider.refund_comes_back(&transaction);
    bench.shop.recheck_money().await.unwrap();
    assert_eq!(bench.due_refunds().await, 1);
    bench.clock.advance(Duration::from_hours(31 * 24));
    bench.shop.pay_refunds().await.unwrap();
    let calls = bench.provider.calls();
    bench.clock.advance(Duration::from_hours(31 * 24));
    bench.shop.recheck_money().await.unwrap();
    assert_eq!((bench.due_refunds().await, bench.provider.calls()), (0, calls + 2), "one day only lists are read");
}

#[tokio::test]
async fn a_refund_that_went_another_way_is_not_made_again() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, transaction) = bench.paid_order(customer, part, 1).await;
    bench.shop.refund_order(admin, order).await.unwrap();
    bench.provider.refund_comes_back(&transaction);
    bench.shop.recheck_money().await.unwrap();
    let id = bench.shop.refunds(admin, Page::first()).await.unwrap()[0].id;
    bench.provider.fail_next([Some(Outage::BeforeEffect)]);
    let unknown = bench.shop.close_refund(admin, id).await;
    assert!(matches!(unknown, Err(RefundError::Gateway(_))), "nobody knows whether it is under way");
    let denied = bench.shop.close_refund(customer, id).await;
    assert!(matches!(denied, Err(RefundError::Denied(AccessDenied::Forbidden))));
    assert!(bench.shop.close_refund(admin, id).await.unwrap());
    assert!(!bench.shop.close_refund(admin, id).await.unwrap());
    let log = bench.audit_log().await;
    let [_, entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((entry.actor, entry.action, entry.subject), (Some(admin), AuditAction::CloseRefund, customer));
    assert_eq!(entry.detail, Some(order.to_string()));
    bench.clock.advance(Duration::from_hours(48));
    bench.shop.run_maintenance().await;
    bench.shop.recheck_money().await.unwrap();
    assert_eq!((bench.due_refunds().await, bench.provider.refunds().len()), (0, 0), "nobody is paid back twice");
    bench.check_books().await;
}

#[tokio::test]
async fn a_refund_that_the_provider_carries_out_cannot_be_closed() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, transaction) = bench.paid_order(customer, part, 1).await;
    // Not made yet.
    bench.provider.fail_next([None, None, Some(Outage::Busy)]);
    bench.shop.refund_order(admin, order).await.unwrap();
    let id = bench.shop.refunds(admin, Page::first()).await.unwrap()[0].id;
    assert!(matches!(bench.shop.close_refund(admin, id).await, Err(RefundError::UnderWay)));
    // Under way.
    bench.provider.let_refunds_wait(true);
    bench.shop.pay_refunds().await.unwrap();
    assert!(matches!(bench.shop.close_refund(admin, id).await, Err(RefundError::UnderWay)));
    // Done, and nobody has written that down.
    bench.provider.let_refunds_wait(false);
    assert!(!bench.shop.close_refund(admin, id).await.unwrap());
    let [refund] = &bench.shop.refunds(admin, Page::first()).await.unwrap()[..] else { panic!("not one refund") };
    assert!(refund.done_at.is_some() && !refund.by_hand);
    assert_eq!(bench.provider.refunds(), [transaction]);
}
