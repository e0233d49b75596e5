//! How much a customer who has never paid may have ordered without paying. An order sets pieces
//! aside before any money moves, so without a limit one free account could empty the shop.
//!
//! An order counts from when it is placed until it is paid or deleted, also after its reservation
//! has ended: paying for it later takes the pieces again, and must not lead around the limits.

use crate::{
    catalogue::Part,
    id::PartId,
    money::Money,
    orders::{Order, Pieces},
    quantity::Quantity,
};
use std::collections::BTreeMap;

/// Pieces that the share never keeps from a customer: a set of tyres, of spark plugs, of brake
/// discs. In a shop with few pieces of each part a share alone would sell half a set.
const ONE_SET: i64 = 4;

/// A part of a whole, in percent: 1 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(u8);

impl Share {
    /// `None` outside 1 to 100.
    #[must_use]
    pub const fn from_percent(percent: u8) -> Option<Self> {
        if percent >= 1 && percent <= 100 { Some(Self(percent)) } else { None }
    }

    /// This share of some pieces, rounded up.
    fn of(self, pieces: i64) -> i64 {
        pieces.saturating_mul(self.0.into()).saturating_add(99) / 100
    }
}

/// The limits; `None` means that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnpaidLimits {
    /// How many unpaid orders a customer may have.
    pub orders: Option<i64>,
    /// What their unpaid orders may come to.
    pub value: Option<Money>,
    /// Which share of a part's stock their unpaid orders may take.
    pub share: Option<Share>,
}

/// The unpaid orders that a customer has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnpaidOrders {
    /// How many.
    pub orders: i64,
    /// What they come to.
    pub value: Money,
    /// The pieces in them, by part.
    pub parts: BTreeMap<PartId, UnpaidPieces>,
}

/// The pieces of one part in unpaid orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnpaidPieces {
    /// How many.
    pub ordered: i64,
    /// How many of these are set aside; the others went back to the shelf.
    pub reserved: i64,
}

impl UnpaidOrders {
    /// No orders.
    pub const NONE: Self = Self { orders: 0, value: Money::ZERO, parts: BTreeMap::new() };

    /// The sums over a customer's unpaid orders.
    pub fn of<'o>(orders: impl IntoIterator<Item = &'o Order>) -> Self {
        let mut sums = Self::NONE;
        for order in orders {
            sums.add(order.snapshot().total, &order.snapshot().lines.pieces(), order.holds_stock());
        }
        sums
    }

    /// Counts one order more.
    pub fn add(&mut self, total: Money, pieces: &Pieces, is_reserved: bool) {
        self.orders += 1;
        self.value = self.value.plus(total);
        for (part, quantity) in pieces {
            let part = self.parts.entry(*part).or_default();
            part.ordered += quantity.pieces();
            part.reserved += if is_reserved { quantity.pieces() } else { 0 };
        }
    }
}

/// Which limit a new order would pass. The texts say what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnpaidLimitReached {
    /// There are as many unpaid orders as there may be.
    #[error("You have {} not paid yet. Please pay for one first, or delete one that you no longer want.", orders(*.most))]
    Orders {
        /// How many there may be.
        most: i64,
    },
    /// They would come to too much.
    #[error(
        "Until your first payment, your unpaid orders may come to {} in all. Please order fewer pieces, or pay for your orders first.",
        .most.shown()
    )]
    Value {
        /// What they may come to.
        most: Money,
    },
    /// They would take too much of this part.
    #[error(
        "Until your first payment, you may have {} of this part on order. Please order fewer, or pay for your orders first.",
        pieces(*.most)
    )]
    Share {
        /// How many pieces they may take.
        most: i64,
    },
}

impl UnpaidLimits {
    /// No limits.
    pub const OFF: Self = Self { orders: None, value: None, share: None };

    /// Whether there is any limit.
    #[must_use]
    pub fn is_off(&self) -> bool {
        *self == Self::OFF
    }

    /// Whether a customer who has never paid may order these pieces of parts for `total`, with these
    /// orders unpaid.
    ///
    /// Without unpaid orders a customer may order whatever there is: the limits are on what comes on
    /// top of an order that nobody pays for. Nobody is kept from a second part altogether either: the
    /// share leaves a customer its minimum order and one set of four.
    pub fn check(
        &self,
        unpaid: &UnpaidOrders,
        parts: &[(Part, Quantity)],
        total: Money,
    ) -> Result<(), UnpaidLimitReached> {
        if unpaid.orders == 0 {
            return Ok(());
        }
        if let Some(most) = self.orders
            && unpaid.orders >= most
        {
            return Err(UnpaidLimitReached::Orders { most });
        }
        if let Some(most) = self.value
            && unpaid.value.cents().saturating_add(total.cents()) > most.cents()
        {
            return Err(UnpaidLimitReached::Value { most });
        }
        let Some(share) = self.share else { return Ok(()) };
        for (part, quantity) in parts {
            let unpaid = unpaid.parts.get(&part.id).copied().unwrap_or_default();
            let minimum = part.details.minimum_order.quantity();
            let in_stock = part.available.pieces().saturating_add(unpaid.reserved);
            let most = share.of(in_stock).max(minimum.pieces()).max(ONE_SET);
            if unpaid.ordered.saturating_add(quantity.pieces()) > most {
                return Err(UnpaidLimitReached::Share { most });
            }
        }
        Ok(())
    }
}

fn orders(count: i64) -> String {
    if count == 1 { "1 order that is".to_owned() } else { format!("{count} orders that are") }
}

fn pieces(count: i64) -> String {
    if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue, money::Price};

    /// An order of another part.
    fn one() -> UnpaidOrders {
        UnpaidOrders { orders: 1, ..UnpaidOrders::NONE }
    }

    fn limits() -> UnpaidLimits {
        UnpaidLimits { orders: Some(3), value: Money::from_cents(100_000), share: Share::from_percent(25) }
    }

    /// A part of one dollar.
    fn part(minimum: i64, available: i64) -> Part {
        let mut part = catalogue::tests::part(minimum, available);
        part.details.price = Price::new(Money::from_cents(100).unwrap()).unwrap();
        part
    }

    fn check(unpaid: &UnpaidOrders, part: &Part, pieces: i64) -> Result<(), UnpaidLimitReached> {
        let quantity = Quantity::new(pieces).unwrap();
        let total = part.details.price.amount().times(quantity).unwrap();
        limits().check(unpaid, &[(part.clone(), quantity)], total)
    }

    #[test]
    fn no_more_unpaid_orders_than_the_limit() {
        let two = UnpaidOrders { orders: 2, ..UnpaidOrders::NONE };
        assert_eq!(check(&two, &part(1, 100), 1), Ok(()));
        let three = UnpaidOrders { orders: 3, ..UnpaidOrders::NONE };
        assert_eq!(check(&three, &part(1, 100), 1), Err(UnpaidLimitReached::Orders { most: 3 }));
    }

    #[test]
    fn unpaid_orders_come_to_no_more_than_the_limit() {
        let most = Money::from_cents(100_000).unwrap();
        let unpaid = UnpaidOrders { orders: 1, value: Money::from_cents(99_000).unwrap(), ..UnpaidOrders::NONE };
        assert_eq!(check(&unpaid, &part(1, 100_000), 10), Ok(()));
        assert_eq!(check(&unpaid, &part(1, 100_000), 11), Err(UnpaidLimitReached::Value { most }));
    }

    #[test]
    fn a_first_order_may_take_all_there_is() {
        let dear = part(2_000, 100_000);
        assert_eq!(check(&UnpaidOrders::NONE, &dear, 100_000), Ok(()));
        assert!(matches!(check(&one(), &dear, 2_000), Err(UnpaidLimitReached::Value { .. })));
        assert_eq!(check(&UnpaidOrders::NONE, &part(1, 400), 400), Ok(()));
        assert_eq!(check(&one(), &part(1, 400), 400), Err(UnpaidLimitReached::Share { most: 100 }));
    }

    #[test]
    fn further_unpaid_orders_take_no_more_than_their_share_of_a_part() {
        assert_eq!(check(&one(), &part(1, 400), 100), Ok(()));
        assert_eq!(check(&one(), &part(1, 400), 101), Err(UnpaidLimitReached::Share { most: 100 }));
        // Of 400 pieces 60 are set aside, and 20 more were and went back.
        let parts = [(part(1, 340).id, UnpaidPieces { ordered: 80, reserved: 60 })].into();
        let unpaid = UnpaidOrders { orders: 2, parts, ..UnpaidOrders::NONE };
        assert_eq!(check(&unpaid, &part(1, 340), 20), Ok(()));
        assert_eq!(check(&unpaid, &part(1, 340), 21), Err(UnpaidLimitReached::Share { most: 100 }));
    }

    #[test]
    fn the_share_leaves_every_customer_the_minimum_and_a_set_of_four() {
        assert_eq!(check(&one(), &part(1, 4), 4), Ok(()), "the last four");
        assert_eq!(check(&one(), &part(1, 6), 5), Err(UnpaidLimitReached::Share { most: 4 }));
        assert_eq!(check(&one(), &part(10, 12), 10), Ok(()));
        assert_eq!(check(&one(), &part(10, 12), 11), Err(UnpaidLimitReached::Share { most: 10 }));
        assert_eq!(check(&one(), &part(1, 1), 1), Ok(()));
    }

    #[test]
    fn a_share_is_rounded_up() {
        let quarter = Share::from_percent(25).unwrap();
        assert_eq!([0, 1, 4, 5, 1_000_000_000].map(|pieces| quarter.of(pieces)), [0, 1, 1, 2, 250_000_000]);
        assert_eq!((Share::from_percent(0), Share::from_percent(101)), (None, None));
    }

    #[test]
    fn what_is_off_limits_nothing() {
        let much = UnpaidOrders { orders: 1_000, value: Money::from_cents(i64::MAX).unwrap(), ..UnpaidOrders::NONE };
        let parts = [(part(1, 1_000_000), Quantity::new(1_000_000).unwrap())];
        assert!(UnpaidLimits::OFF.is_off() && !limits().is_off());
        assert_eq!(UnpaidLimits::OFF.check(&much, &parts, Money::ZERO), Ok(()));
    }

    #[test]
    fn a_refusal_says_what_to_do() {
        for (refusal, words) in [
            (UnpaidLimitReached::Orders { most: 5 }, "You have 5 orders that are not paid yet."),
            (UnpaidLimitReached::Orders { most: 1 }, "You have 1 order that is not paid yet."),
            (UnpaidLimitReached::Value { most: Money::from_cents(1_000_000).unwrap() }, "may come to $10,000 in all."),
            (UnpaidLimitReached::Share { most: 4 }, "you may have 4 pieces of this part on order."),
        ] {
            let text = refusal.to_string();
            assert!(text.contains(words) && text.contains("lease") && text.contains("first"), "{text}");
        }
    }
}
