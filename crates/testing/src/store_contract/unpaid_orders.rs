//! Rules about a customer's unpaid orders.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::{Shared, add_order, add_part, add_user, at_once};
use crate::{
    clock::numbered,
    samples::{customer, every_state, in_state, money, order, order_of_several, part},
};
use autoparts_application::ports::{orders::NetworkDigest, store::Transaction, store_error::StoreResult};
use autoparts_domain::{
    money::Money,
    orders::{
        Line, Order, OrderState, Reservation,
        unpaid::{UnpaidOrders, UnpaidPieces},
    },
    payments::reversal::{DisputeState, Reversal},
};

async fn with_people_and_parts(store: &Shared) {
    for number in [1, 2] {
        add_user(store, &customer(number)).await;
        add_part(store, &part(number, 100)).await;
    }
}

async fn unpaid(store: &Shared) -> UnpaidOrders {
    store.read(move |tx| tx.unpaid_orders(&customer(1).id)).await.unwrap()
}

async fn reserved_from(store: &Shared, network: &NetworkDigest) -> UnpaidOrders {
    let network = network.clone();
    store.read(move |tx| tx.reserved_from_network(&network)).await.unwrap()
}

async fn count_against(store: &Shared, placed: &Order, network: &NetworkDigest) {
    let key = placed.key();
    let network = network.clone();
    store.write(move |tx| tx.count_against_network(&key, &network)).await.unwrap();
}

async fn paid_and_kept(store: &Shared, number: u64) -> Money {
    let id = customer(number).id;
    store.read(move |tx| tx.paid_and_kept(&id)).await.unwrap()
}

fn network(name: &str) -> NetworkDigest {
    NetworkDigest::new(name.to_owned())
}

pub async fn orders_that_are_neither_paid_nor_deleted_nor_shipped_are_unpaid(store: Shared) {
    with_people_and_parts(&store).await;
    assert_eq!(unpaid(&store).await, UnpaidOrders::default());
    for (number, state) in (1..).zip(every_state()) {
        add_order(&store, &in_state(&order(number, &customer(1), &part(1, 100)), state)).await;
    }
    // Two pieces each: one order is held, one has expired.
    let pieces = UnpaidPieces { ordered: 4, reserved: 2, value: money(15_200) };
    let both = UnpaidOrders { orders: 2, parts: [(part(1, 100).id, pieces)].into() };
    assert_eq!(unpaid(&store).await, both);
    assert_eq!(both.value(), money(15_200));
}

pub async fn unpaid_pieces_are_counted_by_part_and_for_one_customer(store: Shared) {
    with_people_and_parts(&store).await;
    let parts = [1, 2].map(|number| part(number, 100));
    add_order(&store, &order(1, &customer(1), &parts[0])).await;
    add_order(&store, &order(2, &customer(2), &parts[0])).await;
    let several = order_of_several(3, &customer(1), &parts);
    add_order(&store, &in_state(&several, OrderState::Pending(Reservation::Expired))).await;
    let found = unpaid(&store).await;
    let pieces = |part: usize| found.parts[&parts[part].id];
    assert_eq!((found.orders, pieces(0).ordered, pieces(0).reserved), (2, 7, 2));
    assert_eq!((pieces(1).ordered, pieces(1).reserved), (4, 0));
    let goods = several.snapshot().lines.iter().filter_map(Line::goods).fold(Money::ZERO, Money::plus);
    assert_eq!(found.value(), money(7600).plus(goods));
}

pub async fn the_paid_amount_of_a_customer_is_the_sum_over_their_orders(store: Shared) {
    with_people_and_parts(&store).await;
    let mut sum = Money::ZERO;
    for (number, state) in (1..).zip(every_state()) {
        let placed = order(number, &customer(1), &part(1, 100));
        let counts = is_paid(&state);
        assert_eq!(paid_and_kept(&store, 1).await, sum);
        add_order(&store, &in_state(&placed, state)).await;
        sum = if counts { sum.plus(placed.snapshot().total) } else { sum };
    }
    assert_eq!(paid_and_kept(&store, 1).await, sum);
    assert_eq!((sum > money(7600), paid_and_kept(&store, 2).await), (true, Money::ZERO));
}

pub async fn returned_money_is_not_a_payment(store: Shared) {
    with_people_and_parts(&store).await;
    let unpaid = every_state().into_iter().filter(|state| !is_paid(state));
    for (number, state) in (1..).zip(unpaid) {
        add_order(&store, &in_state(&order(number, &customer(1), &part(1, 100)), state)).await;
    }
    assert_eq!(paid_and_kept(&store, 1).await, Money::ZERO);
    let paid = every_state().into_iter().find(is_paid).unwrap();
    let some_back = Reversal { refunded: money(600), withdrawn: money(1000), ..Reversal::NONE };
    let paid = in_state(&order(20, &customer(1), &part(1, 100)), paid).with_reversal(some_back);
    add_order(&store, &paid).await;
    assert_eq!(paid_and_kept(&store, 1).await, money(6000));
}

pub async fn money_withdrawn_by_a_bank_is_not_a_payment(store: Shared) {
    use DisputeState::{Inquiry, Lost, Open, Won};
    with_people_and_parts(&store).await;
    for (number, (dispute, cents)) in (1..).zip([(Open, 0), (Inquiry, 0), (Lost, 0), (Won, 7600)]) {
        let paid = every_state().into_iter().find(is_paid).unwrap();
        let paid = in_state(&order(number, &customer(1), &part(1, 100)), paid);
        add_order(&store, &paid.with_reversal(Reversal { dispute: Some(dispute), ..Reversal::NONE })).await;
        assert_eq!(paid_and_kept(&store, 1).await, money(cents), "{dispute:?}");
    }
}

fn is_paid(state: &OrderState) -> bool {
    matches!(state, OrderState::Paid(_) | OrderState::Shipped(Some(_)))
}

pub async fn reservations_from_a_network_count_for_all_its_customers(store: Shared) {
    with_people_and_parts(&store).await;
    let here = network("aa11");
    let there = network("aa22");
    let placed = [1, 2, 3].map(|number| order(number, &customer(1 + number % 2), &part(1, 100)));
    for (order, network) in placed.iter().zip([&here, &here, &there]) {
        add_order(&store, order).await;
        count_against(&store, order, network).await;
    }
    add_order(&store, &order(4, &customer(1), &part(1, 100))).await;
    let pieces = UnpaidPieces { ordered: 4, reserved: 4, value: money(15_200) };
    let both = UnpaidOrders { orders: 2, parts: [(part(1, 100).id, pieces)].into() };
    assert_eq!(reserved_from(&store, &here).await, both);
    assert_eq!(reserved_from(&store, &there).await.orders, 1);
    // It counts for the customer's current network.
    count_against(&store, &placed[0], &there).await;
    assert_eq!((reserved_from(&store, &here).await.orders, reserved_from(&store, &there).await.orders), (1, 2));
}

pub async fn a_network_is_cleared_with_the_reservation(store: Shared) {
    with_people_and_parts(&store).await;
    let network = network("aa11");
    for (number, ended) in (1..).zip(every_state()) {
        let placed = order(number, &customer(1), &part(1, 100));
        add_order(&store, &placed).await;
        count_against(&store, &placed, &network).await;
        let stays = matches!(ended, OrderState::Pending(Reservation::Active { .. }));
        for (state, counts) in [(ended, stays), (placed.state().clone(), stays)] {
            let key = placed.key();
            let update = store.write(move |tx| {
                let revision = tx.order(&key)?.unwrap().revision();
                let snapshot = order(number, &customer(1), &part(1, 100)).snapshot().clone();
                tx.update_order(&Order::restore(snapshot, state.clone(), revision))
            });
            update.await.unwrap();
            let found = reserved_from(&store, &network).await.orders;
            assert_eq!(found, i64::from(counts), "reserved again, it is not known from where");
        }
        let key = placed.key();
        let cancel = store.write(move |tx| {
            let order = tx.order(&key)?.unwrap();
            tx.update_order(&Order::restore(order.snapshot().clone(), OrderState::Cancelled, order.revision()))
        });
        cancel.await.unwrap();
    }
}

pub async fn only_an_existing_customer_can_be_locked(store: Shared) {
    with_people_and_parts(&store).await;
    for (id, user) in [(customer(1).id, Some(customer(1))), (numbered(9).into(), None)] {
        assert_eq!(store.write(move |tx| tx.lock_customer(&id)).await.unwrap(), user);
    }
}

/// Places the order if nothing is reserved from the network yet.
fn order_once_from(tx: &mut dyn Transaction, placed: &Order, network: &NetworkDigest) -> StoreResult<bool> {
    tx.lock_network(network)?;
    let is_first = tx.reserved_from_network(network)?.orders == 0;
    if is_first {
        tx.insert_order(placed)?;
        tx.count_against_network(&placed.key(), network)?;
    }
    Ok(is_first)
}

pub async fn orders_from_a_locked_network_see_each_other(store: Shared) {
    with_people_and_parts(&store).await;
    let answers = at_once(8, |number| {
        let store = store.clone();
        async move {
            let placed = order(number + 1, &customer(1 + number % 2), &part(1, 100));
            store.write(move |tx| order_once_from(tx, &placed, &network("aa11"))).await
        }
    })
    .await;
    assert_eq!(super::yes(answers), 1);
}

/// Places the order if the customer has no unpaid order yet.
fn order_once(tx: &mut dyn Transaction, placed: &Order) -> StoreResult<bool> {
    let snapshot = placed.snapshot();
    tx.lock_customer(&snapshot.customer)?;
    let is_first = tx.unpaid_orders(&snapshot.customer)?.orders == 0;
    if is_first {
        tx.insert_order(placed)?;
    }
    Ok(is_first)
}

pub async fn orders_of_a_locked_customer_see_each_other(store: Shared) {
    with_people_and_parts(&store).await;
    let answers = at_once(8, |number| {
        let store = store.clone();
        async move {
            let placed = order(number + 1, &customer(1), &part(1, 100));
            store.write(move |tx| order_once(tx, &placed)).await
        }
    })
    .await;
    assert_eq!(super::yes(answers), 1);
}
