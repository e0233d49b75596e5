//! Rules about lists of orders.

use super::{Shared, add_order, add_part, add_user};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{customer, destination, every_state, in_state, order, order_number, part, transaction},
};
use autoparts_application::ports::{
    orders::{OrderCounts, OrderFilter, Person},
    page::Page,
};
use autoparts_domain::{
    id::OrderId,
    orders::{Order, OrderSnapshot, OrderState, Reservation, Worklist},
    payments::reversal::{DisputeState, Reversal},
};
use std::time::Duration;

fn ids(orders: &[Order]) -> Vec<OrderId> {
    orders.iter().map(|order| order.snapshot().id).collect()
}

/// Customers 1 and 2, part 1, and orders with these numbers: odd ones belong to customer 1, even ones to customer 2,
/// and those divisible by 5 are deleted.
pub(super) async fn with_orders(store: &Shared, numbers: &[u64]) {
    let part = part(1, 100);
    add_part(store, &part).await;
    for number in [1, 2] {
        add_user(store, &customer(number)).await;
    }
    for number in numbers {
        let order = order(*number, &customer(if number % 2 == 1 { 1 } else { 2 }), &part);
        let deleted = number % 5 == 0;
        let order = if deleted { in_state(&order, OrderState::Cancelled) } else { order };
        add_order(store, &order).await;
    }
}

fn order_ids(numbers: &[u64]) -> Vec<OrderId> {
    numbers.iter().map(|number| numbered(*number).into()).collect()
}

pub async fn orders_are_listed_newest_first_without_deleted_ones(store: Shared) {
    with_orders(&store, &[3, 1, 5, 2, 4]).await;
    let listed = store.read(|tx| tx.orders(&OrderFilter::default(), &Page::first())).await.unwrap();
    assert_eq!(ids(&listed), order_ids(&[4, 3, 2, 1]));
}

pub async fn orders_are_paged_without_gaps_or_repeats(store: Shared) {
    with_orders(&store, &[1, 2, 3, 4, 5, 6, 7, 8]).await;
    for limit in [1, 2, 3, 7] {
        let mut seen: Vec<OrderId> = Vec::new();
        loop {
            let page = Page { after: seen.last().copied(), limit };
            let orders = store.read(move |tx| tx.orders(&OrderFilter::default(), &page)).await.unwrap();
            if orders.is_empty() {
                break;
            }
            seen.extend(ids(&orders));
        }
        assert_eq!(seen, order_ids(&[8, 7, 6, 4, 3, 2, 1]), "pages of {limit}");
    }
}

pub async fn customers_see_their_own_orders(store: Shared) {
    with_orders(&store, &[1, 2, 3, 4, 5, 7]).await;
    let first = store.read(|tx| tx.orders_of(&customer(1).id, &Page::first())).await.unwrap();
    assert_eq!(ids(&first), order_ids(&[7, 3, 1]));
    let page = Page { after: Some(numbered(7).into()), limit: 1 };
    let paged = store.read(move |tx| tx.orders_of(&customer(1).id, &page)).await.unwrap();
    assert_eq!(ids(&paged), order_ids(&[3]));
    let orders_of_other = store.read(|tx| tx.orders_of(&customer(3).id, &Page::first())).await.unwrap();
    assert!(orders_of_other.is_empty());
}

pub async fn overdue_orders_are_paged(store: Shared) {
    let customer = customer(1);
    let part = part(1, 100);
    add_user(&store, &customer).await;
    add_part(&store, &part).await;
    let held_for =
        |hours| OrderState::Pending(Reservation::Active { until: NEW_YEAR.plus(Duration::from_hours(hours)) });
    let states = [
        held_for(3),
        held_for(1),
        held_for(2),
        OrderState::Pending(Reservation::Expired),
        OrderState::Paid(transaction(1)),
        OrderState::Cancelled,
        held_for(1),
    ];
    for (number, state) in (1..).zip(states) {
        add_order(&store, &in_state(&order(number, &customer, &part), state)).await;
    }
    let overdue = async |hours, after: Option<u64>, limit| {
        let now = NEW_YEAR.plus(Duration::from_hours(hours));
        let page = Page { after: after.map(|number| numbered(number).into()), limit };
        let keys = store.read(move |tx| tx.overdue_orders(now, &page)).await.unwrap();
        assert!(keys.iter().all(|key| key.customer == customer.id));
        keys.into_iter().map(|key| key.order).collect::<Vec<_>>()
    };
    assert!(overdue(0, None, 10).await.is_empty());
    assert_eq!(overdue(2, None, 10).await, order_ids(&[2, 3, 7]));
    assert_eq!(overdue(9, None, 2).await, order_ids(&[1, 2]));
    assert_eq!(overdue(9, Some(2), 2).await, order_ids(&[3, 7]));
}

pub async fn a_shop_knows_whether_it_ever_had_an_order(store: Shared) {
    assert!(!store.read(|tx| tx.any_order()).await.unwrap());
    with_orders(&store, &[5]).await;
    assert!(store.read(|tx| tx.any_order()).await.unwrap());
}

pub async fn undecided_disputes_are_paged(store: Shared) {
    with_orders(&store, &[1, 2, 3, 4, 6, 7]).await;
    let states = [
        (1, None),
        (2, Some(DisputeState::Open)),
        (3, Some(DisputeState::Won)),
        (4, Some(DisputeState::Inquiry)),
        (6, Some(DisputeState::Lost)),
        (7, Some(DisputeState::Open)),
    ];
    for (number, dispute) in states {
        let customer = customer(if number % 2 == 1 { 1 } else { 2 });
        let disputed = order(number, &customer, &part(1, 100)).with_reversal(Reversal { dispute, ..Reversal::NONE });
        store.write(move |tx| tx.update_order(&disputed)).await.unwrap();
    }
    for limit in [1, 2, 3, 7] {
        let mut seen: Vec<OrderId> = Vec::new();
        loop {
            let page = Page { after: seen.last().copied(), limit };
            let orders = store.read(move |tx| tx.orders_in_dispute(&page)).await.unwrap();
            if orders.is_empty() {
                break;
            }
            seen.extend(ids(&orders));
        }
        assert_eq!(seen, order_ids(&[2, 4, 7]), "pages of {limit}");
    }
}

pub async fn every_list_has_the_orders_that_match_its_rule(store: Shared) {
    let customer = customer(1);
    let part = part(1, 100);
    add_user(&store, &customer).await;
    add_part(&store, &part).await;
    let disputes = [None, Some(DisputeState::Inquiry), Some(DisputeState::Open), Some(DisputeState::Lost)];
    let mut placed = Vec::new();
    let kinds = every_state().into_iter().flat_map(|state| disputes.map(|dispute| (state.clone(), dispute)));
    for (number, (state, dispute)) in (1..).zip(kinds) {
        let order = in_state(&order(number, &customer, &part), state);
        let order = order.with_reversal(Reversal { dispute, ..Reversal::NONE });
        add_order(&store, &order).await;
        placed.push(order);
    }
    placed.reverse();
    placed.retain(|order| !order.is_cancelled());
    let counts = store.read(|tx| tx.order_counts()).await.unwrap();
    let mut expected = OrderCounts { all: u32::try_from(placed.len()).unwrap(), ..OrderCounts::default() };
    for list in Worklist::ALL {
        let filter = OrderFilter { list: Some(list), ..OrderFilter::default() };
        let listed = store.read(move |tx| tx.orders(&filter, &Page::first())).await.unwrap();
        let wanted: Vec<_> = placed.iter().filter(|order| list.has(order)).cloned().collect();
        assert_eq!(ids(&listed), ids(&wanted), "{list:?}");
        expected.on.insert(list, u32::try_from(wanted.len()).unwrap());
    }
    assert_eq!(counts, expected);
}

pub async fn orders_are_found_by_number_person_and_period(store: Shared) {
    let marta = customer(1);
    let part = part(1, 100);
    add_user(&store, &marta).await;
    add_part(&store, &part).await;
    let day = |day: u64| NEW_YEAR.plus(Duration::from_hours(24 * day));
    let mut orders = Vec::new();
    for number in 1..=4 {
        let plain = order(number, &marta, &part);
        let snapshot = OrderSnapshot {
            id: OrderId::first_at(day(number)),
            phone: if number == 4 { "+1 (937) 555-0148" } else { "9375550148" }.parse().unwrap(),
            email: if number == 3 { "olga@example.com" } else { "marta@example.com" }.parse().unwrap(),
            placed_at: day(number),
            destination: (number < 3).then(destination),
            ..plain.snapshot().clone()
        };
        let placed = Order::place(snapshot, day(number + 1));
        add_order(&store, &placed).await;
        orders.push(placed);
    }
    let by_number = |number| store.read(move |tx| tx.order_by_number(&order_number(number)));
    assert_eq!(by_number(2).await.unwrap(), orders.get(1).map(Order::key));
    assert_eq!(by_number(5).await.unwrap(), None);
    let email = |address: &str| Some(Person::Email(address.parse().unwrap()));
    let phone = |digits: &str| Some(Person::Phone(digits.to_owned()));
    let postal_code = |key: &str| Some(Person::PostalCode(key.to_owned()));
    for (person, from, before, expected) in [
        (email("marta@example.com"), None, None, vec![4, 2, 1]),
        (email("olga@example.com"), None, None, vec![3]),
        (email("marta@example.co"), None, None, vec![]),
        (phone("9375550148"), None, None, vec![3, 2, 1]),
        (phone("19375550148"), None, None, vec![4]),
        (postal_code("45402"), None, None, vec![2, 1]),
        (postal_code("4540"), None, None, vec![]),
        (None, Some(day(2)), None, vec![4, 3, 2]),
        (None, Some(day(2)), Some(day(4)), vec![3, 2]),
        (email("marta@example.com"), None, Some(day(4)), vec![2, 1]),
    ] {
        let filter = OrderFilter { person, from, before, list: None };
        let seen = filter.clone();
        let asked = filter;
        let found = store.read(move |tx| tx.orders(&asked, &Page::first())).await.unwrap();
        let expected: Vec<_> = expected.into_iter().map(|number| OrderId::first_at(day(number))).collect();
        assert_eq!(ids(&found), expected, "{seen:?}");
    }
}
