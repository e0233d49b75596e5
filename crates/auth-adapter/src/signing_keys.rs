//! The shop's signing keys, in the store: every server of a shop uses the same ones. Keys that sign tokens can be
//! replaced.

use autoparts_application::ports::{
    clock::Clock,
    identity_accounts::{IdentityStore, IdentityTransaction, StoredKey},
    store_error::StoreError,
};
use autoparts_domain::time::Timestamp;
use aws_lc_rs::{
    encoding::AsDer,
    error::Unspecified,
    rand,
    rsa::{KeyPair, KeySize},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use pem::{EncodeConfig, LineEnding, Pem};
use std::{fmt, sync::Arc, time::Duration};

/// The key for access tokens.
pub(crate) const ACCESS: &str = "access";

/// The key for the cookies of known devices.
const DEVICE: &str = "device";

/// The key for digests of guessable texts. It is never replaced, because existing digests would become useless.
const DIGEST: &str = "digest";

/// The key of the embedded identity provider.
const IDENTITY: &str = "identity";

/// Minimum time for which a replaced key is retained: longer than the lifetime of anything that is signed.
const FORGOTTEN_AFTER: Duration = Duration::from_hours(24);

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum SigningKeyError {
    /// The store cannot be queried.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored value is not a valid key.
    #[error("the signing key '{0}' in the store is damaged")]
    Damaged(&'static str),
    /// The system could not provide random bytes.
    #[error("a signing key cannot be made")]
    NotMade,
}

/// Keys in the store.
pub struct SigningKeys {
    store: Arc<dyn IdentityStore>,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for SigningKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKeys(…)")
    }
}

impl SigningKeys {
    /// Creates access to the keys of a store.
    #[must_use]
    pub fn new(store: Arc<dyn IdentityStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// The keys for access tokens, of 32 random bytes each, with their names and creation times, oldest first. Creates
    /// the first one if there is none.
    pub async fn access_keys(&self) -> Result<Vec<(Timestamp, String, Vec<u8>)>, SigningKeyError> {
        let keys = self.load_or_create_all(ACCESS, new_symmetric_key).await?.into_iter();
        keys.map(|key| Ok((key.made_at, key.name, symmetric(ACCESS, &key.material)?))).collect()
    }

    /// 32 random bytes for the cookies of known devices, created on first use.
    pub(crate) async fn device_key(&self) -> Result<Vec<u8>, SigningKeyError> {
        symmetric(DEVICE, &self.load_or_create(DEVICE, new_symmetric_key).await?)
    }

    /// 32 random bytes for digests of addresses and the like, created on first use. They never change.
    pub(crate) async fn digest_key(&self) -> Result<Vec<u8>, SigningKeyError> {
        symmetric(DIGEST, &self.load_or_create(DIGEST, new_symmetric_key).await?)
    }

    /// The RSA keys of the embedded identity provider, PKCS#8 in PEM, oldest first. Creates the first one if there is
    /// none.
    pub(crate) async fn identity_keys(&self) -> Result<Vec<(Timestamp, String)>, SigningKeyError> {
        let keys = self.load_or_create_all(IDENTITY, new_identity_key).await?;
        Ok(keys.into_iter().map(|key| (key.made_at, key.material)).collect())
    }

    /// Creates new keys for access tokens and for the embedded identity provider. They sign once all servers have read
    /// them. Tokens signed with the old keys stay valid until they expire, so that no user is signed out. `at_once`
    /// deletes the old keys, for use when they may have leaked; browsers then fetch new tokens automatically.
    pub async fn rotate(&self, at_once: bool) -> Result<(), SigningKeyError> {
        let now = self.clock.now();
        let made = [(ACCESS, new_symmetric_key()), (IDENTITY, new_identity_key())];
        let made = made.map(|(purpose, material)| Ok((purpose, material.map_err(|_| SigningKeyError::NotMade)?)));
        let made = made.into_iter().collect::<Result<Vec<_>, SigningKeyError>>()?;
        let rotate = move |tx: &mut dyn IdentityTransaction| -> Result<(), StoreError> {
            for (purpose, material) in &made {
                let before = tx.signing_keys(purpose)?;
                // All but the last have been replaced already; what they signed has expired once their successor is a
                // day old.
                let replaced = before.iter().zip(before.iter().skip(1).map(|next| Some(next.made_at)).chain([None]));
                for (key, replaced_at) in replaced {
                    if at_once || replaced_at.is_some_and(|at| at.plus(FORGOTTEN_AFTER) <= now) {
                        tx.delete_signing_key(&key.name)?;
                    }
                }
                tx.insert_signing_key(&format!("{purpose}/{}", now.micros()), material, now)?;
            }
            Ok(())
        };
        Ok(self.store.write(rotate).await?)
    }

    async fn load_or_create_all(
        &self,
        purpose: &'static str,
        new_key: fn() -> Result<String, Unspecified>,
    ) -> Result<Vec<StoredKey>, SigningKeyError> {
        let load = async || self.store.read(move |tx| tx.signing_keys(purpose)).await;
        let keys = load().await?;
        if !keys.is_empty() {
            return Ok(keys);
        }
        self.load_or_create(purpose, new_key).await?;
        Ok(load().await?)
    }

    pub(crate) fn damaged_identity_key() -> SigningKeyError {
        SigningKeyError::Damaged(IDENTITY)
    }

    async fn load_or_create(
        &self,
        name: &'static str,
        new_key: fn() -> Result<String, Unspecified>,
    ) -> Result<String, SigningKeyError> {
        if let Some(key) = self.load(name).await? {
            return Ok(key);
        }
        let now = self.clock.now();
        let made = new_key().map_err(|_| SigningKeyError::NotMade)?;
        let kept = self
            .store
            .write(move |tx| match tx.signing_key(name)? {
                Some(key) => Ok(key),
                None => tx.insert_signing_key(name, &made, now).map(|()| made.clone()),
            })
            .await;
        match kept {
            Ok(key) => Ok(key),
            // Another server created the key first; use that one.
            Err(StoreError::Duplicate) => self.load(name).await?.ok_or(StoreError::Duplicate.into()),
            Err(error) => Err(error.into()),
        }
    }

    async fn load(&self, name: &'static str) -> Result<Option<String>, StoreError> {
        self.store.read(move |tx| tx.signing_key(name)).await
    }
}

fn symmetric(name: &'static str, text: &str) -> Result<Vec<u8>, SigningKeyError> {
    STANDARD.decode(text).ok().filter(|key| key.len() == 32).ok_or(SigningKeyError::Damaged(name))
}

fn new_symmetric_key() -> Result<String, Unspecified> {
    let mut key = [0; 32];
    rand::fill(&mut key)?;
    Ok(STANDARD.encode(key))
}

pub(crate) fn new_identity_key() -> Result<String, Unspecified> {
    let key = KeyPair::generate(KeySize::Rsa2048)?;
    let der = AsDer::as_der(&key)?;
    let unix = EncodeConfig::new().set_line_ending(LineEnding::LF);
    Ok(pem::encode_config(&Pem::new("PRIVATE KEY", der.as_ref()), unix))
}
