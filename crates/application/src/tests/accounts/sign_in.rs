use crate::{
    accounts::{AccountError, access::AccessDenied},
    ports::page::Page,
    testing::{identity::id_token, test_shop::TestShop},
};
use autoparts_domain::{
    accounts::{Profile, Role},
    email::Email,
};

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

fn profile(name: &str) -> Profile {
    Profile {
        name: name.parse().unwrap(),
        address: "1 Road".parse().unwrap(),
        education: "School".parse().unwrap(),
        phone: "555 0100".parse().unwrap(),
        linkedin: "https://www.linkedin.com/in/marta".parse().unwrap(),
    }
}

#[tokio::test]
async fn signing_in_makes_the_person_known_and_lets_them_act() {
    let bench = TestShop::default();
    let token = id_token(&address("marta"), "s1", "Marta Lindqvist", false);
    let access = bench.shop.sign_in(address("marta"), &token).await.unwrap();
    let id = bench.shop.authenticate(&access).await.unwrap().user;
    let user = bench.shop.user(id, address("marta")).await.unwrap();
    assert_eq!(user.display_name().as_str(), "Marta Lindqvist");
    assert_eq!(user.role, Role::Customer);
    let again = bench.shop.sign_in(address("marta"), &token).await.unwrap();
    assert_eq!(bench.shop.authenticate(&again).await.unwrap().user, id, "the same person");
}

#[tokio::test]
async fn a_token_signs_in_its_own_address_only() {
    let bench = TestShop::default();
    let token = id_token(&address("marta"), "s1", "Marta", true);
    let refused = bench.shop.sign_in(address("olga"), &token).await;
    assert!(matches!(refused, Err(AccountError::NotYourAddress)));
}

#[tokio::test]
async fn signing_up_again_with_a_known_address_takes_nothing_over() {
    let bench = TestShop::default();
    let admin = bench.admin().await;
    let thief = id_token(&address("admin"), "another-subject", "Thief", false);
    assert!(matches!(bench.shop.sign_in(address("admin"), &thief).await, Err(AccountError::AddressTaken)));
    let owner = id_token(&address("admin"), "another-subject", "Ada", true);
    let access = bench.shop.sign_in(address("admin"), &owner).await.unwrap();
    assert_eq!(bench.shop.authenticate(&access).await.unwrap().user, admin, "a proven address is the same person");
}

#[tokio::test]
async fn a_person_sees_themselves_and_an_admin_everybody() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    assert!(bench.shop.user(marta, address("marta")).await.is_ok());
    assert!(bench.shop.user(admin, address("marta")).await.is_ok());
    for other in ["admin", "nobody"] {
        let refused = bench.shop.user(marta, address(other)).await;
        assert!(matches!(refused, Err(AccountError::Denied(AccessDenied::Forbidden))), "known or not, the same answer");
        let refused = bench.shop.is_admin(marta, address(other)).await;
        assert!(matches!(refused, Err(AccountError::Denied(AccessDenied::Forbidden))));
    }
    assert!(matches!(bench.shop.user(admin, address("nobody")).await, Err(AccountError::NoSuchUser)));
    assert!(!bench.shop.is_admin(marta, address("marta")).await.unwrap());
    assert!(bench.shop.is_admin(admin, address("admin")).await.unwrap());
    assert_eq!(bench.shop.users(admin, Page::first()).await.unwrap().len(), 2);
    assert!(bench.shop.users(marta, Page::first()).await.is_err());
}

#[tokio::test]
async fn a_profile_is_the_persons_own() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    assert!(bench.shop.update_profile(marta, address("marta"), profile("Marta L.")).await.unwrap());
    assert!(!bench.shop.update_profile(marta, address("marta"), profile("Marta L.")).await.unwrap());
    assert_eq!(bench.shop.user(marta, address("marta")).await.unwrap().profile, Some(profile("Marta L.")));
    let refused = bench.shop.update_profile(admin, address("marta"), profile("Ada")).await;
    assert!(matches!(refused, Err(AccountError::Denied(AccessDenied::Forbidden))), "not even an admin");
}

#[tokio::test]
async fn admins_read_links_in_the_outbox_only_where_it_is_the_only_mailbox() {
    let mut bench = TestShop::default();
    let admin = bench.admin().await;
    bench.shop.join_newsletter(address("reader")).await.unwrap();
    let newest = async |bench: &TestShop| bench.shop.mails(admin, Page::first()).await.unwrap().remove(0).text;
    assert!(newest(&bench).await.contains("/coupon?token="));
    bench.shop.rules.mails_are_sent = true;
    let text = newest(&bench).await;
    assert!(text.contains("[link hidden]") && !text.contains("token="), "{text}");
}
