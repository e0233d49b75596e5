//! The catalogue: looking at parts, adding and deleting them.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{page::Page, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    catalogue::{Part, PartDetails},
    id::{PartId, UserId},
    quantity::Stock,
};

/// Why the catalogue could not do it.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// There is no such part, or it was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// The catalogue, oldest part first; for everybody.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn parts(&self, page: Page<PartId>) -> Result<Vec<Part>, CatalogueError> {
        self.store.read(move |tx| Ok(tx.parts(&page)?)).await
    }

    /// One part; for everybody.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn part(&self, id: PartId) -> Result<Part, CatalogueError> {
        self.store.read(move |tx| tx.part(&id)?.ok_or(CatalogueError::NoSuchPart)).await
    }

    /// Adds a part with its first stock; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_part(
        &self,
        caller: UserId,
        details: PartDetails,
        available: Stock,
    ) -> Result<PartId, CatalogueError> {
        let part = Part { id: self.ids.next(), details, available };
        self.store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                tx.insert_part(&part)?;
                Ok(part.id)
            })
            .await
    }

    /// Takes a part out of the catalogue; for admins. Orders for it stay as they are and can
    /// still be paid. `false` when it was not in the catalogue.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn delete_part(&self, caller: UserId, id: PartId) -> Result<bool, CatalogueError> {
        self.store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                Ok(tx.hide_part(&id)?)
            })
            .await
    }
}
