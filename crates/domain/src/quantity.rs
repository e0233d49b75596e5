//! Pieces: how many of a part are ordered, in stock, or the least that may be ordered.

use crate::validation::ValidationError;

/// A number of pieces that is in its range.
fn within(pieces: i64, min: i64, max: i64) -> Result<i64, ValidationError> {
    if (min..=max).contains(&pieces) { Ok(pieces) } else { Err(ValidationError::outside(min, max)) }
}

/// A number of pieces in an order, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(i64);

impl Quantity {
    /// The fewest pieces.
    pub const MIN: i64 = 1;
    /// The most pieces that an order can have.
    pub const MAX: i64 = 1_000_000_000;

    /// Refuses zero, negative and absurd numbers.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        within(pieces, Self::MIN, Self::MAX).map(Self)
    }

    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.0
    }

    /// The sum; the largest quantity there is when it is more than that.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(Self::MAX))
    }
}

/// The least that may be ordered of a part, in pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MinimumOrder(Quantity);

impl MinimumOrder {
    /// The smallest minimum.
    pub const MIN: i64 = Quantity::MIN;
    /// The largest minimum.
    pub const MAX: i64 = 1_000_000;

    /// Refuses zero, negative and absurd numbers.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        within(pieces, Self::MIN, Self::MAX).map(Quantity).map(Self)
    }

    /// The minimum as an order quantity.
    #[must_use]
    pub const fn quantity(self) -> Quantity {
        self.0
    }
}

/// How many pieces of a part are sold together: an order takes whole packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pack(Quantity);

impl Pack {
    /// The smallest pack: a single piece.
    pub const MIN: i64 = Quantity::MIN;
    /// The largest pack.
    pub const MAX: i64 = 10_000;
    /// Pieces are sold one by one.
    pub const SINGLE: Self = Self(Quantity(1));

    /// Refuses zero, negative and absurd numbers.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        within(pieces, Self::MIN, Self::MAX).map(Quantity).map(Self)
    }

    /// The pieces of one pack.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.0.pieces()
    }

    /// Whether so many pieces are whole packs.
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

/// Pieces that can be sold now, perhaps none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stock(i64);

impl Stock {
    /// None.
    pub const NONE: Self = Self(0);
    /// Nothing left.
    pub const MIN: i64 = 0;
    /// The most pieces of a part: what one order may take.
    pub const MAX: i64 = Quantity::MAX;

    /// Refuses negative and absurd numbers.
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
