//! Money: whole cents of one currency. No floating point.

pub(crate) mod amount;

pub use self::amount::Money;
use self::amount::PAYABLE_CENTS;
use crate::{quantity::Quantity, validation::ValidationError};

const PRICE_RANGE: ValidationError = ValidationError::outside_dollars(Price::MIN, Price::MAX);

impl Money {
    /// Parses dollars in plain decimal notation: digits, at most one decimal point, at most two decimals that are not
    /// zero. Exponents, signs and grouping are refused.
    pub fn parse_dollars(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ValidationError::Missing);
        }
        let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, decimals) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(decimals) {
            return Err(ValidationError::NotANumber);
        }
        if negative {
            return Err(PRICE_RANGE);
        }
        let decimals = decimals.trim_end_matches('0');
        if decimals.len() > 2 {
            return Err(ValidationError::TooManyDecimals);
        }
        let cents = format!("{whole}{decimals:0<2}");
        cents.parse().map(Self).map_err(|_| PRICE_RANGE)
    }

    /// The price of `quantity` pieces; `None` on overflow.
    #[must_use]
    pub fn times(self, quantity: Quantity) -> Option<Self> {
        self.0.checked_mul(quantity.pieces()).map(Self)
    }
}

/// Defines types of amounts with a minimum and a maximum.
macro_rules! bounded {
    ($($(#[doc = $about:literal])+ $name:ident, $least:literal $min:expr, $most:literal $max:expr;)+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(Money);

        impl $name {
            #[doc = $least]
            pub const MIN: Money = $min;
            #[doc = $most]
            pub const MAX: Money = $max;

            /// Creates the amount; an error outside the range.
            pub fn new(amount: Money) -> Result<Self, ValidationError> {
                let refused = ValidationError::outside_dollars(Self::MIN, Self::MAX);
                if (Self::MIN..=Self::MAX).contains(&amount) { Ok(Self(amount)) } else { Err(refused) }
            }

            /// The amount.
            #[must_use]
            pub const fn amount(self) -> Money {
                self.0
            }
        }
    )+};
}

bounded! {
    /// The price of one piece.
    Price, "One cent." Money(1), "999,999.99 dollars." Money(99_999_999);
    /// An amount charged on top of a price, such as a core or shipping; may be zero.
    Charge, "Zero." Money::ZERO, "99,999.99 dollars." Money(9_999_999);
    /// The total that the customer was shown, according to the client. Compared, never charged.
    ShownTotal, "Zero." Money::ZERO, "999,999,999.99 dollars: far above any card charge." Money(99_999_999_999);
    /// An amount refunded by an admin: from one cent up to the maximum of a single card charge.
    RefundAmount, "One cent." Money(1), "999,999.99 dollars." Money(*PAYABLE_CENTS.end());
}

impl Charge {
    /// Zero.
    pub const NONE: Self = Self(Money::ZERO);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_read_exactly() {
        for (text, cents) in [
            ("38", 3800),
            ("38.5", 3850),
            ("38.50", 3850),
            ("0.01", 1),
            (" 7 ", 700),
            ("1000.0", 100_000),
            ("0.10000", 10),
        ] {
            assert_eq!(Money::parse_dollars(text).map(Money::cents), Ok(cents), "{text}");
        }
    }

    #[test]
    fn other_notations_are_refused() {
        for (text, why) in [
            ("", ValidationError::Missing),
            ("1e3", ValidationError::NotANumber),
            ("+1", ValidationError::NotANumber),
            ("1,5", ValidationError::NotANumber),
            (".5", ValidationError::NotANumber),
            ("5.", ValidationError::NotANumber),
            ("NaN", ValidationError::NotANumber),
            ("٣", ValidationError::NotANumber),
            ("0.001", ValidationError::TooManyDecimals),
            ("-1", PRICE_RANGE),
            ("99999999999999999999", PRICE_RANGE),
        ] {
            assert_eq!(Money::parse_dollars(text), Err(why), "{text}");
        }
    }

    #[test]
    fn an_overflowing_total_is_none() {
        let large = Money(i64::MAX / 2);
        assert_eq!(large.times(Quantity::new(3).unwrap()), None);
        assert_eq!(Money(3850).times(Quantity::new(4).unwrap()), Some(Money(15_400)));
    }

    #[test]
    fn the_machine_format_has_two_decimals() {
        assert_eq!(Money(5).to_string(), "0.05");
        assert_eq!(Money(123_450).to_string(), "1234.50");
    }

    #[test]
    fn displayed_amounts_have_thousands_separators() {
        for (cents, text) in [
            (5, "$0.05"),
            (3800, "$38"),
            (99_950, "$999.50"),
            (100_000, "$1,000"),
            (99_999_999, "$999,999.99"),
            (123_456_789_000, "$1,234,567,890"),
        ] {
            assert_eq!(Money(cents).shown(), text);
        }
    }

    #[test]
    fn a_card_charge_has_a_minimum_and_a_maximum() {
        assert!(!Money(49).is_payable() && Money(50).is_payable());
        assert!(Money(99_999_999).is_payable() && !Money(100_000_000).is_payable());
    }

    #[test]
    fn a_price_has_a_minimum_and_a_maximum() {
        assert!(Price::new(Money::ZERO).is_err() && Price::new(Money(100_000_000)).is_err());
        assert!(Price::new(Money(1)).is_ok());
    }

    #[test]
    fn a_shown_total_may_be_zero_or_exceed_the_card_limit() {
        assert!(ShownTotal::new(Money::ZERO).is_ok() && ShownTotal::new(ShownTotal::MAX).is_ok());
        let why = ShownTotal::new(Money(ShownTotal::MAX.cents() + 1)).unwrap_err();
        assert_eq!(why.to_string(), "must be from 0.00 to 999999999.99");
    }
}
