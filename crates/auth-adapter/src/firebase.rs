//! The verifier of Firebase ID tokens: the one that runs in production and, with the embedded
//! provider's keys, on every other machine.

use crate::{
    id_token::{self, Claims},
    key_source::KeySource,
    random,
};
use async_trait::async_trait;
use autoparts_application::ports::identity::{Token, TokenError, TokenVerifier, VerifiedIdentity};
use autoparts_domain::time::Timestamp;
use std::{fmt, sync::Arc};

/// Checks ID tokens of one Firebase project.
pub struct FirebaseVerifier {
    project_id: String,
    keys: Arc<dyn KeySource>,
}

impl FirebaseVerifier {
    /// What a genuine token says.
    pub(crate) async fn claims(&self, token: &Token, now: Timestamp) -> Result<Claims, TokenError> {
        let token = token.reveal();
        let name = id_token::key_name(token)?;
        let key = self.keys.key(&name, now).await.map_err(TokenError::Unavailable)?;
        let key = key.ok_or(TokenError::Invalid("signed with a key that is not current"))?;
        id_token::check(token, &key, &self.project_id, now)
    }

    /// A verifier for a project, with the keys its tokens are signed with.
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

/// Believes the ID tokens of the Firebase emulator, which nobody signs: for tests on one machine,
/// where anybody can be anybody.
#[derive(Debug)]
pub struct EmulatorVerifier {
    project_id: String,
}

impl EmulatorVerifier {
    /// A verifier for a project that exists in the emulator only.
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

/// Whom claims are about. Firebase has no name for a sign-in: its account and its second stand for it.
/// The account, because an address may become another account's within the second.
pub(crate) fn identity(claims: Claims) -> Result<VerifiedIdentity, TokenError> {
    let email = claims.email.ok_or(TokenError::Invalid("no e-mail address"))?;
    let sign_in = format!("{}-{}", claims.auth_time, random::hash(&claims.sub));
    Ok(VerifiedIdentity {
        subject: claims.sub,
        email: email.parse().map_err(|_| TokenError::Invalid("not an e-mail address"))?,
        email_verified: claims.email_verified,
        // A name that the shop cannot show is no reason to keep somebody out.
        name: claims.name.and_then(|name| name.parse().ok()),
        issued_at: id_token::moment(claims.iat),
        signed_in_at: id_token::moment(claims.auth_time),
        sign_in,
    })
}
