//! In-memory cache of brands and categories: every search uses them, and they rarely change.

use super::CatalogueResult;
use crate::{fresh::Fresh, ports::generations::Source, shop::Shop, use_case_error::UseCaseError};
use autoparts_domain::{
    catalogue::category::{Brand, CategoryTree},
    slug::BrandId,
};
use std::{collections::BTreeMap, sync::Arc};

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

impl Shop {
    /// Returns the current brands and categories; changes by other servers may be missing for a second.
    pub async fn names(&self) -> CatalogueResult<Arc<Names>> {
        let read = self.store.read_public(|tx| {
            let brands = tx.brands()?.into_iter().map(|brand| (brand.id.clone(), brand)).collect();
            Ok::<_, UseCaseError<_>>(Names { brands, categories: tx.categories()? })
        });
        self.known_names.get(&*self.store, Source::Names, self.now(), read).await
    }
}
