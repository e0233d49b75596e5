//! Shopping carts. A cart holds no prices and reserves nothing; prices and availability come from a fresh quote each
//! time.

use crate::{id::PartId, orders::MAX_LINES, quantity::Quantity, validation::ValidationError, vehicles::Vehicle};
use std::time::Duration;

/// How long an unchanged cart is stored.
pub const CART_LASTS: Duration = Duration::from_hours(180 * 24);

/// One line: a part, which may no longer exist, and a quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartLine {
    /// The part.
    pub part: PartId,
    /// Number of pieces, not checked against the part's minimum or stock.
    pub quantity: Quantity,
    /// The vehicle it is for, which need not exist. A part may appear once per vehicle.
    pub vehicle: Option<Vehicle>,
}

/// Lines in the order in which the member added them; at most as many as an order may have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CartLines(Vec<CartLine>);

impl CartLines {
    /// Creates the lines; an error if there are more than [`MAX_LINES`].
    pub fn new(lines: Vec<CartLine>) -> Result<Self, ValidationError> {
        if lines.len() > MAX_LINES { Err(ValidationError::TooMany { max: MAX_LINES }) } else { Ok(Self(lines)) }
    }

    /// The lines, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[CartLine] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cart_has_up_to_a_hundred_lines() {
        let line = CartLine { part: uuid::Uuid::nil().into(), quantity: Quantity::new(1).unwrap(), vehicle: None };
        assert!(CartLines::new(vec![line.clone(); 101]).is_err());
        assert_eq!(CartLines::new(vec![line; 100]).unwrap().as_slice().len(), 100);
        assert_eq!(CartLines::new(Vec::new()), Ok(CartLines::default()));
    }
}
