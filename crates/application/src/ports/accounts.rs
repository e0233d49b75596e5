//! What the embedded identity provider and the token issuer keep: accounts, sessions, reset
//! codes and signing keys. The shop itself never looks at these; with an outside identity
//! provider the tables stay empty.

use super::store::StoreResult;
use autoparts_domain::{email::Email, id::AccountId, text::PersonName, time::Timestamp};

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

/// A signed-in browser, kept by the hash of its refresh token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// SHA-256 of the refresh token, in hexadecimal.
    pub token_hash: String,
    /// Whose.
    pub account: AccountId,
    /// How they signed in: `password` or `google.com`.
    pub provider: String,
    /// When they signed in.
    pub started_at: Timestamp,
}

/// A code from a password-reset mail, kept by its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetCode {
    /// SHA-256 of the code, in hexadecimal.
    pub code_hash: String,
    /// Whose password it resets.
    pub account: AccountId,
    /// When it ends.
    pub expires_at: Timestamp,
}

/// Accounts, sessions, reset codes and signing keys.
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
    /// still stands as `before` says; [`Contention`](super::store::StoreError::Contention), and
    /// thereby another run of the unit of work, when somebody else saved it since. Nobody else
    /// saves it before this transaction has ended, also where `after` is no different.
    fn update_account(&mut self, before: &Account, after: &Account) -> StoreResult<()>;

    /// A session by the hash of its token.
    fn session(&mut self, token_hash: &str) -> StoreResult<Option<Session>>;

    /// Adds a session.
    fn insert_session(&mut self, session: &Session) -> StoreResult<()>;

    /// Ends all sessions of an account.
    fn delete_sessions(&mut self, account: &AccountId) -> StoreResult<()>;

    /// A reset code by its hash, expired ones too.
    fn reset_code(&mut self, code_hash: &str) -> StoreResult<Option<ResetCode>>;

    /// Adds a reset code.
    fn insert_reset_code(&mut self, code: &ResetCode) -> StoreResult<()>;

    /// Uses up all reset codes of an account; `false` when there was none, because another
    /// transaction used them first.
    fn delete_reset_codes(&mut self, account: &AccountId) -> StoreResult<bool>;

    /// Forgets reset codes that ended at or before a moment, those that ended first, about `limit`
    /// of them: those that ended in one moment go together. Says how many.
    fn delete_ended_reset_codes(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize>;

    /// A signing key by name.
    fn signing_key(&mut self, name: &str) -> StoreResult<Option<String>>;

    /// Keeps a signing key.
    fn insert_signing_key(&mut self, name: &str, material: &str, at: Timestamp) -> StoreResult<()>;
}
