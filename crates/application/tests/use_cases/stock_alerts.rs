use autoparts_application::{
    catalogue::stock::MoveStock,
    ports::{outbox::Mail, page::Page},
    stock_alerts::{StockAlertError, StockAlertResult},
    use_case_error::UseCaseError::{self, Refused},
};
use autoparts_domain::{
    catalogue::stock::{StockChange, StockReason},
    email::Email,
    id::{PartId, UserId},
    link_token::LinkToken,
    quantity::MinimumOrder,
    stock_alerts::{ALERT_LASTS, AlertConsent, CONFIRM_WITHIN, MAX_ALERTS, StockAlert},
};
use autoparts_testing::{failing_store::FailingStore, test_shop::TestShop};
use std::{sync::Arc, time::Duration};

fn ann() -> Email {
    "ann@example.com".parse().unwrap()
}

async fn request(test_shop: &TestShop, part: PartId, email: Email) -> StockAlertResult<()> {
    test_shop.shop.request_stock_alert(part, email).await
}

/// Requests an alert, and confirms it by the emailed link, if there is one.
async fn ask_and_confirm(test_shop: &TestShop, part: PartId, email: Email) {
    request(test_shop, part, email.clone()).await.unwrap();
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let asked = mails.into_iter().find(|mail| mail.to == email && mail.subject == "Confirm your stock alert");
    if let Some(asked) = asked {
        test_shop.shop.confirm_stock_alerts(&token_of(&asked, "confirm-alerts")).await.unwrap();
    }
}

/// The emails of the next round of maintenance, oldest first, without those about orders.
async fn mails_of_a_round(test_shop: &TestShop) -> Vec<Mail> {
    let all = || async { test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap() };
    let before = all().await;
    assert!(test_shop.shop.run_maintenance().await);
    let is_new = |mail: &Mail| !before.contains(mail) && mail.order.is_none();
    all().await.into_iter().filter(is_new).rev().collect()
}

async fn receive(test_shop: &TestShop, admin: UserId, part: PartId, pieces: i64) {
    let reason = StockReason::Received;
    let change = StockChange::new(pieces).unwrap();
    let received = MoveStock { reason, change, note: None, expected_available: None, idempotency_key: None };
    test_shop.shop.move_stock(admin, part, received).await.unwrap();
}

fn token(mail: &Mail) -> LinkToken {
    token_of(mail, "stop-alerts")
}

fn token_of(mail: &Mail, page: &str) -> LinkToken {
    let (_, rest) = mail.text.split_once(&format!("https://shop.example/{page}#token=")).unwrap();
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn an_alert_is_sent_once_when_the_part_is_back() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(10, 9, 3800).await;
    for _ in 0..3 {
        ask_and_confirm(&test_shop, part, ann()).await;
    }
    assert_eq!(mails_of_a_round(&test_shop).await, []);
    receive(&test_shop, admin, part, 20).await;
    let mails = mails_of_a_round(&test_shop).await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!((mail.to.clone(), mail.subject.as_str()), (ann(), "Back in stock: Alternator"));
    let expected = ["Alternator, $38 per piece, minimum order 10 pieces", "while stock lasts", "Someone, probably you"];
    assert!(expected.iter().all(|words| mail.text.contains(words)), "{}", mail.text);
    assert!(mail.text.contains(&format!("https://shop.example/shop/{part}\n")), "{}", mail.text);
    let redacted = mail.redacted.as_deref().unwrap();
    assert!(!redacted.contains("token="), "{redacted}");
    test_shop.clock.advance(Duration::from_mins(1));
    assert_eq!(mails_of_a_round(&test_shop).await, []);
}

#[tokio::test]
async fn alerts_follow_shown_parts_lower_minimums_and_received_goods() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = test_shop.customer("marta").await;
    let mut parts = Vec::new();
    for _ in 0..4 {
        parts.push(test_shop.part(5, 5, 100).await);
    }
    let [cancelled, expired, lowered, hidden] = parts[..] else { panic!() };
    let order = test_shop.order(marta, cancelled, 5).await;
    test_shop.order(marta, expired, 5).await;
    test_shop.order(marta, lowered, 1 + 4).await;
    for part in [cancelled, expired, lowered] {
        ask_and_confirm(&test_shop, part, ann()).await;
    }
    // A part that is hidden while someone waits for it: it is sold out when they subscribe.
    test_shop.order(marta, hidden, 5).await;
    ask_and_confirm(&test_shop, hidden, ann()).await;
    test_shop.shop.delete_part(admin, hidden).await.unwrap();
    receive(&test_shop, admin, hidden, 5).await;
    assert_eq!(mails_of_a_round(&test_shop).await, []);

    test_shop.shop.delete_own_order(marta, order).await.unwrap();
    assert_eq!(mails_of_a_round(&test_shop).await, [], "an unpaid order gave its pieces back");
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
    assert_eq!(mails_of_a_round(&test_shop).await, [], "a reservation expired");
    receive(&test_shop, admin, expired, 1).await;
    receive(&test_shop, admin, cancelled, 1).await;
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1, "goods came, of both");
}

#[tokio::test]
async fn pieces_returned_by_a_paid_order_trigger_alerts() {
    let test_shop = TestShop::default();
    let (admin, marta, part) =
        (test_shop.admin().await, test_shop.customer("marta").await, test_shop.part(1, 2, 100).await);
    let (order, _) = test_shop.paid_order(marta, part, 2).await;
    ask_and_confirm(&test_shop, part, ann()).await;
    test_shop.shop.refund_order(admin, order).await.unwrap();
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1);
}

/// An attacker reserves all pieces, enters a stranger's address and deletes the order.
#[tokio::test]
async fn a_stranger_gets_one_confirmation_email_and_no_more() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 100).await;
    for _ in 0..10 {
        let order = test_shop.order(marta, part, 5).await;
        request(&test_shop, part, ann()).await.unwrap();
        test_shop.shop.delete_own_order(marta, order).await.unwrap();
        test_shop.shop.run_maintenance().await;
    }
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let to_ann: Vec<_> = mails.into_iter().filter(|mail| mail.to == ann()).map(|mail| mail.subject).collect();
    assert_eq!(to_ann, ["Confirm your stock alert"]);
}

#[tokio::test]
async fn an_address_confirms_only_once() {
    let test_shop = TestShop::default();
    let (admin, first, second) =
        (test_shop.admin().await, test_shop.part(1, 0, 100).await, test_shop.part(1, 0, 100).await);
    request(&test_shop, first, ann()).await.unwrap();
    receive(&test_shop, admin, first, 1).await;
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    assert_eq!(mails_of_a_round(&test_shop).await, [], "nothing before it is confirmed");
    let link = token_of(&mails[0], "confirm-alerts");
    for _ in 0..2 {
        test_shop.shop.confirm_stock_alerts(&link).await.unwrap();
    }
    assert!(matches!(test_shop.shop.stop_stock_alerts(&link).await, Err(Refused(StockAlertError::BadLink))));
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1);
    request(&test_shop, second, ann()).await.unwrap();
    receive(&test_shop, admin, second, 1).await;
    let mails = mails_of_a_round(&test_shop).await;
    assert_eq!(mails.len(), 1, "without another question");
    assert_eq!(mails[0].unasked, None);
    // The link in the email withdraws the confirmation, and no new link is sent for a while.
    test_shop.shop.stop_stock_alerts(&token(&mails[0])).await.unwrap();
    let third = test_shop.part(1, 0, 100).await;
    let count = async || test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap().len();
    let before = count().await;
    test_shop.clock.advance(Duration::from_hours(24));
    request(&test_shop, third, ann()).await.unwrap();
    assert_eq!(count().await, before, "it has just refused");
    test_shop.clock.advance(Duration::from_hours(30 * 24));
    request(&test_shop, third, ann()).await.unwrap();
    assert_eq!(count().await, before + 1, "confirmation is requested again after 30 days");
}

#[tokio::test]
async fn a_link_confirms_for_seven_days() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 0, 100).await;
    request(&test_shop, part, ann()).await.unwrap();
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    test_shop.clock.advance(CONFIRM_WITHIN);
    let late = test_shop.shop.confirm_stock_alerts(&token_of(&mails[0], "confirm-alerts")).await;
    assert!(matches!(late, Err(Refused(StockAlertError::BadLink))), "{late:?}");
    test_shop.clock.advance(Duration::from_secs(1));
    test_shop.shop.run_maintenance().await;
    let left = test_shop.shop.store.read(|tx| tx.stock_alerts_of(&ann())).await.unwrap();
    assert!(left.is_empty(), "and the alert ends with it");
}

#[tokio::test]
async fn a_member_must_confirm_but_a_newsletter_subscriber_need_not() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 0, 100).await;
    test_shop.customer("marta").await;
    let reader = test_shop.shop.store.write(|tx| {
        let mut subscription = autoparts_testing::samples::subscription(1);
        subscription.confirm(autoparts_testing::clock::NEW_YEAR);
        tx.insert_subscription(&subscription)?;
        let mut left = autoparts_testing::samples::subscription(2);
        left.confirm(autoparts_testing::clock::NEW_YEAR);
        left.leave();
        tx.insert_subscription(&left)
    });
    reader.await.unwrap();
    for known in ["reader-1@example.com", "marta@example.com", "reader-2@example.com"] {
        request(&test_shop, part, known.parse().unwrap()).await.unwrap();
    }
    let asked = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let asked: Vec<&str> = asked.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!(asked, ["reader-2@example.com", "marta@example.com"], "anyone may have asked for them");
    receive(&test_shop, admin, part, 1).await;
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1);
}

#[tokio::test]
async fn several_alerts_are_one_email() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let parts = [test_shop.part(1, 0, 100).await, test_shop.part(1, 0, 200).await, test_shop.part(1, 0, 300).await];
    for part in parts {
        ask_and_confirm(&test_shop, part, ann()).await;
        receive(&test_shop, admin, part, 1).await;
    }
    let mails = mails_of_a_round(&test_shop).await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!(mail.subject, "Back in stock: 3 parts");
    for part in parts {
        assert!(mail.text.contains(&format!("https://shop.example/shop/{part}\n")), "{}", mail.text);
    }
}

#[tokio::test]
async fn an_older_alert_needs_no_confirmation_and_counts_against_the_quota() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 100).await;
    let order = test_shop.order(marta, part, 5).await;
    let alert = StockAlert {
        part,
        email: ann(),
        id: test_shop.shop.ids.next(),
        asked_at: test_shop.shop.now(),
        consent: AlertConsent::NotAsked,
    };
    test_shop.shop.store.write(move |tx| tx.save_stock_alert(&alert)).await.unwrap();
    request(&test_shop, part, ann()).await.unwrap();
    test_shop.shop.delete_own_order(marta, order).await.unwrap();
    let mails = mails_of_a_round(&test_shop).await;
    assert_eq!(mails.len(), 1, "a repeated request revokes nothing");
    assert!(mails[0].unasked.is_some());
}

#[tokio::test]
async fn strangers_displace_only_unconfirmed_alerts() {
    let test_shop = TestShop::default();
    let wanted = test_shop.part(1, 0, 100).await;
    let alert = StockAlert {
        part: wanted,
        email: ann(),
        id: test_shop.shop.ids.next(),
        asked_at: test_shop.shop.now(),
        consent: AlertConsent::Confirmed,
    };
    test_shop.shop.store.write(move |tx| tx.save_stock_alert(&alert)).await.unwrap();
    for _ in 0..MAX_ALERTS + 5 {
        let part = test_shop.part(1, 0, 100).await;
        request(&test_shop, part, ann()).await.unwrap();
    }
    let alerts = test_shop.shop.store.read(|tx| tx.stock_alerts_of(&ann())).await.unwrap();
    assert_eq!(alerts.len(), MAX_ALERTS);
    assert!(alerts.iter().any(|alert| alert.part == wanted));
}

#[tokio::test]
async fn parts_in_stock_and_missing_parts_have_no_alerts() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let in_stock = test_shop.part(10, 10, 100).await;
    let hidden = test_shop.part(1, 0, 100).await;
    test_shop.shop.delete_part(admin, hidden).await.unwrap();
    assert!(matches!(request(&test_shop, in_stock, ann()).await, Err(Refused(StockAlertError::InStock))));
    for part in [hidden, PartId::from(uuid::Uuid::nil())] {
        assert!(matches!(request(&test_shop, part, ann()).await, Err(Refused(StockAlertError::NoSuchPart))));
    }
}

#[tokio::test]
async fn the_link_ends_all_alerts_of_the_address() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let first = test_shop.part(1, 0, 100).await;
    let second = test_shop.part(1, 0, 100).await;
    let ben: Email = "ben@example.com".parse().unwrap();
    for part in [first, second] {
        ask_and_confirm(&test_shop, part, ann()).await;
    }
    ask_and_confirm(&test_shop, second, ben.clone()).await;
    receive(&test_shop, admin, first, 5).await;
    let mail = mails_of_a_round(&test_shop).await.remove(0);
    for _ in 0..2 {
        test_shop.shop.stop_stock_alerts(&token(&mail)).await.unwrap();
    }
    receive(&test_shop, admin, second, 5).await;
    let recipients: Vec<Email> = mails_of_a_round(&test_shop).await.into_iter().map(|mail| mail.to).collect();
    assert_eq!(recipients, [ben]);
    let forged = LinkToken::from_random([7; 32]);
    assert!(matches!(test_shop.shop.stop_stock_alerts(&forged).await, Err(Refused(StockAlertError::BadLink))));
    let raw = token(&mail).reveal().to_owned();
    let stored = test_shop.shop.store.read(move |tx| tx.stock_alert_link(&raw)).await.unwrap();
    assert_eq!(stored, None, "only its digest");
}

#[tokio::test]
async fn only_the_newest_alerts_of_an_address_are_kept() {
    let test_shop = TestShop::default();
    let mut parts = Vec::new();
    for _ in 0..=MAX_ALERTS {
        parts.push(test_shop.part(1, 0, 100).await);
    }
    for part in &parts {
        ask_and_confirm(&test_shop, *part, ann()).await;
    }
    let waited_for = test_shop.shop.store.read(|tx| tx.stock_alerts_of(&ann())).await.unwrap();
    let newest_first: Vec<PartId> = waited_for.into_iter().map(|alert| alert.part).collect();
    parts.reverse();
    assert_eq!(newest_first, parts[..MAX_ALERTS]);
}

#[tokio::test]
async fn alerts_are_sent_in_batches() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 0, 100).await;
    for number in 0..201 {
        ask_and_confirm(&test_shop, part, format!("a{number}@example.com").parse().unwrap()).await;
    }
    receive(&test_shop, admin, part, 1).await;
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 200);
    assert_eq!(mails_of_a_round(&test_shop).await.len(), 1);
}

#[tokio::test]
async fn a_failed_email_prevents_no_other_alert() {
    let store = Arc::new(FailingStore::default());
    let test_shop = TestShop::on(store.clone());
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 0, 100).await;
    for name in ["a", "b", "c"] {
        ask_and_confirm(&test_shop, part, format!("{name}@example.com").parse().unwrap()).await;
    }
    receive(&test_shop, admin, part, 1).await;
    store.fail_after(0);
    assert!(matches!(test_shop.shop.send_stock_alerts().await, Err(UseCaseError::Store(_))), "the error is returned");
    let mut written = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    written.retain(|mail| mail.subject.starts_with("Back in stock"));
    assert_eq!(written.len(), 2, "{written:?}");
    assert_eq!(test_shop.shop.send_stock_alerts().await.unwrap(), 1, "the next round makes up for it");
}

#[tokio::test]
async fn stock_alerts_expire_after_a_year() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 0, 100).await;
    let other = test_shop.part(1, 0, 100).await;
    ask_and_confirm(&test_shop, other, ann()).await;
    ask_and_confirm(&test_shop, part, ann()).await;
    receive(&test_shop, admin, other, 1).await;
    let link = token(&mails_of_a_round(&test_shop).await.remove(0));
    test_shop.clock.advance(ALERT_LASTS);
    test_shop.clock.advance(Duration::from_secs(1));
    test_shop.shop.run_maintenance().await;
    receive(&test_shop, admin, part, 1).await;
    assert_eq!(mails_of_a_round(&test_shop).await, []);
    assert!(matches!(test_shop.shop.stop_stock_alerts(&link).await, Err(Refused(StockAlertError::BadLink))));
}
