//! Rules about reviews.

use super::{Shared, add_user, at_once, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{customer, review},
};
use autoparts_application::ports::{
    page::Page,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    id::ReviewId,
    reviews::{Rating, Review},
};
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

async fn insert(store: &Shared, review: &Review) -> StoreResult<()> {
    let review = review.clone();
    store.write(move |tx| tx.insert_review(&review)).await
}

pub async fn a_review_is_found_as_it_was_inserted(store: Shared) {
    add_user(&store, &customer(1)).await;
    for (number, stars) in (1..).zip(1..=5) {
        let written_at = NEW_YEAR.plus(DAY * number).plus(Duration::from_micros(7));
        let written =
            Review { rating: Rating::new(stars).unwrap(), ..review(number.into(), customer(1).id, written_at) };
        insert(&store, &written).await.unwrap();
        let newest = store.read(|tx| tx.reviews(&Page { after: None, limit: 1 })).await.unwrap();
        assert_eq!(newest, [written]);
    }
}

pub async fn reviews_are_paged_newest_first(store: Shared) {
    for number in [3, 1, 4, 2] {
        add_user(&store, &customer(number)).await;
        insert(&store, &review(number, customer(number).id, NEW_YEAR)).await.unwrap();
    }
    let ids = |numbers: &[u64]| numbers.iter().map(|number| numbered(*number).into()).collect::<Vec<ReviewId>>();
    let page = async |after: Option<ReviewId>, limit| {
        let page = Page { after, limit };
        let reviews = store.read(move |tx| tx.reviews(&page)).await.unwrap();
        reviews.iter().map(|review| review.id).collect::<Vec<_>>()
    };
    assert_eq!(page(None, 10).await, ids(&[4, 3, 2, 1]));
    assert_eq!(page(Some(numbered(3).into()), 1).await, ids(&[2]));
}

pub async fn a_review_is_deleted_once(store: Shared) {
    for number in [1, 2] {
        add_user(&store, &customer(number)).await;
        insert(&store, &review(number, customer(number).id, NEW_YEAR)).await.unwrap();
    }
    let one = review(1, customer(1).id, NEW_YEAR);
    let id = one.id;
    assert_eq!(store.read(move |tx| tx.review(&id)).await.unwrap(), Some(one.clone()));
    let deleted = at_once(4, |_| {
        let store = store.clone();
        let one = one.clone();
        async move { store.write(move |tx| tx.delete_review(&one)).await }
    });
    assert_eq!(yes(deleted.await), 1);
    assert_eq!(store.read(move |tx| tx.review(&id)).await.unwrap(), None);
    assert_eq!(store.read(|tx| tx.reviews(&Page::first())).await.unwrap(), [review(2, customer(2).id, NEW_YEAR)]);
    let next = review(3, customer(1).id, NEW_YEAR);
    insert(&store, &next).await.unwrap();
    let stale = store.write(move |tx| tx.delete_review(&one)).await.unwrap();
    assert!(!stale, "the next review of that day is another one");
}

pub async fn a_person_reviews_once_a_day(store: Shared) {
    add_user(&store, &customer(1)).await;
    let reviewed = async |day| store.read(move |tx| tx.reviewed_on(&customer(1).id, day)).await.unwrap();
    assert!(!reviewed(NEW_YEAR.day()).await);
    insert(&store, &review(1, customer(1).id, NEW_YEAR)).await.unwrap();
    assert!(reviewed(NEW_YEAR.day()).await && !reviewed(NEW_YEAR.day() + 1).await);
    let last_moment = NEW_YEAR.plus(DAY).minus(Duration::from_micros(1));
    let again = insert(&store, &review(2, customer(1).id, last_moment)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}

pub async fn another_day_or_person_is_another_review(store: Shared) {
    for number in [1, 2] {
        add_user(&store, &customer(number)).await;
        insert(&store, &review(number, customer(number).id, NEW_YEAR)).await.unwrap();
    }
    insert(&store, &review(3, customer(1).id, NEW_YEAR.plus(DAY))).await.unwrap();
    insert(&store, &review(4, customer(1).id, NEW_YEAR.minus(Duration::from_micros(1)))).await.unwrap();
    assert_eq!(store.read(|tx| tx.reviews(&Page::first())).await.unwrap().len(), 4);
}

pub async fn one_of_many_reviews_is_stored(store: Shared) {
    add_user(&store, &customer(1)).await;
    let answers = at_once(12, |n| {
        let store = store.clone();
        let review = review(n + 1, customer(1).id, NEW_YEAR);
        async move {
            let write = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
                if tx.reviewed_on(&review.author, review.written_at.day())? {
                    return Ok(false);
                }
                tx.insert_review(&review)?;
                Ok(true)
            };
            store.write(write).await
        }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn a_review_needs_its_author(store: Shared) {
    let inserted = insert(&store, &review(1, customer(1).id, NEW_YEAR)).await;
    assert!(matches!(inserted, Err(StoreError::Failed(_))), "{inserted:?}");
}
