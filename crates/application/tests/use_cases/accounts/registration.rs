//! Matching a sign-in to a user: by subject first; the address follows.

use autoparts_application::{
    accounts::{AccountError, AccountResult, confirm_account},
    ports::{clock::Clock, page::Page},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    accounts::{Role, User},
    audit::AuditAction,
    email::Email,
    id::{OrderId, UserId},
    link_token::LinkToken,
    member_documents::{
        MemberDocuments, Revisioned,
        carts::{CartLine, CartLines},
    },
    quantity::Quantity,
};
use autoparts_testing::{
    identity::{id_token, issued},
    samples,
    test_shop::TestShop,
};
use std::time::Duration;

const VERIFIED: bool = true;
const UNVERIFIED: bool = false;

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

async fn sign_in(test_shop: &TestShop, subject: &str, name: &str, verified: bool) -> AccountResult<UserId> {
    let access = test_shop.shop.sign_in(address(name), &id_token(&address(name), subject, name, verified)).await?;
    Ok(test_shop.shop.authenticate(&access).await.unwrap().user)
}

async fn stored(test_shop: &TestShop, id: UserId) -> User {
    test_shop.shop.store.read(move |tx| tx.user(&id)).await.unwrap().unwrap()
}

#[tokio::test]
async fn the_same_subject_with_a_new_address_is_the_same_person() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 50, 1000).await;
    let order = test_shop.order(admin, part, 1).await;
    assert_eq!(sign_in(&test_shop, "subject-admin", "ada", UNVERIFIED).await.unwrap(), admin);
    let moved = stored(&test_shop, admin).await;
    assert_eq!((moved.email, moved.email_verified, moved.role), (address("ada"), false, Role::Admin));
    let orders = test_shop.shop.orders_of(admin, address("ada"), Page::first()).await.unwrap();
    assert_eq!(orders.iter().map(|order| order.snapshot().id).collect::<Vec<_>>(), [order]);
    assert_eq!(orders[0].snapshot().email, address("admin"), "an order keeps the address it was placed under");
    assert!(matches!(test_shop.shop.user(admin, address("admin")).await, Err(Refused(AccountError::NoSuchUser))));
}

#[tokio::test]
async fn the_next_holder_of_an_address_is_a_new_person_without_role_or_orders() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 50, 1000).await;
    test_shop.order(admin, part, 1).await;
    sign_in(&test_shop, "subject-admin", "ada", VERIFIED).await.unwrap();
    let next = sign_in(&test_shop, "another-subject", "admin", VERIFIED).await.unwrap();
    assert_ne!(next, admin);
    assert_eq!(stored(&test_shop, next).await.role, Role::Customer);
    assert!(test_shop.shop.orders_of(next, address("admin"), Page::first()).await.unwrap().is_empty());
    assert!(stored(&test_shop, admin).await.is_admin());
}

#[tokio::test]
async fn a_verified_address_moves_to_its_new_owner() {
    let test_shop = TestShop::default();
    let (marta, admin, part) =
        (test_shop.customer("marta").await, test_shop.admin().await, test_shop.part(1, 50, 1000).await);
    test_shop.order(admin, part, 1).await;
    let refused = sign_in(&test_shop, "subject-marta", "admin", UNVERIFIED).await;
    assert!(matches!(refused, Err(Refused(AccountError::AddressTaken))), "{refused:?}");
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
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    assert_eq!(sign_in(&test_shop, "subject-marta", "olga", VERIFIED).await.unwrap(), marta);
    assert_eq!(sign_in(&test_shop, "subject-olga", "marta", VERIFIED).await.unwrap(), olga);
    assert_eq!(stored(&test_shop, marta).await.email, address("olga"));
    assert_eq!(stored(&test_shop, olga).await.email, address("marta"));
}

#[tokio::test]
async fn a_squatter_cannot_return_after_the_owner_has_signed_in() {
    let test_shop = TestShop::default();
    let record = sign_in(&test_shop, "squatter", "owner", UNVERIFIED).await.unwrap();
    let owner = sign_in(&test_shop, "owner", "owner", VERIFIED).await.unwrap();
    assert_eq!(owner, record);
    let refused = sign_in(&test_shop, "squatter", "owner", UNVERIFIED).await;
    assert!(matches!(refused, Err(Refused(AccountError::AddressTaken))), "{refused:?}");
    let elsewhere = sign_in(&test_shop, "squatter", "elsewhere", UNVERIFIED).await.unwrap();
    assert_ne!(elsewhere, owner);
    assert_eq!(stored(&test_shop, owner).await.subject.as_deref(), Some("owner"));
}

#[tokio::test]
async fn a_sign_in_under_another_subject_is_audited() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    assert_eq!(sign_in(&test_shop, "another-subject", "admin", VERIFIED).await.unwrap(), admin);
    let mut log = test_shop.audit_log().await;
    log.retain(|entry| entry.subject == admin);
    log.sort_by_key(|entry| entry.action);
    let entries: Vec<_> = log.iter().map(|entry| (entry.action, entry.detail.as_deref())).collect();
    let expected = [
        (AuditAction::RevokeAdmin, Some("another sign-in, admin before, customer now, address confirmed")),
        (AuditAction::BindSignIn, Some("address confirmed")),
    ];
    assert_eq!(entries, expected);
}

#[tokio::test]
async fn a_new_sign_in_of_a_confirmed_address_keeps_everything_but_the_role() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 50, 1000).await;
    let order = test_shop.order(admin, part, 1).await;
    assert_eq!(sign_in(&test_shop, "another-subject", "admin", VERIFIED).await.unwrap(), admin);
    assert_eq!(stored(&test_shop, admin).await.role, Role::Customer, "an admin grants it again");
    let orders = test_shop.shop.orders_of(admin, address("admin"), Page::first()).await.unwrap();
    assert_eq!(orders.iter().map(|order| order.snapshot().id).collect::<Vec<_>>(), [order]);
}

/// Everything that a sign-in can plant under an unconfirmed address.
async fn plant(test_shop: &TestShop, user: UserId, name: &str) -> OrderId {
    let shop = &test_shop.shop;
    let email = address(name);
    let part = test_shop.part(1, 50, 1000).await;
    shop.update_profile(user, email.clone(), samples::profile()).await.unwrap();
    let lines = vec![CartLine { part, quantity: Quantity::new(1).unwrap(), vehicle: None }];
    let cart = Revisioned { revision: 0, content: CartLines::new(lines).unwrap() };
    shop.save_member_document(user, email.clone(), cart).await.unwrap();
    test_shop.order(user, part, 1).await
}

/// Signs in to the same account with another sign-in method.
async fn sign_in_again(test_shop: &TestShop, subject: &str, name: &str) -> UserId {
    test_shop.clock.advance(Duration::from_mins(1));
    let now = test_shop.clock.now();
    let token = issued(&id_token(&address(name), subject, name, VERIFIED), now, now, "reset");
    let access = test_shop.shop.sign_in(address(name), &token).await.unwrap();
    test_shop.shop.authenticate(&access).await.unwrap().user
}

#[tokio::test]
async fn data_of_an_unverified_sign_in_goes_to_a_stand_in() {
    // Both with another account at the provider and with the same one: through Google, or with a new password.
    for same_account in [false, true] {
        let test_shop = TestShop::default();
        let squatter = sign_in(&test_shop, "squatter", "owner", UNVERIFIED).await.unwrap();
        let order = plant(&test_shop, squatter, "owner").await;
        let before = test_shop.shop.store.write(move |tx| {
            let user = tx.user(&squatter)?.unwrap();
            tx.set_role(&user, Role::Admin)
        });
        before.await.unwrap();
        let owner = if same_account {
            sign_in_again(&test_shop, "squatter", "owner").await
        } else {
            sign_in(&test_shop, "owner", "owner", VERIFIED).await.unwrap()
        };
        assert_ne!(owner, squatter, "{same_account}");
        let data = test_shop.shop.personal_data(owner, address("owner")).await.unwrap();
        assert_eq!((data.user.profile, data.user.role), (None, Role::Customer));
        assert_eq!(data.documents, MemberDocuments::default());
        assert!(data.orders.is_empty());
        let stand_in = stored(&test_shop, squatter).await;
        assert!(stand_in.guest && !stand_in.is_admin() && stand_in.profile.is_some(), "{stand_in:?}");
        assert_eq!(test_shop.stored_order(order).await.snapshot().customer, squatter);
        let session = test_shop.shop.store.read(move |tx| tx.session_of_sign_in(&squatter, "squatter")).await.unwrap();
        assert!(session.unwrap().ended_at.is_some(), "the squatter's session is over");
        let mut actions: Vec<_> = test_shop.audit_log().await.into_iter().map(|entry| entry.action).collect();
        actions.sort_unstable();
        assert_eq!(actions, [AuditAction::RevokeAdmin, AuditAction::SetAside], "{same_account}");

        let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
        assert_eq!(
            (mails[0].to.clone(), &*mails[0].subject),
            (address("owner"), "Your Autoparts account starts empty")
        );
        let (_, link) = mails[0].text.split_once("/my-order#token=").expect("a link to the order");
        let token: LinkToken = link.lines().next().unwrap().parse().unwrap();
        assert_eq!(test_shop.shop.open_order_link(&token).await.unwrap().order, order);
        let stored = test_shop.stored_order(order).await;
        let (parts, number) = (stored.snapshot().lines.headline(), stored.snapshot().number.as_ref().unwrap());
        let hidden = format!(
            "Hello,\n\nYou signed in and confirmed that this address is yours. Someone had used it here before, without \
             confirming it. What that sign-in saved is not in your account: profile, addresses, cart, vehicles and \
             orders. Your account starts empty.\n\nEarlier orders are not in your account. Each of these links opens \
             one:\n\n{parts} ({number}):\n\n[link hidden]\n\nIf that was you, save your addresses and vehicles again. If it \
             was not, you do not need to do anything: no one else is signed in with this address.\n\nAutoparts\n"
        );
        assert_eq!(mails[0].clone().without_secrets().text, hidden);
        test_shop.check_books().await;
    }
}

#[tokio::test]
async fn a_stand_in_without_orders_is_erased() {
    let test_shop = TestShop::default();
    let squatter = sign_in(&test_shop, "squatter", "owner", UNVERIFIED).await.unwrap();
    test_shop.shop.update_profile(squatter, address("owner"), samples::profile()).await.unwrap();
    let owner = sign_in(&test_shop, "owner", "owner", VERIFIED).await.unwrap();
    assert_ne!(owner, squatter);
    let left = stored(&test_shop, squatter).await;
    assert_eq!((left.profile, left.subject, left.guest), (None, None, true));
    assert!(left.email.as_str().ends_with("@moved.invalid"), "{}", left.email);
    assert_eq!(stored(&test_shop, owner).await.email, address("owner"));
}

#[tokio::test]
async fn a_member_who_confirms_their_own_address_keeps_their_data() {
    let test_shop = TestShop::default();
    let marta = sign_in(&test_shop, "s1", "marta", UNVERIFIED).await.unwrap();
    let order = plant(&test_shop, marta, "marta").await;
    // The same sign-in continues.
    assert_eq!(sign_in(&test_shop, "s1", "marta", VERIFIED).await.unwrap(), marta);
    let data = test_shop.shop.personal_data(marta, address("marta")).await.unwrap();
    assert_eq!(data.orders.iter().map(|order| order.snapshot().id).collect::<Vec<_>>(), [order]);
    assert!(data.user.profile.is_some());
    // Once the address is confirmed, every later sign-in finds the account, even one with a new password.
    assert_eq!(sign_in_again(&test_shop, "s1", "marta").await, marta);
}

#[tokio::test]
async fn a_member_who_confirms_by_email_without_another_sign_in_keeps_it_too() {
    let test_shop = TestShop::default();
    let marta = sign_in(&test_shop, "s1", "marta", UNVERIFIED).await.unwrap();
    plant(&test_shop, marta, "marta").await;
    test_shop.shop.store.write(|tx| confirm_account(tx, "s1", &address("marta"))).await.unwrap();
    assert_eq!(sign_in_again(&test_shop, "s1", "marta").await, marta);
}

#[tokio::test]
async fn the_verification_of_an_address_is_saved() {
    let test_shop = TestShop::default();
    let marta = sign_in(&test_shop, "s1", "marta", UNVERIFIED).await.unwrap();
    assert!(!stored(&test_shop, marta).await.email_verified);
    sign_in(&test_shop, "s1", "marta", VERIFIED).await.unwrap();
    let confirmed = stored(&test_shop, marta).await;
    assert!(confirmed.email_verified);
    sign_in(&test_shop, "s1", "marta", VERIFIED).await.unwrap();
    assert_eq!(stored(&test_shop, marta).await.revision, confirmed.revision, "nothing new, nothing written");
}
