//! The cached names of brands and categories.

use autoparts_testing::{failing_store::FailingStore, samples::brand, test_shop::TestShop};
use std::{sync::Arc, time::Duration};

#[tokio::test]
async fn names_are_reloaded_after_a_change_and_once_a_second() {
    let store = Arc::new(FailingStore::default());
    let test_shop = TestShop::on(store.clone());
    let admin = test_shop.admin().await;
    let shop = &test_shop.shop;
    let count = async || shop.names().await.map(|names| names.brands.len());
    assert_eq!(count().await.unwrap(), 0);
    shop.add_brand(admin, brand("bosch")).await.unwrap();
    assert_eq!(count().await.unwrap(), 1, "at once");
    store.fail_reads(true);
    assert_eq!(count().await.unwrap(), 1, "without the store");
    test_shop.clock.advance(Duration::from_secs(1));
    assert!(count().await.is_err(), "another server may have changed them");
    store.fail_reads(false);
    assert_eq!(count().await.unwrap(), 1);
}
