//! The audit log.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, OrderId, UserId},
    time::Timestamp,
};

/// A filter of audit log entries; the default matches all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// Only entries with this action.
    pub action: Option<AuditAction>,
    /// Only entries by this user.
    pub actor: Option<UserId>,
    /// Only entries about this user.
    pub subject: Option<UserId>,
    /// Only entries whose detail starts with this order's id.
    pub order: Option<OrderId>,
    /// Only entries at or after this time.
    pub from: Option<Timestamp>,
    /// Only entries before this time.
    pub before: Option<Timestamp>,
}

/// The log of changes to the permissions, orders and money of users, and to parts.
pub trait AuditRepository {
    /// Adds an entry.
    fn insert_audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;

    /// Returns the entries that match a filter, newest first.
    fn audit_log(&mut self, filter: &AuditFilter, page: &Page<AuditId>) -> StoreResult<Vec<AuditEntry>>;
}
