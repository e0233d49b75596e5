//! Judging and pricing requested lines against the parts as they are now. Quotes and orders go through the same
//! function, so a quote cannot promise what an order refuses.

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

/// How many pieces of a part a customer asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedLine {
    /// The part.
    pub part: PartId,
    /// How many pieces; `None` means the part's minimum.
    pub quantity: Option<Quantity>,
    /// For which vehicle, if the customer said so.
    pub fit: Option<RequestedFit>,
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
    /// No lines at all, or too many, or for too many vehicles.
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
        None => QuotedLine { requested: requested.clone(), offer: None, refused: Some(LineRefused::PartGone) },
        Some(part) => {
            let pieces = wanted.get(&part.id).copied().unwrap_or_default();
            let line = part.line(quantity_of(requested, part));
            QuotedLine {
                requested: requested.clone(),
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

/// For how many vehicles an order may be: each has to be looked up while the order is placed.
pub const MAX_VEHICLES: usize = 20;

/// Refuses no lines, more than an order may have, and lines for too many vehicles.
pub fn check_request(requested: &[RequestedLine]) -> Result<(), ValidationError> {
    let vehicles: BTreeSet<&Vehicle> = requested.iter().filter_map(|line| Some(&line.fit.as_ref()?.vehicle)).collect();
    if vehicles.len() > MAX_VEHICLES {
        return Err(ValidationError::TooManyVehicles { max: MAX_VEHICLES });
    }
    Lines::check_count(requested.len())
}

/// The lines that an order would have, or all that speaks against it.
pub fn agree(
    requested: &[RequestedLine],
    parts: &BTreeMap<PartId, Part>,
    terms: &Terms,
) -> Result<Agreement, OrderRefused> {
    check_request(requested).map_err(OrderRefused::Count)?;
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
mod tests;
