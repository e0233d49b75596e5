//! `/rates`: shipping rates and taxes. Admin only. `/quotes` applies them to an order.

mod views;

use crate::{
    extract::{Body, Caller},
    form::request,
    input::{List, RequiredItems, SavedRevision, whole_numbers},
    orders::destination::PlaceFields,
    problem::{FieldProblem, Problem},
    responses::{AuthenticatedErrors, WriteErrors},
    state::Api,
};
use actix_web::{
    get, post, put,
    web::{Data, Json},
};
use autoparts_application::rates::RatesPreview;
use autoparts_domain::{
    catalogue::listing::Grams,
    destination::{Country, PlaceRefused},
    id::ShippingMethodId,
    money::{Charge, Money, ShownTotal},
    rates::{
        Consignment, DeliveryDays, MAX_COUNTRIES, MAX_POSTAL_PREFIXES, MAX_SHIPPING_METHODS, MAX_TAX_RATES,
        PartsPerMillion, Rates, ShippingMethod, ShippingRule, TaxRate, TaxRule, TaxRules,
    },
    text::{PostalCode, PostalPrefix, RegionName, ShippingName},
    validation::ValidationError,
};
use views::{PreviewView, RatesView};

/// A number of business days.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Days(i64);

impl Days {
    const MIN: i64 = DeliveryDays::MIN;
    const MAX: i64 = DeliveryDays::MAX;

    fn new(days: i64) -> Result<Self, ValidationError> {
        DeliveryDays::new(days, days).map(|days| Self(days.from()))
    }
}

whole_numbers! {
    Days, "Days";
    PartsPerMillion, "Millionths";
}

request! {
    /// A shipping method to save.
    ShippingMethodFields {
        /// Its id; absent for a new one.
        id: Option<ShippingMethodId>,
        /// The name shown to customers.
        name: ShippingName,
        /// The countries it serves; all if empty.
        countries: List<Country, MAX_COUNTRIES>,
        /// The postal code prefixes that it serves; all if empty. For one country only.
        postal_prefixes: List<PostalPrefix, MAX_POSTAL_PREFIXES>,
        /// The postal code prefixes that it does not serve. For one country only.
        except_postal_prefixes: List<PostalPrefix, MAX_POSTAL_PREFIXES>,
        /// The base price of a parcel, in dollars.
        base: Charge,
        /// The additional price per kilogram, in dollars, charged by the gram.
        per_kilogram: Charge,
        /// Goods value from which shipping is free, in dollars; never free if absent.
        free_from: Option<Charge>,
        /// The maximum weight, in grams; unlimited if absent.
        max_grams: Option<Grams>,
        /// Whether it carries dangerous goods.
        takes_hazmat: bool,
        /// The minimum delivery time, in business days.
        days_from: Days,
        /// The maximum delivery time, in business days.
        days_to: Days,
        /// Whether it is offered.
        active: bool,
    }
}

request! {
    /// A tax to save.
    TaxRateFields {
        /// The country.
        country: Country,
        /// The region of the country; if absent, everywhere else in the country.
        region: Option<RegionName>,
        /// The postal code prefixes that it applies to; all others if empty.
        postal_prefixes: List<PostalPrefix, MAX_POSTAL_PREFIXES>,
        /// The rate in millionths: 57500 is 5.75 %.
        millionths: PartsPerMillion,
        /// Whether shipping is taxed as well.
        on_shipping: bool,
        /// Whether core charges are taxed as well.
        on_core: bool,
    }
}

request! {
    /// A new version of all rates.
    RatesRequest {
        /// The revision that this edit is based on; 0 if none were saved.
        revision: SavedRevision,
        /// The shipping methods, in display order.
        shipping_methods: RequiredItems<ShippingMethodFields, 0, MAX_SHIPPING_METHODS>,
        /// The taxes: the one with the longest matching postal code prefix applies, else that of the region, else that
        /// of the country.
        tax_rates: RequiredItems<TaxRateFields, 0, MAX_TAX_RATES>,
    }
}

request! {
    /// A test order, to preview its charges.
    TrialRequest {
        /// The country.
        country: Country,
        /// The state or province, or another part of the country.
        region: Option<RegionName>,
        /// The postal code.
        postal_code: Option<PostalCode>,
        /// The weight, in grams.
        grams: Option<Grams>,
        /// Whether it contains dangerous goods.
        hazmat: bool,
        /// The price of the goods, in dollars.
        goods: ShownTotal,
        /// The total of the core charges, in dollars.
        cores: Option<Charge>,
    }
}

fn refused(field: &str, why: ValidationError) -> Problem {
    Problem::refused_field(FieldProblem::new(field, why))
}

impl ShippingMethodFields {
    fn method(self, index: usize, new_id: impl FnOnce() -> ShippingMethodId) -> Result<ShippingMethod, Problem> {
        let days = DeliveryDays::new(self.days_from.0, self.days_to.0);
        let rule = ShippingRule {
            name: self.name,
            countries: self.countries.0,
            postal_prefixes: self.postal_prefixes.0,
            except_postal_prefixes: self.except_postal_prefixes.0,
            base: self.base.amount(),
            per_kilogram: self.per_kilogram.amount(),
            free_from: self.free_from.map(Charge::amount),
            max_weight: self.max_grams,
            takes_hazmat: self.takes_hazmat,
            days: days.map_err(|why| refused(&format!("shippingMethods[{index}].daysTo"), why))?,
            active: self.active,
        };
        rule.check_postal_prefixes().map_err(|(is_exception, why)| {
            let field = if is_exception { "exceptPostalPrefixes" } else { "postalPrefixes" };
            refused(&format!("shippingMethods[{index}].{field}"), why)
        })?;
        Ok(ShippingMethod { id: self.id.unwrap_or_else(new_id), rule })
    }
}

impl RatesRequest {
    fn rates(self, new_id: impl Fn() -> ShippingMethodId) -> Result<Rates, Problem> {
        let methods = self.shipping_methods.0.into_iter().enumerate();
        let rule = |TaxRateFields { country, region, postal_prefixes, millionths, on_shipping, on_core }| TaxRule {
            country,
            region,
            postal_prefixes: postal_prefixes.0,
            tax: TaxRate { rate: millionths, on_shipping, on_core },
        };
        let taxes = TaxRules::new(self.tax_rates.0.into_iter().map(rule));
        Ok(Rates {
            revision: self.revision.0,
            shipping: methods.map(|(index, fields)| fields.method(index, &new_id)).collect::<Result<_, _>>()?,
            taxes: taxes.map_err(|(index, why)| match why {
                PlaceRefused::Region(why) => refused(&format!("taxRates[{index}].region"), why),
                PlaceRefused::PostalCode(why) => refused(&format!("taxRates[{index}].postalPrefixes"), why),
            })?,
        })
    }
}

/// Returns the shipping rates and taxes. Admin only. Without any, an order costs only its parts.
#[utoipa::path(tag = "rates", operation_id = "getRates", security(("bearer" = [])),
    responses((status = 200, body = RatesView), AuthenticatedErrors))]
#[get("/rates")]
pub(crate) async fn get_rates(api: Data<Api>, caller: Caller) -> Result<Json<RatesView>, Problem> {
    Ok(Json(api.shop.rates(caller.0).await?.into()))
}

/// Replaces all shipping rates and taxes. Admin only. If they were saved by another admin since the given revision, the
/// call is refused with `changed_meanwhile`.
#[utoipa::path(tag = "rates", operation_id = "saveRates", request_body = RatesRequest, security(("bearer" = [])),
    responses((status = 200, body = RatesView), WriteErrors))]
#[put("/rates")]
pub(crate) async fn save_rates(
    api: Data<Api>,
    caller: Caller,
    body: Body<RatesRequest>,
) -> Result<Json<RatesView>, Problem> {
    let rates = body.read()?.rates(|| api.shop.ids.next())?;
    Ok(Json(api.shop.save_rates(caller.0, rates).await?.into()))
}

/// Previews the charges for a test order with the saved rates. Admin only. Changes nothing.
#[utoipa::path(tag = "rates", operation_id = "tryRates", request_body = TrialRequest, security(("bearer" = [])),
    responses((status = 200, body = PreviewView), WriteErrors))]
#[post("/rates/trials")]
pub(crate) async fn preview_rates(
    api: Data<Api>,
    caller: Caller,
    body: Body<TrialRequest>,
) -> Result<Json<PreviewView>, Problem> {
    let TrialRequest { country, region, postal_code, grams, hazmat, goods, cores } = body.read()?;
    let preview = RatesPreview {
        place: PlaceFields { country, region, postal_code }.place("")?,
        consignment: Consignment { grams: grams.map_or(0, Grams::grams), hazmat, goods: goods.amount().cents() },
        cores: cores.map_or(Money::ZERO, Charge::amount),
    };
    Ok(Json(api.shop.preview_rates(caller.0, preview).await?.into()))
}
