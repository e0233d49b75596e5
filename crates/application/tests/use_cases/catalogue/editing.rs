use super::{brand_id, details, placed};
use autoparts_application::{
    accounts::access::AccessDenied,
    catalogue::{CatalogueError, CatalogueResult},
    ports::{catalogue::PartRecord, store::Transaction},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    catalogue::{listing::Listing, part_number::NormalNumber},
    id::{PartId, UserId},
    quantity::{MinimumOrder, Stock},
};
use autoparts_testing::{
    samples::{brand, category, listing},
    test_shop::TestShop,
};
use std::time::Duration;

/// A shop with an admin, the brands `bosch` and `ate`, and the category `pads`.
async fn shop() -> (TestShop, UserId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    for name in ["bosch", "ate"] {
        assert!(test_shop.shop.save_brand(admin, brand(name)).await.unwrap());
    }
    assert!(test_shop.shop.save_category(admin, category("pads", None)).await.unwrap());
    (test_shop, admin)
}

async fn add(test_shop: &TestShop, admin: UserId, listing: Listing) -> CatalogueResult<PartId> {
    test_shop.shop.add_part(admin, details(), Stock::new(5).unwrap(), Some(listing)).await
}

fn numbered(brand: &str, number: &str) -> Listing {
    listing(brand, number, "pads")
}

#[tokio::test]
async fn an_edit_increments_the_revision_and_is_visible_to_visitors() {
    let (test_shop, admin) = shop().await;
    let id = add(&test_shop, admin, Listing::default()).await.unwrap();
    test_shop.clock.advance(Duration::from_mins(1));
    let mut changed = details();
    changed.title = "Brake disc, front".parse().unwrap();
    assert_eq!(test_shop.shop.edit_part(admin, id, 1, changed.clone()).await.unwrap(), 2);
    assert_eq!(test_shop.shop.part(id).await.unwrap().part.details, changed);
    assert_eq!(test_shop.shop.edit_listing(admin, id, 2, numbered("bosch", "A1")).await.unwrap(), 3);
    assert_eq!(test_shop.shop.listing(id).await.unwrap(), numbered("bosch", "A1"));
    let record = test_shop.shop.part_to_edit(admin, id).await.unwrap().listed.record;
    assert_eq!((record.revision, record.changed_at), (3, test_shop.shop.now()));
}

#[tokio::test]
async fn an_edit_of_a_stale_revision_is_refused() {
    let (test_shop, admin) = shop().await;
    let id = add(&test_shop, admin, Listing::default()).await.unwrap();
    test_shop.shop.edit_part(admin, id, 1, details()).await.unwrap();
    let part = test_shop.shop.edit_part(admin, id, 1, details()).await;
    assert!(matches!(part, Err(Refused(CatalogueError::ChangedMeanwhile))), "{part:?}");
    let listing = test_shop.shop.edit_listing(admin, id, 1, Listing::default()).await;
    assert!(matches!(listing, Err(Refused(CatalogueError::ChangedMeanwhile))), "{listing:?}");
}

#[tokio::test]
async fn an_edit_does_not_change_orders() {
    let (test_shop, admin) = shop().await;
    let customer = test_shop.customer("marta").await;
    let id = add(&test_shop, admin, Listing::default()).await.unwrap();
    let order = placed(&test_shop, customer, id).await;
    let before = test_shop.shop.order_with_refunds(customer, order).await.unwrap().0;
    let mut changed = details();
    changed.title = "Something else".parse().unwrap();
    test_shop.shop.edit_part(admin, id, 1, changed).await.unwrap();
    assert_eq!(test_shop.shop.order_with_refunds(customer, order).await.unwrap().0, before);
}

#[tokio::test]
async fn only_admins_edit() {
    let (test_shop, admin) = shop().await;
    let customer = test_shop.customer("marta").await;
    let id = add(&test_shop, admin, Listing::default()).await.unwrap();
    let shop = &test_shop.shop;
    let refused = [
        shop.edit_part(customer, id, 1, details()).await.map(drop),
        shop.edit_listing(customer, id, 1, Listing::default()).await.map(drop),
        shop.show_part(customer, id).await.map(drop),
        shop.part_to_edit(customer, id).await.map(drop),
    ];
    for answer in refused {
        assert!(matches!(answer, Err(Denied(AccessDenied::Forbidden))), "{answer:?}");
    }
}

#[tokio::test]
async fn a_number_of_a_brand_belongs_to_one_part() {
    let (test_shop, admin) = shop().await;
    let first = add(&test_shop, admin, numbered("bosch", "0 986-494 524")).await.unwrap();
    let second = add(&test_shop, admin, numbered("bosch", "0986494524")).await;
    assert!(matches!(second, Err(Refused(CatalogueError::NumberTaken))), "{second:?}");
    let second = add(&test_shop, admin, numbered("ate", "0986494524")).await.unwrap();
    let moved = test_shop.shop.edit_listing(admin, second, 1, numbered("bosch", "0986494524")).await;
    assert!(matches!(moved, Err(Refused(CatalogueError::NumberTaken))), "{moved:?}");
    test_shop.shop.edit_listing(admin, first, 1, numbered("bosch", "1")).await.unwrap();
    test_shop.shop.edit_listing(admin, second, 1, numbered("bosch", "0986494524")).await.unwrap();
    let claim = |number: &str| {
        let number = NormalNumber::of(number).unwrap();
        let store = test_shop.shop.store.clone();
        async move { store.read(move |tx| tx.number_owner(&brand_id("bosch"), &number)).await.unwrap() }
    };
    assert_eq!((claim("1").await, claim("0986494524").await), (Some(first), Some(second)));
}

#[tokio::test]
async fn a_deleted_part_releases_its_number_and_claims_it_again_when_shown() {
    let (test_shop, admin) = shop().await;
    let first = add(&test_shop, admin, numbered("bosch", "A1")).await.unwrap();
    assert!(test_shop.shop.delete_part(admin, first).await.unwrap());
    let second = add(&test_shop, admin, numbered("bosch", "A1")).await.unwrap();
    let back = test_shop.shop.show_part(admin, first).await;
    assert!(matches!(back, Err(Refused(CatalogueError::NumberTaken))), "{back:?}");
    assert!(test_shop.shop.delete_part(admin, second).await.unwrap());
    assert!(test_shop.shop.show_part(admin, first).await.unwrap());
    assert!(!test_shop.shop.show_part(admin, first).await.unwrap(), "it is there already");
    assert!(test_shop.shop.part(first).await.is_ok());
}

#[tokio::test]
async fn a_claim_left_by_the_previous_release_does_not_block_its_part() {
    let (test_shop, admin) = shop().await;
    let part = add(&test_shop, admin, numbered("bosch", "A1")).await.unwrap();
    // Deletes a part as the previous release does.
    let hide = move |tx: &mut dyn Transaction| {
        let record = tx.part_record(&part)?.unwrap();
        tx.update_part(&PartRecord { hidden: true, ..record })
    };
    test_shop.shop.store.write(hide).await.unwrap();
    assert!(test_shop.shop.show_part(admin, part).await.unwrap());
}

#[tokio::test]
async fn a_deleted_part_can_be_edited_without_a_claim() {
    let (test_shop, admin) = shop().await;
    let first = add(&test_shop, admin, numbered("bosch", "A1")).await.unwrap();
    let second = add(&test_shop, admin, numbered("bosch", "B2")).await.unwrap();
    test_shop.shop.delete_part(admin, second).await.unwrap();
    test_shop.shop.edit_listing(admin, second, 2, numbered("bosch", "A1")).await.unwrap();
    let back = test_shop.shop.show_part(admin, second).await;
    assert!(matches!(back, Err(Refused(CatalogueError::NumberTaken))), "{back:?}");
    assert!(test_shop.shop.part(first).await.is_ok());
}

#[tokio::test]
async fn a_listing_can_only_name_existing_items() {
    let (test_shop, admin) = shop().await;
    let id = add(&test_shop, admin, Listing::default()).await.unwrap();
    let edit = |listing: Listing| test_shop.shop.edit_listing(admin, id, 1, listing);
    assert!(matches!(edit(numbered("nobody", "1")).await, Err(Refused(CatalogueError::NoSuchBrand))));
    assert!(matches!(edit(listing("bosch", "1", "nowhere")).await, Err(Refused(CatalogueError::NoSuchCategory))));
    let successor = |part| Listing { successor: Some(part), ..Listing::default() };
    assert!(matches!(edit(successor(id)).await, Err(Refused(CatalogueError::NoSuchSuccessor))), "itself");
    let unknown = PartId::from(uuid::Uuid::nil());
    assert!(matches!(edit(successor(unknown)).await, Err(Refused(CatalogueError::NoSuchSuccessor))));
}

#[tokio::test]
async fn the_reorder_point_follows_the_minimum_until_an_admin_sets_it() {
    let (test_shop, admin) = shop().await;
    let id = add(&test_shop, admin, Listing::default()).await.unwrap();
    let minimum = |pieces| {
        let mut details = details();
        details.minimum_order = MinimumOrder::new(pieces).unwrap();
        details
    };
    let point = || async { test_shop.shop.part_to_edit(admin, id).await.unwrap().reorder_at.pieces() };
    assert_eq!(point().await, 1, "one less than the minimum of 2");
    test_shop.shop.edit_part(admin, id, 1, minimum(10)).await.unwrap();
    assert_eq!(point().await, 9);
    test_shop.shop.set_reorder_point(admin, id, Stock::new(30).unwrap()).await.unwrap();
    test_shop.shop.edit_part(admin, id, 2, minimum(20)).await.unwrap();
    assert_eq!(point().await, 30);
    test_shop.shop.edit_part(admin, id, 3, minimum(50)).await.unwrap();
    assert_eq!(point().await, 49, "a part below its minimum order is always low");
    test_shop.shop.set_reorder_point(admin, id, Stock::new(3).unwrap()).await.unwrap();
    assert_eq!(point().await, 49);
}
