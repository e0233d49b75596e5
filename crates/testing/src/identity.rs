//! Test identities: tokens whose text contains their claims.

use async_trait::async_trait;
use autoparts_application::ports::identity::{AccessTokens, Grant, Token, TokenError, TokenVerifier, VerifiedIdentity};
use autoparts_domain::{email::Email, time::Timestamp};

/// Accepts the ID tokens made by [`id_token`] and [`issued`].
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainVerifier;

/// Creates an ID token with these claims.
#[must_use]
pub fn id_token(email: &Email, subject: &str, name: &str, email_verified: bool) -> Token {
    Token::new(format!("{email} {subject} {email_verified} {name}"))
}

/// Adds to an ID token when it was issued, and when the user signed in with the id `sign_in`.
#[must_use]
pub fn issued(token: &Token, issued_at: Timestamp, signed_in_at: Timestamp, sign_in: &str) -> Token {
    let issued_at = issued_at.micros();
    let signed_in_at = signed_in_at.micros();
    Token::new(format!("@{issued_at}/{signed_in_at}/{sign_in} {}", token.reveal()))
}

#[async_trait]
impl TokenVerifier for PlainVerifier {
    /// A token without the claims of [`issued`] counts as issued now; the id of its sign-in is its subject.
    async fn verify(&self, token: &Token, now: Timestamp) -> Result<VerifiedIdentity, TokenError> {
        let malformed = || TokenError::Invalid("not a token of this test");
        let (about, rest) = match token.reveal().strip_prefix('@') {
            None => (None, token.reveal()),
            Some(text) => {
                let (about, rest) = text.split_once(' ').ok_or_else(malformed)?;
                (Some(about), rest)
            }
        };
        let mut words = rest.splitn(4, ' ');
        let mut word = || words.next().ok_or_else(malformed);
        let email = word()?;
        let subject = word()?;
        let verified = word()?;
        let name = word()?;
        let mut identity = VerifiedIdentity {
            subject: subject.to_owned(),
            email: email.parse().map_err(|_| malformed())?,
            email_verified: verified == "true",
            name: name.parse().ok(),
            issued_at: now,
            signed_in_at: now,
            sign_in: subject.to_owned(),
        };
        if let Some(about) = about {
            let mut parts = about.splitn(3, '/');
            let mut part = || parts.next().ok_or_else(malformed);
            let moment = |text: &str| text.parse().map(Timestamp::from_micros).map_err(|_| malformed());
            identity.issued_at = moment(part()?)?;
            identity.signed_in_at = moment(part()?)?;
            part()?.clone_into(&mut identity.sign_in);
        }
        Ok(identity)
    }
}

/// Access tokens whose text is the user's id, followed by the session's id if it differs. The prefix `expired` makes a
/// token invalid.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainTokens;

impl AccessTokens for PlainTokens {
    fn issue(&self, grant: &Grant, _now: Timestamp) -> Result<Token, TokenError> {
        let Grant { user, session } = grant;
        let same = user.uuid() == session.uuid();
        Ok(Token::new(if same { user.to_string() } else { format!("{user}/{session}") }))
    }

    fn verify(&self, token: &Token, _now: Timestamp) -> Result<Grant, TokenError> {
        let text = token.reveal();
        let (user, session) = text.split_once('/').unwrap_or((text, text));
        let malformed = |_| TokenError::Invalid("not a token of this test");
        Ok(Grant { user: user.parse().map_err(malformed)?, session: session.parse().map_err(malformed)? })
    }
}
