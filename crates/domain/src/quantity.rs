//! Quantities of pieces: ordered, in stock, minimum order, and packs.

use crate::validation::ValidationError;

/// Checks that a number of pieces is within a range.
fn within(pieces: i64, min: i64, max: i64) -> Result<i64, ValidationError> {
    if (min..=max).contains(&pieces) { Ok(pieces) } else { Err(ValidationError::outside(min, max)) }
}

/// A number of pieces in an order, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(i64);

impl Quantity {
    /// The minimum.
    pub const MIN: i64 = 1;
    /// The maximum of an order.
    pub const MAX: i64 = 1_000_000_000;

    /// Creates the quantity; an error if it is zero, negative or too large.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        within(pieces, Self::MIN, Self::MAX).map(Self)
    }

    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.0
    }

    /// The sum, saturating at [`Self::MAX`].
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(Self::MAX))
    }
}

/// The minimum order of a part, in pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MinimumOrder(Quantity);

impl MinimumOrder {
    /// The smallest minimum.
    pub const MIN: i64 = Quantity::MIN;
    /// The largest minimum.
    pub const MAX: i64 = 1_000_000;

    /// Creates the minimum; an error if it is zero, negative or too large.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        within(pieces, Self::MIN, Self::MAX).map(Quantity).map(Self)
    }

    /// The minimum as an order quantity.
    #[must_use]
    pub const fn quantity(self) -> Quantity {
        self.0
    }
}

/// The pack size of a part: orders must be whole packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pack(Quantity);

impl Pack {
    /// The smallest pack: a single piece.
    pub const MIN: i64 = Quantity::MIN;
    /// The largest pack.
    pub const MAX: i64 = 10_000;
    /// Pieces sold individually.
    pub const SINGLE: Self = Self(Quantity(1));

    /// Creates the pack size; an error if it is zero, negative or too large.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        within(pieces, Self::MIN, Self::MAX).map(Quantity).map(Self)
    }

    /// The pieces of one pack.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.0.pieces()
    }

    /// Whether a quantity is a whole number of packs.
    #[must_use]
    pub const fn divides(self, quantity: Quantity) -> bool {
        quantity.pieces() % self.pieces() == 0
    }
}

impl Default for Pack {
    fn default() -> Self {
        Self::SINGLE
    }
}

/// Pieces available for sale; may be zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stock(i64);

impl Stock {
    /// Zero.
    pub const NONE: Self = Self(0);
    /// The minimum.
    pub const MIN: i64 = 0;
    /// The maximum of a part: as many as one order may have.
    pub const MAX: i64 = Quantity::MAX;

    /// Creates the stock; an error if it is negative or too large.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        within(pieces, Self::MIN, Self::MAX).map(Self)
    }

    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stay_within_the_bounds() {
        let [one, most] = [1, Quantity::MAX].map(|pieces| Quantity::new(pieces).unwrap());
        assert_eq!(one.plus(one).pieces(), 2);
        assert_eq!(most.plus(one), most);
    }

    #[test]
    fn bounds_hold() {
        assert!(Quantity::new(0).is_err() && Quantity::new(-1).is_err() && Quantity::new(i64::MAX).is_err());
        assert!(MinimumOrder::new(0).is_err() && MinimumOrder::new(1_000_001).is_err());
        assert!(Stock::new(-1).is_err() && Stock::new(0).is_ok());
        assert_eq!(MinimumOrder::new(10).map(|least| least.quantity().pieces()), Ok(10));
    }
}
