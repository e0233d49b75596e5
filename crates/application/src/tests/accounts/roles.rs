use crate::{
    accounts::{AccountError, access::AccessDenied, roles::set_role_as_operator},
    ports::page::Page,
    testing::{identity::id_token, test_shop::TestShop},
};
use autoparts_domain::{accounts::Role, audit::AuditAction, email::Email, id::UserId};

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// A person who signed in with an address that the provider does not vouch for.
async fn unconfirmed(bench: &TestShop, name: &str) -> UserId {
    let token = id_token(&address(name), &format!("subject-{name}"), name, false);
    let access = bench.shop.sign_in(address(name), &token).await.unwrap();
    bench.shop.authenticate(&access).await.unwrap().user
}

/// A shop that wants the address of an admin to be confirmed.
fn strict(bench: &TestShop) -> TestShop {
    let mut bench = bench.clone();
    bench.shop.rules.unverified_admins = false;
    bench
}

#[tokio::test]
async fn admins_make_admins_and_it_acts_at_once() {
    let bench = TestShop::default();
    let (marta, olga, admin) = (bench.customer("marta").await, bench.customer("olga").await, bench.admin().await);
    let refused = bench.shop.make_admin(marta, address("marta")).await;
    assert!(matches!(refused, Err(AccountError::Denied(AccessDenied::Forbidden))));
    assert!(bench.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(!bench.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(bench.shop.make_admin(marta, address("olga")).await.unwrap());
    assert!(matches!(bench.shop.make_admin(admin, address("nobody")).await, Err(AccountError::NoSuchUser)));
    assert!(bench.shop.users(olga, Page::first()).await.is_ok());
}

#[tokio::test]
async fn admins_take_the_role_back_also_their_own_but_one_admin_stays() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let refused = bench.shop.remove_admin(marta, address("admin")).await;
    assert!(matches!(refused, Err(AccountError::Denied(AccessDenied::Forbidden))));
    assert!(matches!(bench.shop.remove_admin(admin, address("admin")).await, Err(AccountError::LastAdmin)));
    assert!(!bench.shop.remove_admin(admin, address("marta")).await.unwrap(), "she is none");
    assert!(bench.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(bench.shop.remove_admin(admin, address("admin")).await.unwrap(), "one may demote oneself");
    let refused = bench.shop.users(admin, Page::first()).await;
    assert!(matches!(refused, Err(AccountError::Denied(AccessDenied::Forbidden))), "it acts at once");
    assert!(matches!(bench.shop.remove_admin(marta, address("nobody")).await, Err(AccountError::NoSuchUser)));
}

#[tokio::test]
async fn an_address_that_is_not_confirmed_makes_an_admin_only_where_the_shop_allows_it() {
    let lenient = TestShop::default();
    let (admin, _) = (lenient.admin().await, unconfirmed(&lenient, "marta").await);
    let strict = strict(&lenient);
    let refused = strict.shop.make_admin(admin, address("marta")).await;
    assert!(matches!(refused, Err(AccountError::AddressNotConfirmed)), "{refused:?}");
    assert!(!lenient.shop.user(admin, address("marta")).await.unwrap().email_verified);
    assert!(lenient.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(strict.shop.remove_admin(admin, address("marta")).await.unwrap(), "taking back is always allowed");

    let confirmed = id_token(&address("marta"), "subject-marta", "marta", true);
    strict.shop.sign_in(address("marta"), &confirmed).await.unwrap();
    assert!(strict.shop.make_admin(admin, address("marta")).await.unwrap(), "confirmed since");
}

#[tokio::test]
async fn the_audit_log_says_who_changed_a_role_and_whether_the_address_was_confirmed() {
    let bench = TestShop::default();
    let (admin, marta) = (bench.admin().await, unconfirmed(&bench, "marta").await);
    assert!(bench.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(bench.shop.remove_admin(marta, address("admin")).await.unwrap());
    let log: Vec<_> = bench
        .audit_log()
        .await
        .into_iter()
        .map(|entry| (entry.actor, entry.action, entry.subject, entry.detail.unwrap_or_default()))
        .collect();
    let expected = [
        (Some(admin), AuditAction::GrantAdmin, marta, "address not confirmed".to_owned()),
        (Some(marta), AuditAction::RevokeAdmin, admin, "address confirmed".to_owned()),
    ];
    assert_eq!(log, expected);
}

#[tokio::test]
async fn the_operator_grants_and_revokes_but_never_the_last_admin() {
    let bench = TestShop::default();
    let marta = unconfirmed(&bench, "marta").await;
    let set = |role, unverified| {
        let (store, clock, ids) = (bench.shop.store.clone(), bench.shop.clock.clone(), bench.shop.ids.clone());
        async move { set_role_as_operator(&*store, &*clock, &*ids, address("marta"), role, unverified).await }
    };
    assert!(matches!(set(Role::Admin, false).await, Err(AccountError::AddressNotConfirmed)));
    assert!(set(Role::Admin, true).await.unwrap());
    assert!(bench.shop.users(marta, Page::first()).await.is_ok());
    assert!(matches!(set(Role::Customer, false).await, Err(AccountError::LastAdmin)));
    bench.admin().await;
    assert!(set(Role::Customer, false).await.unwrap());
    assert!(bench.shop.users(marta, Page::first()).await.is_err(), "the demotion acts at once");
}
