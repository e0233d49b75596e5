//! The history of an order, and who did what.

use autoparts_application::{
    accounts::access::{AccessDenied, Authority},
    orders::{
        history::{OrderActor, OrderEvent, OrderEventKind},
        ordering_error::OrderingError,
        shipment::Ship,
    },
    returns::deciding::ReturnDecision,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{audit::AuditAction, id::OrderId, orders::Tracking};
use autoparts_testing::{samples::money, test_shop::TestShop};
use std::time::Duration;
use uuid::Uuid;

const AN_HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn the_history_names_who_did_what_in_order_of_time() {
    use OrderActor::{Admin, Customer, Shop};
    use OrderEventKind::{
        Audited, Paid, PaymentStarted, Placed, RefundDone, RefundDue, ReturnApproved, ReturnReceived, ReturnRequested,
        Shipped,
    };
    let test_shop = TestShop::default();
    let (admin, marta) = (test_shop.admin().await, test_shop.customer("marta").await);
    let part = test_shop.part(1, 10, 1_500).await;
    let requested = test_shop.requested_return(marta, admin, part).await;
    let (id, order) = (requested.returned.id, requested.returned.order.order);
    let number = requested.returned.number.to_string();
    let caller = Authority::new(admin, None);
    test_shop.clock.advance(AN_HOUR);
    let tracking = Tracking { carrier: Some("UPS".parse().unwrap()), number: None };
    test_shop.shop.ship(admin, order, Ship { tracking, anyway: false }).await.unwrap();
    test_shop.clock.advance(AN_HOUR);
    test_shop.shop.decide_return(caller, id, ReturnDecision::Approve { answer: None }).await.unwrap();
    test_shop.clock.advance(AN_HOUR);
    test_shop.receive(admin, requested).await;

    let events = test_shop.shop.order_history(admin, order).await.unwrap();
    let by_admin = Admin(Some("admin@example.com".parse().unwrap()));
    let known: Vec<(OrderEventKind, &OrderActor)> = events.iter().map(|event| (event.kind, &event.actor)).collect();
    assert_eq!(
        known,
        [
            (Placed, &Customer),
            (PaymentStarted, &Customer),
            (Paid, &Customer),
            (Shipped, &by_admin),
            (ReturnRequested, &Customer),
            (Audited, &by_admin),
            (ReturnApproved, &by_admin),
            (ReturnReceived, &by_admin),
            (RefundDue, &by_admin),
            (RefundDone, &Shop),
        ]
    );
    let one = |kind| events.iter().find(|event: &&OrderEvent| event.kind == kind).unwrap();
    let tracked = one(Audited);
    assert_eq!(
        (tracked.action, tracked.detail.as_deref()),
        (Some(AuditAction::ShipOrder), Some("carrier: none → UPS"))
    );
    assert_eq!(one(ReturnRequested).detail.as_ref(), Some(&number));
    assert_eq!(one(ReturnApproved).detail, Some(format!("{number}\nstate: requested → approved")));
    assert_eq!((one(Placed).amount, one(RefundDue).amount), (Some(money(3_000)), Some(money(1_500))));
}

#[tokio::test]
async fn only_admins_read_the_history_of_an_order() {
    let test_shop = TestShop::default();
    let (admin, marta) = (test_shop.admin().await, test_shop.customer("marta").await);
    let part = test_shop.part(1, 10, 1_500).await;
    let order = test_shop.order(marta, part, 1).await;
    let refused = test_shop.shop.order_history(marta, order).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
    let unknown = test_shop.shop.order_history(admin, OrderId::from(Uuid::from_u128(9))).await;
    assert!(matches!(unknown, Err(Refused(OrderingError::NoSuchOrder))), "{unknown:?}");
}
