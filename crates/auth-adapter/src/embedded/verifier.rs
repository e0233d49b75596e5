//! The verifier of the embedded provider's ID tokens. It checks what Firebase's verifier checks, and also that the
//! sign-in is active. Firebase's cannot: that would take a network call for each token.

use super::EmbeddedIdentity;
use crate::firebase::{FirebaseVerifier, identity};
use async_trait::async_trait;
use autoparts_application::ports::identity::{Token, TokenError, TokenVerifier, VerifiedIdentity};
use autoparts_domain::time::Timestamp;
use std::{fmt, sync::Arc};

/// Verifies ID tokens of the embedded provider. After a password change, a sign-out everywhere or a refresh token
/// theft, earlier ID tokens are refused, even if they have not expired.
pub struct EmbeddedVerifier {
    provider: Arc<EmbeddedIdentity>,
    signatures: FirebaseVerifier,
}

impl EmbeddedVerifier {
    /// Creates a verifier of a provider's tokens.
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
        let family = claims.sid.take().ok_or(TokenError::Invalid("without a sign-in"))?;
        let account = claims.sub.parse().map_err(|_| TokenError::Invalid("without a user"))?;
        let found = self.provider.sign_in(account, family.clone()).await;
        let found = found.map_err(|error| TokenError::Unavailable(error.into()))?;
        let (_, sign_in) = found.ok_or(TokenError::Invalid("its sign-in has ended"))?;
        // More precise than the values that `identity` derives from the claims.
        Ok(VerifiedIdentity { signed_in_at: sign_in.started_at, sign_in: family, ..identity(claims)? })
    }
}
