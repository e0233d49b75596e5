use autoparts_application::{
    orders::cancellation::CancellationError,
    payments::{
        initiation::{PaymentError, StartPayment},
        messages::ProviderMessageError,
        settlement::SettlementError,
    },
    ports::payment_gateway::{GatewayError, ProviderPayment, ProviderStatus},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{client_network::ClientNetwork, money::Money, orders::WrongState};
use autoparts_testing::{provider::Outage, test_shop::TestShop};
use std::time::Duration;

#[tokio::test]
async fn an_order_is_paid_once_by_its_providers_payment() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 2500).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 2).await;
    let stored = test_shop.stored_order(order).await;
    assert!(stored.is_paid());
    assert_eq!(stored.transaction(), Some(&transaction));
    assert_eq!(test_shop.provider.payments()[0].amount.cents(), 5000, "the amount is the order's");
    assert!(!test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap(), "again changes nothing");
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_good_payment_takes_two_calls_to_the_provider() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 2500).await;
    test_shop.paid_order(customer, part, 1).await;
    assert_eq!(test_shop.provider.calls(), 2);
}

#[tokio::test]
async fn a_wrong_price_is_refused_before_the_provider_is_called() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 5000).await;
    let order = test_shop.order(customer, part, 1).await;
    let command = StartPayment { price: Money::from_cents(100), ..StartPayment::of(order) };
    let refused = test_shop.shop.start_payment(customer, command).await;
    assert!(matches!(refused, Err(Refused(PaymentError::PriceChanged { total })) if total.cents() == 5000));
    assert_eq!(test_shop.provider.calls(), 0);
}

#[tokio::test]
async fn a_price_without_an_order_must_identify_one_order() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 1000).await;
    let by_price =
        |cents| StartPayment { order: None, price: Money::from_cents(cents), network: ClientNetwork::UNKNOWN };
    assert!(matches!(
        test_shop.shop.start_payment(customer, by_price(1000)).await,
        Err(Refused(PaymentError::WhichOrder))
    ));
    test_shop.order(customer, part, 1).await;
    test_shop.order(customer, part, 2).await;
    assert!(test_shop.shop.start_payment(customer, by_price(1000)).await.is_ok());
    test_shop.order(customer, part, 1).await;
    assert!(matches!(
        test_shop.shop.start_payment(customer, by_price(1000)).await,
        Err(Refused(PaymentError::WhichOrder))
    ));
    assert!(test_shop.shop.start_payment(customer, by_price(2000)).await.is_ok());
}

#[tokio::test]
async fn an_order_has_one_live_payment() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let first = test_shop.start_payment(customer, order).await;
    assert_eq!(test_shop.start_payment(customer, order).await, first);
    assert_eq!(test_shop.provider.payments().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_tabs_start_one_payment() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let tabs: Vec<_> = (0..20)
        .map(|_| {
            let test_shop = test_shop.clone();
            tokio::spawn(async move { test_shop.start_payment(customer, order).await })
        })
        .collect();
    for tab in tabs {
        tab.await.unwrap();
    }
    assert_eq!(test_shop.provider.payments().len(), 1);
}

#[tokio::test]
async fn a_payment_canceled_at_the_provider_is_replaced() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let first = test_shop.start_payment(customer, order).await;
    test_shop.provider.change(&first, |payment| payment.status = ProviderStatus::Cancelled);
    assert_ne!(test_shop.start_payment(customer, order).await, first);
    test_shop.check_books().await;
}

#[tokio::test]
async fn paying_a_paid_order_is_refused() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(customer, part, 1).await;
    let refused = test_shop.shop.start_payment(customer, StartPayment::of(order)).await;
    assert!(matches!(refused, Err(Refused(PaymentError::State(WrongState::Paid)))));
}

#[tokio::test]
async fn an_unfinished_payment_pays_nothing() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let transaction = test_shop.start_payment(customer, order).await;
    let refused = test_shop.shop.confirm_booking(customer, order, transaction).await;
    assert!(matches!(refused, Err(Refused(SettlementError::NotCompleted))));
    assert!(!test_shop.stored_order(order).await.is_paid());
}

#[tokio::test]
async fn forged_foreign_and_reused_transactions_pay_nothing() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    let part = test_shop.part(1, 50, 1000).await;
    let (paid, transaction) = test_shop.paid_order(marta, part, 1).await;
    let order = test_shop.order(marta, part, 1).await;
    for forged in [transaction.clone(), "pi_forged".parse().unwrap()] {
        let refused = test_shop.shop.confirm_booking(marta, order, forged).await;
        assert!(matches!(refused, Err(Refused(SettlementError::Mismatch))));
    }
    let foreign = test_shop.shop.confirm_booking(olga, paid, transaction).await;
    assert!(matches!(foreign, Err(Refused(SettlementError::NoSuchOrder))));
    assert!(!test_shop.stored_order(order).await.is_paid());
    test_shop.check_books().await;
}

#[tokio::test]
async fn another_amount_or_currency_pays_nothing() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 1000).await;
    let tampers: [fn(&mut ProviderPayment); 2] =
        [|payment| payment.amount_received = Money::ZERO, |payment| payment.currency = "eur".to_owned()];
    for tamper in tampers {
        let order = test_shop.order(customer, part, 1).await;
        let transaction = test_shop.start_payment(customer, order).await;
        test_shop.provider.customer_pays(&transaction);
        test_shop.provider.change(&transaction, tamper);
        let refused = test_shop.shop.confirm_booking(customer, order, transaction).await;
        assert!(matches!(refused, Err(Refused(SettlementError::Mismatch))));
        assert!(!test_shop.stored_order(order).await.is_paid());
    }
}

#[tokio::test]
async fn the_webhook_pays_alone_and_once() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let transaction = test_shop.start_payment(customer, order).await;
    test_shop.provider.customer_pays(&transaction);
    let message = format!("evt_1 {transaction}");
    for _ in 0..3 {
        test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    }
    assert!(test_shop.stored_order(order).await.is_paid());
    assert!(!test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap());
    test_shop.check_books().await;
}

#[tokio::test]
async fn forged_provider_messages_are_refused() {
    let test_shop = TestShop::default();
    assert!(matches!(
        test_shop.shop.take_provider_message(b"evt_1 pi_1", "bad").await,
        Err(Refused(ProviderMessageError::Event(_)))
    ));
    assert!(test_shop.shop.take_provider_message(b"evt_1 pi_unknown", "good").await.is_ok(), "not ours, but signed");
}

#[tokio::test]
async fn with_the_provider_down_the_booking_waits_for_the_webhook() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let transaction = test_shop.start_payment(customer, order).await;
    test_shop.provider.customer_pays(&transaction);
    test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    let down = test_shop.shop.confirm_booking(customer, order, transaction.clone()).await;
    assert!(matches!(down, Err(Refused(SettlementError::Gateway(GatewayError::Unavailable(_))))));
    test_shop.shop.take_provider_message(format!("evt_1 {transaction}").as_bytes(), "good").await.unwrap();
    assert!(test_shop.stored_order(order).await.is_paid());
}

#[tokio::test]
async fn a_lost_response_of_the_provider_starts_no_second_payment() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    test_shop.provider.fail_next([Some(Outage::AfterEffect)]);
    let command = StartPayment::of(order);
    assert!(matches!(test_shop.shop.start_payment(customer, command).await, Err(Refused(PaymentError::Gateway(_)))));
    test_shop.start_payment(customer, order).await;
    assert_eq!(test_shop.provider.payments().len(), 1);
}

#[tokio::test]
async fn a_failure_saved_under_the_key_does_not_prevent_payment() {
    for outage in [Outage::BreaksBeforeEffect, Outage::BreaksAfterEffect] {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let part = test_shop.part(1, 5, 1000).await;
        let order = test_shop.order(customer, part, 1).await;
        test_shop.provider.fail_next([Some(outage)]);
        let command = StartPayment::of(order);
        let broken = test_shop.shop.start_payment(customer, command).await;
        assert!(matches!(broken, Err(Refused(PaymentError::Gateway(GatewayError::Unavailable(_))))), "{outage:?}");
        let transaction = test_shop.start_payment(customer, order).await;
        assert_eq!(test_shop.provider.payments().len(), 1, "{outage:?}: what was started is found");
        test_shop.provider.customer_pays(&transaction);
        test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap();
        test_shop.check_books().await;
    }
}

#[tokio::test]
async fn a_start_whose_outcome_stays_unknown_is_abandoned() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let command = StartPayment::of(order);
    test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    assert!(test_shop.shop.start_payment(customer, command).await.is_err());
    test_shop.clock.advance(Duration::from_mins(11));
    // A provider that keeps failing under this key, without reporting the failure as permanent.
    test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    test_shop.start_payment(customer, order).await;
    assert_eq!(test_shop.provider.payments().len(), 1);
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_refusal_saved_under_the_key_ends_when_its_reason_does() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    test_shop.provider.fail_next([Some(Outage::RefusesUnderKey)]);
    let refused = test_shop.shop.start_payment(customer, StartPayment::of(order)).await;
    assert!(matches!(refused, Err(Refused(PaymentError::Gateway(GatewayError::Refused(_))))));
    test_shop.start_payment(customer, order).await;
    test_shop.check_books().await;
}

#[tokio::test]
async fn orders_can_be_paid_after_a_change_of_the_provider_account() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let unwanted = test_shop.order(customer, part, 1).await;
    for open in [order, unwanted] {
        test_shop.start_payment(customer, open).await;
    }
    test_shop.provider.switch_account();
    let command = StartPayment::of(order);
    let at_once = test_shop.shop.start_payment(customer, command).await;
    assert!(matches!(at_once, Err(Refused(PaymentError::Gateway(GatewayError::Unknown)))), "it may be a mistake yet");
    test_shop.clock.advance(Duration::from_mins(2));
    test_shop.shop.run_maintenance().await;
    test_shop.clock.advance(Duration::from_mins(14));
    let still = test_shop.shop.delete_own_order(customer, unwanted).await;
    assert!(matches!(still, Err(Refused(CancellationError::Gateway(GatewayError::Unknown)))));
    test_shop.clock.advance(Duration::from_mins(1));
    let transaction = test_shop.start_payment(customer, order).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap();
    assert!(test_shop.shop.delete_own_order(customer, unwanted).await.unwrap());
    assert_eq!(test_shop.stock(part).await, 4);
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_payment_that_was_unknown_for_a_while_continues() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let transaction = test_shop.start_payment(customer, order).await;
    let unknown_since = async || {
        let key = test_shop.stored_order(order).await.key();
        test_shop.shop.store.read(move |tx| tx.attempts(&key)).await.unwrap()[0].unknown_since
    };
    // Wrong keys are configured for a while.
    let known = test_shop.provider.payments().remove(0);
    test_shop.provider.switch_account();
    assert!(test_shop.shop.delete_own_order(customer, order).await.is_err());
    assert!(unknown_since().await.is_some());
    test_shop.provider.remember(known);
    test_shop.clock.advance(Duration::from_hours(1));
    assert_eq!(test_shop.start_payment(customer, order).await, transaction);
    assert_eq!(unknown_since().await, None);
}
