//! Charges other than parts: their calculation, and the storage of the shop's own rates.

use super::store_error::{StoreError, StoreResult};
use async_trait::async_trait;
use autoparts_domain::{
    catalogue::listing::Parcel,
    destination::{Country, Place},
    id::PartId,
    rates::{Consignment, Rates, ShippingOffer, TaxRate},
};
use std::error::Error;

/// Errors of calculating rates.
#[derive(Debug, thiserror::Error)]
pub enum RatesError {
    /// The service cannot be reached or did not respond.
    #[error("Shipping and tax cannot be computed at the moment. Please try again.")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Provides shipping methods, from the shop's own table or a carrier. Called before an order is placed and never inside
/// a unit of work, like the payment provider.
#[async_trait]
pub trait ShippingRates: Send + Sync {
    /// Returns whether there is any shipping method; without one, shipping is free.
    async fn is_charged(&self) -> Result<bool, RatesError>;

    /// Returns whether shipping methods or rates within a country depend on the postal code.
    async fn depends_on_postal_code(&self, country: Country) -> Result<bool, RatesError>;

    /// Returns a counter of changes: charges calculated while it was constant belong to one version of the rates.
    /// Always 0 if changes are not reported.
    async fn version(&self) -> Result<i64, RatesError>;

    /// Returns the shipping methods for a consignment, in display order.
    async fn offers(&self, consignment: &Consignment, to: &Place) -> Result<Vec<ShippingOffer>, RatesError>;
}

/// Calculates taxes, from the shop's own table or a service. Called under the same conditions as [`ShippingRates`].
#[async_trait]
pub trait TaxCalculator: Send + Sync {
    /// Returns whether any tax is charged anywhere.
    async fn is_charged(&self) -> Result<bool, RatesError>;

    /// Returns whether taxes in a country depend on the postal code.
    async fn depends_on_postal_code(&self, country: Country) -> Result<bool, RatesError>;

    /// Returns a counter of changes, as [`ShippingRates::version`] does.
    async fn version(&self) -> Result<i64, RatesError>;

    /// Returns the tax rate of a place.
    async fn rate(&self, at: &Place) -> Result<TaxRate, RatesError>;
}

/// The shop's own rates.
pub trait RatesRepository {
    /// Returns all rates; none with revision 0 if they were never saved.
    fn rates(&mut self) -> StoreResult<Rates>;

    /// Replaces the rates and increments the revision, if it still equals `rates.revision`; otherwise the unit of work
    /// conflicts.
    fn save_rates(&mut self, rates: &Rates) -> StoreResult<()>;

    /// Returns the shipping weight of some parts, and whether they are dangerous goods, including deleted parts. Does
    /// not return their dimensions. Parts without such data are omitted.
    fn parcels(&mut self, parts: &[PartId]) -> StoreResult<Vec<(PartId, Parcel)>>;
}
