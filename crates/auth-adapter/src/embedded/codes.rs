//! Codes in mails: asked for, and what they are good for.

use super::{
    EmbeddedIdentity, MAIL_ANSWER,
    refusal::{Refusal, WRONG_CODE},
    request::Fields,
};
use crate::random;
use autoparts_application::ports::{
    identity_accounts::{Account, CodePurpose, IdentityTransaction, ResetCode},
    outbox::Mail,
    store_error::StoreResult,
};
use autoparts_domain::{id::UserId, time::Timestamp};
use serde_json::{Value, json};
use std::time::Duration;

/// How long a code is good.
const CODE_LASTS: Duration = Duration::from_hours(1);

/// The most mails that an account gets within [`A_DAY`], whoever asks for them: nobody's mailbox is
/// filled by others. Counted in the outbox, so that several instances and a restart count as one.
const MAX_A_DAY: i64 = 20;
const A_DAY: Duration = Duration::from_hours(24);

/// Why a code is no good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BadCode {
    Unknown,
    Expired,
}

impl From<BadCode> for Refusal {
    fn from(bad: BadCode) -> Self {
        Self::new(match bad {
            BadCode::Unknown => WRONG_CODE,
            BadCode::Expired => "EXPIRED_OOB_CODE",
        })
    }
}

/// What the SDK calls it.
pub(super) const fn word(purpose: CodePurpose) -> &'static str {
    match purpose {
        CodePurpose::ResetPassword => "PASSWORD_RESET",
        CodePurpose::VerifyEmail => "VERIFY_EMAIL",
    }
}

impl EmbeddedIdentity {
    /// `sendOobCode`: puts a mail with a code into the outbox, in one transaction with the code.
    pub(super) async fn send_code(&self, fields: &Fields) -> Result<Value, Refusal> {
        match fields.required("requestType", "MISSING_REQ_TYPE")? {
            "PASSWORD_RESET" => self.send_reset_mail(fields).await,
            "VERIFY_EMAIL" => {
                let (account, _) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
                self.count_mail(account.email.as_str())?;
                if !self.mail_code(&account, CodePurpose::VerifyEmail).await? {
                    return Err(Refusal::too_many_attempts());
                }
                Ok(json!({"email": account.email.as_str()}))
            }
            _ => Err(Refusal::new("OPERATION_NOT_ALLOWED")),
        }
    }

    /// The same answer after the same time, whether or not the address has an account, and whether or
    /// not that has had its mails of the day.
    async fn send_reset_mail(&self, fields: &Fields) -> Result<Value, Refusal> {
        let email = fields.email()?;
        self.count_mail(email.as_str())?;
        let mailed = async {
            match self.account_of(&email).await? {
                Some(account) => self.mail_code(&account, CodePurpose::ResetPassword).await,
                None => Ok(false),
            }
        };
        let (outcome, ()) = tokio::join!(mailed, tokio::time::sleep(MAIL_ANSWER));
        let _was_sent = outcome?;
        Ok(json!({"email": email.as_str()}))
    }

    fn count_mail(&self, email: &str) -> Result<(), Refusal> {
        if self.mails.allow(email, self.clock.now()) { Ok(()) } else { Err(Refusal::too_many_attempts()) }
    }

    /// `false`, and no mail, when the account has had its mails of the day.
    async fn mail_code(&self, account: &Account, purpose: CodePurpose) -> Result<bool, Refusal> {
        let (now, code) = (self.clock.now(), random::secret()?);
        let code_hash = random::hash(&code);
        let kept = ResetCode { code_hash, account: account.id, purpose, expires_at: now.plus(CODE_LASTS) };
        let mail = self.mail_with(&code, account, purpose, now);
        Ok(self.store.write(move |tx| keep_and_send(tx, &kept, &mail)).await?)
    }

    /// Without the account's name: the person who typed it may not own the address.
    fn mail_with(&self, code: &str, account: &Account, purpose: CodePurpose, now: Timestamp) -> Mail {
        let shop = self.settings.public_url.trim_end_matches('/');
        let (subject, wish, mode, otherwise) = match purpose {
            CodePurpose::ResetPassword => (
                "Choose a new password for Autoparts",
                "You can choose a new password here within the next hour:",
                "",
                "If you did not ask for this, you need not do anything: your password stays as it is.",
            ),
            CodePurpose::VerifyEmail => (
                "Confirm your address for Autoparts",
                "Please confirm within the next hour that this address is yours:",
                "mode=verifyEmail&",
                "If you did not ask for this, you need not do anything.",
            ),
        };
        let text = |link: &str| format!("Hello,\n\n{wish}\n\n{link}\n\n{otherwise}\n\nAutoparts\n");
        let whole = text(&format!("{shop}/reset-password?{mode}oobCode={code}"));
        let owner = UserId::from(account.id.uuid());
        Mail::new(self.ids.next(), owner, account.email.clone(), subject, whole, now, CODE_LASTS)
            .with_secrets(text("[link hidden]"))
    }

    /// The address of a code's owner is proven, since its mail was read.
    pub(super) async fn confirm_address(&self, code: &str) -> Result<Value, Refusal> {
        let (code_hash, now) = (random::hash(code), self.clock.now());
        let account = self.store.write(move |tx| confirm(tx, &code_hash, now)).await??;
        Ok(json!({
            "localId": account.id.to_string(),
            "email": account.email.as_str(),
            "emailVerified": true,
        }))
    }
}

/// A newer code takes the place of those before it. `false`, and nothing is changed, when the account
/// has had its mails of the day.
fn keep_and_send(tx: &mut dyn IdentityTransaction, code: &ResetCode, mail: &Mail) -> StoreResult<bool> {
    if tx.other_mails_written(&mail.owner, mail.written_at.minus(A_DAY))? >= MAX_A_DAY {
        return Ok(false);
    }
    tx.delete_reset_codes(&code.account, code.purpose)?;
    tx.insert_reset_code(code)?;
    tx.insert_mail(mail)?;
    Ok(true)
}

/// Whose a code is, and what it is good for.
pub(super) fn owner(
    tx: &mut dyn IdentityTransaction,
    code_hash: &str,
    now: Timestamp,
) -> StoreResult<Result<(Account, CodePurpose), BadCode>> {
    let Some(code) = tx.reset_code(code_hash)? else {
        return Ok(Err(BadCode::Unknown));
    };
    if code.expires_at <= now {
        return Ok(Err(BadCode::Expired));
    }
    let account = tx.account(&code.account)?;
    Ok(account.map(|account| (account, code.purpose)).ok_or(BadCode::Unknown))
}

fn confirm(tx: &mut dyn IdentityTransaction, code_hash: &str, now: Timestamp) -> StoreResult<Result<Account, BadCode>> {
    let before = match owner(tx, code_hash, now)? {
        Ok((account, CodePurpose::VerifyEmail)) => account,
        Ok(_) => return Ok(Err(BadCode::Unknown)),
        Err(bad) => return Ok(Err(bad)),
    };
    if !tx.delete_reset_codes(&before.id, CodePurpose::VerifyEmail)? {
        return Ok(Err(BadCode::Unknown));
    }
    let account = Account { email_verified: true, ..before.clone() };
    tx.update_account(&before, &account)?;
    Ok(Ok(account))
}
