//! The shop's own rates as shipping and tax calculator.

use crate::{
    fresh::Fresh,
    ports::{
        clock::Clock,
        generations::Source,
        rates::{RatesError, ShippingRates, TaxCalculator},
        store::Store,
    },
};
use async_trait::async_trait;
use autoparts_domain::{
    destination::{Country, Place},
    rates::{Consignment, Rates, ShippingOffer, TaxRate},
};
use std::sync::Arc;

/// The rates that admins edit in the store. They are few and seldom change, so they are cached in memory.
pub struct StoredRates {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    kept: Fresh<Rates>,
}

impl StoredRates {
    /// The rates of a store.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, kept: Fresh::default() }
    }

    async fn rates(&self) -> Result<Arc<Rates>, RatesError> {
        let read = self.store.read(|tx| Ok::<_, RatesError>(tx.rates()?));
        self.kept.get(&*self.store, Source::Rates, self.clock.now(), read).await
    }
}

#[async_trait]
impl ShippingRates for StoredRates {
    async fn is_charged(&self) -> Result<bool, RatesError> {
        // Shipping is not free when all methods are disabled: nothing can be shipped until one is enabled.
        Ok(!self.rates().await?.shipping.is_empty())
    }

    async fn depends_on_postal_code(&self, country: Country) -> Result<bool, RatesError> {
        Ok(self.rates().await?.depend_on_postal_code(country))
    }

    async fn version(&self) -> Result<i64, RatesError> {
        Ok(self.rates().await?.revision)
    }

    async fn offers(&self, consignment: &Consignment, to: &Place) -> Result<Vec<ShippingOffer>, RatesError> {
        let rates = self.rates().await?;
        let offers = rates.shipping.iter().filter_map(|method| method.offer(consignment, to).ok());
        Ok(offers.collect())
    }
}

#[async_trait]
impl TaxCalculator for StoredRates {
    async fn is_charged(&self) -> Result<bool, RatesError> {
        Ok(!self.rates().await?.taxes.is_empty())
    }

    async fn depends_on_postal_code(&self, country: Country) -> Result<bool, RatesError> {
        Ok(self.rates().await?.depend_on_postal_code(country))
    }

    async fn version(&self) -> Result<i64, RatesError> {
        Ok(self.rates().await?.revision)
    }

    async fn rate(&self, at: &Place) -> Result<TaxRate, RatesError> {
        Ok(self.rates().await?.taxes.at(at).unwrap_or(TaxRate::NONE))
    }
}
