//! The admins' lists of parts.

use super::{super::MemoryTransaction, super::tables::descending, card, record};
use autoparts_application::ports::{
    catalogue::managing::{ManagedList, ManagedPart, ManagedPartRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::id::PartId;

impl ManagedPartRepository for MemoryTransaction {
    fn managed_part_ids(&mut self, list: ManagedList, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        self.query(|tables| {
            let of_list = tables.parts.iter().filter(|(id, row)| {
                let Some(stock) = tables.stock.get(id) else { return false };
                let sold_out = stock.available < row.details.minimum_order.quantity().pieces();
                match list {
                    ManagedList::Shown => !row.hidden,
                    ManagedList::Low => !row.hidden && (sold_out || stock.available <= stock.reorder_at.pieces()),
                    ManagedList::SoldOut => !row.hidden && sold_out,
                    ManagedList::Hidden => row.hidden,
                }
            });
            Ok(descending(of_list.map(|(id, _)| (*id, *id)), page))
        })
    }

    fn managed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ManagedPart>> {
        self.query(|tables| {
            let managed = |id: &PartId| {
                let stock = tables.stock.get(id)?;
                let both = || Ok(card(tables, *id)?.zip(record(tables, *id)?));
                let managed = both().map(|both| {
                    both.map(|(card, record)| ManagedPart {
                        card,
                        hidden: record.hidden,
                        revision: record.revision,
                        changed_at: record.changed_at,
                        reorder_at: stock.reorder_at,
                    })
                });
                managed.transpose()
            };
            ids.iter().filter_map(managed).collect()
        })
    }
}
