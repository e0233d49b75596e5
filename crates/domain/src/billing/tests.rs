//! Which documents are due for an order, and the tax of credit notes.

use super::*;
use crate::{
    orders::{Charges, Line, Lines, OrderSnapshot, OrderState},
    payments::RefundReason,
    quantity::Quantity,
};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use uuid::Uuid;

const NOON: Timestamp = Timestamp::from_micros(43_200_000_000);

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// Three pieces for $10.00 each, with $5.70 of tax in total, and shipping for $9.30.
fn order_in(state: OrderState) -> Order {
    let line = Line::new(Uuid::from_u128(3).into(), "Disc".parse().unwrap(), cents(1000), Quantity::new(3).unwrap());
    let snapshot = OrderSnapshot {
        id: Uuid::from_u128(1).into(),
        number: None,
        customer: Uuid::from_u128(2).into(),
        lines: Lines::one(Line { tax: cents(570), ..line }),
        charges: Charges { shipping: cents(930), ..Charges::default() },
        total: cents(4500),
        name: "Marta".parse().unwrap(),
        email: "marta@example.com".parse().unwrap(),
        address: "1 Road".parse().unwrap(),
        destination: None,
        phone: "555 0100".parse().unwrap(),
        placed_at: NOON,
    };
    Order::restore(snapshot, state, 0)
}

fn paid() -> Order {
    order_in(OrderState::Paid("pi_1".parse().unwrap()))
}

fn refund(id: u128, amount: i64, reason: RefundReason) -> Refund {
    let transaction = "pi_1".parse().unwrap();
    Refund::new(Uuid::from_u128(id).into(), paid().key(), transaction, cents(amount), reason, NOON)
}

fn issue(bills: &[Bill]) -> Vec<BillingDocument> {
    let document = |(number, bill): (i64, &Bill)| BillingDocument {
        number,
        bill: *bill,
        seller: "Vale Parts".to_owned(),
        issued_at: NOON,
    };
    (1..).zip(bills).map(document).collect()
}

/// Amount and tax.
fn figures(bills: &[Bill]) -> Vec<(i64, i64)> {
    bills.iter().map(|bill| (bill.amount.cents(), bill.tax.cents())).collect()
}

#[test]
fn only_an_order_that_was_paid_has_an_invoice() {
    let transaction = "pi_1".parse().unwrap();
    for state in [OrderState::Paid, OrderState::Refunded, OrderState::RefundedAfterShipping] {
        let bills = unissued(&order_in(state("pi_1".parse().unwrap())), &[], &[]);
        assert_eq!(figures(&bills), [(4500, 570)]);
        assert_eq!(bills[0].kind(), BillKind::Invoice);
    }
    assert_eq!(unissued(&order_in(OrderState::Shipped(Some(transaction))), &[], &[]).len(), 1);
    for state in [OrderState::Shipped(None), OrderState::Cancelled] {
        assert_eq!(unissued(&order_in(state), &[], &[]), []);
    }
}

#[test]
fn each_document_is_issued_once() {
    let refunds = [refund(5, 1000, RefundReason::Goodwill)];
    let bills = unissued(&paid(), &refunds, &[]);
    assert_eq!(bills.iter().map(Bill::kind).collect::<Vec<_>>(), BillKind::ALL);
    let issued = issue(&bills);
    assert_eq!(unissued(&paid(), &refunds, &issued), []);
    let later = [refunds[0].clone(), refund(6, 500, RefundReason::Goodwill)];
    assert_eq!(figures(&unissued(&paid(), &later, &issued)), [(500, 63)]);
}

#[test]
fn refunds_of_nothing_and_of_another_payment_have_no_credit_note() {
    let twice = Refund { transaction: "pi_2".parse().unwrap(), ..refund(5, 4500, RefundReason::PaidTwice) };
    let refunds = [twice, refund(6, 0, RefundReason::LinesCancelled)];
    assert_eq!(figures(&unissued(&paid(), &refunds, &[])), [(4500, 570)]);
}

#[test]
fn a_credit_note_has_the_tax_of_its_pieces_and_the_last_one_the_rest() {
    let returned = Refund { tax: Some(cents(190)), ..refund(5, 1190, RefundReason::Returned) };
    let core = Refund { tax: Some(Money::ZERO), ..refund(6, 100, RefundReason::Goodwill) };
    let share = refund(7, 450, RefundReason::Goodwill);
    let rest = refund(8, 2760, RefundReason::ByAdmin);
    let bills = unissued(&paid(), &[returned, core, share, rest], &[]);
    assert_eq!(figures(&bills[1..]), [(1190, 190), (100, 0), (450, 53), (2760, 327)]);
    let last = refund(8, 4500, RefundReason::Goodwill);
    assert_eq!(figures(&unissued(&paid(), &[last], &[])[1..]), [(4500, 570)], "it may be of the whole amount");
}

#[test]
fn the_tax_of_a_credit_note_is_never_more_than_its_amount() {
    // $20 was refunded at the payment provider, without a credit note.
    let rest = refund(5, 2500, RefundReason::ByAdmin);
    assert_eq!(figures(&unissued(&paid(), &[rest], &[])[1..]), [(2500, 316)]);
    // Returned pieces without tax leave more tax than money.
    let untaxed = Refund { tax: Some(Money::ZERO), ..refund(5, 4400, RefundReason::Returned) };
    let bills = unissued(&paid(), &[untaxed, refund(6, 100, RefundReason::ByAdmin)], &[]);
    assert_eq!(figures(&bills[1..]), [(4400, 0), (100, 100)]);
}

proptest! {
    #[test]
    fn credit_notes_never_exceed_the_tax_of_the_invoice(
        amounts in proptest::collection::vec((1_i64..1500, proptest::option::of(0_i64..300)), 1..8),
    ) {
        let mut left = 4500;
        let mut refunds = Vec::new();
        for (id, (amount, tax)) in (10..).zip(amounts) {
            let amount = amount.min(left);
            left -= amount;
            let tax = tax.map(|tax| cents(tax.min(amount)));
            refunds.push(Refund { tax, ..refund(id, amount, RefundReason::Returned) });
        }
        let is_shared = refunds.iter().all(|refund| refund.tax.is_none());
        let credited = figures(&unissued(&paid(), &refunds, &[])[1..]);
        let sum: i64 = credited.iter().map(|(_, tax)| tax).sum();
        prop_assert!(credited.iter().all(|(amount, tax)| tax <= amount), "{credited:?}");
        prop_assert!(sum <= 570, "{credited:?}");
        if left == 0 && is_shared {
            prop_assert_eq!(sum, 570);
        }
    }
}

#[test]
fn numbers_are_printed_with_their_series() {
    let refunds = [refund(5, 1000, RefundReason::Goodwill)];
    let issued = issue(&unissued(&paid(), &refunds, &[]));
    assert_eq!(issued.iter().map(BillingDocument::printed_number).collect::<Vec<_>>(), ["INV-000001", "CN-000002"]);
    assert_eq!(BillKind::Invoice.printed(1_234_567), "INV-1234567");
}
