//! Who is calling: ID tokens from the identity provider, access tokens of our own.

use async_trait::async_trait;
use autoparts_domain::{
    email::Email,
    id::{SessionId, UserId},
    text::PersonName,
    time::Timestamp,
};
use std::{error::Error, fmt};

/// A token as it came over the wire. Its text never reaches a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Wraps the text of a token.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for the wire.
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

/// What the identity provider vouches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedIdentity {
    /// The provider's id of the person: at most 128 characters.
    pub subject: String,
    /// Their address.
    pub email: Email,
    /// Whether the provider has seen that the address is theirs.
    pub email_verified: bool,
    /// The name of their account.
    pub name: Option<PersonName>,
    /// When the token was issued. Providers issue new ones for one sign-in again and again.
    pub issued_at: Timestamp,
    /// When the person signed in.
    pub signed_in_at: Timestamp,
    /// The sign-in: the same in all tokens of one, another in each. At most 128 characters.
    pub sign_in: String,
}

/// Whom an access token lets act, and in which session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// The person.
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
    /// The keys to check it with cannot be had now.
    #[error("tokens cannot be checked now")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
}

/// Checks ID tokens. The same verifier runs in development and in production.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait TokenVerifier: Send + Sync {
    /// Who the token speaks for, at the moment `now`.
    async fn verify(&self, token: &Token, now: Timestamp) -> Result<VerifiedIdentity, TokenError>;
}

/// Issues and checks the shop's own short-lived access tokens.
pub trait AccessTokens: Send + Sync {
    /// A token that lets its bearer act as the person, for at most 15 minutes and as long as the
    /// session lives.
    fn issue(&self, grant: &Grant, now: Timestamp) -> Result<Token, TokenError>;

    /// What the token says. Whether the session lives is not asked.
    fn verify(&self, token: &Token, now: Timestamp) -> Result<Grant, TokenError>;
}
