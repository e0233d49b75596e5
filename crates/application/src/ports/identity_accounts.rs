//! What the embedded identity provider and the token issuer keep: accounts, refresh tokens, reset
//! codes and signing keys, behind units of work of their own ([`IdentityStore`]).
//!
//! The shop sees none of it. Its own transactions can only end and forget sign-ins
//! ([`SignInRepository`]). A transaction of the provider sees what signing in touches besides:
//! users, their sessions, the audit log and the outbox; no parts, orders or payments. With an outside identity
//! provider all tables but the signing keys stay empty.

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
    /// The name shown for it.
    pub name: Option<PersonName>,
    /// The password, hashed with its own salt and parameters; `None` for accounts that only
    /// sign in with Google.
    pub password_hash: Option<String>,
    /// The stand-in Google account linked to it.
    pub google_subject: Option<String>,
    /// Whether the address was proven to be the owner's.
    pub email_verified: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its owner last signed in.
    pub last_sign_in_at: Timestamp,
}

/// A refresh token, kept by its hash. Each is replaced when it is used; those that replaced one another
/// since one sign-in are a family, and end together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshToken {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    /// Whose.
    pub account: AccountId,
    /// The sign-in: the same for all tokens of the family.
    pub family: String,
    /// The hash of the token that this one replaced; `None` for the first of its family.
    pub parent: Option<String>,
    /// How the person signed in: `password` or `google.com`.
    pub provider: String,
    /// When the person signed in.
    pub started_at: Timestamp,
    /// When it was replaced; `None` while it may be used.
    pub replaced_at: Option<Timestamp>,
}

/// What a code from a mail is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodePurpose {
    /// A new password.
    ResetPassword,
    /// Showing that an address is its owner's.
    VerifyEmail,
    /// Moving the account to another address, which the e-mail with the code shows to be the owner's.
    ChangeEmail,
}

/// A code from a mail, kept by its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetCode {
    /// SHA-256 of the code, in hexadecimal.
    pub code_hash: String,
    /// Whose.
    pub account: AccountId,
    /// What it is good for.
    pub purpose: CodePurpose,
    /// Where the account moves to, of codes that are good for that.
    pub new_email: Option<Email>,
    /// When it ends.
    pub expires_at: Timestamp,
}

/// Ending and forgetting sign-ins at the embedded identity provider: all that the shop does to its tables.
pub trait SignInRepository {
    /// Ends all sign-ins of an account, and what somebody who was signed in has begun: the codes by which the account
    /// would move to another address.
    fn end_sign_ins(&mut self, account: &AccountId) -> StoreResult<()>;

    /// Forgets the tokens of sign-ins at or before a moment, about `limit` of them, oldest sign-ins
    /// first. Says how many.
    fn delete_old_refresh_tokens(&mut self, started_before: Timestamp, limit: u32) -> StoreResult<usize>;

    /// Forgets reset codes that ended at or before a moment, those that ended first, about `limit`
    /// of them: those that ended in one moment go together. Says how many.
    fn delete_ended_reset_codes(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize>;
}

/// Accounts, refresh tokens, reset codes and signing keys.
pub trait AccountRepository {
    /// An account by id.
    fn account(&mut self, id: &AccountId) -> StoreResult<Option<Account>>;

    /// An account by address.
    fn account_by_email(&mut self, email: &Email) -> StoreResult<Option<Account>>;

    /// The accounts linked to a stand-in Google account, oldest first, at most `limit`.
    fn google_accounts(&mut self, limit: u32) -> StoreResult<Vec<Account>>;

    /// Adds an account.
    fn insert_account(&mut self, account: &Account) -> StoreResult<()>;

    /// Saves everything of an account but id, address and time of creation, provided that it
    /// still stands as `before` says; [`Contention`](super::store_error::StoreError::Contention), and
    /// thereby another run of the unit of work, when another transaction saved it since. Nobody else
    /// saves it before this transaction has ended, also where `after` is no different.
    fn update_account(&mut self, before: &Account, after: &Account) -> StoreResult<()>;

    /// Gives an account that was read in this transaction another address. A duplicate when that is another
    /// account's; [`Contention`](super::store_error::StoreError::Contention) when another transaction has moved
    /// the account since.
    fn move_account(&mut self, account: &Account, to: &Email) -> StoreResult<()>;

    /// Forgets an account, with its sign-ins and codes; `false` when it is gone already.
    fn delete_account(&mut self, account: &Account) -> StoreResult<bool>;

    /// A refresh token by its hash, replaced ones too.
    fn refresh_token(&mut self, token_hash: &str) -> StoreResult<Option<RefreshToken>>;

    /// Some token of a family; `None` when the sign-in is over.
    fn refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<Option<RefreshToken>>;

    /// The tokens that replaced a token.
    fn refresh_tokens_after(&mut self, token: &RefreshToken) -> StoreResult<Vec<RefreshToken>>;

    /// Adds a refresh token.
    fn insert_refresh_token(&mut self, token: &RefreshToken) -> StoreResult<()>;

    /// Notes that a token was replaced; `false` when it was before, or is not there.
    fn replace_refresh_token(&mut self, token_hash: &str, at: Timestamp) -> StoreResult<bool>;

    /// Ends one sign-in of an account.
    fn delete_refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<()>;

    /// A reset code by its hash, expired ones too.
    fn reset_code(&mut self, code_hash: &str) -> StoreResult<Option<ResetCode>>;

    /// Adds a reset code.
    fn insert_reset_code(&mut self, code: &ResetCode) -> StoreResult<()>;

    /// Uses up all codes of an account that are good for one thing; `false` when there was none, because
    /// another transaction used them first.
    fn delete_reset_codes(&mut self, account: &AccountId, purpose: CodePurpose) -> StoreResult<bool>;

    /// A signing key by name.
    fn signing_key(&mut self, name: &str) -> StoreResult<Option<String>>;

    /// The signing keys for one purpose, the oldest first: the one that has its name, and those whose names begin with it and a
    /// slash.
    fn signing_keys(&mut self, purpose: &str) -> StoreResult<Vec<StoredKey>>;

    /// Keeps a signing key.
    fn insert_signing_key(&mut self, name: &str, material: &str, at: Timestamp) -> StoreResult<()>;

    /// Forgets a signing key; `false` when it was not there.
    fn delete_signing_key(&mut self, name: &str) -> StoreResult<bool>;
}

/// A signing key as it is kept. Its `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// Its name, which says what it is for.
    pub name: String,
    /// The key, as its purpose has it.
    pub material: String,
    /// When it was made.
    pub made_at: Timestamp,
}

impl std::fmt::Debug for StoredKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredKey").field("name", &self.name).field("made_at", &self.made_at).finish_non_exhaustive()
    }
}

/// Everything one unit of work of the identity provider may touch. A new password ends the shop's sessions,
/// and a code is kept together with the e-mail that carries it, so these are in the same transaction.
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
