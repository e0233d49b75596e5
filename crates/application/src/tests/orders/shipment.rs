use crate::{accounts::access::AccessDenied, orders::shipment::ShipmentError, testing::test_shop::TestShop};
use std::time::Duration;

#[tokio::test]
async fn an_order_is_shipped_once_by_an_admin() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (order, _) = bench.paid_order(customer, part, 1).await;
    let refused = bench.shop.ship(customer, order).await;
    assert!(matches!(refused, Err(ShipmentError::Denied(AccessDenied::Forbidden))));
    assert!(bench.shop.ship(admin, order).await.unwrap());
    assert!(!bench.shop.ship(admin, order).await.unwrap(), "shipping again ships nothing");
    let stored = bench.stored_order(order).await;
    assert!(stored.is_paid() && stored.is_shipped());
}

#[tokio::test]
async fn an_unpaid_order_can_be_shipped_and_paid_later() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let order = bench.order(customer, part, 2).await;
    assert!(bench.shop.ship(admin, order).await.unwrap());
    let transaction = bench.start_payment(customer, order).await;
    bench.provider.customer_pays(&transaction);
    assert!(bench.shop.confirm_booking(customer, order, transaction).await.unwrap());
    assert!(bench.stored_order(order).await.is_shipped());
    bench.check_books().await;
}

#[tokio::test]
async fn a_lapsed_order_is_shipped_if_its_pieces_are_still_there() {
    for (left, shipped) in [(3, true), (2, false)] {
        let bench = TestShop::default();
        let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
        let part = bench.part(1, 8, 1000).await;
        let order = bench.order(customer, part, 3).await;
        bench.clock.advance(Duration::from_hours(24));
        bench.shop.expire_reservations().await.unwrap();
        bench.order(customer, part, 8 - left).await;
        match bench.shop.ship(admin, order).await {
            Ok(done) => assert!(done && shipped),
            Err(error) => assert!(matches!(error, ShipmentError::SoldOut) && !shipped),
        }
        bench.check_books().await;
    }
}

#[tokio::test]
async fn a_deleted_order_cannot_be_shipped() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let order = bench.order(customer, part, 1).await;
    bench.shop.delete_own_order(customer, order).await.unwrap();
    assert!(matches!(bench.shop.ship(admin, order).await, Err(ShipmentError::NoSuchOrder)));
}
