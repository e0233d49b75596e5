//! Part lists for admins: the whole catalog and removed parts, one page at a time.
//!
//! Searches of the visible catalog use the search index. Lists without a search come from the database, newest first,
//! so that a new part appears immediately. So do the lists that are not in the index: parts that are running low, sold
//! out or hidden. They are filtered while they are read, and only a limited number of parts is scanned per page.

use super::{CatalogueError, CatalogueResult, search};
use crate::{
    accounts::access::{self, AccessError},
    ports::{
        catalogue::managing::{ManagedList, ManagedPart},
        page::Page,
        part_search::{CatalogueCounts, SearchError, SearchResult},
        store::Transaction,
    },
    shop::Shop,
};
use autoparts_domain::{
    catalogue::{
        category::CategoryTree,
        part_number::NormalNumber,
        search::{SearchCursor, SearchQuery, Sort, folded},
    },
    id::{PartId, UserId},
    slug::CategoryId,
};
use std::collections::BTreeSet;

/// Batch size of reading a list.
const BATCH: u32 = 200;

/// Maximum number of parts scanned for one page. Filtering a long list may require several pages.
pub const MAX_LOOKED_AT: u32 = 1_000;

/// A search of parts by an admin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductQuery {
    /// The list to search.
    pub list: ManagedList,
    /// Filters, sort order and start of the page. Every list except `Shown` is sorted by newest first, whatever is
    /// requested, and cannot be filtered by attributes.
    pub search: SearchQuery,
}

/// A page of parts for admins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Products {
    /// The parts of the page; may be fewer than requested, or none, although more follow.
    pub parts: Vec<ManagedPart>,
    /// The total on all pages, if it is known without scanning.
    pub total: Option<u64>,
    /// The start of the next page.
    pub next: Option<SearchCursor>,
    /// The corrected words that were searched instead of the typed ones.
    pub did_you_mean: Option<String>,
}

/// Returns whether a query has no filters other than its list and page.
fn is_whole(query: &ProductQuery) -> bool {
    let SearchQuery {
        words, categories, brands, conditions, price_from, price_to, attributes, vehicle, in_stock, ..
    } = &query.search;
    words.is_none()
        && categories.is_empty()
        && brands.is_empty()
        && conditions.is_empty()
        && price_from.is_none()
        && price_to.is_none()
        && attributes.is_empty()
        && vehicle.is_none()
        && !in_stock
}

/// Returns whether the database answers a query.
pub(super) fn is_stored(query: &ProductQuery) -> bool {
    query.list != ManagedList::Shown || (is_whole(query) && query.search.order() == Sort::Newest)
}

/// Refuses filters that this list does not support: only the index knows attributes, and part number matches ignore the
/// vehicle. Ignoring a filter would enlarge the selection.
pub(super) fn require_known(query: &ProductQuery) -> CatalogueResult<()> {
    let SearchQuery { attributes, vehicle, .. } = &query.search;
    let is_known = vehicle.is_none() && (query.list == ManagedList::Shown || attributes.is_empty());
    Ok(is_known.then_some(()).ok_or(CatalogueError::AttributesOfList)?)
}

/// Returns the part after which a list from the database continues.
fn start(query: &ProductQuery) -> CatalogueResult<Option<PartId>> {
    match &query.search.after {
        None => Ok(None),
        Some(SearchCursor::Newest(part)) => Ok(Some(*part)),
        Some(_) => Err(SearchError::OtherOrder.into()),
    }
}

/// Filters a list from the database.
pub(super) struct Narrowed<'a> {
    query: &'a SearchQuery,
    words: Vec<String>,
    number: Option<NormalNumber>,
    categories: BTreeSet<CategoryId>,
}

impl<'a> Narrowed<'a> {
    pub(super) fn by(query: &'a SearchQuery, tree: &CategoryTree) -> Self {
        let typed = query.words.as_ref().map(|words| folded(words.as_str())).unwrap_or_default();
        let below = query.categories.iter().flat_map(|id| tree.subtree(id));
        Self {
            query,
            number: query.words.as_ref().and_then(|words| NormalNumber::searched(words.as_str())),
            words: typed.split_whitespace().map(ToOwned::to_owned).collect(),
            categories: below.collect(),
        }
    }

    /// Returns whether a part matches the query. Either all words occur in its title or brand name, or they are its
    /// number.
    pub(super) fn matches(&self, part: &ManagedPart) -> bool {
        let card = &part.card;
        let brand = card.brand.as_ref().map(|brand| brand.name.to_string()).unwrap_or_default();
        let name = folded(&format!("{} {brand}", card.part.details.title));
        let own = card.number.as_ref().map(|number| number.normal().as_str());
        let is_number = || self.number.as_ref().zip(own).is_some_and(|(typed, own)| own.starts_with(typed.as_str()));
        (self.words.iter().all(|word| name.contains(word.as_str())) || is_number()) && self.matches_filters(part)
    }

    /// Returns whether a part matches the filters of the query, whatever its words.
    fn matches_filters(&self, part: &ManagedPart) -> bool {
        let card = &part.card;
        let query = self.query;
        let price = card.part.details.price.amount();
        (query.categories.is_empty() || card.category.as_ref().is_some_and(|id| self.categories.contains(id)))
            && (query.brands.is_empty() || card.brand.as_ref().is_some_and(|brand| query.brands.contains(&brand.id)))
            && (query.conditions.is_empty() || query.conditions.contains(&card.condition))
            && query.price_from.is_none_or(|from| price >= from)
            && query.price_to.is_none_or(|to| price <= to)
            && (!query.in_stock || card.part.can_be_ordered())
    }
}

/// Returns the parts of the catalog that a number leads to and that match the other filters.
pub(super) fn parts_of_number(
    tx: &mut dyn Transaction,
    number: &NormalNumber,
    query: &SearchQuery,
) -> CatalogueResult<Vec<PartId>> {
    // Only the index knows the attributes of a part; it also finds complete part numbers.
    if !query.attributes.is_empty() {
        return Ok(Vec::new());
    }
    let tree = tx.categories()?;
    let narrowed = Narrowed::by(query, &tree);
    let ids = search::parts_of_number(tx, number)?;
    let parts = tx.managed_parts(&ids)?;
    let taken = parts.into_iter().filter(|part| !part.hidden && narrowed.matches_filters(part));
    Ok(taken.map(|part| part.card.part.id).collect())
}

/// Reads a page of a list from the database.
fn stored(tx: &mut dyn Transaction, query: &ProductQuery, after: Option<PartId>) -> CatalogueResult<Products> {
    let tree = tx.categories()?;
    let narrowed = Narrowed::by(&query.search, &tree);
    let limit = usize::try_from(query.search.limit).unwrap_or(usize::MAX);
    let mut parts = Vec::new();
    let mut after = after;
    let mut looked_at = 0;
    let next = |part: PartId| Some(SearchCursor::Newest(part));
    loop {
        let ids = tx.managed_part_ids(query.list, &Page { after, limit: BATCH })?;
        let is_last = u32::try_from(ids.len()).is_ok_and(|count| count < BATCH);
        for part in tx.managed_parts(&ids)?.into_iter().filter(|part| narrowed.matches(part)) {
            if parts.len() >= limit {
                let last = parts.last().and_then(|part: &ManagedPart| next(part.card.part.id));
                return Ok(Products { parts, next: last, ..Products::default() });
            }
            parts.push(part);
        }
        looked_at += BATCH;
        after = ids.last().copied().or(after);
        if is_last {
            return Ok(Products { parts, ..Products::default() });
        }
        if looked_at >= MAX_LOOKED_AT {
            return Ok(Products { parts, next: after.and_then(next), ..Products::default() });
        }
    }
}

impl Shop {
    /// Returns a page of parts. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn products(&self, caller: UserId, query: ProductQuery) -> CatalogueResult<Products> {
        self.require_admin(caller).await?;
        require_known(&query)?;
        if !is_stored(&query) {
            return self.searched_products(query.search).await;
        }
        let after = start(&query)?;
        let list = query.list;
        let whole = is_whole(&query);
        let page = self.store.read(move |tx| stored(tx, &query, after)).await?;
        let total = match list {
            // The index counts while it answers. Until it can, the total is unknown.
            ManagedList::Shown => self.search.counts().await.ok().map(|counts| counts.parts),
            _ if whole && after.is_none() && page.next.is_none() => u64::try_from(page.parts.len()).ok(),
            _ => None,
        };
        Ok(Products { total, ..page })
    }

    /// Returns the number of parts per brand and category from the search index, at most a second old and without
    /// counting per request. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn catalogue_counts(&self, caller: UserId) -> CatalogueResult<CatalogueCounts> {
        self.require_admin(caller).await?;
        Ok(self.search.counts().await?)
    }

    pub(super) async fn require_admin(&self, caller: UserId) -> Result<(), AccessError> {
        self.store.read(move |tx| access::require_admin(tx, &caller).map(|_| ())).await
    }

    /// Returns the parts found by number, followed by those that the index finds.
    async fn searched_products(&self, query: SearchQuery) -> CatalogueResult<Products> {
        let number = query.words.as_ref().and_then(|words| NormalNumber::searched(words.as_str()));
        let result = match self.search.search(&query).await {
            // Part number lookups do not need the index.
            Err(SearchError::Unavailable(_)) if number.is_some() && query.after.is_none() => SearchResult::default(),
            result => result?,
        };
        let is_first = query.after.is_none();
        let SearchResult { parts: found, total, next, did_you_mean, .. } = result;
        self.store
            .read(move |tx| {
                let hits = number.as_ref().map(|number| parts_of_number(tx, number, &query)).transpose()?;
                let hits = hits.unwrap_or_default();
                // Number matches are shown on the first page, whichever page the index has them on.
                let others = found.iter().copied().filter(|part| !hits.contains(part));
                let ids: Vec<PartId> = hits.iter().copied().filter(|_| is_first).chain(others).collect();
                let parts = tx.managed_parts(&ids)?.into_iter().filter(|part| !part.hidden).collect();
                let did_you_mean = did_you_mean.clone().filter(|_| hits.is_empty());
                // If there is only one page, matches that the index did not find can be counted exactly.
                let counted = if is_first && next.is_none() { ids.len() } else { hits.len() };
                let total = total.max(u64::try_from(counted).unwrap_or(0));
                Ok(Products { parts, total: Some(total), next: next.clone(), did_you_mean })
            })
            .await
    }
}
