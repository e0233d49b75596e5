use autoparts_application::{
    accounts::access::AccessDenied,
    orders::{lists::OrderSearch, shipment::Ship},
    ports::page::Page,
    use_case_error::UseCaseError::Denied,
};
use autoparts_domain::{
    id::{OrderId, UserId},
    orders::Worklist,
};
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

async fn found(test_shop: &TestShop, admin: UserId, search: OrderSearch) -> Vec<OrderId> {
    let orders = test_shop.shop.orders(admin, search, Page::first()).await.unwrap();
    orders.iter().map(|order| order.snapshot().id).collect()
}

fn words(words: &str) -> OrderSearch {
    OrderSearch { words: Some(words.parse().unwrap()), ..OrderSearch::default() }
}

#[tokio::test]
async fn an_admin_finds_an_order_by_number_id_and_customer() {
    let test_shop = TestShop::default();
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    let part = test_shop.part(1, 50, 100).await;
    let first = test_shop.order(marta, part, 1).await;
    let second = test_shop.order(marta, part, 2).await;
    let other = test_shop.order(olga, part, 1).await;
    let number = test_shop.stored_order(first).await.snapshot().number.clone().unwrap();
    for typed in [number.to_string(), format!(" {} ", number.as_str().to_lowercase()), first.to_string()] {
        assert_eq!(found(&test_shop, admin, words(&typed)).await, [first], "{typed}");
    }
    assert_eq!(found(&test_shop, admin, words("MARTA@example.com ")).await, [second, first]);
    let phone = test_shop.stored_order(first).await.snapshot().phone.to_string();
    assert_eq!(found(&test_shop, admin, words(&phone)).await, [other, second, first]);
    for typed in ["marta", "AP-2222-2222", "%", "nobody@example.com", "000000", "\u{1f697}"] {
        assert!(found(&test_shop, admin, words(typed)).await.is_empty(), "{typed}");
    }
    assert_eq!(found(&test_shop, admin, OrderSearch::default()).await.len(), 3);
}

#[tokio::test]
async fn a_search_can_be_limited_to_a_list_and_lists_are_counted() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 50, 100).await;
    let unpaid = test_shop.order(marta, part, 1).await;
    let (to_ship, _) = test_shop.paid_order(marta, part, 1).await;
    let (shipped, _) = test_shop.paid_order(marta, part, 1).await;
    test_shop.shop.ship(admin, shipped, Ship::default()).await.unwrap();
    let deleted = test_shop.order(marta, part, 1).await;
    let number = test_shop.stored_order(deleted).await.snapshot().number.clone().unwrap();
    test_shop.shop.delete_own_order(marta, deleted).await.unwrap();
    for (list, order) in [(Worklist::Unpaid, unpaid), (Worklist::ToShip, to_ship), (Worklist::Shipped, shipped)] {
        let search = OrderSearch { list: Some(list), ..words("marta@example.com") };
        assert_eq!(found(&test_shop, admin, search).await, [order]);
        let elsewhere = OrderSearch { list: Some(Worklist::Refunded), ..words(&order.to_string()) };
        assert!(found(&test_shop, admin, elsewhere).await.is_empty());
    }
    let placed_at = test_shop.stored_order(unpaid).await.snapshot().placed_at;
    let period = |from, before| OrderSearch { from: Some(from), before: Some(before), ..words(&unpaid.to_string()) };
    let second = Duration::from_secs(1);
    assert_eq!(found(&test_shop, admin, period(placed_at, placed_at.plus(second))).await, [unpaid]);
    assert!(found(&test_shop, admin, period(placed_at.minus(second), placed_at)).await.is_empty());
    assert!(found(&test_shop, admin, period(placed_at.plus(second), placed_at.plus(second))).await.is_empty());
    assert!(found(&test_shop, admin, words(number.as_str())).await.is_empty(), "deleted orders are not shown");
    let counts = test_shop.shop.order_counts(admin).await.unwrap();
    assert_eq!((counts.all, counts.on[&Worklist::ToShip], counts.on[&Worklist::Disputed]), (3, 1, 0));
    let refused = test_shop.shop.order_counts(marta).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
}

#[tokio::test]
async fn every_order_has_its_own_number() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 500, 100).await;
    let mut numbers = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let order = test_shop.order(marta, part, 1).await;
        assert!(numbers.insert(test_shop.stored_order(order).await.snapshot().number.clone().unwrap()));
    }
}
