//! What is charged beside parts: who computes it, and where a shop's own rates are kept.

use super::store_error::{StoreError, StoreResult};
use async_trait::async_trait;
use autoparts_domain::{
    catalogue::listing::Parcel,
    destination::{Country, Place},
    id::PartId,
    rates::{Consignment, Rates, ShippingOffer, TaxRate},
};
use std::error::Error;

/// Why rates could not be told.
#[derive(Debug, thiserror::Error)]
pub enum RatesError {
    /// Whoever computes them cannot be reached or did not answer.
    #[error("Shipping and tax cannot be computed at the moment. Please try again.")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who knows the ways to ship: the shop's own table, or a carrier. It is asked before an order is placed, never inside of a
/// unit of work, like the payment provider.
#[async_trait]
pub trait ShippingRates: Send + Sync {
    /// Whether there is any way to ship; without one, nothing is charged for it.
    async fn is_charged(&self) -> Result<bool, RatesError>;

    /// Whether shipping methods or rates within a country depend on the postal code.
    async fn depends_on_postal_code(&self, country: Country) -> Result<bool, RatesError>;

    /// Counts its changes: an order whose charges were computed while this was the same is charged by one state of it. Always
    /// 0 where nobody tells.
    async fn version(&self) -> Result<i64, RatesError>;

    /// The ways by which a consignment can be sent, in the order in which they are offered.
    async fn offers(&self, consignment: &Consignment, to: &Place) -> Result<Vec<ShippingOffer>, RatesError>;
}

/// Who knows the taxes: the shop's own table, or a service. It is asked as [`ShippingRates`] is.
#[async_trait]
pub trait TaxCalculator: Send + Sync {
    /// Whether any tax is charged anywhere.
    async fn is_charged(&self) -> Result<bool, RatesError>;

    /// Whether taxes in a country depend on the postal code.
    async fn depends_on_postal_code(&self, country: Country) -> Result<bool, RatesError>;

    /// Counts its changes, as [`ShippingRates::version`] does.
    async fn version(&self) -> Result<i64, RatesError>;

    /// The tax of a place.
    async fn rate(&self, at: &Place) -> Result<TaxRate, RatesError>;
}

/// The shop's own rates.
pub trait RatesRepository {
    /// All of them; none with revision 0 when they were never saved.
    fn rates(&mut self) -> StoreResult<Rates>;

    /// Puts rates in the place of those before, provided that these are at `rates.revision`; otherwise the unit of work
    /// conflicts. The revision is counted up.
    fn save_rates(&mut self, rates: &Rates) -> StoreResult<()>;

    /// What some parts weigh when they are sent, and whether they are dangerous goods; deleted parts too. Their sizes are
    /// not told. A part of which nothing is known is left out.
    fn parcels(&mut self, parts: &[PartId]) -> StoreResult<Vec<(PartId, Parcel)>>;
}
