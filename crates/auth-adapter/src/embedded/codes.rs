//! Emailed codes: requesting and using them.

use super::{
    EmbeddedIdentity, MAIL_RESPONSE_TIME, RECENT_SIGN_IN, end_sessions,
    refusal::{Refusal, WRONG_CODE},
    request::{Fields, email},
};
use crate::random;
use autoparts_application::{
    accounts::{AddressChange, confirm_account, follow_account},
    ports::{
        email_content::{EmailContent, EmailValue},
        identity_accounts::{Account, CodePurpose, IdentityTransaction, ResetCode},
        outbox::{Mail, NEWS_LASTS},
        store_error::{StoreError, StoreResult},
    },
};
use autoparts_domain::{
    email::Email,
    id::{MailId, UserId},
    time::Timestamp,
};
use serde_json::{Value, json};
use std::time::Duration;

/// Lifetime of a code.
const CODE_LIFETIME: Duration = Duration::from_hours(1);

/// Maximum emails to an account within [`DAY`], no matter who requests them, so that others cannot flood its mailbox.
/// Counted in the outbox, so the limit is shared by all instances and survives restarts.
const MAX_MAILS_OF_ACCOUNT: i64 = 20;
pub(super) const DAY: Duration = Duration::from_hours(24);

/// Maximum emails to an address within [`DAY`], whichever account they are about: the outbox counts per account, and
/// deleting the account deletes its count. Counted separately by each instance.
pub(super) const MAX_MAILS_TO_ADDRESS: usize = 30;

/// The SDK's name for a change of address.
const CHANGE_EMAIL: &str = "VERIFY_AND_CHANGE_EMAIL";

/// Why a code is invalid.
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

/// The SDK's name of a purpose.
pub(super) const fn word(purpose: CodePurpose) -> &'static str {
    match purpose {
        CodePurpose::ResetPassword => "PASSWORD_RESET",
        CodePurpose::VerifyEmail => "VERIFY_EMAIL",
        CodePurpose::ChangeEmail => CHANGE_EMAIL,
    }
}

impl EmbeddedIdentity {
    /// `sendOobCode`: puts an email with a code into the outbox, in one transaction with the code.
    pub(super) async fn send_code(&self, fields: &Fields) -> Result<Value, Refusal> {
        match fields.required("requestType", "MISSING_REQ_TYPE")? {
            "PASSWORD_RESET" => self.send_reset_mail(fields).await,
            "VERIFY_EMAIL" => {
                let (account, _) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
                self.count_mail(account.email.as_str())?;
                if !self.mail_code(&account, CodePurpose::VerifyEmail, None).await? {
                    return Err(Refusal::too_many_attempts());
                }
                Ok(json!({"email": account.email.as_str()}))
            }
            CHANGE_EMAIL => self.send_moving_mail(fields).await,
            _ => Err(Refusal::new("OPERATION_NOT_ALLOWED")),
        }
    }

    /// Sends the same response after the same time, whether or not the address has an account, and whether or not that
    /// account has reached its daily limit.
    async fn send_reset_mail(&self, fields: &Fields) -> Result<Value, Refusal> {
        let email = fields.email()?;
        self.count_mail(email.as_str())?;
        let mailed = async {
            match self.account_of(&email).await? {
                Some(account) => self.mail_code(&account, CodePurpose::ResetPassword, None).await,
                None => Ok(false),
            }
        };
        let (outcome, ()) = tokio::join!(mailed, tokio::time::sleep(MAIL_RESPONSE_TIME));
        let _was_sent = outcome?;
        Ok(json!({"email": email.as_str()}))
    }

    /// Sends an email to the address that an account is to move to. The holder of the session may not be the owner, so
    /// a recent sign-in with the password is required.
    async fn send_moving_mail(&self, fields: &Fields) -> Result<Value, Refusal> {
        let to = email(fields.required("newEmail", "MISSING_NEW_EMAIL")?)?;
        let (account, sign_in) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
        if sign_in.started_at.plus(RECENT_SIGN_IN) < self.clock.now() {
            return Err(Refusal::sign_in_too_old());
        }
        self.check_deliverable(&to)?;
        self.count_mail(to.as_str())?;
        if self.account_of(&to).await?.is_some() {
            return Err(Refusal::email_exists());
        }
        if !self.mail_code(&account, CodePurpose::ChangeEmail, Some(to)).await? {
            return Err(Refusal::too_many_attempts());
        }
        Ok(json!({"email": account.email.as_str()}))
    }

    fn count_mail(&self, email: &str) -> Result<(), Refusal> {
        let now = self.clock.now();
        if self.mails.allow(email, now) && self.mails_of_the_day.allow(email, now) {
            Ok(())
        } else {
            Err(Refusal::too_many_attempts())
        }
    }

    /// `false`, and no email, if the account has reached its daily limit.
    async fn mail_code(
        &self,
        account: &Account,
        purpose: CodePurpose,
        new_email: Option<Email>,
    ) -> Result<bool, Refusal> {
        let now = self.clock.now();
        let code = random::secret()?;
        let email = CodeEmail { id: self.ids.next(), shop: &self.settings.public_url, code: &code, purpose, now };
        let mail = email.to(account, new_email.as_ref());
        let code_hash = random::hash(&code);
        let expires_at = now.plus(CODE_LIFETIME);
        let kept = ResetCode { code_hash, account: account.id, purpose, new_email, expires_at };
        Ok(self.store.write(move |tx| save_and_send(tx, &kept, &mail)).await?)
    }

    /// Confirms the address to which a code was emailed. A code for a new address also moves the account there.
    pub(super) async fn confirm_address(&self, code: &str) -> Result<Value, Refusal> {
        let code_hash = random::hash(code);
        let now = self.clock.now();
        let notice = self.ids.next();
        let change = AddressChange::new(&*self.ids, now);
        let confirmed = self.store.write(move |tx| confirm(tx, &code_hash, notice, &change, now)).await;
        let account = match confirmed {
            // Another account has signed up with the address since the email was sent.
            Err(StoreError::Duplicate) => return Err(Refusal::email_exists()),
            confirmed => confirmed??,
        };
        Ok(json!({
            "localId": account.id.to_string(),
            "email": account.email.as_str(),
            "emailVerified": true,
        }))
    }
}

/// The data of an email with a code.
struct CodeEmail<'c> {
    id: MailId,
    /// The shop's public URL.
    shop: &'c str,
    code: &'c str,
    purpose: CodePurpose,
    now: Timestamp,
}

impl CodeEmail<'_> {
    /// Omits the account's name: the user who entered it may not own the address.
    fn to(self, account: &Account, new_email: Option<&Email>) -> Mail {
        let Self { id, shop, code, purpose, now } = self;
        let shop = shop.trim_end_matches('/');
        let (subject, wish, label, mode, otherwise) = match purpose {
            CodePurpose::ResetPassword => (
                "Choose a new password for Autoparts",
                "You can choose a new password here within the next hour:",
                "Choose a new password",
                "",
                "If you did not ask for this, you can ignore this email: your password stays as it is.",
            ),
            CodePurpose::VerifyEmail => (
                "Confirm your email address for Autoparts",
                "Please confirm within the next hour that this address is yours:",
                "Confirm your email address",
                "mode=verifyEmail&",
                "If you did not ask for this, someone else may have signed up with your address. Then ignore this email: \
                 the link would confirm their account.",
            ),
            CodePurpose::ChangeEmail => (
                "Use this email address for Autoparts",
                "Please confirm within the next hour that you want to sign in with this address:",
                "Use this address",
                "mode=verifyAndChangeEmail&",
                "If you did not ask for this, you can ignore this email: your address will not be used.",
            ),
        };
        let link = EmailValue::secret(format!("{shop}/reset-password#{mode}oobCode={code}"));
        let content = EmailContent::new().heading(wish).button(label, link).paragraph(otherwise);
        let owner = UserId::from(account.id.uuid());
        let to = new_email.unwrap_or(&account.email).clone();
        let mail = Mail::new(id, owner, to, subject, content, now, CODE_LIFETIME);
        // A password reset applies to confirmed and unconfirmed addresses; the other purposes confirm an address.
        let is_confirmed = purpose == CodePurpose::ResetPassword && account.email_verified;
        if is_confirmed { mail } else { mail.unasked_code() }
    }
}

/// The emails about passwords and addresses, with example data.
pub(super) fn examples(id: MailId, shop: &str, account: &Account, to: &Email) -> Vec<(&'static str, Mail)> {
    let now = account.created_at;
    let email = |purpose| CodeEmail { id, shop, code: "example", purpose, now };
    vec![
        ("password-reset", email(CodePurpose::ResetPassword).to(account, None)),
        ("address-verification", email(CodePurpose::VerifyEmail).to(account, None)),
        ("address-change", email(CodePurpose::ChangeEmail).to(account, Some(to))),
        ("address-changed", moved_away(account, id, now)),
    ]
}

/// Replaces earlier codes with a newer one. `false`, with no change, if the account has reached its daily limit.
fn save_and_send(tx: &mut dyn IdentityTransaction, code: &ResetCode, mail: &Mail) -> StoreResult<bool> {
    if tx.other_mails_written(&mail.owner, mail.written_at.minus(DAY))? >= MAX_MAILS_OF_ACCOUNT {
        return Ok(false);
    }
    tx.delete_reset_codes(&code.account, code.purpose)?;
    tx.insert_reset_code(code)?;
    tx.insert_mail(mail)?;
    Ok(true)
}

/// The owner and the purpose of a code.
pub(super) fn owner(
    tx: &mut dyn IdentityTransaction,
    code_hash: &str,
    now: Timestamp,
) -> StoreResult<Result<(Account, ResetCode), BadCode>> {
    let Some(code) = tx.reset_code(code_hash)? else {
        return Ok(Err(BadCode::Unknown));
    };
    if code.expires_at <= now {
        return Ok(Err(BadCode::Expired));
    }
    let account = tx.account(&code.account)?;
    Ok(account.map(|account| (account, code)).ok_or(BadCode::Unknown))
}

fn confirm(
    tx: &mut dyn IdentityTransaction,
    code_hash: &str,
    notice: MailId,
    change: &AddressChange,
    now: Timestamp,
) -> StoreResult<Result<Account, BadCode>> {
    let (before, code) = match owner(tx, code_hash, now)? {
        Ok((_, code)) if code.purpose == CodePurpose::ResetPassword => return Ok(Err(BadCode::Unknown)),
        Ok(found) => found,
        Err(bad) => return Ok(Err(bad)),
    };
    if !tx.delete_reset_codes(&before.id, code.purpose)? {
        return Ok(Err(BadCode::Unknown));
    }
    let account = Account { email_verified: true, ..before.clone() };
    tx.update_account(&before, &account)?;
    let Some(to) = code.new_email else {
        confirm_account(tx, &account.id.to_string(), &account.email)?;
        return Ok(Ok(account));
    };
    tx.move_account(&before, &to)?;
    // Codes that were emailed to the former address are no longer valid.
    tx.delete_reset_codes(&before.id, CodePurpose::ResetPassword)?;
    tx.delete_reset_codes(&before.id, CodePurpose::VerifyEmail)?;
    end_sessions(tx, &account, now)?;
    follow_account(tx, &account.id.to_string(), &to, change)?;
    tx.insert_mail(&moved_away(&before, notice, now))?;
    Ok(Ok(Account { email: to, ..account }))
}

/// The notice to the former address, which may be the only one that its owner reads.
fn moved_away(before: &Account, id: MailId, now: Timestamp) -> Mail {
    let content = EmailContent::new()
        .paragraph(
            "The email address of your Autoparts account was changed. From now on, sign in with the new one. Emails \
             about your earlier orders still come here.",
        )
        .paragraph("If you did not change it, please write to us at once: someone else may know your password.");
    let owner = UserId::from(before.id.uuid());
    Mail::new(id, owner, before.email.clone(), "Your email address was changed", content, now, NEWS_LASTS)
        .to_confirmed(before.email_verified)
}
