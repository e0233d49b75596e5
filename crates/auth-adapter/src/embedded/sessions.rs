//! Sign-ins: a refresh token in the browser, and its hash in the store.
//!
//! Each refresh replaces the token. If a replaced token is used again, this indicates theft and ends its whole family,
//! with two legitimate exceptions: two tabs refresh at once, or a response is lost.

use super::{EmbeddedIdentity, issuer::LIFETIME, refusal::Refusal, view};
use crate::random;
use autoparts_application::ports::{
    identity_accounts::{Account, IdentityTransaction, RefreshToken},
    store_error::StoreResult,
};
use autoparts_domain::{id::AccountId, time::Timestamp};
use serde_json::{Map, Value, json};
use std::{collections::HashMap, time::Duration};

/// The length of our refresh tokens, in characters.
const TOKEN_LENGTH: usize = 43;

/// How long a replaced token is still accepted: tabs of one browser learn of a new one within a second, background tabs
/// within a minute.
const TABS_AGREE_WITHIN: Duration = Duration::from_mins(1);

/// A refresh token to be handed out, with its stored form.
#[derive(Clone)]
pub(super) struct NewToken {
    refresh_token: String,
    pub(super) stored: RefreshToken,
}

impl NewToken {
    /// The first token of a sign-in.
    pub(super) fn first(account: AccountId, provider: &str, now: Timestamp) -> Result<Self, Refusal> {
        let refresh_token = random::secret()?;
        let stored = RefreshToken {
            token_hash: random::hash(&refresh_token),
            account,
            family: random::secret()?,
            parent: None,
            provider: provider.to_owned(),
            started_at: now,
            replaced_at: None,
        };
        Ok(Self { refresh_token, stored })
    }

    /// Another token of the same sign-in.
    pub(super) fn for_sign_in(token: &RefreshToken) -> Result<Self, Refusal> {
        let refresh_token = random::secret()?;
        let stored =
            RefreshToken { token_hash: random::hash(&refresh_token), parent: None, replaced_at: None, ..token.clone() };
        Ok(Self { refresh_token, stored })
    }

    /// The same, for the account that was found.
    pub(super) fn of(mut self, account: AccountId) -> Self {
        self.stored.account = account;
        self
    }
}

/// The outcome of a refresh.
enum Refreshed {
    /// The account, and the token that replaces the one sent.
    Replaced(Account, RefreshToken),
    /// The sign-in has ended.
    Over,
    /// The token was replaced long ago: someone else has a copy.
    Reused(RefreshToken),
}

impl EmbeddedIdentity {
    /// The tokens for a browser, to be returned once the refresh token is in the store.
    pub(super) fn hand_out(&self, account: &Account, token: &NewToken) -> Result<Map<String, Value>, Refusal> {
        let id_token = self.issuer.issue(account, &token.stored, self.clock.now())?;
        Ok(view::signed_in(account, &id_token, &token.refresh_token))
    }

    /// The account of an ID token, with a refresh token of the same sign-in. The ID token is refused if its sign-in has
    /// ended.
    pub(super) async fn whose(&self, id_token: &str) -> Result<(Account, RefreshToken), Refusal> {
        let invalid = || Refusal::new("INVALID_ID_TOKEN");
        let claims = self.issuer.read(id_token, self.clock.now()).map_err(|_| invalid())?;
        let family = claims.sid.ok_or_else(invalid)?;
        let account: AccountId = claims.sub.parse().map_err(|_| invalid())?;
        self.sign_in(account, family).await?.ok_or_else(Refusal::session_over)
    }

    /// The account and a refresh token of an active sign-in.
    pub(crate) async fn sign_in(
        &self,
        account: AccountId,
        family: String,
    ) -> StoreResult<Option<(Account, RefreshToken)>> {
        let find = move |tx: &mut dyn IdentityTransaction| {
            let Some(token) = tx.refresh_family(&account, &family)? else { return Ok(None) };
            Ok(tx.account(&account)?.map(|account| (account, token)))
        };
        self.store.read(find).await
    }

    /// `token`: exchanges a refresh token for a new ID token and a new refresh token.
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
        let successor = random::secret()?;
        let now = self.clock.now();
        let successor_hash = random::hash(&successor);
        let refreshed = self.store.write(move |tx| replace(tx, &token_hash, &successor_hash, now)).await?;
        let (account, stored) = match refreshed {
            Refreshed::Replaced(account, stored) => (account, stored),
            // Something with the format of our tokens was one: tell the browser that the session has ended.
            Refreshed::Over => return Err(Refusal::session_over()),
            Refreshed::Reused(token) => {
                tracing::warn!(account = %token.account, "a replaced refresh token came again: its sign-in was ended");
                return Err(Refusal::session_over());
            }
        };
        let id_token = self.issuer.issue(&account, &stored, now)?;
        Ok(json!({
            "id_token": id_token,
            "access_token": id_token,
            "refresh_token": successor,
            "expires_in": LIFETIME.to_string(),
            "token_type": "Bearer",
            "user_id": account.id.to_string(),
            "project_id": self.settings.project_id,
        }))
    }
}

/// Replaces a token by its successor, or ends its family.
fn replace(
    tx: &mut dyn IdentityTransaction,
    token_hash: &str,
    successor_hash: &str,
    now: Timestamp,
) -> StoreResult<Refreshed> {
    let Some(token) = tx.refresh_token(token_hash)? else { return Ok(Refreshed::Over) };
    let Some(account) = tx.account(&token.account)? else { return Ok(Refreshed::Over) };
    match token.replaced_at {
        None if !tx.replace_refresh_token(&token.token_hash, now)? => return Err(tx.conflict()),
        None => {}
        // Two tabs: each gets its own token.
        Some(at) if now < at.plus(TABS_AGREE_WITHIN) => {}
        Some(_) => {
            // If the successors are unused, the response may have been lost. If it was not, the holder of a successor
            // uses it next, and that ends the family.
            let successors = tx.refresh_tokens_after(&token)?;
            // A used successor has successors of its own; one that was only invalidated below has none.
            let mut was_used = successors.is_empty();
            for successor in &successors {
                was_used |= !tx.refresh_tokens_after(successor)?.is_empty();
            }
            if was_used {
                tx.delete_refresh_family(&token.account, &token.family)?;
                return Ok(Refreshed::Reused(token));
            }
            for successor in successors {
                // Backdated by the grace period, so that it is no longer accepted.
                tx.replace_refresh_token(&successor.token_hash, now.minus(TABS_AGREE_WITHIN))?;
            }
        }
    }
    let stored = RefreshToken {
        token_hash: successor_hash.to_owned(),
        parent: Some(token.token_hash.clone()),
        replaced_at: None,
        ..token
    };
    tx.insert_refresh_token(&stored)?;
    Ok(Refreshed::Replaced(account, stored))
}
