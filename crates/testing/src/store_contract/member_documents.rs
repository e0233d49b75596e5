//! Rules about the documents of members, of every kind.

use super::{Shared, add_user, at_once, samples};
use crate::{clock::NEW_YEAR, samples::member_contents};
use autoparts_application::ports::{
    retention::Retained,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    destination::{Destination, Place},
    id::UserId,
    member_documents::{
        DocumentKind, MemberContent, Revisioned,
        addresses::{Addresses, SavedAddress},
    },
    time::Timestamp,
};
use std::time::Duration;

/// A short content of every kind.
fn contents() -> impl Iterator<Item = MemberContent> {
    DocumentKind::ALL.iter().flat_map(|kind| member_contents(*kind).into_iter().take(1))
}

async fn user(store: &Shared, number: u64) -> UserId {
    let user = samples::customer(number);
    add_user(store, &user).await;
    user.id
}

async fn found(store: &Shared, user: UserId, kind: DocumentKind) -> Option<Revisioned<MemberContent>> {
    store.read(move |tx| tx.member_content(&user, kind)).await.unwrap()
}

async fn save(
    store: &Shared,
    user: UserId,
    revision: i64,
    content: impl Into<MemberContent>,
    at: Timestamp,
) -> StoreResult<()> {
    let document = Revisioned { revision, content: content.into() };
    store.write(move |tx| tx.save_member_content(&user, &document, at)).await
}

pub async fn a_document_is_found_as_it_was_saved(store: Shared) {
    let ann = user(&store, 1).await;
    let ben = user(&store, 2).await;
    for kind in DocumentKind::ALL {
        assert_eq!(found(&store, ann, *kind).await, None, "{kind:?}");
        for (revision, content) in (0..).zip(member_contents(*kind)) {
            save(&store, ann, revision, content.clone(), NEW_YEAR).await.unwrap();
            assert_eq!(found(&store, ann, *kind).await, Some(Revisioned { revision: revision + 1, content }));
        }
        assert_eq!(found(&store, ben, *kind).await, None, "each has their own");
    }
}

pub async fn a_document_needs_its_owner(store: Shared) {
    let unknown = samples::customer(1).id;
    for content in contents() {
        let refused = save(&store, unknown, 0, content, NEW_YEAR).await;
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    }
}

pub async fn a_stale_document_conflicts(store: Shared) {
    let ann = user(&store, 1).await;
    for content in contents() {
        for (revision, saved) in [(1, false), (0, true), (0, false), (2, false), (1, true), (1, false)] {
            let result = save(&store, ann, revision, content.clone(), NEW_YEAR).await;
            assert_eq!(result.is_ok(), saved, "{revision}");
            assert!(saved || matches!(result, Err(StoreError::Contention)), "{revision}: {result:?}");
        }
    }
}

pub async fn one_of_many_saves_a_document(store: Shared) {
    let ann = user(&store, 1).await;
    for kind in DocumentKind::ALL.iter().copied() {
        let contents = member_contents(kind);
        let saved = at_once(4, |writer| {
            let store = store.clone();
            let document =
                Revisioned { revision: 0, content: contents.get(usize::try_from(writer).unwrap()).unwrap().clone() };
            async move {
                let save = store.write(move |tx| -> StoreResult<_> {
                    if tx.member_content(&ann, kind)?.is_some() {
                        return Ok(None);
                    }
                    tx.save_member_content(&ann, &document, NEW_YEAR)?;
                    Ok(Some(document.content.clone()))
                });
                save.await
            }
        });
        let saved: Vec<_> = saved.await.into_iter().filter_map(Result::unwrap).collect();
        let stored = found(&store, ann, kind).await.unwrap();
        assert_eq!((saved, stored.revision), (vec![stored.content], 1));
    }
}

pub async fn an_address_that_would_be_refused_today_stays_readable(store: Shared) {
    let ann = user(&store, 1).await;
    let place = Place::stored("US".parse().unwrap(), Some("OR".parse().unwrap()), Some("90001".parse().unwrap()));
    let address =
        SavedAddress { destination: Destination { place, ..samples::destination() }, phone: "100".parse().unwrap() };
    let content = Addresses::new(vec![address]).unwrap();
    save(&store, ann, 0, content.clone(), NEW_YEAR).await.unwrap();
    let saved = Revisioned { revision: 1, content: content.into() };
    assert_eq!(found(&store, ann, DocumentKind::Addresses).await, Some(saved));
}

pub async fn unchanged_documents_are_purged_oldest_first(store: Shared) {
    let later = |days: u64| NEW_YEAR.plus(Duration::from_hours(24 * days));
    let [old, changed, newer] = [user(&store, 1).await, user(&store, 2).await, user(&store, 3).await];
    for (owner, days) in [(old, 2), (changed, 1), (newer, 3)] {
        for content in contents() {
            save(&store, owner, 0, content, later(days)).await.unwrap();
        }
    }
    for content in contents() {
        save(&store, changed, 1, content, later(4)).await.unwrap();
    }
    for kind in DocumentKind::ALL.iter().copied() {
        let purge = async |before: Timestamp, limit: u32| {
            store.write(move |tx| tx.purge(Retained::MemberDocuments(kind), before, limit)).await.unwrap()
        };
        let left = async || {
            let revision = async |owner| found(&store, owner, kind).await.map(|document| document.revision);
            [revision(old).await, revision(changed).await, revision(newer).await]
        };
        if kind.lasts().is_none() {
            assert_eq!((purge(later(9), 10).await, left().await), (0, [Some(1), Some(2), Some(1)]), "{kind:?} stays");
            continue;
        }
        assert_eq!(purge(later(2), 10).await, 0, "a change restarts the period; {kind:?} exactly at the limit stays");
        assert_eq!((purge(later(4), 1).await, left().await), (1, [None, Some(2), Some(1)]), "{kind:?}");
        assert_eq!((purge(later(4), 10).await, left().await), (1, [None, Some(2), None]), "{kind:?}");
    }
}
