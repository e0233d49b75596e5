//! The audit log, for admins. Its entries are written by the use cases that they tell of, in the same
//! unit of work.

use crate::{
    accounts::access::{self, AccessDenied},
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

/// Writes entries about changes that an admin makes to the shop itself, in the same unit of work; the subject is the
/// admin. Changes to a member or an order have the member as subject, and write their own entries.
#[derive(Clone)]
pub(crate) struct AdminAudit {
    ids: Arc<dyn IdSource>,
    admin: UserId,
    /// When the change is made.
    pub(crate) at: Timestamp,
}

impl AdminAudit {
    /// An entry with a detail.
    pub(crate) fn note(&self, tx: &mut dyn Transaction, action: AuditAction, detail: String) -> StoreResult<()> {
        let (id, actor, detail) = (self.ids.next(), Some(self.admin), Some(detail));
        tx.insert_audit(&AuditEntry { id, actor, action, subject: self.admin, detail, at: self.at })
    }

    /// An entry with the changed fields of an object; none if nothing changed.
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

/// Why the audit log was not shown.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Which entries an admin looks for. The default is all of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditSearch {
    /// That tell of this.
    pub action: Option<AuditAction>,
    /// Done by the member who has this address now.
    pub actor: Option<Email>,
    /// Done to the member who has this address now.
    pub subject: Option<Email>,
    /// From this moment or later.
    pub from: Option<Timestamp>,
    /// From before this moment.
    pub before: Option<Timestamp>,
}

impl AuditSearch {
    /// The filter that it comes to; `None` when it names somebody whom nobody knows.
    fn filter(&self, tx: &mut dyn Transaction) -> Result<Option<AuditFilter>, StoreError> {
        let mut filter =
            AuditFilter { action: self.action, actor: None, subject: None, from: self.from, before: self.before };
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

/// An entry of the log, with the addresses that its users have now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAuditEntry {
    /// The entry.
    pub entry: AuditEntry,
    /// The address of who did it; `None` when nobody did, or the user is unknown.
    pub actor: Option<Email>,
    /// The address of whom it was done to; `None` when the user is unknown.
    pub subject: Option<Email>,
}

impl Shop {
    /// The writer of entries about changes by this admin.
    pub(crate) fn admin_audit(&self, admin: UserId) -> AdminAudit {
        AdminAudit { ids: self.ids.clone(), admin, at: self.now() }
    }

    /// The entries of the audit log that an admin looks for, newest first.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn audit_log(
        &self,
        caller: UserId,
        search: AuditSearch,
        page: Page<AuditId>,
    ) -> Result<Vec<NamedAuditEntry>, AuditError> {
        self.store
            .read(move |tx| {
                access::require_admin::<AuditError>(tx, &caller)?;
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
