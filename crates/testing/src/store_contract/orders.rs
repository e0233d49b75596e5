//! Rules about orders, idempotency keys and the ledger.

use super::{Shared, add_order, add_part, add_user, at_once, order_lists::with_orders, stored, with_an_order, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{
        customer, destination, every_state, hold_ends, in_state, ledger_entry, money, order, order_of_several,
        order_with_charges, part, pieces, place, transaction,
    },
};
use autoparts_application::ports::{
    orders::{OrderFilter, RememberedOrder},
    page::Page,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    destination::Destination,
    id::{OrderId, OrderKey},
    ledger::{LedgerEntry, Movement},
    orders::{Line, LineNumber, Lines, Milestones, Order, OrderSnapshot, OrderState, PiecesToRefund, Tracking},
    payments::reversal::{DisputeState, Reversal},
    time::Timestamp,
};
use std::collections::BTreeMap;

pub async fn an_order_is_found_as_it_was_inserted(store: Shared) {
    let placed = with_an_order(&store).await;
    assert_eq!(stored(&store, &placed).await, placed);
}

pub async fn charges_and_destination_are_found_as_they_were_agreed(store: Shared) {
    let customer = customer(1);
    let parts = [part(1, 100), part(2, 100)];
    add_user(&store, &customer).await;
    for part in &parts {
        add_part(&store, part).await;
    }
    let placed = order_with_charges(1, &customer, &parts);
    add_order(&store, &placed).await;
    assert_eq!(stored(&store, &placed).await, placed);
    let bare = Destination { line2: None, place: place("IE", "", ""), ..destination() };
    let snapshot =
        OrderSnapshot { id: numbered(2).into(), number: None, destination: Some(bare), ..placed.snapshot().clone() };
    let abroad = Order::place(snapshot, hold_ends());
    add_order(&store, &abroad).await;
    assert_eq!(stored(&store, &abroad).await, abroad);
    let listed = store.read(move |tx| tx.orders(&OrderFilter::default(), &Page::first())).await.unwrap();
    assert_eq!(listed, [abroad, placed]);
}

pub async fn extreme_values_of_an_order_survive(store: Shared) {
    let customer = customer(1);
    let part = part(1, 100);
    add_user(&store, &customer).await;
    add_part(&store, &part).await;
    let plain = order(1, &customer, &part);
    let snapshot = OrderSnapshot {
        lines: Lines::one(Line::new(part.id, "é".repeat(120).parse().unwrap(), money(i64::MAX), pieces(1_000_000_000))),
        total: money(i64::MAX),
        name: "Zoë \u{1f697}".parse().unwrap(),
        address: "東京\n1-1".parse().unwrap(),
        phone: "+41 (22) 555-01-48".parse().unwrap(),
        placed_at: Timestamp::from_micros(i64::MIN),
        ..plain.snapshot().clone()
    };
    let large = Order::place(snapshot, Timestamp::from_micros(i64::MAX));
    let lines = Lines::one(Line { unit_price: money(0), ..plain.snapshot().lines.first().clone() });
    let snapshot =
        OrderSnapshot { id: numbered(2).into(), number: None, total: money(0), lines, ..plain.snapshot().clone() };
    let small = Order::place(snapshot, Timestamp::from_micros(-1));
    for order in [large, small] {
        add_order(&store, &order).await;
        assert_eq!(stored(&store, &order).await, order);
    }
}

pub async fn every_query_returns_all_lines_of_an_order(store: Shared) {
    let customer = customer(1);
    let parts = [1, 2].map(|number| part(number, 100));
    add_user(&store, &customer).await;
    for part in &parts {
        add_part(&store, part).await;
    }
    let disputed = Reversal { dispute: Some(DisputeState::Open), ..Reversal::NONE };
    let mut orders = Vec::new();
    for number in 1..=3 {
        let placed =
            if number == 2 { order(number, &customer, &parts[1]) } else { order_of_several(number, &customer, &parts) };
        let disputed = in_state(&placed, OrderState::Paid(transaction(number))).with_reversal(disputed);
        add_order(&store, &disputed).await;
        assert_eq!(stored(&store, &disputed).await, disputed);
        orders.push(disputed);
    }
    let page = Page::first();
    assert_eq!(store.read(move |tx| tx.orders_in_dispute(&page)).await.unwrap(), orders);
    orders.reverse();
    assert_eq!(store.read(move |tx| tx.orders(&OrderFilter::default(), &page)).await.unwrap(), orders);
    assert_eq!(store.read(move |tx| tx.orders_of(&customer.id, &page)).await.unwrap(), orders);
    let page = Page { after: orders.first().map(|newest| newest.snapshot().id), limit: 1 };
    assert_eq!(store.read(move |tx| tx.orders(&OrderFilter::default(), &page)).await.unwrap().first(), orders.get(1));
}

pub async fn an_order_needs_every_one_of_its_parts(store: Shared) {
    let parts = [1, 2].map(|number| part(number, 100));
    add_user(&store, &customer(1)).await;
    add_part(&store, &parts[0]).await;
    let order = order_of_several(1, &customer(1), &parts);
    let inserted = store.write(move |tx| tx.insert_order(&order)).await;
    assert!(matches!(inserted, Err(StoreError::Failed(_))), "{inserted:?}");
    assert_eq!(store.read(|tx| tx.order_owner(&numbered(1).into())).await.unwrap(), None);
}

pub async fn every_state_survives_an_insert(store: Shared) {
    let customer = customer(1);
    let part = part(1, 100);
    add_user(&store, &customer).await;
    add_part(&store, &part).await;
    for (number, state) in (1..).zip(every_state()) {
        let order = in_state(&order(number, &customer, &part), state);
        add_order(&store, &order).await;
        assert_eq!(stored(&store, &order).await, order);
    }
}

pub async fn every_state_survives_an_update(store: Shared) {
    let placed = with_an_order(&store).await;
    for state in every_state() {
        let before = stored(&store, &placed).await;
        let changed = in_state(&before, state.clone());
        store.write(move |tx| tx.update_order(&changed)).await.unwrap();
        assert_eq!(stored(&store, &placed).await.state(), &state);
    }
}

pub async fn partial_refunds_of_an_order_survive(store: Shared) {
    let customer = customer(1);
    let parts = [1, 2].map(|number| part(number, 100));
    add_user(&store, &customer).await;
    for part in &parts {
        add_part(&store, part).await;
    }
    let paid = in_state(&order_with_charges(1, &customer, &parts), OrderState::Paid(transaction(1)));
    add_order(&store, &paid).await;
    let mut expected = stored(&store, &paid).await;
    let of_line = |number, count| BTreeMap::from([(LineNumber::new(number).unwrap(), pieces(count))]);
    let line = |number, count| PiecesToRefund { pieces: of_line(number, count), ..PiecesToRefund::default() };
    let cores = |number, count| PiecesToRefund { cores: of_line(number, count), ..PiecesToRefund::default() };
    expected.refund_pieces(&line(3, 1)).unwrap();
    expected.refund_pieces(&cores(3, 1)).unwrap();
    expected.refund_amount(money(150)).unwrap();
    expected.ship(Tracking::default(), NEW_YEAR).unwrap();
    expected.refund_unneeded(&line(3, 2)).unwrap();
    expected.refund_pieces(&line(2, 4)).unwrap();
    expected.refund_pieces(&cores(1, 1)).unwrap();
    let changed = expected.clone();
    store.write(move |tx| tx.update_order(&changed)).await.unwrap();
    let after = stored(&store, &paid).await;
    assert_eq!(after.partial_refunds(), expected.partial_refunds());
    assert!(after.restocking_fees() > money(0));
    assert_eq!(after.kept().map(|(_, _, kept)| kept).collect::<Vec<_>>(), [2, 0, 0]);
    let stale = expected;
    let saved = store.write(move |tx| tx.update_order(&stale)).await;
    assert!(matches!(saved, Err(StoreError::Contention)), "{saved:?}");
}

pub async fn reversals_of_an_order_survive(store: Shared) {
    let placed = with_an_order(&store).await;
    let mut reversals = vec![Reversal { refunded: money(i64::MAX), withdrawn: money(7), dispute: None }];
    let states = [DisputeState::Inquiry, DisputeState::Open, DisputeState::Won, DisputeState::Lost];
    reversals.extend(states.map(|state| Reversal { dispute: Some(state), ..Reversal::NONE }));
    reversals.push(Reversal::NONE);
    for reversal in reversals {
        let mut order = stored(&store, &placed).await;
        order.reverse(reversal);
        store.write(move |tx| tx.update_order(&order)).await.unwrap();
        assert_eq!(stored(&store, &placed).await.reversal(), reversal);
    }
}

pub async fn an_order_is_found_only_together_with_its_owner(store: Shared) {
    let placed = with_an_order(&store).await;
    let strange = OrderKey { customer: customer(2).id, ..placed.key() };
    assert_eq!(store.read(move |tx| tx.order(&strange)).await.unwrap(), None);
    let unknown = OrderKey { order: numbered(9).into(), ..placed.key() };
    assert_eq!(store.read(move |tx| tx.order(&unknown)).await.unwrap(), None);
}

pub async fn the_owner_of_an_order_is_known(store: Shared) {
    let placed = with_an_order(&store).await;
    let id = placed.snapshot().id;
    assert_eq!(store.read(move |tx| tx.order_owner(&id)).await.unwrap(), Some(placed.snapshot().customer));
    assert_eq!(store.read(|tx| tx.order_owner(&numbered(9).into())).await.unwrap(), None);
}

pub async fn an_order_id_is_unique_across_customers(store: Shared) {
    let placed = with_an_order(&store).await;
    add_user(&store, &customer(2)).await;
    for customer in [customer(1), customer(2)] {
        let other = order(2, &customer, &part(1, 100)).snapshot().clone();
        let same_id = Order::place(OrderSnapshot { id: placed.snapshot().id, ..other }, hold_ends());
        let again = store.write(move |tx| tx.insert_order(&same_id)).await;
        assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    }
    assert_eq!(stored(&store, &placed).await, placed);
}

pub async fn an_order_needs_its_customer_and_its_part(store: Shared) {
    add_user(&store, &customer(1)).await;
    add_part(&store, &part(1, 1)).await;
    for order in [order(1, &customer(2), &part(1, 1)), order(1, &customer(1), &part(2, 1))] {
        let inserted = store.write(move |tx| tx.insert_order(&order)).await;
        assert!(matches!(inserted, Err(StoreError::Failed(_))), "{inserted:?}");
    }
    assert_eq!(store.read(|tx| tx.order_owner(&numbered(1).into())).await.unwrap(), None);
}

pub async fn an_update_increments_the_revision_and_keeps_the_snapshot(store: Shared) {
    let placed = with_an_order(&store).await;
    let other_snapshot =
        OrderSnapshot { total: money(1), address: "Elsewhere".parse().unwrap(), ..placed.snapshot().clone() };
    let changed = Order::restore(other_snapshot, OrderState::Cancelled, placed.revision());
    store.write(move |tx| tx.update_order(&changed)).await.unwrap();
    let expected = Order::restore(placed.snapshot().clone(), OrderState::Cancelled, placed.revision() + 1);
    assert_eq!(stored(&store, &placed).await, expected);
}

pub async fn a_stale_update_conflicts(store: Shared) {
    let placed = with_an_order(&store).await;
    let cancelled = in_state(&placed, OrderState::Cancelled);
    store.write(move |tx| tx.update_order(&cancelled)).await.unwrap();
    let stale = in_state(&placed, OrderState::Shipped(None));
    let saved = store.write(move |tx| tx.update_order(&stale)).await;
    assert!(matches!(saved, Err(StoreError::Contention)), "{saved:?}");
    assert_eq!(stored(&store, &placed).await.state(), &OrderState::Cancelled);
}

/// Reads an order, changes it and saves it, as every use case does.
fn change(tx: &mut dyn Transaction, key: &OrderKey, transition: impl Fn(&mut Order) -> bool) -> StoreResult<bool> {
    let mut order = tx.order(key)?.unwrap();
    let happened = transition(&mut order);
    if happened {
        tx.update_order(&order)?;
    }
    Ok(happened)
}

pub async fn no_parallel_update_of_an_order_is_lost(store: Shared) {
    let customer = customer(1);
    let part = part(1, 100);
    add_user(&store, &customer).await;
    add_part(&store, &part).await;
    for number in 1..=8 {
        let placed = order(number, &customer, &part);
        add_order(&store, &placed).await;
        let key = placed.key();
        // One caller pays and one ships: in either order, the order ends up paid and shipped.
        let answers = at_once(2, |which| {
            let store = store.clone();
            async move {
                let write = move |tx: &mut dyn Transaction| {
                    change(tx, &key, |order| match which {
                        0 => order.pay(transaction(number), NEW_YEAR).is_ok(),
                        _ => order.ship(Tracking::default(), NEW_YEAR).is_ok(),
                    })
                };
                store.write(write).await
            }
        });
        assert_eq!(yes(answers.await), 2);
        let after = stored(&store, &placed).await;
        assert_eq!(after.state(), &OrderState::Shipped(Some(transaction(number))));
        assert_eq!(after.revision(), 2);
    }
}

pub async fn an_order_is_cancelled_once_by_many(store: Shared) {
    let placed = with_an_order(&store).await;
    let key = placed.key();
    let part = placed.snapshot().lines.first().part;
    store.write(move |tx| tx.take_stock(&part, pieces(2))).await.unwrap();
    let answers = at_once(12, |_| {
        let store = store.clone();
        async move {
            let cancel = move |tx: &mut dyn Transaction| {
                let cancelled = change(tx, &key, |order| order.cancel().is_ok())?;
                if cancelled {
                    tx.return_stock(&part, pieces(2), NEW_YEAR)?;
                }
                Ok::<_, StoreError>(cancelled)
            };
            store.write(cancel).await
        }
    });
    assert_eq!(yes(answers.await), 1);
    assert_eq!(store.read(move |tx| tx.part_stock(&part)).await.unwrap(), 100);
}

fn remembered(number: u64) -> RememberedOrder {
    RememberedOrder { order: numbered(number).into(), fingerprint: format!("two pieces of {number}, ünïcödé") }
}

pub async fn an_idempotency_key_is_remembered_for_its_customer(store: Shared) {
    let placed = with_an_order(&store).await;
    let customer_id = placed.snapshot().customer;
    store.write(move |tx| tx.remember_order(&customer_id, "k-1", &remembered(1), NEW_YEAR)).await.unwrap();
    let found = store.read(move |tx| tx.remembered_order(&customer_id, "k-1")).await.unwrap();
    assert_eq!(found, Some(remembered(1)));
    assert_eq!(store.read(move |tx| tx.remembered_order(&customer_id, "K-1")).await.unwrap(), None);
    assert_eq!(store.read(|tx| tx.remembered_order(&customer(2).id, "k-1")).await.unwrap(), None);
}

pub async fn an_idempotency_key_is_used_once(store: Shared) {
    let placed = with_an_order(&store).await;
    let id = placed.snapshot().customer;
    store.write(move |tx| tx.remember_order(&id, "k", &remembered(1), NEW_YEAR)).await.unwrap();
    let again = store.write(move |tx| tx.remember_order(&id, "k", &remembered(1), NEW_YEAR)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    let unknown = store.write(move |tx| tx.remember_order(&id, "other", &remembered(9), NEW_YEAR)).await;
    assert!(matches!(unknown, Err(StoreError::Failed(_))), "{unknown:?}");
}

pub async fn concurrent_requests_with_one_key_place_one_order(store: Shared) {
    let customer = customer(1);
    let part = part(1, 100);
    add_user(&store, &customer).await;
    add_part(&store, &part).await;
    let place = |number: u64| {
        let store = store.clone();
        let order = order(number + 1, &customer, &part);
        async move {
            let write = move |tx: &mut dyn Transaction| -> StoreResult<OrderId> {
                let snapshot = order.snapshot();
                if let Some(before) = tx.remembered_order(&snapshot.customer, "key")? {
                    return Ok(before.order);
                }
                tx.insert_order(&order)?;
                let remembered = RememberedOrder { order: snapshot.id, fingerprint: "same".to_owned() };
                tx.remember_order(&snapshot.customer, "key", &remembered, NEW_YEAR)?;
                tx.take_stock(&snapshot.lines.first().part, snapshot.lines.quantity())?;
                Ok(snapshot.id)
            };
            store.write(write).await
        }
    };
    let mut answers: Vec<OrderId> = at_once(12, place).await.into_iter().map(Result::unwrap).collect();
    answers.dedup();
    assert_eq!(answers.len(), 1, "every call returns the same order");
    assert_eq!(store.read(|tx| tx.orders(&OrderFilter::default(), &Page::first())).await.unwrap().len(), 1);
    assert_eq!(store.read(move |tx| tx.part_stock(&part.id)).await.unwrap(), 98);
}

async fn append(store: &Shared, entry: &LedgerEntry) -> StoreResult<()> {
    let entry = entry.clone();
    store.write(move |tx| tx.append_ledger(std::slice::from_ref(&entry))).await
}

pub async fn the_ledger_keeps_every_movement_oldest_first(store: Shared) {
    let placed = with_an_order(&store).await;
    let late = hold_ends();
    let part = placed.snapshot().lines.first().part;
    let expected = [
        ledger_entry(9, &placed, Movement::Reserved(part, pieces(1_000_000_000)), NEW_YEAR),
        ledger_entry(2, &placed, Movement::Received(money(i64::MAX)), late),
        ledger_entry(3, &placed, Movement::Refunded(money(i64::MAX)), late),
        ledger_entry(4, &placed, Movement::Released(part, pieces(1)), late),
        ledger_entry(5, &placed, Movement::RefundedElsewhere(money(i64::MAX)), late),
        ledger_entry(6, &placed, Movement::ReturnedElsewhere(money(2)), late),
        ledger_entry(7, &placed, Movement::Withdrawn(money(3)), late),
        ledger_entry(8, &placed, Movement::Reinstated(money(4)), late),
    ];
    for entry in expected.iter().rev() {
        append(&store, entry).await.unwrap();
    }
    let key = placed.key();
    assert_eq!(store.read(move |tx| tx.ledger_of(&key)).await.unwrap(), expected);
}

pub async fn the_ledger_separates_orders(store: Shared) {
    with_orders(&store, &[1, 3]).await;
    let first = order(1, &customer(1), &part(1, 100));
    let second = order(3, &customer(1), &part(1, 100));
    let entry = ledger_entry(1, &first, Movement::Received(money(5)), NEW_YEAR);
    append(&store, &entry).await.unwrap();
    let first = first.key();
    let second = second.key();
    assert_eq!(store.read(move |tx| tx.ledger_of(&first)).await.unwrap(), [entry]);
    assert!(store.read(move |tx| tx.ledger_of(&second)).await.unwrap().is_empty());
}

pub async fn a_ledger_entry_is_written_once(store: Shared) {
    let placed = with_an_order(&store).await;
    let entry = ledger_entry(1, &placed, Movement::Received(money(5)), NEW_YEAR);
    append(&store, &entry).await.unwrap();
    assert!(matches!(append(&store, &entry).await, Err(StoreError::Duplicate)));
    let of_no_order = ledger_entry(2, &order(9, &customer(1), &part(1, 1)), entry.movement, NEW_YEAR);
    let of_no_part = ledger_entry(3, &placed, Movement::Reserved(part(9, 1).id, pieces(1)), NEW_YEAR);
    for unknown in [of_no_order, of_no_part] {
        assert!(matches!(append(&store, &unknown).await, Err(StoreError::Failed(_))));
    }
}

pub async fn a_number_belongs_to_one_order(store: Shared) {
    let placed = with_an_order(&store).await;
    let snapshot = OrderSnapshot { id: numbered(2).into(), ..placed.snapshot().clone() };
    let other = Order::place(snapshot, hold_ends());
    let key = other.key();
    assert!(!store.write(move |tx| tx.insert_order(&other)).await.unwrap());
    assert_eq!(store.read(move |tx| tx.order(&key)).await.unwrap(), None, "nothing was added");
    assert_eq!(store.read(move |tx| tx.order_owner(&key.order)).await.unwrap(), None);
}

pub async fn concurrent_orders_get_different_numbers(store: Shared) {
    let placed = with_an_order(&store).await.snapshot().clone();
    let answers = at_once(8, |at| {
        let store = store.clone();
        let snapshot = OrderSnapshot {
            id: numbered(at + 2).into(),
            number: Some(crate::samples::order_number(99)),
            ..placed.clone()
        };
        let order = Order::place(snapshot, hold_ends());
        async move { store.write(move |tx| tx.insert_order(&order)).await }
    })
    .await;
    assert_eq!(super::yes(answers), 1);
}

pub async fn the_milestones_of_an_order_survive(store: Shared) {
    let placed = with_an_order(&store).await;
    let key = placed.key();
    let tracking = Tracking { carrier: Some("UPS".parse().unwrap()), number: Some("1Z 999-AA1".parse().unwrap()) };
    let paid_at = Timestamp::from_micros(1);
    let withdrawn_at = Timestamp::from_micros(2);
    let shipped_at = Timestamp::from_micros(i64::MAX);
    let sent = tracking.clone();
    store
        .write(move |tx| {
            change(tx, &key, |order| {
                order.pay(transaction(1), paid_at).is_ok()
                    && order.withdraw(withdrawn_at)
                    && order.ship(sent.clone(), shipped_at).is_ok()
            })
        })
        .await
        .unwrap();
    let expected =
        Milestones { paid_at: Some(paid_at), withdrawn_at: Some(withdrawn_at), shipped_at: Some(shipped_at), tracking };
    assert_eq!(stored(&store, &placed).await.milestones(), &expected);
}
