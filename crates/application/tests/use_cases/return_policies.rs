//! Return policies: editing them, the terms that they give to parts, and those that are agreed for lines.

use autoparts_application::{
    accounts::access::{AccessDenied, Authority},
    orders::{quoting::QuoteRequest, shipment::Ship},
    payments::partial_refunds::{RefundPart, RefundScope},
    ports::page::Page,
    returns::{RequestReturn, ReturnError, ReturnRecord, deciding::ReturnDecision, policies::ManagePoliciesError},
    shop_rules::ReturnRules,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    catalogue::listing::{Condition, Listing},
    id::{OrderId, PartId, UserId},
    money::{Money, RefundAmount},
    orders::LineNumber,
    quantity::Quantity,
    returns::{Inspection, Return, ReturnPolicies, ReturnPolicy, ReturnReason, ReturnRefused, ReturnTerms},
    validation::ValidationError,
};
use autoparts_testing::{
    samples::{brand, category, not_returnable, return_policies, return_policy, return_terms},
    test_shop::TestShop,
};
use std::time::Duration;

/// A shop with the brand `ate`, and the categories `brakes` and, below it, `pads`.
async fn shop() -> (TestShop, UserId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let store = &test_shop.shop.store;
    store
        .write(|tx| {
            tx.insert_brand(&brand("ate"))?;
            tx.insert_category(&category("brakes", None))?;
            tx.insert_category(&category("pads", Some("brakes")))
        })
        .await
        .unwrap();
    (test_shop, admin)
}

async fn save(test_shop: &TestShop, admin: UserId, policies: &[ReturnPolicy]) {
    let revision = test_shop.shop.return_policies(admin).await.unwrap().revision;
    let policies = ReturnPolicies { revision, policies: policies.to_vec() };
    test_shop.shop.save_return_policies(admin, policies).await.unwrap();
}

/// A part of $10 in a category.
async fn part_in(test_shop: &TestShop, category: &str, condition: Condition) -> PartId {
    let part = test_shop.part(1, 50, 1_000).await;
    let listing = Listing { category: category.parse().ok(), condition, ..Listing::default() };
    test_shop.shop.store.write(move |tx| tx.save_listing(&part, &listing)).await.unwrap();
    part
}

async fn terms_of(test_shop: &TestShop, part: PartId) -> ReturnTerms {
    let listing = test_shop.shop.listing(part).await.unwrap();
    test_shop.shop.return_terms(&listing).await.unwrap()
}

async fn agreed(test_shop: &TestShop, order: OrderId) -> Vec<Option<ReturnTerms>> {
    test_shop.stored_order(order).await.snapshot().lines.iter().map(|line| line.returns).collect()
}

#[tokio::test]
async fn admins_save_policies_and_the_log_has_what_changed() {
    let (test_shop, admin) = shop().await;
    let shop = &test_shop.shop;
    let saved = shop.save_return_policies(admin, return_policies()).await.unwrap();
    assert_eq!(saved, ReturnPolicies { revision: 1, ..return_policies() });
    assert_eq!(shop.return_policies(admin).await.unwrap(), saved);
    let entry = test_shop.audit_log().await.pop().unwrap();
    assert_eq!((entry.action, entry.actor), (AuditAction::ChangeReturnPolicies, Some(admin)));
    let detail = entry.detail.unwrap();
    for words in [
        "condition used: none → 4. 1 days, shipping paid by the customer, fee 0 %",
        "category brakes: none → 2. 3650 days, only if",
    ] {
        assert!(detail.contains(words), "{detail}");
    }
    let stale = shop.save_return_policies(admin, return_policies()).await;
    assert!(matches!(stale, Err(Refused(ManagePoliciesError::ChangedMeanwhile))), "{stale:?}");
    let customer = test_shop.customer("marta").await;
    let others = shop.save_return_policies(customer, saved).await;
    assert!(matches!(others, Err(Denied(AccessDenied::Forbidden))), "{others:?}");
    let others = shop.return_policies(customer).await;
    assert!(matches!(others, Err(Denied(AccessDenied::Forbidden))), "{others:?}");
}

#[tokio::test]
async fn policies_name_something_that_exists() {
    let (test_shop, admin) = shop().await;
    for (category, brand, wrong, expected) in [
        ("tires", "", "category", ValidationError::Unknown),
        ("brakes", "bosch", "brand", ValidationError::Unknown),
        ("", "", "category", ValidationError::Missing),
        ("pads", "", "category", ValidationError::Repeated),
    ] {
        let first = return_policy("pads", "", None, return_terms(7, 0));
        let policies = ReturnPolicies {
            revision: 0,
            policies: vec![first, return_policy(category, brand, None, return_terms(7, 0))],
        };
        match test_shop.shop.save_return_policies(admin, policies).await {
            Err(Refused(ManagePoliciesError::Refused { index: 1, field, why })) => {
                assert_eq!((field, why), (wrong, expected), "{category} {brand}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_part_has_the_terms_of_its_policy_or_those_of_the_shop() {
    let (test_shop, admin) = shop().await;
    let default = ReturnRules::default().terms();
    let pads = part_in(&test_shop, "pads", Condition::New).await;
    let oil = part_in(&test_shop, "", Condition::Used).await;
    assert_eq!(terms_of(&test_shop, pads).await, default);
    let of_brakes = return_policy("brakes", "", None, return_terms(30, 0));
    save(&test_shop, admin, std::slice::from_ref(&of_brakes)).await;
    assert_eq!(terms_of(&test_shop, pads).await, return_terms(30, 0), "the category above its own");
    assert_eq!(terms_of(&test_shop, oil).await, default);
    assert_eq!(test_shop.shop.part_page(pads).await.unwrap().returns, return_terms(30, 0));
    save(&test_shop, admin, &[of_brakes, return_policy("", "", Some(Condition::Used), not_returnable(14))]).await;
    assert_eq!(terms_of(&test_shop, oil).await, not_returnable(14));

    let request = QuoteRequest::of(TestShop::order_of(&[(pads, 1), (oil, 2)]).lines);
    let quoted = test_shop.shop.quote(request).await.unwrap();
    assert_eq!(quoted.returns, [(pads, return_terms(30, 0)), (oil, not_returnable(14))].into());
}

#[tokio::test]
async fn an_order_keeps_the_terms_that_were_agreed() {
    let (test_shop, admin) = shop().await;
    let marta = test_shop.customer("marta").await;
    let pads = part_in(&test_shop, "pads", Condition::New).await;
    let used = part_in(&test_shop, "pads", Condition::Used).await;
    let (before, _) = test_shop.paid_order(marta, pads, 2).await;
    let of_used = return_policy("pads", "", Some(Condition::Used), not_returnable(14));
    save(&test_shop, admin, &[of_used, return_policy("pads", "", None, return_terms(7, 0))]).await;
    let command = TestShop::order_of(&[(used, 1), (pads, 2)]);
    let order = test_shop.shop.place_order(marta, command).await.unwrap();
    let transaction = test_shop.start_payment(marta, order).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.shop.confirm_booking(marta, order, transaction).await.unwrap();
    save(&test_shop, admin, &[]).await;
    assert_eq!(agreed(&test_shop, before).await, [Some(ReturnRules::default().terms())]);
    assert_eq!(agreed(&test_shop, order).await, [Some(not_returnable(14)), Some(return_terms(7, 0))]);

    test_shop.shop.ship(admin, order, Ship::default()).await.unwrap();
    let request = |line: i64, reason, caller| {
        let pieces = [(LineNumber::new(line).unwrap(), Quantity::new(1).unwrap())].into();
        test_shop.shop.request_return(Authority::new(caller, None), order, RequestReturn { pieces, reason, note: None })
    };
    let refused = request(1, ReturnReason::NotNeeded, marta).await;
    assert!(matches!(refused, Err(Refused(ReturnError::Refused(ReturnRefused::NotReturnable { .. })))), "{refused:?}");
    request(1, ReturnReason::Damaged, marta).await.unwrap();
    test_shop.clock.advance(Duration::from_hours(8 * 24));
    let refused = request(2, ReturnReason::NotNeeded, marta).await;
    let over = |days| matches!(&refused, Err(Refused(ReturnError::Refused(ReturnRefused::WindowOver { days: agreed, .. }))) if *agreed == days);
    assert!(over(7), "{refused:?}");
    request(2, ReturnReason::NotNeeded, admin).await.unwrap();
    request(2, ReturnReason::Damaged, marta).await.unwrap();
}

#[tokio::test]
async fn a_deleted_brand_does_not_block_other_changes() {
    let (test_shop, admin) = shop().await;
    let of_ate = return_policy("", "ate", None, return_terms(7, 0));
    save(&test_shop, admin, std::slice::from_ref(&of_ate)).await;
    test_shop.shop.store.write(|tx| tx.delete_brand(&"ate".parse().unwrap())).await.unwrap();
    let of_pads = return_policy("pads", "", None, return_terms(7, 0));
    save(&test_shop, admin, &[of_ate.clone(), of_pads.clone()]).await;
    save(&test_shop, admin, std::slice::from_ref(&of_pads)).await;
    let policies = ReturnPolicies { revision: 3, policies: vec![of_pads, of_ate] };
    let refused = test_shop.shop.save_return_policies(admin, policies).await;
    assert!(matches!(refused, Err(Refused(ManagePoliciesError::Refused { index: 1, .. }))), "{refused:?}");
}

/// A shipped order of seven pieces at $3.33, with a fee of 15 % if they are not needed.
async fn shipped_with_fee() -> (TestShop, UserId, UserId, OrderId) {
    let (test_shop, admin) = shop().await;
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 333).await;
    save(&test_shop, admin, &[return_policy("", "", Some(Condition::New), return_terms(30, 15))]).await;
    let (order, _) = test_shop.paid_order(marta, part, 7).await;
    test_shop.shop.ship(admin, order, Ship::default()).await.unwrap();
    (test_shop, admin, marta, order)
}

/// Receives all pieces of a return, which can be sold again.
async fn receive(test_shop: &TestShop, admin: UserId, requested: ReturnRecord) -> ReturnRecord {
    receive_as(test_shop, admin, requested, None).await
}

/// Receives all pieces of a return for a reason other than the customer's, if given.
async fn receive_as(
    test_shop: &TestShop,
    admin: UserId,
    requested: ReturnRecord,
    reason: Option<ReturnReason>,
) -> ReturnRecord {
    let all = |(line, announced): (LineNumber, Quantity)| {
        (line, Inspection { restocked: announced.pieces(), damaged: 0, refused: 0 })
    };
    let found = requested.returned.announced().into_iter().map(all).collect();
    let answer = reason.map(|_| "The disc has no crack.".parse().unwrap());
    let decision = ReturnDecision::Receive { found, reason, answer };
    test_shop.shop.decide_return(Authority::new(admin, None), requested.returned.id, decision).await.unwrap()
}

fn of_line(pieces: i64, reason: ReturnReason) -> RequestReturn {
    let pieces = [(LineNumber::new(1).unwrap(), Quantity::new(pieces).unwrap())].into();
    RequestReturn { pieces, reason, note: None }
}

#[tokio::test]
async fn the_inspection_decides_about_the_fee() {
    let (test_shop, admin, marta, order) = shipped_with_fee().await;
    let me = Authority::new(marta, None);
    let requested = test_shop.shop.request_return(me, order, of_line(1, ReturnReason::Damaged)).await.unwrap();
    let received = receive_as(&test_shop, admin, requested, Some(ReturnReason::NotNeeded)).await;
    assert_eq!(received.returned.reason, ReturnReason::Damaged);
    assert_eq!(received.returned.effective_reason(), ReturnReason::NotNeeded);
    assert_eq!(received.refund.unwrap().fee, Money::from_cents(49).unwrap());
    let requested = test_shop.shop.request_return(me, order, of_line(1, ReturnReason::NotNeeded)).await.unwrap();
    let received = receive_as(&test_shop, admin, requested, Some(ReturnReason::Damaged)).await;
    let refund = received.refund.unwrap();
    assert_eq!((refund.amount, refund.fee), (Money::from_cents(333).unwrap(), Money::ZERO));
}

#[tokio::test]
async fn the_restocking_fee_is_shown_before_and_deducted_from_the_refund() {
    let (test_shop, admin, marta, order) = shipped_with_fee().await;
    let shop = &test_shop.shop;
    let me = Authority::new(marta, None);
    let cents = |cents| Money::from_cents(cents).unwrap();
    let mut refunded = Money::ZERO;
    // The fee for one piece of $3.33 is 15 % or $0.4995, rounded down. A damaged piece has none.
    for (pieces, reason, fee) in [
        (1, ReturnReason::NotNeeded, 49),
        (2, ReturnReason::NotNeeded, 100),
        (1, ReturnReason::Damaged, 0),
        (3, ReturnReason::NotNeeded, 150),
    ] {
        let preview = shop.preview_return(me, order, of_line(pieces, reason)).await.unwrap();
        assert_eq!((preview.amount, preview.fee), (cents(pieces * 333 - fee), cents(fee)), "{pieces} {reason:?}");
        let requested = shop.request_return(me, order, of_line(pieces, reason)).await.unwrap();
        assert_eq!(requested.returned.expected_refund(&requested.order).unwrap(), preview);
        let withdrawn = Return { reason: ReturnReason::Withdrawal, ..requested.returned.clone() };
        assert_eq!(withdrawn.expected_refund(&requested.order).unwrap().fee, Money::ZERO);
        let received = receive(&test_shop, admin, requested).await;
        let refund = received.refund.unwrap();
        assert_eq!((refund.amount, refund.fee), (preview.amount, preview.fee), "{pieces} {reason:?}");
        refunded = refunded.plus(refund.amount);
        test_shop.check_books().await;
    }
    let stored = test_shop.stored_order(order).await;
    assert_eq!((refunded, stored.restocking_fees()), (cents(7 * 333 - 299), cents(299)));
    assert_eq!((stored.money_left(), stored.is_paid()), (cents(299), true), "the shop keeps the fee");
    let amount = RefundAmount::new(cents(299)).unwrap();
    let waived = RefundPart { what: RefundScope::Amount(amount), note: None, idempotency_key: None };
    shop.refund_part(admin, order, waived).await.unwrap();
    assert!(test_shop.stored_order(order).await.is_refunded());
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_preview_is_refused_like_the_request() {
    let (test_shop, admin, marta, order) = shipped_with_fee().await;
    let preview = async |caller, pieces| {
        test_shop
            .shop
            .preview_return(Authority::new(caller, None), order, of_line(pieces, ReturnReason::NotNeeded))
            .await
    };
    let refused = preview(marta, 8).await;
    assert!(matches!(refused, Err(Refused(ReturnError::Refused(ReturnRefused::TooManyPieces { .. })))), "{refused:?}");
    let other = test_shop.customer("olga").await;
    assert!(matches!(preview(other, 1).await, Err(Refused(ReturnError::NoSuchOrder))));
    test_shop.clock.advance(Duration::from_hours(31 * 24));
    let refused = preview(marta, 1).await;
    assert!(matches!(refused, Err(Refused(ReturnError::Refused(ReturnRefused::WindowOver { .. })))), "{refused:?}");
    assert_eq!(preview(admin, 1).await.unwrap().fee, Money::from_cents(49).unwrap(), "admins may do it later");
}

#[tokio::test]
async fn the_email_names_the_restocking_fee() {
    let (test_shop, admin, marta, order) = shipped_with_fee().await;
    let me = Authority::new(marta, None);
    let requested = test_shop.shop.request_return(me, order, of_line(2, ReturnReason::NotNeeded)).await.unwrap();
    let approve = ReturnDecision::Approve { answer: None };
    test_shop.shop.decide_return(Authority::new(admin, None), requested.returned.id, approve).await.unwrap();
    receive(&test_shop, admin, requested).await;
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let email = |subject| mails.iter().map(|mail| format!("{mail:?}")).find(|text| text.contains(subject)).unwrap();
    let approved = email("Your return is approved");
    assert!(approved.contains("checked them, less the restocking fee of $0.99."), "{approved}");
    let body = email("A partial refund");
    assert!(body.contains("We have deducted a restocking fee of $0.99. The rest"), "{body}");
}
