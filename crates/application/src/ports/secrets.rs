//! Unguessable secrets, and the digests by which they are stored.

use super::store_error::StoreResult;
use std::error::Error;

/// The system's random generator failed.
#[derive(Debug, thiserror::Error)]
#[error("the system random generator failed")]
pub struct NoRandomness(#[source] pub Box<dyn Error + Send + Sync>);

/// A source of secrets.
pub trait SecretSource: Send + Sync {
    /// Returns 256 random bits of cryptographic quality.
    fn random(&self) -> Result<[u8; 32], NoRandomness>;

    /// Returns the digest by which a secret is stored: equal for equal secrets, and useless to an attacker.
    fn digest(&self, secret: &str) -> String;

    /// Returns a keyed digest of a guessable text, such as an address: equal for equal texts while the shop has its
    /// key, and useless without the key. [`Unavailable`](super::store_error::StoreError::Unavailable) while a server
    /// that started without its database has not read the key.
    fn keyed_digest(&self, text: &str) -> StoreResult<String>;
}
