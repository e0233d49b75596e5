//! All parts as rows, so that they can be changed in a spreadsheet and taken in again.

use super::present;
use crate::ports::{
    page::Page,
    part_rows::{PartColumn, PartRow},
    store::{Store, Transaction},
    store_error::StoreResult,
};
use autoparts_domain::id::PartId;
use std::io;

/// Parts that are read in one unit of work.
const PARTS: u32 = 200;

/// Some parts, those that are not in the catalogue too, and the part to go on after; `None` when these were the last.
pub async fn part_page(store: &dyn Store, after: Option<PartId>) -> StoreResult<(Option<PartId>, Vec<PartRow>)> {
    let work = move |tx: &mut dyn Transaction| -> StoreResult<(Option<PartId>, Vec<PartRow>)> {
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

/// All of them, handed over some at a time. Parts that change meanwhile may be as before or as after.
pub async fn parts<F>(store: &dyn Store, mut take: F) -> Result<(), crate::imports::export::ExportError>
where
    F: FnMut(Vec<PartRow>) -> io::Result<()>,
{
    let mut after = None;
    loop {
        let (last, rows) = part_page(store, after).await?;
        take(rows)?;
        match last {
            Some(last) => after = Some(last),
            None => return Ok(()),
        }
    }
}
