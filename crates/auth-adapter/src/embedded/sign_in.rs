//! Signing in with a password.

use super::{EmbeddedIdentity, refusal::Refusal, request::Fields, sessions::NewSession};
use crate::password::MAX_BYTES;
use autoparts_application::ports::{
    accounts::{Account, Session},
    store::{StoreResult, Transaction},
};
use serde_json::{Value, json};

impl EmbeddedIdentity {
    /// `signInWithPassword`
    pub(super) async fn sign_in_with_password(&self, fields: &Fields) -> Result<Value, Refusal> {
        let email = fields.email()?;
        let password = fields.required("password", "MISSING_PASSWORD")?;
        let account = self.account_of(&email).await?;
        let account = account.ok_or_else(|| Refusal::new("EMAIL_NOT_FOUND"))?;
        let now = self.clock.now();
        if !self.sign_ins.allow(account.id, now) {
            return Err(Refusal::too_many_attempts());
        }
        let wrong = || Refusal::new("INVALID_PASSWORD");
        let hash = account.password_hash.clone().ok_or_else(wrong)?;
        if password.len() > MAX_BYTES || !self.passwords.is(password.to_owned(), hash).await? {
            return Err(wrong());
        }
        let session = NewSession::start(account.id, "password", now)?;
        let (checked, kept) = (account.clone(), session.kept.clone());
        if !self.store.write(move |tx| begin(tx, &checked, &kept)).await? {
            return Err(wrong());
        }
        self.sign_ins.forget(&account.id);
        let mut answer = self.hand_out(&account, &session)?;
        answer.insert("registered".to_owned(), json!(true));
        Ok(Value::Object(answer))
    }
}

/// Begins a session, unless the password was changed while it was being checked. The account is
/// saved as it is, which holds up whoever changes the password at this moment: all sessions end
/// with that, and this one is begun before it or not at all.
fn begin(tx: &mut dyn Transaction, checked: &Account, session: &Session) -> StoreResult<bool> {
    match tx.account(&checked.id)? {
        Some(account) if account.password_hash == checked.password_hash => {
            tx.update_account(&account, &account)?;
            tx.insert_session(session)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}
