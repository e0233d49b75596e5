//! Reads brands and categories from the cache.

use super::{CatalogueResult, known_names::Names};
use crate::{ports::generations::Source, shop::Shop, use_case_error::UseCaseError};
use std::sync::Arc;

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
