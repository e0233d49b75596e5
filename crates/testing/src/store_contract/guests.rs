//! Rules about guests.

use super::{Shared, add_user};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::customer,
};
use autoparts_application::ports::{
    accounts::{GuestLink, Revocation, RevokedLinks},
    page::Page,
    store_error::StoreError,
};
use autoparts_domain::{
    accounts::{User, session::Session},
    id::{OrderKey, UserId},
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
        revoked: None,
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

/// Checks which links are revoked, and which of their sessions end: one guest has two orders, another guest with the
/// same address has one, and a guest with another address has one.
pub async fn links_are_revoked_by_order_by_guest_and_by_address(store: Shared) {
    let elsewhere = User { email: "other@example.com".parse().unwrap(), ..guest(4) };
    let links = [(2, Some(7)), (2, Some(8)), (2, None), (3, Some(9)), (4, Some(10))];
    for user in [guest(2), guest(3), elsewhere] {
        add_user(&store, &user).await;
    }
    for (number, (owner, order)) in (0_u64..).zip(links) {
        let guest = guest(owner).id;
        let order = order.map(|order| numbered(order).into());
        let link = GuestLink { digest: format!("{number}"), guest, order, revoked: None };
        let session = Session {
            id: numbered(100 + number).into(),
            user: guest,
            sign_in: format!("sign-in {number}"),
            signed_in_at: NEW_YEAR,
            renewed_at: NEW_YEAR,
            expires_at: NEW_YEAR,
            ended_at: None,
            order,
        };
        let add = store.write(move |tx| {
            tx.insert_guest_link(&link)?;
            tx.insert_session(&session)
        });
        add.await.unwrap();
    }
    let revoke = async |links: RevokedLinks| store.write(move |tx| tx.revoke_links(&links, NEW_YEAR)).await.unwrap();
    let state = async || {
        let mut state = Vec::new();
        for (number, (owner, _)) in (0_u64..).zip(links) {
            let user = guest(owner).id;
            let read = store.read(move |tx| {
                let link = tx.guest_link(&format!("{number}"))?.unwrap();
                let (session, _) = tx.session(&user, &numbered(100 + number).into())?.unwrap();
                Ok::<_, StoreError>((link.revoked, session.ended_at.is_some()))
            });
            state.push(read.await.unwrap());
        }
        state
    };
    let order = (Some(Revocation::Order), true);
    let everywhere = (Some(Revocation::Everywhere), true);
    let unchanged = (None, false);
    let key = OrderKey { customer: guest(2).id, order: numbered(7).into() };
    let is_revoked = async |key: OrderKey| store.read(move |tx| tx.order_links_are_revoked(&key)).await.unwrap();
    assert!(!is_revoked(key).await);
    assert_eq!(revoke(RevokedLinks::OfOrder(key)).await, 1);
    assert_eq!(revoke(RevokedLinks::OfOrder(key)).await, 0, "it was revoked before");
    assert_eq!(state().await, [order, unchanged, unchanged, unchanged, unchanged]);
    assert!(is_revoked(key).await && !is_revoked(OrderKey { order: numbered(8).into(), ..key }).await);
    assert_eq!(revoke(RevokedLinks::MailedTo(guest(2).email)).await, 2);
    assert_eq!(state().await, [order, everywhere, unchanged, everywhere, unchanged]);
    assert_eq!(revoke(RevokedLinks::OfGuest(guest(2).id)).await, 1, "the browser's token");
    let browser = (Some(Revocation::Everywhere), false);
    assert_eq!(state().await, [order, everywhere, browser, everywhere, unchanged]);
    assert!(!is_revoked(OrderKey { order: numbered(8).into(), ..key }).await, "later emails have new links");
}

pub async fn guests_who_never_ordered_are_purged(store: Shared) {
    let joined_on =
        |number: u64, day: u64| User { joined_at: NEW_YEAR.plus(Duration::from_hours(24 * day)), ..guest(number) };
    let guests = [joined_on(2, 2), joined_on(3, 1), joined_on(4, 1), joined_on(5, 9)];
    add_user(&store, &User { joined_at: NEW_YEAR, ..customer(1) }).await;
    for user in &guests {
        add_user(&store, user).await;
        let link = GuestLink { digest: format!("link {}", user.id), guest: user.id, order: None, revoked: None };
        let session = Session {
            id: user.id.uuid().into(),
            user: user.id,
            sign_in: "guest".to_owned(),
            signed_in_at: NEW_YEAR,
            renewed_at: NEW_YEAR,
            expires_at: NEW_YEAR,
            ended_at: None,
            order: None,
        };
        let add = store.write(move |tx| {
            tx.insert_guest_link(&link)?;
            tx.insert_session(&session)
        });
        add.await.unwrap();
    }
    let ordered = guests[2].id;
    store.write(move |tx| tx.mark_guest_ordered(&ordered)).await.unwrap();
    let purge = async |day: u64, limit: u32| {
        let before = NEW_YEAR.plus(Duration::from_hours(24 * day));
        store.write(move |tx| tx.delete_guests(before, limit)).await.unwrap()
    };
    assert_eq!(purge(1, 10).await, 0);
    assert_eq!(purge(3, 1).await, 1);
    assert_eq!((found(&store, guests[1].id).await, found(&store, guests[0].id).await.is_some()), (None, true));
    assert_eq!(purge(3, 10).await, 1);
    let left = guests.clone().map(|user| store.read(move |tx| tx.guest_link(&format!("link {}", user.id))));
    let mut links = Vec::new();
    for link in left {
        links.push(link.await.unwrap().is_some());
    }
    assert_eq!(links, [false, false, true, true]);
    assert!(found(&store, customer(1).id).await.is_some() && found(&store, ordered).await.is_some());
}
