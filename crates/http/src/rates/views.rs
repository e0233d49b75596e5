//! Rates as they are shown to admins.

use crate::dollars::Dollars;
use autoparts_application::rates::PreviewedRates;
use autoparts_domain::{
    catalogue::listing::Grams,
    rates::{NotOffered, Rates, ShippingMethod, ShippingOffer, TaxRule},
    text::PostalPrefix,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A way to ship.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShippingMethod)]
#[serde(rename_all = "camelCase")]
struct ShippingMethodView {
    /// Its id.
    id: String,
    /// What customers read.
    name: String,
    /// The countries to which it goes; all when there is none.
    countries: Vec<&'static str>,
    /// The postal code prefixes that it serves; all if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    postal_prefixes: Vec<String>,
    /// The postal code prefixes that it does not serve.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    except_postal_prefixes: Vec<String>,
    /// What a parcel of no weight costs, in dollars.
    #[schema(value_type = f64)]
    base: Dollars,
    /// What each kilogram costs beside, by the gram, in dollars.
    #[schema(value_type = f64)]
    per_kilogram: Dollars,
    /// It costs nothing for goods of this much or more, in dollars; never when it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    free_from: Option<Dollars>,
    /// The most that it takes, in grams; any weight when it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    max_grams: Option<i64>,
    /// Whether it takes dangerous goods.
    takes_hazmat: bool,
    /// The fewest business days that it takes.
    days_from: i64,
    /// The most business days that it takes.
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
    /// The part of the country; everywhere else in it when it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    region: Option<String>,
    /// The postal code prefixes that it applies to; all others if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    postal_prefixes: Vec<String>,
    /// In millionths: 57500 is 5.75 %.
    millionths: i64,
    /// Whether shipping is taxed as well.
    on_shipping: bool,
    /// Whether cores are taxed as well.
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

/// What the shop charges for shipping and as tax.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Rates)]
#[serde(rename_all = "camelCase")]
pub(super) struct RatesView {
    /// How often they were saved; 0 when none are saved.
    revision: i64,
    /// The ways to ship, in the order in which they are offered.
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

/// What a way to ship would cost, or why it is not offered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TriedShipping)]
struct TriedShippingView {
    /// Its id.
    method: String,
    /// What customers read.
    name: String,
    /// What it would cost, in dollars; absent when it is not offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    price: Option<Dollars>,
    /// Why it is not offered; absent when it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refused: Option<String>,
}

/// What would be charged.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TriedRates)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewView {
    /// Each way to ship.
    shipping: Vec<TriedShippingView>,
    /// The tax that counts, in millionths.
    millionths: i64,
    /// The tax on the goods and their cores, in dollars.
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
