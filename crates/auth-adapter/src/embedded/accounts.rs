//! Accounts: creation, lookup, and changes by their owner.

use super::{
    Caller, EmbeddedIdentity, IdentityError, RECENT_SIGN_IN, end_sessions,
    refusal::Refusal,
    request::{Fields, bounded_password, new_password},
    sessions::NewToken,
    view,
};
use autoparts_application::ports::{
    identity_accounts::{Account, IdentityStore, IdentityTransaction, RefreshToken},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::{AccountId, UserId},
    text::PersonName,
    time::Timestamp,
};
use serde_json::{Value, json};

#[derive(Default)]
enum NameChange {
    #[default]
    Keep,
    Remove,
    To(PersonName),
}

/// An owner's changes to an account.
#[derive(Default)]
struct Changes {
    name: NameChange,
    password_hash: Option<String>,
}

impl EmbeddedIdentity {
    /// `signUp`: a new account with a password.
    pub(super) async fn sign_up(&self, fields: &Fields, caller: &Caller<'_>) -> Result<(Account, Value), Refusal> {
        if fields.text("email")?.is_none() && fields.text("password")?.is_none() {
            // The SDK sends this for anonymous accounts.
            return Err(Refusal::new("OPERATION_NOT_ALLOWED"));
        }
        let email = fields.email()?;
        self.check_deliverable(&email)?;
        let password = new_password(fields.required("password", "MISSING_PASSWORD")?, &email)?;
        let name = fields.person_name("displayName")?;
        if self.account_of(&email).await?.is_some() {
            return Err(Refusal::email_exists());
        }
        let password_hash = self.passwords.hash(caller.client, password).await?;
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
        let token = NewToken::first(account.id, "password", now)?;
        if !self.add(account.clone(), Some(token.stored.clone())).await? {
            return Err(Refusal::email_exists());
        }
        let answer = Value::Object(self.hand_out(&account, &token)?);
        Ok((account, answer))
    }

    /// Whether an account with this address exists.
    pub async fn has_account(&self, email: &Email) -> Result<bool, IdentityError> {
        Ok(self.account_of(email).await?.is_some())
    }

    /// Creates an account with a password of any strength, for setting up a shop. Its address counts as verified, so a
    /// sign-in with Google keeps the password. If an account with the address exists, it is returned unchanged.
    pub async fn create_account(
        &self,
        email: &Email,
        password: &str,
        name: &PersonName,
    ) -> Result<Account, IdentityError> {
        if let Some(account) = self.account_of(email).await? {
            return Ok(account);
        }
        let password_hash = self.passwords.hash("setup", bounded_password(password)?).await;
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
        let (account, sign_in) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
        Ok(json!({"users": [view::account(&account, &sign_in)]}))
    }

    /// `update`: changes the name; or the password, which requires a recent sign-in and ends all other sign-ins and
    /// sessions; or confirms the address with an emailed code.
    pub(super) async fn update(&self, fields: &Fields, caller: &Caller<'_>) -> Result<Value, Refusal> {
        if let Some(code) = fields.text("oobCode")? {
            return self.confirm_address(code).await;
        }
        let (account, sign_in) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
        if let Some(email) = fields.text("email")?
            && email.parse().ok().as_ref() != Some(&account.email)
        {
            return Err(Refusal::new("OPERATION_NOT_ALLOWED"));
        }
        let now = self.clock.now();
        if fields.text("password")?.is_some() && sign_in.started_at.plus(RECENT_SIGN_IN) < now {
            return Err(Refusal::sign_in_too_old());
        }
        let changes = self.changes(fields, &account, caller).await?;
        let next = if changes.password_hash.is_some() {
            // Tokens issued for the earlier sign-in are no longer valid.
            Some(NewToken::first(account.id, &sign_in.provider, now)?)
        } else if fields.flag("returnSecureToken")? {
            Some(NewToken::for_sign_in(&sign_in)?)
        } else {
            None
        };
        let stored = next.as_ref().map(|next| next.stored.clone());
        let outcome = self.store.write(move |tx| change(tx, &sign_in, &changes, stored.as_ref())).await?;
        let (account, sign_in) = outcome.ok_or_else(Refusal::session_over)?;
        let mut answer = view::account(&account, &sign_in);
        if let Some(next) = next {
            answer.extend(self.hand_out(&account, &next)?);
        }
        Ok(Value::Object(answer))
    }

    /// `delete`: deletes an account with its sign-ins, its codes and the emails about it; requires a recent sign-in.
    pub(super) async fn delete(&self, fields: &Fields) -> Result<Value, Refusal> {
        let (account, sign_in) = self.whose(fields.required("idToken", "MISSING_ID_TOKEN")?).await?;
        let now = self.clock.now();
        if sign_in.started_at.plus(RECENT_SIGN_IN) < now {
            return Err(Refusal::sign_in_too_old());
        }
        let id = account.id;
        self.store.write(move |tx| erase(tx, &id, now)).await?;
        Ok(json!({"kind": "identitytoolkit#DeleteAccountResponse"}))
    }

    async fn changes(&self, fields: &Fields, account: &Account, caller: &Caller<'_>) -> Result<Changes, Refusal> {
        let mut changes = Changes::default();
        if fields.text("displayName")?.is_some() {
            changes.name = fields.person_name("displayName")?.map_or(NameChange::Remove, NameChange::To);
        }
        if fields.words("deleteAttribute")?.contains(&"DISPLAY_NAME") {
            changes.name = NameChange::Remove;
        }
        if let Some(password) = fields.text("password")? {
            let password = new_password(password, &account.email)?;
            changes.password_hash = Some(self.passwords.hash(caller.client, password).await?);
        }
        Ok(changes)
    }

    pub(super) async fn account_of(&self, email: &Email) -> Result<Option<Account>, StoreError> {
        let email = email.clone();
        self.store.read(move |tx| tx.account_by_email(&email)).await
    }

    /// Adds an account with a sign-in; `false` if its address is taken.
    pub(super) async fn add(&self, account: Account, token: Option<RefreshToken>) -> Result<bool, StoreError> {
        match self.store.write(move |tx| insert(tx, &account, token.as_ref())).await {
            // Another request created the account between the check and the insert.
            Err(StoreError::Duplicate) => Ok(false),
            added => added,
        }
    }
}

fn insert(tx: &mut dyn IdentityTransaction, account: &Account, token: Option<&RefreshToken>) -> StoreResult<bool> {
    if tx.account_by_email(&account.email)?.is_some() {
        return Ok(false);
    }
    tx.insert_account(account)?;
    token.iter().try_for_each(|token| tx.insert_refresh_token(token))?;
    Ok(true)
}

/// Deletes the account of an address, with its sign-ins, its codes and the emails about it, for the operator of the
/// server; `false` if there is none.
pub async fn erase_account(store: &dyn IdentityStore, email: &Email, now: Timestamp) -> StoreResult<bool> {
    let email = email.clone();
    store
        .write(move |tx| {
            let Some(account) = tx.account_by_email(&email)? else { return Ok(false) };
            erase(tx, &account.id, now)?;
            Ok(true)
        })
        .await
}

fn erase(tx: &mut dyn IdentityTransaction, id: &AccountId, now: Timestamp) -> StoreResult<()> {
    let Some(account) = tx.account(id)? else { return Ok(()) };
    end_sessions(tx, &account, now)?;
    tx.delete_mails_of(&UserId::from(account.id.uuid()))?;
    tx.delete_account(&account)?;
    Ok(())
}

/// Changes the account of an active sign-in; `None` if it has ended. The account is saved before its sign-ins end: a
/// concurrent sign-in with the old password has either begun, and ends here, or fails.
fn change(
    tx: &mut dyn IdentityTransaction,
    sign_in: &RefreshToken,
    changes: &Changes,
    next: Option<&RefreshToken>,
) -> StoreResult<Option<(Account, RefreshToken)>> {
    if tx.refresh_family(&sign_in.account, &sign_in.family)?.is_none() {
        return Ok(None);
    }
    let Some(before) = tx.account(&sign_in.account)? else {
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
    if let (Some(_), Some(next)) = (&changes.password_hash, next) {
        end_sessions(tx, &account, next.started_at)?;
    }
    next.iter().try_for_each(|next| tx.insert_refresh_token(next))?;
    Ok(Some((account, next.unwrap_or(sign_in).clone())))
}
