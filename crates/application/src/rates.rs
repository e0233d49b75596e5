//! The shop's own shipping and tax rates, as admins edit them, and previews of what they charge.

mod stored;

pub use stored::StoredRates;

use crate::{
    accounts::access,
    ports::rates::RatesError,
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    destination::{Country, Place},
    id::UserId,
    money::Money,
    rates::{Consignment, NotOffered, Rates, ShippingMethod, ShippingOffer, ShippingRule, TaxRate, TaxRule},
    text::PostalPrefix,
    validation::ValidationError,
};

/// Why rates could not be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum ManageRatesError {
    /// Another admin has saved the rates since the revision that was sent.
    #[error("Someone else has changed shipping and tax. Load the page again to see them.")]
    ChangedMeanwhile,
    /// Too many shipping methods, or a duplicate.
    #[error("shippingMethods {0}")]
    Shipping(#[from] ValidationError),
}

impl Refusal for ManageRatesError {}

/// The result of a use case that can fail with [`ManageRatesError`].
pub type ManageRatesResult<T> = Result<T, UseCaseError<ManageRatesError>>;

/// A made-up order for which an admin previews the charges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatesPreview {
    /// The destination.
    pub place: Place,
    /// The goods to ship, on which the tax is charged.
    pub consignment: Consignment,
    /// The total core charge.
    pub cores: Money,
}

/// The charges for a preview, by the saved rates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewedRates {
    /// Each shipping method, with its price or the reason why it is not offered.
    pub shipping: Vec<(ShippingMethod, Result<ShippingOffer, NotOffered>)>,
    /// The tax rate that applies.
    pub tax: TaxRate,
    /// The tax on the goods and their core charges; `None` on overflow.
    pub tax_on_goods: Option<Money>,
}

impl Shop {
    /// Returns the shop's own rates; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn rates(&self, caller: UserId) -> ManageRatesResult<Rates> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.rates()?)
            })
            .await
    }

    /// Replaces the rates; for admins. `rates` carries the revision that was edited.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_rates(&self, caller: UserId, rates: Rates) -> ManageRatesResult<Rates> {
        rates.check_shipping()?;
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let before = tx.rates()?;
                if before.revision != rates.revision {
                    return Err(ManageRatesError::ChangedMeanwhile.into());
                }
                tx.save_rates(&rates)?;
                let about =
                    format!("shipping methods: {}, taxes: {}", rates.shipping.len(), rates.taxes.iter().count());
                let facts = (&rate_facts(&before), &rate_facts(&rates));
                audit.changed(tx, AuditAction::ChangeRates, &about, facts)?;
                Ok(Rates { revision: rates.revision + 1, ..rates.clone() })
            })
            .await
    }

    /// Previews the charges for an order by the saved rates; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn preview_rates(&self, caller: UserId, preview: RatesPreview) -> ManageRatesResult<PreviewedRates> {
        let rates = self.rates(caller).await?;
        let RatesPreview { place, consignment, cores } = preview;
        let tax = rates.taxes.at(&place).unwrap_or(TaxRate::NONE);
        let tried = |method: ShippingMethod| {
            let offer = method.offer(&consignment, &place);
            (method, offer)
        };
        let goods = Money::from_cents(consignment.goods).unwrap_or(Money::ZERO);
        Ok(PreviewedRates {
            shipping: rates.shipping.into_iter().map(tried).collect(),
            tax,
            tax_on_goods: tax.on_goods(goods, cores),
        })
    }

    /// Whether charges in a country depend on the postal code.
    pub(crate) async fn charges_by_postal_code(&self, country: Country) -> Result<bool, RatesError> {
        Ok(self.shipping.depends_on_postal_code(country).await? || self.taxes.depends_on_postal_code(country).await?)
    }

    /// Current versions of shipping and tax rates.
    pub(crate) async fn rates_version(&self) -> Result<(i64, i64), RatesError> {
        Ok((self.shipping.version().await?, self.taxes.version().await?))
    }

    /// Whether orders have charges in addition to their parts, so that they need a checkout.
    pub(crate) async fn has_charges(&self) -> Result<bool, RatesError> {
        Ok(self.shipping.is_charged().await? || self.taxes.is_charged().await?)
    }
}

/// Rates for the audit log: a fact for each shipping method and each tax.
fn rate_facts(rates: &Rates) -> Facts {
    let methods = rates.shipping.iter().enumerate().map(|(at, method)| {
        let id = method.id.to_string();
        let name = format!("shipping {} ({})", method.rule.name, id.get(id.len().saturating_sub(4)..).unwrap_or(&id));
        (name, format!("{}. {}", at + 1, shipping_words(&method.rule)))
    });
    let taxes = rates.taxes.iter().map(|TaxRule { country, region, postal_prefixes, tax }| {
        let region = region.as_ref().map(|region| format!(" {region}")).unwrap_or_default();
        let codes = prefix_words(" codes", postal_prefixes).unwrap_or_default();
        (format!("tax {country}{region}{codes}"), tax_words(*tax))
    });
    methods.chain(taxes).collect()
}

fn shipping_words(rule: &ShippingRule) -> String {
    let ShippingRule {
        name: _, countries, base, per_kilogram, free_from, max_weight, takes_hazmat, days, active, ..
    } = rule;
    let words = [
        Some(format!("{} + {} per kg", base.shown(), per_kilogram.shown())),
        free_from.map(|amount| format!("free from {}", amount.shown())),
        max_weight.map(|weight| format!("up to {} g", weight.grams())),
        takes_hazmat.then(|| "hazmat".to_owned()),
        Some(format!("{} to {} days", days.from(), days.to())),
        (!active).then(|| "not offered".to_owned()),
        (!countries.is_empty()).then(|| countries.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        prefix_words("to codes", &rule.postal_prefixes),
        prefix_words("not to codes", &rule.except_postal_prefixes),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Postal code prefixes in words; `None` if there are none.
fn prefix_words(what: &str, prefixes: &[PostalPrefix]) -> Option<String> {
    let all: Vec<&str> = prefixes.iter().map(PostalPrefix::as_str).collect();
    (!all.is_empty()).then(|| format!("{what} {}", all.join(" ")))
}

fn tax_words(tax: TaxRate) -> String {
    let millionths = tax.rate.millionths();
    let on = [(tax.on_shipping, ", on shipping"), (tax.on_core, ", on cores")];
    let on: String = on.into_iter().filter_map(|(is_on, words)| is_on.then_some(words)).collect();
    format!("{}.{:04} %{on}", millionths / 10_000, millionths % 10_000)
}
