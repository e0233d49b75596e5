//! Views of rates for admins.

use crate::{dollars::Dollars, view::response};
use autoparts_application::rates::PreviewedRates;
use autoparts_domain::{
    catalogue::listing::Grams,
    rates::{NotOffered, Rates, ShippingMethod, ShippingOffer, TaxRule},
    text::PostalPrefix,
};

response! {
    /// A shipping method.
    ShippingMethodView as ShippingMethod from |ShippingMethod { id, rule }| &ShippingMethod {
        /// Its id.
        id: String = id.to_string(),
        /// The name shown to customers.
        name: String = rule.name.to_string(),
        /// The countries it serves; all if empty.
        countries: Vec<&'static str> = rule.countries.iter().map(|country| country.code()).collect(),
        /// The postal code prefixes that it serves; all if absent.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        postal_prefixes: Vec<String> = texts(&rule.postal_prefixes),
        /// The postal code prefixes that it does not serve.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        except_postal_prefixes: Vec<String> = texts(&rule.except_postal_prefixes),
        /// The base price of a parcel, in dollars.
        base: Dollars = Dollars(rule.base),
        /// The additional price per kilogram, in dollars, charged by the gram.
        per_kilogram: Dollars = Dollars(rule.per_kilogram),
        /// Goods value from which shipping is free, in dollars; never free if absent.
        free_from: Option<Dollars> = rule.free_from.map(Dollars),
        /// The maximum weight, in grams; unlimited if absent.
        max_grams: Option<i64> = rule.max_weight.map(Grams::grams),
        /// Whether it carries dangerous goods.
        takes_hazmat: bool = rule.takes_hazmat,
        /// The minimum delivery time, in business days.
        days_from: i64 = rule.days.from(),
        /// The maximum delivery time, in business days.
        days_to: i64 = rule.days.to(),
        /// Whether it is offered.
        active: bool = rule.active,
    }
}

fn texts(prefixes: &[PostalPrefix]) -> Vec<String> {
    prefixes.iter().map(ToString::to_string).collect()
}

response! {
    /// A tax.
    TaxRateView as TaxRate from |TaxRule { country, region, postal_prefixes, tax }| &TaxRule {
        /// The country.
        country: &'static str = country.code(),
        /// The region of the country; if absent, everywhere else in the country.
        region: Option<String> = region.as_ref().map(ToString::to_string),
        /// The postal code prefixes that it applies to; all others if absent.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        postal_prefixes: Vec<String> = texts(postal_prefixes),
        /// The rate in millionths: 57500 is 5.75 %.
        millionths: i64 = tax.rate.millionths(),
        /// Whether shipping is taxed as well.
        on_shipping: bool = tax.on_shipping,
        /// Whether core charges are taxed as well.
        on_core: bool = tax.on_core,
    }

    /// Shipping rates and taxes.
    pub(super) RatesView as Rates from |rates| Rates {
        /// The number of saves; 0 if never saved.
        revision: i64 = rates.revision,
        /// The shipping methods, in display order.
        shipping_methods: Vec<ShippingMethodView> = rates.shipping.iter().map(Into::into).collect(),
        /// The taxes, by country and region.
        tax_rates: Vec<TaxRateView> = rates.taxes.iter().map(Into::into).collect(),
    }

    /// The price of a shipping method for a test order, or why it is not offered.
    TriedShippingView as TriedShipping {
        /// Its id.
        method: String,
        /// The name shown to customers.
        name: String,
        /// The price, in dollars; absent if it is not offered.
        price: Option<Dollars>,
        /// Why it is not offered; absent if it is.
        refused: Option<String>,
    }

    /// The charges for a test order.
    pub(super) PreviewView as TriedRates {
        /// Each shipping method.
        shipping: Vec<TriedShippingView>,
        /// The rate of the tax that applies, in millionths.
        millionths: i64,
        /// The tax on the goods and their core charges, in dollars.
        tax: Option<Dollars>,
        /// Whether shipping is taxed as well.
        on_shipping: bool,
    }
}

impl From<PreviewedRates> for PreviewView {
    fn from(PreviewedRates { shipping, tax, tax_on_goods }: PreviewedRates) -> Self {
        let tried = |(method, offer): (ShippingMethod, Result<ShippingOffer, NotOffered>)| TriedShippingView {
            method: method.id.to_string(),
            name: method.rule.name.to_string(),
            price: offer.as_ref().ok().map(|offer| Dollars(offer.price)),
            refused: offer.err().map(|why| why.to_string()),
        };
        Self {
            shipping: shipping.into_iter().map(tried).collect(),
            millionths: tax.rate.millionths(),
            tax: tax_on_goods.map(Dollars),
            on_shipping: tax.on_shipping,
        }
    }
}
