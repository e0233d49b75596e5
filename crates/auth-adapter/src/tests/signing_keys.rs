//! Keys in the store: created once, read again, and replaced without signing users out.

use super::support::{Raced, TestIdentity, text};
use crate::{HmacAccessTokens, SigningKeyError, SigningKeys};
use autoparts_application::ports::{
    clock::Clock,
    identity::{AccessTokens, Grant, TokenError},
    identity_accounts::IdentityStore,
    store_error::StoreError,
};
use autoparts_testing::{
    clock::{NEW_YEAR, TestClock, numbered},
    memory::MemoryStore,
};
use std::{sync::Arc, time::Duration};

fn keys(store: Arc<dyn IdentityStore>) -> SigningKeys {
    SigningKeys::new(store, Arc::new(TestClock::default()))
}

/// The only key for access tokens.
async fn access_key(store: Arc<dyn IdentityStore>) -> Result<Vec<u8>, SigningKeyError> {
    let read = keys(store).access_keys().await?;
    let [(_, name, key)] = read.as_slice() else { panic!("{} keys", read.len()) };
    assert_eq!(name, "access");
    Ok(key.clone())
}

#[tokio::test]
async fn the_access_key_is_made_once_and_is_random() {
    let store: Arc<dyn IdentityStore> = Arc::new(MemoryStore::default());
    let first = access_key(store.clone()).await.unwrap();
    assert_eq!(first.len(), 32);
    assert_eq!(access_key(store).await.unwrap(), first);
    let elsewhere = access_key(Arc::new(MemoryStore::default())).await.unwrap();
    assert_ne!(elsewhere, first);
}

#[tokio::test]
async fn a_server_that_loses_a_race_uses_the_winners_key() {
    let store = Raced::over(Arc::new(MemoryStore::default()));
    let winner = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
    store.next_write_loses_to(move |tx| tx.insert_signing_key("access", winner, NEW_YEAR));
    assert_eq!(access_key(store).await.unwrap(), [7; 32]);
}

#[tokio::test]
async fn a_damaged_key_is_reported_and_not_replaced() {
    for material in ["", "not base64!", "c2hvcnQ="] {
        let store: Arc<dyn IdentityStore> = Arc::new(MemoryStore::default());
        let inserted = store.write(move |tx| tx.insert_signing_key("access", material, NEW_YEAR));
        let inserted: Result<(), StoreError> = inserted.await;
        inserted.unwrap();
        let error = access_key(store).await.unwrap_err();
        assert!(matches!(error, SigningKeyError::Damaged("access")), "{error}");
    }
}

fn grant() -> Grant {
    Grant { user: numbered(1).into(), session: numbered(2).into() }
}

#[tokio::test]
async fn without_keys_tokens_are_unverifiable_rather_than_invalid() {
    let token = HmacAccessTokens::new(&[7; 32]).unwrap().issue(&grant(), NEW_YEAR).unwrap();
    let tokens = HmacAccessTokens::default();
    assert!(matches!(tokens.verify(&token, NEW_YEAR), Err(TokenError::Unavailable(_))));
    assert!(matches!(tokens.issue(&grant(), NEW_YEAR), Err(TokenError::Unavailable(_))));
}

#[tokio::test]
async fn access_key_rotation_signs_no_one_out_and_retires_the_old_key() {
    let store: Arc<dyn IdentityStore> = Arc::new(MemoryStore::default());
    let clock = Arc::new(TestClock::default());
    let signing = SigningKeys::new(store.clone(), clock.clone());
    let here = HmacAccessTokens::default();
    let there = HmacAccessTokens::default();
    here.read_keys(&signing).await.unwrap();
    there.read_keys(&signing).await.unwrap();
    clock.advance(Duration::from_hours(1));
    signing.rotate(false).await.unwrap();
    let rotated = clock.now();

    // One server has read the new key, the other has not: each accepts the other's tokens.
    here.read_keys(&signing).await.unwrap();
    clock.advance(Duration::from_secs(59));
    let early = here.issue(&grant(), clock.now()).unwrap();
    assert_eq!(there.verify(&early, clock.now()).unwrap(), grant());
    there.read_keys(&signing).await.unwrap();

    // The last token of the old key, and the first one of the new key.
    let replaced = rotated.plus(Duration::from_mins(2));
    let last = there.issue(&grant(), replaced.minus(Duration::from_secs(1))).unwrap();
    let first = there.issue(&grant(), replaced).unwrap();
    let before_its_end = replaced.plus(Duration::from_secs(898));
    for token in [&last, &first] {
        assert_eq!(here.verify(token, before_its_end).unwrap(), grant());
    }
    // From then on, tokens signed with the old key are refused.
    let stolen = HmacAccessTokens::new(&access_keys(&store).await[0]).unwrap();
    let late = replaced.plus(Duration::from_mins(16));
    let forged = stolen.issue(&grant(), late).unwrap();
    assert!(matches!(here.verify(&forged, late), Err(TokenError::Invalid("signed with another key"))));
}

async fn access_keys(store: &Arc<dyn IdentityStore>) -> Vec<Vec<u8>> {
    keys(store.clone()).access_keys().await.unwrap().into_iter().map(|(_, _, key)| key).collect()
}

#[tokio::test]
async fn compromised_keys_are_deleted_at_once_and_others_when_unused() {
    let store: Arc<dyn IdentityStore> = Arc::new(MemoryStore::default());
    let clock = Arc::new(TestClock::default());
    let signing = SigningKeys::new(store.clone(), clock.clone());
    let first = access_keys(&store).await;
    for (hours, remaining) in [(1, 2), (1, 3), (30, 2)] {
        clock.advance(Duration::from_hours(hours));
        signing.rotate(false).await.unwrap();
        assert_eq!(access_keys(&store).await.len(), remaining);
    }
    assert!(!access_keys(&store).await.contains(&first[0]));
    clock.advance(Duration::from_secs(1));
    signing.rotate(true).await.unwrap();
    assert_eq!(access_keys(&store).await.len(), 1);
    let tokens = HmacAccessTokens::default();
    tokens.read_keys(&signing).await.unwrap();
    let token = tokens.issue(&grant(), clock.now()).unwrap();
    assert_eq!(tokens.verify(&token, clock.now()).unwrap(), grant(), "the new key signs at once");
}

#[tokio::test]
async fn identity_key_rotation_signs_no_one_out() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    SigningKeys::new(provider.store.clone(), provider.clock.clone()).rotate(false).await.unwrap();
    provider.identity.read_keys().await.unwrap();
    provider.clock.advance(Duration::from_mins(3));
    assert_eq!(provider.verify(&signed_up["idToken"]).await.unwrap().email.as_str(), "ann@example.com");
    let (status, renewed) = provider.refresh(&text(&signed_up["refreshToken"])).await;
    assert_eq!(status, 200);
    provider.verify(&renewed["id_token"]).await.unwrap();
    let key = |token: &serde_json::Value| jsonwebtoken::decode_header(text(token)).unwrap().kid;
    assert_ne!(key(&renewed["id_token"]), key(&signed_up["idToken"]));
}

#[tokio::test]
async fn tokens_remain_valid_after_a_restart() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let again = TestIdentity::over(provider.store.clone()).await;
    assert_eq!(again.verify(&signed_up["idToken"]).await.unwrap().email.as_str(), "ann@example.com");
    assert_eq!(again.refresh(&text(&signed_up["refreshToken"])).await.0, 200);
}
