//! Rules about a member's personal data.

use super::{Shared, add_order, add_part, add_user, outbox::mail};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{self, customer, member_contents, order, part, profile, review, subscription},
};
use autoparts_application::ports::{
    newsletter::{LinkPurpose, NewsletterLink},
    outbox::Mail,
    page::Page,
    stock_alerts::StockAlertLink,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    feedback::Feedback,
    id::{ReviewId, UserId},
    member_documents::{DocumentKind, Revisioned},
    newsletter::SubscriptionState,
    orders::{Order, OrderState, Reservation},
};
use std::time::Duration;
use uuid::Uuid;

const DAY: Duration = Duration::from_hours(24);

fn stand_in() -> Email {
    Email::placeholder(Uuid::nil())
}

async fn found(store: &Shared, id: UserId) -> User {
    store.read(move |tx| tx.user(&id)).await.unwrap().unwrap()
}

async fn erase(store: &Shared, member: &User) -> StoreResult<()> {
    let member = member.clone();
    store.write(move |tx| tx.erase_member(&member, &stand_in())).await
}

async fn review_ids(store: &Shared, author: UserId) -> Vec<ReviewId> {
    let reviews = store.read(move |tx| tx.reviews_of(&author)).await.unwrap();
    reviews.iter().map(|review| review.id).collect()
}

pub async fn the_reviews_of_one_author_are_found_newest_first(store: Shared) {
    for number in [1, 2] {
        add_user(&store, &customer(number)).await;
    }
    for (number, author, day) in [(11, 1, 0), (12, 1, 2), (13, 2, 1), (14, 1, 1)] {
        let written = review(number, customer(author).id, NEW_YEAR.plus(DAY * day));
        store.write(move |tx| tx.insert_review(&written)).await.unwrap();
    }
    let expected = [12, 14, 11].map(|number| ReviewId::from(numbered(number)));
    assert_eq!(review_ids(&store, customer(1).id).await, expected);
}

/// Adds two members with data of every kind, each with a kept and a canceled order. Returns the orders of the first.
async fn filled(store: &Shared) -> (Order, Order) {
    add_part(store, &part(1, 100)).await;
    let mut orders = Vec::new();
    for number in [1, 2] {
        let user = User {
            profile: Some(profile()),
            email_verified: true,
            subject: Some(format!("s{number}")),
            ..customer(number)
        };
        add_user(store, &user).await;
        let written = review(20 + number, user.id, NEW_YEAR);
        let mail_to_user = Mail { owner: user.id, id: numbered(30 + number).into(), ..mail(1) };
        let save = move |tx: &mut dyn autoparts_application::ports::store::Transaction| -> StoreResult<()> {
            tx.insert_review(&written)?;
            tx.insert_mail(&mail_to_user)?;
            let contents = DocumentKind::ALL.iter().filter_map(|kind| member_contents(*kind).into_iter().next());
            for content in contents {
                tx.save_member_content(&user.id, &Revisioned { revision: 0, content }, NEW_YEAR)?;
            }
            Ok(())
        };
        store.write(save).await.unwrap();
        let kept = order(40 + number, &customer(number), &part(1, 100));
        let cancelled = order(50 + number, &customer(number), &part(1, 100));
        let cancelled = Order::restore(cancelled.snapshot().clone(), OrderState::Cancelled, 0);
        for order in [&kept, &cancelled] {
            add_order(store, order).await;
        }
        orders.push((kept, cancelled));
    }
    orders.swap_remove(0)
}

pub async fn an_erased_member_keeps_orders_and_subject(store: Shared) {
    let (kept, cancelled) = filled(&store).await;
    let member = found(&store, customer(1).id).await;
    erase(&store, &member).await.unwrap();

    let erased_user = found(&store, member.id).await;
    let expected = User {
        email: stand_in(),
        email_verified: false,
        account_name: None,
        role: Role::Customer,
        guest: true,
        profile: None,
        revision: member.revision + 1,
        ..member.clone()
    };
    assert_eq!(erased_user, expected);
    let (by_email, by_subject, members) = store
        .read(move |tx| {
            let by_subject = tx.user_by_subject("s1")?.map(|user| user.id);
            Ok::<_, StoreError>((tx.user_by_email(&member.email)?, by_subject, tx.users(&Page::first())?))
        })
        .await
        .unwrap();
    assert_eq!((by_email, by_subject), (None, Some(customer(1).id)));
    assert_eq!(members.iter().map(|user| user.id).collect::<Vec<_>>(), [customer(2).id]);

    for (number, is_left) in [(1, false), (2, true)] {
        let id = customer(number).id;
        let left = store
            .read(move |tx| {
                let mails = tx.mails(&Page::first())?;
                let reviews = !tx.reviews_of(&id)?.is_empty();
                let mut left = vec![reviews, mails.iter().any(|mail| mail.owner == id)];
                for kind in DocumentKind::ALL {
                    left.push(tx.member_content(&id, *kind)?.is_some());
                }
                Ok::<_, StoreError>(left)
            })
            .await
            .unwrap();
        assert!(left.iter().all(|left| *left == is_left), "customer {number}: {left:?}");
    }
    assert_eq!(super::stored(&store, &kept).await.snapshot(), kept.snapshot(), "the books need this order");
    let erased = super::stored(&store, &cancelled).await;
    assert_eq!((erased.snapshot().name.as_str(), erased.snapshot().address.as_str()), ("erased", "erased"));
    assert_eq!(erased.snapshot().lines, cancelled.snapshot().lines);
}

pub async fn a_concurrently_changed_member_is_not_erased(store: Shared) {
    let member = samples::admin(1);
    add_user(&store, &member).await;
    let stale = User { revision: 7, ..member.clone() };
    assert!(matches!(erase(&store, &stale).await, Err(StoreError::Contention)));
    assert_eq!(found(&store, member.id).await, member);
}

pub async fn an_erased_member_can_be_restored_by_an_update(store: Shared) {
    let member = User { subject: Some("s1".to_owned()), ..customer(1) };
    add_user(&store, &member).await;
    erase(&store, &member).await.unwrap();
    let erased = found(&store, member.id).await;
    let back = User { email: member.email.clone(), guest: false, ..erased.clone() };
    store.write(move |tx| tx.update_user(&erased, &back)).await.unwrap();
    let again = store.read(move |tx| tx.user_by_email(&member.email)).await.unwrap().unwrap();
    assert_eq!((again.id, again.guest), (customer(1).id, false));
    assert_eq!(store.read(|tx| tx.users(&Page::first())).await.unwrap(), [again]);
}

pub async fn an_erased_subscription_frees_its_address(store: Shared) {
    let first = subscription(1);
    let other = subscription(2);
    let owner = UserId::from(first.id.uuid());
    for kept in [&first, &other] {
        let kept = kept.clone();
        let links = [("confirm", LinkPurpose::Confirm { until: NEW_YEAR }), ("leave", LinkPurpose::Leave)].map(
            |(digest, purpose)| NewsletterLink {
                digest: format!("{digest}-{}", kept.id),
                subscription: kept.id,
                purpose,
            },
        );
        let mail_to_subscriber = Mail { owner: UserId::from(kept.id.uuid()), ..mail(1) };
        let save = move |tx: &mut dyn autoparts_application::ports::store::Transaction| -> StoreResult<()> {
            tx.insert_subscription(&kept)?;
            links.iter().try_for_each(|link| tx.insert_newsletter_link(link))?;
            tx.insert_mail(&mail_to_subscriber)
        };
        store.write(save).await.unwrap();
    }
    let email = first.email.clone();
    store.write(move |tx| tx.erase_subscription_of(&email, &stand_in())).await.unwrap();
    let id = first.id;
    let email = first.email.clone();
    let (kept, by_email, links, mails) = store
        .read(move |tx| {
            let links = ["confirm", "leave"].map(|digest| tx.newsletter_link(&format!("{digest}-{id}")));
            let links = links.into_iter().collect::<StoreResult<Vec<_>>>()?;
            Ok::<_, StoreError>((
                tx.subscription(&id)?,
                tx.subscription_by_email(&email)?,
                links,
                tx.mails(&Page::first())?,
            ))
        })
        .await
        .unwrap();
    let kept = kept.unwrap();
    assert_eq!((kept.email, kept.state, kept.revision), (stand_in(), SubscriptionState::Left, first.revision + 1));
    assert_eq!((by_email, links), (None, vec![None, None]));
    assert!(mails.len() == 1 && mails.iter().all(|mail| mail.owner != owner), "the other subscriber's");
    let id = other.id;
    assert_eq!(store.read(move |tx| tx.subscription(&id)).await.unwrap(), Some(other));
    store.write(move |tx| tx.insert_subscription(&samples::subscription(3))).await.unwrap();
}

pub async fn a_customer_with_an_unpaid_order_owes_money(store: Shared) {
    add_part(&store, &part(1, 1_000)).await;
    let paid = || "pi_1".parse().unwrap();
    let states = [
        (OrderState::Pending(Reservation::Active { until: NEW_YEAR }), true),
        (OrderState::Pending(Reservation::Expired), true),
        (OrderState::Shipped(None), true),
        (OrderState::Paid(paid()), false),
        (OrderState::Shipped(Some(paid())), false),
        (OrderState::Cancelled, false),
    ];
    for (number, (state, owes)) in (1..).zip(states) {
        add_user(&store, &customer(number)).await;
        let placed = order(40 + number, &customer(number), &part(1, 1_000));
        add_order(&store, &Order::restore(placed.snapshot().clone(), state.clone(), 0)).await;
        let id = customer(number).id;
        assert_eq!(store.read(move |tx| tx.owes(&id)).await.unwrap(), owes, "{state:?}");
    }
    let unknown = customer(9).id;
    assert!(!store.read(move |tx| tx.owes(&unknown)).await.unwrap());
}

pub async fn data_submitted_by_an_address_is_found_and_erased(store: Shared) {
    let address = |name: &str| -> Email { format!("{name}@example.com").parse().unwrap() };
    let from = |number, email: Option<&str>| Feedback { email: email.map(address), ..samples::feedback(number) };
    let sent = [from(1, Some("ann")), from(2, Some("bob")), from(3, None), from(4, Some("ann"))];
    for feedback in sent.clone() {
        store.write(move |tx| tx.insert_feedback(&feedback)).await.unwrap();
    }
    for name in ["ann", "bob"] {
        let email = address(name);
        let insert = store.write(move |tx| {
            let link = StockAlertLink { email: email.clone(), confirms: false, mailed_at: NEW_YEAR };
            tx.insert_stock_alert_link(&format!("link-{email}"), &link)
        });
        insert.await.unwrap();
    }
    let ann = address("ann");
    let [first, second, third, fourth] = sent;
    assert_eq!(store.read(move |tx| tx.feedback_of(&ann)).await.unwrap(), [fourth, first]);
    let ann = address("ann");
    store.write(move |tx| tx.erase_messages_from(&ann)).await.unwrap();
    assert_eq!(store.read(|tx| tx.feedback(&Page::first())).await.unwrap(), [third, second]);
    for (link, is_there) in [("link-ann@example.com", false), ("link-bob@example.com", true)] {
        let found = store.read(move |tx| tx.stock_alert_link(link)).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{link}");
    }
}
