//! Keys in the store: made once, found again, never replaced.

use super::support::{Raced, TestIdentity, text};
use crate::{SigningKeyError, SigningKeys};
use autoparts_application::{
    ports::{identity_accounts::IdentityStore, store_error::StoreError},
    testing::{
        clock::{NEW_YEAR, TestClock},
        memory::MemoryStore,
    },
};
use std::sync::Arc;

fn keys(store: Arc<dyn IdentityStore>) -> SigningKeys {
    SigningKeys::new(store, Arc::new(TestClock::default()))
}

#[tokio::test]
async fn the_access_key_is_made_once_and_is_random() {
    let store: Arc<dyn IdentityStore> = Arc::new(MemoryStore::default());
    let first = keys(store.clone()).access_key().await.unwrap();
    assert_eq!(first.len(), 32);
    assert_eq!(keys(store).access_key().await.unwrap(), first);
    let elsewhere = keys(Arc::new(MemoryStore::default())).access_key().await.unwrap();
    assert_ne!(elsewhere, first);
}

#[tokio::test]
async fn the_loser_of_the_race_takes_the_winners_key() {
    let store = Raced::over(Arc::new(MemoryStore::default()));
    let winner = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
    store.next_write_loses_to(move |tx| tx.insert_signing_key("access", winner, NEW_YEAR));
    assert_eq!(keys(store).access_key().await.unwrap(), [7; 32]);
}

#[tokio::test]
async fn a_damaged_key_is_an_error_that_names_it_and_not_a_new_key() {
    for material in ["", "not base64!", "c2hvcnQ="] {
        let store: Arc<dyn IdentityStore> = Arc::new(MemoryStore::default());
        let kept = store.write(move |tx| tx.insert_signing_key("access", material, NEW_YEAR));
        let kept: Result<(), StoreError> = kept.await;
        kept.unwrap();
        let error = keys(store).access_key().await.unwrap_err();
        assert!(matches!(error, SigningKeyError::Damaged("access")), "{error}");
    }
}

#[tokio::test]
async fn tokens_issued_before_a_restart_are_good_after_it() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let again = TestIdentity::over(provider.store.clone()).await;
    assert_eq!(again.verify(&signed_up["idToken"]).await.unwrap().email.as_str(), "ann@example.com");
    assert_eq!(again.refresh(&text(&signed_up["refreshToken"])).await.0, 200);
}
