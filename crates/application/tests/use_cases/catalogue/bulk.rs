use super::{brand_id, category_id, details};
use autoparts_application::{
    accounts::access::AccessDenied,
    catalogue::{
        CatalogueError,
        bulk::{
            Agreed, ChangeParts, ChangeRefused, ChangeReport, MAX_NAMED, PartValue, Preview, RefusedChange, Selection,
        },
        indexing::IndexFollower,
        products::ProductQuery,
    },
    ports::{catalogue::managing::ManagedList, page::Page, store::Store},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    catalogue::{
        PartDetails,
        change::{BasisPoints, BulkChange, Rounding},
        listing::{Condition, Listing},
        search::SearchQuery,
    },
    id::{PartId, UserId},
    money::{Money, Price},
    quantity::{MinimumOrder, Stock},
};
use autoparts_testing::{
    failing_store::FailingStore,
    memory::MemoryStore,
    samples::{brand, category, listing},
    test_shop::TestShop,
};
use std::{sync::Arc, time::Duration};

async fn shop() -> (TestShop, UserId) {
    shop_on(Arc::new(MemoryStore::default())).await
}

async fn shop_on(store: Arc<dyn Store>) -> (TestShop, UserId) {
    let test_shop = TestShop::on(store);
    let admin = test_shop.admin().await;
    for id in ["bosch", "ate"] {
        test_shop.shop.add_brand(admin, brand(id)).await.unwrap();
    }
    for id in ["pads", "discs"] {
        test_shop.shop.add_category(admin, category(id, None)).await.unwrap();
    }
    (test_shop, admin)
}

fn price(cents: i64) -> Price {
    Price::new(Money::from_cents(cents).unwrap()).unwrap()
}

async fn add(test_shop: &TestShop, admin: UserId, cents: i64, listing: Option<Listing>) -> PartId {
    let details = PartDetails { price: price(cents), ..details() };
    test_shop.shop.add_part(admin, details, Stock::new(5).unwrap(), listing).await.unwrap()
}

fn dearer(points: i64) -> BulkChange {
    BulkChange::PriceBy { step: BasisPoints::new(points).unwrap(), rounding: Rounding::Cent }
}

fn of(parts: &[PartId], change: BulkChange) -> ChangeParts {
    ChangeParts { selection: Selection::Named(parts.to_vec()), change, after: None }
}

async fn preview(test_shop: &TestShop, admin: UserId, request: &ChangeParts) -> Preview {
    test_shop.shop.preview_change(admin, request.clone()).await.unwrap()
}

/// Applies a change as previewed.
async fn change(test_shop: &TestShop, admin: UserId, request: ChangeParts) -> ChangeReport {
    let agreed = preview(test_shop, admin, &request).await.agreed;
    test_shop.shop.change_parts(admin, request, agreed).await.unwrap()
}

async fn cents(test_shop: &TestShop, part: PartId) -> i64 {
    test_shop.shop.part(part).await.unwrap().part.details.price.amount().cents()
}

fn reasons(refused: &[RefusedChange]) -> Vec<(PartId, ChangeRefused)> {
    refused.iter().map(|refused| (refused.part, refused.why)).collect()
}

#[tokio::test]
async fn a_preview_shows_before_and_after_and_writes_nothing() {
    let (test_shop, admin) = shop().await;
    let parts = [add(&test_shop, admin, 2_860, None).await, add(&test_shop, admin, 1, None).await];
    let unknown: PartId = test_shop.shop.ids.next();
    let request = of(&[unknown, parts[1], parts[0], parts[0]], dearer(400));
    let preview = preview(&test_shop, admin, &request).await;
    assert_eq!((preview.chosen, preview.unchanged, preview.agreed.changes), (3, 1, 1), "a cent stays a cent");
    assert_eq!(reasons(&preview.refused), [(unknown, ChangeRefused::NoSuchPart)]);
    let rows: Vec<_> = preview.rows.iter().map(|row| (row.part, row.before.clone(), row.after.clone())).collect();
    assert_eq!(rows, [(parts[0], PartValue::Price(price(2_860)), PartValue::Price(price(2_974)))]);
    assert_eq!((cents(&test_shop, parts[0]).await, preview.changed_lately), (2_860, 0));
}

#[tokio::test]
async fn a_previewed_change_is_applied_once() {
    let (test_shop, admin) = shop().await;
    let parts = [add(&test_shop, admin, 1_000, None).await, add(&test_shop, admin, 2_000, None).await];
    let request = of(&parts, dearer(1_000));
    let agreed = preview(&test_shop, admin, &request).await.agreed;
    let report = test_shop.shop.change_parts(admin, request.clone(), agreed.clone()).await.unwrap();
    assert_eq!(report, ChangeReport { changed: 2, unchanged: 0, refused: Vec::new(), rest: None });
    assert_eq!((cents(&test_shop, parts[0]).await, cents(&test_shop, parts[1]).await), (1_100, 2_200));
    let again = test_shop.shop.change_parts(admin, request.clone(), agreed).await;
    assert!(matches!(again, Err(Refused(CatalogueError::ChangedMeanwhile))), "{again:?}");
    assert_eq!(cents(&test_shop, parts[0]).await, 1_100, "no price moves twice");
    assert_eq!(preview(&test_shop, admin, &request).await.changed_lately, 2, "a new preview warns");
    test_shop.clock.advance(Duration::from_hours(2));
    assert_eq!(preview(&test_shop, admin, &request).await.changed_lately, 0);
}

#[tokio::test]
async fn a_change_is_refused_if_the_parts_have_changed_since_its_preview() {
    let (test_shop, admin) = shop().await;
    let parts = [add(&test_shop, admin, 1_000, None).await, add(&test_shop, admin, 2_000, None).await];
    let request = of(&parts, dearer(1_000));
    let agreed = preview(&test_shop, admin, &request).await.agreed;
    test_shop.shop.edit_part(admin, parts[1], 1, PartDetails { price: price(2_500), ..details() }).await.unwrap();
    for (request, agreed) in [
        (request.clone(), agreed.clone()),
        (of(&parts[..1], dearer(1_000)), agreed.clone()),
        (of(&parts, dearer(2_000)), preview(&test_shop, admin, &request).await.agreed),
        (request.clone(), Agreed { changes: 1, ..preview(&test_shop, admin, &request).await.agreed }),
    ] {
        let refused = test_shop.shop.change_parts(admin, request, agreed).await;
        assert!(matches!(refused, Err(Refused(CatalogueError::ChangedMeanwhile))), "{refused:?}");
    }
    assert_eq!((cents(&test_shop, parts[0]).await, cents(&test_shop, parts[1]).await), (1_000, 2_500));
}

#[tokio::test]
async fn a_sale_is_no_change() {
    let (test_shop, admin) = shop().await;
    let customer = test_shop.customer("marta").await;
    let id = add(&test_shop, admin, 1_000, None).await;
    let request = of(&[id], dearer(1_000));
    let agreed = preview(&test_shop, admin, &request).await.agreed;
    let order = test_shop.order(customer, id, 2).await;
    assert_eq!(test_shop.shop.change_parts(admin, request, agreed).await.unwrap().changed, 1);
    let ordered = test_shop.shop.order_with_refunds(customer, order).await.unwrap().0;
    assert_eq!(ordered.snapshot().total.cents(), 2_000, "an order keeps its price");
}

#[tokio::test]
async fn every_kind_of_change_reaches_the_part() {
    let (test_shop, admin) = shop().await;
    let id = add(&test_shop, admin, 1_000, Some(listing("bosch", "A1", "pads"))).await;
    for (kind, before, after) in [
        (BulkChange::PriceTo(price(999)), PartValue::Price(price(1_000)), PartValue::Price(price(999))),
        (
            BulkChange::MinimumOrder(MinimumOrder::new(4).unwrap()),
            PartValue::MinimumOrder(MinimumOrder::new(2).unwrap()),
            PartValue::MinimumOrder(MinimumOrder::new(4).unwrap()),
        ),
        (
            BulkChange::Brand(Some(brand_id("ate"))),
            PartValue::Brand(Some(brand_id("bosch"))),
            PartValue::Brand(Some(brand_id("ate"))),
        ),
        (BulkChange::Category(None), PartValue::Category(Some(category_id("pads"))), PartValue::Category(None)),
        (
            BulkChange::Condition(Condition::Used),
            PartValue::Condition(Condition::New),
            PartValue::Condition(Condition::Used),
        ),
        (BulkChange::Hide, PartValue::Hidden(false), PartValue::Hidden(true)),
        (BulkChange::Show, PartValue::Hidden(true), PartValue::Hidden(false)),
    ] {
        let request = of(&[id], kind);
        let row = preview(&test_shop, admin, &request).await.rows.remove(0);
        assert_eq!((row.before, row.after), (before, after));
        assert_eq!(change(&test_shop, admin, request.clone()).await.changed, 1, "{request:?}");
        let again = change(&test_shop, admin, request).await;
        assert_eq!((again.changed, again.unchanged), (0, 1), "nothing to change");
    }
    let part = test_shop.shop.part_to_edit(admin, id).await.unwrap();
    assert_eq!(
        part.listed.listing,
        Listing {
            brand: Some(brand_id("ate")),
            category: None,
            condition: Condition::Used,
            ..listing("bosch", "A1", "pads")
        }
    );
    assert_eq!(
        (part.listed.record.revision, part.reorder_at.pieces()),
        (8, 3),
        "the reorder point follows the minimum"
    );
}

#[tokio::test]
async fn numbers_of_other_parts_are_not_taken_over() {
    let (test_shop, admin) = shop().await;
    let shop = &test_shop.shop;
    let own = add(&test_shop, admin, 100, Some(listing("ate", "A1", "pads"))).await;
    let same = add(&test_shop, admin, 100, Some(listing("bosch", "A1", "pads"))).await;
    let other = add(&test_shop, admin, 100, Some(listing("bosch", "A2", "pads"))).await;
    let report = change(&test_shop, admin, of(&[own, same, other], BulkChange::Brand(Some(brand_id("ate"))))).await;
    assert_eq!((report.changed, report.unchanged), (1, 1));
    assert_eq!(reasons(&report.refused), [(same, ChangeRefused::NumberTaken)]);
    assert_eq!(report.refused[0].title.as_ref().unwrap(), &details().title);
    assert_eq!(shop.listing(same).await.unwrap().brand, Some(brand_id("bosch")));
    assert_eq!(shop.listing(other).await.unwrap().brand, Some(brand_id("ate")));

    // A hidden part releases its number, and gets it back unless another part has taken it by then.
    change(&test_shop, admin, of(&[own], BulkChange::Hide)).await;
    change(&test_shop, admin, of(&[same], BulkChange::Brand(Some(brand_id("ate"))))).await;
    let report = change(&test_shop, admin, of(&[own], BulkChange::Show)).await;
    assert_eq!(reasons(&report.refused), [(own, ChangeRefused::NumberTaken)]);
}

#[tokio::test]
async fn of_two_parts_with_one_number_the_older_one_gets_it() {
    let (test_shop, admin) = shop().await;
    test_shop.shop.add_brand(admin, brand("zf")).await.unwrap();
    let first = add(&test_shop, admin, 100, Some(listing("bosch", "A1", "pads"))).await;
    let second = add(&test_shop, admin, 100, Some(listing("ate", "A1", "pads"))).await;
    let request = of(&[second, first], BulkChange::Brand(Some(brand_id("zf"))));
    assert_eq!(reasons(&preview(&test_shop, admin, &request).await.refused), [(second, ChangeRefused::NumberTaken)]);
    assert_eq!(reasons(&change(&test_shop, admin, request).await.refused), [(second, ChangeRefused::NumberTaken)]);
}

#[tokio::test]
async fn prices_out_of_range_are_refused() {
    let (test_shop, admin) = shop().await;
    let dear = add(&test_shop, admin, 99_999_999, None).await;
    let report = change(&test_shop, admin, of(&[dear], dearer(1))).await;
    assert_eq!(reasons(&report.refused), [(dear, ChangeRefused::PriceOutOfRange)]);
    assert_eq!((report.changed, cents(&test_shop, dear).await), (0, 99_999_999));
}

#[tokio::test]
async fn all_results_of_a_search_can_be_changed() {
    let (test_shop, admin) = shop().await;
    let pads = |number: &str| Some(listing("bosch", number, "pads"));
    let one = add(&test_shop, admin, 100, pads("A1")).await;
    let two = add(&test_shop, admin, 200, pads("A2")).await;
    let other = add(&test_shop, admin, 300, None).await;
    IndexFollower::new(test_shop.shop.clone()).follow().await.unwrap();
    let all = |list, search: SearchQuery, change| ChangeParts {
        selection: Selection::All(Box::new(ProductQuery { list, search: SearchQuery { limit: 1, ..search } })),
        change,
        after: None,
    };
    let in_pads = SearchQuery { categories: vec![category_id("pads")], ..SearchQuery::default() };
    assert_eq!(change(&test_shop, admin, all(ManagedList::Shown, in_pads, dearer(1_000))).await.changed, 2);
    let everything = all(ManagedList::Shown, SearchQuery::default(), BulkChange::Hide);
    assert_eq!(change(&test_shop, admin, everything).await.changed, 3);
    assert!(test_shop.shop.parts(Page::first()).await.unwrap().is_empty());
    let hidden = SearchQuery { brands: vec![brand_id("bosch")], ..SearchQuery::default() };
    assert_eq!(change(&test_shop, admin, all(ManagedList::Hidden, hidden, BulkChange::Show)).await.changed, 2);
    assert_eq!((cents(&test_shop, one).await, cents(&test_shop, two).await), (110, 220));
    assert!(matches!(test_shop.shop.part(other).await, Err(Refused(CatalogueError::NoSuchPart))));
    // The index may still contain a part that has left the list; the part stays out.
    let found = SearchQuery { words: Some("brake".parse().unwrap()), ..SearchQuery::default() };
    assert_eq!(preview(&test_shop, admin, &all(ManagedList::Shown, found, BulkChange::Hide)).await.chosen, 2);
}

#[tokio::test]
async fn many_parts_are_changed_in_batches_with_two_audit_entries() {
    let (test_shop, admin) = shop().await;
    let mut parts = Vec::new();
    for _ in 0..120 {
        parts.push(add(&test_shop, admin, 1_000, None).await);
    }
    let report = change(&test_shop, admin, of(&parts, dearer(1_000))).await;
    assert_eq!((report.changed, report.rest), (120, None));
    change(&test_shop, admin, of(&parts[..2], BulkChange::Hide)).await;
    let log = test_shop.audit_log().await;
    let of_many = log.iter().filter(|entry| entry.action == AuditAction::ChangeParts);
    let logged: Vec<_> = of_many.map(|entry| (entry.action, entry.detail.clone().unwrap())).collect();
    let line = |text: &str| (AuditAction::ChangeParts, text.to_owned());
    assert_eq!(
        logged,
        [
            line("price +10.00 %, rounded to cent: begun, 120 parts"),
            line("price +10.00 %, rounded to cent: 120 of 120 parts changed"),
            line("hide: 2 of 2 parts changed"),
        ]
    );
    assert!(log.iter().all(|entry| entry.actor == Some(admin)));
}

#[tokio::test]
async fn an_interrupted_change_can_be_continued_and_changes_no_part_twice() {
    let store = Arc::new(FailingStore::default());
    let (test_shop, admin) = shop_on(store.clone()).await;
    let mut parts = Vec::new();
    for _ in 0..120 {
        parts.push(add(&test_shop, admin, 1_000, None).await);
    }
    parts.sort_unstable();
    let request = of(&parts, dearer(1_000));
    let agreed = preview(&test_shop, admin, &request).await.agreed;
    // The start is stored, then two batches of fifty parts are changed.
    store.fail_after(3);
    let report = test_shop.shop.change_parts(admin, request.clone(), agreed).await.unwrap();
    let (last, rest) = report.rest.unwrap();
    assert_eq!((report.changed, last, rest.changes), (100, parts[99], 20));
    assert_eq!((cents(&test_shop, parts[99]).await, cents(&test_shop, parts[100]).await), (1_100, 1_000));
    let go_on = ChangeParts { after: Some(last), ..request };
    let report = test_shop.shop.change_parts(admin, go_on.clone(), rest.clone()).await.unwrap();
    assert_eq!((report.changed, report.rest), (20, None));
    let again = test_shop.shop.change_parts(admin, go_on, rest).await;
    assert!(matches!(again, Err(Refused(CatalogueError::ChangedMeanwhile))), "{again:?}");
    for part in &parts {
        assert_eq!(cents(&test_shop, *part).await, 1_100, "{part}");
    }
    let logged: Vec<_> = test_shop.audit_log().await.into_iter().filter_map(|entry| entry.detail).collect();
    let wanted = format!("price +10.00 %, rounded to cent: broken off after part {last}, 100 of 120 changed");
    assert!(logged.contains(&wanted), "{logged:?}");
}

#[tokio::test]
async fn a_number_search_respects_the_filters() {
    let (test_shop, admin) = shop().await;
    let wanted = add(&test_shop, admin, 1_000, Some(listing("bosch", "0 986 494 524", "pads"))).await;
    let other = add(&test_shop, admin, 1_000, Some(listing("ate", "0986-77", "pads"))).await;
    IndexFollower::new(test_shop.shop.clone()).follow().await.unwrap();
    let search =
        SearchQuery { words: Some("0986".parse().unwrap()), brands: vec![brand_id("bosch")], ..SearchQuery::default() };
    let query = ProductQuery { list: ManagedList::Shown, search };
    let request =
        ChangeParts { selection: Selection::All(Box::new(query.clone())), change: dearer(1_000), after: None };
    assert_eq!(preview(&test_shop, admin, &request).await.chosen, 1);
    change(&test_shop, admin, request).await;
    assert_eq!((cents(&test_shop, wanted).await, cents(&test_shop, other).await), (1_100, 1_000));
    let listed = test_shop.shop.products(admin, query.clone()).await.unwrap();
    assert_eq!((listed.parts.len(), listed.total), (1, Some(1)));
    // The attributes of parts on another list are not known: ignoring the filter would select too many.
    let mut rear = ProductQuery { list: ManagedList::Hidden, ..query };
    rear.search.attributes.insert("Position".parse().unwrap(), vec!["rear".to_owned()]);
    let request =
        ChangeParts { selection: Selection::All(Box::new(rear.clone())), change: BulkChange::Show, after: None };
    let refused = test_shop.shop.preview_change(admin, request).await;
    assert!(matches!(refused, Err(Refused(CatalogueError::AttributesOfList))), "{refused:?}");
    let refused = test_shop.shop.products(admin, rear).await;
    assert!(matches!(refused, Err(Refused(CatalogueError::AttributesOfList))), "{refused:?}");
}

#[tokio::test]
async fn invalid_bulk_changes_are_refused() {
    let (test_shop, admin) = shop().await;
    let customer = test_shop.customer("marta").await;
    let id = add(&test_shop, admin, 100, None).await;
    let shop = &test_shop.shop;
    assert!(matches!(
        shop.preview_change(admin, of(&[], BulkChange::Hide)).await,
        Err(Refused(CatalogueError::WhichParts))
    ));
    let many = of(&vec![id; MAX_NAMED + 1], BulkChange::Hide);
    assert!(matches!(
        shop.preview_change(admin, many).await,
        Err(Refused(CatalogueError::TooManyParts { max: 10_000 }))
    ));
    let nowhere = of(&[id], BulkChange::Category(Some(category_id("nowhere"))));
    assert!(matches!(shop.preview_change(admin, nowhere).await, Err(Refused(CatalogueError::NoSuchCategory))));
    let unknown_brand = of(&[id], BulkChange::Brand(Some(brand_id("nobody"))));
    assert!(matches!(shop.preview_change(admin, unknown_brand).await, Err(Refused(CatalogueError::NoSuchBrand))));
    let request = of(&[id], BulkChange::Hide);
    let agreed = preview(&test_shop, admin, &request).await.agreed;
    let looked = shop.preview_change(customer, request.clone()).await.map(|_| ());
    let changed = shop.change_parts(customer, request, agreed).await.map(|_| ());
    for refused in [looked, changed] {
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
    }
}
