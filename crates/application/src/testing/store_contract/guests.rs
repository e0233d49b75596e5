//! Rules about guests.

use super::{Shared, add_user};
use crate::{
    ports::{accounts::GuestLink, page::Page, store_error::StoreError},
    testing::{
        clock::{NEW_YEAR, numbered},
        samples::customer,
    },
};
use autoparts_domain::{
    accounts::{User, session::Session},
    id::UserId,
};
use std::time::Duration;

async fn found(store: &Shared, id: UserId) -> Option<User> {
    store.read(move |tx| tx.user(&id)).await.unwrap()
}

fn guest(number: u64) -> User {
    User { email: customer(1).email, subject: None, guest: true, ..customer(number) }
}

pub async fn a_guest_claims_no_address_and_is_no_member(store: Shared) {
    for user in [guest(2), customer(1), guest(3)] {
        add_user(&store, &user).await;
        assert_eq!(found(&store, user.id).await, Some(user));
    }
    let by_email = store.read(|tx| tx.user_by_email(&customer(1).email)).await.unwrap();
    assert_eq!(by_email, Some(customer(1)));
    assert_eq!(store.read(|tx| tx.users(&Page::first())).await.unwrap(), [customer(1)]);
}

pub async fn a_guest_link_is_found_by_its_digest(store: Shared) {
    add_user(&store, &guest(2)).await;
    let link = |digest: &str, order: Option<u64>| GuestLink {
        digest: digest.to_owned(),
        guest: guest(2).id,
        order: order.map(|number| numbered(number).into()),
    };
    let find = |digest: &'static str| store.read(move |tx| tx.guest_link(digest));
    for link in [link("a", None), link("b", Some(7))] {
        let added = link.clone();
        store.write(move |tx| tx.insert_guest_link(&added)).await.unwrap();
        let again = store.write(move |tx| tx.insert_guest_link(&link)).await;
        assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    }
    assert_eq!(find("a").await.unwrap(), Some(link("a", None)));
    assert_eq!(find("b").await.unwrap(), Some(link("b", Some(7))));
    assert_eq!(find("c").await.unwrap(), None);
}

pub async fn guests_who_never_ordered_are_forgotten(store: Shared) {
    let came =
        |number: u64, day: u64| User { joined_at: NEW_YEAR.plus(Duration::from_hours(24 * day)), ..guest(number) };
    let guests = [came(2, 2), came(3, 1), came(4, 1), came(5, 9)];
    add_user(&store, &User { joined_at: NEW_YEAR, ..customer(1) }).await;
    for user in &guests {
        add_user(&store, user).await;
        let link = GuestLink { digest: format!("link {}", user.id), guest: user.id, order: None };
        let session = Session {
            id: user.id.uuid().into(),
            user: user.id,
            sign_in: "guest".to_owned(),
            signed_in_at: NEW_YEAR,
            renewed_at: NEW_YEAR,
            expires_at: NEW_YEAR,
            ended_at: None,
        };
        let add = store.write(move |tx| {
            tx.insert_guest_link(&link)?;
            tx.insert_session(&session)
        });
        add.await.unwrap();
    }
    let ordered = guests[2].id;
    store.write(move |tx| tx.keep_guest(&ordered)).await.unwrap();
    let forget = async |day: u64, limit: u32| {
        let before = NEW_YEAR.plus(Duration::from_hours(24 * day));
        store.write(move |tx| tx.forget_guests(before, limit)).await.unwrap()
    };
    assert_eq!(forget(1, 10).await, 0);
    assert_eq!(forget(3, 1).await, 1);
    assert_eq!((found(&store, guests[1].id).await, found(&store, guests[0].id).await.is_some()), (None, true));
    assert_eq!(forget(3, 10).await, 1);
    let left = guests.clone().map(|user| store.read(move |tx| tx.guest_link(&format!("link {}", user.id))));
    let mut links = Vec::new();
    for link in left {
        links.push(link.await.unwrap().is_some());
    }
    assert_eq!(links, [false, false, true, true]);
    assert!(found(&store, customer(1).id).await.is_some() && found(&store, ordered).await.is_some());
}
