//! The audit log.

use super::{
    MemoryTransaction,
    tables::{claim, descending},
};
use autoparts_application::ports::{
    audit::{AuditFilter, AuditRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{audit::AuditEntry, id::AuditId};

impl AuditRepository for MemoryTransaction {
    fn insert_audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.audit, entry.id, entry.clone()))
    }

    fn audit_log(&mut self, filter: &AuditFilter, page: &Page<AuditId>) -> StoreResult<Vec<AuditEntry>> {
        let AuditFilter { action, actor, subject, order, from, before } = *filter;
        let is_wanted = |entry: &AuditEntry| {
            action.is_none_or(|action| entry.action == action)
                && actor.is_none_or(|actor| entry.actor == Some(actor))
                && subject.is_none_or(|subject| entry.subject == subject)
                && order.is_none_or(|order| {
                    entry.detail.as_ref().is_some_and(|detail| detail.starts_with(&order.to_string()))
                })
                && from.is_none_or(|from| entry.at >= from)
                && before.is_none_or(|before| entry.at < before)
        };
        self.query(|tables| {
            let wanted = tables.audit.iter().filter(|(_, entry)| is_wanted(entry));
            Ok(descending(wanted.map(|(id, entry)| (*id, entry.clone())), page))
        })
    }
}
