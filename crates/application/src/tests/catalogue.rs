use crate::{
    accounts::access::AccessDenied,
    catalogue::CatalogueError,
    ports::page::Page,
    testing::{samples, test_shop::TestShop},
};
use autoparts_domain::{
    catalogue::PartDetails,
    money::{Money, Price},
    quantity::{MinimumOrder, Stock},
};

fn details() -> PartDetails {
    PartDetails {
        minimum_order: MinimumOrder::new(2).unwrap(),
        price: Price::new(Money::from_cents(4600).unwrap()).unwrap(),
        ..samples::part_details()
    }
}

#[tokio::test]
async fn an_admin_adds_a_part_and_everybody_sees_it() {
    let bench = TestShop::default();
    let admin = bench.admin().await;
    let id = bench.shop.add_part(admin, details(), Stock::new(50).unwrap()).await.unwrap();
    let part = bench.shop.part(id).await.unwrap();
    assert_eq!((part.details, part.available.pieces()), (details(), 50));
    assert_eq!(bench.shop.parts(Page::first()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn only_admins_change_the_catalogue() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 100).await);
    let added = bench.shop.add_part(customer, details(), Stock::new(1).unwrap()).await;
    let deleted = bench.shop.delete_part(customer, part).await;
    assert!(matches!(added, Err(CatalogueError::Denied(AccessDenied::Forbidden))));
    assert!(matches!(deleted, Err(CatalogueError::Denied(AccessDenied::Forbidden))));
    assert_eq!(bench.shop.parts(Page::first()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_deleted_part_is_gone_but_its_order_can_still_be_paid() {
    let bench = TestShop::default();
    let (admin, customer) = (bench.admin().await, bench.customer("marta").await);
    let part = bench.part(1, 5, 1000).await;
    let order = bench.order(customer, part, 2).await;
    assert!(bench.shop.delete_part(admin, part).await.unwrap());
    assert!(!bench.shop.delete_part(admin, part).await.unwrap(), "deleting again deletes nothing");
    assert!(matches!(bench.shop.part(part).await, Err(CatalogueError::NoSuchPart)));

    let transaction = bench.start_payment(customer, order).await;
    bench.provider.customer_pays(&transaction);
    assert!(bench.shop.confirm_booking(customer, order, transaction).await.unwrap());
    assert_eq!(bench.shop.order(customer, order).await.unwrap().snapshot().lines.headline(), "Alternator");
    bench.check_books().await;
}
