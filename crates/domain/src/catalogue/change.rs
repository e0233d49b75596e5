//! Bulk changes to parts, and the price arithmetic. Whole cents throughout: no fractions are carried over.

use super::listing::Condition;
use crate::{
    money::{Money, Price},
    quantity::MinimumOrder,
    slug::{BrandId, CategoryId},
    validation::ValidationError,
};

/// A bulk change applied to each of the selected parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BulkChange {
    /// Raises or lowers the price by a percentage.
    PriceBy {
        /// By how much.
        step: BasisPoints,
        /// How the result is rounded.
        rounding: Rounding,
    },
    /// Sets the price.
    PriceTo(Price),
    /// Sets or removes the brand.
    Brand(Option<BrandId>),
    /// Sets or removes the category.
    Category(Option<CategoryId>),
    /// Sets the minimum order.
    MinimumOrder(MinimumOrder),
    /// Sets the condition.
    Condition(Condition),
    /// Hides the part from the catalog.
    Hide,
    /// Returns the part to the catalog.
    Show,
}

/// A relative change in hundredths of a percent: 450 is +4.5 percent, -1,000 is -10 percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BasisPoints(i64);

impl BasisPoints {
    /// -99 percent: nothing is given away.
    pub const MIN: i64 = -9_900;
    /// Eleven times as much; anything above is a typo.
    pub const MAX: i64 = 100_000;

    /// Creates the value; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(points: i64) -> Result<Self, ValidationError> {
        let fits = (Self::MIN..=Self::MAX).contains(&points);
        fits.then_some(Self(points)).ok_or(ValidationError::outside(Self::MIN, Self::MAX))
    }

    /// Hundredths of a percent.
    #[must_use]
    pub const fn points(self) -> i64 {
        self.0
    }

    /// Applies the change to a price, then rounds. Half a cent rounds up. `None` if the result is outside the allowed
    /// prices.
    #[must_use]
    pub fn applied(self, price: Price, rounding: Rounding) -> Option<Price> {
        const WHOLE: i64 = 10_000;
        let exact = price.amount().cents().checked_mul(WHOLE.checked_add(self.0)?)?;
        let cents = exact.checked_add(WHOLE / 2)? / WHOLE;
        Price::new(Money::from_cents(rounding.applied(cents)?)?).ok()
    }
}

/// How a computed price is rounded. Ties round up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    /// To the cent.
    #[default]
    Cent,
    /// To the nearest half dollar, at least half a dollar.
    HalfDollar,
    /// To the nearest price that ends in .99.
    NinetyNine,
}

impl Rounding {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Cent, Self::HalfDollar, Self::NinetyNine];

    /// Its name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cent => "cent",
            Self::HalfDollar => "half_dollar",
            Self::NinetyNine => "ninety_nine",
        }
    }

    fn applied(self, cents: i64) -> Option<i64> {
        Some(match self {
            Self::Cent => cents,
            Self::HalfDollar => (cents.checked_add(25)? / 50 * 50).max(50),
            Self::NinetyNine => (cents.checked_add(51)? / 100 * 100 - 1).max(99),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(cents: i64) -> Price {
        Price::new(Money::from_cents(cents).unwrap()).unwrap()
    }

    fn changed(cents: i64, points: i64, rounding: Rounding) -> Option<i64> {
        let points = BasisPoints::new(points).unwrap();
        points.applied(price(cents), rounding).map(|price| price.amount().cents())
    }

    #[test]
    fn a_price_changes_by_per_cent_to_the_cent() {
        for (cents, points, becomes) in [
            (2_860, 400, 2_974),
            (1_420, 400, 1_477),
            (48, 400, 50),
            (1_000, -1_000, 900),
            (999, 0, 999),
            (1, 100, 1),
            // Half a cent rounds up in either direction.
            (50, 100, 51),
            (50, -100, 50),
            (100, 100_000, 1_100),
        ] {
            assert_eq!(changed(cents, points, Rounding::Cent), Some(becomes), "{cents} by {points}");
        }
    }

    #[test]
    fn invalid_new_prices_are_none() {
        assert_eq!(changed(99_999_999, 1, Rounding::Cent), None);
        assert_eq!(changed(99_999_999, BasisPoints::MAX, Rounding::Cent), None);
        assert_eq!(changed(1, -9_900, Rounding::Cent), None, "nothing is given away");
        assert_eq!(changed(99_999_999, 0, Rounding::Cent), Some(99_999_999));
        assert_eq!(changed(99_999_999, 0, Rounding::HalfDollar), None);
        assert_eq!(changed(99_999_999, 0, Rounding::NinetyNine), Some(99_999_999));
    }

    #[test]
    fn prices_are_rounded_to_common_price_endings() {
        for (cents, half, ninety_nine) in [
            (1, 50, 99),
            (124, 100, 99),
            (125, 150, 99),
            (148, 150, 99),
            (149, 150, 199),
            (2_974, 2_950, 2_999),
            (2_975, 3_000, 2_999),
            (3_048, 3_050, 2_999),
            (3_049, 3_050, 3_099),
        ] {
            assert_eq!(changed(cents, 0, Rounding::HalfDollar), Some(half), "{cents}");
            assert_eq!(changed(cents, 0, Rounding::NinetyNine), Some(ninety_nine), "{cents}");
        }
    }

    #[test]
    fn points_have_a_range() {
        assert_eq!(BasisPoints::new(-9_901), Err(ValidationError::outside(-9_900, 100_000)));
        assert!(BasisPoints::new(100_001).is_err());
        assert_eq!(BasisPoints::new(-9_900).map(BasisPoints::points), Ok(-9_900));
    }
}
