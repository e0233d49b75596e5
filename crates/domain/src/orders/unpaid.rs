//! How much may be on order but unpaid. An order reserves pieces before any money moves, so without a limit a few
//! free accounts could reserve the whole stock.
//!
//! The limits apply to an allowance: what one customer has on order, from placing until paying or deleting, even after
//! the reservation has expired, because paying later reserves the pieces again; and what all guests and all members
//! with an unverified address on one network have reserved. The result does not depend on the sequence of orders, so
//! splitting an order gains nothing.

use crate::{
    catalogue::Part,
    id::PartId,
    money::Money,
    orders::{Line, Order},
    quantity::Quantity,
};
use std::collections::{BTreeMap, BTreeSet};

/// Pieces that a customer may always order despite the share: a set of tires, spark plugs or brake discs. In a shop
/// with few pieces of each part, a share alone would allow only half a set.
pub const ONE_SET: i64 = 4;

/// How many more dollars a customer may have on order for each dollar paid and not refunded.
pub const CREDIT_FACTOR: i64 = 10;

/// A part of a whole, in percent: 1 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(u8);

impl Share {
    /// A share in percent; `None` outside 1 to 100.
    #[must_use]
    pub const fn from_percent(percent: u8) -> Option<Self> {
        if percent >= 1 && percent <= 100 { Some(Self(percent)) } else { None }
    }

    /// The share in percent.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// This share of a number of pieces, rounded up.
    fn of(self, pieces: i64) -> i64 {
        pieces.saturating_mul(self.0.into()).saturating_add(99) / 100
    }
}

/// The limits; `None` means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnpaidLimits {
    /// Maximum number of unpaid orders.
    pub orders: Option<i64>,
    /// The maximum value of their goods, not counting the one exempt part.
    pub value: Option<Money>,
    /// The maximum share of a part's stock, for all parts but the exempt one.
    pub share: Option<Share>,
}

/// The unpaid orders of an allowance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnpaidOrders {
    /// Number of orders.
    pub orders: i64,
    /// The pieces in them, by part.
    pub parts: BTreeMap<PartId, UnpaidPieces>,
}

/// The pieces of one part in unpaid orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnpaidPieces {
    /// Pieces ordered.
    pub ordered: i64,
    /// How many of these are reserved; the others were released.
    pub reserved: i64,
    /// Their price, without cores, discounts, shipping and tax.
    pub value: Money,
}

impl UnpaidOrders {
    /// The sums over unpaid orders.
    pub fn of<'o>(orders: impl IntoIterator<Item = &'o Order>) -> Self {
        let mut sums = Self::default();
        for order in orders {
            sums.orders += 1;
            for line in order.snapshot().lines.iter() {
                sums.add(line, order.holds_stock());
            }
        }
        sums
    }

    fn add(&mut self, line: &Line, is_reserved: bool) {
        let part = self.parts.entry(line.part).or_default();
        part.ordered += line.quantity.pieces();
        part.reserved += if is_reserved { line.quantity.pieces() } else { 0 };
        part.value = part.value.plus(line.goods().unwrap_or(Money::MAX));
    }

    /// The total value of the goods.
    #[must_use]
    pub fn value(&self) -> Money {
        self.parts.values().fold(Money::ZERO, |sum, part| sum.plus(part.value))
    }

    /// The sums including the pieces requested now.
    fn with(&self, wanted: &[(Part, Quantity)]) -> Self {
        let mut all = self.clone();
        for (part, quantity) in wanted {
            let pieces = all.parts.entry(part.id).or_default();
            pieces.ordered = pieces.ordered.saturating_add(quantity.pieces());
            let value = part.details.price.amount().times(*quantity).unwrap_or(Money::MAX);
            pieces.value = pieces.value.plus(value);
        }
        all
    }

    /// Without one part.
    fn without(mut self, part: Option<PartId>) -> Self {
        if let Some(part) = part {
            self.parts.remove(&part);
        }
        self
    }
}

/// The limit that a new order would exceed. The texts state what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnpaidLimitReached {
    /// The number of unpaid orders is at its limit.
    #[error("You have {} not paid yet. Please pay for one first, or delete one that you no longer want.", orders(*.most))]
    Orders {
        /// Maximum number of orders.
        most: i64,
    },
    /// Their value would be too high.
    #[error(
        "Not counting one part, your unpaid orders may total {}. Please order fewer pieces, or pay for your orders first.",
        .most.shown()
    )]
    Value {
        /// The maximum value.
        most: Money,
    },
    /// They would take too many pieces of a part.
    #[error("You may have {} not paid. Please order fewer, or pay for your orders first.", pieces_of(.title, *.most))]
    Share {
        /// The title of the part.
        title: String,
        /// Maximum number of pieces.
        most: i64,
    },
    /// Too much is on order from the same network.
    #[error(
        "Too much from your network is on order and not paid yet. Please order fewer pieces, sign in with a confirmed email address first, or try again in a few hours."
    )]
    Network,
}

impl UnpaidLimits {
    /// No limits.
    pub const OFF: Self = Self { orders: None, value: None, share: None };

    /// Whether there is any limit.
    #[must_use]
    pub fn is_off(&self) -> bool {
        *self == Self::OFF
    }

    /// The limits on what guests and members with an unverified address have reserved from one network. The number of
    /// orders is not limited: that would protect no stock, and would block honest customers behind one carrier-grade
    /// NAT.
    #[must_use]
    pub fn of_network(self) -> Self {
        Self { orders: None, ..self }
    }

    /// The limits for a customer with this net amount paid.
    #[must_use]
    pub fn raised_by(self, paid: Money) -> Self {
        Self { value: self.value.map(|value| value.plus(credit(paid))), ..self }
    }

    /// Whether a customer may order these pieces in addition to these unpaid orders. `known` has the parts of the
    /// unpaid orders; a part missing there was deleted, and only its value counts.
    ///
    /// One part is exempt, whatever its pieces are worth: a workshop that needs forty pieces of one part can order
    /// them, even if that is the whole stock. A few pieces of each other part are always allowed: its minimum order,
    /// and one set of four.
    pub fn check(
        &self,
        unpaid: &UnpaidOrders,
        known: &[Part],
        wanted: &[(Part, Quantity)],
    ) -> Result<(), UnpaidLimitReached> {
        if let Some(most) = self.orders
            && unpaid.orders >= most
        {
            return Err(UnpaidLimitReached::Orders { most });
        }
        let all = unpaid.with(wanted);
        let exempt = self.exempt(unpaid, &all, known, wanted)?;
        let value = all.without(exempt).value();
        self.value.filter(|most| value > *most).map_or(Ok(()), |most| Err(UnpaidLimitReached::Value { most }))
    }

    /// The exempt part: the one that is over its share, or else the one worth the most.
    fn exempt(
        &self,
        unpaid: &UnpaidOrders,
        all: &UnpaidOrders,
        known: &[Part],
        wanted: &[(Part, Quantity)],
    ) -> Result<Option<PartId>, UnpaidLimitReached> {
        let worth = |id: &PartId| all.parts.get(id).map(|pieces| pieces.value);
        let over = |part: &Part| {
            let most = self.most(part, unpaid)?;
            let ordered = all.parts.get(&part.id).map_or(0, |pieces| pieces.ordered);
            (ordered > most).then_some(most)
        };
        let wanted_ids: BTreeSet<PartId> = wanted.iter().map(|(part, _)| part.id).collect();
        let others = known.iter().filter(|part| !wanted_ids.contains(&part.id) && over(part).is_some());
        let mut exempt = others.map(|part| part.id).max_by_key(worth);
        for (part, _) in wanted {
            let Some(most) = over(part) else { continue };
            if exempt.is_some() {
                return Err(UnpaidLimitReached::Share { title: part.details.title.to_string(), most });
            }
            exempt = Some(part.id);
        }
        Ok(exempt.or_else(|| all.parts.keys().copied().max_by_key(worth)))
    }

    /// How many pieces of a part may be on order; `None` when there is no limit.
    fn most(&self, part: &Part, unpaid: &UnpaidOrders) -> Option<i64> {
        let reserved = unpaid.parts.get(&part.id).map_or(0, |pieces| pieces.reserved);
        let in_stock = part.available.pieces().saturating_add(reserved);
        let minimum = part.details.minimum_order.quantity().pieces();
        self.share.map(|share| share.of(in_stock).max(minimum).max(ONE_SET))
    }
}

/// What a customer with this net amount paid may have on order regardless of the share.
#[must_use]
pub fn credit(paid: Money) -> Money {
    Money::from_cents(paid.cents().saturating_mul(CREDIT_FACTOR)).unwrap_or(Money::MAX)
}

/// Whether the customer's credit covers these pieces and these unpaid orders: then no limit applies.
#[must_use]
pub fn is_covered(paid: Money, unpaid: &UnpaidOrders, wanted: &[(Part, Quantity)]) -> bool {
    paid > Money::ZERO && unpaid.with(wanted).value() <= credit(paid)
}

fn orders(count: i64) -> String {
    if count == 1 { "1 order that is".to_owned() } else { format!("{count} orders that are") }
}

fn pieces_of(title: &str, count: i64) -> String {
    if count == 1 {
        format!("1 piece of \"{title}\" on order that is")
    } else {
        format!("{count} pieces of \"{title}\" on order that are")
    }
}

#[cfg(test)]
mod tests;
