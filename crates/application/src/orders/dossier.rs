//! The full record of one order, for the operator of the server.

use super::lookup;
use crate::ports::{
    audit::AuditFilter,
    outbox::Mail,
    page::Page,
    store::{Store, Transaction},
    store_error::StoreResult,
};
use autoparts_domain::{
    audit::AuditEntry,
    id::{OrderId, OrderKey},
    ledger::LedgerEntry,
    orders::{Order, OrderNumber},
    payments::{PaymentAttempt, Refund},
    time::Timestamp,
};

/// The full record of an order. Each list starts with the oldest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderDossier {
    /// The order, deleted or not.
    pub order: Order,
    /// The attempts to collect its money.
    pub attempts: Vec<PaymentAttempt>,
    /// Its refunds, carried out or not.
    pub refunds: Vec<Refund>,
    /// Its ledger entries.
    pub ledger: Vec<LedgerEntry>,
    /// The emails to its customer about it that are still stored.
    pub mails: Vec<Mail>,
    /// Actions of admins and the operator on it.
    pub audit: Vec<AuditEntry>,
}

/// Finds an order by number or id, deleted or not; for the operator of the server.
pub async fn order_called(store: &dyn Store, name: &str) -> StoreResult<Option<OrderKey>> {
    let id = name.parse::<OrderId>().ok();
    let number = name.parse::<OrderNumber>().ok();
    let find = move |tx: &mut dyn Transaction| -> StoreResult<_> {
        if let Some(id) = id {
            return Ok(lookup::find_in_any_state(tx, &id)?.map(|order| order.key()));
        }
        Ok(number.as_ref().map(|number| tx.order_by_number(number)).transpose()?.flatten())
    };
    store.read(find).await
}

/// Returns the full record of an order; for the operator of the server.
pub async fn order_dossier(store: &dyn Store, key: OrderKey) -> StoreResult<Option<OrderDossier>> {
    store.read(move |tx| dossier(tx, &key)).await
}

fn dossier(tx: &mut dyn Transaction, key: &OrderKey) -> StoreResult<Option<OrderDossier>> {
    let Some(order) = tx.order(key)? else { return Ok(None) };
    let placed_at = order.snapshot().placed_at;
    Ok(Some(OrderDossier {
        order,
        attempts: tx.attempts(key)?,
        refunds: tx.refunds(key)?,
        ledger: tx.ledger_of(key)?,
        mails: tx.mails_about(key)?,
        audit: audit_of(tx, key, placed_at)?,
    }))
}

/// Audit entries about the customer whose detail starts with the order's id, oldest first.
pub(super) fn audit_of(tx: &mut dyn Transaction, key: &OrderKey, placed_at: Timestamp) -> StoreResult<Vec<AuditEntry>> {
    let (subject, order) = (Some(key.customer), Some(key.order));
    let filter = AuditFilter { subject, order, from: Some(placed_at), ..AuditFilter::default() };
    let mut page = Page::first();
    let mut found = Vec::new();
    loop {
        let entries = tx.audit_log(&filter, &page)?;
        let Some(last) = entries.last() else { break };
        page.after = Some(last.id);
        found.extend(entries);
    }
    found.reverse();
    Ok(found)
}
