//! Rules about users and their roles.

use super::{Shared, add_order, add_part, add_user, at_once, yes};
use crate::samples::{admin, customer, order, part, profile};
use autoparts_application::ports::{
    orders::OrderFilter,
    page::Page,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    id::UserId,
    time::Timestamp,
};
use std::collections::{BTreeMap, BTreeSet};

async fn found(store: &Shared, id: UserId) -> Option<User> {
    store.read(move |tx| tx.user(&id)).await.unwrap()
}

async fn insert(store: &Shared, user: User) -> StoreResult<()> {
    store.write(move |tx| tx.insert_user(&user)).await
}

async fn update(store: &Shared, before: User, after: User) -> StoreResult<()> {
    store.write(move |tx| tx.update_user(&before, &after)).await
}

async fn set_role(store: &Shared, user: User, role: Role) -> StoreResult<()> {
    store.write(move |tx| tx.set_role(&user, role)).await
}

async fn with_email(store: &Shared, email: &Email) -> Option<UserId> {
    let email = email.clone();
    store.read(move |tx| tx.user_by_email(&email)).await.unwrap().map(|user| user.id)
}

async fn with_subject(store: &Shared, subject: &'static str) -> Option<UserId> {
    store.read(move |tx| tx.user_by_subject(subject)).await.unwrap().map(|user| user.id)
}

/// A customer with a subject of the identity provider.
fn known_as(number: u64, subject: &str) -> User {
    User { subject: Some(subject.to_owned()), ..customer(number) }
}

pub async fn a_user_is_found_as_they_were_inserted(store: Shared) {
    for user in [customer(1), admin(2)] {
        add_user(&store, &user).await;
        assert_eq!(found(&store, user.id).await, Some(user.clone()));
        let email = user.email.clone();
        assert_eq!(store.read(move |tx| tx.user_by_email(&email)).await.unwrap(), Some(user));
    }
}

pub async fn a_whole_profile_survives(store: Shared) {
    let user = User {
        email: "zoë+ümlaut@exämple.com".parse().unwrap(),
        email_verified: true,
        subject: Some("provider|123'; --".to_owned()),
        account_name: Some("Z. Ł.".parse().unwrap()),
        profile: Some(profile()),
        joined_at: Timestamp::from_micros(1_767_225_600_123_457),
        ..customer(1)
    };
    add_user(&store, &user).await;
    assert_eq!(found(&store, user.id).await, Some(user));
}

pub async fn an_unknown_user_is_not_found(store: Shared) {
    add_user(&store, &customer(1)).await;
    assert_eq!(found(&store, customer(2).id).await, None);
    assert_eq!(store.read(|tx| tx.user_by_email(&customer(2).email)).await.unwrap(), None);
}

pub async fn an_address_belongs_to_one_user(store: Shared) {
    add_user(&store, &customer(1)).await;
    let namesake = User { email: customer(1).email, ..customer(2) };
    let inserted = insert(&store, namesake).await;
    assert!(matches!(inserted, Err(StoreError::Duplicate)), "{inserted:?}");
    assert_eq!(found(&store, customer(2).id).await, None);
}

pub async fn a_user_is_inserted_once(store: Shared) {
    add_user(&store, &customer(1)).await;
    let same_id = User { email: customer(2).email, ..customer(1) };
    let inserted = insert(&store, same_id).await;
    assert!(matches!(inserted, Err(StoreError::Duplicate)), "{inserted:?}");
    assert_eq!(store.read(|tx| tx.user_by_email(&customer(2).email)).await.unwrap(), None);
}

pub async fn concurrent_sign_ins_create_one_user(store: Shared) {
    let sign_in = |number: u64| {
        let store = store.clone();
        async move {
            let write = move |tx: &mut dyn Transaction| -> StoreResult<UserId> {
                let email = customer(1).email;
                if let Some(user) = tx.user_by_email(&email)? {
                    return Ok(user.id);
                }
                let user = User { email, ..customer(number + 1) };
                tx.insert_user(&user)?;
                Ok(user.id)
            };
            store.write(write).await
        }
    };
    let mut returned: Vec<UserId> = at_once(12, sign_in).await.into_iter().map(Result::unwrap).collect();
    returned.dedup();
    assert_eq!(returned.len(), 1, "every call returns the same user");
    assert_eq!(store.read(|tx| tx.users(&Page::first())).await.unwrap().len(), 1);
}

pub async fn users_are_paged_in_the_order_they_joined(store: Shared) {
    for number in [4, 2, 5, 1, 3] {
        add_user(&store, &customer(number)).await;
    }
    let all = store.read(|tx| tx.users(&Page::first())).await.unwrap();
    assert_eq!(all, [1, 2, 3, 4, 5].map(customer));
    let page = Page { after: Some(customer(2).id), limit: 2 };
    let some = store.read(move |tx| tx.users(&page)).await.unwrap();
    assert_eq!(some, [customer(3), customer(4)]);
}

pub async fn a_subject_belongs_to_one_user(store: Shared) {
    add_user(&store, &known_as(1, "s1")).await;
    let inserted = insert(&store, known_as(2, "s1")).await;
    assert!(matches!(inserted, Err(StoreError::Duplicate)), "{inserted:?}");
    add_user(&store, &customer(3)).await;
    let updated = update(&store, customer(3), known_as(3, "s1")).await;
    assert!(matches!(updated, Err(StoreError::Duplicate)), "{updated:?}");
    assert_eq!(with_subject(&store, "s1").await, Some(customer(1).id));
    assert_eq!(with_subject(&store, "s2").await, None);
}

pub async fn an_update_changes_neither_id_nor_role_nor_joining_time(store: Shared) {
    add_user(&store, &customer(1)).await;
    let changed = User {
        id: customer(2).id,
        email: "other@example.com".parse().unwrap(),
        email_verified: true,
        role: Role::Admin,
        guest: false,
        joined_at: Timestamp::from_micros(0),
        subject: Some("subject".to_owned()),
        account_name: Some("Marta".parse().unwrap()),
        profile: Some(profile()),
        revision: 7,
    };
    update(&store, customer(1), changed.clone()).await.unwrap();
    let before = customer(1);
    let expected = User { id: before.id, role: before.role, joined_at: before.joined_at, revision: 1, ..changed };
    assert_eq!(found(&store, before.id).await, Some(expected));
}

pub async fn an_update_replaces_address_and_subject(store: Shared) {
    let before = known_as(1, "s1");
    add_user(&store, &before).await;
    let after = User { email: customer(2).email, subject: Some("s2".to_owned()), ..before.clone() };
    update(&store, before.clone(), after.clone()).await.unwrap();
    assert_eq!(with_email(&store, &after.email).await, Some(before.id));
    assert_eq!(with_subject(&store, "s2").await, Some(before.id));
    assert_eq!((with_email(&store, &before.email).await, with_subject(&store, "s1").await), (None, None));
    let next = User { id: customer(3).id, ..before };
    add_user(&store, &next).await;
    assert_eq!(with_email(&store, &next.email).await, Some(next.id), "the old address is free");
    assert_eq!(with_subject(&store, "s1").await, Some(next.id), "and so is the old subject");
}

pub async fn a_member_who_becomes_a_guest_gives_up_address_and_subject(store: Shared) {
    let before = known_as(1, "s1");
    add_user(&store, &before).await;
    let stand_in = User { subject: None, guest: true, ..before.clone() };
    update(&store, before.clone(), stand_in.clone()).await.unwrap();
    assert_eq!((with_email(&store, &before.email).await, with_subject(&store, "s1").await), (None, None));
    insert(&store, User { id: customer(2).id, ..before.clone() }).await.unwrap();
    let next = Some(customer(2).id);
    assert_eq!((with_email(&store, &before.email).await, with_subject(&store, "s1").await), (next, next));
    let stand_in = User { revision: 1, ..stand_in };
    assert_eq!(found(&store, stand_in.id).await, Some(stand_in.clone()));
    let purged = store.write(|tx| tx.delete_guests(Timestamp::from_micros(i64::MAX), 10)).await.unwrap();
    assert_eq!(purged, 0, "it counts as a guest who has ordered");
    // Saving the stand-in again does not undo this.
    update(&store, stand_in.clone(), User { email_verified: false, ..stand_in.clone() }).await.unwrap();
    assert_eq!(with_email(&store, &before.email).await, next);
}

pub async fn an_update_cannot_take_the_address_of_another_user(store: Shared) {
    add_user(&store, &customer(1)).await;
    add_user(&store, &customer(2)).await;
    let updated = update(&store, customer(1), User { email: customer(2).email, ..customer(1) }).await;
    assert!(matches!(updated, Err(StoreError::Duplicate)), "{updated:?}");
    assert_eq!(with_email(&store, &customer(2).email).await, Some(customer(2).id));
    assert_eq!(found(&store, customer(1).id).await, Some(customer(1)));
}

pub async fn an_update_can_clear_optional_fields(store: Shared) {
    let filled = User {
        subject: Some("subject".to_owned()),
        account_name: Some("Marta".parse().unwrap()),
        profile: Some(profile()),
        ..customer(1)
    };
    add_user(&store, &filled).await;
    update(&store, filled.clone(), customer(1)).await.unwrap();
    assert_eq!(found(&store, filled.id).await, Some(User { revision: 1, ..customer(1) }));
    assert_eq!(with_subject(&store, "subject").await, None);
}

pub async fn a_stale_update_of_a_user_conflicts(store: Shared) {
    add_user(&store, &customer(1)).await;
    update(&store, customer(1), known_as(1, "owner")).await.unwrap();
    let updated = update(&store, customer(1), known_as(1, "squatter")).await;
    assert!(matches!(updated, Err(StoreError::Contention)), "{updated:?}");
    let promoted = set_role(&store, customer(1), Role::Admin).await;
    assert!(matches!(promoted, Err(StoreError::Contention)), "{promoted:?}");
    assert_eq!(found(&store, customer(1).id).await, Some(User { revision: 1, ..known_as(1, "owner") }));
    assert_eq!(with_subject(&store, "squatter").await, None);
}

pub async fn an_unknown_user_cannot_be_updated(store: Shared) {
    let updated = update(&store, customer(1), known_as(1, "s1")).await;
    assert!(matches!(updated, Err(StoreError::Contention)), "{updated:?}");
    assert_eq!(with_subject(&store, "s1").await, None);
}

pub async fn an_address_that_would_not_be_accepted_today_stays_readable(store: Shared) {
    let twin = User { email: Email::restore("ad\u{200b}min@example.com"), ..customer(1) };
    add_user(&store, &twin).await;
    add_part(&store, &part(1, 10)).await;
    add_order(&store, &order(1, &twin, &part(1, 10))).await;
    add_user(&store, &customer(2)).await;
    assert_eq!(with_email(&store, &twin.email).await, Some(twin.id));
    assert_eq!(store.read(|tx| tx.users(&Page::first())).await.unwrap(), [twin.clone(), customer(2)]);
    let orders = store.read(|tx| tx.orders(&OrderFilter::default(), &Page::first())).await.unwrap();
    assert_eq!(orders.first().map(|order| &order.snapshot().email), Some(&twin.email));
}

pub async fn setting_a_role_increments_the_revision(store: Shared) {
    add_user(&store, &customer(1)).await;
    set_role(&store, customer(1), Role::Admin).await.unwrap();
    let promoted = User { role: Role::Admin, revision: 1, ..customer(1) };
    assert_eq!(found(&store, customer(1).id).await, Some(promoted));
    let unknown = set_role(&store, customer(2), Role::Admin).await;
    assert!(matches!(unknown, Err(StoreError::Contention)), "{unknown:?}");
}

pub async fn admins_are_counted(store: Shared) {
    assert_eq!(store.read(|tx| tx.admin_count()).await.unwrap(), 0);
    for user in [admin(1), admin(2), customer(3)] {
        add_user(&store, &user).await;
    }
    assert_eq!(store.read(|tx| tx.admin_count()).await.unwrap(), 2);
    set_role(&store, admin(1), Role::Customer).await.unwrap();
    assert_eq!(store.read(|tx| tx.admin_count()).await.unwrap(), 1);
}

pub async fn two_admins_cannot_demote_each_other(store: Shared) {
    for user in [admin(1), admin(2), admin(3)] {
        add_user(&store, &user).await;
    }
    let answers = at_once(3, |n| {
        let store = store.clone();
        async move {
            let demote = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
                tx.lock_roles()?;
                if tx.admin_count()? < 2 {
                    return Ok(false);
                }
                tx.set_role(&admin(n + 1), Role::Customer)?;
                Ok(true)
            };
            store.write(demote).await
        }
    });
    assert_eq!(yes(answers.await), 2);
    assert_eq!(store.read(|tx| tx.admin_count()).await.unwrap(), 1);
}

pub async fn addresses_are_found_by_id(store: Shared) {
    let [ada, marta, unknown] = [admin(1), customer(2), customer(3)];
    for user in [&ada, &marta] {
        add_user(&store, user).await;
    }
    let wanted = BTreeSet::from([ada.id, marta.id, unknown.id]);
    let found = store.read(move |tx| tx.email_addresses(&wanted)).await.unwrap();
    assert_eq!(found, BTreeMap::from([(ada.id, ada.email), (marta.id, marta.email)]));
    let many: BTreeSet<UserId> = (1..=2_000).map(|number| customer(number).id).collect();
    let found = store.read(move |tx| tx.email_addresses(&many)).await.unwrap();
    assert!(found.contains_key(&customer(2).id), "a page of the audit log may name that many users");
    assert!(store.read(|tx| tx.email_addresses(&BTreeSet::new())).await.unwrap().is_empty());
}
