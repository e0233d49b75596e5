//! Pages about the parts for a vehicle, for search engines.

use super::{CatalogueError, CatalogueResult};
use crate::{
    fitment::verdicts,
    ports::{
        catalogue::PartCard,
        part_search::{IndexProgress, SearchError},
    },
    shop::Shop,
    use_case_error::UseCaseError,
    vehicles::{KnownVehicle, known_vehicle},
};
use autoparts_domain::{
    catalogue::{category::Category, search::SearchQuery},
    fitment::Verdict,
    slug::CategoryId,
    vehicles::{ModelYear, Vehicle},
};

/// Maximum number of parts on a page.
const MAX_PARTS: usize = 24;

/// The content of a page about the parts for a vehicle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VehiclePage {
    /// The vehicle, without its engine.
    pub vehicle: KnownVehicle,
    /// The category, if the page is about one.
    pub category: Option<Category>,
    /// The newest orderable parts that are listed for the vehicle, and whether each fits unconditionally. Universal
    /// parts are excluded, because they say nothing about the vehicle.
    pub parts: Vec<(PartCard, bool)>,
}

impl Shop {
    /// Returns the page of a vehicle with any engine, for all categories or one. `None` while the index is being built.
    /// Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn vehicle_page(
        &self,
        vehicle: Vehicle,
        category: Option<CategoryId>,
    ) -> CatalogueResult<Option<VehiclePage>> {
        let names = self.names().await?;
        let found = |id: &CategoryId| names.categories.get(id).cloned().ok_or(CatalogueError::NoSuchCategory);
        let category = category.as_ref().map(found).transpose()?;
        if !self.is_on_sale(vehicle.year) {
            return Err(CatalogueError::NoSuchVehicle.into());
        }
        let owned = vehicle.clone();
        let known =
            self.store.read_public(move |tx| known_vehicle(tx, &owned)).await?.ok_or(CatalogueError::NoSuchVehicle)?;
        if self.search.progress() != IndexProgress::Ready {
            return Ok(None);
        }
        let query = SearchQuery {
            categories: category.iter().map(|category| category.id.clone()).collect(),
            vehicle: Some(vehicle.clone()),
            in_stock: true,
            limit: SearchQuery::MAX_LIMIT,
            ..SearchQuery::default()
        };
        let ids = self.search.search(&query).await?.parts;
        let (cards, verdicts) = self
            .store
            .read_public(move |tx| Ok::<_, UseCaseError<_>>((tx.cards(&ids)?, verdicts(tx, &vehicle, &ids)?)))
            .await?;
        let listed = |card: PartCard| match verdicts.get(&card.part.id)? {
            Verdict::Fits { .. } => Some((card, true)),
            Verdict::FitsIf { .. } => Some((card, false)),
            // The index may lag slightly behind the database.
            Verdict::DoesNotFit | Verdict::Universal | Verdict::Unknown(_) => None,
        };
        let parts = cards.into_iter().filter(can_be_ordered).filter_map(listed).take(MAX_PARTS).collect();
        Ok(Some(VehiclePage { vehicle: known, category, parts }))
    }

    /// Returns the vehicles, without engines, that have a listed part that can be ordered, newest first. `None` while
    /// the index is being built. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn vehicles_with_pages(&self) -> Result<Option<Vec<Vehicle>>, SearchError> {
        if self.search.progress() != IndexProgress::Ready {
            return Ok(None);
        }
        let mut vehicles = Vec::new();
        let years: Vec<ModelYear> = self.search.vehicle_years().await?;
        for year in years.into_iter().rev().filter(|year| self.is_on_sale(*year)) {
            for make in self.search.vehicle_makes(year).await? {
                let models = self.search.vehicle_models(year, &make, true).await?;
                vehicles.extend(models.into_iter().map(|model| Vehicle { year, model, engine: None }));
            }
        }
        Ok(Some(vehicles))
    }
}

/// Returns whether at least the minimum order is available.
fn can_be_ordered(card: &PartCard) -> bool {
    card.part.available.pieces() >= card.part.details.minimum_order.quantity().pieces()
}
