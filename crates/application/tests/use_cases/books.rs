use autoparts_application::{
    maintenance::books::Discrepancy,
    ports::{books::BookEntries, store::Transaction, store_error::StoreResult},
};
use autoparts_domain::{
    id::OrderId,
    ledger::Movement,
    payments::{AttemptStatus, PaymentAttempt},
    quantity::Quantity,
};
use autoparts_testing::{samples, test_shop::TestShop};
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

/// Adds a ledger entry about an unpaid order.
async fn book_money(test_shop: &TestShop, order: OrderId, number: u64) {
    let order = test_shop.stored_order(order).await;
    let at = test_shop.shop.now();
    let entry = samples::ledger_entry(number, &order, Movement::Received(order.snapshot().total), at);
    let append: StoreResult<()> =
        test_shop.shop.store.write(move |tx| tx.append_ledger(std::slice::from_ref(&entry))).await;
    append.unwrap();
}

/// The discrepancies found today.
async fn found(test_shop: &TestShop) -> Vec<Discrepancy> {
    test_shop.shop.check_books_daily().await.unwrap().1
}

async fn entries(test_shop: &TestShop, order: OrderId) -> BookEntries {
    let read = move |tx: &mut dyn Transaction| tx.book_entries(&[order]);
    test_shop.shop.store.read(read).await.unwrap()
}

#[tokio::test]
async fn the_books_are_checked_once_a_day_and_again_while_something_is_wrong() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(marta, part, 1).await;
    let (first, wrong) = test_shop.shop.check_books_daily().await.unwrap();
    assert_eq!((wrong, first.whole_at), (Vec::new(), first.at));
    book_money(&test_shop, order, 900).await;
    assert_eq!(entries(&test_shop, order).await.ledger.len(), 2);
    test_shop.clock.advance(DAY / 2);
    assert_eq!(test_shop.shop.check_books_daily().await.unwrap(), (first, Vec::new()), "not yet");
    test_shop.clock.advance(DAY / 2);
    assert_eq!(found(&test_shop).await.len(), 1);
    assert_eq!(found(&test_shop).await.len(), 1, "and again");
    let (last, _) = test_shop.shop.check_books_daily().await.unwrap();
    assert_eq!((last.wrong_orders, last.wrong_parts), (1, 0));
}

#[tokio::test]
async fn between_full_checks_only_changed_orders_are_checked() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let old = test_shop.order(marta, part, 1).await;
    let middle = test_shop.order(marta, part, 1).await;
    // Changes shortly before a check are checked again by the next one.
    test_shop.clock.advance(DAY / 12);
    let (first, _) = test_shop.shop.check_books_daily().await.unwrap();
    // A change that the check of movements cannot see: a payment without a ledger entry.
    let attempt = PaymentAttempt {
        status: AttemptStatus::Succeeded,
        transaction: Some(samples::transaction(901)),
        ..samples::attempt(901, test_shop.stored_order(old).await.key(), 9)
    };
    let add: StoreResult<()> = test_shop.shop.store.write(move |tx| tx.insert_attempt(&attempt)).await;
    add.unwrap();
    for day in 1..7 {
        test_shop.clock.advance(DAY);
        if day == 2 {
            assert!(test_shop.shop.delete_own_order(marta, middle).await.unwrap());
        }
        let (check, wrong) = test_shop.shop.check_books_daily().await.unwrap();
        assert_eq!((wrong, check.whole_at, check.at), (Vec::new(), first.at, test_shop.shop.now()));
    }
    test_shop.clock.advance(DAY);
    assert_eq!(found(&test_shop).await.len(), 1, "a week later everything is read");
}

#[tokio::test]
async fn balances_are_moved_forward_from_day_to_day() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 9, 1000).await;
    for _ in 0..10 {
        // The reservation of the previous day ends, and this one begins.
        test_shop.shop.run_maintenance().await;
        test_shop.order(marta, part, 2).await;
        assert_eq!(found(&test_shop).await, []);
        test_shop.clock.advance(DAY);
    }
    let balances = test_shop.shop.store.read(|tx| tx.held_balances()).await.unwrap();
    assert_eq!(balances, [(part, 2)], "yesterday's order: today's is too new");
    let piece = Quantity::new(1).unwrap();
    let lose: StoreResult<bool> = test_shop.shop.store.write(move |tx| tx.take_stock(&part, piece)).await;
    assert!(lose.unwrap());
    let missing = Discrepancy::Stock { part, supplied: 9, available: 6, held: 2 };
    assert_eq!(found(&test_shop).await, [missing]);
}
