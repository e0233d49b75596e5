//! The initial content of a part's page.

use super::{CatalogueError, CatalogueResult};
use crate::{ports::catalogue::PartCard, shop::Shop, use_case_error::UseCaseError};
use autoparts_domain::{
    catalogue::{category::Category, listing::Picture},
    id::PartId,
    returns::ReturnTerms,
};

/// The initial content of a part's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartPage {
    /// The part.
    pub card: PartCard,
    /// The part's category path, from the top.
    pub path: Vec<Category>,
    /// More pictures, after the part's main picture.
    pub pictures: Vec<Picture>,
    /// The terms for returning it.
    pub returns: ReturnTerms,
}

impl Shop {
    /// Returns the initial content of a part's page. Public.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn part_page(&self, id: PartId) -> CatalogueResult<PartPage> {
        let (card, listing) = self
            .store
            .read_public(move |tx| {
                let card = tx.card(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok::<_, UseCaseError<_>>((card, tx.listing(&id)?))
            })
            .await?;
        let names = self.names().await?;
        let path = card.category.iter().flat_map(|category| names.categories.path(category)).cloned().collect();
        let returns = self.return_terms(&listing).await?;
        Ok(PartPage { card, path, pictures: listing.pictures, returns })
    }
}
