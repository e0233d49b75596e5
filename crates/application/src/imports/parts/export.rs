//! Exports all parts as rows that can be edited in a spreadsheet and imported again.

use super::present;
use crate::ports::{
    page::Page,
    part_rows::{PartColumn, PartFileRow},
    store::{Store, Transaction},
    store_error::StoreResult,
};
use autoparts_domain::id::PartId;

/// Batch size per unit of work.
const PARTS: u32 = 200;

/// Returns some parts, including those not in the catalog, and the part to continue after; `None` at the end.
pub async fn part_page(store: &dyn Store, after: Option<PartId>) -> StoreResult<(Option<PartId>, Vec<PartFileRow>)> {
    let work = move |tx: &mut dyn Transaction| -> StoreResult<(Option<PartId>, Vec<PartFileRow>)> {
        let ids = tx.part_ids(&Page { after, limit: PARTS })?;
        let row = |(id, part): (PartId, super::PartState)| {
            let mut row = part.row();
            row.cells.insert(PartColumn::Id, vec![id.to_string()]);
            row
        };
        Ok((ids.last().copied(), present(tx, &ids)?.into_iter().map(row).collect()))
    };
    store.read(work).await
}
