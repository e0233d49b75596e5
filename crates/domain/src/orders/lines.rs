//! Order lines: parts, quantities and prices.

use crate::{
    fitment::FitSnapshot,
    id::PartId,
    money::Money,
    quantity::Quantity,
    rates::PartsPerMillion,
    returns::{ReturnDays, ReturnTerms, Unneeded},
    text::PartTitle,
    validation::{ValidationError, whole_number_in},
};
use std::{collections::BTreeMap, iter};

/// Maximum number of lines in an order.
pub const MAX_LINES: usize = 100;

/// One hundred percent.
const WHOLE: i64 = 100;

/// A line number, starting at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineNumber(u8);

impl LineNumber {
    /// The first line.
    pub const MIN: i64 = 1;
    /// The highest line number.
    pub const MAX: i64 = 100;

    /// Creates the number; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(number: i64) -> Result<Self, ValidationError> {
        whole_number_in(Self::MIN..=Self::MAX, number).map(Self)
    }

    /// The number.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0.into()
    }
}

/// One line: what was agreed about one part when the order was placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The part.
    pub part: PartId,
    /// The part's title at that time.
    pub product: PartTitle,
    /// The price of one piece at that time.
    pub unit_price: Money,
    /// Core charge per piece, refunded for the old part.
    pub core: Money,
    /// Number of pieces.
    pub quantity: Quantity,
    /// The line's share of the order's discount.
    pub discount: Money,
    /// The tax on the line.
    pub tax: Money,
    /// The rate of that tax; `None` without tax, and for orders of earlier releases.
    pub tax_rate: Option<PartsPerMillion>,
    /// The vehicle and the agreed fit; `None` if the customer named none.
    pub fit: Option<FitSnapshot>,
    /// The agreed terms for returning it; `None` for orders of earlier releases, which have those of the shop's settings.
    pub returns: Option<ReturnTerms>,
}

impl Line {
    /// Creates a line without core, discount and tax.
    #[must_use]
    pub fn new(part: PartId, product: PartTitle, unit_price: Money, quantity: Quantity) -> Self {
        Self {
            part,
            product,
            unit_price,
            core: Money::ZERO,
            quantity,
            discount: Money::ZERO,
            tax: Money::ZERO,
            tax_rate: None,
            fit: None,
            returns: None,
        }
    }

    /// Quantity times unit price; `None` on overflow.
    #[must_use]
    pub fn goods(&self) -> Option<Money> {
        self.unit_price.times(self.quantity)
    }

    /// The goods minus the discount: the basis of tax and free shipping. `None` on overflow.
    #[must_use]
    pub fn net(&self) -> Option<Money> {
        self.goods().map(|goods| goods.less(self.discount))
    }

    /// Quantity times core; `None` on overflow.
    #[must_use]
    pub fn cores(&self) -> Option<Money> {
        self.core.times(self.quantity)
    }

    /// The cores of this many of its pieces.
    #[must_use]
    pub fn cores_of(&self, pieces: i64) -> Money {
        Quantity::new(pieces).ok().and_then(|pieces| self.core.times(pieces)).unwrap_or(Money::ZERO)
    }

    /// Line total: goods and cores, minus the discount, plus tax. `None` on overflow.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        self.goods()?.checked_plus(self.cores()?)?.less(self.discount).checked_plus(self.tax)
    }

    /// The share of the total for the first `pieces` pieces, rounded down. The share of all pieces is exactly the
    /// total, so refunds piece by piece add up to what was paid.
    #[must_use]
    pub fn share(&self, pieces: i64) -> Money {
        self.share_of(self.total().unwrap_or(Money::ZERO), pieces, WHOLE)
    }

    /// The tax in [`Self::share`], also rounded down.
    #[must_use]
    pub fn tax_share(&self, pieces: i64) -> Money {
        self.share_of(self.tax, pieces, WHOLE)
    }

    /// The restocking fee for the first `pieces` pieces that are not needed, rounded down: the agreed percentage of what
    /// was paid for them, without their cores.
    #[must_use]
    pub fn restocking_fee(&self, pieces: i64) -> Money {
        self.share_of(self.price(), pieces, self.fee_percent())
    }

    /// The tax in [`Self::restocking_fee`], also rounded down.
    #[must_use]
    pub fn tax_in_fee(&self, pieces: i64) -> Money {
        self.share_of(self.tax, pieces, self.fee_percent())
    }

    /// The total without cores.
    fn price(&self) -> Money {
        self.total().zip(self.cores()).map_or(Money::ZERO, |(total, cores)| total.less(cores))
    }

    /// No fee for pieces of less than a cent: rounded, it could be more than their refund.
    fn fee_percent(&self) -> i64 {
        match self.returns.map(|terms| terms.unneeded) {
            Some(Unneeded::Returnable { fee, .. }) if self.price().cents() >= self.quantity.pieces() => fee.percent(),
            _ => 0,
        }
    }

    fn share_of(&self, amount: Money, pieces: i64, percent: i64) -> Money {
        let all = i128::from(self.quantity.pieces()) * i128::from(WHOLE);
        let part = i128::from(pieces.clamp(0, self.quantity.pieces())) * i128::from(percent);
        let share = i128::from(amount.cents()) * part / all;
        i64::try_from(share).ok().and_then(Money::from_cents).unwrap_or(amount)
    }
}

/// Pieces by part, sorted by part id: a transaction that changes the stock of several parts does so in this order, so
/// that two orders cannot deadlock.
pub type Pieces = BTreeMap<PartId, Quantity>;

/// 1 to 100 lines with at most one billion pieces in total. A part may appear on several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    first: Line,
    others: Vec<Line>,
    quantity: Quantity,
}

impl Lines {
    /// An order with a single line.
    #[must_use]
    pub fn one(line: Line) -> Self {
        Self { quantity: line.quantity, first: line, others: Vec::new() }
    }

    /// Creates the lines; an error if there are none, more than 100, or too many pieces.
    pub fn new(lines: impl IntoIterator<Item = Line>) -> Result<Self, ValidationError> {
        let refused = Self::count_refused();
        let mut lines = lines.into_iter();
        let first = lines.next().ok_or(refused)?;
        let others: Vec<Line> = lines.take(MAX_LINES).collect();
        if others.len() >= MAX_LINES {
            return Err(refused);
        }
        let quantities = iter::once(&first).chain(&others).map(|line| line.quantity.pieces());
        Ok(Self { quantity: Quantity::new(quantities.sum())?, first, others })
    }

    /// Checks the number of lines: at least one, at most [`MAX_LINES`].
    pub fn check_count(lines: usize) -> Result<(), ValidationError> {
        if (1..=MAX_LINES).contains(&lines) { Ok(()) } else { Err(Self::count_refused()) }
    }

    fn count_refused() -> ValidationError {
        ValidationError::outside(1, i64::try_from(MAX_LINES).unwrap_or(i64::MAX))
    }

    /// Sets the agreed fit of each line, in order; lines beyond the last fit are unchanged.
    #[must_use]
    pub fn with_fits(mut self, fits: impl IntoIterator<Item = Option<FitSnapshot>>) -> Self {
        for (line, fit) in iter::once(&mut self.first).chain(&mut self.others).zip(fits) {
            line.fit = fit;
        }
        self
    }

    /// Sets the terms for returning each line.
    #[must_use]
    pub fn with_return_terms(mut self, terms_of: impl Fn(PartId) -> ReturnTerms) -> Self {
        for line in iter::once(&mut self.first).chain(&mut self.others) {
            line.returns = Some(terms_of(line.part));
        }
        self
    }

    /// For how many days after shipping the last of the lines can be returned when it is not needed. `default` are the
    /// terms of lines without agreed ones. `None` if no line can be returned then.
    #[must_use]
    pub fn return_days(&self, default: ReturnTerms) -> Option<ReturnDays> {
        let terms = self.iter().map(|line| line.returns.unwrap_or(default));
        terms.filter(|terms| terms.unneeded != Unneeded::NotReturnable).map(|terms| terms.days).max()
    }

    /// The first line.
    #[must_use]
    pub fn first(&self) -> &Line {
        &self.first
    }

    /// All lines in the customer's order.
    pub fn iter(&self) -> impl Iterator<Item = &Line> {
        iter::once(&self.first).chain(&self.others)
    }

    /// All lines with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (LineNumber, &Line)> {
        (1..).map(LineNumber).zip(self.iter())
    }

    /// The line with this number; `None` if there is none.
    #[must_use]
    pub fn get(&self, number: LineNumber) -> Option<&Line> {
        self.numbered().find(|(other, _)| *other == number).map(|(_, line)| line)
    }

    /// Total number of pieces.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// The pieces of each part.
    #[must_use]
    pub fn pieces(&self) -> Pieces {
        let mut pieces = Pieces::new();
        for line in self.iter() {
            let quantity = pieces.entry(line.part);
            quantity.and_modify(|quantity| *quantity = quantity.plus(line.quantity)).or_insert(line.quantity);
        }
        pieces
    }

    /// The sum of the line totals; `None` on overflow.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        self.iter().try_fold(Money::ZERO, |sum, line| sum.checked_plus(line.total()?))
    }

    /// The goods of all lines minus their discounts; `None` on overflow.
    #[must_use]
    pub fn net(&self) -> Option<Money> {
        self.iter().try_fold(Money::ZERO, |sum, line| sum.checked_plus(line.net()?))
    }

    /// Whether any line has a core charge.
    #[must_use]
    pub fn have_cores(&self) -> bool {
        self.iter().any(|line| line.core > Money::ZERO)
    }

    /// Total discount on the goods.
    #[must_use]
    pub fn discount(&self) -> Money {
        self.iter().fold(Money::ZERO, |sum, line| sum.plus(line.discount))
    }

    /// A short description: the product of the only line, or "Brake disc and 2 more".
    #[must_use]
    pub fn headline(&self) -> String {
        match self.others.len() {
            0 => self.first.product.to_string(),
            more => format!("{} and {more} more", self.first.product),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn line(part: u128, cents: i64, pieces: i64) -> Line {
        Line::new(
            Uuid::from_u128(part).into(),
            format!("Part {part}").parse().unwrap(),
            Money::from_cents(cents).unwrap(),
            Quantity::new(pieces).unwrap(),
        )
    }

    #[test]
    fn an_order_has_one_to_a_hundred_lines() {
        let lines = |count| Lines::new(vec![line(1, 1, 1); count]);
        assert!(lines(0).is_err() && lines(101).is_err() && lines(1_000).is_err());
        assert_eq!(lines(1), Ok(Lines::one(line(1, 1, 1))));
        assert_eq!(lines(100).unwrap().iter().count(), 100);
    }

    #[test]
    fn all_lines_together_have_the_limit_of_one() {
        assert!(Lines::new([line(1, 1, 999_999_999), line(2, 1, 1)]).is_ok());
        assert!(Lines::new([line(1, 1, 1_000_000_000), line(2, 1, 1)]).is_err());
        assert!(Lines::new(vec![line(1, 1, 1_000_000_000); 100]).is_err());
    }

    #[test]
    fn lines_keep_their_order_and_their_pieces_are_counted_by_part() {
        let lines = Lines::new([line(3, 500, 2), line(1, 100, 4), line(3, 500, 5)]).unwrap();
        let parts: Vec<u128> = lines.iter().map(|line| line.part.uuid().as_u128()).collect();
        assert_eq!(parts, [3, 1, 3]);
        let pieces: Vec<(u128, i64)> =
            lines.pieces().iter().map(|(part, quantity)| (part.uuid().as_u128(), quantity.pieces())).collect();
        assert_eq!(pieces, [(1, 4), (3, 7)], "ascending by part");
        assert_eq!(lines.quantity().pieces(), 11);
    }

    #[test]
    fn the_total_is_the_sum_of_the_lines_or_none_on_overflow() {
        let lines = |cents| Lines::new([line(1, cents, 2), line(2, 50, 3)]).unwrap();
        assert_eq!(lines(100).total(), Money::from_cents(350));
        assert_eq!(lines(i64::MAX / 2).total(), None);
        assert_eq!(lines(i64::MAX).total(), None);
    }

    #[test]
    fn cores_and_tax_are_added_and_the_discount_is_taken_off() {
        let money = |cents| Money::from_cents(cents).unwrap();
        let line = Line { core: money(30), discount: money(50), tax: money(7), ..line(1, 100, 4) };
        assert_eq!((line.goods(), line.cores(), line.total()), (Some(money(400)), Some(money(120)), Some(money(477))));
        assert_eq!(Lines::new([line.clone(), line]).unwrap().discount(), money(100));
    }

    #[test]
    fn lines_are_numbered_from_one() {
        let lines = Lines::new([line(3, 500, 2), line(1, 100, 4)]).unwrap();
        let number = |number| LineNumber::new(number).unwrap();
        assert_eq!(lines.get(number(2)), Some(&line(1, 100, 4)));
        assert_eq!(lines.get(number(3)), None);
        for none in [i64::MIN, -1, 0, 101, 257, i64::MAX] {
            assert_eq!(LineNumber::new(none), Err(ValidationError::outside(1, 100)), "{none}");
        }
        let most = Lines::new(vec![line(1, 1, 1); MAX_LINES]).unwrap();
        assert_eq!(most.numbered().last().map(|(number, _)| number.number()), Some(LineNumber::MAX));
    }

    #[test]
    fn shares_add_up_to_the_total() {
        for (cents, pieces) in [(1, 1), (333, 7), (99_999_999, 90), (1, 1_000_000_000)] {
            let line = line(1, cents, pieces);
            let share = |pieces| line.share(pieces);
            assert_eq!((share(0), Some(share(pieces))), (Money::ZERO, line.total()));
            assert_eq!((share(-1), share(pieces + 1)), (share(0), share(pieces)), "the number of pieces is clamped");
            assert_eq!(share(1), line.unit_price);
        }
        let money = |cents| Money::from_cents(cents).unwrap();
        let line = Line { core: money(30), discount: money(50), tax: money(8), ..line(1, 100, 3) };
        let shares: Vec<_> = (0..=3).map(|pieces| line.share(pieces).cents()).collect();
        assert_eq!(shares, [0, 116, 232, 348], "with cores and tax, less the discount");
    }

    #[test]
    fn several_lines_have_a_headline() {
        assert_eq!(Lines::one(line(1, 1, 1)).headline(), "Part 1");
        assert_eq!(Lines::new([line(1, 1, 1), line(2, 1, 1), line(2, 1, 1)]).unwrap().headline(), "Part 1 and 2 more");
    }
}
