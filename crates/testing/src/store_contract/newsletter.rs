//! Rules about the newsletter.

use super::{Shared, at_once, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{coupon, customer, order, part, subscription},
};
use autoparts_application::ports::{
    newsletter::{LinkPurpose, NewsletterLink},
    page::Page,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::{OrderKey, SubscriptionId},
    money::Money,
    newsletter::{Coupon, Subscription, SubscriptionState},
    time::Timestamp,
};
use std::time::Duration;

const LATER: Timestamp = Timestamp::from_micros(1_767_225_600_123_457);

async fn insert(store: &Shared, subscription: &Subscription) -> StoreResult<()> {
    let subscription = subscription.clone();
    store.write(move |tx| tx.insert_subscription(&subscription)).await
}

async fn update(store: &Shared, subscription: &Subscription) -> StoreResult<()> {
    let subscription = subscription.clone();
    store.write(move |tx| tx.update_subscription(&subscription)).await
}

async fn give(store: &Shared, to: &Subscription, coupon: &Coupon) -> StoreResult<()> {
    let to = to.id;
    let coupon = coupon.clone();
    store.write(move |tx| tx.insert_coupon(&to, &coupon)).await
}

async fn add_link(store: &Shared, link: &NewsletterLink) -> StoreResult<()> {
    let link = link.clone();
    store.write(move |tx| tx.insert_newsletter_link(&link)).await
}

async fn found(store: &Shared, number: u64) -> Option<Subscription> {
    let id = subscription(number).id;
    store.read(move |tx| tx.subscription(&id)).await.unwrap()
}

async fn by_email(store: &Shared, email: Email) -> Option<Subscription> {
    store.read(move |tx| tx.subscription_by_email(&email)).await.unwrap()
}

async fn link_of(store: &Shared, digest: &'static str) -> Option<NewsletterLink> {
    store.read(move |tx| tx.newsletter_link(digest)).await.unwrap()
}

fn link(digest: &str, number: u64, purpose: LinkPurpose) -> NewsletterLink {
    NewsletterLink { digest: digest.to_owned(), subscription: subscription(number).id, purpose }
}

pub async fn a_subscription_is_found_as_it_was_inserted(store: Shared) {
    let confirmed = Subscription {
        email: "zo\u{eb}+news@example.com".parse().unwrap(),
        state: SubscriptionState::Confirmed,
        created_at: LATER,
        mailed_at: Timestamp::from_micros(i64::MAX),
        confirmed_at: Some(LATER),
        ..subscription(2)
    };
    let left = Subscription { state: SubscriptionState::Left, ..subscription(3) };
    for (number, inserted) in (1..).zip([subscription(1), confirmed, left]) {
        insert(&store, &inserted).await.unwrap();
        assert_eq!(found(&store, number).await, Some(inserted.clone()));
        assert_eq!(by_email(&store, inserted.email.clone()).await, Some(inserted));
    }
}

pub async fn an_unknown_subscription_is_not_found(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    assert_eq!(found(&store, 2).await, None);
    assert_eq!(by_email(&store, subscription(2).email).await, None);
}

pub async fn an_address_is_subscribed_once(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    let namesake = Subscription { email: subscription(1).email, ..subscription(2) };
    let same_id = Subscription { email: subscription(2).email, ..subscription(1) };
    for subscription in [namesake, same_id] {
        let inserted = insert(&store, &subscription).await;
        assert!(matches!(inserted, Err(StoreError::Duplicate)), "{inserted:?}");
    }
    assert_eq!(by_email(&store, subscription(2).email).await, None);
}

pub async fn concurrent_requests_create_one_subscription(store: Shared) {
    let answers = at_once(12, |n| {
        let store = store.clone();
        async move {
            let write = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
                let email = subscription(1).email;
                if tx.subscription_by_email(&email)?.is_some() {
                    return Ok(false);
                }
                tx.insert_subscription(&Subscription { email, ..subscription(n + 1) })?;
                Ok(true)
            };
            store.write(write).await
        }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn subscriptions_are_paged_newest_first_with_their_coupons(store: Shared) {
    for number in [3, 1, 4, 2] {
        insert(&store, &subscription(number)).await.unwrap();
    }
    give(&store, &subscription(3), &coupon(3)).await.unwrap();
    let page = async |after: Option<u64>, limit| {
        let page = Page { after: after.map(|number| SubscriptionId::from(numbered(number))), limit };
        store.read(move |tx| tx.subscriptions(&page)).await.unwrap()
    };
    let third = Subscription { coupon: Some(coupon(3)), ..subscription(3) };
    assert_eq!(page(None, 10).await, [subscription(4), third.clone(), subscription(2), subscription(1)]);
    assert_eq!(page(Some(4), 2).await, [third, subscription(2)]);
    assert_eq!(page(Some(1), 2).await, []);
}

pub async fn an_update_of_a_subscription_keeps_address_and_coupon(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    give(&store, &subscription(1), &coupon(1)).await.unwrap();
    let changed = Subscription {
        email: "other@example.com".parse().unwrap(),
        state: SubscriptionState::Confirmed,
        created_at: Timestamp::from_micros(0),
        mailed_at: LATER,
        confirmed_at: Some(LATER),
        coupon: None,
        ..subscription(1)
    };
    update(&store, &changed).await.unwrap();
    let expected = Subscription {
        email: subscription(1).email,
        created_at: NEW_YEAR,
        coupon: Some(coupon(1)),
        revision: 1,
        ..changed
    };
    assert_eq!(found(&store, 1).await, Some(expected));
}

pub async fn a_stale_update_of_a_subscription_conflicts(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    update(&store, &subscription(1)).await.unwrap();
    let stale = update(&store, &Subscription { state: SubscriptionState::Left, ..subscription(1) }).await;
    assert!(matches!(stale, Err(StoreError::Contention)), "{stale:?}");
    assert_eq!(found(&store, 1).await.map(|kept| (kept.state, kept.revision)), Some((SubscriptionState::Waiting, 1)));
}

pub async fn a_subscription_gets_only_one_coupon(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    let used = Coupon { used_at: Some(LATER), ..coupon(1) };
    give(&store, &subscription(1), &used).await.unwrap();
    let second = give(&store, &subscription(1), &coupon(2)).await;
    assert!(matches!(second, Err(StoreError::Duplicate)), "{second:?}");
    assert_eq!(found(&store, 1).await.and_then(|kept| kept.coupon), Some(used));
    assert!(!store.read(|tx| tx.coupon_code_taken(&coupon(2).code)).await.unwrap());
}

pub async fn a_coupon_code_belongs_to_one_coupon(store: Shared) {
    for number in [1, 2] {
        insert(&store, &subscription(number)).await.unwrap();
    }
    let taken = async || store.read(|tx| tx.coupon_code_taken(&coupon(1).code)).await.unwrap();
    assert!(!taken().await);
    give(&store, &subscription(1), &coupon(1)).await.unwrap();
    assert!(taken().await);
    let again = give(&store, &subscription(2), &coupon(1)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    assert_eq!(found(&store, 2).await, Some(subscription(2)));
}

pub async fn a_coupon_needs_its_subscription(store: Shared) {
    let given = give(&store, &subscription(1), &coupon(1)).await;
    assert!(matches!(given, Err(StoreError::Failed(_))), "{given:?}");
}

pub async fn one_of_many_gives_the_coupon(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    let answers = at_once(12, |n| {
        let store = store.clone();
        async move {
            let write = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
                let Some(kept) = tx.subscription(&subscription(1).id)? else { return Ok(false) };
                if kept.coupon.is_some() {
                    return Ok(false);
                }
                tx.update_subscription(&kept)?;
                tx.insert_coupon(&kept.id, &coupon(n + 1))?;
                Ok(true)
            };
            store.write(write).await
        }
    });
    assert_eq!(yes(answers.await), 1);
    assert!(found(&store, 1).await.is_some_and(|kept| kept.coupon.is_some() && kept.revision == 1));
}

pub async fn a_coupon_is_used_once_and_can_be_freed(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    give(&store, &subscription(1), &coupon(1)).await.unwrap();
    let code = coupon(1).code;
    let orders = [1, 2].map(|number| order(number, &customer(1), &part(1, 1)).key());
    let redeem = async |key: OrderKey| {
        let code = coupon(1).code;
        store.write(move |tx| tx.redeem_coupon(&code, &key, LATER)).await.unwrap()
    };
    let of_orders = async || {
        let orders = orders.map(|key| key.order);
        store.read(move |tx| tx.book_entries(&orders)).await.unwrap().coupons
    };
    assert!(redeem(orders[0]).await);
    assert!(!redeem(orders[1]).await && !redeem(orders[0]).await, "once");
    let used = Coupon { used_at: Some(LATER), order: Some(orders[0]), ..coupon(1) };
    let redeemed = code.clone();
    let unknown = coupon(2).code;
    assert_eq!(store.read(move |tx| tx.coupon(&redeemed)).await.unwrap(), Some(used));
    assert_eq!(store.read(move |tx| tx.coupon(&unknown)).await.unwrap(), None);
    assert_eq!(of_orders().await, [orders[0]]);
    for (key, is_freed) in [(orders[1], false), (orders[0], true), (orders[0], false)] {
        assert_eq!(store.write(move |tx| tx.free_coupon(&key)).await.unwrap(), is_freed);
    }
    assert_eq!(store.read(move |tx| tx.coupon(&code)).await.unwrap(), Some(coupon(1)));
    assert!(redeem(orders[1]).await);
    assert_eq!(of_orders().await, [orders[1]]);
    let unknown = coupon(2).code;
    assert!(!store.write(move |tx| tx.redeem_coupon(&unknown, &orders[0], LATER)).await.unwrap());
}

pub async fn one_of_many_orders_uses_the_coupon(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    give(&store, &subscription(1), &coupon(1)).await.unwrap();
    let answers = at_once(12, |number| {
        let store = store.clone();
        let key = order(number + 1, &customer(1), &part(1, 1)).key();
        async move { store.write(move |tx| tx.redeem_coupon(&coupon(1).code, &key, LATER)).await }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn a_newsletter_link_is_found_by_its_digest(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    let until = NEW_YEAR.plus(Duration::from_micros(7));
    for link in [link("a", 1, LinkPurpose::Confirm { until }), link("b", 1, LinkPurpose::Leave)] {
        add_link(&store, &link).await.unwrap();
    }
    assert_eq!(link_of(&store, "a").await, Some(link("a", 1, LinkPurpose::Confirm { until })));
    assert_eq!(link_of(&store, "b").await, Some(link("b", 1, LinkPurpose::Leave)));
    assert_eq!(link_of(&store, "c").await, None);
    let again = add_link(&store, &link("a", 1, LinkPurpose::Leave)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}

pub async fn only_confirmation_links_are_revoked(store: Shared) {
    let confirm = LinkPurpose::Confirm { until: NEW_YEAR };
    for number in [1, 2] {
        insert(&store, &subscription(number)).await.unwrap();
    }
    for link in [link("a", 1, confirm), link("b", 1, confirm), link("c", 1, LinkPurpose::Leave), link("d", 2, confirm)]
    {
        add_link(&store, &link).await.unwrap();
    }
    store.write(|tx| tx.delete_confirm_links(&subscription(1).id)).await.unwrap();
    store.write(|tx| tx.delete_confirm_links(&subscription(1).id)).await.unwrap();
    assert_eq!((link_of(&store, "a").await, link_of(&store, "b").await), (None, None));
    assert!(link_of(&store, "c").await.is_some() && link_of(&store, "d").await.is_some());
}

pub async fn only_expired_confirmation_links_are_purged(store: Shared) {
    insert(&store, &subscription(1)).await.unwrap();
    let at = |second: u64| NEW_YEAR.plus(Duration::from_secs(second));
    for (digest, end) in [("b", 2), ("a", 1), ("c", 3)] {
        add_link(&store, &link(digest, 1, LinkPurpose::Confirm { until: at(end) })).await.unwrap();
    }
    add_link(&store, &link("leave", 1, LinkPurpose::Leave)).await.unwrap();
    let purge = async |until: u64, limit: u32| {
        store.write(move |tx| tx.delete_ended_confirm_links(at(until), limit)).await.unwrap()
    };
    assert_eq!(purge(0, 10).await, 0);
    assert_eq!(purge(2, 1).await, 1);
    assert!(link_of(&store, "a").await.is_none() && link_of(&store, "b").await.is_some());
    assert_eq!(purge(2, 10).await, 1);
    assert!(link_of(&store, "b").await.is_none() && link_of(&store, "c").await.is_some());
    assert_eq!(purge(1_000_000_000, 10).await, 1);
    assert!(link_of(&store, "leave").await.is_some(), "links for leaving never expire");
}

pub async fn a_mailbox_that_received_a_coupon_is_recorded_permanently(store: Shared) {
    for number in 1..=2 {
        insert(&store, &subscription(number)).await.unwrap();
        let terms = Coupon { minimum: Money::from_cents(100).unwrap(), valid_until: Some(LATER), ..coupon(number) };
        give(&store, &subscription(number), &terms).await.unwrap();
        assert_eq!(found(&store, number).await.unwrap().coupon, Some(terms), "with its terms");
    }
    let without_recipient = async || store.read(|tx| tx.coupons_without_recipient(10)).await.unwrap().len();
    assert_eq!(without_recipient().await, 2);
    let note = async |number| {
        let id = subscription(number).id;
        store.write(move |tx| tx.note_coupon_recipient(&id, "digest", NEW_YEAR)).await.unwrap()
    };
    assert!(!store.read(|tx| tx.has_received_coupon("digest")).await.unwrap());
    assert_eq!((note(1).await, note(2).await), (true, false));
    assert_eq!(without_recipient().await, 0);
    let email = subscription(1).email;
    store.write(move |tx| tx.erase_subscription_of(&email, &Email::placeholder(uuid::Uuid::nil()))).await.unwrap();
    assert!(store.read(|tx| tx.has_received_coupon("digest")).await.unwrap());
}

pub async fn a_redemption_belongs_to_one_order(store: Shared) {
    let key = |number| OrderKey { customer: customer(number).id, order: numbered(40 + number).into() };
    let claim = async |digest: &'static str, number| {
        store.write(move |tx| tx.claim_redemption(digest, &key(number))).await.unwrap()
    };
    let holder = async |digest: &'static str| store.read(move |tx| tx.redemption(digest)).await.unwrap();
    assert_eq!(holder("door").await, None);
    assert_eq!((claim("door", 1).await, claim("door", 1).await, claim("door", 2).await), (true, true, false));
    assert!(claim("card", 1).await);
    assert_eq!(holder("door").await, Some(key(1)));
    store.write(move |tx| tx.release_redemption("door", &key(2))).await.unwrap();
    assert_eq!(holder("door").await, Some(key(1)), "it is another order's");
    store.write(move |tx| tx.release_redemption("door", &key(1))).await.unwrap();
    assert_eq!((holder("door").await, holder("card").await), (None, Some(key(1))));
    store.write(move |tx| tx.release_redemptions(&key(1))).await.unwrap();
    assert_eq!(holder("card").await, None);
    let claims = at_once(8, |number| {
        let store = store.clone();
        async move { store.write(move |tx| tx.claim_redemption("race", &key(number + 1))).await }
    });
    assert_eq!(yes(claims.await), 1);
}
