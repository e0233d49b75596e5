//! Consistency rules between an order and its payments, refunds and ledger.

use crate::ports::books::BookEntries;
use autoparts_domain::{
    cores::CoreRecord,
    id::PartId,
    money::Money,
    orders::{LineNumber, Order, OrderState},
    payments::{AttemptStatus, Refund, TransactionId},
};
use std::collections::BTreeMap;

/// Returns the rules that an order violates.
pub(super) fn check_order(order: &Order, entries: &BookEntries) -> Vec<&'static str> {
    let (snapshot, BookEntries { attempts, refunds, ledger, coupons, cores }) = (order.snapshot(), entries);
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, what| {
        if !holds {
            wrong.push(what);
        }
    };
    let mut pieces: BTreeMap<PartId, i64> = BTreeMap::new();
    if order.holds_stock() {
        pieces.extend(order.pieces().into_iter().map(|(part, quantity)| (part, quantity.pieces())));
    }
    for movement in ledger.iter().map(|entry| entry.movement) {
        if let Some(part) = movement.part() {
            *pieces.entry(part).or_default() += movement.pieces();
        }
    }
    expect(pieces.values().all(|rest| *rest == 0), "the ledger's pieces differ from those that the order holds");

    let cents: i64 = ledger.iter().map(|entry| entry.movement.cents()).sum();
    let reversal = order.reversal();
    let partly_refunded = order.partial_refunds().amount();
    let paid_cents =
        if order.is_paid() { snapshot.total.less(reversal.refunded).less(partly_refunded).cents() } else { 0 };
    expect(cents == paid_cents - reversal.withdrawn.cents(), "the ledger's money differs from the paid amount");
    expect(reversal.refunded.plus(partly_refunded) <= snapshot.total, "more was returned than the order cost");

    let mut promised: BTreeMap<&TransactionId, Money> = BTreeMap::new();
    for refund in refunds {
        let sum = promised.entry(&refund.transaction).or_default();
        *sum = sum.plus(refund.amount);
    }
    // Every payment of an order is for its total.
    expect(promised.values().all(|sum| *sum <= snapshot.total), "the refunds of a payment exceed it");
    let parts = refunds.iter().filter(|refund| !refund.is_whole());
    let sum = parts.clone().fold(Money::ZERO, |sum, refund| sum.plus(refund.amount));
    expect(sum == partly_refunded, "the partial refunds differ from those recorded in the order");
    expect(
        parts.clone().all(|refund| order.transaction() == Some(&refund.transaction)),
        "a partial refund is of another payment than the order's",
    );

    let by_line = order.refunded_by_line();
    let (itemized, others): (Vec<&Refund>, Vec<&Refund>) = parts.clone().partition(|refund| refund.tax.is_some());
    let sum = |refunds: &[&Refund]| refunds.iter().fold(Money::ZERO, |sum, refund| sum.plus(refund.amount));
    // Refunds of earlier releases do not record what they were for, so any part of them may have been for pieces.
    let is_itemized = sum(&itemized) <= by_line && by_line <= sum(&itemized).plus(sum(&others));
    expect(
        is_itemized || !order.is_paid() || order.keeps_nothing(),
        "the refunded pieces and core charges do not match their refunds",
    );
    let fees = parts.clone().fold(Money::ZERO, |sum, refund| sum.plus(refund.fee));
    expect(fees == order.restocking_fees() || !order.is_paid(), "the restocking fees differ from those of the refunds");
    expect(
        cores.iter().all(|(_, line, record)| has_room(order, *line, record)),
        "more old parts were recorded than a line has core charges",
    );

    expect(snapshot.computed_total() == Some(snapshot.total), "the total is not the sum of lines and charges");
    let keeps_coupon = snapshot.lines.discount() > Money::ZERO && order.keeps_coupon();
    expect(coupons.len() == usize::from(keeps_coupon), "the order's discount and its coupon do not match");
    expect(attempts.iter().filter(|attempt| attempt.is_live()).count() <= 1, "more than one live payment");

    let succeeded = attempts.iter().filter(|attempt| attempt.status == AttemptStatus::Succeeded);
    let accounted = succeeded.clone().all(|attempt| {
        let id = attempt.transaction.as_ref();
        order.transaction() == id || refunds.iter().any(|refund| refund.is_whole() && Some(&refund.transaction) == id)
    });
    expect(accounted, "a succeeded payment is neither the order's nor refunded");

    if let OrderState::Refunded(transaction) | OrderState::RefundedAfterShipping(transaction) = order.state() {
        let refunded = refunds.iter().any(|refund| refund.is_whole() && refund.transaction == *transaction);
        expect(refunded, "the order says refunded, but there is no refund");
    }
    if order.is_paid() {
        // Payments from an early release have no attempt.
        let mut own = attempts.iter().filter(|attempt| attempt.transaction.as_ref() == order.transaction()).peekable();
        let has_none = own.peek().is_none();
        let succeeded = own.any(|attempt| attempt.status == AttemptStatus::Succeeded);
        expect(has_none || succeeded, "the order is paid by a payment that has not succeeded");
        let own = order.transaction();
        let is_own = |refund: &Refund| refund.is_whole() && Some(&refund.transaction) == own;
        expect(!refunds.iter().any(is_own), "a paid order's money was refunded");
    }
    wrong
}

/// Whether a line has a core charge and enough pieces for what was recorded about it.
fn has_room(order: &Order, line: LineNumber, record: &CoreRecord) -> bool {
    let line = order.snapshot().lines.get(line).filter(|line| line.core > Money::ZERO && order.is_shipped());
    let pieces = line.map_or(0, |line| line.quantity.pieces());
    record.received >= 0 && record.refused >= 0 && record.received.saturating_add(record.refused) <= pieces
}
