//! Signing in with a password.

use super::{
    Caller, EmbeddedIdentity,
    refusal::{Refusal, WRONG_PASSWORD},
    request::Fields,
    sessions::NewToken,
};
use crate::password::MAX_CHARACTERS;
use autoparts_application::ports::{
    identity_accounts::{Account, IdentityTransaction, RefreshToken},
    store_error::StoreResult,
};
use autoparts_domain::email::Email;
use serde_json::{Value, json};

impl EmbeddedIdentity {
    /// `signInWithPassword`. An unknown address, an account without a password and a wrong password get the same
    /// response, after hashing one password.
    pub(super) async fn sign_in_with_password(
        &self,
        fields: &Fields,
        caller: &Caller<'_>,
    ) -> Result<(Account, Value), Refusal> {
        let email = fields.email()?;
        let password = fields.required("password", "MISSING_PASSWORD")?;
        let account = self.account_of(&email).await?;
        let guess_key = self.throttle(&email, account.as_ref(), caller).await?;
        let wrong = || Refusal::new(WRONG_PASSWORD);
        let Some(account) = self.with_password(account, password, caller).await? else { return Err(wrong()) };
        let token = NewToken::first(account.id, "password", self.clock.now())?;
        let checked = account.clone();
        let stored = token.stored.clone();
        if !self.store.write(move |tx| begin(tx, &checked, &stored)).await? {
            return Err(wrong());
        }
        self.guesses.reset(&guess_key);
        let mut answer = self.hand_out(&account, &token)?;
        answer.insert("registered".to_owned(), json!(true));
        Ok((account, Value::Object(answer)))
    }

    /// Counts a guess before it is made. One client may make ten guesses a minute about one address. A device that has
    /// signed in to the account before has its own count, so that other clients' guesses do not lock it out. Very many
    /// guesses about one address, from all clients, delay the responses but are never refused: refusing would let
    /// anyone lock its owner out. Returns the key under which the guess was counted.
    async fn throttle(&self, email: &Email, account: Option<&Account>, caller: &Caller<'_>) -> Result<String, Refusal> {
        let now = self.clock.now();
        let known = account.is_some_and(|account| caller.device.is_some_and(|device| device == account.id));
        let key = if known { format!("{email} device") } else { format!("{email} {}", caller.client) };
        if !self.guesses.allow(&key, now) {
            return Err(Refusal::too_many_attempts());
        }
        if !known && !self.crowds.allow(email.as_str(), now) {
            tokio::time::sleep(super::SLOWDOWN_DELAY).await;
        }
        Ok(key)
    }

    /// The account, if the password is correct. If there is no account or it has no password, a random password's hash
    /// is verified all the same.
    async fn with_password(
        &self,
        account: Option<Account>,
        password: &str,
        caller: &Caller<'_>,
    ) -> Result<Option<Account>, Refusal> {
        let hash = account.as_ref().and_then(|account| account.password_hash.clone());
        let (hash, is_real) = hash.map_or_else(|| (self.decoy_hash.clone(), false), |hash| (hash, true));
        let too_long = password.chars().count() > MAX_CHARACTERS;
        let tried = if too_long { String::new() } else { password.to_owned() };
        let matches = self.passwords.is(caller.client, tried, hash).await?;
        Ok(account.filter(|_| is_real && matches && !too_long))
    }
}

/// Begins a sign-in, unless the password was changed while it was being verified. Saving the unchanged account locks
/// it, so that a concurrent password change, which ends all sign-ins, cannot miss this one.
fn begin(tx: &mut dyn IdentityTransaction, checked: &Account, token: &RefreshToken) -> StoreResult<bool> {
    match tx.account(&checked.id)? {
        Some(account) if account.password_hash == checked.password_hash => {
            tx.update_account(&account, &account)?;
            tx.insert_refresh_token(token)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}
