//! Rules about payment attempts, transactions, provider messages and refunds.

use super::{Shared, add_order, at_once, with_an_order, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{attempt, customer, known_attempt, money, order, part, refund, transaction},
};
use autoparts_application::ports::{
    page::Page,
    payments::RememberedRefund,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    id::{OrderKey, PaymentId},
    orders::{LineNumber, PiecesToRefund},
    payments::{AttemptStatus, PaymentAttempt, ProviderName, Refund, RefundReason, unmatched::UnmatchedPayment},
    quantity::Quantity,
    time::Timestamp,
};
use std::time::Duration;

/// Orders 1 and 2 of customer 1.
async fn with_two_orders(store: &Shared) -> (OrderKey, OrderKey) {
    let first = with_an_order(store).await;
    let second = order(2, &customer(1), &part(1, 100));
    add_order(store, &second).await;
    (first.key(), second.key())
}

async fn insert(store: &Shared, attempt: &PaymentAttempt) -> StoreResult<()> {
    let attempt = attempt.clone();
    store.write(move |tx| tx.insert_attempt(&attempt)).await
}

async fn update(store: &Shared, attempt: &PaymentAttempt, expected: AttemptStatus) -> bool {
    let attempt = attempt.clone();
    store.write(move |tx| tx.update_attempt(&attempt, expected)).await.unwrap()
}

async fn attempts(store: &Shared, order: OrderKey) -> Vec<PaymentAttempt> {
    store.read(move |tx| tx.attempts(&order)).await.unwrap()
}

async fn add_refund(store: &Shared, refund: &Refund) -> StoreResult<()> {
    let refund = refund.clone();
    store.write(move |tx| tx.insert_refund(&refund)).await
}

fn hours(hours: u64) -> Timestamp {
    NEW_YEAR.plus(Duration::from_hours(hours))
}

pub async fn attempts_survive_in_every_status(store: Shared) {
    let order = with_an_order(&store).await.key();
    let largest = PaymentAttempt { amount: money(i64::MAX), ..attempt(14, order, 4) };
    let expected = [
        known_attempt(&attempt(19, order, 1), transaction(1), AttemptStatus::Cancelled),
        PaymentAttempt {
            status: AttemptStatus::Cancelled,
            provider: ProviderName::new("another"),
            ..attempt(12, order, 2)
        },
        known_attempt(&attempt(13, order, 3), transaction(3), AttemptStatus::Succeeded),
        known_attempt(&largest, transaction(4), AttemptStatus::Open),
    ];
    for attempt in expected.iter().rev() {
        insert(&store, attempt).await.unwrap();
    }
    assert_eq!(attempts(&store, order).await, expected);
    let starting = attempt(15, order, 5);
    let done = known_attempt(&largest, transaction(4), AttemptStatus::Succeeded);
    assert!(update(&store, &done, AttemptStatus::Open).await);
    insert(&store, &starting).await.unwrap();
    assert_eq!(attempts(&store, order).await.last(), Some(&starting));
    for unknown_since in [Some(hours(3)), None] {
        let unknown = PaymentAttempt { unknown_since, ..starting.clone() };
        assert!(update(&store, &unknown, AttemptStatus::Starting).await);
        assert_eq!(attempts(&store, order).await.last(), Some(&unknown));
    }
}

pub async fn attempts_need_their_order(store: Shared) {
    let order = with_an_order(&store).await.key();
    let unknown = OrderKey { order: numbered(9).into(), ..order };
    let strange = OrderKey { customer: customer(2).id, ..order };
    for order in [unknown, strange] {
        let inserted = insert(&store, &attempt(1, order, 1)).await;
        assert!(matches!(inserted, Err(StoreError::Failed(_))), "{inserted:?}");
    }
}

pub async fn an_attempt_number_is_used_once(store: Shared) {
    let (first, second) = with_two_orders(&store).await;
    let ended = known_attempt(&attempt(1, first, 1), transaction(1), AttemptStatus::Cancelled);
    insert(&store, &ended).await.unwrap();
    let again = insert(&store, &attempt(2, first, 1)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    insert(&store, &attempt(3, second, 1)).await.unwrap();
}

pub async fn an_order_has_one_live_attempt(store: Shared) {
    let order = with_an_order(&store).await.key();
    insert(&store, &attempt(1, order, 1)).await.unwrap();
    let second = insert(&store, &attempt(2, order, 2)).await;
    assert!(matches!(second, Err(StoreError::Duplicate)), "{second:?}");
    let ended = known_attempt(&attempt(1, order, 1), transaction(1), AttemptStatus::Cancelled);
    assert!(update(&store, &ended, AttemptStatus::Starting).await);
    insert(&store, &attempt(2, order, 2)).await.unwrap();
}

pub async fn concurrent_requests_start_one_attempt(store: Shared) {
    let order = with_an_order(&store).await.key();
    let start = |number: u64| {
        let store = store.clone();
        async move {
            let write = move |tx: &mut dyn Transaction| -> StoreResult<PaymentId> {
                let before = tx.attempts(&order)?;
                if let Some(live) = before.iter().find(|attempt| attempt.is_live()) {
                    return Ok(live.id);
                }
                let next = attempt(number + 10, order, i64::try_from(before.len()).unwrap() + 1);
                tx.insert_attempt(&next)?;
                Ok(next.id)
            };
            store.write(write).await
        }
    };
    let mut returned: Vec<PaymentId> = at_once(12, start).await.into_iter().map(Result::unwrap).collect();
    returned.dedup();
    assert_eq!(returned.len(), 1, "every call returns the same attempt");
    assert_eq!(attempts(&store, order).await.len(), 1);
}

pub async fn an_attempt_changes_only_from_the_expected_status(store: Shared) {
    let order = with_an_order(&store).await.key();
    let starting = attempt(1, order, 1);
    insert(&store, &starting).await.unwrap();
    let open = known_attempt(&starting, transaction(1), AttemptStatus::Open);
    assert!(!update(&store, &open, AttemptStatus::Open).await);
    assert_eq!(attempts(&store, order).await, std::slice::from_ref(&starting));
    assert!(update(&store, &open, AttemptStatus::Starting).await);
    assert!(!update(&store, &open, AttemptStatus::Starting).await);
    assert_eq!(attempts(&store, order).await, [open]);
    assert!(!update(&store, &attempt(2, order, 2), AttemptStatus::Starting).await, "there is no such attempt");
}

pub async fn one_of_many_changes_an_attempt(store: Shared) {
    let order = with_an_order(&store).await.key();
    let open = known_attempt(&attempt(1, order, 1), transaction(1), AttemptStatus::Open);
    insert(&store, &open).await.unwrap();
    let answers = at_once(12, |n| {
        let status = if n % 2 == 0 { AttemptStatus::Succeeded } else { AttemptStatus::Cancelled };
        let store = store.clone();
        let changed = known_attempt(&open, transaction(1), status);
        async move { store.write(move |tx| tx.update_attempt(&changed, AttemptStatus::Open)).await }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn live_attempts_are_paged(store: Shared) {
    let first = with_an_order(&store).await.key();
    let started = async |number: u64, started: u64, status| {
        let order = order(number, &customer(1), &part(1, 100));
        add_order(&store, &order).await;
        let attempt = PaymentAttempt { status, started_at: hours(started), ..attempt(number, order.key(), 1) };
        insert(&store, &attempt).await.unwrap();
        attempt
    };
    let first_live = started(2, 3, AttemptStatus::Open).await;
    let second_live = started(3, 1, AttemptStatus::Starting).await;
    started(4, 2, AttemptStatus::Succeeded).await;
    let third_live = started(5, 2, AttemptStatus::Open).await;
    started(6, 9, AttemptStatus::Open).await;
    let ended = PaymentAttempt { status: AttemptStatus::Cancelled, ..attempt(1, first, 1) };
    insert(&store, &ended).await.unwrap();
    let live = async |before, after, limit| {
        let page = Page { after, limit };
        store.read(move |tx| tx.live_attempts(hours(before), &page)).await.unwrap()
    };
    assert_eq!(live(3, None, 2).await, [first_live, second_live.clone()]);
    assert_eq!(live(3, Some(second_live.id), 2).await, [third_live]);
    assert!(live(0, None, 10).await.is_empty());
}

pub async fn a_transaction_belongs_to_one_order(store: Shared) {
    let (first, second) = with_two_orders(&store).await;
    assert_eq!(store.read(|tx| tx.transaction_order(&transaction(1))).await.unwrap(), None);
    store.write(move |tx| tx.claim_transaction(&transaction(1), &first)).await.unwrap();
    for order in [first, second] {
        let again = store.write(move |tx| tx.claim_transaction(&transaction(1), &order)).await;
        assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    }
    assert_eq!(store.read(|tx| tx.transaction_order(&transaction(1))).await.unwrap(), Some(first));
    store.write(move |tx| tx.claim_transaction(&transaction(2), &second)).await.unwrap();
}

pub async fn one_of_many_claims_a_transaction(store: Shared) {
    let (first, second) = with_two_orders(&store).await;
    let answers = at_once(12, |n| {
        let store = store.clone();
        let order = if n % 2 == 0 { first } else { second };
        async move {
            let claim = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
                if tx.transaction_order(&transaction(1))?.is_some() {
                    return Ok(false);
                }
                tx.claim_transaction(&transaction(1), &order)?;
                Ok(true)
            };
            store.write(claim).await
        }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn a_message_is_processed_once_for_each_order(store: Shared) {
    let (first, second) = with_two_orders(&store).await;
    let process = async |order: OrderKey, event: &'static str| {
        store.write(move |tx| tx.insert_provider_event(&order, event, NEW_YEAR)).await
    };
    let seen = async |order: OrderKey, event: &'static str| {
        store.read(move |tx| tx.provider_event_seen(&order, event)).await.unwrap()
    };
    assert!(!seen(first, "evt_1").await);
    process(first, "evt_1").await.unwrap();
    assert!(seen(first, "evt_1").await && !seen(first, "evt_2").await && !seen(second, "evt_1").await);
    assert!(matches!(process(first, "evt_1").await, Err(StoreError::Duplicate)));
    process(second, "evt_1").await.unwrap();
    let unknown = OrderKey { order: numbered(9).into(), ..first };
    assert!(matches!(process(unknown, "evt_1").await, Err(StoreError::Failed(_))));
}

pub async fn one_of_many_processes_a_message(store: Shared) {
    let order = with_an_order(&store).await.key();
    let answers = at_once(12, |_| {
        let store = store.clone();
        async move {
            let process = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
                if tx.provider_event_seen(&order, "evt_1")? {
                    return Ok(false);
                }
                tx.insert_provider_event(&order, "evt_1", NEW_YEAR)?;
                Ok(true)
            };
            store.write(process).await
        }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn refunds_survive_for_every_reason(store: Shared) {
    let order = with_an_order(&store).await.key();
    let with = |number, reason, due, done: Option<u64>| Refund {
        reason,
        due_at: hours(due),
        done_at: done.map(hours),
        ..refund(number, order, transaction(number))
    };
    let pieces = |lines: &[(i64, i64)]| {
        let line = |(line, pieces): &(i64, i64)| (LineNumber::new(*line).unwrap(), Quantity::new(*pieces).unwrap());
        lines.iter().map(line).collect()
    };
    let expected = [
        with(9, RefundReason::OrderCancelled, 1, None),
        with(2, RefundReason::PaidTwice, 2, Some(3)),
        with(3, RefundReason::SoldOut, 2, None),
        Refund { amount: money(i64::MAX), ..with(4, RefundReason::ByAdmin, 5, Some(6)) },
        Refund { keyed_by_transaction: true, ..with(5, RefundReason::LinesCancelled, 6, None) },
        Refund {
            note: "Wrong part".parse().ok(),
            fee: money(57),
            taken: PiecesToRefund { pieces: pieces(&[(1, 2), (100, 1)]), cores: pieces(&[(1, 1)]) },
            ..with(6, RefundReason::Returned, 6, None)
        },
        with(7, RefundReason::Goodwill, 6, None),
        with(8, RefundReason::CouponReused, 7, None),
    ];
    for reason in RefundReason::ALL {
        assert!(expected.iter().any(|refund| refund.reason == reason), "{reason:?}");
    }
    for refund in expected.iter().rev() {
        add_refund(&store, refund).await.unwrap();
    }
    assert_eq!(store.read(move |tx| tx.refunds(&order)).await.unwrap(), expected);
}

pub async fn a_transaction_is_fully_refunded_once(store: Shared) {
    let (first, second) = with_two_orders(&store).await;
    add_refund(&store, &refund(1, first, transaction(1))).await.unwrap();
    let again = add_refund(&store, &refund(2, first, transaction(1))).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    add_refund(&store, &refund(3, first, transaction(2))).await.unwrap();
    assert!(store.read(move |tx| tx.refunds(&second)).await.unwrap().is_empty());
    let unknown = OrderKey { order: numbered(9).into(), ..first };
    let inserted = add_refund(&store, &refund(4, unknown, transaction(3))).await;
    assert!(matches!(inserted, Err(StoreError::Failed(_))), "{inserted:?}");
}

pub async fn a_transaction_has_any_number_of_partial_refunds(store: Shared) {
    let order = with_an_order(&store).await.key();
    let part = move |number| Refund { reason: RefundReason::Goodwill, ..refund(number, order, transaction(1)) };
    let whole = refund(3, order, transaction(1));
    for refund in [&part(1), &part(2), &whole] {
        add_refund(&store, refund).await.unwrap();
    }
    assert!(matches!(add_refund(&store, &part(2)).await, Err(StoreError::Duplicate)), "an id is one refund");
    let done = part(2).done(hours(1));
    let after = done.clone();
    assert!(store.write(move |tx| tx.update_refund(&part(2), &after)).await.unwrap());
    let expected = [part(1), done, whole];
    assert_eq!(store.read(move |tx| tx.refunds(&order)).await.unwrap(), expected, "the others are unchanged");
}

pub async fn a_refund_is_found_by_its_idempotency_key(store: Shared) {
    let order = with_an_order(&store).await.key();
    let ada = order.customer;
    let ben = numbered(77).into();
    let known = async |admin| store.read(move |tx| tx.refund_under_key(&admin, "key")).await.unwrap();
    assert_eq!(known(ada).await, None);
    let remembered = RememberedRefund { refund: numbered(5).into(), fingerprint: "f".to_owned() };
    let remember = async || {
        let remembered = remembered.clone();
        store.write(move |tx| tx.remember_refund(&ada, "key", &remembered, NEW_YEAR)).await
    };
    remember().await.unwrap();
    assert!(matches!(remember().await, Err(StoreError::Duplicate)));
    assert_eq!((known(ada).await, known(ben).await), (Some(remembered), None));
}

pub async fn due_refunds_are_paged(store: Shared) {
    let (first, second) = with_two_orders(&store).await;
    let one = Refund { due_at: hours(2), next_try_at: hours(2), ..refund(1, first, transaction(1)) };
    let two = Refund { next_try_at: hours(1), failures: 3, ..refund(2, second, transaction(2)) };
    let done = Refund { done_at: Some(hours(1)), ..refund(3, first, transaction(3)) };
    let later = Refund { next_try_at: hours(4), ..refund(4, second, transaction(4)) };
    for refund in [&later, &two, &one, &done] {
        add_refund(&store, refund).await.unwrap();
    }
    let due = async |after, limit| {
        let page = Page { after, limit };
        store.read(move |tx| tx.due_refunds(hours(3), &page)).await.unwrap()
    };
    assert_eq!(due(None, 10).await, [one.clone(), two.clone()]);
    assert_eq!(due(None, 1).await, std::slice::from_ref(&one));
    assert_eq!(due(Some(one.id), 1).await, std::slice::from_ref(&two));
    let all = async |after, limit| {
        let page = Page { after, limit };
        store.read(move |tx| tx.all_refunds(&page)).await.unwrap()
    };
    assert_eq!(all(None, 3).await, [later, done.clone(), two]);
    assert_eq!(all(Some(done.id), 1).await.len(), 1);
}

pub async fn a_refund_changes_only_from_the_expected_state(store: Shared) {
    let order = with_an_order(&store).await.key();
    let due = refund(1, order, transaction(1));
    add_refund(&store, &due).await.unwrap();
    let update = async |before: &Refund, after: &Refund| {
        let before = before.clone();
        let after = after.clone();
        store.write(move |tx| tx.update_refund(&before, &after)).await.unwrap()
    };
    let answers = at_once(12, |n| {
        let store = store.clone();
        let due = due.clone();
        async move { store.write(move |tx| tx.update_refund(&due, &due.clone().done(hours(n)))).await }
    });
    assert_eq!(yes(answers.await), 1);
    let after = store.read(move |tx| tx.refunds(&order)).await.unwrap().remove(0);
    assert!(after.done_at.is_some());
    let failed = after.clone().failed(hours(20));
    assert!(update(&after, &failed).await);
    let in_progress = failed.clone().asked(hours(20));
    assert!(update(&failed, &in_progress).await);
    assert!(!update(&failed, &failed.clone().done(hours(20))).await, "a call to the provider is in progress");
    assert_eq!(store.read(move |tx| tx.refunds(&order)).await.unwrap(), std::slice::from_ref(&in_progress));
    assert!(update(&in_progress, &failed).await);
    assert!(!update(&after, &due).await, "its state has changed");
    assert_eq!(store.read(move |tx| tx.refunds(&order)).await.unwrap(), std::slice::from_ref(&failed));
    let by_hand = failed.clone().done_by_hand(hours(21));
    assert!(update(&failed, &by_hand).await);
    let id = due.id;
    let unknown_id = numbered(99).into();
    assert_eq!(store.read(move |tx| tx.refund(&id)).await.unwrap().as_ref(), Some(&by_hand));
    assert_eq!(store.read(move |tx| tx.refund(&unknown_id)).await.unwrap(), None);
    assert_eq!(store.read(move |tx| tx.refunds_with_ids(&[unknown_id, id])).await.unwrap(), [by_hand]);
    let unknown = refund(2, order, transaction(2));
    assert!(!update(&unknown, &unknown.clone().done(hours(1))).await);
}

pub async fn a_shop_has_one_permanent_id(store: Shared) {
    assert_eq!(store.read(|tx| tx.shop_id()).await.unwrap(), None);
    let set_id = async |number: u64| {
        let id = numbered(number).into();
        store.write(move |tx| tx.insert_shop_id(&id, NEW_YEAR)).await
    };
    set_id(1).await.unwrap();
    assert!(matches!(set_id(2).await, Err(StoreError::Duplicate)));
    assert_eq!(store.read(|tx| tx.shop_id()).await.unwrap(), Some(numbered(1).into()));
}

pub async fn unmatched_payments_stay_open_until_they_are_closed(store: Shared) {
    let found = |number: u64| {
        UnmatchedPayment::found(transaction(number), numbered(number).into(), money(i64::MAX), hours(number))
    };
    let insert = async |payment: UnmatchedPayment| store.write(move |tx| tx.insert_unmatched(&payment)).await;
    for number in [3, 1, 2] {
        insert(found(number)).await.unwrap();
    }
    assert!(matches!(insert(found(2)).await, Err(StoreError::Duplicate)));
    let update = async |before: &UnmatchedPayment, after: &UnmatchedPayment| {
        let before = before.clone();
        let after = after.clone();
        store.write(move |tx| tx.update_unmatched(&before, &after)).await.unwrap()
    };
    let confirmed = found(2).confirmed(hours(4));
    assert!(update(&found(2), &confirmed).await);
    assert!(!update(&found(2), &confirmed).await, "its state has changed");
    let failed = confirmed.clone().failed(hours(5));
    assert!(update(&confirmed, &failed).await);
    let closed = found(1).closed(hours(6));
    assert!(update(&found(1), &closed).await);
    assert!(!update(&found(9), &closed).await);
    let open = async |after, limit| {
        let page = Page { after, limit };
        store.read(move |tx| tx.open_unmatched(&page)).await.unwrap()
    };
    assert_eq!(open(None, 9).await, [failed.clone(), found(3)]);
    assert_eq!(open(Some(transaction(2)), 1).await, [found(3)]);
    let find = async |number: u64| store.read(move |tx| tx.unmatched(&transaction(number))).await.unwrap();
    assert_eq!([find(1).await, find(2).await, find(9).await], [Some(closed), Some(failed), None]);
}
