//! Rules about lists of orders.

use super::{Shared, add_order, add_part, add_user};
use crate::{
    ports::page::Page,
    testing::{
        clock::{NEW_YEAR, numbered},
        samples::{customer, in_state, order, part, transaction},
    },
};
use autoparts_domain::{
    id::OrderId,
    orders::{Order, OrderState, Reservation},
    payments::reversal::{DisputeState, Reversal},
};
use std::time::Duration;

fn ids(orders: &[Order]) -> Vec<OrderId> {
    orders.iter().map(|order| order.snapshot().id).collect()
}

/// Customers 1 and 2, part 1, and orders with these numbers: odd ones of customer 1, even ones
/// of customer 2, those divisible by 5 deleted.
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
    let listed = store.read(|tx| tx.orders(&Page::first())).await.unwrap();
    assert_eq!(ids(&listed), order_ids(&[4, 3, 2, 1]));
}

pub async fn orders_are_paged_without_gaps_or_repeats(store: Shared) {
    with_orders(&store, &[1, 2, 3, 4, 5, 6, 7, 8]).await;
    for limit in [1, 2, 3, 7] {
        let mut seen: Vec<OrderId> = Vec::new();
        loop {
            let page = Page { after: seen.last().copied(), limit };
            let orders = store.read(move |tx| tx.orders(&page)).await.unwrap();
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
    let nobodys = store.read(|tx| tx.orders_of(&customer(3).id, &Page::first())).await.unwrap();
    assert!(nobodys.is_empty());
}

pub async fn every_order_is_listed_for_the_books(store: Shared) {
    with_orders(&store, &[5, 2, 1]).await;
    let all = store.read(|tx| tx.every_order(&Page::first())).await.unwrap();
    assert_eq!(ids(&all), order_ids(&[1, 2, 5]));
    let page = Page { after: Some(numbered(1).into()), limit: 1 };
    assert_eq!(ids(&store.read(move |tx| tx.every_order(&page)).await.unwrap()), order_ids(&[2]));
}

pub async fn overdue_orders_come_page_by_page(store: Shared) {
    let (customer, part) = (customer(1), part(1, 100));
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

pub async fn undecided_disputes_come_page_by_page(store: Shared) {
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
