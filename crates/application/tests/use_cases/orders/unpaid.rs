//! Limits on unpaid orders, and how long they stay reserved.

use autoparts_application::{
    orders::{ordering_error::OrderingError, placing::PlaceOrder},
    payments::initiation::{PaymentError, StartPayment},
    shop_rules::ShopRules,
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    accounts::User,
    client_network::ClientNetwork,
    id::{OrderId, PartId, UserId},
    money::Money,
    orders::{
        OrderState, Reservation,
        unpaid::{CREDIT_FACTOR, ONE_SET, Share, UnpaidLimitReached, UnpaidLimits},
    },
};
use autoparts_testing::test_shop::TestShop;
use std::{net::IpAddr, time::Duration};

fn limited(orders: i64, cents: i64, percent: u8) -> TestShop {
    let mut test_shop = TestShop::default();
    test_shop.shop.rules.unpaid =
        UnpaidLimits { orders: Some(orders), value: Money::from_cents(cents), share: Share::from_percent(percent) };
    test_shop
}

/// A shop with the default limits.
fn with_defaults() -> TestShop {
    let mut test_shop = TestShop::default();
    test_shop.shop.rules.unpaid = ShopRules::default().unpaid;
    test_shop
}

async fn refusal(test_shop: &TestShop, customer: UserId, part: PartId, pieces: i64) -> UnpaidLimitReached {
    match test_shop.shop.place_order(customer, TestShop::single_order(part, pieces)).await {
        Err(Refused(OrderingError::Unpaid(reached))) => reached,
        other => panic!("{other:?}"),
    }
}

/// A member with an unverified address.
async fn unverified(test_shop: &TestShop, name: &str) -> UserId {
    let id = test_shop.customer(name).await;
    let change = test_shop.shop.store.write(move |tx| {
        let before = tx.user(&id)?.unwrap();
        tx.update_user(&before, &User { email_verified: false, ..before.clone() })
    });
    change.await.unwrap();
    id
}

fn network(last: u8) -> ClientNetwork {
    ClientNetwork::new(Some(IpAddr::from([192, 0, 2, last])))
}

fn from_network(request: PlaceOrder, last: u8) -> PlaceOrder {
    PlaceOrder { network: network(last), ..request }
}

/// Twenty-four parts with stocks and prices like those of the demo.
async fn catalogue(test_shop: &TestShop) -> Vec<(PartId, i64)> {
    let mut parts = Vec::new();
    for number in 1..=24 {
        let stock = 700 + 1_500 * number;
        parts.push((test_shop.part(4, stock, 1_500 / number).await, stock));
    }
    parts
}

#[tokio::test]
async fn one_network_leaves_three_quarters_of_every_part() {
    let test_shop = with_defaults();
    let parts = catalogue(&test_shop).await;
    let mut customers = Vec::new();
    for number in 0..40 {
        customers.push(test_shop.guest(&format!("guest-{number}")).await);
        customers.push(unverified(&test_shop, &format!("member-{number}")).await);
    }
    for customer in &customers {
        let everything = test_shop.shop.check_out(*customer, TestShop::order_of(&parts)).await;
        assert!(matches!(everything, Err(Refused(OrderingError::Unpaid(_)))), "{everything:?}");
    }
    for (part, stock) in &parts {
        let left = test_shop.stock(*part).await;
        assert!(left * 4 >= *stock * 3, "{left} of {stock}");
    }
    test_shop.check_books().await;
}

/// The arithmetic of docs/operations.md, "Unpaid orders".
#[tokio::test]
async fn one_network_reserves_one_part_fully_and_quarters_up_to_a_limit() {
    let test_shop = with_defaults();
    let parts = catalogue(&test_shop).await;
    let mut held_in_full = 0;
    let mut other_cents = 0;
    for number in 0..80 {
        let guest = test_shop.guest(&format!("guest-{number}")).await;
        let (part, stock) = parts[number % parts.len()];
        for pieces in [stock, stock / 4, stock / 8, stock / 16, 4] {
            if test_shop.shop.place_order(guest, TestShop::single_order(part, pieces)).await.is_ok() {
                break;
            }
        }
    }
    for (number, (part, stock)) in (1..).zip(&parts) {
        let held = stock - test_shop.stock(*part).await;
        if held == *stock {
            held_in_full += 1;
        } else {
            assert!(held * 4 <= *stock, "{held} of {stock}");
            other_cents += held * (1_500 / number);
        }
    }
    assert_eq!(held_in_full, 1);
    assert!((500_000..=1_000_000).contains(&other_cents), "{other_cents} cents");
}

#[test]
fn the_operators_manual_has_the_arithmetic_of_the_defaults() {
    let manual = include_str!("../../../../../docs/operations.md");
    let ShopRules { unpaid, order_hold, unstarted_hold, .. } = ShopRules::default();
    let orders = unpaid.orders.unwrap();
    let value = unpaid.value.unwrap().shown();
    let (share, hours) = (unpaid.share.unwrap().percent(), |hold: Duration| hold.as_secs() / 3600);
    let short = hours(unstarted_hold);
    let long = hours(order_hold);
    let more = unstarted_hold.as_secs() / 4 / 60;
    for row in [
        format!("| each other part | {share} % of its stock, or its minimum order, or {ONE_SET} pieces |"),
        format!("| those other parts together | {value} | {value} | N × {value} |"),
        format!("| orders | any number, {orders} each | {orders} | {orders} N |"),
        format!("| {short} hours, at most {short} hours {more} minutes; {long} hours once a card was presented"),
        format!("may have {CREDIT_FACTOR} times as much on order"),
        format!("A customer who has paid $42 can hold ${} more.", 42 * CREDIT_FACTOR),
    ] {
        assert!(manual.contains(&row), "{row}");
    }
}

#[tokio::test]
async fn one_free_account_does_not_empty_the_shop() {
    let test_shop = with_defaults();
    let customer = test_shop.customer("marta").await;
    let parts = catalogue(&test_shop).await;
    let everything = test_shop.shop.check_out(customer, TestShop::order_of(&parts)).await;
    assert!(
        matches!(everything, Err(Refused(OrderingError::Unpaid(UnpaidLimitReached::Share { .. })))),
        "{everything:?}"
    );
    let mut emptied = 0;
    for (part, stock) in &parts {
        let _ = test_shop.shop.place_order(customer, TestShop::single_order(*part, *stock)).await;
        emptied += u32::from(test_shop.stock(*part).await == 0);
    }
    assert_eq!(emptied, 1, "an order of all there is of one part is let through, as any shop would");
    test_shop.check_books().await;
}

#[tokio::test]
async fn an_account_that_starts_small_reserves_little_of_all_but_one_part() {
    let test_shop = with_defaults();
    let customer = test_shop.customer("marta").await;
    let mut held = Vec::new();
    for _ in 0..24 {
        let part = test_shop.part(4, 2_000, 5_000).await;
        while test_shop.shop.place_order(customer, TestShop::single_order(part, 4)).await.is_ok() {}
        while test_shop
            .shop
            .place_order(customer, TestShop::single_order(part, test_shop.stock(part).await))
            .await
            .is_ok()
        {}
        held.push(2_000 - test_shop.stock(part).await);
    }
    held.sort_unstable();
    held.pop();
    assert!(held.iter().sum::<i64>() <= 200, "{held:?}");
    test_shop.check_books().await;
}

#[tokio::test]
async fn limits_grow_with_what_was_paid() {
    let test_shop = limited(5, 100_000, 25);
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1_000).await;
    let other = test_shop.part(1, 100, 1_000).await;
    test_shop.paid_order(customer, part, 4).await;
    // $40 were paid: $400 may be on order, regardless of the share.
    for _ in 0..4 {
        test_shop.order(customer, part, 10).await;
    }
    // Beyond that the normal limits apply.
    assert!(matches!(refusal(&test_shop, customer, other, 26).await, UnpaidLimitReached::Share { most: 25, .. }));
    test_shop.order(customer, other, 25).await;
    assert_eq!(refusal(&test_shop, customer, other, 1).await, UnpaidLimitReached::Orders { most: 5 });
}

#[tokio::test]
async fn a_customer_who_pays_may_order_again() {
    let test_shop = limited(1, 1_000_000, 100);
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1_000).await;
    let first = test_shop.order(customer, part, 10).await;
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
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1_000).await;
    let first = test_shop.order(customer, part, 1).await;
    refusal(&test_shop, customer, part, 1).await;
    test_shop.shop.delete_own_order(customer, first).await.unwrap();
    test_shop.order(customer, part, 1).await;
    let other = test_shop.customer("olga").await;
    test_shop.order(other, part, 1).await;
}

#[tokio::test]
async fn refunded_money_does_not_raise_the_limits() {
    let test_shop = limited(1, 1_000_000, 100);
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 100, 1_000).await;
    let (paid, _) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.refund_order(admin, paid).await.unwrap();
    test_shop.order(customer, part, 1).await;
    assert_eq!(refusal(&test_shop, customer, part, 1).await, UnpaidLimitReached::Orders { most: 1 });
}

#[tokio::test]
async fn an_order_whose_reservation_has_ended_counts_until_it_is_paid_or_deleted() {
    let test_shop = limited(1, 1_000_000, 100);
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1_000).await;
    let first = test_shop.order(customer, part, 1).await;
    test_shop.clock.advance(test_shop.shop.rules.unstarted_hold);
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    refusal(&test_shop, customer, part, 1).await;
    // It can still be paid.
    test_shop.start_payment(customer, first).await;
}

#[tokio::test]
async fn the_limits_do_not_refuse_repeated_requests() {
    let test_shop = limited(1, 1_000_000, 100);
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1_000).await;
    let mut request = TestShop::single_order(part, 1);
    request.idempotency_key = Some("click-1".to_owned());
    let first = test_shop.shop.place_order(customer, request.clone()).await.unwrap();
    assert_eq!(test_shop.shop.place_order(customer, request).await.unwrap(), first);
}

async fn reserved_until(test_shop: &TestShop, order: OrderId) -> Duration {
    let order = test_shop.stored_order(order).await;
    let (OrderState::Pending(Reservation::Active { until }), placed) = (order.state(), order.snapshot().placed_at)
    else {
        panic!("{:?}", order.state());
    };
    Duration::from_micros(u64::try_from(until.micros() - placed.micros()).unwrap())
}

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn starting_a_payment_without_a_card_extends_no_reservation() {
    let test_shop = TestShop::default();
    let rules = test_shop.shop.rules;
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 1_000).await;
    let order = test_shop.order(customer, part, 4).await;
    test_shop.clock.advance(HOUR);
    for _ in 0..3 {
        test_shop.start_payment(customer, order).await;
        test_shop.shop.reconcile().await.unwrap();
        assert_eq!(reserved_until(&test_shop, order).await, rules.unstarted_hold);
    }
    test_shop.clock.advance(HOUR);
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    assert_eq!(test_shop.stock(part).await, 10);
    test_shop.check_books().await;
}

#[tokio::test]
async fn the_reservation_is_extended_once_to_enter_a_card() {
    let test_shop = TestShop::default();
    let rules = test_shop.shop.rules;
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 1_000).await;
    let order = test_shop.order(customer, part, 4).await;
    let almost_over = rules.unstarted_hold.checked_sub(Duration::from_mins(1)).unwrap();
    test_shop.clock.advance(almost_over);
    test_shop.start_payment(customer, order).await;
    let time_to_pay = almost_over + rules.unstarted_hold / 4;
    assert_eq!(reserved_until(&test_shop, order).await, time_to_pay);
    test_shop.clock.advance(Duration::from_mins(20));
    test_shop.start_payment(customer, order).await;
    assert_eq!(reserved_until(&test_shop, order).await, time_to_pay, "once");
}

/// The source that reports a presented card to the shop.
enum Messenger {
    Provider,
    Reconciler,
    Customer,
}

#[tokio::test]
async fn a_presented_card_extends_the_reservation() {
    for messenger in [Messenger::Provider, Messenger::Reconciler, Messenger::Customer] {
        let test_shop = TestShop::default();
        let rules = test_shop.shop.rules;
        let customer = test_shop.customer("marta").await;
        let part = test_shop.part(1, 10, 1_000).await;
        let order = test_shop.order(customer, part, 4).await;
        test_shop.clock.advance(HOUR);
        let transaction = test_shop.start_payment(customer, order).await;
        test_shop.clock.advance(HOUR / 2);
        test_shop.provider.customer_presents_a_card(&transaction);
        for _ in 0..2 {
            match messenger {
                Messenger::Provider => {
                    let message = format!("evt_1 {transaction}");
                    test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
                }
                Messenger::Reconciler => test_shop.shop.reconcile().await.unwrap(),
                Messenger::Customer => drop(test_shop.start_payment(customer, order).await),
            }
            assert_eq!(reserved_until(&test_shop, order).await, HOUR + rules.order_hold, "from when it was started");
            test_shop.clock.advance(HOUR / 2);
        }
        assert_eq!(test_shop.stored_order(order).await.revision(), 2, "no change for nothing");
        assert!(test_shop.provider.customer_pays(&transaction));
        test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap();
        test_shop.check_books().await;
    }
}

#[tokio::test]
async fn an_order_without_a_payment_attempt_expires_early_but_stays_payable() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 4, 1_000).await;
    let order = test_shop.order(customer, part, 4).await;
    test_shop.clock.advance(test_shop.shop.rules.unstarted_hold);
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    assert_eq!(test_shop.stock(part).await, 4);
    test_shop.shop.start_payment(customer, StartPayment::of(order)).await.unwrap();
    assert_eq!(test_shop.stock(part).await, 0);
    let again = test_shop.shop.rules.unstarted_hold * 2;
    assert_eq!(reserved_until(&test_shop, order).await, again, "as long as a new order");
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_guest_may_order_all_of_one_part_and_so_may_others() {
    let test_shop = with_defaults();
    let first = test_shop.part(1, 40, 100_000).await;
    let second = test_shop.part(1, 40, 100_000).await;
    let third = test_shop.part(1, 40, 100_000).await;
    let guest = test_shop.guest("ann").await;
    let neighbor = test_shop.guest("ben").await;
    let place = async |customer, part, pieces, last| {
        let request = from_network(TestShop::single_order(part, pieces), last);
        test_shop.shop.place_order(customer, request).await
    };
    place(guest, first, 40, 1).await.unwrap();
    let refused = place(neighbor, second, 40, 1).await;
    assert!(matches!(refused, Err(Refused(OrderingError::Unpaid(UnpaidLimitReached::Network)))), "{refused:?}");
    place(neighbor, second, 10, 1).await.unwrap();
    place(neighbor, third, 40, 2).await.unwrap();
    let member = test_shop.customer("olga").await;
    place(member, second, 30, 1).await.unwrap();
    test_shop.check_books().await;
}

#[tokio::test]
async fn expired_reservations_of_a_network_do_not_count() {
    let test_shop = with_defaults();
    let parts = [test_shop.part(1, 40, 1_000).await, test_shop.part(1, 40, 1_000).await];
    let guests = [test_shop.guest("ann").await, test_shop.guest("ben").await];
    let first = test_shop.order(guests[0], parts[0], 40).await;
    assert_eq!(refusal(&test_shop, guests[1], parts[1], 40).await, UnpaidLimitReached::Network);
    test_shop.clock.advance(test_shop.shop.rules.unstarted_hold);
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    let second = test_shop.order(guests[1], parts[1], 40).await;
    // Expired orders do not bypass the limits: reserved again, they count again.
    let again = test_shop.shop.start_payment(guests[0], StartPayment::of(first)).await;
    assert!(matches!(again, Err(Refused(PaymentError::Unpaid(UnpaidLimitReached::Network)))), "{again:?}");
    assert_eq!(test_shop.stock(parts[0]).await, 40);
    let elsewhere = StartPayment { network: network(9), ..StartPayment::of(first) };
    test_shop.shop.start_payment(guests[0], elsewhere).await.unwrap();
    let transaction = test_shop.start_payment(guests[1], second).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.shop.confirm_booking(guests[1], second, transaction).await.unwrap();
    test_shop.check_books().await;
}

#[tokio::test]
async fn concurrent_orders_of_one_network_see_each_other() {
    let test_shop = with_defaults();
    let mut requests = Vec::new();
    for number in 0..8 {
        let guest = test_shop.guest(&format!("guest-{number}")).await;
        let part = test_shop.part(1, 40, 1_000).await;
        let shop = test_shop.shop.clone();
        requests
            .push(tokio::spawn(async move { shop.place_order(guest, TestShop::single_order(part, 40)).await.is_ok() }));
    }
    let mut placed = 0;
    for request in requests {
        placed += u32::from(request.await.unwrap());
    }
    assert_eq!(placed, 1);
}

#[tokio::test]
async fn network_digests_differ_from_shop_to_shop() {
    let mut shops = [TestShop::default(), TestShop::default()];
    shops[1].shop.id = autoparts_testing::clock::numbered(7_001).into();
    let digests = shops.each_ref().map(|test_shop| format!("{:?}", test_shop.shop.allowance(network(1))));
    assert_ne!(digests[0], digests[1]);
}
