//! The verifier of Firebase ID tokens: used in production and, with the embedded provider's keys, everywhere else.

use crate::{
    id_token::{self, Claims},
    key_source::KeySource,
    random,
};
use async_trait::async_trait;
use autoparts_application::ports::identity::{Token, TokenError, TokenVerifier, VerifiedIdentity};
use autoparts_domain::time::Timestamp;
use std::{fmt, sync::Arc};

/// Verifies ID tokens of one Firebase project.
pub struct FirebaseVerifier {
    project_id: String,
    keys: Arc<dyn KeySource>,
}

impl FirebaseVerifier {
    /// The claims of a valid token.
    pub(crate) async fn claims(&self, token: &Token, now: Timestamp) -> Result<Claims, TokenError> {
        let token = token.reveal();
        let name = id_token::key_name(token)?;
        let key = self.keys.key(&name, now).await.map_err(TokenError::Unavailable)?;
        let key = key.ok_or(TokenError::Invalid("signed with a key that is not current"))?;
        id_token::check(token, &key, &self.project_id, now)
    }

    /// Creates a verifier for a project, with the keys that sign its tokens.
    #[must_use]
    pub fn new(project_id: String, keys: Arc<dyn KeySource>) -> Self {
        Self { project_id, keys }
    }
}

impl fmt::Debug for FirebaseVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FirebaseVerifier").field("project_id", &self.project_id).finish_non_exhaustive()
    }
}

#[async_trait]
impl TokenVerifier for FirebaseVerifier {
    async fn verify(&self, token: &Token, now: Timestamp) -> Result<VerifiedIdentity, TokenError> {
        identity(self.claims(token, now).await?)
    }
}

/// Accepts the ID tokens of the Firebase emulator, which are unsigned: for tests on one machine, where any caller can
/// be any user.
#[derive(Debug)]
pub struct EmulatorVerifier {
    project_id: String,
}

impl EmulatorVerifier {
    /// Creates a verifier for a project that exists in the emulator only.
    #[must_use]
    pub fn new(project_id: String) -> Self {
        Self { project_id }
    }
}

#[async_trait]
impl TokenVerifier for EmulatorVerifier {
    async fn verify(&self, token: &Token, now: Timestamp) -> Result<VerifiedIdentity, TokenError> {
        identity(id_token::check_unsigned(token.reveal(), &self.project_id, now)?)
    }
}

/// The identity in the claims. Firebase tokens have no sign-in id, so it is made of the account and the second of the
/// sign-in. The second alone is not enough: an address may move to another account within it.
pub(crate) fn identity(claims: Claims) -> Result<VerifiedIdentity, TokenError> {
    let email = claims.email.ok_or(TokenError::Invalid("no email address"))?;
    let sign_in = format!("{}-{}", claims.auth_time, random::hash(&claims.sub));
    Ok(VerifiedIdentity {
        subject: claims.sub,
        email: email.parse().map_err(|_| TokenError::Invalid("not an email address"))?,
        email_verified: claims.email_verified,
        // A name that the shop cannot display must not prevent the sign-in.
        name: claims.name.and_then(|name| name.parse().ok()),
        issued_at: id_token::moment(claims.iat),
        signed_in_at: id_token::moment(claims.auth_time),
        sign_in,
    })
}
