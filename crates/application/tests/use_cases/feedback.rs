use autoparts_application::{
    accounts::access::{AccessDenied, AccessError},
    ports::page::Page,
};
use autoparts_testing::test_shop::TestShop;

#[tokio::test]
async fn visitors_leave_feedback_and_admins_read_it_newest_first() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.send_feedback("More colours, please.".parse().unwrap(), None).await.unwrap();
    let address = "ann@example.com".parse().unwrap();
    let id = test_shop.shop.send_feedback("Where is my order?".parse().unwrap(), Some(address)).await.unwrap();
    let seen = test_shop.shop.feedback(admin, Page::first()).await.unwrap();
    let texts: Vec<_> = seen.iter().map(|message| message.message.as_str()).collect();
    assert_eq!(texts, ["Where is my order?", "More colours, please."]);
    assert_eq!((seen[0].id, seen[0].email.as_ref().map(ToString::to_string)), (id, Some("ann@example.com".to_owned())));
}

#[tokio::test]
async fn feedback_sends_no_email() {
    let test_shop = TestShop::default();
    let stranger = "stranger@example.com".parse().unwrap();
    test_shop.shop.send_feedback("Write to me.".parse().unwrap(), Some(stranger)).await.unwrap();
    assert_eq!(test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap(), []);
}

#[tokio::test]
async fn only_admins_read_it() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let refused = test_shop.shop.feedback(marta, Page::first()).await;
    assert!(matches!(refused, Err(AccessError::Denied(AccessDenied::Forbidden))), "{refused:?}");
}
