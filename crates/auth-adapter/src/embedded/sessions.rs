//! Sessions: a refresh token in a browser, its hash in the store.
//!
//! Refreshing answers with the same refresh token: an answer that is lost on the way, or two
//! tabs that refresh at once, do not end a session. Sessions end when the password changes.

use super::{EmbeddedIdentity, issuer::LIFETIME, refusal::Refusal, view};
use crate::random;
use autoparts_application::ports::{
    accounts::{Account, Session},
    store::{StoreResult, Transaction},
};
use autoparts_domain::{id::AccountId, time::Timestamp};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// As many characters as our refresh tokens have.
const TOKEN_LENGTH: usize = 43;

/// A refresh token that is about to be handed out, and what is kept of it.
#[derive(Clone)]
pub(super) struct NewSession {
    refresh_token: String,
    pub(super) kept: Session,
}

impl NewSession {
    pub(super) fn start(account: AccountId, provider: &str, now: Timestamp) -> Result<Self, Refusal> {
        let refresh_token = random::secret()?;
        let kept = Session {
            token_hash: random::hash(&refresh_token),
            account,
            provider: provider.to_owned(),
            started_at: now,
        };
        Ok(Self { refresh_token, kept })
    }

    /// The same session, of the account that was found.
    pub(super) fn of(mut self, account: AccountId) -> Self {
        self.kept.account = account;
        self
    }
}

impl EmbeddedIdentity {
    /// The tokens for a browser, once the session is in the store.
    pub(super) fn hand_out(&self, account: &Account, session: &NewSession) -> Result<Map<String, Value>, Refusal> {
        let id_token = self.issuer.issue(account, &session.kept, self.clock.now())?;
        Ok(view::signed_in(account, &id_token, &session.refresh_token))
    }

    /// Whose ID token it is. A token whose session has ended is no good here any more,
    /// although others take it until it expires.
    pub(super) async fn whose(&self, id_token: &str) -> Result<(Account, Session), Refusal> {
        let invalid = || Refusal::new("INVALID_ID_TOKEN");
        let claims = self.issuer.read(id_token, self.clock.now()).map_err(|_| invalid())?;
        let token_hash = claims.sid.ok_or_else(invalid)?;
        let found = self.store.read(move |tx| with_account(tx, &token_hash)).await?;
        let (account, session) = found.ok_or_else(Refusal::session_over)?;
        if account.id.to_string() != claims.sub {
            return Err(invalid());
        }
        Ok((account, session))
    }

    /// `token`: a new ID token for a refresh token.
    pub(super) async fn refresh(&self, form: &HashMap<String, String>) -> Result<Value, Refusal> {
        if form.get("grant_type").map(String::as_str) != Some("refresh_token") {
            return Err(Refusal::new("INVALID_GRANT_TYPE"));
        }
        let token = form.get("refresh_token").filter(|token| !token.is_empty());
        let token = token.ok_or_else(|| Refusal::new("MISSING_REFRESH_TOKEN"))?;
        if token.len() != TOKEN_LENGTH {
            return Err(Refusal::new("INVALID_REFRESH_TOKEN"));
        }
        let token_hash = random::hash(token);
        let found = self.store.read(move |tx| with_account(tx, &token_hash)).await?;
        // What looks like a session of ours was one: tell the browser that it is over.
        let (account, session) = found.ok_or_else(Refusal::session_over)?;
        let id_token = self.issuer.issue(&account, &session, self.clock.now())?;
        Ok(json!({
            "id_token": id_token,
            "access_token": id_token,
            "refresh_token": token,
            "expires_in": LIFETIME.to_string(),
            "token_type": "Bearer",
            "user_id": account.id.to_string(),
            "project_id": self.settings.project_id,
        }))
    }
}

fn with_account(tx: &mut dyn Transaction, token_hash: &str) -> StoreResult<Option<(Account, Session)>> {
    let Some(session) = tx.session(token_hash)? else {
        return Ok(None);
    };
    Ok(tx.account(&session.account)?.map(|account| (account, session)))
}
