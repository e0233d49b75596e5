//! What goes out as files, so that it can be changed in a spreadsheet and taken in again.

use crate::ports::{
    page::Page,
    store::{Store, Transaction},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::part_number::PartNumber, fitment::Application, id::PartId, slug::BrandId, vehicles::ModelId,
};
use std::io;

/// Why a file was not written to its end.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file cannot be written.
    #[error("the file could not be written")]
    File(#[from] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An application of a part, as a line of a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitmentLine {
    /// Whose the part is.
    pub brand: BrandId,
    /// Its number.
    pub number: PartNumber,
    /// The model.
    pub model: ModelId,
    /// When it fits.
    pub application: Application,
}

/// Parts that are read in one unit of work.
const PARTS: u32 = 100;

/// All applications of the parts of the catalogue that have a brand and a number, handed over part by part; those of
/// a part stand together. Parts that change meanwhile may be as before or as after.
pub async fn fitments<F>(store: &dyn Store, mut take: F) -> Result<(), ExportError>
where
    F: FnMut(FitmentLine) -> io::Result<()>,
{
    let mut after = None;
    loop {
        let page = Page { after, limit: PARTS };
        let work = move |tx: &mut dyn Transaction| -> StoreResult<(Option<PartId>, Vec<FitmentLine>)> {
            let ids = tx.shown_part_ids(&page)?;
            Ok((ids.last().copied(), lines(tx, &ids)?))
        };
        let (last, lines) = store.read(work).await?;
        for line in lines {
            take(line)?;
        }
        match last {
            Some(last) => after = Some(last),
            None => return Ok(()),
        }
    }
}

fn lines(tx: &mut dyn Transaction, ids: &[PartId]) -> StoreResult<Vec<FitmentLine>> {
    let mut listed = tx.listed_fitments(ids)?;
    let with_any: Vec<PartId> = listed.keys().copied().collect();
    let mut lines = Vec::new();
    for part in tx.listed_parts(&with_any)? {
        let (Some(brand), Some(number)) = (part.listing.brand, part.listing.number) else { continue };
        let theirs = listed.remove(&part.record.part.id).unwrap_or_default().applications;
        let line =
            |(model, application)| FitmentLine { brand: brand.clone(), number: number.clone(), model, application };
        lines.extend(theirs.into_iter().map(line));
    }
    Ok(lines)
}
