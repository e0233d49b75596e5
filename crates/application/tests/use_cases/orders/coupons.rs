//! Coupons: redeemed once, with an order, and released if the order does not go through.

use autoparts_application::orders::{
    ordering_error::OrderingError,
    placing::PlaceOrder,
    quoting::{QuoteRequest, Quoted},
    shipment::Ship,
};
use autoparts_application::{
    orders::placing::SendTo,
    payments::{initiation::PaymentError, settlement::SettlementError},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    id::{OrderId, PartId, UserId},
    money::Money,
    newsletter::{Coupon, CouponCode, CouponRefused},
    payments::RefundReason,
};
use autoparts_testing::{
    samples::{coupon, subscription},
    test_shop::TestShop,
};

/// An unused coupon of 50 dollars.
async fn unused(test_shop: &TestShop, number: u64) -> CouponCode {
    let give = test_shop.shop.store.write(move |tx| {
        tx.insert_subscription(&subscription(number))?;
        tx.insert_coupon(&subscription(number).id, &coupon(number))
    });
    give.await.unwrap();
    coupon(number).code
}

async fn is_used(test_shop: &TestShop, code: &CouponCode) -> bool {
    let code = code.clone();
    let found = test_shop.shop.store.read(move |tx| tx.coupon(&code)).await.unwrap();
    found.is_some_and(|coupon| coupon.used_at.is_some())
}

async fn quoted(test_shop: &TestShop, part: PartId, pieces: i64, code: &CouponCode) -> Quoted {
    let request =
        QuoteRequest { coupon: Some(code.clone()), ..QuoteRequest::of(TestShop::single_order(part, pieces).lines) };
    test_shop.shop.quote(request).await.unwrap()
}

fn checkout(part: PartId, pieces: i64, code: &CouponCode, cents: i64) -> PlaceOrder {
    PlaceOrder {
        coupon: Some(code.clone()),
        expected_total: Money::from_cents(cents),
        ..TestShop::single_order(part, pieces)
    }
}

async fn order(test_shop: &TestShop, customer: UserId, part: PartId, code: &CouponCode) -> OrderId {
    test_shop.shop.check_out(customer, checkout(part, 2, code, 15_000)).await.unwrap()
}

/// A shop with a customer, parts of 100 dollars and a coupon.
async fn shop_with_coupon() -> (TestShop, UserId, PartId, CouponCode) {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 10_000).await;
    let code = unused(&test_shop, 1).await;
    (test_shop, customer, part, code)
}

async fn pay(test_shop: &TestShop, customer: UserId, order: OrderId) {
    let transaction = test_shop.start_payment(customer, order).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap();
}

#[tokio::test]
async fn a_quote_shows_the_discount_without_using_the_coupon() {
    let (test_shop, _, part, code) = shop_with_coupon().await;
    let shown = quoted(&test_shop, part, 2, &code).await;
    assert_eq!((shown.quote.discount().cents(), shown.quote.total()), (5_000, Money::from_cents(15_000)));
    assert_eq!((shown.coupon_refused, is_used(&test_shop, &code).await), (None, false));
    let unknown = quoted(&test_shop, part, 2, &coupon(9).code).await;
    assert_eq!(
        (unknown.coupon_refused, unknown.quote.total()),
        (Some(CouponRefused::Unknown), Money::from_cents(20_000))
    );
}

/// Two concurrent carts, or one completed twice, redeem a coupon once.
#[tokio::test]
async fn a_coupon_is_used_by_one_order() {
    let (test_shop, marta, part, code) = shop_with_coupon().await;
    let id = order(&test_shop, marta, part, &code).await;
    assert_eq!(test_shop.stored_order(id).await.snapshot().lines.discount().cents(), 5_000);
    assert!(is_used(&test_shop, &code).await);
    let olga = test_shop.customer("olga").await;
    let again = test_shop.shop.check_out(olga, checkout(part, 2, &code, 15_000)).await;
    assert!(matches!(again, Err(Refused(OrderingError::Coupon(CouponRefused::Used)))), "{again:?}");
    let unknown = test_shop.shop.check_out(olga, checkout(part, 2, &coupon(9).code, 15_000)).await;
    assert!(matches!(unknown, Err(Refused(OrderingError::Coupon(CouponRefused::Unknown)))), "{unknown:?}");
    assert_eq!(quoted(&test_shop, part, 2, &code).await.coupon_refused, Some(CouponRefused::Used));
    assert_eq!(test_shop.stock(part).await, 98);
    test_shop.check_books().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_concurrent_orders_do_not_share_a_coupon() {
    let (test_shop, marta, part, code) = shop_with_coupon().await;
    let clicks: Vec<_> = (0..8)
        .map(|_| {
            let test_shop = test_shop.clone();
            let command = checkout(part, 2, &code, 15_000);
            tokio::spawn(async move { test_shop.shop.check_out(marta, command).await })
        })
        .collect();
    let mut placed = 0;
    for click in clicks {
        match click.await.unwrap() {
            Ok(_) => placed += 1,
            Err(error) => assert!(matches!(error, Refused(OrderingError::Coupon(CouponRefused::Used))), "{error}"),
        }
    }
    assert_eq!((placed, test_shop.stock(part).await), (1, 98));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_repeated_checkout_succeeds_although_its_coupon_is_used() {
    let (test_shop, marta, part, code) = shop_with_coupon().await;
    let keyed = || PlaceOrder { idempotency_key: Some("click-1".to_owned()), ..checkout(part, 2, &code, 15_000) };
    let first = test_shop.shop.check_out(marta, keyed()).await.unwrap();
    assert_eq!(test_shop.shop.check_out(marta, keyed()).await.unwrap(), first);
    let without = PlaceOrder { coupon: None, ..keyed() };
    assert!(matches!(test_shop.shop.check_out(marta, without).await, Err(Refused(OrderingError::KeyReused))));
}

#[tokio::test]
async fn an_order_that_is_deleted_or_refunded_frees_its_coupon() {
    let (test_shop, marta, part, code) = shop_with_coupon().await;
    let admin = test_shop.admin().await;
    let own = order(&test_shop, marta, part, &code).await;
    test_shop.shop.delete_own_order(marta, own).await.unwrap();
    assert!(!is_used(&test_shop, &code).await);
    let theirs = order(&test_shop, marta, part, &code).await;
    test_shop.shop.delete_any_order(admin, theirs).await.unwrap();
    assert!(!is_used(&test_shop, &code).await);
    test_shop.check_books().await;
    let paid = order(&test_shop, marta, part, &code).await;
    pay(&test_shop, marta, paid).await;
    assert!(is_used(&test_shop, &code).await);
    test_shop.shop.refund_order(admin, paid).await.unwrap();
    assert!(!is_used(&test_shop, &code).await);
    test_shop.check_books().await;
}

#[tokio::test]
async fn an_expired_or_shipped_order_keeps_its_coupon() {
    let (test_shop, marta, part, code) = shop_with_coupon().await;
    let admin = test_shop.admin().await;
    let id = order(&test_shop, marta, part, &code).await;
    test_shop.clock.advance(std::time::Duration::from_hours(25));
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    assert!(is_used(&test_shop, &code).await, "it can still be paid at its total");
    test_shop.check_books().await;
    pay(&test_shop, marta, id).await;
    test_shop.shop.ship(admin, id, Ship::default()).await.unwrap();
    test_shop.shop.refund_shipped_order(admin, id).await.unwrap();
    assert!(is_used(&test_shop, &code).await);
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_coupon_without_a_discount_is_not_used() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 50).await;
    let code = unused(&test_shop, 1).await;
    test_shop.shop.check_out(marta, checkout(part, 1, &code, 50)).await.unwrap();
    assert!(!is_used(&test_shop, &code).await);
    test_shop.check_books().await;
    test_shop.shop.check_out(marta, checkout(part, 2, &code, 50)).await.unwrap();
    assert!(is_used(&test_shop, &code).await, "larger than the goods: fifty cents are left to pay");
    test_shop.check_books().await;
}

/// Another coupon with another address, so that only the property under test is shared.
fn elsewhere(number: u64, part: PartId) -> PlaceOrder {
    let send_to = SendTo::Address(format!("{number} Elsewhere Street").parse().unwrap());
    PlaceOrder { send_to, ..checkout(part, 2, &coupon(number).code, 15_000) }
}

async fn is_refused(test_shop: &TestShop, customer: UserId, command: PlaceOrder) -> bool {
    let refused = test_shop.shop.check_out(customer, command).await;
    matches!(refused, Err(Refused(OrderingError::Coupon(CouponRefused::AlreadyRedeemed))))
}

#[tokio::test]
async fn a_member_redeems_one_coupon_among_existing_orders() {
    let (test_shop, marta, part, first) = shop_with_coupon().await;
    for number in 2..=4 {
        unused(&test_shop, number).await;
    }
    let id = order(&test_shop, marta, part, &first).await;
    for number in 2..=4 {
        assert!(is_refused(&test_shop, marta, elsewhere(number, part)).await, "coupon {number}");
        assert!(!is_used(&test_shop, &coupon(number).code).await, "and it stays good");
    }
    let without = PlaceOrder { coupon: None, expected_total: None, ..elsewhere(2, part) };
    test_shop.shop.check_out(marta, without).await.unwrap();
    test_shop.shop.delete_own_order(marta, id).await.unwrap();
    test_shop.shop.check_out(marta, elsewhere(2, part)).await.unwrap();
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_destination_receives_one_order_with_a_coupon_from_any_customer() {
    let (test_shop, marta, part, first) = shop_with_coupon().await;
    unused(&test_shop, 2).await;
    order(&test_shop, marta, part, &first).await;
    let same = checkout(part, 2, &coupon(2).code, 15_000);
    let guest = test_shop.guest("guest").await;
    let olga = test_shop.customer("olga").await;
    for customer in [guest, olga] {
        assert!(is_refused(&test_shop, customer, same.clone()).await);
    }
    test_shop.shop.check_out(olga, elsewhere(2, part)).await.unwrap();
}

#[tokio::test]
async fn guests_with_one_mailbox_are_one_customer_and_do_not_block_members() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 100, 10_000).await;
    for number in 1..=3 {
        unused(&test_shop, number).await;
    }
    let first = test_shop.guest("marta").await;
    let again = test_shop.guest("marta+2").await;
    test_shop.shop.check_out(first, elsewhere(1, part)).await.unwrap();
    assert!(is_refused(&test_shop, again, elsewhere(2, part)).await);
    let marta = test_shop.customer("marta").await;
    test_shop.shop.check_out(marta, elsewhere(3, part)).await.unwrap();
}

/// The card is known only after payment: the money is refunded, and the order is unchanged.
#[tokio::test]
async fn a_card_pays_for_one_order_with_a_coupon() {
    let (test_shop, marta, part, first) = shop_with_coupon().await;
    let olga = test_shop.customer("olga").await;
    unused(&test_shop, 2).await;
    let pay_by = async |customer, order, card| {
        let transaction = test_shop.start_payment(customer, order).await;
        assert!(test_shop.provider.customer_pays_by(&transaction, card));
        test_shop.shop.confirm_booking(customer, order, transaction).await
    };
    let hers = order(&test_shop, marta, part, &first).await;
    pay_by(marta, hers, "card-1").await.unwrap();
    let second = test_shop.shop.check_out(olga, elsewhere(2, part)).await.unwrap();
    for _ in 0..2 {
        let refused = pay_by(olga, second, "card-1").await;
        assert!(matches!(refused, Err(Refused(SettlementError::CouponReused))), "{refused:?}");
        assert!(!test_shop.stored_order(second).await.is_paid());
        test_shop.check_books().await;
    }
    assert_eq!(test_shop.due_refunds().await, 0, "the money is back");
    let reasons = test_shop
        .shop
        .store
        .read(|tx| tx.all_refunds(&autoparts_application::ports::page::Page::first()))
        .await
        .unwrap();
    assert!(reasons.iter().all(|refund| refund.reason == RefundReason::CouponReused) && reasons.len() == 2);
    // The customer can pay with another card, or delete the order and order without the coupon.
    let other = test_shop.order(olga, part, 1).await;
    pay_by(olga, other, "card-1").await.unwrap();
    pay_by(olga, second, "card-2").await.unwrap();
    test_shop.check_books().await;
}

#[tokio::test]
async fn an_order_with_a_coupon_can_be_deleted_after_its_payment_was_refunded() {
    let (test_shop, marta, part, first) = shop_with_coupon().await;
    let olga = test_shop.customer("olga").await;
    unused(&test_shop, 2).await;
    let hers = order(&test_shop, marta, part, &first).await;
    let second = test_shop.shop.check_out(olga, elsewhere(2, part)).await.unwrap();
    for (customer, order) in [(marta, hers), (olga, second)] {
        let transaction = test_shop.start_payment(customer, order).await;
        assert!(test_shop.provider.customer_pays_by(&transaction, "card-1"));
        let _ = test_shop.shop.confirm_booking(customer, order, transaction).await;
    }
    test_shop.shop.delete_own_order(olga, second).await.unwrap();
    assert!(!is_used(&test_shop, &coupon(2).code).await);
    test_shop.check_books().await;
}

/// An unpaid reservation does not block other customers' coupons forever.
#[tokio::test]
async fn an_expired_order_loses_its_claim_and_takes_no_payment() {
    let (test_shop, marta, part, first) = shop_with_coupon().await;
    let olga = test_shop.customer("olga").await;
    unused(&test_shop, 2).await;
    let lapsed = order(&test_shop, marta, part, &first).await;
    test_shop.clock.advance(std::time::Duration::from_hours(25));
    assert_eq!(test_shop.shop.expire_reservations().await.unwrap(), 1);
    let hers = test_shop.shop.check_out(olga, checkout(part, 2, &coupon(2).code, 15_000)).await.unwrap();
    let command = autoparts_application::payments::initiation::StartPayment::of(lapsed);
    let refused = test_shop.shop.start_payment(marta, command).await;
    assert!(matches!(refused, Err(Refused(PaymentError::Coupon(CouponRefused::AlreadyRedeemed)))), "{refused:?}");
    test_shop.shop.delete_own_order(olga, hers).await.unwrap();
    pay(&test_shop, marta, lapsed).await;
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_coupon_needs_its_minimum_and_expires() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 10_000).await;
    let minimum = Money::from_cents(20_000).unwrap();
    let give = test_shop.shop.store.write(move |tx| {
        tx.insert_subscription(&subscription(1))?;
        tx.insert_coupon(&subscription(1).id, &Coupon { minimum, ..coupon(1) })
    });
    give.await.unwrap();
    let code = coupon(1).code;
    let below = quoted(&test_shop, part, 1, &code).await;
    assert_eq!(below.coupon_refused, Some(CouponRefused::BelowMinimum { minimum }));
    assert_eq!(below.quote.total(), Money::from_cents(10_000), "nothing is taken off");
    let refused = test_shop.shop.check_out(marta, checkout(part, 1, &code, 10_000)).await;
    assert!(matches!(refused, Err(Refused(OrderingError::Coupon(CouponRefused::BelowMinimum { .. })))), "{refused:?}");
    assert_eq!(quoted(&test_shop, part, 2, &code).await.coupon_refused, None);
    test_shop.clock.advance(std::time::Duration::from_hours(90 * 24));
    assert_eq!(quoted(&test_shop, part, 2, &code).await.coupon_refused, Some(CouponRefused::Expired));
    let refused = test_shop.shop.check_out(marta, checkout(part, 2, &code, 15_000)).await;
    assert!(matches!(refused, Err(Refused(OrderingError::Coupon(CouponRefused::Expired)))), "{refused:?}");
}

/// The previous release recorded only the order.
#[tokio::test]
async fn a_coupon_redeemed_by_the_previous_release_counts() {
    let (test_shop, marta, part, first) = shop_with_coupon().await;
    unused(&test_shop, 2).await;
    let id = order(&test_shop, marta, part, &first).await;
    let key = test_shop.stored_order(id).await.key();
    test_shop.shop.store.write(move |tx| tx.release_redemptions(&key)).await.unwrap();
    assert!(test_shop.shop.run_maintenance().await);
    assert!(is_refused(&test_shop, marta, elsewhere(2, part)).await);
}

#[tokio::test]
async fn a_payment_without_a_card_fingerprint_is_accepted() {
    let (test_shop, marta, part, code) = shop_with_coupon().await;
    let id = order(&test_shop, marta, part, &code).await;
    let transaction = test_shop.start_payment(marta, id).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.provider.fail_next([None, Some(autoparts_testing::provider::Outage::BeforeEffect)]);
    test_shop.shop.confirm_booking(marta, id, transaction).await.unwrap();
    assert!(test_shop.stored_order(id).await.is_paid());
}
