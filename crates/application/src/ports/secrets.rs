//! Secrets that nobody can guess, and the digests they are kept by.

use super::store_error::StoreResult;
use std::error::Error;

/// The machine has no randomness to give.
#[derive(Debug, thiserror::Error)]
#[error("no random bytes can be had")]
pub struct NoRandomness(#[source] pub Box<dyn Error + Send + Sync>);

/// Where secrets come from.
pub trait SecretSource: Send + Sync {
    /// 256 random bits, as good as keys are made of.
    fn random(&self) -> Result<[u8; 32], NoRandomness>;

    /// What a secret is kept by: the same for equal secrets, and of no use to a reader.
    fn digest(&self, secret: &str) -> String;

    /// A keyed digest of a guessable text, such as an address: equal for equal texts while the shop has its key, and useless
    /// without the key. [`Unavailable`](super::store_error::StoreError::Unavailable) while a server that started without its
    /// database has not read the key.
    fn keyed_digest(&self, text: &str) -> StoreResult<String>;
}
