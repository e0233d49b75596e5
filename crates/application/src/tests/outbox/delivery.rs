use crate::{
    outbox::OutboxWorker,
    ports::{
        mailer::{MailerError, MockMailer},
        outbox::{Delivery, Mail},
        page::Page,
    },
    testing::{clock::TestClock, test_shop::TestShop},
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

pub(super) type Sent = Arc<Mutex<Vec<Mail>>>;

/// A mail server that takes everything.
pub(super) fn willing() -> (MockMailer, Sent) {
    let sent = Sent::default();
    let (mut mailer, kept) = (MockMailer::new(), Arc::clone(&sent));
    mailer.expect_send().returning(move |mail| {
        kept.lock().unwrap().push(mail.clone());
        Ok(())
    });
    (mailer, sent)
}

/// A mail server that fails, and counts how often it was asked.
pub(super) fn failing(error: fn() -> MailerError) -> (MockMailer, Arc<Mutex<u32>>) {
    let asked = Arc::new(Mutex::new(0));
    let (mut mailer, count) = (MockMailer::new(), Arc::clone(&asked));
    mailer.expect_send().returning(move |_| {
        *count.lock().unwrap() += 1;
        Err(error())
    });
    (mailer, asked)
}

pub(super) fn unavailable() -> MailerError {
    MailerError::Unavailable("the test says so".into())
}

fn unreachable() -> MailerError {
    MailerError::Unreachable("the test says so".into())
}

fn refused() -> MailerError {
    MailerError::Refused("the test says so".into())
}

pub(super) fn worker(bench: &TestShop, mailer: MockMailer) -> OutboxWorker {
    let clock: Arc<TestClock> = Arc::clone(&bench.clock);
    OutboxWorker {
        store: bench.shop.store.clone(),
        mailer: Arc::new(mailer),
        clock,
        public_url: bench.shop.public_url.clone(),
    }
}

/// A shop with one mail to send: that of a new order.
async fn with_a_mail() -> TestShop {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    bench.order(customer, part, 1).await;
    bench
}

pub(super) async fn mails(bench: &TestShop) -> Vec<Mail> {
    bench.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap()
}

#[tokio::test]
async fn a_mail_is_sent_once() {
    let bench = with_a_mail().await;
    let (mailer, sent) = willing();
    let worker = worker(&bench, mailer);
    for _ in 0..2 {
        worker.deliver_due().await.unwrap();
    }
    assert_eq!(sent.lock().unwrap().len(), 1);
    assert!(matches!(mails(&bench).await[0].delivery, Delivery::Sent(_)));
}

#[tokio::test]
async fn two_postmen_send_a_mail_once() {
    let bench = with_a_mail().await;
    let (mailer, sent) = willing();
    let worker = worker(&bench, mailer);
    let (one, other) = tokio::join!(worker.deliver_due(), worker.deliver_due());
    one.and(other).unwrap();
    assert_eq!(sent.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_mail_that_was_not_taken_is_tried_again_with_growing_pauses() {
    let bench = with_a_mail().await;
    let (mailer, asked) = failing(unavailable);
    let worker = worker(&bench, mailer);
    let mut tries_by_minute = Vec::new();
    for _ in 0..=8 {
        worker.deliver_due().await.unwrap();
        tries_by_minute.push(*asked.lock().unwrap());
        bench.clock.advance(Duration::from_mins(1));
    }
    // At the start, then after one, two and four more minutes.
    assert_eq!(tries_by_minute, [1, 2, 2, 3, 3, 3, 3, 4, 4]);
    assert!(matches!(mails(&bench).await[0].delivery, Delivery::Waiting { tries: 4, .. }));
}

#[tokio::test]
async fn a_mail_that_is_refused_is_given_up() {
    let bench = with_a_mail().await;
    let (mailer, asked) = failing(refused);
    let worker = worker(&bench, mailer);
    for _ in 0..3 {
        worker.deliver_due().await.unwrap();
        bench.clock.advance(Duration::from_hours(12));
    }
    assert_eq!(*asked.lock().unwrap(), 1);
    assert_eq!(mails(&bench).await[0].delivery, Delivery::GivenUp);
}

#[tokio::test]
async fn a_mail_is_sent_as_long_as_it_is_true_and_not_a_moment_longer() {
    let hold = TestShop::default().shop.rules.unstarted_hold;
    for (late_by, is_sent) in [(Duration::from_micros(1), true), (Duration::ZERO, false)] {
        let bench = with_a_mail().await;
        bench.clock.advance(hold.checked_sub(late_by).unwrap());
        let (mailer, sent) = willing();
        worker(&bench, mailer).deliver_due().await.unwrap();
        assert_eq!(sent.lock().unwrap().len(), usize::from(is_sent), "{late_by:?} before the reservation ends");
        assert_eq!(mails(&bench).await[0].delivery == Delivery::GivenUp, !is_sent);
    }
}

#[tokio::test]
async fn one_mail_that_fails_holds_up_no_other() {
    let bench = with_a_mail().await;
    let (customer, part) = (bench.customer("olga").await, bench.part(1, 5, 1000).await);
    bench.order(customer, part, 1).await;
    let sent = Sent::default();
    let (mut mailer, kept) = (MockMailer::new(), Arc::clone(&sent));
    mailer.expect_send().returning(move |mail| {
        if mail.to.as_str().starts_with("marta") {
            return Err(refused());
        }
        kept.lock().unwrap().push(mail.clone());
        Ok(())
    });
    worker(&bench, mailer).deliver_due().await.unwrap();
    let sent = sent.lock().unwrap();
    assert_eq!(sent.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["olga@example.com"]);
}

#[tokio::test]
async fn every_step_of_an_order_is_told_to_its_customer_once() {
    let bench = TestShop::default();
    let (customer, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (shipped, transaction) = bench.paid_order(customer, part, 1).await;
    bench.shop.confirm_booking(customer, shipped, transaction).await.unwrap();
    for _ in 0..2 {
        bench.shop.ship(admin, shipped).await.unwrap();
    }
    let (refunded, _) = bench.paid_order(customer, part, 1).await;
    for _ in 0..2 {
        bench.shop.refund_order(admin, refunded).await.unwrap();
    }
    let mut subjects: Vec<_> = mails(&bench).await.into_iter().map(|mail| mail.subject).collect();
    subjects.reverse();
    let expected = [
        "Your order: Alternator",
        "We have received your payment: Alternator",
        "Your order is on its way: Alternator",
        "Your order: Alternator",
        "We have received your payment: Alternator",
        "Your money is on its way back: Alternator",
    ];
    assert_eq!(subjects, expected);
}

#[tokio::test]
async fn what_was_rolled_back_is_told_to_nobody() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    bench.shop.place_order(customer, TestShop::wish(part, 6)).await.unwrap_err();
    assert!(mails(&bench).await.is_empty());
}

#[tokio::test]
async fn what_a_mail_was_for_is_sent_whole_and_not_kept() {
    let bench = TestShop::default();
    bench.shop.join_newsletter("reader@example.com".parse().unwrap()).await.unwrap();
    let (mailer, sent) = willing();
    worker(&bench, mailer).deliver_due().await.unwrap();
    assert!(sent.lock().unwrap()[0].text.contains("/coupon?token="));
    let kept = mails(&bench).await.remove(0);
    assert!(kept.delivery.sent_at().is_some() && !kept.text.contains("token="), "{}", kept.text);
}

#[tokio::test]
async fn a_mail_server_that_hangs_costs_one_mail_a_round() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 50, 1000).await);
    for _ in 0..3 {
        bench.order(customer, part, 1).await;
    }
    let cases: [(fn() -> MailerError, u32); 2] = [(unreachable, 1), (unavailable, 2)];
    for (error, asked_for) in cases {
        let (mailer, asked) = failing(error);
        worker(&bench, mailer).deliver_due().await.unwrap();
        assert_eq!(*asked.lock().unwrap(), asked_for);
    }
}
