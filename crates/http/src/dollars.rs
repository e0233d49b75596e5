//! Money on the wire: a JSON number of dollars with at most two decimals.

use autoparts_domain::money::Money;
use serde::{Serialize, Serializer};

/// An amount as a JSON number of dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dollars(pub(crate) Money);

impl Serialize for Dollars {
    /// Converts via the decimal text to avoid floating-point arithmetic, and writes the shortest number for that text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cents = self.0.cents();
        if cents % 100 == 0 {
            return serializer.serialize_i64(cents / 100);
        }
        let number: f64 = self.0.to_string().parse().map_err(serde::ser::Error::custom)?;
        serializer.serialize_f64(number)
    }
}

/// Returns the amount; `None` if it is zero.
pub(crate) fn unless_nothing(amount: Money) -> Option<Dollars> {
    (amount > Money::ZERO).then_some(Dollars(amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_written_as_people_write_them() {
        for (cents, text) in [
            (3800, "38"),
            (3850, "38.5"),
            (3899, "38.99"),
            (1, "0.01"),
            (169_899, "1698.99"),
            (99_999_999, "999999.99"),
        ] {
            assert_eq!(serde_json::to_string(&Dollars(Money::from_cents(cents).unwrap())).unwrap(), text);
        }
    }
}
