//! The audit log.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, UserId},
    time::Timestamp,
};

/// Which entries; the default lets all of them through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// That tell of this.
    pub action: Option<AuditAction>,
    /// Done by this user.
    pub actor: Option<UserId>,
    /// Done to this user.
    pub subject: Option<UserId>,
    /// From this moment or later.
    pub from: Option<Timestamp>,
    /// From before this moment.
    pub before: Option<Timestamp>,
}

/// What was done to the rights, the orders and the money of users, and to parts.
pub trait AuditRepository {
    /// Adds an entry.
    fn insert_audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;

    /// The entries that a filter lets through, newest first.
    fn audit_log(&mut self, filter: &AuditFilter, page: &Page<AuditId>) -> StoreResult<Vec<AuditEntry>>;
}
