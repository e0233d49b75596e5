//! Which events each state allows, which pieces can be returned, and until when.

use super::*;
use crate::{
    fitment::FitSnapshot,
    money::Money,
    orders::{Charges, Line, Lines, Milestones, OrderNumber, OrderSnapshot, OrderState, Reservation, WrongState},
    payments::reversal::{DisputeState, Reversal},
};
use ReturnEvent::{Approve, Cancel, Decline, Expire, Receive};
use std::time::Duration;
use uuid::Uuid;

const A_DAY: i64 = 86_400_000_000;
const SHIPPED: Timestamp = Timestamp::from_micros(A_DAY);

fn quantity(pieces: i64) -> Quantity {
    Quantity::new(pieces).unwrap()
}

fn number(line: i64) -> LineNumber {
    LineNumber::new(line).unwrap()
}

fn pieces(of_lines: &[(i64, i64)]) -> LinePieces {
    of_lines.iter().map(|(line, pieces)| (number(*line), quantity(*pieces))).collect()
}

fn line(part: u128, pieces: i64) -> Line {
    let price = Money::from_cents(1_000).unwrap();
    Line::new(Uuid::from_u128(part).into(), "Brake disc".parse().unwrap(), price, quantity(pieces))
}

/// A shipped order with lines of three, two and one pieces.
fn order() -> Order {
    let snapshot = OrderSnapshot {
        id: Uuid::from_u128(1).into(),
        number: Some(OrderNumber::from_random([7; 32])),
        customer: Uuid::from_u128(2).into(),
        lines: Lines::new([line(3, 3), line(4, 2), line(5, 1)]).unwrap(),
        charges: Charges::default(),
        total: Money::from_cents(6_000).unwrap(),
        name: "Marta".parse().unwrap(),
        email: "marta@example.com".parse().unwrap(),
        address: "1 Road".parse().unwrap(),
        destination: None,
        phone: "555 0100".parse().unwrap(),
        placed_at: Timestamp::from_micros(0),
    };
    let milestones = Milestones { shipped_at: Some(SHIPPED), ..Milestones::default() };
    Order::restore(snapshot, OrderState::Shipped(Some("pi_1".parse().unwrap())), 0).with_milestones(milestones)
}

fn new_return(of_lines: &[(i64, i64)]) -> NewReturn {
    NewReturn {
        id: Uuid::from_u128(9).into(),
        number: ReturnNumber::from_random([3; 32]),
        pieces: pieces(of_lines),
        reason: ReturnReason::NotNeeded,
        note: None,
    }
}

fn requested(of_lines: &[(i64, i64)]) -> Return {
    new_return(of_lines).of(&order(), &[], None, SHIPPED).unwrap()
}

fn found(restocked: i64, damaged: i64, refused: i64) -> Inspection {
    Inspection { restocked, damaged, refused }
}

#[test]
fn each_state_allows_some_events() {
    use ReturnState::{Approved, Cancelled, Declined, Expired, Received, Requested};
    let events = [Approve, Decline, Receive, Cancel, Expire];
    let table = [
        (Requested, [Some(Approved), Some(Declined), Some(Received), Some(Cancelled), None]),
        (Approved, [None, None, Some(Received), Some(Cancelled), Some(Expired)]),
        (Declined, [Some(Approved), None, None, None, None]),
        (Received, [None; 5]),
        (Cancelled, [None; 5]),
        (Expired, [Some(Approved), None, Some(Received), None, None]),
    ];
    assert_eq!(table.map(|(state, _)| state), ReturnState::ALL);
    for (state, after) in table {
        let expected = after.map(|after| after.ok_or(WrongReturnState(state)));
        assert_eq!(events.map(|event| state.after(event)), expected, "{state:?}");
    }
}

#[test]
fn a_refused_event_changes_nothing() {
    for state in ReturnState::ALL {
        let before = Return { state, ..requested(&[(1, 1)]) };
        let mut after = before.clone();
        let refused = [
            after.approve(&order(), &[], None, SHIPPED).is_err(),
            after.clone().decline("No".parse().unwrap(), SHIPPED).is_err(),
            after.clone().cancel(SHIPPED).is_err(),
            after.clone().expire(SHIPPED).is_err(),
        ];
        assert!(refused.contains(&true), "{state:?}");
        if refused[0] {
            assert_eq!(after, before);
        }
    }
}

#[test]
fn pieces_of_an_open_return_cannot_be_returned_again() {
    let mut order = order();
    order.refund_pieces(&PiecesToRefund { pieces: pieces(&[(1, 1)]), ..PiecesToRefund::default() }).unwrap();
    let open = requested(&[(1, 1), (2, 2)]);
    let mut cancelled = requested(&[(3, 1)]);
    cancelled.cancel(SHIPPED).unwrap();
    let left: Vec<i64> = returnable(&order, &[open.clone(), cancelled]).into_values().collect();
    assert_eq!(left, [1, 0, 1]);
    let request = |of_lines: &[(i64, i64)]| new_return(of_lines).of(&order, std::slice::from_ref(&open), None, SHIPPED);
    assert!(request(&[(1, 1), (3, 1)]).is_ok());
    assert_eq!(request(&[(1, 2)]), Err(ReturnRefused::TooManyPieces { line: number(1), left: 1 }));
    assert_eq!(request(&[(2, 1)]), Err(ReturnRefused::TooManyPieces { line: number(2), left: 0 }));
    assert_eq!(request(&[(4, 1)]), Err(ReturnRefused::NoSuchLine { line: number(4) }));
    assert_eq!(request(&[]), Err(ReturnRefused::Empty));
}

#[test]
fn the_last_day_counts_until_midnight_utc() {
    let request = |micros| new_return(&[(1, 1)]).of(&order(), &[], Some(within(90)), Timestamp::from_micros(micros));
    let day_90_ends = 92 * A_DAY;
    assert!(request(day_90_ends - 1).is_ok());
    assert_eq!(request(day_90_ends), Err(ReturnRefused::WindowOver { line: number(1), days: 90 }));
}

fn within(days: i64) -> ReturnTerms {
    ReturnTerms::default_within(ReturnDays::new(days).unwrap())
}

#[test]
fn each_line_has_the_terms_that_were_agreed_for_it() {
    let snapshot = order().snapshot().clone();
    let not_returnable = ReturnTerms { unneeded: Unneeded::NotReturnable, ..within(30) };
    let lines = snapshot.lines.clone().with_return_terms(|part| match part.uuid().as_u128() {
        3 => within(7),
        _ => not_returnable,
    });
    let agreed = Order::restore(OrderSnapshot { lines, ..snapshot }, order().state().clone(), 0)
        .with_milestones(order().milestones().clone());
    let request = |of_lines: &[(i64, i64)], reason, day: i64, terms| {
        let new = NewReturn { reason, ..new_return(of_lines) };
        new.of(&agreed, &[], terms, SHIPPED.plus(Duration::from_hours(24 * day.unsigned_abs()))).err()
    };
    let default = Some(within(90));
    let over = |line, days| Some(ReturnRefused::WindowOver { line: number(line), days });
    assert_eq!(request(&[(1, 1)], ReturnReason::NotNeeded, 7, default), None);
    assert_eq!(request(&[(1, 1)], ReturnReason::NotNeeded, 8, default), over(1, 7), "the agreed days, not the shop's");
    let refused = Some(ReturnRefused::NotReturnable { line: number(2) });
    assert_eq!(request(&[(1, 1), (2, 1)], ReturnReason::NotNeeded, 0, default), refused);
    let faults = ReturnReason::CHOICES.into_iter().filter(|reason| *reason != ReturnReason::NotNeeded);
    for reason in faults {
        assert_eq!(request(&[(2, 1)], reason, 90, default), None, "{reason:?} has at least the shop's days");
        assert_eq!(request(&[(2, 1)], reason, 91, default), over(2, 90), "{reason:?}");
        assert_eq!(request(&[(2, 1)], reason, 30, Some(within(14))), None, "{reason:?}");
        assert_eq!(request(&[(2, 1)], reason, 31, Some(within(14))), over(2, 30), "{reason:?}");
    }
    assert_eq!(request(&[(2, 1)], ReturnReason::NotNeeded, 31, None), None, "admins are not bound by the terms");
    assert_eq!(request(&[(1, 1), (2, 1)], ReturnReason::Withdrawal, 31, None), None, "nor are withdrawals");
}

#[test]
fn only_shipped_and_paid_orders_whose_money_is_not_disputed_can_be_returned() {
    let t = || "pi_1".parse().unwrap();
    let request = |order: Order| new_return(&[(1, 1)]).of(&order, &[], None, SHIPPED).err();
    let with = |state| request(Order::restore(order().snapshot().clone(), state, 0));
    assert_eq!(with(OrderState::Paid(t())), Some(ReturnRefused::NotShipped));
    assert_eq!(with(OrderState::Pending(Reservation::Expired)), Some(ReturnRefused::NotShipped));
    assert_eq!(with(OrderState::Cancelled), Some(ReturnRefused::NotShipped));
    assert_eq!(with(OrderState::Shipped(None)), Some(WrongState::Unpaid.into()));
    assert_eq!(with(OrderState::Refunded(t())), Some(WrongState::Refunded.into()));
    assert_eq!(with(OrderState::RefundedAfterShipping(t())), Some(WrongState::Refunded.into()));
    let disputed = |dispute| request(order().with_reversal(Reversal { dispute: Some(dispute), ..Reversal::NONE }));
    assert_eq!(disputed(DisputeState::Open), Some(ReturnRefused::Disputed));
    assert_eq!(disputed(DisputeState::Lost), Some(ReturnRefused::Disputed));
    assert_eq!(disputed(DisputeState::Inquiry), None);
}

#[test]
fn a_return_is_not_approved_again_once_another_has_its_pieces() {
    let mut declined = requested(&[(3, 1)]);
    declined.decline("Worn".parse().unwrap(), SHIPPED).unwrap();
    let other = requested(&[(3, 1)]);
    let refused = declined.clone().approve(&order(), &[other], None, SHIPPED);
    assert_eq!(refused, Err(ReturnRefused::TooManyPieces { line: number(3), left: 0 }));
    declined.approve(&order(), &[], None, SHIPPED).unwrap();
    assert_eq!((declined.state, declined.answer), (ReturnState::Approved, None));
}

#[test]
fn the_shop_corrects_a_reason_that_the_inspection_disproves_and_says_why() {
    use ReturnReason::{Damaged, NotNeeded, Withdrawal};
    let why = "The disc has no crack.".parse().unwrap();
    let correct = |from, to, why| {
        let mut returned = Return { reason: from, ..requested(&[(1, 3)]) };
        returned.correct_reason(to, why).map(|()| returned.effective_reason())
    };
    assert_eq!(correct(Damaged, NotNeeded, Some(&why)), Ok(NotNeeded));
    assert_eq!(correct(Damaged, NotNeeded, None), Err(ReturnRefused::Unexplained));
    assert_eq!(correct(Withdrawal, NotNeeded, Some(&why)), Err(ReturnRefused::ReasonFixed));
    assert_eq!(correct(Damaged, Withdrawal, Some(&why)), Err(ReturnRefused::ReasonFixed));
    for same in [Damaged, Withdrawal] {
        assert_eq!(correct(same, same, None), Ok(same));
    }
}

#[test]
fn every_announced_piece_is_inspected() {
    let requested = requested(&[(1, 3), (2, 1)]);
    let receive = |of_lines: &[(i64, Inspection)]| {
        let found = of_lines.iter().map(|(line, found)| (number(*line), *found)).collect();
        let mut received = requested.clone();
        received.receive(&found, None, SHIPPED).map(|()| received)
    };
    let not_counted = |line, announced| Err(ReturnRefused::NotCounted { line: number(line), announced });
    assert_eq!(receive(&[(1, found(3, 0, 0))]), not_counted(2, 1));
    for wrong in [found(2, 0, 0), found(2, 1, 1), found(4, 0, -1), found(i64::MAX, i64::MAX, 5)] {
        assert_eq!(receive(&[(1, wrong), (2, found(1, 0, 0))]), not_counted(1, 3), "{wrong:?}");
    }
    let unknown = receive(&[(1, found(3, 0, 0)), (2, found(1, 0, 0)), (3, found(1, 0, 0))]);
    assert_eq!(unknown, Err(ReturnRefused::NoSuchLine { line: number(3) }));

    let received = receive(&[(1, found(1, 1, 1)), (2, found(0, 0, 1))]).unwrap();
    assert_eq!(received.accepted().pieces, pieces(&[(1, 2)]));
    assert_eq!(received.restocked(), pieces(&[(1, 1)]));
    assert_eq!((received.state, received.ended_at), (ReturnState::Received, Some(SHIPPED)));
}

#[test]
fn a_misfit_agreed_to_fit_is_the_fault_of_the_shop() {
    let fit = |verdict| FitSnapshot {
        vehicle: "2018/honda/civic".parse().unwrap(),
        name: "2018 Honda Civic".parse().unwrap(),
        verdict,
        confirmed: false,
        conditions: Vec::new(),
    };
    let with = |fits: [Option<FitSnapshot>; 3]| {
        let snapshot = order().snapshot().clone();
        Order::restore(
            OrderSnapshot { lines: snapshot.lines.clone().with_fits(fits), ..snapshot },
            order().state().clone(),
            0,
        )
    };
    let agreed = with([Some(fit(VerdictKind::Fits)), Some(fit(VerdictKind::FitsIf)), None]);
    let wrong = |reason, of_lines: &[(i64, i64)]| Return { reason, ..requested(of_lines) }.is_wrong_fit(&agreed);
    assert!(wrong(ReturnReason::DoesNotFit, &[(1, 1)]));
    assert!(!wrong(ReturnReason::DoesNotFit, &[(1, 1), (2, 1)]), "the second depended on conditions");
    assert!(!wrong(ReturnReason::DoesNotFit, &[(3, 1)]), "no vehicle was named");
    assert!(!wrong(ReturnReason::NotNeeded, &[(1, 1)]));

    let misfits = |reason, line, inspection| {
        let mut received = Return { reason, ..requested(&[(line, 1)]) };
        received.receive(&[(number(line), inspection)].into(), None, SHIPPED).unwrap();
        received
            .misfits(&agreed)
            .into_iter()
            .map(|(misfit, price)| (misfit.line, misfit.model, price))
            .collect::<Vec<_>>()
    };
    let civic = "honda/civic".parse().unwrap();
    let price = agreed.snapshot().lines.first().unit_price;
    assert_eq!(misfits(ReturnReason::DoesNotFit, 1, found(0, 1, 0)), [(number(1), civic, price)]);
    assert_eq!(misfits(ReturnReason::DoesNotFit, 2, found(1, 0, 0)).len(), 1, "under conditions, which held");
    assert_eq!(misfits(ReturnReason::DoesNotFit, 1, found(0, 0, 1)), [], "refused");
    assert_eq!(misfits(ReturnReason::DoesNotFit, 3, found(1, 0, 0)), [], "no vehicle was named");
    let others = ReturnReason::CHOICES.into_iter().chain([ReturnReason::Withdrawal]);
    for reason in others.filter(|reason| *reason != ReturnReason::DoesNotFit) {
        assert_eq!(misfits(reason, 1, found(1, 0, 0)), [], "{reason:?}");
        assert_eq!(misfits(reason, 1, found(0, 1, 0)), [], "{reason:?}, damaged in transit");
    }
}
