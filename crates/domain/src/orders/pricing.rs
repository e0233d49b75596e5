//! Judging and pricing requested lines against the parts as they are now. Quotes and orders go through the same
//! function, so a quote cannot promise what an order refuses.

use super::{Line, Lines};
use crate::{
    catalogue::{Part, QuantityRefused},
    id::PartId,
    money::Money,
    quantity::{Quantity, Stock},
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
}

/// What an order is made of when nothing speaks against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The lines, at today's titles and prices.
    pub lines: Lines,
    /// What they come to; a card can be charged it at once.
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
pub fn quote(requested: &[RequestedLine], parts: &BTreeMap<PartId, Part>) -> Quote {
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
    let quantities = wanted.iter().filter_map(|(id, pieces)| Quantity::new(*pieces).ok().map(|pieces| (id, pieces)));
    Quote {
        lines: requested.iter().map(judged).collect(),
        pieces: quantities.filter_map(|(id, pieces)| Some((parts.get(id)?.clone(), pieces))).collect(),
    }
}

/// The lines that an order would have, or all that speaks against it.
pub fn agree(requested: &[RequestedLine], parts: &BTreeMap<PartId, Part>) -> Result<Agreement, OrderRefused> {
    Lines::check_count(requested.len()).map_err(OrderRefused::Count)?;
    quote(requested, parts).agree()
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

    /// What those lines come to; `None` when it is more than can be counted.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        let cents = self.offered().try_fold(0, |sum: i64, line| sum.checked_add(line.total()?.cents()))?;
        Money::from_cents(cents)
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
        Ok(Agreement { lines, total, pieces: self.pieces.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue::tests::part, money::Price};
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
        match agree(&lines(requested), parts) {
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
        let agreed = agree(&lines(&[(2, 3), (1, 0)]), &parts).unwrap();
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
        assert!(agree(&lines(&[(1, 2), (1, 2)]), &parts).is_ok(), "together they are the minimum");
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
            let agreed = agree(&lines(requested), &parts);
            assert_eq!(agreed.is_ok(), payable, "{requested:?}");
            assert!(payable || agreed == Err(OrderRefused::NotPayable), "{requested:?}");
        }
    }

    #[test]
    fn a_total_that_cannot_be_counted_is_no_total() {
        let all: Vec<(u128, i64, i64, i64)> = (1..=100).map(|number| (number, 1, Stock::MAX, 99_999_999)).collect();
        let requested: Vec<(u128, i64)> = (1..=100).map(|number| (number, Quantity::MAX)).collect();
        let quoted = quote(&lines(&requested), &parts(&all));
        assert_eq!((quoted.total(), quoted.quantity()), (None, 100 * Quantity::MAX));
        assert_eq!(quoted.agree(), Err(OrderRefused::NotPayable));
        // Each line can be had, their pieces together are more than an order can have, and so is what they cost.
        let cheap = parts(&[(1, 1, Stock::MAX, 1), (2, 1, Stock::MAX, 1)]);
        assert_eq!(agree(&lines(&[(1, Quantity::MAX), (2, Quantity::MAX)]), &cheap), Err(OrderRefused::NotPayable));
    }

    #[test]
    fn an_order_has_one_to_a_hundred_lines_however_it_is_asked_for() {
        let parts = parts(&[(1, 1, 1_000, 100)]);
        for count in [0, 101] {
            assert!(matches!(agree(&vec![lines(&[(1, 1)])[0]; count], &parts), Err(OrderRefused::Count(_))), "{count}");
        }
        assert!(agree(&vec![lines(&[(1, 1)])[0]; 100], &parts).is_ok());
    }

    #[test]
    fn a_quote_prices_what_cannot_be_had_too_but_for_what_is_gone() {
        let parts = parts(&[(1, 1, 2, 100), (2, 1, 5, 1000)]);
        let quoted = quote(&lines(&[(1, 3), (9, 4), (2, 1)]), &parts);
        assert_eq!((quoted.total(), quoted.quantity()), (Money::from_cents(1300), 4));
        assert!(quoted.lines().iter().map(|line| line.offer.is_some()).eq([true, false, true]));
    }

    #[test]
    fn a_quote_says_an_order_can_be_placed_exactly_when_it_can() {
        let parts = parts(&[(1, 2, 5, 30), (2, 1, 3, 99_999_999), (3, 4, 3, 500)]);
        let wanted: Vec<(u128, i64)> = (1..=4).flat_map(|part| (0..=6).map(move |pieces| (part, pieces))).collect();
        for first in &wanted {
            for second in &wanted {
                let requested = lines(&[*first, *second]);
                let (quoted, agreed) = (quote(&requested, &parts), agree(&requested, &parts));
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
}
