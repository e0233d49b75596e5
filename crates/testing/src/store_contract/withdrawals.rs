//! Rules about withdrawals from contracts.

use super::{Shared, add_user, with_an_order};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{customer, withdrawal},
};
use autoparts_application::ports::{
    page::Page,
    retention::Retained,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::{UserId, WithdrawalId},
    withdrawals::{Statement, Withdrawal, WithdrawalOutcome},
};
use std::time::Duration;
use uuid::Uuid;

async fn insert(store: &Shared, new: &Withdrawal) -> StoreResult<()> {
    let new = new.clone();
    store.write(move |tx| tx.insert_withdrawal(&new)).await
}

async fn page(store: &Shared, after: Option<u64>, limit: u32) -> Vec<Withdrawal> {
    let page = Page { after: after.map(|number| WithdrawalId::from(numbered(number))), limit };
    store.read(move |tx| tx.withdrawals(&page)).await.unwrap()
}

async fn of(store: &Shared, customer: UserId) -> Vec<Withdrawal> {
    store.read(move |tx| tx.withdrawals_of_customer(&customer)).await.unwrap()
}

async fn from(store: &Shared, email: &str) -> Vec<WithdrawalId> {
    let email: Email = email.parse().unwrap();
    let found = store.read(move |tx| tx.withdrawals_from(&email, &Page::first())).await.unwrap();
    found.iter().map(|withdrawal| withdrawal.id).collect()
}

fn numbers<const N: usize>(numbers: [u64; N]) -> [WithdrawalId; N] {
    numbers.map(|number| numbered(number).into())
}

pub async fn a_withdrawal_is_found_as_it_was_written(store: Shared) {
    let order = with_an_order(&store).await.key();
    for (id, outcome) in (1..).zip(WithdrawalOutcome::ALL) {
        let new = Withdrawal { outcome, ..withdrawal(id) };
        let returned = (outcome == WithdrawalOutcome::Approved).then(|| numbered(7).into());
        let new = Withdrawal { returned, order: returned.map(|_| order), ..new };
        insert(&store, &new).await.unwrap();
        assert_eq!(page(&store, None, 1).await, [new]);
    }
    let whole = Withdrawal {
        statement: Statement {
            name: Some("Zo\u{eb} O'Hara".parse().unwrap()),
            parts: Some("Two discs,\none \"pad\" \u{1f697}".parse().unwrap()),
            ..withdrawal(20).statement
        },
        received_at: NEW_YEAR.plus(Duration::from_micros(7)),
        ..withdrawal(20)
    };
    insert(&store, &whole).await.unwrap();
    assert_eq!(page(&store, None, 1).await, [whole]);
    assert!(matches!(insert(&store, &withdrawal(20)).await, Err(StoreError::Duplicate)));
}

pub async fn withdrawals_are_paged_newest_first(store: Shared) {
    for number in [3, 1, 4, 2] {
        insert(&store, &withdrawal(number)).await.unwrap();
    }
    assert_eq!(page(&store, None, 10).await, [4, 3, 2, 1].map(withdrawal));
    assert_eq!(page(&store, Some(4), 2).await, [3, 2].map(withdrawal));
}

pub async fn withdrawals_are_found_by_address_and_by_customer(store: Shared) {
    let order = with_an_order(&store).await.key();
    let by_ann = Statement { email: "ann@example.com".parse().unwrap(), ..withdrawal(1).statement };
    let anns = |id| Withdrawal { statement: by_ann.clone(), ..withdrawal(id) };
    let matching = Withdrawal { order: Some(order), outcome: WithdrawalOutcome::NotShipped, ..anns(3) };
    for new in [anns(1), withdrawal(2), matching.clone(), anns(4)] {
        insert(&store, &new).await.unwrap();
    }
    assert_eq!(from(&store, "ann@example.com").await, numbers([4, 3, 1]));
    assert_eq!(from(&store, "marta@example.com").await, numbers([2]));
    assert_eq!(of(&store, order.customer).await, [matching]);
    assert_eq!(of(&store, customer(2).id).await, []);
}

pub async fn personal_data_in_withdrawals_can_be_erased(store: Shared) {
    let order = with_an_order(&store).await.key();
    add_user(&store, &customer(2)).await;
    let ann = Statement {
        name: Some("Ann".parse().unwrap()),
        parts: Some("The discs".parse().unwrap()),
        ..withdrawal(1).statement
    };
    let matching = Withdrawal {
        statement: ann.clone(),
        order: Some(order),
        outcome: WithdrawalOutcome::PeriodOver,
        ..withdrawal(1)
    };
    let others = Statement { email: "other@example.com".parse().unwrap(), ..ann.clone() };
    let unmatched = Withdrawal { statement: ann.clone(), ..withdrawal(2) };
    let of_others = Withdrawal { statement: others, ..withdrawal(3) };
    for new in [&matching, &unmatched, &of_others] {
        insert(&store, new).await.unwrap();
    }
    let email = ann.email.clone();
    store.write(move |tx| tx.erase_messages_from(&email)).await.unwrap();
    assert_eq!(page(&store, None, 10).await, [of_others.clone(), matching.clone()]);
    let stand_in = Email::placeholder(Uuid::from_u128(5));
    let erased =
        Withdrawal { statement: Statement { email: stand_in.clone(), name: None, parts: None, ..ann }, ..matching };
    let member = customer(1);
    assert_eq!(member.id, order.customer);
    store.write(move |tx| tx.erase_member(&member, &stand_in)).await.unwrap();
    assert_eq!(page(&store, None, 10).await, [of_others, erased]);
}

pub async fn old_withdrawals_without_a_return_are_purged(store: Shared) {
    let order = with_an_order(&store).await.key();
    let approved = Withdrawal {
        order: Some(order),
        outcome: WithdrawalOutcome::Approved,
        returned: Some(numbered(7).into()),
        ..withdrawal(1)
    };
    let later = Withdrawal { received_at: NEW_YEAR.plus(Duration::from_hours(1)), ..withdrawal(4) };
    for new in [&approved, &withdrawal(2), &withdrawal(3), &later] {
        insert(&store, &Withdrawal { received_at: new.received_at.max(NEW_YEAR), ..new.clone() }).await.unwrap();
    }
    let purge =
        async |limit| store.write(move |tx| tx.purge(Retained::Withdrawals, later.received_at, limit)).await.unwrap();
    assert_eq!([purge(1).await, purge(10).await, purge(10).await], [1, 1, 0]);
    let left: Vec<_> = page(&store, None, 10).await.iter().map(|left| left.id).collect();
    assert_eq!(left, numbers([4, 1]));
}
