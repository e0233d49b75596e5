//! Whom a sign-in belongs to: the subject first, the address moves along.

use crate::{
    accounts::AccountError,
    ports::page::Page,
    testing::{identity::id_token, test_shop::TestShop},
};
use autoparts_domain::{
    accounts::{Role, User},
    audit::AuditAction,
    email::Email,
    id::UserId,
};

const VERIFIED: bool = true;
const UNVERIFIED: bool = false;

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

async fn sign_in(test_shop: &TestShop, subject: &str, name: &str, verified: bool) -> Result<UserId, AccountError> {
    let access = test_shop.shop.sign_in(address(name), &id_token(&address(name), subject, name, verified)).await?;
    Ok(test_shop.shop.authenticate(&access).await.unwrap().user)
}

async fn stored(test_shop: &TestShop, id: UserId) -> User {
    test_shop.shop.store.read(move |tx| tx.user(&id)).await.unwrap().unwrap()
}

#[tokio::test]
async fn the_same_subject_with_a_new_address_is_the_same_person() {
    let test_shop = TestShop::default();
    let (admin, part) = (test_shop.admin().await, test_shop.part(1, 50, 1000).await);
    let order = test_shop.order(admin, part, 1).await;
    assert_eq!(sign_in(&test_shop, "subject-admin", "ada", UNVERIFIED).await.unwrap(), admin);
    let moved = stored(&test_shop, admin).await;
    assert_eq!((moved.email, moved.email_verified, moved.role), (address("ada"), false, Role::Admin));
    let orders = test_shop.shop.orders_of(admin, address("ada"), Page::first()).await.unwrap();
    assert_eq!(orders.iter().map(|order| order.snapshot().id).collect::<Vec<_>>(), [order]);
    assert_eq!(orders[0].snapshot().email, address("admin"), "an order keeps the address it was placed under");
    assert!(matches!(test_shop.shop.user(admin, address("admin")).await, Err(AccountError::NoSuchUser)));
}

#[tokio::test]
async fn the_next_holder_of_an_address_is_a_new_person_without_role_or_orders() {
    let test_shop = TestShop::default();
    let (admin, part) = (test_shop.admin().await, test_shop.part(1, 50, 1000).await);
    test_shop.order(admin, part, 1).await;
    sign_in(&test_shop, "subject-admin", "ada", VERIFIED).await.unwrap();
    let next = sign_in(&test_shop, "another-subject", "admin", VERIFIED).await.unwrap();
    assert_ne!(next, admin);
    assert_eq!(stored(&test_shop, next).await.role, Role::Customer);
    assert!(test_shop.shop.orders_of(next, address("admin"), Page::first()).await.unwrap().is_empty());
    assert!(stored(&test_shop, admin).await.is_admin());
}

#[tokio::test]
async fn a_verified_address_leaves_the_one_who_has_lost_it_at_the_provider() {
    let test_shop = TestShop::default();
    let (marta, admin, part) =
        (test_shop.customer("marta").await, test_shop.admin().await, test_shop.part(1, 50, 1000).await);
    test_shop.order(admin, part, 1).await;
    let refused = sign_in(&test_shop, "subject-marta", "admin", UNVERIFIED).await;
    assert!(matches!(refused, Err(AccountError::AddressTaken)), "{refused:?}");
    assert_eq!(stored(&test_shop, marta).await.email, address("marta"));

    assert_eq!(sign_in(&test_shop, "subject-marta", "admin", VERIFIED).await.unwrap(), marta);
    assert_eq!(stored(&test_shop, marta).await.role, Role::Customer, "the address brings no role");
    assert!(
        test_shop.shop.orders_of(marta, address("admin"), Page::first()).await.unwrap().is_empty(),
        "and no orders"
    );
    let displaced = stored(&test_shop, admin).await;
    assert!(displaced.is_admin() && displaced.email.as_str().ends_with("@moved.invalid") && !displaced.email_verified);

    assert_eq!(sign_in(&test_shop, "subject-admin", "ada", VERIFIED).await.unwrap(), admin, "found by their subject");
    assert_eq!(stored(&test_shop, admin).await.email, address("ada"));
    let mut log: Vec<_> = test_shop.audit_log().await.into_iter().map(|entry| (entry.action, entry.subject)).collect();
    log.sort_unstable();
    let mut expected =
        [(AuditAction::LoseAddress, admin), (AuditAction::MoveAddress, marta), (AuditAction::MoveAddress, admin)];
    expected.sort_unstable();
    assert_eq!(log, expected);
}

#[tokio::test]
async fn two_people_can_exchange_their_addresses() {
    let test_shop = TestShop::default();
    let (marta, olga) = (test_shop.customer("marta").await, test_shop.customer("olga").await);
    assert_eq!(sign_in(&test_shop, "subject-marta", "olga", VERIFIED).await.unwrap(), marta);
    assert_eq!(sign_in(&test_shop, "subject-olga", "marta", VERIFIED).await.unwrap(), olga);
    assert_eq!(stored(&test_shop, marta).await.email, address("olga"));
    assert_eq!(stored(&test_shop, olga).await.email, address("marta"));
}

#[tokio::test]
async fn a_squatter_who_was_found_out_comes_back_to_nothing() {
    let test_shop = TestShop::default();
    let record = sign_in(&test_shop, "squatter", "owner", UNVERIFIED).await.unwrap();
    let owner = sign_in(&test_shop, "owner", "owner", VERIFIED).await.unwrap();
    assert_eq!(owner, record);
    let refused = sign_in(&test_shop, "squatter", "owner", UNVERIFIED).await;
    assert!(matches!(refused, Err(AccountError::AddressTaken)), "{refused:?}");
    let elsewhere = sign_in(&test_shop, "squatter", "elsewhere", UNVERIFIED).await.unwrap();
    assert_ne!(elsewhere, owner);
    assert_eq!(stored(&test_shop, owner).await.subject.as_deref(), Some("owner"));
}

#[tokio::test]
async fn a_sign_in_under_another_subject_is_audited() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    assert_eq!(sign_in(&test_shop, "another-subject", "admin", VERIFIED).await.unwrap(), admin);
    let log = test_shop.audit_log().await;
    let [entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!(
        (entry.action, entry.subject, entry.detail.as_deref()),
        (AuditAction::BindSignIn, admin, Some("address confirmed"))
    );
}

#[tokio::test]
async fn what_the_provider_says_of_the_address_is_kept() {
    let test_shop = TestShop::default();
    let marta = sign_in(&test_shop, "s1", "marta", UNVERIFIED).await.unwrap();
    assert!(!stored(&test_shop, marta).await.email_verified);
    sign_in(&test_shop, "s1", "marta", VERIFIED).await.unwrap();
    let confirmed = stored(&test_shop, marta).await;
    assert!(confirmed.email_verified);
    sign_in(&test_shop, "s1", "marta", VERIFIED).await.unwrap();
    assert_eq!(stored(&test_shop, marta).await.revision, confirmed.revision, "nothing new, nothing written");
}
