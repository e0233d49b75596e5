//! Concurrent use cases on the returns of one order, on both databases.

use crate::{
    races::paid_orders,
    shops::{both, on_both_databases},
};
use autoparts_application::{
    accounts::access::Authority,
    orders::shipment::Ship,
    ports::store::Transaction,
    returns::{RequestReturn, ReturnError, ReturnRecord, ReturnResult, deciding::ReturnDecision},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    fitment::Evidence,
    id::{OrderId, ReturnId, UserId},
    orders::LineNumber,
    payments::TransactionId,
    quantity::Quantity,
    returns::{Inspection, ReturnReason, ReturnRefused, ReturnState},
    vehicles::ModelId,
};
use autoparts_testing::{
    samples::{application, vehicles},
    test_shop::TestShop,
};

/// Shipped orders of three pieces for $10 each, and an admin.
async fn shipped_orders(test_shop: &TestShop) -> (UserId, Vec<(OrderId, TransactionId)>) {
    let (admin, orders) = paid_orders(test_shop).await;
    for (order, _) in &orders {
        test_shop.shop.ship(admin, *order, Ship::default()).await.unwrap();
    }
    (admin, orders)
}

fn line() -> LineNumber {
    LineNumber::new(1).unwrap()
}

/// Requests the return of two pieces, as an admin.
async fn request(test_shop: TestShop, admin: UserId, order: OrderId) -> ReturnResult<ReturnRecord> {
    let pieces = [(line(), Quantity::new(2).unwrap())].into();
    let request = RequestReturn { pieces, reason: ReturnReason::NotNeeded, note: None };
    test_shop.shop.request_return(Authority::new(admin, None), order, request).await
}

async fn decide(
    test_shop: TestShop,
    admin: UserId,
    id: ReturnId,
    decision: ReturnDecision,
) -> ReturnResult<ReturnRecord> {
    test_shop.shop.decide_return(Authority::new(admin, None), id, decision).await
}

/// Fails unless one was refused because the other has its pieces.
fn assert_one_has_the_pieces(answers: [ReturnResult<ReturnRecord>; 2]) {
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    let too_many = |error| matches!(error, Refused(ReturnError::Refused(ReturnRefused::TooManyPieces { left: 1, .. })));
    assert_eq!(made.len(), 1);
    assert!(refused.into_iter().filter_map(Result::err).all(too_many));
}

async fn of_two_returns_of_the_same_pieces_one_is_requested(test_shop: TestShop) {
    let (admin, orders) = shipped_orders(&test_shop).await;
    for (order, _) in orders {
        let (one, other) =
            both(request(test_shop.clone(), admin, order), request(test_shop.clone(), admin, order)).await;
        assert_one_has_the_pieces([one, other]);
    }
}

async fn a_declined_return_is_not_approved_while_another_takes_its_pieces(test_shop: TestShop) {
    let (admin, orders) = shipped_orders(&test_shop).await;
    for (order, _) in orders {
        let first = request(test_shop.clone(), admin, order).await.unwrap().returned.id;
        let declined = ReturnDecision::Decline { answer: "Worn".parse().unwrap() };
        decide(test_shop.clone(), admin, first, declined).await.unwrap();
        let approved = ReturnDecision::Approve { answer: None };
        let (one, other) =
            both(decide(test_shop.clone(), admin, first, approved), request(test_shop.clone(), admin, order)).await;
        assert_one_has_the_pieces([one, other]);
    }
}

async fn a_return_received_by_two_admins_is_refunded_once(test_shop: TestShop) {
    let (admin, orders) = shipped_orders(&test_shop).await;
    for (order, transaction) in orders {
        let id = request(test_shop.clone(), admin, order).await.unwrap().returned.id;
        let found = [(line(), Inspection { restocked: 1, damaged: 1, refused: 0 })].into();
        let received = ReturnDecision::Receive { found, reason: None, answer: None };
        let (one, other) = both(
            decide(test_shop.clone(), admin, id, received.clone()),
            decide(test_shop.clone(), admin, id, received),
        )
        .await;
        let (made, refused) = if one.is_ok() { (one, other) } else { (other, one) };
        assert_eq!(made.unwrap().returned.state, ReturnState::Received);
        let error = refused.unwrap_err();
        let is_second = matches!(error, Refused(ReturnError::Refused(ReturnRefused::State(_))));
        assert!(is_second, "{error}");
        assert_eq!(test_shop.provider.left_of(&transaction).cents(), 1000);
    }
    test_shop.check_books().await;
}

async fn parts_that_come_back_at_the_same_time_all_count(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(vehicles()).await.unwrap();
    let civic: ModelId = "honda/civic".parse().unwrap();
    for _ in 0..10 {
        let part = test_shop.part(1, 10, 1000).await;
        let model = civic.clone();
        let list = move |tx: &mut dyn Transaction| {
            tx.replace_applications(&part, &model, &[application(2016, 2020, &[])]).map(drop)
        };
        test_shop.shop.store.write(list).await.unwrap();
        let one = test_shop.requested_misfit(customer, admin, part).await.returned.id;
        let other = test_shop.requested_misfit(customer, admin, part).await.returned.id;
        let found = [(line(), Inspection { restocked: 1, damaged: 0, refused: 0 })].into();
        let received = ReturnDecision::Receive { found, reason: None, answer: None };
        let (one, other) = both(
            decide(test_shop.clone(), admin, one, received.clone()),
            decide(test_shop.clone(), admin, other, received),
        )
        .await;
        assert!(one.is_ok() && other.is_ok(), "{one:?}, {other:?}");
        let model = civic.clone();
        let evidence = test_shop.shop.store.read(move |tx| tx.fit_evidence(&part, &model)).await.unwrap();
        assert_eq!(evidence.unwrap().evidence, Evidence::new(2, 2, 0));
    }
}

on_both_databases!(
    of_two_returns_of_the_same_pieces_one_is_requested,
    a_declined_return_is_not_approved_while_another_takes_its_pieces,
    a_return_received_by_two_admins_is_refunded_once,
    parts_that_come_back_at_the_same_time_all_count,
);
