//! Order charges other than the lines.

use crate::{money::Money, text::ShippingName};

/// Order charges other than the lines. The default, zero, applies in a shop without rates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Charges {
    /// The shipping method, if the customer chose one.
    pub method: Option<ShippingName>,
    /// Shipping cost.
    pub shipping: Money,
    /// Tax on shipping.
    pub shipping_tax: Money,
}

impl Charges {
    /// The total charges; `None` on overflow.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        self.shipping.checked_plus(self.shipping_tax)
    }
}
