use crate::{
    catalogue::stock::MoveStock,
    ports::{outbox::Mail, page::Page},
    stock_alerts::StockAlertError,
    testing::{failing_store::FailingStore, test_shop::TestShop},
};
use autoparts_domain::{
    catalogue::stock::{StockChange, StockReason},
    email::Email,
    id::{PartId, UserId},
    link_token::LinkToken,
    quantity::MinimumOrder,
    stock_alerts::{ALERT_LASTS, MAX_ALERTS},
};
use std::{sync::Arc, time::Duration};

fn ann() -> Email {
    "ann@example.com".parse().unwrap()
}

async fn ask(test_shop: &TestShop, part: PartId, email: Email) -> Result<(), StockAlertError> {
    test_shop.shop.ask_for_stock_alert(part, email).await
}

/// The e-mails of the next round of maintenance, oldest first; those about orders apart.
async fn mails_of_a_round(test_shop: &TestShop) -> Vec<Mail> {
    let all = || async { test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap() };
    let before = all().await;
    assert!(test_shop.shop.run_maintenance().await);
    let is_new = |mail: &Mail| !before.contains(mail) && mail.order.is_none();
    all().await.into_iter().filter(is_new).rev().collect()
}

async fn receive(test_shop: &TestShop, admin: UserId, part: PartId, pieces: i64) {
    let (reason, change) = (StockReason::Received, StockChange::new(pieces).unwrap());
    let received = MoveStock { reason, change, note: None, expected_available: None, idempotency_key: None };
    test_shop.shop.move_stock(admin, part, received).await.unwrap();
}

fn token(mail: &Mail) -> LinkToken {
    let (_, rest) = mail.text.split_once("https://shop.example/stop-alerts?token=").unwrap();
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn who_waits_is_written_to_once_when_the_part_is_back() {
    let test_shop = TestShop::default();
    let (admin, part) = (test_shop.admin().await, test_shop.part(10, 9, 3800).await);
    for _ in 0..3 {
        ask(&test_shop, part, ann()).await.unwrap();
    }
    assert_eq!(mails_of_a_round(&test_shop).await, []);
    receive(&test_shop, admin, part, 20).await;
    let mails = mails_of_a_round(&test_shop).await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!((mail.to.clone(), mail.subject.as_str()), (ann(), "Back in stock: Alternator"));
    let told = ["Alternator, $38 per piece, minimum order 10 pieces", "while stock lasts", "Someone, probably you"];
    assert!(told.iter().all(|words| mail.text.contains(words)), "{}", mail.text);
    assert!(mail.text.contains(&format!("https://shop.example/shop/{part}\n")), "{}", mail.text);
    let redacted = mail.redacted.as_deref().unwrap();
    assert!(!redacted.contains("token="), "{redacted}");
    test_shop.clock.advance(Duration::from_mins(1));
    assert_eq!(mails_of_a_round(&test_shop).await, []);
}

#[tokio::test]
async fn whatever_makes_a_part_orderable_counts() {
    let test_shop = TestShop::default();
    let (admin, marta) = (test_shop.admin().await, test_shop.customer("marta").await);
    let mut parts = Vec::new();
    for _ in 0..4 {
        parts.push(test_shop.part(5, 5, 100).await);
    }
    let [cancelled, expired, lowered, hidden] = parts[..] else { panic!() };
    let order = test_shop.order(marta, cancelled, 5).await;
    test_shop.order(marta, expired, 5).await;
    test_shop.order(marta, lowered, 1 + 4).await;
    for part in [cancelled, expired, lowered] {
        ask(&test_shop, part, ann()).await.unwrap();
    }
    // One that is hidden while somebody waits for it: it is sold out when they ask.
    test_shop.order(marta, hidden, 5).await;
    ask(&test_shop, hidden, ann()).await.unwrap();
    test_shop.shop.delete_part(admin, hidden).await.unwrap();
    receive(&test_shop, admin, hidden, 5).await;
    assert_eq!(mails_of_a_round(&test_shop).await, []);

    test_shop.shop.delete_own_order(marta, order).await.unwrap();
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1, "an order was deleted");
    test_shop.shop.show_part(admin, hidden).await.unwrap();
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1, "it is shown again");
    receive(&test_shop, admin, lowered, 1).await;
    assert_eq!(mails_of_a_round(&test_shop).await, []);
    let record = test_shop.shop.part_to_edit(admin, lowered).await.unwrap().listed.record;
    let mut details = record.part.details;
    details.minimum_order = MinimumOrder::new(1).unwrap();
    test_shop.shop.edit_part(admin, lowered, record.revision, details).await.unwrap();
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1, "the minimum order was lowered");
    test_shop.clock.advance(test_shop.shop.rules.unstarted_hold);
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1, "a reservation expired");
}

#[tokio::test]
async fn what_can_be_ordered_or_is_not_there_is_not_waited_for() {
    let test_shop = TestShop::default();
    let (admin, in_stock) = (test_shop.admin().await, test_shop.part(10, 10, 100).await);
    let hidden = test_shop.part(1, 0, 100).await;
    test_shop.shop.delete_part(admin, hidden).await.unwrap();
    assert!(matches!(ask(&test_shop, in_stock, ann()).await, Err(StockAlertError::InStock)));
    for part in [hidden, PartId::from(uuid::Uuid::nil())] {
        assert!(matches!(ask(&test_shop, part, ann()).await, Err(StockAlertError::NoSuchPart)));
    }
}

#[tokio::test]
async fn the_link_ends_all_that_the_address_waits_for() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let (first, second) = (test_shop.part(1, 0, 100).await, test_shop.part(1, 0, 100).await);
    let ben: Email = "ben@example.com".parse().unwrap();
    for part in [first, second] {
        ask(&test_shop, part, ann()).await.unwrap();
    }
    ask(&test_shop, second, ben.clone()).await.unwrap();
    receive(&test_shop, admin, first, 5).await;
    let mail = mails_of_a_round(&test_shop).await.remove(0);
    for _ in 0..2 {
        test_shop.shop.stop_stock_alerts(&token(&mail)).await.unwrap();
    }
    receive(&test_shop, admin, second, 5).await;
    let told: Vec<Email> = mails_of_a_round(&test_shop).await.into_iter().map(|mail| mail.to).collect();
    assert_eq!(told, [ben]);
    let forged = LinkToken::from_random([7; 32]);
    assert!(matches!(test_shop.shop.stop_stock_alerts(&forged).await, Err(StockAlertError::BadLink)));
    let raw = token(&mail).reveal().to_owned();
    assert_eq!(test_shop.shop.store.read(move |tx| tx.stock_alert_link(&raw)).await.unwrap(), None, "only its digest");
}

#[tokio::test]
async fn an_address_waits_for_so_many_parts_and_the_newest_are_kept() {
    let test_shop = TestShop::default();
    let mut parts = Vec::new();
    for _ in 0..=MAX_ALERTS {
        parts.push(test_shop.part(1, 0, 100).await);
    }
    for part in &parts {
        ask(&test_shop, *part, ann()).await.unwrap();
    }
    let waited_for = test_shop.shop.store.read(|tx| tx.stock_alerts_of(&ann())).await.unwrap();
    let newest_first: Vec<PartId> = waited_for.into_iter().map(|alert| alert.part).collect();
    parts.reverse();
    assert_eq!(newest_first, parts[..MAX_ALERTS]);
}

#[tokio::test]
async fn a_round_writes_so_many_and_the_next_one_goes_on() {
    let test_shop = TestShop::default();
    let (admin, part) = (test_shop.admin().await, test_shop.part(1, 0, 100).await);
    for number in 0..201 {
        ask(&test_shop, part, format!("a{number}@example.com").parse().unwrap()).await.unwrap();
    }
    receive(&test_shop, admin, part, 1).await;
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 200);
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1);
}

#[tokio::test]
async fn a_mail_that_cannot_be_written_keeps_back_no_other() {
    let store = Arc::new(FailingStore::default());
    let test_shop = TestShop::on(store.clone());
    let (admin, part) = (test_shop.admin().await, test_shop.part(1, 0, 100).await);
    for name in ["a", "b", "c"] {
        ask(&test_shop, part, format!("{name}@example.com").parse().unwrap()).await.unwrap();
    }
    receive(&test_shop, admin, part, 1).await;
    store.fail_after(0);
    assert!(matches!(test_shop.shop.send_stock_alerts().await, Err(StockAlertError::Store(_))), "it is told");
    let written = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    assert_eq!(written.len(), 2, "{written:?}");
    assert_eq!(test_shop.shop.send_stock_alerts().await.unwrap(), 1, "the next round makes up for it");
}

#[tokio::test]
async fn after_a_year_nobody_is_waited_for() {
    let test_shop = TestShop::default();
    let (admin, part) = (test_shop.admin().await, test_shop.part(1, 0, 100).await);
    let other = test_shop.part(1, 0, 100).await;
    ask(&test_shop, other, ann()).await.unwrap();
    ask(&test_shop, part, ann()).await.unwrap();
    receive(&test_shop, admin, other, 1).await;
    let link = token(&mails_of_a_round(&test_shop).await.remove(0));
    test_shop.clock.advance(ALERT_LASTS);
    test_shop.clock.advance(Duration::from_secs(1));
    test_shop.shop.run_maintenance().await;
    receive(&test_shop, admin, part, 1).await;
    assert_eq!(mails_of_a_round(&test_shop).await, []);
    assert!(matches!(test_shop.shop.stop_stock_alerts(&link).await, Err(StockAlertError::BadLink)));
}
