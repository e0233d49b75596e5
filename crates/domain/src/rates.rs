//! Shipping methods and taxes. A shop without rates charges nothing for either.

mod postal;
mod shipping;
mod tax;

pub use postal::MAX_POSTAL_PREFIXES;
pub use shipping::{Consignment, DeliveryDays, NotOffered, ShippingMethod, ShippingOffer, ShippingRule};
pub use tax::{MAX_TAX_RATES, PartsPerMillion, TaxRate, TaxRule, TaxRuleRefused, TaxRules};

use crate::{destination::Country, validation::ValidationError};
use std::collections::BTreeSet;

/// Maximum number of shipping methods of a shop.
pub const MAX_SHIPPING_METHODS: usize = 50;

/// Maximum number of countries of a shipping method; with no countries, it covers all.
pub const MAX_COUNTRIES: usize = 60;

/// The rates of a shop, as maintained by its admins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rates {
    /// Number of saves.
    pub revision: i64,
    /// Shipping methods in display order.
    pub shipping: Vec<ShippingMethod>,
    /// The taxes.
    pub taxes: TaxRules,
}

impl Rates {
    /// Whether any rate for a country depends on the postal code, so that orders to it require one.
    #[must_use]
    pub fn depend_on_postal_code(&self, country: Country) -> bool {
        let by_shipping = self.shipping.iter().any(|method| method.rule.depends_on_postal_code(country));
        by_shipping || self.taxes.depend_on_postal_code(country)
    }

    /// Refuses too many shipping methods, and duplicates.
    pub fn check_shipping(&self) -> Result<(), ValidationError> {
        let max = MAX_SHIPPING_METHODS;
        let ids: BTreeSet<_> = self.shipping.iter().map(|method| method.id).collect();
        match self.shipping.len() {
            methods if methods > max => Err(ValidationError::TooMany { max }),
            methods if methods > ids.len() => Err(ValidationError::Repeated),
            _ => Ok(()),
        }
    }
}
