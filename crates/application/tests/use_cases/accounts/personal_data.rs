//! Exporting a member's data, and deleting accounts.

use autoparts_application::{
    accounts::{
        AccountError, AccountResult,
        access::AccessDenied,
        personal_data::{erase_as_operator, personal_data_of},
    },
    orders::shipment::Ship,
    ports::{identity::Grant, page::Page, store_error::StoreError},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{audit::AuditAction, email::Email, id::UserId, reviews::Rating};
use autoparts_testing::{
    identity::{id_token, issued},
    test_shop::TestShop,
};
use std::time::Duration;

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// The initial session of users of the test shop.
fn session(user: UserId) -> Grant {
    Grant { user, session: user.uuid().into() }
}

async fn leave(test_shop: &TestShop, user: UserId, name: &str) -> AccountResult<()> {
    test_shop.shop.delete_account(session(user), address(name)).await
}

#[tokio::test]
async fn a_member_sees_only_their_own_data() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    let part = test_shop.part(1, 500, 1_000).await;
    for user in [marta, olga] {
        test_shop.shop.add_review(user, Rating::new(5).unwrap(), "Fine".parse().unwrap()).await.unwrap();
        test_shop.order(user, part, 1).await;
    }
    test_shop.shop.join_newsletter(address("marta")).await.unwrap();
    let data = test_shop.shop.personal_data(marta, address("marta")).await.unwrap();
    assert_eq!((data.user.id, data.orders.len(), data.reviews.len()), (marta, 1, 1));
    assert!(data.orders.iter().all(|order| order.snapshot().customer == marta));
    assert_eq!(data.reviews[0].author, marta);
    assert_eq!(data.subscription.map(|subscription| subscription.email), Some(address("marta")));
    for (caller, whose) in [(olga, "marta"), (test_shop.admin().await, "marta")] {
        let refused = test_shop.shop.personal_data(caller, address(whose)).await;
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
    }
}

#[tokio::test]
async fn the_personal_data_export_contains_all_orders() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 500, 1_000).await;
    for _ in 0..101 {
        test_shop.paid_order(marta, part, 1).await;
    }
    let data = test_shop.shop.personal_data(marta, address("marta")).await.unwrap();
    assert_eq!(data.orders.len(), 101);
    assert!(data.orders.is_sorted_by_key(|order| std::cmp::Reverse(order.snapshot().id)));
}

#[tokio::test]
async fn deleting_an_account_leaves_paid_orders_and_an_audit_entry() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 500, 1_000).await;
    let (order, _) = test_shop.paid_order(marta, part, 1).await;
    test_shop.shop.add_review(marta, Rating::new(5).unwrap(), "Fine".parse().unwrap()).await.unwrap();
    test_shop.shop.join_newsletter(address("marta")).await.unwrap();
    leave(&test_shop, marta, "marta").await.unwrap();

    assert!(test_shop.shop.check_session(session(marta)).await.is_err(), "the session is over");
    assert!(test_shop.shop.reviews(Page::first()).await.unwrap().is_empty());
    let left = test_shop.shop.store.read(|tx| {
        Ok::<_, StoreError>((tx.user_by_email(&address("marta"))?, tx.subscription_by_email(&address("marta"))?))
    });
    assert_eq!(left.await.unwrap(), (None, None));
    assert_eq!(test_shop.stored_order(order).await.snapshot().customer, marta);
    let log = test_shop.audit_log().await;
    assert_eq!((log[0].action, log[0].subject), (AuditAction::DeleteAccount, marta));
    test_shop.check_books().await;
}

#[tokio::test]
async fn deleting_an_account_keeps_the_newsletter_of_an_unverified_address() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let unconfirm = test_shop.shop.store.write(move |tx| {
        let user = tx.user(&marta)?.unwrap();
        tx.update_user(&user, &autoparts_domain::accounts::User { email_verified: false, ..user.clone() })
    });
    unconfirm.await.unwrap();
    test_shop.shop.join_newsletter(address("marta")).await.unwrap();
    assert_eq!(test_shop.shop.personal_data(marta, address("marta")).await.unwrap().subscription, None);
    leave(&test_shop, marta, "marta").await.unwrap();
    let kept = test_shop.shop.store.read(|tx| tx.subscription_by_email(&address("marta"))).await.unwrap();
    assert!(kept.is_some());
}

#[tokio::test]
async fn unpaid_orders_prevent_account_deletion() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 500, 1_000).await;
    let order = test_shop.order(marta, part, 1).await;
    assert!(matches!(leave(&test_shop, marta, "marta").await, Err(Refused(AccountError::UnpaidOrders))));
    test_shop.shop.delete_own_order(marta, order).await.unwrap();
    leave(&test_shop, marta, "marta").await.unwrap();
    assert_eq!(test_shop.stored_order(order).await.snapshot().name.as_str(), "erased");
    test_shop.check_books().await;
}

#[tokio::test]
async fn shipped_unpaid_orders_prevent_account_deletion() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 500, 1_000).await;
    let order = test_shop.order(marta, part, 1).await;
    test_shop.shop.ship(admin, order, Ship::default()).await.unwrap();
    assert!(matches!(leave(&test_shop, marta, "marta").await, Err(Refused(AccountError::UnpaidOrders))));
}

#[tokio::test]
async fn a_deleted_account_cannot_order() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 500, 1_000).await;
    leave(&test_shop, marta, "marta").await.unwrap();
    // As if their session had been checked a moment earlier.
    let late = test_shop.shop.place_order(marta, TestShop::single_order(part, 1)).await;
    assert!(matches!(late, Err(Denied(AccessDenied::Unauthenticated))), "{late:?}");
}

#[tokio::test]
async fn feedback_is_exported_and_deleted_with_the_account() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    for from in [Some(address("marta")), Some(address("olga")), None] {
        test_shop.shop.send_feedback("Fine".parse().unwrap(), from).await.unwrap();
    }
    let data = test_shop.shop.personal_data(marta, address("marta")).await.unwrap();
    assert_eq!(data.feedback.len(), 1);
    leave(&test_shop, marta, "marta").await.unwrap();
    let left = test_shop.shop.store.read(|tx| tx.feedback(&Page::first())).await.unwrap();
    let left: Vec<_> = left.into_iter().map(|feedback| feedback.email).collect();
    assert_eq!(left, [None, Some(address("olga"))]);
}

#[tokio::test]
async fn deleting_an_account_requires_a_recent_sign_in_of_its_owner() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    assert!(matches!(leave(&test_shop, olga, "marta").await, Err(Denied(AccessDenied::Forbidden))));
    test_shop.clock.advance(Duration::from_mins(5));
    test_shop.clock.advance(Duration::from_micros(1));
    assert!(matches!(leave(&test_shop, marta, "marta").await, Err(Refused(AccountError::SignInTooOld))));
    let user = test_shop.shop.user(marta, address("marta")).await.unwrap();
    assert_eq!(user.email, address("marta"), "nothing was done");
}

#[tokio::test]
async fn the_last_admin_cannot_delete_their_account() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    assert!(matches!(leave(&test_shop, admin, "admin").await, Err(Refused(AccountError::LastAdminLeaves))));
    let olga = test_shop.customer("olga").await;
    test_shop.shop.make_admin(admin, address("olga")).await.unwrap();
    leave(&test_shop, admin, "admin").await.unwrap();
    assert_eq!(test_shop.shop.users(olga, Page::first()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn only_a_new_sign_in_restores_a_deleted_account() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let now = test_shop.shop.now();
    let elsewhere = id_token(&address("marta"), "subject-marta", "Marta", true);
    let elsewhere = issued(&elsewhere, now, now.minus(Duration::from_secs(1)), "elsewhere");
    leave(&test_shop, marta, "marta").await.unwrap();
    let back = test_shop.shop.sign_in(address("marta"), &elsewhere).await;
    assert!(matches!(back, Err(Refused(AccountError::SignInOver))), "{back:?}");
    assert_eq!(test_shop.shop.store.read(|tx| tx.user_by_email(&address("marta"))).await.unwrap(), None);

    test_shop.clock.advance(Duration::from_secs(1));
    let now = test_shop.shop.now();
    let again = issued(&id_token(&address("marta"), "subject-marta", "Marta", true), now, now, "later");
    let token = test_shop.shop.sign_in(address("marta"), &again).await.unwrap();
    let grant = test_shop.shop.authenticate(&token).await.unwrap();
    assert_eq!(grant.user, marta, "a user who kept the provider account gets the orders back");
    assert!(test_shop.shop.orders_of(marta, address("marta"), Page::first()).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_operator_reads_and_erases_a_member_under_the_same_rules() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 9, 1_000).await;
    let order = shop.order(marta, part, 1).await;
    let store = &*shop.shop.store;
    let clock = &*shop.shop.clock;
    let ids = &*shop.shop.ids;
    let secrets = &*shop.shop.secrets;
    let email = |name: &str| -> Email { format!("{name}@example.com").parse().unwrap() };
    let data = personal_data_of(store, clock, ids, email("marta")).await.unwrap();
    let entry = shop.audit_log().await.pop().unwrap();
    assert_eq!((entry.action, entry.actor, entry.subject), (AuditAction::Export, None, marta));
    assert_eq!(data, shop.shop.personal_data(marta, email("marta")).await.unwrap());
    let erase = |name: &str| erase_as_operator(store, clock, ids, secrets, email(name));
    let refused = erase("marta").await;
    assert!(matches!(refused, Err(Refused(AccountError::UnpaidOrders))), "{refused:?}");
    let refused = erase("admin").await;
    assert!(matches!(refused, Err(Refused(AccountError::LastAdminLeaves))), "{refused:?}");
    shop.shop.delete_own_order(marta, order).await.unwrap();
    erase("marta").await.unwrap();
    let entry = shop.audit_log().await.pop().unwrap();
    assert_eq!((entry.action, entry.actor, entry.subject), (AuditAction::DeleteAccount, None, marta));
    for gone in [erase("marta").await.err(), personal_data_of(store, clock, ids, email("marta")).await.err()] {
        assert!(matches!(gone, Some(Refused(AccountError::NoSuchUser))), "{gone:?}");
    }
    assert!(shop.shop.is_admin(admin, email("admin")).await.unwrap());
}
