//! Password resets: exchanging an emailed code for a new password.

use super::{
    Caller, EmbeddedIdentity,
    codes::{BadCode, owner},
    end_sessions,
    refusal::Refusal,
    request::{Fields, new_password},
};
use crate::random;
use autoparts_application::ports::{
    identity_accounts::{Account, CodePurpose, IdentityTransaction, ResetCode},
    store_error::StoreResult,
};
use autoparts_domain::time::Timestamp;
use serde_json::{Value, json};

impl EmbeddedIdentity {
    /// `resetPassword`: without a new password, returns the purpose and the owner of a code. With one, uses up the
    /// code, ends all sign-ins and sessions, and confirms the address, since its email was read.
    pub(super) async fn reset_password(&self, fields: &Fields, caller: &Caller<'_>) -> Result<Value, Refusal> {
        let code_hash = random::hash(fields.required("oobCode", "MISSING_OOB_CODE")?);
        let now = self.clock.now();
        let hash = code_hash.clone();
        let (account, ResetCode { purpose, new_email, .. }) =
            self.store.read(move |tx| owner(tx, &hash, now)).await??;
        if let Some(password) = fields.text("newPassword")? {
            if purpose != CodePurpose::ResetPassword {
                return Err(BadCode::Unknown.into());
            }
            let password = new_password(password, &account.email)?;
            let password_hash = self.passwords.hash(caller.client, password).await?;
            self.store.write(move |tx| use_up(tx, &code_hash, &password_hash, now)).await??;
        }
        let mut answer = json!({"email": account.email.as_str(), "requestType": super::codes::word(purpose)});
        if let (Some(email), Value::Object(fields)) = (new_email, &mut answer) {
            // The address that the account moves to.
            fields.insert("newEmail".to_owned(), json!(email.as_str()));
        }
        Ok(answer)
    }
}

/// The deletion decides: of several concurrent uses of a code, only one deletes it.
fn use_up(
    tx: &mut dyn IdentityTransaction,
    code_hash: &str,
    password_hash: &str,
    now: Timestamp,
) -> StoreResult<Result<(), BadCode>> {
    let before = match owner(tx, code_hash, now)? {
        Ok((account, code)) if code.purpose == CodePurpose::ResetPassword => account,
        Ok(_) => return Ok(Err(BadCode::Unknown)),
        Err(bad) => return Ok(Err(bad)),
    };
    if !tx.delete_reset_codes(&before.id, CodePurpose::ResetPassword)? {
        return Ok(Err(BadCode::Unknown));
    }
    let password_hash = Some(password_hash.to_owned());
    let account = Account { password_hash, email_verified: true, ..before.clone() };
    tx.update_account(&before, &account)?;
    end_sessions(tx, &account, now)?;
    Ok(Ok(()))
}
