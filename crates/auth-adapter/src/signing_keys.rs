//! The keys that the shop signs with, kept in the store: every server of a shop finds the same ones. Those that sign tokens can
//! be replaced.

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

/// How long after it was replaced a key is kept at least: longer than anything lasts that is signed.
const FORGOTTEN_AFTER: Duration = Duration::from_hours(24);

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum SigningKeyError {
    /// The store cannot be asked.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the store holds under the name is not such a key.
    #[error("the signing key '{0}' in the store is damaged")]
    Damaged(&'static str),
    /// The system has no random bytes.
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
    /// The keys of a store.
    #[must_use]
    pub fn new(store: Arc<dyn IdentityStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// The keys for access tokens, of 32 random bytes each, with names and the moments at which they were made, the oldest
    /// first. The first one is made when there are none.
    pub async fn access_keys(&self) -> Result<Vec<(Timestamp, String, Vec<u8>)>, SigningKeyError> {
        let keys = self.load_or_create_all(ACCESS, new_symmetric_key).await?.into_iter();
        keys.map(|key| Ok((key.made_at, key.name, symmetric(ACCESS, &key.material)?))).collect()
    }

    /// 32 random bytes for the cookies of known devices, made when there are none.
    pub(crate) async fn device_key(&self) -> Result<Vec<u8>, SigningKeyError> {
        symmetric(DEVICE, &self.load_or_create(DEVICE, new_symmetric_key).await?)
    }

    /// 32 random bytes for digests of addresses and the like, created on first use. They never change.
    pub(crate) async fn digest_key(&self) -> Result<Vec<u8>, SigningKeyError> {
        symmetric(DIGEST, &self.load_or_create(DIGEST, new_symmetric_key).await?)
    }

    /// The RSA keys of the embedded identity provider, PKCS#8 in PEM, the oldest first. The first one is made when there are none.
    pub(crate) async fn identity_keys(&self) -> Result<Vec<(Timestamp, String)>, SigningKeyError> {
        let keys = self.load_or_create_all(IDENTITY, new_identity_key).await?;
        Ok(keys.into_iter().map(|key| (key.made_at, key.material)).collect())
    }

    /// Makes new keys for access tokens and for the embedded identity provider. They sign once all servers have read them, and
    /// what the old ones signed is believed until it ends: nobody is signed out. `at_once` forgets the old ones, for those that
    /// somebody else may know; then browsers have to fetch new tokens, which they do by themselves.
    pub async fn rotate(&self, at_once: bool) -> Result<(), SigningKeyError> {
        let now = self.clock.now();
        let made = [(ACCESS, new_symmetric_key()), (IDENTITY, new_identity_key())];
        let made = made.map(|(purpose, material)| Ok((purpose, material.map_err(|_| SigningKeyError::NotMade)?)));
        let made = made.into_iter().collect::<Result<Vec<_>, SigningKeyError>>()?;
        let rotate = move |tx: &mut dyn IdentityTransaction| -> Result<(), StoreError> {
            for (purpose, material) in &made {
                let before = tx.signing_keys(purpose)?;
                // All but the last have been replaced before; what they signed is over once its successor is a day old.
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
            // Another server was faster; its key is the one.
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
