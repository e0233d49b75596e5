//! Rules about what a customer has ordered and not paid.

use super::{Shared, add_order, add_part, add_user, at_once};
use crate::{
    ports::{store::Transaction, store_error::StoreResult},
    testing::{
        clock::numbered,
        samples::{customer, every_state, in_state, money, order, order_of_several, part},
    },
};
use autoparts_domain::{
    orders::{
        Order, OrderState, Reservation,
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

pub async fn orders_that_are_neither_paid_nor_deleted_nor_shipped_are_unpaid(store: Shared) {
    with_people_and_parts(&store).await;
    assert_eq!(unpaid(&store).await, UnpaidOrders::NONE);
    for (number, state) in (1..).zip(every_state()) {
        add_order(&store, &in_state(&order(number, &customer(1), &part(1, 100)), state)).await;
    }
    // Two pieces each: one order is held, one has expired.
    let parts = [(part(1, 100).id, UnpaidPieces { ordered: 4, reserved: 2 })].into();
    let both = UnpaidOrders { orders: 2, value: money(15_200), parts };
    assert_eq!(unpaid(&store).await, both);
}

pub async fn unpaid_pieces_are_counted_by_part_and_for_one_customer(store: Shared) {
    with_people_and_parts(&store).await;
    let parts = [1, 2].map(|number| part(number, 100));
    add_order(&store, &order(1, &customer(1), &parts[0])).await;
    add_order(&store, &order(2, &customer(2), &parts[0])).await;
    let several = order_of_several(3, &customer(1), &parts);
    add_order(&store, &in_state(&several, OrderState::Pending(Reservation::Expired))).await;
    let pieces = [
        (parts[0].id, UnpaidPieces { ordered: 7, reserved: 2 }),
        (parts[1].id, UnpaidPieces { ordered: 4, reserved: 0 }),
    ];
    let value = money(7600).plus(several.snapshot().total);
    assert_eq!(unpaid(&store).await, UnpaidOrders { orders: 2, value, parts: pieces.into() });
}

pub async fn a_customer_has_paid_whose_order_is_paid_now(store: Shared) {
    with_people_and_parts(&store).await;
    let (payer, other) = (customer(1), customer(2));
    let has_paid = async |user: &autoparts_domain::accounts::User| {
        let id = user.id;
        store.read(move |tx| tx.has_paid(&id)).await.unwrap()
    };
    for (number, state) in (1..).zip(every_state()) {
        let (placed, counts) = (order(number, &payer, &part(1, 100)), is_paid(&state));
        let before = has_paid(&payer).await;
        add_order(&store, &in_state(&placed, state)).await;
        assert_eq!(has_paid(&payer).await, before || counts);
    }
    assert!(!has_paid(&other).await);
}

pub async fn money_that_went_back_is_no_payment(store: Shared) {
    with_people_and_parts(&store).await;
    let unpaid = every_state().into_iter().filter(|state| !is_paid(state));
    for (number, state) in (1..).zip(unpaid) {
        add_order(&store, &in_state(&order(number, &customer(1), &part(1, 100)), state)).await;
    }
    let id = customer(1).id;
    assert!(!store.read(move |tx| tx.has_paid(&id)).await.unwrap());
}

pub async fn money_that_a_bank_has_taken_is_no_payment(store: Shared) {
    use DisputeState::{Inquiry, Lost, Open, Won};
    with_people_and_parts(&store).await;
    let id = customer(1).id;
    for (number, (dispute, counts)) in (1..).zip([(Open, false), (Inquiry, false), (Lost, false), (Won, true)]) {
        let paid = every_state().into_iter().find(is_paid).unwrap();
        let paid = in_state(&order(number, &customer(1), &part(1, 100)), paid);
        add_order(&store, &paid.with_reversal(Reversal { dispute: Some(dispute), ..Reversal::NONE })).await;
        assert_eq!(store.read(move |tx| tx.has_paid(&id)).await.unwrap(), counts, "{dispute:?}");
    }
}

fn is_paid(state: &OrderState) -> bool {
    matches!(state, OrderState::Paid(_) | OrderState::Shipped(Some(_)))
}

pub async fn only_a_customer_who_exists_can_be_locked(store: Shared) {
    with_people_and_parts(&store).await;
    for (id, exists) in [(customer(1).id, true), (numbered(9).into(), false)] {
        assert_eq!(store.write(move |tx| tx.lock_customer(&id)).await.unwrap(), exists);
    }
}

/// Orders when there is none unpaid yet.
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
