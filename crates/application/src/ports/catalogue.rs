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

/// A part as shown in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartCard {
    /// The part.
    pub part: Part,
    /// Its brand.
    pub brand: Option<Brand>,
    /// Its brand's part number.
    pub number: Option<PartNumber>,
    /// Its category.
    pub category: Option<CategoryId>,
    /// New or used.
    pub condition: Condition,
    /// The manufacturer's list price.
    pub list_price: Option<Price>,
    /// The part that replaces it.
    pub successor: Option<PartId>,
}

/// A part as seen by catalog admins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartRecord {
    /// The part. Updates of the part do not change its stock.
    pub part: Part,
    /// Whether it has been removed from the catalog.
    pub hidden: bool,
    /// Revision, incremented on each change except of its stock.
    pub revision: i64,
    /// The time of its last change, or when it became orderable again after selling out; used by search indexes. If
    /// several servers change parts, a store never replaces a later time with an earlier one, because clocks differ.
    pub changed_at: Timestamp,
}

/// The indexed data of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPart {
    /// The part.
    pub record: PartRecord,
    /// Its listing.
    pub listing: Listing,
}

/// A part to add, with all its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPart {
    /// The part; it is in the catalog from the beginning.
    pub part: Part,
    /// Its listing.
    pub listing: Listing,
    /// The part is running low at or below this number of pieces.
    pub reorder_at: Stock,
}

/// Parts.
pub trait PartRepository {
    /// Returns a part of the catalog; `None` if it does not exist or was deleted.
    fn part(&mut self, id: &PartId) -> StoreResult<Option<Part>>;

    /// Returns those of some parts that are in the catalog, by id, in a single read.
    fn parts_by_id(&mut self, ids: &[PartId]) -> StoreResult<Vec<Part>>;

    /// Returns the parts of the catalog, oldest first, without deleted parts.
    fn parts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartCard>>;

    /// Returns a part of the catalog as shown in lists; `None` if it does not exist or was deleted.
    fn card(&mut self, id: &PartId) -> StoreResult<Option<PartCard>>;

    /// Returns those of some parts that are in the catalog, in the order of `ids`.
    fn cards(&mut self, ids: &[PartId]) -> StoreResult<Vec<PartCard>>;

    /// Returns a part, deleted or not.
    fn part_record(&mut self, id: &PartId) -> StoreResult<Option<PartRecord>>;

    /// Returns those of some parts that exist, deleted or not, by id.
    fn listed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ListedPart>>;

    /// Adds a part. Its `available` pieces count as supplied and form its first stock movement. It is running low below
    /// its minimum order.
    fn insert_part(&mut self, part: &Part, at: Timestamp) -> StoreResult<()>;

    /// Adds parts with their listings in a constant number of statements, and claims their numbers. Returns
    /// [`Duplicate`](super::store_error::StoreError::Duplicate) if another part has one of their ids or numbers.
    fn insert_parts(&mut self, parts: &[NewPart], at: Timestamp) -> StoreResult<()>;

    /// Saves a part's details and whether it is hidden, and increments its revision, if that still equals the one of
    /// `record`; otherwise the unit of work conflicts. Does not change the stock. `record.changed_at` is the time of
    /// this change.
    fn update_part(&mut self, record: &PartRecord) -> StoreResult<()>;

    /// Does the same for several different parts.
    fn update_parts(&mut self, records: &[PartRecord]) -> StoreResult<()> {
        records.iter().try_for_each(|record| self.update_part(record))
    }

    /// Increments the revisions of some parts, because related data such as the name of their brand has changed.
    fn touch_parts(&mut self, ids: &[PartId], at: Timestamp) -> StoreResult<()>;

    /// Returns parts by the time they last changed or became orderable again, including deleted ones, after a position,
    /// oldest change first. A part that changes again appears again.
    fn changed_parts(&mut self, after: IndexPosition, limit: u32) -> StoreResult<Vec<ChangedPart>>;

    /// Returns the ids of the parts of the catalog, in order.
    fn shown_part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;

    /// Returns the number of parts, including deleted ones.
    fn count_parts(&mut self) -> StoreResult<u64>;

    /// Returns the ids of all parts, including deleted ones, in order.
    fn part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;
}

/// A change of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedPart {
    /// The part, and the time of the change.
    pub position: IndexPosition,
    /// Its revision after the change; unchanged if it only became orderable again.
    pub revision: i64,
}
