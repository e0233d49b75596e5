//! `/rates`: what the shop charges for shipping and as tax, for admins. What of it falls on an order is told by `/quotes`.

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
    /// A way to ship, as it is to be.
    ShippingMethodFields {
        /// Its id; absent when it is new.
        id: Option<ShippingMethodId>,
        /// What customers read.
        name: ShippingName,
        /// The countries to which it goes; all when there is none.
        countries: List<Country, MAX_COUNTRIES>,
        /// The postal code prefixes that it serves; all if empty. For one country only.
        postal_prefixes: List<PostalPrefix, MAX_POSTAL_PREFIXES>,
        /// The postal code prefixes that it does not serve. For one country only.
        except_postal_prefixes: List<PostalPrefix, MAX_POSTAL_PREFIXES>,
        /// What a parcel of no weight costs, in dollars.
        base: Charge,
        /// What each kilogram costs beside, by the gram, in dollars.
        per_kilogram: Charge,
        /// It costs nothing for goods of this much or more, in dollars; never when it is absent.
        free_from: Option<Charge>,
        /// The most that it takes, in grams; any weight when it is absent.
        max_grams: Option<Grams>,
        /// Whether it takes dangerous goods.
        takes_hazmat: bool,
        /// The fewest business days that it takes.
        days_from: Days,
        /// The most business days that it takes.
        days_to: Days,
        /// Whether it is offered.
        active: bool,
    }
}

request! {
    /// A tax, as it is to be.
    TaxRateFields {
        /// The country.
        country: Country,
        /// The part of the country; everywhere else in it when it is absent.
        region: Option<RegionName>,
        /// The postal code prefixes that it applies to; all others if empty.
        postal_prefixes: List<PostalPrefix, MAX_POSTAL_PREFIXES>,
        /// In millionths: 57500 is 5.75 %.
        millionths: PartsPerMillion,
        /// Whether shipping is taxed as well.
        on_shipping: bool,
        /// Whether cores are taxed as well.
        on_core: bool,
    }
}

request! {
    /// All rates, as they are to be.
    RatesRequest {
        /// The revision that these were made from; 0 when none were saved.
        revision: SavedRevision,
        /// The ways to ship, in the order in which they are offered.
        shipping_methods: RequiredItems<ShippingMethodFields, 0, MAX_SHIPPING_METHODS>,
        /// The taxes: the one with the longest matching postal code prefix applies, or else the one of the region, or else the one
        /// of the country.
        tax_rates: RequiredItems<TaxRateFields, 0, MAX_TAX_RATES>,
    }
}

request! {
    /// An order that is made up, to see what is charged for it.
    TrialRequest {
        /// The country.
        country: Country,
        /// The state or province, or another part of the country.
        region: Option<RegionName>,
        /// The postal code.
        postal_code: Option<PostalCode>,
        /// What it weighs, in grams.
        grams: Option<Grams>,
        /// Whether some of it is dangerous goods.
        hazmat: bool,
        /// What the goods cost, in dollars.
        goods: ShownTotal,
        /// What their cores come to, in dollars.
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

/// What the shop charges for shipping and as tax; for admins. Without any, orders cost what their parts cost.
#[utoipa::path(tag = "rates", operation_id = "getRates", security(("bearer" = [])),
    responses((status = 200, body = RatesView), AuthenticatedErrors))]
#[get("/rates")]
pub(crate) async fn get_rates(api: Data<Api>, caller: Caller) -> Result<Json<RatesView>, Problem> {
    Ok(Json(api.shop.rates(caller.0).await?.into()))
}

/// Replaces what the shop charges for shipping and as tax, all of it; for admins. Rates that somebody else saved since the revision that
/// is sent are refused with `changed_meanwhile`.
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

/// What would be charged for an order by the rates as they are saved; for admins. Changes nothing.
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
