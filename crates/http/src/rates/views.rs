//! Views of rates for admins.

use crate::dollars::Dollars;
use autoparts_application::rates::PreviewedRates;
use autoparts_domain::{
    catalogue::listing::Grams,
    rates::{NotOffered, Rates, ShippingMethod, ShippingOffer, TaxRule},
    text::PostalPrefix,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A shipping method.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShippingMethod)]
#[serde(rename_all = "camelCase")]
struct ShippingMethodView {
    /// Its id.
    id: String,
    /// The name shown to customers.
    name: String,
    /// The countries it serves; all if empty.
    countries: Vec<&'static str>,
    /// The postal code prefixes that it serves; all if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    postal_prefixes: Vec<String>,
    /// The postal code prefixes that it does not serve.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    except_postal_prefixes: Vec<String>,
    /// The base price of a parcel, in dollars.
    #[schema(value_type = f64)]
    base: Dollars,
    /// The additional price per kilogram, in dollars, charged by the gram.
    #[schema(value_type = f64)]
    per_kilogram: Dollars,
    /// Goods value from which shipping is free, in dollars; never free if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    free_from: Option<Dollars>,
    /// The maximum weight, in grams; unlimited if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    max_grams: Option<i64>,
    /// Whether it carries dangerous goods.
    takes_hazmat: bool,
    /// The minimum delivery time, in business days.
    days_from: i64,
    /// The maximum delivery time, in business days.
    days_to: i64,
    /// Whether it is offered.
    active: bool,
}

impl From<&ShippingMethod> for ShippingMethodView {
    fn from(ShippingMethod { id, rule }: &ShippingMethod) -> Self {
        Self {
            id: id.to_string(),
            name: rule.name.to_string(),
            countries: rule.countries.iter().map(|country| country.code()).collect(),
            postal_prefixes: texts(&rule.postal_prefixes),
            except_postal_prefixes: texts(&rule.except_postal_prefixes),
            base: Dollars(rule.base),
            per_kilogram: Dollars(rule.per_kilogram),
            free_from: rule.free_from.map(Dollars),
            max_grams: rule.max_weight.map(Grams::grams),
            takes_hazmat: rule.takes_hazmat,
            days_from: rule.days.from(),
            days_to: rule.days.to(),
            active: rule.active,
        }
    }
}

fn texts(prefixes: &[PostalPrefix]) -> Vec<String> {
    prefixes.iter().map(ToString::to_string).collect()
}

/// A tax.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TaxRate)]
#[serde(rename_all = "camelCase")]
struct TaxRateView {
    /// The country.
    country: &'static str,
    /// The region of the country; if absent, everywhere else in the country.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    region: Option<String>,
    /// The postal code prefixes that it applies to; all others if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    postal_prefixes: Vec<String>,
    /// The rate in millionths: 57500 is 5.75 %.
    millionths: i64,
    /// Whether shipping is taxed as well.
    on_shipping: bool,
    /// Whether core charges are taxed as well.
    on_core: bool,
}

impl From<&TaxRule> for TaxRateView {
    fn from(TaxRule { country, region, postal_prefixes, tax }: &TaxRule) -> Self {
        Self {
            country: country.code(),
            region: region.as_ref().map(ToString::to_string),
            postal_prefixes: texts(postal_prefixes),
            millionths: tax.rate.millionths(),
            on_shipping: tax.on_shipping,
            on_core: tax.on_core,
        }
    }
}

/// Shipping rates and taxes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Rates)]
#[serde(rename_all = "camelCase")]
pub(super) struct RatesView {
    /// The number of saves; 0 if never saved.
    revision: i64,
    /// The shipping methods, in display order.
    shipping_methods: Vec<ShippingMethodView>,
    /// The taxes, by country and region.
    tax_rates: Vec<TaxRateView>,
}

impl From<Rates> for RatesView {
    fn from(rates: Rates) -> Self {
        Self {
            revision: rates.revision,
            shipping_methods: rates.shipping.iter().map(Into::into).collect(),
            tax_rates: rates.taxes.iter().map(Into::into).collect(),
        }
    }
}

/// The price of a shipping method for a test order, or why it is not offered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TriedShipping)]
struct TriedShippingView {
    /// Its id.
    method: String,
    /// The name shown to customers.
    name: String,
    /// The price, in dollars; absent if it is not offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    price: Option<Dollars>,
    /// Why it is not offered; absent if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refused: Option<String>,
}

/// The charges for a test order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TriedRates)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewView {
    /// Each shipping method.
    shipping: Vec<TriedShippingView>,
    /// The rate of the tax that applies, in millionths.
    millionths: i64,
    /// The tax on the goods and their core charges, in dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    tax: Option<Dollars>,
    /// Whether shipping is taxed as well.
    on_shipping: bool,
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
