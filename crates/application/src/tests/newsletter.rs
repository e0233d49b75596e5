use crate::{
    accounts::access::AccessDenied,
    newsletter::{NewsletterError, Welcome},
    ports::{outbox::Mail, page::Page, store_error::StoreError},
    testing::{samples, test_shop::TestShop},
};
use autoparts_domain::{
    email::Email,
    id::UserId,
    newsletter::{LINK_LASTS, LinkToken, SubscriptionState},
};
use std::time::Duration;

const A_MINUTE: Duration = Duration::from_mins(1);
const TEN_MINUTES: Duration = Duration::from_mins(10);
const A_DAY: Duration = Duration::from_hours(24);

fn ann() -> Email {
    "ann@example.com".parse().unwrap()
}

async fn join(bench: &TestShop) {
    bench.shop.join_newsletter(ann()).await.unwrap();
}

/// All mails, oldest first.
async fn mails(bench: &TestShop) -> Vec<Mail> {
    let mut mails = bench.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    mails.reverse();
    mails
}

async fn subjects(bench: &TestShop) -> Vec<String> {
    mails(bench).await.into_iter().map(|mail| mail.subject).collect()
}

/// The token of the link in the newest mail, which must lead to a page.
async fn token(bench: &TestShop, page: &str) -> LinkToken {
    let text = mails(bench).await.pop().unwrap().text;
    let link = format!("https://shop.example/{page}?token=");
    let (_, rest) = text.split_once(&link).unwrap_or_else(|| panic!("no {link} in: {text}"));
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

async fn confirmed(bench: &TestShop) -> (LinkToken, Welcome) {
    join(bench).await;
    let token = token(bench, "coupon").await;
    let welcome = bench.shop.confirm_newsletter(&token).await.unwrap();
    (token, welcome)
}

async fn state(bench: &TestShop) -> SubscriptionState {
    bench.shop.store.read(|tx| tx.subscription_by_email(&ann())).await.unwrap().unwrap().state
}

async fn is_refused(bench: &TestShop, token: &LinkToken) -> bool {
    matches!(bench.shop.confirm_newsletter(token).await, Err(NewsletterError::BadLink))
}

#[tokio::test]
async fn whoever_asks_is_mailed_a_link_about_their_subscription() {
    let bench = TestShop::default();
    join(&bench).await;
    let mail = mails(&bench).await.pop().unwrap();
    let subscription = bench.shop.store.read(|tx| tx.subscription_by_email(&ann())).await.unwrap().unwrap();
    assert_eq!(mail.good_until, mail.written_at.plus(LINK_LASTS), "as long as its link");
    assert_eq!((mail.to, mail.owner), (ann(), UserId::from(subscription.id.uuid())));
    assert_eq!(mail.subject, "Confirm your email and get your $50 coupon");
    assert_eq!((subscription.state, subscription.coupon), (SubscriptionState::Waiting, None));
}

#[tokio::test]
async fn the_token_itself_is_not_kept() {
    let bench = TestShop::default();
    join(&bench).await;
    let token = token(&bench, "coupon").await;
    let (raw, digest) = (token.reveal().to_owned(), bench.shop.secrets.digest(token.reveal()));
    assert_eq!(bench.shop.store.read(move |tx| tx.newsletter_link(&raw)).await.unwrap(), None);
    assert!(bench.shop.store.read(move |tx| tx.newsletter_link(&digest)).await.unwrap().is_some());
}

#[tokio::test]
async fn nobodys_mailbox_is_filled_by_asking_often() {
    let bench = TestShop::default();
    for _ in 0..9 {
        join(&bench).await;
        bench.clock.advance(A_MINUTE);
    }
    assert_eq!(mails(&bench).await.len(), 1);
    bench.clock.advance(A_MINUTE);
    join(&bench).await;
    assert_eq!(mails(&bench).await.len(), 2);
}

#[tokio::test]
async fn confirming_brings_a_coupon_and_a_mail_with_it() {
    let bench = TestShop::default();
    let (_, welcome) = confirmed(&bench).await;
    assert_eq!(welcome.email, ann());
    assert_eq!((welcome.coupon.amount.cents(), welcome.coupon.used_at), (5_000, None));
    let mail = mails(&bench).await.pop().unwrap();
    assert_eq!((mail.to, mail.subject.as_str()), (ann(), "Your $50 coupon"));
    assert!(mail.text.contains(welcome.coupon.code.as_str()), "{}", mail.text);
    token(&bench, "unsubscribe").await;
    assert_eq!(state(&bench).await, SubscriptionState::Confirmed);
}

#[tokio::test]
async fn the_same_link_again_answers_the_same_and_mails_nothing() {
    let bench = TestShop::default();
    let (token, welcome) = confirmed(&bench).await;
    bench.clock.advance(A_DAY);
    assert_eq!(bench.shop.confirm_newsletter(&token).await.unwrap(), welcome);
    assert_eq!(mails(&bench).await.len(), 2);
}

#[tokio::test]
async fn a_link_that_is_wrong_replaced_or_old_is_refused() {
    let bench = TestShop::default();
    join(&bench).await;
    let first = token(&bench, "coupon").await;
    bench.clock.advance(TEN_MINUTES);
    join(&bench).await;
    let second = token(&bench, "coupon").await;
    assert!(is_refused(&bench, &"nonsense".parse().unwrap()).await);
    assert!(is_refused(&bench, &first).await, "replaced");
    bench.clock.advance(A_DAY * 7);
    assert!(is_refused(&bench, &second).await, "old");
    assert_eq!(state(&bench).await, SubscriptionState::Waiting);
    assert_eq!(mails(&bench).await.len(), 2);
}

#[tokio::test]
async fn a_link_is_good_until_the_seventh_day_ends() {
    let bench = TestShop::default();
    join(&bench).await;
    bench.clock.advance((A_DAY * 7).saturating_sub(Duration::from_micros(1)));
    let token = token(&bench, "coupon").await;
    bench.shop.confirm_newsletter(&token).await.unwrap();
}

#[tokio::test]
async fn a_link_does_only_what_it_was_mailed_for() {
    let bench = TestShop::default();
    let (confirming, _) = confirmed(&bench).await;
    let leaving = token(&bench, "unsubscribe").await;
    assert!(is_refused(&bench, &leaving).await);
    let left = bench.shop.leave_newsletter(&confirming).await;
    assert!(matches!(left, Err(NewsletterError::BadLink)), "{left:?}");
    assert_eq!(state(&bench).await, SubscriptionState::Confirmed);
}

#[tokio::test]
async fn whoever_is_confirmed_is_reminded_of_the_coupon_once_a_day() {
    let bench = TestShop::default();
    let (_, welcome) = confirmed(&bench).await;
    join(&bench).await;
    bench.clock.advance(A_DAY);
    join(&bench).await;
    join(&bench).await;
    let mails = mails(&bench).await;
    assert_eq!(mails.len(), 3);
    assert_eq!(mails[2].subject, "You already have a $50 coupon");
    assert!(mails[2].text.contains(welcome.coupon.code.as_str()), "{}", mails[2].text);
    let token = token(&bench, "unsubscribe").await;
    bench.shop.leave_newsletter(&token).await.unwrap();
    assert_eq!(state(&bench).await, SubscriptionState::Left);
}

#[tokio::test]
async fn leaving_is_repeatable_and_an_old_mail_still_does_it() {
    let bench = TestShop::default();
    confirmed(&bench).await;
    let first = token(&bench, "unsubscribe").await;
    bench.clock.advance(A_DAY * 400);
    join(&bench).await;
    for _ in 0..2 {
        bench.shop.leave_newsletter(&first).await.unwrap();
        assert_eq!(state(&bench).await, SubscriptionState::Left);
    }
}

#[tokio::test]
async fn an_old_confirmation_does_not_bring_back_who_left() {
    let bench = TestShop::default();
    let (confirming, _) = confirmed(&bench).await;
    bench.shop.leave_newsletter(&token(&bench, "unsubscribe").await).await.unwrap();
    assert!(is_refused(&bench, &confirming).await);
    assert_eq!(state(&bench).await, SubscriptionState::Left);
}

#[tokio::test]
async fn coming_back_takes_a_new_link_and_gives_no_second_coupon() {
    let bench = TestShop::default();
    let (_, first) = confirmed(&bench).await;
    bench.shop.leave_newsletter(&token(&bench, "unsubscribe").await).await.unwrap();
    bench.clock.advance(TEN_MINUTES);
    let (_, second) = confirmed(&bench).await;
    assert_eq!(second, first);
    let expected = [
        "Confirm your email and get your $50 coupon",
        "Your $50 coupon",
        "Confirm your email and get your $50 coupon",
        "Your $50 coupon",
    ];
    assert_eq!(subjects(&bench).await, expected);
}

#[tokio::test]
async fn two_addresses_get_two_coupons() {
    let bench = TestShop::default();
    let (_, anns) = confirmed(&bench).await;
    bench.shop.join_newsletter("bob@example.com".parse().unwrap()).await.unwrap();
    let token = token(&bench, "coupon").await;
    let bobs = bench.shop.confirm_newsletter(&token).await.unwrap();
    assert_ne!(anns.coupon.code, bobs.coupon.code);
}

#[tokio::test]
async fn a_code_that_is_taken_is_not_given_again() {
    let bench = TestShop::default();
    join(&bench).await;
    // One secret went into the link; the next is the code.
    let other = samples::subscription(99);
    let add = bench.shop.store.write(move |tx| {
        tx.insert_subscription(&other)?;
        tx.insert_coupon(&other.id, &samples::coupon(2))
    });
    add.await.unwrap();
    let token = token(&bench, "coupon").await;
    let refused = bench.shop.confirm_newsletter(&token).await;
    assert!(matches!(refused, Err(NewsletterError::Store(StoreError::Contention))), "{refused:?}");
    assert_eq!(state(&bench).await, SubscriptionState::Waiting);
    let welcome = bench.shop.confirm_newsletter(&token).await.unwrap();
    assert_ne!(welcome.coupon.code, samples::coupon(2).code);
}

#[tokio::test]
async fn only_admins_see_who_gets_it() {
    let bench = TestShop::default();
    let (admin, marta) = (bench.admin().await, bench.customer("marta").await);
    confirmed(&bench).await;
    bench.shop.join_newsletter("bob@example.com".parse().unwrap()).await.unwrap();
    let seen = bench.shop.subscriptions(admin, Page::first()).await.unwrap();
    let seen: Vec<_> = seen.iter().map(|one| (one.email.as_str(), one.state)).collect();
    assert_eq!(
        seen,
        [("bob@example.com", SubscriptionState::Waiting), ("ann@example.com", SubscriptionState::Confirmed)]
    );
    let refused = bench.shop.subscriptions(marta, Page::first()).await;
    assert!(matches!(refused, Err(NewsletterError::Denied(AccessDenied::Forbidden))), "{refused:?}");
}

#[tokio::test]
async fn every_link_and_coupon_in_a_mail_can_be_hidden() {
    let bench = TestShop::default();
    let (_, welcome) = confirmed(&bench).await;
    bench.clock.advance(A_DAY);
    join(&bench).await;
    let mails = mails(&bench).await;
    assert_eq!(mails.len(), 3, "the invitation, the coupon, the reminder of it");
    for mail in mails {
        assert!(mail.text.contains("?token="), "{}", mail.text);
        let hidden = mail.without_secrets().text;
        assert!(hidden.contains("[link hidden]") && !hidden.contains("?token="), "{hidden}");
        assert!(!hidden.contains(welcome.coupon.code.as_str()), "{hidden}");
    }
}
