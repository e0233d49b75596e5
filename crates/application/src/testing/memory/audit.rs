//! The audit log.

use super::{
    MemoryTransaction,
    tables::{claim, descending},
};
use crate::ports::{audit::AuditRepository, page::Page, store_error::StoreResult};
use autoparts_domain::{audit::AuditEntry, id::AuditId};

impl AuditRepository for MemoryTransaction {
    fn insert_audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.audit, entry.id, entry.clone()))
    }

    fn audit_log(&mut self, page: &Page<AuditId>) -> StoreResult<Vec<AuditEntry>> {
        self.look(|tables| Ok(descending(tables.audit.iter().map(|(id, entry)| (*id, entry.clone())), page)))
    }
}
