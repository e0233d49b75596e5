use super::details;
use autoparts_application::{
    accounts::access::AccessDenied,
    catalogue::{
        indexing::IndexFollower,
        products::{MAX_LOOKED_AT, ProductQuery, Products},
    },
    ports::catalogue::managing::ManagedList,
    use_case_error::UseCaseError::Denied,
};
use autoparts_domain::{
    catalogue::{
        PartDetails,
        listing::Listing,
        search::{SearchQuery, Sort},
    },
    id::{PartId, UserId},
    quantity::Stock,
};
use autoparts_testing::{
    samples::{brand, category, listing},
    test_shop::TestShop,
};

async fn shop() -> (TestShop, UserId, IndexFollower) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.add_brand(admin, brand("bosch")).await.unwrap();
    test_shop.shop.add_category(admin, category("brakes", None)).await.unwrap();
    test_shop.shop.add_category(admin, category("pads", Some("brakes"))).await.unwrap();
    let follower = IndexFollower::new(test_shop.shop.clone());
    (test_shop, admin, follower)
}

async fn add(test_shop: &TestShop, admin: UserId, title: &str, pieces: i64, listing: Option<Listing>) -> PartId {
    let details = PartDetails { title: title.parse().unwrap(), ..details() };
    test_shop.shop.add_part(admin, details, Stock::new(pieces).unwrap(), listing).await.unwrap()
}

fn of(list: ManagedList, words: &str, limit: u32) -> ProductQuery {
    let words = (!words.is_empty()).then(|| words.parse().unwrap());
    ProductQuery { list, search: SearchQuery { words, limit, ..SearchQuery::default() } }
}

async fn products(test_shop: &TestShop, admin: UserId, query: ProductQuery) -> Products {
    test_shop.shop.products(admin, query).await.unwrap()
}

fn ids(products: &Products) -> Vec<PartId> {
    products.parts.iter().map(|part| part.card.part.id).collect()
}

#[tokio::test]
async fn a_new_part_is_listed_first_at_once() {
    let (test_shop, admin, _) = shop().await;
    let first = add(&test_shop, admin, "Alternator", 5, None).await;
    let second = add(&test_shop, admin, "Starter", 5, None).await;
    let page = products(&test_shop, admin, of(ManagedList::Shown, "", 1)).await;
    assert_eq!(ids(&page), [second], "the index is not up to date yet");
    let mut next = of(ManagedList::Shown, "", 1);
    next.search.after = page.next;
    let page = products(&test_shop, admin, next).await;
    assert_eq!((ids(&page), page.next), (vec![first], None));
}

#[tokio::test]
async fn an_edited_part_is_listed_with_its_current_data() {
    let (test_shop, admin, mut follower) = shop().await;
    let id = add(&test_shop, admin, "Alternator", 5, None).await;
    follower.follow().await.unwrap();
    let renamed = PartDetails { title: "Dynamo".parse().unwrap(), ..details() };
    test_shop.shop.edit_part(admin, id, 1, renamed).await.unwrap();
    let found = products(&test_shop, admin, of(ManagedList::Shown, "alternator", 10)).await;
    assert_eq!(found.parts[0].card.part.details.title.as_str(), "Dynamo", "found by what it was, shown as it is");
    assert_eq!((found.total, found.parts[0].revision), (Some(1), 2));
    test_shop.shop.delete_part(admin, id).await.unwrap();
    assert!(products(&test_shop, admin, of(ManagedList::Shown, "alternator", 10)).await.parts.is_empty());
}

#[tokio::test]
async fn a_number_finds_its_part_once() {
    let (test_shop, admin, mut follower) = shop().await;
    for number in 0..5 {
        add(&test_shop, admin, &format!("Pads {number}"), 5, None).await;
    }
    let wanted = add(&test_shop, admin, "Pads", 5, Some(listing("bosch", "0 986 494 524", "pads"))).await;
    let found = products(&test_shop, admin, of(ManagedList::Shown, "0986494524", 10)).await;
    assert_eq!((ids(&found), found.total), (vec![wanted], Some(1)), "before the index has it");
    follower.follow().await.unwrap();
    let found = products(&test_shop, admin, of(ManagedList::Shown, "0986494524", 10)).await;
    assert_eq!((ids(&found), found.total), (vec![wanted], Some(1)));
}

#[tokio::test]
async fn every_list_has_its_own_parts_and_can_be_filtered() {
    let (test_shop, admin, mut follower) = shop().await;
    let pads = |number: &str| Some(listing("bosch", number, "pads"));
    let full = add(&test_shop, admin, "Pads, front", 50, pads("A1")).await;
    let low = add(&test_shop, admin, "Pads, rear", 4, pads("A2")).await;
    test_shop.shop.set_reorder_point(admin, low, Stock::new(10).unwrap()).await.unwrap();
    let sold_out = add(&test_shop, admin, "Alternator", 1, None).await;
    let hidden = add(&test_shop, admin, "Pads, old", 50, pads("A3")).await;
    test_shop.shop.delete_part(admin, hidden).await.unwrap();
    follower.follow().await.unwrap();
    for (list, words, expected) in [
        (ManagedList::Shown, "", vec![sold_out, low, full]),
        (ManagedList::Low, "", vec![sold_out, low]),
        (ManagedList::Low, "PADS", vec![low]),
        (ManagedList::Low, "pads bosch", vec![low]),
        (ManagedList::Low, "pads front", vec![]),
        (ManagedList::SoldOut, "", vec![sold_out]),
        (ManagedList::Hidden, "", vec![hidden]),
        (ManagedList::Hidden, "a-3", vec![]),
        (ManagedList::Hidden, "pads", vec![hidden]),
    ] {
        let found = products(&test_shop, admin, of(list, words, 10)).await;
        assert_eq!(ids(&found), expected, "{list:?} {words}");
    }
    let mut in_brakes = of(ManagedList::Low, "", 10);
    in_brakes.search.categories = vec!["brakes".parse().unwrap()];
    assert_eq!(ids(&products(&test_shop, admin, in_brakes).await), [low], "with what is below");
    let mut by_name = of(ManagedList::Shown, "", 10);
    by_name.search.sort = Sort::Name;
    assert_eq!(ids(&products(&test_shop, admin, by_name).await), [sold_out, full, low]);
    let mut in_stock = of(ManagedList::Low, "", 10);
    in_stock.search.in_stock = true;
    assert_eq!(ids(&products(&test_shop, admin, in_stock).await), [low]);
}

#[tokio::test]
async fn a_long_list_is_filtered_in_batches() {
    let (test_shop, admin, _) = shop().await;
    let wanted = add(&test_shop, admin, "Alternator", 0, None).await;
    for _ in 0..MAX_LOOKED_AT {
        add(&test_shop, admin, "Washer", 0, None).await;
    }
    let mut query = of(ManagedList::SoldOut, "alternator", 10);
    let page = products(&test_shop, admin, query.clone()).await;
    assert!(page.parts.is_empty() && page.next.is_some(), "{:?}", page.next);
    query.search.after = page.next;
    assert_eq!(ids(&products(&test_shop, admin, query).await), [wanted]);
}

#[tokio::test]
async fn counts_follow_the_index() {
    let (test_shop, admin, mut follower) = shop().await;
    let id = add(&test_shop, admin, "Pads", 5, Some(listing("bosch", "A1", "pads"))).await;
    follower.follow().await.unwrap();
    let counts = test_shop.shop.catalogue_counts(admin).await.unwrap();
    let brakes = counts.categories.get(&"brakes".parse().unwrap());
    assert_eq!((counts.parts, brakes, counts.brands.get(&"bosch".parse().unwrap())), (1, Some(&1), Some(&1)));
    test_shop.shop.delete_part(admin, id).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(test_shop.shop.catalogue_counts(admin).await.unwrap().parts, 0);
}

#[tokio::test]
async fn only_admins_list_products_and_counts() {
    let (test_shop, _, _) = shop().await;
    let customer = test_shop.customer("marta").await;
    let listed = test_shop.shop.products(customer, ProductQuery::default()).await;
    assert!(matches!(listed, Err(Denied(AccessDenied::Forbidden))), "{listed:?}");
    let counted = test_shop.shop.catalogue_counts(customer).await;
    assert!(matches!(counted, Err(Denied(AccessDenied::Forbidden))), "{counted:?}");
}
