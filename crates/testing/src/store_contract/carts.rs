//! Rules about carts.

use super::{Shared, add_user, at_once, samples, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::pieces,
};
use autoparts_application::ports::{
    retention::Retained,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    accounts::User,
    carts::{Cart, CartLine, CartLines},
    id::UserId,
    time::Timestamp,
};
use std::time::Duration;

fn lines(lines: &[(u64, i64)]) -> CartLines {
    let line =
        |(part, count): &(u64, i64)| CartLine { part: numbered(*part).into(), quantity: pieces(*count), vehicle: None };
    CartLines::new(lines.iter().map(line).collect()).unwrap()
}

async fn user(store: &Shared, number: u64) -> UserId {
    let user: User = samples::customer(number);
    add_user(store, &user).await;
    user.id
}

async fn found(store: &Shared, user: UserId) -> Option<Cart> {
    store.read(move |tx| tx.cart(&user)).await.unwrap()
}

async fn save(store: &Shared, user: UserId, revision: i64, lines: CartLines, at: Timestamp) -> StoreResult<()> {
    store.write(move |tx| tx.save_cart(&user, revision, &lines, at)).await
}

pub async fn a_cart_is_found_as_it_was_saved(store: Shared) {
    let ann = user(&store, 1).await;
    let ben = user(&store, 2).await;
    assert_eq!(found(&store, ann).await, None);
    let many: Vec<(u64, i64)> = (1..=100).map(|number| (101 - number, 1_000_000_000)).collect();
    for (revision, content) in (0..).zip([lines(&[(3, 1), (1, 2), (3, 5)]), lines(&[]), lines(&many)]) {
        save(&store, ann, revision, content.clone(), NEW_YEAR).await.unwrap();
        assert_eq!(found(&store, ann).await, Some(Cart { revision: revision + 1, lines: content }));
    }
    assert_eq!(found(&store, ben).await, None, "each has their own");
}

pub async fn a_cart_needs_its_owner(store: Shared) {
    let unknown = samples::customer(1).id;
    assert!(matches!(save(&store, unknown, 0, lines(&[]), NEW_YEAR).await, Err(StoreError::Failed(_))));
}

pub async fn a_stale_cart_collides(store: Shared) {
    let ann = user(&store, 1).await;
    for (revision, saved) in [(1, false), (0, true), (0, false), (2, false), (1, true), (1, false)] {
        let result = save(&store, ann, revision, lines(&[(1, 1)]), NEW_YEAR).await;
        assert_eq!(result.is_ok(), saved, "{revision}");
        assert!(saved || matches!(result, Err(StoreError::Contention)), "{revision}: {result:?}");
    }
}

pub async fn one_of_many_saves_a_cart(store: Shared) {
    let ann = user(&store, 1).await;
    let saved = at_once(4, |number| {
        let store = store.clone();
        let mine = lines(&[(number, 1)]);
        async move {
            let save = store.write(move |tx| -> StoreResult<bool> {
                if tx.cart(&ann)?.is_some() {
                    return Ok(false);
                }
                tx.save_cart(&ann, 0, &mine, NEW_YEAR)?;
                Ok(true)
            });
            save.await
        }
    });
    assert_eq!(yes(saved.await), 1);
    assert_eq!(found(&store, ann).await.map(|cart| cart.revision), Some(1));
}

pub async fn unchanged_carts_are_purged_oldest_first(store: Shared) {
    let later = |days: u64| NEW_YEAR.plus(Duration::from_hours(24 * days));
    let old = user(&store, 1).await;
    let changed = user(&store, 2).await;
    let newer = user(&store, 3).await;
    for (owner, days) in [(old, 2), (changed, 1), (newer, 3)] {
        save(&store, owner, 0, lines(&[(1, 1)]), later(days)).await.unwrap();
    }
    save(&store, changed, 1, lines(&[(1, 2)]), later(4)).await.unwrap();
    let purge = async |before: Timestamp, limit: u32| {
        store.write(move |tx| tx.purge(Retained::Carts, before, limit)).await.unwrap()
    };
    assert_eq!(purge(later(2), 10).await, 0, "a change restarts the period, and a cart exactly at the limit is kept");
    assert_eq!(purge(later(4), 1).await, 1);
    assert_eq!((found(&store, old).await, found(&store, newer).await.is_some()), (None, true));
    assert_eq!(purge(later(4), 10).await, 1);
    assert_eq!(found(&store, changed).await.map(|cart| cart.revision), Some(2));
}
