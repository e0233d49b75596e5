//! Bulk changes of parts, with a preview.
//!
//! A preview reads and plans, but writes nothing. Its digest covers the change and every part with its revision. The
//! run reads and plans again, and changes nothing if its digest differs. It therefore makes exactly the previewed
//! changes, and a repeated run detects its own changes and stops: no price is changed twice. The run writes the parts
//! in batches, one unit of work per batch, in the order of their ids, each guarded by the previewed revision. A run
//! that is interrupted reports the remaining parts, with a digest to continue with.

mod plan;
mod preview;
mod run;
mod select;

use super::products::ProductQuery;
use autoparts_domain::{
    catalogue::{change::BulkChange, listing::Condition, part_number::PartNumber},
    id::PartId,
    money::Price,
    quantity::MinimumOrder,
    slug::{BrandId, CategoryId},
    text::PartTitle,
};

/// Maximum number of parts that a request can name individually.
pub const MAX_NAMED: usize = 500;

/// Maximum number of parts in one change, however they are selected.
pub const MAX_PARTS: u32 = 10_000;

/// Number of changes that a preview shows.
pub const PREVIEWED: usize = 20;

/// The parts to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// These parts, at most [`MAX_NAMED`].
    Named(Vec<PartId>),
    /// All parts that match a query, ignoring its order and page.
    All(Box<ProductQuery>),
}

/// A change of many parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeParts {
    /// The parts to change.
    pub selection: Selection,
    /// The change to make.
    pub change: BulkChange,
    /// Only parts after this id, to continue an interrupted run.
    pub after: Option<PartId>,
}

/// The previewed result that the admin approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    /// Number of parts that change.
    pub changes: u64,
    /// Digest of the change and of the parts with their revisions.
    pub digest: String,
}

/// Why a part is not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeRefused {
    /// It does not exist.
    NoSuchPart,
    /// Its price would be out of the shop's range.
    PriceOutOfRange,
    /// Its minimum order would not be a whole number of packs.
    NotWholePacks,
    /// Another part of the brand has its number.
    NumberTaken,
    /// Another user changed it after the preview.
    ChangedMeanwhile,
}

/// A part that is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedChange {
    /// The part.
    pub part: PartId,
    /// Its title, if the part exists.
    pub title: Option<PartTitle>,
    /// The reason.
    pub why: ChangeRefused,
}

/// The value of the changed field in one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartValue {
    /// The price of one piece.
    Price(Price),
    /// The minimum order.
    MinimumOrder(MinimumOrder),
    /// The brand.
    Brand(Option<BrandId>),
    /// The category.
    Category(Option<CategoryId>),
    /// New or used.
    Condition(Condition),
    /// Whether the part is removed from the catalog.
    Hidden(bool),
}

/// A part before and after the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewedChange {
    /// The part.
    pub part: PartId,
    /// Its title.
    pub title: PartTitle,
    /// Its brand's part number.
    pub number: Option<PartNumber>,
    /// The current value.
    pub before: PartValue,
    /// The value after the change.
    pub after: PartValue,
}

/// The result of a change that has not been made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Number of selected parts.
    pub chosen: u64,
    /// Number of parts that already have the new value.
    pub unchanged: u64,
    /// Parts that cannot be changed, with the reason, ordered by id.
    pub refused: Vec<RefusedChange>,
    /// Number of parts to change that were already changed within the last hour.
    pub changed_lately: u64,
    /// The first changes, ordered by part id.
    pub rows: Vec<PreviewedChange>,
    /// The approval to send with the run.
    pub agreed: Agreed,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeReport {
    /// Number of changed parts.
    pub changed: u64,
    /// Number of parts that already had the new value.
    pub unchanged: u64,
    /// Parts that were not changed, with the reason.
    pub refused: Vec<RefusedChange>,
    /// If the run was interrupted: the last part it processed, and the approval for the rest.
    pub rest: Option<(PartId, Agreed)>,
}
