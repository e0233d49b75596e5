//! What a member has put into their cart. A cart holds no prices and reserves nothing: a quote tells both, each time.

use crate::{id::PartId, orders::MAX_LINES, quantity::Quantity, validation::ValidationError, vehicles::Vehicle};
use std::time::Duration;

/// How long a cart is kept that nobody changes.
pub const CART_LASTS: Duration = Duration::from_hours(180 * 24);

/// One line: a part, which need not exist any more, and how many pieces of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartLine {
    /// The part.
    pub part: PartId,
    /// How many pieces, whatever the part's minimum and stock are.
    pub quantity: Quantity,
    /// For which vehicle, which need not exist; a part may be there for several.
    pub vehicle: Option<Vehicle>,
}

/// Up to as many lines as an order may have, in the order in which the member put them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CartLines(Vec<CartLine>);

impl CartLines {
    /// Refuses more than [`MAX_LINES`].
    pub fn new(lines: Vec<CartLine>) -> Result<Self, ValidationError> {
        if lines.len() > MAX_LINES { Err(ValidationError::TooMany { max: MAX_LINES }) } else { Ok(Self(lines)) }
    }

    /// The lines, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[CartLine] {
        &self.0
    }
}

/// A member's cart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cart {
    /// How often it was saved; 0 when it never was, or was forgotten since.
    pub revision: i64,
    /// What is in it.
    pub lines: CartLines,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cart_has_up_to_a_hundred_lines() {
        let line = CartLine { part: uuid::Uuid::nil().into(), quantity: Quantity::new(1).unwrap(), vehicle: None };
        assert!(CartLines::new(vec![line; 101]).is_err());
        assert_eq!(CartLines::new(vec![line; 100]).unwrap().as_slice().len(), 100);
        assert_eq!(CartLines::new(Vec::new()), Ok(CartLines::default()));
    }
}
