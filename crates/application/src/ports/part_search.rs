//! The search index: a searchable projection of the catalog.
//!
//! It returns part ids, never card contents: cards are read from the database by id. It may lag behind the database, be
//! lost, or be rebuilt; [`IndexPosition`] is its position in the sequence of changes.

use async_trait::async_trait;
use autoparts_domain::{
    catalogue::{
        listing::{Attribute, Condition},
        part_number::PartNumber,
        search::{Facets, SearchCursor, SearchQuery, SearchWords},
    },
    fitment::Coverage,
    id::PartId,
    money::Money,
    slug::{BrandId, CategoryId, EngineId, MakeId},
    text::{BrandName, CategoryName, PartDescription, PartTitle},
    time::Timestamp,
    vehicles::{ModelId, ModelYear},
};
use std::{collections::BTreeMap, error::Error, fmt, str::FromStr};

/// The indexed data of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartDocument {
    /// The part.
    pub id: PartId,
    /// The revision of the part; the higher one of two documents of a part in one batch wins.
    pub revision: i64,
    /// Its title.
    pub title: PartTitle,
    /// Its description; its words have the lowest weight.
    pub description: PartDescription,
    /// Its brand.
    pub brand: Option<(BrandId, BrandName)>,
    /// Its category with all ancestors.
    pub categories: Vec<(CategoryId, CategoryName)>,
    /// New or used.
    pub condition: Condition,
    /// The price of one piece.
    pub price: Money,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// The numbers by which it is found, including its own.
    pub numbers: Vec<PartNumber>,
    /// The vehicles that it is listed for.
    pub coverage: Coverage,
    /// Whether it can be ordered now.
    pub orderable: bool,
}

/// How far an index has followed the database: up to this change of this part. The index only stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IndexPosition {
    /// When the part was changed.
    pub changed_at: Timestamp,
    /// The part.
    pub part: PartId,
}

impl fmt::Display for IndexPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.changed_at.micros(), self.part)
    }
}

/// The text is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a position of an index")]
pub struct NotAPosition;

impl FromStr for IndexPosition {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let (micros, part) = text.split_once('/').ok_or(NotAPosition)?;
        Ok(Self {
            changed_at: Timestamp::from_micros(micros.parse().map_err(|_| NotAPosition)?),
            part: part.parse().map_err(|_| NotAPosition)?,
        })
    }
}

/// Changes that the index applies together, with the position that they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexBatch {
    /// Parts in their current state; each replaces its previous document.
    pub upserts: Vec<PartDocument>,
    /// Parts that are no longer in the catalog. Unknown ones are ignored.
    pub removals: Vec<PartId>,
    /// Parts that became orderable or not orderable, without other changes. Unknown ones are ignored, and a document in
    /// the same batch takes precedence.
    pub orderable: Vec<(PartId, bool)>,
    /// The position of the index after this batch.
    pub position: IndexPosition,
}

impl IndexBatch {
    /// Returns a batch that only sets the position.
    #[must_use]
    pub fn at(position: IndexPosition) -> Self {
        Self { upserts: Vec::new(), removals: Vec::new(), orderable: Vec::new(), position }
    }
}

/// Whether an index is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexProgress {
    /// It is complete up to its position.
    Ready,
    /// It is being filled. Searches use the previous index, or what is already indexed.
    Building {
        /// Documents added since [`PartSearch::begin_rebuild`].
        done: u64,
        /// The expected number of documents.
        of: u64,
    },
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchResult {
    /// A page of the parts, in the order of the query.
    pub parts: Vec<PartId>,
    /// The total on all pages.
    pub total: u64,
    /// Counts per filter value.
    pub facets: Facets,
    /// The start of the next page; `None` on the last one.
    pub next: Option<SearchCursor>,
    /// The corrected words that were searched, because the typed ones had almost no results: one typo per word was
    /// corrected. `None` if the typed words were searched.
    pub did_you_mean: Option<String>,
}

/// Numbers of parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CatalogueCounts {
    /// All parts of the catalog.
    pub parts: u64,
    /// Parts per brand, for brands that have any.
    pub brands: BTreeMap<BrandId, u64>,
    /// Parts per category including its subcategories, for categories that have any.
    pub categories: BTreeMap<CategoryId, u64>,
}

/// Errors of the search index.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// It cannot be read or written: its disk is full or missing, or its files are damaged. Try again later; if
    /// [`PartSearch::position`] then returns `None`, fill it from the beginning.
    #[error("the search index is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The page begins after [`SearchQuery::MAX_RELEVANT`] parts by relevance: the search needs more filters.
    #[error("by relevance, only {} parts are listed", SearchQuery::MAX_RELEVANT)]
    TooFar,
    /// The cursor belongs to a list in a different order.
    #[error("the cursor is of a list in another order")]
    OtherOrder,
}

/// The search index.
///
/// One task feeds it, with [`apply`](Self::apply) and the calls around a rebuild; any task can search at the same time.
/// To fill an index:
///
/// | `position` | `progress` | what to do |
/// |---|---|---|
/// | `None` | any | `begin_rebuild`, `apply` everything from the beginning, `finish_rebuild` |
/// | `Some` | `Building` | `apply` what comes after the position, `finish_rebuild` |
/// | `Some` | `Ready` | `apply` what has changed since |
///
/// It matches words rather than characters: ignoring case and accents, in singular and plural, separate or joined (`oil
/// filter`, `oilfilter`), with synonyms. All words have to match; the last one may be a prefix.
#[async_trait]
pub trait PartSearch: Send + Sync {
    /// Finds parts. If the typed words have almost no results, searches again with one typo corrected per word.
    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, SearchError>;

    /// Returns suggestions for what is typed so far, best first, at most `limit`: like the first page of a search by
    /// relevance, but without facets and typo correction.
    async fn suggest(&self, typed: &SearchWords, limit: u32) -> Result<Vec<PartId>, SearchError>;

    /// Returns the parts that match a query, newest first, at most `most`, ignoring its order and page.
    async fn find_all(&self, query: &SearchQuery, most: u32) -> Result<Vec<PartId>, SearchError>;

    /// Returns the number of parts per brand and category. Recounted only when the index has changed.
    async fn counts(&self) -> Result<CatalogueCounts, SearchError>;

    /// Returns the model years of vehicles that parts are listed for, in order. Universal parts are ignored, here and
    /// in the following steps.
    async fn vehicle_years(&self) -> Result<Vec<ModelYear>, SearchError>;

    /// Returns the makes in a year, in order.
    async fn vehicle_makes(&self, year: ModelYear) -> Result<Vec<MakeId>, SearchError>;

    /// Returns the models of a make in a year, in order; with `in_stock`, only those with a listed part that can be
    /// ordered.
    async fn vehicle_models(&self, year: ModelYear, make: &MakeId, in_stock: bool)
    -> Result<Vec<ModelId>, SearchError>;

    /// Returns the engines named for a model in a year, in order.
    async fn vehicle_engines(&self, year: ModelYear, model: &ModelId) -> Result<Vec<EngineId>, SearchError>;

    /// Applies changes atomically; searches that begin afterwards see them. While an index is being filled, it may
    /// buffer a few batches in memory, and lose them with their positions when the server stops. After an error, get
    /// the [`position`](Self::position) again: it may have moved back.
    async fn apply(&self, batch: IndexBatch) -> Result<(), SearchError>;

    /// Returns the position of the index that [`apply`](Self::apply) writes to: during a rebuild, the new one. `None`
    /// if it is empty, was lost, or has just been begun, and must be filled from the beginning.
    async fn position(&self) -> Result<Option<IndexPosition>, SearchError>;

    /// Returns whether it is complete.
    fn progress(&self) -> IndexProgress;

    /// Begins a new index for about `documents` documents, discarding an unfinished one. An existing index answers
    /// searches until [`finish_rebuild`](Self::finish_rebuild), and does not change until then.
    async fn begin_rebuild(&self, documents: u64) -> Result<(), SearchError>;

    /// Completes the new index: searches use it from now on, and the previous one is deleted. Does nothing if none was
    /// begun.
    async fn finish_rebuild(&self) -> Result<(), SearchError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_position_survives_its_text_form() {
        for micros in [0, -5, i64::MAX] {
            let changed_at = Timestamp::from_micros(micros);
            let position = IndexPosition { changed_at, part: Uuid::from_u128(7).into() };
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        for text in ["", "5", "5/", "/5", "x/00000000-0000-0000-0000-000000000007", "5/7"] {
            assert_eq!(text.parse::<IndexPosition>(), Err(NotAPosition), "{text}");
        }
    }
}
