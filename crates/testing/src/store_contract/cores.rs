//! Rules about records of core claims.

use super::{Shared, add_order, add_part, add_user};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{customer, money, order_with_charges, part, transaction},
};
use autoparts_application::ports::{
    books::CustomerRange,
    cores::{CoreFilter, CoreTotals},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    cores::{CoreRecord, CoreState},
    id::{OrderId, OrderKey},
    orders::{LineNumber, LineRefunds, Milestones, Order, OrderState, PartialRefunds},
    time::Timestamp,
};
use std::time::Duration;

fn days(days: u64) -> Timestamp {
    NEW_YEAR.plus(Duration::from_hours(days * 24))
}

fn line(number: i64) -> LineNumber {
    LineNumber::new(number).unwrap()
}

fn recorded(received: i64, refused: i64) -> CoreRecord {
    let reason = (refused > 0).then(|| "Cracked housing".parse().unwrap());
    CoreRecord { received, refused, reason, ..CoreRecord::default() }
}

/// An order of lines with 2, 4 and 3 pieces, whose core charges are 1, 2 and 3 dollars; shipped on a day.
fn shipped(number: u64, day: u64, state: OrderState, refunds: &[(i64, LineRefunds)]) -> Order {
    let placed = order_with_charges(number, &customer(1), &[part(1, 100), part(2, 100)]);
    let of_lines = refunds.iter().map(|(number, refunded)| (line(*number), *refunded));
    let refunds = PartialRefunds::restore(money(0), of_lines, &placed.snapshot().lines).unwrap();
    let milestones = Milestones { shipped_at: Some(days(day)), ..Milestones::default() };
    Order::restore(placed.snapshot().clone(), state, 0).with_milestones(milestones).with_refunds(refunds)
}

fn paid(number: u64) -> OrderState {
    OrderState::Shipped(Some(transaction(number)))
}

/// Orders 1 to 6:
///
/// 1. shipped on day 1; line 1: both refunded; line 2: 1 received, 3 open; line 3: 3 refused
/// 2. shipped on day 9; line 1: one returned, both recorded as received; line 2: 4 open; line 3: 3 received
/// 3. not shipped, 4. not paid, 5. refunded after shipping; with records, which do not count
/// 6. shipped on day 5; line 1: 2 open; lines 2 and 3: refunded
async fn filled(store: &Shared) {
    add_user(store, &customer(1)).await;
    for number in [1, 2] {
        add_part(store, &part(number, 100)).await;
    }
    let cores = |cores| LineRefunds { cores, ..LineRefunds::default() };
    let returned = LineRefunds { returned: 1, ..LineRefunds::default() };
    let orders = [
        shipped(1, 1, paid(1), &[(1, cores(2))]),
        shipped(2, 9, paid(2), &[(1, returned)]),
        Order::restore(shipped(3, 0, paid(3), &[]).snapshot().clone(), OrderState::Paid(transaction(3)), 0),
        shipped(4, 9, OrderState::Shipped(None), &[]),
        shipped(5, 9, OrderState::RefundedAfterShipping(transaction(5)), &[]),
        shipped(6, 5, paid(6), &[(2, cores(4)), (3, cores(3))]),
    ];
    for order in &orders {
        add_order(store, order).await;
    }
    for (number, of_line, record) in [
        (1, 2, recorded(1, 0)),
        (1, 3, recorded(0, 3)),
        (2, 1, recorded(2, 0)),
        (2, 3, CoreRecord { reminded: true, ..recorded(3, 0) }),
        (5, 1, recorded(1, 1)),
    ] {
        save(store, key(number), of_line, &record).await.unwrap();
    }
}

fn key(number: u64) -> OrderKey {
    OrderKey { customer: customer(1).id, order: numbered(number).into() }
}

async fn save(store: &Shared, order: OrderKey, of_line: i64, record: &CoreRecord) -> StoreResult<()> {
    let record = record.clone();
    store.write(move |tx| tx.save_core_record(&order, line(of_line), &record)).await
}

async fn found(store: &Shared, number: u64, of_line: i64) -> Option<CoreRecord> {
    store.read(move |tx| tx.core_records(&key(number))).await.unwrap().remove(&line(of_line))
}

pub async fn a_record_is_found_as_it_was_saved(store: Shared) {
    filled(&store).await;
    assert_eq!(found(&store, 1, 3).await, Some(CoreRecord { revision: 1, ..recorded(0, 3) }));
    assert_eq!(found(&store, 1, 1).await, None);
    let changed = CoreRecord { reminded: true, revision: 1, ..recorded(2, 0) };
    save(&store, key(1), 3, &changed).await.unwrap();
    assert_eq!(found(&store, 1, 3).await, Some(CoreRecord { revision: 2, ..changed }));
    let of_no_order = save(&store, key(9), 1, &recorded(1, 0)).await;
    assert!(matches!(of_no_order, Err(StoreError::Failed(_))), "{of_no_order:?}");
}

pub async fn records_of_several_orders_are_found_at_once(store: Shared) {
    filled(&store).await;
    let orders = [1, 2, 3].map(|number| key(number).order);
    let found = store.read(move |tx| tx.core_records_of(&orders)).await.unwrap();
    assert_eq!(found.len(), 2, "none of the third");
    for number in [1, 2] {
        let alone = store.read(move |tx| tx.core_records(&key(number))).await.unwrap();
        assert_eq!((found.get(&key(number)), alone.len()), (Some(&alone), 2));
    }
}

pub async fn a_record_is_saved_once_per_revision(store: Shared) {
    filled(&store).await;
    let first = CoreRecord { revision: 1, ..recorded(0, 1) };
    save(&store, key(1), 2, &first).await.unwrap();
    let stale = save(&store, key(1), 2, &first).await;
    assert!(matches!(stale, Err(StoreError::Contention)), "{stale:?}");
    let again = save(&store, key(1), 2, &recorded(1, 0)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}

pub async fn claims_are_filtered_by_the_state_of_their_pieces_and_come_newest_first(store: Shared) {
    filled(&store).await;
    let list = async |state, after: Option<(u64, i64)>, limit| -> Vec<(u64, i64)> {
        let filter = CoreFilter { state, expired_before: days(5) };
        let page = Page { after: after.map(|(order, of_line)| (numbered(order).into(), line(of_line))), limit };
        let lines = store.read(move |tx| tx.core_lines(&filter, &page)).await.unwrap();
        let number = |order: OrderId| (1..1000).find(|number| OrderId::from(numbered(*number)) == order).unwrap();
        lines.into_iter().map(|(order, line)| (number(order.order), line.number())).collect()
    };
    let all = [(6, 3), (6, 2), (6, 1), (5, 3), (5, 2), (5, 1), (2, 3), (2, 2), (2, 1), (1, 3), (1, 2), (1, 1)];
    assert_eq!(list(None, None, 99).await, all);
    assert_eq!(list(None, Some((5, 3)), 2).await, [(5, 2), (5, 1)]);
    for (state, expected) in [
        (CoreState::Owed, &[(6, 1), (2, 2)][..]),
        (CoreState::Expired, &[(1, 2)]),
        (CoreState::Received, &[(2, 3), (2, 1), (1, 2)]),
        (CoreState::Refused, &[(1, 3)]),
        (CoreState::Accepted, &[(6, 3), (6, 2), (1, 1)]),
    ] {
        assert_eq!(list(Some(state), None, 99).await, expected, "{state:?}");
    }
    assert_eq!(list(Some(CoreState::Received), Some((2, 3)), 1).await, [(2, 1)]);
}

pub async fn core_charges_are_summed_by_the_state_of_their_pieces(store: Shared) {
    let totals = async |before| store.read(move |tx| tx.core_totals(before)).await.unwrap();
    assert_eq!(totals(days(0)).await, CoreTotals { owed: money(0), received: money(0) });
    filled(&store).await;
    let received = money(200 + 100 + 900);
    assert_eq!(totals(days(0)).await, CoreTotals { owed: money(600 + 800 + 200), received });
    assert_eq!(totals(days(5)).await, CoreTotals { owed: money(800 + 200), received });
}

pub async fn orders_whose_customer_was_not_reminded_are_found_by_the_time_of_shipping(store: Shared) {
    filled(&store).await;
    let due = async |from, before, after: Option<u64>| {
        let page = Page { after: after.map(|number| numbered(number).into()), limit: 2 };
        store.read(move |tx| tx.orders_owing_cores(days(from)..days(before), &page)).await.unwrap()
    };
    assert_eq!(due(0, 10, None).await, [key(1), key(2)]);
    assert_eq!(due(0, 10, Some(2)).await, [key(6)]);
    assert_eq!(due(5, 9, None).await, [key(6)]);
    save(&store, key(6), 1, &CoreRecord { reminded: true, ..CoreRecord::default() }).await.unwrap();
    assert_eq!(due(5, 9, None).await, []);
}

pub async fn orders_with_recorded_cores_are_doubtful(store: Shared) {
    filled(&store).await;
    let everyone = CustomerRange { after: None, last: None };
    let doubtful = store.read(move |tx| tx.doubtful_orders(&everyone, 0)).await.unwrap();
    assert!([1, 2, 5].iter().all(|number| doubtful.contains(&numbered(*number).into())), "{doubtful:?}");
    let mut entries = store.read(move |tx| tx.book_entries(&[key(2).order])).await.unwrap().cores;
    entries.sort_by_key(|(_, line, _)| *line);
    let expected = [(1, recorded(2, 0)), (3, CoreRecord { reminded: true, ..recorded(3, 0) })];
    let expected = expected.map(|(of_line, record)| (key(2), line(of_line), CoreRecord { revision: 1, ..record }));
    assert_eq!(entries, expected);
}
