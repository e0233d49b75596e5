//! Data of the embedded identity provider and the token issuer: accounts, refresh tokens, reset codes and signing keys,
//! with separate units of work ([`IdentityStore`]).
//!
//! The shop cannot access this data. Its own transactions can only end and purge sign-ins ([`SignInRepository`]). A
//! transaction of the provider can also access what signing in affects: users, their sessions, the audit log and the
//! outbox; no parts, orders or payments. With an external identity provider, all tables except the signing keys remain
//! empty.

use super::{
    accounts::UserRepository,
    audit::AuditRepository,
    outbox::OutboxRepository,
    sessions::SessionRepository,
    store_error::{StoreError, StoreResult},
    unit_of_work::{Access, Conflict, Outcome, units_of_work},
};
use async_trait::async_trait;
use autoparts_domain::{email::Email, id::AccountId, text::PersonName, time::Timestamp};
use std::sync::Arc;

/// An account at the embedded identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id, the `sub` of its tokens.
    pub id: AccountId,
    /// Its address, unique among accounts.
    pub email: Email,
    /// The display name.
    pub name: Option<PersonName>,
    /// The password, hashed with its own salt and parameters; `None` for accounts that only sign in with Google.
    pub password_hash: Option<String>,
    /// The stand-in Google account linked to it.
    pub google_subject: Option<String>,
    /// Whether the owner has verified the address.
    pub email_verified: bool,
    /// When it was created.
    pub created_at: Timestamp,
    /// When its owner last signed in.
    pub last_sign_in_at: Timestamp,
}

/// A refresh token, stored by its hash. It is replaced on each use; the tokens that replaced one another since one
/// sign-in are a family, and end together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshToken {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    /// The account.
    pub account: AccountId,
    /// The sign-in, shared by all tokens of the family.
    pub family: String,
    /// The hash of the token that this one replaced; `None` for the first of its family.
    pub parent: Option<String>,
    /// The sign-in method: `password` or `google.com`.
    pub provider: String,
    /// When the user signed in.
    pub started_at: Timestamp,
    /// When it was replaced; `None` while it is valid.
    pub replaced_at: Option<Timestamp>,
}

/// The purpose of an emailed code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodePurpose {
    /// Sets a new password.
    ResetPassword,
    /// Verifies that an address belongs to its owner.
    VerifyEmail,
    /// Moves the account to another address, which the email with the code verifies.
    ChangeEmail,
}

/// An emailed code, stored by its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetCode {
    /// SHA-256 of the code, in hexadecimal.
    pub code_hash: String,
    /// The account.
    pub account: AccountId,
    /// Its purpose.
    pub purpose: CodePurpose,
    /// The new address of the account, for codes that change it.
    pub new_email: Option<Email>,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// Ends and purges sign-ins at the embedded identity provider; the shop's only access to its tables.
pub trait SignInRepository {
    /// Ends all sign-ins of an account, and what a signed-in user has begun: deletes the codes that would move the
    /// account to another address.
    fn end_sign_ins(&mut self, account: &AccountId) -> StoreResult<()>;

    /// Deletes the tokens of sign-ins at or before a time, about `limit` of them, oldest sign-ins first. Returns their
    /// number.
    fn delete_old_refresh_tokens(&mut self, started_before: Timestamp, limit: u32) -> StoreResult<usize>;

    /// Deletes reset codes that expired at or before a time, oldest first, about `limit` of them: those that expired at
    /// the same time are deleted together. Returns their number.
    fn delete_ended_reset_codes(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize>;
}

/// Accounts, refresh tokens, reset codes and signing keys.
pub trait AccountRepository {
    /// Returns an account by id.
    fn account(&mut self, id: &AccountId) -> StoreResult<Option<Account>>;

    /// Returns an account by address.
    fn account_by_email(&mut self, email: &Email) -> StoreResult<Option<Account>>;

    /// Returns the accounts linked to a stand-in Google account, oldest first, at most `limit`.
    fn google_accounts(&mut self, limit: u32) -> StoreResult<Vec<Account>>;

    /// Adds an account.
    fn insert_account(&mut self, account: &Account) -> StoreResult<()>;

    /// Saves everything of an account except id, address and creation time, if the stored account still equals
    /// `before`; returns [`Contention`](super::store_error::StoreError::Contention), and so retries the unit of work,
    /// if another transaction has changed it since. Locks the account until this transaction ends, even if `after` is
    /// no different.
    fn update_account(&mut self, before: &Account, after: &Account) -> StoreResult<()>;

    /// Changes the address of an account that was read in this transaction. Returns a duplicate if another account has
    /// the address, and [`Contention`](super::store_error::StoreError::Contention) if another transaction has moved the
    /// account since.
    fn move_account(&mut self, account: &Account, to: &Email) -> StoreResult<()>;

    /// Deletes an account with its sign-ins and codes; `false` if it no longer exists.
    fn delete_account(&mut self, account: &Account) -> StoreResult<bool>;

    /// Returns a refresh token by its hash, including replaced ones.
    fn refresh_token(&mut self, token_hash: &str) -> StoreResult<Option<RefreshToken>>;

    /// Returns any token of a family; `None` if the sign-in has ended.
    fn refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<Option<RefreshToken>>;

    /// Returns the tokens that replaced a token.
    fn refresh_tokens_after(&mut self, token: &RefreshToken) -> StoreResult<Vec<RefreshToken>>;

    /// Adds a refresh token.
    fn insert_refresh_token(&mut self, token: &RefreshToken) -> StoreResult<()>;

    /// Records that a token was replaced; `false` if it had been replaced before or does not exist.
    fn replace_refresh_token(&mut self, token_hash: &str, at: Timestamp) -> StoreResult<bool>;

    /// Ends one sign-in of an account.
    fn delete_refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<()>;

    /// Returns a reset code by its hash, including expired ones.
    fn reset_code(&mut self, code_hash: &str) -> StoreResult<Option<ResetCode>>;

    /// Adds a reset code.
    fn insert_reset_code(&mut self, code: &ResetCode) -> StoreResult<()>;

    /// Deletes all codes of an account with a purpose, as used; `false` if there were none, because another transaction
    /// used them first.
    fn delete_reset_codes(&mut self, account: &AccountId, purpose: CodePurpose) -> StoreResult<bool>;

    /// Returns a signing key by name.
    fn signing_key(&mut self, name: &str) -> StoreResult<Option<String>>;

    /// Returns the signing keys for one purpose, oldest first: the key with that name, and keys whose names begin with
    /// it and a slash.
    fn signing_keys(&mut self, purpose: &str) -> StoreResult<Vec<StoredKey>>;

    /// Stores a signing key.
    fn insert_signing_key(&mut self, name: &str, material: &str, at: Timestamp) -> StoreResult<()>;

    /// Deletes a signing key; `false` if it does not exist.
    fn delete_signing_key(&mut self, name: &str) -> StoreResult<bool>;
}

/// A stored signing key. Its `Debug` output omits the key.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// Its name, which contains its purpose.
    pub name: String,
    /// The key, in the format of its purpose.
    pub material: String,
    /// When it was created.
    pub made_at: Timestamp,
}

impl std::fmt::Debug for StoredKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredKey").field("name", &self.name).field("made_at", &self.made_at).finish_non_exhaustive()
    }
}

/// Everything that one unit of work of the identity provider can access. A new password ends the shop's sessions, and a
/// code is stored together with the email that contains it, so these share a transaction.
pub trait IdentityTransaction:
    Conflict
    + AccountRepository
    + SignInRepository
    + UserRepository
    + SessionRepository
    + AuditRepository
    + OutboxRepository
{
}

impl<T> IdentityTransaction for T where
    T: Conflict
        + AccountRepository
        + SignInRepository
        + UserRepository
        + SessionRepository
        + AuditRepository
        + OutboxRepository
{
}

/// A unit of work of the identity provider as the adapter sees it.
pub type IdentityWork = dyn Fn(&mut dyn IdentityTransaction) -> Outcome + Send + Sync;

/// The database as the identity provider sees it, under the rules of [`Store`](super::store::Store).
#[async_trait]
pub trait IdentityStore: Send + Sync {
    /// Runs the work in one transaction, as [`Store::run`](super::store::Store::run) does.
    async fn run_identity(&self, access: Access, work: Arc<IdentityWork>) -> StoreResult<()>;
}

units_of_work!(IdentityStore, IdentityTransaction, run_identity);
