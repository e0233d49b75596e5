use super::placed;
use autoparts_application::{
    accounts::access::AccessDenied,
    catalogue::{CatalogueError, stock::MoveStock},
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    catalogue::stock::{StockChange, StockReason},
    id::{PartId, UserId},
    quantity::Stock,
};
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

fn pieces(pieces: i64, reason: StockReason) -> MoveStock {
    let change = StockChange::new(pieces).unwrap();
    MoveStock { reason, change, note: None, expected_available: None, idempotency_key: None }
}

#[tokio::test]
async fn received_goods_can_be_ordered_and_the_books_balance() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 0, 1000).await;
    let received = pieces(20, StockReason::Received);
    assert_eq!(test_shop.shop.move_stock(admin, part, received).await.unwrap(), 20);
    placed(&test_shop, customer, part).await;
    let movements = test_shop.shop.stock_movements(admin, part, Page::first()).await.unwrap();
    let recorded: Vec<_> =
        movements.iter().map(|movement| (movement.reason, movement.pieces, movement.actor)).collect();
    assert_eq!(recorded, [(StockReason::Received, 20, Some(admin)), (StockReason::Opening, 0, None)]);
    test_shop.check_books().await;
}

#[tokio::test]
async fn pieces_that_orders_hold_cannot_be_removed() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 7, 1000).await;
    placed(&test_shop, customer, part).await;
    let refused = test_shop.shop.move_stock(admin, part, pieces(-10, StockReason::Damaged)).await;
    assert!(matches!(refused, Err(Refused(CatalogueError::PiecesReserved { available: 5 }))), "{refused:?}");
    assert_eq!(test_shop.shop.move_stock(admin, part, pieces(-5, StockReason::Counted)).await.unwrap(), 0);
    let too_many = test_shop.shop.move_stock(admin, part, pieces(Stock::MAX, StockReason::Received)).await;
    assert!(matches!(too_many, Err(Refused(CatalogueError::TooManyPieces))), "{too_many:?}");
    test_shop.check_books().await;
}

#[tokio::test]
async fn becoming_orderable_updates_the_index_without_an_edit_conflict() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(2, 0, 1000).await;
    let seen = test_shop.shop.part_to_edit(admin, part).await.unwrap().listed.record;
    let changed_at = || async { test_shop.shop.part_to_edit(admin, part).await.unwrap().listed.record.changed_at };
    test_shop.clock.advance(Duration::from_mins(1));
    test_shop.shop.move_stock(admin, part, pieces(1, StockReason::Received)).await.unwrap();
    assert_eq!(changed_at().await, seen.changed_at, "one is less than its minimum order");
    test_shop.shop.move_stock(admin, part, pieces(1, StockReason::Received)).await.unwrap();
    let orderable = test_shop.shop.now();
    assert_eq!(changed_at().await, orderable);
    test_shop.clock.advance(Duration::from_mins(1));
    test_shop.shop.move_stock(admin, part, pieces(1, StockReason::Received)).await.unwrap();
    assert_eq!(changed_at().await, orderable, "it was before");
    test_shop.shop.edit_part(admin, part, seen.revision, seen.part.details).await.unwrap();
}

#[tokio::test]
async fn a_stock_count_is_refused_if_the_stock_has_changed() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 20, 1000).await;
    // The admin sees 20 and counts 18, while an order takes pieces.
    let counted = |seen| {
        let expected_available = Some(Stock::new(seen).unwrap());
        test_shop.shop.move_stock(admin, part, MoveStock { expected_available, ..pieces(-2, StockReason::Counted) })
    };
    placed(&test_shop, customer, part).await;
    let refused = counted(20).await;
    assert!(matches!(refused, Err(Refused(CatalogueError::StockChanged { available: 18 }))), "{refused:?}");
    assert_eq!(test_shop.stock(part).await, 18);
    assert_eq!(counted(18).await.unwrap(), 16);
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_movement_under_one_key_is_recorded_once() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 0, 1000).await;
    let move_ = |number| {
        let idempotency_key = Some("key".to_owned());
        test_shop.shop.move_stock(admin, part, MoveStock { idempotency_key, ..pieces(number, StockReason::Received) })
    };
    assert_eq!((move_(20).await.unwrap(), move_(20).await.unwrap()), (20, 20));
    let other = move_(21).await;
    assert!(matches!(other, Err(Refused(CatalogueError::KeyReused))), "{other:?}");
    // A refused request does not use up its key.
    let refused = MoveStock { idempotency_key: Some("second".to_owned()), ..pieces(-21, StockReason::Damaged) };
    assert!(test_shop.shop.move_stock(admin, part, refused.clone()).await.is_err());
    test_shop.shop.move_stock(admin, part, pieces(1, StockReason::Received)).await.unwrap();
    assert_eq!(test_shop.shop.move_stock(admin, part, refused).await.unwrap(), 0);
    assert_eq!(test_shop.shop.stock_movements(admin, part, Page::first()).await.unwrap().len(), 4);
    test_shop.check_books().await;
}

#[tokio::test]
async fn admins_see_parts_with_low_stock() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let low = test_shop.part(1, 0, 1000).await;
    let high = test_shop.part(2, 9, 1000).await;
    let ids = || async {
        let low = test_shop.shop.low_stock(admin, Page::first()).await.unwrap();
        low.into_iter().map(|(card, low)| (card.part.id, low.reorder_at.pieces())).collect::<Vec<_>>()
    };
    assert_eq!(ids().await, [(low, 0)]);
    test_shop.shop.set_reorder_point(admin, high, Stock::new(9).unwrap()).await.unwrap();
    assert_eq!(ids().await, [(low, 0), (high, 9)]);
}

#[tokio::test]
async fn only_admins_see_and_move_stock() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let shop = &test_shop.shop;
    let refused = [
        shop.move_stock(customer, part, pieces(1, StockReason::Received)).await.map(drop),
        shop.stock_movements(customer, part, Page::first()).await.map(drop),
        shop.set_reorder_point(customer, part, Stock::new(1).unwrap()).await,
        shop.low_stock(customer, Page::first()).await.map(drop),
    ];
    for answer in refused {
        assert!(matches!(answer, Err(Denied(AccessDenied::Forbidden))), "{answer:?}");
    }
    let unknown: (UserId, PartId) = (test_shop.admin().await, PartId::from(uuid::Uuid::nil()));
    let nothing = shop.move_stock(unknown.0, unknown.1, pieces(1, StockReason::Received)).await;
    assert!(matches!(nothing, Err(Refused(CatalogueError::NoSuchPart))), "{nothing:?}");
}
