//! Stock that comes and goes without an order, and what is running low.

use super::CatalogueError;
use crate::{
    accounts::access,
    ports::{
        catalogue::{PartCard, stock::LowStock},
        page::Page,
    },
    shop::Shop,
};
use autoparts_domain::{
    catalogue::PartDetails,
    catalogue::stock::{StockChange, StockMovement, StockReason},
    id::{PartId, StockMovementId, UserId},
    quantity::Stock,
    text::StockNote,
};

/// The most pieces of a part of which nobody can order any.
pub(super) fn below_minimum(details: &PartDetails) -> Stock {
    Stock::new(details.minimum_order.quantity().pieces() - 1).unwrap_or(Stock::NONE)
}

/// What an admin says about pieces that came or went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveStock {
    /// Why.
    pub reason: StockReason,
    /// How many came; below zero, went.
    pub change: StockChange,
    /// What else there is to know.
    pub note: Option<StockNote>,
}

impl Shop {
    /// Writes down that pieces came or went; for admins. Pieces that orders hold cannot go. Answers how many can
    /// be sold since then.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn move_stock(&self, caller: UserId, part: PartId, move_: MoveStock) -> Result<i64, CatalogueError> {
        let (id, at): (StockMovementId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                let actor = Some(access::require_admin::<CatalogueError>(tx, &caller)?.id);
                let record = tx.part_record(&part)?.ok_or(CatalogueError::NoSuchPart)?;
                let (reason, pieces, note) = (move_.reason, move_.change.pieces(), move_.note.clone());
                let minimum = record.part.details.minimum_order.quantity().pieces();
                if pieces > 0 && record.part.available.pieces() < minimum {
                    // It may be found among what can be ordered again: searches need not wait for the next look.
                    tx.touch_parts(&[part], at)?;
                }
                if tx.move_stock(&StockMovement { part, id, reason, pieces, actor, note, at })? {
                    return Ok(tx.part_stock(&part)?);
                }
                let available = tx.part_stock(&part)?;
                Err(if pieces < 0 {
                    CatalogueError::PiecesReserved { available }
                } else {
                    CatalogueError::TooManyPieces
                })
            })
            .await
    }

    /// What came and went of a part, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn stock_movements(
        &self,
        caller: UserId,
        part: PartId,
        page: Page<StockMovementId>,
    ) -> Result<Vec<StockMovement>, CatalogueError> {
        self.store
            .read(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                tx.part_record(&part)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok(tx.stock_movements(&part, &page)?)
            })
            .await
    }

    /// Says at or below how many pieces a part is running low; for admins. Below its minimum order it always is.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn set_reorder_point(&self, caller: UserId, part: PartId, point: Stock) -> Result<(), CatalogueError> {
        self.store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                let record = tx.part_record(&part)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok(tx.set_reorder_point(&part, point.max(below_minimum(&record.part.details)))?)
            })
            .await
    }

    /// The parts of the catalogue that are running low, by id; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn low_stock(
        &self,
        caller: UserId,
        page: Page<PartId>,
    ) -> Result<Vec<(PartCard, LowStock)>, CatalogueError> {
        self.store
            .read(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                let low = tx.low_stock(&page)?;
                let ids: Vec<PartId> = low.iter().map(|low| low.part).collect();
                // Read in the same unit of work; yet not every database reads all tables at one moment.
                let cards = tx.cards(&ids)?.into_iter();
                let with = |card: PartCard| low.iter().find(|low| low.part == card.part.id).map(|low| (card, *low));
                Ok(cards.filter_map(with).collect())
            })
            .await
    }
}
