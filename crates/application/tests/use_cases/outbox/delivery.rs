use async_trait::async_trait;
use autoparts_application::{
    orders::shipment::Ship,
    outbox::OutboxWorker,
    ports::{
        mailer::{Mailer, MailerError, MockMailer},
        outbox::{Delivery, Mail},
        page::Page,
    },
};
use autoparts_testing::{clock::TestClock, test_shop::TestShop};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

pub(super) type Sent = Arc<Mutex<Vec<Mail>>>;

/// A mail server that accepts everything.
pub(super) fn willing() -> (MockMailer, Sent) {
    let sent = Sent::default();
    let mut mailer = MockMailer::new();
    let kept = Arc::clone(&sent);
    mailer.expect_send().returning(move |mail| {
        kept.lock().unwrap().push(mail.clone());
        Ok(())
    });
    (mailer, sent)
}

/// A mail server that fails, and counts its calls.
pub(super) fn failing(error: fn() -> MailerError) -> (MockMailer, Arc<Mutex<u32>>) {
    let asked = Arc::new(Mutex::new(0));
    let mut mailer = MockMailer::new();
    let count = Arc::clone(&asked);
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

pub(super) fn worker(test_shop: &TestShop, mailer: MockMailer) -> OutboxWorker {
    let clock: Arc<TestClock> = Arc::clone(&test_shop.clock);
    OutboxWorker::new(test_shop.shop.store.clone(), Arc::new(mailer), clock, test_shop.shop.public_url.clone())
}

/// A shop with one email to send: that of a new order.
async fn with_a_mail() -> TestShop {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    test_shop.order(customer, part, 1).await;
    test_shop
}

pub(super) async fn mails(test_shop: &TestShop) -> Vec<Mail> {
    test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap()
}

#[tokio::test]
async fn a_mail_is_sent_once() {
    let test_shop = with_a_mail().await;
    let (mailer, sent) = willing();
    let worker = worker(&test_shop, mailer);
    for _ in 0..2 {
        worker.deliver_due().await.unwrap();
    }
    assert_eq!(sent.lock().unwrap().len(), 1);
    assert!(matches!(mails(&test_shop).await[0].delivery, Delivery::Sent(_)));
}

#[tokio::test]
async fn two_workers_send_a_mail_once() {
    let test_shop = with_a_mail().await;
    let (mailer, sent) = willing();
    let worker = worker(&test_shop, mailer);
    let (one, other) = tokio::join!(worker.deliver_due(), worker.deliver_due());
    one.and(other).unwrap();
    assert_eq!(sent.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_mail_that_was_not_accepted_is_retried_with_growing_pauses() {
    let test_shop = with_a_mail().await;
    let (mailer, asked) = failing(unavailable);
    let worker = worker(&test_shop, mailer);
    let mut tries_by_minute = Vec::new();
    for _ in 0..=8 {
        worker.deliver_due().await.unwrap();
        tries_by_minute.push(*asked.lock().unwrap());
        test_shop.clock.advance(Duration::from_mins(1));
    }
    // At the start, then after one, two and four more minutes.
    assert_eq!(tries_by_minute, [1, 2, 2, 3, 3, 3, 3, 4, 4]);
    assert!(matches!(mails(&test_shop).await[0].delivery, Delivery::Waiting { tries: 4, .. }));
}

#[tokio::test]
async fn a_mail_that_is_refused_is_given_up() {
    let test_shop = with_a_mail().await;
    let (mailer, asked) = failing(refused);
    let worker = worker(&test_shop, mailer);
    for _ in 0..3 {
        worker.deliver_due().await.unwrap();
        test_shop.clock.advance(Duration::from_hours(12));
    }
    assert_eq!(*asked.lock().unwrap(), 1);
    assert_eq!(mails(&test_shop).await[0].delivery, Delivery::GivenUp);
}

#[tokio::test]
async fn a_mail_is_sent_until_it_expires() {
    let hold = TestShop::default().shop.rules.unstarted_hold;
    for (late_by, is_sent) in [(Duration::from_micros(1), true), (Duration::ZERO, false)] {
        let test_shop = with_a_mail().await;
        test_shop.clock.advance(hold.checked_sub(late_by).unwrap());
        let (mailer, sent) = willing();
        worker(&test_shop, mailer).deliver_due().await.unwrap();
        assert_eq!(sent.lock().unwrap().len(), usize::from(is_sent), "{late_by:?} before the reservation ends");
        assert_eq!(mails(&test_shop).await[0].delivery == Delivery::GivenUp, !is_sent);
    }
}

#[tokio::test]
async fn a_failed_mail_delays_no_other() {
    let test_shop = with_a_mail().await;
    let customer = test_shop.customer("olga").await;
    let part = test_shop.part(1, 5, 1000).await;
    test_shop.order(customer, part, 1).await;
    let sent = Sent::default();
    let mut mailer = MockMailer::new();
    let kept = Arc::clone(&sent);
    mailer.expect_send().returning(move |mail| {
        if mail.to.as_str().starts_with("marta") {
            return Err(refused());
        }
        kept.lock().unwrap().push(mail.clone());
        Ok(())
    });
    worker(&test_shop, mailer).deliver_due().await.unwrap();
    let sent = sent.lock().unwrap();
    assert_eq!(sent.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["olga@example.com"]);
}

#[tokio::test]
async fn the_customer_is_emailed_once_for_each_step() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (shipped, transaction) = test_shop.paid_order(customer, part, 1).await;
    test_shop.shop.confirm_booking(customer, shipped, transaction).await.unwrap();
    for _ in 0..2 {
        test_shop.shop.ship(admin, shipped, Ship::default()).await.unwrap();
    }
    let (refunded, _) = test_shop.paid_order(customer, part, 1).await;
    for _ in 0..2 {
        test_shop.shop.refund_order(admin, refunded).await.unwrap();
    }
    let mut subjects: Vec<_> = mails(&test_shop).await.into_iter().map(|mail| mail.subject).collect();
    subjects.reverse();
    // Each ends with the number of its order.
    let subjects: Vec<_> = subjects.iter().filter_map(|subject| Some(subject.rsplit_once(" (AP-")?.0)).collect();
    let expected = [
        "Your order: Alternator",
        "We have received your payment: Alternator",
        "Your order is on its way: Alternator",
        "Your order: Alternator",
        "We have received your payment: Alternator",
        "Your refund is on its way: Alternator",
    ];
    assert_eq!(subjects, expected);
}

#[tokio::test]
async fn a_rolled_back_order_sends_no_email() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    test_shop.shop.place_order(customer, TestShop::single_order(part, 6)).await.unwrap_err();
    assert!(mails(&test_shop).await.is_empty());
}

#[tokio::test]
async fn secrets_are_sent_with_a_mail_and_then_erased() {
    let test_shop = TestShop::default();
    test_shop.shop.join_newsletter("reader@example.com".parse().unwrap()).await.unwrap();
    let (mailer, sent) = willing();
    worker(&test_shop, mailer).deliver_due().await.unwrap();
    assert!(sent.lock().unwrap()[0].text.contains("/coupon#token="));
    let kept = mails(&test_shop).await.remove(0);
    assert!(kept.delivery.sent_at().is_some() && !kept.text.contains("token="), "{}", kept.text);
}

#[tokio::test]
async fn an_unresponsive_mail_server_costs_one_mail_per_round() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 1000).await;
    for _ in 0..3 {
        test_shop.order(customer, part, 1).await;
    }
    let cases: [(fn() -> MailerError, u32); 2] = [(unreachable, 1), (unavailable, 2)];
    for (error, asked_for) in cases {
        let (mailer, asked) = failing(error);
        worker(&test_shop, mailer).deliver_due().await.unwrap();
        assert_eq!(*asked.lock().unwrap(), asked_for);
    }
}

/// A mail server that is slow for some addresses.
struct SlowTo(&'static str, Sent);

#[async_trait]
impl Mailer for SlowTo {
    async fn send(&self, mail: &Mail) -> Result<(), MailerError> {
        if mail.to.as_str().ends_with(self.0) {
            tokio::time::sleep(Duration::from_secs(20)).await;
        }
        self.1.lock().unwrap().push(mail.clone());
        Ok(())
    }
}

fn sent_to(sent: &Sent, ending: &str) -> usize {
    sent.lock().unwrap().iter().filter(|mail| mail.to.as_str().ends_with(ending)).count()
}

/// Ten recipients in an attacker's domain, whose server takes 20 seconds for each.
#[tokio::test(start_paused = true)]
async fn slow_recipients_hold_up_only_their_own_connections() {
    let test_shop = TestShop::default();
    for number in 0..10 {
        test_shop.shop.join_newsletter(format!("slow{number}@slow.example").parse().unwrap()).await.unwrap();
    }
    for number in 0..30 {
        test_shop.shop.join_newsletter(format!("reader{number}@example.com").parse().unwrap()).await.unwrap();
    }
    let sent = Sent::default();
    let clock: Arc<TestClock> = Arc::clone(&test_shop.clock);
    let mailer = Arc::new(SlowTo("@slow.example", Arc::clone(&sent)));
    let worker = OutboxWorker::new(test_shop.shop.store.clone(), mailer, clock, test_shop.shop.public_url.clone());
    let begun = tokio::time::Instant::now();
    worker.deliver_due().await.unwrap();
    assert_eq!(sent_to(&sent, "@example.com"), 30, "all others are sent in the same round");
    assert!(begun.elapsed() < Duration::from_secs(15), "and the round ends: {:?}", begun.elapsed());
    // An email written in the meantime does not wait either.
    test_shop.shop.join_newsletter("late@example.com".parse().unwrap()).await.unwrap();
    worker.deliver_due().await.unwrap();
    assert_eq!(sent_to(&sent, "@example.com"), 31);
    for _ in 0..6 {
        tokio::time::sleep(Duration::from_secs(20)).await;
        worker.deliver_due().await.unwrap();
    }
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert_eq!(sent_to(&sent, "@slow.example"), 10, "each of them once, in the end");
}

/// Even if many older emails wait for a stalled domain.
#[tokio::test(start_paused = true)]
async fn a_new_mail_overtakes_a_thousand_to_a_stalled_domain() {
    let test_shop = TestShop::default();
    for number in 0..1_100 {
        test_shop.shop.join_newsletter(format!("slow{number}@slow.example").parse().unwrap()).await.unwrap();
    }
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    test_shop.order(customer, part, 1).await;
    let sent = Sent::default();
    let clock: Arc<TestClock> = Arc::clone(&test_shop.clock);
    let mailer = Arc::new(SlowTo("@slow.example", Arc::clone(&sent)));
    let worker = OutboxWorker::new(test_shop.shop.store.clone(), mailer, clock, test_shop.shop.public_url.clone());
    worker.deliver_due().await.unwrap();
    assert_eq!(sent_to(&sent, "@example.com"), 1);
}

#[tokio::test]
async fn new_mails_are_sent_before_failed_ones() {
    let test_shop = TestShop::default();
    let join = async |name: String| test_shop.shop.join_newsletter(name.parse().unwrap()).await.unwrap();
    for number in 0..5 {
        join(format!("old{number}@example.com")).await;
    }
    let (down, _) = failing(unavailable);
    worker(&test_shop, down).deliver_due().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(10));
    join("new@example.com".to_owned()).await;
    let (mailer, sent) = willing();
    worker(&test_shop, mailer).deliver_due().await.unwrap();
    let sent = sent.lock().unwrap();
    assert_eq!((sent.len(), sent[0].to.as_str()), (6, "new@example.com"));
}

#[tokio::test]
async fn mails_that_the_server_never_accepts_do_not_block_others() {
    let test_shop = TestShop::default();
    for number in 0..100 {
        test_shop.shop.join_newsletter(format!("ü{number}@example.com").parse().unwrap()).await.unwrap();
    }
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    test_shop.order(customer, part, 1).await;
    let sent = Sent::default();
    let mut mailer = MockMailer::new();
    let kept = Arc::clone(&sent);
    mailer.expect_send().returning(move |mail| {
        if mail.to.needs_smtputf8() {
            return Err(refused());
        }
        kept.lock().unwrap().push(mail.clone());
        Ok(())
    });
    worker(&test_shop, mailer).deliver_due().await.unwrap();
    assert_eq!(sent.lock().unwrap().len(), 1, "in the same round");
    let given_up = mails(&test_shop).await.iter().filter(|mail| mail.delivery == Delivery::GivenUp).count();
    assert_eq!(given_up, 100);
}
