//! Rules about returns.

use super::{Shared, add_order, add_user, with_an_order};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{customer, order, part, pieces, return_policies, returned},
};
use autoparts_application::ports::{
    generations::Source,
    page::Page,
    returns::{ReturnCounts, ReturnFilter},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::{OrderKey, ReturnId, UserId},
    orders::LineNumber,
    returns::{Inspection, Return, ReturnPolicies, ReturnReason, ReturnState, ReturnedLine},
    time::Timestamp,
};
use std::time::Duration;
use uuid::Uuid;

fn hours(hours: u64) -> Timestamp {
    NEW_YEAR.plus(Duration::from_hours(hours))
}

fn line(number: i64) -> LineNumber {
    LineNumber::new(number).unwrap()
}

fn of_state(id: u64, order: OrderKey, state: ReturnState) -> Return {
    Return { state, ..returned(id, order) }
}

async fn insert(store: &Shared, new: &Return) -> StoreResult<()> {
    let new = new.clone();
    store.write(move |tx| tx.insert_return(&new)).await
}

async fn update(store: &Shared, changed: &Return) -> StoreResult<()> {
    let changed = changed.clone();
    store.write(move |tx| tx.update_return(&changed)).await
}

async fn found(store: &Shared, id: u64) -> Option<Return> {
    store.read(move |tx| tx.return_by_id(&numbered(id).into())).await.unwrap()
}

fn ids(returns: &[Return]) -> Vec<ReturnId> {
    returns.iter().map(|returned| returned.id).collect()
}

fn numbers<const N: usize>(numbers: [u64; N]) -> [ReturnId; N] {
    numbers.map(|number| numbered(number).into())
}

/// Orders 1 and 2 of customer 1, and order 3 of customer 2.
async fn with_three_orders(store: &Shared) -> [OrderKey; 3] {
    let first = with_an_order(store).await;
    add_user(store, &customer(2)).await;
    let [second, third] = [(2, 1), (3, 2)].map(|(id, owner)| order(id, &customer(owner), &part(1, 100)));
    for order in [&second, &third] {
        add_order(store, order).await;
    }
    [first.key(), second.key(), third.key()]
}

pub async fn a_return_is_found_as_it_was_written(store: Shared) {
    let order = with_an_order(&store).await.key();
    let inspection = Some(Inspection { restocked: 1, damaged: 2, refused: 3 });
    let full = Return {
        lines: [
            (line(3), ReturnedLine { pieces: pieces(6), inspection }),
            (line(20), ReturnedLine { pieces: pieces(1), inspection: None }),
        ]
        .into(),
        note: Some("It rattles.\nZoë".parse().unwrap()),
        answer: Some("Three were worn.".parse().unwrap()),
        decided_at: Some(hours(1)),
        ended_at: Some(hours(2)),
        reminded: true,
        refund: Some(numbered(7).into()),
        revision: 4,
        ..of_state(50, order, ReturnState::Received)
    };
    insert(&store, &full).await.unwrap();
    assert_eq!(found(&store, 50).await, Some(full));
    for (id, reason) in (60..).zip(ReturnReason::CHOICES.into_iter().chain([ReturnReason::Withdrawal])) {
        let new = Return { reason, ..returned(id, order) };
        insert(&store, &new).await.unwrap();
        assert_eq!(found(&store, id).await, Some(new));
    }
    for (id, state) in (70..).zip(ReturnState::ALL) {
        let new = of_state(id, order, state);
        insert(&store, &new).await.unwrap();
        assert_eq!(found(&store, id).await, Some(new));
    }
    assert_eq!(found(&store, 99).await, None);
}

pub async fn returns_need_their_order(store: Shared) {
    let order = with_an_order(&store).await.key();
    for order in [OrderKey { order: numbered(9).into(), ..order }, OrderKey { customer: customer(2).id, ..order }] {
        let inserted = insert(&store, &returned(1, order)).await;
        assert!(matches!(inserted, Err(StoreError::Failed(_))), "{inserted:?}");
    }
}

pub async fn the_returns_of_an_order_come_oldest_first(store: Shared) {
    let [first, second, third] = with_three_orders(&store).await;
    for (id, order) in [(12, first), (11, second), (13, third), (10, first)] {
        insert(&store, &returned(id, order)).await.unwrap();
    }
    let of_order = store.read(move |tx| tx.returns_of(&first)).await.unwrap();
    assert_eq!(of_order, [returned(10, first), returned(12, first)]);
    let of_customer = store.read(move |tx| tx.returns_of_customer(&first.customer)).await.unwrap();
    assert_eq!(of_customer, [returned(12, first), returned(11, second), returned(10, first)]);
}

pub async fn several_returns_are_read_at_once_by_id(store: Shared) {
    let [first, second, _] = with_three_orders(&store).await;
    for (id, order) in [(10, first), (11, second), (12, first)] {
        insert(&store, &returned(id, order)).await.unwrap();
    }
    let some = store.read(|tx| tx.returns_by_id(&numbers([10, 12, 99]))).await.unwrap();
    assert_eq!(some, [returned(12, first), returned(10, first)]);
}

pub async fn returns_are_filtered_and_come_newest_first(store: Shared) {
    let [first, second, third] = with_three_orders(&store).await;
    for (id, order, state) in [
        (11, first, ReturnState::Requested),
        (12, second, ReturnState::Approved),
        (13, third, ReturnState::Requested),
        (14, first, ReturnState::Requested),
    ] {
        insert(&store, &of_state(id, order, state)).await.unwrap();
    }
    let list = async |filter: &ReturnFilter, after: Option<ReturnId>, limit| {
        let filter = filter.clone();
        let page = Page { after, limit };
        ids(&store.read(move |tx| tx.returns(&filter, &page)).await.unwrap())
    };
    let all = ReturnFilter::default();
    assert_eq!(list(&all, None, 3).await, numbers([14, 13, 12]));
    assert_eq!(list(&all, Some(numbered(12).into()), 3).await, numbers([11]));
    let requested = ReturnFilter { state: Some(ReturnState::Requested), ..all.clone() };
    assert_eq!(list(&requested, None, 2).await, numbers([14, 13]));
    assert_eq!(list(&requested, Some(numbered(13).into()), 2).await, numbers([11]));
    let by_number = ReturnFilter { number: Some(returned(12, second).number), ..all };
    assert_eq!(list(&by_number, None, 9).await, numbers([12]));
    assert!(list(&by_number, Some(numbered(12).into()), 9).await.is_empty());
    let by_both = ReturnFilter { state: Some(ReturnState::Requested), ..by_number };
    assert!(list(&by_both, None, 9).await.is_empty());
}

pub async fn returns_that_wait_for_the_shop_are_counted(store: Shared) {
    let order = with_an_order(&store).await.key();
    let counts = async || store.read(|tx| tx.return_counts()).await.unwrap();
    assert_eq!(counts().await, ReturnCounts::default());
    for (id, state) in (10..).zip(ReturnState::ALL) {
        insert(&store, &of_state(id, order, state)).await.unwrap();
    }
    insert(&store, &returned(20, order)).await.unwrap();
    assert_eq!(counts().await, ReturnCounts { requested: 2, approved: 1 });
}

pub async fn an_update_of_a_return_saves_its_inspection(store: Shared) {
    let order = with_an_order(&store).await.key();
    let before = Return { note: Some("Too long".parse().unwrap()), ..returned(11, order) };
    let other = returned(12, order);
    for new in [&before, &other] {
        insert(&store, new).await.unwrap();
    }
    let mut received = Return { refund: Some(numbered(7).into()), reminded: true, ..before.clone() };
    let why = "Thank you".parse().unwrap();
    received.correct_reason(ReturnReason::DoesNotFit, Some(&why)).unwrap();
    assert_ne!(received.found_reason, before.found_reason);
    let found_pieces = [(line(1), Inspection { restocked: 1, damaged: 1, refused: 0 })].into();
    received.receive(&found_pieces, Some(why), hours(2)).unwrap();
    update(&store, &received).await.unwrap();
    assert_eq!(found(&store, 11).await, Some(Return { revision: 1, ..received }));
    assert_eq!(found(&store, 12).await, Some(other));
}

pub async fn a_stale_update_of_a_return_changes_nothing(store: Shared) {
    let order = with_an_order(&store).await.key();
    let before = returned(11, order);
    insert(&store, &before).await.unwrap();
    let mut declined = before.clone();
    declined.decline("Worn".parse().unwrap(), hours(1)).unwrap();
    update(&store, &declined).await.unwrap();
    let mut stale = before;
    stale.cancel(hours(2)).unwrap();
    let saved = update(&store, &stale).await;
    assert!(matches!(saved, Err(StoreError::Contention)), "{saved:?}");
    assert_eq!(found(&store, 11).await, Some(Return { revision: 1, ..declined }));
    let unknown = update(&store, &returned(12, order)).await;
    assert!(matches!(unknown, Err(StoreError::Contention)), "{unknown:?}");
}

pub async fn approved_returns_are_found_by_the_time_of_their_approval(store: Shared) {
    let [first, second, third] = with_three_orders(&store).await;
    let approved = |id, order, hour, reminded| {
        let decided_at = Some(hours(hour));
        Return { decided_at, reminded, ..of_state(id, order, ReturnState::Approved) }
    };
    let declined = Return { decided_at: Some(hours(1)), ..of_state(10, first, ReturnState::Declined) };
    for new in [
        declined,
        approved(14, first, 1, false),
        approved(11, second, 2, true),
        approved(12, third, 3, false),
        approved(13, first, 4, false),
    ] {
        insert(&store, &new).await.unwrap();
    }
    let list = async |not_reminded, after: Option<u64>, limit| {
        let page = Page { after: after.map(|id| numbered(id).into()), limit };
        ids(&store.read(move |tx| tx.approved_returns(hours(3), not_reminded, &page)).await.unwrap())
    };
    assert_eq!(list(false, None, 9).await, numbers([11, 12, 14]));
    assert_eq!(list(false, None, 2).await, numbers([11, 12]));
    assert_eq!(list(false, Some(12), 2).await, numbers([14]));
    assert_eq!(list(true, None, 9).await, numbers([12, 14]));
}

pub async fn the_notes_of_an_erased_member_are_erased(store: Shared) {
    let [first, second, third] = with_three_orders(&store).await;
    let noted =
        |id, order, state| Return { note: Some("Call me: 555 0148".parse().unwrap()), ..of_state(id, order, state) };
    let returns = [
        noted(11, first, ReturnState::Requested),
        noted(12, second, ReturnState::Cancelled),
        noted(13, third, ReturnState::Requested),
    ];
    for new in &returns {
        insert(&store, new).await.unwrap();
    }
    let erase = store.write(|tx| tx.erase_member(&customer(1), &Email::placeholder(Uuid::nil())));
    erase.await.unwrap();
    let left = async |owner: UserId| store.read(move |tx| tx.returns_of_customer(&owner)).await.unwrap();
    let [first, second, third] = returns;
    assert_eq!(left(customer(2).id).await, [third]);
    let read_earlier = first.clone();
    update(&store, &read_earlier).await.unwrap();
    let erased = [Return { note: None, ..second }, Return { note: None, revision: 1, ..first }];
    assert_eq!(left(customer(1).id).await, erased, "an update does not write the note");
}

async fn policies(store: &Shared) -> ReturnPolicies {
    store.read(|tx| tx.return_policies()).await.unwrap()
}

async fn save_policies(store: &Shared, policies: ReturnPolicies) -> StoreResult<()> {
    store.write(move |tx| tx.save_return_policies(&policies)).await
}

pub async fn return_policies_are_found_as_they_were_saved(store: Shared) {
    assert_eq!(policies(&store).await, ReturnPolicies::default());
    save_policies(&store, return_policies()).await.unwrap();
    assert_eq!(policies(&store).await, ReturnPolicies { revision: 1, ..return_policies() });
    let ReturnPolicies { policies: mut fewer, .. } = return_policies();
    fewer.reverse();
    fewer.pop();
    save_policies(&store, ReturnPolicies { revision: 1, policies: fewer.clone() }).await.unwrap();
    assert_eq!(policies(&store).await, ReturnPolicies { revision: 2, policies: fewer });
    save_policies(&store, ReturnPolicies { revision: 2, policies: Vec::new() }).await.unwrap();
    assert_eq!(policies(&store).await, ReturnPolicies { revision: 3, policies: Vec::new() });
}

pub async fn stale_return_policies_conflict(store: Shared) {
    for (revision, is_saved) in [(1, false), (0, true), (0, false), (2, false), (1, true), (1, false)] {
        let result = save_policies(&store, ReturnPolicies { revision, ..return_policies() }).await;
        assert_eq!(result.is_ok(), is_saved, "{revision}");
        assert!(is_saved || matches!(result, Err(StoreError::Contention)), "{revision}: {result:?}");
    }
}

pub async fn a_change_of_return_policies_raises_the_generation_of_every_part(store: Shared) {
    let number = || [Source::Part(part(1, 1).id), Source::Names].map(|source| store.generations().current(source));
    let before = number();
    save_policies(&store, return_policies()).await.unwrap();
    let after = number();
    assert!(after.iter().zip(before).all(|(after, before)| *after > before), "{before:?}, {after:?}");
}
