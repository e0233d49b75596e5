//! Where the keys come from that ID tokens are checked with.

use async_trait::async_trait;
use autoparts_domain::time::Timestamp;
use jsonwebtoken::DecodingKey;
use std::error::Error;

/// Public keys of an identity provider, by name.
#[async_trait]
pub trait KeySource: Send + Sync {
    /// The key with a name (`kid`), as of a moment; `None` when the provider has no such key.
    /// An error means that nobody knows.
    async fn key(&self, name: &str, now: Timestamp) -> Result<Option<DecodingKey>, Box<dyn Error + Send + Sync>>;
}
