//! Pieces: how many of a part are ordered, in stock, or the least that may be ordered.

use crate::validation::ValidationError;

/// The most pieces that an order can have.
const MAX_QUANTITY: i64 = 1_000_000_000;

/// A number of pieces in an order: 1 to 1,000,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(i64);

impl Quantity {
    /// Refuses zero, negative and absurd numbers.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        if (1..=MAX_QUANTITY).contains(&pieces) {
            Ok(Self(pieces))
        } else {
            Err(ValidationError::OutOfRange { min: "1", max: "1000000000" })
        }
    }

    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.0
    }

    /// The sum; the largest quantity there is when it is more than that.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(MAX_QUANTITY))
    }
}

/// The least that may be ordered of a part: 1 to 1,000,000 pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MinimumOrder(Quantity);

impl MinimumOrder {
    /// Refuses zero, negative and absurd numbers.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        let refused = ValidationError::OutOfRange { min: "1", max: "1000000" };
        if pieces > 1_000_000 {
            return Err(refused);
        }
        Quantity::new(pieces).map(Self).map_err(|_| refused)
    }

    /// The minimum as an order quantity.
    #[must_use]
    pub const fn quantity(self) -> Quantity {
        self.0
    }
}

/// Pieces that can be sold now: 0 to 1,000,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stock(i64);

impl Stock {
    /// Refuses negative and absurd numbers.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        if (0..=1_000_000_000).contains(&pieces) {
            Ok(Self(pieces))
        } else {
            Err(ValidationError::OutOfRange { min: "0", max: "1000000000" })
        }
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
        let [one, most] = [1, MAX_QUANTITY].map(|pieces| Quantity::new(pieces).unwrap());
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
