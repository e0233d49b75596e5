//! What the check of the books reads.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::{Shared, samples, with_an_order};
use crate::ports::{
    books::{BookEntries, BooksCheck},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    id::{OrderId, PartId},
    ledger::Movement,
    orders::Order,
};

async fn entries(store: &Shared, first: OrderId, last: OrderId) -> BookEntries {
    store.read(move |tx| tx.book_entries(&first, &last)).await.unwrap()
}

/// Gives an order an entry in the ledger, an attempt and a refund.
async fn write_beside(store: &Shared, order: &Order, number: u64) {
    let snapshot = order.snapshot();
    let first = snapshot.lines.first();
    let entry =
        samples::ledger_entry(number, order, Movement::Reserved(first.part, first.quantity), snapshot.placed_at);
    let attempt = samples::attempt(number, order.key(), 1);
    let refund = samples::refund(number, order.key(), samples::transaction(number));
    store
        .write(move |tx| -> StoreResult<()> {
            tx.append_ledger(&entry)?;
            tx.insert_attempt(&attempt)?;
            tx.insert_refund(&refund)
        })
        .await
        .unwrap();
}

pub async fn what_stands_beside_a_range_of_orders_is_read_at_once(store: Shared) {
    let first = with_an_order(&store).await;
    let (customer, part) = (samples::customer(1), samples::part(1, 100));
    let mut orders = vec![first.clone()];
    for number in 2..=4 {
        let order = samples::order(number, &customer, &part);
        super::add_order(&store, &order).await;
        orders.push(order);
    }
    for (number, order) in (1..).zip(&orders) {
        write_beside(&store, order, number).await;
    }
    let found = entries(&store, orders[1].snapshot().id, orders[2].snapshot().id).await;
    assert_eq!((found.attempts.len(), found.refunds.len(), found.ledger.len()), (2, 2, 2));
    let is_meant = |key| key == orders[1].key() || key == orders[2].key();
    assert!(found.attempts.iter().all(|attempt| is_meant(attempt.order)));
    assert!(found.refunds.iter().all(|refund| is_meant(refund.order)));
    assert!(found.ledger.iter().all(|entry| is_meant(entry.order)));
    let one = entries(&store, first.snapshot().id, first.snapshot().id).await;
    assert_eq!((one.attempts.len(), one.refunds.len(), one.ledger.len()), (1, 1, 1));
}

pub async fn the_pieces_that_orders_hold_are_summed_by_part(store: Shared) {
    let held = |store: Shared| async move { store.read(|tx| tx.held_pieces()).await.unwrap() };
    assert!(held(store.clone()).await.is_empty());
    let (customer, parts) = (samples::customer(1), [1, 2].map(|number| samples::part(number, 100)));
    super::add_user(&store, &customer).await;
    for part in &parts {
        super::add_part(&store, part).await;
    }
    let mut expected = [0, 0];
    for (number, state) in (1..).zip(samples::every_state()) {
        let (one, several) =
            (samples::order(number, &customer, &parts[0]), samples::order_of_several(number + 100, &customer, &parts));
        for (order, pieces) in [(one, [2, 0]), (several, [5, 4])] {
            let order = samples::in_state(&order, state.clone());
            for (sum, pieces) in expected.iter_mut().zip(pieces) {
                *sum += if order.holds_stock() { pieces } else { 0 };
            }
            super::add_order(&store, &order).await;
        }
    }
    let mut sums: Vec<(PartId, i64)> = held(store.clone()).await;
    sums.sort_unstable();
    assert_eq!(sums, [(parts[0].id, expected[0]), (parts[1].id, expected[1])]);
    assert!(!store.read(|tx| tx.every_order(&Page::first())).await.unwrap().is_empty());
}

pub async fn the_last_check_of_the_books_is_remembered(store: Shared) {
    let last = |store: Shared| async move { store.read(|tx| tx.last_books_check()).await.unwrap() };
    assert_eq!(last(store.clone()).await, None);
    for (wrong_orders, wrong_parts) in [(0, 0), (3, 1)] {
        let check = BooksCheck {
            at: samples::hold_ends().plus(std::time::Duration::from_secs(wrong_orders.into())),
            wrong_orders,
            wrong_parts,
        };
        store.write(move |tx| tx.note_books_check(&check)).await.unwrap();
        assert_eq!(last(store.clone()).await, Some(check));
    }
}
