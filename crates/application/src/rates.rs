//! What is charged beside parts: the shop's own rates, as admins keep them, and what they come to.

mod stored;

pub use stored::StoredRates;

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{rates::RatesError, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    destination::Place,
    id::UserId,
    money::Money,
    rates::{Consignment, NotOffered, Rates, ShippingMethod, ShippingOffer, TaxRate},
    validation::ValidationError,
};

/// Why rates could not be shown or saved.
#[derive(Debug, thiserror::Error)]
pub enum ManageRatesError {
    /// They were saved by somebody else since the revision that was sent.
    #[error("Someone else has changed shipping and tax. Load the page again to see them.")]
    ChangedMeanwhile,
    /// More ways to ship than a shop may have, or one that is there twice.
    #[error("shippingMethods {0}")]
    Shipping(#[from] ValidationError),
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An order that an admin makes up, to see what is charged for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatesPreview {
    /// Where it goes.
    pub place: Place,
    /// What is sent; its goods are what the tax is on.
    pub consignment: Consignment,
    /// What its cores come to.
    pub cores: Money,
}

/// What is charged for a preview by the rates as they are saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewedRates {
    /// Each way to ship, with what it costs or why it is not offered.
    pub shipping: Vec<(ShippingMethod, Result<ShippingOffer, NotOffered>)>,
    /// The tax that counts.
    pub tax: TaxRate,
    /// The tax on the goods and their cores; `None` when it is more than can be counted.
    pub tax_on_goods: Option<Money>,
}

impl Shop {
    /// The shop's own rates; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn rates(&self, caller: UserId) -> Result<Rates, ManageRatesError> {
        self.store
            .read(move |tx| {
                access::require_admin::<ManageRatesError>(tx, &caller)?;
                Ok(tx.rates()?)
            })
            .await
    }

    /// Puts rates in the place of those before; for admins. Their revision is the one that they were made from.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_rates(&self, caller: UserId, rates: Rates) -> Result<Rates, ManageRatesError> {
        rates.check_shipping()?;
        let (id, at) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                let admin = access::require_admin::<ManageRatesError>(tx, &caller)?;
                if tx.rates()?.revision != rates.revision {
                    return Err(ManageRatesError::ChangedMeanwhile);
                }
                tx.save_rates(&rates)?;
                let (methods, taxes) = (rates.shipping.len(), rates.taxes.iter().count());
                tx.insert_audit(&AuditEntry {
                    id,
                    actor: Some(admin.id),
                    action: AuditAction::ChangeRates,
                    subject: admin.id,
                    detail: Some(format!("shipping methods: {methods}, taxes: {taxes}")),
                    at,
                })?;
                Ok(Rates { revision: rates.revision + 1, ..rates.clone() })
            })
            .await
    }

    /// What would be charged for an order by the rates as they are saved; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn preview_rates(
        &self,
        caller: UserId,
        preview: RatesPreview,
    ) -> Result<PreviewedRates, ManageRatesError> {
        let rates = self.rates(caller).await?;
        let RatesPreview { place, consignment, cores } = preview;
        let tax = rates.taxes.at(&place).unwrap_or(TaxRate::NONE);
        let tried = |method: ShippingMethod| {
            let offer = method.offer(&consignment, place.country());
            (method, offer)
        };
        let goods = Money::from_cents(consignment.goods).unwrap_or(Money::ZERO);
        Ok(PreviewedRates {
            shipping: rates.shipping.into_iter().map(tried).collect(),
            tax,
            tax_on_goods: tax.on_goods(goods, cores),
        })
    }

    /// What stands for shipping and tax as they are now.
    pub(crate) async fn rates_version(&self) -> Result<(i64, i64), RatesError> {
        Ok((self.shipping.version().await?, self.taxes.version().await?))
    }

    /// Whether orders have charges beside their parts, so that they need a checkout.
    pub(crate) async fn has_charges(&self) -> Result<bool, RatesError> {
        Ok(self.shipping.is_charged().await? || self.taxes.is_charged().await?)
    }
}
