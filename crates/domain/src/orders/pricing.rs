//! Validates and prices requested lines against the current parts. Quotes and orders share one function, so a quote
//! cannot promise what an order refuses.

use super::{Charges, Line, Lines};
use crate::{
    catalogue::{Part, QuantityRefused},
    fitment::RequestedFit,
    id::PartId,
    money::Money,
    quantity::{Quantity, Stock},
    rates::{ShippingOffer, TaxRate},
    validation::ValidationError,
    vehicles::Vehicle,
};
use std::collections::{BTreeMap, BTreeSet};

/// A line requested by a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedLine {
    /// The part.
    pub part: PartId,
    /// Number of pieces; `None` means the part's minimum.
    pub quantity: Option<Quantity>,
    /// The vehicle it is for, if the customer named one.
    pub fit: Option<RequestedFit>,
}

/// Why a line cannot be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineRefused {
    /// The part does not exist, or is hidden.
    #[error("This part is no longer available.")]
    PartGone,
    /// Too few or too many pieces, counted over all lines of the part.
    #[error(transparent)]
    Quantity(#[from] QuantityRefused),
}

/// A line that cannot be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineProblem {
    /// Index among the requested lines, from 0.
    pub index: usize,
    /// Its part.
    pub part: PartId,
    /// Why it cannot be ordered.
    pub refused: LineRefused,
}

/// Discount, tax and shipping. Default: no coupon, no tax, free shipping.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    /// Value of the coupon. At least [`LEFT_TO_PAY`] of the goods stays payable.
    pub coupon: Money,
    /// Tax rate at the destination.
    pub tax: TaxRate,
    /// The chosen shipping.
    pub shipping: Option<ShippingOffer>,
}

/// Minimum price of the goods after the coupon, because a card cannot be charged zero.
pub const LEFT_TO_PAY: Money = match Money::from_cents(50) {
    Some(money) => money,
    None => Money::ZERO,
};

/// The offer for a line whose part is in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The line, at the current title and price.
    pub line: Line,
    /// The current part.
    pub part: Part,
}

/// A requested line with its offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedLine {
    /// The request.
    pub requested: RequestedLine,
    /// The offer; `None` if the part is gone.
    pub offer: Option<Offer>,
    /// Why it cannot be ordered; `None` if it can.
    pub refused: Option<LineRefused>,
}

/// Requested lines, validated and priced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    lines: Vec<QuotedLine>,
    pieces: Vec<(Part, Quantity)>,
    charges: Charges,
}

/// The content of an order, if nothing prevents it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The lines, at current titles and prices.
    pub lines: Lines,
    /// Charges other than the lines.
    pub charges: Charges,
    /// The total, payable by a single card charge.
    pub total: Money,
    /// The parts, sorted by id, with the pieces of all lines of each.
    pub pieces: Vec<(Part, Quantity)>,
}

/// Why requested lines cannot be ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderRefused {
    /// No lines, too many lines, or too many vehicles.
    Count(ValidationError),
    /// All lines that cannot be ordered, in the requested order.
    Lines(Vec<LineProblem>),
    /// The total is outside the limits of a single card charge, or overflows.
    NotPayable,
}

/// Validates and prices lines. `parts` are those in the catalog; a part missing there is gone.
#[must_use]
pub fn quote(requested: &[RequestedLine], parts: &BTreeMap<PartId, Part>, terms: &Terms) -> Quote {
    let mut wanted: BTreeMap<PartId, i64> = BTreeMap::new();
    for line in requested {
        if let Some(part) = parts.get(&line.part) {
            let pieces = wanted.entry(part.id).or_default();
            *pieces = pieces.saturating_add(quantity_of(line, part).pieces());
        }
    }
    let quoted = |requested: &RequestedLine| match parts.get(&requested.part) {
        None => QuotedLine { requested: requested.clone(), offer: None, refused: Some(LineRefused::PartGone) },
        Some(part) => {
            let pieces = wanted.get(&part.id).copied().unwrap_or_default();
            let line = part.line(quantity_of(requested, part));
            QuotedLine {
                requested: requested.clone(),
                offer: Some(Offer { line, part: part.clone() }),
                refused: check_pieces(part, pieces).err().map(LineRefused::Quantity),
            }
        }
    };
    let mut lines: Vec<QuotedLine> = requested.iter().map(quoted).collect();
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

/// Applies the coupon and taxes to the lines. If the goods of any line overflow, no line gets either. A line whose
/// amounts overflow has no total.
fn price(mut lines: Vec<&mut Line>, terms: &Terms) {
    let Some(goods) = lines.iter().map(|line| line.goods()).collect::<Option<Vec<_>>>() else { return };
    for (line, share) in lines.iter_mut().zip(shares(terms.coupon, &goods)) {
        line.discount = share;
    }
    for (line, goods) in lines.into_iter().zip(goods) {
        let tax = line.cores().and_then(|cores| terms.tax.on_goods(goods.less(line.discount), cores));
        line.tax = tax.unwrap_or(Money::ZERO);
        line.tax_rate = Some(terms.tax.rate).filter(|_| line.tax > Money::ZERO);
    }
}

/// Splits a coupon over goods in proportion to their cost. Leftover cents go to the shares with the largest truncated
/// fractions; on a tie, to the first.
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

/// Maximum number of vehicles in an order: each is looked up while the order is placed.
pub const MAX_VEHICLES: usize = 20;

/// Refuses a request with no lines, too many lines, or too many vehicles.
pub fn check_request(requested: &[RequestedLine]) -> Result<(), ValidationError> {
    let vehicles: BTreeSet<&Vehicle> = requested.iter().filter_map(|line| Some(&line.fit.as_ref()?.vehicle)).collect();
    if vehicles.len() > MAX_VEHICLES {
        return Err(ValidationError::TooManyVehicles { max: MAX_VEHICLES });
    }
    Lines::check_count(requested.len())
}

/// Returns the content of the order, or all reasons why it cannot be placed.
pub fn agree(
    requested: &[RequestedLine],
    parts: &BTreeMap<PartId, Part>,
    terms: &Terms,
) -> Result<Agreement, OrderRefused> {
    check_request(requested).map_err(OrderRefused::Count)?;
    quote(requested, parts, terms).agree()
}

/// Returns already taken pieces of an order to the stock of the parts, so that all its lines can be validated again
/// after a part turned out to be short.
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

/// Checks whether this many pieces can be ordered. A sum of lines above the maximum quantity exceeds any stock.
fn check_pieces(part: &Part, pieces: i64) -> Result<(), QuantityRefused> {
    match Quantity::new(pieces) {
        Ok(quantity) => part.check_quantity(quantity),
        Err(_) => Err(QuantityRefused::OutOfStock { available: part.available.pieces() }),
    }
}

impl Quote {
    /// The lines, in the requested order.
    #[must_use]
    pub fn lines(&self) -> &[QuotedLine] {
        &self.lines
    }

    fn offered(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter_map(|line| line.offer.as_ref()).map(|offer| &offer.line)
    }

    /// The pieces of all lines whose part is in the catalog.
    #[must_use]
    pub fn quantity(&self) -> i64 {
        self.offered().fold(0, |sum: i64, line| sum.saturating_add(line.quantity.pieces()))
    }

    /// Charges other than these lines.
    #[must_use]
    pub fn charges(&self) -> &Charges {
        &self.charges
    }

    /// The goods of these lines; `None` on overflow.
    #[must_use]
    pub fn goods(&self) -> Option<Money> {
        self.sum(Line::goods)
    }

    /// The goods minus the coupon; `None` on overflow.
    #[must_use]
    pub fn net(&self) -> Option<Money> {
        self.sum(Line::net)
    }

    /// The cores of these lines; `None` on overflow.
    #[must_use]
    pub fn cores(&self) -> Option<Money> {
        self.sum(Line::cores)
    }

    /// The coupon's discount.
    #[must_use]
    pub fn discount(&self) -> Money {
        self.offered().fold(Money::ZERO, |sum, line| sum.plus(line.discount))
    }

    /// All taxes, including that on shipping; `None` on overflow.
    #[must_use]
    pub fn tax(&self) -> Option<Money> {
        self.sum(|line| Some(line.tax))?.checked_plus(self.charges.shipping_tax)
    }

    /// The total of these lines and the charges; `None` on overflow.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        self.sum(Line::total)?.checked_plus(self.charges.total()?)
    }

    fn sum(&self, amount: impl Fn(&Line) -> Option<Money>) -> Option<Money> {
        self.offered().try_fold(Money::ZERO, |sum, line| sum.checked_plus(amount(line)?))
    }

    /// The pieces of each part, over the lines that can be ordered.
    pub fn pieces(&self) -> impl Iterator<Item = (&PartId, Quantity)> {
        self.pieces.iter().map(|(part, quantity)| (&part.id, *quantity))
    }

    /// All lines that cannot be ordered.
    pub fn problems(&self) -> impl Iterator<Item = LineProblem> {
        self.lines
            .iter()
            .enumerate()
            .filter_map(|(index, line)| Some(LineProblem { index, part: line.requested.part, refused: line.refused? }))
    }

    /// Returns the content of the order, or all reasons why it cannot be placed.
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
mod tests;
