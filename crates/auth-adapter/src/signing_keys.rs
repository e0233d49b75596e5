//! The keys that the shop signs with, made once and kept in the store: every server of a shop
//! finds the same ones.

use autoparts_application::ports::{clock::Clock, identity_accounts::IdentityStore, store_error::StoreError};
use aws_lc_rs::{
    encoding::AsDer,
    error::Unspecified,
    rand,
    rsa::{KeyPair, KeySize},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use pem::{EncodeConfig, LineEnding, Pem};
use std::{fmt, sync::Arc};

/// The key for access tokens.
const ACCESS: &str = "access";

/// The key for the cookies of known devices.
const DEVICE: &str = "device";

/// The key of the embedded identity provider.
const IDENTITY: &str = "identity";

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

    /// 32 random bytes for access tokens, made when there are none.
    pub async fn access_key(&self) -> Result<Vec<u8>, SigningKeyError> {
        self.symmetric_key(ACCESS).await
    }

    /// 32 random bytes for the cookies of known devices, made when there are none.
    pub(crate) async fn device_key(&self) -> Result<Vec<u8>, SigningKeyError> {
        self.symmetric_key(DEVICE).await
    }

    async fn symmetric_key(&self, name: &'static str) -> Result<Vec<u8>, SigningKeyError> {
        let text = self.load_or_create(name, new_symmetric_key).await?;
        let key = STANDARD.decode(text).ok().filter(|key| key.len() == 32);
        key.ok_or(SigningKeyError::Damaged(name))
    }

    /// The RSA key of the embedded identity provider, PKCS#8 in PEM, made when there is none.
    pub(crate) async fn identity_key(&self) -> Result<String, SigningKeyError> {
        self.load_or_create(IDENTITY, new_identity_key).await
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
