//! Rules about address books.

use super::{Shared, add_user, at_once, samples, yes};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use autoparts_domain::{
    accounts::User,
    addresses::{AddressBook, Addresses, MAX_ADDRESSES, SavedAddress},
    destination::{Destination, Place},
    id::UserId,
};

async fn user(store: &Shared, number: u64) -> UserId {
    let user: User = samples::customer(number);
    add_user(store, &user).await;
    user.id
}

async fn found(store: &Shared, user: UserId) -> Option<AddressBook> {
    store.read(move |tx| tx.address_book(&user)).await.unwrap()
}

async fn save(store: &Shared, user: UserId, book: AddressBook) -> StoreResult<()> {
    store.write(move |tx| tx.save_address_book(&user, &book)).await
}

/// Addresses with every field filled in, and with as few as allowed.
fn addresses(count: usize) -> Addresses {
    let whole = SavedAddress { destination: samples::destination(), phone: "+1 (555) 0100".parse().unwrap() };
    let lean = SavedAddress {
        destination: Destination {
            recipient: "Olga".parse().unwrap(),
            line1: "Hauptstraße 5".parse().unwrap(),
            line2: None,
            city: "Köln".parse().unwrap(),
            place: Place::new("DE".parse().unwrap(), None, None).unwrap(),
        },
        phone: "100".parse().unwrap(),
    };
    Addresses::new([lean, whole].into_iter().cycle().take(count).collect()).unwrap()
}

pub async fn an_address_book_is_found_as_it_was_saved(store: Shared) {
    let ann = user(&store, 1).await;
    let ben = user(&store, 2).await;
    assert_eq!(found(&store, ann).await, None);
    for (revision, content) in (0..).zip([addresses(2), addresses(0), addresses(1), addresses(MAX_ADDRESSES)]) {
        save(&store, ann, AddressBook { revision, addresses: content.clone() }).await.unwrap();
        assert_eq!(found(&store, ann).await, Some(AddressBook { revision: revision + 1, addresses: content }));
    }
    assert_eq!(found(&store, ben).await, None, "each has their own");
}

pub async fn an_address_that_would_be_refused_today_stays_readable(store: Shared) {
    let ann = user(&store, 1).await;
    let place = Place::stored("US".parse().unwrap(), Some("OR".parse().unwrap()), Some("90001".parse().unwrap()));
    let address =
        SavedAddress { destination: Destination { place, ..samples::destination() }, phone: "100".parse().unwrap() };
    let book = AddressBook { revision: 0, addresses: Addresses::new(vec![address]).unwrap() };
    save(&store, ann, book.clone()).await.unwrap();
    assert_eq!(found(&store, ann).await, Some(AddressBook { revision: 1, ..book }));
}

pub async fn an_address_book_needs_its_owner(store: Shared) {
    let unknown = samples::customer(1).id;
    assert!(matches!(save(&store, unknown, AddressBook::default()).await, Err(StoreError::Failed(_))));
}

pub async fn a_stale_address_book_conflicts(store: Shared) {
    let ann = user(&store, 1).await;
    for (revision, saved) in [(1, false), (0, true), (0, false), (2, false), (1, true), (1, false)] {
        let result = save(&store, ann, AddressBook { revision, addresses: addresses(1) }).await;
        assert_eq!(result.is_ok(), saved, "{revision}");
        assert!(saved || matches!(result, Err(StoreError::Contention)), "{revision}: {result:?}");
    }
}

pub async fn one_of_many_saves_an_address_book(store: Shared) {
    let ann = user(&store, 1).await;
    let saved = at_once(4, |_| {
        let store = store.clone();
        async move {
            let save = store.write(move |tx| -> StoreResult<bool> {
                if tx.address_book(&ann)?.is_some() {
                    return Ok(false);
                }
                tx.save_address_book(&ann, &AddressBook { revision: 0, addresses: addresses(1) })?;
                Ok(true)
            });
            save.await
        }
    });
    assert_eq!(yes(saved.await), 1);
    assert_eq!(found(&store, ann).await.map(|book| book.revision), Some(1));
}
