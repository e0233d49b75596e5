//! Rules about reversals: refunds by the shop, refunds in the provider's dashboard, and disputes.

use super::{GatewayUnderTest, cents, pay, started, status};
use autoparts_application::ports::payment_gateway::{
    GatewayError, NewRefund, ProviderDispute, ProviderPayment, ProviderRefund, ProviderStatus, RefundProgress,
};
use autoparts_domain::{
    id::RefundId,
    money::Money,
    payments::{TransactionId, reversal::DisputeState},
};
use std::{collections::HashSet, time::Duration};
use uuid::Uuid;

/// A payment that has succeeded.
async fn paid(provider: &impl GatewayUnderTest, number: u128) -> ProviderPayment {
    let payment = started(provider, number).await;
    pay(provider, &payment).await;
    payment
}

async fn refunds(provider: &impl GatewayUnderTest, id: &TransactionId) -> Vec<ProviderRefund> {
    provider.gateway().refunds(id.clone()).await.unwrap()
}

fn least_first(mut refunds: Vec<ProviderRefund>) -> Vec<ProviderRefund> {
    refunds.sort_by_key(|refund| refund.amount);
    refunds
}

fn done(amount: Money) -> ProviderRefund {
    ProviderRefund { refund: None, amount, progress: RefundProgress::Done }
}

fn new_refund(id: &TransactionId, amount: Money, key: &str) -> NewRefund {
    NewRefund { transaction: id.clone(), amount, key: key.to_owned(), refund: None }
}

/// A repeated request is not an error, whether the provider remembers the key or only that nothing is left to refund.
pub async fn money_is_refunded_once(provider: &impl GatewayUnderTest) {
    let payment = paid(provider, 1).await;
    for key in ["refund:1", "refund:1", "refund:2"] {
        provider.gateway().refund(new_refund(&payment.id, payment.amount, key)).await.unwrap();
    }
    assert_eq!(refunds(provider, &payment.id).await, [done(payment.amount)]);
    assert_eq!(status(provider, &payment.id).await, ProviderStatus::Succeeded);
}

/// The progress of refunds can be loaded without making one.
pub async fn a_refund_can_be_loaded(provider: &impl GatewayUnderTest) {
    let payment = paid(provider, 1).await;
    assert_eq!(refunds(provider, &payment.id).await, []);
    provider.gateway().refund(new_refund(&payment.id, payment.amount, "refund:1")).await.unwrap();
    assert_eq!(refunds(provider, &payment.id).await, [done(payment.amount)]);
}

/// Several refunds of one payment, newest first.
pub async fn part_of_the_money_is_refunded(provider: &impl GatewayUnderTest) {
    let payment = paid(provider, 1).await;
    for (part, key) in [(1000, "refund:1"), (1000, "refund:1"), (2000, "refund:2")] {
        provider.gateway().refund(new_refund(&payment.id, cents(part), key)).await.unwrap();
    }
    assert_eq!(refunds(provider, &payment.id).await, [done(cents(2000)), done(cents(1000))]);
}

/// Both are listed. Another rule checks their order, because a provider that counts whole seconds does not know it.
pub async fn two_parts_of_a_payment_are_refunded(provider: &impl GatewayUnderTest) {
    let payment = paid(provider, 1).await;
    for (part, key) in [(1000, "refund:1"), (2000, "refund:2")] {
        provider.gateway().refund(new_refund(&payment.id, cents(part), key)).await.unwrap();
    }
    assert_eq!(least_first(refunds(provider, &payment.id).await), [done(cents(1000)), done(cents(2000))]);
}

/// The remaining money limits a refund.
pub async fn a_refund_never_exceeds_the_rest(provider: &impl GatewayUnderTest) {
    let payment = paid(provider, 1).await;
    provider.gateway().refund(new_refund(&payment.id, cents(1), "refund:1")).await.unwrap();
    let refused = provider.gateway().refund(new_refund(&payment.id, payment.amount, "refund:2")).await;
    assert!(matches!(refused, Err(GatewayError::Refused(_))), "{refused:?}");
    assert_eq!(refunds(provider, &payment.id).await, [done(cents(1))]);
}

/// Each partial refund is found by the shop's id, and together they never exceed the payment.
pub async fn parts_of_a_payment_are_found_again_by_their_ids(provider: &impl GatewayUnderTest) {
    let payment = paid(provider, 1).await;
    let refund = |number: u128| RefundId::from(Uuid::from_u128(number));
    let part = |number: u128, amount: i64| NewRefund {
        refund: Some(refund(number)),
        ..new_refund(&payment.id, cents(amount), &format!("refund:{}", refund(number)))
    };
    let made = |number: u128, amount: i64| ProviderRefund { refund: Some(refund(number)), ..done(cents(amount)) };
    for (number, amount) in [(1, 1000), (2, 2000), (1, 1000)] {
        provider.gateway().refund(part(number, amount)).await.unwrap();
    }
    assert_eq!(refunds(provider, &payment.id).await, [made(2, 2000), made(1, 1000)]);
    let rest = payment.amount.less(cents(3000)).cents();
    let refused = provider.gateway().refund(part(3, rest + 1)).await;
    assert!(matches!(refused, Err(GatewayError::Refused(_))), "{refused:?}");
    provider.gateway().refund(part(4, rest)).await.unwrap();
    assert_eq!(refunds(provider, &payment.id).await, [made(4, rest), made(2, 2000), made(1, 1000)]);
}

/// Refunds in the dashboard reduce what the shop can refund.
pub async fn refunds_made_elsewhere_are_listed(provider: &impl GatewayUnderTest) {
    let payment = paid(provider, 1).await;
    provider.refund_elsewhere(&payment, cents(1000)).await;
    assert_eq!(refunds(provider, &payment.id).await, [done(cents(1000))]);
    let rest = payment.amount.less(cents(1000));
    provider.gateway().refund(new_refund(&payment.id, rest, "refund:1")).await.unwrap();
    assert_eq!(least_first(refunds(provider, &payment.id).await), [done(cents(1000)), done(rest)]);
}

/// While a dispute is open, the bank has the money, so it cannot be refunded.
pub async fn a_dispute_is_reported_from_opening_to_outcome(provider: &impl GatewayUnderTest) {
    for (number, won) in [(1, true), (2, false)] {
        let payment = paid(provider, number).await;
        let disputes = async || provider.gateway().disputes(payment.id.clone()).await.unwrap();
        let refund = async |key: &str| provider.gateway().refund(new_refund(&payment.id, cents(1), key)).await;
        let expected = |state| [ProviderDispute { amount: payment.amount, state }];
        assert_eq!(disputes().await, []);
        provider.dispute(&payment, None).await;
        assert_eq!(disputes().await, expected(DisputeState::Open));
        let refused = refund(&format!("refund:{number}")).await;
        assert!(matches!(refused, Err(GatewayError::Refused(_))), "{refused:?}");
        provider.dispute(&payment, Some(won)).await;
        assert_eq!(disputes().await, expected(if won { DisputeState::Won } else { DisputeState::Lost }));
    }
}

/// Each payment is listed once, even if it has several reversals.
pub async fn recently_reversed_payments_are_listed(provider: &impl GatewayUnderTest) {
    let refunded = paid(provider, 1).await;
    let disputed = paid(provider, 2).await;
    paid(provider, 3).await;
    for part in [1, 2] {
        provider.refund_elsewhere(&refunded, cents(part)).await;
    }
    provider.dispute(&disputed, None).await;
    let since = async |at| {
        let found = provider.gateway().reversed_since(at).await.unwrap();
        let count = found.len();
        let unique: HashSet<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(unique.len(), count);
        unique
    };
    let expected = HashSet::from([refunded.id.to_string(), disputed.id.to_string()]);
    assert_eq!(since(provider.now().minus(Duration::from_hours(1))).await, expected);
    assert!(since(provider.now().plus(Duration::from_hours(1))).await.is_empty());
}

/// Unreceived money cannot be refunded.
pub async fn unreceived_money_is_not_refunded(provider: &impl GatewayUnderTest) {
    let payment = started(provider, 1).await;
    let refused = provider.gateway().refund(new_refund(&payment.id, payment.amount, "refund:1")).await;
    assert!(matches!(refused, Err(GatewayError::Refused(_))), "{refused:?}");
}
