//! The exact requests of the shop to external services, and its handling of failures. These are the only tests with
//! mocks, because the requests are their subject.

use autoparts_application::{
    accounts::AccountError,
    payments::initiation::StartPayment,
    ports::{
        identity::{MockTokenVerifier, Token, TokenError},
        payment_gateway::{ConfirmationToken, MockPaymentGateway, ProviderPayment, ProviderStatus},
    },
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::money::Money;
use autoparts_testing::{samples, test_shop::TestShop};
use std::sync::Arc;

#[tokio::test]
async fn a_payment_is_started_with_the_orders_amount_under_the_attempts_key() {
    let mut test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 2_500).await;
    let order = test_shop.order(customer, part, 2).await;
    let mut gateway = MockPaymentGateway::new();
    gateway
        .expect_start()
        .once()
        .withf(move |payment| {
            payment.amount.cents() == 5_000 && payment.order == order && payment.key == format!("order:{order}:1")
        })
        .returning(|payment| {
            Ok(ProviderPayment {
                id: "pi_1".parse().unwrap(),
                confirmation: ConfirmationToken::new("pi_1_secret".to_owned()),
                amount: payment.amount,
                amount_received: Money::ZERO,
                currency: "usd".to_owned(),
                status: ProviderStatus::Pending,
                order: Some(payment.order),
                shop: Some(payment.shop),
            })
        });
    gateway.expect_provider().return_const(samples::provider());
    test_shop.shop.payments = Arc::new(gateway);
    let secret = test_shop.shop.start_payment(customer, StartPayment::of(order)).await.unwrap();
    assert_eq!(secret.reveal(), "pi_1_secret");
}

#[tokio::test]
async fn the_provider_is_not_queried_about_a_forged_payment() {
    let mut test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 2_500).await;
    let order = test_shop.order(customer, part, 2).await;
    // Any call of this mock fails the test.
    test_shop.shop.payments = Arc::new(MockPaymentGateway::new());
    assert!(test_shop.shop.confirm_booking(customer, order, "pi_forged".parse().unwrap()).await.is_err());
}

#[tokio::test]
async fn sign_in_fails_while_the_identity_provider_is_unavailable() {
    let mut test_shop = TestShop::default();
    let mut verifier = MockTokenVerifier::new();
    verifier.expect_verify().returning(|_, _| Err(TokenError::Unavailable("no network".into())));
    test_shop.shop.verifier = Arc::new(verifier);
    let refused = test_shop.shop.sign_in("marta@example.com".parse().unwrap(), &Token::new("token".to_owned())).await;
    assert!(matches!(refused, Err(Refused(AccountError::Token(TokenError::Unavailable(_))))));
}
