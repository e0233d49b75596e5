//! The verifier of the embedded provider's ID tokens: what Firebase's verifier checks, and that the
//! sign-in lives. Firebase cannot be asked the second for each call; the embedded provider is in the
//! same process.

use super::EmbeddedIdentity;
use crate::firebase::{FirebaseVerifier, identity};
use async_trait::async_trait;
use autoparts_application::ports::identity::{Token, TokenError, TokenVerifier, VerifiedIdentity};
use autoparts_domain::time::Timestamp;
use std::{fmt, sync::Arc};

/// Checks ID tokens of the embedded provider. After a new password, a sign-out everywhere or a stolen
/// refresh token the ID tokens from before buy nothing, however long they have left.
pub struct EmbeddedVerifier {
    provider: Arc<EmbeddedIdentity>,
    signatures: FirebaseVerifier,
}

impl EmbeddedVerifier {
    /// A verifier of a provider's tokens.
    #[must_use]
    pub fn new(provider: Arc<EmbeddedIdentity>) -> Self {
        let project_id = provider.settings.project_id.clone();
        let signatures = FirebaseVerifier::new(project_id, provider.key_source());
        Self { provider, signatures }
    }
}

impl fmt::Debug for EmbeddedVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedVerifier").finish_non_exhaustive()
    }
}

#[async_trait]
impl TokenVerifier for EmbeddedVerifier {
    async fn verify(&self, token: &Token, now: Timestamp) -> Result<VerifiedIdentity, TokenError> {
        let mut claims = self.signatures.claims(token, now).await?;
        let family = claims.sid.take().ok_or(TokenError::Invalid("of no sign-in"))?;
        let account = claims.sub.parse().map_err(|_| TokenError::Invalid("about nobody"))?;
        let found = self.provider.sign_in(account, family.clone()).await;
        let found = found.map_err(|error| TokenError::Unavailable(error.into()))?;
        let (_, sign_in) = found.ok_or(TokenError::Invalid("its sign-in is over"))?;
        // The provider knows both better than a claim in seconds can say.
        Ok(VerifiedIdentity { signed_in_at: sign_in.started_at, sign_in: family, ..identity(claims)? })
    }
}
