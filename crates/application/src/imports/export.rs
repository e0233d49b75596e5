//! Exports as spreadsheets that can be edited and imported again.

use super::parts::export::part_page;
use crate::{
    ports::{
        page::Page,
        part_rows::PartFileRow,
        spreadsheets::{ExportKind, FitmentLine},
        store::{Store, Transaction},
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::id::PartId;
use std::io;

/// Why an export was not completed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file cannot be written.
    #[error("the file could not be written")]
    File(#[from] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Batch size per unit of work.
const PARTS: u32 = 100;

/// Returns the applications of some parts of the catalog that have a brand and a number, and the part to continue
/// after; `None` at the end. The lines of a part are adjacent.
pub async fn fitment_page(store: &dyn Store, after: Option<PartId>) -> StoreResult<(Option<PartId>, Vec<FitmentLine>)> {
    let page = Page { after, limit: PARTS };
    let work = move |tx: &mut dyn Transaction| -> StoreResult<(Option<PartId>, Vec<FitmentLine>)> {
        let ids = tx.shown_part_ids(&page)?;
        Ok((ids.last().copied(), lines(tx, &ids)?))
    };
    store.read(work).await
}

/// Passes all lines to `take`, part by part. Parts that change during the export may appear in their old or new state.
pub async fn fitments<F>(store: &dyn Store, mut take: F) -> Result<(), ExportError>
where
    F: FnMut(FitmentLine) -> io::Result<()>,
{
    all_pages(|after| fitment_page(store, after), |lines| lines.into_iter().try_for_each(&mut take)).await
}

/// Passes all parts to `take` in batches. Parts that change during the export may appear in their old or new state.
pub async fn parts<F>(store: &dyn Store, take: F) -> Result<(), ExportError>
where
    F: FnMut(Vec<PartFileRow>) -> io::Result<()>,
{
    all_pages(|after| part_page(store, after), take).await
}

async fn all_pages<T, P>(
    page: impl Fn(Option<PartId>) -> P,
    mut take: impl FnMut(T) -> io::Result<()>,
) -> Result<(), ExportError>
where
    P: Future<Output = StoreResult<(Option<PartId>, T)>>,
{
    let mut after = None;
    loop {
        let (last, entries) = page(after).await?;
        take(entries)?;
        match last {
            Some(last) => after = Some(last),
            None => return Ok(()),
        }
    }
}

impl Shop {
    /// Returns the bytes of a file after a part, and the part to continue after; `None` at the end of the file.
    pub async fn export_page(&self, kind: ExportKind, after: Option<PartId>) -> StoreResult<(Option<PartId>, Vec<u8>)> {
        match kind {
            ExportKind::Fitment => {
                let (last, lines) = fitment_page(&*self.store, after).await?;
                Ok((last, self.spreadsheets.fitments(&lines)))
            }
            ExportKind::Parts => {
                let (last, rows) = part_page(&*self.store, after).await?;
                Ok((last, self.spreadsheets.parts(&rows)))
            }
        }
    }
}

fn lines(tx: &mut dyn Transaction, ids: &[PartId]) -> StoreResult<Vec<FitmentLine>> {
    let mut listed = tx.listed_fitments(ids)?;
    let counts = tx.fitment_counts(ids)?;
    let with_any: Vec<PartId> = ids
        .iter()
        .filter(|part| listed.contains_key(part) || counts.get(part).is_some_and(|counts| counts.set_aside > 0))
        .copied()
        .collect();
    let mut lines = Vec::new();
    for part in tx.listed_parts(&with_any)? {
        let (Some(brand), Some(number)) = (part.listing.brand, part.listing.number) else { continue };
        let id = part.record.part.id;
        let theirs = listed.remove(&id).unwrap_or_default().applications;
        let set_aside = counts.get(&id).map_or(0, |counts| counts.set_aside);
        let line = |application| FitmentLine { brand: brand.clone(), number: number.clone(), set_aside, application };
        if theirs.is_empty() && set_aside > 0 {
            lines.push(line(None));
        }
        lines.extend(theirs.into_iter().map(|application| line(Some(application))));
    }
    Ok(lines)
}
