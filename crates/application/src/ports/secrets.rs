//! Secrets that nobody can guess, and the digests they are kept by.

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
}
