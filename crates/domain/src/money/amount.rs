//! An amount of money, without what may be refused.

use std::fmt;

/// An amount of money in cents, never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money(pub(super) i64);

/// The payment provider's limits on a single card charge, in cents.
pub(super) const PAYABLE_CENTS: std::ops::RangeInclusive<i64> = 50..=99_999_999;

impl Money {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// The largest amount.
    pub const MAX: Self = Self(i64::MAX);

    /// An amount in cents; `None` if negative.
    #[must_use]
    pub const fn from_cents(cents: i64) -> Option<Self> {
        if cents < 0 { None } else { Some(Self(cents)) }
    }

    /// The amount in cents.
    #[must_use]
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// Subtracts an amount, saturating at zero.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        if self.0 > other.0 { Self(self.0 - other.0) } else { Self::ZERO }
    }

    /// The sum, saturating at [`Self::MAX`].
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The sum; `None` on overflow.
    #[must_use]
    pub fn checked_plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The share of this amount that belongs to a part of a whole, rounded down.
    #[must_use]
    pub fn share(self, part: Self, whole: Self) -> Self {
        let share = i128::from(self.0) * i128::from(part.0.min(whole.0)) / i128::from(whole.0.max(1));
        i64::try_from(share).map_or(self, Self)
    }

    /// For display, with thousands separators, and decimals only if there are cents: `$38`, `$1,234.50`.
    #[must_use]
    pub fn shown(self) -> String {
        let whole = (self.0 / 100).to_string();
        let mut text = String::from("$");
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        match self.0 % 100 {
            0 => text,
            cents => format!("{text}.{cents:02}"),
        }
    }

    /// Whether a card can be charged this amount at once.
    #[must_use]
    pub fn is_payable(self) -> bool {
        PAYABLE_CENTS.contains(&self.0)
    }
}

/// Dollars with two decimals, for machines: `1234.50`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}
