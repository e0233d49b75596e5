//! Judging and pricing requested lines against the parts as they are now. Quotes and orders go through the same
//! function, so a quote cannot promise what an order refuses.

use super::{Charges, Line, Lines};
use crate::{
    catalogue::{Part, QuantityRefused},
    id::PartId,
    money::Money,
    quantity::{Quantity, Stock},
    rates::{ShippingOffer, TaxRate},
    validation::ValidationError,
};
use std::collections::BTreeMap;

/// How many pieces of a part a customer asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedLine {
    /// The part.
    pub part: PartId,
    /// How many pieces; `None` means the part's minimum.
    pub quantity: Option<Quantity>,
}

/// Why a line cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineRefused {
    /// The part does not exist, or is hidden.
    #[error("This part is no longer available.")]
    PartGone,
    /// Too few or too many pieces, counted over all lines of the part.
    #[error(transparent)]
    Quantity(#[from] QuantityRefused),
}

/// A line that cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineProblem {
    /// Where it stands among the requested lines, from 0.
    pub index: usize,
    /// Its part.
    pub part: PartId,
    /// Why it cannot be had.
    pub refused: LineRefused,
}

/// What is agreed beside parts and pieces. The default is what holds in a shop without rates, for who has no coupon.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    /// What a coupon is worth. Of it counts what leaves [`LEFT_TO_PAY`] of the goods.
    pub coupon: Money,
    /// The tax of where the goods go.
    pub tax: TaxRate,
    /// How they are sent.
    pub shipping: Option<ShippingOffer>,
}

/// What a coupon leaves to pay of the goods at least: a card has to be charged something.
pub const LEFT_TO_PAY: Money = match Money::from_cents(50) {
    Some(money) => money,
    None => Money::ZERO,
};

/// What would be agreed about a line of a part that is in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The line, at today's title and price.
    pub line: Line,
    /// The part as it is now.
    pub part: Part,
}

/// A requested line, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedLine {
    /// What was asked for.
    pub requested: RequestedLine,
    /// What it would be; `None` when the part is gone.
    pub offer: Option<Offer>,
    /// Why it cannot be had; `None` when it can.
    pub refused: Option<LineRefused>,
}

/// Requested lines, priced and judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    lines: Vec<QuotedLine>,
    pieces: Vec<(Part, Quantity)>,
    charges: Charges,
}

/// What an order is made of when nothing speaks against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The lines, at today's titles and prices.
    pub lines: Lines,
    /// What is charged beside them.
    pub charges: Charges,
    /// What all of it comes to; a card can be charged it at once.
    pub total: Money,
    /// The parts, in ascending order of their ids, with the pieces of all lines of each.
    pub pieces: Vec<(Part, Quantity)>,
}

/// Why requested lines cannot be ordered as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderRefused {
    /// No lines at all, or too many.
    Count(ValidationError),
    /// Some lines cannot be had: all of them, in the order in which they were asked for.
    Lines(Vec<LineProblem>),
    /// No card can be charged the total at once, or there is no total because it is more than can be counted.
    NotPayable,
}

/// Prices and judges lines. `parts` are those that are in the catalogue; what is missing there is gone.
#[must_use]
pub fn quote(requested: &[RequestedLine], parts: &BTreeMap<PartId, Part>, terms: &Terms) -> Quote {
    let mut wanted: BTreeMap<PartId, i64> = BTreeMap::new();
    for line in requested {
        if let Some(part) = parts.get(&line.part) {
            let pieces = wanted.entry(part.id).or_default();
            *pieces = pieces.saturating_add(quantity_of(line, part).pieces());
        }
    }
    let judged = |requested: &RequestedLine| match parts.get(&requested.part) {
        None => QuotedLine { requested: *requested, offer: None, refused: Some(LineRefused::PartGone) },
        Some(part) => {
            let pieces = wanted.get(&part.id).copied().unwrap_or_default();
            let line = part.line(quantity_of(requested, part));
            QuotedLine {
                requested: *requested,
                offer: Some(Offer { line, part: part.clone() }),
                refused: judge(part, pieces).err().map(LineRefused::Quantity),
            }
        }
    };
    let mut lines: Vec<QuotedLine> = requested.iter().map(judged).collect();
    price(lines.iter_mut().filter_map(|line| line.offer.as_mut()).map(|offer| &mut offer.line).collect(), terms);
    let quantities = wanted.iter().filter_map(|(id, pieces)| Quantity::new(*pieces).ok().map(|pieces| (id, pieces)));
    Quote {
        lines,
        pieces: quantities.filter_map(|(id, pieces)| Some((parts.get(id)?.clone(), pieces))).collect(),
        charges: terms.charges(),
    }
}

impl Terms {
    fn charges(&self) -> Charges {
        let Some(ShippingOffer { name, price, .. }) = &self.shipping else { return Charges::default() };
        Charges { method: Some(name.clone()), shipping: *price, shipping_tax: self.tax.on_shipping(*price) }
    }
}

/// Gives lines their shares of a coupon, and their taxes. Lines that cost more than can be counted stay without, and so
/// have no total.
fn price(mut lines: Vec<&mut Line>, terms: &Terms) {
    let Some(goods) = lines.iter().map(|line| line.goods()).collect::<Option<Vec<_>>>() else { return };
    for (line, share) in lines.iter_mut().zip(shares(terms.coupon, &goods)) {
        line.discount = share;
    }
    for (line, goods) in lines.into_iter().zip(goods) {
        let tax = line.cores().and_then(|cores| terms.tax.on_goods(goods.less(line.discount), cores));
        line.tax = tax.unwrap_or(Money::ZERO);
    }
}

/// A coupon, spread over goods in proportion to what they cost: cents that are left over go where the largest part of
/// one was cut off, and to the first of several.
fn shares(coupon: Money, goods: &[Money]) -> Vec<Money> {
    let all: i128 = goods.iter().map(|goods| i128::from(goods.cents())).sum();
    let discount = i128::from(coupon.cents()).min(all - i128::from(LEFT_TO_PAY.cents())).max(0);
    if discount == 0 {
        return vec![Money::ZERO; goods.len()];
    }
    let exact = |goods: &Money| discount * i128::from(goods.cents());
    let mut shares: Vec<i128> = goods.iter().map(|goods| exact(goods) / all).collect();
    let left_over = discount - shares.iter().sum::<i128>();
    let mut by_remainder: Vec<(usize, i128)> = goods.iter().map(|goods| exact(goods) % all).enumerate().collect();
    by_remainder.sort_by_key(|(index, remainder)| (-remainder, *index));
    for (index, _) in by_remainder.into_iter().take(usize::try_from(left_over).unwrap_or(0)) {
        if let Some(share) = shares.get_mut(index) {
            *share += 1;
        }
    }
    let money = |cents: i128| i64::try_from(cents).ok().and_then(Money::from_cents).unwrap_or(Money::ZERO);
    shares.into_iter().map(money).collect()
}

/// The lines that an order would have, or all that speaks against it.
pub fn agree(
    requested: &[RequestedLine],
    parts: &BTreeMap<PartId, Part>,
    terms: &Terms,
) -> Result<Agreement, OrderRefused> {
    Lines::check_count(requested.len()).map_err(OrderRefused::Count)?;
    quote(requested, parts, terms).agree()
}

/// The parts as they were before an order took pieces of some of them: what the order's lines are judged by after
/// another part turned out to be short.
pub fn put_back(parts: &mut BTreeMap<PartId, Part>, taken: &BTreeMap<PartId, Quantity>) {
    for (id, quantity) in taken {
        if let Some(part) = parts.get_mut(id) {
            let pieces = part.available.pieces().saturating_add(quantity.pieces()).min(Stock::MAX);
            part.available = Stock::new(pieces).unwrap_or(part.available);
        }
    }
}

fn quantity_of(line: &RequestedLine, part: &Part) -> Quantity {
    line.quantity.unwrap_or(part.details.minimum_order.quantity())
}

/// Whether so many pieces can be had. A sum of lines may be more than any quantity, and then more than any stock.
fn judge(part: &Part, pieces: i64) -> Result<(), QuantityRefused> {
    match Quantity::new(pieces) {
        Ok(quantity) => part.check_quantity(quantity),
        Err(_) => Err(QuantityRefused::OutOfStock { available: part.available.pieces() }),
    }
}

impl Quote {
    /// The lines, in the order in which they were asked for.
    #[must_use]
    pub fn lines(&self) -> &[QuotedLine] {
        &self.lines
    }

    fn offered(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter_map(|line| line.offer.as_ref()).map(|offer| &offer.line)
    }

    /// The pieces of all lines whose part is in the catalogue.
    #[must_use]
    pub fn quantity(&self) -> i64 {
        self.offered().fold(0, |sum: i64, line| sum.saturating_add(line.quantity.pieces()))
    }

    /// What is charged beside those lines.
    #[must_use]
    pub fn charges(&self) -> &Charges {
        &self.charges
    }

    /// What the goods of those lines cost; `None` when it is more than can be counted.
    #[must_use]
    pub fn goods(&self) -> Option<Money> {
        self.sum(Line::goods)
    }

    /// The goods less what a coupon takes off; `None` when it is more than can be counted.
    #[must_use]
    pub fn net(&self) -> Option<Money> {
        self.sum(Line::net)
    }

    /// What the cores of those lines come to; `None` when it is more than can be counted.
    #[must_use]
    pub fn cores(&self) -> Option<Money> {
        self.sum(Line::cores)
    }

    /// What a coupon takes off.
    #[must_use]
    pub fn discount(&self) -> Money {
        self.offered().fold(Money::ZERO, |sum, line| sum.plus(line.discount))
    }

    /// All taxes, that on shipping as well; `None` when they are more than can be counted.
    #[must_use]
    pub fn tax(&self) -> Option<Money> {
        self.sum(|line| Some(line.tax))?.checked_plus(self.charges.shipping_tax)
    }

    /// What those lines and the charges come to; `None` when it is more than can be counted.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        self.sum(Line::total)?.checked_plus(self.charges.total()?)
    }

    fn sum(&self, amount: impl Fn(&Line) -> Option<Money>) -> Option<Money> {
        self.offered().try_fold(Money::ZERO, |sum, line| sum.checked_plus(amount(line)?))
    }

    /// The pieces of each part, of those lines that can be had.
    pub fn pieces(&self) -> impl Iterator<Item = (&PartId, Quantity)> {
        self.pieces.iter().map(|(part, quantity)| (&part.id, *quantity))
    }

    /// Every line that cannot be had.
    pub fn problems(&self) -> impl Iterator<Item = LineProblem> {
        self.lines
            .iter()
            .enumerate()
            .filter_map(|(index, line)| Some(LineProblem { index, part: line.requested.part, refused: line.refused? }))
    }

    /// The lines that an order would have, or all that speaks against it.
    pub fn agree(&self) -> Result<Agreement, OrderRefused> {
        let problems: Vec<LineProblem> = self.problems().collect();
        if !problems.is_empty() {
            return Err(OrderRefused::Lines(problems));
        }
        let total = self.total().filter(|total| total.is_payable()).ok_or(OrderRefused::NotPayable)?;
        let lines = Lines::new(self.offered().cloned()).map_err(OrderRefused::Count)?;
        Ok(Agreement { lines, charges: self.charges.clone(), total, pieces: self.pieces.clone() })
    }
}

#[cfg(test)]
mod tests {
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
            part: id(*part),
            quantity: (*pieces > 0).then(|| Quantity::new(*pieces).unwrap()),
        };
        lines.iter().map(line).collect()
    }

    fn problems(requested: &[(u128, i64)], parts: &BTreeMap<PartId, Part>) -> Vec<(usize, LineRefused)> {
        match agree(&lines(requested), parts, &Terms::default()) {
            Err(OrderRefused::Lines(problems)) => {
                problems.iter().map(|problem| (problem.index, problem.refused)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    const FEW: LineRefused = LineRefused::Quantity(QuantityRefused::BelowMinimum { minimum: 4 });
    const SHORT: LineRefused = LineRefused::Quantity(QuantityRefused::OutOfStock { available: 6 });

    #[test]
    fn what_can_be_had_is_priced() {
        let parts = parts(&[(1, 2, 10, 1250), (2, 1, 5, 3800)]);
        let agreed = agree(&lines(&[(2, 3), (1, 0)]), &parts, &Terms::default()).unwrap();
        assert_eq!(agreed.total.cents(), 3 * 3800 + 2 * 1250, "no quantity means the minimum");
        assert_eq!(agreed.lines.iter().map(|line| line.part).collect::<Vec<_>>(), [id(2), id(1)]);
        let pieces: Vec<_> = agreed.pieces.iter().map(|(part, quantity)| (part.id, quantity.pieces())).collect();
        assert_eq!(pieces, [(id(1), 2), (id(2), 3)], "ascending by part");
    }

    #[test]
    fn every_line_that_cannot_be_had_is_named() {
        let parts = parts(&[(1, 4, 6, 100), (2, 1, 50, 100)]);
        assert_eq!(
            problems(&[(9, 1), (1, 7), (2, 1), (8, 0)], &parts),
            [(0, LineRefused::PartGone), (1, SHORT), (3, LineRefused::PartGone)]
        );
        assert_eq!(problems(&[(2, 1), (1, 3)], &parts), [(1, FEW)]);
    }

    #[test]
    fn the_lines_of_one_part_are_judged_together() {
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
    fn a_total_that_cannot_be_counted_is_no_total() {
        let all: Vec<(u128, i64, i64, i64)> = (1..=100).map(|number| (number, 1, Stock::MAX, 99_999_999)).collect();
        let requested: Vec<(u128, i64)> = (1..=100).map(|number| (number, Quantity::MAX)).collect();
        let quoted = quote(&lines(&requested), &parts(&all), &Terms::default());
        assert_eq!((quoted.total(), quoted.quantity()), (None, 100 * Quantity::MAX));
        assert_eq!(quoted.agree(), Err(OrderRefused::NotPayable));
        // Each line can be had, their pieces together are more than an order can have, and so is what they cost.
        let cheap = parts(&[(1, 1, Stock::MAX, 1), (2, 1, Stock::MAX, 1)]);
        assert_eq!(
            agree(&lines(&[(1, Quantity::MAX), (2, Quantity::MAX)]), &cheap, &Terms::default()),
            Err(OrderRefused::NotPayable)
        );
    }

    #[test]
    fn an_order_has_one_to_a_hundred_lines_however_it_is_asked_for() {
        let parts = parts(&[(1, 1, 1_000, 100)]);
        for count in [0, 101] {
            assert!(
                matches!(
                    agree(&vec![lines(&[(1, 1)])[0]; count], &parts, &Terms::default()),
                    Err(OrderRefused::Count(_))
                ),
                "{count}"
            );
        }
        assert!(agree(&vec![lines(&[(1, 1)])[0]; 100], &parts, &Terms::default()).is_ok());
    }

    #[test]
    fn a_quote_prices_what_cannot_be_had_too_but_for_what_is_gone() {
        let parts = parts(&[(1, 1, 2, 100), (2, 1, 5, 1000)]);
        let quoted = quote(&lines(&[(1, 3), (9, 4), (2, 1)]), &parts, &Terms::default());
        assert_eq!((quoted.total(), quoted.quantity()), (Money::from_cents(1300), 4));
        assert!(quoted.lines().iter().map(|line| line.offer.is_some()).eq([true, false, true]));
    }

    #[test]
    fn a_quote_says_an_order_can_be_placed_exactly_when_it_can() {
        let parts = parts(&[(1, 2, 5, 30), (2, 1, 3, 99_999_999), (3, 4, 3, 500)]);
        let wanted: Vec<(u128, i64)> = (1..=4).flat_map(|part| (0..=6).map(move |pieces| (part, pieces))).collect();
        for first in &wanted {
            for second in &wanted {
                let (requested, terms) = (lines(&[*first, *second]), Terms::default());
                let (quoted, agreed) = (quote(&requested, &parts, &terms), agree(&requested, &parts, &terms));
                assert_eq!(quoted.agree(), agreed, "{first:?} {second:?}");
                assert!(agreed.is_err() || quoted.problems().next().is_none());
                assert!(agreed.is_err() || agreed.unwrap().lines.total() == quoted.total());
            }
        }
    }

    #[test]
    fn pieces_that_were_taken_count_as_available() {
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
    fn no_line_gets_more_than_it_costs_whatever_the_coupon() {
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
    fn tax_comes_on_what_is_left_after_the_coupon_and_on_shipping() {
        let mut parts = parts(&[(1, 1, 10, 1_250), (2, 1, 5, 3_800)]);
        parts.get_mut(&id(2)).unwrap().details.core = Charge::new(money(500)).unwrap();
        let agreed = agree(&lines(&[(1, 2), (2, 1)]), &parts, &terms(630, 100_000, Some(990))).unwrap();
        let sums: Vec<[i64; 3]> = agreed
            .lines
            .iter()
            .map(|line| [line.discount, line.tax, line.total().unwrap()].map(Money::cents))
            .collect();
        assert_eq!(sums, [[250, 225, 2_475], [380, 342, 4_262]]);
        let Charges { method, shipping, shipping_tax } = &agreed.charges;
        assert_eq!((method.as_ref().unwrap().as_str(), shipping.cents(), shipping_tax.cents()), ("Ground", 990, 99));
        assert_eq!(agreed.total.cents(), 2_475 + 4_262 + 990 + 99);
    }

    #[test]
    fn the_sums_of_a_quote_add_up() {
        let parts = parts(&[(1, 1, 10, 1_250), (2, 1, 5, 3_800)]);
        let quoted = quote(&lines(&[(1, 2), (2, 1), (9, 1)]), &parts, &terms(630, 57_500, Some(990)));
        let [goods, cores, tax, total] =
            [quoted.goods(), quoted.cores(), quoted.tax(), quoted.total()].map(Option::unwrap);
        assert_eq!((goods.cents(), cores, quoted.discount().cents()), (6_300, Money::ZERO, 630));
        assert_eq!(total.cents(), goods.cents() - 630 + tax.cents() + 990);
    }

    #[test]
    fn goods_that_cannot_be_counted_have_no_total_with_any_terms() {
        let all: Vec<(u128, i64, i64, i64)> = (1..=100).map(|number| (number, 1, Stock::MAX, 99_999_999)).collect();
        let requested: Vec<(u128, i64)> = (1..=100).map(|number| (number, Quantity::MAX)).collect();
        let quoted = quote(&lines(&requested), &parts(&all), &terms(5_000, 1_000_000, Some(i64::MAX)));
        assert_eq!((quoted.total(), quoted.tax()), (None, None));
    }
}
