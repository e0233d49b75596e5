use super::*;
use crate::{catalogue, money::Price};
use uuid::Uuid;

fn limits() -> UnpaidLimits {
    UnpaidLimits { orders: Some(3), value: Money::from_cents(100_000), share: Share::from_percent(25) }
}

fn quantity(pieces: i64) -> Quantity {
    Quantity::new(pieces).unwrap()
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// The part with this number, at one dollar.
fn part(number: u128, minimum: i64, available: i64) -> Part {
    let mut part = catalogue::tests::part(minimum, available);
    part.id = Uuid::from_u128(number).into();
    part.details.price = Price::new(cents(100)).unwrap();
    part
}

/// A single order of reserved pieces.
fn one(pieces: &[(u128, i64)]) -> UnpaidOrders {
    let reserved = |ordered| UnpaidPieces { ordered, reserved: ordered, value: cents(ordered * 100) };
    let parts = pieces.iter().map(|(number, ordered)| (Uuid::from_u128(*number).into(), reserved(*ordered)));
    UnpaidOrders { orders: 1, parts: parts.collect() }
}

fn check(unpaid: &UnpaidOrders, known: &[Part], wanted: &[(&Part, i64)]) -> Result<(), UnpaidLimitReached> {
    let wanted: Vec<_> = wanted.iter().map(|(part, pieces)| ((*part).clone(), quantity(*pieces))).collect();
    limits().check(unpaid, known, &wanted)
}

fn share(most: i64) -> Result<(), UnpaidLimitReached> {
    Err(UnpaidLimitReached::Share { title: part(1, 1, 1).details.title.to_string(), most })
}

#[test]
fn no_more_unpaid_orders_than_the_limit() {
    let unpaid = |orders| UnpaidOrders { orders, ..UnpaidOrders::default() };
    assert_eq!(check(&unpaid(2), &[], &[(&part(1, 1, 100), 1)]), Ok(()));
    assert_eq!(check(&unpaid(3), &[], &[(&part(1, 1, 100), 1)]), Err(UnpaidLimitReached::Orders { most: 3 }));
    let network = limits().of_network();
    assert_eq!(network.check(&unpaid(300), &[], &[(part(1, 1, 100), quantity(1))]), Ok(()));
}

#[test]
fn the_whole_stock_of_one_part_may_be_ordered_at_once_or_in_steps() {
    let full = part(1, 2_000, 100_000);
    let none = UnpaidOrders::default();
    assert_eq!(check(&none, &[], &[(&full, 100_000)]), Ok(()));
    let left = part(1, 2_000, 60_000);
    assert_eq!(check(&one(&[(1, 40_000)]), std::slice::from_ref(&left), &[(&left, 60_000)]), Ok(()));
}

#[test]
fn the_whole_stock_of_two_parts_may_not_be_ordered() {
    let first = part(1, 1, 400);
    let second = part(2, 1, 400);
    let none = UnpaidOrders::default();
    assert_eq!(check(&none, &[], &[(&first, 400), (&second, 400)]), share(100));
    assert_eq!(check(&none, &[], &[(&first, 400), (&second, 101)]), share(100));
    assert_eq!(check(&none, &[], &[(&first, 400), (&second, 100)]), Ok(()), "one line is exempt, the other is not");
    let gone = part(1, 1, 0);
    assert_eq!(check(&one(&[(1, 400)]), std::slice::from_ref(&gone), &[(&second, 101)]), share(100));
    assert_eq!(check(&one(&[(1, 400)]), std::slice::from_ref(&gone), &[(&second, 100)]), Ok(()));
    // Conversely, a small earlier order leaves the whole stock of one part available.
    let less = part(2, 1, 300);
    assert_eq!(check(&one(&[(2, 100)]), std::slice::from_ref(&less), &[(&first, 400)]), Ok(()));
}

#[test]
fn the_value_limit_applies_to_all_parts_but_one() {
    let most = Err(UnpaidLimitReached::Value { most: cents(100_000) });
    let parts: Vec<Part> = (1..=5).map(|number| part(number, 1, 1_000_000)).collect();
    let wanted_of = |pieces: [i64; 5]| parts.iter().zip(pieces).collect::<Vec<_>>();
    let none = UnpaidOrders::default();
    assert_eq!(check(&none, &[], &wanted_of([250_000, 250, 250, 250, 250])), Ok(()), "the most expensive is exempt");
    assert_eq!(check(&none, &[], &wanted_of([250_000, 250, 250, 250, 251])), most);
    let unpaid = one(&[(1, 300), (2, 250), (3, 250), (4, 250)]);
    assert_eq!(check(&unpaid, &parts, &[(&parts[4], 250)]), Ok(()));
    assert_eq!(check(&unpaid, &parts, &[(&parts[4], 301)]), most);
}

#[test]
fn pieces_of_expired_reservations_still_count() {
    // Of the second part's 400 pieces, 60 are reserved and 20 belong to an expired order. The first part is exempt.
    let first = part(1, 1, 0);
    let second = part(2, 1, 340);
    let mut unpaid = one(&[(1, 500), (2, 80)]);
    unpaid.parts.get_mut(&second.id).unwrap().reserved = 60;
    assert_eq!(check(&unpaid, &[first.clone(), second.clone()], &[(&second, 20)]), Ok(()));
    assert_eq!(check(&unpaid, &[first, second.clone()], &[(&second, 21)]), share(100));
}

#[test]
fn a_deleted_part_counts_with_its_value() {
    let unpaid = one(&[(1, 900), (2, 600)]);
    let third = part(3, 1, 4_000);
    assert_eq!(check(&unpaid, &[], &[(&third, 400)]), Ok(()));
    assert!(matches!(check(&unpaid, &[], &[(&third, 401)]), Err(UnpaidLimitReached::Value { .. })));
}

#[test]
fn the_share_always_allows_the_minimum_and_a_set_of_four() {
    let unpaid = one(&[(9, 1_000)]);
    let known = [part(9, 1, 0)];
    assert_eq!(check(&unpaid, &known, &[(&part(1, 1, 4), 4)]), Ok(()), "the last four");
    assert_eq!(check(&unpaid, &known, &[(&part(1, 1, 6), 5)]), share(4));
    assert_eq!(check(&unpaid, &known, &[(&part(1, 10, 12), 10)]), Ok(()));
    assert_eq!(check(&unpaid, &known, &[(&part(1, 10, 12), 11)]), share(10));
    assert_eq!(check(&unpaid, &known, &[(&part(1, 1, 1), 1)]), Ok(()));
}

#[test]
fn a_share_is_rounded_up() {
    let quarter = Share::from_percent(25).unwrap();
    assert_eq!([0, 1, 4, 5, 1_000_000_000].map(|pieces| quarter.of(pieces)), [0, 1, 1, 2, 250_000_000]);
    assert_eq!((Share::from_percent(0), Share::from_percent(101)), (None, None));
}

#[test]
fn limits_grow_with_the_amount_paid() {
    assert_eq!(limits().raised_by(Money::ZERO), limits());
    assert_eq!(limits().raised_by(cents(4_200)).value, Some(cents(142_000)));
    assert_eq!(limits().raised_by(Money::MAX).value, Some(Money::MAX));
    let wanted = [(part(1, 1, 400), quantity(400))];
    // $400 in total: covered by $40.
    assert!(is_covered(cents(4_000), &UnpaidOrders::default(), &wanted));
    assert!(!is_covered(cents(3_999), &UnpaidOrders::default(), &wanted));
    assert!(!is_covered(cents(4_000), &one(&[(2, 1)]), &wanted));
    assert!(!is_covered(Money::ZERO, &UnpaidOrders::default(), &[]));
}

#[test]
fn limits_can_be_off() {
    let many = UnpaidOrders { orders: 1_000, ..one(&[(1, 1_000_000), (2, 1_000_000)]) };
    let wanted = [(part(3, 1, 1_000_000), quantity(1_000_000))];
    assert!(UnpaidLimits::OFF.is_off() && !limits().is_off());
    assert_eq!(UnpaidLimits::OFF.check(&many, &[], &wanted), Ok(()));
}

#[test]
fn a_refusal_says_what_to_do() {
    let title = || "Brake disc".to_owned();
    for (refusal, words) in [
        (UnpaidLimitReached::Orders { most: 5 }, "You have 5 orders that are not paid yet."),
        (UnpaidLimitReached::Orders { most: 1 }, "You have 1 order that is not paid yet."),
        (UnpaidLimitReached::Value { most: cents(1_000_000) }, "may total $10,000."),
        (
            UnpaidLimitReached::Share { title: title(), most: 4 },
            "4 pieces of \"Brake disc\" on order that are not paid.",
        ),
        (UnpaidLimitReached::Share { title: title(), most: 1 }, "1 piece of \"Brake disc\" on order that is not paid."),
        (UnpaidLimitReached::Network, "from your network"),
    ] {
        let text = refusal.to_string();
        assert!(text.contains(words) && text.contains("lease") && text.contains("first"), "{text}");
    }
}
