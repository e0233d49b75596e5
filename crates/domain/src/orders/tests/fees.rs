//! Restocking fees.

use super::*;
use crate::returns::{FeePercent, ReturnDays, ReturnShipping, ReturnTerms, Unneeded};

/// The same order as [`with_cores`], shipped, with a restocking fee.
fn with_fee(percent: i64, price: i64, (core, discount, tax): (i64, i64, i64)) -> Order {
    let mut order = with_cores(core, discount, tax);
    let line = Line { unit_price: cents(price), ..order.snapshot.lines.first().clone() };
    order.snapshot.total = line.total().unwrap().plus(cents(900));
    let fee = FeePercent::new(percent).unwrap();
    let unneeded = Unneeded::Returnable { shipping: ReturnShipping::Customer, fee };
    let terms = ReturnTerms { days: ReturnDays::of_setting(90), unneeded };
    order.snapshot.lines = Lines::one(line).with_return_terms(|_| terms);
    order.ship(Tracking::default(), LATER).unwrap();
    order
}

#[test]
fn the_restocking_fee_is_for_unneeded_pieces_and_rounded_down_over_all_of_them() {
    let mut order = with_fee(15, 333, (1000, 0, 70));
    let of_line = |amount, fee, tax| RefundBreakdown {
        amount: cents(amount),
        lines: [(number(1), cents(amount))].into(),
        fee: cents(fee),
        tax: Some(cents(tax)),
    };
    // With tax, one piece cost $3.43, so its fee of 15 % is $0.5145. For three pieces it is $1.5435.
    assert_eq!(order.refund_unneeded(&taken(&[(1, 1)], &[])), Ok(of_line(1000 + 343 - 51, 51, 9)));
    assert_eq!(order.refund_pieces(&taken(&[(1, 1)], &[])), Ok(of_line(1343, 0, 10)), "it arrived damaged");
    assert_eq!(order.refund_unneeded(&taken(&[(1, 2)], &[])), Ok(of_line(2000 + 686 - 103, 103, 17)));
    assert_eq!((order.restocking_fees(), order.partial_refunds().of_line(number(1)).with_fee), (cents(154), 3));
    let mut unshipped = with_cores(1000, 0, 70);
    let lines = order.snapshot.lines.clone();
    unshipped.snapshot.lines = lines;
    assert_eq!(
        unshipped.refund_unneeded(&taken(&[(1, 1)], &[])),
        Ok(of_line(1343, 0, 10)),
        "it is canceled, not returned"
    );
}

proptest::proptest! {
    #[test]
    fn refunds_and_fees_of_a_line_add_up_to_its_total(
        percent in 0_i64..51,
        price in 1_i64..2000,
        (core, tax) in (0_i64..5000, 0_i64..400),
        discount in 0_i64..7000,
        steps in proptest::collection::vec((proptest::bool::ANY, 1_i64..4), 0..12),
    ) {
        let mut order = with_fee(percent, price, (core, discount.min(7 * price - 1), tax));
        let line = order.snapshot().lines.first().clone();
        let (mut refunded, mut fees, mut taxes, mut charged) = (Money::ZERO, Money::ZERO, Money::ZERO, 0);
        let last = (true, 7);
        for (is_needed, count) in steps.into_iter().chain([last]) {
            let kept = order.refunds.kept(number(1), &line);
            let count = count.min(kept);
            if count == 0 {
                continue;
            }
            let what = taken(&[(1, count)], &[]);
            let done = if is_needed { order.refund_pieces(&what) } else { order.refund_unneeded(&what) };
            let RefundBreakdown { amount, fee, tax, .. } = done.unwrap();
            order.refund_amount(amount).unwrap();
            charged += if is_needed { 0 } else { count };
            (refunded, fees, taxes) = (refunded.plus(amount), fees.plus(fee), taxes.plus(tax.unwrap()));
            assert_eq!(order.refunded_by_line(), refunded);
        }
        assert_eq!(Some(refunded.plus(fees)), line.total());
        assert_eq!((fees, order.restocking_fees()), (line.restocking_fee(charged), fees));
        let exact = (line.total().unwrap().cents() - 7 * core) * charged * percent;
        assert!(fees.cents() * 700 <= exact, "rounded in the customer's favor");
        assert!(taxes <= line.tax);
    }
}
