use autoparts_application::{
    accounts::{AccountError, access::AccessDenied},
    ports::page::Page,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    accounts::{Profile, Role},
    email::Email,
};
use autoparts_testing::{identity::id_token, test_shop::TestShop};

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
async fn signing_in_creates_a_user_and_a_session() {
    let test_shop = TestShop::default();
    let token = id_token(&address("marta"), "s1", "Marta Lindqvist", false);
    let access = test_shop.shop.sign_in(address("marta"), &token).await.unwrap();
    let id = test_shop.shop.authenticate(&access).await.unwrap().user;
    let user = test_shop.shop.user(id, address("marta")).await.unwrap();
    assert_eq!(user.display_name().as_str(), "Marta Lindqvist");
    assert_eq!(user.role, Role::Customer);
    let again = test_shop.shop.sign_in(address("marta"), &token).await.unwrap();
    assert_eq!(test_shop.shop.authenticate(&again).await.unwrap().user, id, "the same person");
}

#[tokio::test]
async fn a_token_signs_in_its_own_address_only() {
    let test_shop = TestShop::default();
    let token = id_token(&address("marta"), "s1", "Marta", true);
    let refused = test_shop.shop.sign_in(address("olga"), &token).await;
    assert!(matches!(refused, Err(Refused(AccountError::NotYourAddress))));
}

#[tokio::test]
async fn signing_up_with_a_known_address_takes_over_nothing() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let thief = id_token(&address("admin"), "another-subject", "Thief", false);
    assert!(matches!(test_shop.shop.sign_in(address("admin"), &thief).await, Err(Refused(AccountError::AddressTaken))));
    let owner = id_token(&address("admin"), "another-subject", "Ada", true);
    let access = test_shop.shop.sign_in(address("admin"), &owner).await.unwrap();
    assert_eq!(test_shop.shop.authenticate(&access).await.unwrap().user, admin, "a proven address is the same person");
}

#[tokio::test]
async fn a_person_sees_themselves_and_an_admin_sees_all_users() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    assert!(test_shop.shop.user(marta, address("marta")).await.is_ok());
    assert!(test_shop.shop.user(admin, address("marta")).await.is_ok());
    for other in ["admin", "nobody"] {
        let refused = test_shop.shop.user(marta, address(other)).await;
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "known or not, the same answer");
        let refused = test_shop.shop.is_admin(marta, address(other)).await;
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    }
    assert!(matches!(test_shop.shop.user(admin, address("nobody")).await, Err(Refused(AccountError::NoSuchUser))));
    assert!(!test_shop.shop.is_admin(marta, address("marta")).await.unwrap());
    assert!(test_shop.shop.is_admin(admin, address("admin")).await.unwrap());
    assert_eq!(test_shop.shop.users(admin, Page::first()).await.unwrap().len(), 2);
    assert!(test_shop.shop.users(marta, Page::first()).await.is_err());
}

#[tokio::test]
async fn only_the_owner_edits_a_profile() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    assert!(test_shop.shop.update_profile(marta, address("marta"), profile("Marta L.")).await.unwrap());
    assert!(!test_shop.shop.update_profile(marta, address("marta"), profile("Marta L.")).await.unwrap());
    assert_eq!(test_shop.shop.user(marta, address("marta")).await.unwrap().profile, Some(profile("Marta L.")));
    let refused = test_shop.shop.update_profile(admin, address("marta"), profile("Ada")).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "not even an admin");
}

#[tokio::test]
async fn admins_read_links_in_the_outbox_only_where_it_is_the_only_mailbox() {
    let mut test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.join_newsletter(address("reader")).await.unwrap();
    let newest =
        async |test_shop: &TestShop| test_shop.shop.mails(admin, false, Page::first()).await.unwrap().remove(0).text;
    assert!(newest(&test_shop).await.contains("/coupon#token="));
    test_shop.shop.rules.mails_are_sent = true;
    let text = newest(&test_shop).await;
    assert!(text.contains("[link hidden]") && !text.contains("token="), "{text}");
}
