//! Reversals of orders' payments in the provider's dashboard and by customers' banks.

use autoparts_application::{
    orders::shipment::{Ship, ShipmentError},
    payments::refunds::RefundError,
    ports::{page::Page, payment_gateway::ProviderPayment},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    id::{OrderId, UserId},
    money::Money,
    orders::{MoneyAway, OrderState, WrongState},
    payments::{
        TransactionId,
        reversal::{DisputeState, Reversal},
    },
};
use autoparts_testing::{provider::Outage, test_shop::TestShop};
use std::time::Duration;

struct Scene {
    test_shop: TestShop,
    admin: UserId,
    order: OrderId,
    transaction: TransactionId,
    part: autoparts_domain::id::PartId,
}

/// A paid order of ten dollars, with four pieces left in stock.
async fn paid() -> Scene {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 1).await;
    Scene { test_shop, admin, order, transaction, part }
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

impl Scene {
    async fn message(&self) {
        let message = format!("evt_{} {} reversal", self.test_shop.provider.calls(), self.transaction);
        self.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
        self.test_shop.check_books().await;
    }

    async fn reversal(&self) -> Reversal {
        self.test_shop.stored_order(self.order).await.reversal()
    }

    async fn cents_in_the_ledger(&self) -> i64 {
        let key = self.test_shop.stored_order(self.order).await.key();
        let ledger = self.test_shop.shop.store.read(move |tx| tx.ledger_of(&key)).await.unwrap();
        ledger.iter().map(|entry| entry.movement.cents()).sum()
    }
}

#[tokio::test]
async fn an_order_that_was_refunded_in_the_dashboard_is_refunded_and_cannot_be_shipped() {
    let scene = paid().await;
    assert!(scene.test_shop.provider.refund_elsewhere(&scene.transaction, 1000));
    scene.message().await;
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!(*order.state(), OrderState::Refunded(scene.transaction.clone()));
    let shipped = scene.test_shop.shop.ship(scene.admin, scene.order, Ship { anyway: true, ..Ship::default() }).await;
    assert!(matches!(shipped, Err(Refused(ShipmentError::State(WrongState::Refunded)))));
    assert_eq!((scene.test_shop.stock(scene.part).await, scene.test_shop.due_refunds().await), (5, 0));
    assert!(!scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap(), "it went back before");
    scene.message().await;
    assert_eq!(scene.test_shop.provider.refunds().len(), 1);
}

#[tokio::test]
async fn the_daily_check_finds_dashboard_refunds_without_a_webhook() {
    let scene = paid().await;
    scene.test_shop.clock.advance(Duration::from_hours(20 * 24));
    scene.test_shop.provider.refund_elsewhere(&scene.transaction, 1000);
    scene.test_shop.clock.advance(Duration::from_hours(9 * 24));
    scene.test_shop.shop.recheck_money().await.unwrap();
    assert!(scene.test_shop.stored_order(scene.order).await.is_refunded());
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn shipping_after_a_partial_dashboard_refund_needs_confirmation() {
    let scene = paid().await;
    scene.test_shop.provider.refund_elsewhere(&scene.transaction, 300);
    scene.message().await;
    scene.message().await;
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!((order.refunded(), order.is_paid(), scene.cents_in_the_ledger().await), (Some(cents(300)), true, 700));
    let refused = scene.test_shop.shop.ship(scene.admin, scene.order, Ship::default()).await;
    let expected = MoneyAway::PartlyRefunded { refunded: cents(300) };
    assert!(matches!(refused, Err(Refused(ShipmentError::MoneyAway(away))) if away == expected));
    assert!(
        scene.test_shop.shop.ship(scene.admin, scene.order, Ship { anyway: true, ..Ship::default() }).await.unwrap()
    );
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_refund_is_only_for_the_rest_after_a_dashboard_refund() {
    let scene = paid().await;
    scene.test_shop.provider.refund_elsewhere(&scene.transaction, 100);
    scene.message().await;
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    let [refund] = &scene.test_shop.shop.refunds(scene.admin, Page::first()).await.unwrap()[..] else { panic!() };
    assert_eq!((refund.amount, refund.done_at.is_some()), (cents(900), true));
    assert_eq!(scene.test_shop.provider.left_of(&scene.transaction), Money::ZERO);
    assert_eq!(scene.cents_in_the_ledger().await, 0);
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_partial_refund_in_the_dashboard_is_not_the_whole() {
    let scene = paid().await;
    // The shop's refund cannot be made at the moment; in the meantime ten cents are refunded in the dashboard.
    scene.test_shop.provider.fail_next([Some(Outage::Busy)]);
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    scene.test_shop.provider.refund_elsewhere(&scene.transaction, 10);
    scene.message().await;
    scene.test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((scene.test_shop.due_refunds().await, scene.test_shop.provider.refunds().len()), (0, 2));
    assert_eq!(scene.test_shop.provider.left_of(&scene.transaction), Money::ZERO);
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_returned_partial_refund_belongs_to_the_shop_again() {
    let scene = paid().await;
    scene.test_shop.provider.refund_elsewhere(&scene.transaction, 300);
    scene.message().await;
    scene.test_shop.provider.refund_comes_back(&scene.transaction);
    scene.message().await;
    assert_eq!((scene.reversal().await, scene.cents_in_the_ledger().await), (Reversal::NONE, 1000));
}

#[tokio::test]
async fn a_dispute_withdraws_the_money_until_its_outcome() {
    for (end, cents_left, ships) in [(DisputeState::Won, 1000, true), (DisputeState::Lost, 0, false)] {
        let scene = paid().await;
        scene.test_shop.provider.open_dispute(&scene.transaction, DisputeState::Open);
        scene.message().await;
        let expected = Reversal { refunded: Money::ZERO, withdrawn: cents(1000), dispute: Some(DisputeState::Open) };
        assert_eq!((scene.reversal().await, scene.cents_in_the_ledger().await), (expected, 0));
        assert_eq!(scene.test_shop.shop.health_gauges().await.unwrap().disputes_open, 1);
        let refused = scene.test_shop.shop.ship(scene.admin, scene.order, Ship::default()).await;
        assert!(matches!(refused, Err(Refused(ShipmentError::MoneyAway(MoneyAway::Disputed)))));
        let refused = scene.test_shop.shop.refund_order(scene.admin, scene.order).await;
        assert!(matches!(refused, Err(Refused(RefundError::Disputed))), "the money is not refunded twice");

        scene.test_shop.provider.decide_dispute(&scene.transaction, end);
        // No message reports it; open disputes are checked each day.
        scene.test_shop.clock.advance(Duration::from_hours(60 * 24));
        scene.test_shop.shop.recheck_money().await.unwrap();
        scene.test_shop.check_books().await;
        assert_eq!((scene.reversal().await.dispute, scene.cents_in_the_ledger().await), (Some(end), cents_left));
        assert_eq!(scene.test_shop.shop.health_gauges().await.unwrap().disputes_open, 0);
        assert_eq!(
            scene.test_shop.shop.ship(scene.admin, scene.order, Ship { anyway: true, ..Ship::default() }).await.is_ok(),
            ships
        );
        scene.test_shop.check_books().await;
    }
}

#[tokio::test]
async fn an_order_with_a_lost_dispute_is_canceled_without_a_second_refund() {
    let scene = paid().await;
    scene.test_shop.provider.open_dispute(&scene.transaction, DisputeState::Open);
    scene.test_shop.provider.decide_dispute(&scene.transaction, DisputeState::Lost);
    scene.message().await;
    assert!(scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap());
    assert_eq!((scene.test_shop.provider.refunds().len(), scene.test_shop.due_refunds().await), (0, 0));
    assert_eq!(scene.test_shop.stock(scene.part).await, 5);
    scene.test_shop.check_books().await;
    scene.message().await;
}

#[tokio::test]
async fn an_inquiry_moves_no_money_but_shipping_needs_confirmation() {
    let scene = paid().await;
    scene.test_shop.provider.open_dispute(&scene.transaction, DisputeState::Inquiry);
    scene.message().await;
    assert_eq!(scene.cents_in_the_ledger().await, 1000);
    assert!(scene.test_shop.shop.ship(scene.admin, scene.order, Ship::default()).await.is_err());
    assert!(
        scene.test_shop.shop.ship(scene.admin, scene.order, Ship { anyway: true, ..Ship::default() }).await.unwrap()
    );
}

#[tokio::test]
async fn a_lost_dispute_replaces_a_returned_refund() {
    let scene = paid().await;
    scene.test_shop.provider.let_refunds_wait(true);
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    // The customer's bank returns the refund, and withdraws the money by a dispute instead.
    scene.test_shop.provider.refund_comes_back(&scene.transaction);
    scene.test_shop.provider.open_dispute(&scene.transaction, DisputeState::Open);
    scene.message().await;
    scene.test_shop.provider.let_refunds_wait(false);
    scene.test_shop.clock.advance(Duration::from_hours(1));
    scene.test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!(scene.test_shop.due_refunds().await, 1, "nothing can be given back while the bank decides");
    scene.test_shop.provider.decide_dispute(&scene.transaction, DisputeState::Lost);
    scene.test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!((scene.test_shop.due_refunds().await, scene.test_shop.provider.refunds().len()), (0, 0));
    scene.message().await;
    assert_eq!(scene.cents_in_the_ledger().await, 0);
}

#[tokio::test]
async fn a_dispute_about_a_duplicate_payment_is_seen() {
    let scene = paid().await;
    let first = scene.test_shop.provider.payments().remove(0);
    for id in ["pi_0", "pi_z"] {
        let second = Scene { transaction: id.parse().unwrap(), test_shop: scene.test_shop.clone(), ..scene };
        scene.test_shop.provider.remember(ProviderPayment { id: second.transaction.clone(), ..first.clone() });
        scene.test_shop.provider.let_refunds_wait(true);
        second.test_shop.shop.take_provider_message(format!("evt_{id} {id}").as_bytes(), "good").await.unwrap();
        // The customer's bank returns the refund, and withdraws the money by a dispute instead.
        assert!(scene.test_shop.provider.refund_comes_back(&second.transaction));
        assert!(scene.test_shop.provider.open_dispute(&second.transaction, DisputeState::Open));
        second.message().await;
        assert_eq!(scene.reversal().await.dispute, Some(DisputeState::Open), "{id}");
        assert!(scene.test_shop.provider.decide_dispute(&second.transaction, DisputeState::Won));
        second.message().await;
        assert_eq!(scene.reversal().await.dispute, Some(DisputeState::Won), "{id}");
    }
}

#[tokio::test]
async fn refunding_a_shipped_order_does_not_restock_its_pieces() {
    let scene = paid().await;
    scene.test_shop.shop.ship(scene.admin, scene.order, Ship::default()).await.unwrap();
    let refused = scene.test_shop.shop.refund_order(scene.admin, scene.order).await;
    assert!(matches!(refused, Err(Refused(RefundError::State(WrongState::Shipped)))), "not by accident");
    assert!(scene.test_shop.shop.refund_shipped_order(scene.admin, scene.order).await.unwrap());
    assert!(!scene.test_shop.shop.refund_shipped_order(scene.admin, scene.order).await.unwrap());
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!(*order.state(), OrderState::RefundedAfterShipping(scene.transaction.clone()));
    assert_eq!((scene.test_shop.stock(scene.part).await, scene.test_shop.due_refunds().await), (4, 0));
    assert_eq!(scene.test_shop.provider.left_of(&scene.transaction), Money::ZERO);
    scene.test_shop.check_books().await;
    scene.message().await;
}

#[tokio::test]
async fn two_servers_request_a_refund_once() {
    let scene = paid().await;
    scene.test_shop.provider.fail_next([Some(Outage::Busy)]);
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    let before = scene.test_shop.provider.calls();
    let (one, two) = tokio::join!(scene.test_shop.shop.pay_refunds(), scene.test_shop.shop.pay_refunds());
    one.unwrap();
    two.unwrap();
    // Both read, with at most two calls each before and after, and one makes the refund.
    assert!(scene.test_shop.provider.calls() - before <= 7);
    assert_eq!((scene.test_shop.provider.refunds().len(), scene.test_shop.due_refunds().await), (1, 0));
}

#[tokio::test]
async fn a_refund_in_progress_cannot_be_closed() {
    let scene = paid().await;
    // The response is lost twice, and the list cannot be read: the refund may have been made.
    scene.test_shop.provider.fail_next([None, None, Some(Outage::BreaksBeforeEffect)]);
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    scene.test_shop.shop.pay_refunds().await.unwrap();
    let [refund] = &scene.test_shop.shop.refunds(scene.admin, Page::first()).await.unwrap()[..] else { panic!() };
    assert_eq!(refund.failures, 1);
    scene.test_shop.clock.advance(Duration::from_mins(1));
    scene.test_shop.provider.fail_next([None, None, Some(Outage::BeforeEffect)]);
    scene.test_shop.shop.pay_refunds().await.unwrap();
    let closed = async || scene.test_shop.shop.close_refund(scene.admin, refund.id).await;
    assert!(matches!(closed().await, Err(Refused(RefundError::UnderWay))));
    scene.test_shop.clock.advance(Duration::from_mins(5));
    assert!(closed().await.unwrap(), "by then the provider reports that it was not made");
}
