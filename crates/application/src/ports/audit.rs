//! The audit log.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{audit::AuditEntry, id::AuditId};

/// What was done to the rights and the money of users.
pub trait AuditRepository {
    /// Adds an entry.
    fn insert_audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;

    /// The entries, newest first.
    fn audit_log(&mut self, page: &Page<AuditId>) -> StoreResult<Vec<AuditEntry>>;
}
