//! Forgotten passwords: a mail with a code, and the code for a new password.

use super::{
    EmbeddedIdentity,
    refusal::Refusal,
    request::{Fields, new_password},
};
use crate::random;
use autoparts_application::ports::{
    accounts::{Account, ResetCode},
    outbox::Mail,
    store::{StoreResult, Transaction},
};
use autoparts_domain::{id::UserId, time::Timestamp};
use serde_json::{Value, json};
use std::time::Duration;

/// How long a code is good.
const CODE_LASTS: Duration = Duration::from_hours(1);

const KIND: &str = "PASSWORD_RESET";

/// Why a code is no good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BadCode {
    Unknown,
    Expired,
}

impl From<BadCode> for Refusal {
    fn from(bad: BadCode) -> Self {
        Self::new(match bad {
            BadCode::Unknown => "INVALID_OOB_CODE",
            BadCode::Expired => "EXPIRED_OOB_CODE",
        })
    }
}

impl EmbeddedIdentity {
    /// `sendOobCode`: puts a mail with a code into the outbox, in one transaction with the
    /// code.
    pub(super) async fn send_reset_mail(&self, fields: &Fields) -> Result<Value, Refusal> {
        if fields.required("requestType", "MISSING_REQ_TYPE")? != KIND {
            return Err(Refusal::new("OPERATION_NOT_ALLOWED"));
        }
        let email = fields.email()?;
        let account = self.account_of(&email).await?;
        let account = account.ok_or_else(|| Refusal::new("EMAIL_NOT_FOUND"))?;
        let now = self.clock.now();
        if !self.reset_mails.allow(account.id, now) {
            return Err(Refusal::too_many_attempts());
        }
        let code = random::secret()?;
        let kept = ResetCode { code_hash: random::hash(&code), account: account.id, expires_at: now.plus(CODE_LASTS) };
        let mail = self.reset_mail(&account, &code, now);
        self.store.write(move |tx| keep_and_send(tx, &kept, &mail)).await?;
        Ok(json!({"email": email.as_str()}))
    }

    /// Without the account's name: somebody may have typed it who does not own the address.
    fn reset_mail(&self, account: &Account, code: &str, now: Timestamp) -> Mail {
        let shop = self.settings.public_url.trim_end_matches('/');
        let text = |link: &str| {
            format!(
                "Hello,\n\nYou can choose a new password here within the next hour:\n\n{link}\n\n\
                 If you did not ask for this, you need not do anything: your password stays as it is.\n\n\
                 Autoparts\n"
            )
        };
        let whole = text(&format!("{shop}/reset-password?oobCode={code}"));
        let owner = UserId::from(account.id.uuid());
        let subject = "Choose a new password for Autoparts";
        Mail::new(self.ids.next(), owner, account.email.clone(), subject, whole, now, CODE_LASTS)
            .with_secrets(text("[link hidden]"))
    }

    /// `resetPassword`: without a new password it says whose code it is; with one, the code is
    /// used up, all sessions end, and the address is proven, since its mail was read.
    pub(super) async fn reset_password(&self, fields: &Fields) -> Result<Value, Refusal> {
        let code_hash = random::hash(fields.required("oobCode", "MISSING_OOB_CODE")?);
        let now = self.clock.now();
        let hash = code_hash.clone();
        let account = self.store.read(move |tx| owner(tx, &hash, now)).await??;
        if let Some(password) = fields.text("newPassword")? {
            let password_hash = self.passwords.hash(new_password(password)?).await?;
            let reset = self.store.write(move |tx| use_up(tx, &code_hash, &password_hash, now));
            reset.await??;
            self.sign_ins.forget(&account.id);
        }
        Ok(json!({"email": account.email.as_str(), "requestType": KIND}))
    }
}

fn keep_and_send(tx: &mut dyn Transaction, code: &ResetCode, mail: &Mail) -> StoreResult<()> {
    tx.insert_reset_code(code)?;
    tx.insert_mail(mail)
}

fn owner(tx: &mut dyn Transaction, code_hash: &str, now: Timestamp) -> StoreResult<Result<Account, BadCode>> {
    let Some(code) = tx.reset_code(code_hash)? else {
        return Ok(Err(BadCode::Unknown));
    };
    if code.expires_at <= now {
        return Ok(Err(BadCode::Expired));
    }
    Ok(tx.account(&code.account)?.ok_or(BadCode::Unknown))
}

/// The deletion decides: of several that use a code at once, one deletes it.
fn use_up(
    tx: &mut dyn Transaction,
    code_hash: &str,
    password_hash: &str,
    now: Timestamp,
) -> StoreResult<Result<(), BadCode>> {
    let before = match owner(tx, code_hash, now)? {
        Ok(account) => account,
        Err(bad) => return Ok(Err(bad)),
    };
    if !tx.delete_reset_codes(&before.id)? {
        return Ok(Err(BadCode::Unknown));
    }
    let password_hash = Some(password_hash.to_owned());
    let account = Account { password_hash, email_verified: true, ..before.clone() };
    tx.update_account(&before, &account)?;
    tx.delete_sessions(&account.id)?;
    Ok(Ok(()))
}
