//! Accounts: made, looked at, changed by their owner.

use super::{
    EmbeddedIdentity, IdentityError,
    refusal::Refusal,
    request::{Fields, new_password},
    sessions::NewSession,
    view,
};
use autoparts_application::ports::{
    accounts::{Account, Session},
    store::{StoreError, StoreResult, Transaction},
};
use autoparts_domain::{email::Email, text::PersonName};
use serde_json::{Value, json};

#[derive(Default)]
enum NameChange {
    #[default]
    Keep,
    Remove,
    To(PersonName),
}

/// What its owner changes about an account.
#[derive(Default)]
struct Changes {
    name: NameChange,
    password_hash: Option<String>,
}

impl EmbeddedIdentity {
    /// `signUp`: a new account with a password.
    pub(super) async fn sign_up(&self, fields: &Fields) -> Result<Value, Refusal> {
        if fields.text("email")?.is_none() && fields.text("password")?.is_none() {
            // What the SDK sends for anonymous accounts.
            return Err(Refusal::new("OPERATION_NOT_ALLOWED"));
        }
        let email = fields.email()?;
        let password = new_password(fields.required("password", "MISSING_PASSWORD")?)?;
        let name = fields.person_name("displayName")?;
        if self.account_of(&email).await?.is_some() {
            return Err(Refusal::new("EMAIL_EXISTS"));
        }
        let password_hash = self.passwords.hash(password).await?;
        let now = self.clock.now();
        let account = Account {
            id: self.ids.next(),
            email,
            name,
            password_hash: Some(password_hash),
            google_subject: None,
            email_verified: false,
            created_at: now,
            last_sign_in_at: now,
        };
        let session = NewSession::start(account.id, "password", now)?;
        if !self.add(account.clone(), Some(session.kept.clone())).await? {
            return Err(Refusal::new("EMAIL_EXISTS"));
        }
        Ok(Value::Object(self.hand_out(&account, &session)?))
    }

    /// An account with a password, for setting up a shop: its address counts as proven, so
    /// that signing in with Google leaves the password alone. Answers the account of that
    /// address when there is one, and changes nothing about it.
    pub async fn create_account(
        &self,
        email: &Email,
        password: &str,
        name: &PersonName,
    ) -> Result<Account, IdentityError> {
        if let Some(account) = self.account_of(email).await? {
            return Ok(account);
        }
        let password_hash = self.passwords.hash(new_password(password)?).await;
        let now = self.clock.now();
        let account = Account {
            id: self.ids.next(),
            email: email.clone(),
            name: Some(name.clone()),
            password_hash: Some(password_hash.map_err(Refusal::from)?),
            google_subject: None,
            email_verified: true,
            created_at: now,
            last_sign_in_at: now,
        };
        if self.add(account.clone(), None).await? {
            return Ok(account);
        }
        let other = self.account_of(email).await?;
        other.ok_or_else(|| StoreError::Contention.into())
    }

    /// `lookup`: the account of an ID token.
    pub(super) async fn look_up(&self, fields: &Fields) -> Result<Value, Refusal> {
        let (account, session) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
        Ok(json!({"users": [view::account(&account, &session)]}))
    }

    /// `update`: a new name or password. A new password ends all other sessions.
    pub(super) async fn update(&self, fields: &Fields) -> Result<Value, Refusal> {
        let (account, session) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
        if let Some(email) = fields.text("email")?
            && email.parse().ok().as_ref() != Some(&account.email)
        {
            return Err(Refusal::new("OPERATION_NOT_ALLOWED"));
        }
        let changes = self.changes(fields).await?;
        let wants_tokens = fields.flag("returnSecureToken")? || changes.password_hash.is_some();
        let next = NewSession::start(account.id, &session.provider, session.started_at)?;
        let kept = wants_tokens.then(|| next.kept.clone());
        let outcome = self.store.write(move |tx| change(tx, &session, &changes, kept.as_ref())).await?;
        let (account, session) = outcome.ok_or_else(Refusal::session_over)?;
        let mut answer = view::account(&account, &session);
        if wants_tokens {
            answer.extend(self.hand_out(&account, &next)?);
        }
        Ok(Value::Object(answer))
    }

    async fn changes(&self, fields: &Fields) -> Result<Changes, Refusal> {
        let mut changes = Changes::default();
        if fields.text("displayName")?.is_some() {
            changes.name = fields.person_name("displayName")?.map_or(NameChange::Remove, NameChange::To);
        }
        if fields.words("deleteAttribute")?.contains(&"DISPLAY_NAME") {
            changes.name = NameChange::Remove;
        }
        if let Some(password) = fields.text("password")? {
            let password = new_password(password)?;
            changes.password_hash = Some(self.passwords.hash(password).await?);
        }
        Ok(changes)
    }

    pub(super) async fn account_of(&self, email: &Email) -> Result<Option<Account>, StoreError> {
        let email = email.clone();
        self.store.read(move |tx| tx.account_by_email(&email)).await
    }

    /// Adds an account, and a session of it; `false` when its address is taken.
    pub(super) async fn add(&self, account: Account, session: Option<Session>) -> Result<bool, StoreError> {
        match self.store.write(move |tx| insert(tx, &account, session.as_ref())).await {
            // Somebody else was faster between the question and the insert.
            Err(StoreError::Duplicate) => Ok(false),
            added => added,
        }
    }
}

fn insert(tx: &mut dyn Transaction, account: &Account, session: Option<&Session>) -> StoreResult<bool> {
    if tx.account_by_email(&account.email)?.is_some() {
        return Ok(false);
    }
    tx.insert_account(account)?;
    session.iter().try_for_each(|session| tx.insert_session(session))?;
    Ok(true)
}

/// Changes the account of a session, as long as that lives; `None` when it has ended. The account
/// is saved before its sessions end: whoever signs in meanwhile with the password as it was has
/// either begun a session that ends here, or comes too late.
fn change(
    tx: &mut dyn Transaction,
    session: &Session,
    changes: &Changes,
    next: Option<&Session>,
) -> StoreResult<Option<(Account, Session)>> {
    if tx.session(&session.token_hash)?.is_none() {
        return Ok(None);
    }
    let Some(before) = tx.account(&session.account)? else {
        return Ok(None);
    };
    let mut account = before.clone();
    match &changes.name {
        NameChange::Keep => {}
        NameChange::Remove => account.name = None,
        NameChange::To(name) => account.name = Some(name.clone()),
    }
    if changes.password_hash.is_some() {
        account.password_hash.clone_from(&changes.password_hash);
    }
    tx.update_account(&before, &account)?;
    if changes.password_hash.is_some() {
        tx.delete_sessions(&account.id)?;
    }
    next.iter().try_for_each(|next| tx.insert_session(next))?;
    Ok(Some((account, session.clone())))
}
