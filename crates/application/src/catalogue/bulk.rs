//! Changing many parts at once, after a look at what becomes of them.
//!
//! A preview reads, plans and writes nothing. Its digest names every part with its revision, and the change. The run reads
//! and plans again; when the digest is another one it changes nothing, so what was seen is what happens, and a run that is
//! repeated finds its own changes and stops: no price moves twice. It writes some parts in each unit of work, in the order
//! of their ids, each guarded by the revision that was seen. A run that breaks off tells what is left, with a digest to go
//! on by.

mod plan;
mod preview;
mod run;
mod select;

use super::products::ProductQuery;
use autoparts_domain::{
    catalogue::{change::PartChange, listing::Condition, part_number::PartNumber},
    id::PartId,
    money::Price,
    quantity::MinimumOrder,
    slug::{BrandId, CategoryId},
    text::PartTitle,
};

/// The most parts that are named one by one.
pub const MAX_NAMED: usize = 500;

/// The most parts that are changed at once, however they are chosen.
pub const MAX_PARTS: u32 = 10_000;

/// How many changes a preview shows.
pub const PREVIEWED: usize = 20;

/// Which parts are to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// These, at most [`MAX_NAMED`].
    Named(Vec<PartId>),
    /// All that a query finds, whatever its order and its page.
    All(Box<ProductQuery>),
}

/// A change of many parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeParts {
    /// Which.
    pub selection: Selection,
    /// What becomes of them.
    pub change: PartChange,
    /// Those behind this one only, by id: to go on where a run has broken off.
    pub after: Option<PartId>,
}

/// What was seen in a preview, and is to happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    /// How many parts change.
    pub changes: u64,
    /// Names the parts, their revisions and the change.
    pub digest: String,
}

/// Why a part is not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeRefused {
    /// It does not exist.
    NoSuchPart,
    /// Its price would be none that the shop takes.
    PriceOutOfRange,
    /// Its minimum order would not be whole packs.
    NotWholePacks,
    /// Another part of the brand has its number.
    NumberTaken,
    /// Somebody else changed it after it was seen.
    ChangedMeanwhile,
}

/// A part that is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedChange {
    /// The part.
    pub part: PartId,
    /// What it is called, if it exists.
    pub title: Option<PartTitle>,
    /// Why.
    pub why: ChangeRefused,
}

/// What a change is about, as it stands with one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartValue {
    /// The price of one piece.
    Price(Price),
    /// The least that may be ordered.
    MinimumOrder(MinimumOrder),
    /// Whose it is.
    Brand(Option<BrandId>),
    /// Where it stands.
    Category(Option<CategoryId>),
    /// New, or used before.
    Condition(Condition),
    /// Whether it is out of the catalogue.
    Hidden(bool),
}

/// A part before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewedChange {
    /// The part.
    pub part: PartId,
    /// What it is called.
    pub title: PartTitle,
    /// The number that its brand gives it.
    pub number: Option<PartNumber>,
    /// As it is.
    pub before: PartValue,
    /// As it would be.
    pub after: PartValue,
}

/// What would become of the parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// How many parts were chosen.
    pub chosen: u64,
    /// How many are so already.
    pub unchanged: u64,
    /// Those that cannot be changed, with the reason; in the order of their ids.
    pub refused: Vec<RefusedChange>,
    /// How many of those that would change have been changed within the last hour.
    pub changed_lately: u64,
    /// The first changes, in the order of the ids.
    pub rows: Vec<PreviewedChange>,
    /// What a run has to be asked for.
    pub agreed: Agreed,
}

/// What a run has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeReport {
    /// How many parts were changed.
    pub changed: u64,
    /// How many were so already.
    pub unchanged: u64,
    /// Those that were not changed, with the reason.
    pub refused: Vec<RefusedChange>,
    /// What is left, when the run has broken off: the last part that it came to, and what the rest was agreed to be.
    pub rest: Option<(PartId, Agreed)>,
}
