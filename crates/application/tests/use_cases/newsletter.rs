use autoparts_application::{
    accounts::access::AccessDenied,
    newsletter::{NewsletterError, Welcome},
    ports::{mailer::DeliverableAddresses, outbox::Mail, page::Page, store_error::StoreError},
    use_case_error::UseCaseError::{self, Denied, Refused},
};
use autoparts_domain::{
    email::Email,
    id::UserId,
    link_token::LinkToken,
    newsletter::{CouponCode, LINK_LASTS, SubscriptionState},
    validation::ValidationError,
};
use autoparts_testing::{samples, test_shop::TestShop};
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

/// All emails, oldest first.
async fn mails(test_shop: &TestShop) -> Vec<Mail> {
    let mut mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    mails.reverse();
    mails
}

async fn subjects(test_shop: &TestShop) -> Vec<String> {
    mails(test_shop).await.into_iter().map(|mail| mail.subject).collect()
}

/// The token of the link in the newest email, which must point to a page.
async fn token(test_shop: &TestShop, page: &str) -> LinkToken {
    let text = mails(test_shop).await.pop().unwrap().text;
    let link = format!("https://shop.example/{page}#token=");
    let (_, rest) = text.split_once(&link).unwrap_or_else(|| panic!("no {link} in: {text}"));
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

async fn confirmed(test_shop: &TestShop) -> (LinkToken, Welcome) {
    join(test_shop).await;
    let token = token(test_shop, "coupon").await;
    let welcome = test_shop.shop.confirm_newsletter(&token).await.unwrap();
    (token, welcome)
}

fn code(welcome: &Welcome) -> CouponCode {
    welcome.coupon.clone().unwrap().code
}

async fn confirmed_as(test_shop: &TestShop, email: &str) -> Welcome {
    test_shop.shop.join_newsletter(email.parse().unwrap()).await.unwrap();
    test_shop.shop.confirm_newsletter(&token(test_shop, "coupon").await).await.unwrap()
}

async fn state(test_shop: &TestShop) -> SubscriptionState {
    test_shop.shop.store.read(|tx| tx.subscription_by_email(&ann())).await.unwrap().unwrap().state
}

async fn is_refused(test_shop: &TestShop, token: &LinkToken) -> bool {
    matches!(test_shop.shop.confirm_newsletter(token).await, Err(Refused(NewsletterError::BadLink)))
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
async fn only_the_digest_of_the_token_is_stored() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    let token = token(&test_shop, "coupon").await;
    let raw = token.reveal().to_owned();
    let digest = test_shop.shop.secrets.digest(token.reveal());
    assert_eq!(test_shop.shop.store.read(move |tx| tx.newsletter_link(&raw)).await.unwrap(), None);
    assert!(test_shop.shop.store.read(move |tx| tx.newsletter_link(&digest)).await.unwrap().is_some());
}

#[tokio::test]
async fn repeated_requests_do_not_flood_a_mailbox() {
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
async fn confirming_gives_a_coupon_and_sends_it_by_email() {
    let test_shop = TestShop::default();
    let (_, welcome) = confirmed(&test_shop).await;
    assert_eq!(welcome.email, ann());
    let coupon = welcome.coupon.unwrap();
    assert_eq!((coupon.amount.cents(), coupon.minimum.cents(), coupon.used_at), (5_000, 10_000, None));
    assert_eq!(coupon.valid_until, Some(coupon.issued_at.plus(A_DAY * 90)));
    let mail = mails(&test_shop).await.pop().unwrap();
    assert_eq!((mail.to, mail.subject.as_str()), (ann(), "Your $50 coupon"));
    for words in [coupon.code.as_str(), "one order of at least $100 before shipping and tax, placed before Apr 1, 2026"]
    {
        assert!(mail.text.contains(words), "{words} is missing in: {}", mail.text);
    }
    token(&test_shop, "unsubscribe").await;
    assert_eq!(state(&test_shop).await, SubscriptionState::Confirmed);
}

#[tokio::test]
async fn a_repeated_link_has_the_same_response_and_sends_no_email() {
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
async fn a_link_is_valid_for_seven_days() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    test_shop.clock.advance((A_DAY * 7).saturating_sub(Duration::from_micros(1)));
    let token = token(&test_shop, "coupon").await;
    test_shop.shop.confirm_newsletter(&token).await.unwrap();
}

#[tokio::test]
async fn a_link_has_one_purpose() {
    let test_shop = TestShop::default();
    let (confirming, _) = confirmed(&test_shop).await;
    let leaving = token(&test_shop, "unsubscribe").await;
    assert!(is_refused(&test_shop, &leaving).await);
    let left = test_shop.shop.leave_newsletter(&confirming).await;
    assert!(matches!(left, Err(Refused(NewsletterError::BadLink))), "{left:?}");
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
    assert!(mails[2].text.contains(code(&welcome).as_str()), "{}", mails[2].text);
    let token = token(&test_shop, "unsubscribe").await;
    test_shop.shop.leave_newsletter(&token).await.unwrap();
    assert_eq!(state(&test_shop).await, SubscriptionState::Left);
}

#[tokio::test]
async fn unsubscribing_is_idempotent_and_works_from_an_old_email() {
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
async fn an_old_confirmation_link_does_not_resubscribe() {
    let test_shop = TestShop::default();
    let (confirming, _) = confirmed(&test_shop).await;
    test_shop.shop.leave_newsletter(&token(&test_shop, "unsubscribe").await).await.unwrap();
    assert!(is_refused(&test_shop, &confirming).await);
    assert_eq!(state(&test_shop).await, SubscriptionState::Left);
}

#[tokio::test]
async fn resubscribing_requires_a_new_link_and_gives_no_second_coupon() {
    let test_shop = TestShop::default();
    let (_, first) = confirmed(&test_shop).await;
    test_shop.shop.leave_newsletter(&token(&test_shop, "unsubscribe").await).await.unwrap();
    test_shop.clock.advance(TEN_MINUTES);
    let (_, second) = confirmed(&test_shop).await;
    assert_eq!(second, first);
    let expected =
        ["Confirm your email and get your $50 coupon", "Your $50 coupon", "Confirm your email", "Your $50 coupon"];
    assert_eq!(subjects(&test_shop).await, expected);
}

#[tokio::test]
async fn two_addresses_get_two_coupons() {
    let test_shop = TestShop::default();
    let (_, anns) = confirmed(&test_shop).await;
    test_shop.shop.join_newsletter("bob@example.com".parse().unwrap()).await.unwrap();
    let token = token(&test_shop, "coupon").await;
    let bobs = test_shop.shop.confirm_newsletter(&token).await.unwrap();
    assert_ne!(code(&anns), code(&bobs));
}

#[tokio::test]
async fn a_taken_coupon_code_is_not_given_again() {
    let test_shop = TestShop::default();
    join(&test_shop).await;
    // One secret is in the link; the next one is the code.
    let other = samples::subscription(99);
    let add = test_shop.shop.store.write(move |tx| {
        tx.insert_subscription(&other)?;
        tx.insert_coupon(&other.id, &samples::coupon(2))
    });
    add.await.unwrap();
    let token = token(&test_shop, "coupon").await;
    let refused = test_shop.shop.confirm_newsletter(&token).await;
    assert!(matches!(refused, Err(UseCaseError::Store(StoreError::Contention))), "{refused:?}");
    assert_eq!(state(&test_shop).await, SubscriptionState::Waiting);
    let welcome = test_shop.shop.confirm_newsletter(&token).await.unwrap();
    assert_ne!(code(&welcome), samples::coupon(2).code);
}

#[tokio::test]
async fn only_admins_see_the_subscribers() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = test_shop.customer("marta").await;
    confirmed(&test_shop).await;
    test_shop.shop.join_newsletter("bob@example.com".parse().unwrap()).await.unwrap();
    let seen = test_shop.shop.subscriptions(admin, Page::first()).await.unwrap();
    let seen: Vec<_> = seen.iter().map(|one| (one.email.as_str(), one.state)).collect();
    assert_eq!(
        seen,
        [("bob@example.com", SubscriptionState::Waiting), ("ann@example.com", SubscriptionState::Confirmed)]
    );
    let refused = test_shop.shop.subscriptions(marta, Page::first()).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
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
        assert!(mail.text.contains("#token="), "{}", mail.text);
        let hidden = mail.without_secrets().text;
        assert!(hidden.contains("[link hidden]") && !hidden.contains("#token="), "{hidden}");
        assert!(!hidden.contains(code(&welcome).as_str()), "{hidden}");
    }
}

#[tokio::test]
async fn a_mailbox_gets_one_coupon_under_all_its_addresses() {
    let test_shop = TestShop::default();
    assert!(confirmed_as(&test_shop, "ann@gmail.com").await.coupon.is_some());
    for other in ["ann+1@gmail.com", "Ann+2@GoogleMail.com", "a.n.n@gmail.com"] {
        let welcome = confirmed_as(&test_shop, other).await;
        assert_eq!(welcome.coupon, None, "{other}");
    }
    let texts = mails(&test_shop).await;
    let [.., invitation, welcome] = texts.as_slice() else { panic!("{texts:?}") };
    assert_eq!(invitation.subject, "Confirm your email");
    assert!(!invitation.text.contains("coupon for"), "nothing is promised: {}", invitation.text);
    assert_eq!(welcome.subject, "You are subscribed to the Autoparts newsletter");
}

#[tokio::test]
async fn an_erased_subscription_gets_no_second_coupon() {
    let test_shop = TestShop::default();
    confirmed(&test_shop).await;
    let erase =
        test_shop.shop.store.write(|tx| tx.erase_subscription_of(&ann(), &"gone@moved.invalid".parse().unwrap()));
    erase.await.unwrap();
    test_shop.clock.advance(A_DAY);
    let (_, welcome) = confirmed(&test_shop).await;
    assert_eq!(welcome.coupon, None);
}

#[tokio::test]
async fn a_recipient_from_the_previous_release_gets_no_second_coupon() {
    let test_shop = TestShop::default();
    let give = test_shop.shop.store.write(|tx| {
        let subscription = samples::subscription(99);
        tx.insert_subscription(&subscription)?;
        tx.insert_coupon(&subscription.id, &samples::coupon(99))
    });
    give.await.unwrap();
    assert!(test_shop.shop.run_maintenance().await);
    assert_eq!(confirmed_as(&test_shop, "reader-99+again@example.com").await.coupon, None);
}

#[tokio::test]
async fn a_shop_without_an_offer_gives_no_coupon_and_promises_none() {
    let mut test_shop = TestShop::default();
    let (_, welcome) = confirmed(&test_shop).await;
    assert!(welcome.coupon.is_some());
    test_shop.shop.rules.coupon = None;
    assert_eq!(confirmed_as(&test_shop, "bob@example.com").await.coupon, None);
    assert!(mails(&test_shop).await.iter().skip(2).all(|mail| !mail.text.contains('$')));
    test_shop.shop.rules.coupon = TestShop::default().shop.rules.coupon;
    assert!(confirmed_as(&test_shop, "bob+2@example.com").await.coupon.is_some(), "that mailbox had none");
}

#[tokio::test]
async fn invitations_to_all_addresses_of_a_mailbox_are_limited_per_day() {
    let test_shop = TestShop::default();
    for number in 0..40 {
        test_shop.shop.join_newsletter(format!("ann+{number}@example.com").parse().unwrap()).await.unwrap();
    }
    assert_eq!(mails(&test_shop).await.len(), 20);
    test_shop.clock.advance(A_DAY);
    test_shop.shop.join_newsletter("ann+50@example.com".parse().unwrap()).await.unwrap();
    assert_eq!(mails(&test_shop).await.len(), 21);
}

#[tokio::test]
async fn an_undeliverable_address_is_refused() {
    let mut test_shop = TestShop::default();
    test_shop.shop.deliverable = std::sync::Arc::new(AsciiOnly);
    let refused = test_shop.shop.join_newsletter("ü0@example.com".parse().unwrap()).await;
    assert!(matches!(refused, Err(Refused(NewsletterError::Email(ValidationError::Undeliverable)))), "{refused:?}");
    join(&test_shop).await;
    assert_eq!(mails(&test_shop).await.len(), 1);
}

/// A mail server without SMTPUTF8.
struct AsciiOnly;

impl DeliverableAddresses for AsciiOnly {
    fn can_send_to(&self, to: &Email) -> bool {
        !to.needs_smtputf8()
    }
}
