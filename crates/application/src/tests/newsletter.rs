use crate::{
    accounts::access::AccessDenied,
    newsletter::{NewsletterError, Welcome},
    ports::{outbox::Mail, page::Page, store_error::StoreError},
    testing::{samples, test_shop::TestShop},
};
use autoparts_domain::{
    email::Email,
    id::UserId,
    link_token::LinkToken,
    newsletter::{LINK_LASTS, SubscriptionState},
};
use std::time::Duration;

const A_MINUTE: Duration = Duration::from_mins(1);
const TEN_MINUTES: Duration = Duration::from_mins(10);
const A_DAY: Duration = Duration::from_hours(24);

fn ann() -> Email {
    "ann@example.com".parse().unwrap()
}

async fn join(test_shop: &TestShop) {
    test_shop.shop.join_newsletter(ann()).await.unwrap();
}

/// All mails, oldest first.
async fn mails(test_shop: &TestShop) -> Vec<Mail> {
    let mut mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    mails.reverse();
    mails
}

async fn subjects(test_shop: &TestShop) -> Vec<String> {
    mails(test_shop).await.into_iter().map(|mail| mail.subject).collect()
}

/// The token of the link in the newest mail, which must lead to a page.
async fn token(test_shop: &TestShop, page: &str) -> LinkToken {
    let text = mails(test_shop).await.pop().unwrap().text;
    let link = format!("https://shop.example/{page}?token=");
    let (_, rest) = text.split_once(&link).unwrap_or_else(|| panic!("no {link} in: {text}"));
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

async fn confirmed(test_shop: &TestShop) -> (LinkToken, Welcome) {
    join(test_shop).await;
    let token = token(test_shop, "coupon").await;
    let welcome = test_shop.shop.confirm_newsletter(&token).await.unwrap();
    (token, welcome)
}

async fn state(test_shop: &TestShop) -> SubscriptionState {
    test_shop.shop.store.read(|tx| tx.subscription_by_email(&ann())).await.unwrap().unwrap().state
}

async fn is_refused(test_shop: &TestShop, token: &LinkToken) -> bool {
    matches!(test_shop.shop.confirm_newsletter(token).await, Err(NewsletterError::BadLink))
}

#[tokio::test]
async fn a_caller_is_mailed_a_link_about_their_subscription() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    let mail = mails(&test_shop).await.pop().unwrap();
    let subscription = test_shop.shop.store.read(|tx| tx.subscription_by_email(&ann())).await.unwrap().unwrap();
    assert_eq!(mail.good_until, mail.written_at.plus(LINK_LASTS), "as long as its link");
    assert_eq!((mail.to, mail.owner), (ann(), UserId::from(subscription.id.uuid())));
    assert_eq!(mail.subject, "Confirm your email and get your $50 coupon");
    assert_eq!((subscription.state, subscription.coupon), (SubscriptionState::Waiting, None));
}

#[tokio::test]
async fn the_token_itself_is_not_kept() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    let token = token(&test_shop, "coupon").await;
    let (raw, digest) = (token.reveal().to_owned(), test_shop.shop.secrets.digest(token.reveal()));
    assert_eq!(test_shop.shop.store.read(move |tx| tx.newsletter_link(&raw)).await.unwrap(), None);
    assert!(test_shop.shop.store.read(move |tx| tx.newsletter_link(&digest)).await.unwrap().is_some());
}

#[tokio::test]
async fn nobodys_mailbox_is_filled_by_asking_often() {
    let test_shop = TestShop::default();
    for _ in 0..9 {
        join(&test_shop).await;
        test_shop.clock.advance(A_MINUTE);
    }
    assert_eq!(mails(&test_shop).await.len(), 1);
    test_shop.clock.advance(A_MINUTE);
    join(&test_shop).await;
    assert_eq!(mails(&test_shop).await.len(), 2);
}

#[tokio::test]
async fn confirming_brings_a_coupon_and_a_mail_with_it() {
    let test_shop = TestShop::default();
    let (_, welcome) = confirmed(&test_shop).await;
    assert_eq!(welcome.email, ann());
    assert_eq!((welcome.coupon.amount.cents(), welcome.coupon.used_at), (5_000, None));
    let mail = mails(&test_shop).await.pop().unwrap();
    assert_eq!((mail.to, mail.subject.as_str()), (ann(), "Your $50 coupon"));
    assert!(mail.text.contains(welcome.coupon.code.as_str()), "{}", mail.text);
    token(&test_shop, "unsubscribe").await;
    assert_eq!(state(&test_shop).await, SubscriptionState::Confirmed);
}

#[tokio::test]
async fn the_same_link_again_answers_the_same_and_mails_nothing() {
    let test_shop = TestShop::default();
    let (token, welcome) = confirmed(&test_shop).await;
    test_shop.clock.advance(A_DAY);
    assert_eq!(test_shop.shop.confirm_newsletter(&token).await.unwrap(), welcome);
    assert_eq!(mails(&test_shop).await.len(), 2);
}

#[tokio::test]
async fn a_link_that_is_wrong_replaced_or_old_is_refused() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    let first = token(&test_shop, "coupon").await;
    test_shop.clock.advance(TEN_MINUTES);
    join(&test_shop).await;
    let second = token(&test_shop, "coupon").await;
    assert!(is_refused(&test_shop, &"nonsense".parse().unwrap()).await);
    assert!(is_refused(&test_shop, &first).await, "replaced");
    test_shop.clock.advance(A_DAY * 7);
    assert!(is_refused(&test_shop, &second).await, "old");
    assert_eq!(state(&test_shop).await, SubscriptionState::Waiting);
    assert_eq!(mails(&test_shop).await.len(), 2);
}

#[tokio::test]
async fn a_link_is_good_until_the_seventh_day_ends() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    test_shop.clock.advance((A_DAY * 7).saturating_sub(Duration::from_micros(1)));
    let token = token(&test_shop, "coupon").await;
    test_shop.shop.confirm_newsletter(&token).await.unwrap();
}

#[tokio::test]
async fn a_link_does_only_what_it_was_mailed_for() {
    let test_shop = TestShop::default();
    let (confirming, _) = confirmed(&test_shop).await;
    let leaving = token(&test_shop, "unsubscribe").await;
    assert!(is_refused(&test_shop, &leaving).await);
    let left = test_shop.shop.leave_newsletter(&confirming).await;
    assert!(matches!(left, Err(NewsletterError::BadLink)), "{left:?}");
    assert_eq!(state(&test_shop).await, SubscriptionState::Confirmed);
}

#[tokio::test]
async fn a_confirmed_subscriber_is_reminded_of_the_coupon_once_a_day() {
    let test_shop = TestShop::default();
    let (_, welcome) = confirmed(&test_shop).await;
    join(&test_shop).await;
    test_shop.clock.advance(A_DAY);
    join(&test_shop).await;
    join(&test_shop).await;
    let mails = mails(&test_shop).await;
    assert_eq!(mails.len(), 3);
    assert_eq!(mails[2].subject, "You already have a $50 coupon");
    assert!(mails[2].text.contains(welcome.coupon.code.as_str()), "{}", mails[2].text);
    let token = token(&test_shop, "unsubscribe").await;
    test_shop.shop.leave_newsletter(&token).await.unwrap();
    assert_eq!(state(&test_shop).await, SubscriptionState::Left);
}

#[tokio::test]
async fn leaving_is_repeatable_and_an_old_mail_still_does_it() {
    let test_shop = TestShop::default();
    confirmed(&test_shop).await;
    let first = token(&test_shop, "unsubscribe").await;
    test_shop.clock.advance(A_DAY * 400);
    join(&test_shop).await;
    for _ in 0..2 {
        test_shop.shop.leave_newsletter(&first).await.unwrap();
        assert_eq!(state(&test_shop).await, SubscriptionState::Left);
    }
}

#[tokio::test]
async fn an_old_confirmation_does_not_bring_back_who_left() {
    let test_shop = TestShop::default();
    let (confirming, _) = confirmed(&test_shop).await;
    test_shop.shop.leave_newsletter(&token(&test_shop, "unsubscribe").await).await.unwrap();
    assert!(is_refused(&test_shop, &confirming).await);
    assert_eq!(state(&test_shop).await, SubscriptionState::Left);
}

#[tokio::test]
async fn coming_back_takes_a_new_link_and_gives_no_second_coupon() {
    let test_shop = TestShop::default();
    let (_, first) = confirmed(&test_shop).await;
    test_shop.shop.leave_newsletter(&token(&test_shop, "unsubscribe").await).await.unwrap();
    test_shop.clock.advance(TEN_MINUTES);
    let (_, second) = confirmed(&test_shop).await;
    assert_eq!(second, first);
    let expected = [
        "Confirm your email and get your $50 coupon",
        "Your $50 coupon",
        "Confirm your email and get your $50 coupon",
        "Your $50 coupon",
    ];
    assert_eq!(subjects(&test_shop).await, expected);
}

#[tokio::test]
async fn two_addresses_get_two_coupons() {
    let test_shop = TestShop::default();
    let (_, anns) = confirmed(&test_shop).await;
    test_shop.shop.join_newsletter("bob@example.com".parse().unwrap()).await.unwrap();
    let token = token(&test_shop, "coupon").await;
    let bobs = test_shop.shop.confirm_newsletter(&token).await.unwrap();
    assert_ne!(anns.coupon.code, bobs.coupon.code);
}

#[tokio::test]
async fn a_code_that_is_taken_is_not_given_again() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    // One secret went into the link; the next is the code.
    let other = samples::subscription(99);
    let add = test_shop.shop.store.write(move |tx| {
        tx.insert_subscription(&other)?;
        tx.insert_coupon(&other.id, &samples::coupon(2))
    });
    add.await.unwrap();
    let token = token(&test_shop, "coupon").await;
    let refused = test_shop.shop.confirm_newsletter(&token).await;
    assert!(matches!(refused, Err(NewsletterError::Store(StoreError::Contention))), "{refused:?}");
    assert_eq!(state(&test_shop).await, SubscriptionState::Waiting);
    let welcome = test_shop.shop.confirm_newsletter(&token).await.unwrap();
    assert_ne!(welcome.coupon.code, samples::coupon(2).code);
}

#[tokio::test]
async fn only_admins_see_who_gets_it() {
    let test_shop = TestShop::default();
    let (admin, marta) = (test_shop.admin().await, test_shop.customer("marta").await);
    confirmed(&test_shop).await;
    test_shop.shop.join_newsletter("bob@example.com".parse().unwrap()).await.unwrap();
    let seen = test_shop.shop.subscriptions(admin, Page::first()).await.unwrap();
    let seen: Vec<_> = seen.iter().map(|one| (one.email.as_str(), one.state)).collect();
    assert_eq!(
        seen,
        [("bob@example.com", SubscriptionState::Waiting), ("ann@example.com", SubscriptionState::Confirmed)]
    );
    let refused = test_shop.shop.subscriptions(marta, Page::first()).await;
    assert!(matches!(refused, Err(NewsletterError::Denied(AccessDenied::Forbidden))), "{refused:?}");
}

#[tokio::test]
async fn every_link_and_coupon_in_a_mail_can_be_hidden() {
    let test_shop = TestShop::default();
    let (_, welcome) = confirmed(&test_shop).await;
    test_shop.clock.advance(A_DAY);
    join(&test_shop).await;
    let mails = mails(&test_shop).await;
    assert_eq!(mails.len(), 3, "the invitation, the coupon, the reminder of it");
    for mail in mails {
        assert!(mail.text.contains("?token="), "{}", mail.text);
        let hidden = mail.without_secrets().text;
        assert!(hidden.contains("[link hidden]") && !hidden.contains("?token="), "{hidden}");
        assert!(!hidden.contains(welcome.coupon.code.as_str()), "{hidden}");
    }
}
