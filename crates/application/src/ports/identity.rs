//! Authentication of callers: ID tokens from the identity provider, and the shop's own access tokens.

use async_trait::async_trait;
use autoparts_domain::{
    email::Email,
    id::{SessionId, UserId},
    text::PersonName,
    time::Timestamp,
};
use std::{error::Error, fmt};

/// A token as received or sent. It is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Wraps the text of a token.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text, for transmission.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The claims that the identity provider has verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedIdentity {
    /// The provider's id of the user: at most 128 characters.
    pub subject: String,
    /// The user's address.
    pub email: Email,
    /// Whether the provider has verified that the address belongs to the user.
    pub email_verified: bool,
    /// The name of the account.
    pub name: Option<PersonName>,
    /// When the token was issued. Providers repeatedly issue new tokens for one sign-in.
    pub issued_at: Timestamp,
    /// When the user signed in.
    pub signed_in_at: Timestamp,
    /// The id of the sign-in: shared by all its tokens, and different for each sign-in. At most 128 characters.
    pub sign_in: String,
}

/// The user and session of an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// The user.
    pub user: UserId,
    /// The session, which may have ended since.
    pub session: SessionId,
}

/// Why a token was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The token is forged, expired, or for another audience. The text is for logs.
    #[error("the token is not valid: {0}")]
    Invalid(&'static str),
    /// The keys for verification are currently unavailable.
    #[error("tokens cannot be verified at the moment")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
}

/// Verifies ID tokens. The same verifier runs in development and in production.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TokenVerifier: Send + Sync {
    /// Returns the identity in a token that is valid at `now`.
    async fn verify(&self, token: &Token, now: Timestamp) -> Result<VerifiedIdentity, TokenError>;
}

/// Issues and checks the shop's own short-lived access tokens.
pub trait AccessTokens: Send + Sync {
    /// Issues a token that authenticates its bearer as the user, for at most 15 minutes and as long as the session is
    /// active.
    fn issue(&self, grant: &Grant, now: Timestamp) -> Result<Token, TokenError>;

    /// Returns the contents of a token. Does not check that the session is still active.
    fn verify(&self, token: &Token, now: Timestamp) -> Result<Grant, TokenError>;
}
