//! The shop's own rates.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    revisions::save_at,
    schema::{listings, postal_tax_rates, rates, shipping_methods, tax_rates},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{rates::RatesRepository, store_error::StoreResult};
use autoparts_domain::{
    catalogue::listing::{Grams, Parcel},
    id::PartId,
    money::Money,
    rates::{DeliveryDays, PartsPerMillion, Rates, ShippingMethod, ShippingRule, TaxRate, TaxRule, TaxRules},
    text::PostalPrefix,
};
use diesel::prelude::*;

/// The key of the only row of `rates`.
const ONLY: i64 = 1;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = shipping_methods)]
struct MethodRow {
    id: String,
    position: i64,
    name: String,
    countries: String,
    postal_prefixes: String,
    except_postal_prefixes: String,
    base_cents: i64,
    per_kilogram_cents: i64,
    free_from_cents: Option<i64>,
    max_grams: Option<i64>,
    takes_hazmat: bool,
    days_from: i64,
    days_to: i64,
    active: bool,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = tax_rates)]
struct TaxRow {
    country: String,
    region: String,
    millionths: i64,
    on_shipping: bool,
    on_core: bool,
}

/// A tax by postal code; servers of the previous release read only the table of the others.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = postal_tax_rates)]
struct PostalTaxRow {
    position: i64,
    country: String,
    region: String,
    postal_prefixes: String,
    millionths: i64,
    on_shipping: bool,
    on_core: bool,
}

/// Postal code prefixes in one column, separated by commas.
fn prefixes_written(prefixes: &[PostalPrefix]) -> String {
    prefixes.iter().map(PostalPrefix::as_str).collect::<Vec<_>>().join(",")
}

fn prefixes_read(row: Stored<'_>, column: &'static str, text: &str) -> Result<Vec<PostalPrefix>, Refused> {
    text.split(',').filter(|prefix| !prefix.is_empty()).map(|prefix| row.text(column, prefix)).collect()
}

impl MethodRow {
    fn of((position, method): (i64, &ShippingMethod)) -> Self {
        let rule = &method.rule;
        Self {
            id: method.id.to_string(),
            position,
            name: rule.name.to_string(),
            countries: rule.countries.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            postal_prefixes: prefixes_written(&rule.postal_prefixes),
            except_postal_prefixes: prefixes_written(&rule.except_postal_prefixes),
            base_cents: rule.base.cents(),
            per_kilogram_cents: rule.per_kilogram.cents(),
            free_from_cents: rule.free_from.map(Money::cents),
            max_grams: rule.max_weight.map(Grams::grams),
            takes_hazmat: rule.takes_hazmat,
            days_from: rule.days.from(),
            days_to: rule.days.to(),
            active: rule.active,
        }
    }

    fn method(&self) -> Result<ShippingMethod, Refused> {
        let row = Stored::row("shipping_methods", &self.id);
        let money = |column, cents| row.require(column, Money::from_cents(cents));
        let countries = self.countries.split_ascii_whitespace().map(|code| row.text("countries", code));
        Ok(ShippingMethod {
            id: row.text("id", &self.id)?,
            rule: ShippingRule {
                name: row.text("name", &self.name)?,
                countries: countries.collect::<Result<_, _>>()?,
                postal_prefixes: prefixes_read(row, "postal_prefixes", &self.postal_prefixes)?,
                except_postal_prefixes: prefixes_read(row, "except_postal_prefixes", &self.except_postal_prefixes)?,
                base: money("base_cents", self.base_cents)?,
                per_kilogram: money("per_kilogram_cents", self.per_kilogram_cents)?,
                free_from: self.free_from_cents.map(|cents| money("free_from_cents", cents)).transpose()?,
                max_weight: self.max_grams.map(|grams| row.value("max_grams", Grams::new(grams))).transpose()?,
                takes_hazmat: self.takes_hazmat,
                days: row.value("days_to", DeliveryDays::new(self.days_from, self.days_to))?,
                active: self.active,
            },
        })
    }
}

impl TaxRow {
    fn of(rule: &TaxRule) -> Self {
        Self {
            country: rule.country.to_string(),
            region: rule.region.as_ref().map(ToString::to_string).unwrap_or_default(),
            millionths: rule.tax.rate.millionths(),
            on_shipping: rule.tax.on_shipping,
            on_core: rule.tax.on_core,
        }
    }

    fn rule(&self) -> Result<TaxRule, Refused> {
        let row = Stored::row("tax_rates", &self.country);
        let region = Some(&self.region).filter(|region| !region.is_empty());
        Ok(TaxRule {
            country: row.text("country", &self.country)?,
            region: row.optional_text("region", region)?,
            postal_prefixes: Vec::new(),
            tax: TaxRate {
                rate: row.value("millionths", PartsPerMillion::new(self.millionths))?,
                on_shipping: self.on_shipping,
                on_core: self.on_core,
            },
        })
    }
}

impl PostalTaxRow {
    fn of((position, rule): (i64, &TaxRule)) -> Self {
        let TaxRow { country, region, millionths, on_shipping, on_core } = TaxRow::of(rule);
        let postal_prefixes = prefixes_written(&rule.postal_prefixes);
        Self { position, country, region, postal_prefixes, millionths, on_shipping, on_core }
    }

    fn rule(self) -> Result<TaxRule, Refused> {
        let Self { country, region, millionths, on_shipping, on_core, .. } = self;
        let row = Stored::row("postal_tax_rates", &country);
        let postal_prefixes = prefixes_read(row, "postal_prefixes", &self.postal_prefixes)?;
        let whole = TaxRow { country: country.clone(), region, millionths, on_shipping, on_core }.rule()?;
        Ok(TaxRule { postal_prefixes, ..whole })
    }
}

/// All taxes; those by postal code are in a separate table.
fn tax_rules(connection: &mut AnyConnection) -> Result<TaxRules, DbError> {
    let taxes: Vec<TaxRow> = tax_rates::table.select(TaxRow::as_select()).load(connection)?;
    let of_codes: Vec<PostalTaxRow> = postal_tax_rates::table.select(PostalTaxRow::as_select()).load(connection)?;
    let rules = taxes.iter().map(TaxRow::rule).chain(of_codes.into_iter().map(PostalTaxRow::rule));
    let rules = TaxRules::new(rules.collect::<Result<Vec<_>, _>>()?).map_err(|(_, why)| why.reason());
    Ok(Stored::row("tax_rates", "").value("region", rules)?)
}

impl RatesRepository for SqlTransaction<'_> {
    fn rates(&mut self) -> StoreResult<Rates> {
        self.query(|connection| {
            let revision = rates::table.filter(rates::id.eq(ONLY)).select(rates::revision);
            let revision: Option<i64> = revision.first(connection).optional()?;
            let methods: Vec<MethodRow> = shipping_methods::table
                .select(MethodRow::as_select())
                .order(shipping_methods::position.asc())
                .load(connection)?;
            Ok(Rates {
                revision: revision.unwrap_or(0),
                shipping: methods.iter().map(MethodRow::method).collect::<Result<_, _>>()?,
                taxes: tax_rules(connection)?,
            })
        })
    }

    fn save_rates(&mut self, saved: &Rates) -> StoreResult<()> {
        self.touched.rates();
        let methods: Vec<MethodRow> = (0..).zip(&saved.shipping).map(MethodRow::of).collect();
        let (of_codes, others): (Vec<&TaxRule>, Vec<&TaxRule>) =
            saved.taxes.iter().partition(|rule| !rule.postal_prefixes.is_empty());
        let taxes: Vec<TaxRow> = others.into_iter().map(TaxRow::of).collect();
        let of_codes: Vec<PostalTaxRow> = (0..).zip(of_codes).map(PostalTaxRow::of).collect();
        let revision = saved.revision;
        self.execute(|connection| {
            let row = (rates::id.eq(ONLY), rates::revision.eq(1));
            let as_it_was = rates::table.filter(rates::id.eq(ONLY)).filter(rates::revision.eq(revision));
            save_at(
                revision,
                connection,
                |connection| diesel::insert_into(rates::table).values(row).execute(connection),
                |connection| diesel::update(as_it_was).set(rates::revision.eq(revision + 1)).execute(connection),
            )?;
            diesel::delete(shipping_methods::table).execute(connection)?;
            diesel::delete(tax_rates::table).execute(connection)?;
            diesel::delete(postal_tax_rates::table).execute(connection)?;
            for method in methods {
                diesel::insert_into(shipping_methods::table).values(method).execute(connection)?;
            }
            for tax in taxes {
                diesel::insert_into(tax_rates::table).values(tax).execute(connection)?;
            }
            for tax in of_codes {
                diesel::insert_into(postal_tax_rates::table).values(tax).execute(connection)?;
            }
            Ok(())
        })
    }

    fn parcels(&mut self, parts: &[PartId]) -> StoreResult<Vec<(PartId, Parcel)>> {
        let ids: Vec<String> = parts.iter().map(ToString::to_string).collect();
        self.query(|connection| {
            let rows: Vec<(String, Option<i64>, bool)> = listings::table
                .filter(listings::part_id.eq_any(&ids))
                .select((listings::part_id, listings::weight_grams, listings::hazmat))
                .load(connection)?;
            let parcel = |(part, grams, hazmat): &(String, Option<i64>, bool)| {
                let row = Stored::row("listings", part);
                let weight = grams.map(|grams| row.value("weight_grams", Grams::new(grams))).transpose()?;
                Ok((row.text("part_id", part)?, Parcel { weight, hazmat: *hazmat, ..Parcel::default() }))
            };
            Ok(rows.iter().map(parcel).collect::<Result<_, Refused>>()?)
        })
    }
}
