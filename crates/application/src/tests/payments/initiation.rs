use crate::{
    orders::cancellation::CancellationError,
    payments::{
        initiation::{PaymentError, StartPayment},
        messages::ProviderMessageError,
        settlement::SettlementError,
    },
    ports::payment_gateway::{GatewayError, ProviderPayment, ProviderStatus},
    testing::{provider::Outage, test_shop::TestShop},
};
use autoparts_domain::{money::Money, orders::WrongState};
use std::time::Duration;

#[tokio::test]
async fn an_order_is_paid_with_what_the_provider_says() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 2500).await);
    let (order, transaction) = bench.paid_order(customer, part, 2).await;
    let stored = bench.stored_order(order).await;
    assert!(stored.is_paid());
    assert_eq!(stored.transaction(), Some(&transaction));
    assert_eq!(bench.provider.payments()[0].amount.cents(), 5000, "the amount is the order's");
    assert!(!bench.shop.confirm_booking(customer, order, transaction).await.unwrap(), "again changes nothing");
    bench.check_books().await;
}

#[tokio::test]
async fn a_good_payment_takes_two_calls_to_the_provider() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 2500).await);
    bench.paid_order(customer, part, 1).await;
    assert_eq!(bench.provider.calls(), 2);
}

#[tokio::test]
async fn another_price_than_the_orders_is_refused_before_the_provider_hears_of_it() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 5000).await);
    let order = bench.order(customer, part, 1).await;
    let command = StartPayment { order: Some(order), price: Money::from_cents(100) };
    let refused = bench.shop.start_payment(customer, command).await;
    assert!(matches!(refused, Err(PaymentError::PriceChanged { total }) if total.cents() == 5000));
    assert_eq!(bench.provider.calls(), 0);
}

#[tokio::test]
async fn a_price_alone_serves_when_it_says_which_order() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 50, 1000).await);
    let by_price = |cents| StartPayment { order: None, price: Money::from_cents(cents) };
    assert!(matches!(bench.shop.start_payment(customer, by_price(1000)).await, Err(PaymentError::WhichOrder)));
    bench.order(customer, part, 1).await;
    bench.order(customer, part, 2).await;
    assert!(bench.shop.start_payment(customer, by_price(1000)).await.is_ok());
    bench.order(customer, part, 1).await;
    assert!(matches!(bench.shop.start_payment(customer, by_price(1000)).await, Err(PaymentError::WhichOrder)));
    assert!(bench.shop.start_payment(customer, by_price(2000)).await.is_ok());
}

#[tokio::test]
async fn an_order_has_one_live_payment() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let first = bench.start_payment(customer, order).await;
    assert_eq!(bench.start_payment(customer, order).await, first);
    assert_eq!(bench.provider.payments().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_tabs_start_one_payment() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let tabs: Vec<_> = (0..20)
        .map(|_| {
            let bench = bench.clone();
            tokio::spawn(async move { bench.start_payment(customer, order).await })
        })
        .collect();
    for tab in tabs {
        tab.await.unwrap();
    }
    assert_eq!(bench.provider.payments().len(), 1);
}

#[tokio::test]
async fn a_payment_called_off_at_the_provider_is_replaced() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let first = bench.start_payment(customer, order).await;
    bench.provider.change(&first, |payment| payment.status = ProviderStatus::Cancelled);
    assert_ne!(bench.start_payment(customer, order).await, first);
    bench.check_books().await;
}

#[tokio::test]
async fn paying_a_paid_order_says_so() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let (order, _) = bench.paid_order(customer, part, 1).await;
    let refused = bench.shop.start_payment(customer, StartPayment { order: Some(order), price: None }).await;
    assert!(matches!(refused, Err(PaymentError::State(WrongState::Paid))));
}

#[tokio::test]
async fn an_unfinished_payment_pays_nothing() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let transaction = bench.start_payment(customer, order).await;
    let refused = bench.shop.confirm_booking(customer, order, transaction).await;
    assert!(matches!(refused, Err(SettlementError::NotCompleted)));
    assert!(!bench.stored_order(order).await.is_paid());
}

#[tokio::test]
async fn forged_foreign_and_reused_transactions_pay_nothing() {
    let bench = TestShop::default();
    let (marta, olga) = (bench.customer("marta").await, bench.customer("olga").await);
    let part = bench.part(1, 50, 1000).await;
    let (paid, transaction) = bench.paid_order(marta, part, 1).await;
    let order = bench.order(marta, part, 1).await;
    for forged in [transaction.clone(), "pi_forged".parse().unwrap()] {
        let refused = bench.shop.confirm_booking(marta, order, forged).await;
        assert!(matches!(refused, Err(SettlementError::Mismatch)));
    }
    let foreign = bench.shop.confirm_booking(olga, paid, transaction).await;
    assert!(matches!(foreign, Err(SettlementError::NoSuchOrder)));
    assert!(!bench.stored_order(order).await.is_paid());
    bench.check_books().await;
}

#[tokio::test]
async fn another_amount_or_currency_pays_nothing() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 50, 1000).await);
    let tampers: [fn(&mut ProviderPayment); 2] =
        [|payment| payment.amount_received = Money::ZERO, |payment| payment.currency = "eur".to_owned()];
    for tamper in tampers {
        let order = bench.order(customer, part, 1).await;
        let transaction = bench.start_payment(customer, order).await;
        bench.provider.customer_pays(&transaction);
        bench.provider.change(&transaction, tamper);
        let refused = bench.shop.confirm_booking(customer, order, transaction).await;
        assert!(matches!(refused, Err(SettlementError::Mismatch)));
        assert!(!bench.stored_order(order).await.is_paid());
    }
}

#[tokio::test]
async fn the_webhook_pays_alone_and_once() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let transaction = bench.start_payment(customer, order).await;
    bench.provider.customer_pays(&transaction);
    let message = format!("evt_1 {transaction}");
    for _ in 0..3 {
        bench.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    }
    assert!(bench.stored_order(order).await.is_paid());
    assert!(!bench.shop.confirm_booking(customer, order, transaction).await.unwrap());
    bench.check_books().await;
}

#[tokio::test]
async fn messages_that_are_not_the_providers_are_refused() {
    let bench = TestShop::default();
    assert!(matches!(
        bench.shop.take_provider_message(b"evt_1 pi_1", "bad").await,
        Err(ProviderMessageError::Event(_))
    ));
    assert!(bench.shop.take_provider_message(b"evt_1 pi_unknown", "good").await.is_ok(), "not ours, but signed");
}

#[tokio::test]
async fn with_the_provider_down_the_booking_waits_for_the_webhook() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let transaction = bench.start_payment(customer, order).await;
    bench.provider.customer_pays(&transaction);
    bench.provider.fail_next([Some(Outage::BeforeEffect)]);
    let down = bench.shop.confirm_booking(customer, order, transaction.clone()).await;
    assert!(matches!(down, Err(SettlementError::Gateway(GatewayError::Unavailable(_)))));
    bench.shop.take_provider_message(format!("evt_1 {transaction}").as_bytes(), "good").await.unwrap();
    assert!(bench.stored_order(order).await.is_paid());
}

#[tokio::test]
async fn a_lost_answer_of_the_provider_starts_no_second_payment() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    bench.provider.fail_next([Some(Outage::AfterEffect)]);
    let command = StartPayment { order: Some(order), price: None };
    assert!(matches!(bench.shop.start_payment(customer, command).await, Err(PaymentError::Gateway(_))));
    bench.start_payment(customer, order).await;
    assert_eq!(bench.provider.payments().len(), 1);
}

#[tokio::test]
async fn a_failure_saved_under_the_key_stops_nobody_from_paying() {
    for outage in [Outage::BreaksBeforeEffect, Outage::BreaksAfterEffect] {
        let bench = TestShop::default();
        let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
        let order = bench.order(customer, part, 1).await;
        bench.provider.fail_next([Some(outage)]);
        let command = StartPayment { order: Some(order), price: None };
        let broken = bench.shop.start_payment(customer, command).await;
        assert!(matches!(broken, Err(PaymentError::Gateway(GatewayError::Unavailable(_)))), "{outage:?}");
        let transaction = bench.start_payment(customer, order).await;
        assert_eq!(bench.provider.payments().len(), 1, "{outage:?}: what was started is found");
        bench.provider.customer_pays(&transaction);
        bench.shop.confirm_booking(customer, order, transaction).await.unwrap();
        bench.check_books().await;
    }
}

#[tokio::test]
async fn a_start_that_nobody_will_ever_tell_about_is_given_up() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let command = StartPayment { order: Some(order), price: None };
    bench.provider.fail_next([Some(Outage::BeforeEffect)]);
    assert!(bench.shop.start_payment(customer, command).await.is_err());
    bench.clock.advance(Duration::from_mins(11));
    // A provider that fails under this key again without saying that it always will.
    bench.provider.fail_next([Some(Outage::BeforeEffect)]);
    bench.start_payment(customer, order).await;
    assert_eq!(bench.provider.payments().len(), 1);
    bench.check_books().await;
}

#[tokio::test]
async fn a_refusal_saved_under_the_key_ends_when_its_reason_does() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    bench.provider.fail_next([Some(Outage::RefusesUnderKey)]);
    let refused = bench.shop.start_payment(customer, StartPayment { order: Some(order), price: None }).await;
    assert!(matches!(refused, Err(PaymentError::Gateway(GatewayError::Refused(_)))));
    bench.start_payment(customer, order).await;
    bench.check_books().await;
}

#[tokio::test]
async fn a_shop_that_has_changed_its_account_can_still_sell_what_was_ordered_before() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let (order, unwanted) = (bench.order(customer, part, 1).await, bench.order(customer, part, 1).await);
    for open in [order, unwanted] {
        bench.start_payment(customer, open).await;
    }
    bench.provider.forget_everything();
    let command = StartPayment { order: Some(order), price: None };
    let at_once = bench.shop.start_payment(customer, command).await;
    assert!(matches!(at_once, Err(PaymentError::Gateway(GatewayError::Unknown))), "it may be a mistake yet");
    bench.clock.advance(Duration::from_mins(2));
    bench.shop.run_maintenance().await;
    bench.clock.advance(Duration::from_mins(14));
    let still = bench.shop.delete_own_order(customer, unwanted).await;
    assert!(matches!(still, Err(CancellationError::Gateway(GatewayError::Unknown))));
    bench.clock.advance(Duration::from_mins(1));
    let transaction = bench.start_payment(customer, order).await;
    assert!(bench.provider.customer_pays(&transaction));
    bench.shop.confirm_booking(customer, order, transaction).await.unwrap();
    assert!(bench.shop.delete_own_order(customer, unwanted).await.unwrap());
    assert_eq!(bench.stock(part).await, 4);
    bench.check_books().await;
}

#[tokio::test]
async fn a_payment_that_the_provider_knows_again_was_only_forgotten_for_a_moment() {
    let bench = TestShop::default();
    let (customer, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let order = bench.order(customer, part, 1).await;
    let transaction = bench.start_payment(customer, order).await;
    let unknown_since = async || {
        let key = bench.stored_order(order).await.key();
        bench.shop.store.read(move |tx| tx.attempts(&key)).await.unwrap()[0].unknown_since
    };
    // The wrong keys are in use for a while.
    let known = bench.provider.payments().remove(0);
    bench.provider.forget_everything();
    assert!(bench.shop.delete_own_order(customer, order).await.is_err());
    assert!(unknown_since().await.is_some());
    bench.provider.remember(known);
    bench.clock.advance(Duration::from_hours(1));
    assert_eq!(bench.start_payment(customer, order).await, transaction);
    assert_eq!(unknown_since().await, None);
}
