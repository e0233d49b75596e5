//! Servers with different clocks on one database. The in-memory store has one process and one clock.

use crate::shops::on_both_databases;
use autoparts_application::ports::{
    catalogue::{NewPart, PartRecord},
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{
        listing::Listing,
        stock::{StockMovement, StockReason},
    },
    id::PartId,
    quantity::Stock,
    time::Timestamp,
};
use autoparts_testing::{
    clock::{NEW_YEAR, numbered},
    samples::{part, pieces},
    test_shop::TestShop,
};
use std::time::Duration;

fn id(number: u64) -> PartId {
    part(number, 0).id
}

fn received(number: u64, at: Timestamp) -> StockMovement {
    let movement = numbered(number + 1_000).into();
    StockMovement {
        part: id(number),
        id: movement,
        reason: StockReason::Received,
        pieces: 9,
        actor: None,
        note: None,
        at,
    }
}

fn record(tx: &mut dyn Transaction, number: u64, at: Timestamp) -> StoreResult<PartRecord> {
    Ok(PartRecord { changed_at: at, ..tx.part_record(&id(number))?.unwrap() })
}

/// Every way to change a part: parts 1 and 2 are new, the others exist and are sold out.
fn change(tx: &mut dyn Transaction, at: Timestamp) -> StoreResult<()> {
    tx.insert_part(&part(1, 5), at)?;
    let new = NewPart { part: part(2, 5), listing: Listing::default(), reorder_at: Stock::new(0).unwrap() };
    tx.insert_parts(&[new], at)?;
    let edited = record(tx, 3, at)?;
    tx.update_part(&edited)?;
    let edited = record(tx, 4, at)?;
    tx.update_parts(&[edited])?;
    tx.touch_parts(&[id(5)], at)?;
    assert!(tx.move_stock(&received(6, at), None)?);
    assert!(tx.move_stock_of_parts(&[received(7, at)])?);
    tx.return_stock(&id(8), pieces(5), at)
}

/// Adds parts at `now` and one by a server with another clock, then changes them at `now`. Returns the recorded times.
async fn changed_alongside_another_clock(test_shop: &TestShop, now: Timestamp, others: Timestamp) -> Vec<Timestamp> {
    let store = &test_shop.shop.store;
    let prepare = move |tx: &mut dyn Transaction| {
        for number in 3..8 {
            tx.insert_part(&part(number, 0), now)?;
        }
        tx.insert_part(&part(8, 5), now)?;
        assert!(tx.take_stock(&id(8), pieces(5))?);
        tx.insert_part(&part(9, 5), others)
    };
    store.write(prepare).await.unwrap();
    store.write(move |tx| change(tx, now)).await.unwrap();
    let changed_at = |tx: &mut dyn Transaction| {
        (1..9).map(|number| Ok(tx.part_record(&id(number))?.unwrap().changed_at)).collect::<StoreResult<Vec<_>>>()
    };
    store.read(changed_at).await.unwrap()
}

async fn what_a_server_with_a_slow_clock_changes_comes_after_what_is_there(test_shop: TestShop) {
    let others = NEW_YEAR.plus(Duration::from_mins(10));
    assert_eq!(changed_alongside_another_clock(&test_shop, NEW_YEAR, others).await, [others; 8]);
}

async fn a_clock_that_is_far_ahead_is_not_followed(test_shop: TestShop) {
    let others = NEW_YEAR.plus(Duration::from_hours(24 * 365));
    assert_eq!(changed_alongside_another_clock(&test_shop, NEW_YEAR, others).await, [NEW_YEAR; 8]);
}

on_both_databases! {
    what_a_server_with_a_slow_clock_changes_comes_after_what_is_there,
    a_clock_that_is_far_ahead_is_not_followed,
}
