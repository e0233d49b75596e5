//! Line prices, lines of one part validated together, and how a coupon is split.

use super::*;
use crate::{
    catalogue::tests::part,
    money::{Charge, Price},
    rates::{DeliveryDays, PartsPerMillion},
};
use uuid::Uuid;

fn id(number: u128) -> PartId {
    Uuid::from_u128(number).into()
}

/// Parts by number, with minimum, stock and price in cents.
fn parts(parts: &[(u128, i64, i64, i64)]) -> BTreeMap<PartId, Part> {
    let made = |(number, minimum, available, cents): &(u128, i64, i64, i64)| {
        let mut part = part(*minimum, *available);
        part.id = id(*number);
        part.details.price = Price::new(Money::from_cents(*cents).unwrap()).unwrap();
        (part.id, part)
    };
    parts.iter().map(made).collect()
}

fn lines(lines: &[(u128, i64)]) -> Vec<RequestedLine> {
    let line = |(part, pieces): &(u128, i64)| RequestedLine {
        fit: None,
        part: id(*part),
        quantity: (*pieces > 0).then(|| Quantity::new(*pieces).unwrap()),
    };
    lines.iter().map(line).collect()
}

fn problems(requested: &[(u128, i64)], parts: &BTreeMap<PartId, Part>) -> Vec<(usize, LineRefused)> {
    match agree(&lines(requested), parts, &Terms::default()) {
        Err(OrderRefused::Lines(problems)) => problems.iter().map(|problem| (problem.index, problem.refused)).collect(),
        other => panic!("{other:?}"),
    }
}

const FEW: LineRefused = LineRefused::Quantity(QuantityRefused::BelowMinimum { minimum: 4 });
const SHORT: LineRefused = LineRefused::Quantity(QuantityRefused::OutOfStock { available: 6 });

#[test]
fn available_lines_are_priced() {
    let parts = parts(&[(1, 2, 10, 1250), (2, 1, 5, 3800)]);
    let agreed = agree(&lines(&[(2, 3), (1, 0)]), &parts, &Terms::default()).unwrap();
    assert_eq!(agreed.total.cents(), 3 * 3800 + 2 * 1250, "no quantity means the minimum");
    assert_eq!(agreed.lines.iter().map(|line| line.part).collect::<Vec<_>>(), [id(2), id(1)]);
    let pieces: Vec<_> = agreed.pieces.iter().map(|(part, quantity)| (part.id, quantity.pieces())).collect();
    assert_eq!(pieces, [(id(1), 2), (id(2), 3)], "ascending by part");
}

#[test]
fn every_unavailable_line_is_named() {
    let parts = parts(&[(1, 4, 6, 100), (2, 1, 50, 100)]);
    assert_eq!(
        problems(&[(9, 1), (1, 7), (2, 1), (8, 0)], &parts),
        [(0, LineRefused::PartGone), (1, SHORT), (3, LineRefused::PartGone)]
    );
    assert_eq!(problems(&[(2, 1), (1, 3)], &parts), [(1, FEW)]);
}

#[test]
fn the_lines_of_one_part_are_checked_together() {
    let parts = parts(&[(1, 4, 6, 100)]);
    assert!(agree(&lines(&[(1, 2), (1, 2)]), &parts, &Terms::default()).is_ok(), "together they are the minimum");
    assert_eq!(problems(&[(1, 4), (1, 3)], &parts), [(0, SHORT), (1, SHORT)]);
    assert_eq!(problems(&[(1, 1), (1, 2)], &parts), [(0, FEW), (1, FEW)]);
    assert_eq!(problems(&[(1, 0), (1, 0)], &parts), [(0, SHORT), (1, SHORT)], "twice the minimum");
}

#[test]
fn more_pieces_than_can_be_counted_are_not_in_stock() {
    let parts = parts(&[(1, 1, Stock::MAX, 1)]);
    let refused = LineRefused::Quantity(QuantityRefused::OutOfStock { available: Stock::MAX });
    assert_eq!(problems(&[(1, Quantity::MAX), (1, 1)], &parts), [(0, refused), (1, refused)]);
    assert_eq!(problems(&[(1, Quantity::MAX); 100], &parts).len(), 100);
}

#[test]
fn a_total_that_no_card_can_be_charged_is_refused() {
    let parts = parts(&[(1, 1, 100, 1), (2, 1, 1_000, 99_999_999)]);
    for (requested, payable) in [
        (&[(1, 49)][..], false),
        (&[(1, 50)], true),
        (&[(1, 25), (1, 25)], true),
        (&[(2, 1)], true),
        (&[(2, 1), (1, 1)], false),
        (&[(2, 1_000)], false),
    ] {
        let agreed = agree(&lines(requested), &parts, &Terms::default());
        assert_eq!(agreed.is_ok(), payable, "{requested:?}");
        assert!(payable || agreed == Err(OrderRefused::NotPayable), "{requested:?}");
    }
}

#[test]
fn an_overflowing_quote_has_no_total() {
    let all: Vec<(u128, i64, i64, i64)> = (1..=100).map(|number| (number, 1, Stock::MAX, 99_999_999)).collect();
    let requested: Vec<(u128, i64)> = (1..=100).map(|number| (number, Quantity::MAX)).collect();
    let quoted = quote(&lines(&requested), &parts(&all), &Terms::default());
    assert_eq!((quoted.total(), quoted.quantity()), (None, 100 * Quantity::MAX));
    assert_eq!(quoted.agree(), Err(OrderRefused::NotPayable));
    // Each line can be ordered, but together the pieces exceed what an order can have, and so does the cost.
    let cheap = parts(&[(1, 1, Stock::MAX, 1), (2, 1, Stock::MAX, 1)]);
    assert_eq!(
        agree(&lines(&[(1, Quantity::MAX), (2, Quantity::MAX)]), &cheap, &Terms::default()),
        Err(OrderRefused::NotPayable)
    );
}

#[test]
fn an_order_is_for_twenty_vehicles_at_most() {
    let parts = parts(&[(1, 1, 1_000, 100)]);
    let asked = |vehicles: usize| {
        let line = |number: usize| {
            let vehicle = format!("{}/honda/civic", 1990 + number % vehicles).parse().unwrap();
            let fit = Some(RequestedFit { vehicle, ticks: [].into() });
            RequestedLine { fit, ..lines(&[(1, 1)])[0].clone() }
        };
        agree(&(0..100).map(line).collect::<Vec<_>>(), &parts, &Terms::default())
    };
    assert!(asked(MAX_VEHICLES).is_ok());
    let refused = ValidationError::TooManyVehicles { max: MAX_VEHICLES };
    assert_eq!(asked(MAX_VEHICLES + 1), Err(OrderRefused::Count(refused)));
}

#[test]
fn requests_have_one_to_a_hundred_lines() {
    let parts = parts(&[(1, 1, 1_000, 100)]);
    for count in [0, 101] {
        assert!(
            matches!(
                agree(&vec![lines(&[(1, 1)])[0].clone(); count], &parts, &Terms::default()),
                Err(OrderRefused::Count(_))
            ),
            "{count}"
        );
    }
    assert!(agree(&vec![lines(&[(1, 1)])[0].clone(); 100], &parts, &Terms::default()).is_ok());
}

#[test]
fn a_quote_prices_unavailable_lines_but_not_missing_parts() {
    let parts = parts(&[(1, 1, 2, 100), (2, 1, 5, 1000)]);
    let quoted = quote(&lines(&[(1, 3), (9, 4), (2, 1)]), &parts, &Terms::default());
    assert_eq!((quoted.total(), quoted.quantity()), (Money::from_cents(1300), 4));
    assert!(quoted.lines().iter().map(|line| line.offer.is_some()).eq([true, false, true]));
}

#[test]
fn a_quote_agrees_exactly_when_an_order_can_be_placed() {
    let parts = parts(&[(1, 2, 5, 30), (2, 1, 3, 99_999_999), (3, 4, 3, 500)]);
    let wanted: Vec<(u128, i64)> = (1..=4).flat_map(|part| (0..=6).map(move |pieces| (part, pieces))).collect();
    for first in &wanted {
        for second in &wanted {
            let requested = lines(&[*first, *second]);
            let terms = Terms::default();
            let quoted = quote(&requested, &parts, &terms);
            let agreed = agree(&requested, &parts, &terms);
            assert_eq!(quoted.agree(), agreed, "{first:?} {second:?}");
            assert!(agreed.is_err() || quoted.problems().next().is_none());
            assert!(agreed.is_err() || agreed.unwrap().lines.total() == quoted.total());
        }
    }
}

#[test]
fn pieces_already_taken_count_as_available() {
    let mut known = parts(&[(1, 1, 2, 100), (2, 1, Stock::MAX, 100)]);
    let quantity = |pieces| Quantity::new(pieces).unwrap();
    put_back(&mut known, &[(id(1), quantity(3)), (id(2), quantity(1)), (id(3), quantity(1))].into());
    assert_eq!(known[&id(1)].available.pieces(), 5);
    assert_eq!((known[&id(2)].available.pieces(), known.len()), (Stock::MAX, 2));
}

fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

#[test]
fn a_coupon_is_spread_in_proportion_and_to_the_last_cent() {
    for (coupon, goods, expected) in [
        (5_000, &[10_000, 30_000][..], &[1_250, 3_750][..]),
        (100, &[100, 100, 100], &[34, 33, 33]),
        (101, &[100, 100, 100], &[34, 34, 33]),
        (10, &[1, 9_999], &[0, 10]),
        (5_000, &[60], &[10]),
        (5_000, &[25, 25], &[0, 0]),
        (5_000, &[10], &[0]),
        (0, &[100], &[0]),
        (5_000, &[], &[]),
    ] {
        let shares = shares(money(coupon), &goods.iter().map(|goods| money(*goods)).collect::<Vec<_>>());
        assert_eq!(shares.iter().map(|share| share.cents()).collect::<Vec<_>>(), expected, "{coupon} {goods:?}");
    }
}

#[test]
fn no_discount_exceeds_its_line() {
    for seed in 1..400_i64 {
        let goods: Vec<Money> = (1..=seed % 7 + 1).map(|n| money(seed * n * n % 97 + n % 2)).collect();
        let all: i64 = goods.iter().map(|goods| goods.cents()).sum();
        for coupon in [1, seed, 50, all - 50, all, 5_000] {
            let shares = shares(money(coupon.max(0)), &goods);
            let given: i64 = shares.iter().map(|share| share.cents()).sum();
            assert_eq!(given, coupon.min(all - 50).max(0), "{seed} {coupon}");
            assert!(shares.iter().zip(&goods).all(|(share, goods)| share <= goods), "{seed} {coupon}");
        }
    }
}

fn terms(coupon: i64, millionths: i64, shipping: Option<i64>) -> Terms {
    let offer = |price| ShippingOffer {
        method: Uuid::nil().into(),
        name: "Ground".parse().unwrap(),
        price: money(price),
        days: DeliveryDays::new(2, 4).unwrap(),
    };
    let rate = PartsPerMillion::new(millionths).unwrap();
    let tax = TaxRate { rate, on_shipping: true, on_core: false };
    Terms { coupon: money(coupon), tax, shipping: shipping.map(offer) }
}

#[test]
fn goods_are_taxed_after_the_coupon_and_shipping_is_taxed() {
    let mut parts = parts(&[(1, 1, 10, 1_250), (2, 1, 5, 3_800)]);
    parts.get_mut(&id(2)).unwrap().details.core = Charge::new(money(500)).unwrap();
    let agreed = agree(&lines(&[(1, 2), (2, 1)]), &parts, &terms(630, 100_000, Some(990))).unwrap();
    let sums: Vec<[i64; 3]> =
        agreed.lines.iter().map(|line| [line.discount, line.tax, line.total().unwrap()].map(Money::cents)).collect();
    assert_eq!(sums, [[250, 225, 2_475], [380, 342, 4_262]]);
    let Charges { method, shipping, shipping_tax } = &agreed.charges;
    assert_eq!((method.as_ref().unwrap().as_str(), shipping.cents(), shipping_tax.cents()), ("Ground", 990, 99));
    assert_eq!(agreed.total.cents(), 2_475 + 4_262 + 990 + 99);
}

#[test]
fn the_sums_of_a_quote_add_up() {
    let parts = parts(&[(1, 1, 10, 1_250), (2, 1, 5, 3_800)]);
    let quoted = quote(&lines(&[(1, 2), (2, 1), (9, 1)]), &parts, &terms(630, 57_500, Some(990)));
    let [goods, cores, tax, total] = [quoted.goods(), quoted.cores(), quoted.tax(), quoted.total()].map(Option::unwrap);
    assert_eq!((goods.cents(), cores, quoted.discount().cents()), (6_300, Money::ZERO, 630));
    assert_eq!(total.cents(), goods.cents() - 630 + tax.cents() + 990);
}

#[test]
fn overflowing_goods_have_no_total_with_any_terms() {
    let all: Vec<(u128, i64, i64, i64)> = (1..=100).map(|number| (number, 1, Stock::MAX, 99_999_999)).collect();
    let requested: Vec<(u128, i64)> = (1..=100).map(|number| (number, Quantity::MAX)).collect();
    let quoted = quote(&lines(&requested), &parts(&all), &terms(5_000, 1_000_000, Some(i64::MAX)));
    assert_eq!((quoted.total(), quoted.tax()), (None, None));
}
