use super::{brand_id, category_id, details};
use autoparts_application::{
    accounts::access::AccessDenied,
    catalogue::CatalogueError,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    catalogue::{category::MisplacedCategory, listing::Listing},
    id::{PartId, UserId},
    quantity::Stock,
};
use autoparts_testing::{
    samples::{brand, category, listing},
    test_shop::TestShop,
};

async fn part(test_shop: &TestShop, admin: UserId, brand: &str, number: &str, category: &str) -> PartId {
    let listing = Some(listing(brand, number, category));
    test_shop.shop.add_part(admin, details(), Stock::new(5).unwrap(), listing).await.unwrap()
}

async fn shop() -> (TestShop, UserId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    for name in ["bosch", "ate"] {
        test_shop.shop.save_brand(admin, brand(name)).await.unwrap();
    }
    for (name, parent) in [("brakes", None), ("pads", Some("brakes")), ("engine", None)] {
        test_shop.shop.save_category(admin, category(name, parent)).await.unwrap();
    }
    (test_shop, admin)
}

async fn revision(test_shop: &TestShop, admin: UserId, part: PartId) -> i64 {
    test_shop.shop.part_to_edit(admin, part).await.unwrap().listed.record.revision
}

#[tokio::test]
async fn brands_are_listed_by_name_whatever_their_case() {
    let (test_shop, admin) = shop().await;
    let mut third = brand("zf");
    third.name = "Alpha".parse().unwrap();
    test_shop.shop.save_brand(admin, third).await.unwrap();
    let names: Vec<String> =
        test_shop.shop.brands().await.unwrap().iter().map(|brand| brand.name.to_string()).collect();
    assert_eq!(names, ["Alpha", "ate", "bosch"]);
}

#[tokio::test]
async fn adding_never_replaces_an_existing_brand_or_category() {
    let (test_shop, admin) = shop().await;
    let shop = &test_shop.shop;
    shop.add_brand(admin, brand("zf")).await.unwrap();
    shop.add_category(admin, category("lights", Some("engine"))).await.unwrap();
    let mut other = brand("bosch");
    other.name = "Bosch Rexroth".parse().unwrap();
    assert!(matches!(shop.add_brand(admin, other).await, Err(Refused(CatalogueError::KeyTaken))));
    let moved = shop.add_category(admin, category("pads", None)).await;
    assert!(matches!(moved, Err(Refused(CatalogueError::KeyTaken))), "{moved:?}");
    assert!(shop.brands().await.unwrap().iter().all(|brand| brand.name.as_str() != "Bosch Rexroth"));
    let tree = shop.categories().await.unwrap();
    assert_eq!(tree.get(&category_id("pads")).unwrap().parent, Some(category_id("brakes")));
    let nowhere = shop.add_category(admin, category("wipers", Some("glass"))).await;
    assert!(matches!(nowhere, Err(Refused(CatalogueError::Misplaced(MisplacedCategory::NoSuchParent)))), "{nowhere:?}");
}

#[tokio::test]
async fn one_of_two_concurrent_additions_of_a_key_succeeds() {
    let (test_shop, admin) = shop().await;
    let add = || test_shop.shop.add_brand(admin, brand("zf"));
    let (one, other, third) = tokio::join!(add(), add(), add());
    assert_eq!([one, other, third].iter().filter(|added| added.is_ok()).count(), 1);
}

#[tokio::test]
async fn parts_change_with_the_name_of_their_brand_or_category() {
    let (test_shop, admin) = shop().await;
    let of_brand = part(&test_shop, admin, "bosch", "1", "pads").await;
    let other = part(&test_shop, admin, "ate", "1", "engine").await;
    assert!(!test_shop.shop.save_brand(admin, brand("bosch")).await.unwrap(), "renamed");
    assert_eq!((revision(&test_shop, admin, of_brand).await, revision(&test_shop, admin, other).await), (2, 1));
    let mut brakes = category("brakes", None);
    brakes.name = "Braking".parse().unwrap();
    test_shop.shop.save_category(admin, brakes.clone()).await.unwrap();
    assert_eq!((revision(&test_shop, admin, of_brand).await, revision(&test_shop, admin, other).await), (3, 1));
    test_shop.shop.save_category(admin, brakes.clone()).await.unwrap();
    assert_eq!(revision(&test_shop, admin, of_brand).await, 4, "saving the same again completes an interrupted change");
    brakes.position = 7;
    test_shop.shop.save_category(admin, brakes).await.unwrap();
    assert_eq!(revision(&test_shop, admin, of_brand).await, 4, "no part shows the position of its category");
}

#[tokio::test]
async fn a_brand_is_merged_into_another_with_its_parts_and_their_numbers() {
    let (test_shop, admin) = shop().await;
    let moved = part(&test_shop, admin, "bosch", "A1", "pads").await;
    assert!(test_shop.shop.delete_brand(admin, brand_id("bosch"), Some(brand_id("ate"))).await.unwrap());
    assert_eq!(test_shop.shop.part(moved).await.unwrap().brand, Some(brand("ate")));
    assert_eq!(test_shop.shop.brands().await.unwrap(), [brand("ate")]);
    let taken =
        test_shop.shop.add_part(admin, details(), Stock::new(1).unwrap(), Some(listing("ate", "a1", "pads"))).await;
    assert!(matches!(taken, Err(Refused(CatalogueError::NumberTaken))), "the claim has moved along: {taken:?}");
    assert!(!test_shop.shop.delete_brand(admin, brand_id("bosch"), None).await.unwrap(), "gone already");
}

#[tokio::test]
async fn brands_with_the_same_number_are_not_merged() {
    let (test_shop, admin) = shop().await;
    let stays = part(&test_shop, admin, "bosch", "A1", "pads").await;
    part(&test_shop, admin, "ate", "a1", "pads").await;
    let merged = test_shop.shop.delete_brand(admin, brand_id("bosch"), Some(brand_id("ate"))).await;
    assert!(matches!(merged, Err(Refused(CatalogueError::NumberTaken))), "{merged:?}");
    assert_eq!(test_shop.shop.part(stays).await.unwrap().brand, Some(brand("bosch")));
    for into in ["bosch", "nobody"] {
        let refused = test_shop.shop.delete_brand(admin, brand_id("bosch"), Some(brand_id(into))).await;
        assert!(matches!(refused, Err(Refused(CatalogueError::NoSuchBrand))), "{refused:?}");
    }
    assert!(test_shop.shop.delete_brand(admin, brand_id("bosch"), None).await.unwrap());
    assert_eq!(test_shop.shop.part(stays).await.unwrap().brand, None);
}

#[tokio::test]
async fn a_category_is_never_in_itself() {
    let (test_shop, admin) = shop().await;
    let refused = test_shop.shop.save_category(admin, category("brakes", Some("pads"))).await;
    assert!(matches!(refused, Err(Refused(CatalogueError::Misplaced(MisplacedCategory::InItself)))), "{refused:?}");
}

#[tokio::test]
async fn a_category_is_deleted_when_it_is_empty_or_merged_into_another() {
    let (test_shop, admin) = shop().await;
    let moved = part(&test_shop, admin, "bosch", "A1", "pads").await;
    for name in ["brakes", "pads"] {
        let kept = test_shop.shop.delete_category(admin, category_id(name), None).await;
        assert!(matches!(kept, Err(Refused(CatalogueError::InUse))), "{kept:?}");
    }
    let inside = test_shop.shop.delete_category(admin, category_id("brakes"), Some(category_id("pads"))).await;
    assert!(matches!(inside, Err(Refused(CatalogueError::Misplaced(MisplacedCategory::InItself)))), "{inside:?}");
    assert!(test_shop.shop.delete_category(admin, category_id("brakes"), Some(category_id("engine"))).await.unwrap());
    let tree = test_shop.shop.categories().await.unwrap();
    assert_eq!(tree, [category("engine", None), category("pads", Some("engine"))].into_iter().collect());
    assert!(revision(&test_shop, admin, moved).await > 1, "it is found by other names now");
    assert!(test_shop.shop.delete_category(admin, category_id("pads"), Some(category_id("engine"))).await.unwrap());
    assert_eq!(test_shop.shop.part(moved).await.unwrap().category, Some(category_id("engine")));
    assert!(!test_shop.shop.delete_category(admin, category_id("pads"), None).await.unwrap());
}

#[tokio::test]
async fn only_admins_edit_brands_and_categories() {
    let (test_shop, _) = shop().await;
    let customer = test_shop.customer("marta").await;
    let shop = &test_shop.shop;
    let refused = [
        shop.save_brand(customer, brand("zf")).await,
        shop.add_brand(customer, brand("zf")).await.map(|()| true),
        shop.add_category(customer, category("lights", None)).await.map(|()| true),
        shop.delete_brand(customer, brand_id("ate"), None).await,
        shop.save_category(customer, category("lights", None)).await,
        shop.delete_category(customer, category_id("engine"), None).await,
    ];
    for answer in refused {
        assert!(matches!(answer, Err(Denied(AccessDenied::Forbidden))), "{answer:?}");
    }
    assert_eq!((shop.brands().await.unwrap().len(), shop.categories().await.unwrap().in_order().len()), (2, 3));
    assert_eq!(
        shop.listing(PartId::from(uuid::Uuid::nil())).await.map(|_: Listing| ()).map_err(|error| error.to_string()),
        Err("This part does not exist.".to_owned())
    );
}

#[tokio::test]
async fn the_page_of_a_part_has_its_category_path_and_all_pictures() {
    let (test_shop, admin) = shop().await;
    let id = part(&test_shop, admin, "bosch", "BP 1", "pads").await;
    let page = test_shop.shop.part_page(id).await.unwrap();
    let way: Vec<&str> = page.path.iter().map(|category| category.id.as_str()).collect();
    assert_eq!(way, ["brakes", "pads"]);
    assert_eq!(page.card, test_shop.shop.part(id).await.unwrap());
    assert_eq!(page.pictures, test_shop.shop.listing(id).await.unwrap().pictures);
    test_shop.shop.delete_part(admin, id).await.unwrap();
    assert!(matches!(test_shop.shop.part_page(id).await, Err(Refused(CatalogueError::NoSuchPart))));
}
