//! Parts, their listings and their stock.

pub mod listings;
pub mod managing;
pub mod stock;

use super::{page::Page, part_search::IndexPosition, store_error::StoreResult};
use autoparts_domain::{
    catalogue::{
        Part,
        category::Brand,
        listing::{Condition, Listing},
        part_number::PartNumber,
    },
    id::PartId,
    money::Price,
    quantity::Stock,
    slug::CategoryId,
    time::Timestamp,
};

/// A part as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartCard {
    /// The part.
    pub part: Part,
    /// Whose it is.
    pub brand: Option<Brand>,
    /// The number that its brand gives it.
    pub number: Option<PartNumber>,
    /// Where it stands in the catalogue.
    pub category: Option<CategoryId>,
    /// New, or used before.
    pub condition: Condition,
    /// What its maker recommends it is sold for.
    pub list_price: Option<Price>,
    /// The part that takes its place.
    pub successor: Option<PartId>,
}

/// A part as those see it who keep the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartRecord {
    /// The part. Its stock is not changed with the rest.
    pub part: Part,
    /// Whether it has been taken out of the catalogue.
    pub hidden: bool,
    /// Counts its changes, but for those of its stock.
    pub revision: i64,
    /// When it last changed, or could be ordered again after it was sold out: what search indexes follow. Where several servers change
    /// parts, a store notes the time of the latest change in place of an earlier one, because clocks differ.
    pub changed_at: Timestamp,
}

/// Everything that a search index has to know of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPart {
    /// The part.
    pub record: PartRecord,
    /// What else is said about it.
    pub listing: Listing,
}

/// A part as it is added, with all that is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPart {
    /// The part; it is in the catalogue from the beginning.
    pub part: Part,
    /// What else is said about it.
    pub listing: Listing,
    /// At or below how many pieces it is running low.
    pub reorder_at: Stock,
}

/// Parts.
pub trait PartRepository {
    /// A part of the catalogue; `None` when there is none or it was deleted.
    fn part(&mut self, id: &PartId) -> StoreResult<Option<Part>>;

    /// Those of some parts that are in the catalogue, by id; read at once, however many they are.
    fn parts_by_id(&mut self, ids: &[PartId]) -> StoreResult<Vec<Part>>;

    /// The catalogue, oldest part first, without deleted parts.
    fn parts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartCard>>;

    /// A part of the catalogue as lists show it; `None` when there is none or it was deleted.
    fn card(&mut self, id: &PartId) -> StoreResult<Option<PartCard>>;

    /// Those of some parts that are in the catalogue, in the order of `ids`.
    fn cards(&mut self, ids: &[PartId]) -> StoreResult<Vec<PartCard>>;

    /// A part, deleted or not.
    fn part_record(&mut self, id: &PartId) -> StoreResult<Option<PartRecord>>;

    /// Those of some parts that exist, deleted or not, by id.
    fn listed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ListedPart>>;

    /// Adds a part; its `available` pieces count as supplied, and are its first stock movement. It is running low
    /// below its minimum order.
    fn insert_part(&mut self, part: &Part, at: Timestamp) -> StoreResult<()>;

    /// Adds parts with what is said about them, in few statements however many they are, and gives them their numbers:
    /// [`Duplicate`](super::store_error::StoreError::Duplicate) when another part has an id or a number of theirs.
    fn insert_parts(&mut self, parts: &[NewPart], at: Timestamp) -> StoreResult<()>;

    /// Writes a part's details and whether it is hidden, and counts its revision up, provided that it is still the
    /// one of `record`; otherwise the unit of work conflicts. Its stock stays. `record.changed_at` is the time of
    /// this change.
    fn update_part(&mut self, record: &PartRecord) -> StoreResult<()>;

    /// Does that for several parts, each of them once.
    fn update_parts(&mut self, records: &[PartRecord]) -> StoreResult<()> {
        records.iter().try_for_each(|record| self.update_part(record))
    }

    /// Counts the revisions of some parts up, because something about them has changed that is not written with
    /// them, as the name of their brand.
    fn touch_parts(&mut self, ids: &[PartId], at: Timestamp) -> StoreResult<()>;

    /// The parts that changed last or can be ordered again, deleted ones too, after a place, oldest change first. A
    /// part that changes again comes again.
    fn changed_parts(&mut self, after: IndexPosition, limit: u32) -> StoreResult<Vec<ChangedPart>>;

    /// The parts of the catalogue, by id.
    fn shown_part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;

    /// How many parts there are, deleted ones too.
    fn count_parts(&mut self) -> StoreResult<u64>;

    /// All parts, deleted ones too, by id.
    fn part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;
}

/// That a part has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedPart {
    /// Which, and when.
    pub position: IndexPosition,
    /// Its revision since then; that of before when it can be ordered again and nothing else has changed.
    pub revision: i64,
}
