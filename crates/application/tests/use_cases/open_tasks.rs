//! The counts of open tasks.

use autoparts_application::{
    accounts::access::{AccessDenied, AccessError},
    open_tasks::OpenTasks,
    ports::page::Page,
};
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

#[tokio::test]
async fn tasks_are_counted_until_they_are_done() {
    let mut test_shop = TestShop::default();
    test_shop.shop.rules.mails_are_sent = true;
    let (admin, marta) = (test_shop.admin().await, test_shop.customer("marta").await);
    let tasks = async || test_shop.shop.open_tasks(admin).await.unwrap();
    assert_eq!(tasks().await, OpenTasks::default());

    let part = test_shop.part(2, 100, 1_000).await;
    test_shop.paid_order(marta, part, 2).await;
    test_shop.part(10, 9, 1_000).await;
    assert_eq!(tasks().await, OpenTasks { orders_to_ship: 1, parts_low: 1, ..OpenTasks::default() });

    test_shop.requested_return(marta, admin, part).await;
    let both = OpenTasks { orders_to_ship: 1, returns_to_decide: 1, parts_low: 1, ..OpenTasks::default() };
    assert_eq!(tasks().await, both);

    test_shop.clock.advance(Duration::from_mins(11));
    let late = tasks().await.mails_late;
    assert!(late > 0, "no mail server has accepted the emails about the orders");
    assert_eq!(tasks().await, OpenTasks { mails_late: late, ..both });
    let mails = async |delayed| test_shop.shop.mails(admin, delayed, Page::first()).await.unwrap();
    assert_eq!(u32::try_from(mails(true).await.len()), Ok(late));
    test_shop.paid_order(marta, part, 2).await;
    assert_eq!(u32::try_from(mails(true).await.len()), Ok(late), "a new email is not delayed");
    assert!(mails(false).await.len() > mails(true).await.len());
}

#[tokio::test]
async fn no_email_is_delayed_without_a_mail_server() {
    let test_shop = TestShop::default();
    let (admin, marta) = (test_shop.admin().await, test_shop.customer("marta").await);
    let part = test_shop.part(2, 100, 1_000).await;
    test_shop.paid_order(marta, part, 2).await;
    test_shop.clock.advance(Duration::from_mins(11));
    assert_eq!(test_shop.shop.open_tasks(admin).await.unwrap().mails_late, 0);
    assert_eq!(test_shop.shop.mails(admin, true, Page::first()).await.unwrap(), []);
    assert!(!test_shop.shop.mails(admin, false, Page::first()).await.unwrap().is_empty());
}

#[tokio::test]
async fn tasks_are_for_admins() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let refused = test_shop.shop.open_tasks(marta).await;
    assert!(matches!(refused, Err(AccessError::Denied(AccessDenied::Forbidden))), "{refused:?}");
}
