//! Parts as the lists of those see them who keep the catalogue.

use super::PartCard;
use crate::ports::{page::Page, store_error::StoreResult};
use autoparts_domain::{id::PartId, quantity::Stock, time::Timestamp};

/// A part with what admins see of it in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedPart {
    /// What visitors see, or would see.
    pub card: PartCard,
    /// Whether it has been taken out of the catalogue.
    pub hidden: bool,
    /// Counts its changes, but for those of its stock.
    pub revision: i64,
    /// When it last changed, but for its stock.
    pub changed_at: Timestamp,
    /// At or below how many pieces it is running low.
    pub reorder_at: Stock,
}

/// Which parts a list has. Those of all but `Hidden` are in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ManagedList {
    /// All.
    #[default]
    Shown,
    /// Those that are running low, and those that are sold out.
    Low,
    /// Those of which there are fewer pieces than the least order.
    SoldOut,
    /// Those that have been taken out of the catalogue.
    Hidden,
}

impl ManagedList {
    /// Every list.
    pub const ALL: [Self; 4] = [Self::Shown, Self::Low, Self::SoldOut, Self::Hidden];

    /// Its name in addresses and in the API.
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
    /// The parts of a list, newest first.
    fn managed_part_ids(&mut self, list: ManagedList, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;

    /// Those of some parts that exist, deleted or not, in the order of `ids`.
    fn managed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ManagedPart>>;
}
