//! Which pieces have a claim, how long, and which decisions each state allows.

use super::*;
use crate::orders::{
    Charges, Line, LinePieces, LineRefunds, Lines, Milestones, OrderNumber, OrderSnapshot, OrderState, PartialRefunds,
    PiecesToRefund,
};
use proptest::prelude::*;
use uuid::Uuid;

const A_DAY: i64 = 86_400_000_000;
/// An hour after midnight.
const SHIPPED: Timestamp = Timestamp::from_micros(10 * A_DAY + A_DAY / 24);
const DAYS: u16 = 30;
/// The last moment of the due date.
const DUE: Timestamp = Timestamp::from_micros(41 * A_DAY - 1);
const OVER: Timestamp = Timestamp::from_micros(41 * A_DAY);
const CORE: i64 = 1_500;

fn first() -> LineNumber {
    LineNumber::new(1).unwrap()
}

fn order_of(pieces: i64, core: i64) -> Order {
    let money = |cents| Money::from_cents(cents).unwrap();
    let quantity = Quantity::new(pieces).unwrap();
    let line = Line::new(Uuid::from_u128(3).into(), "Alternator".parse().unwrap(), money(20_000), quantity);
    let lines = Lines::one(Line { core: money(core), ..line });
    let snapshot = OrderSnapshot {
        id: Uuid::from_u128(1).into(),
        number: Some(OrderNumber::from_random([7; 32])),
        customer: Uuid::from_u128(2).into(),
        total: lines.total().unwrap(),
        lines,
        charges: Charges::default(),
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

fn claim(order: &Order, record: CoreRecord, now: Timestamp) -> CoreClaim {
    CoreClaim::of(order, first(), record, DAYS, now).unwrap()
}

fn decision(received: i64, accepted: i64, refused: i64) -> CoreDecision {
    CoreDecision { received, accepted, refused, reason: (refused > 0).then(|| "Cracked housing".parse().unwrap()) }
}

/// A line of one piece whose core charge is in a state.
fn one_in(state: CoreState) -> CoreClaim {
    let order = order_of(1, CORE);
    let lines = &order.snapshot().lines;
    let accepted = LineRefunds { cores: i64::from(state == CoreState::Accepted), ..LineRefunds::default() };
    let refunds = PartialRefunds::restore(Money::from_cents(CORE).unwrap(), [(first(), accepted)], lines).unwrap();
    let record = CoreRecord {
        received: i64::from(state == CoreState::Received),
        refused: i64::from(state == CoreState::Refused),
        ..CoreRecord::default()
    };
    let now = if state == CoreState::Expired { OVER } else { DUE };
    let claim = claim(&order.clone().with_refunds(refunds), record, now);
    assert_eq!(claim.pieces.in_state(state), 1, "{state:?}");
    claim
}

#[test]
fn every_state_allows_every_decision_until_the_core_charge_is_refunded() {
    use CoreState::{Accepted, Expired, Owed, Received, Refused};
    let decisions = [
        (Owed, decision(0, 0, 0)),
        (Received, decision(1, 0, 0)),
        (Accepted, decision(0, 1, 0)),
        (Refused, decision(0, 0, 1)),
    ];
    for before in CoreState::ALL {
        for (after, decision) in decisions.clone() {
            let decided = one_in(before).decide(decision);
            match (before, after) {
                (Accepted, Accepted) => assert_eq!(decided.unwrap().1, None, "it is refunded once"),
                (Accepted, _) => assert_eq!(decided, Err(CoreRefused::AcceptedIsFinal { accepted: 1 })),
                (Owed | Received | Refused | Expired, _) => {
                    let (record, refunded) = decided.unwrap();
                    let found = (record.received, record.refused, refunded.map_or(0, Quantity::pieces));
                    let expected =
                        (i64::from(after == Received), i64::from(after == Refused), i64::from(after == Accepted));
                    assert_eq!(found, expected, "{before:?} {after:?}");
                }
            }
        }
    }
}

#[test]
fn a_decision_is_about_pieces_that_have_a_claim_and_a_refusal_has_a_reason() {
    let claim = claim(&order_of(2, CORE), CoreRecord::default(), DUE);
    for too_many in [decision(3, 0, 0), decision(1, 1, 1), decision(i64::MAX, 1, 1), decision(-1, 0, 0)] {
        assert_eq!(claim.decide(too_many), Err(CoreRefused::TooManyPieces { left: 2 }));
    }
    let silent = CoreDecision { reason: None, ..decision(0, 0, 1) };
    assert_eq!(claim.decide(silent), Err(CoreRefused::NoReason));
    let pointless = CoreDecision { reason: Some("Cracked".parse().unwrap()), ..decision(1, 0, 0) };
    assert_eq!(claim.decide(pointless).unwrap().0.reason, None);
}

#[test]
fn a_claim_expires_after_its_last_day() {
    let order = order_of(2, CORE);
    let at = |now| claim(&order, CoreRecord { received: 1, ..CoreRecord::default() }, now);
    assert_eq!(at(DUE).due_at, DUE);
    assert_eq!(at(DUE).pieces, CorePieces { owed: 1, received: 1, ..CorePieces::default() });
    assert_eq!(at(OVER).pieces, CorePieces { expired: 1, received: 1, ..CorePieces::default() });
    assert!(SHIPPED >= expired_before(DUE, DAYS) && SHIPPED < expired_before(OVER, DAYS));
    assert_eq!(at(DUE).money(2).cents(), 2 * CORE);
}

#[test]
fn claims_exist_for_core_charges_of_shipped_and_paid_orders() {
    let of = |order: &Order| CoreClaim::all_of(order, CoreRecords::new(), DAYS, DUE);
    let order = order_of(1, CORE);
    assert_eq!(of(&order).len(), 1);
    assert_eq!(of(&order_of(1, 0)), []);
    let transaction = order.transaction().unwrap().clone();
    let in_state =
        |state| Order::restore(order.snapshot().clone(), state, 0).with_milestones(order.milestones().clone());
    for without in [OrderState::Shipped(None), OrderState::Paid(transaction.clone()), OrderState::Cancelled] {
        assert_eq!(of(&in_state(without)), []);
    }
    let refunded = of(&in_state(OrderState::RefundedAfterShipping(transaction)));
    assert_eq!(refunded[0].pieces, CorePieces { closed: 1, ..CorePieces::default() });
}

#[test]
fn returning_the_new_part_closes_its_claim() {
    let mut order = order_of(2, CORE);
    let pieces: LinePieces = [(first(), Quantity::new(1).unwrap())].into();
    order.refund_pieces(&PiecesToRefund { pieces, ..PiecesToRefund::default() }).unwrap();
    let record = CoreRecord { received: 1, refused: 1, ..CoreRecord::default() };
    assert_eq!(claim(&order, record, DUE).pieces, CorePieces { refused: 1, closed: 1, ..CorePieces::default() });
}

proptest! {
    #[test]
    fn the_pieces_of_all_states_add_up_to_the_line(
        pieces in 1_i64..6,
        steps in prop::collection::vec((0_u8..3, 0_i64..6, 0_i64..6, 0_i64..6), 0..12),
        is_over in any::<bool>(),
    ) {
        let now = if is_over { OVER } else { DUE };
        let mut order = order_of(pieces, CORE);
        let mut record = CoreRecord::default();
        for (kind, a, b, c) in steps {
            let some: LinePieces = Quantity::new(a).into_iter().map(|quantity| (first(), quantity)).collect();
            let taken = match kind {
                0 => Some(PiecesToRefund { pieces: some, ..PiecesToRefund::default() }),
                1 => Some(PiecesToRefund { cores: some, ..PiecesToRefund::default() }),
                _ => claim(&order, record.clone(), now).decide(decision(a, b, c)).ok().map(|(decided, accepted)| {
                    record = decided;
                    let cores = accepted.into_iter().map(|quantity| (first(), quantity)).collect();
                    PiecesToRefund { cores, ..PiecesToRefund::default() }
                }),
            };
            if let Some(taken) = taken {
                let is_decided = kind == 2;
                prop_assert!(order.refund_pieces(&taken).is_ok() || !is_decided, "what was decided can be refunded");
            }
            let found = claim(&order, record.clone(), now).pieces;
            let states = CoreState::ALL.map(|state| found.in_state(state));
            prop_assert!(states.iter().all(|count| *count >= 0) && found.closed >= 0);
            prop_assert_eq!(states.iter().sum::<i64>() + found.closed, pieces);
        }
    }
}
