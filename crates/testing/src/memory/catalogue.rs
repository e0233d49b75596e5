//! Parts, their listings and their stock.

mod listings;
mod managing;
mod stock;

use super::{
    MemoryTransaction,
    tables::{StockRow, StoredPart, Tables, ascending, bounded, claim},
};
use autoparts_application::{
    catalogue::editing,
    ports::{
        catalogue::{
            ChangedPart, ListedPart, NewPart, PartCard, PartRecord, PartRepository, listings::ListingRepository,
            stock::StockRepository,
        },
        page::Page,
        part_search::IndexPosition,
        store::Conflict,
        store_error::{StoreError, StoreResult},
    },
};
use autoparts_domain::{
    catalogue::{Part, listing::Listing},
    id::PartId,
    quantity::Stock,
    time::Timestamp,
};
use std::collections::BTreeSet;

fn stored(tables: &Tables, id: PartId, row: &StoredPart) -> StoreResult<Part> {
    let available = tables.stock.get(&id).map_or(0, |row| row.available);
    Ok(Part {
        id,
        details: row.details.clone(),
        available: Stock::new(available).map_err(|why| StoreError::Failed(Box::new(why)))?,
    })
}

/// A part for lists, deleted or not.
fn card(tables: &Tables, id: PartId) -> StoreResult<Option<PartCard>> {
    let Some(row) = tables.parts.get(&id) else { return Ok(None) };
    let listing = tables.listings.get(&id).cloned().unwrap_or_default();
    Ok(Some(PartCard {
        part: stored(tables, id, row)?,
        brand: listing.brand.as_ref().and_then(|brand| tables.brands.get(brand).cloned()),
        number: listing.number,
        category: listing.category,
        condition: listing.condition,
        list_price: listing.list_price,
        successor: listing.successor,
    }))
}

fn shown(tables: &Tables, id: PartId) -> StoreResult<Option<PartCard>> {
    if tables.parts.get(&id).is_some_and(|row| !row.hidden) { card(tables, id) } else { Ok(None) }
}

fn record(tables: &Tables, id: PartId) -> StoreResult<Option<PartRecord>> {
    let Some(row) = tables.parts.get(&id) else { return Ok(None) };
    let StoredPart { hidden, revision, changed_at, .. } = *row;
    Ok(Some(PartRecord { part: stored(tables, id, row)?, hidden, revision, changed_at }))
}

impl PartRepository for MemoryTransaction {
    fn part(&mut self, id: &PartId) -> StoreResult<Option<Part>> {
        self.query(|tables| Ok(shown(tables, *id)?.map(|card| card.part)))
    }

    fn parts_by_id(&mut self, ids: &[PartId]) -> StoreResult<Vec<Part>> {
        let ids: BTreeSet<PartId> = ids.iter().copied().collect();
        self.query(|tables| {
            let cards = ids.into_iter().filter_map(|id| shown(tables, id).transpose());
            cards.map(|card| Ok(card?.part)).collect()
        })
    }

    fn parts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartCard>> {
        self.query(|tables| {
            let ids = tables.parts.iter().filter(|(_, row)| !row.hidden).map(|(id, _)| (*id, *id));
            ascending(ids, page).into_iter().filter_map(|id| shown(tables, id).transpose()).collect()
        })
    }

    fn card(&mut self, id: &PartId) -> StoreResult<Option<PartCard>> {
        self.query(|tables| shown(tables, *id))
    }

    fn cards(&mut self, ids: &[PartId]) -> StoreResult<Vec<PartCard>> {
        self.query(|tables| ids.iter().filter_map(|id| shown(tables, *id).transpose()).collect())
    }

    fn part_record(&mut self, id: &PartId) -> StoreResult<Option<PartRecord>> {
        self.query(|tables| record(tables, *id))
    }

    fn listed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ListedPart>> {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        self.query(|tables| {
            let listed = |record: PartRecord| {
                let listing = tables.listings.get(&record.part.id).cloned().unwrap_or_default();
                ListedPart { record, listing }
            };
            ids.iter().filter_map(|id| record(tables, *id).transpose()).map(|record| record.map(listed)).collect()
        })
    }

    fn insert_part(&mut self, part: &Part, at: Timestamp) -> StoreResult<()> {
        self.touched.part(part.id);
        let row =
            StoredPart { details: part.details.clone(), hidden: false, revision: 1, changed_at: at, renewed_at: None };
        let pieces = part.available.pieces();
        let below_minimum = part.details.minimum_order.quantity().pieces() - 1;
        let reorder_at = Stock::new(below_minimum).map_err(|why| StoreError::Failed(Box::new(why)))?;
        let opening = stock::opening(part.id, pieces, at);
        self.change(|tables| {
            claim(&mut tables.parts, part.id, row)?;
            claim(
                &mut tables.stock,
                part.id,
                StockRow { supplied: pieces, available: pieces, reorder_at, renewed_at: None },
            )?;
            claim(&mut tables.stock_movements, (part.id, opening.id), opening)
        })
    }

    fn insert_parts(&mut self, parts: &[NewPart], at: Timestamp) -> StoreResult<()> {
        for NewPart { part, listing, reorder_at } in parts {
            self.insert_part(part, at)?;
            self.set_reorder_point(&part.id, *reorder_at)?;
            if let Some((brand, number)) = editing::key(listing) {
                self.claim_number(brand, number, &part.id)?;
            }
            if *listing != Listing::default() {
                self.save_listing(&part.id, listing)?;
            }
        }
        Ok(())
    }

    fn update_part(&mut self, record: &PartRecord) -> StoreResult<()> {
        self.touched.part(record.part.id);
        let updated = self.change(|tables| {
            let row = tables.parts.get_mut(&record.part.id).filter(|row| row.revision == record.revision);
            let Some(row) = row else { return Ok(false) };
            let details = record.part.details.clone();
            let hidden = record.hidden;
            let at = record.changed_at;
            let is_renewed = (row.hidden && !hidden) || details.minimum_order < row.details.minimum_order;
            let renewed_at = if is_renewed { Some(at) } else { row.renewed_at };
            *row = StoredPart { details, hidden, revision: record.revision + 1, changed_at: at, renewed_at };
            Ok(true)
        })?;
        if updated { Ok(()) } else { Err(self.conflict()) }
    }

    fn touch_parts(&mut self, ids: &[PartId], at: Timestamp) -> StoreResult<()> {
        self.touched.parts(ids);
        self.change(|tables| {
            for id in ids {
                if let Some(row) = tables.parts.get_mut(id) {
                    row.revision += 1;
                    row.changed_at = at;
                }
            }
            Ok(())
        })
    }

    fn changed_parts(&mut self, after: IndexPosition, limit: u32) -> StoreResult<Vec<ChangedPart>> {
        self.query(|tables| {
            let change = |(id, row): (&PartId, &StoredPart)| {
                let position = IndexPosition { changed_at: row.changed_at, part: *id };
                ChangedPart { position, revision: row.revision }
            };
            let mut changes: Vec<ChangedPart> = tables.parts.iter().map(change).collect();
            changes.sort_by_key(|change| change.position);
            Ok(bounded(changes.into_iter().filter(|change| change.position > after), limit))
        })
    }

    fn shown_part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        self.query(|tables| {
            let shown = tables.parts.iter().filter(|(_, row)| !row.hidden);
            Ok(ascending(shown.map(|(id, _)| (*id, *id)), page))
        })
    }

    fn count_parts(&mut self) -> StoreResult<u64> {
        self.query(|tables| Ok(u64::try_from(tables.parts.len()).unwrap_or(u64::MAX)))
    }

    fn part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        self.query(|tables| Ok(ascending(tables.parts.keys().map(|id| (*id, *id)), page)))
    }
}
