mod bulk;
mod categories;
mod editing;
mod names;
mod products;
mod search;
mod stock;

use autoparts_application::{
    accounts::access::AccessDenied,
    catalogue::CatalogueError,
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    catalogue::PartDetails,
    id::{OrderId, PartId, UserId},
    money::{Money, Price},
    quantity::{MinimumOrder, Stock},
    slug::{BrandId, CategoryId},
};
use autoparts_testing::{samples, test_shop::TestShop};

fn details() -> PartDetails {
    PartDetails {
        minimum_order: MinimumOrder::new(2).unwrap(),
        price: Price::new(Money::from_cents(4600).unwrap()).unwrap(),
        ..samples::part_details()
    }
}

fn brand_id(id: &str) -> BrandId {
    id.parse().unwrap()
}

fn category_id(id: &str) -> CategoryId {
    id.parse().unwrap()
}

/// An order for two pieces.
async fn placed(test_shop: &TestShop, customer: UserId, part: PartId) -> OrderId {
    test_shop.order(customer, part, 2).await
}

#[tokio::test]
async fn an_admin_adds_a_part_and_visitors_see_it() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let id = test_shop.shop.add_part(admin, details(), Stock::new(50).unwrap(), None).await.unwrap();
    let part = test_shop.shop.part(id).await.unwrap().part;
    assert_eq!((part.details, part.available.pieces()), (details(), 50));
    assert_eq!(test_shop.shop.parts(Page::first()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn only_admins_change_the_catalogue() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 100).await;
    let added = test_shop.shop.add_part(customer, details(), Stock::new(1).unwrap(), None).await;
    let deleted = test_shop.shop.delete_part(customer, part).await;
    assert!(matches!(added, Err(Denied(AccessDenied::Forbidden))));
    assert!(matches!(deleted, Err(Denied(AccessDenied::Forbidden))));
    assert_eq!(test_shop.shop.parts(Page::first()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_deleted_part_is_gone_but_its_order_can_still_be_paid() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 2).await;
    assert!(test_shop.shop.delete_part(admin, part).await.unwrap());
    assert!(!test_shop.shop.delete_part(admin, part).await.unwrap(), "deleting again deletes nothing");
    assert!(matches!(test_shop.shop.part(part).await, Err(Refused(CatalogueError::NoSuchPart))));

    let transaction = test_shop.start_payment(customer, order).await;
    test_shop.provider.customer_pays(&transaction);
    assert!(test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap());
    assert_eq!(
        test_shop.shop.order_with_refunds(customer, order).await.unwrap().0.snapshot().lines.headline(),
        "Alternator"
    );
    test_shop.check_books().await;
}
