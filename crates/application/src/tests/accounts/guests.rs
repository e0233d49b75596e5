//! Guests: what they may do, and how they come back.

use crate::{
    accounts::{access::AccessDenied, guests::GuestError},
    carts::CartError,
    orders::{placing::OrderingError, shipment::Ship},
    payments::{
        initiation::StartPayment,
        partial_refunds::{GiveBack, RefundPart},
    },
    ports::{identity::Token, page::Page},
    testing::test_shop::TestShop,
};
use autoparts_domain::{
    accounts::User,
    id::UserId,
    link_token::LinkToken,
    money::{Money, RefundAmount},
};
use std::{collections::BTreeSet, time::Duration};

const ADDRESS: &str = "marta@example.com";

/// A guest under the address of Marta, who has an account.
async fn guest(test_shop: &TestShop) -> (UserId, LinkToken) {
    let (access, token) = test_shop.shop.add_guest("Marta".parse().unwrap(), ADDRESS.parse().unwrap()).await.unwrap();
    (acting(test_shop, &access).await, token)
}

async fn acting(test_shop: &TestShop, token: &Token) -> UserId {
    test_shop.shop.authenticate(token).await.unwrap().user
}

/// The token of the link in the e-mail about the last order.
async fn mailed_link(test_shop: &TestShop) -> LinkToken {
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let link = mails[0].text.lines().find(|line| line.contains("/my-order?token=")).expect("a link");
    link.rsplit('=').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_guest_takes_nothing_from_whom_the_address_belongs_to() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let (guest, _) = guest(&test_shop).await;
    assert_ne!(guest, marta);
    let part = test_shop.part(1, 10, 1_000).await;
    let order = test_shop.order(guest, part, 1).await;
    let theirs = test_shop.shop.orders_of(marta, ADDRESS.parse().unwrap(), Page::first()).await.unwrap();
    assert!(theirs.is_empty(), "the member does not see it");
    assert!(matches!(test_shop.shop.order_with_refunds(marta, order).await, Err(OrderingError::NoSuchOrder)));
    let own = test_shop.shop.orders_of(guest, ADDRESS.parse().unwrap(), Page::first()).await.unwrap();
    assert_eq!(own.len(), 1);
}

#[tokio::test]
async fn a_guest_orders_pays_and_deletes_and_does_nothing_else() {
    let test_shop = TestShop::default();
    let (guest, part) = (guest(&test_shop).await.0, test_shop.part(1, 10, 1_000).await);
    let (paid, _) = test_shop.paid_order(guest, part, 1).await;
    assert!(test_shop.stored_order(paid).await.is_paid());
    let other = test_shop.order(guest, part, 2).await;
    assert!(test_shop.shop.delete_own_order(guest, other).await.unwrap());
    let start = StartPayment { order: Some(other), price: None };
    assert!(test_shop.shop.start_payment(guest, start).await.is_err(), "it was deleted");
    let cart = test_shop.shop.cart(guest, ADDRESS.parse().unwrap()).await;
    assert!(matches!(cart, Err(CartError::Denied(AccessDenied::SignInRequired))), "{cart:?}");
    let users = test_shop.shop.users(guest, Page::first()).await;
    assert!(users.is_err_and(|error| error.to_string() == AccessDenied::SignInRequired.to_string()));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_guest_comes_back_by_the_mailed_link_and_by_what_their_browser_keeps() {
    let test_shop = TestShop::default();
    let (guest, kept) = guest(&test_shop).await;
    let part = test_shop.part(1, 10, 1_000).await;
    let order = test_shop.order(guest, part, 1).await;
    let mailed = mailed_link(&test_shop).await;
    for (token, expected) in [(&kept, None), (&mailed, Some(order)), (&mailed, Some(order))] {
        let back = test_shop.shop.resume_guest(token).await.unwrap();
        assert_eq!((acting(&test_shop, &back.access_token).await, back.order), (guest, expected));
    }
    // Long after every session has ended, the link is as good as before.
    test_shop.clock.advance(Duration::from_hours(24 * 60));
    test_shop.shop.run_maintenance().await;
    assert_eq!(test_shop.shop.resume_guest(&mailed).await.unwrap().order, Some(order));
    let forged = test_shop.shop.resume_guest(&"forged".parse().unwrap()).await;
    assert!(matches!(forged, Err(GuestError::BadLink)), "{forged:?}");
}

#[tokio::test]
async fn a_guest_who_never_orders_is_forgotten_after_a_week() {
    let test_shop = TestShop::default();
    let (_, kept) = guest(&test_shop).await;
    test_shop.clock.advance(Duration::from_hours(24 * 7));
    test_shop.shop.run_maintenance().await;
    assert!(test_shop.shop.resume_guest(&kept).await.is_ok(), "not before");
    test_shop.clock.advance(Duration::from_secs(1));
    test_shop.shop.run_maintenance().await;
    assert!(matches!(test_shop.shop.resume_guest(&kept).await, Err(GuestError::BadLink)));
}

#[tokio::test]
async fn the_link_of_a_guest_is_hidden_where_admins_read_mails() {
    let test_shop = TestShop::default();
    let (guest, part) = (guest(&test_shop).await.0, test_shop.part(1, 10, 1_000).await);
    test_shop.order(guest, part, 1).await;
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let hidden = mails[0].clone().without_secrets().text;
    assert!(mails[0].text.contains("/my-order?token=") && !hidden.contains("token="), "{hidden}");
    assert!(hidden.contains("[link hidden]"));
}

#[tokio::test]
async fn every_e_mail_about_an_order_leads_a_guest_back_by_a_link_of_its_own() {
    let test_shop = TestShop::default();
    let (guest, admin) = (guest(&test_shop).await.0, test_shop.admin().await);
    let part = test_shop.part(1, 10, 1_000).await;
    let (order, _) = test_shop.paid_order(guest, part, 2).await;
    assert!(test_shop.shop.ship(admin, order, Ship::default()).await.unwrap());
    let what = GiveBack::Amount(RefundAmount::new(Money::from_cents(100).unwrap()).unwrap());
    let part_of_it = RefundPart { what, note: None, idempotency_key: None };
    test_shop.shop.refund_part(admin, order, part_of_it).await.unwrap();
    test_shop.shop.refund_shipped_order(admin, order).await.unwrap();
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    assert_eq!(mails.len(), 5, "placed, paid, shipped, partly refunded, refunded");
    let mut seen = BTreeSet::new();
    for mail in mails {
        let link = mail.text.lines().find(|line| line.contains("/my-order?token=")).expect("a link");
        let token: LinkToken = link.rsplit('=').next().unwrap().parse().unwrap();
        assert_eq!(test_shop.shop.resume_guest(&token).await.unwrap().order, Some(order), "{}", mail.text);
        assert!(seen.insert(link.to_owned()), "each has its own");
        assert!(!mail.text.contains("/dashboard") && !mail.text.contains("/payment/"), "{}", mail.text);
        assert!(!mail.without_secrets().text.contains("token="));
    }
    let other = test_shop.order(guest, part, 1).await;
    test_shop.shop.delete_any_order(admin, other).await.unwrap();
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    assert!(mails[0].subject.starts_with("We have deleted") && !mails[0].text.contains("://"), "{}", mails[0].text);
}

#[tokio::test]
async fn a_link_of_a_guest_opens_no_account() {
    let test_shop = TestShop::default();
    let (guest, kept) = guest(&test_shop).await;
    let become_member = test_shop.shop.store.write(move |tx| {
        let before = tx.user(&guest)?.unwrap();
        tx.update_user(&before, &User { guest: false, ..before.clone() })
    });
    become_member.await.unwrap();
    assert!(matches!(test_shop.shop.resume_guest(&kept).await, Err(GuestError::BadLink)));
}
