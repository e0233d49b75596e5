//! The catalog: reading, adding and deleting parts. The submodules contain everything else.

pub mod bulk;
pub mod categories;
pub mod editing;
pub mod indexing;
pub mod known_names;
pub mod names;
pub mod part_pages;
pub mod products;
pub mod search;
pub mod stock;
mod successors;
pub mod vehicle_pages;

use crate::{
    accounts::access,
    imports::parts::part_facts,
    ports::{catalogue::PartCard, page::Page, part_search::SearchError, store::Transaction},
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    catalogue::{Part, PartDetails, category::MisplacedCategory, listing::Listing},
    id::{PartId, UserId},
    quantity::Stock,
    validation::ValidationError,
};

/// Errors of the catalog.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The part does not exist or was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// Another user changed the part after it was read.
    #[error("Someone else has changed this part. Please check it again.")]
    ChangedMeanwhile,
    /// Another part of the brand has the number.
    #[error("Another part of this brand has this number.")]
    NumberTaken,
    /// A listing names a brand that does not exist.
    #[error("This brand does not exist.")]
    NoSuchBrand,
    /// A listing names a category that does not exist.
    #[error("This category does not exist.")]
    NoSuchCategory,
    /// A listing names a successor that does not exist, or the part itself.
    #[error("The superseding part does not exist.")]
    NoSuchSuccessor,
    /// More pieces would be removed than are available; orders hold the rest.
    #[error("Only {available} pcs. are free. Orders hold the rest.")]
    PiecesReserved {
        /// Pieces available now.
        available: i64,
    },
    /// The available stock has changed since the caller read it.
    #[error("The stock has changed: {available} pcs. are available now.")]
    StockChanged {
        /// Pieces available now.
        available: i64,
    },
    /// The idempotency key was used for a different movement.
    #[error("This idempotency key was used for another stock movement.")]
    KeyReused,
    /// The part would exceed the maximum stock.
    #[error("A part can have {} pcs. at most.", Stock::MAX)]
    TooManyPieces,
    /// Another brand or category has the key.
    #[error("This key is already taken.")]
    KeyTaken,
    /// The change covers more parts than the shop allows in one request.
    #[error("This selects more than {max} parts. Please change them in several steps.")]
    TooManyParts {
        /// The maximum number of parts.
        max: u32,
    },
    /// The list is too long to filter for a bulk change.
    #[error("This list has more than {max} parts, too many to filter. Please select the parts one by one.")]
    ListTooLong {
        /// The maximum number of parts.
        max: u32,
    },
    /// An attribute filter on a list that is not in the search index, or a vehicle filter on an admin list.
    #[error("Only parts in the shop can be filtered by attributes, and admin lists cannot be filtered by vehicle.")]
    AttributesOfList,
    /// The request selects no parts, or selects them in more than one way.
    #[error("Select the parts either by id, or by a search.")]
    WhichParts,
    /// The minimum order is not a whole number of packs.
    #[error("The minimum order {0}")]
    Minimum(#[from] ValidationError),
    /// The brand or category is still in use.
    #[error("It is still in use. Move its contents first.")]
    InUse,
    /// A search names a vehicle that never existed.
    #[error("This vehicle does not exist.")]
    NoSuchVehicle,
    /// The search failed or requests too much.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The category cannot be moved there.
    #[error(transparent)]
    Misplaced(#[from] MisplacedCategory),
}

impl Refusal for CatalogueError {}

/// The result of a use case that can fail with [`CatalogueError`].
pub type CatalogueResult<T> = Result<T, UseCaseError<CatalogueError>>;

impl Shop {
    /// Returns parts of the catalog, oldest first. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn parts(&self, page: Page<PartId>) -> CatalogueResult<Vec<PartCard>> {
        self.store.read_public(move |tx| Ok(tx.parts(&page)?)).await
    }

    /// Returns ids of parts of the catalog, oldest first. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn part_ids(&self, page: Page<PartId>) -> CatalogueResult<Vec<PartId>> {
        self.store.read_public(move |tx| Ok(tx.shown_part_ids(&page)?)).await
    }

    /// Returns a part. Public.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn part(&self, id: PartId) -> CatalogueResult<PartCard> {
        let read = move |tx: &mut dyn Transaction| {
            let mut card = tx.card(&id)?.ok_or(CatalogueError::NoSuchPart)?;
            successors::follow(tx, &mut card)?;
            Ok(card)
        };
        self.store.read_public(read).await
    }

    /// Adds a part with its initial stock and its listing. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_part(
        &self,
        caller: UserId,
        details: PartDetails,
        available: Stock,
        listing: Option<Listing>,
    ) -> CatalogueResult<PartId> {
        details.check()?;
        let part = Part { id: self.ids.next(), details, available };
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                tx.insert_part(&part, audit.at)?;
                if let Some(listing) = &listing {
                    editing::replace_listing(tx, &part.id, &Listing::default(), listing)?;
                }
                let price = part.details.price.amount();
                let pieces = part.available.pieces();
                let about = format!("{}, {}, {pieces} pcs.", part.id, price.shown());
                let added = part_facts(&part.details, listing.as_ref().unwrap_or(&Listing::default()));
                audit.changed(tx, AuditAction::AddPart, &about, (&Facts::none(), &added))?;
                Ok(part.id)
            })
            .await
    }

    /// Removes a part from the catalog. Admin only. Its existing orders are unchanged and can still be paid. Returns
    /// `false` if it was not in the catalog.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn delete_part(&self, caller: UserId, id: PartId) -> CatalogueResult<bool> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let Some(record) = tx.part_record(&id)?.filter(|record| !record.hidden) else { return Ok(false) };
                editing::set_hidden(tx, record, true, audit.at)?;
                audit.note(tx, AuditAction::HidePart, id.to_string())?;
                Ok(true)
            })
            .await
    }
}
