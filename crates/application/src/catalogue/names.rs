//! Reads brands, categories and return policies from the cache.

use super::known_names::Names;
use crate::{
    ports::{generations::Source, store_error::StoreResult},
    shop::Shop,
};
use std::sync::Arc;

impl Shop {
    /// Returns the current brands, categories and return policies; changes by other servers may be missing for a second.
    pub async fn names(&self) -> StoreResult<Arc<Names>> {
        let read = self.store.read_public(|tx| {
            let brands = tx.brands()?.into_iter().map(|brand| (brand.id.clone(), brand)).collect();
            Ok(Names { brands, categories: tx.categories()?, return_policies: tx.return_policies()? })
        });
        self.known_names.get(&*self.store, Source::Names, self.now(), read).await
    }
}
