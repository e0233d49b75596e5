//! Selects the parts of a change.

use super::{MAX_NAMED, MAX_PARTS, Selection};
use crate::{
    catalogue::{
        CatalogueError, CatalogueResult,
        products::{self, Narrowed, ProductQuery},
    },
    ports::{catalogue::managing::ManagedList, page::Page, part_search::SearchError},
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    catalogue::{change::BulkChange, part_number::NormalNumber},
    id::PartId,
};
use std::collections::BTreeSet;

/// Batch size of reading a list.
const BATCH: u32 = 1_000;

/// Maximum number of parts scanned. Selecting a few parts of a longer list requires naming them.
const MAX_LOOKED_AT: u32 = 50_000;

const TOO_MANY: CatalogueError = CatalogueError::TooManyParts { max: MAX_PARTS };

/// Returns whether a part is still in the list it was selected from. `None`: it was named individually.
pub(super) fn is_in(list: Option<ManagedList>, hidden: bool) -> bool {
    list.is_none_or(|list| hidden == (list == ManagedList::Hidden))
}

fn bounded(parts: BTreeSet<PartId>) -> CatalogueResult<BTreeSet<PartId>> {
    if u32::try_from(parts.len()).is_ok_and(|count| count <= MAX_PARTS) { Ok(parts) } else { Err(TOO_MANY.into()) }
}

impl Shop {
    /// Checks that the target of a change exists.
    pub(super) async fn check_target(&self, change: &BulkChange) -> CatalogueResult<()> {
        let change = change.clone();
        self.store
            .read(move |tx| match &change {
                BulkChange::Brand(Some(brand)) => {
                    Ok(tx.brand(brand)?.map(|_| ()).ok_or(CatalogueError::NoSuchBrand)?)
                }
                BulkChange::Category(Some(category)) => {
                    Ok(tx.categories()?.get(category).map(|_| ()).ok_or(CatalogueError::NoSuchCategory)?)
                }
                _ => Ok(()),
            })
            .await
    }

    /// Returns the selected parts.
    pub(super) async fn chosen(&self, selection: &Selection) -> CatalogueResult<BTreeSet<PartId>> {
        match selection {
            Selection::Named(parts) if parts.is_empty() => Err(CatalogueError::WhichParts.into()),
            Selection::Named(parts) if parts.len() > MAX_NAMED => Err(TOO_MANY.into()),
            Selection::Named(parts) => Ok(parts.iter().copied().collect()),
            Selection::All(query) if products::require_known(query).is_err() => {
                Err(CatalogueError::AttributesOfList.into())
            }
            Selection::All(query) if products::is_stored(query) => self.listed(query).await,
            Selection::All(query) => self.found(query).await,
        }
    }

    /// Returns the parts found by the index or by part number.
    async fn found(&self, query: &ProductQuery) -> CatalogueResult<BTreeSet<PartId>> {
        let number = query.search.words.as_ref().and_then(|words| NormalNumber::searched(words.as_str()));
        let found = match self.search.find_all(&query.search, MAX_PARTS + 1).await {
            Err(SearchError::Unavailable(_)) if number.is_some() => Vec::new(),
            found => found?,
        };
        let hits = match number {
            None => Vec::new(),
            Some(number) => {
                let search = query.search.clone();
                self.store.read(move |tx| products::parts_of_number(tx, &number, &search)).await?
            }
        };
        bounded(found.into_iter().chain(hits).collect())
    }

    /// Returns the matching parts of a list in the database.
    async fn listed(&self, query: &ProductQuery) -> CatalogueResult<BTreeSet<PartId>> {
        let mut parts = BTreeSet::new();
        let mut after = None;
        let mut looked_at = 0;
        loop {
            let query = query.clone();
            let page = Page { after, limit: BATCH };
            let (ids, taken) = self
                .store
                .read(move |tx| {
                    let tree = tx.categories()?;
                    let narrowed = Narrowed::by(&query.search, &tree);
                    let ids = tx.managed_part_ids(query.list, &page)?;
                    let managed = tx.managed_parts(&ids)?;
                    let taken: Vec<PartId> =
                        managed.iter().filter(|part| narrowed.matches(part)).map(|part| part.card.part.id).collect();
                    Ok::<_, UseCaseError<_>>((ids, taken))
                })
                .await?;
            parts = bounded(parts.into_iter().chain(taken).collect())?;
            after = ids.last().copied();
            looked_at += BATCH;
            if u32::try_from(ids.len()).is_ok_and(|count| count < BATCH) {
                return Ok(parts);
            }
            if looked_at >= MAX_LOOKED_AT {
                return Err(CatalogueError::ListTooLong { max: MAX_LOOKED_AT }.into());
            }
        }
    }
}
