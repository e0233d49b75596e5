//! Rules about the queries for the check of the books.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::{Shared, samples, with_an_order};
use crate::clock::numbered;
use autoparts_application::{
    maintenance::books::{self, Discrepancy, Ranges},
    ports::{
        books::{BookEntries, BooksCheck, CustomerRange},
        store::Transaction,
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    id::{OrderId, PartId},
    ledger::Movement,
    orders::{Order, OrderState},
    payments::{AttemptStatus, PaymentAttempt, TransactionId, reversal::Reversal},
    quantity::Quantity,
};
use std::{collections::BTreeSet, time::Duration};

async fn entries(store: &Shared, orders: &[OrderId]) -> BookEntries {
    let orders = orders.to_vec();
    store.read(move |tx| tx.book_entries(&orders)).await.unwrap()
}

/// Adds payments, refunds and ledger entries.
async fn add(store: &Shared, entries: BookEntries) {
    let add = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        tx.append_ledger(&entries.ledger)?;
        entries.attempts.iter().try_for_each(|attempt| tx.insert_attempt(attempt))?;
        entries.refunds.iter().try_for_each(|refund| tx.insert_refund(refund))
    };
    store.write(add).await.unwrap();
}

/// Ledger entries about an order, numbered from `number` on.
fn ledger(order: &Order, number: u64, movements: Vec<Movement>) -> BookEntries {
    let at = order.snapshot().placed_at;
    let entry = |(number, movement)| samples::ledger_entry(number, order, movement, at);
    BookEntries { ledger: (number..).zip(movements).map(entry).collect(), ..BookEntries::default() }
}

/// A succeeded payment of an order.
fn payment(order: &Order, number: u64, transaction: TransactionId) -> BookEntries {
    let status = AttemptStatus::Succeeded;
    let transaction = Some(transaction);
    let attempt = PaymentAttempt { status, transaction, ..samples::attempt(number, order.key(), number.cast_signed()) };
    BookEntries { attempts: vec![attempt], ..BookEntries::default() }
}

/// Gives an order a ledger entry, an attempt and a refund.
async fn write_entries(store: &Shared, order: &Order, number: u64) {
    let first = order.snapshot().lines.first();
    let entries = BookEntries {
        attempts: vec![samples::attempt(number, order.key(), 1)],
        refunds: vec![samples::refund(number, order.key(), samples::transaction(number))],
        ..ledger(order, number, vec![Movement::Reserved(first.part, first.quantity)])
    };
    add(store, entries).await;
}

pub async fn entries_of_several_orders_are_read_in_one_call(store: Shared) {
    let first = with_an_order(&store).await;
    let customer = samples::customer(1);
    let part = samples::part(1, 100);
    let mut orders = vec![first.clone()];
    for number in 2..=4 {
        let order = samples::order(number, &customer, &part);
        super::add_order(&store, &order).await;
        orders.push(order);
    }
    for (number, order) in (1..).zip(&orders) {
        write_entries(&store, order, number).await;
    }
    let found = entries(&store, &[orders[1].snapshot().id, orders[3].snapshot().id]).await;
    assert_eq!((found.attempts.len(), found.refunds.len(), found.ledger.len()), (2, 2, 2));
    let is_meant = |key| key == orders[1].key() || key == orders[3].key();
    assert!(found.attempts.iter().all(|attempt| is_meant(attempt.order)));
    assert!(found.refunds.iter().all(|refund| is_meant(refund.order)));
    assert!(found.ledger.iter().all(|entry| is_meant(entry.order)));
    let one = entries(&store, &[first.snapshot().id]).await;
    assert_eq!((one.attempts.len(), one.refunds.len(), one.ledger.len()), (1, 1, 1));
    let ids = [orders[2].snapshot().id, numbered(99).into()];
    assert_eq!(store.read(move |tx| tx.orders_with_ids(&ids)).await.unwrap(), [orders[2].clone()]);
}

/// Adds an order with its movements, and its payment if it is paid.
async fn add_in_order(store: &Shared, order: &Order, number: u64) {
    super::add_order(store, order).await;
    let of_pieces = |movement: fn(PartId, Quantity) -> Movement| {
        order.pieces().into_iter().map(move |(part, pieces)| movement(part, pieces))
    };
    let mut movements: Vec<Movement> = of_pieces(Movement::Reserved).collect();
    if !order.holds_stock() {
        movements.extend(of_pieces(Movement::Released));
    }
    if let Some(transaction) = order.transaction() {
        movements.push(Movement::Received(order.snapshot().total));
        add(store, payment(order, number, transaction.clone())).await;
    }
    add(store, ledger(order, number * 10, movements)).await;
}

/// Returns those of some orders that violate the rules. Asserts that the store reports each of them as doubtful, in
/// ranges of any size.
async fn wrong(store: &Shared, orders: &[OrderId]) -> Vec<OrderId> {
    let found = books::check_orders(&**store, orders).await.unwrap();
    let wrong: BTreeSet<OrderId> = found.iter().filter_map(Discrepancy::order).collect();
    for orders_of_a_range in [1, 1_000] {
        let ranges = Ranges::of(&**store, orders_of_a_range).await.unwrap();
        let look = || ranges.doubtful_orders(&**store);
        let (one, other) = tokio::try_join!(look(), look()).unwrap();
        let named = |order: &OrderId| one.contains(order) || other.contains(order);
        let hidden: Vec<&Discrepancy> =
            found.iter().filter(|wrong| wrong.order().is_some_and(|order| !named(&order))).collect();
        assert!(hidden.is_empty(), "{hidden:?}");
    }
    wrong.into_iter().collect()
}

pub async fn orders_that_disagree_with_their_entries_are_doubtful(store: Shared) {
    let ([one, other], parts) = ([1, 2].map(samples::customer), [1, 2].map(|number| samples::part(number, 100)));
    for customer in [&one, &other] {
        super::add_user(&store, customer).await;
    }
    for part in &parts {
        super::add_part(&store, part).await;
    }
    let customer = |number: u64| if number.is_multiple_of(2) { &one } else { &other };
    let mut all = Vec::new();
    let mut expected = Vec::new();
    for (number, state) in (1..).zip(samples::every_state()) {
        let order = samples::in_state(&samples::order_of_several(number, customer(number), &parts), state);
        add_in_order(&store, &order, number).await;
        all.push(order.snapshot().id);
        if is_refunded(&order) {
            // Its refund is missing.
            expected.push(order.snapshot().id);
        }
    }
    assert!(!expected.is_empty());
    assert_eq!(wrong(&store, &all).await, expected);
    let paid = |number| {
        let transaction = samples::transaction(number);
        samples::in_state(&samples::order_of_several(number, customer(number), &parts), OrderState::Paid(transaction))
    };
    let [first, second] = parts.each_ref().map(|part| part.id);
    let piece = Quantity::new(1).unwrap();
    let total = paid(1).snapshot().total;
    let of_ledger = |movements: &[Movement]| {
        let movements = movements.to_vec();
        move |order: &Order| ledger(order, 90_000, movements.clone())
    };
    let twice = |order: &Order| payment(order, 5_100, samples::transaction(5_100));
    let unknown = |order: &Order| {
        let attempt =
            PaymentAttempt { transaction: None, ..payment(order, 5_150, samples::transaction(1)).attempts.remove(0) };
        BookEntries { attempts: vec![attempt], ..BookEntries::default() }
    };
    let refund = |order: &Order| {
        let refund = samples::refund(5_200, order.key(), order.transaction().unwrap().clone());
        BookEntries { refunds: vec![refund], ..BookEntries::default() }
    };
    let mistakes: [&dyn Fn(&Order) -> BookEntries; 7] = [
        &of_ledger(&[Movement::Reserved(first, piece)]),
        &of_ledger(&[Movement::Released(first, piece)]),
        // Pieces of one part do not make up for those of another.
        &of_ledger(&[Movement::Released(first, piece), Movement::Reserved(second, piece)]),
        &of_ledger(&[Movement::Received(total)]),
        &twice,
        &unknown,
        &refund,
    ];
    for (number, mistake) in (500..).zip(mistakes) {
        let order = paid(number);
        add_in_order(&store, &order, number).await;
        all.push(order.snapshot().id);
        assert_eq!(wrong(&store, &all).await, expected, "{number} is in order");
        add(&store, mistake(&order)).await;
        expected.push(order.snapshot().id);
        assert_eq!(wrong(&store, &all).await, expected, "{number} is not");
    }
    let mut other_total = paid(600).snapshot().clone();
    other_total.total = other_total.total.plus(samples::money(100));
    let other_total = Order::restore(other_total, paid(600).state().clone(), 0);
    let withdrawn = paid(601).with_reversal(Reversal { withdrawn: total, ..Reversal::NONE });
    let mut partly_refunded = paid(602);
    partly_refunded.refund_amount(samples::money(100)).unwrap();
    for (number, order) in (600..).zip([other_total, withdrawn, partly_refunded]) {
        add_in_order(&store, &order, number).await;
        // State that a new order cannot have is written as an update.
        let changed = order.clone();
        store.write(move |tx| tx.update_order(&changed)).await.unwrap();
        all.push(order.snapshot().id);
        expected.push(order.snapshot().id);
        assert_eq!(wrong(&store, &all).await, expected, "{number}");
    }
    // Money without a payment, and a paid order without one.
    let unpaid = samples::order(700, customer(700), &parts[0]);
    let without = paid(701);
    add_in_order(&store, &unpaid, 700).await;
    add(&store, ledger(&unpaid, 7_100, vec![Movement::Received(unpaid.snapshot().total)])).await;
    super::add_order(&store, &without).await;
    let both = [unpaid.snapshot().id, without.snapshot().id];
    all.extend(both);
    expected.extend(both);
    assert_eq!(wrong(&store, &all).await, expected);
}

fn is_refunded(order: &Order) -> bool {
    matches!(order.state(), OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_))
}

pub async fn orders_are_checked_by_ranges_of_customers(store: Shared) {
    let part = samples::part(1, 100);
    super::add_part(&store, &part).await;
    let customers = [1, 2, 3].map(samples::customer);
    for (number, customer) in (0..).zip(&customers) {
        super::add_user(&store, customer).await;
        for of_customer in 0..2 {
            // They have no ledger entries, so all are doubtful.
            let order = samples::order(10 * number + of_customer + 1, customer, &part);
            super::add_order(&store, &order).await;
        }
    }
    let ids = customers.each_ref().map(|customer| customer.id);
    let behind = async |after, orders| store.read(move |tx| tx.customer_behind(after, orders)).await.unwrap();
    assert_eq!(behind(None, 0).await, Some(ids[0]));
    assert_eq!(behind(None, 2).await, Some(ids[1]));
    assert_eq!(behind(Some(ids[0]), 1).await, Some(ids[1]));
    assert_eq!(behind(Some(ids[1]), 2).await, None);
    let of = async |after, last| {
        let range = CustomerRange { after, last };
        let mut found = store.read(move |tx| tx.doubtful_orders(&range, 7)).await.unwrap();
        found.sort_unstable();
        found
    };
    let orders = |numbers: &[u64]| numbers.iter().map(|number| numbered(*number).into()).collect::<Vec<OrderId>>();
    assert_eq!(of(None, Some(ids[0])).await, orders(&[1, 2]));
    assert_eq!(of(Some(ids[0]), Some(ids[1])).await, orders(&[11, 12]));
    assert_eq!(of(Some(ids[1]), None).await, orders(&[21, 22]));
    assert_eq!(of(None, None).await.len(), 6);
}

pub async fn movements_are_found_by_time(store: Shared) {
    let order = with_an_order(&store).await;
    let later = samples::order(2, &samples::customer(1), &samples::part(1, 100));
    super::add_order(&store, &later).await;
    let at = order.snapshot().placed_at;
    let line = order.snapshot().lines.first();
    let part = line.part;
    let pieces = line.quantity;
    let second = Duration::from_secs(1);
    let ledger = vec![
        samples::ledger_entry(1, &order, Movement::Reserved(part, pieces), at),
        samples::ledger_entry(2, &order, Movement::Received(order.snapshot().total), at.plus(second)),
        samples::ledger_entry(3, &later, Movement::Reserved(part, pieces), at.plus(2 * second)),
        samples::ledger_entry(4, &later, Movement::Released(part, pieces), at.plus(2 * second)),
    ];
    add(&store, BookEntries { ledger, ..BookEntries::default() }).await;
    let since = async |since| {
        let mut found = store.read(move |tx| tx.orders_moved_since(since)).await.unwrap();
        found.sort_unstable();
        found
    };
    let first = order.snapshot().id;
    let second_order = later.snapshot().id;
    assert_eq!(since(at).await, [first, second_order]);
    assert_eq!(since(at.plus(second)).await, [first, second_order], "money moved as well");
    assert_eq!(since(at.plus(2 * second)).await, [second_order]);
    assert_eq!(since(at.plus(3 * second)).await, []);
    let moved = async |from, before| store.read(move |tx| tx.pieces_moved(from, before)).await.unwrap();
    let out = -pieces.pieces();
    assert_eq!(moved(at, at.plus(second)).await, [(part, out)]);
    assert_eq!(moved(at, at).await, []);
    assert_eq!(moved(at.plus(2 * second), at.plus(3 * second)).await, [(part, 0)]);
    assert_eq!(moved(at, at.plus(3 * second)).await, [(part, out)]);
}

pub async fn held_balances_are_stored_by_part(store: Shared) {
    let parts: [PartId; 3] = [1, 2, 3].map(|number| numbered(number).into());
    let keep = async |balances: Vec<(PartId, i64)>| {
        let kept: StoreResult<()> = store.write(move |tx| tx.save_held_balances(&balances)).await;
        kept.unwrap();
    };
    let kept = async || {
        let mut kept = store.read(|tx| tx.held_balances()).await.unwrap();
        kept.sort_unstable();
        kept
    };
    assert_eq!(kept().await, []);
    keep(vec![(parts[0], 4), (parts[1], 0)]).await;
    keep(vec![(parts[2], 9), (parts[0], 5)]).await;
    keep(Vec::new()).await;
    assert_eq!(kept().await, [(parts[0], 5), (parts[1], 0), (parts[2], 9)]);
}

pub async fn the_last_check_of_the_books_is_stored(store: Shared) {
    let last = async || store.read(|tx| tx.last_books_check()).await.unwrap();
    let note = async |check: BooksCheck, before: Option<BooksCheck>| {
        let noted: StoreResult<bool> = store.write(move |tx| tx.note_books_check(&check, before.as_ref())).await;
        noted.unwrap()
    };
    assert_eq!(last().await, None);
    let at = |seconds| samples::hold_ends().plus(Duration::from_secs(seconds));
    let first = BooksCheck { at: at(5), whole_at: at(4), balanced_until: at(3), wrong_orders: 0, wrong_parts: 0 };
    let second = BooksCheck { at: at(9), whole_at: at(8), balanced_until: at(7), wrong_orders: 3, wrong_parts: 1 };
    assert!(note(first, None).await);
    assert_eq!(last().await, Some(first));
    assert!(!note(second, None).await, "another server has checked in between");
    assert_eq!(last().await, Some(first));
    assert!(note(second, Some(first)).await);
    assert_eq!(last().await, Some(second));
}
