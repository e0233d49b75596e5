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
    pub(super) async fn names(&self) -> CatalogueResult<Arc<Names>> {
        let read = self.store.read_public(|tx| {
            let brands = tx.brands()?.into_iter().map(|brand| (brand.id.clone(), brand)).collect();
            Ok::<_, UseCaseError<_>>(Names { brands, categories: tx.categories()? })
        });
        self.known_names.get(&*self.store, Source::Names, self.now(), read).await
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        fresh::FRESH,
        testing::{failing_store::FailingStore, samples::brand, test_shop::TestShop},
    };
    use std::sync::Arc;

    #[tokio::test]
    async fn names_are_read_when_they_have_changed_and_once_a_second() {
        let store = Arc::new(FailingStore::default());
        let test_shop = TestShop::on(store.clone());
        let (admin, shop) = (test_shop.admin().await, &test_shop.shop);
        let count = async || shop.names().await.map(|names| names.brands.len());
        assert_eq!(count().await.unwrap(), 0);
        shop.add_brand(admin, brand("bosch")).await.unwrap();
        assert_eq!(count().await.unwrap(), 1, "at once");
        store.fail_reads(true);
        assert_eq!(count().await.unwrap(), 1, "without the store");
        test_shop.clock.advance(FRESH);
        assert!(count().await.is_err(), "another server may have changed them");
        store.fail_reads(false);
        assert_eq!(count().await.unwrap(), 1);
    }
}
