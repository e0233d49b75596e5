//! Guests: what they may do, how they resume, and what their emailed links open.

use autoparts_application::{
    accounts::{
        access::{AccessDenied, Authority},
        guests::{GuestError, GuestResult},
    },
    orders::{ordering_error::OrderingError, shipment::Ship},
    payments::{
        initiation::StartPayment,
        partial_refunds::{RefundPart, RefundScope},
    },
    ports::{identity::Token, outbox::Mail, page::Page},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    accounts::User,
    audit::AuditAction,
    email::Email,
    id::{OrderId, UserId},
    link_token::LinkToken,
    member_documents::carts::CartLines,
    money::{Money, RefundAmount},
};
use autoparts_testing::test_shop::TestShop;
use std::{collections::BTreeSet, time::Duration};

const ADDRESS: &str = "marta@example.com";

/// A guest with Marta's address.
async fn guest(test_shop: &TestShop) -> (UserId, LinkToken) {
    let (access, token) = test_shop.shop.add_guest("Marta".parse().unwrap(), ADDRESS.parse().unwrap()).await.unwrap();
    (user_of(test_shop, &access).await, token)
}

async fn user_of(test_shop: &TestShop, token: &Token) -> UserId {
    test_shop.shop.authenticate(token).await.unwrap().user
}

/// The emails, newest first.
async fn mails(test_shop: &TestShop) -> Vec<Mail> {
    test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap()
}

/// The token of the link in an email.
fn link_in(mail: &Mail) -> Option<LinkToken> {
    let link = mail.text.lines().find(|line| line.starts_with("https://shop.example/my-order#token="))?;
    Some(link.rsplit('=').next().unwrap().parse().unwrap())
}

/// The token of the link in the newest email.
async fn mailed_link(test_shop: &TestShop) -> LinkToken {
    link_in(&mails(test_shop).await[0]).expect("a link")
}

/// Opens a link, and returns its order and its authority.
async fn opened(test_shop: &TestShop, link: &LinkToken) -> GuestResult<(OrderId, Authority)> {
    let opened = test_shop.shop.open_order_link(link).await?;
    let grant = test_shop.shop.read_access_token(&opened.access_token).unwrap();
    Ok((opened.order, test_shop.shop.check_session(grant).await.unwrap()))
}

#[tokio::test]
async fn a_guest_and_a_member_with_the_same_address_have_separate_orders() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let (guest, _) = guest(&test_shop).await;
    assert_ne!(guest, marta);
    let part = test_shop.part(1, 10, 1_000).await;
    let order = test_shop.order(guest, part, 1).await;
    let theirs = test_shop.shop.orders_of(marta, ADDRESS.parse().unwrap(), Page::first()).await.unwrap();
    assert!(theirs.is_empty(), "the member does not see it");
    assert!(matches!(test_shop.shop.order_with_refunds(marta, order).await, Err(Refused(OrderingError::NoSuchOrder))));
    let own = test_shop.shop.orders_of(guest, ADDRESS.parse().unwrap(), Page::first()).await.unwrap();
    assert_eq!(own.len(), 1);
}

#[tokio::test]
async fn a_guest_can_only_order_pay_and_delete() {
    let test_shop = TestShop::default();
    let guest = guest(&test_shop).await.0;
    let part = test_shop.part(1, 10, 1_000).await;
    let (paid, _) = test_shop.paid_order(guest, part, 1).await;
    assert!(test_shop.stored_order(paid).await.is_paid());
    let other = test_shop.order(guest, part, 2).await;
    assert!(test_shop.shop.delete_own_order(guest, other).await.unwrap());
    let start = StartPayment::of(other);
    assert!(test_shop.shop.start_payment(guest, start).await.is_err(), "it was deleted");
    let cart = test_shop.shop.member_document::<CartLines>(guest, ADDRESS.parse().unwrap()).await;
    assert!(matches!(cart, Err(Denied(AccessDenied::SignInRequired))), "{cart:?}");
    let users = test_shop.shop.users(guest, Page::first()).await;
    assert!(users.is_err_and(|error| error.to_string() == AccessDenied::SignInRequired.to_string()));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_guest_resumes_in_their_browser_and_a_link_opens_one_order() {
    let test_shop = TestShop::default();
    let (guest, browser_token) = guest(&test_shop).await;
    let part = test_shop.part(1, 10, 1_000).await;
    let order = test_shop.order(guest, part, 1).await;
    let mailed = mailed_link(&test_shop).await;
    let other = test_shop.order(guest, part, 1).await;
    let back = test_shop.shop.resume_guest(&browser_token).await.unwrap();
    assert_eq!(user_of(&test_shop, &back.access_token).await, guest);
    for _ in 0..2 {
        let (of, authority) = opened(&test_shop, &mailed).await.unwrap();
        assert_eq!((of, authority.only(), authority.about(order)), (order, Some(order), Some(guest)));
        assert_eq!(authority.about(other), None, "another order of the same guest");
        assert!(matches!(authority.person(), Err(AccessDenied::Forbidden)), "the link does not sign in the guest");
    }
    // Long after every session has ended, the link still works.
    test_shop.clock.advance(Duration::from_hours(24 * 60));
    test_shop.shop.run_maintenance().await;
    assert_eq!(opened(&test_shop, &mailed).await.unwrap().0, order);
}

#[tokio::test]
async fn link_and_browser_tokens_are_not_interchangeable() {
    let test_shop = TestShop::default();
    let (guest, browser_token) = guest(&test_shop).await;
    let part = test_shop.part(1, 10, 1_000).await;
    test_shop.order(guest, part, 1).await;
    let mailed = mailed_link(&test_shop).await;
    for wrong in [mailed, "forged".parse().unwrap()] {
        let resumed = test_shop.shop.resume_guest(&wrong).await;
        assert!(matches!(resumed, Err(Refused(GuestError::BadLink))), "{resumed:?}");
    }
    for wrong in [browser_token, "forged".parse().unwrap()] {
        let opened = opened(&test_shop, &wrong).await;
        assert!(matches!(opened, Err(Refused(GuestError::BadLink))), "{opened:?}");
    }
}

#[tokio::test]
async fn revoked_links_are_refused_and_later_emails_have_no_link() {
    let test_shop = TestShop::default();
    let guest = guest(&test_shop).await.0;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 10, 1_000).await;
    let (order, _) = test_shop.paid_order(guest, part, 1).await;
    let links: Vec<_> = mails(&test_shop).await.iter().filter_map(link_in).collect();
    assert_eq!(links.len(), 2, "placed, paid");
    let other = test_shop.order(guest, part, 1).await;
    let of_other = mailed_link(&test_shop).await;
    let (_, holder) = opened(&test_shop, &links[0]).await.unwrap();
    let grant = test_shop.shop.open_order_link(&links[1]).await.unwrap().access_token;
    let grant = test_shop.shop.read_access_token(&grant).unwrap();

    assert!(test_shop.shop.revoke_order_links(holder, other).await.is_err(), "the link is another order's");
    let olga = Authority::new(test_shop.customer("olga").await, None);
    assert!(test_shop.shop.revoke_order_links(olga, order).await.is_err(), "a stranger");
    assert!(test_shop.shop.revoke_order_links(holder, order).await.unwrap());
    assert!(!test_shop.shop.revoke_order_links(holder, order).await.unwrap(), "already revoked");
    for link in &links {
        assert!(matches!(opened(&test_shop, link).await, Err(Refused(GuestError::Revoked))));
    }
    assert!(test_shop.shop.check_session(grant).await.is_err(), "its sessions end");
    assert!(opened(&test_shop, &of_other).await.is_ok(), "the link of the other order still works");
    assert!(test_shop.shop.ship(admin, order, Ship::default()).await.unwrap());
    let shipped = mails(&test_shop).await[0].clone();
    assert!(shipped.subject.contains("on its way") && !shipped.text.contains("my-order"), "{}", shipped.text);

    assert!(test_shop.shop.revoke_order_links(Authority::new(admin, None), other).await.unwrap());
    let log = test_shop.audit_log().await;
    let entry = log.iter().find(|entry| entry.action == AuditAction::RevokeOrderLinks).unwrap();
    assert_eq!((entry.actor, entry.detail.clone()), (Some(admin), Some(other.to_string())));
    assert_eq!(log.iter().filter(|entry| entry.action == AuditAction::RevokeOrderLinks).count(), 1, "only the admin");
}

#[tokio::test]
async fn signing_out_everywhere_ends_the_links() {
    let test_shop = TestShop::default();
    let address: Email = ADDRESS.parse().unwrap();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 1_000).await;
    let (guest, browser_token) = guest(&test_shop).await;
    test_shop.order(guest, part, 1).await;
    let link = mailed_link(&test_shop).await;
    // The mailbox belongs to a member with a verified address.
    test_shop.shop.sign_out_everywhere(marta, address.clone()).await.unwrap();
    assert!(matches!(opened(&test_shop, &link).await, Err(Refused(GuestError::Revoked))));
    assert!(test_shop.shop.resume_guest(&browser_token).await.is_ok(), "the guest's browser stays signed in");
    test_shop.order(guest, part, 1).await;
    let link = mailed_link(&test_shop).await;
    assert!(opened(&test_shop, &link).await.is_ok(), "later emails have links again");
    test_shop.clock.advance(Duration::from_secs(1));
    test_shop.shop.sign_out_everywhere(guest, address).await.unwrap();
    assert!(matches!(opened(&test_shop, &link).await, Err(Refused(GuestError::Revoked))));
    assert!(matches!(test_shop.shop.resume_guest(&browser_token).await, Err(Refused(GuestError::Revoked))));
}

#[tokio::test]
async fn a_guest_without_orders_is_purged_after_a_week() {
    let test_shop = TestShop::default();
    let (_, browser_token) = guest(&test_shop).await;
    test_shop.clock.advance(Duration::from_hours(24 * 7));
    test_shop.shop.run_maintenance().await;
    assert!(test_shop.shop.resume_guest(&browser_token).await.is_ok(), "not before");
    test_shop.clock.advance(Duration::from_secs(1));
    test_shop.shop.run_maintenance().await;
    assert!(matches!(test_shop.shop.resume_guest(&browser_token).await, Err(Refused(GuestError::BadLink))));
}

#[tokio::test]
async fn the_link_of_a_guest_is_hidden_from_admins() {
    let test_shop = TestShop::default();
    let guest = guest(&test_shop).await.0;
    let part = test_shop.part(1, 10, 1_000).await;
    test_shop.order(guest, part, 1).await;
    let mails = mails(&test_shop).await;
    let hidden = mails[0].clone().without_secrets().text;
    assert!(mails[0].text.contains("/my-order#token=") && !hidden.contains("token="), "{hidden}");
    assert!(hidden.contains("[link hidden]"));
}

#[tokio::test]
async fn every_email_about_an_existing_order_has_its_own_link() {
    let test_shop = TestShop::default();
    let guest = guest(&test_shop).await.0;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 10, 1_000).await;
    let (order, _) = test_shop.paid_order(guest, part, 2).await;
    assert!(test_shop.shop.ship(admin, order, Ship::default()).await.unwrap());
    let what = RefundScope::Amount(RefundAmount::new(Money::from_cents(100).unwrap()).unwrap());
    let part_of_it = RefundPart { what, note: None, idempotency_key: None };
    test_shop.shop.refund_part(admin, order, part_of_it).await.unwrap();
    test_shop.shop.refund_shipped_order(admin, order).await.unwrap();
    let written = mails(&test_shop).await;
    assert_eq!(written.len(), 5, "placed, paid, shipped, partly refunded, refunded");
    let mut seen = BTreeSet::new();
    for mail in written {
        let link = link_in(&mail).expect("a link");
        assert_eq!(opened(&test_shop, &link).await.unwrap().0, order, "{}", mail.text);
        assert!(seen.insert(link.reveal().to_owned()), "each has its own");
        assert!(!mail.text.contains("/dashboard") && !mail.text.contains("/payment/"), "{}", mail.text);
        assert!(!mail.without_secrets().text.contains("token="));
    }
    let other = test_shop.order(guest, part, 1).await;
    test_shop.shop.delete_any_order(admin, other).await.unwrap();
    let mails = mails(&test_shop).await;
    assert!(mails[0].subject.starts_with("We have deleted") && !mails[0].text.contains("://"), "{}", mails[0].text);
}

#[tokio::test]
async fn the_links_of_a_guest_do_not_open_a_members_account() {
    let test_shop = TestShop::default();
    let ((guest, browser_token), part) = (guest(&test_shop).await, test_shop.part(1, 10, 1_000).await);
    test_shop.order(guest, part, 1).await;
    let link = mailed_link(&test_shop).await;
    let become_member = test_shop.shop.store.write(move |tx| {
        let before = tx.user(&guest)?.unwrap();
        tx.update_user(&before, &User { guest: false, ..before.clone() })
    });
    become_member.await.unwrap();
    assert!(matches!(opened(&test_shop, &link).await, Err(Refused(GuestError::BadLink))));
    assert!(matches!(test_shop.shop.resume_guest(&browser_token).await, Err(Refused(GuestError::BadLink))));
}

#[tokio::test]
async fn a_guest_has_at_most_twenty_sessions() {
    let test_shop = TestShop::default();
    let (guest, token) = guest(&test_shop).await;
    let mut access = Vec::new();
    for _ in 0..60 {
        test_shop.clock.advance(Duration::from_secs(1));
        access.push(test_shop.shop.resume_guest(&token).await.unwrap().access_token);
    }
    let mut live = 0;
    for token in &access {
        live += usize::from(test_shop.shop.authenticate(token).await.is_ok());
    }
    assert_eq!(live, 20);
    assert!(test_shop.shop.authenticate(access.last().unwrap()).await.is_ok(), "the newest session is active");
    let rows = test_shop.shop.store.read(move |tx| tx.sessions_beyond(&guest, 0)).await.unwrap();
    assert_eq!(rows.len(), 20, "the others are deleted");
}
