//! The brands and categories, cached: every search uses them, and they rarely change.

use crate::fresh::Fresh;
use autoparts_domain::{
    catalogue::category::{Brand, CategoryTree},
    slug::BrandId,
};
use std::collections::BTreeMap;

/// All brands and categories.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The brands by key.
    pub brands: BTreeMap<BrandId, Brand>,
    /// The categories.
    pub categories: CategoryTree,
}

/// The cached names.
pub type KnownNames = Fresh<Names>;
