//! The quota of order emails to an unverified address.

use super::delivery::{Sent, failing, mails, unavailable, willing, worker};
use autoparts_application::{
    orders::shipment::Ship,
    outbox::OutboxWorker,
    payments::partial_refunds::{RefundPart, RefundScope},
    ports::{
        clock::Clock,
        email_content::EmailContent,
        outbox::{Delivery, Mail},
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    accounts::User,
    id::{OrderId, PartId, UserId},
    money::{Money, RefundAmount},
    orders::Tracking,
    payments::Refund,
};
use autoparts_testing::{
    clock::{NEW_YEAR, numbered},
    test_shop::TestShop,
};
use std::time::Duration;

const HOUR: Duration = Duration::from_hours(1);

/// A shop with a part, and a customer with an unverified address.
async fn shop() -> (TestShop, UserId, PartId) {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    prove(&test_shop, customer, false).await;
    let part = test_shop.part(1, 1_000, 1_000).await;
    (test_shop, customer, part)
}

async fn prove(test_shop: &TestShop, customer: UserId, email_verified: bool) {
    let before = test_shop.shop.store.read(move |tx| tx.user(&customer)).await.unwrap().unwrap();
    let after = User { email_verified, ..before.clone() };
    test_shop.shop.store.write(move |tx| tx.update_user(&before, &after)).await.unwrap();
}

fn sending(test_shop: &TestShop) -> (OutboxWorker, Sent) {
    let (mailer, sent) = willing();
    (worker(test_shop, mailer), sent)
}

/// Places orders one after the other, and sends due emails after each.
async fn order_and_send(
    test_shop: &TestShop,
    worker: &OutboxWorker,
    customer: UserId,
    part: PartId,
    times: usize,
) -> Vec<OrderId> {
    let mut orders = Vec::new();
    for _ in 0..times {
        orders.push(test_shop.order(customer, part, 1).await);
        test_shop.clock.advance(Duration::from_secs(1));
        worker.deliver_due().await.unwrap();
    }
    orders
}

#[tokio::test]
async fn an_unverified_address_gets_six_order_emails_an_hour_then_a_digest() {
    let (test_shop, customer, part) = shop().await;
    let (worker, sent) = sending(&test_shop);
    let orders = order_and_send(&test_shop, &worker, customer, part, 33).await;
    assert_eq!(sent.lock().unwrap().len(), 6);

    test_shop.clock.advance(HOUR);
    worker.deliver_due().await.unwrap();
    let sent = sent.lock().unwrap().clone();
    assert_eq!(sent.len(), 7, "all held-back updates are one email");
    let news = &sent[6];
    assert_eq!(news.subject, "Updates on 27 of your orders");
    for order in &orders[6..] {
        assert!(news.text.contains(&format!("https://shop.example/payment/{order}\n")), "{}", news.text);
    }
    assert!(news.text.contains("reserved for you for 60 minutes") || news.text.contains("59 minutes"), "{}", news.text);
    assert!(mails(&test_shop).await.iter().all(|mail| matches!(mail.delivery, Delivery::Sent(_))));
}

#[tokio::test]
async fn an_unverified_address_gets_twenty_order_emails_a_day() {
    let (test_shop, customer, part) = shop().await;
    let (worker, sent) = sending(&test_shop);
    for _ in 0..23 {
        order_and_send(&test_shop, &worker, customer, part, 8).await;
        test_shop.clock.advance(HOUR);
    }
    worker.deliver_due().await.unwrap();
    assert_eq!(sent.lock().unwrap().len(), 20);
}

#[tokio::test]
async fn held_back_emails_show_the_state_of_orders_when_sent() {
    let (test_shop, customer, part) = shop().await;
    let (worker, sent) = sending(&test_shop);
    order_and_send(&test_shop, &worker, customer, part, 6).await;
    let (paid, _) = test_shop.paid_order(customer, part, 1).await;
    let deleted = order_and_send(&test_shop, &worker, customer, part, 1).await[0];
    test_shop.shop.delete_own_order(customer, deleted).await.unwrap();
    let (shipped, _) = test_shop.paid_order(customer, part, 1).await;
    let tracking = Tracking { carrier: Some("UPS".parse().unwrap()), number: Some("1Z 999".parse().unwrap()) };
    let ship = Ship { tracking, ..Ship::default() };
    test_shop.shop.ship(test_shop.admin().await, shipped, ship).await.unwrap();

    let mut numbers = Vec::new();
    for order in [paid, deleted] {
        numbers.push(test_shop.stored_order(order).await.snapshot().number.clone().unwrap());
    }
    test_shop.clock.advance(HOUR);
    worker.deliver_due().await.unwrap();
    let sent = sent.lock().unwrap();
    assert_eq!(sent.len(), 7);
    assert_eq!(sent[6].subject, "Updates on 2 of your orders", "a deleted one is not reported");
    let paragraphs: Vec<_> = sent[6].text.split("\n\n").map(|text| text.split(" × ").next().unwrap()).collect();
    assert_eq!(
        paragraphs,
        [
            "Hello,",
            "Here is where your orders stand:",
            "    1",
            "We have received your payment, and will email you when your order ships.",
            "    1",
            "It is paid, and on its way to you.",
            "Carrier: UPS\nTracking number: 1Z 999",
            "All your orders are here:",
            "https://shop.example/dashboard",
            "Autoparts\n",
        ]
    );
    assert!(sent[6].text.contains(numbers[0].as_str()) && !sent[6].text.contains(numbers[1].as_str()));
}

#[tokio::test]
async fn held_back_emails_list_new_refunds_and_their_methods() {
    let (test_shop, customer, part) = shop().await;
    let admin = test_shop.admin().await;
    let (worker, sent) = sending(&test_shop);
    let refund = async |order, cents| {
        let what = RefundScope::Amount(RefundAmount::new(Money::from_cents(cents).unwrap()).unwrap());
        let command = RefundPart { what, note: None, idempotency_key: None };
        test_shop.shop.refund_part(admin, order, command).await.unwrap().id
    };
    let (order, _) = test_shop.paid_order(customer, part, 2).await;
    refund(order, 111).await;
    worker.deliver_due().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(1));
    order_and_send(&test_shop, &worker, customer, part, 6).await;
    for cents in [222, 333] {
        refund(order, cents).await;
    }
    let closed = refund(order, 444).await;
    let close = test_shop.shop.store.write(move |tx| -> StoreResult<()> {
        let refund = tx.refund(&closed)?.expect("the refund");
        assert!(tx.update_refund(&refund, &refund.clone().done_by_hand(NEW_YEAR))?);
        let nothing = Refund { id: numbered(9).into(), amount: Money::ZERO, due_at: refund.due_at, ..refund };
        tx.insert_refund(&nothing)
    });
    close.await.unwrap();
    test_shop.clock.advance(HOUR);
    worker.deliver_due().await.unwrap();
    let sent = sent.lock().unwrap();
    let text = &sent.last().unwrap().text;
    for words in ["$4.44 was refunded by other means.", "refunding $2.22.", "refunding $3.33."] {
        assert!(text.contains(words), "{text}");
    }
    assert_eq!(text.matches("The money is on its way to the card").count(), 1, "{text}");
    assert!(!text.contains("$1.11") && !text.contains("$0"), "{text}");
}

#[tokio::test]
async fn orders_deleted_while_their_emails_wait_cause_no_email() {
    let (test_shop, customer, part) = shop().await;
    let (worker, sent) = sending(&test_shop);
    order_and_send(&test_shop, &worker, customer, part, 6).await;
    for order in order_and_send(&test_shop, &worker, customer, part, 20).await {
        test_shop.shop.delete_own_order(customer, order).await.unwrap();
    }
    test_shop.clock.advance(HOUR);
    worker.deliver_due().await.unwrap();
    assert_eq!(sent.lock().unwrap().len(), 6);
    assert_eq!(mails(&test_shop).await[0].delivery, Delivery::GivenUp);
}

#[tokio::test]
async fn a_verified_address_gets_an_email_for_each_step() {
    let (test_shop, customer, part) = shop().await;
    prove(&test_shop, customer, true).await;
    let (worker, sent) = sending(&test_shop);
    order_and_send(&test_shop, &worker, customer, part, 30).await;
    assert_eq!(sent.lock().unwrap().len(), 30);
}

#[tokio::test]
async fn emails_of_others_are_not_held_back() {
    let (test_shop, customer, part) = shop().await;
    let olga = test_shop.customer("olga").await;
    prove(&test_shop, olga, false).await;
    let (worker, sent) = sending(&test_shop);
    order_and_send(&test_shop, &worker, customer, part, 20).await;
    order_and_send(&test_shop, &worker, olga, part, 1).await;
    let sent = sent.lock().unwrap();
    assert_eq!(sent.iter().filter(|mail| mail.to.as_str() == "olga@example.com").count(), 1);
}

#[tokio::test]
async fn mails_that_failed_together_are_sent_together_and_none_is_lost() {
    let (test_shop, customer, part) = shop().await;
    let (mailer, asked) = failing(unavailable);
    let down = worker(&test_shop, mailer);
    order_and_send(&test_shop, &down, customer, part, 10).await;
    assert!(*asked.lock().unwrap() <= 10);
    let (up, sent) = sending(&test_shop);
    test_shop.clock.advance(Duration::from_mins(30));
    up.deliver_due().await.unwrap();
    assert_eq!(sent.lock().unwrap().len(), 1);
    assert!(mails(&test_shop).await.iter().all(|mail| matches!(mail.delivery, Delivery::Sent(_))));
}

/// Guests may enter any address.
#[tokio::test]
async fn guests_with_the_address_of_a_member_delay_none_of_their_emails() {
    let (test_shop, marta, part) = shop().await;
    prove(&test_shop, marta, true).await;
    let (worker, sent) = sending(&test_shop);
    for _ in 0..8 {
        let guest = test_shop.guest("marta").await;
        test_shop.order(guest, part, 1).await;
        let order = test_shop.order(marta, part, 1).await;
        let before = sent.lock().unwrap().len();
        worker.deliver_due().await.unwrap();
        let delivered: Vec<_> = sent.lock().unwrap().iter().skip(before).filter_map(|mail| mail.order).collect();
        assert!(delivered.contains(&order), "the member is notified immediately");
    }
}

/// Every form at once: orders of guests, the newsletter under sub-addresses, stock alerts.
#[tokio::test]
async fn a_mailbox_gets_six_unasked_mails_an_hour_and_twenty_a_day() {
    let test_shop = TestShop::default();
    let (worker, sent) = sending(&test_shop);
    let part = test_shop.part(1, 1_000, 1_000).await;
    let sold_out = test_shop.part(1, 0, 1_000).await;
    for hour in 0..26 {
        for number in 0..4 {
            let tagged = format!("victim+{hour}.{number}@example.com");
            test_shop.shop.join_newsletter(tagged.parse().unwrap()).await.unwrap();
            test_shop.shop.request_stock_alert(sold_out, tagged.parse().unwrap()).await.unwrap();
            let guest = test_shop.guest("victim").await;
            test_shop.order(guest, part, 1).await;
            worker.deliver_due().await.unwrap();
            test_shop.clock.advance(Duration::from_mins(15));
        }
        if hour == 0 {
            assert_eq!(sent.lock().unwrap().len(), 6);
        }
        if hour == 23 {
            assert_eq!(sent.lock().unwrap().len(), 20);
        }
    }
}

#[tokio::test]
async fn a_confirmed_mail_does_not_count_and_is_not_held_back() {
    let test_shop = TestShop::default();
    let (worker, sent) = sending(&test_shop);
    for number in 0..10 {
        test_shop.shop.join_newsletter(format!("ann+{number}@example.com").parse().unwrap()).await.unwrap();
    }
    worker.deliver_due().await.unwrap();
    assert_eq!(sent.lock().unwrap().len(), 6);
    let text = sent.lock().unwrap()[0].text.clone();
    let (_, rest) = text.split_once("/coupon#token=").unwrap();
    let token = rest.split_whitespace().next().unwrap().parse().unwrap();
    test_shop.shop.confirm_newsletter(&token).await.unwrap();
    worker.deliver_due().await.unwrap();
    let sent = sent.lock().unwrap();
    assert_eq!((sent.len(), sent[6].subject.as_str()), (7, "Your $50 coupon"));
}

#[tokio::test]
async fn a_mail_with_a_code_is_sent_beyond_the_quota_of_others() {
    let test_shop = TestShop::default();
    let (worker, sent) = sending(&test_shop);
    for number in 0..10 {
        test_shop.shop.join_newsletter(format!("ann+{number}@example.com").parse().unwrap()).await.unwrap();
    }
    let code = |number: u128| {
        let id = numbered(900 + u64::try_from(number).unwrap()).into();
        let owner = numbered(1).into();
        let to = "ann@example.com".parse().unwrap();
        let content = EmailContent::new().paragraph("Code");
        Mail::new(id, owner, to, "Code", content, test_shop.clock.now(), HOUR).unasked_code()
    };
    for number in 0..10 {
        let mail = code(number);
        test_shop.shop.store.write(move |tx| tx.insert_mail(&mail)).await.unwrap();
    }
    worker.deliver_due().await.unwrap();
    let codes = sent.lock().unwrap().iter().filter(|mail| mail.subject == "Code").count();
    assert_eq!((sent.lock().unwrap().len(), codes), (12, 6), "twelve an hour with them");
}
