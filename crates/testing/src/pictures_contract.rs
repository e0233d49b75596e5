//! The contract of every [`PictureStore`], as many small rules: one function each, named as a sentence.
//!
//! An adapter runs all of them with one line:
//!
//! ```ignore
//! pictures_contract!(memory, fixture()); // makes a `Fixture` over an empty store
//! ```
//!
//! To add a rule, write the function and add its name to the macro's list.

#![expect(missing_docs, reason = "each function's name is the rule it checks")]
#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "these are tests, and a panic is how a test fails")]

use autoparts_application::ports::pictures::{PictureStore, StoredPicture};
use autoparts_domain::{
    pictures::{PictureId, PictureName},
    time::Timestamp,
};
use std::sync::Arc;

type Shared = Arc<dyn PictureStore>;
type Backdate = Box<dyn Fn(&PictureName, Timestamp) + Send + Sync>;

/// A store to test.
pub struct Fixture {
    store: Shared,
    backdate: Backdate,
}

impl Fixture {
    /// Creates a fixture from an empty store and a closure that changes the time at which a file was stored. The
    /// closure also keeps alive what the store needs, such as a folder.
    pub fn new(store: Shared, backdate: impl Fn(&PictureName, Timestamp) + Send + Sync + 'static) -> Self {
        Self { store, backdate: Box::new(backdate) }
    }
}

/// The name of the file with a number.
fn name(number: u8) -> PictureName {
    let [small, ..] = PictureName::all(PictureId::new([number; PictureId::BYTES]));
    small
}

const EVER: Timestamp = Timestamp::from_micros(i64::MAX);

async fn read(picture: StoredPicture) -> Vec<u8> {
    let length = picture.length;
    let mut content = picture.content;
    let mut bytes = Vec::new();
    while let Some(piece) = content.next().await.unwrap() {
        assert!(!piece.is_empty(), "no piece is empty");
        bytes.extend(piece);
    }
    assert_eq!(u64::try_from(bytes.len()).unwrap(), length, "the reported length is correct");
    bytes
}

async fn content(store: &Shared, name: &PictureName) -> Vec<u8> {
    read(store.get(name).await.unwrap().unwrap()).await
}

pub async fn stored_files_can_be_read(Fixture { store, .. }: &Fixture) {
    let large: Vec<u8> = (0..300_000_u32).flat_map(u32::to_be_bytes).collect();
    store.put(&name(1), b"one").await.unwrap();
    store.put(&name(2), &large).await.unwrap();
    assert_eq!(content(store, &name(1)).await, b"one");
    assert_eq!(content(store, &name(2)).await, large);
}

pub async fn unknown_files_are_not_found(Fixture { store, .. }: &Fixture) {
    assert!(store.get(&name(1)).await.unwrap().is_none());
    store.put(&name(1), b"one").await.unwrap();
    let [_, medium, _] = PictureName::all(name(1).id);
    assert!(store.get(&medium).await.unwrap().is_none(), "another size is another file");
}

pub async fn storing_twice_is_idempotent(Fixture { store, .. }: &Fixture) {
    store.put(&name(1), b"one").await.unwrap();
    store.put(&name(1), b"one").await.unwrap();
    assert_eq!(content(store, &name(1)).await, b"one");
    assert_eq!(store.stored_before(EVER).await.unwrap(), [name(1)]);
}

pub async fn concurrent_writes_of_one_file_succeed(Fixture { store, .. }: &Fixture) {
    let puts: Vec<_> = (0..8)
        .map(|_| {
            let store = Arc::clone(store);
            tokio::spawn(async move { store.put(&name(1), &vec![7; 100_000]).await })
        })
        .collect();
    for put in puts {
        put.await.unwrap().unwrap();
    }
    assert_eq!(content(store, &name(1)).await, vec![7; 100_000]);
}

pub async fn a_file_can_be_deleted_while_it_is_read(Fixture { store, .. }: &Fixture) {
    store.put(&name(1), &vec![7; 200_000]).await.unwrap();
    let opened = store.get(&name(1)).await.unwrap().unwrap();
    assert!(store.delete_stored_before(&name(1), EVER).await.unwrap());
    assert_eq!(read(opened).await, vec![7; 200_000]);
    assert!(store.get(&name(1)).await.unwrap().is_none());
}

pub async fn files_are_found_by_storage_time(Fixture { store, backdate }: &Fixture) {
    let at = |seconds: i64| Timestamp::from_micros(seconds * 1_000_000);
    assert!(store.stored_before(EVER).await.unwrap().is_empty());
    for number in 1..=3 {
        store.put(&name(number), b"it").await.unwrap();
        backdate(&name(number), at(i64::from(number) * 100));
    }
    let mut old = store.stored_before(at(300)).await.unwrap();
    old.sort();
    assert_eq!(old, [name(1), name(2)]);
}

pub async fn storing_a_file_again_renews_its_age(Fixture { store, backdate }: &Fixture) {
    let then = Timestamp::from_micros(1_000_000);
    store.put(&name(1), b"one").await.unwrap();
    backdate(&name(1), then);
    let soon = Timestamp::from_micros(2_000_000);
    assert_eq!(store.stored_before(soon).await.unwrap(), [name(1)]);
    store.put(&name(1), b"one").await.unwrap();
    assert!(store.stored_before(soon).await.unwrap().is_empty());
    assert!(!store.delete_stored_before(&name(1), soon).await.unwrap(), "so it is not deleted");
    assert_eq!(content(store, &name(1)).await, b"one");
}

pub async fn only_old_files_are_deleted(Fixture { store, backdate }: &Fixture) {
    store.put(&name(1), b"one").await.unwrap();
    backdate(&name(1), Timestamp::from_micros(1_000_000));
    assert!(!store.delete_stored_before(&name(1), Timestamp::from_micros(1_000_000)).await.unwrap());
    assert!(store.delete_stored_before(&name(1), Timestamp::from_micros(1_000_001)).await.unwrap());
    assert!(!store.delete_stored_before(&name(1), EVER).await.unwrap(), "it no longer exists");
    assert!(store.get(&name(1)).await.unwrap().is_none());
}

/// Lists every rule as a test of one store. See the module's documentation.
#[macro_export]
macro_rules! pictures_contract {
    ($name:ident, $make:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "the expression may need nothing from outside")]
            use super::*;

            $crate::pictures_contract!(@rules $make;
                stored_files_can_be_read,
                unknown_files_are_not_found,
                storing_twice_is_idempotent,
                concurrent_writes_of_one_file_succeed,
                a_file_can_be_deleted_while_it_is_read,
                files_are_found_by_storage_time,
                storing_a_file_again_renews_its_age,
                only_old_files_are_deleted,
            );
        }
    };
    (@rules $make:expr; $($rule:ident),* $(,)?) => { $(
        #[tokio::test(flavor = "multi_thread")]
        async fn $rule() {
            $crate::pictures_contract::$rule(&$make).await;
        }
    )* };
}

#[cfg(test)]
mod tests {
    use super::Fixture;
    use crate::{clock::TestClock, memory_pictures::MemoryPictures};
    use std::sync::Arc;

    fn memory() -> Fixture {
        let pictures = Arc::new(MemoryPictures::by(Arc::new(TestClock::default())));
        Fixture::new(pictures.clone(), move |name, at| pictures.backdate(name, at))
    }

    crate::pictures_contract!(in_memory, memory());
}
