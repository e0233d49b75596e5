//! The audit log, for admins. Each use case writes its own entries, in the same unit of work as the change.

use crate::{
    accounts::access::{self, AccessError},
    ports::{
        audit::AuditFilter,
        clock::IdSource,
        page::Page,
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    audit::{self, AuditAction, AuditEntry, Facts},
    email::Email,
    id::{AuditId, UserId},
    time::Timestamp,
};
use std::sync::Arc;

/// Writes entries about an admin's changes to the shop itself, in the same unit of work, with the admin as subject.
/// Changes to a member or an order have the member as subject and write their own entries.
#[derive(Clone)]
pub(crate) struct AdminAudit {
    ids: Arc<dyn IdSource>,
    admin: UserId,
    /// The time of the change.
    pub(crate) at: Timestamp,
}

impl AdminAudit {
    /// Writes an entry with a detail.
    pub(crate) fn note(&self, tx: &mut dyn Transaction, action: AuditAction, detail: String) -> StoreResult<()> {
        let id = self.ids.next();
        let actor = Some(self.admin);
        let detail = Some(detail);
        tx.insert_audit(&AuditEntry { id, actor, action, subject: self.admin, detail, at: self.at })
    }

    /// Writes an entry with the changed fields of an object; none if nothing changed.
    pub(crate) fn changed(
        &self,
        tx: &mut dyn Transaction,
        action: AuditAction,
        about: &str,
        (before, after): (&Facts, &Facts),
    ) -> StoreResult<()> {
        audit::changed(about, before, after).map_or(Ok(()), |detail| self.note(tx, action, detail))
    }
}

/// The entries an admin searches for; by default all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditSearch {
    /// Only entries with this action.
    pub action: Option<AuditAction>,
    /// Only entries by the member who currently has this address.
    pub actor: Option<Email>,
    /// Only entries about the member who currently has this address.
    pub subject: Option<Email>,
    /// Only entries at or after this time.
    pub from: Option<Timestamp>,
    /// Only entries before this time.
    pub before: Option<Timestamp>,
}

impl AuditSearch {
    /// Returns the resolved filter; `None` if it names an unknown user.
    fn filter(&self, tx: &mut dyn Transaction) -> Result<Option<AuditFilter>, StoreError> {
        let mut filter =
            AuditFilter { action: self.action, from: self.from, before: self.before, ..AuditFilter::default() };
        for (email, id) in [(&self.actor, &mut filter.actor), (&self.subject, &mut filter.subject)] {
            let Some(email) = email else { continue };
            *id = tx.user_by_email(email)?.map(|user| user.id);
            if id.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(filter))
    }
}

/// An audit log entry with the current addresses of its users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAuditEntry {
    /// The entry.
    pub entry: AuditEntry,
    /// The address of the user who acted; `None` if no user did, or the user is unknown.
    pub actor: Option<Email>,
    /// The address of the affected user; `None` if unknown.
    pub subject: Option<Email>,
}

impl Shop {
    /// Returns a writer of entries about changes by this admin.
    pub(crate) fn admin_audit(&self, admin: UserId) -> AdminAudit {
        AdminAudit { ids: self.ids.clone(), admin, at: self.now() }
    }

    /// Returns the audit log entries that match an admin's search, newest first.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn audit_log(
        &self,
        caller: UserId,
        search: AuditSearch,
        page: Page<AuditId>,
    ) -> Result<Vec<NamedAuditEntry>, AccessError> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let Some(filter) = search.filter(tx)? else { return Ok(Vec::new()) };
                let entries = tx.audit_log(&filter, &page)?;
                let users = entries.iter().flat_map(|entry| entry.actor.into_iter().chain([entry.subject])).collect();
                let addresses = tx.email_addresses(&users)?;
                let named = |entry: AuditEntry| NamedAuditEntry {
                    actor: entry.actor.and_then(|actor| addresses.get(&actor).cloned()),
                    subject: addresses.get(&entry.subject).cloned(),
                    entry,
                };
                Ok(entries.into_iter().map(named).collect())
            })
            .await
    }
}
