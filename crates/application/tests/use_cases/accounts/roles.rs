use autoparts_application::{
    accounts::{AccountError, access::AccessDenied, roles::set_role_as_operator},
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{accounts::Role, audit::AuditAction, email::Email, id::UserId};
use autoparts_testing::{identity::id_token, test_shop::TestShop};

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// A user who signed in with an address that the provider has not verified.
async fn unconfirmed(test_shop: &TestShop, name: &str) -> UserId {
    let token = id_token(&address(name), &format!("subject-{name}"), name, false);
    let access = test_shop.shop.sign_in(address(name), &token).await.unwrap();
    test_shop.shop.authenticate(&access).await.unwrap().user
}

/// A shop that requires admins to have a confirmed address.
fn strict(test_shop: &TestShop) -> TestShop {
    let mut test_shop = test_shop.clone();
    test_shop.shop.rules.unverified_admins = false;
    test_shop
}

#[tokio::test]
async fn admins_grant_the_role_with_immediate_effect() {
    let test_shop = TestShop::default();
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    let refused = test_shop.shop.make_admin(marta, address("marta")).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    assert!(test_shop.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(!test_shop.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(test_shop.shop.make_admin(marta, address("olga")).await.unwrap());
    assert!(matches!(
        test_shop.shop.make_admin(admin, address("nobody")).await,
        Err(Refused(AccountError::NoSuchUser))
    ));
    assert!(test_shop.shop.users(olga, Page::first()).await.is_ok());
}

#[tokio::test]
async fn admins_revoke_the_role_even_their_own_but_one_admin_remains() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let refused = test_shop.shop.remove_admin(marta, address("admin")).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    assert!(matches!(
        test_shop.shop.remove_admin(admin, address("admin")).await,
        Err(Refused(AccountError::LastAdmin))
    ));
    assert!(!test_shop.shop.remove_admin(admin, address("marta")).await.unwrap(), "she is none");
    assert!(test_shop.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(test_shop.shop.remove_admin(admin, address("admin")).await.unwrap(), "admins may demote themselves");
    let refused = test_shop.shop.users(admin, Page::first()).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "it acts at once");
    assert!(matches!(
        test_shop.shop.remove_admin(marta, address("nobody")).await,
        Err(Refused(AccountError::NoSuchUser))
    ));
}

#[tokio::test]
async fn an_unverified_address_gets_the_role_only_if_configured() {
    let lenient = TestShop::default();
    let (admin, _) = (lenient.admin().await, unconfirmed(&lenient, "marta").await);
    let strict = strict(&lenient);
    let refused = strict.shop.make_admin(admin, address("marta")).await;
    assert!(matches!(refused, Err(Refused(AccountError::AddressNotConfirmed))), "{refused:?}");
    assert!(!lenient.shop.user(admin, address("marta")).await.unwrap().email_verified);
    assert!(lenient.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(strict.shop.remove_admin(admin, address("marta")).await.unwrap(), "taking back is always allowed");

    let confirmed = id_token(&address("marta"), "subject-marta", "marta", true);
    strict.shop.sign_in(address("marta"), &confirmed).await.unwrap();
    assert!(strict.shop.make_admin(admin, address("marta")).await.unwrap(), "confirmed since");
}

#[tokio::test]
async fn role_changes_are_audited_with_actor_and_verification() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = unconfirmed(&test_shop, "marta").await;
    assert!(test_shop.shop.make_admin(admin, address("marta")).await.unwrap());
    assert!(test_shop.shop.remove_admin(marta, address("admin")).await.unwrap());
    let log: Vec<_> = test_shop
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
    let test_shop = TestShop::default();
    let marta = unconfirmed(&test_shop, "marta").await;
    let set = |role, unverified| {
        let (store, clock, ids) =
            (test_shop.shop.store.clone(), test_shop.shop.clock.clone(), test_shop.shop.ids.clone());
        async move { set_role_as_operator(&*store, &*clock, &*ids, address("marta"), role, unverified).await }
    };
    assert!(matches!(set(Role::Admin, false).await, Err(Refused(AccountError::AddressNotConfirmed))));
    assert!(set(Role::Admin, true).await.unwrap());
    assert!(test_shop.shop.users(marta, Page::first()).await.is_ok());
    assert!(matches!(set(Role::Customer, false).await, Err(Refused(AccountError::LastAdmin))));
    test_shop.admin().await;
    assert!(set(Role::Customer, false).await.unwrap());
    assert!(test_shop.shop.users(marta, Page::first()).await.is_err(), "the demotion acts at once");
}
