//! Brands and categories, kept in memory: every search names some of them, and they change seldom.

use super::CatalogueError;
use crate::{ports::generations::Source, shop::Shop};
use autoparts_domain::{
    catalogue::category::{Brand, CategoryTree},
    slug::BrandId,
    time::Timestamp,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// How long what other servers change may be unknown here.
const FRESH: Duration = Duration::from_secs(1);

/// All brands and categories.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The brands, by their keys.
    pub brands: BTreeMap<BrandId, Brand>,
    /// The categories.
    pub categories: CategoryTree,
}

struct Kept {
    generation: u64,
    read_at: Timestamp,
    names: Arc<Names>,
}

/// The names as they were read last.
#[derive(Default)]
pub struct KnownNames(Mutex<Option<Kept>>);

impl KnownNames {
    fn fresh(&self, generation: u64, now: Timestamp) -> Option<Arc<Names>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh =
            |kept: &&Kept| kept.generation == generation && (kept.read_at..kept.read_at.plus(FRESH)).contains(&now);
        kept.as_ref().filter(is_fresh).map(|kept| Arc::clone(&kept.names))
    }
}

impl Shop {
    /// Brands and categories as of now, or as other servers left them a second ago.
    pub(super) async fn names(&self) -> Result<Arc<Names>, CatalogueError> {
        // Before they are read: what changes meanwhile has another number.
        let (generation, read_at) = (self.store.generations().current(Source::Names), self.now());
        if let Some(names) = self.known_names.fresh(generation, read_at) {
            return Ok(names);
        }
        let names = self
            .store
            .read(|tx| {
                let brands = tx.brands()?.into_iter().map(|brand| (brand.id.clone(), brand)).collect();
                Ok::<_, CatalogueError>(Names { brands, categories: tx.categories()? })
            })
            .await?;
        let names = Arc::new(names);
        let kept = Kept { generation, read_at, names: Arc::clone(&names) };
        *self.known_names.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::FRESH;
    use crate::testing::{failing_store::FailingStore, samples::brand, test_shop::TestShop};
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
