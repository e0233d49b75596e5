//! The source of the keys that verify ID tokens.

use async_trait::async_trait;
use autoparts_domain::time::Timestamp;
use jsonwebtoken::DecodingKey;
use std::error::Error;

/// Public keys of an identity provider, by id.
#[async_trait]
pub trait KeySource: Send + Sync {
    /// Returns the key with an id (`kid`), as of `now`; `None` if the provider has no such key. An error means that
    /// this could not be determined.
    async fn key(&self, name: &str, now: Timestamp) -> Result<Option<DecodingKey>, Box<dyn Error + Send + Sync>>;
}
