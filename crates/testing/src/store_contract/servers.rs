//! Rules about state shared between servers.

use super::{Shared, at_once};
use crate::clock::{NEW_YEAR, numbered};
use autoparts_application::ports::{servers::Minute, store_error::StoreResult};
use autoparts_domain::time::Timestamp;
use std::time::Duration;

fn at(seconds: u64) -> Timestamp {
    NEW_YEAR.plus(Duration::from_secs(seconds))
}

async fn take(store: &Shared, task: &'static str, server: u64, now: u64) -> bool {
    let take: StoreResult<bool> =
        store.write(move |tx| tx.take_lease(task, numbered(server).into(), at(now), at(now + 60))).await;
    take.unwrap()
}

pub async fn one_server_has_a_task_until_its_lease_ends(store: Shared) {
    assert!(take(&store, "a", 1, 0).await);
    assert!(!take(&store, "a", 2, 59).await);
    assert!(take(&store, "b", 2, 0).await, "that is another task");
    assert!(take(&store, "a", 1, 30).await, "it may go on");
    assert!(!take(&store, "a", 2, 60).await, "the server has renewed its lease");
    assert!(take(&store, "a", 2, 90).await);
    assert!(!take(&store, "a", 1, 91).await);
}

pub async fn giving_a_lease_overrides_its_current_holder(store: Shared) {
    let give = async |server: u64, now: u64| {
        let given: StoreResult<()> =
            store.write(move |tx| tx.give_lease("a", numbered(server).into(), at(now + 60))).await;
        given.unwrap();
    };
    give(1, 0).await;
    assert!(!take(&store, "a", 2, 1).await);
    give(2, 1).await;
    assert!(!take(&store, "a", 1, 2).await);
    assert!(take(&store, "a", 2, 2).await);
}

pub async fn one_of_many_servers_gets_a_lease(store: Shared) {
    let make = |number: u64| {
        let store = store.clone();
        async move { take(&store, "a", number, 0).await }
    };
    let taken = at_once(8, make).await;
    assert_eq!(taken.iter().filter(|taken| **taken).count(), 1);
}

pub async fn uses_by_clients_are_counted_by_minute_and_purged(store: Shared) {
    let count = async |client: &'static str, minute, uses| {
        let counted: StoreResult<u32> = store.write(move |tx| tx.count_uses(client, Minute(minute), uses)).await;
        counted.unwrap()
    };
    assert_eq!(count("ann", 7, 2).await, 2);
    assert_eq!(count("ann", 7, 3).await, 5);
    assert_eq!(count("bob", 7, 1).await, 1);
    assert_eq!(count("ann", 8, 1).await, 1);
    let forgotten: StoreResult<usize> = store.write(|tx| tx.delete_uses(Minute(8))).await;
    assert_eq!(forgotten.unwrap(), 2);
    assert_eq!(count("ann", 8, 1).await, 2);
    assert_eq!(count("ann", 7, 1).await, 1);
}
