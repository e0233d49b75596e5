//! What is charged for an order beside its lines.

use crate::{money::Money, text::ShippingName};

/// What is charged beside the lines; nothing, as the default says, in a shop without rates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Charges {
    /// How the goods are sent, if the customer chose a way.
    pub method: Option<ShippingName>,
    /// What that costs.
    pub shipping: Money,
    /// The tax on it.
    pub shipping_tax: Money,
}

impl Charges {
    /// What all of it comes to; `None` when it is more than can be counted.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        self.shipping.checked_plus(self.shipping_tax)
    }
}
