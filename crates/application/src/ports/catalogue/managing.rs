//! Part lists for catalog admins.

use super::PartCard;
use crate::ports::{page::Page, store_error::StoreResult};
use autoparts_domain::{id::PartId, quantity::Stock, time::Timestamp};

/// A part in an admin list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedPart {
    /// What visitors see, or would see.
    pub card: PartCard,
    /// Whether it has been removed from the catalog.
    pub hidden: bool,
    /// Revision, incremented on each change except of its stock.
    pub revision: i64,
    /// The time of its last change except of its stock.
    pub changed_at: Timestamp,
    /// The part is running low at or below this number of pieces.
    pub reorder_at: Stock,
}

/// A list of parts. All lists except `Hidden` contain only parts of the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ManagedList {
    /// All parts.
    #[default]
    Shown,
    /// Parts that are running low or sold out.
    Low,
    /// Parts with less stock than their minimum order.
    SoldOut,
    /// Parts that have been removed from the catalog.
    Hidden,
}

impl ManagedList {
    /// All lists.
    pub const ALL: [Self; 4] = [Self::Shown, Self::Low, Self::SoldOut, Self::Hidden];

    /// Its name in URLs and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Low => "low",
            Self::SoldOut => "sold_out",
            Self::Hidden => "hidden",
        }
    }
}

/// Lists of parts for admins.
pub trait ManagedPartRepository {
    /// Returns the parts of a list, newest first.
    fn managed_part_ids(&mut self, list: ManagedList, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;

    /// Returns those of some parts that exist, deleted or not, in the order of `ids`.
    fn managed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ManagedPart>>;
}
