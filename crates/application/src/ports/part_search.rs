//! The search index: a second copy of what can be searched of the catalogue, made for finding.
//!
//! It says which parts, never what stands on them: cards are read from the database by id. It may lag behind
//! the database, be lost, or be built anew; [`IndexPosition`] says how far it has followed.

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

/// What the index is told about a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartDocument {
    /// The part.
    pub id: PartId,
    /// How often the part has changed; of two documents of a part in one batch, the higher one stands.
    pub revision: i64,
    /// What it is called.
    pub title: PartTitle,
    /// What is said about it; its words weigh least.
    pub description: PartDescription,
    /// Whose it is.
    pub brand: Option<(BrandId, BrandName)>,
    /// Its category and those that it is in.
    pub categories: Vec<(CategoryId, CategoryName)>,
    /// New or used.
    pub condition: Condition,
    /// The price of one piece.
    pub price: Money,
    /// What it is like.
    pub attributes: Vec<Attribute>,
    /// The numbers that lead to it, its own one too.
    pub numbers: Vec<PartNumber>,
    /// The vehicles that it is listed under.
    pub coverage: Coverage,
    /// Whether it can be ordered now.
    pub orderable: bool,
}

/// How far an index has followed the database: up to this change of this part. The index only keeps it.
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

/// A text that is no position.
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

/// Changes that the index takes over together, with the position that they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexBatch {
    /// Parts as they are now; each takes the place of what the index has of it.
    pub upserts: Vec<PartDocument>,
    /// Parts that are no longer in the catalogue. Unknown ones do not matter.
    pub removals: Vec<PartId>,
    /// Parts that can be ordered now or no longer, when nothing else about them has changed. Unknown ones do not
    /// matter, and a document of the same batch knows better.
    pub orderable: Vec<(PartId, bool)>,
    /// How far the index has followed with this batch.
    pub position: IndexPosition,
}

impl IndexBatch {
    /// No changes: only how far the index has followed.
    #[must_use]
    pub fn at(position: IndexPosition) -> Self {
        Self { upserts: Vec::new(), removals: Vec::new(), orderable: Vec::new(), position }
    }
}

/// Whether an index has everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexProgress {
    /// It has, as far as its position.
    Ready,
    /// It is being filled. Searches are answered from the index of before, or from what there is already.
    Building {
        /// Documents that it has taken since [`PartSearch::begin_rebuild`].
        done: u64,
        /// Documents that there will be, as it was told.
        of: u64,
    },
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchResult {
    /// A page of the parts, in the order of the query.
    pub parts: Vec<PartId>,
    /// How many there are on all pages.
    pub total: u64,
    /// How many of them have what.
    pub facets: Facets,
    /// Where the next page begins; `None` on the last one.
    pub next: Option<SearchCursor>,
    /// The words that were searched instead of those that were typed, because these found next to nothing: one slip in
    /// each was mended. `None` when the words were searched as they were typed.
    pub did_you_mean: Option<String>,
}

/// How many parts are where.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CatalogueCounts {
    /// All parts of the catalogue.
    pub parts: u64,
    /// Those of each brand that has any.
    pub brands: BTreeMap<BrandId, u64>,
    /// Those in each category or below, where there are any.
    pub categories: BTreeMap<CategoryId, u64>,
}

/// Why the index did not answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// It cannot be read or written: its disk is full or gone, its files are damaged. Try again later; when
    /// [`PartSearch::position`] says `None` then, fill it from the beginning.
    #[error("the search index is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The page begins behind [`SearchQuery::MAX_RELEVANT`] parts by relevance: the search has to be narrowed down.
    #[error("by relevance, only {} parts are listed", SearchQuery::MAX_RELEVANT)]
    TooFar,
    /// The cursor is of a list in another order.
    #[error("the cursor is of a list in another order")]
    OtherOrder,
}

/// The search index.
///
/// One task feeds it, with [`apply`](Self::apply) and the calls around a rebuild; anybody searches meanwhile. To fill an index:
///
/// | `position` | `progress` | what to do |
/// |---|---|---|
/// | `None` | any | `begin_rebuild`, `apply` everything from the beginning, `finish_rebuild` |
/// | `Some` | `Building` | `apply` what comes after the position, `finish_rebuild` |
/// | `Some` | `Ready` | `apply` what has changed since |
///
/// It matches words, not letters: without case and accents, in singular and plural, apart or together (`oil filter`,
/// `oilfilter`), with synonyms. All words have to match, the last one also as a beginning.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait PartSearch: Send + Sync {
    /// Finds parts. When the words find next to nothing as they were typed, those with one slip each are tried.
    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, SearchError>;

    /// Parts for what is typed so far, best first, at most `limit`: like the first page of a search by relevance, but
    /// without facets and as it is typed.
    async fn suggest(&self, typed: &SearchWords, limit: u32) -> Result<Vec<PartId>, SearchError>;

    /// The parts that a query finds, newest first, at most `most`, whatever its order and its page.
    async fn find_all(&self, query: &SearchQuery, most: u32) -> Result<Vec<PartId>, SearchError>;

    /// How many parts are of each brand and in each category. Counted anew only when the index has changed.
    async fn counts(&self) -> Result<CatalogueCounts, SearchError>;

    /// The model years of the vehicles that parts are listed under, in order. A part that fits any vehicle leads to
    /// none, here and in the next steps.
    async fn vehicle_years(&self) -> Result<Vec<ModelYear>, SearchError>;

    /// Those of a year: their makes, in order.
    async fn vehicle_makes(&self, year: ModelYear) -> Result<Vec<MakeId>, SearchError>;

    /// Those of a year and a make: their models, in order; with `in_stock`, only those under which a part is listed that
    /// can be ordered.
    async fn vehicle_models(&self, year: ModelYear, make: &MakeId, in_stock: bool)
    -> Result<Vec<ModelId>, SearchError>;

    /// Those of a year and a model: the engines that are named with them, in order.
    async fn vehicle_engines(&self, year: ModelYear, model: &ModelId) -> Result<Vec<EngineId>, SearchError>;

    /// Takes changes over, all or none; searches that begin afterwards find them. While an index is being filled it may
    /// keep a few batches in memory before it writes them, and lose them, with their positions, when the server stops.
    /// After an error, ask for the [`position`](Self::position) again: it may have gone back.
    async fn apply(&self, batch: IndexBatch) -> Result<(), SearchError>;

    /// How far the index has followed that [`apply`](Self::apply) writes to: during a rebuild, the new one. `None` when
    /// it is empty, was lost, or has just been begun, and must be filled from the beginning.
    async fn position(&self) -> Result<Option<IndexPosition>, SearchError>;

    /// Whether it has everything.
    fn progress(&self) -> IndexProgress;

    /// Begins a new index, for about so many documents; one that was begun and not finished is thrown away. If there is
    /// an index already, searches are answered from it until [`finish_rebuild`](Self::finish_rebuild); it does not change
    /// meanwhile.
    async fn begin_rebuild(&self, documents: u64) -> Result<(), SearchError>;

    /// The new index has everything: searches are answered from it, and the one of before is deleted. Does nothing when
    /// none was begun.
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
