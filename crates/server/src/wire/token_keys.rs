//! The token signing keys, reloaded while the server runs.

use super::WireError;
use autoparts_auth_adapter::{EmbeddedIdentity, HmacAccessTokens, RandomSecrets, SigningKeys};
use std::sync::Arc;

/// The token signing keys. Another server or a command may have replaced them.
#[derive(Clone)]
pub(crate) struct TokenKeys {
    pub(super) keys: Arc<SigningKeys>,
    pub(super) tokens: Arc<HmacAccessTokens>,
    pub(super) secrets: Arc<RandomSecrets>,
    pub(super) identity: Option<Arc<EmbeddedIdentity>>,
}

impl TokenKeys {
    /// Reloads the keys. If that fails, the last ones stay in use.
    pub(crate) async fn read(&self) -> Result<(), WireError> {
        self.tokens.read_keys(&self.keys).await?;
        self.secrets.read_key(&self.keys).await?;
        if let Some(identity) = &self.identity {
            identity.read_keys().await?;
        }
        Ok(())
    }
}
