//! The last second of each period, and the outcome for an order in each state.

use super::*;
use crate::{
    destination::{Destination, Place},
    money::Money,
    numbers::Day,
    orders::{Charges, Line, LineNumber, Lines, Milestones, OrderSnapshot, OrderState, Reservation},
    returns::ReturnState,
};
use uuid::Uuid;

const SECOND: i64 = 1_000_000;
const HOUR: i64 = 3_600 * SECOND;

/// A time in UTC on a day of 2026; day 0 is January 1.
fn utc(day: i64, [hour, minute, second]: [i64; 3]) -> Timestamp {
    let begins = Day::from_number(20_454 + day).begins_at().micros();
    Timestamp::from_micros(begins + hour * HOUR + (minute * 60 + second) * SECOND)
}

/// Berlin: an hour ahead of UTC; two hours from 1:00 UTC on day 88.
fn berlin() -> TimeZone {
    TimeZone::new("Europe/Berlin".to_owned(), HOUR, vec![(utc(88, [1, 0, 0]), 2 * HOUR)])
}

fn order(state: OrderState, shipped: Option<Timestamp>) -> Order {
    let line = |part: u128, pieces| {
        let price = Money::from_cents(1_000).unwrap();
        Line::new(Uuid::from_u128(part).into(), "Pads".parse().unwrap(), price, Quantity::new(pieces).unwrap())
    };
    let snapshot = OrderSnapshot {
        id: Uuid::from_u128(1).into(),
        number: Some(OrderNumber::from_random([7; 32])),
        customer: Uuid::from_u128(2).into(),
        lines: Lines::new([line(3, 3), line(4, 2)]).unwrap(),
        charges: Charges::default(),
        total: Money::from_cents(5_000).unwrap(),
        name: "Marta".parse().unwrap(),
        email: "marta@example.com".parse().unwrap(),
        address: "1 Road".parse().unwrap(),
        destination: Some(Destination {
            recipient: "Marta".parse().unwrap(),
            line1: "1 Road".parse().unwrap(),
            line2: None,
            city: "Berlin".parse().unwrap(),
            place: Place::new("DE".parse().unwrap(), None, None).unwrap(),
        }),
        phone: "555 0100".parse().unwrap(),
        placed_at: utc(1, [0, 0, 0]),
    };
    let milestones = Milestones { shipped_at: shipped, ..Milestones::default() };
    Order::restore(snapshot, state, 0).with_milestones(milestones)
}

fn shipped() -> Order {
    order(OrderState::Shipped(Some("pi_1".parse().unwrap())), Some(utc(10, [12, 0, 0])))
}

fn withdraw(
    order: &Order,
    returns: &[Return],
    zone: Option<&TimeZone>,
    now: Timestamp,
) -> Result<Return, WithdrawalOutcome> {
    let contract = Contract { order, returns, zone, delivery_days: 5 };
    let withdrawn = contract.withdraw(Uuid::from_u128(9).into(), ReturnNumber::from_random([3; 32]), None, now)?;
    Ok(withdrawn.returned)
}

#[test]
fn the_period_includes_the_last_second_of_its_last_day() {
    let new_york = TimeZone::new("America/New_York".to_owned(), -5 * HOUR, Vec::new());
    let (utc_zone, berlin) = (TimeZone::utc(), berlin());
    for (what, shipped, delivery_days, zone, last) in [
        ("in UTC", utc(10, [12, 0, 0]), 0, &utc_zone, utc(24, [23, 59, 59])),
        ("some days to deliver", utc(10, [12, 0, 0]), 5, &utc_zone, utc(29, [23, 59, 59])),
        ("an hour ahead", utc(10, [12, 0, 0]), 5, &berlin, utc(29, [22, 59, 59])),
        ("five hours behind", utc(10, [12, 0, 0]), 5, &new_york, utc(30, [4, 59, 59])),
        ("shipped on the next day there", utc(10, [23, 30, 0]), 5, &berlin, utc(30, [22, 59, 59])),
        ("shipped on the previous day there", utc(10, [3, 0, 0]), 5, &new_york, utc(29, [4, 59, 59])),
        ("over the start of summer time", utc(80, [12, 0, 0]), 5, &berlin, utc(99, [21, 59, 59])),
        ("shipped in the last second of a day", utc(10, [22, 59, 59]), 0, &berlin, utc(24, [22, 59, 59])),
    ] {
        let ends = ends_at(shipped, delivery_days, zone);
        assert_eq!(ends, Timestamp::from_micros(last.micros() + SECOND), "{what}");
    }
}

#[test]
fn a_withdrawal_one_second_after_the_period_is_late() {
    let zone = berlin();
    let (order, zone) = (shipped(), Some(&zone));
    let last = utc(29, [22, 59, 59]);
    assert_eq!(withdraw(&order, &[], zone, last).map(|returned| returned.state), Ok(ReturnState::Approved));
    let next = Timestamp::from_micros(last.micros() + SECOND);
    assert_eq!(withdraw(&order, &[], zone, next), Err(WithdrawalOutcome::PeriodOver));
}

#[test]
fn a_shipped_order_becomes_an_approved_return_of_all_its_pieces() {
    let now = utc(12, [0, 0, 0]);
    let returned = withdraw(&shipped(), &[], Some(&berlin()), now).unwrap();
    let pieces: Vec<_> = returned.announced().into_iter().map(|(line, of)| (line.number(), of.pieces())).collect();
    assert_eq!(pieces, [(1, 3), (2, 2)]);
    assert_eq!((returned.reason, returned.decided_at), (ReturnReason::Withdrawal, Some(now)));
    // What is already on its way back is not claimed again.
    let mut part = returned.clone();
    part.lines.remove(&LineNumber::new(1).unwrap());
    let rest = withdraw(&shipped(), &[part], Some(&berlin()), now).unwrap();
    assert_eq!(rest.announced().keys().map(|line| line.number()).collect::<Vec<_>>(), [1]);
    assert_eq!(withdraw(&shipped(), &[returned], Some(&berlin()), now), Err(WithdrawalOutcome::NothingToReturn));
}

#[test]
fn withdrawals_that_lead_to_no_return_name_the_reason() {
    let berlin = berlin();
    let day = |day| utc(day, [0, 0, 0]);
    let paid = || Some("pi_1".parse().unwrap());
    let mut refunded = shipped();
    refunded.refund().unwrap();
    let reserved = OrderState::Pending(Reservation::Active { until: day(2) });
    for (order, zone, now, outcome) in [
        (order(reserved, None), Some(&berlin), day(1), WithdrawalOutcome::NotShipped),
        (order(OrderState::Paid(paid().unwrap()), None), Some(&berlin), day(99), WithdrawalOutcome::NotShipped),
        (order(OrderState::Shipped(None), Some(day(10))), Some(&berlin), day(12), WithdrawalOutcome::NothingToReturn),
        (order(OrderState::Shipped(paid()), None), Some(&berlin), day(99), WithdrawalOutcome::PeriodOver),
        (refunded, Some(&berlin), day(12), WithdrawalOutcome::NothingToReturn),
        (shipped(), None, day(12), WithdrawalOutcome::NoRight),
    ] {
        assert_eq!(withdraw(&order, &[], zone, now), Err(outcome));
    }
}

#[test]
fn an_order_is_named_by_its_number_or_its_id() {
    let named = |typed: &str| {
        let (order, email) = (typed.parse().unwrap(), "a@b.cd".parse().unwrap());
        Statement { order, email, name: None, parts: None }.named_order()
    };
    let number = Some(NamedOrder::Number("AP-2222-2222".parse().unwrap()));
    assert_eq!([named("AP-2222-2222"), named(" 2222 2222 ")], [number.clone(), number]);
    let id = Uuid::from_u128(7);
    assert_eq!(named(&id.to_string()), Some(NamedOrder::Id(id.into())));
    assert_eq!([named("the brake discs"), named("#5")], [None, None]);
}
