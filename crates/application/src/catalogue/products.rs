//! The parts as admins list them: the whole catalogue and what was taken out of it, a page at a time.
//!
//! What visitors can find is found by the search index. All that is not searched comes from the database, newest first, so
//! that a part stands there the moment it is added; and so do the lists that the index does not have: what is running low,
//! sold out or hidden. Those are narrowed down while they are read, so many parts at a time.

use super::{CatalogueError, search};
use crate::{
    accounts::access,
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

/// Parts of a list that are read at once.
const AT_ONCE: u32 = 200;

/// How many parts of a list are looked at for one page. Whoever narrows a long list down may have to go on.
pub const MAX_LOOKED_AT: u32 = 1_000;

/// Parts that admins look for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductQuery {
    /// Among which parts.
    pub list: ManagedList,
    /// What they have, in which order they are listed, and where the page begins. Every list but `Shown` begins with the
    /// newest, whatever is asked for, and cannot be narrowed down by attributes.
    pub search: SearchQuery,
}

/// A page of parts as admins see them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Products {
    /// A page of the parts; it may have fewer than were asked for, or none, although there are more.
    pub parts: Vec<ManagedPart>,
    /// How many there are on all pages, if that is known without counting them one by one.
    pub total: Option<u64>,
    /// Where the next page begins.
    pub next: Option<SearchCursor>,
    /// The words that were searched instead of those that were typed.
    pub did_you_mean: Option<String>,
}

/// Whether a query says nothing but which list, and from where on.
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

/// Whether a query is answered by the database.
pub(super) fn is_stored(query: &ProductQuery) -> bool {
    query.list != ManagedList::Shown || (is_whole(query) && query.search.order() == Sort::Newest)
}

/// Only the index knows attributes, and numbers are looked up whatever the vehicle. A filter that was left out would make a
/// choice larger, not smaller.
pub(super) fn require_known(query: &ProductQuery) -> Result<(), CatalogueError> {
    let SearchQuery { attributes, vehicle, .. } = &query.search;
    let is_known = vehicle.is_none() && (query.list == ManagedList::Shown || attributes.is_empty());
    is_known.then_some(()).ok_or(CatalogueError::AttributesOfList)
}

/// Where a list of the database goes on.
fn start(query: &ProductQuery) -> Result<Option<PartId>, CatalogueError> {
    match &query.search.after {
        None => Ok(None),
        Some(SearchCursor::Newest(part)) => Ok(Some(*part)),
        Some(_) => Err(SearchError::OtherOrder.into()),
    }
}

/// Narrows a list of the database down.
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

    /// Whether a part is what the query asks for. All words have to be in its title or the name of its brand, or they are
    /// its number.
    pub(super) fn takes(&self, part: &ManagedPart) -> bool {
        let card = &part.card;
        let brand = card.brand.as_ref().map(|brand| brand.name.to_string()).unwrap_or_default();
        let name = folded(&format!("{} {brand}", card.part.details.title));
        let own = card.number.as_ref().map(|number| number.normal().as_str());
        let is_number = || self.number.as_ref().zip(own).is_some_and(|(typed, own)| own.starts_with(typed.as_str()));
        (self.words.iter().all(|word| name.contains(word.as_str())) || is_number()) && self.takes_whatever_it_says(part)
    }

    /// The same without the words.
    fn takes_whatever_it_says(&self, part: &ManagedPart) -> bool {
        let (card, query) = (&part.card, self.query);
        let price = card.part.details.price.amount();
        (query.categories.is_empty() || card.category.as_ref().is_some_and(|id| self.categories.contains(id)))
            && (query.brands.is_empty() || card.brand.as_ref().is_some_and(|brand| query.brands.contains(&brand.id)))
            && (query.conditions.is_empty() || query.conditions.contains(&card.condition))
            && query.price_from.is_none_or(|from| price >= from)
            && query.price_to.is_none_or(|to| price <= to)
            && (!query.in_stock || card.part.can_be_ordered())
    }
}

/// The parts in the shop that a number leads to and that have whatever else the query asks for.
pub(super) fn parts_of_number(
    tx: &mut dyn Transaction,
    number: &NormalNumber,
    query: &SearchQuery,
) -> Result<Vec<PartId>, CatalogueError> {
    // Which attributes a part has, the index alone knows; it finds whole numbers, too.
    if !query.attributes.is_empty() {
        return Ok(Vec::new());
    }
    let tree = tx.categories()?;
    let narrowed = Narrowed::by(query, &tree);
    let ids = search::parts_of_number(tx, number)?;
    let parts = tx.managed_parts(&ids)?;
    let taken = parts.into_iter().filter(|part| !part.hidden && narrowed.takes_whatever_it_says(part));
    Ok(taken.map(|part| part.card.part.id).collect())
}

/// A page of a list of the database.
fn stored(tx: &mut dyn Transaction, query: &ProductQuery, after: Option<PartId>) -> Result<Products, CatalogueError> {
    let tree = tx.categories()?;
    let narrowed = Narrowed::by(&query.search, &tree);
    let limit = usize::try_from(query.search.limit).unwrap_or(usize::MAX);
    let (mut parts, mut after, mut looked_at) = (Vec::new(), after, 0);
    let next = |part: PartId| Some(SearchCursor::Newest(part));
    loop {
        let ids = tx.managed_part_ids(query.list, &Page { after, limit: AT_ONCE })?;
        let is_last = u32::try_from(ids.len()).is_ok_and(|count| count < AT_ONCE);
        for part in tx.managed_parts(&ids)?.into_iter().filter(|part| narrowed.takes(part)) {
            if parts.len() >= limit {
                let last = parts.last().and_then(|part: &ManagedPart| next(part.card.part.id));
                return Ok(Products { parts, next: last, ..Products::default() });
            }
            parts.push(part);
        }
        looked_at += AT_ONCE;
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
    /// Parts as admins list them; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn products(&self, caller: UserId, query: ProductQuery) -> Result<Products, CatalogueError> {
        self.require_admin(caller).await?;
        require_known(&query)?;
        if !is_stored(&query) {
            return self.searched_products(query.search).await;
        }
        let (after, list) = (start(&query)?, query.list);
        let whole = is_whole(&query);
        let page = self.store.read(move |tx| stored(tx, &query, after)).await?;
        let total = match list {
            // The index counts while it answers; until it can, nobody has to know.
            ManagedList::Shown => self.search.counts().await.ok().map(|counts| counts.parts),
            _ if whole && after.is_none() && page.next.is_none() => u64::try_from(page.parts.len()).ok(),
            _ => None,
        };
        Ok(Products { total, ..page })
    }

    /// How many parts are of each brand and in each category, as the search index knows it: at most a second late, and
    /// without counting them anew for each who looks. For admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn catalogue_counts(&self, caller: UserId) -> Result<CatalogueCounts, CatalogueError> {
        self.require_admin(caller).await?;
        Ok(self.search.counts().await?)
    }

    pub(super) async fn require_admin(&self, caller: UserId) -> Result<(), CatalogueError> {
        self.store.read(move |tx| access::require_admin::<CatalogueError>(tx, &caller).map(|_| ())).await
    }

    /// What the index finds, and before it the parts that a number leads to.
    async fn searched_products(&self, query: SearchQuery) -> Result<Products, CatalogueError> {
        let number = query.words.as_ref().and_then(|words| NormalNumber::searched(words.as_str()));
        let result = match self.search.search(&query).await {
            // Numbers do not need the index.
            Err(SearchError::Unavailable(_)) if number.is_some() && query.after.is_none() => SearchResult::default(),
            result => result?,
        };
        let is_first = query.after.is_none();
        let SearchResult { parts: found, total, next, did_you_mean, .. } = result;
        self.store
            .read(move |tx| {
                let hits = number.as_ref().map(|number| parts_of_number(tx, number, &query)).transpose()?;
                let hits = hits.unwrap_or_default();
                // They stand on the first page, whatever page the index has them on.
                let others = found.iter().copied().filter(|part| !hits.contains(part));
                let ids: Vec<PartId> = hits.iter().copied().filter(|_| is_first).chain(others).collect();
                let parts = tx.managed_parts(&ids)?.into_iter().filter(|part| !part.hidden).collect();
                let did_you_mean = did_you_mean.clone().filter(|_| hits.is_empty());
                // On a list of one page every one that the index has not found is known.
                let beside = if is_first && next.is_none() { ids.len() } else { hits.len() };
                let total = total.max(u64::try_from(beside).unwrap_or(0));
                Ok(Products { parts, total: Some(total), next: next.clone(), did_you_mean })
            })
            .await
    }
}
