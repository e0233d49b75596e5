//! Identity as a test says: tokens whose text is what they mean.

use crate::ports::identity::{AccessTokens, Token, TokenError, TokenVerifier, VerifiedIdentity};
use async_trait::async_trait;
use autoparts_domain::{email::Email, id::UserId, time::Timestamp};

/// Believes ID tokens of the form made by [`id_token`].
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainVerifier;

/// An ID token for an address: the provider knows the person as `subject`, by `name`.
#[must_use]
pub fn id_token(email: &Email, subject: &str, name: &str, email_verified: bool) -> Token {
    Token::new(format!("{email} {subject} {email_verified} {name}"))
}

#[async_trait]
impl TokenVerifier for PlainVerifier {
    async fn verify(&self, token: &Token, _now: Timestamp) -> Result<VerifiedIdentity, TokenError> {
        let malformed = || TokenError::Invalid("not a token of this test");
        let mut words = token.reveal().splitn(4, ' ');
        let mut word = || words.next().ok_or_else(malformed);
        let (email, subject, verified, name) = (word()?, word()?, word()?, word()?);
        Ok(VerifiedIdentity {
            subject: subject.to_owned(),
            email: email.parse().map_err(|_| malformed())?,
            email_verified: verified == "true",
            name: name.parse().ok(),
        })
    }
}

/// Access tokens whose text is the person's id; `expired` in front of it makes them count no
/// more.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainTokens;

impl AccessTokens for PlainTokens {
    fn issue(&self, user: &UserId, _now: Timestamp) -> Result<Token, TokenError> {
        Ok(Token::new(user.to_string()))
    }

    fn verify(&self, token: &Token, _now: Timestamp) -> Result<UserId, TokenError> {
        token.reveal().parse().map_err(|_| TokenError::Invalid("not a token of this test"))
    }
}
