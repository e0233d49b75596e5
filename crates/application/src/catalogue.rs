//! The catalogue: looking at parts, adding and deleting them. What else is done with them is in the modules.

pub mod bulk;
pub mod categories;
pub mod editing;
pub mod indexing;
pub mod names;
pub mod part_pages;
pub mod products;
pub mod search;
pub mod stock;
mod successors;
pub mod vehicle_pages;

use crate::{
    accounts::access::{self, AccessDenied},
    imports::parts::part_facts,
    ports::{catalogue::PartCard, page::Page, part_search::SearchError, store::Transaction, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    catalogue::{Part, PartDetails, category::MisplacedCategory, listing::Listing},
    id::{PartId, UserId},
    quantity::Stock,
    validation::ValidationError,
};

/// Why the catalogue could not do it.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// There is no such part, or it was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// Somebody else changed the part after it was read.
    #[error("Someone else has changed this part meanwhile. Please look at it again.")]
    ChangedMeanwhile,
    /// Another part of the brand has the number.
    #[error("Another part of this brand has this number.")]
    NumberTaken,
    /// A listing names a brand that is not there.
    #[error("This brand does not exist.")]
    NoSuchBrand,
    /// A listing names a category that is not there.
    #[error("This category does not exist.")]
    NoSuchCategory,
    /// A listing names a successor that is not there, or itself.
    #[error("The part that takes its place does not exist.")]
    NoSuchSuccessor,
    /// More pieces are to go than can be sold: orders hold the rest.
    #[error("Only {available} pcs. are free. Orders hold the rest.")]
    PiecesReserved {
        /// Pieces that can be sold now.
        available: i64,
    },
    /// Another number of pieces can be sold by now than the caller saw.
    #[error("The stock has changed meanwhile: {available} pcs. are available now.")]
    StockChanged {
        /// Pieces that can be sold now.
        available: i64,
    },
    /// The idempotency key stands for another movement.
    #[error("This idempotency key was used for another stock movement.")]
    KeyReused,
    /// More pieces would be there than a part can have.
    #[error("A part can have {} pcs. at most.", Stock::MAX)]
    TooManyPieces,
    /// Another brand or category has the key.
    #[error("This key has been taken.")]
    KeyTaken,
    /// More parts would be changed at once than the shop takes on.
    #[error("These are more than {max} parts. Please narrow them down and change them in several goes.")]
    TooManyParts {
        /// The most parts.
        max: u32,
    },
    /// A list is too long to be gone through for a change of all that is wanted of it.
    #[error("This list has more than {max} parts, too many to look through. Please choose the parts one by one.")]
    ListTooLong {
        /// The most parts.
        max: u32,
    },
    /// A list that the index does not have was to be narrowed down by attributes, or a list of admins by a vehicle.
    #[error("Only parts in the shop can be narrowed down by attributes, and lists for admins not by a vehicle.")]
    AttributesOfList,
    /// Nothing says which parts, or more than one thing does.
    #[error("Say which parts: their ids, or all that a search finds.")]
    WhichParts,
    /// The minimum order is not whole packs.
    #[error("The minimum order {0}")]
    Minimum(#[from] ValidationError),
    /// Parts or categories are in it.
    #[error("It is still in use. Move what is in it first.")]
    InUse,
    /// A search names a vehicle that never was.
    #[error("This vehicle does not exist.")]
    NoSuchVehicle,
    /// The search failed, or asks for too much.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A category cannot be where it is wanted.
    #[error(transparent)]
    Misplaced(#[from] MisplacedCategory),
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
    pub async fn parts(&self, page: Page<PartId>) -> Result<Vec<PartCard>, CatalogueError> {
        self.store.read_public(move |tx| Ok(tx.parts(&page)?)).await
    }

    /// The ids of the catalogue, oldest part first; for everybody.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn part_ids(&self, page: Page<PartId>) -> Result<Vec<PartId>, CatalogueError> {
        self.store.read_public(move |tx| Ok(tx.shown_part_ids(&page)?)).await
    }

    /// One part; for everybody.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn part(&self, id: PartId) -> Result<PartCard, CatalogueError> {
        let read = move |tx: &mut dyn Transaction| {
            let mut card = tx.card(&id)?.ok_or(CatalogueError::NoSuchPart)?;
            successors::follow(tx, &mut card)?;
            Ok(card)
        };
        self.store.read_public(read).await
    }

    /// Adds a part with its first stock, and what else is said about it; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_part(
        &self,
        caller: UserId,
        details: PartDetails,
        available: Stock,
        listing: Option<Listing>,
    ) -> Result<PartId, CatalogueError> {
        details.check()?;
        let (part, audit) = (Part { id: self.ids.next(), details, available }, self.admin_audit(caller));
        self.store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                tx.insert_part(&part, audit.at)?;
                if let Some(listing) = &listing {
                    editing::replace_listing(tx, &part.id, &Listing::default(), listing)?;
                }
                let (price, pieces) = (part.details.price.amount(), part.available.pieces());
                let about = format!("{}, {}, {pieces} pcs.", part.id, price.shown());
                let added = part_facts(&part.details, listing.as_ref().unwrap_or(&Listing::default()));
                audit.changed(tx, AuditAction::AddPart, &about, (&Facts::none(), &added))?;
                Ok(part.id)
            })
            .await
    }

    /// Takes a part out of the catalogue; for admins. Orders for it stay as they are and can
    /// still be paid. `false` when it was not in the catalogue.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn delete_part(&self, caller: UserId, id: PartId) -> Result<bool, CatalogueError> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                let Some(record) = tx.part_record(&id)?.filter(|record| !record.hidden) else { return Ok(false) };
                editing::set_hidden(tx, record, true, audit.at)?;
                audit.note(tx, AuditAction::HidePart, id.to_string())?;
                Ok(true)
            })
            .await
    }
}
