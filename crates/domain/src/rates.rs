//! What a shop charges for beside its parts: ways to ship, and taxes. A shop without any charges nothing for either.

mod postal;
mod shipping;
mod tax;

pub use postal::MAX_POSTAL_PREFIXES;
pub use shipping::{Consignment, DeliveryDays, NotOffered, ShippingMethod, ShippingOffer, ShippingRule};
pub use tax::{MAX_TAX_RATES, PartsPerMillion, TaxRate, TaxRule, TaxRuleRefused, TaxRules};

use crate::{destination::Country, validation::ValidationError};
use std::collections::BTreeSet;

/// How many ways to ship a shop may have.
pub const MAX_SHIPPING_METHODS: usize = 50;

/// How many countries a way to ship may name; one that goes to more names none, and goes everywhere.
pub const MAX_COUNTRIES: usize = 60;

/// The rates of a shop, as its admins keep them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rates {
    /// How often they were saved.
    pub revision: i64,
    /// The ways to ship, in the order in which they are offered.
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

    /// Refuses more ways to ship than a shop may have, and one that is there twice.
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
