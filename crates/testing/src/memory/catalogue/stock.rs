//! The stock of parts.

use super::super::{
    MemoryTransaction,
    tables::{StockRow, Tables, ascending, claim, descending, require},
};
use autoparts_application::ports::{
    catalogue::stock::{LowStock, StockAccount, StockLevel, StockRepository},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::stock::{StockMovement, StockReason},
    id::{PartId, StockMovementId, UserId},
    quantity::{Quantity, Stock},
    time::Timestamp,
};
use std::collections::BTreeMap;

/// The opening movement of a part.
pub(super) fn opening(part: PartId, pieces: i64, at: Timestamp) -> StockMovement {
    let id = StockMovementId::from(part.uuid());
    let reason = StockReason::Opening;
    StockMovement { part, id, reason, pieces, actor: None, note: None, at }
}

/// Marks a part as changed if the arrival of `came` pieces made it orderable.
fn note_orderable(tables: &mut Tables, part: &PartId, came: i64, at: Timestamp) {
    let available = tables.stock.get(part).map_or(0, |row| row.available);
    let Some(row) = tables.parts.get_mut(part) else { return };
    let minimum = row.details.minimum_order.quantity().pieces();
    if available >= minimum && available - came < minimum {
        row.changed_at = at;
    }
}

impl StockRepository for MemoryTransaction {
    fn take_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<bool> {
        self.touched.part(*id);
        self.change(|tables| {
            let enough = tables.stock.get_mut(id).filter(|row| row.available >= quantity.pieces());
            Ok(enough.map(|row| row.available -= quantity.pieces()).is_some())
        })
    }

    fn part_stock(&mut self, id: &PartId) -> StoreResult<i64> {
        self.query(|tables| Ok(tables.stock.get(id).map_or(0, |row| row.available)))
    }

    fn return_stock(&mut self, id: &PartId, quantity: Quantity, at: Timestamp) -> StoreResult<()> {
        self.touched.part(*id);
        self.change(|tables| {
            let Some(row) = tables.stock.get_mut(id) else {
                return require(false, "there is no such part");
            };
            row.available += quantity.pieces();
            require(row.available <= row.supplied, "more came back than was supplied")?;
            note_orderable(tables, id, quantity.pieces(), at);
            Ok(())
        })
    }

    fn note_renewed(&mut self, id: &PartId, at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            if let Some(row) = tables.stock.get_mut(id) {
                row.renewed_at = Some(at);
            }
            Ok(())
        })
    }

    fn move_stock(&mut self, movement: &StockMovement, expected: Option<Stock>) -> StoreResult<bool> {
        self.touched.part(movement.part);
        self.change(|tables| {
            let Some(row) = tables.stock.get_mut(&movement.part) else { return Ok(false) };
            let pieces = movement.pieces;
            let unexpected = expected.is_some_and(|expected| row.available != expected.pieces());
            if unexpected || row.available + pieces < 0 || row.supplied + pieces > Stock::MAX {
                return Ok(false);
            }
            row.available += pieces;
            row.supplied += pieces;
            if pieces > 0 {
                row.renewed_at = Some(movement.at);
            }
            tables.stock_movements.insert((movement.part, movement.id), movement.clone());
            note_orderable(tables, &movement.part, pieces, movement.at);
            Ok(true)
        })
    }

    fn moved_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<String>> {
        let key = (*admin, key.to_owned());
        self.query(|tables| Ok(tables.stock_movement_keys.get(&key).map(|(fingerprint, _)| fingerprint.clone())))
    }

    fn remember_movement(&mut self, admin: &UserId, key: &str, fingerprint: &str, at: Timestamp) -> StoreResult<()> {
        let key = (*admin, key.to_owned());
        let row = (fingerprint.to_owned(), at);
        self.change(|tables| claim(&mut tables.stock_movement_keys, key, row))
    }

    fn stock_movements(&mut self, part: &PartId, page: &Page<StockMovementId>) -> StoreResult<Vec<StockMovement>> {
        self.query(|tables| {
            let of_part = tables.stock_movements.values().filter(|movement| movement.part == *part);
            Ok(descending(of_part.map(|movement| (movement.id, movement.clone())), page))
        })
    }

    fn stock_levels(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, StockLevel>> {
        self.query(|tables| {
            let level = |part: &PartId| {
                let row = tables.stock.get(part)?;
                let supplied = row.supplied;
                let available = row.available;
                let reorder_at = row.reorder_at;
                Some((*part, StockLevel { supplied, available, reorder_at }))
            };
            Ok(parts.iter().filter_map(level).collect())
        })
    }

    fn reorder_point(&mut self, part: &PartId) -> StoreResult<Option<Stock>> {
        self.query(|tables| Ok(tables.stock.get(part).map(|row| row.reorder_at)))
    }

    fn set_reorder_point(&mut self, part: &PartId, point: Stock) -> StoreResult<()> {
        self.change(|tables| {
            if let Some(row) = tables.stock.get_mut(part) {
                row.reorder_at = point;
            }
            Ok(())
        })
    }

    fn low_stock(&mut self, page: &Page<PartId>) -> StoreResult<Vec<LowStock>> {
        self.query(|tables| {
            let shown = |part: &PartId| tables.parts.get(part).is_some_and(|row| !row.hidden);
            let below_minimum = |part: &PartId, available: i64| {
                let minimum = tables.parts.get(part).map(|row| row.details.minimum_order.quantity().pieces());
                minimum.is_some_and(|minimum| available < minimum)
            };
            let is_low = |part: &PartId, row: &StockRow| {
                row.available <= row.reorder_at.pieces() || below_minimum(part, row.available)
            };
            let low = tables.stock.iter().filter(|(part, row)| shown(part) && is_low(part, row));
            ascending(low.map(|(part, row)| (*part, (*part, *row))), page)
                .into_iter()
                .map(|(part, row)| {
                    let available = Stock::new(row.available).map_err(|why| StoreError::Failed(Box::new(why)))?;
                    let minimum_order = tables.parts.get(&part).map(|row| row.details.minimum_order);
                    let minimum_order = minimum_order.ok_or_else(|| StoreError::Failed("a part is missing".into()))?;
                    Ok(LowStock { part, available, reorder_at: row.reorder_at, minimum_order })
                })
                .collect()
        })
    }

    fn stock_accounts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<StockAccount>> {
        self.query(|tables| {
            let account = |part: PartId| {
                let movements = tables.stock_movements.values().filter(|movement| movement.part == part);
                let moved = movements.map(|movement| movement.pieces).reduce(|sum, pieces| sum + pieces);
                tables.stock.get(&part).map(|row| StockAccount {
                    part,
                    supplied: row.supplied,
                    available: row.available,
                    moved,
                })
            };
            Ok(ascending(tables.stock.keys().map(|part| (*part, *part)), page)
                .into_iter()
                .filter_map(account)
                .collect())
        })
    }
}
