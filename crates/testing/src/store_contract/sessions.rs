//! Rules about sessions, and the cutoff before which sign-ins are invalid.

use super::{Shared, add_user, at_once, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::customer,
};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use autoparts_domain::{
    accounts::session::Session,
    id::{SessionId, UserId},
    time::Timestamp,
};
use std::time::Duration;

fn session(number: u64, user: UserId) -> Session {
    Session {
        id: numbered(number).into(),
        user,
        sign_in: format!("sign-in {number}"),
        signed_in_at: NEW_YEAR,
        renewed_at: NEW_YEAR.plus(Duration::from_micros(1)),
        expires_at: NEW_YEAR.plus(Duration::from_hours(1)),
        ended_at: None,
        order: None,
    }
}

/// Adds a customer; returns their id.
async fn add_customer(store: &Shared, number: u64) -> UserId {
    let user = customer(number);
    add_user(store, &user).await;
    user.id
}

async fn insert(store: &Shared, session: &Session) -> StoreResult<()> {
    let session = session.clone();
    store.write(move |tx| tx.insert_session(&session)).await
}

async fn found(store: &Shared, user: UserId, id: SessionId) -> Option<(Session, Option<Timestamp>)> {
    store.read(move |tx| tx.session(&user, &id)).await.unwrap()
}

async fn cut_off(store: &Shared, user: UserId, at: Timestamp) -> StoreResult<()> {
    store.write(move |tx| tx.set_session_cutoff(&user, at)).await
}

async fn cutoff(store: &Shared, user: UserId) -> Option<Timestamp> {
    store.read(move |tx| tx.session_cutoff(&user)).await.unwrap()
}

fn at(second: u64) -> Timestamp {
    NEW_YEAR.plus(Duration::from_secs(second))
}

pub async fn a_session_is_found_as_it_was_inserted(store: Shared) {
    let user = add_customer(&store, 1).await;
    let ended = Session {
        renewed_at: Timestamp::from_micros(i64::MAX),
        expires_at: Timestamp::from_micros(i64::MAX),
        ended_at: Some(NEW_YEAR),
        ..session(2, user)
    };
    let of_order = Session { order: Some(numbered(9).into()), ..session(3, user) };
    for session in [session(1, user), ended, of_order] {
        insert(&store, &session).await.unwrap();
        assert_eq!(found(&store, user, session.id).await, Some((session.clone(), None)));
        let sign_in = session.sign_in.clone();
        let by_sign_in = store.read(move |tx| tx.session_of_sign_in(&user, &sign_in)).await.unwrap();
        assert_eq!(by_sign_in, Some(session));
    }
}

pub async fn a_session_is_found_only_together_with_its_user(store: Shared) {
    let own = add_customer(&store, 1).await;
    let other = add_customer(&store, 2).await;
    insert(&store, &session(1, own)).await.unwrap();
    let id = session(1, own).id;
    assert!(found(&store, own, id).await.is_some());
    assert!(found(&store, other, id).await.is_none());
    assert_eq!(store.read(move |tx| tx.session_of_sign_in(&other, "sign-in 1")).await.unwrap(), None);
    assert!(!store.write(move |tx| tx.renew_session(&other, &id, NEW_YEAR)).await.unwrap());
    assert!(!store.write(move |tx| tx.end_session(&other, &id, NEW_YEAR)).await.unwrap());
}

pub async fn a_sign_in_has_one_session(store: Shared) {
    let own = add_customer(&store, 1).await;
    let other = add_customer(&store, 2).await;
    insert(&store, &session(1, own)).await.unwrap();
    let same_sign_in = Session { sign_in: "sign-in 1".to_owned(), ..session(2, own) };
    for again in [session(1, own), same_sign_in] {
        let inserted = insert(&store, &again).await;
        assert!(matches!(inserted, Err(StoreError::Duplicate)), "{inserted:?}");
    }
    let elsewhere = Session { sign_in: "sign-in 1".to_owned(), ..session(3, other) };
    insert(&store, &elsewhere).await.unwrap();
}

pub async fn a_session_needs_its_user(store: Shared) {
    let unknown = customer(1).id;
    let inserted = insert(&store, &session(1, unknown)).await;
    assert!(matches!(inserted, Err(StoreError::Failed(_))), "{inserted:?}");
    let set = cut_off(&store, unknown, NEW_YEAR).await;
    assert!(matches!(set, Err(StoreError::Failed(_))), "{set:?}");
}

pub async fn a_session_is_renewed_until_it_is_ended(store: Shared) {
    let user = add_customer(&store, 1).await;
    let kept = session(1, user);
    insert(&store, &kept).await.unwrap();
    let id = kept.id;
    let renew = async |second| store.write(move |tx| tx.renew_session(&user, &id, at(second))).await.unwrap();
    assert!(renew(5).await);
    assert_eq!(found(&store, user, id).await, Some((Session { renewed_at: at(5), ..kept.clone() }, None)));
    assert!(store.write(move |tx| tx.end_session(&user, &id, at(6))).await.unwrap());
    assert!(!renew(7).await, "an ended session stays ended");
    let ended = Session { renewed_at: at(5), ended_at: Some(at(6)), ..kept };
    assert_eq!(found(&store, user, id).await, Some((ended, None)));
}

pub async fn all_sessions_of_one_user_end_and_no_others(store: Shared) {
    let own = add_customer(&store, 1).await;
    let other = add_customer(&store, 2).await;
    let ended_before = Session { ended_at: Some(at(1)), ..session(3, own) };
    for session in [session(1, own), session(2, own), ended_before, session(4, other)] {
        insert(&store, &session).await.unwrap();
    }
    store.write(move |tx| tx.end_sessions(&own, at(2))).await.unwrap();
    let ended = async |user, number| found(&store, user, session(number, user).id).await.unwrap().0.ended_at;
    assert_eq!((ended(own, 1).await, ended(own, 2).await), (Some(at(2)), Some(at(2))));
    assert_eq!((ended(own, 3).await, ended(other, 4).await), (Some(at(1)), None));
}

pub async fn one_of_many_ends_a_session(store: Shared) {
    let user = add_customer(&store, 1).await;
    insert(&store, &session(1, user)).await.unwrap();
    let id = session(1, user).id;
    let answers = at_once(8, |_| {
        let store = store.clone();
        async move { store.write(move |tx| tx.end_session(&user, &id, NEW_YEAR)).await }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn a_cutoff_never_moves_back(store: Shared) {
    let own = add_customer(&store, 1).await;
    let other = add_customer(&store, 2).await;
    insert(&store, &session(1, own)).await.unwrap();
    assert_eq!(cutoff(&store, own).await, None);
    for (set, expected) in [(2, 2), (1, 2), (3, 3)] {
        cut_off(&store, own, at(set)).await.unwrap();
        assert_eq!(cutoff(&store, own).await, Some(at(expected)));
    }
    let (_, seen_with_session) = found(&store, own, session(1, own).id).await.unwrap();
    assert_eq!(seen_with_session, Some(at(3)));
    assert_eq!(cutoff(&store, other).await, None);
}

pub async fn of_concurrent_cutoffs_the_latest_stays(store: Shared) {
    let user = add_customer(&store, 1).await;
    let answers = at_once(8, |number| {
        let store = store.clone();
        async move { cut_off(&store, user, at(number)).await }
    });
    assert!(answers.await.into_iter().all(|set| set.is_ok()));
    assert_eq!(cutoff(&store, user).await, Some(at(7)));
}

pub async fn expired_sessions_are_purged_oldest_first(store: Shared) {
    let user = add_customer(&store, 1).await;
    for number in 1..=3 {
        insert(&store, &Session { expires_at: at(number), ..session(number, user) }).await.unwrap();
    }
    let purge = async |until, limit| store.write(move |tx| tx.delete_expired_sessions(until, limit)).await.unwrap();
    assert_eq!(purge(at(0), 10).await, 0);
    assert_eq!(purge(at(2), 1).await, 1);
    assert!(found(&store, user, session(1, user).id).await.is_none());
    assert_eq!(purge(at(2), 10).await, 1);
    assert!(found(&store, user, session(3, user).id).await.is_some());
}

pub async fn the_sessions_beyond_the_newest_are_the_least_recently_used(store: Shared) {
    let user = add_customer(&store, 1).await;
    let other = add_customer(&store, 2).await;
    for (number, renewed_at) in [(1, at(30)), (2, at(10)), (3, at(20)), (4, at(40))] {
        let ended_at = (number == 4).then_some(at(50));
        insert(&store, &Session { renewed_at, ended_at, ..session(number, user) }).await.unwrap();
    }
    insert(&store, &session(5, other)).await.unwrap();
    let beyond = async |newest| store.read(move |tx| tx.sessions_beyond(&user, newest)).await.unwrap();
    let [first, second, third] = [1, 2, 3].map(|number| SessionId::from(numbered(number)));
    assert_eq!(beyond(0).await, [first, third, second], "an ended session does not count");
    assert_eq!((beyond(2).await, beyond(3).await), (vec![second], vec![]));
    for _ in 0..2 {
        store.write(move |tx| tx.delete_session(&user, &second)).await.unwrap();
    }
    assert_eq!(beyond(0).await, [first, third]);
    assert!(found(&store, user, second).await.is_none() && found(&store, user, first).await.is_some());
}
