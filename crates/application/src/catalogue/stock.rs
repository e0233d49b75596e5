//! Stock movements without an order, and parts that are running low.

use super::{CatalogueError, CatalogueResult};
use crate::{
    accounts::access,
    ports::{
        catalogue::{PartCard, stock::LowStock},
        page::Page,
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    catalogue::PartDetails,
    catalogue::stock::{StockChange, StockMovement, StockReason},
    id::{PartId, StockMovementId, UserId},
    quantity::Stock,
    text::StockNote,
};

/// Returns the maximum stock at which a part cannot be ordered.
pub(crate) fn below_minimum(details: &PartDetails) -> Stock {
    Stock::new(details.minimum_order.quantity().pieces() - 1).unwrap_or(Stock::NONE)
}

/// A stock movement recorded by an admin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveStock {
    /// The reason.
    pub reason: StockReason,
    /// Number of pieces added; negative if removed.
    pub change: StockChange,
    /// An optional note.
    pub note: Option<StockNote>,
    /// The available stock that the change was based on; the movement is refused if it has changed. `None` if the
    /// change does not depend on it.
    pub expected_available: Option<Stock>,
    /// Makes the movement idempotent: repeated requests by an admin with the same key move stock once.
    pub idempotency_key: Option<String>,
}

impl Shop {
    /// Records a stock movement. Pieces held by orders cannot be removed. Returns the stock available afterwards.
    /// Idempotent with an idempotency key; a repeated call returns the stock available now. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn move_stock(&self, caller: UserId, part: PartId, command: MoveStock) -> CatalogueResult<i64> {
        let (id, audit): (StockMovementId, _) = (self.ids.next(), self.admin_audit(caller));
        let fingerprint = self.secrets.digest(&fingerprint(&caller, &part, &command));
        let at = audit.at;
        self.store
            .write(move |tx| {
                let admin = access::require_admin(tx, &caller)?.id;
                tx.part_record(&part)?.ok_or(CatalogueError::NoSuchPart)?;
                if let Some(key) = &command.idempotency_key {
                    match tx.moved_under_key(&admin, key)? {
                        Some(before) if before == fingerprint => return Ok(tx.part_stock(&part)?),
                        Some(_) => return Err(CatalogueError::KeyReused.into()),
                        None => tx.remember_movement(&admin, key, &fingerprint, at)?,
                    }
                }
                let reason = command.reason;
                let pieces = command.change.pieces();
                let note = command.note.clone();
                let movement = StockMovement { part, id, reason, pieces, actor: Some(admin), note, at };
                if tx.move_stock(&movement, command.expected_available)? {
                    let now = tx.part_stock(&part)?;
                    let about = format!("{part}, {}, {pieces:+} pcs.", reason.name());
                    let pieces = (&Facts::one("available", now - pieces), &Facts::one("available", now));
                    audit.changed(tx, AuditAction::MoveStock, &about, pieces)?;
                    return Ok(now);
                }
                Err(refusal(tx, &part, &command)?.into())
            })
            .await
    }

    /// Returns the stock movements of a part, newest first. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn stock_movements(
        &self,
        caller: UserId,
        part: PartId,
        page: Page<StockMovementId>,
    ) -> CatalogueResult<Vec<StockMovement>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                tx.part_record(&part)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok(tx.stock_movements(&part, &page)?)
            })
            .await
    }

    /// Sets the number of pieces at or below which a part is running low. Below its minimum order it always is. Admin
    /// only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn set_reorder_point(&self, caller: UserId, part: PartId, point: Stock) -> CatalogueResult<()> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let record = tx.part_record(&part)?.ok_or(CatalogueError::NoSuchPart)?;
                let before = tx.reorder_point(&part)?;
                let after = point.max(below_minimum(&record.part.details));
                tx.set_reorder_point(&part, after)?;
                let shown = |point: Option<Stock>| {
                    Facts::one("reorder_at", point.map(|point| point.pieces().to_string()).unwrap_or_default())
                };
                let points = (&shown(before), &shown(Some(after)));
                Ok(audit.changed(tx, AuditAction::ChangeReorderPoint, &part.to_string(), points)?)
            })
            .await
    }

    /// Returns the parts of the catalog that are running low, by id. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn low_stock(&self, caller: UserId, page: Page<PartId>) -> CatalogueResult<Vec<(PartCard, LowStock)>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let low = tx.low_stock(&page)?;
                let ids: Vec<PartId> = low.iter().map(|low| low.part).collect();
                // In the same unit of work, although not every database reads all tables from one snapshot.
                let cards = tx.cards(&ids)?.into_iter();
                let with = |card: PartCard| low.iter().find(|low| low.part == card.part.id).map(|low| (card, *low));
                Ok(cards.filter_map(with).collect())
            })
            .await
    }
}

/// Determines why a movement was refused.
fn refusal(tx: &mut dyn Transaction, part: &PartId, command: &MoveStock) -> Result<CatalogueError, StoreError> {
    let available = tx.part_stock(part)?;
    let pieces = command.change.pieces();
    Ok(match command.expected_available {
        Some(expected) if expected.pieces() != available => CatalogueError::StockChanged { available },
        _ if available + pieces < 0 => CatalogueError::PiecesReserved { available },
        _ if pieces > 0 => CatalogueError::TooManyPieces,
        // The stock has been replenished since.
        _ => return Err(tx.conflict()),
    })
}

/// Fingerprint that detects different movements under one key.
fn fingerprint(caller: &UserId, part: &PartId, command: &MoveStock) -> String {
    let MoveStock { reason, change, note, expected_available, idempotency_key } = command;
    let key = idempotency_key.as_deref().unwrap_or_default();
    let expected = expected_available.map(|expected| expected.pieces().to_string()).unwrap_or_default();
    let note = note.as_ref().map(ToString::to_string).unwrap_or_default();
    format!("{caller}|{key}|{part}|{}|{}|{expected}|{note}", reason.name(), change.pieces())
}
