//! Parts: what the shop sells.
//!
//! A [`Part`] has what an order needs. All other details are in its [`listing::Listing`].

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

/// The details of a part that an order needs, as entered by an admin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartDetails {
    /// Title.
    pub title: PartTitle,
    /// Description.
    pub description: PartDescription,
    /// Main picture.
    pub image: ImageSource,
    /// Minimum order quantity.
    pub minimum_order: MinimumOrder,
    /// The price of one piece.
    pub price: Price,
    /// Pack size.
    pub pack: Pack,
    /// Core charge per piece, on top of the price and refunded for the old part; may be zero.
    pub core: Charge,
}

impl PartDetails {
    /// Details with the required fields only: sold in single pieces, without a core charge.
    #[must_use]
    pub fn new(
        title: PartTitle,
        description: PartDescription,
        image: ImageSource,
        minimum_order: MinimumOrder,
        price: Price,
    ) -> Self {
        Self { title, description, image, minimum_order, price, pack: Pack::SINGLE, core: Charge::NONE }
    }

    /// Refuses a minimum that is not a whole number of packs: such a part could not be ordered.
    pub fn check(&self) -> Result<(), ValidationError> {
        let pack = self.pack;
        if pack.divides(self.minimum_order.quantity()) {
            Ok(())
        } else {
            Err(ValidationError::NotWholePacks { pack: pack.pieces() })
        }
    }
}

/// A part in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its id.
    pub id: PartId,
    /// The part's details.
    pub details: PartDetails,
    /// Pieces available for sale: supplied minus those that orders hold.
    pub available: Stock,
}

/// Why a quantity cannot be ordered. The texts are the specification's toasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuantityRefused {
    /// Fewer than the part's minimum.
    #[error("Minimum order {minimum} pieces")]
    BelowMinimum {
        /// The part's minimum, in pieces.
        minimum: i64,
    },
    /// Not a whole number of packs.
    #[error("Sold in packs: order a multiple of {pack} pieces")]
    NotWholePacks {
        /// The pieces of one pack.
        pack: i64,
    },
    /// More than is available.
    #[error("Your ordered quantity is out of our range. we have only {available} pcs.")]
    OutOfStock {
        /// Pieces available.
        available: i64,
    },
}

impl Part {
    /// Whether there are enough pieces for a minimum order.
    #[must_use]
    pub fn can_be_ordered(&self) -> bool {
        self.available.pieces() >= self.details.minimum_order.quantity().pieces()
    }

    /// Whether this quantity can be ordered (specification, section 5). Its check of the stock only words the refusal:
    /// the store decides when it takes the pieces.
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

    /// An order line for this quantity, at the current title and price.
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

    /// A part for this crate's tests, priced at 38 dollars.
    pub(crate) fn part(minimum: i64, available: i64) -> Part {
        Part {
            id: PartId::from(uuid::Uuid::nil()),
            details: PartDetails::new(
                "Alternator".parse().unwrap(),
                "Charges.".parse().unwrap(),
                "/catalogue/alternator.svg".parse().unwrap(),
                MinimumOrder::new(minimum).unwrap(),
                Price::new(Money::from_cents(3800).unwrap()).unwrap(),
            ),
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
    fn refusals_use_the_texts_of_the_specification() {
        assert_eq!(QuantityRefused::BelowMinimum { minimum: 10 }.to_string(), "Minimum order 10 pieces");
        assert_eq!(
            QuantityRefused::OutOfStock { available: 3 }.to_string(),
            "Your ordered quantity is out of our range. we have only 3 pcs."
        );
    }
}
