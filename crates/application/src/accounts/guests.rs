//! Guests: customers without an account. A guest is a separate user with an unverified address and does not claim that
//! address: a guest can neither take over an account nor be locked out by one. Only the browser in which a guest
//! started can act for them; emailed links are in [`order_links`](super::order_links). ADR 0030 has the reasons.

use crate::{
    accounts::sessions::{self, Superseded},
    ports::{
        accounts::GuestLink,
        identity::{Grant, Token, TokenError},
        secrets::NoRandomness,
        store::Transaction,
        store_error::StoreResult,
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    accounts::{
        Role, User,
        session::{Session, SessionLimits},
    },
    email::Email,
    id::{SessionId, UserId},
    link_token::LinkToken,
    text::PersonName,
    time::Timestamp,
    validation::ValidationError,
};
use std::time::Duration;

/// How long a guest without orders is stored.
pub(crate) const FORGOTTEN_AFTER: Duration = Duration::from_hours(7 * 24);

/// Why a guest could not be added or resumed.
#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    /// The token is unknown or of the wrong kind, or its guest was purged.
    #[error("This link is invalid or has expired.")]
    BadLink,
    /// The link was revoked.
    #[error("This link has been revoked.")]
    Revoked,
    /// No token can be issued.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The system random generator failed.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The mail server cannot deliver to the address.
    #[error("email {0}")]
    Email(#[from] ValidationError),
}

impl Refusal for GuestError {}

/// The result of a use case that can fail with [`GuestError`].
pub type GuestResult<T> = Result<T, UseCaseError<GuestError>>;

/// A guest who has returned.
#[derive(Debug)]
pub struct ReturningGuest {
    /// The access token of their new session.
    pub access_token: Token,
    /// The name that they entered.
    pub name: PersonName,
    /// The address for their emails.
    pub email: Email,
}

impl Shop {
    /// Creates a guest, who can order without an account. Public. The second token lets the browser continue when the
    /// access token has expired.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_guest(&self, name: PersonName, email: Email) -> GuestResult<(Token, LinkToken)> {
        self.check_deliverable(&email)?;
        let now = self.now();
        let token = LinkToken::from_random(self.secrets.random()?);
        let guest = User {
            id: self.ids.next(),
            email,
            email_verified: false,
            subject: None,
            account_name: Some(name),
            role: Role::Customer,
            guest: true,
            profile: None,
            joined_at: now,
            revision: 0,
        };
        let link =
            GuestLink { digest: self.secrets.digest(token.reveal()), guest: guest.id, order: None, revoked: None };
        let session = self.ids.next();
        let limits = self.rules.sessions;
        let opened = self.store.write(move |tx| {
            tx.insert_user(&guest)?;
            tx.insert_guest_link(&link)?;
            open_session(tx, guest.id, session, &limits, now)
        });
        Ok((self.tokens.issue(&opened.await?, now)?, token))
    }

    /// Resumes a guest in the browser where they started, by the token that it stores. Public. The token of an emailed
    /// link is not accepted.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn resume_guest(&self, token: &LinkToken) -> GuestResult<ReturningGuest> {
        let now = self.now();
        let digest = self.secrets.digest(token.reveal());
        let session = self.ids.next();
        let limits = self.rules.sessions;
        let resumed = self.store.write(move |tx| {
            let link = tx.guest_link(&digest)?.filter(|link| link.order.is_none()).ok_or(GuestError::BadLink)?;
            if link.revoked.is_some() {
                return Err(GuestError::Revoked.into());
            }
            // A deleted account that signed up again is no longer a guest: its owner must sign in.
            let guest = tx.user(&link.guest)?.filter(|user| user.guest).ok_or(GuestError::BadLink)?;
            let grant = open_session(tx, guest.id, session, &limits, now)?;
            Ok::<_, UseCaseError<_>>((grant, guest))
        });
        let (grant, guest) = resumed.await?;
        let access_token = self.tokens.issue(&grant, now)?;
        Ok(ReturningGuest { access_token, name: guest.display_name(), email: guest.email })
    }
}

fn open_session(
    tx: &mut dyn Transaction,
    user: UserId,
    id: SessionId,
    limits: &SessionLimits,
    now: Timestamp,
) -> StoreResult<Grant> {
    let session = Session {
        id,
        user,
        // No identity provider was involved, so each visit counts as a separate sign-in.
        sign_in: id.to_string(),
        signed_in_at: now,
        renewed_at: now,
        expires_at: now.plus(limits.lifetime),
        ended_at: None,
        order: None,
    };
    sessions::open(tx, &session, Superseded::Deleted, now)?;
    Ok(Grant { user, session: id })
}
