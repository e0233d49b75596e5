//! The brands, the categories and the return policies, cached: they are used often, and rarely change.

use crate::fresh::Fresh;
use autoparts_domain::{
    catalogue::category::{Brand, CategoryTree},
    returns::ReturnPolicies,
    slug::BrandId,
};
use std::collections::BTreeMap;

/// All brands and categories, and the policies that refer to them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The brands by key.
    pub brands: BTreeMap<BrandId, Brand>,
    /// The categories.
    pub categories: CategoryTree,
    /// The return policies.
    pub return_policies: ReturnPolicies,
}

/// The cached names.
pub type KnownNames = Fresh<Names>;
