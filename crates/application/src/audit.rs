//! The audit log, for admins. Its entries are written by the use cases that they tell of, in the same
//! unit of work.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{page::Page, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    audit::AuditEntry,
    email::Email,
    id::{AuditId, UserId},
};

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
    /// The audit log, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn audit_log(&self, caller: UserId, page: Page<AuditId>) -> Result<Vec<NamedAuditEntry>, AuditError> {
        self.store
            .read(move |tx| {
                access::require_admin::<AuditError>(tx, &caller)?;
                let entries = tx.audit_log(&page)?;
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
