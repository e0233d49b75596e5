use autoparts_application::{
    maintenance::health::HealthGauges,
    payments::initiation::StartPayment,
    ports::{
        clock::Clock,
        identity_accounts::{Account, CodePurpose, IdentityStore, IdentityTransaction, ResetCode},
        newsletter::{LinkPurpose, NewsletterLink},
        payment_gateway::ProviderStatus,
        store::Transaction,
        store_error::StoreResult,
    },
};
use autoparts_testing::{clock::numbered, memory::MemoryStore, provider::Outage, test_shop::TestShop};
use std::{sync::Arc, time::Duration};

#[tokio::test]
async fn a_payment_without_browser_report_and_webhook_is_found() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let transaction = test_shop.start_payment(customer, order).await;
    test_shop.provider.customer_pays(&transaction);
    test_shop.clock.advance(Duration::from_mins(2));
    test_shop.shop.run_maintenance().await;
    assert!(test_shop.stored_order(order).await.is_paid());
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_payment_whose_id_was_lost_and_that_succeeded_is_found() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    test_shop.provider.fail_next([Some(Outage::AfterEffect)]);
    assert!(test_shop.shop.start_payment(customer, StartPayment::of(order)).await.is_err());
    let transaction = test_shop.provider.payments()[0].id.clone();
    test_shop.provider.customer_pays(&transaction);
    test_shop.shop.run_maintenance().await;
    assert!(test_shop.stored_order(order).await.is_paid());
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_lost_id_is_found_again_under_its_key() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    assert!(test_shop.shop.start_payment(customer, StartPayment::of(order)).await.is_err());
    test_shop.clock.advance(Duration::from_mins(2));
    test_shop.shop.run_maintenance().await;
    let started = test_shop.provider.payments();
    assert_eq!(started.len(), 1);
    assert_eq!(test_shop.start_payment(customer, order).await, started[0].id, "the customer continues with it");
}

#[tokio::test]
async fn a_refund_that_failed_is_made_later_and_once() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let transaction = test_shop.start_payment(customer, order).await;
    test_shop.shop.delete_own_order(customer, order).await.unwrap();
    test_shop.provider.money_arrives(&transaction);
    // The first call loads the payment, the second makes the refund.
    test_shop.provider.fail_next([None, Some(Outage::BeforeEffect)]);
    test_shop.shop.take_provider_message(format!("evt_1 {transaction}").as_bytes(), "good").await.unwrap();
    assert!(test_shop.provider.refunds().is_empty());
    test_shop.shop.run_maintenance().await;
    assert_eq!(test_shop.provider.refunds(), std::slice::from_ref(&transaction));
    let calls = test_shop.provider.calls();
    test_shop.shop.pay_refunds().await.unwrap();
    assert_eq!(test_shop.provider.calls(), calls, "nothing is due");
    assert_eq!(test_shop.provider.refunds(), [transaction]);
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_provider_that_is_down_stops_no_other_step() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    test_shop.order(customer, part, 1).await;
    test_shop.clock.advance(Duration::from_hours(25));
    test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    assert!(!test_shop.shop.run_maintenance().await, "not everything went through");
    assert_eq!(test_shop.stock(part).await, 5, "the reservation ended all the same");
    assert!(test_shop.shop.run_maintenance().await);
}

#[tokio::test]
async fn a_failure_saved_under_the_key_is_dropped_by_maintenance() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    test_shop.provider.fail_next([Some(Outage::BreaksBeforeEffect)]);
    assert!(test_shop.shop.start_payment(customer, StartPayment::of(order)).await.is_err());
    test_shop.clock.advance(Duration::from_mins(2));
    test_shop.shop.run_maintenance().await;
    let calls = test_shop.provider.calls();
    test_shop.shop.run_maintenance().await;
    assert_eq!(test_shop.provider.calls(), calls + 1, "only the list is read");
}

#[tokio::test]
async fn many_open_payments_cost_one_call() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 1000).await;
    for _ in 0..10 {
        let order = test_shop.order(customer, part, 1).await;
        test_shop.start_payment(customer, order).await;
    }
    test_shop.clock.advance(Duration::from_mins(2));
    let calls = test_shop.provider.calls();
    test_shop.shop.reconcile().await.unwrap();
    assert_eq!(test_shop.provider.calls(), calls + 1);
}

#[tokio::test]
async fn an_unneeded_payment_is_cancelled() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let first = test_shop.start_payment(customer, order).await;
    test_shop.provider.change(&first, |payment| payment.status = ProviderStatus::Cancelled);
    let second = test_shop.start_payment(customer, order).await;
    test_shop.provider.money_arrives(&first);
    test_shop.clock.advance(Duration::from_mins(2));
    test_shop.shop.run_maintenance().await;
    assert!(test_shop.stored_order(order).await.is_paid());
    assert!(!test_shop.provider.customer_pays(&second), "an order cannot be paid twice");
    test_shop.check_books().await;
}

#[tokio::test]
async fn overdue_work_shows_in_the_health_gauges() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 9, 1000).await;
    assert_eq!(test_shop.shop.health_gauges().await.unwrap(), HealthGauges::default());
    let (paid, _) = test_shop.paid_order(customer, part, 1).await;
    test_shop.order(customer, part, 1).await;
    let waiting = test_shop.order(customer, part, 1).await;
    test_shop.start_payment(customer, waiting).await;
    test_shop.provider.fail_next([None, None, Some(Outage::BreaksBeforeEffect)]);
    test_shop.shop.refund_order(admin, paid).await.unwrap();
    test_shop.shop.pay_refunds().await.unwrap();
    test_shop.clock.advance(Duration::from_hours(25));
    let health_gauges = test_shop.shop.health_gauges().await.unwrap();
    let mails = health_gauges.mails_overdue;
    assert_eq!(
        health_gauges,
        HealthGauges {
            payments_open: 1,
            refunds_open: 1,
            refunds_failing: 1,
            reservations_overdue: 2,
            mails_waiting: mails,
            mails_overdue: mails,
            ..HealthGauges::default()
        }
    );
    assert!(mails >= 4, "no worker sends them here");
    test_shop.shop.run_maintenance().await;
    assert_eq!(
        test_shop.shop.health_gauges().await.unwrap(),
        HealthGauges { mails_waiting: mails, mails_overdue: mails, ..HealthGauges::default() }
    );
}

#[tokio::test]
async fn expired_links_and_codes_are_purged_but_not_links_to_unsubscribe() {
    let store = Arc::new(MemoryStore::default());
    let (test_shop, identity_store): (_, Arc<dyn IdentityStore>) = (TestShop::on(store.clone()), store);
    let now = test_shop.clock.now();
    let account = Account {
        id: numbered(1).into(),
        email: "marta@example.com".parse().unwrap(),
        name: None,
        password_hash: None,
        google_subject: None,
        email_verified: false,
        created_at: now,
        last_sign_in_at: now,
    };
    let until = now.plus(Duration::from_hours(1));
    let code = ResetCode {
        code_hash: "code".to_owned(),
        account: account.id,
        purpose: CodePurpose::ResetPassword,
        new_email: None,
        expires_at: until,
    };
    let links =
        [("confirm", LinkPurpose::Confirm { until }), ("leave", LinkPurpose::Leave)].map(|(digest, purpose)| {
            NewsletterLink { digest: digest.to_owned(), subscription: numbered(2).into(), purpose }
        });
    let keep_code = move |tx: &mut dyn IdentityTransaction| -> StoreResult<()> {
        tx.insert_account(&account)?;
        tx.insert_reset_code(&code)
    };
    identity_store.write(keep_code).await.unwrap();
    let keep_links = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        links.iter().try_for_each(|link| tx.insert_newsletter_link(link))
    };
    test_shop.shop.store.write(keep_links).await.unwrap();
    let left = async || {
        test_shop.shop.run_maintenance().await;
        let code = identity_store.read(|tx| tx.reset_code("code")).await.unwrap();
        let look = |tx: &mut dyn Transaction| -> StoreResult<_> {
            Ok((tx.newsletter_link("confirm")?, tx.newsletter_link("leave")?))
        };
        let (confirm, leave) = test_shop.shop.store.read(look).await.unwrap();
        [code.is_some(), confirm.is_some(), leave.is_some()]
    };
    assert_eq!(left().await, [true, true, true]);
    test_shop.clock.advance(Duration::from_hours(1));
    assert_eq!(left().await, [true, false, true], "a recently expired code is still known, to say that it has expired");
    test_shop.clock.advance(Duration::from_hours(24));
    assert_eq!(left().await, [false, false, true]);
}

#[tokio::test]
async fn one_server_does_the_maintenance_until_its_lease_ends() {
    let test_shop = TestShop::default();
    let one = numbered(1).into();
    let other = numbered(2).into();
    assert_eq!(test_shop.shop.maintain_alone(one).await, Some(true));
    assert_eq!(test_shop.shop.maintain_alone(other).await, None);
    test_shop.clock.advance(Duration::from_mins(1));
    assert_eq!(test_shop.shop.maintain_alone(one).await, Some(true), "the next round");
    test_shop.clock.advance(Duration::from_mins(2));
    assert_eq!(test_shop.shop.maintain_alone(other).await, None);
    test_shop.clock.advance(Duration::from_mins(1));
    assert_eq!(test_shop.shop.maintain_alone(other).await, Some(true));
    assert_eq!(test_shop.shop.maintain_alone(one).await, None);
}

#[tokio::test]
async fn a_server_that_starts_does_the_maintenance_at_once() {
    let test_shop = TestShop::default();
    let killed = numbered(1).into();
    let started = numbered(2).into();
    assert_eq!(test_shop.shop.maintain_alone(killed).await, Some(true));
    test_shop.shop.take_over_maintenance(started).await;
    assert_eq!(test_shop.shop.maintain_alone(started).await, Some(true));
    assert_eq!(test_shop.shop.maintain_alone(killed).await, None);
}
