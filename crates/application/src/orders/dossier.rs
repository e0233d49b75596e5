//! All that the shop knows about one order, for the operator of the server.

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
};

/// All that is known about an order. Each list begins with the oldest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderDossier {
    /// The order, deleted or not.
    pub order: Order,
    /// The tries to collect its money.
    pub attempts: Vec<PaymentAttempt>,
    /// What was promised back.
    pub refunds: Vec<Refund>,
    /// What moved.
    pub ledger: Vec<LedgerEntry>,
    /// What was written to its customer about it, as far as it is kept.
    pub mails: Vec<Mail>,
    /// What admins and the operator did to it.
    pub audit: Vec<AuditEntry>,
}

/// The order that a number or an id names, deleted or not; for the operator of the server.
pub async fn order_called(store: &dyn Store, name: &str) -> StoreResult<Option<OrderKey>> {
    let (id, number) = (name.parse::<OrderId>().ok(), name.parse::<OrderNumber>().ok());
    let find = move |tx: &mut dyn Transaction| -> StoreResult<_> {
        if let Some(id) = id {
            return Ok(lookup::find_in_any_state(tx, &id)?.map(|order| order.key()));
        }
        Ok(number.as_ref().map(|number| tx.order_by_number(number)).transpose()?.flatten())
    };
    store.read(find).await
}

/// All that is known about an order; for the operator of the server.
pub async fn order_dossier(store: &dyn Store, key: OrderKey) -> StoreResult<Option<OrderDossier>> {
    store.read(move |tx| dossier(tx, &key)).await
}

fn dossier(tx: &mut dyn Transaction, key: &OrderKey) -> StoreResult<Option<OrderDossier>> {
    let Some(order) = tx.order(key)? else { return Ok(None) };
    Ok(Some(OrderDossier {
        order,
        attempts: tx.attempts(key)?,
        refunds: tx.refunds(key)?,
        ledger: tx.ledger_of(key)?,
        mails: tx.mails_about(key)?,
        audit: audit_of(tx, key)?,
    }))
}

/// What was done to the customer of an order, as far as it begins with the order's id.
fn audit_of(tx: &mut dyn Transaction, key: &OrderKey) -> StoreResult<Vec<AuditEntry>> {
    let filter = AuditFilter { subject: Some(key.customer), ..AuditFilter::default() };
    let (id, mut page, mut found) = (key.order.to_string(), Page::first(), Vec::new());
    loop {
        let entries = tx.audit_log(&filter, &page)?;
        let Some(last) = entries.last() else { break };
        page.after = Some(last.id);
        let is_about = |entry: &AuditEntry| entry.detail.as_ref().is_some_and(|detail| detail.starts_with(&id));
        found.extend(entries.into_iter().filter(is_about));
    }
    found.reverse();
    Ok(found)
}
