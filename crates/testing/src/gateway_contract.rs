//! The contract of every payment gateway. An adapter lists the suite with
//! [`gateway_contract!`](macro@crate::gateway_contract) over its own [`GatewayUnderTest`].

#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "a contract test fails by panicking")]

mod money_back;

pub use money_back::*;

use async_trait::async_trait;
use autoparts_application::ports::payment_gateway::{
    Cancellation, EventError, GatewayError, NewPayment, NewRefund, PaymentGateway, ProviderPayment, ProviderStatus,
};
use autoparts_domain::{id::OrderId, money::Money, payments::TransactionId, time::Timestamp};
use std::{collections::HashSet, sync::Arc, time::Duration};
use uuid::Uuid;

/// The card that a customer uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Card {
    /// Is accepted.
    Good,
    /// Is declined.
    Declined,
}

/// A gateway, together with the events outside the shop.
#[async_trait]
pub trait GatewayUnderTest: Send + Sync {
    /// The gateway under test.
    fn gateway(&self) -> Arc<dyn PaymentGateway>;

    /// The provider's current time.
    fn now(&self) -> Timestamp;

    /// A well-formed id of a payment that this provider never issued.
    fn unknown_payment(&self) -> TransactionId;

    /// Whether a confirmed payment waits for the shop to capture it.
    fn waits_for_capture(&self) -> bool {
        false
    }

    /// Whether the provider lists payments that brought no money.
    fn lists_unpaid(&self) -> bool {
        true
    }

    /// The number of payments at the provider, paid or not.
    async fn payments_made(&self) -> usize {
        listed(self).await.len()
    }

    /// Confirms a payment with a card, as a customer's browser does.
    async fn confirm(&self, payment: &ProviderPayment, card: Card);

    /// Refunds money in the provider's dashboard.
    async fn refund_elsewhere(&self, payment: &ProviderPayment, amount: Money);

    /// Disputes the whole payment, as the customer's bank does, or decides the dispute: `Some(true)` if the shop wins.
    async fn dispute(&self, payment: &ProviderPayment, decision: Option<bool>);

    /// Returns a message of the provider about a payment, signed at a given time: body and signature.
    fn message(&self, about: &TransactionId, at: Timestamp) -> (Vec<u8>, String);

    /// Returns all kinds of messages that the provider sends about reversals of a payment, refunds and disputes, signed
    /// now.
    fn reversal_messages(&self, about: &TransactionId) -> Vec<(Vec<u8>, String)>;
}

/// Lists the suite as tests: `gateway_contract!(provider)` with `async fn provider() -> impl GatewayUnderTest`, called
/// once per test.
#[macro_export]
macro_rules! gateway_contract {
    ($provider:path) => {
        $crate::gateway_contract!($provider:
            a_new_payment_waits_for_money,
            starts_with_one_key_make_one_payment,
            concurrent_starts_with_one_key_make_one_payment,
            another_amount_under_a_key_is_refused,
            a_payment_is_found_again,
            a_payment_id_that_was_never_issued_is_unknown,
            a_good_card_pays_the_whole_amount,
            a_capture_needs_a_confirmed_payment,
            money_is_collected_once,
            a_declined_card_leaves_the_payment_open_for_another_one,
            a_cancelled_payment_stays_cancelled,
            a_payment_that_succeeded_cannot_be_cancelled,
            a_cancelled_payment_takes_no_money,
            money_is_refunded_once,
            a_refund_can_be_loaded,
            part_of_the_money_is_refunded,
            two_parts_of_a_payment_are_refunded,
            a_refund_never_exceeds_the_rest,
            parts_of_a_payment_are_found_again_by_their_ids,
            refunds_made_elsewhere_are_listed,
            a_dispute_is_reported_from_opening_to_outcome,
            recently_reversed_payments_are_listed,
            a_payment_names_its_shop,
            unreceived_money_is_not_refunded,
            payments_are_listed_newest_first_from_a_moment_on,
            a_long_list_is_read_across_pages,
            a_signed_message_names_its_payment,
            a_message_about_a_reversal_is_marked,
            a_message_that_was_tampered_with_is_refused,
            a_message_without_a_usable_signature_is_refused,
            an_old_message_is_refused,
        );
    };
    ($provider:path: $($rule:ident),* $(,)?) => { $(
        #[tokio::test(flavor = "multi_thread")]
        async fn $rule() {
            $crate::gateway_contract::$rule(&$provider().await).await;
        }
    )* };
}

/// A payment of 1,234.50 for the order with this number.
fn order(number: u128) -> NewPayment {
    let order = OrderId::from(Uuid::from_u128(number));
    NewPayment { key: format!("order:{order}:1"), amount: cents(123_450), order, shop: Uuid::from_u128(77).into() }
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

async fn started(provider: &impl GatewayUnderTest, number: u128) -> ProviderPayment {
    provider.gateway().start(order(number)).await.unwrap()
}

/// Pays with a good card, and captures the money.
async fn pay(provider: &impl GatewayUnderTest, payment: &ProviderPayment) {
    provider.confirm(payment, Card::Good).await;
    capture(provider, payment).await;
}

async fn capture(provider: &impl GatewayUnderTest, payment: &ProviderPayment) -> ProviderPayment {
    provider.gateway().capture(payment.id.clone()).await.unwrap()
}

async fn status(provider: &impl GatewayUnderTest, id: &TransactionId) -> ProviderStatus {
    provider.gateway().payment(id.clone()).await.unwrap().status
}

/// The payments of the last hour.
async fn listed(provider: &(impl GatewayUnderTest + ?Sized)) -> Vec<TransactionId> {
    let since = provider.now().minus(Duration::from_hours(1));
    let payments = provider.gateway().payments_since(since).await.unwrap();
    payments.into_iter().map(|payment| payment.id).collect()
}

/// A new payment is pending, has the requested amount, and is linked to its order.
pub async fn a_new_payment_waits_for_money(provider: &impl GatewayUnderTest) {
    let request = order(1);
    let payment = provider.gateway().start(request.clone()).await.unwrap();
    assert_eq!(payment.status, ProviderStatus::Pending);
    assert_eq!((payment.amount, payment.amount_received), (request.amount, Money::ZERO));
    assert_eq!((payment.order, payment.currency.as_str()), (Some(request.order), "usd"));
    assert!(!payment.confirmation.reveal().is_empty());
}

/// A second start under the same key returns the first payment.
pub async fn starts_with_one_key_make_one_payment(provider: &impl GatewayUnderTest) {
    let first = started(provider, 1).await;
    let again = started(provider, 1).await;
    assert_eq!((&first.id, &first.confirmation), (&again.id, &again.confirmation));
    assert_ne!(first.id, started(provider, 2).await.id);
}

/// Twenty concurrent callers with one key share one payment.
pub async fn concurrent_starts_with_one_key_make_one_payment(provider: &impl GatewayUnderTest) {
    let mut callers = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let gateway = provider.gateway();
        callers.spawn(async move { gateway.start(order(1)).await });
    }
    let mut ids = HashSet::new();
    for answer in callers.join_all().await {
        match answer {
            Ok(payment) => drop(ids.insert(payment.id.to_string())),
            // A provider may ask the other callers to retry while it serves the first.
            Err(error) => assert!(matches!(error, GatewayError::Unavailable(_)), "{error}"),
        }
    }
    assert_eq!((ids.len(), provider.payments_made().await), (1, 1));
}

/// A key cannot be reused for a different request.
pub async fn another_amount_under_a_key_is_refused(provider: &impl GatewayUnderTest) {
    let first = started(provider, 1).await;
    let mut other = order(1);
    other.amount = cents(99);
    let refused = provider.gateway().start(other).await;
    assert!(matches!(refused, Err(GatewayError::Refused(_))), "{refused:?}");
    assert_eq!(started(provider, 1).await.id, first.id);
}

/// A started payment can be loaded.
pub async fn a_payment_is_found_again(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    assert_eq!(provider.gateway().payment(payment.id.clone()).await.unwrap(), payment);
}

/// An id that the provider never issued.
pub async fn a_payment_id_that_was_never_issued_is_unknown(provider: &impl GatewayUnderTest) {
    let gateway = provider.gateway();
    assert!(matches!(gateway.payment(provider.unknown_payment()).await, Err(GatewayError::Unknown)));
    assert!(matches!(gateway.cancel(provider.unknown_payment()).await, Err(GatewayError::Unknown)));
    assert!(matches!(gateway.capture(provider.unknown_payment()).await, Err(GatewayError::Unknown)));
    let refund = NewRefund {
        transaction: provider.unknown_payment(),
        amount: cents(1),
        key: "refund:unknown".to_owned(),
        refund: None,
    };
    let refund = gateway.refund(refund).await;
    assert!(matches!(refund, Err(GatewayError::Unknown)));
}

/// A succeeded payment shows the received money.
pub async fn a_good_card_pays_the_whole_amount(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    provider.confirm(&payment, Card::Good).await;
    let paid = (ProviderStatus::Succeeded, payment.amount);
    let confirmed = provider.gateway().payment(payment.id.clone()).await.unwrap();
    let expected = if provider.waits_for_capture() { (ProviderStatus::Approved, Money::ZERO) } else { paid };
    assert_eq!((confirmed.status, confirmed.amount_received), expected);
    let captured = capture(provider, &payment).await;
    assert_eq!((captured.status, captured.amount_received), paid);
    let seen = provider.gateway().payment(payment.id).await.unwrap();
    assert_eq!((seen.status, seen.amount_received), paid);
}

/// Capturing a payment that the customer has not confirmed changes nothing.
pub async fn a_capture_needs_a_confirmed_payment(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    let open = capture(provider, &payment).await;
    assert_eq!((open.status, open.amount_received), (ProviderStatus::Pending, Money::ZERO));
    pay(provider, &payment).await;
    assert_eq!(status(provider, &payment.id).await, ProviderStatus::Succeeded);
}

/// A second capture returns the state after the first.
pub async fn money_is_collected_once(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    provider.confirm(&payment, Card::Good).await;
    for _ in 0..2 {
        let paid = capture(provider, &payment).await;
        assert_eq!((paid.status, paid.amount_received), (ProviderStatus::Succeeded, payment.amount));
    }
}

/// A declined card does not end a payment.
pub async fn a_declined_card_leaves_the_payment_open_for_another_one(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    provider.confirm(&payment, Card::Declined).await;
    capture(provider, &payment).await;
    let open = provider.gateway().payment(payment.id.clone()).await.unwrap();
    assert_eq!((open.status, open.amount_received), (ProviderStatus::Pending, Money::ZERO));
    pay(provider, &payment).await;
    assert_eq!(status(provider, &payment.id).await, ProviderStatus::Succeeded);
}

/// Canceling twice has the same result as once.
pub async fn a_cancelled_payment_stays_cancelled(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    for _ in 0..2 {
        let outcome = provider.gateway().cancel(payment.id.clone()).await.unwrap();
        assert_eq!(outcome, Cancellation::Cancelled);
    }
    assert_eq!(status(provider, &payment.id).await, ProviderStatus::Cancelled);
}

/// The outcome says that the payment has succeeded; this is not an error.
pub async fn a_payment_that_succeeded_cannot_be_cancelled(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    pay(provider, &payment).await;
    let outcome = provider.gateway().cancel(payment.id.clone()).await.unwrap();
    assert_eq!(outcome, Cancellation::AlreadySucceeded);
    assert_eq!(status(provider, &payment.id).await, ProviderStatus::Succeeded);
}

/// Canceling is final: later confirmations and captures change nothing. A confirmed payment can be canceled, too, until
/// it is captured.
pub async fn a_cancelled_payment_takes_no_money(provider: &impl GatewayUnderTest) {
    for (number, is_confirmed_before) in [(1, false), (2, true)] {
        if is_confirmed_before && !provider.waits_for_capture() {
            continue;
        }
        let payment = started(provider, number).await;
        if is_confirmed_before {
            provider.confirm(&payment, Card::Good).await;
        }
        provider.gateway().cancel(payment.id.clone()).await.unwrap();
        provider.confirm(&payment, Card::Good).await;
        capture(provider, &payment).await;
        let seen = provider.gateway().payment(payment.id.clone()).await.unwrap();
        assert_eq!((seen.status, seen.amount_received), (ProviderStatus::Cancelled, Money::ZERO));
    }
}

/// The payment names its shop, because several shops may use one account.
pub async fn a_payment_names_its_shop(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    let seen = provider.gateway().payment(payment.id.clone()).await.unwrap();
    assert_eq!((payment.shop, seen.shop), (Some(order(1).shop), Some(order(1).shop)));
}

/// A payment that the provider lists.
async fn listable(provider: &impl GatewayUnderTest, number: u128) -> TransactionId {
    let payment = started(provider, number).await;
    if !provider.lists_unpaid() {
        pay(provider, &payment).await;
    }
    payment.id
}

/// The list starts with the newest and ends at the given time.
pub async fn payments_are_listed_newest_first_from_a_moment_on(provider: &impl GatewayUnderTest) {
    let mut made = Vec::new();
    for number in 1..=3 {
        made.push(listable(provider, number).await);
    }
    made.reverse();
    assert_eq!(listed(provider).await, made);
    let later = provider.now().plus(Duration::from_hours(1));
    assert_eq!(provider.gateway().payments_since(later).await.unwrap(), []);
}

/// The list is longer than one page of the provider.
pub async fn a_long_list_is_read_across_pages(provider: &impl GatewayUnderTest) {
    let mut made = Vec::new();
    for number in 1..=105 {
        made.push(listable(provider, number).await);
    }
    made.reverse();
    assert_eq!(listed(provider).await, made);
}

/// A genuine message is parsed.
pub async fn a_signed_message_names_its_payment(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    let (body, signature) = provider.message(&payment.id, provider.now());
    let event = provider.gateway().read_event(&body, &signature, provider.now()).await.unwrap();
    assert_eq!((event.transaction, event.is_reversal), (Some(payment.id), false));
    assert!(!event.id.is_empty());
}

/// The event names the payment, and that its money was reversed. The amounts in the message are not trusted.
pub async fn a_message_about_a_reversal_is_marked(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    pay(provider, &payment).await;
    let messages = provider.reversal_messages(&payment.id);
    assert!(messages.len() > 2);
    for (body, signature) in messages {
        let event = provider.gateway().read_event(&body, &signature, provider.now()).await.unwrap();
        assert_eq!((event.transaction.as_ref(), event.is_reversal), (Some(&payment.id), true));
    }
}

/// One changed byte, or the signature of another message.
pub async fn a_message_that_was_tampered_with_is_refused(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    let now = provider.now();
    let (body, signature) = provider.message(&payment.id, now);
    let (other, _) = provider.message(&provider.unknown_payment(), now);
    let mut longer = body.clone();
    longer.push(b' ');
    for tampered in [other, longer, Vec::new()] {
        let refused = provider.gateway().read_event(&tampered, &signature, now).await;
        assert!(matches!(refused, Err(EventError::BadSignature(_))));
    }
}

/// A missing or malformed signature.
pub async fn a_message_without_a_usable_signature_is_refused(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    let (body, _) = provider.message(&payment.id, provider.now());
    for signature in ["", "t=1", "v1=00", "nonsense", "t=0,v1=,v1="] {
        let refused = provider.gateway().read_event(&body, signature, provider.now()).await;
        assert!(matches!(refused, Err(EventError::BadSignature(_))), "{signature}");
    }
}

/// Messages expire: five minutes old is accepted, ten is not.
pub async fn an_old_message_is_refused(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    let now = provider.now();
    for (signed_at, accepted) in [
        (now.minus(Duration::from_mins(4)), true),
        (now.minus(Duration::from_mins(10)), false),
        (now.plus(Duration::from_mins(10)), false),
    ] {
        let (body, signature) = provider.message(&payment.id, signed_at);
        let outcome = provider.gateway().read_event(&body, &signature, now).await;
        assert_eq!(outcome.is_ok(), accepted, "{outcome:?}");
    }
}
