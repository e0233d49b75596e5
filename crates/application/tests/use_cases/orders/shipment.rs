use autoparts_application::{
    accounts::access::AccessDenied,
    orders::shipment::{Ship, ShipmentError},
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::orders::Tracking;
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

#[tokio::test]
async fn an_order_is_shipped_once_by_an_admin() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(customer, part, 1).await;
    let refused = test_shop.shop.ship(customer, order, Ship::default()).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    assert!(test_shop.shop.ship(admin, order, Ship::default()).await.unwrap());
    assert!(!test_shop.shop.ship(admin, order, Ship::default()).await.unwrap(), "shipping again ships nothing");
    let stored = test_shop.stored_order(order).await;
    assert!(stored.is_paid() && stored.is_shipped());
}

#[tokio::test]
async fn an_unpaid_order_can_be_shipped_and_paid_later() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 2).await;
    assert!(test_shop.shop.ship(admin, order, Ship::default()).await.unwrap());
    let transaction = test_shop.start_payment(customer, order).await;
    test_shop.provider.customer_pays(&transaction);
    assert!(test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap());
    assert!(test_shop.stored_order(order).await.is_shipped());
    test_shop.check_books().await;
}

#[tokio::test]
async fn an_expired_order_is_shipped_if_its_pieces_are_available() {
    for (left, shipped) in [(3, true), (2, false)] {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let part = test_shop.part(1, 8, 1000).await;
        let order = test_shop.order(customer, part, 3).await;
        test_shop.clock.advance(Duration::from_hours(24));
        test_shop.shop.expire_reservations().await.unwrap();
        test_shop.order(customer, part, 8 - left).await;
        match test_shop.shop.ship(admin, order, Ship::default()).await {
            Ok(done) => assert!(done && shipped),
            Err(error) => assert!(matches!(error, Refused(ShipmentError::SoldOut)) && !shipped),
        }
        test_shop.check_books().await;
    }
}

#[tokio::test]
async fn a_deleted_order_cannot_be_shipped() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    test_shop.shop.delete_own_order(customer, order).await.unwrap();
    assert!(matches!(
        test_shop.shop.ship(admin, order, Ship::default()).await,
        Err(Refused(ShipmentError::NoSuchOrder))
    ));
}

#[tokio::test]
async fn the_customer_gets_tracking_details_and_their_changes() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(customer, part, 1).await;
    let tracked = |number: &str| Ship {
        tracking: Tracking { carrier: Some("UPS".parse().unwrap()), number: Some(number.parse().unwrap()) },
        ..Ship::default()
    };
    assert!(test_shop.shop.ship(admin, order, tracked("1Z 1")).await.unwrap());
    let shipped_at = test_shop.stored_order(order).await.milestones().shipped_at;
    test_shop.clock.advance(Duration::from_hours(1));
    assert!(!test_shop.shop.ship(admin, order, tracked("1Z 1")).await.unwrap(), "that is known");
    assert!(!test_shop.shop.ship(admin, order, Ship::default()).await.unwrap(), "an absent field removes nothing");
    assert!(test_shop.shop.ship(admin, order, tracked("1Z 2")).await.unwrap());
    let milestones = test_shop.stored_order(order).await.milestones().clone();
    assert_eq!((milestones.shipped_at, &milestones.tracking), (shipped_at, &tracked("1Z 2").tracking));
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let count_of =
        |number: &str| mails.iter().filter(|mail| mail.text.contains(&format!("Tracking number: {number}\n"))).count();
    assert_eq!((count_of("1Z 1"), count_of("1Z 2")), (1, 1));
}
