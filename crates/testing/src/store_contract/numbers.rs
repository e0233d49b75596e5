//! Rules about daily statistics.

use super::{Shared, add_order, samples, with_an_order};
use crate::clock::NEW_YEAR;
use autoparts_application::ports::store_error::StoreError;
use autoparts_domain::{
    accounts::User,
    id::OrderId,
    ledger::Movement,
    money::Money,
    numbers::{Day, DayNumbers, Numbers, Period},
    orders::{Order, OrderSnapshot},
    time::Timestamp,
    time_zone::{ClockSpan, TimeZone},
};

fn day(after_new_year: i64) -> Day {
    Day::of(NEW_YEAR).plus(after_new_year)
}

/// A time of a day.
fn at(day: Day, micros: i64) -> Timestamp {
    Timestamp::from_micros(day.begins_at().micros() + micros)
}

fn order(number: u64, customer: &User, placed_at: Timestamp) -> Order {
    let sample = samples::order(number, customer, &samples::part(1, 100));
    let bare = OrderId::first_at(placed_at).uuid().as_u128() | (0x7 << 76) | (0x8 << 60) | u128::from(number);
    let id = uuid::Uuid::from_u128(bare).into();
    Order::place(OrderSnapshot { id, placed_at, ..sample.snapshot().clone() }, placed_at)
}

async fn count(store: &Shared, first: Day, last: Day) -> Vec<DayNumbers> {
    let span = ClockSpan { from: first.begins_at(), before: last.ends_at(), ahead: 0 };
    count_span(store, span).await
}

async fn count_span(store: &Shared, span: ClockSpan) -> Vec<DayNumbers> {
    store.read(move |tx| tx.count_numbers(&span)).await.unwrap()
}

async fn append(store: &Shared, order: &Order, movements: &[(Movement, Timestamp)]) {
    let entries: Vec<_> = (5_000..)
        .zip(movements)
        .map(|(number, (movement, at))| samples::ledger_entry(number, order, *movement, *at))
        .collect();
    store.write(move |tx| tx.append_ledger(&entries)).await.unwrap();
}

fn orders(day: Day, orders: i64, new_customers: i64) -> DayNumbers {
    DayNumbers { day, numbers: Numbers { orders, new_customers, ..Numbers::NONE } }
}

pub async fn orders_are_counted_by_day_and_customers_by_first_order(store: Shared) {
    let nothing = store.read(|tx| tx.first_order_at()).await.unwrap();
    assert_eq!(nothing, None);
    // Placed today; the customer does not count as new on later days.
    let first = with_an_order(&store).await;
    let known = samples::customer(1);
    let another = samples::customer(2);
    let user = another.clone();
    store.write(move |tx| tx.insert_user(&user)).await.unwrap();
    let last_moment = at(day(1), 86_399_999_999);
    for order in [
        order(10, &known, at(day(1), 0)),
        order(11, &another, last_moment),
        order(12, &another, at(day(2), 0)),
        order(13, &another, at(day(4), 7)),
    ] {
        add_order(&store, &order).await;
    }
    assert_eq!(store.read(|tx| tx.first_order_at()).await.unwrap(), Some(first.snapshot().placed_at));
    let all = [orders(day(0), 1, 1), orders(day(1), 2, 1), orders(day(2), 1, 0), orders(day(4), 1, 0)];
    assert_eq!(count(&store, day(0), day(9)).await, all);
    assert_eq!(count(&store, day(1), day(3)).await, all[1..3]);
    assert_eq!(count(&store, day(5), day(9)).await, []);
}

pub async fn money_is_counted_by_the_day_on_which_it_moved(store: Shared) {
    let order = with_an_order(&store).await;
    let money = |cents| Money::from_cents(cents).unwrap();
    let line = order.snapshot().lines.first().clone();
    append(
        &store,
        &order,
        &[
            (Movement::Reserved(line.part, line.quantity), at(day(1), 0)),
            (Movement::Received(money(700)), at(day(1), 0)),
            (Movement::Received(money(55)), at(day(1), 86_399_999_999)),
            (Movement::Refunded(money(30)), at(day(2), 0)),
            (Movement::RefundedElsewhere(money(4)), at(day(2), 5)),
            // Neither is a refund by the shop or a payment by a customer.
            (Movement::Withdrawn(money(600)), at(day(2), 6)),
            (Movement::Reinstated(money(600)), at(day(3), 6)),
            (Movement::ReturnedElsewhere(money(4)), at(day(3), 7)),
        ],
    )
    .await;
    let moved = |day, revenue, refunded| DayNumbers {
        day,
        numbers: Numbers { revenue: money(revenue), refunded: money(refunded), ..Numbers::NONE },
    };
    assert_eq!(count(&store, day(1), day(3)).await, [moved(day(1), 755, 0), moved(day(2), 0, 34)]);
}

pub async fn days_follow_the_time_zone(store: Shared) {
    const HOUR: i64 = 3_600_000_000;
    let first = with_an_order(&store).await;
    let customer = samples::customer(1);
    for (number, hour) in [(10, 4), (11, 5), (12, 23)] {
        add_order(&store, &order(number, &customer, at(day(2), hour * HOUR))).await;
    }
    append(&store, &first, &[(Movement::Received(Money::from_cents(9).unwrap()), at(day(3), 4 * HOUR))]).await;
    // Five hours behind UTC.
    let span = ClockSpan { from: at(day(1), 5 * HOUR), before: at(day(3), 5 * HOUR), ahead: -5 * HOUR };
    let mut second_day = orders(day(2), 2, 0);
    second_day.numbers.revenue = Money::from_cents(9).unwrap();
    assert_eq!(count_span(&store, span).await, [orders(day(1), 1, 0), second_day]);
    // Two hours ahead of UTC.
    let span = ClockSpan { from: at(day(1), 22 * HOUR), before: at(day(3), 22 * HOUR), ahead: 2 * HOUR };
    let mut third_day = orders(day(3), 1, 0);
    third_day.numbers.revenue = Money::from_cents(9).unwrap();
    assert_eq!(count_span(&store, span).await, [orders(day(2), 2, 0), third_day]);
}

pub async fn the_numbers_of_a_day_are_stored_once(store: Shared) {
    let kept = |number: i64| DayNumbers {
        day: day(number),
        numbers: Numbers {
            orders: number,
            new_customers: 2,
            revenue: Money::from_cents(123_456_789_012).unwrap(),
            refunded: Money::from_cents(7).unwrap(),
        },
    };
    let last_closed_day = async |zone: &TimeZone| {
        let zone = zone.clone();
        store.read(move |tx| tx.last_closed_day(&zone)).await.unwrap()
    };
    let utc = TimeZone::utc();
    let paris = TimeZone::new("Europe/Paris".to_owned(), 3_600_000_000, Vec::new());
    assert_eq!(last_closed_day(&utc).await, None);
    for number in [1, 3, 2] {
        let numbers = kept(number);
        store.write(move |tx| tx.save_daily_totals(&TimeZone::utc(), &numbers, NEW_YEAR)).await.unwrap();
    }
    let numbers = kept(2);
    let again = store.write(move |tx| tx.save_daily_totals(&TimeZone::utc(), &numbers, NEW_YEAR)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    let period = Period { first: day(2), last: day(9) };
    let daily_totals = async |zone: &TimeZone| {
        let zone = zone.clone();
        store.read(move |tx| tx.daily_totals(&zone, &period)).await.unwrap()
    };
    assert_eq!(daily_totals(&utc).await, [kept(2), kept(3)]);
    assert_eq!(last_closed_day(&utc).await, Some(day(3)));
    // No days are stored for another time zone.
    assert_eq!((last_closed_day(&paris).await, daily_totals(&paris).await), (None, vec![]));
    let numbers = kept(2);
    let zone = paris.clone();
    store.write(move |tx| tx.save_daily_totals(&zone, &numbers, NEW_YEAR)).await.unwrap();
    assert_eq!((last_closed_day(&paris).await, last_closed_day(&utc).await), (Some(day(2)), Some(day(3))));
}
