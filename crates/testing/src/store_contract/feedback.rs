//! Rules about feedback.

use super::Shared;
use crate::{clock::numbered, samples::feedback};
use autoparts_application::ports::{
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{feedback::Feedback, id::FeedbackId, time::Timestamp};

async fn insert(store: &Shared, feedback: &Feedback) -> StoreResult<()> {
    let feedback = feedback.clone();
    store.write(move |tx| tx.insert_feedback(&feedback)).await
}

async fn page(store: &Shared, after: Option<u64>, limit: u32) -> Vec<Feedback> {
    let page = Page { after: after.map(|number| FeedbackId::from(numbered(number))), limit };
    store.read(move |tx| tx.feedback(&page)).await.unwrap()
}

pub async fn a_message_is_found_as_it_was_written(store: Shared) {
    let whole = Feedback {
        message: "\u{1f697} \u{5d0}\u{5d1}\nsecond line\tand 'quotes' \"too\"".parse().unwrap(),
        email: Some("zo\u{eb}@example.com".parse().unwrap()),
        written_at: Timestamp::from_micros(1_767_225_600_123_457),
        ..feedback(2)
    };
    let long = Feedback { message: "\u{e9}".repeat(2_000).parse().unwrap(), ..feedback(3) };
    for written in [feedback(1), whole, long] {
        insert(&store, &written).await.unwrap();
        assert_eq!(page(&store, None, 1).await, [written]);
    }
}

pub async fn messages_are_paged_newest_first(store: Shared) {
    for number in [3, 1, 4, 2] {
        insert(&store, &feedback(number)).await.unwrap();
    }
    assert_eq!(page(&store, None, 10).await, [4, 3, 2, 1].map(feedback));
    assert_eq!(page(&store, Some(4), 2).await, [3, 2].map(feedback));
    assert_eq!(page(&store, Some(1), 2).await, []);
}

pub async fn a_message_is_written_once(store: Shared) {
    insert(&store, &feedback(1)).await.unwrap();
    let again = insert(&store, &feedback(1)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}
