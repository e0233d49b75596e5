//! The sandbox Google sign-in. It trusts any address that the pop-up page sends, which is why it is for one
//! machine only.

use super::{
    EmbeddedIdentity, end_sessions,
    refusal::Refusal,
    request::{Fields, email, pairs, person_name},
    sessions::NewToken,
};
use autoparts_application::ports::{
    email_content::{EmailContent, Emphasis},
    identity_accounts::{Account, IdentityTransaction, RefreshToken},
    outbox::{Mail, NEWS_LASTS},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::{AccountId, MailId, UserId},
    text::PersonName,
    time::Timestamp,
};
use serde_json::{Value, json};

const PROVIDER: &str = "google.com";
const MAX_SUBJECT: usize = 128;

/// Maximum number of accounts that the pop-up offers.
const MAX_OFFERED: u32 = 20;

/// A user as reported by the pop-up.
#[derive(Debug, Clone)]
struct GoogleAccount {
    subject: String,
    email: Email,
    name: Option<PersonName>,
}

impl GoogleAccount {
    /// Parses the pop-up's response: `providerId=google.com&id_token={JSON}`, either as `postBody` or as the query of
    /// `requestUri`.
    fn read(fields: &Fields) -> Result<Self, Refusal> {
        let body = fields.text("postBody")?.filter(|body| !body.is_empty());
        let uri = fields.text("requestUri")?.unwrap_or_default();
        let query = body.or_else(|| uri.split_once('?').map(|(_, query)| query));
        let answer = pairs(query.unwrap_or_default().as_bytes());
        if answer.get("providerId").map(String::as_str) != Some(PROVIDER) {
            return Err(Refusal::new("OPERATION_NOT_ALLOWED"));
        }
        let invalid = || Refusal::new("INVALID_IDP_RESPONSE");
        let claims = answer.get("id_token").ok_or_else(invalid)?;
        let claims: Value = serde_json::from_str(claims).map_err(|_| invalid())?;
        let text = |name: &str| claims.get(name).and_then(Value::as_str);
        let subject = text("sub").ok_or_else(invalid)?;
        if !(1..=MAX_SUBJECT).contains(&subject.len()) || subject.chars().any(char::is_control) {
            return Err(invalid());
        }
        Ok(Self {
            subject: subject.to_owned(),
            email: email(text("email").ok_or_else(invalid)?)?,
            name: person_name(text("name").unwrap_or_default())?,
        })
    }
}

impl EmbeddedIdentity {
    /// `signInWithIdp`
    pub(super) async fn sign_in_with_google(&self, fields: &Fields) -> Result<Value, Refusal> {
        let google = GoogleAccount::read(fields)?;
        let now = self.clock.now();
        let made = Account {
            id: self.ids.next(),
            email: google.email.clone(),
            name: google.name.clone(),
            password_hash: None,
            google_subject: Some(google.subject.clone()),
            email_verified: true,
            created_at: now,
            last_sign_in_at: now,
        };
        let token = NewToken::first(made.id, PROVIDER, now)?;
        let shop = self.settings.public_url.trim_end_matches('/').to_owned();
        let notice = Notice { mail: self.ids.next(), shop, now };
        let (account, is_new) = self.link(&made, &token.stored, &notice).await?;
        let token = token.of(account.id);
        let mut answer = self.hand_out(&account, &token)?;
        let subject = account.google_subject.as_deref().unwrap_or_default();
        let name = account.name.as_ref().map(ToString::to_string);
        let about_google = json!({"id": subject, "email": account.email.as_str(), "name": name});
        for (field, value) in [
            ("providerId", json!(PROVIDER)),
            ("federatedId", json!(format!("https://accounts.google.com/{subject}"))),
            ("emailVerified", json!(true)),
            ("rawUserInfo", json!(about_google.to_string())),
            ("oauthIdToken", json!(json!({"sub": subject, "email": account.email.as_str()}).to_string())),
            ("oauthAccessToken", json!("sandbox")),
            ("isNewUser", json!(is_new)),
        ] {
            answer.insert(field.to_owned(), value);
        }
        Ok(Value::Object(answer))
    }

    /// Finds or creates the account, and begins the sign-in. Returns whether it was created.
    async fn link(&self, made: &Account, token: &RefreshToken, notice: &Notice) -> StoreResult<(Account, bool)> {
        let unit = || {
            let made = made.clone();
            let token = token.clone();
            let notice = notice.clone();
            self.store.write(move |tx| find_or_insert(tx, &made, &token, &notice))
        };
        match unit().await {
            // Two concurrent pop-ups for a new address: now the account exists.
            Err(StoreError::Duplicate) => unit().await,
            linked => linked,
        }
    }

    /// The accounts that the pop-up offers: only those that signed in through it before.
    pub(super) async fn google_accounts(&self) -> StoreResult<Vec<Account>> {
        self.store.read(|tx| tx.google_accounts(MAX_OFFERED)).await
    }
}

/// The email to the owner of an address when a Google sign-in is added to an account with a password.
#[derive(Debug, Clone)]
struct Notice {
    mail: MailId,
    shop: String,
    now: Timestamp,
}

impl Notice {
    /// Omits the account's name: the user who entered it may not own the address.
    fn of(&self, account: &Account) -> Mail {
        let (subject, what, otherwise) = if account.password_hash.is_none() {
            (
                "Your Autoparts password no longer works",
                "You signed in with Google, which confirmed that this address is yours. A password had been set for it \
                 before it was confirmed. That password no longer works, and anyone who was signed in with it is \
                 signed out.",
                "If it was you, choose a new password here, with Reset:",
            )
        } else {
            (
                "Google sign-in was added to your Autoparts account",
                "Someone signed in with Google as the owner of this address. Google now opens your account too; your \
                 password still works.",
                "If it was not you, choose a new password here, with Reset. That signs everyone out:",
            )
        };
        let content = EmailContent::new().paragraph(what).paragraph(otherwise).link(
            "Sign in",
            Emphasis::Secondary,
            format!("{}/signin", self.shop),
        );
        let owner = UserId::from(account.id.uuid());
        Mail::new(self.mail, owner, account.email.clone(), subject, content, self.now, NEWS_LASTS)
    }
}

/// The emails about sign-ins with Google, with example data.
pub(super) fn examples(id: MailId, shop: &str, account: &Account) -> Vec<(&'static str, Mail)> {
    let notice = Notice { mail: id, shop: shop.trim_end_matches('/').to_owned(), now: account.created_at };
    let with_password = Account { password_hash: Some(String::new()), ..account.clone() };
    let without_password = Account { password_hash: None, ..account.clone() };
    vec![("google-added", notice.of(&with_password)), ("google-replaces-password", notice.of(&without_password))]
}

fn find_or_insert(
    tx: &mut dyn IdentityTransaction,
    made: &Account,
    token: &RefreshToken,
    notice: &Notice,
) -> StoreResult<(Account, bool)> {
    let token_of = |account: AccountId| RefreshToken { account, ..token.clone() };
    let Some(mut account) = tx.account_by_email(&made.email)? else {
        tx.insert_account(made)?;
        tx.insert_refresh_token(&token_of(made.id))?;
        return Ok((made.clone(), true));
    };
    let before = account.clone();
    if !account.email_verified {
        // The user who chose this password never verified the address. Its owner has now signed in, and must not share
        // the account.
        account.password_hash = None;
        account.email_verified = true;
        account.name = None;
    }
    account.google_subject = account.google_subject.or_else(|| made.google_subject.clone());
    account.name = account.name.or_else(|| made.name.clone());
    if account != before {
        tx.update_account(&before, &account)?;
    }
    if before.password_hash.is_some() && before.google_subject.is_none() {
        tx.insert_mail(&notice.of(&account))?;
    }
    if !before.email_verified {
        end_sessions(tx, &account, token.started_at)?;
    }
    tx.insert_refresh_token(&token_of(account.id))?;
    Ok((account, false))
}
