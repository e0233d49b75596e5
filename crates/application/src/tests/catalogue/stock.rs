use super::placed;
use crate::{
    accounts::access::AccessDenied,
    catalogue::{CatalogueError, stock::MoveStock},
    ports::page::Page,
    testing::test_shop::TestShop,
};
use autoparts_domain::{
    catalogue::stock::{StockChange, StockReason},
    id::{PartId, UserId},
    quantity::Stock,
};

fn pieces(pieces: i64, reason: StockReason) -> MoveStock {
    MoveStock { reason, change: StockChange::new(pieces).unwrap(), note: None }
}

#[tokio::test]
async fn goods_that_come_in_can_be_ordered_and_the_books_balance() {
    let test_shop = TestShop::default();
    let (admin, customer) = (test_shop.admin().await, test_shop.customer("marta").await);
    let part = test_shop.part(1, 0, 1000).await;
    let received = pieces(20, StockReason::Received);
    assert_eq!(test_shop.shop.move_stock(admin, part, received).await.unwrap(), 20);
    placed(&test_shop, customer, part).await;
    let movements = test_shop.shop.stock_movements(admin, part, Page::first()).await.unwrap();
    let told: Vec<_> = movements.iter().map(|movement| (movement.reason, movement.pieces, movement.actor)).collect();
    assert_eq!(told, [(StockReason::Received, 20, Some(admin)), (StockReason::Opening, 0, None)]);
    test_shop.check_books().await;
}

#[tokio::test]
async fn pieces_that_orders_hold_cannot_go() {
    let test_shop = TestShop::default();
    let (admin, customer) = (test_shop.admin().await, test_shop.customer("marta").await);
    let part = test_shop.part(1, 7, 1000).await;
    placed(&test_shop, customer, part).await;
    let refused = test_shop.shop.move_stock(admin, part, pieces(-10, StockReason::Damaged)).await;
    assert!(matches!(refused, Err(CatalogueError::PiecesReserved { available: 5 })), "{refused:?}");
    assert_eq!(test_shop.shop.move_stock(admin, part, pieces(-5, StockReason::Counted)).await.unwrap(), 0);
    let too_many = test_shop.shop.move_stock(admin, part, pieces(Stock::MAX, StockReason::Received)).await;
    assert!(matches!(too_many, Err(CatalogueError::TooManyPieces)), "{too_many:?}");
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_part_that_becomes_orderable_is_told_to_the_index() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 0, 1000).await;
    test_shop.shop.move_stock(admin, part, pieces(1, StockReason::Received)).await.unwrap();
    let record = test_shop.shop.part_to_edit(admin, part).await.unwrap().listed.record;
    assert_eq!((record.revision, record.changed_at), (2, test_shop.shop.now()));
    test_shop.shop.move_stock(admin, part, pieces(1, StockReason::Received)).await.unwrap();
    assert_eq!(test_shop.shop.part_to_edit(admin, part).await.unwrap().listed.record.revision, 2, "it was before");
}

#[tokio::test]
async fn admins_see_what_is_low() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let (low, high) = (test_shop.part(1, 0, 1000).await, test_shop.part(2, 9, 1000).await);
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
    let (customer, part) = (test_shop.customer("marta").await, test_shop.part(1, 5, 1000).await);
    let shop = &test_shop.shop;
    let refused = [
        shop.move_stock(customer, part, pieces(1, StockReason::Received)).await.map(drop),
        shop.stock_movements(customer, part, Page::first()).await.map(drop),
        shop.set_reorder_point(customer, part, Stock::new(1).unwrap()).await,
        shop.low_stock(customer, Page::first()).await.map(drop),
    ];
    for answer in refused {
        assert!(matches!(answer, Err(CatalogueError::Denied(AccessDenied::Forbidden))), "{answer:?}");
    }
    let unknown: (UserId, PartId) = (test_shop.admin().await, PartId::from(uuid::Uuid::nil()));
    let nothing = shop.move_stock(unknown.0, unknown.1, pieces(1, StockReason::Received)).await;
    assert!(matches!(nothing, Err(CatalogueError::NoSuchPart)), "{nothing:?}");
}
