//! The data of the embedded identity provider.

use crate::{
    db_error::DbError,
    schema::{account_emails, accounts, reset_codes, sessions, signing_keys},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    identity_accounts::{
        Account, AccountRepository, CodePurpose, RefreshToken, ResetCode, SignInRepository, StoredKey,
    },
    store_error::StoreResult,
};
use autoparts_domain::{email::Email, id::AccountId, time::Timestamp};
use diesel::{IntoSql, prelude::*, sql_types::Bool};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = accounts)]
struct AccountRow {
    id: String,
    email: String,
    created_at: i64,
    #[diesel(embed)]
    changing: ChangingColumns,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = accounts, treat_none_as_null = true)]
struct ChangingColumns {
    name: Option<String>,
    password_hash: Option<String>,
    google_subject: Option<String>,
    email_verified: bool,
    last_sign_in_at: i64,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions)]
struct RefreshTokenRow {
    token_hash: String,
    account_id: String,
    provider: String,
    started_at: i64,
    family: Option<String>,
    parent: Option<String>,
    replaced_at: Option<i64>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = reset_codes)]
struct ResetCodeRow {
    code_hash: String,
    account_id: String,
    expires_at: i64,
    purpose: Option<String>,
    new_email: Option<String>,
}

const RESET_PASSWORD: &str = "reset_password";
const VERIFY_EMAIL: &str = "verify_email";
const CHANGE_EMAIL: &str = "change_email";

const fn word(purpose: CodePurpose) -> &'static str {
    match purpose {
        CodePurpose::ResetPassword => RESET_PASSWORD,
        CodePurpose::VerifyEmail => VERIFY_EMAIL,
        CodePurpose::ChangeEmail => CHANGE_EMAIL,
    }
}

/// The purpose of a code. Codes of the previous release have none: they reset passwords.
fn purpose(word: Option<&str>) -> Option<CodePurpose> {
    match word {
        None | Some(RESET_PASSWORD) => Some(CodePurpose::ResetPassword),
        Some(VERIFY_EMAIL) => Some(CodePurpose::VerifyEmail),
        Some(CHANGE_EMAIL) => Some(CodePurpose::ChangeEmail),
        Some(_) => None,
    }
}

impl ChangingColumns {
    fn of(account: &Account) -> Self {
        Self {
            name: account.name.as_ref().map(ToString::to_string),
            password_hash: account.password_hash.clone(),
            google_subject: account.google_subject.clone(),
            email_verified: account.email_verified,
            last_sign_in_at: account.last_sign_in_at.micros(),
        }
    }
}

impl AccountRow {
    fn of(account: &Account) -> Self {
        Self {
            id: account.id.to_string(),
            email: account.email.to_string(),
            created_at: account.created_at.micros(),
            changing: ChangingColumns::of(account),
        }
    }

    fn account(self) -> Result<Account, Refused> {
        let row = Stored::row("accounts", &self.id);
        Ok(Account {
            id: row.text("id", &self.id)?,
            email: Email::restore(&self.email),
            name: row.optional_text("name", self.changing.name.as_ref())?,
            password_hash: self.changing.password_hash,
            google_subject: self.changing.google_subject,
            email_verified: self.changing.email_verified,
            created_at: time(self.created_at),
            last_sign_in_at: time(self.changing.last_sign_in_at),
        })
    }
}

impl RefreshTokenRow {
    fn of(token: &RefreshToken) -> Self {
        Self {
            token_hash: token.token_hash.clone(),
            account_id: token.account.to_string(),
            provider: token.provider.clone(),
            started_at: token.started_at.micros(),
            family: Some(token.family.clone()),
            parent: token.parent.clone(),
            replaced_at: token.replaced_at.map(Timestamp::micros),
        }
    }

    /// A token of the previous release has no family; it is a family of its own.
    fn token(self) -> Result<RefreshToken, Refused> {
        Ok(RefreshToken {
            account: Stored::row("sessions", &self.account_id).text("account_id", &self.account_id)?,
            family: self.family.unwrap_or_else(|| self.token_hash.clone()),
            token_hash: self.token_hash,
            parent: self.parent,
            provider: self.provider,
            started_at: time(self.started_at),
            replaced_at: self.replaced_at.map(time),
        })
    }
}

impl ResetCodeRow {
    fn code(self) -> Result<ResetCode, Refused> {
        let row = Stored::row("reset_codes", &self.account_id);
        Ok(ResetCode {
            account: row.text("account_id", &self.account_id)?,
            purpose: row.require("purpose", purpose(self.purpose.as_deref()))?,
            new_email: self.new_email.as_deref().map(Email::restore),
            code_hash: self.code_hash,
            expires_at: time(self.expires_at),
        })
    }
}

/// The tokens of one sign-in; a token of the previous release is found by its own hash.
#[diesel::dsl::auto_type(no_type_alias)]
fn family_of<'a>(account: &AccountId, family: &'a str) -> _ {
    let account: String = account.to_string();
    let alone = sessions::family.is_null().and(sessions::token_hash.eq(family));
    sessions::account_id.eq(account).and(sessions::family.eq(family).or(alone))
}

impl SignInRepository for SqlTransaction<'_> {
    fn end_sign_ins(&mut self, account: &AccountId) -> StoreResult<()> {
        let of_account = sessions::table.filter(sessions::account_id.eq(account.to_string()));
        let moves = reset_codes::table
            .filter(reset_codes::account_id.eq(account.to_string()))
            .filter(reset_codes::purpose.eq(word(CodePurpose::ChangeEmail)));
        self.execute(|connection| {
            diesel::delete(of_account).execute(connection)?;
            diesel::delete(moves).execute(connection)?;
            Ok(())
        })
    }

    fn delete_old_refresh_tokens(&mut self, started_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.execute(|connection| {
            let first: Vec<i64> = sessions::table
                .filter(sessions::started_at.le(started_before.micros()))
                .select(sessions::started_at)
                .order(sessions::started_at.asc())
                .limit(limit.into())
                .load(connection)?;
            let Some(last) = first.last() else { return Ok(0) };
            Ok(diesel::delete(sessions::table.filter(sessions::started_at.le(*last))).execute(connection)?)
        })
    }

    fn delete_ended_reset_codes(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.execute(|connection| {
            let first: Vec<i64> = reset_codes::table
                .filter(reset_codes::expires_at.le(ended_before.micros()))
                .select(reset_codes::expires_at)
                .order(reset_codes::expires_at.asc())
                .limit(limit.into())
                .load(connection)?;
            let Some(last) = first.last() else { return Ok(0) };
            Ok(diesel::delete(reset_codes::table.filter(reset_codes::expires_at.le(*last))).execute(connection)?)
        })
    }
}

impl AccountRepository for SqlTransaction<'_> {
    fn account(&mut self, id: &AccountId) -> StoreResult<Option<Account>> {
        let with_id = accounts::table.filter(accounts::id.eq(id.to_string()));
        self.query(|connection| {
            let row: Option<AccountRow> = with_id.select(AccountRow::as_select()).first(connection).optional()?;
            Ok(row.map(AccountRow::account).transpose()?)
        })
    }

    fn account_by_email(&mut self, email: &Email) -> StoreResult<Option<Account>> {
        let claim = account_emails::table.filter(account_emails::email.eq(email.as_str()));
        self.query(|connection| {
            let claimed: Option<String> = claim.select(account_emails::account_id).first(connection).optional()?;
            let Some(id) = claimed else { return Ok(None) };
            let row: Option<AccountRow> = accounts::table
                .filter(accounts::id.eq(id))
                .select(AccountRow::as_select())
                .first(connection)
                .optional()?;
            Ok(row.map(AccountRow::account).transpose()?)
        })
    }

    fn google_accounts(&mut self, limit: u32) -> StoreResult<Vec<Account>> {
        self.query(|connection| {
            let rows: Vec<AccountRow> = accounts::table
                .filter(accounts::google_subject.is_not_null())
                .select(AccountRow::as_select())
                .order((accounts::created_at.asc(), accounts::id.asc()))
                .limit(limit.into())
                .load(connection)?;
            Ok(rows.into_iter().map(AccountRow::account).collect::<Result<_, _>>()?)
        })
    }

    fn insert_account(&mut self, account: &Account) -> StoreResult<()> {
        let row = AccountRow::of(account);
        let claim = (account_emails::email.eq(row.email.clone()), account_emails::account_id.eq(row.id.clone()));
        self.execute(|connection| {
            diesel::insert_into(account_emails::table).values(claim).execute(connection)?;
            diesel::insert_into(accounts::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    /// Guarded by all columns that it may change, because accounts have no revision.
    fn update_account(&mut self, before: &Account, after: &Account) -> StoreResult<()> {
        let id = before.id.to_string();
        let before = ChangingColumns::of(before);
        let after = ChangingColumns::of(after);
        // Treats two missing values as equal, which SQL does not.
        let same_name = accounts::name
            .eq(before.name.clone())
            .or(accounts::name.is_null().and(before.name.is_none().into_sql::<Bool>()));
        let same_password = accounts::password_hash
            .eq(before.password_hash.clone())
            .or(accounts::password_hash.is_null().and(before.password_hash.is_none().into_sql::<Bool>()));
        let same_subject = accounts::google_subject
            .eq(before.google_subject.clone())
            .or(accounts::google_subject.is_null().and(before.google_subject.is_none().into_sql::<Bool>()));
        let as_it_was_read = accounts::table
            .filter(accounts::id.eq(id))
            .filter(same_name)
            .filter(same_password)
            .filter(same_subject)
            .filter(accounts::email_verified.eq(before.email_verified))
            .filter(accounts::last_sign_in_at.eq(before.last_sign_in_at));
        self.execute(|connection| {
            let saved = diesel::update(as_it_was_read).set(after).execute(connection)?;
            if saved == 1 { Ok(()) } else { Err(DbError::Contention) }
        })
    }

    fn move_account(&mut self, account: &Account, to: &Email) -> StoreResult<()> {
        let id = account.id.to_string();
        let from = account.email.to_string();
        let to = to.to_string();
        let as_it_was_read =
            accounts::table.filter(accounts::id.eq(id.clone())).filter(accounts::email.eq(from.clone()));
        let former = account_emails::table.filter(account_emails::email.eq(from));
        let former = former.filter(account_emails::account_id.eq(id.clone()));
        let claim = (account_emails::email.eq(to.clone()), account_emails::account_id.eq(id));
        self.execute(|connection| {
            if diesel::update(as_it_was_read).set(accounts::email.eq(to)).execute(connection)? != 1 {
                return Err(DbError::Contention);
            }
            diesel::delete(former).execute(connection)?;
            diesel::insert_into(account_emails::table).values(claim).execute(connection)?;
            Ok(())
        })
    }

    fn delete_account(&mut self, account: &Account) -> StoreResult<bool> {
        let id = account.id.to_string();
        let claim = account_emails::table.filter(account_emails::email.eq(account.email.to_string()));
        let claim = claim.filter(account_emails::account_id.eq(id.clone()));
        self.execute(|connection| {
            diesel::delete(sessions::table.filter(sessions::account_id.eq(&id))).execute(connection)?;
            diesel::delete(reset_codes::table.filter(reset_codes::account_id.eq(&id))).execute(connection)?;
            diesel::delete(claim).execute(connection)?;
            Ok(diesel::delete(accounts::table.filter(accounts::id.eq(&id))).execute(connection)? == 1)
        })
    }

    fn refresh_token(&mut self, token_hash: &str) -> StoreResult<Option<RefreshToken>> {
        let with_hash = sessions::table.filter(sessions::token_hash.eq(token_hash));
        self.query(|connection| {
            let row: Option<RefreshTokenRow> =
                with_hash.select(RefreshTokenRow::as_select()).first(connection).optional()?;
            Ok(row.map(RefreshTokenRow::token).transpose()?)
        })
    }

    fn refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<Option<RefreshToken>> {
        let of_family = family_of(account, family);
        self.query(|connection| {
            let row: Option<RefreshTokenRow> =
                sessions::table.filter(of_family).select(RefreshTokenRow::as_select()).first(connection).optional()?;
            Ok(row.map(RefreshTokenRow::token).transpose()?)
        })
    }

    fn refresh_tokens_after(&mut self, token: &RefreshToken) -> StoreResult<Vec<RefreshToken>> {
        let after = sessions::table
            .filter(sessions::account_id.eq(token.account.to_string()))
            .filter(sessions::parent.eq(&token.token_hash));
        self.query(|connection| {
            let rows: Vec<RefreshTokenRow> = after.select(RefreshTokenRow::as_select()).load(connection)?;
            Ok(rows.into_iter().map(RefreshTokenRow::token).collect::<Result<_, _>>()?)
        })
    }

    fn insert_refresh_token(&mut self, token: &RefreshToken) -> StoreResult<()> {
        let row = RefreshTokenRow::of(token);
        self.execute(|connection| {
            diesel::insert_into(sessions::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn replace_refresh_token(&mut self, token_hash: &str, at: Timestamp) -> StoreResult<bool> {
        let not_replaced =
            sessions::table.filter(sessions::token_hash.eq(token_hash)).filter(sessions::replaced_at.is_null());
        self.execute(|connection| {
            let replaced = diesel::update(not_replaced).set(sessions::replaced_at.eq(at.micros()));
            Ok(replaced.execute(connection)? == 1)
        })
    }

    fn delete_refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<()> {
        let of_family = family_of(account, family);
        self.execute(|connection| {
            diesel::delete(sessions::table.filter(of_family)).execute(connection)?;
            Ok(())
        })
    }

    fn reset_code(&mut self, code_hash: &str) -> StoreResult<Option<ResetCode>> {
        let with_hash = reset_codes::table.filter(reset_codes::code_hash.eq(code_hash));
        self.query(|connection| {
            let row: Option<ResetCodeRow> = with_hash.select(ResetCodeRow::as_select()).first(connection).optional()?;
            Ok(row.map(ResetCodeRow::code).transpose()?)
        })
    }

    fn insert_reset_code(&mut self, code: &ResetCode) -> StoreResult<()> {
        let row = ResetCodeRow {
            code_hash: code.code_hash.clone(),
            account_id: code.account.to_string(),
            expires_at: code.expires_at.micros(),
            purpose: Some(word(code.purpose).to_owned()),
            new_email: code.new_email.as_ref().map(ToString::to_string),
        };
        self.execute(|connection| {
            diesel::insert_into(reset_codes::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn delete_reset_codes(&mut self, account: &AccountId, purpose: CodePurpose) -> StoreResult<bool> {
        let word = word(purpose);
        let says_nothing = reset_codes::purpose.is_null().and((word == RESET_PASSWORD).into_sql::<Bool>());
        let of_account = reset_codes::table
            .filter(reset_codes::account_id.eq(account.to_string()))
            .filter(reset_codes::purpose.eq(word).or(says_nothing));
        self.execute(|connection| Ok(diesel::delete(of_account).execute(connection)? > 0))
    }

    fn signing_key(&mut self, name: &str) -> StoreResult<Option<String>> {
        let with_name = signing_keys::table.filter(signing_keys::name.eq(name));
        self.query(|connection| Ok(with_name.select(signing_keys::material).first(connection).optional()?))
    }

    fn signing_keys(&mut self, purpose: &str) -> StoreResult<Vec<StoredKey>> {
        // `0` follows the slash in byte order, by which names are sorted.
        let variants = format!("{purpose}/");
        let end = format!("{purpose}0");
        let for_it = signing_keys::table
            .filter(signing_keys::name.eq(purpose).or(signing_keys::name.ge(variants).and(signing_keys::name.lt(end))))
            .order((signing_keys::created_at, signing_keys::name))
            .select((signing_keys::name, signing_keys::material, signing_keys::created_at));
        self.query(|connection| {
            let rows: Vec<(String, String, i64)> = for_it.load(connection)?;
            let key = |(name, material, made_at)| StoredKey { name, material, made_at: time(made_at) };
            Ok(rows.into_iter().map(key).collect())
        })
    }

    fn delete_signing_key(&mut self, name: &str) -> StoreResult<bool> {
        let with_name = signing_keys::table.filter(signing_keys::name.eq(name));
        self.execute(|connection| Ok(diesel::delete(with_name).execute(connection)? > 0))
    }

    fn insert_signing_key(&mut self, name: &str, material: &str, at: Timestamp) -> StoreResult<()> {
        let row = (
            signing_keys::name.eq(name),
            signing_keys::material.eq(material),
            signing_keys::created_at.eq(at.micros()),
        );
        self.execute(|connection| {
            diesel::insert_into(signing_keys::table).values(row).execute(connection)?;
            Ok(())
        })
    }
}
