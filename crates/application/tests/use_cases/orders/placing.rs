use autoparts_application::{
    accounts::access::AccessDenied,
    orders::{lists::OrderSearch, ordering_error::OrderingError, placing::PlaceOrder},
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{catalogue::QuantityRefused, money::Money};
use autoparts_testing::test_shop::TestShop;

#[tokio::test]
async fn the_shop_computes_the_total_and_reserves_the_pieces() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(2, 100, 3850).await;
    let id = test_shop.order(customer, part, 4).await;
    let order = test_shop.shop.order_with_refunds(customer, id).await.unwrap().0;
    assert_eq!(order.snapshot().total.cents(), 15_400);
    assert_eq!(order.snapshot().email.as_str(), "marta@example.com");
    assert_eq!(order.snapshot().name.as_str(), "marta");
    assert!(!order.is_paid() && !order.is_shipped());
    assert_eq!(test_shop.stock(part).await, 96);
    test_shop.check_books().await;
}

#[tokio::test]
async fn no_quantity_means_the_minimum() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(10, 100, 100).await;
    let mut request = TestShop::single_order(part, 1);
    request.lines[0].quantity = None;
    let id = test_shop.shop.place_order(customer, request).await.unwrap();
    assert_eq!(
        test_shop.shop.order_with_refunds(customer, id).await.unwrap().0.snapshot().lines.quantity().pieces(),
        10
    );
}

#[tokio::test]
async fn quantities_outside_the_bounds_are_refused_and_nothing_changes() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(10, 100, 100).await;
    let too_few = test_shop.shop.place_order(customer, TestShop::single_order(part, 9)).await;
    assert!(matches!(too_few, Err(Refused(OrderingError::Quantity(QuantityRefused::BelowMinimum { minimum: 10 })))));
    let too_many = test_shop.shop.place_order(customer, TestShop::single_order(part, 101)).await;
    assert!(matches!(too_many, Err(Refused(OrderingError::Quantity(QuantityRefused::OutOfStock { available: 100 })))));
    assert_eq!(test_shop.stock(part).await, 100);
    assert!(
        test_shop
            .shop
            .orders_of(customer, "marta@example.com".parse().unwrap(), Page::first())
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn several_parts_are_ordered_together_or_not_at_all() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let disc = test_shop.part(2, 10, 3800).await;
    let pad = test_shop.part(1, 5, 1250).await;
    let request = TestShop::order_of(&[(disc, 2), (pad, 4), (disc, 3)]);
    let id = test_shop.shop.place_order(customer, request).await.unwrap();
    let order = test_shop.shop.order_with_refunds(customer, id).await.unwrap().0;
    assert_eq!(order.snapshot().total.cents(), 5 * 3800 + 4 * 1250);
    assert_eq!(order.snapshot().lines.iter().count(), 3);
    assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (5, 1));
    let refused = test_shop.shop.place_order(customer, TestShop::order_of(&[(disc, 2), (pad, 2)])).await;
    assert!(matches!(refused, Err(Refused(OrderingError::Quantity(QuantityRefused::OutOfStock { available: 1 })))));
    assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (5, 1), "nothing was taken");
    test_shop.check_books().await;
    assert!(test_shop.shop.delete_own_order(customer, id).await.unwrap());
    assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (10, 5));
    test_shop.check_books().await;
}

#[tokio::test]
async fn the_lines_of_one_part_count_together() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(4, 10, 3800).await;
    assert!(test_shop.shop.place_order(customer, TestShop::order_of(&[(part, 2), (part, 2)])).await.is_ok());
    let refused = test_shop.shop.place_order(customer, TestShop::order_of(&[(part, 4), (part, 3)])).await;
    assert!(matches!(refused, Err(Refused(OrderingError::Quantity(QuantityRefused::OutOfStock { available: 6 })))));
    for lines in [0, 101] {
        let refused = test_shop.shop.place_order(customer, TestShop::order_of(&vec![(part, 1); lines])).await;
        assert!(matches!(refused, Err(Refused(OrderingError::Lines(_)))), "{lines} lines");
    }
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_total_other_than_the_displayed_one_is_refused() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 5000).await;
    let mut request = TestShop::single_order(part, 1);
    request.expected_total = Money::from_cents(1);
    let refused = test_shop.shop.place_order(customer, request.clone()).await;
    assert!(matches!(refused, Err(Refused(OrderingError::PriceChanged { total })) if total.cents() == 5000));
    request.expected_total = Money::from_cents(5000);
    assert!(test_shop.shop.place_order(customer, request).await.is_ok());
}

#[tokio::test]
async fn totals_that_no_card_can_be_charged_are_refused() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let cheap = test_shop.part(1, 1_000, 1).await;
    let dear = test_shop.part(1, 1_000_000, 99_999_999).await;
    for (part, pieces) in [(cheap, 49), (dear, 2), (dear, 1_000_000)] {
        let refused = test_shop.shop.place_order(customer, TestShop::single_order(part, pieces)).await;
        assert!(matches!(refused, Err(Refused(OrderingError::NotPayable))), "{pieces} pieces");
    }
    assert!(test_shop.shop.place_order(customer, TestShop::single_order(cheap, 50)).await.is_ok());
}

#[tokio::test]
async fn the_same_key_orders_once() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 100).await;
    let mut request = TestShop::single_order(part, 5);
    request.idempotency_key = Some("click-1".to_owned());
    let first = test_shop.shop.place_order(customer, request.clone()).await.unwrap();
    let again = test_shop.shop.place_order(customer, request.clone()).await.unwrap();
    assert_eq!(first, again);
    assert_eq!(test_shop.stock(part).await, 95);

    request.lines = TestShop::single_order(part, 6).lines;
    assert!(matches!(
        test_shop.shop.place_order(customer, request.clone()).await,
        Err(Refused(OrderingError::KeyReused))
    ));
    let other = test_shop.customer("olga").await;
    assert_ne!(test_shop.shop.place_order(other, request).await.unwrap(), first, "keys are each customer's own");
}

#[tokio::test]
async fn an_unknown_part_cannot_be_ordered() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let refused = test_shop.shop.place_order(customer, TestShop::single_order(test_shop.shop.ids.next(), 1)).await;
    assert!(matches!(refused, Err(Refused(OrderingError::NoSuchPart))));
}

#[tokio::test]
async fn another_customers_order_is_reported_as_unknown() {
    let test_shop = TestShop::default();
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    let part = test_shop.part(1, 5, 100).await;
    let order = test_shop.order(marta, part, 1).await;
    let foreign = test_shop.shop.order_with_refunds(olga, order).await.unwrap_err().to_string();
    let unknown = test_shop.shop.order_with_refunds(olga, test_shop.shop.ids.next()).await.unwrap_err().to_string();
    assert_eq!(foreign, unknown);
    assert!(test_shop.shop.order_with_refunds(admin, order).await.is_ok());
}

#[tokio::test]
async fn lists_of_orders_are_for_their_owner_and_admins() {
    let test_shop = TestShop::default();
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    let part = test_shop.part(1, 50, 100).await;
    let first = test_shop.order(marta, part, 1).await;
    let second = test_shop.order(marta, part, 2).await;
    let address = || "marta@example.com".parse().unwrap();
    let ids =
        |orders: Vec<autoparts_domain::orders::Order>| -> Vec<_> { orders.iter().map(|o| o.snapshot().id).collect() };

    assert_eq!(ids(test_shop.shop.orders_of(marta, address(), Page::first()).await.unwrap()), [second, first]);
    assert_eq!(
        ids(test_shop.shop.orders(admin, OrderSearch::default(), Page::first()).await.unwrap()),
        [second, first]
    );
    assert_eq!(ids(test_shop.shop.orders_of(admin, address(), Page::first()).await.unwrap()), [second, first]);
    let page = Page { after: Some(second), limit: 1 };
    assert_eq!(ids(test_shop.shop.orders_of(marta, address(), page).await.unwrap()), [first]);

    let foreign = test_shop.shop.orders_of(olga, address(), Page::first()).await;
    assert!(matches!(foreign, Err(Denied(AccessDenied::Forbidden))));
    assert!(matches!(
        test_shop.shop.orders(marta, OrderSearch::default(), Page::first()).await,
        Err(Denied(AccessDenied::Forbidden))
    ));
}

#[tokio::test]
async fn an_unknown_caller_must_sign_in() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 5, 100).await;
    let refused = test_shop.shop.place_order(test_shop.shop.ids.next(), TestShop::single_order(part, 1)).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Unauthenticated))));
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_pieces_are_sold_ten_times_to_sixty_four_buyers() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 100).await;
    let buyers: Vec<_> = (0..64)
        .map(|_| {
            let test_shop = test_shop.clone();
            tokio::spawn(async move { test_shop.shop.place_order(customer, TestShop::single_order(part, 1)).await })
        })
        .collect();
    let mut placed = 0;
    for buyer in buyers {
        match buyer.await.unwrap() {
            Ok(_) => placed += 1,
            Err(error) => {
                assert!(matches!(error, Refused(OrderingError::Quantity(QuantityRefused::OutOfStock { .. }))));
            }
        }
    }
    assert_eq!((placed, test_shop.stock(part).await), (10, 0));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_key_of_a_deleted_order_is_refused() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let request = PlaceOrder { idempotency_key: Some("click-1".to_owned()), ..TestShop::single_order(part, 1) };
    let order = test_shop.shop.place_order(customer, request.clone()).await.unwrap();
    test_shop.shop.delete_own_order(customer, order).await.unwrap();
    let repeated = test_shop.shop.place_order(customer, request.clone()).await;
    assert!(matches!(repeated, Err(Refused(OrderingError::Deleted))), "{repeated:?}");
    let other = PlaceOrder { idempotency_key: Some("click-2".to_owned()), ..request };
    assert_ne!(test_shop.shop.place_order(customer, other).await.unwrap(), order);
}
