use autoparts_application::{
    payments::{by_operator::OperatorRefund, refunds::RefundError},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    audit::AuditAction,
    money::{Money, RefundAmount},
    orders::WrongState,
};
use autoparts_testing::test_shop::TestShop;

fn amount(cents: i64, word: &str) -> OperatorRefund {
    let amount = RefundAmount::new(Money::from_cents(cents).unwrap()).unwrap();
    OperatorRefund::Amount { amount, word: word.to_owned() }
}

const WHOLE: OperatorRefund = OperatorRefund::Whole { even_shipped: false };

#[tokio::test]
async fn an_amount_is_refunded_once_per_label() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 5, 1_000).await;
    let (order, _) = shop.paid_order(marta, part, 2).await;
    let (first, is_new) = shop.shop.refund_as_operator(order, amount(150, "")).await.unwrap();
    let first = first.unwrap();
    assert!(is_new && first.done_at.is_none() && shop.provider.refunds().is_empty(), "it is only written down");
    let (again, is_new) = shop.shop.refund_as_operator(order, amount(150, "")).await.unwrap();
    assert_eq!((again.unwrap().id, is_new), (first.id, false));
    let (another, is_new) = shop.shop.refund_as_operator(order, amount(150, "second")).await.unwrap();
    assert!(is_new && another.unwrap().id != first.id);
    let done = shop.shop.carry_out_refund(&first).await.unwrap().unwrap();
    assert!(done.done_at.is_some());
    assert_eq!(shop.stored_order(order).await.money_left(), Money::from_cents(1_700).unwrap());
    let log = shop.audit_log().await;
    assert!(log.iter().all(|entry| entry.action == AuditAction::RefundPart && entry.actor.is_none()));
    assert_eq!(log.len(), 2);
    shop.check_books().await;
}

#[tokio::test]
async fn the_whole_order_is_refunded_once() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 5, 1_000).await;
    let (order, _) = shop.paid_order(marta, part, 2).await;
    let (refund, is_new) = shop.shop.refund_as_operator(order, WHOLE).await.unwrap();
    assert!(is_new && shop.shop.carry_out_refund(&refund.unwrap()).await.unwrap().unwrap().done_at.is_some());
    assert_eq!(shop.shop.refund_as_operator(order, WHOLE).await.unwrap(), (None, false));
    assert_eq!(shop.stock(part).await, 5);
    let log = shop.audit_log().await;
    assert_eq!(
        log.iter().map(|entry| (entry.action, entry.actor)).collect::<Vec<_>>(),
        [(AuditAction::RefundOrder, None)]
    );
    shop.check_books().await;
}

#[tokio::test]
async fn the_operator_has_the_limits_of_an_admin() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 9, 1_000).await;
    let unpaid = shop.order(marta, part, 1).await;
    let refused = shop.shop.refund_as_operator(unpaid, WHOLE).await;
    assert!(matches!(refused, Err(Refused(RefundError::State(WrongState::Unpaid)))), "{refused:?}");
    let (paid, _) = shop.paid_order(marta, part, 1).await;
    let refused = shop.shop.refund_as_operator(paid, amount(1_001, "")).await;
    assert!(matches!(refused, Err(Refused(RefundError::Part(_)))), "{refused:?}");
    shop.shop.ship(admin, paid, autoparts_application::orders::shipment::Ship::default()).await.unwrap();
    let refused = shop.shop.refund_as_operator(paid, WHOLE).await;
    assert!(matches!(refused, Err(Refused(RefundError::State(WrongState::Shipped)))), "{refused:?}");
    let (_, is_new) = shop.shop.refund_as_operator(paid, OperatorRefund::Whole { even_shipped: true }).await.unwrap();
    assert!(is_new);
}
