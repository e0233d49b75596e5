//! How much a customer who has never paid may have ordered, and for how long it is kept.

use crate::{orders::placing::OrderingError, payments::initiation::StartPayment, testing::test_shop::TestShop};
use autoparts_domain::{
    id::{OrderId, PartId, UserId},
    money::Money,
    orders::{
        OrderState, Reservation,
        unpaid::{Share, UnpaidLimitReached, UnpaidLimits},
    },
};
use std::time::Duration;

fn limited(orders: i64, cents: i64, percent: u8) -> TestShop {
    let mut test_shop = TestShop::default();
    test_shop.shop.rules.unpaid =
        UnpaidLimits { orders: Some(orders), value: Money::from_cents(cents), share: Share::from_percent(percent) };
    test_shop
}

async fn refusal(test_shop: &TestShop, customer: UserId, part: PartId, pieces: i64) -> UnpaidLimitReached {
    match test_shop.shop.place_order(customer, TestShop::wish(part, pieces)).await {
        Err(OrderingError::Unpaid(reached)) => reached,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn one_free_account_does_not_empty_the_shop() {
    let mut test_shop = TestShop::default();
    test_shop.shop.rules.unpaid = crate::shop::ShopRules::default().unpaid;
    let customer = test_shop.customer("marta").await;
    let mut held = Vec::new();
    for _ in 0..24 {
        let part = test_shop.part(4, 2_000, 5_000).await;
        let _ = test_shop.shop.place_order(customer, TestShop::wish(part, 2_000)).await;
        while test_shop.shop.place_order(customer, TestShop::wish(part, 4)).await.is_ok() {}
        held.push(2_000 - test_shop.stock(part).await);
    }
    let first = held.remove(0);
    assert_eq!(
        (first, held),
        (2_000, vec![0; 23]),
        "an order of all there is of one part is let through, as any shop would"
    );
    test_shop.check_books().await;
}

#[tokio::test]
async fn an_account_that_starts_small_holds_little() {
    let mut test_shop = TestShop::default();
    test_shop.shop.rules.unpaid = crate::shop::ShopRules::default().unpaid;
    let customer = test_shop.customer("marta").await;
    let mut held = 0;
    for _ in 0..24 {
        let part = test_shop.part(4, 2_000, 5_000).await;
        while test_shop.shop.place_order(customer, TestShop::wish(part, 4)).await.is_ok() {}
        while test_shop.shop.place_order(customer, TestShop::wish(part, test_shop.stock(part).await)).await.is_ok() {}
        held += 2_000 - test_shop.stock(part).await;
    }
    assert!((1..=200).contains(&held), "{held} of 48,000 pieces");
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_customer_who_pays_may_order_on() {
    let test_shop = limited(1, 1_000_000, 100);
    let (customer, part) = (test_shop.customer("marta").await, test_shop.part(1, 100, 1_000).await);
    let first = test_shop.order(customer, part, 1).await;
    assert_eq!(refusal(&test_shop, customer, part, 1).await, UnpaidLimitReached::Orders { most: 1 });
    let transaction = test_shop.start_payment(customer, first).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.shop.confirm_booking(customer, first, transaction).await.unwrap();
    for _ in 0..3 {
        test_shop.order(customer, part, 20).await;
    }
}

#[tokio::test]
async fn a_customer_who_deletes_an_order_may_place_another() {
    let test_shop = limited(1, 1_000_000, 100);
    let (customer, part) = (test_shop.customer("marta").await, test_shop.part(1, 100, 1_000).await);
    let first = test_shop.order(customer, part, 1).await;
    refusal(&test_shop, customer, part, 1).await;
    test_shop.shop.delete_own_order(customer, first).await.unwrap();
    test_shop.order(customer, part, 1).await;
    let other = test_shop.customer("olga").await;
    test_shop.order(other, part, 1).await;
}

#[tokio::test]
async fn money_that_went_back_does_not_lift_the_limits() {
    let test_shop = limited(1, 1_000_000, 100);
    let (customer, admin) = (test_shop.customer("marta").await, test_shop.admin().await);
    let part = test_shop.part(1, 100, 1_000).await;
    let (paid, _) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.refund_order(admin, paid).await.unwrap();
    test_shop.order(customer, part, 1).await;
    assert_eq!(refusal(&test_shop, customer, part, 1).await, UnpaidLimitReached::Orders { most: 1 });
}

#[tokio::test]
async fn an_order_whose_reservation_has_ended_counts_until_it_is_paid_or_deleted() {
    let test_shop = limited(1, 1_000_000, 100);
    let (customer, part) = (test_shop.customer("marta").await, test_shop.part(1, 100, 1_000).await);
    let first = test_shop.order(customer, part, 1).await;
    test_shop.clock.advance(test_shop.shop.rules.unstarted_hold);
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    refusal(&test_shop, customer, part, 1).await;
    // It can be paid all the same.
    test_shop.start_payment(customer, first).await;
}

#[tokio::test]
async fn the_limits_do_not_refuse_what_was_ordered_before() {
    let test_shop = limited(1, 1_000_000, 100);
    let (customer, part) = (test_shop.customer("marta").await, test_shop.part(1, 100, 1_000).await);
    let mut wish = TestShop::wish(part, 1);
    wish.idempotency_key = Some("click-1".to_owned());
    let first = test_shop.shop.place_order(customer, wish.clone()).await.unwrap();
    assert_eq!(test_shop.shop.place_order(customer, wish).await.unwrap(), first);
}

async fn reserved_until(test_shop: &TestShop, order: OrderId) -> Duration {
    let order = test_shop.stored_order(order).await;
    let (OrderState::Pending(Reservation::Active { until }), placed) = (order.state(), order.snapshot().placed_at)
    else {
        panic!("{:?}", order.state());
    };
    Duration::from_micros(u64::try_from(until.micros() - placed.micros()).unwrap())
}

#[tokio::test]
async fn pieces_are_kept_for_longer_once_a_payment_was_started() {
    let test_shop = TestShop::default();
    let rules = test_shop.shop.rules;
    let (customer, part) = (test_shop.customer("marta").await, test_shop.part(1, 10, 1_000).await);
    let order = test_shop.order(customer, part, 4).await;
    assert_eq!(reserved_until(&test_shop, order).await, rules.unstarted_hold);
    test_shop.clock.advance(Duration::from_hours(1));
    test_shop.start_payment(customer, order).await;
    assert_eq!(reserved_until(&test_shop, order).await, rules.order_hold);
    // To start again keeps nothing for longer.
    test_shop.clock.advance(Duration::from_hours(1));
    test_shop.start_payment(customer, order).await;
    assert_eq!(reserved_until(&test_shop, order).await, rules.order_hold);
    test_shop.clock.advance(rules.order_hold);
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    assert_eq!(test_shop.stock(part).await, 10);
    test_shop.check_books().await;
}

#[tokio::test]
async fn an_order_nobody_starts_to_pay_for_gives_its_pieces_back_soon_and_can_still_be_paid() {
    let test_shop = TestShop::default();
    let (customer, part) = (test_shop.customer("marta").await, test_shop.part(1, 4, 1_000).await);
    let order = test_shop.order(customer, part, 4).await;
    test_shop.clock.advance(test_shop.shop.rules.unstarted_hold);
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    assert_eq!(test_shop.stock(part).await, 4);
    let command = StartPayment { order: Some(order), price: None };
    test_shop.shop.start_payment(customer, command).await.unwrap();
    assert_eq!(test_shop.stock(part).await, 0);
    test_shop.check_books().await;
}
