//! Sessions: opened and continued by ID tokens, checked at every call, and ended.
//!
//! The rules are the same for every identity provider. Events that only some providers report, such as a changed
//! password, reach the shop through [`end_all`].

use crate::{
    accounts::{
        AccountError, AccountResult,
        access::{self, AccessDenied, Authority},
    },
    ports::{
        accounts::{GuestRepository, RevokedLinks},
        identity::{Grant, Token, TokenError, VerifiedIdentity},
        identity_accounts::SignInRepository,
        sessions::SessionRepository,
        store::Transaction,
        store_error::StoreResult,
    },
    shop::Shop,
};
use autoparts_domain::{
    accounts::{
        User,
        session::{MAX_LIVE, Session, SessionLimits},
    },
    audit::{AuditAction, AuditEntry},
    email::Email,
    id::{AccountId, AuditId, SessionId, UserId},
    time::Timestamp,
};
use std::time::Duration;

/// Maximum age of an ID token that opens a session. Clients that request a new one before signing in never notice this;
/// an ID token stolen a while ago opens nothing.
pub const ID_TOKEN_OPENS_FOR: Duration = Duration::from_mins(5);

impl Shop {
    /// Returns the grant of an access token. Does not check that its session is still active ([`Shop::check_session`]).
    pub fn read_access_token(&self, token: &Token) -> Result<Grant, TokenError> {
        self.tokens.verify(token, self.now())
    }

    /// Returns the grant of an access token whose session is active.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn authenticate(&self, token: &Token) -> AccountResult<Grant> {
        let grant = self.read_access_token(token)?;
        self.check_session(grant).await?;
        Ok(grant)
    }

    /// Returns what the session of an access token permits, while it is active. One read by key.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_session(&self, grant: Grant) -> AccountResult<Authority> {
        let Grant { user, session } = grant;
        let found = self.store.read_one(move |tx| tx.session(&user, &session)).await?;
        let now = self.now();
        let live = found.filter(|(session, cutoff)| session.is_live(*cutoff, &self.rules.sessions, now));
        let (session, _) = live.ok_or(AccessDenied::Unauthenticated)?;
        Ok(Authority::new(user, session.order))
    }

    /// Ends the caller's session. `false` if it had already ended.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn sign_out(&self, grant: Grant) -> StoreResult<bool> {
        let now = self.now();
        self.store.write(move |tx| tx.end_session(&grant.user, &grant.session, now)).await
    }

    /// Ends every session of a user, including the caller's, and every sign-in at the identity provider until now:
    /// tokens issued for them no longer work. Also revokes order links: all of a guest's, and those that were emailed
    /// to the confirmed address of a member. For the user and admins; an admin who does this to another user leaves an
    /// entry in the audit log.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn sign_out_everywhere(&self, caller: UserId, email: Email) -> AccountResult<()> {
        let (audit, now): (AuditId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                let user = access::require_self_or_admin(tx, &caller, &email)?;
                let user = user.ok_or(AccountError::NoSuchUser)?;
                revoke_links(tx, &user, now)?;
                if user.id != caller {
                    let actor = Some(caller);
                    let action = AuditAction::EndSessions;
                    tx.insert_audit(&AuditEntry { id: audit, actor, action, subject: user.id, detail: None, at: now })?;
                }
                Ok(end_all(tx, &user, now)?)
            })
            .await
    }
}

/// Revokes order links: those of a guest, or those sent to the verified address of a member.
fn revoke_links(tx: &mut (impl GuestRepository + ?Sized), user: &User, now: Timestamp) -> StoreResult<()> {
    let links = match user {
        User { guest: true, id, .. } => RevokedLinks::OfGuest(*id),
        User { email_verified: true, email, .. } => RevokedLinks::MailedTo(email.clone()),
        _ => return Ok(()),
    };
    tx.revoke_links(&links, now).map(drop)
}

/// Ends all sessions of a user that began before a moment, and their sessions at the embedded identity provider.
pub fn end_all(
    tx: &mut (impl SessionRepository + SignInRepository + ?Sized),
    user: &User,
    now: Timestamp,
) -> StoreResult<()> {
    tx.set_session_cutoff(&user.id, now)?;
    // With another provider the subject is no account id, and there are no such sessions.
    let account: Option<AccountId> = user.subject.as_deref().and_then(|subject| subject.parse().ok());
    account.map_or(Ok(()), |account| tx.end_sign_ins(&account))
}

/// Opens or continues the session of an ID token.
///
/// While the session is active, any ID token of the same sign-in continues it. A new session needs an ID token that was
/// issued just now, for a sign-in that has had no session yet.
pub(crate) fn open_or_continue(
    tx: &mut dyn Transaction,
    user: UserId,
    identity: &VerifiedIdentity,
    new_id: SessionId,
    limits: &SessionLimits,
    now: Timestamp,
) -> AccountResult<Grant> {
    let cutoff = tx.session_cutoff(&user)?;
    if let Some(session) = tx.session_of_sign_in(&user, &identity.sign_in)? {
        let continued = session.is_live(cutoff, limits, now) && tx.renew_session(&user, &session.id, now)?;
        return if continued { Ok(Grant { user, session: session.id }) } else { Err(AccountError::SignInOver.into()) };
    }
    let session = Session {
        id: new_id,
        user,
        sign_in: identity.sign_in.clone(),
        signed_in_at: identity.signed_in_at,
        renewed_at: now,
        expires_at: identity.signed_in_at.plus(limits.lifetime),
        ended_at: None,
        order: None,
    };
    let is_fresh = now <= identity.issued_at.plus(ID_TOKEN_OPENS_FOR);
    if !is_fresh || !session.is_live(cutoff, limits, now) {
        return Err(AccountError::SignInOver.into());
    }
    open(tx, &session, Superseded::Ended, now)?;
    Ok(Grant { user, session: session.id })
}

/// What happens to a user's sessions above the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Superseded {
    /// They end but stay stored, so that their sign-in cannot open another one.
    Ended,
    /// They are deleted: each was a separate sign-in, which cannot be repeated.
    Deleted,
}

/// Adds a session and drops the least recently used ones above the limit.
pub(crate) fn open(
    tx: &mut dyn Transaction,
    session: &Session,
    superseded: Superseded,
    now: Timestamp,
) -> StoreResult<()> {
    // Two concurrent transactions would not see each other.
    tx.lock_customer(&session.user)?;
    tx.insert_session(session)?;
    for beyond in tx.sessions_beyond(&session.user, MAX_LIVE)? {
        match superseded {
            Superseded::Ended => tx.end_session(&session.user, &beyond, now).map(drop)?,
            Superseded::Deleted => tx.delete_session(&session.user, &beyond)?,
        }
    }
    Ok(())
}
