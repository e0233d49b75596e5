//! Parts: what the shop sells.
//!
//! A [`Part`] is what an order needs to know. Everything else that the shop says about it is its
//! [`listing::Listing`].

pub mod category;
pub mod change;
pub mod listing;
pub mod part_number;
pub mod search;
pub mod stock;

use crate::{
    id::PartId,
    money::{Charge, Price},
    orders::Line,
    quantity::{MinimumOrder, Pack, Quantity, Stock},
    text::{ImageSource, PartDescription, PartTitle},
    validation::ValidationError,
};

/// What an admin says about a part when adding it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartDetails {
    /// What it is called.
    pub title: PartTitle,
    /// What it is.
    pub description: PartDescription,
    /// What it looks like.
    pub image: ImageSource,
    /// The least that may be ordered.
    pub minimum_order: MinimumOrder,
    /// The price of one piece.
    pub price: Price,
    /// How many pieces are sold together.
    pub pack: Pack,
    /// What is paid for one piece beside its price, and paid back for the old part; perhaps nothing.
    pub core: Charge,
}

impl PartDetails {
    /// Refuses a minimum that is not whole packs: nobody could order it.
    pub fn check(&self) -> Result<(), ValidationError> {
        let pack = self.pack;
        if pack.divides(self.minimum_order.quantity()) {
            Ok(())
        } else {
            Err(ValidationError::NotWholePacks { pack: pack.pieces() })
        }
    }
}

/// A part as it stands in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its id.
    pub id: PartId,
    /// What is known about it.
    pub details: PartDetails,
    /// Pieces that can be sold now: what was supplied, less what orders hold.
    pub available: Stock,
}

/// Why a quantity cannot be ordered; the specification's toasts are made from these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuantityRefused {
    /// Fewer than the part's minimum.
    #[error("Minimum order {minimum} pieces")]
    BelowMinimum {
        /// The part's minimum, in pieces.
        minimum: i64,
    },
    /// Not whole packs.
    #[error("Sold in packs: order a multiple of {pack} pieces")]
    NotWholePacks {
        /// The pieces of one pack.
        pack: i64,
    },
    /// More than can be sold now.
    #[error("Your ordered quantity is out of our range. we have only {available} pcs.")]
    OutOfStock {
        /// Pieces that can be sold now.
        available: i64,
    },
}

impl Part {
    /// Whether there are enough pieces for one order.
    #[must_use]
    pub fn can_be_ordered(&self) -> bool {
        self.available.pieces() >= self.details.minimum_order.quantity().pieces()
    }

    /// Whether this many pieces can be ordered at once (specification, section 5). Whether the stock
    /// suffices is decided by the store when the pieces are taken; this answer is for the words of the
    /// refusal.
    pub fn check_quantity(&self, quantity: Quantity) -> Result<(), QuantityRefused> {
        let minimum = self.details.minimum_order.quantity();
        if quantity < minimum {
            return Err(QuantityRefused::BelowMinimum { minimum: minimum.pieces() });
        }
        if !self.details.pack.divides(quantity) {
            return Err(QuantityRefused::NotWholePacks { pack: self.details.pack.pieces() });
        }
        if quantity.pieces() > self.available.pieces() {
            return Err(QuantityRefused::OutOfStock { available: self.available.pieces() });
        }
        Ok(())
    }

    /// A line of an order for so many pieces, at today's title and price.
    #[must_use]
    pub fn line(&self, quantity: Quantity) -> Line {
        let PartDetails { title, price, core, .. } = &self.details;
        Line { core: core.amount(), ..Line::new(self.id, title.clone(), price.amount(), quantity) }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::money::Money;

    /// The part of this crate's tests, of 38 dollars.
    pub(crate) fn part(minimum: i64, available: i64) -> Part {
        Part {
            id: PartId::from(uuid::Uuid::nil()),
            details: PartDetails {
                title: "Alternator".parse().unwrap(),
                description: "Charges.".parse().unwrap(),
                image: "/catalogue/alternator.svg".parse().unwrap(),
                minimum_order: MinimumOrder::new(minimum).unwrap(),
                price: Price::new(Money::from_cents(3800).unwrap()).unwrap(),
                pack: Pack::SINGLE,
                core: Charge::NONE,
            },
            available: Stock::new(available).unwrap(),
        }
    }

    fn pieces(pieces: i64) -> Quantity {
        Quantity::new(pieces).unwrap()
    }

    #[test]
    fn the_bounds_are_the_minimum_and_the_stock() {
        let part = part(10, 100);
        assert_eq!(part.check_quantity(pieces(9)), Err(QuantityRefused::BelowMinimum { minimum: 10 }));
        assert!(part.check_quantity(pieces(10)).is_ok() && part.check_quantity(pieces(100)).is_ok());
        assert_eq!(part.check_quantity(pieces(101)), Err(QuantityRefused::OutOfStock { available: 100 }));
        assert!(part.can_be_ordered());
    }

    #[test]
    fn orders_take_whole_packs() {
        let mut part = part(4, 10);
        part.details.pack = Pack::new(4).unwrap();
        assert_eq!(part.check_quantity(pieces(6)), Err(QuantityRefused::NotWholePacks { pack: 4 }));
        assert!(part.check_quantity(pieces(8)).is_ok() && part.details.check().is_ok());
        part.details.pack = Pack::new(3).unwrap();
        assert_eq!(part.details.check(), Err(ValidationError::NotWholePacks { pack: 3 }));
    }

    #[test]
    fn a_minimum_above_the_stock_cannot_be_ordered() {
        assert_eq!(part(10, 3).check_quantity(pieces(10)), Err(QuantityRefused::OutOfStock { available: 3 }));
        assert!(!part(10, 9).can_be_ordered() && part(10, 10).can_be_ordered());
    }

    #[test]
    fn refusals_speak_the_specifications_words() {
        assert_eq!(QuantityRefused::BelowMinimum { minimum: 10 }.to_string(), "Minimum order 10 pieces");
        assert_eq!(
            QuantityRefused::OutOfStock { available: 3 }.to_string(),
            "Your ordered quantity is out of our range. we have only 3 pcs."
        );
    }
}
